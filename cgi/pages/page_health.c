/* For operators and their monitoring: the state of the service (/health), and its figures (/metrics). */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cgi/base/build.h"
#include "cgi/base/clock.h"
#include "cgi/base/network.h"
#include "cgi/base/tally.h"
#include "cgi/http/live.h"
#include "cgi/http/metrics.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/store/order.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

/* ---- /health ---- */

enum {
    MAIL_LATE_SECONDS = 15 * 60,
    SILENT_SECONDS = 15 * 60,  /* the longest silence of a worker that cron starts now and then */
    AHEAD_SECONDS = 5 * 60     /* tolerance for clocks; a later last time of work means that the clock was set back */
};

/* The figures of one answer: seconds since something happened. */
struct ages {
    int64_t mail, pulse, outage; /* mail, outage: 0 when there is none */
    bool working, in_force;      /* the worker is there; deadlines strike */
};

static int64_t age(const struct req *rq, int64_t at)
{
    return at ? (rq->now - at) / 1000000 : 0;
}

static struct ages ages_of(const struct req *rq, const struct health *health)
{
    struct ages ages = {.mail = age(rq, health->oldest_mail),
                        .pulse = age(rq, health->pulse),
                        .outage = age(rq, health->outage)};
    ages.working = health->pulse && ages.pulse < SILENT_SECONDS && ages.pulse > -AHEAD_SECONDS;
    ages.in_force = ages.outage < SILENT_SECONDS;
    return ages;
}

static void add_check(struct value *checks, const char *label, const char *value, bool ok)
{
    put_bool(put_text(put_text(add_object(checks), K_label, label), K_value, value), K_ok, ok);
}

static void add_number(struct req *rq, struct value *checks, const char *label, int64_t number, bool ok)
{
    add_check(checks, req_words(rq, label), arena_printf(rq->arena, "%lld", (long long)number), ok);
}

/* A sentence with "{time}", the time since then. */
static void add_age(struct req *rq, struct value *checks, const char *label, const char *sentence, int64_t since, bool ok)
{
    const struct text_value time = {"time", model_span(rq, since && rq->now > since ? rq->now - since : 0), 0};
    add_check(checks, req_words(rq, label), req_fill(rq, sentence, &time, 1), ok);
}

static const char *worker_words(const struct health *health, const struct ages *ages)
{
    return ages->working ? N_("working")
        : !health->pulse ? N_("has never worked yet")
        : ages->pulse < 0 ? N_("last worked at a time in the future")
        : N_("last worked {time} ago");
}

static void set_numbers(const struct health *health, const struct ages *ages, struct value *out)
{
    put_int(out, K_migration, health->migration);
    put_int(out, K_mails_waiting, health->mails_waiting);
    put_int(out, K_mails_failed, health->mails_failed);
    put_int(out, K_oldest_mail_seconds, ages->mail);
    put_null(put_null(out, K_worker_seconds), K_outage_seconds);
    if (health->pulse)
        put_int(out, K_worker_seconds, ages->pulse);
    if (health->outage)
        put_int(out, K_outage_seconds, ages->outage);
    put_int(out, K_games_running, health->games_running);
}

static void add_migration(struct req *rq, struct value *checks, int migration, int known)
{
    const struct text_value values[] = {{"number", arena_printf(rq->arena, "%d", migration), 0},
                                        {"known", arena_printf(rq->arena, "%d", known), 0}};
    if (migration >= known)
        add_number(rq, checks, N_("Migration"), migration, true);
    else
        add_check(checks, req_words(rq, N_("Migration")),
                  req_fill(rq, N_("{number} of {known}: run ridotto migrate"), values, 2), false);
}

/* Mail that fails or waits, a worker that is gone or a schema that is behind, needs a look, but the site works: only a lost
 * database gives a 503. */
static void add_checks(struct req *rq, struct value *checks, const struct health *health, const struct ages *ages, int known)
{
    add_migration(rq, checks, health->migration, known);
    add_number(rq, checks, N_("Games running"), health->games_running, true);
    add_number(rq, checks, N_("Waiting e-mails"), health->mails_waiting, ages->mail < MAIL_LATE_SECONDS);
    add_number(rq, checks, N_("Failed e-mails"), health->mails_failed, health->mails_failed == 0);
    add_age(rq, checks, N_("Worker"), worker_words(health, ages), health->pulse, ages->working);
    add_age(rq, checks, N_("Deadlines"), health->outage ? N_("stopped since an outage {time} ago") : N_("in force"),
            health->outage, ages->in_force);
}

/* What a state of struct watched means: the beginning of a SQLSTATE, or a name. */
static const char *state_words(const char *state)
{
    static const struct {
        const char *state, *words;
    } known[] = {
        {WATCHED_SILENT, N_("no answer")},
        {WATCHED_UNCONFIRMED, N_("the standby does not confirm")},
        {"08", N_("no connection")},
        {"25006", N_("read only")},
        {"53100", N_("the disk is full")},
        {"53200", N_("out of memory")},
        {"57P", N_("starting or stopping")},
        {"58", N_("disk failure")},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (!strncmp(state, known[i].state, strlen(known[i].state)))
            return known[i].words;
    return N_("failing; the log says why");
}

/* One of the two, for people and for programs. */
static void add_state(struct req *rq, struct value *checks, const char *label, struct value *out, const char *state, bool known)
{
    bool ok = known && !*state;
    const char *words = req_words(rq, ok ? N_("answering") : known ? state_words(state) : N_("not known yet"));
    add_check(checks, label, words, ok);
    put_bool(out, K_ok, ok);
    if (!ok)
        put_text(out, K_reason, words);
}

/* What the watch last saw; where there is none, as with CGI, it is tried now. */
static void look(struct req *rq, struct watched *seen)
{
    enum { MOMENT_MS = 80 };
    struct err err = {0};
    if (store_watched(seen, MOMENT_MS))
        return;
    seen->tried = true;
    seen->answers = seen->looked = store_health(rq->db, &seen->health, &err);
    snprintf(seen->read_state, sizeof(seen->read_state), "%s", seen->answers ? "" : WATCHED_SILENT);
    store_write_trial(rq->db, seen->write_state, &err);
}

static const char *version_words(struct arena *arena)
{
    return *build_id() ? arena_printf(arena, "%s (%s)", PACKAGE_VERSION, build_id()) : PACKAGE_VERSION;
}

bool page_health(struct req *rq, struct res *rs, struct err *err)
{
    struct watched seen = {.looked = false};
    (void)err;
    look(rq, &seen);
    const struct health health = seen.health;
    bool up = seen.looked && seen.answers, writes = seen.tried && !*seen.write_state;
    const struct ages ages = ages_of(rq, &health);
    int known = rq->service->migrations;
    bool well = up && writes && health.migration >= known && ages.mail < MAIL_LATE_SECONDS && ages.working && ages.in_force;
    struct value *checks = new_list(rq->arena), *model = put_bool(new_object(rq->arena), K_ok, well);
    put(put_text(model, K_version, PACKAGE_VERSION), K_checks, checks);
    put_null(model, K_build);
    if (*build_id())
        put_text(model, K_build, build_id());
    add_check(checks, req_words(rq, N_("Version")), version_words(rq->arena), true);
    put_bool(model, K_database, up);
    add_state(rq, checks, req_words(rq, N_("Database reads")), put_object(model, K_reads), seen.read_state, seen.looked || *seen.read_state);
    add_state(rq, checks, req_words(rq, N_("Database writes")), put_object(model, K_writes), seen.write_state, seen.tried);
    if (up) {
        add_checks(rq, checks, &health, &ages, known);
        set_numbers(&health, &ages, put_object(model, K_numbers));
    } else {
        rs->status = err_status(ERR_BUSY);
    }
    return res_page(rq, rs, "health", model);
}

/* ---- /metrics ---- */

static void add_measure(struct sb *out, const char *type, const char *name, const char *help, int64_t number)
{
    sb_addf(out, "# HELP ridotto_%s %s\n# TYPE ridotto_%s %s\nridotto_%s %" PRId64 "\n", name, help, name, type, name, number);
}

static void add_gauge(struct sb *out, const char *name, const char *help, int64_t number)
{
    add_measure(out, "gauge", name, help, number);
}

/* Whether RIDOTTO_CACHE is enough: much that is dropped and missed says that it is not. */
static void add_cache(struct req *rq, struct sb *out)
{
    if (!rq->service->cache)
        return;
    const struct cache_counts counts = cache_count(rq->service->cache);
    add_gauge(out, "cache_bytes", "What is kept for the next answers.", (int64_t)counts.bytes);
    add_gauge(out, "cache_most_bytes", "How much is kept at the most.", (int64_t)counts.most);
    add_measure(out, "counter", "cache_found_total", "What was kept when it was looked for.", (int64_t)counts.found);
    add_measure(out, "counter", "cache_missed_total", "What was not.", (int64_t)counts.missed);
    add_measure(out, "counter", "cache_dropped_total", "What had to go, for want of room or because it was out of date.",
               (int64_t)counts.dropped);
}

static int64_t seconds_since(const struct req *rq, int64_t at)
{
    return at && at < rq->now ? (rq->now - at) / 1000000 : 0;
}

static void add_process_measure(struct sb *out, const char *type, const char *name, const char *help, double number)
{
    sb_addf(out, "# HELP process_%s %s\n# TYPE process_%s %s\nprocess_%s %.15g\n", name, help, name, type, name, number);
}

static int open_files(void)
{
    int n = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder))
        n += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return folder ? n - 1 : 0; /* but for the folder itself */
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* What the process takes, by the names that programs of all kinds give it. */
static void add_process(struct sb *out, int64_t resident)
{
    struct rusage used = {0};
    struct rlimit files = {0};
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_NOFILE, &files);
    add_process_measure(out, "counter", "cpu_seconds_total", "Processor time.", seconds_of(used.ru_utime) + seconds_of(used.ru_stime));
    add_process_measure(out, "gauge", "start_time_seconds", "When it began, in seconds since 1970.", (double)clock_begun() / 1e6);
    add_process_measure(out, "gauge", "resident_memory_bytes", "Its memory.", (double)resident);
    add_process_measure(out, "gauge", "open_fds", "Files and connections that are open.", open_files());
    add_process_measure(out, "gauge", "max_fds", "How many may be.", (double)files.rlim_cur);
}

/* From /proc/self/statm: sizes in pages, the second is the resident size. */
static int64_t resident_bytes(void)
{
    long long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    int n = fscanf(file, "%lld %lld", &all, &resident);
    fclose(file);
    return n == 2 ? resident * sysconf(_SC_PAGESIZE) : 0;
}

static void add_plans(struct req *rq, struct sb *out)
{
    struct plan_tally *tally;
    struct err err = {0};
    int n;
    if (!store_plan_tallies(rq->db, rq->arena, &tally, &n, &err))
        return;
    sb_add(out, "# HELP ridotto_plans_played_total Plans that were played automatically, by game, ever since.\n# TYPE ridotto_plans_played_total counter\n");
    for (int i = 0; i < n; i++)
        sb_addf(out, "ridotto_plans_played_total{game=\"%s\"} %" PRId64 "\n", tally[i].rules, tally[i].n);
}

/* Each name has all its lines in one place, as the format wants it. */
static void add_queues(struct req *rq, struct sb *out)
{
    struct queues queues;
    struct err err = {0};
    if (!store_queues(rq->db, rq->arena, &queues, &err))
        return;
    const struct {
        const char *name;
        const struct queue_age *age;
    } all[] = {{"bots", &queues.bots}, {"studies", &queues.studies}, {"deliveries", &queues.deliveries}};
    enum { N = sizeof(all) / sizeof(all[0]) };
    sb_add(out, "# HELP ridotto_queue_length What waits for the worker.\n# TYPE ridotto_queue_length gauge\n");
    for (int i = 0; i < N; i++)
        sb_addf(out, "ridotto_queue_length{queue=\"%s\"} %" PRId64 "\n", all[i].name, all[i].age->n);
    sb_add(out, "# HELP ridotto_queue_oldest_seconds How long the first of them has waited.\n# TYPE ridotto_queue_oldest_seconds gauge\n");
    for (int i = 0; i < N; i++)
        sb_addf(out, "ridotto_queue_oldest_seconds{queue=\"%s\"} %" PRId64 "\n", all[i].name, seconds_since(rq, all[i].age->since));
    sb_add(out, "# HELP ridotto_letters What became of the e-mails of the last seven days.\n# TYPE ridotto_letters gauge\n");
    for (int i = 0; i < queues.n_fates; i++)
        sb_addf(out, "ridotto_letters{fate=\"%s\"} %" PRId64 "\n", queues.letters[i].fate, queues.letters[i].n);
}

static void add_house(struct req *rq, struct sb *out)
{
    struct health health = {0};
    struct err err = {0};
    int64_t reports = 0;
    bool up = store_health(rq->db, &health, &err) && store_reports_open(rq->db, &reports, &err);
    struct watched seen;
    add_gauge(out, "database_up", "Does the database answer?", up);
    if (store_watched(&seen, 0)) {
        add_gauge(out, "database_writable", "Can the database be written?", seen.tried && !*seen.write_state);
        add_gauge(out, "commits_unanswered", "Changes of which it is not known whether they are kept.", seen.unanswered);
    }
    if (up) {
        add_gauge(out, "games_running", "Games that are being played, but for those that Play now or a guide began.", health.games_running);
        add_gauge(out, "guests", "People who play against bots without an account.", health.guests);
        add_gauge(out, "reports_open", "Reports to the moderators that are not closed.", reports);
        add_gauge(out, "mails_waiting", "Mails in the outbox.", health.mails_waiting);
        add_gauge(out, "mails_failed", "Mails of the last seven days that could not be sent.", health.mails_failed);
        add_gauge(out, "mail_oldest_seconds", "How long the oldest due mail has waited.", seconds_since(rq, health.oldest_mail));
        add_gauge(out, "worker_seen", "Was a worker ever there?", health.pulse != 0);
        add_gauge(out, "worker_seconds", "Since the worker was last at work.", seconds_since(rq, health.pulse));
        add_gauge(out, "outage_seconds", "Since an outage was found that is not seen to yet; 0: none.",
                  seconds_since(rq, health.outage));
        add_gauge(out, "migration", "Number of the newest migration in force.", health.migration);
        add_plans(rq, out);
        add_queues(rq, out);
    }
    add_gauge(out, "readers", "Open pages that listen to this process.", live_readers(rq->service->live));
    const int64_t resident = resident_bytes();
    add_gauge(out, "resident_bytes", "Memory of this process.", resident);
    sb_addf(out, "# HELP ridotto_build_info What runs; always 1.\n# TYPE ridotto_build_info gauge\n"
            "ridotto_build_info{version=\"%s\",build=\"%s\"} 1\n", PACKAGE_VERSION, build_id());
    add_process(out, resident);
    tally_text(out);
    add_cache(rq, out);
}

bool page_metrics(struct req *rq, struct res *rs, struct err *err)
{
    if (!req_from_here(rq) && !network_listed(rq->service->set.metrics_from, rq->remote))
        return err_fail(err, ERR_GONE, NULL, NULL, "not for %s", rq->remote);
    metrics_text(rq->service->metrics, &rs->body);
    add_house(rq, &rs->body);
    rs->status = 200;
    res_header(rs, "Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    res_header(rs, "Cache-Control", "no-store");
    return true;
}

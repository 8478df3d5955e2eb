/* The house in numbers, for Prometheus. Asked for by this machine, or by whom the operator names; for others the page is not
 * there. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cgi/http/live.h"
#include "cgi/http/metrics.h"
#include "cgi/pages/handlers.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

static void add_gauge(struct sb *out, const char *name, const char *help, int64_t number)
{
    sb_addf(out, "# HELP ridotto_%s %s\n# TYPE ridotto_%s gauge\nridotto_%s %" PRId64 "\n", name, help, name, name, number);
}

static int64_t seconds_since(const struct req *rq, int64_t at)
{
    return at && at < rq->now ? (rq->now - at) / 1000000 : 0;
}

/* As the kernel tells it: pages, the second of which are resident. */
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

static void add_house(struct req *rq, struct sb *out)
{
    struct health health = {0};
    struct err err = {0};
    bool up = store_health(rq->db, &health, &err);
    add_gauge(out, "database_up", "Does the database answer?", up);
    if (up) {
        add_gauge(out, "games_running", "Games that are being played.", health.games_running);
        add_gauge(out, "mails_waiting", "Mails in the outbox.", health.mails_waiting);
        add_gauge(out, "mails_failed", "Mails of the last seven days that could not be sent.", health.mails_failed);
        add_gauge(out, "mail_oldest_seconds", "How long the oldest due mail has waited.", seconds_since(rq, health.oldest_mail));
        add_gauge(out, "worker_seen", "Was a worker ever there?", health.pulse != 0);
        add_gauge(out, "worker_seconds", "Since the worker was last at work.", seconds_since(rq, health.pulse));
        add_gauge(out, "outage_seconds", "Since an outage was found that is not seen to yet; 0: none.",
                  seconds_since(rq, health.outage));
        add_gauge(out, "migration", "Number of the newest migration in force.", health.migration);
    }
    add_gauge(out, "readers", "Open pages that listen to this process.", live_readers(rq->house->live));
    add_gauge(out, "resident_bytes", "Memory of this process.", resident_bytes());
}

/* @list: "10.0.0.7, 2001:db8::7"; NULL: nobody else */
static bool is_named(const char *list, const char *address)
{
    size_t length = strlen(address);
    for (const char *c = list ? list : ""; *c;) {
        c += strspn(c, ", ");
        size_t n = strcspn(c, ", ");
        if (n > 0 && n == length && !strncmp(c, address, n))
            return true;
        c += n;
    }
    return false;
}

bool page_metrics(struct req *rq, struct res *rs, struct err *err)
{
    if (!req_from_here(rq) && !is_named(rq->house->set.metrics_from, rq->remote))
        return err_fail(err, ERR_GONE, NULL, NULL, "not for %s", rq->remote);
    metrics_text(rq->house->metrics, &rs->body);
    add_house(rq, &rs->body);
    rs->status = 200;
    res_header(rs, "Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    res_header(rs, "Cache-Control", "no-store");
    return true;
}

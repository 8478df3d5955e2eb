/* For the operator and his monitoring: is all well? */
#include "config.h"

#include "cgi/pages.h"
#include "cgi/store/store.h"

#include "cgi/banned.h"

enum { MAIL_LATE_SECONDS = 15 * 60 };

static void add_check(struct json_object *checks, const char *label, const char *value, bool ok)
{
    struct json_object *check = jset(jobj(), "label", jstr(label));
    jadd(checks, jset(jset(check, "value", jstr(value)), "ok", jbool(ok)));
}

static void add_number(struct req *rq, struct json_object *checks, const char *label, int64_t number, bool ok)
{
    add_check(checks, req_words(rq, label), arena_printf(rq->arena, "%lld", (long long)number), ok);
}

static struct json_object *numbers(const struct health *health, int64_t late)
{
    struct json_object *out = jset(jobj(), "migration", jint(health->migration));
    jset(out, "mails_waiting", jint(health->mails_waiting));
    jset(out, "mails_failed", jint(health->mails_failed));
    jset(out, "oldest_mail_seconds", jint(late));
    return jset(out, "games_running", jint(health->games_running));
}

/* Mail that fails or waits is worth a look, but the house is open: only a lost database makes it a 503. */
static void add_checks(struct req *rq, struct json_object *checks, const struct health *health, int64_t late)
{
    add_number(rq, checks, N_("Migration"), health->migration, true);
    add_number(rq, checks, N_("Games running"), health->games_running, true);
    add_number(rq, checks, N_("Mails waiting"), health->mails_waiting, late < MAIL_LATE_SECONDS);
    add_number(rq, checks, N_("Mails that failed"), health->mails_failed, health->mails_failed == 0);
}

bool page_health(struct req *rq, struct res *rs, struct err *err)
{
    struct health health = {0};
    bool up = store_health(rq->db, &health, err);
    int64_t late = up && health.oldest_mail ? (rq->now - health.oldest_mail) / 1000000 : 0;
    struct json_object *checks = jarr(), *model = jset(jobj(), "ok", jbool(up && late < MAIL_LATE_SECONDS));
    arena_json(rq->arena, jset(model, "checks", checks));
    jset(model, "database", jbool(up));
    add_check(checks, req_words(rq, N_("Database")),
              req_words(rq, up ? N_("answers") : N_("does not answer")), up);
    if (up) {
        add_checks(rq, checks, &health, late);
        jset(model, "numbers", numbers(&health, late));
    } else {
        rq->failed = *err;
        rs->status = err_status(ERR_BUSY);
        res_header(rs, "Retry-After", "5");
    }
    return res_page(rq, rs, "health", model);
}

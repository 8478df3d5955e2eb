/* A reminder at a time that a player chooses: one letter then, if it is still the player's turn. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/base/url.h"
#include "cgi/base/zone.h"
#include "cgi/model/model.h"
#include "cgi/play/play_head.h"

#include "cgi/base/banned.h"

enum { HOUR = 3600, DAY = 24 * HOUR, DAYS_MOST = 60, HOURS_LATER = 3, EVENING = 19, MORNING = 8, NIGHT_ENDS = 5, WALL_TEXT = 17 };
static const int64_t SECOND = 1000000;

/* What a page and a form of it begin with. */
struct reminding {
    int64_t id, at;            /* at: when it is set for; 0: it is not */
    struct game_row game;
    int seat;
    struct letters_way way;
    const struct zone *zone;   /* the reader's */
};

/* ---- the wall clock ---- */

static int64_t wall_at(const struct reminding *r, int64_t seconds)
{
    return seconds + zone_offset(r->zone, seconds);
}

/* "2026-11-28T08:00", as forms have it. */
static const char *wall_text(const struct req *rq, int64_t wall)
{
    char text[32] = "";
    struct tm tm;
    time_t seconds = (time_t)wall;
    if (gmtime_r(&seconds, &tm))
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M", &tm);
    return arena_strdup(rq->arena, text);
}

static bool wall_read(const struct req *rq, const char *sent, int64_t *wall)
{
    struct tm tm = {0};
    if (!sent || strlen(sent) != WALL_TEXT - 1
        || sscanf(sent, "%4d-%2d-%2dT%2d:%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min) != 5)
        return false;
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    *wall = timegm(&tm);
    return !strcmp(wall_text(rq, *wall), sent);
}

/* ---- the page ---- */

/* Why no letter would come; NULL: one would. */
static const char *why_not(const struct letters_way *way)
{
    return !way->confirmed ? N_("Your e-mail address is not confirmed yet, so we cannot remind you.")
        : !way->arrive ? N_("E-mail to your address bounces, so we cannot remind you.")
        : !way->wanted ? N_("You have turned off e-mail about games, so we cannot remind you.")
        : !way->wanted_here ? N_("You have turned off e-mail about this game, so we cannot remind you.") : NULL;
}

static struct value *preset(const struct req *rq, const struct reminding *r, const char *label, int64_t wall)
{
    struct value *one = put_text(new_object(rq->arena), K_label, req_words(rq, label));
    put_text(one, K_when, model_hour(rq, rq->who.zone, zone_first(r->zone, wall) * SECOND));
    return put_text(one, K_at, wall_text(rq, wall));
}

/* Who is up late means the morning after the night. The earliest first. */
static struct value *presets_model(const struct req *rq, const struct reminding *r)
{
    struct value *list = new_list(rq->arena);
    int64_t now = rq->now / SECOND, wall = wall_at(r, now), midnight = wall - wall % DAY, last = 0;
    int hour = (int)(wall % DAY / HOUR);
    bool night = hour < NIGHT_ENDS;
    const struct {
        const char *label;
        int64_t wall;
        bool fits;
    } choice[] = {{N_("In 3 hours"), wall_at(r, now + HOURS_LATER * HOUR), true},
                  {N_("This evening"), midnight + EVENING * HOUR, hour < EVENING - 1},
                  {N_("This morning"), midnight + MORNING * HOUR, night},
                  {N_("Tomorrow morning"), midnight + DAY + MORNING * HOUR, !night}};
    enum { CHOICES = sizeof(choice) / sizeof(choice[0]) };
    for (int added = 0; added < CHOICES; added++) {
        int next = -1;
        for (int i = 0; i < CHOICES; i++)
            if (choice[i].fits && choice[i].wall > last && (next < 0 || choice[i].wall < choice[next].wall))
                next = i;
        if (next < 0)
            break;
        add(list, preset(rq, r, choice[next].label, choice[next].wall));
        last = choice[next].wall;
    }
    return list;
}

static struct value *set_model(const struct req *rq, const struct reminding *r)
{
    const struct seat_clock *clock = &r->game.seat[r->seat].clock;
    if (!r->at)
        return NULL;
    struct value *set = put_text(new_object(rq->arena), K_when, model_moment(rq, rq->who.zone, r->at));
    put_text(set, K_when_iso, model_iso(rq, r->at));
    const struct text_value due = {"moment", model_moment(rq, rq->who.zone, clock->deadline), 0};
    bool late = clock->deadline && clock->deadline < r->at;
    return put_text(set, K_late, late ? req_fill(rq, N_("Your time runs out before that: {moment}."), &due, 1) : NULL);
}

static struct value *page_model(const struct req *rq, const struct reminding *r)
{
    const char *not = why_not(&r->way), *typed = req_field(&rq->form, "at");
    struct value *model = put_text(new_object(rq->arena), K_accent, r->game.rules_id);
    int64_t wall = wall_at(r, rq->now / SECOND);
    put(model, K_game, model_game(rq, &r->game));
    put_text(model, K_table_url, url_table(rq->arena, r->id));
    put_text(model, K_action, url_remind(rq->arena, r->id));
    put(model, K_set, set_model(rq, r));
    put_text(model, K_cannot, not ? req_words(rq, not) : NULL);
    put(model, K_presets, presets_model(rq, r));
    put_text(model, K_at, typed ? typed : wall_text(rq, wall - wall % DAY + DAY + MORNING * HOUR));
    put_text(model, K_least, wall_text(rq, wall));
    put_text(model, K_most, wall_text(rq, wall + DAYS_MOST * DAY));
    put_text(model, K_zone, rq->who.zone);
    return put_null(model, K_problem);
}

/* A player of a running game, who may get letters about it. */
static bool reminding_open(struct req *rq, struct reminding *r, struct err *err)
{
    const struct zone *zone = zone_find(rq->who.zone);
    *r = (struct reminding){.zone = zone ? zone : zone_find("UTC")};
    if (!model_visible_game(rq, &r->id, &r->game, err))
        return false;
    r->seat = game_seat_of(&r->game, rq->who.id);
    if (r->seat == NO_SEAT || r->game.seat[r->seat].resigned)
        return err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat of game %lld", (long long)r->id);
    if (r->game.apart)
        return err_fail(err, ERR_STALE, N_("No e-mail is sent about games against bots."), NULL, "game %lld is apart", (long long)r->id);
    r->game.paused = 0; /* a table that somebody paused may be thought of all the same */
    return head_moves(&r->game, err) && store_reminder(rq->db, rq->arena, rq->who.id, r->id, &r->at, &r->way, err);
}

bool page_remind(struct req *rq, struct res *rs, struct err *err)
{
    struct reminding r;
    return reminding_open(rq, &r, err) && res_page(rq, rs, "remind", page_model(rq, &r));
}

/* ---- the form ---- */

static bool read_when(const struct req *rq, const struct reminding *r, int64_t *at, struct err *err)
{
    int64_t wall;
    const char *not = why_not(&r->way);
    if (not)
        return err_fail(err, ERR_STALE, not, NULL, "no letter would come");
    if (!wall_read(rq, req_field(&rq->form, "at"), &wall))
        return err_fail(err, ERR_INPUT, N_("Please choose a day and a time."), "at", "no moment");
    *at = zone_first(r->zone, wall) * SECOND;
    if (*at <= rq->now)
        return err_fail(err, ERR_INPUT, N_("That time has already passed. Please choose a later one."), "at", "it is past");
    return *at <= rq->now + (int64_t)DAYS_MOST * DAY * SECOND
        || err_fail(err, ERR_INPUT, N_("That is too far ahead: at most 60 days."), "at", "it is too far ahead");
}

bool act_remind(struct req *rq, struct res *rs, struct err *err)
{
    struct reminding r;
    int64_t at = 0;
    const char *back = req_field(&rq->form, "back"), *what = req_field(&rq->form, "do");
    bool never = what && !strcmp(what, "cancel");
    if (!reminding_open(rq, &r, err))
        return false;
    if ((!never && !read_when(rq, &r, &at, err)) || !store_reminder_put(rq->db, rq->who.id, r.id, at, err))
        return res_form_again(rq, rs, "remind", page_model(rq, &r), err);
    res_flash(rq, rs, never ? "reminder-off" : "reminder-on");
    return res_see_other(rs, url_local(back) ? back : never ? url_table(rq->arena, r.id) : url_remind(rq->arena, r.id));
}

/* Reasons of reports, and acts of moderators, in words. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/order.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

static const struct reason {
    const char *id, *label;
    const char *kinds;         /* for which reports it is offered: p(erson), l(ine), g(ame) */
} reasons[] = {
    {"abuse", N_("Insults or harassment"), "plg"},
    {"hate", N_("Hate or threats"), "l"},
    {"stalling", N_("Stalling on purpose"), "g"},
    {"collusion", N_("Playing together in secret (collusion)"), "g"},
    {"name", N_("The name or the profile text"), "p"},
    {"accounts", N_("Cheating, or several accounts"), "pg"},
    {"spam", N_("Advertising"), "pl"},
    {"other", N_("Something else"), "plg"},
};
enum { REASONS = sizeof(reasons) / sizeof(reasons[0]) };

const char *reason_words(const struct req *rq, const char *reason)
{
    for (int i = 0; i < REASONS; i++)
        if (!strcmp(reasons[i].id, reason))
            return req_words(rq, reasons[i].label);
    return reason;
}

struct value *reasons_model(const struct req *rq, const char *kind, const char *chosen)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < REASONS; i++)
        if (strchr(reasons[i].kinds, kind[0])) {
            struct value *row = put_text(add_object(list), K_value, reasons[i].id);
            put_bool(put_text(row, K_label, req_words(rq, reasons[i].label)), K_checked, !strcmp(reasons[i].id, chosen));
        }
    return list;
}

bool reason_fits(const char *kind, const char *reason)
{
    for (int i = 0; i < REASONS; i++)
        if (!strcmp(reasons[i].id, reason))
            return strchr(reasons[i].kinds, kind[0]) != NULL;
    return false;
}

bool reason_is_name(const char *reason)
{
    return !strcmp(reason, "name");
}

/* ---- acts ---- */

/* @own: to the one concerned. */
static const char *what_words(const struct req *rq, const struct act_row *act, bool own)
{
    static const struct { const char *kind, *own, *other; } whats[] = {
        {"hide", N_("A message of yours was hidden."), N_("Message hidden")},
        {"mute", N_("You cannot write in chats until {until}."), N_("Muted until {until}")},
        {"suspend", N_("Your account is suspended until {until}."), N_("Suspended until {until}")},
        {"ban", N_("Your account is banned."), N_("Banned")},
        {"rename", N_("You were renamed from “{was}” to “{becomes}”."), N_("Renamed from “{was}” to “{becomes}”")},
        {"words", N_("Your words about yourself were deleted."), N_("Profile text deleted")},
        {"close", N_("A table of yours was closed."), N_("Table {game} closed")},
        {"role", N_("Your role is now: {becomes}."), N_("Role is now: {becomes}")},
    };
    const bool ended = own && act->opener == rq->who.id && rq->who.id;
    const char *role = !strcmp(act->kind, "role") && act->becomes
        ? req_words(rq, !strcmp(act->becomes, "operator") ? N_("operator") : *act->becomes ? N_("moderator") : N_("member")) : act->becomes;
    const struct text_value values[] = {
        {"until", act->until ? moment_words(rq->arena, rq->words->cat, rq->who.zone, act->until) : "", 0}, {"was", act->was ? act->was : "", 0},
        {"becomes", role ? role : "", 0}, {"game", arena_printf(rq->arena, "%lld", (long long)act->game), 0}};
    for (size_t i = 0; i < sizeof(whats) / sizeof(whats[0]); i++)
        if (!strcmp(whats[i].kind, act->kind))
            return req_fill(rq, ended ? N_("A table of yours was closed, and your standing challenge that opens such tables was deleted.")
                                : own ? whats[i].own : whats[i].other, values, 4);
    return act->kind;
}

static struct value *whom_model(const struct req *rq, const struct act_row *act)
{
    if (!act->whom)
        return NULL;
    struct value *whom = put_text(new_object(rq->arena), K_name, name_shown(rq->words->cat, act->name));
    return put_text(whom, K_url, arena_printf(rq->arena, "/moderation/people/%lld", (long long)act->whom));
}

static struct value *act_model(const struct req *rq, const struct act_row *act, bool judging)
{
    struct value *model = put_int(new_object(rq->arena), K_id, act->id);
    bool names = judging && req_operates(rq);
    put(model, K_at, model_time(rq, act->at));
    put_text(model, K_what, what_words(rq, act, !judging));
    put_text(model, K_why, strcmp(act->kind, "role") ? act->why : NULL);
    put_text(model, K_line, !strcmp(act->kind, "hide") || !strcmp(act->kind, "words") ? act->was : NULL);
    put_text(model, K_game_url, act->game && !act->game_gone ? url_table(rq->arena, act->game) : NULL);
    put(model, K_undone, model_time(rq, act->undone));
    put_text(model, K_undone_why, act->undone_why);
    put_bool(model, K_is_undoable, judging && !act->undone && strcmp(act->kind, "close") != 0 && strcmp(act->kind, "role") != 0
             && !(act->until && act->until <= rq->now));
    put_text(model, K_by, names && act->moderator ? name_shown(rq->words->cat, act->moderator) : NULL);
    put_bool(model, K_commanded, names && !act->moderator);
    put_text(model, K_undone_by, names ? name_shown(rq->words->cat, act->undone_by) : NULL);
    return put(model, K_whom, judging ? whom_model(rq, act) : NULL);
}

struct value *acts_model(const struct req *rq, const struct act_row *acts, int n, bool judging)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < n; i++)
        add(list, act_model(rq, &acts[i], judging));
    return list;
}

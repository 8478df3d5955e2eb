/* Mail about games: how often a person wants it, which games are muted, and the status of the last mails. */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "cgi/model/model.h"
#include "cgi/account/handlers.h"
#include "cgi/account/handlers.h"
#include "cgi/base/url.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { MOST_NOTICES = 20, MOST_READ = 100 }; /* of those read, mails that were not needed are grouped */

/* ---- the status of one mail ---- */

static const struct { const char *kind, *label; } kinds[] = {
    {"turn", N_("Your turn")},       {"window", N_("Your answer")},           {"reminder", N_("Reminder")},
    {"clock", N_("Time ran out")},   {"started", N_("Start of the game")},     {"over", N_("End of the game")},
    {"rematch", N_("Rematch offered")}, {"asked", N_("Invitation to a table")},       {"taken", N_("Seat taken over")},
    {"vote", N_("Vote to end the game")}, {"confirm", N_("Confirm my address")}, {"recover", N_("Password reset")},
    {"address", N_("Confirm a new address")}, {"moving", N_("Change of e-mail requested")},
    {"link", N_("New link requested")},
};

/* Why a notice was not sent, or is not sent yet, as the view `notice` names it. */
static const struct { const char *needless, *sentence; } reasons[] = {
    {"played", N_("Not sent: you had already moved.")},
    {"muted", N_("Not sent: you have turned off e-mail about this game.")},
    {"unwanted", N_("Not sent: you have turned off e-mail about games.")},
    {"quiet", N_("Not sent: you already had an e-mail and have not visited since.")},
    {"left", N_("Not sent: you are no longer at that table.")},
    {"begun", N_("Not sent: the game had already begun.")},
    {"voted", N_("Not sent: the vote was over, or you had already answered.")},
    {"seated", N_("Not sent: the seat is no longer reserved for you.")},
    {"confirmed", N_("Not sent: your address was already confirmed.")},
    {"unconfirmed", N_("Not sent: your address is not confirmed.")},
    {"superseded", N_("Not sent: you are no longer changing to that address.")},
    {"returned", N_("Not sent: e-mail to your address bounces.")},
    {"gone", N_("Not sent: the game no longer exists.")},
};

static const char *kind_label(const struct req *rq, const char *kind)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (!strcmp(kinds[i].kind, kind))
            return req_words(rq, kinds[i].label);
    return kind;
}

static const char *reason_sentence(const char *needless)
{
    for (size_t i = 0; needless && i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (!strcmp(reasons[i].needless, needless))
            return reasons[i].sentence;
    return N_("Not sent: it was no longer needed.");
}

/* A sentence with "{time}": how long until @at. */
static const char *in_time(const struct req *rq, const char *sentence, int64_t at)
{
    struct sb span;
    sb_init(&span, rq->arena);
    text_duration(&span, rq->words->cat, at > rq->now ? (at - rq->now) / 1000000 : 0);
    const struct text_value time = {.name = "time", .text = span.text};
    return req_fill(rq, sentence, &time, 1);
}

static const char *waiting_sentence(const struct req *rq, const struct notice_row *notice)
{
    if (notice->tries)
        return in_time(rq, N_("Waiting: the mail server did not accept it. Next try in {time}."), notice->due);
    if (notice->needless && strcmp(notice->needless, "early"))
        return req_words(rq, reason_sentence(notice->needless));
    if (notice->due > rq->now)
        return in_time(rq, notice->needless ? N_("Waiting for the daily e-mail, in {time}.")
                                            : N_("Waiting {time}: you have the table open."), notice->due);
    return req_words(rq, N_("On its way."));
}

static bool refused(const struct notice_row *notice)
{
    return notice->note && notice->note[0] == '5' && isdigit((unsigned char)notice->note[1]);
}

static bool is(const struct notice_row *notice, const char *status)
{
    return !strcmp(notice->status, status);
}

static const char *fate_sentence(const struct req *rq, const struct notice_row *notice)
{
    if (is(notice, "sent"))
        return req_words(rq, N_("Passed to the mail server."));
    if (is(notice, "bounced"))
        return req_words(rq, N_("Bounced: the address does not accept mail."));
    if (is(notice, "failed"))
        return req_words(rq, refused(notice) ? N_("Refused by the mail server.") : N_("Given up after many tries."));
    if (is(notice, "dropped"))
        return req_words(rq, reason_sentence(notice->note));
    return waiting_sentence(rq, notice);
}

/* Both were not sent, for the same reason. */
static bool is_alike(const struct notice_row *a, const struct notice_row *b)
{
    return is(a, "dropped") && is(b, "dropped") && a->note && b->note && !strcmp(a->note, b->note);
}

/* @alike: how many more have the same status. */
static struct value *notice_model(const struct req *rq, const struct notice_row *notice, int alike)
{
    bool waits = is(notice, "waiting");
    bool said = notice->note && !is(notice, "dropped");
    struct value *model = put_text(put_text(new_object(rq->arena), K_kind, notice->kind), K_status, notice->status);
    put_text(model, K_label, kind_label(rq, notice->kind));
    put(model, K_game_url, notice->game ? new_text(rq->arena, url_table(rq->arena, notice->game)) : NULL);
    put(model, K_game_title, notice->game ? new_text(rq->arena, table_title(rq->arena, rq->words->cat, notice->rules_id, notice->game)) : NULL);
    put_text(model, K_text, fate_sentence(rq, notice));
    put(model, K_answer, said ? new_text(rq->arena, notice->note) : NULL);
    put(model, K_reason, said ? NULL : new_text(rq->arena, notice->note));
    put(model, K_queued, model_time(rq, notice->queued));
    put(model, K_due, waits ? model_time(rq, notice->due) : NULL);
    put(model, K_more, alike ? new_int(rq->arena, alike) : NULL);
    return put(model, K_at, model_time(rq, waits ? notice->queued : notice->done));
}

/* ---- the page ---- */

static const struct { const char *wish, *label, *hint; } wishes[] = {
    {"every", N_("at every turn"),
     N_("As soon as it is your turn or a game begins or ends. News that comes at the same time comes in one e-mail.")},
    {"once", N_("once, then not until I visit again"),
     N_("One e-mail at the first news, then none until you have visited. Only time limits do not wait: you get a "
        "reminder before your time runs out, and a note when it has.")},
    {"daily", N_("at most once a day, all in one e-mail"),
     N_("All news in one e-mail, at most once a day. Time limits do not wait: you get a reminder before your time "
        "runs out, and a note when it has.")},
    {"none", N_("never"),
     N_("No e-mail about games, not even when your time runs out. E-mail about your account still comes when you ask for it.")},
};

static struct value *wishes_model(const struct req *rq, const char *wish)
{
    struct value *list = new_list(rq->arena);
    for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++) {
        struct value *one = put_text(new_object(rq->arena), K_wish, wishes[i].wish);
        put_text(one, K_label, req_words(rq, wishes[i].label));
        put_text(one, K_hint, req_words(rq, wishes[i].hint));
        add(list, put_bool(one, K_chosen, !strcmp(wish, wishes[i].wish)));
    }
    return list;
}

static struct value *muted_model(const struct req *rq, const struct notices *notices)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < notices->n_muted; i++) {
        int64_t game = notices->muted[i].game;
        struct value *one = put_text(new_object(rq->arena), K_game_url, url_table(rq->arena, game));
        add(list, put_text(one, K_game_title, table_title(rq->arena, rq->words->cat, notices->muted[i].rules_id, game)));
    }
    return list;
}

static struct value *letters_model(const struct req *rq, const struct notices *notices)
{
    struct value *list = new_list(rq->arena), *model = put_text(new_object(rq->arena), K_wish, notices->wish);
    for (int i = 0, n = 0, next; i < notices->n && n < MOST_NOTICES; i = next, n++) {
        for (next = i + 1; next < notices->n && is_alike(&notices->row[i], &notices->row[next]);)
            next++;
        add(list, notice_model(rq, &notices->row[i], next - i - 1));
    }
    put(model, K_wishes, wishes_model(rq, notices->wish));
    put(put_bool(model, K_has_muted, notices->n_muted > 0), K_muted, muted_model(rq, notices));
    return put(put_bool(model, K_has_notices, notices->n > 0), K_notices, list);
}

bool page_letters(struct req *rq, struct res *rs, struct err *err)
{
    struct notices notices;
    return store_notices(rq->db, rq->arena, rq->who.id, MOST_READ, &notices, err)
        && res_page(rq, rs, "letters", letters_model(rq, &notices));
}

static bool wish_known(const char *wish)
{
    for (size_t i = 0; wish && i < sizeof(wishes) / sizeof(wishes[0]); i++)
        if (!strcmp(wishes[i].wish, wish))
            return true;
    return false;
}

bool act_letters(struct req *rq, struct res *rs, struct err *err)
{
    const char *wish = req_field(&rq->form, "wish");
    if (!wish_known(wish))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "wish", "unknown wish");
    if (!store_notice_wish(rq->db, rq->who.id, wish, err))
        return false;
    res_flash(rq, rs, "letters-saved");
    return res_see_other(rs, "/settings/letters");
}

/* ---- one game ---- */

bool act_mute(struct req *rq, struct res *rs, struct err *err)
{
    int64_t game;
    const char *what = req_field(&rq->form, "do"), *back = req_field(&rq->form, "back");
    bool on = what && !strcmp(what, "on");
    if (!model_game_id(rq, &game, err))
        return false;
    if (!on && (!what || strcmp(what, "off")))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither on nor off");
    if (!store_notice_mute(rq->db, rq->who.id, game, on, err))
        return false;
    res_flash(rq, rs, on ? "letters-on" : "letters-off");
    return res_see_other(rs, url_local(back) ? back : url_table(rq->arena, game));
}

/* Mail about games: how often a person wants it and which games are muted, in the settings; and the status of the last mails. */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "cgi/model/model.h"
#include "cgi/account/fates.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/url.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { MOST_NOTICES = 20, MOST_READ = 100 }; /* of those read, mails that were not needed are grouped */

/* ---- the status of one mail ---- */

/* Why a notice was not sent, or is not sent yet, as the view `notice` names it. */
static const struct { const char *needless, *sentence; } reasons[] = {
    {"played", N_("Not sent: you had already moved.")},
    {"muted", N_("Not sent: you have turned off e-mail about this game.")},
    {"unwanted", N_("Not sent: you have turned off e-mail about games.")},
    {"quiet", N_("Not sent: you already had an e-mail and have not visited since.")},
    {"joined", N_("Not sent: the e-mail about your turn says it, too.")},
    {"left", N_("Not sent: you are no longer at that table.")},
    {"begun", N_("Not sent: the game had already begun.")},
    {"voted", N_("Not sent: the vote was over, or you had already answered.")},
    {"seated", N_("Not sent: the seat is no longer reserved for you.")},
    {"confirmed", N_("Not sent: your address was already confirmed.")},
    {"unconfirmed", N_("Not sent: your address is not confirmed.")},
    {"superseded", N_("Not sent: you are no longer changing to that address.")},
    {"returned", N_("Not sent: e-mail to your address bounces.")},
    {"not_asked", N_("Not sent: it was not your turn at the time that you had chosen.")},
    {"ended", N_("Not sent: the game was over.")},
    {"stopped", N_("Not sent: the table was paused by the site.")},
    {"gone", N_("Not sent: the game no longer exists.")},
    {"paused", N_("Waiting: the site has paused this table.")},
};

static const char *reason_sentence(const char *needless)
{
    for (size_t i = 0; needless && i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (!strcmp(reasons[i].needless, needless))
            return reasons[i].sentence;
    return N_("Not sent: it was no longer needed.");
}

/* What is not to be sent yet waits for its day, or, if its reader wants no daily e-mail, for the morning. */
static const char *waiting_sentence(const struct req *rq, const struct notice_row *notice, bool daily)
{
    if (notice->tries)
        return fate_in_time(rq, notice->note && !strcmp(notice->note, "locked") ? N_("Waiting: the table was busy. Next try in {time}.")
                                : N_("Waiting: the mail server did not accept it. Next try in {time}."), notice->due);
    if (notice->needless && strcmp(notice->needless, "early"))
        return req_words(rq, reason_sentence(notice->needless));
    if (notice->due > rq->now)
        return fate_in_time(rq, notice->needless && daily ? N_("Waiting for the daily e-mail, in {time}.")
                           : notice->needless ? N_("Waiting for the end of your nightly rest, in {time}.")
                           : !strcmp(notice->kind, "started") ? N_("Waiting {time}, in case it is your turn soon.")
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

static const char *fate_sentence(const struct req *rq, const struct notice_row *notice, bool daily)
{
    if (is(notice, "sent"))
        return req_words(rq, N_("Sent."));
    if (is(notice, "bounced"))
        return req_words(rq, N_("Bounced: the address does not accept mail."));
    if (is(notice, "failed"))
        return req_words(rq, refused(notice) ? N_("Refused by the mail server.") : N_("Given up after many tries."));
    if (is(notice, "dropped"))
        return req_words(rq, reason_sentence(notice->note));
    return waiting_sentence(rq, notice, daily);
}

/* Both were not sent, for the same reason. */
static bool is_alike(const struct notice_row *a, const struct notice_row *b)
{
    return is(a, "dropped") && is(b, "dropped") && a->note && b->note && !strcmp(a->note, b->note);
}

/* @alike: how many more have the same status. */
static struct value *notice_model(const struct req *rq, const struct notice_row *notice, bool daily, int alike)
{
    bool waits = is(notice, "waiting");
    bool said = notice->note && !is(notice, "dropped") && strcmp(notice->note, "locked") != 0;
    struct value *model = put_text(put_text(new_object(rq->arena), K_kind, notice->kind), K_status, notice->status);
    put_bool(put_text(model, K_label, fate_kind(rq, notice->kind)), K_sent, is(notice, "sent"));
    put(model, K_game_url, notice->game ? new_text(rq->arena, url_table(rq->arena, notice->game)) : NULL);
    put(model, K_game_title, notice->game ? new_text(rq->arena, table_title(rq->arena, rq->words->cat, notice->rules_id, notice->game)) : NULL);
    put_text(model, K_text, fate_sentence(rq, notice, daily));
    put(model, K_answer, said ? new_text(rq->arena, notice->note) : NULL);
    put(model, K_reason, said ? NULL : new_text(rq->arena, notice->note));
    put(model, K_queued, model_time(rq, notice->queued));
    put(model, K_due, waits ? model_time(rq, notice->due) : NULL);
    put(model, K_more, alike ? new_int(rq->arena, alike) : NULL);
    return put(model, K_at, model_time(rq, waits ? notice->queued : notice->done));
}

/* ---- how often ---- */

static const struct { const char *wish, *label, *hint; } wishes[] = {
    {"every", N_("Every turn"),
     N_("As soon as it is your turn or a game begins or ends. News that comes at the same time comes in one e-mail.")},
    {"once", N_("Once, then not until I visit again"),
     N_("One e-mail at the first news, then none until you have visited. Only time limits do not wait: you get a "
        "reminder before your time runs out, and a note when it has.")},
    {"daily", N_("At most once a day, all in one e-mail"),
     N_("All news in one e-mail, at most once a day. Time limits do not wait: you get a reminder before your time "
        "runs out, and a note when it has.")},
    {"none", N_("Never"),
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

static const char *wish_words(const struct req *rq, const char *wish)
{
    for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++)
        if (!strcmp(wish, wishes[i].wish))
            return req_words(rq, wishes[i].label);
    return NULL;
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

bool notices_section(struct req *rq, struct value **model, struct err *err)
{
    struct notices notices;
    if (!store_notices(rq->db, rq->arena, rq->who.id, MOST_READ, &notices, err))
        return false;
    *model = put_text(new_object(rq->arena), K_wish, notices.wish);
    put(*model, K_wishes, wishes_model(rq, notices.wish));
    put_bool(put_bool(*model, K_picture_in_letters, notices.picture), K_hand_in_letters, notices.hand);
    put(put_bool(*model, K_has_muted, notices.n_muted > 0), K_muted, muted_model(rq, &notices));
    return true;
}

/* ---- the list of mails ---- */

/* What was not sent since its reader had played before: no news to anybody, and most of the list of who plays much. */
static bool is_played(const struct notice_row *notice)
{
    return is(notice, "dropped") && notice->note && !strcmp(notice->note, "played");
}

static struct value *letters_model(const struct req *rq, const struct notices *notices)
{
    struct value *list = new_list(rq->arena), *played = new_list(rq->arena), *model = put_text(new_object(rq->arena), K_wish, notices->wish);
    const bool daily = !strcmp(notices->wish, "daily");
    for (int i = 0, n = 0, next; i < notices->n; i = next) {
        const struct notice_row *notice = &notices->row[i];
        for (next = i + 1; !is_played(notice) && next < notices->n && is_alike(notice, &notices->row[next]);)
            next++;
        if (is_played(notice))
            add(played, notice_model(rq, notice, daily, 0));
        else if (n++ < MOST_NOTICES)
            add(list, notice_model(rq, notice, daily, next - i - 1));
    }
    const struct text_value count = {"n", NULL, value_n(played)};
    put_text(model, K_words, req_fill(rq, N_("Not sent: you had already moved ({n})"), &count, 1));
    put(put_bool(model, K_has_played, value_n(played) > 0), K_played, played);
    put_text(model, K_wish_words, wish_words(rq, notices->wish));
    return put(put_bool(model, K_has_notices, value_n(list) > 0), K_notices, list);
}

bool page_letters(struct req *rq, struct res *rs, struct err *err)
{
    struct notices notices;
    return store_notices(rq->db, rq->arena, rq->who.id, MOST_READ, &notices, err)
        && res_page(rq, rs, "letters", letters_model(rq, &notices));
}

/* ---- the forms ---- */

static bool wish_known(const char *wish)
{
    for (size_t i = 0; wish && i < sizeof(wishes) / sizeof(wishes[0]); i++)
        if (!strcmp(wishes[i].wish, wish))
            return true;
    return false;
}

bool notices_change(struct req *rq, struct settings_change *change, struct err *err)
{
    const char *wish = req_field(&rq->form, "wish");
    change->form = FORM_NOTICES;
    change->flash = "letters-saved";
    return wish_known(wish) ? store_notice_wish(rq->db, rq->who.id, wish, req_field(&rq->form, "picture_in_letters"), req_field(&rq->form, "hand_in_letters"), err)
                            : err_fail(err, ERR_INPUT, N_("Please choose how often you want e-mail."), "wish", "unknown wish");
}

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

#include "config.h"

#include "cgi/account/fates.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

static const struct { const char *kind, *label; } kinds[] = {
    {"test", N_("Test")}, {"turn", N_("Your turn")}, {"started", N_("Start of the game")}, {"ended", N_("End of the game")}, {"chat", N_("Chat")},
    {"window", N_("Your answer")}, {"reminder", N_("Reminder")}, {"clock", N_("Time ran out")}, {"over", N_("End of the game")}, {"rematch", N_("Rematch offered")},
    {"asked", N_("Invitation to a table")}, {"seated", N_("A player sat down")}, {"taken", N_("Seat taken over")}, {"vote", N_("Vote to end the game")},
    {"pause", N_("Question about a pause")}, {"back", N_("Request to undo a turn")}, {"confirm", N_("Confirm my address")},
    {"recover", N_("Password reset")}, {"address", N_("Confirm a new address")}, {"moving", N_("Change of e-mail requested")},
    {"link", N_("New link requested")}, {"hook", N_("Web hook switched off")},
    {"tournament", N_("Tournament cancelled")},
};

static const struct { const char *why, *sentence; } reasons[] = {
    {"played", N_("Not sent: somebody had already moved.")},
    {"left", N_("Not sent: you are no longer at that table, or it is not yours any more.")},
    {"held", N_("Not sent: your account was suspended.")},
    {"stopped", N_("Not sent: the hook was switched off.")},
    {"hidden", N_("Not sent: a moderator has hidden that message.")},
    {"muted", N_("Not sent: you have turned off e-mail about this game.")},
    {"quiet", N_("Not sent: you already had one and have not visited since.")},
    {"begun", N_("Not sent: the game had already begun.")},
    {"voted", N_("Not sent: the vote was over, or you had already answered.")},
    {"seated", N_("Not sent: the seat is no longer reserved for you.")},
    {"gone", N_("Not sent: the game no longer exists.")},
};

/* What we have answered ourselves (cgi/post, cgi/work/worker_post.c); what others have answered stands as it came. */
static const char *const answers[] = {
    N_("the address cannot be used"), N_("it could not be written"), N_("the address is of this machine or of a private network"),
};

const char *fate_kind(const struct req *rq, const char *kind)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (!strcmp(kinds[i].kind, kind))
            return req_words(rq, kinds[i].label);
    return kind;
}

static const char *reason_words(const struct req *rq, const char *why)
{
    for (size_t i = 0; why && i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (!strcmp(reasons[i].why, why))
            return req_words(rq, reasons[i].sentence);
    return req_words(rq, N_("Not sent: it was no longer needed."));
}

const char *fate_in_time(const struct req *rq, const char *sentence, int64_t at)
{
    struct sb span;
    sb_init(&span, rq->arena);
    text_duration(&span, rq->words->cat, at > rq->now ? (at - rq->now) / 1000000 : 0);
    const struct text_value time = {.name = "time", .text = span.text};
    return req_fill(rq, sentence, &time, 1);
}

static const char *answer_words(const struct req *rq, const char *note)
{
    for (size_t i = 0; note && i < sizeof(answers) / sizeof(answers[0]); i++)
        if (!strcmp(answers[i], note))
            return req_words(rq, answers[i]);
    return note;
}

/* Another message told it, too: there is no answer of its own. */
static bool went_along(const struct fate_row *fate)
{
    return !strcmp(fate->status, "sent") && fate->note && !strcmp(fate->note, "along");
}

static const char *fate_words(const struct req *rq, const struct fate_row *fate)
{
    if (!strcmp(fate->status, "sent"))
        return req_words(rq, went_along(fate) ? N_("Delivered, in one message about several games.") : N_("Delivered."));
    if (!strcmp(fate->status, "dropped"))
        return reason_words(rq, fate->note);
    if (!strcmp(fate->status, "failed"))
        return req_words(rq, strcmp(fate->kind, "test") ? N_("Given up after many tries.") : N_("The test failed."));
    if (fate->due > rq->now && !fate->tries)
        return fate_in_time(rq, N_("Waiting {time}."), fate->due);
    if (fate->due <= rq->now)
        return req_words(rq, N_("On its way."));
    return fate_in_time(rq, N_("It did not work. Next try in {time}."), fate->due);
}

struct value *fate_model(const struct req *rq, const struct fate_row *fate)
{
    bool unanswered = !strcmp(fate->status, "dropped") || went_along(fate), twice = fate->tries > 1;
    const struct text_value tries = {"n", NULL, fate->tries};
    struct value *model = put_text(put_text(new_object(rq->arena), K_label, fate_kind(rq, fate->kind)), K_text, fate_words(rq, fate));
    put(model, K_game_url, fate->game ? new_text(rq->arena, url_table(rq->arena, fate->game)) : NULL);
    put(model, K_game_title, fate->game ? new_text(rq->arena, table_title(rq->arena, rq->words->cat, fate->rules_id, fate->game)) : NULL);
    put_text(model, K_answer, unanswered ? NULL : answer_words(rq, fate->note));
    put_text(model, K_more, twice ? req_fill(rq, N_("{n} tries"), &tries, 1) : NULL);
    return put(model, K_at, model_time(rq, fate->done ? fate->done : fate->queued));
}

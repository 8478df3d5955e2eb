/* A pause that players agree on, as a table's page shows it. */
#include "config.h"

#include "cgi/table/pause.h"

#include <string.h>

#include "cgi/play/accord.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

static const char *names_of(const struct req *rq, const struct game_row *game, seatmask seats)
{
    const char *names[SEATS_MAX];
    int n = 0;
    for (int s = 0; s < game->n_seats; s++)
        if (seats & SEAT_BIT(s))
            names[n++] = name_shown(rq->words->cat, game->seat[s].name ? game->seat[s].name : "");
    return text_names(rq->arena, rq->words->cat, names, n);
}

static const char *question_words(const struct req *rq, const struct game_row *game, enum accord_kind kind, bool alone)
{
    const struct accord *accord = &game->accord[kind];
    const struct text_value values[] = {{"names", names_of(rq, game, accord->agreed), 0}, {"moment", model_moment(rq, rq->who.zone, accord->until), 0}};
    const char *words = kind == ACCORD_PAUSE
        ? (alone ? N_("You have proposed a pause until {moment}. It begins if everyone agrees.")
                 : N_("{names} would like to pause this table until {moment}: no clock runs until then. It begins if everyone agrees."))
        : (alone ? N_("You have proposed to end the pause. It ends if everyone agrees.")
                 : N_("{names} would like to end the pause, so that the clocks run again. It ends if everyone agrees."));
    return req_fill(rq, words, values, 2);
}

static struct value *question_model(const struct req *rq, const struct game_row *game, int seat)
{
    enum accord_kind kind;
    const struct accord *accord = game_question(game, &kind);
    if (!accord)
        return NULL;
    bool agrees = accord->agreed & SEAT_BIT(seat), alone = accord->agreed == SEAT_BIT(seat);
    struct value *question = put_text(new_object(rq->arena), K_what, kind == ACCORD_PAUSE ? "pause" : "go_on");
    put_text(question, K_text, question_words(rq, game, kind, alone));
    put_bool(put_bool(question, K_mine, alone), K_agrees, agrees && !alone);
    return put_bool(put_bool(question, K_can_answer, !agrees), K_go_on, kind == ACCORD_GO_ON);
}

/* "Bruno would rather ...": to whoever had proposed or agreed to what somebody did not want, until the next move; NULL: nothing to say. */
static const char *declined_words(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat)
{
    const struct incident_row *no = NULL;
    bool mine = false;
    for (int i = 0; i < incidents->n; i++) {
        const struct incident_row *row = &incidents->row[i];
        bool asks = !strcmp(row->kind, "asked_pause") || !strcmp(row->kind, "asked_go_on"), own = row->seat == seat;
        if (asks || (own && (!strcmp(row->kind, "agreed_pause") || !strcmp(row->kind, "agreed_go_on"))))
            mine = own;
        if (asks || !strcmp(row->kind, "pause_begins") || !strcmp(row->kind, "pause_ends"))
            no = NULL;
        else if (!strcmp(row->kind, "declined_pause") || !strcmp(row->kind, "declined_go_on"))
            no = row;
    }
    if (!no || !mine || no->seat == seat || no->ply != game->ply)
        return NULL;
    struct sb text;
    sb_init(&text, rq->arena);
    incident_text(&text, rq->words->cat, game, no);
    return text.text;
}

struct value *pause_model(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat)
{
    const struct accord *pause = game->status == GAME_RUNNING ? game_pause(game) : NULL;
    bool plays = game->status == GAME_RUNNING && !game->paused && seat != NO_SEAT && !game->seat[seat].resigned;
    struct value *question = plays ? question_model(rq, game, seat) : NULL, *model = put_bool(new_object(rq->arena), K_active, pause);
    const struct text_value until = {"moment", pause ? model_moment(rq, rq->who.zone, pause->until) : "", 0};
    put_text(model, K_text, pause ? req_fill(rq, N_("Paused by the players until {moment}: no clock runs. Moves can be made all the same."), &until, 1)
                                  : NULL);
    put_text(model, K_until_iso, pause ? model_iso(rq, pause->until) : NULL);
    put_text(model, K_declined, plays && !question ? declined_words(rq, game, incidents, seat) : NULL);
    put(model, K_question, question);
    put_bool(model, K_can_ask, plays && accord_can(game));
    put_bool(model, K_can_go_on, plays && pause && !question);
    return put_int(put_int(put_int(model, K_least, PAUSE_DAYS_LEAST), K_most, PAUSE_DAYS_MOST), K_days, PAUSE_DAYS);
}

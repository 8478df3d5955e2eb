/* A pause that players agree on, and a turn that is taken back, as a table's page shows them. */
#include "config.h"

#include "cgi/table/pause.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/accord.h"
#include "cgi/play/fold.h"
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

/* What is asked, in words: to who asks alone, and to the others. */
static const struct { const char *alone, *others; } questions[ACCORDS] = {
    [ACCORD_PAUSE] = {N_("You have proposed a pause until {moment}. It begins if everyone agrees."),
                      N_("{names} would like to pause this table until {moment}: no clock runs until then. It begins if everyone agrees.")},
    [ACCORD_GO_ON] = {N_("You have proposed to end the pause. It ends if everyone agrees."),
                      N_("{names} would like to end the pause, so that the clocks run again. It ends if everyone agrees.")},
    [ACCORD_TAKE_BACK] = {N_("You have asked to undo your last turn. It is undone if everyone agrees."),
                          N_("{asker} would like to undo the last turn. It has revealed nothing. It is undone if everyone agrees.")},
};

static struct value *question_model(const struct req *rq, const struct game_row *game, enum accord_kind kind, int seat)
{
    const struct accord *accord = &game->accord[kind];
    if (!accord->asked || accord->made)
        return NULL;
    const char *asker = game->seat[accord->seat].name;
    bool agrees = accord->agreed & SEAT_BIT(seat), alone = accord->agreed == SEAT_BIT(seat);
    const struct text_value values[] = {{"names", names_of(rq, game, accord->agreed), 0}, {"moment", model_moment(rq, rq->who.zone, accord->until), 0},
                                        {"asker", name_shown(rq->words->cat, asker ? asker : ""), 0}};
    struct value *question = put_text(new_object(rq->arena), K_what, kind == ACCORD_PAUSE ? "pause" : kind == ACCORD_GO_ON ? "go_on" : "take_back");
    put_text(question, K_text, req_fill(rq, alone ? questions[kind].alone : questions[kind].others, values, 3));
    put_bool(put_bool(question, K_mine, alone), K_agrees, agrees && !alone);
    return put_bool(put_bool(question, K_can_answer, !agrees), K_go_on, kind == ACCORD_GO_ON);
}

static bool is_one(const char *kind, const char *const names[2])
{
    return !strcmp(kind, names[0]) || !strcmp(kind, names[1]);
}

/* The incidents that tell of a question of a sort: each of two kinds. */
struct sort {
    const char *asked[2], *agreed[2], *declined[2], *done[2];
};

/* "Bruno would rather ...": to whoever had proposed or agreed to what somebody did not want, until the next move; NULL: nothing to say. */
static const char *declined_words(const struct req *rq, const struct game_row *game, const struct incidents *incidents, const struct sort *sort, int seat)
{
    const struct incident_row *no = NULL;
    bool mine = false;
    for (int i = 0; i < incidents->n; i++) {
        const struct incident_row *row = &incidents->row[i];
        bool asks = is_one(row->kind, sort->asked), own = row->seat == seat;
        if (asks || (own && is_one(row->kind, sort->agreed)))
            mine = own;
        if (asks || is_one(row->kind, sort->done))
            no = NULL;
        else if (is_one(row->kind, sort->declined))
            no = row;
    }
    if (!no || !mine || no->seat == seat || no->ply != game->ply)
        return NULL;
    struct sb text;
    sb_init(&text, rq->arena);
    incident_text(&text, rq->words->cat, game, no);
    return text.text;
}

static bool plays_here(const struct req *rq, const struct game_row *game, int seat)
{
    return game->status == GAME_RUNNING && !game->paused && seat != NO_SEAT && !game->seat[seat].resigned && !req_suspended(rq);
}

struct value *pause_model(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat)
{
    const struct accord *pause = game->status == GAME_RUNNING ? game_pause(game) : NULL;
    static const struct sort about = {{"asked_pause", "asked_go_on"}, {"agreed_pause", "agreed_go_on"}, {"declined_pause", "declined_go_on"},
                                      {"pause_begins", "pause_ends"}};
    bool plays = plays_here(rq, game, seat);
    struct value *question = plays ? question_model(rq, game, pause ? ACCORD_GO_ON : ACCORD_PAUSE, seat) : NULL, *model = put_bool(new_object(rq->arena), K_active, pause);
    const struct text_value until = {"moment", pause ? model_moment(rq, rq->who.zone, pause->until) : "", 0};
    put_text(model, K_text, pause ? req_fill(rq, N_("Paused by the players until {moment}: no clock runs. Moves can be made all the same."), &until, 1)
                                  : NULL);
    put_text(model, K_until_iso, pause ? model_iso(rq, pause->until) : NULL);
    put_text(model, K_declined, plays && !question ? declined_words(rq, game, incidents, &about, seat) : NULL);
    put(model, K_question, question);
    put_bool(model, K_can_ask, plays && accord_can(game));
    put_bool(model, K_can_go_on, plays && pause && !question);
    return put_int(put_int(put_int(model, K_least, PAUSE_DAYS_LEAST), K_most, PAUSE_DAYS_MOST), K_days, PAUSE_DAYS);
}

/* Was the newest move the visitor's? Whether it can be taken back is asked when the visitor wants to know. */
static bool moved_last(const struct table *t)
{
    int to;
    const struct move_row *last = t->n_moves > 0 ? &t->moves[t->n_moves - 1] : NULL;
    return last && t->game.rules && !t->game.rules->turns_show && last->ply > 0 && last->seat == t->seat && !fold_takes_back(last->move, &to);
}

struct value *back_model(const struct req *rq, const struct table *t)
{
    static const struct sort about = {{"asked_back", "asked_back"}, {"agreed_back", "agreed_back"}, {"declined_back", "declined_back"},
                                      {"taken_back", "taken_back"}};
    const struct game_row *game = &t->game;
    bool plays = plays_here(rq, game, t->seat) && !game->apart;
    struct value *question = plays ? question_model(rq, game, ACCORD_TAKE_BACK, t->seat) : NULL, *model = put(new_object(rq->arena), K_question, question);
    put_text(model, K_declined, plays && !question ? declined_words(rq, game, &t->incidents, &about, t->seat) : NULL);
    return put_text(model, K_url, plays && !question && moved_last(t) ? arena_printf(rq->arena, "%s/back", url_table(rq->arena, game->id)) : NULL);
}

#include "config.h"

#include "cgi/table/drawing.h"

#include "cgi/base/url.h"
#include "cgi/mail/ending.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const int64_t MINUTE = 60 * INT64_C(1000000);

/* ---- what is asked ---- */

bool drawing_awaits_me(const struct drawing *s)
{
    const struct table *t = &s->table;
    return t->game.status == GAME_RUNNING && !t->game.paused && t->seat != NO_SEAT
        && (t->game.awaits & SEAT_BIT(t->seat)) && !t->game.seat[t->seat].resigned && !req_suspended(s->rq);
}

/* The turn is played out in the draft, and only its confirmation is missing. */
bool drawing_waits_for_confirm(const struct drawing *s)
{
    const struct table *t = &s->table;
    return drawing_awaits_me(s) && t->draft.n > 0 && !(t->game.rules->awaits(t->state) & SEAT_BIT(t->seat));
}

int drawing_first_awaited(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    for (int seat = 0; seat < game->n_seats; seat++)
        if (game->awaits & SEAT_BIT(seat))
            return seat;
    return NO_SEAT;
}

static const char *names_of(const struct drawing *s, seatmask seats)
{
    struct sb out;
    sb_init(&out, s->rq->arena);
    for (int seat = 0; seat < s->people.n; seat++)
        if (seats & SEAT_BIT(seat))
            text_add_item(&out, s->rq->words->cat, s->people.name[seat]);
    return out.text;
}

static const char *sentence_open(const struct drawing *s)
{
    struct text_value free_seats = {"n", NULL, 0};
    for (int seat = 0; seat < s->table.game.n_seats; seat++)
        free_seats.number += !s->table.game.seat[seat].name;
    if (free_seats.number == 0)
        return req_words(s->rq, N_("Everybody is here: the game can start."));
    return req_fill(s->rq, N_("Waiting for {n:one more player|# more players}."), &free_seats, 1);
}

static const char *sentence_over(const struct drawing *s)
{
    const struct ending ending = {s->rq->arena, s->rq->words->cat, &s->table.game, NULL, s->people.name, s->table.seat};
    return ending_headline(&ending);
}

static const char *sentence_paused(const struct drawing *s)
{
    const struct text_value time = {"time", model_span(s->rq, s->rq->now - s->table.game.paused), 0};
    return req_fill(s->rq, N_("This table was paused by the site {time} ago. All clocks are stopped, and nobody "
                              "can move until it resumes."),
                       &time, 1);
}

static const char *sentence_running(const struct drawing *s)
{
    const struct table *t = &s->table;
    if (t->game.paused)
        return sentence_paused(s);
    bool mine = drawing_awaits_me(s);
    if (drawing_waits_for_confirm(s)) {
        const struct text_value name = {"name", s->people.name[t->seat], 0};
        return req_fill(s->rq, t->game.rules->awaits(t->state) ? N_("{name}, confirm your turn.")
                                                                  : N_("{name}, confirm your turn: this ends the game."),
                           &name, 1);
    }
    int seat = mine ? t->seat : drawing_first_awaited(s);
    struct asked asked = seat == NO_SEAT ? (struct asked){0} : t->game.rules->words->asks(mine ? t->state : t->head, seat);
    const char *what = mine ? asked.imperative : asked.doing;
    int64_t waited = seat == NO_SEAT ? 0 : s->rq->now - t->game.seat[seat].awaited_since;
    const struct text_value value[] = {{"name", mine ? s->people.name[seat] : names_of(s, t->game.awaits), 0},
                                       {"what", what ? req_words(s->rq, what) : "", 0},
                                       {"time", model_span(s->rq, waited), 0}};
    if (mine)
        return req_fill(s->rq, what ? N_("{name}, {what}.") : N_("{name}, it is your turn."), value, 2);
    const bool tells = what && !(t->game.awaits & (seatmask)(t->game.awaits - 1)); /* of several the list of players tells it */
    if (waited < MINUTE)
        return req_fill(s->rq, tells ? N_("Waiting for {name}: {what}.") : N_("Waiting for {name}."), value, 2);
    return req_fill(s->rq, tells ? N_("Waiting for {name} ({time}): {what}.") : N_("Waiting for {name} ({time})."), value, 3);
}

struct value *drawing_asked(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    int seat = drawing_awaits_me(s) ? s->table.seat : drawing_first_awaited(s);
    bool running = game->status == GAME_RUNNING, one = running && seat != NO_SEAT && game->awaits == SEAT_BIT(seat);
    struct value *asked = new_object(s->rq->arena), *clock = drawing_awaits_me(s) || one ? model_clock(s->rq, game, seat) : NULL;
    put_text(asked, K_sentence, game->status == GAME_OPEN ? sentence_open(s)
                                 : running ? sentence_running(s) : sentence_over(s));
    put_bool(asked, K_mine, drawing_awaits_me(s));
    put_bool(asked, K_over, game->status == GAME_OVER);
    put(asked, K_stands, get(clock, K_stands));
    put(asked, K_clock, drawing_awaits_me(s) ? clock : NULL);
    return put(asked, K_since, running && !game->paused && seat != NO_SEAT ? model_time(s->rq, game->seat[seat].awaited_since) : NULL);
}

/* ---- after a turn ---- */

/* How many other games wait for the visitor. */
static int others_waiting(const struct drawing *s)
{
    const struct table *t = &s->table;
    bool here = t->seat != NO_SEAT && t->game.seat[t->seat].awaited_since && !t->game.seat[t->seat].resigned;
    return req_others_waiting(s->rq, here);
}

/* Which other game waits, and after a turn of one's own who is next in this one. */
struct value *drawing_done(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    const struct next_game *next = &s->table.next;
    const struct game_row other = {.id = next->id, .rules_id = next->rules_id};
    struct value *done = put_bool(new_object(s->rq->arena), K_active, s->done);
    put(done, K_next_name, game->status == GAME_RUNNING ? new_text(s->rq->arena, names_of(s, game->awaits)) : NULL);
    put(done, K_next_game_url, next->id ? new_text(s->rq->arena, url_table(s->rq->arena, next->id)) : NULL);
    put(done, K_next_game_title, next->id ? new_text(s->rq->arena, table_title(s->rq->arena, s->rq->words->cat, other.rules_id, other.id)) : NULL);
    const struct text_value n = {"n", NULL, others_waiting(s)};
    put_int(done, K_n, n.number);
    /* Bots do not keep one waiting. */
    put_bool(done, K_asks_push, s->done && s->rq->who.asks_push && s->rq->who.email_confirmed && !game->apart && game->status == GAME_RUNNING);
    const char *words = n.number ? req_fill(s->rq, N_("{n:Another game is|# other games are} waiting for you"), &n, 1) : NULL;
    return put(done, K_others, drawing_awaits_me(s) || s->done ? NULL : new_text(s->rq->arena, words));
}

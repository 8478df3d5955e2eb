#include "config.h"

#include "cgi/mail/ending.h"

#include <math.h>
#include <string.h>

#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const int64_t SECOND = 1000000;

static const char *filled(const struct ending *e, const char *sentence, const struct text_value *values, int n)
{
    return text_filled(e->arena, e->cat, sentence, values, n);
}

/* ---- who has won ---- */

/* "Anna and Bruno": of the seats in @seats. */
static const char *names_of(const struct ending *e, seatmask seats)
{
    const char *names[SEATS_MAX];
    int n = 0;
    for (int s = 0; s < e->game->n_seats; s++)
        if (seats & SEAT_BIT(s))
            names[n++] = e->people[s];
    return text_names(e->arena, e->cat, names, n);
}

int ending_ranked(const struct game_row *game, int seats[SEATS_MAX])
{
    int n = 0;
    for (int rank = 1; rank <= game->n_seats; rank++)
        for (int s = 0; s < game->n_seats; s++)
            if (game->seat[s].rank == rank)
                seats[n++] = s;
    return n;
}

static seatmask winners_of(const struct game_row *game)
{
    seatmask winners = 0;
    for (int s = 0; s < game->n_seats; s++)
        winners |= game->seat[s].rank == 1 ? SEAT_BIT(s) : 0;
    return winners;
}

static seatmask resigned_in(const struct game_row *game)
{
    seatmask seats = 0;
    for (int s = 0; s < game->n_seats; s++)
        seats |= game->seat[s].resigned ? SEAT_BIT(s) : 0;
    return seats;
}

static bool is_one(seatmask seats)
{
    return seats && !(seats & (seats - 1));
}

/* Why there is no result. */
static const char *no_result(const struct game_row *game)
{
    return !strcmp(game->ending, "agreed")      ? N_("No result: all agreed to end the game.")
           : !strcmp(game->ending, "abandoned") ? N_("No result: nobody has played for two rounds.")
                                                : N_("No result: the game was ended by the administrator.");
}

const char *ending_headline(const struct ending *e)
{
    const struct game_row *game = e->game;
    seatmask winners = winners_of(game), resigned = resigned_in(game), all = (seatmask)((1u << game->n_seats) - 1);
    bool none = game_no_result_words(game) != NULL;
    if (none || !winners)
        return text_get(e->cat, none ? no_result(game) : N_("The game is over."));
    int points = 0;
    for (int s = 0; s < game->n_seats; s++)
        points = winners & SEAT_BIT(s) ? game->seat[s].points : points;
    const struct text_value value[] = {{"names", names_of(e, winners), 0},
                                       {"score", score_words(e->arena, e->cat, game->rules, points), 0},
                                       {"others", names_of(e, resigned), 0}};
    const char *sentence = is_one(winners) ? N_("{names} has won with {score}.") : N_("{names} share the victory with {score} each.");
    if (game_resigned(game))
        sentence = is_one(all & (seatmask)~resigned) ? N_("{names} has won: {others} resigned.")
                                                     : N_("Everybody has resigned. {names} was ahead with {score}.");
    return filled(e, sentence, value, 3);
}

const char *ending_length(const struct ending *e)
{
    struct sb span;
    const int64_t seconds = (e->game->over - e->game->started) / SECOND;
    const int turns = e->end->n_turns;
    sb_init(&span, e->arena);
    text_duration(&span, e->cat, seconds);
    const struct text_value value[] = {{"time", span.text, 0}, {"turns", NULL, turns}};
    if (seconds < 60)
        return turns ? filled(e, N_("It took {turns:1 turn|# turns}."), value, 2) : NULL;
    return filled(e, turns ? N_("It took {time} and {turns:1 turn|# turns}.") : N_("It took {time}."), value, 2);
}

const char *ending_not_rated(const struct ending *e)
{
    const bool knows = e->end->n_moves > 0; /* who has moved */
    int people = 0;
    for (int s = 0; s < e->game->n_seats; s++)
        people += e->game->seat[s].person != 0;
    const char *why = game_no_result_words(e->game) ? N_("Not rated: no result.")
                      : people < 2                  ? N_("Not rated: against bots.")
                      : e->game->invitation         ? N_("Not rated: invitation link only.")
                      : e->game->hints              ? N_("Not rated: with hints.")
                      : knows && !game_was_played(e->game, e->end->moved) ? N_("Not rated: it ended before two people had moved.")
                                                    : NULL;
    return why ? text_get(e->cat, why) : NULL;
}

/* ---- what the points are made of ---- */

bool ending_row_counts(const struct ending *e, const struct breakdown_row *row)
{
    for (int s = 0; s < e->game->n_seats; s++)
        if (row->points[s])
            return true;
    return false;
}

bool ending_is_tied(const struct ending *e)
{
    const struct game_row *game = e->game;
    for (int s = 0; s < game->n_seats; s++)
        for (int other = 0; other < s; other++)
            if (game->seat[s].points == game->seat[other].points)
                return true;
    return false;
}

/* ---- the turns that decided ---- */

static int add_lines(const struct ending *e, const struct move_row *move, enum event_weight least, const char *const *people,
                     const char *lines[ENDING_LINES], int n)
{
    const struct rules *rules = e->game->rules;
    for (int i = 0; i < move->n_events && n < ENDING_LINES; i++) {
        const struct event *event = &move->events[i], *next = i + 1 < move->n_events ? event + 1 : NULL;
        enum event_weight weight = rules->words->weights ? rules->words->weights[event->kind] : EVENT_PLAIN;
        if (weight == EVENT_MINOR || (weight == EVENT_PLAIN && least != EVENT_PLAIN))
            continue;
        struct sb out;
        sb_init(&out, e->arena);
        text_event(&out, e->cat, rules, event, next, e->viewer, people, e->game->n_seats);
        if (out.length)
            lines[n++] = out.text;
    }
    return n;
}

int ending_lines(const struct ending *e, const struct end_turn *turn, const char *const *people, const char *lines[ENDING_LINES])
{
    int n = add_lines(e, &e->end->moves[turn->ply], EVENT_WEIGHTY, people, lines, 0);
    if (n == 0)
        n = add_lines(e, &e->end->moves[turn->ply], EVENT_PLAIN, people, lines, 0);
    for (int ply = turn->first; n == 0 && ply <= turn->last; ply++)
        n = add_lines(e, &e->end->moves[ply], EVENT_PLAIN, people, lines, n);
    return n;
}

static const char *lead_words(const struct ending *e, int lead)
{
    const struct text_value score = {"score", score_words(e->arena, e->cat, e->game->rules, lead < 0 ? -lead : lead), 0};
    return lead ? filled(e, lead > 0 ? N_("{score} ahead") : N_("{score} behind"), &score, 1) : text_get(e->cat, N_("level"));
}

const char *ending_change(const struct ending *e, const struct end_turn *turn)
{
    const struct text_value value[] = {{"names", names_of(e, winners_of(e->game)), 0},
                                       {"before", lead_words(e, turn->before), 0},
                                       {"after", lead_words(e, turn->after), 0}};
    return filled(e, N_("{names}: {before} → {after}"), value, 3);
}

/* ---- ratings ---- */

struct ending_rating ending_rating(struct arena *arena, const struct rating_step *step)
{
    long before = lround(step->before.mean), after = lround(step->after.mean);
    return (struct ending_rating){.before = arena_printf(arena, "%ld", before), .after = arena_printf(arena, "%ld", after),
                                  .change = text_signed(arena, after - before)};
}

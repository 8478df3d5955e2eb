/* What the letter tells of a game that is over: in short what its page tells. */
#include "config.h"

#include "cgi/mail/letter_end.h"

#include "cgi/base/url.h"
#include "cgi/base/values.h"
#include "cgi/mail/ending.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* What is told, with the words that the arena of @needs holds. */
struct told {
    const struct letter_needs *needs;
    struct ending ending;
    struct rating_steps steps;
};

static const char *filled(const struct told *t, const char *sentence, const struct text_value *values, int n)
{
    return text_filled(t->needs->arena, t->ending.cat, sentence, values, n);
}

/* "Cities scored 30, Objects 20": what the points of a seat are made of. */
static const char *parts_of(const struct told *t, int seat)
{
    const struct breakdown *made = &t->ending.end->made;
    struct sb out;
    sb_init(&out, t->needs->arena);
    for (int i = 0; i < made->n; i++) {
        int points = made->row[i].points[seat];
        if (!points)
            continue;
        const struct text_value part[] = {{"label", text_get(t->ending.cat, made->row[i].label), 0},
                                          {"points", score_number(t->needs->arena, t->ending.game->rules, points), 0}};
        text_add_item(&out, t->ending.cat, filled(t, N_("{label} {points}"), part, 2));
    }
    return out.text;
}

static struct value *players_model(const struct told *t)
{
    const struct game_row *game = t->ending.game;
    struct arena *arena = t->needs->arena;
    struct value *players = new_list(arena);
    int seats[SEATS_MAX], n = ending_ranked(game, seats);
    for (int i = 0; i < n; i++) {
        int s = seats[i];
        const struct text_value line[] = {{"name", t->ending.people[s], 0},
                                          {"points", score_number(arena, game->rules, game->seat[s].points), 0}};
        struct value *player = put_int(new_object(arena), K_rank, game->seat[s].rank);
        put_text(player, K_line, filled(t, N_("{name}: {points}"), line, 2));
        put_text(player, K_text, parts_of(t, s));
        add(players, put_bool(player, K_me, s == t->ending.viewer));
    }
    return players;
}

static struct value *turns_model(const struct told *t)
{
    const struct end *end = t->ending.end;
    struct arena *arena = t->needs->arena;
    struct value *turns = new_list(arena);
    for (int i = 0; i < end->n_decided; i++) {
        const char *lines[ENDING_LINES];
        int n = ending_lines(&t->ending, &end->decided[i], t->ending.people, lines);
        const char *text = n ? lines[0] : "";
        for (int k = 1; k < n; k++) {
            const struct text_value both[] = {{"sentence", text, 0}, {"more", lines[k], 0}};
            text = filled(t, N_("{sentence} {more}"), both, 2);
        }
        struct value *turn = put_text(add_object(turns), K_text, text);
        put_text(turn, K_change, ending_change(&t->ending, &end->decided[i]));
        put_text(turn, K_url, arena_printf(arena, "%s%s", t->needs->service->set.url,
                                           url_history(arena, t->ending.game->id, end->decided[i].ply)));
    }
    return turns;
}

/* "Your rating: 1500 → 1612 (+112)" */
static const char *rating_text(const struct told *t)
{
    int seat = t->ending.viewer;
    if (seat == NO_SEAT || !t->steps.of[seat].is)
        return NULL;
    const struct ending_rating words = ending_rating(t->needs->arena, &t->steps.of[seat]);
    const struct text_value value[] = {{"before", words.before, 0}, {"after", words.after, 0}, {"change", words.change, 0}};
    return filled(t, N_("Your rating: {before} → {after} ({change})"), value, 3);
}

bool letter_add_end(const struct letter_needs *needs, const struct words *words, const struct table *table, const char *const *people,
                    struct value *model, struct err *err)
{
    struct told t = {.needs = needs, .ending = {needs->arena, words->cat, &table->game, NULL, people, table->seat}};
    if (!end_of_game(needs->db, NULL, needs->arena, table, &t.ending.end, err) || !store_rating_steps(needs->db, needs->arena, &table->game, &t.steps, err))
        return false;
    struct value *end = put_object(model, K_end), *turns = turns_model(&t);
    const char *not_rated = ending_not_rated(&t.ending), *rating = rating_text(&t);
    put_text(model, K_sentence, ending_headline(&t.ending)); /* with the points, or why there is no result */
    put_text(end, K_length, ending_length(&t.ending));
    put_bool(end, K_has_players, t.ending.end->made.n > 0);
    put(end, K_players, players_model(&t));
    put(put_bool(end, K_has_turns, value_n(turns) > 0), K_turns, turns);
    put_text(end, K_rating, rating ? rating : not_rated);
    put_bool(end, K_has_ratings, rating || not_rated);
    return true;
}

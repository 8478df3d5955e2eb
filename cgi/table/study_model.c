#include "config.h"

#include "cgi/table/study_model.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/mail/ending.h"
#include "cgi/table/chart.h"
#include "cgi/table/history_moves.h"
#include "cgi/table/history_url.h"
#include "cgi/table/whys.h"
#include "cgi/words/phrases.h"
#include "cgi/words/text.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { TURNS = 3, PARTS_OF_SCORE = 20 }; /* turning points at most; one has changed one of so many parts of the winner's score */

struct telling {
    struct req *rq;
    const struct table *t;
    const struct people *people;
    const struct studied *studied;
};

static const char *signed_number(const struct telling *t, int points)
{
    const char *number = score_number(t->rq->arena, t->t->game.rules, abs(points));
    return points ? arena_join(t->rq->arena, (const char *[]){points < 0 ? "−" : "+", number, NULL}) : number;
}

static const char *amount(const struct telling *t, int points)
{
    return score_words(t->rq->arena, t->rq->words->cat, t->t->game.rules, abs(points));
}

/* ---- where results came from ---- */

/* In the table's own numbers. */
static const char *sum_words(const struct telling *t, int seat, const struct study_sum *sum)
{
    static const char *const own[2][2] = {
        {N_("Luck gave you {luck}, your own decisions {own}."), N_("Luck gave you {luck}, your own decisions took {own}.")},
        {N_("Luck took {luck} from you, your own decisions gave {own}."), N_("Luck took {luck} from you, your own decisions {own} more.")}};
    static const char *const others[2][2] = {
        {N_("Luck gave {name} {luck}, own decisions {own}."), N_("Luck gave {name} {luck}, own decisions took {own}.")},
        {N_("Luck took {luck} from {name}, own decisions gave {own}."), N_("Luck took {luck} from {name}, own decisions {own} more.")}};
    const struct text_value value[] = {{"luck", amount(t, sum->luck), 0}, {"own", amount(t, sum->own), 0}, {"name", t->people->name[seat], 0}};
    const char *words = (seat == t->t->seat ? own : others)[sum->luck < 0][sum->own < 0];
    return req_fill(t->rq, words, value, 3);
}

static struct value *sums_model(const struct telling *t)
{
    struct value *rows = new_list(t->rq->arena);
    for (int s = 0; s < t->studied->seats; s++) {
        const struct study_sum sum = study_whole(&t->studied->sum[s], SEARCH_SCALE);
        struct value *row = model_seat(t->rq, &t->t->game, s);
        put_text(row, K_start, score_number(t->rq->arena, t->t->game.rules, sum.start));
        put_text(row, K_luck, signed_number(t, sum.luck));
        put_text(row, K_own, signed_number(t, sum.own));
        put_text(row, K_others, signed_number(t, sum.others));
        put_text(row, K_total, score_number(t->rq->arena, t->t->game.rules, sum.result));
        put_text(row, K_sentence, sum_words(t, s, &sum));
        add(rows, row);
    }
    return rows;
}

/* ---- the picture ---- */

/* The same moves, with what was to be expected for points. */
static struct table expected(const struct telling *t, bool open)
{
    struct table other = {.game = t->t->game, .seat = t->t->seat, .n_moves = t->studied->n};
    other.moves = arena_array(t->rq->arena, (size_t)other.n_moves, sizeof(*other.moves));
    for (int i = 0; i < other.n_moves; i++) {
        const struct study_point *point = &t->studied->points[i];
        other.moves[i] = t->t->moves[i];
        for (int s = 0; s < t->studied->seats; s++)
            other.moves[i].points[s] = (int16_t)search_whole(open ? point->open[s] : point->expects[s]);
    }
    return other;
}

static struct value *picture(const struct telling *t)
{
    const struct table known = expected(t, false), open = expected(t, true);
    return chart_expected(t->rq, &known, &open);
}

/* ---- turning points ---- */

/* By how much the best of the winners was to be ahead of the best of the others; and how much of that change luck made. */
static int64_t lead(const struct telling *t, int ply, int64_t *luck)
{
    int64_t best[2] = {INT32_MIN, INT32_MIN}, of_best[2] = {0, 0};
    for (int s = 0; s < t->studied->seats; s++) {
        int won = t->t->game.seat[s].rank == 1;
        if (t->studied->points[ply].expects[s] > best[won]) {
            best[won] = t->studied->points[ply].expects[s];
            of_best[won] = t->studied->points[ply].luck[s];
        }
    }
    *luck = of_best[1] - of_best[0];
    return best[1] - best[0];
}

static bool has_both(const struct game_row *game)
{
    int won = 0;
    for (int s = 0; s < game->n_seats; s++)
        won += game->seat[s].rank == 1;
    return won > 0 && won < game->n_seats;
}

struct turning {
    int ply;
    int64_t before, after, luck;
};

static int64_t change(const struct turning *turning)
{
    return llabs(turning->after - turning->before);
}

/* The largest changes, in the order of play. */
static int find_turning(const struct telling *t, struct turning found[TURNS])
{
    int64_t least = SEARCH_SCALE, luck, was = lead(t, 0, &luck);
    int n = 0;
    for (int s = 0; s < t->studied->seats; s++)
        if (t->t->game.seat[s].rank == 1)
            least = (int64_t)SEARCH_SCALE * abs(t->t->game.seat[s].points) / PARTS_OF_SCORE;
    for (int i = 1; i < t->studied->n && has_both(&t->t->game); i++) {
        struct turning turning = {i, was, lead(t, i, &luck), 0};
        turning.luck = luck;
        was = turning.after;
        if (change(&turning) < least || change(&turning) < SEARCH_SCALE)
            continue;
        if (n == TURNS) {
            int smallest = 0;
            for (int k = 1; k < n; k++)
                smallest = change(&found[k]) < change(&found[smallest]) ? k : smallest;
            if (change(&turning) <= change(&found[smallest]))
                continue;
            n--;
            memmove(&found[smallest], &found[smallest + 1], (size_t)(n - smallest) * sizeof(*found));
        }
        found[n++] = turning;
    }
    return n;
}

static struct value *turning_model(const struct telling *t, const struct turning *turning)
{
    const struct table *table = t->t;
    const struct ending words = {t->rq->arena, t->rq->words->cat, &table->game, NULL, t->people->name, table->seat};
    const struct end_turn lead = {.before = search_whole(turning->before), .after = search_whole(turning->after)};
    const struct moment now = {t->rq, table, t->people, turning->ply, table->game.ply};
    struct value *model = moment_event(&now);
    put_text(model, K_change, ending_change(&words, &lead));
    put_bool(model, K_by_luck, 2 * llabs(turning->luck) > change(turning));
    put_int(model, K_ply, turning->ply);
    return put_text(model, K_url, history_url(t->rq, &table->game, turning->ply));
}

static struct value *turns_model(const struct telling *t)
{
    struct turning found[TURNS];
    struct value *turns = new_list(t->rq->arena);
    int n = find_turning(t, found);
    for (int i = 0; i < n; i++)
        add(turns, turning_model(t, &found[i]));
    return turns;
}

/* ---- moments ---- */

static const char *move_words(const struct telling *t, int ply, const struct move *move)
{
    const struct people then = model_people_then(t->people, ply);
    struct sb words;
    sb_init(&words, t->rq->arena);
    text_move(&words, t->rq->words->cat, t->t->game.rules, NULL, move, then.name, then.n);
    return words.text;
}

/* A move is only read to a reader whose rules know it: what was stored may be damaged. */
static bool is_known(const struct rules *rules, const struct study_moment *moment)
{
    return move_in_domain(rules->verbs, &moment->move) && move_in_domain(rules->verbs, &moment->better);
}

static struct value *moment_model(const struct telling *t, const struct study_moment *moment)
{
    const struct game_row *game = &t->t->game;
    const struct people then = model_people_then(t->people, moment->ply);
    struct value *model = model_mover_then(t->rq, game, t->people, moment->seat, moment->ply);
    const struct text_value value[] = {{"amount", amount(t, search_whole(moment->worth)), 0}, {"better", move_words(t, moment->ply, &moment->better), 0}};
    put_int(model, K_ply, moment->ply);
    put_text(model, K_move, move_words(t, moment->ply, &moment->move));
    put_text(model, K_better, req_fill(t->rq, N_("Worth about {amount} more: {better}."), value, 2));
    put_text(model, K_url, history_url(t->rq, game, moment->ply - 1));
    struct value *whys = put_list(model, K_whys);
    for (int i = 0; i < moment->n_why; i++)
        if (why_said(game->rules->mind->whys, &moment->why[i].event))
            put_text(add_object(whys), K_text, whys_text(t->rq, game->rules, N_("With the better move “{what}” happens {often}; with the one played, {otherwise}."), moment->seat,
                                                         then.name, then.n, &moment->why[i]));
    return put_bool(model, K_has_whys, moment->n_why > 0);
}

static struct value *moments_model(const struct telling *t)
{
    struct value *moments = new_list(t->rq->arena);
    for (int i = 0; i < t->studied->n_moments; i++)
        if (is_known(t->t->game.rules, &t->studied->moments[i]))
            add(moments, moment_model(t, &t->studied->moments[i]));
    return moments;
}

void study_model(struct req *rq, const struct table *t, const struct people *people, const struct studied *studied, struct value *model)
{
    const struct telling telling = {rq, t, people, studied};
    struct value *turns = turns_model(&telling), *moments = moments_model(&telling);
    put(model, K_sums, sums_model(&telling));
    put(model, K_chart, picture(&telling));
    put_bool(model, K_has_turns, value_n(turns) > 0);
    put(model, K_turns, turns);
    put_bool(model, K_has_moments, value_n(moments) > 0);
    put(model, K_moments, moments);
}

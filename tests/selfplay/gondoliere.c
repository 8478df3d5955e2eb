/* Gondoliere against a slow model of itself (gondoliere_model.h), position by position. Prints TAP.
 *
 *     gondoliere [--positions N] [--seed N]
 *
 * --positions  how many are looked at closely (5000), one of four on the way; their games are played to the end
 * --seed       of the first game; the next has the next number (1)
 *
 * Looked at closely, every tile that is not on the board is tried at every canal in every rotation, as its owner's move: rules
 * and model must say the same, letter by letter. In every position are compared: where canals lead, what is closed and why,
 * what it pays, what may be laid, how the game ends and who has won. The rules are asked through their table, JSON and views only.
 */
#include "config.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"
#include "tests/selfplay/gondoliere_model.h"

enum { FIRST_CANAL = 4, CANAL_TILES = 44, LANDINGS = 9, DISPLAY = 3, A_TURN = 3, ANSWERS = 9, ENDINGS = 4, CLOSE = 4 };

static const char *const answers[ANSWERS] = {"ok", "a", "b", "c", "d", "e", "f", "g", "dry"};
static const char *const endings[ENDINGS] = {"five_canals", "canal_tiles", "landings", "no_move"};
static const char *const causes[] = {"open", "set", "blocked"};
static const char *const sides[] = {"n", "e", "s", "w"};

/* What bots look for. */
enum taste { CROSSINGS, MEETINGS, LANDING_STAGES, TASTES };

struct match {
    const struct rules *rules;
    struct headless *game;
    struct model model;
    struct rng dice;
    int verb_place, verb_end, verb_mulligan;
    enum taste taste;
    int wilful;       /* one placement in so many is any at all, the others are to the taste; 1: all are */
    void *probe;      /* a state: the position with other tiles on display */
    uint64_t seed, positions, games, tried[ANSWERS], ended[ENDINGS];
    uint64_t shared, ran_through, ran_twice, closed[3], together;
    char why[400];
};

static bool differs(struct match *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool differs(struct match *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(m->why, sizeof(m->why), format, args);
    va_end(args);
    return false;
}

static int index_of(const char *word, const char *const *words, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

static const struct name *tile_names(const struct match *m)
{
    return m->rules->verbs[m->verb_place].args[0].names;
}

static int tile_by_name(const struct match *m, struct json_object *word)
{
    for (int i = 0; i < MODEL_TILES; i++)
        if (strcmp(tile_names(m)[i].id, json_object_get_string(word)) == 0)
            return i;
    return -1;
}

static struct move place(const struct match *m, int tile, int canal, int rotation)
{
    return (struct move){.verb = (uint8_t)m->verb_place, .nargs = 3,
                         .arg = {(int16_t)tile, (int16_t)(FIRST_CANAL + canal), (int16_t)rotation}};
}

/* ---- Legality: every tile, canal and rotation ---- */

static bool answers_are_the_same(struct match *m, int seat, int tile, int canal, int rotation)
{
    struct move move = place(m, tile, canal, rotation);
    const char *said = m->rules->errors[m->rules->check(m->probe, seat, &move, NULL)].name;
    const char *letter = model_judge(&m->model, tile, canal, rotation, NULL);
    int answer = index_of(letter ? letter : "ok", answers, ANSWERS);
    m->tried[answer]++;
    return strcmp(said, answers[answer]) == 0
        || differs(m, "%s at canal %d, rotation %d: the rules say %s, the model %s", tile_names(m)[tile].id,
                   FIRST_CANAL + canal, rotation, said, answers[answer]);
}

/* The @n-th three of the tiles of an owner (-1: nobody) that are not on the board, and the others. */
static int share_out(const struct match *m, int owner, int n, struct json_object *shown, struct json_object *pile,
                     int tiles[DISPLAY])
{
    int seen = 0, count = 0;
    for (int tile = 0; tile < m->model.n_tiles; tile++) {
        if (m->model.tile[tile].owner != owner || m->model.laid[tile])
            continue;
        bool here = seen / DISPLAY == n;
        jadd(here ? shown : pile, jstr(tile_names(m)[tile].id));
        if (here)
            tiles[count++] = tile;
        seen++;
    }
    return count;
}

/* Loads the position as it would be with three other canal tiles, and three other landings of @seat, on display. */
static int load_probe(struct match *m, struct json_object *state, int seat, int n, int tiles[2 * DISPLAY])
{
    struct json_object *player = json_object_array_get_idx(jget(state, "players"), (size_t)seat);
    struct json_object *common = jarr(), *pile = jarr(), *display = jarr(), *own = jarr();
    struct fault fault = {.sentence = ""};
    int count = share_out(m, -1, n, common, pile, tiles);
    count += share_out(m, seat, n / m->model.seats, display, own, tiles + count);
    jset(jset(state, "common", common), "pile", pile);
    jset(jset(player, "display", display), "pile", own);
    jset(jset(jset(state, "current", jint(seat)), "placed", jint(0)), "ending", jstr("none"));
    memset(m->probe, 0, m->rules->size);
    if (members_load(m->rules->members, state, m->probe, &fault))
        return count;
    differs(m, "the position cannot be loaded: %s (%s)", fault.sentence, fault.what);
    return -1;
}

static bool probe_is_judged_alike(struct match *m, struct json_object *state, int seat, int n)
{
    int tiles[2 * DISPLAY], count = load_probe(m, state, seat, n, tiles);
    for (int i = 0; i < count; i++)
        for (int canal = 0; canal < MODEL_CANALS; canal++)
            for (int rotation = 0; rotation < MODEL_ROTATIONS; rotation++)
                if (!answers_are_the_same(m, seat, tiles[i], canal, rotation))
                    return false;
    return count >= 0;
}

/* Seats in turn, each with all its landings, three by three; the canal tiles go along with them. */
static bool all_tiles_are_judged_alike(struct match *m)
{
    int n = LANDINGS / DISPLAY * m->model.seats, most = (CANAL_TILES + DISPLAY - 1) / DISPLAY;
    bool same = true;
    for (int i = 0; same && i < (n > most ? n : most); i++) {
        struct json_object *state = members_save(m->rules->members, m->game->state);
        same = probe_is_judged_alike(m, state, i % m->model.seats, i);
        json_object_put(state);
    }
    return same;
}

/* ---- What lies there ---- */

static int64_t int_at(const struct value *list, int i)
{
    const struct value *item = value_at(list, (size_t)i);
    return value_is(item, VALUE_INT) ? item->u.number : 0;
}

static bool canal_is_the_same(struct match *m, int k, const struct value *said)
{
    struct model_front front = model_front(&m->model, k);
    const struct value *there = get(said, K_front);
    const char *cause = get_text(said, K_cause);
    int sums[MODEL_SEATS], points[MODEL_SEATS];
    model_sums(&m->model, k, sums);
    model_payout(&m->model, k, points);
    if (strcmp(cause ? cause : "open", causes[m->model.canal[k].status]) != 0)
        return differs(m, "canal %d is %s, in the model %s", FIRST_CANAL + k, cause ? cause : "open",
                       causes[m->model.canal[k].status]);
    if (get_int(there, K_x) != front.x || get_int(there, K_y) != front.y || strcmp(get_text(there, K_side), sides[front.side]) != 0)
        return differs(m, "canal %d leads elsewhere", FIRST_CANAL + k);
    if (get_int(said, K_passengers) != model_passengers(&m->model, k))
        return differs(m, "canal %d has other passengers", FIRST_CANAL + k);
    for (int seat = 0; seat < m->model.seats; seat++)
        if (int_at(get(said, K_sums), seat) != sums[seat] || int_at(get(said, K_payout), seat) != points[seat])
            return differs(m, "canal %d pays seat %d something else", FIRST_CANAL + k, seat);
    return true;
}

static bool canals_are_the_same(struct match *m)
{
    struct arena *arena = arena_new();
    struct value *view = new_object(arena);
    bool same = true;
    m->rules->view->view(m->game->state, NO_SEAT, view);
    for (int k = 0; same && k < MODEL_CANALS; k++)
        same = canal_is_the_same(m, k, value_at(get(view, K_canals), (size_t)k));
    arena_free(arena);
    return same;
}

static bool scores_are_the_same(struct match *m, bool over)
{
    struct standing standing = {0};
    int points[MODEL_SEATS], ranks[MODEL_SEATS];
    m->rules->standing(m->game->state, &standing);
    model_scores(&m->model, points, ranks);
    for (int seat = 0; seat < m->model.seats; seat++)
        if (standing.seat[seat].points != points[seat] || (over && standing.seat[seat].rank != ranks[seat]))
            return differs(m, "seat %d has %d points and rank %d, in the model %d and %d", seat,
                           standing.seat[seat].points, standing.seat[seat].rank, points[seat], ranks[seat]);
    return true;
}

/* ---- The turn ---- */

/* Who is to move, what he may use and how much of his turn is over: as the position says. */
struct turn {
    int seat, placed, n;
    int tile[2 * DISPLAY];
};

static void add_tiles(const struct match *m, struct turn *turn, struct json_object *list)
{
    for (size_t i = 0; i < json_object_array_length(list); i++)
        turn->tile[turn->n++] = tile_by_name(m, json_object_array_get_idx(list, i));
}

static struct turn read_turn(struct match *m)
{
    struct json_object *state = members_save(m->rules->members, m->game->state);
    struct turn turn = {.seat = (int)jget_int(state, "current"), .placed = (int)jget_int(state, "placed")};
    add_tiles(m, &turn, jget(json_object_array_get_idx(jget(state, "players"), (size_t)turn.seat), "display"));
    add_tiles(m, &turn, jget(state, "common"));
    json_object_put(state);
    return turn;
}

/* Is there a crossing among the last steps, and nothing but curves to one side behind it? How many? */
static int curves_behind_crossing(const struct model *model, int canal, const struct model_step *added)
{
    const struct model_canal *path = &model->canal[canal];
    int turned = (added->out - added->in + 4) % 4, n = 0;
    if (model->tile[added->tile].shape != 'c')
        return -1;
    for (int i = path->n - 1; i >= 0; i--, n++) {
        const struct model_step *step = &path->step[i];
        if (model->tile[step->tile].shape == 'x')
            return n;
        if (model->tile[step->tile].shape != 'c' || (step->out - step->in + 4) % 4 != turned)
            return -1;
    }
    return -1;
}

/* How near to another open canal's front a canal would end; where two would go on in line, or face each other, is far. */
static int distance(const struct model *model, int canal, const struct model_step *added)
{
    enum { FAR = 9 };
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    int least = FAR;
    for (int j = 0; j < MODEL_CANALS; j++) {
        struct model_front other = model_front(model, j);
        if (j == canal || model->canal[j].status != MODEL_OPEN || other.side % 2 == added->out % 2)
            continue;
        int far = abs(added->x + dx[added->out] - other.x) + abs(added->y + dy[added->out] - other.y);
        least = far < least ? far : least;
    }
    return least;
}

/* How much a placement is to the taste of this game. Canals that cross, or run through, are to everybody's. */
static int interest(const struct match *m, int canal, const struct model_canal *steps)
{
    const struct model_step *first = &steps[canal].step[0];
    int n = 0, curves = curves_behind_crossing(&m->model, canal, first);
    for (int k = 0; k < MODEL_CANALS; k++)
        n += steps[k].n;
    if (n > 1)
        return 20;
    switch (m->taste) {
    case CROSSINGS:
        return curves >= 0 ? 5 + curves : m->model.tile[first->tile].shape == 'x' ? 4 : m->model.tile[first->tile].owner < 0;
    case MEETINGS:
        return 10 - distance(&m->model, canal, first);
    default:
        return m->model.tile[first->tile].owner >= 0 ? 2 : m->model.tile[first->tile].shape == 's';
    }
}

/* One of the legal placements, into @move; returns how many there are. */
static int choose(struct match *m, const struct turn *turn, struct move *move)
{
    static struct model_canal steps[MODEL_CANALS];
    bool any = rng_below(&m->dice, (uint32_t)m->wilful) == 0;
    int n = 0, best = -1;
    uint32_t ties = 0;
    for (int i = 0; i < turn->n; i++)
        for (int canal = 0; canal < MODEL_CANALS; canal++)
            for (int rotation = 0; rotation < MODEL_ROTATIONS; rotation++) {
                if (model_judge(&m->model, turn->tile[i], canal, rotation, steps))
                    continue;
                n++;
                int worth = any ? 0 : interest(m, canal, steps);
                ties = worth > best ? 1 : worth == best ? ties + 1 : ties;
                if (worth > best || (worth == best && rng_below(&m->dice, ties) == 0))
                    *move = place(m, turn->tile[i], canal, rotation);
                best = worth > best ? worth : best;
            }
    return n;
}

static int listed(struct match *m, int seat, int verb)
{
    int n = 0;
    m->rules->moves(m->game->state, seat, m->game->list);
    for (int i = 0; i < m->game->list->n; i++)
        n += move_at(m->game->list, i)->verb == verb;
    return n;
}

/* What a placement did, for the figures. */
static void count_placement(struct match *m, const struct model *before)
{
    int canals = 0, closed = 0;
    for (int k = 0; k < MODEL_CANALS; k++) {
        const struct model_canal *now = &m->model.canal[k];
        int added = now->n - before->canal[k].n;
        canals += added > 0;
        m->ran_through += added > 1;
        for (int i = before->canal[k].n + 1; i < now->n; i++)
            for (int j = 0; j < i; j++)
                m->ran_twice += now->step[j].tile == now->step[i].tile;
        closed += now->status != before->canal[k].status;
        m->closed[now->status] += now->status != before->canal[k].status;
    }
    m->shared += canals > 1;
    m->together += closed > 1;
}

static void do_place(struct match *m, int seat, const struct move *move)
{
    static struct model before;
    before = m->model;
    model_lay(&m->model, move->arg[0], move->arg[1] - FIRST_CANAL, move->arg[2]);
    headless_apply(m->game, seat, move);
    count_placement(m, &before);
}

/* ---- A game ---- */

static bool position_is_the_same(struct match *m, const char *ending)
{
    const char *said = headless_ending(m->game);
    if (strcmp(said, ending) != 0)
        return differs(m, "how it ended: %s, in the model %s", said, ending);
    if (!canals_are_the_same(m) || !scores_are_the_same(m, strcmp(ending, "none") != 0))
        return false;
    if (rng_below(&m->dice, CLOSE) > 0)
        return true;
    m->positions++;
    return all_tiles_are_judged_alike(m);
}

static bool end_game(struct match *m, const char *ending)
{
    m->games++;
    m->ended[index_of(ending, endings, ENDINGS)]++;
    return position_is_the_same(m, ending);
}

/* One step by the model's choice. Exchanging the first landings is no business of the model; it is done now and then. */
static bool step(struct match *m, bool *over)
{
    const char *ending = model_ending(&m->model);
    struct turn turn = read_turn(m);
    struct move move;
    int n = turn.placed < A_TURN ? choose(m, &turn, &move) : 0;
    if (strcmp(ending, "none") == 0 && turn.placed == 0 && n == 0)
        ending = "no_move";
    *over = strcmp(ending, "none") != 0;
    if (*over)
        return end_game(m, ending);
    if (!position_is_the_same(m, ending))
        return false;
    if (listed(m, turn.seat, m->verb_place) != n)
        return differs(m, "the rules list %d placements, the model %d", listed(m, turn.seat, m->verb_place), n);
    bool goes_on = n > 0 && (turn.placed == 0 || rng_below(&m->dice, 4) > 0);
    if (listed(m, turn.seat, m->verb_mulligan) && rng_below(&m->dice, 4) == 0)
        move = (struct move){.verb = (uint8_t)m->verb_mulligan};
    else if (!goes_on)
        move = (struct move){.verb = (uint8_t)m->verb_end};
    if (move.verb == m->verb_place)
        do_place(m, turn.seat, &move);
    else
        headless_apply(m->game, turn.seat, &move);
    return true;
}

static bool play(struct match *m, uint64_t seed)
{
    struct setup setup = rules_presets(m->rules, 3 + (int)(seed % 3));
    bool over = false;
    rng_key_from_seed(m->game->key, seed);
    rng_init(&m->dice, m->game->key, UINT64_C(5) << 60);
    m->seed = seed;
    m->taste = (enum taste)rng_below(&m->dice, TASTES);
    m->wilful = 1 << rng_below(&m->dice, 6);
    m->model.seats = setup.n_seats;
    m->model.n_tiles = CANAL_TILES + LANDINGS * setup.n_seats;
    m->model.protect_dry = rng_below(&m->dice, 4) == 0;
    setup.option[rules_option(m->rules, "protect_dry_canals")] = m->model.protect_dry;
    memset(m->model.laid, 0, sizeof(m->model.laid));
    memset(m->model.canal, 0, sizeof(m->model.canal));
    headless_deal(m->game, &setup, seed);
    while (!over)
        if (!step(m, &over))
            return false;
    return true;
}

/* ---- Figures ---- */

/* dossier gondoliere 2: kinds and counts, as the words tell them */
static bool tiles_are_all_there(struct match *m)
{
    static const struct { const char *code; int count; } kinds[] = {
        {"s0", 15}, {"s1", 9}, {"s2", 2}, {"c0", 11}, {"c1", 5}, {"c2", 2},
        {"1s", 1}, {"1x", 1}, {"2s", 1}, {"2x", 1}, {"3s", 1}, {"3x", 1}, {"4s", 1}, {"4x", 2}};
    for (int i = 0; i < MODEL_TILES; i++)
        if (!model_tile_named(tile_names(m)[i].id, &m->model.tile[i]))
            return differs(m, "%s is no tile", tile_names(m)[i].id);
    for (int owner = -1; owner < MODEL_SEATS; owner++)
        for (int i = 0; i < 14; i++) {
            int n = 0;
            for (int tile = 0; tile < MODEL_TILES; tile++) {
                const struct model_tile *t = &m->model.tile[tile];
                n += t->owner == owner
                  && (owner < 0 ? t->shape == kinds[i].code[0] && t->passengers == kinds[i].code[1] - '0'
                                : t->value == kinds[i].code[0] - '0' && t->shape == kinds[i].code[1]);
            }
            if (n != ((owner < 0) == (i < 6) ? kinds[i].count : 0))
                return differs(m, "%d tiles %s", n, kinds[i].code);
        }
    return true;
}

static int tap(int n, bool ok, const char *title)
{
    printf("%s %d - gondoliere: %s\n", ok ? "ok" : "not ok", n, title);
    return !ok;
}

static bool all_occur(const char *what, const uint64_t *counts, const char *const *words, int n)
{
    bool all = true;
    printf("# %s:", what);
    for (int i = 0; i < n; i++) {
        printf(" %s %" PRIu64, words[i], counts[i]);
        all &= counts[i] > 0;
    }
    putchar('\n');
    return all;
}

static int report(struct match *m, bool same)
{
    static const char *const deeds[] = {"two canals cross", "runs through", "crosses itself", "set", "blocked",
                                        "several at once"};
    uint64_t done[] = {m->shared, m->ran_through, m->ran_twice, m->closed[MODEL_SET], m->closed[MODEL_BLOCKED],
                       m->together};
    char title[120];
    snprintf(title, sizeof(title), "the model agrees in %" PRIu64 " positions of %" PRIu64 " games", m->positions,
             m->games);
    int failed = tap(2, same, title);
    if (!same)
        printf("# seed %" PRIu64 ", %d seats, ply %d: %s\n", m->seed, m->model.seats, m->game->ply, m->why);
    failed += tap(3, all_occur("answers", m->tried, answers, ANSWERS), "every refusal was among the answers");
    failed += tap(4, all_occur("crossings and closings", done, deeds, 6), "every kind of crossing and of closing occurred");
    failed += tap(5, all_occur("endings", m->ended, endings, ENDINGS), "each way of ending occurred");
    return failed;
}

int main(int argc, char **argv)
{
    static struct match m;
    uint64_t positions = 5000, seed = 1;
    struct args args = args_on(argc, argv);
    bool ok = sodium_init() >= 0;
    while (ok && args_next(&args)) {
        const char *value = NULL;
        uint64_t *number = args_value(&args, "--positions", &value) ? &positions
                         : args_value(&args, "--seed", &value)      ? &seed
                                                                    : NULL;
        ok = number && args_number(value, number);
    }
    if (!ok) {
        fputs("usage: gondoliere [--positions N] [--seed N]\n", stderr);
        return 2;
    }
    m.rules = rules_find("gondoliere");
    m.game = headless_new(m.rules);
    m.probe = malloc(m.rules->size);
    m.verb_place = verb_index(m.rules->verbs, "place");
    m.verb_end = verb_index(m.rules->verbs, "end");
    m.verb_mulligan = verb_index(m.rules->verbs, "mulligan");
    int failed = tap(1, tiles_are_all_there(&m), "the tiles are those of the box");
    bool same = failed == 0;
    while (same && m.positions < positions)
        same = play(&m, seed++);
    failed += report(&m, same);
    printf("1..5\n");
    headless_free(m.game);
    free(m.probe);
    return failed ? 1 : 0;
}

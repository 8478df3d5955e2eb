#include "config.h"

#include "tests/selfplay/trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "rules/engine/breakdown.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

/* The dice of a trial lie on a stream that neither the game nor its bots reach. */
static const uint64_t DICE_STREAM = UINT64_C(3) << 62;

static void *must_calloc(size_t n, size_t size)
{
    void *memory = calloc(n, size);
    if (!memory)
        abort();
    return memory;
}

struct trial *trial_new(const struct rules *rules, uint32_t rarity)
{
    struct trial *t = must_calloc(1, sizeof(*t));
    t->rules = rules;
    t->rarity = rarity;
    t->variants = variants_any();
    t->game = headless_new(rules);
    t->before = must_calloc(1, rules->size);
    t->copy = must_calloc(1, rules->size);
    t->loaded = must_calloc(1, rules->size);
    t->list = move_list_in(&t->room);
    t->past = must_calloc(TRIAL_PLIES, sizeof(*t->past));
    return t;
}

void trial_free(struct trial *t)
{
    headless_free(t->game);
    free(t->before);
    free(t->copy);
    free(t->loaded);
    free(t->past);
    free(t);
}

bool trial_wrong(struct trial *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->why, sizeof(t->why), format, args);
    va_end(args);
    return false;
}

/* ---- what holds at every position ---- */

static bool position_is_sound(struct trial *t)
{
    struct fault fault = {.sentence = ""};
    return t->rules->sound(t->game->state, &fault) || trial_wrong(t, "%s (%s)", fault.sentence, fault.what);
}

/* Whoever is not awaited has no moves but unsolicited ones. */
static bool others_rest(struct trial *t)
{
    seatmask who = t->rules->awaits(t->game->state);
    if (who >> t->setup.n_seats)
        return trial_wrong(t, "a seat is awaited that nobody sits on");
    for (int seat = 0; seat < t->setup.n_seats; seat++) {
        if (who & SEAT_BIT(seat))
            continue;
        move_list_clear(t->list);
        int n = t->rules->moves(t->game->state, seat, t->list);
        for (int i = 0; i < n; i++)
            if (!who || !t->rules->verbs[move_at(t->list, i)->verb].unsolicited)
                return trial_wrong(t, "seat %d is not awaited, yet has moves", seat);
    }
    return true;
}

static bool standing_is_defined(struct trial *t, bool over)
{
    struct standing s = {0};
    bool first = false;
    t->rules->standing(t->game->state, &s);
    if (s.n != t->setup.n_seats)
        return trial_wrong(t, "the standing has %d seats", s.n);
    for (int i = 0; i < s.n; i++) {
        if (over ? s.seat[i].rank < 1 || s.seat[i].rank > s.n : s.seat[i].rank != 0)
            return trial_wrong(t, "seat %d has the rank %d", i, s.seat[i].rank);
        first |= s.seat[i].rank == 1;
        for (int j = 0; over && j < s.n; j++)
            if (s.seat[i].points > s.seat[j].points && s.seat[i].rank > s.seat[j].rank)
                return trial_wrong(t, "seat %d has more points than seat %d and ranks behind it", i, j);
    }
    return !over || first || trial_wrong(t, "nobody has won");
}

/* The rows of the points sum up to them, as far as they lie open; and at the end whether or not one asks for what was hidden. */
static bool points_add_up(struct trial *t, bool over)
{
    struct standing s = {0};
    t->rules->standing(t->game->state, &s);
    for (int hidden = 0; t->rules->words->breakdown && hidden <= over; hidden++) {
        struct breakdown breakdown = {0};
        t->rules->words->breakdown(t->game->state, &t->gains, hidden, &breakdown);
        for (int seat = 0; seat < s.n; seat++)
            if (breakdown_sum(&breakdown, seat) != s.seat[seat].points)
                return trial_wrong(t, "the rows of seat %d sum up to %d, not to %d", seat, breakdown_sum(&breakdown, seat),
                                   s.seat[seat].points);
    }
    return true;
}

static void note_gains(struct trial *t)
{
    for (int i = 0; t->rules->words->gain && i < t->game->log.n; i++)
        t->rules->words->gain(&t->gains, &t->game->log.event[i]);
}

/* ---- one move ---- */

static bool logs_equal(const struct log *a, const struct log *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++) {
        const struct event *x = &a->event[i], *y = &b->event[i];
        if (x->kind != y->kind || x->seat != y->seat || x->secret_to != y->secret_to || x->nargs != y->nargs ||
            memcmp(x->arg, y->arg, x->nargs * sizeof(x->arg[0])) != 0)
            return false;
    }
    return true;
}

/* Once more on a copy: the same state, the same events; and what is drawn is announced. */
static bool move_is_a_function(struct trial *t, int seat, const struct move *move, unsigned traits)
{
    struct rng rng;
    move_list_clear(t->game->list);
    struct log *log = must_calloc(1, sizeof(*log));
    rng_init(&rng, t->game->key, (uint64_t)t->game->ply);
    memcpy(t->copy, t->before, t->rules->size);
    t->rules->apply(t->copy, seat, move, &rng, log);
    bool same = logs_equal(log, &t->game->log) && members_equal(t->rules->members, t->copy, t->game->state);
    free(log);
    if (!same)
        return trial_wrong(t, "the same move from the same position comes out differently");
    return !rng.used || traits & MOVE_DRAWS || trial_wrong(t, "it draws, but does not say so");
}

/* What says that it ends the game does; what shows and draws nothing may not end it without saying so. */
static bool end_is_told(struct trial *t, unsigned traits)
{
    bool over = t->rules->awaits(t->game->state) == 0;
    if (traits & MOVE_ENDS && !over)
        return trial_wrong(t, "it says that it ends the game, and does not");
    return !over || traits || trial_wrong(t, "it ends the game, but does not say so");
}

static bool events_fit_their_kinds(struct trial *t)
{
    int kinds = 0;
    while (t->rules->events[kinds].name)
        kinds++;
    for (int i = 0; i < t->game->log.n; i++) {
        const struct event *event = &t->game->log.event[i];
        if (event->kind >= kinds || event->nargs != args_slots(t->rules->events[event->kind].args))
            return trial_wrong(t, "event %d of the move does not fit its table", i);
        int after = t->rules->events[event->kind].followed_by;
        if (after && (i + 1 == t->game->log.n || t->game->log.event[i + 1].kind != after))
            return trial_wrong(t, "event %d of the move is not followed by what its sentence needs", i);
    }
    return true;
}

/* @by: the order that makes it, or NULL */
static bool step(struct trial *t, int seat, const struct move *move, const struct answer *by)
{
    char text[MOVE_TEXT];
    if (!move_in_domain(t->rules->verbs, move))
        return trial_wrong(t, "seat %d: a move out of its domain, verb %d", seat, move->verb);
    move_to_text(t->rules->verbs, move, text);
    int error = t->rules->check(t->game->state, seat, move, NULL);
    if (error != RULE_OK)
        return trial_wrong(t, "seat %d: %s: refused as %s", seat, text, t->rules->errors[error].name);
    unsigned traits = t->rules->traits(t->game->state, seat, move);
    memcpy(t->before, t->game->state, t->rules->size);
    t->past[t->game->ply] = (struct past){.seat = seat, .move = *move};
    headless_apply(t->game, seat, move);
    note_gains(t);
    orders_passed(t->rules, t->before, t->game->state, seat, by, &t->game->orders);
    t->moves++;
    if (!events_fit_their_kinds(t) || !move_is_a_function(t, seat, move, traits) || !end_is_told(t, traits)) {
        char why[TRIAL_WHY];
        memcpy(why, t->why, sizeof(why));
        return trial_wrong(t, "seat %d: %s: %.600s", seat, text, why);
    }
    return true;
}

/* ---- standing orders ---- */

static void any_value(struct trial *t, const struct arg *arg, int16_t *slot)
{
    int step = arg->step ? arg->step : 1;
    bool numbers = arg->kind == ARG_NUMBER || arg->kind == ARG_SEAT || !arg->names;
    uint32_t most = numbers ? (uint32_t)(arg->hi - arg->lo) / (uint32_t)step + 1 : (uint32_t)(arg->n_names - arg->lo);
    switch (arg->kind) {
    case ARG_COUNTS:
        for (int i = 0; i < arg->n_names; i++)
            slot[i] = (int16_t)(arg->lo + (int)rng_below(&t->dice, (uint32_t)(arg->hi - arg->lo) + 1));
        break;
    case ARG_SET:
        for (int i = arg->lo; i < arg->n_names; i++)
            slot[i / 15] = (int16_t)(slot[i / 15] | (int16_t)(rng_below(&t->dice, 2) << (i % 15)));
        break;
    case ARG_LIST:
        slot[0] = (int16_t)rng_below(&t->dice, (uint32_t)arg->max + 1);
        for (int i = 0; i < slot[0]; i++)
            slot[1 + i] = (int16_t)(arg->names ? (int)rng_below(&t->dice, (uint32_t)arg->n_names)
                                               : arg->lo + (int)rng_below(&t->dice, most));
        break;
    default:
        slot[0] = (int16_t)(arg->lo + step * (int)rng_below(&t->dice, most));
    }
}

/* Any order at all, as a player may give it who has not thought much; false: what is thrown here is not what the game means. */
static bool any_order(struct trial *t, struct move *order)
{
    int n = 0, slots = 0;
    while (t->rules->orders->verbs[n].name)
        n++;
    memset(order, 0, sizeof(*order));
    order->verb = (uint8_t)rng_below(&t->dice, (uint32_t)n);
    for (const struct arg *arg = t->rules->orders->verbs[order->verb].args; arg && arg->name; arg++) {
        any_value(t, arg, &order->arg[slots]);
        slots += arg_slots(arg);
    }
    order->nargs = (uint8_t)slots;
    return move_in_domain(t->rules->orders->verbs, order);
}

static bool give_any_order(struct trial *t)
{
    struct move order;
    int seat = (int)rng_below(&t->dice, (uint32_t)t->setup.n_seats);
    if (!any_order(t, &order))
        return trial_wrong(t, "an order %s of any values at all is out of its domain", t->rules->orders->verbs[order.verb].name);
    orders_give(t->rules, &t->game->orders.seat[seat], &order);
    return true;
}

/* What a seat's orders answer comes of what the seat itself may know. */
static bool answer_tells_nothing(struct trial *t, const struct answer *answer)
{
    struct answer again = {.seat = NO_SEAT};
    struct rng rng = t->dice;
    memcpy(t->copy, t->game->state, t->rules->size);
    t->rules->conceal(t->copy, answer->seat, &rng);
    const struct order_list *list = &t->game->orders.seat[answer->seat];
    int order = t->rules->orders->answer(t->copy, answer->seat, list->order, list->n, &again.move);
    struct move move;
    int known = t->rules->orders->answer(t->game->state, answer->seat, list->order, list->n, &move);
    return (order == known && (order < 0 || move_equal(&move, &again.move))) ||
           trial_wrong(t, "an order of seat %d answers by what the seat cannot see", answer->seat);
}

/* All whose orders answer do so. */
static bool follow_orders(struct trial *t)
{
    struct answer answer;
    while (orders_answer(t->rules, t->game->state, &t->game->orders, &answer)) {
        if (t->game->ply == TRIAL_PLIES)
            return trial_wrong(t, "orders answer without an end");
        if (!answer_tells_nothing(t, &answer) || !position_is_sound(t) || !step(t, answer.seat, &answer.move, &answer))
            return false;
    }
    return true;
}

/* ---- a game ---- */

static bool replays(struct trial *t)
{
    struct headless *again = headless_new(t->rules);
    uint8_t digest[2][32];
    headless_deal(again, &t->setup, t->seed);
    for (int i = 0; i < t->game->ply; i++)
        headless_apply(again, t->past[i].seat, &t->past[i].move);
    members_hash(t->rules->members, again->state, digest[0]);
    members_hash(t->rules->members, t->game->state, digest[1]);
    headless_free(again);
    return memcmp(digest[0], digest[1], 32) == 0 || trial_wrong(t, "the log of moves leads to another end");
}

static bool end_is_the_end(struct trial *t)
{
    for (int i = 0; i < t->game->ply; i++) {
        int seat = t->past[i].seat;
        if (t->rules->check(t->game->state, seat, &t->past[i].move, NULL) != RULE_GAME_OVER)
            return trial_wrong(t, "the game is over, and a move is not refused as game_over");
    }
    return standing_is_defined(t, true) && points_add_up(t, true) && trial_position(t) && replays(t);
}

/* How a seat plays. Whoever is eager takes what is listed first and so does much of one kind, which chance alone hardly ever
 * does: in Gondoliere, all landings laid by one of five players. Who is idle takes what is listed last, which is rather an end than
 * a beginning; where all but an advised one are, that one comes far: in Venedig, to the goal. */
enum manner { AT_RANDOM, ADVISED, EAGER, IDLE };

/* Most games are random, so that strange positions come up; in some there are seats that know what they want, or an eager one; in
 * an eighth one that does among idle ones. */
static void seat_manners(struct trial *t, enum manner manner[SEATS_MAX])
{
    uint32_t kind = rng_below(&t->dice, 8);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        manner[seat] = kind == 0 || (kind == 1 && rng_below(&t->dice, 2)) ? ADVISED : kind == 5 ? IDLE : AT_RANDOM;
    if (kind >= 5)
        manner[rng_below(&t->dice, (uint32_t)t->setup.n_seats)] = kind == 5 ? ADVISED : EAGER;
}

static bool choose(struct trial *t, enum manner manner, int seat, struct move *move)
{
    if (manner != EAGER && manner != IDLE)
        return headless_choose(t->game, manner == ADVISED ? BOT_ADVISE : BOT_RANDOM, seat, move);
    move_list_clear(t->list);
    int n = t->rules->moves(t->game->state, seat, t->list);
    if (n > 0)
        move_copy(move, move_at(t->list, manner == EAGER ? 0 : n - 1));
    return n > 0;
}

static void deal(struct trial *t, int n_seats, uint64_t seed)
{
    t->setup = (struct setup){.n_seats = n_seats};
    t->seed = seed;
    rng_key_from_seed(t->game->key, seed);
    rng_init(&t->dice, t->game->key, DICE_STREAM);
    variants_draw(&t->variants, t->rules, &t->dice, &t->setup);
    headless_deal(t->game, &t->setup, seed);
    t->gains = (struct gains){.note = 0};
    note_gains(t);
}

bool trial_play(struct trial *t, int n_seats, uint64_t seed)
{
    enum manner manner[SEATS_MAX];
    struct move move;
    deal(t, n_seats, seed);
    seat_manners(t, manner);
    /* In half of the games nobody has given an order. */
    uint32_t orderly = t->rules->orders && rng_below(&t->dice, 2) ? 1 + rng_below(&t->dice, 16) : 0;
    if (!events_fit_their_kinds(t))
        return false;
    for (;;) {
        if (!position_is_sound(t) || !others_rest(t))
            return false;
        int seat = headless_seat(t->game);
        if (seat == NO_SEAT)
            return end_is_the_end(t);
        if (!standing_is_defined(t, false) || !points_add_up(t, false))
            return false;
        if (t->game->ply == TRIAL_PLIES)
            return trial_wrong(t, "the game does not end");
        if (rng_below(&t->dice, t->rarity) == 0 && !trial_position(t))
            return false;
        if (!choose(t, manner[seat], seat, &move))
            return trial_wrong(t, "seat %d is awaited and has no move", seat);
        if (!step(t, seat, &move, NULL))
            return false;
        if (orderly && ((rng_below(&t->dice, orderly) == 0 && !give_any_order(t)) || !follow_orders(t)))
            return false;
    }
}

struct json_object *trial_scenario(const struct trial *t)
{
    struct json_object *out = jobj(), *options = jobj(), *steps = jarr();
    char text[MOVE_TEXT];
    for (int i = 0; t->rules->options[i].name; i++)
        jset(options, t->rules->options[i].name, jstr(t->rules->options[i].values[t->setup.option[i]].id));
    for (int i = 0; i < t->game->ply; i++) {
        move_to_text(t->rules->verbs, &t->past[i].move, text);
        jadd(steps, jset(jset(jobj(), "seat", jint(t->past[i].seat)), "do", jstr(text)));
    }
    jset(jset(out, "title", jstr(t->why)), "seats", jint(t->setup.n_seats));
    if (t->rules->orders)
        jset(out, "orders", jstr("none")); /* what orders answered is among the steps */
    return jset(jset(jset(out, "seed", jint((int64_t)t->seed)), "options", options), "steps", steps);
}

#include "config.h"

#include "tests/leaks/twin.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "cgi/store/stored.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum { TRIES = 6, SEALED_TRIED = 4, LOG_SHOWN = 40, ONE_ALONE_IN = 2 };

struct maker {
    struct twin *twin;
    const struct rules *rules;
    struct rng *dice;
    struct fold fold[2]; /* with the key of each tale */
    void *at, *copy;
    struct move_list *list;
};

/* ---- what the viewer observes ---- */

static const char *plain(struct maker *m, struct json_object *json)
{
    return json_object_to_json_string_ext(arena_json(m->twin->arena, json), JSON_C_TO_STRING_PLAIN);
}

static void add_moves(struct maker *m, const void *state, struct json_object *out)
{
    char text[MOVE_TEXT];
    move_list_clear(m->list);
    m->rules->moves(state, m->twin->viewer, m->list);
    for (int i = 0; i < m->list->n; i++) {
        move_to_text(m->rules->verbs, move_at(m->list, i), text);
        jadd(out, jstr(text));
    }
}

/* Everything that the rules let him know of a position, and of the step that led there. */
static const char *observed(struct maker *m, const void *state, const struct log *log)
{
    struct json_object *all = jobj(), *moves = jarr(), *events = jarr(), *points = jarr();
    struct standing standing = {0};
    struct value *view = new_object(m->twin->arena);
    m->rules->view->view(state, m->twin->viewer, view);
    if (m->twin->viewer != NO_SEAT)
        add_moves(m, state, moves);
    for (int i = 0; log && i < log->n; i++)
        jadd(events, event_to_json(m->rules, &log->event[i], m->twin->viewer));
    m->rules->standing(state, &standing);
    for (int s = 0; s < standing.n; s++)
        jadd(jadd(points, jint(standing.seat[s].points)), jint(standing.seat[s].rank));
    jset(jset(jset(jset(all, "view", value_to_json(view)), "moves", moves), "events", events), "points", points);
    return plain(m, jset(all, "awaits", jint(m->rules->awaits(state))));
}

/* Does @move at @ply, from @from, with the chance of tale @which; what is observed, or NULL when it is not legal. */
static const char *observed_step(struct maker *m, int which, const void *from, int ply, int seat, const struct move *move)
{
    static struct log log;
    if (m->rules->check(from, seat, move, NULL) != RULE_OK)
        return NULL;
    log.n = 0;
    memcpy(m->at, from, m->rules->size);
    fold_try(&m->fold[which], m->at, seat, move, ply, &log);
    return observed(m, m->at, &log);
}

/* ---- positions ---- */

/* As psql takes it. */
static const char *hex(struct maker *m, struct stored stored)
{
    char *text = arena_alloc(m->twin->arena, 2 + 2 * stored.n + 1);
    memcpy(text, "\\x", 2);
    sodium_bin2hex(text + 2, 2 * stored.n + 1, stored.bytes, stored.n);
    return text;
}

static const char *saved(struct maker *m, const void *state)
{
    return hex(m, state_stored(m->twin->arena, m->rules, state));
}

static bool conceal(struct maker *m, int ply)
{
    const void *state = m->twin->course->ply[ply].state;
    memcpy(m->copy, state, m->rules->size);
    m->rules->conceal(m->copy, m->twin->viewer, m->dice);
    return !members_equal(m->rules->members, m->copy, state);
}

static int snapshot_of(struct twin *t, int ply)
{
    for (int i = 0; i < t->n_snapshots; i++)
        if (t->snapshot_ply[i] == ply)
            return i;
    return -1;
}

static void add_snapshot(struct maker *m, int ply, const void *other)
{
    struct twin *t = m->twin;
    t->snapshot_ply[t->n_snapshots] = ply;
    t->tale[0].snapshot[t->n_snapshots] = saved(m, t->course->ply[ply].state);
    t->tale[1].snapshot[t->n_snapshots++] = saved(m, other);
}

/* ---- what moves said ---- */

static void any_value(struct maker *m, const struct arg *arg, int16_t *slot)
{
    int step = arg->step ? arg->step : 1, n = arg_slots(arg);
    bool names = arg->names && arg->kind != ARG_NUMBER && arg->kind != ARG_SEAT;
    switch (arg->kind) {
    case ARG_COUNTS:
        for (int i = 0; i < n; i++)
            slot[i] = (int16_t)(arg->lo + (int)rng_below(m->dice, (uint32_t)(arg->hi - arg->lo) + 1));
        break;
    case ARG_SET:
        memset(slot, 0, (size_t)n * sizeof(*slot));
        for (int i = arg->lo; i < arg->n_names; i++)
            slot[i / 15] = (int16_t)(slot[i / 15] | (int16_t)(rng_below(m->dice, 2) << (i % 15)));
        break;
    case ARG_LIST:
        break; /* none is secret */
    default:
        slot[0] = (int16_t)(names ? (int)rng_below(m->dice, (uint32_t)arg->n_names)
                                  : arg->lo + step * (int)rng_below(m->dice, (uint32_t)(arg->hi - arg->lo) / (uint32_t)step + 1));
    }
}

/* Other values in the place of what the viewer may not read. */
static struct event other_event(struct maker *m, const struct event *event)
{
    struct event other = *event;
    int viewer = m->twin->viewer, slot = 0;
    bool told = viewer >= 0 && (event->secret_to & SEAT_BIT(viewer));
    for (const struct arg *arg = m->rules->events[event->kind].args; arg && arg->name; slot += arg_slots(arg), arg++)
        if (arg->secret && !told)
            any_value(m, arg, &other.arg[slot]);
    m->twin->other_events += memcmp(other.arg, event->arg, sizeof(other.arg)) != 0;
    return other;
}

static const char *other_events(struct maker *m, const struct move_row *row)
{
    struct event other[LOG_EVENTS];
    for (int i = 0; i < row->n_events; i++)
        other[i] = other_event(m, &row->events[i]);
    return hex(m, events_stored(m->twin->arena, other, row->n_events));
}

/* Another move of somebody else that comes to the same for the viewer, as far as it may be sealed; false: there is none. */
static bool find_sealed(struct maker *m, int ply, struct move *other)
{
    const struct ply *is = &m->twin->course->ply[ply];
    const void *from = is[-1].state;
    if (is->seat == m->twin->viewer || m->rules->verbs[is->move.verb].open)
        return false;
    const char *seen = observed_step(m, 0, from, ply, is->seat, &is->move);
    struct move_list *list = fold_moves(m->twin->arena);
    int n = m->rules->moves(from, is->seat, list);
    for (int i = 0; i < SEALED_TRIED && n > 0; i++) {
        move_copy(other, move_at(list, (int)rng_below(m->dice, (uint32_t)n)));
        if (move_equal(other, &is->move) || m->rules->verbs[other->verb].open)
            continue;
        const char *instead = observed_step(m, 0, from, ply, is->seat, other);
        if (seen && instead && !strcmp(seen, instead))
            return true;
    }
    return false;
}

static const char *move_words(struct maker *m, const struct move *move)
{
    char text[MOVE_TEXT];
    move_to_text(m->rules->verbs, move, text);
    return arena_strdup(m->twin->arena, text);
}

static void tell_otherwise(struct maker *m, int ply)
{
    struct twin *t = m->twin;
    struct told *told = &t->tale[1].told[ply];
    const struct ply *is = &t->course->ply[ply];
    struct move other;
    told->events = other_events(m, &is->row);
    if (is->seat == NO_SEAT || is->seat == t->viewer)
        return;
    if (ply > t->ply - LOG_SHOWN && rng_below(m->dice, 2) && find_sealed(m, ply, &other)) {
        told->move = move_words(m, &other);
        t->other_moves++;
    }
    if (m->rules->orders && !t->alone && rng_below(m->dice, 3) == 0)
        told->by_order = m->rules->orders->verbs[0].name;
}

static void tell(struct maker *m)
{
    struct twin *t = m->twin;
    for (int which = 0; which < 2; which++) {
        t->tale[which].told = arena_array(t->arena, (size_t)t->ply + 1, sizeof(struct told));
        for (int i = 0; i <= t->ply; i++) {
            const struct move_row *row = &t->course->ply[i].row;
            t->tale[which].told[i] = (struct told){row->move, hex(m, events_stored(t->arena, row->events, row->n_events)), NULL};
        }
    }
    for (int i = 0; i <= t->ply; i++)
        tell_otherwise(m, i);
}

/* ---- what is read of the past ---- */

/* A page of @ply plays its move on the position before it: that has to be possible in both tales, and look the same. */
static bool can_look(struct maker *m, int ply)
{
    struct twin *t = m->twin;
    const struct ply *is = &t->course->ply[ply];
    struct move other;
    struct fault fault;
    if (ply == 0 || snapshot_of(t, ply - 1) >= 0)
        return false;
    const char *seen = observed_step(m, 0, is[-1].state, ply, is->seat, &is->move);
    if (!seen || !move_from_text(m->rules->verbs, t->tale[1].told[ply].move, &other, &fault))
        return false;
    for (int i = 0; i <= TRIES; i++) {
        bool anew = i < TRIES && conceal(m, ply - 1);
        if (i == TRIES)
            memcpy(m->copy, is[-1].state, m->rules->size);
        const char *instead = observed_step(m, 1, m->copy, ply, is->seat, &other);
        if (!instead || strcmp(seen, instead) != 0)
            continue;
        t->dealt_anew += anew;
        add_snapshot(m, ply - 1, m->copy);
        return true;
    }
    return false;
}

/* Is another move made there, or something else told? */
static bool is_other_move(const struct twin *t, int ply)
{
    return strcmp(t->tale[0].told[ply].move, t->tale[1].told[ply].move) != 0;
}

static bool is_told_otherwise(const struct twin *t, int ply)
{
    return is_other_move(t, ply) || strcmp(t->tale[0].told[ply].events, t->tale[1].told[ply].events) != 0;
}

static void look_where(struct maker *m, bool (*is)(const struct twin *t, int ply), int most)
{
    struct twin *t = m->twin;
    for (int ply = t->ply - 1; ply > 0 && t->n_looks < most; ply--)
        if (is(t, ply) && can_look(m, ply))
            t->look[t->n_looks++] = ply;
}

/* The head; the newest other moves, of which there are few, and what else is told otherwise; and any others. */
static void choose_looks(struct maker *m)
{
    struct twin *t = m->twin;
    if (can_look(m, t->ply))
        t->look[t->n_looks++] = t->ply;
    look_where(m, is_other_move, TWIN_LOOKS / 3);
    look_where(m, is_told_otherwise, TWIN_LOOKS / 2);
    for (int tries = 0; tries < TWIN_LOOKS && t->ply > 1 && t->n_looks < TWIN_LOOKS - 2; tries++) {
        int ply = 1 + (int)rng_below(m->dice, (uint32_t)t->ply - 1);
        if (can_look(m, ply))
            t->look[t->n_looks++] = ply;
    }
}

/* What lies concealed there is another in the second tale, and nothing that came of it is. */
static void keep_position(struct maker *m, int ply)
{
    if (snapshot_of(m->twin, ply) >= 0)
        return;
    conceal(m, ply);
    add_snapshot(m, ply, m->copy);
}

/* The page after one's own turn compares with the position before that. */
static void find_before(struct maker *m)
{
    struct twin *t = m->twin;
    const struct ply *ply = t->course->ply;
    int i = t->ply, oldest = t->ply - LOG_SHOWN + 1 > 0 ? t->ply - LOG_SHOWN + 1 : 0;
    while (i >= oldest && ply[i].seat != t->viewer)
        i--;
    while (i >= oldest && ply[i].seat == t->viewer)
        i--;
    t->before = t->viewer == NO_SEAT || i < oldest || i < 0 ? -1 : i;
    if (t->before >= 0)
        keep_position(m, t->before);
}

/* The page that is opened compares with the position after the reader's own last move, or with the oldest that it tells of. */
static void find_left(struct maker *m)
{
    const struct twin *t = m->twin;
    int i = t->ply, oldest = t->ply - LOG_SHOWN + 1 > 0 ? t->ply - LOG_SHOWN + 1 : 0;
    while (i > oldest && (t->course->ply[i].seat != t->viewer || t->tale[0].told[i].by_order))
        i--;
    if (t->viewer != NO_SEAT && i < t->ply)
        keep_position(m, i);
}

/* ---- what others keep to themselves ---- */

static void add_order(struct maker *m, struct tale *tale, int seat, const struct move *order)
{
    char text[MOVE_TEXT];
    if (tale->n_orders[seat] == TWIN_ORDERS)
        return;
    move_to_text(m->rules->orders->verbs, order, text);
    for (int i = 0; i < tale->n_orders[seat]; i++)
        if (!strcmp(tale->order[seat][i], text))
            return;
    tale->order[seat][tale->n_orders[seat]++] = arena_strdup(m->twin->arena, text);
}

/* What others have ordered differs; the viewer's own are the same. Bots order nothing. */
static void give_orders(struct maker *m)
{
    struct twin *t = m->twin;
    const void *head = t->course->ply[t->ply].state;
    for (int seat = 0; m->rules->orders && seat < t->course->game.n_seats; seat++)
        for (int which = 0; which < 2 && !(t->alone && seat != t->viewer); which++) {
            struct tale *tale = &t->tale[which];
            for (int i = 0; (which == 0 || seat == t->viewer) && i < m->rules->orders->n_first; i++)
                add_order(m, tale, seat, &m->rules->orders->first[i]);
            if ((which == 0 && seat != t->viewer) || !m->rules->orders->advise)
                continue;
            move_list_clear(m->list);
            int n = m->rules->orders->advise(head, seat, m->list);
            for (int i = 0; i < n; i++)
                add_order(m, tale, seat, move_at(m->list, i));
            move_list_clear(m->list);
            n = m->rules->orders->suggest && seat != t->viewer ? m->rules->orders->suggest(head, seat, m->list) : 0;
            for (int i = 0; i < n; i++)
                add_order(m, tale, seat, move_at(m->list, i));
        }
}

/* In the second tale others who are awaited think of a move. */
static void think(struct maker *m)
{
    struct twin *t = m->twin;
    const struct ply *head = &t->course->ply[t->ply];
    for (int seat = 0; !t->alone && seat < t->course->game.n_seats; seat++) {
        if (seat == t->viewer || !(head->awaits & SEAT_BIT(seat)))
            continue;
        move_list_clear(m->list);
        int n = m->rules->moves(head->state, seat, m->list);
        if (n > 0)
            t->tale[1].draft[seat] = plain(m, jadd(jarr(), jstr(move_words(m, move_at(m->list, (int)rng_below(m->dice, (uint32_t)n))))));
    }
}

/* ---- all of it ---- */

/* In half of the pairs others have said other phrases, so that all chance is another's: of the past, too, so that fewer of its
 * pages can be compared. */
static void choose_keys(struct maker *m)
{
    struct twin *t = m->twin;
    struct game_row game = t->course->game;
    bool other = rng_below(m->dice, 2);
    struct err err;
    for (int s = 0; s < game.n_seats; s++)
        t->tale[0].phrase[s] = t->tale[1].phrase[s] = game.seat[s].phrase;
    for (int s = 0; other && s < game.n_seats; s++)
        if (s != t->viewer)
            t->tale[1].phrase[s] = arena_printf(t->arena, "other %u", rng_below(m->dice, 1000000));
    for (int which = 0; which < 2; which++) {
        for (int s = 0; s < game.n_seats; s++)
            game.seat[s].phrase = t->tale[which].phrase[s];
        if (!fold_init(&m->fold[which], t->arena, &game, &err)) {
            fprintf(stderr, "leaks: %s\n", err.logged);
            exit(2);
        }
    }
}

struct twin *twin_make(struct arena *arena, const struct course *course, int ply, int viewer, struct rng *dice)
{
    struct twin *t = arena_alloc(arena, sizeof(*t));
    struct maker *m = arena_alloc(arena, sizeof(*m));
    bool hides = false;
    *t = (struct twin){.arena = arena, .course = course, .ply = ply, .viewer = viewer, .before = -1};
    *m = (struct maker){.twin = t, .rules = course->rules, .dice = dice, .at = arena_alloc(arena, course->rules->size),
                        .copy = arena_alloc(arena, course->rules->size), .list = fold_moves(arena)};
    for (int i = 0; i < TRIES && !hides; i++)
        hides = conceal(m, ply);
    if (!hides)
        return NULL;
    t->alone = viewer != NO_SEAT && (course->ply[ply].awaits & SEAT_BIT(viewer)) && rng_below(dice, ONE_ALONE_IN) == 0;
    t->tale[0].head = saved(m, course->ply[ply].state);
    t->tale[1].head = saved(m, m->copy);
    t->tale[1].private_noise = 1 + rng_below(dice, 1000000);
    choose_keys(m);
    tell(m);
    choose_looks(m);
    find_before(m);
    find_left(m);
    give_orders(m);
    think(m);
    return t;
}

/* What must hold of a position that is looked at closely: listing and checking agree, nothing is lost in JSON, and what
 * a seat is told depends only on what it may see. */
#include "config.h"

#include "tests/selfplay/trial.h"

#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum { SAMPLE = 24, SPOILED = 24, TEXTS = 8 }; /* TEXTS: one move in so many is written and read */

/* ---- storage ---- */

static bool events_survive_json(struct trial *t)
{
    for (int i = 0; i < t->game->log.n; i++) {
        const struct event *event = &t->game->log.event[i];
        struct event again;
        struct json_object *json = event_to_json(t->rules, event, EVERY_SEAT);
        bool ok = event_from_json(t->rules, json, &again) && again.kind == event->kind && again.seat == event->seat &&
                  again.secret_to == event->secret_to && again.nargs == event->nargs &&
                  memcmp(again.arg, event->arg, event->nargs * sizeof(event->arg[0])) == 0;
        json_object_put(json);
        if (!ok)
            return trial_wrong(t, "the event %s is not read back as it was", t->rules->events[event->kind].name);
    }
    return true;
}

static bool move_survives_text(struct trial *t, const struct move *move)
{
    char text[MOVE_TEXT];
    struct move again;
    move_to_text(t->rules->verbs, move, text);
    if (!move_from_text(t->rules->verbs, text, &again, NULL) || !move_equal(move, &again))
        return trial_wrong(t, "the move is not read back: %s", text);
    struct json_object *json = move_to_json(t->rules->verbs, move);
    bool ok = move_from_json(t->rules->verbs, json, &again, NULL) && move_equal(move, &again);
    json_object_put(json);
    return ok || trial_wrong(t, "the move is not read back from JSON: %s", text);
}

/* ---- listing and checking ---- */

static bool says(struct trial *t, int seat, const struct move *move, const char *what)
{
    char text[MOVE_TEXT];
    move_to_text(t->rules->verbs, move, text);
    return trial_wrong(t, "seat %d: %s: %s", seat, text, what);
}

static bool listed_move_is_legal(struct trial *t, int seat, int i)
{
    const struct move *move = move_at(t->list, i);
    if (!move_in_domain(t->rules->verbs, move))
        return trial_wrong(t, "seat %d: listed move %d is out of its domain, verb %d", seat, i, move->verb);
    if (t->rules->check(t->game->state, seat, move, NULL) != RULE_OK)
        return says(t, seat, move, "listed, but refused");
    if (move_list_find(t->list, move) != i)
        return says(t, seat, move, "listed twice");
    return rng_below(&t->dice, TEXTS) != 0 || move_survives_text(t, move);
}

/* An error has its words, and its figures can be had. */
static bool error_is_told(struct trial *t, int seat, const struct move *move, int error)
{
    int16_t slots[EVENT_ARGS] = {0};
    int n = 0;
    while (t->rules->errors[n].name || n == RULE_OK)
        n++;
    if (error <= RULE_OK || error >= n)
        return says(t, seat, move, "refused with an error that has no words");
    return t->rules->check(t->game->state, seat, move, slots) == error ||
           says(t, seat, move, "asked for figures, the answer is another");
}

/* Another move of the same kind: a slot changed a little or at random, or another verb's slots. */
static void spoil(struct trial *t, struct move *move)
{
    int verbs = 0;
    while (t->rules->verbs[verbs].name)
        verbs++;
    if (move->nargs == 0 || rng_below(&t->dice, 6) == 0) {
        move->verb = (uint8_t)rng_below(&t->dice, (uint32_t)verbs);
        int n = args_slots(t->rules->verbs[move->verb].args);
        for (int i = move->nargs; i < n; i++)
            move->arg[i] = (int16_t)rng_below(&t->dice, 4);
        move->nargs = (uint8_t)n;
        return;
    }
    int16_t *slot = &move->arg[rng_below(&t->dice, move->nargs)];
    if (rng_below(&t->dice, 2))
        *slot = (int16_t)(*slot + (rng_below(&t->dice, 2) ? 1 : -1));
    else
        *slot = (int16_t)rng_below(&t->dice, 40);
}

/* A form offers what its samples span: the numbers between the least and the greatest, the items that some set holds. */
static bool form_can_say(struct trial *t, int seat, const struct move *move)
{
    const struct verb *verb = &t->rules->verbs[move->verb];
    int slot = 0;
    for (const struct arg *arg = verb->args; verb->form && arg && arg->name; slot += arg_slots(arg), arg++)
        for (int s = slot; s < slot + arg_slots(arg); s++) {
            int value = move->arg[s], items = 0;
            bool reached[2] = {false, false};
            for (int i = 0; i < t->list->n; i++) {
                if (move_at(t->list, i)->verb != move->verb)
                    continue;
                reached[0] |= move_at(t->list, i)->arg[s] <= value;
                reached[1] |= move_at(t->list, i)->arg[s] >= value;
                items |= move_at(t->list, i)->arg[s];
            }
            if (arg->kind == ARG_NUMBER ? !reached[0] || !reached[1] : arg->kind == ARG_SET && (value & ~items))
                return says(t, seat, move, "allowed, but beyond what is listed of its form");
        }
    return true;
}

/* What check says of a spoiled move, the list says too; and asking changes nothing. */
static bool spoiled_move_is_judged(struct trial *t, int seat, struct move *move)
{
    do
        spoil(t, move);
    while (rng_below(&t->dice, 4) == 0);
    if (!move_in_domain(t->rules->verbs, move))
        return true; /* never reaches the game */
    memcpy(t->copy, t->game->state, t->rules->size);
    int error = t->rules->check(t->game->state, seat, move, NULL);
    bool listed = move_list_find(t->list, move) >= 0;
    if (memcmp(t->copy, t->game->state, t->rules->size) != 0)
        return says(t, seat, move, "to check it changes the position");
    if (error == RULE_OK && !listed && !t->list->partial)
        return says(t, seat, move, "allowed, but not listed");
    if (error == RULE_OK && !form_can_say(t, seat, move))
        return false;
    if (error != RULE_OK && listed)
        return says(t, seat, move, "listed, but refused");
    if (rng_below(&t->dice, TEXTS) == 0 && !move_survives_text(t, move))
        return false;
    return error == RULE_OK || error_is_told(t, seat, move, error);
}

static bool list_and_check_agree(struct trial *t, int seat)
{
    move_list_clear(t->list);
    int n = t->rules->moves(t->game->state, seat, t->list);
    bool awaited = t->rules->awaits(t->game->state) & SEAT_BIT(seat);
    if (n != t->list->n || (awaited && n == 0))
        return trial_wrong(t, "seat %d: %d moves are said to be listed, %d are", seat, n, t->list->n);
    for (int k = 0; k < SAMPLE && n > 0; k++)
        if (!listed_move_is_legal(t, seat, n <= SAMPLE ? k % n : (int)rng_below(&t->dice, (uint32_t)n)))
            return false;
    for (int k = 0; k < SPOILED; k++) {
        struct move move = {0};
        if (n > 0)
            move_copy(&move, move_at(t->list, (int)rng_below(&t->dice, (uint32_t)n)));
        memset(move.arg + move.nargs, 0, (MOVE_ARGS - move.nargs) * sizeof(move.arg[0]));
        if (!spoiled_move_is_judged(t, seat, &move))
            return false;
    }
    return true;
}

/* ---- secrets ---- */

static struct value *view_of(struct trial *t, struct arena *arena, const void *state, int viewer)
{
    struct value *view = new_object(arena);
    t->rules->view->view(state, viewer, view);
    return view;
}

static void say_where(struct trial *t, struct arena *arena, int viewer, const struct value *a, const struct value *b)
{
    struct sb x, y;
    size_t i = 0;
    sb_init(&x, arena);
    sb_init(&y, arena);
    value_print(a, &x);
    value_print(b, &y);
    while (x.text[i] && x.text[i] == y.text[i])
        i++;
    size_t from = i < 40 ? 0 : i - 40;
    trial_wrong(t, "the view of seat %d tells what it cannot see: ...%.80s, or ...%.80s", viewer, x.text + from, y.text + from);
}

/* Equal, and in the same order, as what one function writes twice is: keys are compared side by side and not looked for. */
static bool is_the_same(const struct value *a, const struct value *b)
{
    bool object = value_is(a, VALUE_OBJECT);
    if (!object && !value_is(a, VALUE_LIST))
        return value_equal(a, b);
    bool same = value_is(b, object ? VALUE_OBJECT : VALUE_LIST) && value_n(a) == value_n(b);
    for (size_t i = 0; same && i < value_n(a); i++)
        same = value_key(a, i) == value_key(b, i) && is_the_same(value_at(a, i), value_at(b, i));
    return same;
}

/* Where no byte differs one view is enough: rules are functions of the position (tests/structure/rules-may-call). */
static bool view_is_the_same(struct trial *t, int viewer)
{
    struct arena *arena = arena_new();
    struct value *a = view_of(t, arena, t->game->state, viewer);
    bool same = memcmp(t->game->state, t->copy, t->rules->size) == 0;
    struct value *b = same ? NULL : view_of(t, arena, t->copy, viewer);
    same = same || is_the_same(a, b);
    if (!same)
        say_where(t, arena, viewer, a, b);
    arena_free(arena);
    return same;
}

static bool lists_equal(const struct move_list *a, const struct move_list *b)
{
    if (a->n != b->n || a->partial != b->partial)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!move_equal(move_at(a, i), move_at(b, i)))
            return false;
    return true;
}

static bool answer_is_the_same(struct trial *t, int seat, const struct move *move)
{
    int16_t slots[2][EVENT_ARGS] = {{0}};
    int error = t->rules->check(t->game->state, seat, move, slots[0]);
    if (error != t->rules->check(t->copy, seat, move, slots[1]))
        return says(t, seat, move, "the answer tells what the seat cannot see");
    if (error == RULE_OK)
        return t->rules->traits(t->game->state, seat, move) == t->rules->traits(t->copy, seat, move) ||
               says(t, seat, move, "its traits tell what the seat cannot see");
    return memcmp(slots[0], slots[1], sizeof(slots[0])) == 0 ||
           says(t, seat, move, "the figures of the refusal tell what the seat cannot see");
}

static bool moves_are_the_same(struct trial *t, int seat)
{
    move_list_clear(t->list);
    move_list_clear(t->game->list);
    t->rules->moves(t->game->state, seat, t->list);
    t->rules->moves(t->copy, seat, t->game->list);
    if (!lists_equal(t->list, t->game->list))
        return trial_wrong(t, "the moves of seat %d tell what it cannot see", seat);
    for (int k = 0; k < SPOILED; k++) {
        int n = t->list->n;
        struct move move = {0};
        if (n > 0)
            move_copy(&move, move_at(t->list, (int)rng_below(&t->dice, (uint32_t)n)));
        memset(move.arg + move.nargs, 0, (MOVE_ARGS - move.nargs) * sizeof(move.arg[0]));
        spoil(t, &move);
        if (move_in_domain(t->rules->verbs, &move) && !answer_is_the_same(t, seat, &move))
            return false;
    }
    return true;
}

/* Into t->loaded. */
static bool state_survives_json(struct trial *t)
{
    struct fault fault = {.sentence = ""};
    uint8_t digest[2][32];
    struct json_object *json = members_save(t->rules->members, t->game->state);
    memset(t->loaded, 0, t->rules->size);
    bool loaded = members_load(t->rules->members, json, t->loaded, &fault);
    json_object_put(json);
    if (!loaded)
        return trial_wrong(t, "a saved position is not loaded: %s (%s)", fault.sentence, fault.what);
    members_hash(t->rules->members, t->loaded, digest[0]);
    members_hash(t->rules->members, t->game->state, digest[1]);
    return (members_equal(t->rules->members, t->loaded, t->game->state) && memcmp(digest[0], digest[1], 32) == 0) ||
           trial_wrong(t, "a saved position is loaded as another");
}

/* Re-deals what @viewer cannot see of @state, which is the position or equals it; then nothing that @viewer is told may differ. */
static bool secrets_are_kept(struct trial *t, const void *state, int viewer)
{
    struct fault fault = {.sentence = ""};
    memcpy(t->copy, state, t->rules->size);
    t->rules->conceal(t->copy, viewer, &t->dice);
    if (!t->rules->sound(t->copy, &fault))
        return trial_wrong(t, "concealed from seat %d the position is not sound: %s (%s)", viewer, fault.sentence,
                           fault.what);
    if (t->rules->awaits(t->copy) != t->rules->awaits(t->game->state))
        return trial_wrong(t, "who is awaited tells what seat %d cannot see", viewer);
    struct standing a = {0}, b = {0};
    t->rules->standing(t->game->state, &a);
    t->rules->standing(t->copy, &b);
    for (int i = 0; i < a.n; i++)
        if (a.seat[i].points != b.seat[i].points || a.seat[i].rank != b.seat[i].rank)
            return trial_wrong(t, "the standing tells what seat %d cannot see", viewer);
    return view_is_the_same(t, viewer) && (viewer == NO_SEAT || moves_are_the_same(t, viewer));
}

/* The same of the position as it was loaded: a member that is missing in the table shows itself only here. */
static bool loaded_is_the_same(struct trial *t, int viewer)
{
    return secrets_are_kept(t, t->loaded, viewer) || (secrets_are_kept(t, t->game->state, viewer) &&
           trial_wrong(t, "a saved position plays differently: is a member left out?"));
}

static bool advice_is_legal(struct trial *t, int seat)
{
    struct move move = {0};
    if (!t->rules->mind || !(t->rules->awaits(t->game->state) & SEAT_BIT(seat)))
        return true;
    memcpy(t->copy, t->game->state, t->rules->size);
    t->rules->conceal(t->copy, seat, &t->dice);
    if (t->rules->mind->advise(t->copy, seat, &t->dice, &move) != 0)
        return trial_wrong(t, "seat %d is awaited and gets no advice", seat);
    if (!move_in_domain(t->rules->verbs, &move))
        return trial_wrong(t, "seat %d: the advice is out of its domain", seat);
    return t->rules->check(t->game->state, seat, &move, NULL) == RULE_OK || says(t, seat, &move, "advised, but refused");
}

/* What a seat says by saying nothing is legal, and told by what the seat itself may know. */
static bool silence_is_legal(struct trial *t, int seat)
{
    struct move move = {0}, again = {0};
    seatmask windows = t->rules->windows ? t->rules->windows(t->game->state) : 0;
    if (windows & ~t->rules->awaits(t->game->state))
        return trial_wrong(t, "a seat has a window and is not awaited");
    if (!t->rules->silence || !(t->rules->awaits(t->game->state) & SEAT_BIT(seat)))
        return true;
    memcpy(t->copy, t->game->state, t->rules->size);
    t->rules->conceal(t->copy, seat, &t->dice);
    int silent = t->rules->silence(t->game->state, seat, &move);
    if (silent != t->rules->silence(t->copy, seat, &again) || (silent == 0 && !move_equal(&move, &again)))
        return trial_wrong(t, "the silence of seat %d depends on what it cannot see", seat);
    if (silent != 0)
        return true;
    if (!move_in_domain(t->rules->verbs, &move))
        return trial_wrong(t, "seat %d: its silence is out of its domain", seat);
    return t->rules->check(t->game->state, seat, &move, NULL) == RULE_OK || says(t, seat, &move, "silence, but refused");
}

typedef int order_lister(const void *state, int seat, struct move_list *orders);

/* Orders that are offered, or advised, are orders, and come of what the seat may know. */
static bool orders_are_orders(struct trial *t, int seat, order_lister *list)
{
    if (!list)
        return true;
    memcpy(t->copy, t->game->state, t->rules->size);
    t->rules->conceal(t->copy, seat, &t->dice);
    int n = list(t->game->state, seat, t->list);
    if (n != t->list->n || n != list(t->copy, seat, t->game->list) || !lists_equal(t->list, t->game->list))
        return trial_wrong(t, "the orders offered to seat %d tell what it cannot see", seat);
    for (int i = 0; i < n; i++)
        if (!move_in_domain(t->rules->orders->verbs, move_at(t->list, i)))
            return trial_wrong(t, "seat %d: order %d that is offered is out of its domain", seat, i);
    return true;
}

static bool seat_is_asked(struct trial *t, int seat)
{
    if (!(t->rules->awaits(t->game->state) & SEAT_BIT(seat)))
        return true;
    struct asked asked = t->rules->words->asks(t->game->state, seat);
    return (asked.imperative && asked.doing) || trial_wrong(t, "seat %d is awaited, but nothing is asked of it", seat);
}

bool trial_position(struct trial *t)
{
    int one = (int)rng_below(&t->dice, (uint32_t)t->setup.n_seats);
    if (!state_survives_json(t) || !events_survive_json(t) || !secrets_are_kept(t, t->game->state, NO_SEAT))
        return false;
    for (int seat = 0; seat < t->setup.n_seats; seat++)
        if (!list_and_check_agree(t, seat) ||
            !(seat == one ? loaded_is_the_same(t, seat) : secrets_are_kept(t, t->game->state, seat)) ||
            !advice_is_legal(t, seat) || !seat_is_asked(t, seat) || !silence_is_legal(t, seat) || !orders_are_orders(t, seat, t->rules->orders ? t->rules->orders->suggest : NULL) ||
            !orders_are_orders(t, seat, t->rules->orders ? t->rules->orders->advise : NULL))
            return false;
    return true;
}

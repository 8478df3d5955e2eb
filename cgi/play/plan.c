#include "config.h"

#include "cgi/play/plan.h"

#include <sodium.h>
#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_head.h"
#include "cgi/play/play_turn.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- where ---- */

bool plan_offered(const struct table *t)
{
    const struct game_row *game = &t->game;
    return game->rules && game->rules->plans && game->status == GAME_RUNNING && !game->paused && !game->apart && !game->guide
        && t->seat != NO_SEAT && !game->seat[t->seat].resigned;
}

bool plan_may_make(const struct table *t)
{
    return plan_offered(t) && !(t->game.awaits & SEAT_BIT(t->seat));
}

bool plan_turn_has_come(const struct table *t)
{
    return t->seat != NO_SEAT && (t->game.awaits & SEAT_BIT(t->seat)) && !t->game.seat[t->seat].clock.in_window;
}

/* What the seat may see of a position; the same whenever it is asked, with nobody's secret. */
static void *seen(struct arena *arena, const struct rules *rules, const void *state, int seat)
{
    static const uint8_t key[RNG_KEY_BYTES] = {'p', 'l', 'a', 'n'};
    struct rng rng;
    void *copy = state_copy(arena, rules, state);
    rng_init(&rng, key, (uint64_t)seat);
    rules->conceal(copy, seat, &rng);
    return copy;
}

/* The position of which @state is the head, with the turn of @seat begun; NULL: it has none to come. */
static void *begun(struct arena *arena, const struct rules *rules, const void *state, int seat)
{
    void *copy = state ? seen(arena, rules, state, seat) : NULL;
    return copy && rules->plans->begin(copy, seat) ? copy : NULL;
}

static void take(const struct rules *rules, void *state, int seat, const struct move *step)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    struct log log = {.n = 0};
    struct rng rng;
    rng_init(&rng, key, 0);
    rules->apply(state, seat, step, &rng, &log);
}

/* ---- on the position of today ---- */

/* Takes one more step; false: it does not go, and planned->error says why. */
static bool stand_on(const struct rules *rules, int seat, const struct move *step, struct planned *planned)
{
    planned->error = planned->whole ? PLAN_IS_WHOLE : plan_takes(rules, planned->state, seat, step, &planned->rule);
    if (planned->error != PLAN_OK)
        return false;
    planned->n++;
    planned->whole = rules->verbs[step->verb].confirms;
    if (planned->whole) /* what it turns up is not known, and nothing is made up in its place */
        return true;
    take(rules, planned->state, seat, step);
    planned->whole = !(rules->awaits(planned->state) & SEAT_BIT(seat));
    return true;
}

bool plan_stand(struct arena *arena, const struct table *t, const struct plan_way *way, struct planned *planned)
{
    const struct rules *rules = t->game.rules;
    struct move step;
    struct fault fault;
    *planned = (struct planned){.begun = begun(arena, rules, t->head, t->seat)};
    if (!planned->begun)
        return false;
    planned->state = state_copy(arena, rules, planned->begun);
    for (int i = 0; way && i < way->n; i++) {
        if (!move_from_text(rules->verbs, way->step[i], &step, &fault)) {
            planned->error = PLAN_REFUSED;
            break;
        }
        if (!stand_on(rules, t->seat, &step, planned))
            break;
    }
    return true;
}

/* ---- when the turn has come ---- */

static int read_way(const struct rules *rules, const struct plan_way *way, struct move step[PLAN_STEPS])
{
    struct fault fault;
    if (way->n < 1 || way->n > PLAN_STEPS)
        return 0;
    for (int i = 0; i < way->n; i++)
        if (!move_from_text(rules->verbs, way->step[i], &step[i], &fault))
            return 0;
    return way->n;
}

static struct plan_fit lay_way(struct arena *arena, const struct rules *rules, const void *head, const void *then, const char *since,
                               const struct plan_row *plan, const struct plan_way *way, bool *altered)
{
    struct move step[PLAN_STEPS];
    int n = read_way(rules, way, step);
    *altered = false;
    if (n == 0)
        return (struct plan_fit){.fate = PLAN_BROKEN, .error = RULE_OK};
    struct plan_fit fit = plan_lay(rules, begun(arena, rules, then, plan->seat), state_copy(arena, rules, head), plan->seat, step, n);
    for (int i = 0; i < n && fit.fate == PLAN_SAME && !*altered; i++)
        *altered = turn_is_altered(rules, since, &step[i]);
    if (*altered)
        fit.fate = PLAN_OFFERED;
    return fit;
}

struct plan_left plan_left(struct arena *arena, const struct rules *rules, const void *head, const void *then, const char *since,
                           const struct plan_row *plan)
{
    struct plan_left first = {.fit = {.fate = PLAN_BROKEN}};
    for (int i = 0; i < plan->n; i++) {
        struct plan_left left = {.way = i};
        left.fit = lay_way(arena, rules, head, then, since, plan, &plan->way[i], &left.altered);
        if (left.fit.fate != PLAN_BROKEN)
            return left;
        if (i == 0)
            first = left;
    }
    return first;
}

/* ---- making one ---- */

static bool too_long(struct err *err)
{
    return err_fail(err, ERR_INPUT, N_("These are too many steps at once."), NULL, "a plan");
}

/* Why a step of a plan does not go, with the position at which. */
static bool refused(struct table *t, const struct planned *planned, int step, int *bad, struct err *err)
{
    *bad = step;
    memcpy(t->state, planned->state, t->game.rules->size);
    if (planned->error == PLAN_SHOWS)
        return err_fail(err, ERR_INPUT, N_("A plan cannot hold a step that shows or draws something: it ends there, and you go on yourself."),
                        NULL, "a plan");
    if (planned->error == PLAN_IS_WHOLE)
        return err_fail(err, ERR_INPUT, N_("This plan is a whole turn already."), NULL, "a plan");
    err_fail(err, ERR_RULE, NULL, NULL, "a plan");
    err->rule = planned->rule;
    return false;
}

static const char *line_of(struct arena *arena, const struct rules *rules, const struct move *move)
{
    char *text = arena_alloc(arena, MOVE_TEXT);
    move_to_text(rules->verbs, move, text);
    return text;
}

/* Steps that take themselves. */
static bool follow(struct arena *arena, const struct table *t, struct planned *planned, struct plan_way *way, struct err *err)
{
    struct move_list *list = fold_moves(arena);
    struct move step = {0};
    while (!planned->whole && turn_is_automatic(t->game.rules, planned->state, t->seat, list)) {
        move_copy(&step, move_at(list, 0));
        if (way->n == PLAN_STEPS)
            return too_long(err);
        if (!stand_on(t->game.rules, t->seat, &step, planned))
            break;
        way->step[way->n++] = line_of(arena, t->game.rules, &step);
    }
    return true;
}

/* Some steps more at the end of @way, for the position of now. */
static bool add_steps(struct arena *arena, struct table *t, struct plan_way *way, const char *const *text, int n, int *bad, struct err *err)
{
    const struct rules *rules = t->game.rules;
    struct planned planned;
    struct fault fault;
    if (!plan_stand(arena, t, way, &planned))
        return err_fail(err, ERR_STALE, N_("No turn of yours can be planned just now."), NULL, "no turn begins");
    if (planned.n < way->n)
        return refused(t, &planned, -1, bad, err);
    for (int i = 0; i < n; i++) {
        struct move step;
        *bad = i;
        if (!move_from_text(rules->verbs, text[i], &step, &fault))
            return err_fail(err, ERR_INPUT, fault.sentence, fault.what, "step '%.100s'", text[i]);
        if (way->n == PLAN_STEPS)
            return too_long(err);
        if (!stand_on(rules, t->seat, &step, &planned)) /* it may have taken itself */
            return (i > 0 && !strcmp(way->step[way->n - 1], line_of(arena, rules, &step))) || refused(t, &planned, i, bad, err);
        way->step[way->n++] = line_of(arena, rules, &step);
        if (!follow(arena, t, &planned, way, err))
            return false;
    }
    return true;
}

/* How many steps stay when the last that was chosen is taken away. */
static int without_last(struct arena *arena, const struct table *t, const struct plan_way *way)
{
    struct move_list *list = fold_moves(arena);
    int n = way->n - 1;
    for (; n > 0; n--) {
        const struct plan_way before = {.n = n, .step = way->step};
        struct planned planned;
        if (!plan_stand(arena, t, &before, &planned) || planned.n < n || !turn_is_automatic(t->game.rules, planned.state, t->seat, list)
            || strcmp(line_of(arena, t->game.rules, move_at(list, 0)), way->step[n]) != 0)
            break;
    }
    return n;
}

/* The plan with room for what may be added. */
static struct plan_row copy_plan(struct arena *arena, const struct plan_row *plan)
{
    struct plan_row copy = *plan;
    copy.way = arena_array(arena, PLAN_WAYS_MAX, sizeof(*copy.way));
    for (int i = 0; i < plan->n; i++) {
        copy.way[i].n = plan->way[i].n < PLAN_STEPS ? plan->way[i].n : PLAN_STEPS;
        copy.way[i].step = arena_array(arena, PLAN_STEPS, sizeof(*copy.way[i].step));
        memcpy(copy.way[i].step, plan->way[i].step, (size_t)copy.way[i].n * sizeof(*copy.way[i].step));
    }
    return copy;
}

static struct plan_way *begin_way(struct arena *arena, struct plan_row *plan)
{
    struct plan_way *way = &plan->way[plan->n++];
    *way = (struct plan_way){.step = arena_array(arena, PLAN_STEPS, sizeof(*way->step))};
    return way;
}

static bool change(struct arena *arena, struct table *t, struct plan_row *plan, enum plan_change what, const char *const *step, int n,
                   int *bad, struct err *err)
{
    struct plan_way *last = plan->n > 0 ? &plan->way[plan->n - 1] : NULL;
    switch (what) {
    case PLAN_ADD:
        return add_steps(arena, t, last ? last : begin_way(arena, plan), step, n, bad, err);
    case PLAN_BACK:
        if (last && last->n > 0)
            last->n = without_last(arena, t, last);
        else if (last)
            plan->n--;
        if (plan->n == 1 && plan->way[0].n == 0)
            plan->n = 0;
        return true;
    case PLAN_ELSE:
        if (!last || last->n == 0 || plan->n == PLAN_WAYS_MAX)
            return err_fail(err, ERR_INPUT, last && last->n ? N_("A plan has four alternatives at the most.")
                                                            : N_("Choose the steps of this alternative first."), NULL, "no other way");
        begin_way(arena, plan);
        return true;
    case PLAN_DROP:
        plan->n = 0;
        return true;
    default:
        return true;
    }
}

/* May the player change the plan so, from a page that was drawn at @ply? */
static bool may_change(const struct table *t, enum plan_change what, int ply, struct err *err)
{
    if (what == PLAN_DROP)
        return true;
    if (!plan_may_make(t))
        return err_fail(err, ERR_STALE, t->game.rules && !t->game.rules->plans
                            ? N_("In this game a turn cannot be planned: it begins with chance, or with what others say.")
                            : N_("It is your turn, or the game is not running: there is nothing to plan now."), NULL, "no plan now");
    return what == PLAN_KEEP || ply == t->game.ply
        || err_fail(err, ERR_STALE, N_("The game has moved on since you opened this page. Your plan is as it was: here is the board of today, please choose again."),
                    NULL, "game %lld: planned at ply %d, now %d", (long long)t->game.id, ply, t->game.ply);
}

bool play_plan(struct db *db, struct arena *arena, int64_t game, int64_t person, enum plan_change what, int ply, const char *const *step, int n,
               int hands_in, struct table *table, int *bad, struct err *err)
{
    struct table *t = table;
    struct fold fold;
    struct plan_row was;
    *bad = -1;
    *t = (struct table){.seat = NO_SEAT};
    bool ok = store_seat_open(db, arena, game, person, NULL, &t->game, &t->draft, err) && table_set(t, arena, person, &fold, err)
        && store_plan(db, arena, game, t->seat, &was, err) && may_change(t, what, ply, err);
    if (ok) {
        struct plan_row plan = copy_plan(arena, &was);
        plan.seat = t->seat;
        plan.person = person;
        plan.ply = was.n > 0 && what == PLAN_KEEP ? was.ply : t->game.ply;
        plan.hands_in = hands_in < 0 ? was.n > 0 && was.hands_in : hands_in > 0; /* not unless it is said */
        ok = change(arena, t, &plan, what, step, n, bad, err) && store_plan_put(db, game, &plan, err);
    }
    store_rollback(db);
    return ok;
}

/* ---- handing it in ---- */

/* Of a plan that was looked at without the lock. */
struct checked {
    int ply, way;
    int64_t at;
};

static bool waits_for(const struct table *t, const struct plan_row *plan)
{
    const struct game_row *game = &t->game;
    return plan->n > 0 && plan->hands_in && game->status == GAME_RUNNING && !game->paused && (game->awaits & SEAT_BIT(plan->seat))
        && !game->seat[plan->seat].clock.in_window && game->rules && game->rules->plans && seat_present(&game->seat[plan->seat]) && game->seat[plan->seat].person == plan->person;
}

/* Opens the game, and reads the plan under its lock. */
static bool open_for(struct db *db, struct arena *arena, int64_t game, int seat, struct table *t, struct fold *fold, struct plan_row *plan,
                     bool *waits, struct err *err)
{
    bool may = false;
    *t = (struct table){.seat = NO_SEAT};
    *waits = false;
    if (!store_game_open(db, arena, game, 0, &t->game, &t->draft, err) || !store_plan(db, arena, game, seat, plan, err)
        || !store_plan_may_hand_in(db, game, seat, &may, err))
        return false;
    *waits = may && waits_for(t, plan);
    return !*waits || table_set(t, arena, 0, fold, err);
}

static bool take_way(struct turn *turn, const struct plan_way *way)
{
    const struct rules *rules = turn->fold.rules;
    for (int i = 0; i < way->n; i++) {
        struct move move;
        struct fault fault;
        if (!move_from_text(rules->verbs, way->step[i], &move, &fault) || !turn_has_room(turn)
            || rules->check(turn->state, turn->seat, &move, NULL) != RULE_OK)
            return false;
        turn_step(turn, &move);
    }
    turn_hand_in(turn);
    turn_follow(turn);
    return true;
}

/* The second time: what was found holds still, and is played. */
static bool play_it(struct db *db, struct arena *arena, int64_t game, int seat, const struct checked *checked, int64_t now, bool *done,
                    struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct plan_row plan;
    struct fold fold;
    bool waits;
    if (!open_for(db, arena, game, seat, t, &fold, &plan, &waits, err))
        return false;
    if (!waits || t->game.ply != checked->ply || plan.at != checked->at || checked->way >= plan.n)
        return true;
    struct turn *turn = turn_new(arena, t, &fold, seat, "plan", now);
    *done = take_way(turn, &plan.way[checked->way]);
    return !*done || (store_plan_handed_in(db, t->game.rules_id, err) && turn_close(turn, db, plan.person, err));
}

bool play_plan_hand_in(struct db *db, struct arena *arena, int64_t game, int seat, int64_t now, bool *done, struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct plan_row plan;
    struct fold fold;
    const void *then = NULL;
    const char *since = NULL;
    bool waits;
    *done = false;
    bool ok = open_for(db, arena, game, seat, t, &fold, &plan, &waits, err);
    store_rollback(db); /* looking back takes a while, and others need not wait for it */
    if (!ok || !waits)
        return ok;
    if (!play_state_at(db, arena, &t->game, plan.ply, &then, err) || !store_moves_since(db, arena, game, plan.ply, &since, err))
        return false;
    const struct plan_left left = plan_left(arena, t->game.rules, t->head, then, since, &plan);
    const struct checked checked = {t->game.ply, left.way, plan.at};
    ok = left.fit.fate != PLAN_SAME || play_it(db, arena, game, seat, &checked, now, done, err);
    store_rollback(db);
    if (!ok || left.fit.fate == PLAN_SAME)
        return ok;
    return store_plan_tried(db, game, seat, checked.ply, err);
}

#include "config.h"

#include "cgi/tools/scenario.h"

#include <string.h>

#include "cgi/tools/headless.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

const char *const scenario_people[SEATS_MAX] = {"seat 0", "seat 1", "seat 2", "seat 3", "seat 4"};

enum { EVENTS_MAX = 8 * LOG_EVENTS };

/* What a step has caused: by its move, and by the orders that answered after it. */
struct caused {
    int n_events, n_answers;
    struct event event[EVENTS_MAX];
    struct answer answer[ANSWERS_MAX];
};

struct run {
    const struct rules *rules;
    const struct catalogue *words;
    struct headless *game;
    struct caused *caused;
    struct sb *why;
};

static const char *const scenario_keys[] = {"title", "dossier", "seats", "seed", "options", "start",
                                            "orders", "steps",  "todo",  "note", NULL};
static const char *const step_keys[] = {"seat", "do",    "order",    "error",   "message", "reveals", "expect", "events",
                                        "view", "moves", "standing", "ordered", "orders",  "silence", "note",    NULL};
static const char *const view_keys[] = {"viewer", "expect", "lacks", NULL};
static const char *const moves_keys[] = {"seat", "count", "has", "hasnt", NULL};

void scenario_fault(struct sb *out, const struct catalogue *words, const struct fault *fault)
{
    struct text_value what = {.name = "what", .text = fault->what};
    text_fill(out, words, fault->sentence, &what, 1);
}

/* Adds to the reason; always false. */
static bool wrong(struct run *run, const char *text, const char *more)
{
    sb_addf(run->why, "%s%s%s", text, *text && *more ? " " : "", more);
    return false;
}

static bool wrong_fault(struct run *run, const char *text, const struct fault *fault)
{
    sb_addf(run->why, "%s ", text);
    scenario_fault(run->why, run->words, fault);
    return false;
}

static const char *plain(struct json_object *json)
{
    return json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN);
}

static bool keys_known(struct run *run, struct json_object *json, const char *const *known)
{
    if (!json_object_is_type(json, json_type_object))
        return wrong(run, "not an object:", plain(json));
    json_object_object_foreach(json, key, value) {
        (void)value;
        int i = 0;
        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (!known[i])
            return wrong(run, "there is no key", key);
    }
    return true;
}

static bool is_list(struct run *run, struct json_object *json, const char *name)
{
    return json_object_is_type(json, json_type_array) || wrong(run, name, "is not a list");
}

/* A seat of this game, into *seat; missing or null is @otherwise. */
static bool read_seat(struct run *run, struct json_object *json, int otherwise, int *seat)
{
    struct standing standing = {0};
    run->rules->standing(run->game->state, &standing);
    *seat = json ? json_object_get_int(json) : otherwise;
    if (json && (!json_object_is_type(json, json_type_int) || *seat < 0 || *seat >= standing.n))
        return wrong(run, "there is no seat", plain(json));
    return true;
}

/* ---- comparing ---- */

static bool part_of(struct json_object *part, struct json_object *whole, struct sb *path);

static bool differs(struct json_object *part, struct json_object *whole, struct sb *path)
{
    sb_addf(path, ": %s expected, ", plain(part));
    sb_addf(path, "it is %s", plain(whole));
    return false;
}

static bool part_of_object(struct json_object *part, struct json_object *whole, struct sb *path)
{
    if (!json_object_is_type(whole, json_type_object))
        return differs(part, whole, path);
    json_object_object_foreach(part, key, value) {
        size_t before = path->length;
        struct json_object *other = NULL;
        sb_addf(path, "%s%s", before ? "." : "", key);
        if (!json_object_object_get_ex(whole, key, &other)) {
            sb_add(path, " is not there");
            return false;
        }
        if (!part_of(value, other, path))
            return false;
        path->text[path->length = before] = '\0';
    }
    return true;
}

static bool part_of_array(struct json_object *part, struct json_object *whole, struct sb *path)
{
    if (!json_object_is_type(whole, json_type_array))
        return differs(part, whole, path);
    size_t n = json_object_array_length(part), there = json_object_array_length(whole);
    if (n > there || (n == 0 && there > 0))
        return differs(part, whole, path);
    for (size_t i = 0; i < n; i++) {
        size_t before = path->length;
        struct json_object *item = json_object_array_get_idx(part, i);
        sb_addf(path, "[%zu]", i);
        if (item && !part_of(item, json_object_array_get_idx(whole, i), path))
            return false;
        path->text[path->length = before] = '\0';
    }
    return true;
}

/* Is everything that @part says true of @whole? Otherwise @path ends with the first difference. */
static bool part_of(struct json_object *part, struct json_object *whole, struct sb *path)
{
    if (json_object_is_type(part, json_type_object))
        return part_of_object(part, whole, path);
    if (json_object_is_type(part, json_type_array))
        return part_of_array(part, whole, path);
    return json_object_equal(part, whole) || differs(part, whole, path);
}

/* ---- what a step may look at ---- */

static struct json_object *awaited(const struct run *run)
{
    struct json_object *seats = jarr();
    seatmask who = run->rules->awaits(run->game->state);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (who & SEAT_BIT(seat))
            jadd(seats, jint(seat));
    return seats;
}

static bool look_awaits(struct run *run, struct json_object *expected)
{
    struct json_object *seats = awaited(run);
    bool same = json_object_equal(seats, expected);
    if (!same)
        sb_addf(run->why, "awaits: %s expected, it is %s", plain(expected), plain(seats));
    json_object_put(seats);
    return same;
}

/* The position's JSON against that of the position with the expectation laid over it. */
static bool say_difference(struct run *run, const void *expected)
{
    struct json_object *part = members_save(run->rules->members, expected);
    struct json_object *whole = members_save(run->rules->members, run->game->state);
    part_of(part, whole, run->why);
    json_object_put(part);
    json_object_put(whole);
    return false;
}

static bool look_expect(struct run *run, struct json_object *expect)
{
    struct json_object *part = NULL, *awaits = NULL;
    struct fault fault;
    if (!json_object_is_type(expect, json_type_object))
        return wrong(run, "expect: not an object:", plain(expect));
    if (json_object_object_get_ex(expect, "awaits", &awaits) && !look_awaits(run, awaits))
        return false;
    if (json_object_deep_copy(expect, &part, NULL) != 0)
        return wrong(run, "expect: cannot be copied", "");
    json_object_object_del(part, "awaits");
    memcpy(run->game->shown, run->game->state, run->rules->size);
    bool laid = members_overlay(run->rules->members, part, run->game->shown, &fault);
    json_object_put(part);
    if (!laid)
        return wrong_fault(run, "expect:", &fault);
    if (members_equal(run->rules->members, run->game->shown, run->game->state))
        return true;
    return say_difference(run, run->game->shown);
}

static struct json_object *caused_json(const struct run *run, int i)
{
    return event_to_json(run->rules, &run->caused->event[i], EVERY_SEAT);
}

static bool look_events(struct run *run, struct json_object *expected)
{
    int at = 0;
    if (!is_list(run, expected, "events"))
        return false;
    for (size_t i = 0; i < json_object_array_length(expected); i++) {
        bool found = false;
        struct json_object *part = json_object_array_get_idx(expected, i);
        for (; !found && at < run->caused->n_events; at++) {
            struct sb path;
            struct json_object *event = caused_json(run, at);
            sb_init(&path, run->why->arena);
            found = part_of(part, event, &path);
            json_object_put(event);
        }
        if (found)
            continue;
        sb_addf(run->why, "no event %s (in this order); there are", plain(part));
        for (int j = 0; j < run->caused->n_events; j++) {
            struct json_object *event = caused_json(run, j);
            sb_addf(run->why, " %s", plain(event));
            json_object_put(event);
        }
        return false;
    }
    return true;
}

/* ---- standing orders ---- */

static bool same_list(struct run *run, const char *what, struct json_object *is, struct json_object *expected)
{
    bool same = json_object_equal(is, expected);
    if (!same)
        sb_addf(run->why, "%s: %s expected, ", what, plain(expected));
    if (!same)
        sb_addf(run->why, "there are %s", plain(is));
    json_object_put(is);
    return same;
}

/* The moves that orders have made in this step, all of them, as {"seat": 1, "move": "accept"}. */
static bool look_ordered(struct run *run, struct json_object *expected)
{
    struct json_object *is = jarr();
    for (int i = 0; i < run->caused->n_answers; i++) {
        const struct answer *answer = &run->caused->answer[i];
        char text[MOVE_TEXT];
        move_to_text(run->rules->verbs, &answer->move, text);
        jadd(is, jset(jset(jobj(), "seat", jint(answer->seat)), "move", jstr(text)));
    }
    return same_list(run, "ordered", is, expected);
}

static bool read_seat_key(struct run *run, const char *key, int *seat)
{
    struct json_object *number = json_tokener_parse(key);
    bool ok = read_seat(run, number, NO_SEAT, seat) && *seat != NO_SEAT;
    json_object_put(number);
    return ok;
}

static bool look_orders(struct run *run, struct json_object *expected)
{
    if (!json_object_is_type(expected, json_type_object))
        return wrong(run, "orders: not an object:", plain(expected));
    json_object_object_foreach(expected, key, wanted) {
        struct json_object *is = jarr();
        int seat;
        if (!read_seat_key(run, key, &seat))
            return wrong(run, "orders: there is no seat", key);
        for (int i = 0; i < run->game->orders.seat[seat].n; i++) {
            char text[MOVE_TEXT];
            move_to_text(run->rules->orders->verbs, &run->game->orders.seat[seat].order[i], text);
            jadd(is, jstr(text));
        }
        if (!same_list(run, "orders", is, wanted))
            return false;
    }
    return true;
}

/* @json: one order, as text or as JSON */
static bool give_order(struct run *run, int seat, struct json_object *json)
{
    struct move order;
    struct fault fault;
    if (!run->rules->orders)
        return wrong(run, "this game has no orders", "");
    if (!move_from_json(run->rules->orders->verbs, json, &order, &fault))
        return wrong_fault(run, "no order of this game:", &fault);
    return orders_give(run->rules, &run->game->orders.seat[seat], &order) || wrong(run, "too many orders", "");
}

static bool give_orders(struct run *run, struct json_object *orders)
{
    if (!orders)
        return true;
    if (json_object_is_type(orders, json_type_string) && !strcmp(json_object_get_string(orders), "none")) {
        memset(&run->game->orders, 0, sizeof(run->game->orders));
        return true;
    }
    if (!json_object_is_type(orders, json_type_object))
        return wrong(run, "orders: not an object:", plain(orders));
    json_object_object_foreach(orders, key, list) {
        int seat;
        if (!read_seat_key(run, key, &seat))
            return wrong(run, "orders: there is no seat", key);
        if (!is_list(run, list, "orders"))
            return false;
        for (size_t i = 0; i < json_object_array_length(list); i++)
            if (!give_order(run, seat, json_object_array_get_idx(list, i)))
                return false;
    }
    return true;
}

static bool look_view(struct run *run, struct json_object *look)
{
    if (!keys_known(run, look, view_keys))
        return false;
    struct json_object *lacks = jget(look, "lacks"), *expect = jget(look, "expect");
    struct sb path;
    bool ok = true;
    int viewer;
    if (!read_seat(run, jget(look, "viewer"), NO_SEAT, &viewer) || (lacks && !is_list(run, lacks, "lacks")))
        return false;
    struct value *told = new_object(run->why->arena);
    run->rules->view->view(run->game->state, viewer, told);
    struct json_object *view = value_to_json(told);
    sb_init(&path, run->why->arena);
    if (expect && !part_of(expect, view, &path))
        ok = wrong(run, "view:", path.text);
    for (size_t i = 0; ok && lacks && i < json_object_array_length(lacks); i++) {
        const char *name = json_object_get_string(json_object_array_get_idx(lacks, i));
        if (name && json_object_object_get_ex(view, name, NULL))
            ok = wrong(run, "view: it should lack", name);
    }
    json_object_put(view);
    return ok;
}

static bool look_listed(struct run *run, struct json_object *moves, bool wanted)
{
    struct move move;
    struct fault fault;
    if (moves && !is_list(run, moves, "moves: has, hasnt"))
        return false;
    for (size_t i = 0; moves && i < json_object_array_length(moves); i++) {
        struct json_object *item = json_object_array_get_idx(moves, i);
        if (!move_from_json(run->rules->verbs, item, &move, &fault))
            return wrong_fault(run, "moves:", &fault);
        if ((move_list_find(run->game->list, &move) >= 0) != wanted)
            return wrong(run, wanted ? "moves: not listed:" : "moves: listed:", plain(item));
    }
    return true;
}

static bool look_moves(struct run *run, struct json_object *look)
{
    struct json_object *count;
    int seat;
    if (!keys_known(run, look, moves_keys) || !read_seat(run, jget(look, "seat"), 0, &seat))
        return false;
    move_list_clear(run->game->list);
    run->rules->moves(run->game->state, seat, run->game->list);
    if (json_object_object_get_ex(look, "count", &count) && json_object_get_int(count) != run->game->list->n) {
        sb_addf(run->why, "moves: %d expected, there are %d", json_object_get_int(count), run->game->list->n);
        return false;
    }
    return look_listed(run, jget(look, "has"), true) && look_listed(run, jget(look, "hasnt"), false);
}

static bool look_standing(struct run *run, struct json_object *expected)
{
    struct standing standing = {0};
    bool ok = true;
    run->rules->standing(run->game->state, &standing);
    if (!is_list(run, expected, "standing"))
        return false;
    if (json_object_array_length(expected) > (size_t)standing.n)
        return wrong(run, "standing: there are fewer seats", "");
    for (size_t seat = 0; ok && seat < json_object_array_length(expected); seat++) {
        struct json_object *part = json_object_array_get_idx(expected, seat);
        struct json_object *is = jset(jset(jobj(), "points", jint(standing.seat[seat].points)), "rank",
                                      jint(standing.seat[seat].rank));
        struct json_object *points = json_object_is_type(part, json_type_int) ? jget(is, "points") : is;
        struct sb path;
        sb_init(&path, run->why->arena);
        if (part && !part_of(part, points, &path)) {
            sb_addf(run->why, "standing[%zu]%s", seat, path.text);
            ok = false;
        }
        json_object_put(is);
    }
    return ok;
}

/* ---- doing ---- */

static bool position_is_sound(struct run *run)
{
    struct fault fault;
    return run->rules->sound(run->game->state, &fault) || wrong_fault(run, "the position is not sound:", &fault);
}

static bool note_events(struct run *run)
{
    const struct log *log = &run->game->log;
    if (run->caused->n_events + log->n > EVENTS_MAX)
        return wrong(run, "too many events in one step", "");
    memcpy(&run->caused->event[run->caused->n_events], log->event, (size_t)log->n * sizeof(log->event[0]));
    run->caused->n_events += log->n;
    return true;
}

/* The seat of the step, or the lowest that is awaited. */
static bool step_seat(struct run *run, struct json_object *step, int *seat)
{
    seatmask who = run->rules->awaits(run->game->state);
    return read_seat(run, jget(step, "seat"), who ? __builtin_ctz(who) : 0, seat);
}

static bool refused(struct run *run, struct json_object *step, int seat, const struct move *move, int error)
{
    const char *wanted = jget_str(step, "error"), *message = jget_str(step, "message");
    if (error == RULE_OK)
        return wrong(run, "taken, though it should be refused:", wanted);
    if (strcmp(run->rules->errors[error].name, wanted) != 0) {
        sb_addf(run->why, "refused as %s, not as %s", run->rules->errors[error].name, wanted);
        return false;
    }
    if (!message)
        return true;
    struct sb said;
    sb_init(&said, run->why->arena);
    text_rule_error(&said, run->words, run->rules, run->game->state, seat, move, scenario_people, SEATS_MAX);
    return strcmp(said.text, message) == 0 || wrong(run, "message:", said.text);
}

/* What cannot be read at all is a bad request, as it is on the pages. */
static bool unread(struct run *run, struct json_object *step, const char *wanted, const struct fault *fault)
{
    const char *message = jget_str(step, "message");
    struct sb said;
    sb_init(&said, run->why->arena);
    scenario_fault(&said, run->words, fault);
    if (strcmp(wanted, "bad_request") != 0)
        return wrong(run, "refused as bad_request, not as", wanted);
    return !message || strcmp(said.text, message) == 0 || wrong(run, "message:", said.text);
}

static bool do_move(struct run *run, struct json_object *step)
{
    const struct rules *rules = run->rules;
    struct headless *game = run->game;
    const char *wanted = jget_str(step, "error");
    struct json_object *reveals;
    struct fault fault;
    struct move move;
    int seat;
    if (!step_seat(run, step, &seat))
        return false;
    if (!move_from_json(rules->verbs, jget(step, "do"), &move, &fault))
        return wanted ? unread(run, step, wanted, &fault) : wrong_fault(run, "no move of this game:", &fault);
    int error = rules->check(game->state, seat, &move, NULL);
    if (wanted)
        return refused(run, step, seat, &move, error);
    if (error != RULE_OK) {
        sb_addf(run->why, "refused as %s: ", rules->errors[error].name);
        text_rule_error(run->why, run->words, rules, game->state, seat, &move, scenario_people, SEATS_MAX);
        return false;
    }
    if (json_object_object_get_ex(step, "reveals", &reveals) &&
        ((rules->traits(game->state, seat, &move) & MOVE_FINAL) != 0) != json_object_get_boolean(reveals))
        return wrong(run, "reveals: it is not", plain(reveals));
    headless_step(game, seat, &move, NULL);
    return note_events(run) && position_is_sound(run);
}

/* All that can be wrong with an order is how it is written. */
static bool order_refused(struct run *run, struct json_object *step, const char *wanted)
{
    struct move order;
    struct fault fault;
    if (move_from_json(run->rules->orders->verbs, jget(step, "order"), &order, &fault))
        return wrong(run, "this is an order:", plain(jget(step, "order")));
    return unread(run, step, wanted, &fault);
}

static bool do_order(struct run *run, struct json_object *step)
{
    const char *wanted = jget_str(step, "error");
    int seat;
    if (!step_seat(run, step, &seat))
        return false;
    return wanted && run->rules->orders ? order_refused(run, step, wanted) : give_order(run, seat, jget(step, "order"));
}

/* Seats with an order for what is asked now answer by it. */
static bool follow_orders(struct run *run)
{
    struct caused *caused = run->caused;
    while (caused->n_answers < ANSWERS_MAX && headless_answer(run->game, &caused->answer[caused->n_answers])) {
        caused->n_answers++;
        if (!note_events(run) || !position_is_sound(run))
            return false;
    }
    return caused->n_answers < ANSWERS_MAX || wrong(run, "orders answer without an end", "");
}

/* What the seat says by saying nothing; null: there is advice for that. */
static bool look_silence(struct run *run, struct json_object *step, const char *expected)
{
    struct move move;
    char text[MOVE_TEXT];
    int seat;
    if (!step_seat(run, step, &seat))
        return false;
    bool silent = run->rules->silence && run->rules->silence(run->game->state, seat, &move) == 0;
    if (silent)
        move_to_text(run->rules->verbs, &move, text);
    return silent == (expected != NULL) && (!silent || !strcmp(text, expected)) ? true
           : wrong(run, "silence: it is", silent ? text : "advice");
}

/* Nothing is said of a step that nobody would look at. */
static bool says_what_counts(struct run *run, struct json_object *step)
{
    struct json_object *error = jget(step, "error");
    if (error && !jget(step, "do") && !jget(step, "order"))
        return wrong(run, "error: nothing is tried", "");
    if (jget(step, "message") && !error)
        return wrong(run, "message: nothing is refused", "");
    return !jget(step, "reveals") || (jget(step, "do") && !error) || wrong(run, "reveals: no move is made", "");
}

static bool run_step(struct run *run, struct json_object *step)
{
    struct json_object *look;
    if (!keys_known(run, step, step_keys) || !says_what_counts(run, step))
        return false;
    bool acts = jget(step, "do") || jget(step, "order");
    if (json_object_object_get_ex(step, "silence", &look) && !look_silence(run, step, jget_str(step, "silence")))
        return false;
    if (acts)
        run->caused->n_events = run->caused->n_answers = 0;
    if ((jget(step, "do") && !do_move(run, step)) || (jget(step, "order") && !do_order(run, step)) ||
        (acts && !follow_orders(run)))
        return false;
    if (json_object_object_get_ex(step, "expect", &look) && !look_expect(run, look))
        return false;
    if (json_object_object_get_ex(step, "events", &look) && !look_events(run, look))
        return false;
    if (json_object_object_get_ex(step, "view", &look) && !look_view(run, look))
        return false;
    if (json_object_object_get_ex(step, "moves", &look) && !look_moves(run, look))
        return false;
    if (json_object_object_get_ex(step, "ordered", &look) && !look_ordered(run, look))
        return false;
    if (json_object_object_get_ex(step, "orders", &look) && !look_orders(run, look))
        return false;
    return !json_object_object_get_ex(step, "standing", &look) || look_standing(run, look);
}

static bool run_steps(struct run *run, struct json_object *steps)
{
    if (!json_object_is_type(steps, json_type_array))
        return wrong(run, "steps are missing", "");
    for (size_t i = 0; i < json_object_array_length(steps); i++) {
        sb_clear(run->why);
        sb_addf(run->why, "step %zu: ", i + 1);
        struct sb reason;
        sb_init(&reason, run->why->arena);
        struct run inner = *run;
        inner.why = &reason;
        if (!run_step(&inner, json_object_array_get_idx(steps, i)))
            return wrong(run, "", reason.text);
    }
    return true;
}

/* ---- the position it begins with ---- */

static bool read_options(struct run *run, struct setup *setup, struct json_object *options)
{
    struct fault fault;
    if (!options)
        return true;
    if (!json_object_is_type(options, json_type_object))
        return wrong(run, "options: not an object:", plain(options));
    json_object_object_foreach(options, key, value) {
        struct sb text;
        sb_init(&text, run->why->arena);
        sb_addf(&text, "%s=%s", key, value ? json_object_get_string(value) : "");
        if (!headless_option(run->rules, setup, text.text, &fault))
            return wrong_fault(run, "options:", &fault);
    }
    return true;
}

static bool deal(struct run *run, struct json_object *scenario)
{
    struct json_object *start = jget(scenario, "start");
    struct setup setup = rules_presets(run->rules, run->rules->min_seats);
    struct fault fault;
    if (jget(scenario, "seats"))
        setup.n_seats = (int)jget_int(scenario, "seats");
    if (setup.n_seats < run->rules->min_seats || setup.n_seats > run->rules->max_seats)
        return wrong(run, "seats: this many cannot play", "");
    if (!read_options(run, &setup, jget(scenario, "options")))
        return false;
    headless_deal(run->game, &setup, (uint64_t)jget_int(scenario, "seed"));
    if (start && !members_overlay(run->rules->members, start, run->game->state, &fault))
        return wrong_fault(run, "start:", &fault);
    memcpy(run->caused->event, run->game->log.event, (size_t)run->game->log.n * sizeof(struct event));
    run->caused->n_events = run->game->log.n;
    return position_is_sound(run) && give_orders(run, jget(scenario, "orders"));
}

/* Ready for a scenario of @rules; the reason of a failure goes to @why. */
static struct run run_on(const struct rules *rules, const struct catalogue *words, struct headless *game, struct sb *why)
{
    struct run run = {.rules = rules, .words = words, .game = game, .why = why};
    run.caused = arena_alloc(why->arena, sizeof(*run.caused));
    run.caused->n_answers = 0;
    return run;
}

bool scenario_deal(const struct rules *rules, const struct catalogue *words, struct json_object *scenario,
                   struct headless *game, struct sb *why)
{
    struct run run = run_on(rules, words, game, why);
    return keys_known(&run, scenario, scenario_keys) && deal(&run, scenario);
}

bool scenario_run(const struct rules *rules, const struct catalogue *words, struct json_object *scenario,
                  struct sb *why)
{
    struct headless *game = headless_new(rules);
    struct run run = run_on(rules, words, game, why);
    bool ok = keys_known(&run, scenario, scenario_keys) && deal(&run, scenario) &&
              run_steps(&run, jget(scenario, "steps"));
    headless_free(game);
    return ok;
}

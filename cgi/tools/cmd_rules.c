/* ridotto rules: try a rule on a position. JSON in, JSON out. */
#include "config.h"

#include "cgi/tools/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"
#include "cgi/base/values.h"
#include "cgi/tools/scenario.h"
#include "cgi/words/text.h"
#include "rules/engine/search_why.h"
#include "rules/engine/fault.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { STATUS_OK, STATUS_REFUSED, STATUS_INPUT };
enum { INPUT_MAX = 16 * 1024 * 1024, PLY_MAX = 1000000 };

static const char help[] =
    "usage: ridotto rules GAME new [--seats N] [--seed N] [--option NAME=VALUE]...\n"
    "       ridotto rules GAME new FILE\n"
    "       ridotto rules GAME moves|advise|hint|look|view|check|apply  < INPUT\n"
    "       ridotto rules GAME scenario FILE...\n"
    "       ridotto rules GAME words\n"
    "\n"
    "Tries the rules of a game on a position.\n"
    "\n"
    "  new       deals an opening and prints the state as JSON; with FILE, the one a scenario begins with\n"
    "  moves     prints {\"moves\":[...],\"texts\":[...],\"partial\":false}: the legal moves of a seat, as JSON\n"
    "            and as text; partial: there are more, with other amounts\n"
    "  advise    prints {\"move\":...}, as text: what the bot would do at a seat\n"
    "  hint      prints {\"chosen\":0,\"moves\":...,\"options\":[{\"move\":...,\"own\":...,\"other\":...,\"ahead\":...,\"error\":...,\"worlds\":...},\n"
    "            ...]}: what the strong bot compares at a seat, advice first, and which it takes; what the seat and the best\n"
    "            other may expect, by how much it is ahead of advice, and the standard error of that, in so many worlds;\n"
    "            \"why\":[{\"event\":...,\"share\":...,\"otherwise\":...},...] rather than option \"rather_than\": what the seat\n"
    "            does or gets in so many of 100 worlds, and otherwise\n"
    "  look      prints {\"awaits\":[...],\"windows\":[...],\"standing\":[{\"points\":...,\"rank\":...},...]}: which seats\n"
    "            must act, which of them outside their own turn, and how each stands\n"
    "  view      prints what the seat sees (no seat, or null: a spectator)\n"
    "  check     prints {\"ok\":true}, or why the move is refused\n"
    "  apply     prints {\"ok\":true,\"state\":...,\"events\":[...],\"awaits\":[...]}, or why it is refused\n"
    "  scenario  runs scenario files and prints TAP; a file holds one scenario or a list of them\n"
    "  words     prints the verbs, orders and variants of the game\n"
    "\n"
    "INPUT is one JSON object:\n"
    "  state     the position                                  seat   0 is the first\n"
    "  move      {\"verb\":\"build\",...} or its one-line text \"build tile=porta-3 city=lucca\" (check, apply)\n"
    "  seed      what the move draws (apply), or the bot       ply    the number of the move in it (default 1)\n"
    "            throws (advise, hint); default 0\n"
    "  orders    [[\"order\",...],...]: standing orders of each seat, which answer after the move (apply)\n"
    "\n"
    "A refusal prints {\"ok\":false,\"error\":\"code\",\"message\":\"...\"}.\n"
    "Exit status: 0; 1 when the rules refuse the move, or a scenario fails; 2 when the input cannot be understood or\n"
    "the position is not sound.\n";

/* One call: what was read from standard input, and what is printed. */
struct call {
    const struct rules *rules;
    struct arena *arena;
    struct catalogue *words;
    struct json_object *input;
    struct headless *game; /* its state is the position */
    int seat;
    struct move move;
};

/* ---- saying no ---- */

static void print_json(struct json_object *json)
{
    puts(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN));
}

static int print_refusal(const char *code, const char *message, int status)
{
    struct json_object *out = jset(jset(jobj(), "ok", jbool(false)), "error", jstr(code));
    print_json(jset(out, "message", jstr(message)));
    json_object_put(out);
    if (status == STATUS_INPUT)
        fprintf(stderr, "ridotto rules: %s\n", message);
    return status;
}

static int bad_input(struct call *call, const char *sentence, const char *what)
{
    struct fault fault;
    struct sb text;
    fault_set(&fault, sentence, what);
    sb_init(&text, call->arena);
    scenario_fault(&text, call->words, &fault);
    return print_refusal("bad_request", text.text, STATUS_INPUT);
}

static int bad_fault(struct call *call, const struct fault *fault)
{
    return bad_input(call, fault->sentence, fault->what);
}

static int refused(struct call *call, int error)
{
    struct sb text;
    sb_init(&text, call->arena);
    text_rule_error(&text, call->words, call->rules, call->game->state, call->seat, &call->move, scenario_people,
                    SEATS_MAX);
    return print_refusal(call->rules->errors[error].name, text.text, STATUS_REFUSED);
}

/* ---- reading ---- */

/* All there is, or so much that *length is above INPUT_MAX: then it is too long. On the arena, so that who is out of memory hears it
 * there. */
static const char *read_all(struct arena *arena, FILE *in, size_t *length)
{
    struct sb text;
    char piece[64 * 1024];
    sb_init(&text, arena);
    for (size_t n; text.length <= INPUT_MAX && (n = fread(piece, 1, sizeof(piece), in)) > 0;)
        sb_add_bytes(&text, piece, n);
    *length = text.length;
    return text.text;
}

static int read_input(struct call *call)
{
    static const char *const known[] = {"state", "seat", "move", "seed", "ply", "orders", NULL};
    size_t length;
    const char *text = read_all(call->arena, stdin, &length);
    call->input = length <= INPUT_MAX ? jparse(text, length) : NULL;
    if (length > INPUT_MAX)
        return bad_input(call, N_("{what} is too long."), "standard input");
    if (!call->input)
        return bad_input(call, N_("{what} is not JSON."), "standard input");
    arena_json(call->arena, call->input);
    if (!json_object_is_type(call->input, json_type_object))
        return bad_input(call, N_("{what} is of the wrong kind."), "standard input");
    if (!jget(call->input, "state"))
        return bad_input(call, N_("The position is to be given as {what}."), "{\"state\": ...}");
    json_object_object_foreach(call->input, key, value) {
        (void)value;
        int i = 0;
        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (!known[i])
            return bad_input(call, N_("There is no {what} here."), key);
    }
    return STATUS_OK;
}

static int read_position(struct call *call)
{
    struct fault fault;
    memset(call->game->state, 0, call->rules->size);
    if (!members_load(call->rules->members, jget(call->input, "state"), call->game->state, &fault) ||
        !call->rules->sound(call->game->state, &fault))
        return bad_fault(call, &fault);
    return STATUS_OK;
}

/* A seat of the position; NO_SEAT only where @spectator says that is allowed. */
static int read_seat(struct call *call, bool spectator)
{
    struct standing standing = {0};
    struct json_object *seat = jget(call->input, "seat");
    call->rules->standing(call->game->state, &standing);
    call->seat = NO_SEAT;
    if (!seat)
        return spectator ? STATUS_OK : bad_input(call, N_("{what} is missing."), "seat");
    if (!json_object_is_type(seat, json_type_int))
        return bad_input(call, N_("{what} is of the wrong kind."), "seat");
    call->seat = json_object_get_int(seat);
    if (call->seat < (spectator ? NO_SEAT : 0) || call->seat >= standing.n)
        return bad_input(call, N_("{what} is out of range."), "seat");
    return STATUS_OK;
}

/* A number within @least and @most; left as it is when it is not given. */
static int read_number(struct call *call, const char *name, int64_t least, int64_t most, uint64_t *number)
{
    struct json_object *json = jget(call->input, name);
    if (!json)
        return STATUS_OK;
    if (!json_object_is_type(json, json_type_int))
        return bad_input(call, N_("{what} is of the wrong kind."), name);
    int64_t value = json_object_get_int64(json); /* a number too large becomes INT64_MAX */
    if (value < least || value > most)
        return bad_input(call, N_("{what} is out of range."), name);
    *number = (uint64_t)value;
    return STATUS_OK;
}

/* The game's seed, and the number of the move that is to come. */
static int read_draws(struct call *call, uint64_t *seed, uint64_t *ply)
{
    int status = read_number(call, "seed", 0, INT64_MAX - 1, seed);
    return status ? status : read_number(call, "ply", 1, PLY_MAX, ply);
}

static int read_move(struct call *call)
{
    struct fault fault;
    struct json_object *move = jget(call->input, "move");
    if (!move)
        return bad_input(call, N_("{what} is missing."), "move");
    if (!move_from_json(call->rules->verbs, move, &call->move, &fault))
        return bad_fault(call, &fault);
    return STATUS_OK;
}

/* The JSON of a file; NULL when it cannot be read, or is none. */
static struct json_object *read_file(struct call *call, const char *path)
{
    size_t length;
    FILE *in = fopen(path, "rb");
    const char *text = in ? read_all(call->arena, in, &length) : NULL;
    struct json_object *json = text && length <= INPUT_MAX ? jparse(text, length) : NULL;
    if (in)
        fclose(in);
    return json ? arena_json(call->arena, json) : NULL;
}

/* ---- new ---- */

static int complain(const char *what, const char *value)
{
    fprintf(stderr, "ridotto rules: %s: %s\nridotto rules --help says more\n", what, value ? value : "nothing");
    return STATUS_INPUT;
}

static int read_new(struct call *call, struct args *args, struct setup *setup, uint64_t *seed)
{
    const char *value = NULL;
    struct fault fault;
    uint64_t n;
    if (args_value(args, "--seats", &value)) {
        if (!args_number(value, &n) || n < call->rules->min_seats || n > call->rules->max_seats)
            return complain("this many cannot play", value);
        setup->n_seats = (int)n;
        return STATUS_OK;
    }
    if (args_value(args, "--seed", &value))
        return args_number(value, seed) ? STATUS_OK : complain("--seed wants a number", value);
    if (args_value(args, "--option", &value)) {
        if (value && headless_option(call->rules, setup, value, &fault))
            return STATUS_OK;
        headless_print_options(stderr, call->rules);
        return complain("there is no such variant", value);
    }
    return complain("there is no such option", args->argv[args->at]);
}

static int deal_file(struct call *call, const char *path)
{
    struct sb why;
    struct json_object *scenario = read_file(call, path);
    sb_init(&why, call->arena);
    if (!json_object_is_type(scenario, json_type_object))
        return complain("holds no scenario", path);
    return scenario_deal(call->rules, call->words, scenario, call->game, &why) ? STATUS_OK : complain(path, why.text);
}

static int do_new(struct call *call, struct args *args)
{
    struct setup setup = rules_presets(call->rules, call->rules->min_seats);
    const char *file = args->at + 1 < args->argc && args->argv[args->at + 1][0] != '-' ? args->argv[args->at + 1] : NULL;
    uint64_t seed = 0;
    if (file && args_next(args) && args_next(args))
        return complain("a file says all itself", args->argv[args->at]);
    while (!file && args_next(args))
        if (read_new(call, args, &setup, &seed) != STATUS_OK)
            return STATUS_INPUT;
    const char *excluded = rules_excludes(call->rules, &setup);
    if (excluded)
        return complain("--option", excluded);
    if (!file)
        headless_deal(call->game, &setup, seed);
    else if (deal_file(call, file) != STATUS_OK)
        return STATUS_INPUT;
    print_json(arena_json(call->arena, members_save(call->rules->members, call->game->state)));
    return STATUS_OK;
}

/* ---- moves, advise, hint, look, view, check ---- */

static struct json_object *seats_json(seatmask mask)
{
    struct json_object *seats = jarr();
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (mask & SEAT_BIT(seat))
            jadd(seats, jint(seat));
    return seats;
}

static int do_moves(struct call *call)
{
    struct json_object *out = arena_json(call->arena, jobj()), *moves = jarr(), *texts = jarr();
    struct move_list *list = call->game->list;
    char text[MOVE_TEXT];
    move_list_clear(list);
    call->rules->moves(call->game->state, call->seat, list);
    for (int i = 0; i < list->n; i++) {
        move_to_text(call->rules->verbs, move_at(list, i), text);
        jadd(moves, move_to_json(call->rules->verbs, move_at(list, i)));
        jadd(texts, jstr(text));
    }
    print_json(jset(jset(jset(out, "moves", moves), "texts", texts), "partial", jbool(list->partial)));
    return STATUS_OK;
}

static int do_advise(struct call *call)
{
    struct json_object *out = arena_json(call->arena, jobj());
    char text[MOVE_TEXT];
    uint64_t seed = 0, ply = 1;
    int status = read_draws(call, &seed, &ply);
    if (status != STATUS_OK)
        return status;
    if (!(call->rules->awaits(call->game->state) & SEAT_BIT(call->seat)))
        return bad_input(call, N_("{what} names a seat that is asked nothing."), "seat");
    headless_seed(call->game, seed, ply);
    headless_choose(call->game, BOT_ADVISE, call->seat, &call->move);
    move_to_text(call->rules->verbs, &call->move, text);
    print_json(jset(out, "move", jstr(text)));
    return STATUS_OK;
}

/* Thousandths as a number: 12.5. */
static struct json_object *thousandths(int32_t n)
{
    char text[32];
    snprintf(text, sizeof(text), "%.3f", n / (double)SEARCH_SCALE);
    return json_object_new_double_s(n / (double)SEARCH_SCALE, text);
}

static struct json_object *option_json(const struct rules *rules, const struct search_option *option)
{
    char text[MOVE_TEXT];
    struct json_object *out = jobj();
    move_to_text(rules->verbs, &option->move, text);
    jset(jset(jset(out, "move", jstr(text)), "own", thousandths(option->own)), "other", thousandths(option->other));
    return jset(jset(jset(out, "ahead", thousandths(option->ahead)), "error", thousandths(option->error)), "worlds", jint(option->worlds));
}

/* The slots that make the event that one, by the names of their arguments. */
static struct json_object *why_json(const struct rules *rules, const struct why *why)
{
    const struct event_kind *kind = &rules->events[why->event.kind];
    struct json_object *out = jset(jobj(), "event", jstr(kind->name));
    for (int i = 0; i < why->event.n_key; i++) {
        const struct arg *arg = &kind->args[i];
        int value = why->event.key[i];
        jset(out, arg->name, arg->kind == ARG_NAME && value >= 0 ? jstr(arg->names[value].id) : jint(value));
    }
    return jset(jset(out, "share", jint(why->share)), "otherwise", jint(why->otherwise));
}

static int do_hint(struct call *call)
{
    struct json_object *out = arena_json(call->arena, jobj()), *options = jarr(), *whys = jarr();
    struct headless *game = call->game;
    struct search_answer answer = {.n = 0};
    struct why why[WHY_MOST];
    uint64_t seed = 0, ply = 1;
    int status = read_draws(call, &seed, &ply);
    if (status != STATUS_OK)
        return status;
    if (!(call->rules->awaits(game->state) & SEAT_BIT(call->seat)))
        return bad_input(call, N_("{what} names a seat that is asked nothing."), "seat");
    headless_seed(game, seed, ply);
    if (headless_search(game, call->seat, NULL, &answer))
        for (int i = 0; i < answer.n; i++)
            jadd(options, option_json(call->rules, &answer.option[i]));
    int rival = search_rival(&answer), n = 0;
    if (answer.n > 1)
        n = search_why(call->rules, game->shown, call->seat, NULL, headless_room(game), &answer, answer.chosen, rival, why);
    for (int i = 0; i < n; i++)
        jadd(whys, why_json(call->rules, &why[i]));
    jset(jset(out, "rather_than", jint(rival)), "why", whys);
    jset(jset(out, "chosen", jint(answer.chosen)), "moves", jint(answer.moves));
    print_json(jset(out, "options", options));
    return STATUS_OK;
}

static int do_look(struct call *call)
{
    const struct rules *rules = call->rules;
    struct json_object *out = arena_json(call->arena, jobj()), *seats = jarr();
    struct standing standing = {0};
    rules->standing(call->game->state, &standing);
    for (int seat = 0; seat < standing.n; seat++)
        jadd(seats, jset(jset(jobj(), "points", jint(standing.seat[seat].points)), "rank", jint(standing.seat[seat].rank)));
    jset(out, "awaits", seats_json(rules->awaits(call->game->state)));
    jset(out, "windows", seats_json(rules->windows ? rules->windows(call->game->state) : 0));
    print_json(jset(out, "standing", seats));
    return STATUS_OK;
}

static int do_view(struct call *call)
{
    struct value *view = new_object(call->arena);
    struct sb out;
    call->rules->view->view(call->game->state, call->seat, view);
    sb_init(&out, call->arena);
    value_print(view, &out);
    puts(out.text);
    return STATUS_OK;
}

static int do_check(struct call *call)
{
    int error = call->rules->check(call->game->state, call->seat, &call->move, NULL);
    if (error != RULE_OK)
        return refused(call, error);
    puts("{\"ok\":true}");
    return STATUS_OK;
}

/* ---- apply ---- */

static int read_orders_of(struct call *call, int seat, struct json_object *given)
{
    struct order_list *orders = &call->game->orders.seat[seat];
    struct move order;
    struct fault fault;
    orders->n = 0;
    if (!given)
        return STATUS_OK;
    if (!json_object_is_type(given, json_type_array) || json_object_array_length(given) > ORDERS_MAX)
        return bad_input(call, N_("{what} is of the wrong kind."), "orders");
    if (!call->rules->orders && json_object_array_length(given) > 0)
        return bad_input(call, N_("This game has no standing orders."), "orders");
    for (size_t i = 0; i < json_object_array_length(given); i++) {
        if (!move_from_json(call->rules->orders->verbs, json_object_array_get_idx(given, i), &order, &fault))
            return bad_fault(call, &fault);
        orders_give(call->rules, orders, &order);
    }
    return STATUS_OK;
}

/* In place of those the game begins with. */
static int read_orders(struct call *call)
{
    struct json_object *seats = jget(call->input, "orders");
    int status = STATUS_OK;
    if (!seats)
        return STATUS_OK;
    if (!json_object_is_type(seats, json_type_array) || json_object_array_length(seats) > SEATS_MAX)
        return bad_input(call, N_("{what} is of the wrong kind."), "orders");
    for (size_t seat = 0; status == STATUS_OK && seat < json_object_array_length(seats); seat++)
        status = read_orders_of(call, (int)seat, json_object_array_get_idx(seats, seat));
    return status;
}

static void add_events(struct call *call, struct json_object *events)
{
    for (int i = 0; i < call->game->log.n; i++)
        jadd(events, event_to_json(call->rules, &call->game->log.event[i], EVERY_SEAT));
}

static void add_answer(struct call *call, const struct answer *answer, struct json_object *answers)
{
    char text[MOVE_TEXT];
    move_to_text(call->rules->verbs, &answer->move, text);
    jadd(answers, jset(jset(jset(jobj(), "seat", jint(answer->seat)), "order", jint(answer->order)), "move", jstr(text)));
}

static int do_apply(struct call *call)
{
    uint64_t seed = 0, ply = 1;
    int status = read_draws(call, &seed, &ply);
    status = status ? status : read_orders(call);
    if (status != STATUS_OK)
        return status;
    int error = call->rules->check(call->game->state, call->seat, &call->move, NULL);
    if (error != RULE_OK)
        return refused(call, error);
    struct json_object *out = arena_json(call->arena, jobj()), *events = jarr(), *answers = jarr();
    headless_seed(call->game, seed, ply);
    headless_step(call->game, call->seat, &call->move, NULL);
    add_events(call, events);
    struct answer answer;
    for (int i = 0; i < ANSWERS_MAX && headless_answer(call->game, &answer); i++) {
        add_events(call, events);
        add_answer(call, &answer, answers);
    }
    jset(jset(out, "ok", jbool(true)), "state", members_save(call->rules->members, call->game->state));
    jset(jset(out, "events", events), "awaits", seats_json(call->rules->awaits(call->game->state)));
    print_json(jset(out, "ordered", answers));
    return STATUS_OK;
}

/* ---- words ---- */

static const char *const kinds[] = {"number", "name", "seat", "counts", "set", "list"};

static struct json_object *names_json(const struct name *names, int n)
{
    struct json_object *out = jarr();
    for (int i = 0; names && i < n; i++)
        jadd(out, jstr(names[i].id));
    return out;
}

static struct json_object *verbs_json(const struct verb *verbs)
{
    struct json_object *out = jarr();
    for (; verbs && verbs->name; verbs++) {
        struct json_object *args = jarr();
        for (const struct arg *arg = verbs->args; arg && arg->name; arg++) {
            struct json_object *row = jset(jset(jobj(), "name", jstr(arg->name)), "kind", jstr(kinds[arg->kind]));
            if (arg->names)
                jset(row, "names", names_json(arg->names, arg->n_names));
            if (arg->kind == ARG_NUMBER || arg->kind == ARG_COUNTS)
                jset(jset(row, "lo", jint(arg->lo)), "hi", jint(arg->hi));
            jadd(args, row);
        }
        jadd(out, jset(jset(jobj(), "verb", jstr(verbs->name)), "args", args));
    }
    return out;
}

static int do_words(struct call *call)
{
    struct json_object *out = arena_json(call->arena, jobj()), *options = jarr();
    for (const struct option *option = call->rules->options; option->name; option++)
        jadd(options, jset(jset(jset(jobj(), "name", jstr(option->name)), "values",
                                names_json(option->values, option->n_values)),
                           "preset", jstr(option->values[option->preset].id)));
    jset(jset(out, "game", jstr(call->rules->id)), "title", jstr(call->rules->words->title));
    jset(jset(out, "verbs", verbs_json(call->rules->verbs)), "orders", verbs_json(call->rules->orders ? call->rules->orders->verbs : NULL));
    print_json(jset(out, "options", options));
    return STATUS_OK;
}

/* ---- scenario ---- */

struct tap {
    int n, failed;
};

/* What stands between two lines is a space, or a title could pass for a line. */
static void print_line(const char *text)
{
    for (const char *c = text; *c; c++)
        putchar((unsigned char)*c < ' ' || *c == 0x7f ? ' ' : *c);
    putchar('\n');
}

/* One line of TAP. A scenario marked "todo" must fail: when it passes, its mark is out of date. */
static void tap_line(struct call *call, struct tap *tap, bool ok, const char *title, const char *todo, const char *why)
{
    struct sb line;
    bool good = todo ? !ok : ok;
    tap->failed += !good;
    sb_init(&line, call->arena);
    sb_addf(&line, "%s %d - %s%s%s", ok ? "ok" : "not ok", ++tap->n, title, todo ? " # TODO " : "", todo ? todo : "");
    print_line(line.text);
    if (good && !todo)
        return;
    sb_clear(&line);
    sb_addf(&line, "# %s", ok ? "passes, though it is marked todo" : why);
    print_line(line.text);
}

static void run_scenario(struct call *call, struct tap *tap, struct json_object *scenario)
{
    struct sb why, title;
    const char *section = jget_str(scenario, "dossier");
    sb_init(&why, call->arena);
    sb_init(&title, call->arena);
    sb_addf(&title, "%s%s%s", section ? section : "", section ? " " : "",
            jget_str(scenario, "title") ? jget_str(scenario, "title") : "untitled");
    bool ok = scenario_run(call->rules, call->words, scenario, &why);
    tap_line(call, tap, ok, title.text, jget_str(scenario, "todo"), why.text);
}

/* What a scenario that says "but" leaves out is as in the one before. Left as it is, when there is none, it is refused. */
static void complete(struct json_object *scenario, struct json_object *before)
{
    static const char *const shared[] = {"seats", "seed", "options"};
    struct json_object *but = jget(scenario, "but"), *start = NULL, *had = before ? jget(before, "start") : NULL;
    if (!json_object_is_type(but, json_type_object) || jget(scenario, "start") || !json_object_is_type(had, json_type_object)
        || json_object_deep_copy(had, &start, NULL) != 0)
        return;
    json_object_object_foreach(but, key, value)
        jset(start, key, json_object_get(value));
    jset(scenario, "start", start);
    json_object_object_del(scenario, "but");
    for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++)
        if (jget(before, shared[i]) && !jget(scenario, shared[i]))
            jset(scenario, shared[i], json_object_get(jget(before, shared[i])));
}

static void run_list(struct call *call, struct tap *tap, struct json_object *list)
{
    struct json_object *before = NULL;
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        struct json_object *scenario = json_object_array_get_idx(list, i);
        complete(scenario, before);
        run_scenario(call, tap, scenario);
        before = scenario;
    }
}

static void run_file(struct call *call, struct tap *tap, const char *path)
{
    struct json_object *json = read_file(call, path);
    bool list = json_object_is_type(json, json_type_array);
    if (!json)
        tap_line(call, tap, false, path, NULL, "cannot be read, or is not JSON");
    else if (list && json_object_array_length(json) == 0)
        tap_line(call, tap, false, path, NULL, "holds no scenario");
    else if (list)
        run_list(call, tap, json);
    else
        run_scenario(call, tap, json);
}

static int do_scenario(struct call *call, struct args *args)
{
    struct tap tap = {0};
    while (args_next(args))
        run_file(call, &tap, args->argv[args->at]);
    if (tap.n == 0)
        return complain("which file?", NULL);
    printf("1..%d\n", tap.n);
    return tap.failed ? STATUS_REFUSED : STATUS_OK;
}

/* ---- which of them ---- */

/* What each subcommand reads before it begins. */
static const struct {
    const char *name;
    int (*run)(struct call *call);
    bool seat, move, spectator;
} on_input[] = {
    {"moves", do_moves, .seat = true},
    {"advise", do_advise, .seat = true},
    {"hint", do_hint, .seat = true},
    {"look", do_look, .seat = false},
    {"view", do_view, .seat = true, .spectator = true},
    {"check", do_check, .seat = true, .move = true},
    {"apply", do_apply, .seat = true, .move = true},
};

static int run_on_input(struct call *call, size_t which)
{
    int status = read_input(call);
    status = status ? status : read_position(call);
    if (!status && on_input[which].seat)
        status = read_seat(call, on_input[which].spectator);
    if (!status && on_input[which].move)
        status = read_move(call);
    return status ? status : on_input[which].run(call);
}

static int dispatch(struct call *call, const char *name, struct args *args)
{
    if (!strcmp(name, "new"))
        return do_new(call, args);
    if (!strcmp(name, "scenario"))
        return do_scenario(call, args);
    if (args_next(args))
        return complain("too many arguments", args->argv[args->at]);
    if (!strcmp(name, "words"))
        return do_words(call);
    for (size_t i = 0; i < sizeof(on_input) / sizeof(on_input[0]); i++)
        if (!strcmp(name, on_input[i].name))
            return run_on_input(call, i);
    return complain("there is no such subcommand", name);
}

int cmd_rules(int argc, char **argv)
{
    char why[200];
    struct args args = args_on(argc, argv);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return STATUS_OK;
        }
    const char *id = args_next(&args) ? argv[args.at] : NULL, *name = args_next(&args) ? argv[args.at] : NULL;
    const struct rules *rules = id ? rules_find(id) : NULL;
    if (!rules) {
        headless_print_games(stderr);
        return complain("there is no such game", id);
    }
    if (!name)
        return complain("new, moves, advise, hint, look, view, check, apply, scenario or words?", NULL);
    struct call call = {.rules = rules, .arena = arena_new(), .game = headless_new(rules), .seat = NO_SEAT};
    call.words = text_load(NULL, "en", why, sizeof(why));
    int status = dispatch(&call, name, &args);
    text_free(call.words);
    headless_free(call.game);
    arena_free(call.arena);
    return status;
}

/* Moves and positions of a game, as somebody may write them who has never seen it. */
#include "config.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "cgi/tools/headless.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "cgi/tools/scenario.h"
#include "cgi/words/text.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum { GAMES = 32, OF_EACH = 8, POSITIONS = GAMES * OF_EACH, PLIES_MAX = 3000, LINES_MAX = 40, LINE = 4096, TRIED = 3, BOTS = 16 };

static const char BETWEEN = '\x1e'; /* a position, and moves made from there */

static struct headless *game;
static struct catalogue *words;
static uint8_t *before, *probe; /* states */

/* ---- positions of seeded games: one byte picks one ---- */

struct position {
    uint8_t key[RNG_KEY_BYTES];
    int ply, n_seats;
    struct orders orders;
    void *state;
};

static struct position positions[POSITIONS];

static void *copy_of(const void *state)
{
    void *copy = malloc(of_game->size);
    if (!copy)
        abort();
    return memcpy(copy, state, of_game->size);
}

static int deal(int i)
{
    struct setup setup = rules_presets(of_game, of_game->min_seats + i % (of_game->max_seats - of_game->min_seats + 1));
    for (int k = 0; of_game->options[k].name; k++)
        setup.option[k] = (int16_t)((i / (k + 2)) % of_game->options[k].n_values);
    headless_deal(game, &setup, (uint64_t)i);
    for (int seat = 0; i % 3 == 0 && seat < setup.n_seats; seat++)
        headless_orders(game, seat);
    return setup.n_seats;
}

/* One step of a seeded game: random, or with some thought in every fourth. False: it is over. */
static bool play_on(int i)
{
    struct move move;
    struct answer answer;
    if (headless_answer(game, &answer))
        return true;
    int seat = headless_seat(game);
    if (seat == NO_SEAT || !headless_choose(game, i % 4 ? BOT_RANDOM : BOT_ADVISE, seat, &move))
        return false;
    headless_step(game, seat, &move, NULL);
    return true;
}

static void keep(struct position *position, int n_seats)
{
    memcpy(position->key, game->key, sizeof(position->key));
    position->ply = game->ply;
    position->n_seats = n_seats;
    position->orders = game->orders;
    position->state = copy_of(game->state);
}

static void keep_some(int i)
{
    int length = 0, at = 0;
    deal(i);
    while (length < PLIES_MAX && play_on(i))
        length++;
    int n_seats = deal(i);
    for (int k = 0; k < OF_EACH; k++) {
        for (; at < length * k / (OF_EACH - 1); at++)
            play_on(i);
        keep(&positions[i * OF_EACH + k], n_seats);
    }
}

static int take_position(uint8_t which)
{
    const struct position *position = &positions[which];
    memcpy(game->key, position->key, sizeof(game->key));
    memcpy(game->state, position->state, of_game->size);
    game->ply = position->ply;
    game->orders = position->orders;
    game->log.n = 0;
    return position->n_seats;
}

static void begin(void)
{
    char why[200];
    words = text_load(NULL, "en", why, sizeof(why));
    game = headless_new(of_game);
    before = calloc(1, of_game->size);
    probe = calloc(1, of_game->size);
    for (int i = 0; i < GAMES; i++)
        keep_some(i);
}

/* ---- what must hold ---- */

static void tell_events(struct arena *arena)
{
    struct event again;
    for (int i = 0; i < game->log.n; i++) {
        const struct event *event = &game->log.event[i], *next = i + 1 < game->log.n ? event + 1 : NULL;
        struct json_object *json = event_to_json(of_game, event, EVERY_SEAT);
        struct sb out;
        sb_init(&out, arena);
        text_event(&out, words, of_game, event, next, NO_SEAT, scenario_people, SEATS_MAX);
        HOLDS(event_from_json(of_game, json, &again) && again.nargs == event->nargs);
        json_object_put(json);
    }
}

/* What is written is read back as it is. */
static void move_is_whole(const struct verb *verbs, const struct move *move)
{
    char text[MOVE_TEXT];
    struct move again;
    HOLDS(move_in_domain(verbs, move));
    move_to_text(verbs, move, text);
    HOLDS(move_from_text(verbs, text, &again, NULL) && move_equal(move, &again));
    struct json_object *json = move_to_json(verbs, move);
    HOLDS(move_from_json(verbs, json, &again, NULL) && move_equal(move, &again));
    json_object_put(json);
}

static void position_is_whole(const void *state)
{
    struct fault fault;
    struct json_object *json = members_save(of_game->members, state);
    memset(probe, 0, of_game->size);
    HOLDS(members_load(of_game->members, json, probe, &fault));
    HOLDS(members_equal(of_game->members, state, probe));
    struct json_object *again = members_save(of_game->members, probe);
    HOLDS(json_object_equal(json, again));
    json_object_put(again);
    json_object_put(json);
}

static void look_from(int viewer)
{
    struct arena *arena = arena_new();
    struct move move;
    of_game->view->view(game->state, viewer, new_object(arena));
    arena_free(arena);
    if (viewer == NO_SEAT)
        return;
    bool awaited = of_game->awaits(game->state) & SEAT_BIT(viewer);
    move_list_clear(game->list);
    int n = of_game->moves(game->state, viewer, game->list);
    HOLDS(n == game->list->n && n <= MOVES_MAX);
    for (int i = 0; i < n; i++)
        HOLDS(move_in_domain(of_game->verbs, move_at(game->list, i)));
    if (of_game->silence && awaited)
        of_game->silence(game->state, viewer, &move);
    if (awaited)
        of_game->words->asks(game->state, viewer);
    if (of_game->orders && of_game->orders->suggest)
        of_game->orders->suggest(game->state, viewer, game->list);
}

/* What bots are shown and say is slow, and is asked of one position in so many. */
static void ask_bot(int seat, struct rng *dice)
{
    struct move move;
    memcpy(game->shown, game->state, of_game->size);
    of_game->conceal(game->shown, seat, dice);
    if (of_game->mind && of_game->mind->advise(game->shown, seat, dice, &move) == 0)
        HOLDS(move_in_domain(of_game->verbs, &move));
}

/* What is asked of a position is answered, to those who are awaited, to one more who sits there, and to a spectator. */
static void position_stands(int n_seats)
{
    struct standing standing = {0};
    struct rng dice;
    uint8_t digest[32];
    seatmask who = of_game->awaits(game->state);
    HOLDS(who >> n_seats == 0);
    of_game->standing(game->state, &standing);
    HOLDS(standing.n == n_seats);
    HOLDS(!of_game->windows || !(of_game->windows(game->state) & ~who));
    members_hash(of_game->members, game->state, digest);
    rng_init(&dice, digest, 0);
    look_from(NO_SEAT);
    int one = (int)rng_below(&dice, (uint32_t)n_seats);
    for (int seat = 0; seat < n_seats; seat++)
        if (seat == one || who & SEAT_BIT(seat))
            look_from(seat);
    if (who & SEAT_BIT(one) && rng_below(&dice, BOTS) == 0)
        ask_bot(one, &dice);
}

/* ---- moves, line by line ---- */

/* A line is a seat (else the first that is awaited), '!' before a standing order, then the move as text or JSON. */
struct said {
    int seat;
    bool order;
    const char *move;
};

static struct said read_line(const char *line, int n_seats)
{
    seatmask who = of_game->awaits(game->state);
    struct said said = {.seat = who ? __builtin_ctz(who) : 0};
    if (*line >= '0' && *line < '0' + n_seats)
        said.seat = *line++ - '0';
    line += strspn(line, " ");
    said.order = *line == '!';
    said.move = line + said.order;
    return said;
}

static bool read_move(const struct verb *verbs, const char *text, struct move *move)
{
    struct fault fault = {0};
    struct json_object *json = *text == '{' ? jparse(text, strlen(text)) : NULL;
    bool ok = json ? move_from_json(verbs, json, move, &fault) : move_from_text(verbs, text, move, &fault);
    json_object_put(json);
    HOLDS(ok || fault.sentence);
    if (ok)
        move_is_whole(verbs, move);
    else
        move_from_part(verbs, text, move);
    return ok;
}

static void give_order(const struct said *said)
{
    struct move order;
    if (of_game->orders && read_move(of_game->orders->verbs, said->move, &order))
        orders_give(of_game, &game->orders.seat[said->seat], &order);
}

/* @dealt: the position came of a game, and so does every one after it. */
static void came_to_pass(struct arena *arena, bool dealt)
{
    struct fault fault;
    tell_events(arena);
    HOLDS(!dealt || of_game->sound(game->state, &fault));
}

static bool make_move(struct arena *arena, const struct said *said, bool dealt)
{
    struct move move;
    struct answer answer;
    struct sb out;
    if (!read_move(of_game->verbs, said->move, &move))
        return false;
    memcpy(before, game->state, of_game->size);
    int error = of_game->check(game->state, said->seat, &move, NULL);
    sb_init(&out, arena);
    if (error != RULE_OK) {
        HOLDS(error > RULE_OK && of_game->errors[error].name);
        text_rule_error(&out, words, of_game, game->state, said->seat, &move, scenario_people, SEATS_MAX);
        HOLDS(!memcmp(before, game->state, of_game->size)); /* what is refused changes nothing */
        return false;
    }
    text_move(&out, words, of_game, game->state, &move, scenario_people, SEATS_MAX);
    of_game->traits(game->state, said->seat, &move);
    HOLDS(!memcmp(before, game->state, of_game->size));
    headless_step(game, said->seat, &move, NULL);
    came_to_pass(arena, dealt);
    for (int i = 0; i < ANSWERS_MAX && headless_answer(game, &answer); i++)
        came_to_pass(arena, dealt);
    return true;
}

/* Returns how many were made. */
static int make_moves(const char *text, size_t n, int n_seats, bool dealt)
{
    char line[LINE];
    int made = 0;
    struct arena *arena = arena_new();
    for (int i = 0; n > 0 && i < LINES_MAX; i++) {
        const char *newline = memchr(text, '\n', n);
        size_t length = newline ? (size_t)(newline - text) : n;
        snprintf(line, sizeof(line), "%.*s", (int)(length < LINE ? length : LINE - 1), text);
        struct said said = read_line(line, n_seats);
        if (said.order)
            give_order(&said);
        else
            made += make_move(arena, &said, dealt);
        text += length + (newline != NULL);
        n -= length + (newline != NULL);
    }
    arena_free(arena);
    return made;
}

static void run_moves(const char *bytes, size_t n)
{
    if (n == 0)
        return;
    int n_seats = take_position((uint8_t)*bytes);
    if (make_moves(bytes + 1, n - 1, n_seats, true) > 0) {
        position_stands(n_seats);
        position_is_whole(game->state);
    }
}

/* ---- positions, whole or laid over another ---- */

/* "{...}" is a whole position; else the first byte picks one, and the rest is laid over it. */
static bool load(const char *text)
{
    struct fault fault = {0};
    bool whole = *text == '{';
    take_position((uint8_t)*text);
    if (whole)
        memset(game->state, 0, of_game->size);
    else if (*text)
        text++;
    struct json_object *json = jparse(text, strlen(text));
    bool ok = json && (whole ? members_load : members_overlay)(of_game->members, json, game->state, &fault);
    json_object_put(json);
    HOLDS(ok || !json || fault.sentence);
    if (ok)
        position_is_whole(game->state);
    return ok && of_game->sound(game->state, &fault);
}

/* A few of the moves that are listed, each from this position. */
static void try_moves(struct arena *arena, int seat)
{
    struct move tried[TRIED];
    move_list_clear(game->list);
    int n = of_game->moves(game->state, seat, game->list), k = n < TRIED ? n : TRIED;
    for (int i = 0; i < k; i++)
        move_copy(&tried[i], move_at(game->list, k == 1 ? 0 : (n - 1) * i / (k - 1)));
    memcpy(before, game->state, of_game->size);
    for (int i = 0; i < k; i++) {
        HOLDS(of_game->check(game->state, seat, &tried[i], NULL) == RULE_OK);
        headless_apply(game, seat, &tried[i]);
        tell_events(arena);
        memcpy(game->state, before, of_game->size);
    }
}

static void run_state(const char *bytes, size_t n)
{
    char *text = chars_of(bytes, n), *moves = strchr(text, BETWEEN);
    if (moves)
        *moves++ = '\0';
    if (load(text)) {
        struct standing standing = {0};
        struct arena *arena = arena_new();
        of_game->standing(game->state, &standing);
        position_stands(standing.n);
        for (int seat = 0; seat < standing.n; seat++)
            try_moves(arena, seat);
        if (moves && make_moves(moves, strlen(moves), standing.n, false) > 0)
            position_stands(standing.n);
        arena_free(arena);
    }
    free(text);
}

/* ---- seeds and words ---- */

/* From a position on, as it is played; every third line as JSON. */
static void write_moves(struct sb *out, int which, int n)
{
    char text[MOVE_TEXT];
    struct move move;
    rng_init(&game->choice, game->key, UINT64_C(1) << 62);
    for (int i = 0; i < n; i++) {
        int seat = headless_seat(game);
        if (seat == NO_SEAT || !headless_choose(game, BOT_RANDOM, seat, &move))
            return;
        struct json_object *json = move_to_json(of_game->verbs, &move);
        move_to_text(of_game->verbs, &move, text);
        sb_addf(out, "%d %s\n", seat, (which + i) % 3 ? text : json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN));
        json_object_put(json);
        headless_apply(game, seat, &move);
    }
}

static void write_orders(struct sb *out, int n_seats)
{
    char text[MOVE_TEXT];
    for (int seat = 0; seat < n_seats; seat++)
        for (int i = 0; i < game->orders.seat[seat].n; i++) {
            move_to_text(of_game->orders->verbs, &game->orders.seat[seat].order[i], text);
            sb_addf(out, "%d !%s\n", seat, text);
        }
}

static void write_move_seeds(void)
{
    for (int which = 0; which < POSITIONS; which++) {
        struct arena *arena = arena_new();
        struct sb out;
        sb_init(&out, arena);
        sb_add_char(&out, (char)which);
        int n_seats = take_position((uint8_t)which);
        if (which % 4 == 0)
            write_orders(&out, n_seats);
        write_moves(&out, which, 1 + which % 12);
        seed_write(out.text, out.length);
        arena_free(arena);
    }
}

/* Whole positions, and each member of one laid over another. */
static void write_state_seeds(void)
{
    for (int which = 0; which < POSITIONS; which++) {
        struct arena *arena = arena_new();
        struct sb out;
        sb_init(&out, arena);
        take_position((uint8_t)which);
        struct json_object *state = arena_json(arena, members_save(of_game->members, game->state));
        if (which % OF_EACH == 3) {
            sb_add(&out, json_object_to_json_string_ext(state, JSON_C_TO_STRING_PLAIN));
            seed_write(out.text, out.length);
        }
        int member = 0;
        json_object_object_foreach(state, key, value) {
            if (member++ % 16 != which % 16)
                continue;
            sb_clear(&out);
            int over = (which + (member % 2 ? 1 : OF_EACH)) % POSITIONS;
            take_position((uint8_t)over);
            sb_addf(&out, "%c{\"%s\":%s}%c", over, key, json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN), BETWEEN);
            write_moves(&out, which, 3);
            seed_write(out.text, out.length);
        }
        arena_free(arena);
    }
}

static void write_names(const struct name *names, int n, const char *before_it, const char *behind_it)
{
    char word[128];
    for (int i = 0; names && i < n; i++) {
        snprintf(word, sizeof(word), "%s%s%s", before_it, names[i].id, behind_it);
        word_write(word);
    }
}

static void write_verbs(const struct verb *verbs, const char *before_it)
{
    char word[128];
    for (; verbs && verbs->name; verbs++) {
        snprintf(word, sizeof(word), "\n0 %s%s", before_it, verbs->name);
        word_write(word);
        for (const struct arg *arg = verbs->args; arg && arg->name; arg++) {
            snprintf(word, sizeof(word), " %s=", arg->name);
            word_write(word);
            write_names(arg->names, arg->n_names, arg->kind == ARG_COUNTS ? " " : "", arg->kind == ARG_COUNTS ? "=" : "");
        }
    }
}

static void write_move_words(void)
{
    write_verbs(of_game->verbs, "");
    write_verbs(of_game->orders ? of_game->orders->verbs : NULL, "!");
}

static void write_members(const struct member *members)
{
    char word[128];
    for (; members->name; members++) {
        snprintf(word, sizeof(word), "\"%s\":", members->name);
        word_write(word);
        if (members->kind == MEMBER_STRUCT)
            write_members(members->members);
        write_names(members->names, members->n_names, "\"", "\"");
        write_names(members->keys, members->keys ? members->rows : 0, "\"", "\":");
    }
}

static void write_state_words(void)
{
    write_members(of_game->members);
}

const struct target game_targets[] = {
    {"moves", begin, run_moves, .write_seeds = write_move_seeds, .write_words = write_move_words},
    {"state", begin, run_state, .write_seeds = write_state_seeds, .write_words = write_state_words},
    {0},
};

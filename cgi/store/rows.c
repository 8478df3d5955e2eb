#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/flat.h"
#include "cgi/store/stored.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

static const char *const statuses[] = {[GAME_OPEN] = "open", [GAME_RUNNING] = "running", [GAME_OVER] = "over"};

static const char *const bot_names[] = {N_("Bot Beatrice"), N_("Bot Cesare"), N_("Bot Diana"), N_("Bot Elio"),
                                        N_("Bot Fiora")};
_Static_assert(sizeof(bot_names) / sizeof(bot_names[0]) == SEATS_MAX, "a name for a bot at every seat");

const char *game_status_name(enum game_status status)
{
    return statuses[status];
}

const char *game_no_result_words(const struct game_row *game)
{
    const char *ending = game->ending ? game->ending : "";
    return !strcmp(ending, "agreed") ? N_("The game is over: all agreed to end it without a result.")
        : !strcmp(ending, "house") ? N_("The game is over: the house has ended it without a result.")
        : !strcmp(ending, "abandoned") ? N_("The game is over without a result: nobody has played here for two rounds.") : NULL;
}

int game_seat_of(const struct game_row *game, int64_t person)
{
    for (int s = 0; person && s < game->n_seats; s++)
        if (game->seat[s].person == person)
            return s;
    return NO_SEAT;
}

int game_ask_end(const struct game_row *game, const char *names[SEATS_MAX])
{
    int n = 0;
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].wants_end)
            names[n++] = game->seat[s].name ? game->seat[s].name : "";
    return n;
}

bool game_keeps_seat(const struct game_row *game, int64_t person)
{
    for (int s = 0; person && s < game->n_seats; s++)
        if (game->seat[s].kept_for == person)
            return true;
    return false;
}

int game_seat_for(const struct game_row *game, int64_t person)
{
    int free = NO_SEAT;
    if (game_seat_of(game, person) != NO_SEAT)
        return NO_SEAT;
    for (int s = game->n_seats - 1; s >= 0; s--) {
        const struct seat_row *seat = &game->seat[s];
        if (person && seat->kept_for == person)
            return s;
        if (!seat->person && !seat->bot && !seat->kept_for)
            free = s;
    }
    return free;
}

static enum game_status status_from(const char *name)
{
    return !strcmp(name, "open") ? GAME_OPEN : !strcmp(name, "running") ? GAME_RUNNING : GAME_OVER;
}

/* ---- options: {"wheel": "must"}, by their names, so that a table may grow without changing stored games ---- */

const char *options_text(struct arena *arena, const struct rules *rules, const struct setup *setup)
{
    return json_object_to_json_string_ext(arena_json(arena, rules_options_json(rules, setup)), JSON_C_TO_STRING_PLAIN);
}

static bool read_option(const struct rules *rules, const struct flat_member *member, struct setup *setup)
{
    const struct option *option = rules->options;
    while (option && option->name && !flat_is(member->name, option->name))
        option++;
    if (!option || !option->name || member->kind != FLAT_TEXT)
        return false;
    for (int i = 0; i < option->n_values; i++)
        if (flat_is(member->text, option->values[i].id)) {
            setup->option[option - rules->options] = (int16_t)i;
            return true;
        }
    return false;
}

bool read_setup(const char *text, const struct rules *rules, int n_seats, struct setup *setup)
{
    struct flat flat = flat_of(text);
    struct flat_member member;
    *setup = rules_presets(rules, n_seats);
    while (flat_next(&flat, &member))
        if (!read_option(rules, &member, setup))
            return false;
    return flat.ended;
}

/* A game with options that its rules do not have any more is, like one of unknown rules, nothing this program can play;
 * but it must not spoil the lists it stands in. */
static void read_options(const char *text, struct game_row *game)
{
    if (!game->rules)
        return;
    if (!read_setup(text, game->rules, game->n_seats, &game->setup))
        game->rules = NULL;
}

const char *read_name(struct row *row, struct arena *arena)
{
    const char *name = row_text(row, arena);
    return name ? name : PERSON_LEFT;
}

void read_game(struct row *row, struct arena *arena, struct game_row *game)
{
    *game = (struct game_row){.id = row_number(row)};
    game->rules_id = row_text(row, arena);
    game->revision = (int)row_number(row);
    game->rules = rules_of(game->rules_id, game->revision);
    const char *options = row_text(row, arena);
    game->n_seats = game->setup.n_seats = (int)row_number(row);
    game->owner = row_number(row);
    game->owner_name = read_name(row, arena);
    game->invitation = row_text(row, arena);
    row_bytes(row, game->secret, sizeof(game->secret));
    game->status = status_from(row_text(row, arena));
    game->ply = (int)row_number(row);
    game->state = row_stored(row, arena);
    row_bytes(row, game->hash, sizeof(game->hash));
    game->awaits = (seatmask)row_number(row);
    game->created = row_time(row);
    game->started = row_time(row);
    game->moved = row_time(row);
    game->over = row_time(row);
    game->pace = pace_from_json(arena, row_text(row, arena));
    game->version = row_number(row);
    game->ending = row_text(row, arena);
    game->rematch_of = row_number(row);
    read_options(options, game);
}

void row_clock(struct row *row, struct seat_clock *clock)
{
    clock->bank = row_number(row);
    clock->spent = row_number(row);
    clock->spent_at = row_time(row);
    clock->extra = row_number(row);
    clock->in_window = row_bool(row);
    clock->deadline = row_time(row);
    clock->remind = row_time(row);
}

void seat_numbers(const struct seat_row *seat, int64_t numbers[SEAT_NUMBERS])
{
    const struct seat_clock *clock = &seat->clock;
    const int64_t all[SEAT_NUMBERS] = {
        seat->awaited_since, seat->awaited_since ? seat->awaited_ply : 0, seat->points, seat->rank, clock->bank, clock->spent,
        clock->spent_at, clock->extra, clock->in_window, clock->deadline, clock->remind, seat->excused, seat->missed, seat->opened,
        seat->resigned, seat->wants_end};
    memcpy(numbers, all, sizeof(all));
}

bool read_seat(struct row *row, struct arena *arena, struct game_row *game, struct err *err)
{
    int64_t number = row_number(row);
    if (number < 0 || number >= game->n_seats || number >= SEATS_MAX)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld has a seat %lld", (long long)game->id,
                        (long long)number);
    struct seat_row *seat = &game->seat[number];
    seat->rest = rest_never();
    seat->person = row_number(row);
    seat->name = row_text(row, arena);
    seat->left = seat->person && !seat->name;
    seat->name = seat->left ? PERSON_LEFT : seat->name;
    seat->bot = row_text(row, arena);
    seat->phrase = row_text(row, arena);
    seat->awaited_since = row_time(row);
    seat->points = (int16_t)row_number(row);
    seat->rank = (int8_t)row_number(row);
    row_clock(row, &seat->clock);
    seat->excused = row_bool(row);
    seat->missed = (int)row_number(row);
    seat->opened = row_time(row);
    seat->resigned = row_time(row);
    seat->wants_end = row_bool(row);
    seat->kept_for = row_number(row);
    seat->kept_name = row_text(row, arena);
    seat->seen = row_time(row);
    seat->awaited_ply = (int)row_number(row);
    seat->letters = row_bool(row);
    if (seat->bot)
        seat->name = bot_names[number];
    seat_numbers(seat, seat->stored);
    return true;
}

void read_rest(struct row *row, struct arena *arena, struct rest *rest)
{
    rest->zone = row_text(row, arena);
    rest->from = (int)row_number(row);
    rest->until = (int)row_number(row);
    rest->unreached = row_time(row);
}

bool read_whole_game(struct db *db, int op, struct arena *arena, struct game_row *game, struct err *err)
{
    if (trip_rows(db, op) != 1)
        return err_fail(err, ERR_GONE, NULL, NULL, "no such game");
    struct row row = trip_row(db, op, 0);
    read_game(&row, arena, game);
    game->paused = row_time(&row);
    game->written = row_number(&row);
    for (int i = 0; i < trip_rows(db, op + 1); i++) {
        row = trip_row(db, op + 1, i);
        if (!read_seat(&row, arena, game, err))
            return false;
    }
    return true;
}

static void read_vacation(struct row *row, struct rest *rest)
{
    int64_t starts = row_time(row), ends = row_time(row);
    if (starts && rest->n_vacations < VACATIONS_MAX) {
        rest->vacation[rest->n_vacations].starts = starts;
        rest->vacation[rest->n_vacations++].ends = ends;
    }
}

/* The seat that a row begins with, or NULL. */
static struct seat_row *seat_of(struct row *row, struct game_row *game)
{
    int64_t seat = row_number(row);
    return seat >= 0 && seat < game->n_seats ? &game->seat[seat] : NULL;
}

/* The three columns of a draft; null where there is none. */
static bool read_draft_row(struct row *row, struct arena *arena, struct draft_row *draft, struct err *err)
{
    draft->ply = (int)row_number(row);
    const char *text = row_text(row, arena), *since = row_text(row, arena);
    if (!text) {
        *draft = (struct draft_row){.ply = -1};
        return true;
    }
    draft->since = since;
    draft->stored = true;
    struct json_object *steps = jparse(text, strlen(text));
    if (!json_object_is_type(steps, json_type_array)) {
        json_object_put(steps);
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "a draft that is no list");
    }
    size_t n = json_object_array_length(steps);
    draft->step = arena_array(arena, n, sizeof(*draft->step));
    for (size_t i = 0; i < n; i++)
        draft->step[draft->n++] = arena_strdup(arena, json_object_get_string(json_object_array_get_idx(steps, i)));
    json_object_put(steps);
    return true;
}

bool store_events(struct arena *arena, const struct game_row *game, struct move_row *move, struct err *err)
{
    struct log log;
    struct fault fault;
    if (!game->rules)
        return true;
    if (!stored_events(game->rules, move->packed, &log, &fault))
        return stored_fail(err, game->id, move->ply, "events", &fault);
    move->n_events = log.n;
    size_t size = (size_t)log.n * sizeof(log.event[0]);
    move->events = memcpy(arena_grow(arena, NULL, 0, size), log.event, size);
    return true;
}

bool read_move(struct row *row, struct arena *arena, const struct game_row *game, struct move_row *move, struct err *err)
{
    move->ply = (int)row_number(row);
    move->seat = (int)row_number(row);
    move->move = row_text(row, arena);
    move->packed = row_view(row);
    move->cause = row_text(row, arena);
    move->at = row_time(row);
    row_int2s(row, move->points, SEATS_MAX);
    move->revision = (int)row_number(row);
    row_bytes(row, move->hash, sizeof(move->hash));
    move->person = row_number(row);
    return !game || store_events(arena, game, move, err);
}

bool read_moves(struct db *db, int op, struct arena *arena, const struct game_row *game, struct move_row **read, int *n, struct err *err)
{
    int rows = trip_rows(db, op);
    struct move_row *moves = *read = arena_array(arena, (size_t)rows, sizeof(*moves));
    *n = 0;
    for (int i = 0; i < rows; i++) {
        struct row row = trip_row(db, op, i);
        if (!read_move(&row, arena, game, &moves[i], err))
            return false;
    }
    *n = rows;
    return true;
}

void read_course(struct db *db, int op, struct arena *arena, struct move_row **read, int *n)
{
    *n = trip_rows(db, op);
    struct move_row *moves = *read = arena_array(arena, (size_t)*n, sizeof(*moves)), move;
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, i);
        moves[i].ply = i;
        moves[i].seat = (int)row_number(&row);
        row_int2s(&row, moves[i].points, SEATS_MAX);
        moves[i].packed = row_view(&row);
    }
    for (int i = 0; i < trip_rows(db, op + 1); i++) {
        move = (struct move_row){0};
        struct row row = trip_row(db, op + 1, i);
        read_move(&row, arena, NULL, &move, NULL);
        if (move.ply >= 0 && move.ply < *n)
            moves[move.ply] = move;
    }
}

static void read_order(struct row *row, struct arena *arena, struct order_row *order)
{
    order->seat = (int)row_number(row);
    order->text = row_text(row, arena);
    order->at = row_time(row);
}

bool read_opened(struct row *row, struct arena *arena, struct game_row *game, struct draft_row *draft, struct order_rows *orders,
                 struct err *err)
{
    struct row one;
    *draft = (struct draft_row){.ply = -1};
    read_game(row, arena, game);
    game->paused = row_time(row);
    for (struct records seats = row_records(row); records_next(&seats, &one);) {
        struct row first = one;
        if (!read_seat(&one, arena, game, err))
            return false;
        struct seat_row *seat = seat_of(&first, game);
        if (seat && seat->person)
            read_rest(&one, arena, &seat->rest);
    }
    for (struct records vacations = row_records(row); records_next(&vacations, &one);) {
        struct seat_row *seat = seat_of(&one, game);
        if (seat)
            read_vacation(&one, &seat->rest);
    }
    struct records all = row_records(row);
    orders->row = arena_array(arena, (size_t)all.left, sizeof(*orders->row));
    for (orders->n = 0; records_next(&all, &one); orders->n++)
        read_order(&one, arena, &orders->row[orders->n]);
    return read_draft_row(row, arena, draft, err);
}

static void read_incident(struct row *row, struct arena *arena, struct incident_row *incident)
{
    incident->ply = (int)row_number(row);
    incident->seat = (int)row_number(row);
    incident->kind = row_text(row, arena);
    incident->person = row_number(row);
    incident->person_name = row_text(row, arena);
    if (incident->person && !incident->person_name)
        incident->person_name = PERSON_LEFT;
    incident->name = row_text(row, arena);
    incident->at = row_time(row);
}

void read_incidents(struct records *records, struct arena *arena, struct incidents *incidents)
{
    struct row one;
    incidents->row = arena_array(arena, (size_t)records->left, sizeof(*incidents->row));
    for (incidents->n = 0; records_next(records, &one); incidents->n++)
        read_incident(&one, arena, &incidents->row[incidents->n]);
}

int64_t *read_ids(struct db *db, int op, struct arena *arena, int *n)
{
    *n = trip_rows(db, op);
    int64_t *ids = arena_array(arena, (size_t)*n, sizeof(*ids));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, i);
        ids[i] = row_number(&row);
    }
    return ids;
}

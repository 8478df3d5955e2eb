#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/flat.h"
#include "cgi/store/stored.h"
#include "rules/engine/bots.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

static const char *const statuses[] = {[GAME_OPEN] = "open", [GAME_RUNNING] = "running", [GAME_OVER] = "over"};

const char *const player_names[SEATS_MAX] = {N_("Player #1"), N_("Player #2"), N_("Player #3"), N_("Player #4"), N_("Player #5")};

static const char *const bot_names[BOT_COUNT][SEATS_MAX] = {
    [BOT_RANDOM] = {N_("Bot Beatrice"), N_("Bot Cesare"), N_("Bot Diana"), N_("Bot Elio"), N_("Bot Fiora")},
    [BOT_EASY] = {N_("Bot Pia"), N_("Bot Rino"), N_("Bot Tilde"), N_("Bot Ugo"), N_("Bot Zita")},
    [BOT_ADVISE] = {N_("Bot Beatrice"), N_("Bot Cesare"), N_("Bot Diana"), N_("Bot Elio"), N_("Bot Fiora")},
    [BOT_STRONG] = {N_("Bot Aurelia"), N_("Bot Claudio"), N_("Bot Livia"), N_("Bot Marco"), N_("Bot Ottavia")},
};

/* A name for each seat and strength: two of a table never share one. */
static const char *bot_name(const char *id, int seat)
{
    enum bot bot = bot_of(id);
    return bot_names[bot < BOT_COUNT ? bot : BOT_ADVISE][seat];
}

const char *game_status_name(enum game_status status)
{
    return statuses[status];
}

const char *game_no_result_words(const struct game_row *game)
{
    const char *ending = game->ending ? game->ending : "";
    return !strcmp(ending, "agreed") ? N_("The game is over: all agreed to end it without a result.")
        : !strcmp(ending, "house") ? N_("The game is over: the administrator has ended it without a result.")
        : !strcmp(ending, "abandoned") ? N_("The game is over without a result: nobody has played here for two rounds.") : NULL;
}

int game_seat_of(const struct game_row *game, int64_t person)
{
    int seat = NO_SEAT;
    for (int s = 0; person && s < game->n_seats; s++)
        if (game->seat[s].person == person && (seat == NO_SEAT || (game->awaits & (SEAT_BIT(s) | SEAT_BIT(seat))) == SEAT_BIT(s)))
            seat = s;
    return seat;
}

int game_ask_end(const struct game_row *game, const char *names[SEATS_MAX])
{
    int n = 0;
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].wants_end)
            names[n++] = game->seat[s].name ? game->seat[s].name : "";
    return n;
}

const struct accord *game_pause(const struct game_row *game)
{
    const struct accord *pause = &game->accord[ACCORD_PAUSE];
    return pause->asked && pause->made ? pause : NULL;
}

const struct accord *game_question(const struct game_row *game, enum accord_kind *kind)
{
    *kind = game_pause(game) ? ACCORD_GO_ON : ACCORD_PAUSE;
    return game->accord[*kind].asked ? &game->accord[*kind] : NULL;
}

bool game_has_hints(const struct game_row *game)
{
    int people = 0;
    for (int s = 0; s < game->n_seats; s++)
        people += game->seat[s].person != 0;
    return game->practice.is ? game->practice.seat == NO_SEAT : game->hints || people < 2;
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

/* ---- what cannot be: rows are used to count by and to look into arrays by, and a page must not end the service ---- */

bool row_fail(struct err *err, int64_t game, int ply, const char *what, int64_t number)
{
    return err_fail(err, ERR_INTERNAL,
                    N_("The stored data of this game cannot be read, so its table cannot be shown; nothing was "
                       "changed. Please tell the administrator of this site."),
                    NULL, "game %lld ply %d: %s (%lld)", (long long)game, ply, what, (long long)number);
}

static bool read_status(const char *name, struct game_row *game, struct err *err)
{
    for (game->status = GAME_OPEN; game->status <= GAME_OVER; game->status++)
        if (name && !strcmp(name, statuses[game->status]))
            return true;
    game->status = GAME_OVER; /* in a list, where nothing that is hidden is told of it */
    return row_fail(err, game->id, game->ply, "it is neither open nor running nor over", 0);
}

static bool seats_fit(const struct game_row *game, struct err *err)
{
    int least = game->rules ? game->rules->min_seats : 1, most = game->rules ? game->rules->max_seats : SEATS_MAX;
    return (game->n_seats >= least && game->n_seats <= most)
        || row_fail(err, game->id, game->ply, "its rules do not seat so many", game->n_seats);
}

bool game_has_seats(const struct game_row *game, int n, struct err *err)
{
    return n == game->n_seats || row_fail(err, game->id, game->ply, "its seats are not as many as it says", n);
}

bool game_adds_up(const struct game_row *game, struct err *err)
{
    if (game->ply < -1 || game->ply > PLY_MOST || (game->ply == -1) != (game->status == GAME_OPEN))
        return row_fail(err, game->id, game->ply, "so many moves do not go with its status", game->ply);
    if (game->awaits >> game->n_seats || (game->awaits != 0) != (game->status == GAME_RUNNING))
        return row_fail(err, game->id, game->ply, "who is awaited does not go with its seats or its status", game->awaits);
    return (game->over != 0) == (game->status == GAME_OVER)
        || row_fail(err, game->id, game->ply, "when it was over does not go with its status", game->over);
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

/* More than there are seats is all of them, which no game awaits. */
static seatmask mask_of(int64_t number)
{
    return number >= 0 && number <= UINT8_MAX ? (seatmask)number : UINT8_MAX;
}

/* Who has no name: the player of a table apart is a guest, for nobody else sees that table. */
static const char *named(const struct game_row *game, const char *name)
{
    return name ? name : game->apart ? PERSON_GUEST : PERSON_LEFT;
}

bool read_game(struct row *row, struct arena *arena, struct game_row *game, struct err *err)
{
    *game = (struct game_row){.id = row_number(row)};
    game->rules_id = row_text(row, arena);
    game->revision = (int)row_number(row);
    game->rules = rules_of(game->rules_id, game->revision);
    const char *options = row_text(row, arena);
    game->n_seats = game->setup.n_seats = (int)row_number(row);
    game->owner = row_number(row);
    game->owner_name = row_text(row, arena);
    game->invitation = row_text(row, arena);
    row_bytes(row, game->secret, sizeof(game->secret));
    const char *status = row_text(row, arena);
    game->ply = (int)row_number(row);
    game->state = row_stored(row, arena);
    row_bytes(row, game->hash, sizeof(game->hash));
    game->awaits = mask_of(row_number(row));
    game->created = row_time(row);
    game->started = row_time(row);
    game->moved = row_time(row);
    game->over = row_time(row);
    game->pace = pace_from_json(arena, row_text(row, arena));
    game->version = row_number(row);
    game->ending = row_text(row, arena);
    game->rematch_of = row_number(row);
    game->apart = row_bool(row);
    game->hints = row_bool(row);
    game->doors = doors_read(row_text(row, arena));
    game->practice.is = row_bool(row);
    game->practice.of = row_number(row);
    game->practice.ply = (int)row_number(row);
    game->practice.seat = (int)row_number(row);
    game->practice.key = row_text(row, arena);
    game->practice.opening = row_stored(row, arena);
    game->owner_name = named(game, game->owner_name);
    if (read_status(status, game, err) && seats_fit(game, err)) {
        read_options(options, game);
        return true;
    }
    game->n_seats = game->setup.n_seats = 0;
    return false;
}

void row_clock(struct row *row, struct seat_clock *clock)
{
    clock->bank = row_span(row);
    clock->spent = row_span(row);
    clock->spent_at = row_time(row);
    clock->extra = row_span(row);
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
        return row_fail(err, game->id, game->ply, "it does not have this seat", number);
    struct seat_row *seat = &game->seat[number];
    seat->rest = rest_never();
    seat->person = row_number(row);
    seat->name = row_text(row, arena);
    seat->left = seat->person && !seat->name;
    seat->name = seat->person ? named(game, seat->name) : seat->name;
    seat->bot = row_text(row, arena);
    int64_t bot_as = row_number(row);
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
    seat->hidden = row_bool(row);
    if (seat->bot)
        seat->name = bot_name(seat->bot, bot_as >= 0 && bot_as < SEATS_MAX ? bot_as : number);
    seat_numbers(seat, seat->stored);
    return true;
}

/* A minute of the day; anything else is none. */
static int read_minute(struct row *row)
{
    int64_t minute = row_number(row);
    return minute >= 0 && minute < 24 * 60 ? (int)minute : REST_NONE;
}

void read_rest(struct row *row, struct arena *arena, struct rest *rest)
{
    rest->zone = row_text(row, arena);
    rest->from = read_minute(row);
    rest->until = read_minute(row);
    rest->unreached = row_time(row);
}

/* The seat that a row begins with, or NULL. */
static struct seat_row *seat_of(struct row *row, struct game_row *game)
{
    int64_t seat = row_number(row);
    return seat >= 0 && seat < game->n_seats ? &game->seat[seat] : NULL;
}

/* At a practice table its owner plays by hand whatever no bot plays, or may play any more. With one such seat it is his; of several each is a
 * player. */
static void read_by_hand(struct game_row *game)
{
    int n = 0;
    if (game->practice.seat >= 0 && game->practice.seat < game->n_seats)
        game->seat[game->practice.seat].bot = NULL;
    for (int s = 0; s < game->n_seats; s++)
        n += !game->seat[s].bot;
    for (int s = 0; s < game->n_seats; s++) {
        struct seat_row *seat = &game->seat[s];
        if (seat->bot)
            continue;
        seat->person = game->owner;
        seat->name = n == 1 ? game->owner_name : player_names[s];
        seat->left = n > 1;
    }
}

bool read_seats(struct records *seats, struct arena *arena, struct game_row *game, bool with_rest, struct err *err)
{
    struct row one;
    int n = 0;
    for (; records_next(seats, &one); n++) {
        struct row first = one;
        if (!read_seat(&one, arena, game, err))
            return false;
        struct seat_row *seat = with_rest ? seat_of(&first, game) : NULL;
        if (seat && seat->person) {
            read_rest(&one, arena, &seat->rest);
            seat->offers_guide = row_bool(&one);
        }
    }
    if (game->practice.is)
        read_by_hand(game);
    return game_has_seats(game, n, err);
}

bool read_whole_game(struct db *db, int op, struct arena *arena, struct game_row *game, struct err *err)
{
    if (trip_rows(db, op) != 1)
        return err_fail(err, ERR_GONE, NULL, NULL, "no such game");
    struct row row = trip_row(db, op, 0);
    if (!read_game(&row, arena, game, err))
        return false;
    game->paused = row_time(&row);
    game->written = row_number(&row);
    struct records seats = trip_records(db, op + 1);
    return read_seats(&seats, arena, game, false, err);
}

static void read_vacation(struct row *row, struct rest *rest)
{
    int64_t starts = row_time(row), ends = row_time(row);
    if (starts && rest->n_vacations < VACATIONS_MAX) {
        rest->vacation[rest->n_vacations].starts = starts;
        rest->vacation[rest->n_vacations++].ends = ends;
    }
}

static const char *const accord_names[ACCORDS] = {[ACCORD_PAUSE] = "pause", [ACCORD_GO_ON] = "go_on", [ACCORD_TAKE_BACK] = "take_back"};

const char *accord_name(enum accord_kind kind)
{
    return accord_names[kind];
}

/* One that cannot be is none: nothing is held up by it. */
static void read_accord(struct row *row, struct arena *arena, struct game_row *game)
{
    const char *what = row_text(row, arena);
    int64_t seat = row_number(row);
    struct accord accord = {.asked = row_time(row)};
    accord.agreed = mask_of(row_number(row));
    accord.until = row_time(row);
    accord.made = row_time(row);
    accord.seat = (int)seat;
    for (int i = 0; what && seat >= 0 && seat < game->n_seats && i < ACCORDS; i++)
        if (!strcmp(what, accord_names[i]))
            game->accord[i] = game->accord_stored[i] = accord;
}

static bool read_steps(struct arena *arena, const char *text, struct draft_row *draft)
{
    struct json_object *steps = arena_json(arena, jparse(text, strlen(text)));
    size_t n = json_object_is_type(steps, json_type_array) ? json_object_array_length(steps) : 0;
    draft->step = arena_array(arena, n, sizeof(*draft->step));
    for (size_t i = 0; i < n; i++) {
        struct json_object *step = json_object_array_get_idx(steps, i);
        if (!json_object_is_type(step, json_type_string))
            return false;
        draft->step[draft->n++] = arena_strdup(arena, json_object_get_string(step));
    }
    return n > 0;
}

/* The three columns of a draft; null where there is none. */
static bool read_draft_row(struct row *row, struct arena *arena, const struct game_row *game, struct draft_row *draft, struct err *err)
{
    int64_t ply = row_number(row);
    const char *text = row_text(row, arena), *since = row_text(row, arena);
    *draft = (struct draft_row){.ply = -1};
    if (!text)
        return true;
    if (ply < 0 || ply > game->ply)
        return row_fail(err, game->id, game->ply, "a draft is of another ply", ply);
    *draft = (struct draft_row){.ply = (int)ply, .since = since, .stored = true};
    return read_steps(arena, text, draft) || row_fail(err, game->id, draft->ply, "a draft is no list of steps", draft->n);
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

/* @points: how many there are; @after: the move before it, NULL: any may be */
static bool move_fits(const struct game_row *game, const struct move_row *move, int points, const struct move_row *after, struct err *err)
{
    if (move->ply < 0 || move->ply > PLY_MOST || (after && move->ply != after->ply + 1))
        return row_fail(err, game->id, after ? after->ply + 1 : 0, "another move is stored in its place", move->ply);
    if (move->ply == 0 ? move->seat != NO_SEAT : move->seat < 0 || move->seat >= game->n_seats)
        return row_fail(err, game->id, move->ply, "the move is of a seat that cannot have made it", move->seat);
    return points == game->n_seats || row_fail(err, game->id, move->ply, "the points are not those of its seats", points);
}

int read_bare_move(struct row *row, struct arena *arena, struct move_row *move)
{
    move->ply = (int)row_number(row);
    move->seat = (int)row_number(row);
    move->move = row_text(row, arena);
    move->packed = row_view(row);
    move->cause = row_text(row, arena);
    move->at = row_time(row);
    int points = row_int2s(row, move->points, SEATS_MAX);
    move->revision = (int)row_number(row);
    row_bytes(row, move->hash, sizeof(move->hash));
    move->person = row_number(row);
    return points;
}

bool read_move(struct row *row, struct arena *arena, const struct game_row *game, struct move_row *move, struct err *err)
{
    int points = read_bare_move(row, arena, move);
    return move_fits(game, move, points, NULL, err) && store_events(arena, game, move, err);
}

bool read_moves(struct db *db, int op, struct arena *arena, const struct game_row *game, struct move_row **read, int *n, struct err *err)
{
    int rows = trip_rows(db, op);
    struct move_row *moves = *read = arena_array(arena, (size_t)rows, sizeof(*moves));
    *n = 0;
    for (int i = 0; i < rows; i++) {
        struct row row = trip_row(db, op, i);
        int points = read_bare_move(&row, arena, &moves[i]);
        if (game && (!move_fits(game, &moves[i], points, i ? &moves[i - 1] : NULL, err) || !store_events(arena, game, &moves[i], err)))
            return false;
    }
    *n = rows;
    return true;
}

static bool read_all_briefly(struct db *db, int op, const struct game_row *game, struct move_row *moves, int n, struct err *err)
{
    for (int i = 0; i < n; i++) {
        struct row row = trip_row(db, op, i);
        moves[i].ply = (int)row_number(&row);
        moves[i].seat = (int)row_number(&row);
        int points = row_int2s(&row, moves[i].points, SEATS_MAX);
        moves[i].packed = row_view(&row);
        if (!move_fits(game, &moves[i], points, i ? &moves[i - 1] : NULL, err))
            return false;
    }
    return true;
}

bool read_course(struct db *db, int op, struct arena *arena, const struct game_row *game, struct move_row **read, int *n, struct err *err)
{
    *n = trip_rows(db, op);
    struct move_row *moves = *read = arena_array(arena, (size_t)*n, sizeof(*moves));
    if (!read_all_briefly(db, op, game, moves, *n, err))
        return false;
    if (*n != game->ply + 1 || moves[0].ply != 0)
        return row_fail(err, game->id, game->ply, "so many moves are stored up to there", *n);
    for (int i = 0; i < trip_rows(db, op + 1); i++) {
        struct row row = trip_row(db, op + 1, i);
        struct move_row move = {0};
        read_bare_move(&row, arena, &move);
        if (move.ply >= 0 && move.ply < *n && move.seat == moves[move.ply].seat)
            moves[move.ply] = move;
    }
    return true;
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
    if (!read_game(row, arena, game, err))
        return false;
    game->paused = row_time(row);
    game->guide = (int)row_number(row);
    int64_t tournament = row_number(row);
    game->tournament = tournament < 0 ? -tournament : tournament;
    game->tournament_waits = tournament > 0;
    struct records seats = row_records(row);
    if (!read_seats(&seats, arena, game, true, err) || !game_adds_up(game, err))
        return false;
    for (struct records vacations = row_records(row); records_next(&vacations, &one);) {
        struct seat_row *seat = seat_of(&one, game);
        if (seat)
            read_vacation(&one, &seat->rest);
    }
    for (struct records accords = row_records(row); records_next(&accords, &one);)
        read_accord(&one, arena, game);
    struct records all = row_records(row);
    orders->row = arena_array(arena, (size_t)all.left, sizeof(*orders->row));
    for (orders->n = 0; records_next(&all, &one); orders->n++)
        read_order(&one, arena, &orders->row[orders->n]);
    return read_draft_row(row, arena, game, draft, err);
}

static void read_incident(struct row *row, struct arena *arena, const struct game_row *game, struct incident_row *incident)
{
    incident->ply = (int)row_number(row);
    incident->seat = (int)row_number(row);
    incident->kind = row_text(row, arena);
    incident->person = row_number(row);
    incident->person_name = row_text(row, arena);
    if (incident->person)
        incident->person_name = named(game, incident->person_name);
    incident->name = row_text(row, arena);
    incident->at = row_time(row);
}

void read_incidents(struct records *records, struct arena *arena, const struct game_row *game, struct incidents *incidents)
{
    struct row one;
    incidents->row = arena_array(arena, (size_t)records->left, sizeof(*incidents->row));
    for (incidents->n = 0; records_next(records, &one); incidents->n++)
        read_incident(&one, arena, game, &incidents->row[incidents->n]);
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

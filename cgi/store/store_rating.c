#include "config.h"

#include "cgi/store/rows.h"

#include <math.h>
#include <string.h>

#include "cgi/base/sb.h"
#include "cgi/store/programs.h"

#include "cgi/base/banned.h"

enum { THOUSAND = 1000 };

bool game_is_rated(const struct game_row *game)
{
    return game->status == GAME_OVER && !game->invitation && !game->apart && !game->hints && !game_no_result_words(game) && game->rules;
}

/* Who resigned ranks behind all who stayed, whatever a bot did with the seat afterwards. */
static int rank_of(const struct seat_row *seat)
{
    return seat->resigned ? SEATS_MAX + 1 : seat->rank;
}

/* Ascending by person, so that two games that end at once wait for each other in one order. Bots are left out, and who has
 * deleted the account: nothing is known of them any more. */
static int those_of(const struct game_row *game, bool programs, const struct seat_row *seats[SEATS_MAX])
{
    int n = 0;
    for (int s = 0; s < game->n_seats; s++) {
        if (!game->seat[s].person || game->seat[s].left || name_is_program(game->seat[s].name) != programs)
            continue;
        int at = n++;
        for (; at > 0 && seats[at - 1]->person > game->seat[s].person; at--)
            seats[at] = seats[at - 1];
        seats[at] = &game->seat[s];
    }
    return n;
}

/* People and programs are rated apart: what one of them does to the other counts for neither. */
static int people_of(const struct game_row *game, const struct seat_row *seats[SEATS_MAX])
{
    int n = those_of(game, false, seats);
    return n < 2 ? those_of(game, true, seats) : n;
}

static struct rating read_mean(struct row *row)
{
    struct rating rating = {.mean = (double)row_number(row) / THOUSAND};
    rating.deviation = (double)row_number(row) / THOUSAND;
    return rating;
}

static struct rating read_rating(struct row *row)
{
    struct rating rating = read_mean(row);
    rating.games = (int)row_number(row);
    return rating;
}

int64_t rating_thousandths(double number)
{
    return llround(number * THOUSAND);
}

static bool read_rated(struct db *db, int op, const struct seat_row *const seats[], int n, struct rated players[], struct err *err)
{
    if (trip_rows(db, op) != n)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "%d ratings of %d people", trip_rows(db, op), n);
    for (int i = 0; i < n; i++) {
        struct row row = trip_row(db, op, i);
        players[i] = (struct rated){.rating = read_rating(&row), .rank = rank_of(seats[i])};
    }
    return true;
}

static void write_people(struct arena *arena, const struct seat_row *const seats[], int n, struct ratings *ratings)
{
    struct sb ids, ranks;
    sb_init(&ids, arena);
    sb_init(&ranks, arena);
    for (int i = 0; i < n; i++) {
        sb_addf(&ids, i ? ",%lld" : "%lld", (long long)seats[i]->person);
        sb_addf(&ranks, i ? ",%d" : "%d", rank_of(seats[i]));
        ratings->person[i] = seats[i]->person;
    }
    ratings->people = ids.text;
    ratings->ranks = ranks.text;
}

/* The seats from which somebody has moved: what is stored, and @moves, which are about to be. */
static bool read_moved(struct db *db, const struct game_row *game, const struct move_row *moves, int n, seatmask *moved, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_RATINGS_MOVED, sql_int8(game->id));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    *moved = 0;
    for (int i = 0; i < trip_rows(db, 0); i++) {
        struct row row = trip_row(db, 0, i);
        *moved |= SEAT_BIT(row_number(&row));
    }
    for (int i = 0; i < n; i++)
        *moved |= move_is_own(&moves[i]) ? SEAT_BIT(moves[i].seat) : 0;
    return true;
}

bool game_resigned(const struct game_row *game)
{
    return game->ending && !strcmp(game->ending, "resigned");
}

bool move_is_own(const struct move_row *move)
{
    return move->seat != NO_SEAT && (!strcmp(move->cause, "person") || !strcmp(move->cause, "order") || !strcmp(move->cause, "plan"));
}

bool game_was_played(const struct game_row *game, seatmask moved)
{
    return !game_resigned(game) || (moved & (moved - 1)) != 0;
}

/* The locks come first: what is read after them nobody else changes. */
static bool update_all(struct db *db, const struct game_row *game, const struct seat_row *const seats[], int n, struct ratings *ratings,
                       struct err *err)
{
    const struct rating first = rating_first();
    const struct sql rules = sql_text(game->rules_id), people = sql_text(ratings->people), over = sql_time(game->over);
    struct rated players[SEATS_MAX], season[SEATS_MAX];
    trip_start(db);
    TRIP(db, QUERY_RATINGS_BEGIN, rules, people, sql_int8(rating_thousandths(first.mean)), sql_int8(rating_thousandths(first.deviation)), over);
    int all = TRIP(db, QUERY_RATINGS_LOCK, rules, people), seasons = TRIP(db, QUERY_RATINGS_SEASONS, rules, people, over);
    int together = TRIP(db, QUERY_RATINGS_TOGETHER, rules, people, over);
    if (!trip_run(db, TRIP_INSIDE, err) || !read_rated(db, all, seats, n, players, err) || !read_rated(db, seasons, seats, n, season, err))
        return false;
    struct row row = trip_row(db, together, 0);
    const double share = rating_share((int)row_number(&row));
    rating_update_part(players, n, share);
    rating_update_part(season, n, share);
    ratings->n = n;
    for (int i = 0; i < n; i++) {
        ratings->rating[i] = players[i].rating;
        ratings->season[i] = season[i].rating;
    }
    return true;
}

bool ratings_work_out(struct db *db, struct arena *arena, const struct game_row *game, const struct move_row *moves, int n_moves,
                      struct ratings *ratings, struct err *err)
{
    const struct seat_row *seats[SEATS_MAX];
    seatmask moved = 0;
    int n = game_is_rated(game) ? people_of(game, seats) : 0;
    *ratings = (struct ratings){.n = 0};
    if (n < 2)
        return true;
    if (game_resigned(game) && !read_moved(db, game, moves, n_moves, &moved, err))
        return false;
    if (!game_was_played(game, moved))
        return true;
    write_people(arena, seats, n, ratings);
    return update_all(db, game, seats, n, ratings, err);
}

void add_ratings(struct db *db, const struct game_row *game, const struct ratings *ratings)
{
    for (int i = 0; i < ratings->n; i++) {
        const struct rating *is = &ratings->rating[i], *season = &ratings->season[i];
        TRIP(db, QUERY_RATING_SET, sql_int8(ratings->person[i]), sql_text(game->rules_id), sql_int8(rating_thousandths(is->mean)),
             sql_int8(rating_thousandths(is->deviation)), sql_int4(is->games), sql_time(game->over), sql_int8(game->id));
        TRIP(db, QUERY_RATING_SEASON_SET, sql_int8(ratings->person[i]), sql_text(game->rules_id), sql_time(game->over),
             sql_int8(rating_thousandths(season->mean)), sql_int8(rating_thousandths(season->deviation)), sql_int4(season->games));
    }
    if (ratings->n)
        TRIP(db, QUERY_RATED_GAME_NEW, sql_int8(game->id), sql_text(game->rules_id), sql_time(game->over), sql_text(ratings->people),
             sql_text(ratings->ranks));
}

bool store_rating_steps(struct db *db, struct arena *arena, const struct game_row *game, struct rating_steps *steps, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_RATING_STEPS, sql_int8(game->id));
    TRIP(db, QUERY_STRUCK_WHY, sql_int8(game->id));
    TRIP(db, QUERY_RATED_BEFORE, sql_int8(game->id));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *steps = (struct rating_steps){.any = false};
    if (trip_rows(db, 2)) {
        struct row before = trip_row(db, 2, 0);
        steps->before = (int)row_number(&before);
    }
    if (trip_rows(db, 1)) {
        struct row why = trip_row(db, 1, 0);
        steps->struck = row_text(&why, arena);
    }
    for (int i = 0; i < trip_rows(db, 0); i++) {
        struct row row = trip_row(db, 0, i);
        int seat = game_seat_of(game, row_number(&row));
        if (seat == NO_SEAT)
            continue;
        struct rating_step *step = &steps->of[seat];
        step->is = steps->any = true;
        step->before = read_mean(&row);
        step->after = read_mean(&row);
    }
    return true;
}

bool store_record(struct db *db, struct arena *arena, int64_t person, struct record *record, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_RESULTS, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *record = (struct record){.n = trip_rows(db, 0)};
    record->kind = arena_array(arena, (size_t)record->n, sizeof(*record->kind));
    for (int i = 0; i < record->n; i++) {
        struct row row = trip_row(db, 0, i);
        struct record_kind *kind = &record->kind[i];
        kind->rules_id = row_text(&row, arena);
        kind->with_people = row_bool(&row);
        kind->played = (int)row_number(&row);
        kind->won = (int)row_number(&row);
        kind->counted = (int)row_number(&row);
        kind->average = (int)row_number(&row);
        kind->most = (int)row_number(&row);
        kind->rating = read_rating(&row);
    }
    return true;
}

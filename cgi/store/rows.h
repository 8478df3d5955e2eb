/* What the files of cgi/store share: rows of games, seats and moves into structs, and the end of a change. */
#ifndef CGI_STORE_ROWS_H
#define CGI_STORE_ROWS_H

#include "cgi/store/db.h"

/** read_person() - the seven columns that every query of people begins with */
void read_person(struct row *row, struct arena *arena, struct person *person);
/** read_session() - the columns of session_person; ERR_SIGN_IN when there is no row */
bool read_session(struct row *row, struct arena *arena, struct person *person, struct err *err);
/** read_setup() - presets with the options that @text names, as JSON; false when @rules does not have one of them */
bool read_setup(const char *text, const struct rules *rules, int n_seats, struct setup *setup);
/* So many moves no game has. */
enum { PLY_MOST = 1 << 24 };
/** row_fail() - ERR_INTERNAL: what is stored of @game cannot be; @what is wrong at @ply, and @number is what stands there. False */
bool row_fail(struct err *err, int64_t game, int ply, const char *what, int64_t number);
/** read_game() - the game's columns; seats are read by themselves. False: it has another number of seats than its rules or @game have
 *  room for, or an unknown status; then it has no seats, and the rest is read */
bool read_game(struct row *row, struct arena *arena, struct game_row *game, struct err *err);
/** read_listed_game() - the columns of `listed`, the seats with them; of a game that cannot be nothing is believed: it has no seats and no rules */
void read_listed_game(struct row *row, struct arena *arena, struct game_row *game);
/** game_has_seats() - are the @n that were read all seats of @game? */
bool game_has_seats(const struct game_row *game, int n, struct err *err);
/** game_adds_up() - do ply, status, end and who is awaited go together? What a game that does not is used for must not believe them. */
bool game_adds_up(const struct game_row *game, struct err *err);
/** read_seat() - the seat's columns, into its place in @game */
bool read_seat(struct row *row, struct arena *arena, struct game_row *game, struct err *err);
/** read_seats() - all of @seats, which must be all of the game's; @with_rest: behind the columns of a seat stand those of read_rest() */
bool read_seats(struct records *seats, struct arena *arena, struct game_row *game, bool with_rest, struct err *err);
/** read_whole_game() - op @op gave the game (ERR_GONE when it did not), op @op + 1 its seats; game_adds_up() is not asked yet */
bool read_whole_game(struct db *db, int op, struct arena *arena, struct game_row *game, struct err *err);
/** read_opened() - what game_locked gives, and table_of to begin with; @orders: those that it asked for */
bool read_opened(struct row *row, struct arena *arena, struct game_row *game, struct draft_row *draft, struct order_rows *orders,
                 struct err *err);
/** seat_numbers() - what store_game_close() writes of a seat, in the order of its columns */
void seat_numbers(const struct seat_row *seat, int64_t numbers[SEAT_NUMBERS]);
/** accord_name() - "pause", "go_on": as stored, told in JSON and in forms */
const char *accord_name(enum accord_kind kind);
/** read_name() - of somebody who is or was here: PERSON_LEFT when it is null. */
const char *read_name(struct row *row, struct arena *arena);
/** read_rest() - zone and nightly rest: text, and two numbers that are REST_NONE when there is none */
void read_rest(struct row *row, struct arena *arena, struct rest *rest);
/** row_clock() - the seven columns of a seat's clock */
void row_clock(struct row *row, struct seat_clock *clock);
/** read_bare_move() - the columns of a move as they are: nothing is believed of its ply and its seat. Return: how many points there are */
int read_bare_move(struct row *row, struct arena *arena, struct move_row *move);
/** read_move() - a move of @game, with its events. False: these cannot be read, or there is no such seat or ply */
bool read_move(struct row *row, struct arena *arena, const struct game_row *game, struct move_row *move, struct err *err);
/** read_moves() - all moves of op @op, which follow one another, as read_move(); @game NULL: as read_bare_move() */
bool read_moves(struct db *db, int op, struct arena *arena, const struct game_row *game, struct move_row **read, int *n, struct err *err);
enum { MOVE_COLUMNS = 10, MOVE_AT = 5 };
/** read_course() - all moves up to the head, of which op @op gave what game_course gives, and op @op + 1 some whole; events are not
 *  read yet. The place of each is its ply; a move of which there was not the whole has no text. */
bool read_course(struct db *db, int op, struct arena *arena, const struct game_row *game, struct move_row **read, int *n, struct err *err);
/** read_plan() - the first of @records of plans, as in plan_of, on the arena; n 0 when there is none */
void read_plan(struct records *records, struct arena *arena, struct plan_row *plan);
/** read_incidents() - all of @records, which are of @game */
void read_incidents(struct records *records, struct arena *arena, const struct game_row *game, struct incidents *incidents);
/** read_company() - the @most newest lines of chat, newest first and one more when there are more; note and rematch, from one record,
 *  none: nothing is filled */
void read_company(struct records *lines, struct records *beside, struct arena *arena, int most, struct company *company);
/** read_people() - the rows of op @op, as in follows_of */
void read_people(struct db *db, int op, struct arena *arena, struct people_list *list);
/** read_next() - the columns of next_waiting */
void read_next(struct row *row, struct arena *arena, struct next_game *next);
/** add_standing_up() - of a table that has not begun: its owner is somebody else then, or it is gone */
void add_standing_up(struct db *db, const struct game_row *game, int64_t person);
/** add_table() - asks for what a table page needs; @who: the person who asks, null: a spectator; or the hash of a session */
void add_table(struct db *db, int64_t id, struct sql who, struct newest newest);
/** read_table() - what was asked for by add_table(), behind the columns of the session if it was by one; ERR_GONE: no such game */
bool read_table(struct row *row, struct arena *arena, struct newest newest, struct table_rows *rows, struct err *err);
/** add_new_game() - asks for a table of @new, whose number of seats its rules have; the first column of what comes back is its number */
void add_new_game(struct db *db, struct arena *arena, const struct new_game *new);
/** read_reminders() - what op @op gave, which was reminders_of */
void read_reminders(struct db *db, int op, struct arena *arena, struct reminders *reminders);
/** read_ids() - the first column of op @op */
int64_t *read_ids(struct db *db, int op, struct arena *arena, int *n);

/**
 * add_news() - ends the trip of a change that pages of @game show to others but that is no move (a seat, a line of chat, a
 * vote): game.version grows, COMMIT, and whoever listens is told
 * @mails: mail was queued, too, so its worker is woken
 * Within a transaction; nothing is added to the trip after it. Moves need none of it: store_game_close() does the same.
 */
void add_news(struct db *db, int64_t game, bool mails);

/** name_refused() - @err is that the last trip fell over a constraint of a person's name or address: then ERR_INPUT with what field and why;
 *  always false */
bool name_refused(struct db *db, struct err *err);

/* The ratings of those who played a game, after it. */
struct ratings {
    int n;                     /* 0: it counts for nobody */
    int64_t person[SEATS_MAX];
    const char *people, *ranks; /* "4,5,9", ascending, and the rank of each */
    struct rating rating[SEATS_MAX], season[SEATS_MAX];
};
/** ratings_work_out() - what @game, which has just ended, makes of the ratings of the people who sit there; locks them, within
 *  the transaction that ends the game; @moves are written with it. One trip when the game counts, one more when it
 *  was resigned, else none. */
bool ratings_work_out(struct db *db, struct arena *arena, const struct game_row *game, const struct move_row *moves, int n_moves,
                      struct ratings *ratings, struct err *err);
/** rating_thousandths() - as a mean or a deviation is stored: each game begins with what the one before has stored */
int64_t rating_thousandths(double number);
/** ratings_fill() - the seasons of games that were rated before there were any, as the owner of the database; nothing else is changed. Does
 *  nothing when there are some; says on standard error what it did */
bool ratings_fill(const char *owner_conninfo, struct err *err);
/** add_ratings() - writes them, with what they were before */
void add_ratings(struct db *db, const struct game_row *game, const struct ratings *ratings);

/** options_text() - the stored form of a set-up's options, on the arena */
const char *options_text(struct arena *arena, const struct rules *rules, const struct setup *setup);

#endif

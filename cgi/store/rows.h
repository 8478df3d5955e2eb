/* Rows of games, seats and moves into structs; shared by the files of cgi/store. */
#ifndef CGI_STORE_ROWS_H
#define CGI_STORE_ROWS_H

#include "cgi/store/db.h"

/** read_game() - the game's columns; seats are read by themselves */
void read_game(struct row *row, struct arena *arena, struct game_row *game);
/** read_seat() - the seat's columns, into its place in @game */
bool read_seat(struct row *row, struct arena *arena, struct game_row *game, struct err *err);
/** read_whole_game() - op @op gave the game (ERR_GONE when it did not), op @op + 1 its seats */
bool read_whole_game(struct db *db, int op, struct arena *arena, struct game_row *game, struct err *err);
/** read_draft() - op @op gave a draft or none */
bool read_draft(struct db *db, int op, struct arena *arena, struct draft_row *draft, struct err *err);
/** read_moves() - all moves of op @op; @turn: they came newest first */
struct move_row *read_moves(struct db *db, int op, struct arena *arena, bool turn, int *n);
/** read_ids() - the first column of op @op */
int64_t *read_ids(struct db *db, int op, struct arena *arena, int *n);

/** options_text() - the stored form of a set-up's options, on the arena */
const char *options_text(struct arena *arena, const struct rules *rules, const struct setup *setup);

#endif

/* A check over the columns of a stored move other than its events, which have their own (rules/engine/packed.h): what rots on a disk is
 * found, and one byte that has changed is found out.
 */
#ifndef CGI_STORE_SEAL_H
#define CGI_STORE_SEAL_H

#include "cgi/store/store.h"

/** seal_move() - the seal of @row of @game: of its ply, seat, move, cause, time, points, revision, hash, person, order and `took` */
int64_t seal_move(int64_t game, const struct move_row *row);

/**
 * seal_mend() - looks for the one byte of @row that has changed since row->seal was made, in the row or in the seal
 * The row may be any row of move_row's without seal.
 * Return: true, and @row is as it was (texts on @arena); false: more than one byte has changed, @row is left alone.
 */
bool seal_mend(struct arena *arena, int64_t game, struct move_row *row);

#endif

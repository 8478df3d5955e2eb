/* The standing orders of a game while it is locked: all seats' lists, and which of them changed. Secret but to their own
 * seat: nothing of this reaches a page, a letter or an error. */
#ifndef CGI_PLAY_BOOK_H
#define CGI_PLAY_BOOK_H

#include "cgi/store/store.h"
#include "rules/engine/orders.h"

struct order_book {
    const struct rules *rules;
    struct order_rows stored;
    struct orders lists;
    seatmask changed;
};

/** book_open() - from @game's stored orders, on the arena; one that cannot be read any more is left out */
struct order_book *book_open(struct arena *arena, const struct game_row *game);
/** book_first() - each of @n_seats has those that the game begins with, and nothing else */
void book_first(struct order_book *book, int n_seats);
/** book_first_of() - the same for one seat */
void book_first_of(struct order_book *book, int seat);
/** book_text() - an order as it is written down, on the arena */
const char *book_text(const struct order_book *book, struct arena *arena, const struct move *order);
/** book_give() - lays down @n orders of @seat, in place of those of the same key; ERR_INPUT: the game has none, one cannot be
 *  read, or the list is full; *bad is the one */
bool book_give(struct order_book *book, int seat, const char *const *orders, int n, int *bad, struct err *err);
/** book_drop() - takes the order away if it is there, as a form says it twice */
bool book_drop(struct order_book *book, int seat, const char *order, struct err *err);
void book_clear(struct order_book *book, int seat);
/** book_changes() - the lists that are to be written, on the arena; an order that stays keeps its time
 *  @lists: room for SEATS_MAX; their number is returned */
int book_changes(const struct order_book *book, struct arena *arena, int64_t now, struct order_list_row *lists);

#endif

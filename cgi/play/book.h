/* The standing orders of a game while it is locked: all seats' lists, and which of them changed. Secret from other seats: no
 * page, mail or error may show them. */
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
/** book_first() - each of @n_seats gets the game's first orders, and nothing else */
void book_first(struct order_book *book, int n_seats);
/** book_first_of() - the same for one seat */
void book_first_of(struct order_book *book, int seat);
/** book_text() - an order as it is written down, on the arena */
const char *book_text(const struct order_book *book, struct arena *arena, const struct move *order);
/** book_give() - adds @n orders to @seat, in place of those with the same key; ERR_INPUT: the game has none, one cannot be
 *  read, or the list is full; *bad is the one */
bool book_give(struct order_book *book, int seat, const char *const *orders, int n, int *bad, struct err *err);
/** book_drop() - removes the order if it is there; a form sent twice is fine */
bool book_drop(struct order_book *book, int seat, const char *order, struct err *err);
void book_clear(struct order_book *book, int seat);
/** book_changes() - the changed lists, for storing, on the arena; an unchanged order keeps its time
 *  @lists: room for SEATS_MAX; their number is returned */
int book_changes(const struct order_book *book, struct arena *arena, int64_t now, struct order_list_row *lists);

#endif

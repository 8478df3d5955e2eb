#include "config.h"

#include "cgi/play/book.h"

#include <string.h>

#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

struct order_book *book_open(struct arena *arena, const struct game_row *game)
{
    struct order_book *book = arena_alloc(arena, sizeof(*book));
    book->rules = game->rules;
    book->stored = game->sealed_orders;
    book->changed = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        book->lists.seat[seat].n = 0; /* the rest of 20 KB is read as far as that says */
    for (int i = 0; i < book->stored.n && game->rules && game->rules->orders; i++) {
        const struct order_row *row = &book->stored.row[i];
        struct move order;
        struct fault fault;
        if (row->seat >= 0 && row->seat < game->n_seats && move_from_text(game->rules->orders->verbs, row->text, &order, &fault))
            orders_give(game->rules, &book->lists.seat[row->seat], &order);
    }
    return book;
}

void book_first(struct order_book *book, int n_seats)
{
    orders_first(book->rules, n_seats, &book->lists);
    for (int seat = 0; seat < n_seats && book->rules->orders && book->rules->orders->n_first > 0; seat++)
        book->changed |= SEAT_BIT(seat);
}

void book_first_of(struct order_book *book, int seat)
{
    orders_first_of(book->rules, &book->lists.seat[seat]);
    book->changed |= SEAT_BIT(seat);
}

const char *book_text(const struct order_book *book, struct arena *arena, const struct move *order)
{
    char *text = arena_alloc(arena, MOVE_TEXT);
    move_to_text(book->rules->orders->verbs, order, text);
    return text;
}

static bool read_order(const struct order_book *book, const char *text, struct move *order, struct err *err)
{
    struct fault fault;
    if (!book->rules || !book->rules->orders)
        return err_fail(err, ERR_INPUT, N_("This game has no standing orders."), NULL, "no table of orders");
    return move_from_text(book->rules->orders->verbs, text, order, &fault)
        || err_fail(err, ERR_INPUT, fault.sentence, fault.what, "order '%.100s'", text);
}

/* In a list that is tried in order, the same item twice is a mistake. */
static bool lists_twice(const struct arg *args, const struct move *order)
{
    const int16_t *slots = order->arg;
    for (const struct arg *arg = args; arg && arg->name; slots += arg_slots(arg), arg++)
        for (int i = 2; arg->kind == ARG_LIST && i <= slots[0]; i++)
            for (int j = 1; j < i; j++)
                if (slots[i] == slots[j])
                    return true;
    return false;
}

bool book_give(struct order_book *book, int seat, const char *const *orders, int n, int *bad, struct err *err)
{
    for (int i = 0; i < n; i++) {
        struct move order;
        *bad = i;
        if (!read_order(book, orders[i], &order, err))
            return false;
        if (lists_twice(book->rules->orders->verbs[order.verb].args, &order))
            return err_fail(err, ERR_INPUT, N_("The same entry is in the list twice; once is enough."), NULL, "order '%.100s'", orders[i]);
        if (!orders_give(book->rules, &book->lists.seat[seat], &order))
            return err_fail(err, ERR_INPUT, N_("You have as many standing orders as allowed. Delete one first."), NULL,
                            "seat %d: %d orders", seat, book->lists.seat[seat].n);
        book->changed |= SEAT_BIT(seat);
    }
    *bad = -1;
    return true;
}

bool book_drop(struct order_book *book, int seat, const char *text, struct err *err)
{
    struct order_list *list = &book->lists.seat[seat];
    struct move order;
    if (!read_order(book, text, &order, err))
        return false;
    for (int i = list->n - 1; i >= 0; i--)
        if (move_equal(&list->order[i], &order)) {
            orders_drop(list, i);
            book->changed |= SEAT_BIT(seat);
        }
    return true;
}

void book_clear(struct order_book *book, int seat)
{
    book->lists.seat[seat].n = 0;
    book->changed |= SEAT_BIT(seat);
}

static int64_t given_at(const struct order_book *book, int seat, const char *text, int64_t now)
{
    for (int i = 0; i < book->stored.n; i++)
        if (book->stored.row[i].seat == seat && !strcmp(book->stored.row[i].text, text))
            return book->stored.row[i].at;
    return now;
}

static struct order_rows rows_of(const struct order_book *book, struct arena *arena, int seat, int64_t now)
{
    const struct order_list *list = &book->lists.seat[seat];
    struct order_rows rows = {.n = list->n, .row = arena_array(arena, (size_t)list->n, sizeof(*rows.row))};
    for (int i = 0; i < list->n; i++) {
        const char *text = book_text(book, arena, &list->order[i]);
        rows.row[i] = (struct order_row){.seat = seat, .text = text, .at = given_at(book, seat, text, now)};
    }
    return rows;
}

int book_changes(const struct order_book *book, struct arena *arena, int64_t now, struct order_list_row *lists)
{
    int n = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (book->changed & SEAT_BIT(seat))
            lists[n++] = (struct order_list_row){.seat = seat, .orders = rows_of(book, arena, seat, now)};
    return n;
}

/* Standing orders in play: the lists of a locked game, and what people do with their own. */
#include "config.h"

#include "cgi/play/play_orders.h"

#include <string.h>

#include "cgi/play/play_turn.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

/* ---- the lists ---- */

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
        if (row->seat >= 0 && row->seat < game->n_seats && move_from_text(game->rules->orders, row->text, &order, &fault))
            orders_give(game->rules, &book->lists.seat[row->seat], &order);
    }
    return book;
}

void book_first(struct order_book *book, int n_seats)
{
    orders_first(book->rules, n_seats, &book->lists);
    for (int seat = 0; seat < n_seats && book->rules->n_first_orders > 0; seat++)
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
    move_to_text(book->rules->orders, order, text);
    return text;
}

static bool read_order(const struct order_book *book, const char *text, struct move *order, struct err *err)
{
    struct fault fault;
    if (!book->rules || !book->rules->orders)
        return err_fail(err, ERR_INPUT, N_("This game has no standing orders."), NULL, "no table of orders");
    return move_from_text(book->rules->orders, text, order, &fault)
        || err_fail(err, ERR_INPUT, fault.sentence, fault.what, "order '%.100s'", text);
}

/* In a list that is tried in its order a second place of the same is a slip. */
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
        if (lists_twice(book->rules->orders[order.verb].args, &order))
            return err_fail(err, ERR_INPUT, N_("The same stands in the list twice; once is enough."), NULL, "order '%.100s'", orders[i]);
        if (!orders_give(book->rules, &book->lists.seat[seat], &order))
            return err_fail(err, ERR_INPUT, N_("You have as many standing orders as the house keeps. Drop one first."), NULL,
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

/* ---- what others may know ---- */

/* Did a bot keep @seat moving when move @ply was made? Whoever comes or goes later must not change what is told of it. */
static bool bot_played(const struct game_row *game, const struct incidents *incidents, int seat, int ply)
{
    const struct seat_row *row = &game->seat[seat];
    bool bot = row->bot || row->opened || row->resigned;
    for (int i = incidents->n - 1; i >= 0; i--) {
        const struct incident_row *incident = &incidents->row[i];
        bool goes = !strcmp(incident->kind, "opened") || !strcmp(incident->kind, "resigned");
        bool comes = !strcmp(incident->kind, "returned") || !strcmp(incident->kind, "taken_over");
        if (incident->seat != seat || (!goes && !comes))
            continue;
        if (incident->ply < ply)
            return goes;
        bot = comes;
    }
    return bot;
}

const char *play_cause_told(const struct game_row *game, const struct incidents *incidents, const struct move_row *move,
                            int64_t reader)
{
    if (strcmp(move->cause, "order") != 0 || game->status == GAME_OVER || (reader && move->person == reader))
        return move->cause;
    return bot_played(game, incidents, move->seat, move->ply) ? "bot" : "person";
}

/* ---- what people do with their own ---- */

static bool change(struct order_book *book, int seat, enum orders_change what, const char *const *orders, int n, int *bad,
                   struct err *err)
{
    if (what == ORDERS_GIVE)
        return book_give(book, seat, orders, n, bad, err);
    if (what == ORDERS_CLEAR)
        book_clear(book, seat);
    for (int i = 0; what == ORDERS_DROP && i < n; i++) {
        *bad = i;
        if (!book_drop(book, seat, orders[i], err))
            return false;
    }
    *bad = -1;
    return true;
}

bool play_orders(struct db *db, struct arena *arena, int64_t game, int64_t person, enum orders_change what,
                 const char *const *orders, int n, int64_t now, struct table *table, enum play_outcome *outcome, int *bad,
                 struct err *err)
{
    struct turn *turn;
    *bad = -1;
    bool ok = turn_of_person(db, arena, game, person, now, table, &turn, err)
        && change(turn->book, turn->seat, what, orders, n, bad, err);
    if (ok) {
        turn_begin(turn);
        turn_follow(turn);
        turn_go_on(turn);
        ok = turn_close(turn, db, person, err);
        *outcome = turn->n_rows ? PLAY_COMMITTED : PLAY_DRAFTED;
    }
    if (!ok)
        store_rollback(db);
    return ok;
}

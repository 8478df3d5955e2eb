/* What the table page says of a player's own standing orders. */
#include "config.h"

#include "cgi/table/orders.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/fold.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { SUGGESTIONS_MAX = 8 };

bool orders_may_give(const struct table *t)
{
    return t->game.status == GAME_RUNNING && !t->game.paused && !t->game.practice.is && t->seat != NO_SEAT && !t->game.seat[t->seat].resigned && t->game.rules
        && t->game.rules->orders;
}

/* What is worth ordering beside the question: not while steps wait to be handed in, for then no order answers. */
static const struct move_list *suggested_to(struct req *rq, const struct table *t)
{
    if (!orders_may_give(t) || !t->game.rules->orders->suggest || t->draft.n > 0 || !(t->game.awaits & SEAT_BIT(t->seat)))
        return NULL;
    struct move_list *list = fold_moves(rq->arena);
    t->game.rules->orders->suggest(t->head, t->seat, list);
    return list;
}

struct order_reader orders_reader(struct req *rq, const struct table *t, const struct people *people)
{
    return (struct order_reader){.rq = rq, .rules = t->game.rules, .people = people, .seat = t->seat, .own = &t->orders,
                                 .suggested = suggested_to(rq, t)};
}

static bool has_order(const struct table *t, const char *text)
{
    for (int i = 0; i < t->orders.n; i++)
        if (!strcmp(t->orders.row[i].text, text))
            return true;
    return false;
}

struct value *orders_suggestions(const struct order_reader *reader, const struct table *t)
{
    struct value *list = new_list(reader->rq->arena);
    const struct move_list *orders = reader->suggested;
    for (int i = 0; orders && i < orders->n && i < SUGGESTIONS_MAX; i++) {
        char text[MOVE_TEXT];
        move_to_text(reader->rules->orders->verbs, move_at(orders, i), text);
        if (has_order(t, text))
            continue;
        add(list, put_text(order_line(reader, text), K_replaces, order_replaced(reader, move_at(orders, i))));
    }
    return list;
}

static struct value *list_model(const struct order_reader *reader, const struct table *t)
{
    struct value *list = new_list(reader->rq->arena);
    for (int i = 0; i < t->orders.n; i++) {
        struct value *line = order_line(reader, t->orders.row[i].text);
        if (line)
            add(list, line);
    }
    return list;
}

/* How many orders are the player's own doing: not those that every seat begins with. */
static int n_given(const struct table *t)
{
    const struct rules *rules = t->game.rules;
    int n = t->orders.n;
    for (int i = 0; rules->orders && i < rules->orders->n_first; i++) {
        char text[MOVE_TEXT];
        move_to_text(rules->orders->verbs, &rules->orders->first[i], text);
        n -= has_order(t, text);
    }
    return n;
}

struct value *orders_model(const struct order_reader *reader, struct req *rq, const struct table *t)
{
    if (!orders_may_give(t))
        return NULL;
    struct value *model = put_int(new_object(rq->arena), K_n, n_given(t));
    put_text(model, K_url, url_orders(rq->arena, t->game.id));
    return rq->wants_json ? put(put(model, K_list, list_model(reader, t)), K_suggestions, orders_suggestions(reader, t)) : model;
}

struct value *orders_beside(const struct order_reader *reader, const struct table *t)
{
    return orders_may_give(t) && !reader->rq->wants_json ? order_choices(reader, NULL) : NULL;
}

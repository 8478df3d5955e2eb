/* Standing orders as pages show them, for every game alike: in words, as forms, and as choices for a game's own forms.
 *
 * A sentence is <game>/order.txt filled from the order's arguments, or the label of its row. That template sees the verb's name
 * as true under "verb", and each argument: a name or seat as {id, label, and every id of the table: is it this one}, seats and
 * numbers also as {n, none, least, most}, what is told together (rules.h) as {words, any}, and what has several values as {words, any, all, items[] {id, label, n, first}}. Its line breaks go.
 * A form is the label of the row with controls in the places of its arguments; a list is ranked by hand, a select for each place.
 * An order without a key is offered as it holds now, or else as it is suggested.
 */
#ifndef CGI_MODEL_ORDER_MODEL_H
#define CGI_MODEL_ORDER_MODEL_H

#include "cgi/model/model.h"

/* Who reads, and whose orders they are. */
struct order_reader {
    struct req *rq;
    const struct rules *rules;
    const struct people *people;
    int seat;                      /* whose the orders are: they are about others */
    const struct order_rows *own;  /* the orders that are there: a new one gets a key that is free */
    const struct move_list *suggested; /* what is worth ordering beside the question, or NULL */
};

/** order_sentence() - on the arena */
const char *order_sentence(const struct order_reader *reader, const struct move *order);
/** order_line() - {order (one-line text), sentence} of a stored order, or NULL when it cannot be read any more; the caller owns
 *  it, as all below */
struct value *order_line(const struct order_reader *reader, const char *text);
/** order_replaced() - the sentence of the order in whose place this one would come, or NULL; on the arena */
const char *order_replaced(const struct order_reader *reader, const struct move *order);
/** order_choices() - what a form may offer, by verb and argument: {"order": {"artist": [{value, label, chosen, most, beyond, any, none}], "free": a
 *  number that is no order's key, or null, "full": all are, "given": one of the verb holds, "tried": it was refused}}, of a list [{row, first, more: is it beyond the first
 *  three, options[] as above}]; any, none: the value is called so; of a number, most: it is the highest, beyond: it is none of the first seven, the highest or the chosen one;
 *  @tried: what was refused, and is chosen again, or NULL */
struct value *order_choices(const struct order_reader *reader, const struct move *tried);
/** order_forms() - [{verb, heading, parts[] {text or null, control: null or {name, label, hidden, select, number, boxes, ranks,
 *  value, lo, hi, options[] {value, label, chosen}, rows[] {row, options[]}}}}], one for each row of the order table */
struct value *order_forms(const struct order_reader *reader, const struct move *tried);

#endif

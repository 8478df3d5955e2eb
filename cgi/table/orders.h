/* A player's own standing orders, as the table page tells of them. Nobody else's are ever shown. */
#ifndef CGI_TABLE_ORDERS_H
#define CGI_TABLE_ORDERS_H

#include "cgi/model/order_model.h"
#include "cgi/play/table.h"

/** orders_model() - of the visitor: {n (how many hold that the visitor has given), url (the page where all is done with them)}; in JSON, of
 *  @reader, also list[] {order, sentence}, suggestions[] as orders_suggestions() has them. NULL: there are none to give here */
struct value *orders_model(const struct order_reader *reader, struct req *rq, const struct table *table);
/** orders_beside() - what a form may offer to order together with a step, as order_choices(); NULL: there are none to give, or the
 *  page is read as JSON, which has it under /orders */
struct value *orders_beside(const struct order_reader *reader, const struct table *table);

/** orders_may_give() - can the visitor give orders at this table now? */
bool orders_may_give(const struct table *table);
/** orders_reader() - what the order table's words and forms need; all of it borrowed */
struct order_reader orders_reader(struct req *rq, const struct table *table, const struct people *people);
/** orders_suggestions() - what is worth ordering now and is not ordered yet: [{order, sentence, replaces}] */
struct value *orders_suggestions(const struct order_reader *reader, const struct table *table);

#endif

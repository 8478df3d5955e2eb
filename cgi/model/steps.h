/* Reads the requests of a form or a JSON body at a table: steps as one-line text, in the order in which they came, and standing
 * orders likewise.
 *
 * A form carries "ply", perhaps "draft" (how many steps the draft had on its page), perhaps "ask" (its player has to be asked before
 * what cannot be taken back), and any number of steps, each either
 * one field "step" with the whole text, or "verb" followed by its arguments up to the next step; an amount left empty is 0.
 * A list is one value ("3,5"), or several fields of one name that stand together, as boxes that are ticked: a hidden "," before
 * them says that it may be empty. Orders are "order" with the whole text, or "order_verb" and its arguments; an "order_verb"
 * left empty is no order, and what follows it is passed over.
 * JSON is {"ply": 17, "draft": 0, "moves": ["end", {"verb": "buy", ...}], "orders": [...]}.
 * The rules decide whether a step is valid; this only makes sure that no field can become two.
 */
#ifndef CGI_MODEL_STEPS_H
#define CGI_MODEL_STEPS_H

#include "cgi/play/play.h"
#include "cgi/http/req.h"

enum { STEPS_MAX = 16 };

struct lines {
    int n;
    const char *text[STEPS_MAX];
};

struct steps {
    struct drawn drawn;
    struct lines moves, orders;
    bool asks;          /* a form with "ask": see struct play_form */
};

/** steps_read() - at least one step, on the arena; ERR_INPUT names the field that is missing or broken */
bool steps_read(struct req *rq, struct steps *steps, struct err *err);
/** steps_orders() - only orders, perhaps none: {"orders": [...]} or a form without steps; ERR_INPUT */
bool steps_orders(struct req *rq, struct steps *steps, struct err *err);
/** steps_drawn() - only what page the form was drawn on; ERR_INPUT */
bool steps_drawn(struct req *rq, struct drawn *drawn, struct err *err);
/** steps_bad_field() - ERR_INPUT about a field that was not understood; always false */
bool steps_bad_field(struct err *err, const char *name);
/** steps_words() - what a page says of a step or order of @verbs that was not understood: the field by its label, and what it held */
const char *steps_words(const struct req *rq, const struct verb *verbs, const char *step, const struct err *err);

#endif

/* What a form or a JSON body asks to be done at a table: steps as one-line text, in the order in which they came.
 *
 * A form carries "ply", perhaps "draft" (how many steps the draft had on its page), and any number of steps, each either
 * one field "step" with the whole text, or "verb" followed by its arguments up to the next step; an amount left empty is 0.
 * JSON is {"ply": 17, "draft": 0, "moves": ["end", {"verb": "buy", ...}]}.
 * Whether a step means anything is for the rules to say; here it is only made sure that no field can become two.
 */
#ifndef CGI_STEPS_H
#define CGI_STEPS_H

#include "cgi/play.h"
#include "cgi/req.h"

enum { STEPS_MAX = 16 };

struct steps {
    struct drawn drawn;
    int n;
    const char *text[STEPS_MAX];
};

/** steps_read() - at least one step, on the arena; ERR_INPUT names the field that is missing or broken */
bool steps_read(struct req *rq, struct steps *steps, struct err *err);
/** steps_drawn() - only what page the form was drawn on; ERR_INPUT */
bool steps_drawn(struct req *rq, struct drawn *drawn, struct err *err);
/** steps_bad_field() - ERR_INPUT about a field that was not understood; always false */
bool steps_bad_field(struct err *err, const char *name);

#endif

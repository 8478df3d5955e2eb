/* What cannot be taken back is asked once more: the page leads from the button to the table with the step in its address, and shows there
 * what it does, with the button that does it (GET /games/42?arm=accept+from%3D1+slot%3D0). Nothing is stored for that.
 */
#ifndef CGI_MODEL_ARMED_H
#define CGI_MODEL_ARMED_H

#include "cgi/model/choose.h"

/* Names in the query: the step, and the orders given together with it, each as one-line text. */
#define ARMED_STEP "arm"
#define ARMED_ORDER "with"
/* And of a step that is filled in anew. */
#define CHANGED_STEP "change"

/** armed_does() - what the seat does by the legal move @move, for certain: [] {text}, a list that the caller owns.
 *  @ends: becomes whether nothing more is asked of the seat then, but something of others */
struct value *armed_does(const struct choose *choose, const struct move *move, bool *ends);

/** armed_model() - of the legal move @move: {text, step, draws (something is left to chance) or shows (it shows what is
 *  hidden, or asks another seat), ends (nothing more is asked of the seat then), does[] {text}: what the seat does by it, but not what is drawn or what others do
 *  then}; the caller owns it */
struct value *armed_model(const struct choose *choose, const struct move *move);

#endif

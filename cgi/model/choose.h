/* How a move is chosen without script, for every game alike: the crumbs, the next questions and the available moves are computed
 * from the legal moves and the choices made so far (GET /games/42?verb=build&tile=porta-3).
 *
 * A choice is "verb" and a verb's name, or an argument's name and one of its values. Choices that fit no legal move are skipped
 * and counted. Amounts (ARG_COUNTS) are never chosen one by one: moves that differ in nothing else are
 * offered as buttons when they are few, else as one form. A verb marked `form` is always one form with a field for each
 * argument: names and few numbers are buttons to press one of, sets boxes to tick, lists rows to choose from, and other
 * numbers are typed. Of one with a key (n_key) the key's arguments are chosen first, as those of other verbs.
 */
#ifndef CGI_MODEL_CHOOSE_H
#define CGI_MODEL_CHOOSE_H

#include "cgi/model/choose_fit.h"

/** choose_model() - {active, crumbs, has_crumbs, cancel_href, ignored, all_reveal, groups, nothing, ends: as groups, what
 *  hands the turn in, whatever is chosen}; the caller owns it */
struct value *choose_model(const struct choose *choose);

/** choose_step() - a legal move as one button, as in the groups of choose_model(): {label, step, gain, ...} */
struct value *choose_step(const struct choose *choose, const struct move *move);

/** choose_place() - what a place of the board ("tile=porta-3", "kind=scandal&amount=6") offers: {label, href, is_step, step, is_link, chosen,
 *  reveals}; NULL when nothing; the caller owns it */
struct value *choose_place(const struct choose *choose, const char *place);

/** choose_of_place() - the choices that a place stands for, on the arena; their number, 0 when it is none */
int choose_of_place(const struct choose *choose, const char *place, struct field choice[CHOICES_MAX]);

/** choose_close_href() - the table without what was told of a place; what is chosen stays chosen */
const char *choose_close_href(const struct choose *choose);
/** choose_why_href() - where the reader is told why nothing can be done at @place; what is chosen stays chosen */
const char *choose_why_href(const struct choose *choose, const char *place);

#endif

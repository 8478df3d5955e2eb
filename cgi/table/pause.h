/* A pause that players agree on, and a turn that is taken back, as a table's page shows them. */
#ifndef CGI_TABLE_PAUSE_H
#define CGI_TABLE_PAUSE_H

#include "cgi/model/model.h"
#include "cgi/play/table.h"

/** pause_model() - { active, text and until_iso or null, question: null or { what, text, mine, agrees, can_answer, go_on }, declined: null or a
 *  sentence, can_ask, can_go_on, least, most, days }, to the visitor at @seat, or NO_SEAT; @incidents: the newest of the game */
struct value *pause_model(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat);
/** back_model() - { question: as in pause_model(), declined, url: where who has moved last asks to take it back, or null }; @t: with its newest moves */
struct value *back_model(const struct req *rq, const struct table *t);

#endif

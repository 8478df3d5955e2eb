/* What one is invited to, as a letter tells it: who sits there, how fast it is played, how long it takes, and what is chosen. */
#ifndef CGI_MAIL_LETTER_TABLE_H
#define CGI_MAIL_LETTER_TABLE_H

#include "cgi/base/values.h"
#include "cgi/mail/letter_needs.h"

/**
 * letter_add_table() - adds {has_facts, facts: [{label, text}]} of @game to @model (borrowed), on the arena, as needs->reader reads it
 * @game: an open table; NULL: there is nothing to tell. Of its options only those are told that differ from the usual.
 */
void letter_add_table(const struct letter_needs *needs, const struct game_row *game, struct value *model);

#endif

/* What can be played from a letter about a decision of few options: a link for each. */
#ifndef CGI_MAIL_LETTER_CHOICES_H
#define CGI_MAIL_LETTER_CHOICES_H

#include "cgi/base/token.h"
#include "cgi/base/values.h"
#include "cgi/mail/letter_needs.h"
#include "cgi/play/few.h"
#include "cgi/play/table.h"

/**
 * letter_choices() - what the reader of a letter about @table can play from it; n 0: nothing, as where the reader is asked nothing, where
 *                    there is too much to choose from, where the table stands still, or where a guide leads
 */
void letter_choices(struct arena *arena, const struct table *table, struct few *few);

/** letter_choice_words() - "Let it pass", of one that is filled in "Object …"; on the arena. As short as a button of a notice; a letter
 *                          says more of a move whose label leaves out the price */
const char *letter_choice_words(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                const struct few_option *option, const char *const *people);

/** letter_choice_path() - the page behind one option, as a path of this site, on the arena
 *  @secret: of store_bounce_secret(); @hash: of the token of a link to this game that its reader has */
const char *letter_choice_path(struct arena *arena, const struct table *table, const struct few_option *option, const char *secret,
                               const uint8_t hash[TOKEN_DIGEST]);

/** letter_add_choices() - adds has_choices and choices[] { text, link } to @model; of an offer that is taken, with what is sold for what. It may take a trip.
 *  @token: raw, of the letter's own link to the game; NULL: the letter asks nothing. Return: false when the database is gone. */
bool letter_add_choices(const struct letter_needs *needs, const struct words *words, const struct table *table, const char *token,
                        const char *const *people, struct value *model, struct err *err);

#endif

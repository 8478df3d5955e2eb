/* What a letter asks its reader: the question in a line, and how long there is to answer it. */
#ifndef CGI_MAIL_LETTER_ASKED_H
#define CGI_MAIL_LETTER_ASKED_H

#include "cgi/mail/letter_needs.h"
#include "cgi/play/table.h"

/* Texts on the arena of the letter. */
struct letter_asked {
    const char *question; /* "+7 on Winther, let it pass?", or "Anna, get stones, build or score."; NULL: nothing is asked of the reader */
    const char *short_question; /* the same for a subject: "get stones, build or score" */
    const char *time;     /* "11 h" until the clock runs out; NULL: none runs, or only for a minute */
    const char *until;    /* the same as a sentence, with the moment in the reader's time zone */
};

/** letter_is_asked() - is the reader of @table asked for something now? Not in a game that is over or paused, nor where a bot plays the seat */
bool letter_is_asked(const struct table *table);

/** letter_ask() - what @table asks of its reader now: of a game that is over or paused, and of a seat that a bot plays, nothing */
void letter_ask(const struct letter_needs *needs, const struct words *words, const struct table *table, const char *const *people,
                struct letter_asked *out);

/* Why the letter is written. */
enum asked_about { ASKED_NOW, ASKED_AGAIN, ASKED_BY_ONESELF, ASKED_AFTER_TIME };

/** letter_asked_subject() - "Vernissage 9: +7 on Winther, let it pass? (11 h left)": of a question that is too long its beginning */
const char *letter_asked_subject(const struct letter_needs *needs, const struct words *words, const struct letter_asked *asked,
                                 enum asked_about about, const char *title);

#endif

/* One game in a letter. */
#ifndef CGI_MAIL_LETTER_GAME_H
#define CGI_MAIL_LETTER_GAME_H

#include "cgi/mail/letter_asked.h"
#include "cgi/mail/letter_board.h"
#include "cgi/mail/letter_news.h"

enum { LETTER_MOVES = 12, LETTER_GAMES = 8 };

/* What the whole letter needs to know of it. */
struct letter_game {
    const char *title;        /* "Carrara 42" */
    struct letter_asked asked;
    struct letter_picture picture; /* png NULL: none */
    const char *lead;         /* the first line: the question, or else what there is to tell; NULL: nothing */
    const char *inviter;      /* who invites the reader there; NULL: nobody */
};

/**
 * letter_game_model() - one of games[] of mail/games.html, added to @games
 * @row: of the reader; @nth: which of the letter's @n games it is: the later ones go without moves and points
 * Return: false with @err as letter_write().
 */
bool letter_game_model(const struct letter_needs *needs, const struct words *words, const struct mail_row *row, const struct news *news,
                       int nth, int n, struct value *games, struct letter_game *told, struct err *err);

#endif

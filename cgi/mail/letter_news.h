/* The news of games that a letter tells: collected from the rows of the outbox, and in a sentence or two. */
#ifndef CGI_MAIL_LETTER_NEWS_H
#define CGI_MAIL_LETTER_NEWS_H

#include "cgi/mail/letter_needs.h"
#include "cgi/play/table.h"

/* Kinds of news about a game, the least important first: the subject names the last kind that is present. */
enum matter { REMATCH, ASKED, SEATED, STARTED, VOTE, PAUSE, BACK, WINDOW, TURN, REMINDER, CLOCK, TAKEN, OVER, MATTER_COUNT };

/* The news of one game, collected from all its rows. */
struct news {
    int64_t game;
    int ply;
    int of_ply, nth; /* of the newest row of the kind that leads: no other e-mail has that */
    bool has[MATTER_COUNT];
    enum matter head;
    const char *data[MATTER_COUNT]; /* of the newest of each */
};

/** news_gather() - the news of the games of @n rows into @news, as many as rows; Return: how many games */
int news_gather(const struct mail_row *rows, int n, struct news *news);
/** news_urgent() - is this kind also sent to people who want little mail? */
bool news_urgent(const char *kind);
/** news_subject_of() - of a letter with one such row, to be translated and filled with {game} */
const char *news_subject_of(const char *kind);
/** news_kind() - as in the outbox: "turn" */
const char *news_kind(enum matter matter);
/** news_inviter() - who invites the reader to @game, as @asked or to play again, as the reader sees the name; NULL: nobody who is known */
const char *news_inviter(const struct words *words, const struct news *news, const struct game_row *game, const struct invited *asked);
/** news_subject() - of a letter about this game alone, at which nothing is asked of the reader; @title: "Carrara 42", @inviter: news_inviter() */
const char *news_subject(const struct letter_needs *needs, const struct words *words, const struct news *news, const char *title, const char *inviter);
/** news_asks() - does it tell that the reader is asked something? */
bool news_asks(const struct news *news);
/** news_reminder_is() - is the newest reminder not the clock's, but one that its reader has set ("own"), or of the end of a pause ("pause")? */
bool news_reminder_is(const struct letter_needs *needs, const struct news *news, const char *what);
/**
 * news_sentence() - what there is to tell, in a sentence or several, on the arena; NULL: nothing
 * @asked: who invited the reader to the table, where it is about that
 * @asks: the reader is asked something there, which stands above it
 */
const char *news_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                          const struct news *news, const struct invited *asked, bool asks);
/** news_own_move() - was the move made by the reader by hand? Moves by standing orders are news. */
bool news_own_move(const struct table *table, const struct move_row *move);
/** news_data() - the JSON data of a row, on the arena; NULL: it is none */
struct value *news_data(const struct letter_needs *needs, const char *data);

#endif

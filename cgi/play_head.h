/* The head of a game: who is awaited, the points, and who hears of it. Works on the row alone; play writes it down. */
#ifndef CGI_PLAY_HEAD_H
#define CGI_PLAY_HEAD_H

#include "cgi/fold.h"
#include "cgi/store/store.h"

/* Notices that go out with a transaction. */
struct mails {
    int n;
    struct outbox_row row[SEATS_MAX];
};
/** mails_add() - one to whoever sits at @seat, if it is a person */
void mails_add(struct mails *mails, const struct game_row *game, int seat, const char *kind);

/** head_set() - the fold's position becomes the head of @game; @mover's wait begins anew */
void head_set(struct game_row *game, struct fold *fold, struct arena *arena, int mover, int64_t now);
/** head_mails() - to those who are awaited and were not @before, but not to the mover; at the end to everybody */
void head_mails(const struct game_row *game, seatmask before, int mover, struct mails *mails);

#endif

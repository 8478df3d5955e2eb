/* The head of a game: who is awaited, whose clock runs, the points, the end, and who is notified. Changes the structs only; play
 * stores them. */
#ifndef CGI_PLAY_PLAY_HEAD_H
#define CGI_PLAY_PLAY_HEAD_H

#include "cgi/play/fold.h"
#include "cgi/store/store.h"
#include "rules/engine/bots.h"

enum { TOLD_MAILS_MAX = 4 * SEATS_MAX, TOLD_INCIDENTS_MAX = 4 * SEATS_MAX };

/* What a transaction writes beside its moves: notices to people, and incidents for the log. */
struct told {
    int n_mails, n_incidents;
    struct outbox_row mail[TOLD_MAILS_MAX];
    struct incident_row incident[TOLD_INCIDENTS_MAX];
};
/** told_mail() - to the person at @seat, about the wait or the game at @ply; @about: an incident, or NULL */
void told_mail(struct told *told, const struct game_row *game, int seat, const char *kind, int ply, const char *about);
/** told_incident() - @seat NO_SEAT: about the whole table; @ply: the move after which the log shows it */
void told_incident(struct told *told, const struct game_row *game, int seat, const char *kind, int ply, int64_t now);

/** seat_present() - is the seat played by a person who has neither resigned nor missed so many deadlines that it is open? */
bool seat_present(const struct seat_row *seat);
/** seat_bot() - which bot moves for this seat: its own; of a person who is away the sound one; BOT_COUNT: none */
enum bot seat_bot(const struct seat_row *seat);

/** head_moves() - may anything be played here? ERR_STALE with a sentence: it has not started, is over, or is paused */
bool head_moves(const struct game_row *game, struct err *err);

/** head_set() - the fold's position becomes the head of @game; the waits of @movers begin anew */
void head_set(struct game_row *game, struct fold *fold, struct arena *arena, seatmask movers, int64_t now);
/** head_mails() - to those whose wait begins with this head, but not to the mover; at the end to everybody */
void head_mails(const struct game_row *game, int mover, struct told *told);

/** head_clock_stop() - @seat's clock stops, though the seat may still be awaited */
void head_clock_stop(struct game_row *game, int seat, int64_t now);
/** head_clock_fresh() - @seat's clock as at the start of a game, running when the seat is awaited */
void head_clock_fresh(struct game_row *game, int seat, int64_t now);
/** head_returns() - the player of an open seat is back; adds the incident */
void head_returns(struct game_row *game, int seat, int64_t now, struct told *told);
/** head_pause() - stops every clock; no move is accepted until head_go_on() */
void head_pause(struct game_row *game, int64_t now);
/** head_go_on() - every clock of a paused game runs on from where it stopped */
void head_go_on(struct game_row *game, int64_t now);
/** head_end() - ends a running game before its rules do, as @ending; adds the incident, but mails nobody */
void head_end(struct game_row *game, const char *ending, int64_t now, struct told *told);
/** head_settle() - ends a running game when all players want that, or all but one have resigned, or nobody is left; adds the
 *  incident, but mails nobody */
void head_settle(struct game_row *game, int64_t now, struct told *told);
/** head_resigned_ranks() - at the end: players who stayed by their points, resigned players behind them */
void head_resigned_ranks(const struct game_row *game, int8_t ranks[SEATS_MAX]);

#endif

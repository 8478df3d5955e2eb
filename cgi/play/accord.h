/* What the people at a table agree on: a pause, its end before its time, and that the last turn is taken back (play_back.c). Changes the structs only; play stores them.
 *
 * One asks, for a number of days, the others agree or decline; bots and who is away are not asked. While it lasts all clocks stand; moves are
 * made all the same, and what a move does to a clock is done when the time it had is known: it goes on with that. The operator's
 * pause (head_pause()) is another thing: it keeps everybody from moving, and clocks go on when both are over. */
#ifndef CGI_PLAY_ACCORD_H
#define CGI_PLAY_ACCORD_H

#include "cgi/play/play_head.h"

enum { PAUSE_DAYS_LEAST = 1, PAUSE_DAYS_MOST = 30, PAUSE_DAYS = 7 };

/** accord_can() - may somebody propose a pause at this table? It has to run, with a clock, among people, and without one */
bool accord_can(const struct game_row *game);
/** accord_ask() - @seat asks for @kind, until @until; adds the incident, and mails to the others; nothing where that is asked already */
void accord_ask(struct game_row *game, enum accord_kind kind, int seat, int64_t until, int64_t now, struct told *told);
/** accord_agree() - @seat agrees to what is asked; adds the incident. False: it had agreed before */
bool accord_agree(struct game_row *game, enum accord_kind kind, int seat, int64_t now, struct told *told);
/** accord_decline() - it is asked no more, since @seat does not want it; adds the incident. False: it was not asked */
bool accord_decline(struct game_row *game, enum accord_kind kind, int seat, int64_t now, struct told *told);
/** accord_forget() - another person has @seat: what the one before agreed to does not hold for that one */
void accord_forget(struct game_row *game, int seat);

/** accord_all() - have all agreed who are asked? Of those who are away nobody is; what nobody wants any more is dropped */
bool accord_all(struct game_row *game, enum accord_kind kind);
/** accord_is_due() - does accord_settle() do something since @now has come? */
bool accord_is_due(const struct game_row *game, int64_t now);
/**
 * accord_settle() - what all have agreed on begins, what is over ends, with clocks, incidents and mails
 * To be called before a change is stored: who agrees, who is present or what is asked may have changed by it.
 * @by: the seat whose doing it is, which needs no mail; NO_SEAT: nobody's
 */
void accord_settle(struct game_row *game, int by, int64_t now, struct told *told);

#endif

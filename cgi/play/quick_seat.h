/* Seats somebody who looks for a game: see quick.h for how it is decided where. */
#ifndef CGI_PLAY_QUICK_SEAT_H
#define CGI_PLAY_QUICK_SEAT_H

#include "cgi/play/quick.h"
#include "cgi/store/seekers.h"

/** quick_title() - the number of a game among the titles, or -1; quick_pace() - of a pace that has a clock, by its name, or -1 */
int quick_title(const char *rules_id);
int quick_pace(const char *name);
/** quick_pace_at() - the pace of that number */
const struct pace_kind *quick_pace_at(int number);
/** quick_wish_of() - what a row says; names that are unknown are left out */
struct quick_wish quick_wish_of(const struct quick_row *row);
/** quick_wish_sound() - is there a game, a pace and a number of seats in it that go together? */
bool quick_wish_sound(const struct quick_wish *wish);
/** quick_hours() - the hours, a bit each (UTC), at which somebody is usually there: those with at least a quarter of the visits of
 *  the busiest; 0: too few visits to tell */
uint32_t quick_hours(const int visits[QUICK_HOURS]);

/* Who looks, and for what. */
struct quick_quest {
    int64_t person;
    struct quick_wish wish;
    enum { QUEST_NEW, QUEST_WAITS, QUEST_CHALLENGE } kind; /* looks from now on; waits at a table already, and stays where nothing better is
                                                            * found; or a standing challenge looks for him */
    struct doors doors;         /* of the table that is opened where none fits */
    int64_t now;
};
/**
 * quick_seat() - brings one who looks to a table, and starts it when it is full
 * Return: *game: where; 0: nowhere, nothing was better than where he waits. All of it is one transaction, but for the start, which
 * the worker makes up for.
 */
bool quick_seat(struct db *db, struct arena *arena, const struct quick_quest *quest, int64_t *game, struct err *err);
/** quick_apart() - @person goes on looking at a new table of the same kind instead of @game, if that has not begun */
bool quick_apart(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);

#endif

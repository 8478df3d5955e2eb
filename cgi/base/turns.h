/* So many at a time, fairly: of those who wait, networks take turns, and who is known goes first. */
#ifndef CGI_BASE_TURNS_H
#define CGI_BASE_TURNS_H

#include <stdbool.h>
#include <stdint.h>

struct turns;

/** turns_new() - for @n at a time, for which @waiting may wait (1 .. 256), each at most @seconds; NULL: no memory */
struct turns *turns_new(int n, int waiting, int seconds);
/** turns_free() - when nobody has a turn or waits; NULL is fine */
void turns_free(struct turns *turns);

/**
 * turns_take() - waits for a turn
 * @network: a number of the network that asks
 * @known:   goes before all who are not; but when three such in a row have had their turn, one of the others has one
 *
 * Among equals a network's first goes before any network's second, then the network whose last turn is longest ago (a new one counts as
 * if it had had its turn a while ago, whether or not it is let wait), then who came first. When no more may wait, a newcomer who would go before the last of those who wait takes that one's place; one place is left to
 * those who are not known. Who has a turn must not wait for anything that a waiting one holds: no lock, no transaction.
 * Return: false: too many wait, a better claim took the place, or the time is over; then there is nothing to give back.
 */
bool turns_take(struct turns *turns, uint64_t network, bool known);
/** turns_return() - gives it back, to the next if one waits */
void turns_return(struct turns *turns);
/** turns_waiting() - how many wait now */
int turns_waiting(struct turns *turns);

#endif

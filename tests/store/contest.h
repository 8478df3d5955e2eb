/* What the programs that test tournaments share: people, tournaments, and games that end as one wants. */
#ifndef TESTS_STORE_CONTEST_H
#define TESTS_STORE_CONTEST_H

#include "tests/store/lib.h"

#include "cgi/tournament/tournament.h"

enum { CROWD = 64 };

extern int64_t now;          /* the clock */
extern int64_t who[CROWD];
static const int64_t MINUTE = 60 * INT64_C(1000000), HOUR = 3600 * INT64_C(1000000), DAY = 24 * 3600 * INT64_C(1000000);

/** people_come() - CROWD people with confirmed addresses */
void people_come(void);
/** wish_for() - a tournament that may be opened, of Carrara for two, that begins in three days: a league with divisions of four, one season of thirty days; a Swiss
 *  system of three rounds of ten days; groups of four of thirty days */
struct new_tournament wish_for(enum tournament_format format, const char *title);
/** opened() - it is opened, and the first @n of the people join */
int64_t opened(const struct new_tournament *wish, int n);
/** started() - likewise, and its day has come */
int64_t started(const struct new_tournament *wish, int n);
/** run() - all steps that are due */
void run(int64_t id);
/** number() - what @sql says */
int64_t number(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** all_of() - as it is stored */
struct tournament_all all_of(int64_t id);
/** row_of() - likewise, the row alone */
struct tournament_row row_of(int64_t id);
/** game_of_table() - of that table; 0: it is not open */
int64_t game_of_table(int64_t id, int stage, int number);
/** ends() - @game is over as if it had been played, the seats ranked as @ranks says, "12" */
void ends(int64_t game, const char *ranks);
/** all_end() - all games of this tournament that run: the first seat wins */
void all_end(int64_t id);
/** to_close_of() - the clock stands where that stage closes */
void to_close_of(int64_t id, int stage);
/** must_stand() - all standings are those of what counts, computed anew; no round or table is there twice */
void must_stand(int64_t id);

#endif

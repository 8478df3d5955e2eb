/* Games that fail are left alone for a while, so that the others go on. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "cgi/base/clock.h"
#include "cgi/work/worker_parts.h"

#include "cgi/base/banned.h"

static int sick_index(const struct sickbay *bay, int64_t game)
{
    int i = 0;
    while (i < bay->n && bay->game[i].game != game)
        i++;
    return i;
}

bool sickbay_holds(const struct sickbay *bay, int64_t game)
{
    int i = sick_index(bay, game);
    return i < bay->n && bay->game[i].until > clock_ticks();
}

static void fell_sick(struct sickbay *bay, int64_t game, const struct err *err)
{
    enum { FIRST = 5, LONGEST = 600 };
    int i = sick_index(bay, game);
    if (i == SICK_MAX)
        i = (int)(game % SICK_MAX);
    bool known = i < bay->n && bay->game[i].game == game;
    int pause = known ? bay->game[i].pause * 2 : FIRST;
    if (!known)
        fprintf(stderr, "level=error worker=%s game=%" PRId64 " code=%s message=\"%s\"\n", bay->who, game,
                err_name(err->code), err->logged);
    bay->n = i < bay->n ? bay->n : i + 1;
    bay->game[i].game = game;
    bay->game[i].pause = pause > LONGEST ? LONGEST : pause;
    bay->game[i].until = clock_ticks() + (int64_t)bay->game[i].pause * 1000;
}

static void got_well(struct sickbay *bay, int64_t game)
{
    int i = sick_index(bay, game);
    if (i < bay->n)
        bay->game[i] = bay->game[--bay->n];
}

bool sickbay_note(struct sickbay *bay, struct db *db, int64_t game, bool ok, const struct err *err)
{
    if (ok)
        got_well(bay, game);
    if (ok || err->code == ERR_STALE) /* another worker was faster */
        return true;
    store_rollback(db);
    if (err->code == ERR_BUSY)
        return false;
    fell_sick(bay, game, err);
    return true;
}

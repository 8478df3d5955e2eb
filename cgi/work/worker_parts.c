#include "config.h"

#include "cgi/work/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "cgi/base/clock.h"

#include "cgi/base/banned.h"

/* ---- trouble, and waiting ---- */

enum { SLICE = 250 }; /* milliseconds that a stop may go unnoticed */

void trouble_met(struct trouble *trouble, const struct err *err)
{
    enum { FIRST = 500, LONGEST = 15 * 1000 };
    if (!trouble->on)
        fprintf(stderr, "level=error worker=%s code=%s message=\"%s\"\n", trouble->who, err_name(err->code),
                err->logged);
    trouble->pause = !trouble->on ? FIRST : trouble->pause * 2 > LONGEST ? LONGEST : trouble->pause * 2;
    trouble->on = true;
}

void trouble_over(struct trouble *trouble)
{
    if (trouble->on)
        fprintf(stderr, "level=info worker=%s message=\"at work again\"\n", trouble->who);
    trouble->on = false;
}

void worker_rest(const struct worker *w, int milliseconds)
{
    for (; milliseconds > 0 && !atomic_load(&w->stop); milliseconds -= SLICE) {
        struct timespec slice = {.tv_nsec = (milliseconds < SLICE ? milliseconds : SLICE) * 1000000L};
        nanosleep(&slice, NULL);
    }
}

bool worker_wait(struct worker *w, struct db *ears, const char *channel, int milliseconds, struct trouble *trouble)
{
    struct err err;
    bool heard = false;
    if (trouble->on)
        worker_rest(w, trouble->pause);
    while (!trouble->on && !heard && milliseconds > 0 && !atomic_load(&w->stop)) {
        if (!store_listen(ears, channel, SLICE, &heard, &err))
            trouble_met(trouble, &err);
        milliseconds -= SLICE;
    }
    return heard;
}

/* ---- games that fail are left alone for a while, so that the others go on ---- */

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

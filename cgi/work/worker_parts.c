#include "config.h"

#include "cgi/work/worker_parts.h"

#include <stdio.h>
#include <time.h>

#include "cgi/base/banned.h"

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

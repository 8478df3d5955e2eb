#include "config.h"

#include "rules/engine/log.h"

#include <string.h>

int16_t *log_event(struct log *log, int kind, int seat, int nargs)
{
    must(log->n >= 0 && log->n < LOG_EVENTS && nargs <= EVENT_ARGS);
    struct event *event = &log->event[log->n++];
    event->kind = (uint8_t)kind;
    event->seat = (int8_t)seat;
    event->secret_to = 0;
    event->nargs = (uint8_t)nargs;
    memset(event->arg, 0, (size_t)nargs * sizeof(event->arg[0]));
    return event->arg;
}

void log_secret(struct log *log, seatmask who)
{
    log->event[log->n - 1].secret_to = who;
}

int move_list_find(const struct move_list *list, const struct move *move)
{
    size_t bytes = move->nargs * sizeof(move->arg[0]);
    for (int i = 0; i < list->n; i++) {
        const struct move *listed = move_at(list, i);
        if (listed->verb == move->verb && listed->nargs == move->nargs && memcmp(listed->arg, move->arg, bytes) == 0)
            return i;
    }
    return -1;
}

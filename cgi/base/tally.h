/* Counts of this process since it started, for /metrics. Any thread may count, whatever it holds. */
#ifndef CGI_BASE_TALLY_H
#define CGI_BASE_TALLY_H

#include <stdint.h>

#include "cgi/base/sb.h"

enum tally {
    TALLY_CONNECTIONS, TALLY_CONNECTIONS_OPENED, TALLY_CONNECTIONS_REFUSED,
    TALLY_QUEUED, TALLY_QUEUED_MICROS,
    TALLY_LOCKS, TALLY_LOCKS_MICROS, TALLY_LOCKS_REFUSED,
    TALLY_BOT_TURNS, TALLY_BOT_MICROS, TALLY_SEARCHES, TALLY_SEARCH_MICROS,
    TALLY_LATE_STEPS, TALLY_SIGN_INS, TALLY_SIGN_INS_REFUSED, TALLY_RELOADS, TALLY_RELOADS_REFUSED,
    N_TALLIES
};

void tally_add(enum tally tally, int64_t n);
/** tally_text() - adds all of them in the text format of Prometheus; what is counted in microseconds is told in seconds */
void tally_text(struct sb *out);

#endif

#include "config.h"

#include "cgi/base/tally.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cgi/base/banned.h"

static const struct {
    const char *name, *type, *help;
    bool micros;
} rows[N_TALLIES] = {
    [TALLY_CONNECTIONS] = {"database_connections", "gauge", "Connections to the database that are open.", false},
    [TALLY_CONNECTIONS_OPENED] = {"database_connections_opened_total", "counter", "Connections to the database that were made.", false},
    [TALLY_CONNECTIONS_REFUSED] = {"database_connections_refused_total", "counter", "Tries to make one that came to nothing.", false},
    [TALLY_QUEUED] = {"queued_total", "counter", "Requests that were given to a thread.", false},
    [TALLY_QUEUED_MICROS] = {"queued_seconds_total", "counter", "How long they had waited for it.", true},
    [TALLY_LOCKS] = {"game_locks_total", "counter", "Locks of games that were asked for.", false},
    [TALLY_LOCKS_MICROS] = {"game_locks_seconds_total", "counter", "How long it took until they were there, with what is read under them.", true},
    [TALLY_LOCKS_REFUSED] = {"game_locks_refused_total", "counter", "Those that were not to be had in time.", false},
    [TALLY_BOT_TURNS] = {"bot_turns_total", "counter", "Turns that bots were asked for by this process.", false},
    [TALLY_BOT_MICROS] = {"bot_turns_seconds_total", "counter", "How long they took.", true},
    [TALLY_SEARCHES] = {"searches_total", "counter", "Searches for a hint or for the tutor.", false},
    [TALLY_SEARCH_MICROS] = {"searches_seconds_total", "counter", "How long they took.", true},
    [TALLY_LATE_STEPS] = {"late_steps_total", "counter", "Steps that the clock took for somebody who was late: mostly a pass.", false},
    [TALLY_SIGN_INS] = {"sign_ins_total", "counter", "People who signed in by password.", false},
    [TALLY_SIGN_INS_REFUSED] = {"sign_ins_refused_total", "counter", "Tries to sign in that were refused.", false},
    [TALLY_RELOADS] = {"reloads_total", "counter", "How often settings, words and templates were read again.", false},
    [TALLY_RELOADS_REFUSED] = {"reloads_refused_total", "counter", "How often that came to nothing, and all stayed as it was.", false},
};

static atomic_int_fast64_t tallies[N_TALLIES];

void tally_add(enum tally tally, int64_t n)
{
    atomic_fetch_add_explicit(&tallies[tally], n, memory_order_relaxed);
}

void tally_text(struct sb *out)
{
    for (int i = 0; i < N_TALLIES; i++) {
        const int64_t n = atomic_load_explicit(&tallies[i], memory_order_relaxed);
        sb_addf(out, "# HELP ridotto_%s %s\n# TYPE ridotto_%s %s\nridotto_%s ", rows[i].name, rows[i].help, rows[i].name, rows[i].type, rows[i].name);
        if (rows[i].micros)
            sb_addf(out, "%.6f\n", (double)n / 1e6);
        else
            sb_addf(out, "%" PRId64 "\n", n);
    }
}

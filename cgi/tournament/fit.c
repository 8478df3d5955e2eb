/* Does a pace fit into a stage? */
#include "config.h"

#include "cgi/tournament/inside.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { PART_OF_PACE = 4 }; /* each move is reckoned to take so much of what it may: a quarter */

struct fit tournament_fit(const struct rules *rules, int seats, const struct pace *pace, enum tournament_format format, int size, int days)
{
    struct fit fit = {.stage_seconds = days * DAY_SECONDS, .each = 1};
    int64_t moves = (int64_t)rules->words->effort.turns * seats;
    fit.game_seconds = (moves * ((int64_t)pace->free + pace->add) + (int64_t)seats * pace->bank) / PART_OF_PACE;
    if (format != FORMAT_SWISS)
        fit.each = schedule_each(size, seats, rules->min_seats);
    int64_t in_a_row = fit.game_seconds > 0 ? fit.stage_seconds / fit.game_seconds : fit.each;
    if (in_a_row > 0)
        fit.at_once = (int)((fit.each + in_a_row - 1) / in_a_row);
    if (in_a_row > 0 && fit.at_once < 1)
        fit.at_once = 1;
    return fit;
}

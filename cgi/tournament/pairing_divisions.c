/* Divisions and groups, in which people of whom one blocks the other are apart where a change of two suffices. */
#include "config.h"

#include "cgi/tournament/pairing.h"

#include <stdlib.h>

#include "cgi/base/banned.h"

/* How many @who should not meet in @division, @but not counted. */
static int apart_in(const struct pairing *p, const uint8_t *division, int who, int in, int but)
{
    int n = 0;
    for (int other = 0; other < p->n; other++)
        n += other != who && other != but && division[other] == in && pairing_is_apart(p, who, other);
    return n;
}

/* Whether fewer should not meet after @a and @b have changed. */
static bool helps(const struct pairing *p, const uint8_t *division, int a, int b)
{
    int in_a = division[a], in_b = division[b];
    return apart_in(p, division, a, in_b, b) + apart_in(p, division, b, in_a, a)
           < apart_in(p, division, a, in_a, b) + apart_in(p, division, b, in_b, a);
}

/* Who may change: of divisions next to each other, or of one row of groups. */
typedef bool may_change(const uint8_t *division, const uint16_t *row, int a, int b);

static bool next_divisions(const uint8_t *division, const uint16_t *row, int a, int b)
{
    (void)row;
    return abs(division[a] - division[b]) == 1;
}
static bool of_one_row(const uint8_t *division, const uint16_t *row, int a, int b)
{
    (void)division;
    return row[a] == row[b];
}

/* The nearest in the order with whom a change helps @who, the one behind first. */
static bool change_one(const struct pairing *p, uint8_t *division, const uint16_t *row, may_change *may, int who)
{
    for (int far = 1; far < p->n; far++)
        for (int side = 0; side < 2; side++) {
            int other = side ? who - far : who + far;
            if (other < 0 || other >= p->n || !may(division, row, who, other) || !helps(p, division, who, other))
                continue;
            uint8_t kept = division[who];
            division[who] = division[other];
            division[other] = kept;
            return true;
        }
    return false;
}

/* Each change makes such pairs fewer, so it ends. The last are changed first: the order counts most on top. */
static void keep_apart(const struct pairing *p, uint8_t *division, const uint16_t *row, may_change *may)
{
    for (bool again = true; again;) {
        again = false;
        for (int who = p->n - 1; who >= 0; who--)
            while (apart_in(p, division, who, division[who], who) > 0 && change_one(p, division, row, may, who))
                again = true;
    }
}

void pairing_league(const struct pairing *p, const uint8_t *sizes, int n_divisions, uint8_t *division)
{
    for (int d = 0, who = 0; d < n_divisions; d++)
        for (int i = 0; i < sizes[d]; i++)
            division[who++] = (uint8_t)d;
    keep_apart(p, division, NULL, next_divisions);
}

void pairing_groups(const struct pairing *p, const uint8_t *sizes, int n_groups, uint8_t *group)
{
    uint16_t rows[TOURNAMENT_MOST];
    for (int row = 0, who = 0; who < p->n; row++)
        for (int i = 0; i < n_groups; i++) {
            int g = row % 2 ? n_groups - 1 - i : i;
            if (sizes[g] <= row)
                continue;
            rows[who] = (uint16_t)row;
            group[who++] = (uint8_t)g;
        }
    keep_apart(p, group, rows, of_one_row);
}

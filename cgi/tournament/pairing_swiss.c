/* One round of a Swiss system. */
#include "config.h"

#include "cgi/tournament/pairing.h"

#include <string.h>

#include "rules/engine/must.h"

#include "cgi/tournament/pairing_search.h"

#include "cgi/base/banned.h"

static void shuffle(uint16_t *list, int n, uint64_t *random)
{
    for (int i = n - 1; i > 0; i--) {
        int other = pairing_random(random, i + 1);
        uint16_t kept = list[i];
        list[i] = list[other];
        list[other] = kept;
    }
}

/* The last of those who sat out least often, @draw->n_out of them. */
static void choose_out(const struct pairing *p, struct draw *draw, bool *sits)
{
    memset(sits, true, (size_t)p->n * sizeof(*sits));
    for (int i = 0; i < draw->n_out; i++) {
        int chosen = -1;
        for (int person = 0; person < p->n; person++)
            if (sits[person] && (chosen < 0 || p->sat_out[person] <= p->sat_out[chosen]))
                chosen = person;
        sits[chosen] = false;
        draw->out[i] = (uint16_t)chosen;
    }
}

/* By points; those who have equally many stay as they are. */
static void order_by_points(const struct pairing *p, uint16_t *who, int n)
{
    for (int i = 1; i < n; i++) {
        uint16_t moved = who[i];
        int at = i;
        for (; at > 0 && p->points[who[at - 1]] < p->points[moved]; at--)
            who[at] = who[at - 1];
        who[at] = moved;
    }
}

static void seat_people(struct seating *s, const bool *sits)
{
    uint16_t behind[TOURNAMENT_MOST] = {0};
    s->n = 0;
    for (int person = s->p->n - 1, n = 0; person >= 0; person--)
        if (sits[person]) {
            behind[person] = (uint16_t)n++;
            s->who[s->n++] = (uint16_t)person;
        }
    shuffle(s->who, s->n, &s->random);
    if (s->n > PAIRING_EXACT)
        order_by_points(s->p, s->who, s->n);
    for (int i = 0; i < s->n; i++)
        s->behind[i] = behind[s->who[i]];
}

/* Whoever is the first of its people in the standings decides in which order tables of one size stand. */
static int first_of(const struct drawn *table)
{
    int first = table->who[0];
    for (int i = 1; i < table->n; i++)
        if (table->who[i] < first)
            first = table->who[i];
    return first;
}

static void order_tables(struct draw *draw)
{
    for (int i = 1; i < draw->n; i++)
        for (int at = i; at > 0 && draw->table[at].n == draw->table[at - 1].n && first_of(&draw->table[at]) < first_of(&draw->table[at - 1]); at--) {
            struct drawn kept = draw->table[at];
            draw->table[at] = draw->table[at - 1];
            draw->table[at - 1] = kept;
        }
}

static void to_draw(struct seating *s, struct draw *draw)
{
    draw->n = s->n_tables;
    for (int t = 0; t < s->n_tables; t++)
        draw->table[t].n = 0;
    for (int i = 0; i < s->n; i++) {
        int t = s->table[i];
        draw->table[t].who[draw->table[t].n++] = s->who[i];
    }
    order_tables(draw);
    for (int t = 0; t < draw->n; t++)
        shuffle(draw->table[t].who, draw->table[t].n, &s->random);
}

void pairing_swiss(const struct pairing *p, int seats, int least, struct draw *draw)
{
    struct seating s = {.p = p, .random = p->seed};
    bool sits[TOURNAMENT_MOST];
    must(p->n <= TOURNAMENT_MOST && least >= 2 && seats >= least && seats <= SEATS_MAX);
    memset(draw, 0, sizeof(*draw));
    s.n_tables = schedule_tables(p->n, seats, least, s.sizes, &draw->n_out);
    choose_out(p, draw, sits);
    seat_people(&s, sits);
    if (s.n <= PAIRING_EXACT)
        pairing_exact(&s);
    else
        pairing_search(&s);
    to_draw(&s, draw);
}

/* The rounds or turns that a game is told in. */
#include "config.h"

#include "cgi/table/stretches.h"

#include "rules/parts.h"

#include "cgi/base/banned.h"

bool has_rounds(const struct rules *rules)
{
    return rules->words->begins_round || rules->words->plain_rounds;
}

/* The round that begins with @row, as its events say; 0: none does. */
static int round_begun(const struct rules *rules, const struct move_row *row)
{
    int round = 0;
    for (int i = 0; i < row->n_events; i++)
        if (row->events[i].kind == rules->words->begins_round)
            round = row->events[i].arg[0];
    return round;
}

bool moved_at(const struct table *t, int i, int seat)
{
    return i >= 0 && i < t->n_moves && t->moves[i].seat == seat;
}

int stretches_of(const struct table *t, struct stretch *found)
{
    const struct rules *rules = t->game.rules;
    bool logs = rules->words->begins_round != 0;
    int n = 0, first = t->n_moves > 1 ? t->moves[1].seat : NO_SEAT;
    for (int i = 0; i < t->n_moves; i++) {
        int seat = t->moves[i].seat, number = 0;
        if (logs)
            number = round_begun(rules, &t->moves[i]);
        else if (seat != NO_SEAT && !moved_at(t, i - 1, seat) && (!rules->words->plain_rounds || seat == first))
            number = n + 1;
        if (number > (n ? found[n - 1].number : 0))
            found[n++] = (struct stretch){logs || i == 0 ? t->moves[i].ply : t->moves[i].ply - 1, number};
    }
    return n;
}

const char *stretch_words(const struct req *rq, const struct rules *rules, const struct stretch *stretch)
{
    const struct text_value number = {"n", NULL, stretch->number};
    return req_fill(rq, has_rounds(rules) ? N_("Round {n}") : N_("Turn {n}"), &number, 1);
}

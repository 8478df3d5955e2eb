/* Who led when: the chart of standings (templates/chart.html), and the rounds that a game is told in. */
#ifndef CGI_TABLE_CHART_H
#define CGI_TABLE_CHART_H

#include "cgi/http/req.h"
#include "cgi/play/table.h"
#include "rules/engine/value.h"

/* A round or turn of the game. */
struct stretch {
    int ply, number; /* the position it begins with; from 1 */
};

/** chart_has_rounds() - is a game told in rounds? If not, in turns. */
bool chart_has_rounds(const struct rules *rules);
/** chart_stretches() - rounds where the log tells them or turns go by in order, else turns
 *  @t: all its moves, with the events of those that begin a round
 *  @found: room for one more than there are moves
 *  Return: how many */
int chart_stretches(const struct table *t, struct stretch *found);
/** chart_stretch_words() - "Round 3", on the arena */
const char *chart_stretch_words(const struct req *rq, const struct rules *rules, const struct stretch *stretch);

/** chart_model() - "chart" of chart.html, on the arena
 *  @t: as for chart_stretches(), with at least one move
 *  @ply: where the cursor stands, and whose standings are told
 *  @upto: nothing of what came after this ply is drawn or told; not before @ply */
struct value *chart_model(const struct req *rq, const struct table *t, int ply, int upto);
/** chart_x_of() - where @ply stands across, of the chart's width; @t as for chart_model() */
int chart_x_of(const struct table *t, int ply);

#endif

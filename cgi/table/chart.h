/* Who led when: the chart of standings (templates/chart.html). */
#ifndef CGI_TABLE_CHART_H
#define CGI_TABLE_CHART_H

#include "cgi/http/req.h"
#include "cgi/play/table.h"
#include "rules/engine/value.h"

/** chart_model() - "chart" of chart.html, on the arena
 *  @t: as for stretches_of(), with at least one move
 *  @ply: where the cursor stands, and whose standings are told
 *  @upto: nothing of what came after this ply is drawn or told; not before @ply */
struct value *chart_model(const struct req *rq, const struct table *t, int ply, int upto);
/** chart_expected() - likewise of what was to be expected after each ply, and with thinner lines of @thin, the same moves with other points */
struct value *chart_expected(const struct req *rq, const struct table *t, const struct table *thin);
/** chart_tells() - has anybody a score other than nothing at a ply up to @upto? If not, the chart is empty. */
bool chart_tells(const struct table *t, int upto);
/** chart_x_of() - where @ply stands across, of the chart's width; @t as for chart_model() */
int chart_x_of(const struct table *t, int ply);

#endif

/* Counts of one process's requests since it started. Any thread may count. */
#ifndef CGI_HTTP_METRICS_H
#define CGI_HTTP_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/sb.h"

struct metrics;
struct route;
struct rules;

/** metrics_new() - counters for each of @routes (borrowed, ended by a row without pattern); NULL when out of memory */
struct metrics *metrics_new(const struct route *routes);
void metrics_free(struct metrics *metrics);
/** metrics_count() - one request that was answered with @status after @micros microseconds; NULL metrics count nothing */
void metrics_count(struct metrics *metrics, const struct route *route, int status, int64_t micros);
/** metrics_hand_over() - somebody has handed a turn or an answer in at a game of @rules; @no_choice: there was nothing else to do, or it said
 *  what silence would have said; NULL metrics count nothing */
void metrics_hand_over(struct metrics *metrics, const struct rules *rules, bool no_choice);
/** metrics_text() - adds all of it in the text format of Prometheus */
void metrics_text(const struct metrics *metrics, struct sb *out);

#endif

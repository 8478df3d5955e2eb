#include "config.h"

#include "cgi/http/metrics.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/http/route.h"
#include "rules/engine/registry.h"
#include "rules/rules.h"

#include "cgi/base/banned.h"

enum { STATUS_CLASSES = 6 /* 1xx .. 5xx by their first digit; 0: no valid status */ };

/* Upper ends in microseconds, and as Prometheus writes them in seconds. */
static const struct {
    int64_t micros;
    const char *seconds;
} buckets[] = {{1000, "0.001"}, {2500, "0.0025"}, {5000, "0.005"}, {10000, "0.01"}, {20000, "0.02"}, {50000, "0.05"},
               {100000, "0.1"}, {250000, "0.25"}, {1000000, "1"}, {5000000, "5"}, {INT64_MAX, "+Inf"}};
enum { N_BUCKETS = sizeof(buckets) / sizeof(buckets[0]) };

struct counts {
    atomic_uint_fast64_t status[STATUS_CLASSES];
    atomic_uint_fast64_t micros;
};

enum { GAMES_MAX = 16 };

struct metrics {
    const struct route *routes;
    int n_routes;
    atomic_uint_fast64_t bucket[N_BUCKETS], micros; /* requests in each, not summed up */
    atomic_uint_fast64_t handed[GAMES_MAX][2]; /* hand-overs by game, as in the registry: with a choice, and without */
    struct counts route[];     /* as in the route table, and one more for requests without a route */
};

struct metrics *metrics_new(const struct route *routes)
{
    int n = 0;
    while (routes[n].pattern)
        n++;
    struct metrics *metrics = calloc(1, sizeof(*metrics) + (size_t)(n + 1) * sizeof(metrics->route[0]));
    if (metrics) {
        metrics->routes = routes;
        metrics->n_routes = n;
    }
    return metrics;
}

void metrics_free(struct metrics *metrics)
{
    free(metrics);
}

static void count_up(atomic_uint_fast64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

void metrics_count(struct metrics *metrics, const struct route *route, int status, int64_t micros)
{
    if (!metrics)
        return;
    int class = status / 100, b = 0;
    struct counts *counts = &metrics->route[route ? route - metrics->routes : metrics->n_routes];
    uint64_t took = micros > 0 ? (uint64_t)micros : 0; /* the clock of the machine may go back */
    count_up(&counts->status[class > 0 && class < STATUS_CLASSES ? class : 0], 1);
    count_up(&counts->micros, took);
    while ((uint64_t)buckets[b].micros < took)
        b++;
    count_up(&metrics->bucket[b], 1);
    count_up(&metrics->micros, took);
}

void metrics_hand_over(struct metrics *metrics, const struct rules *rules, bool no_choice)
{
    int i = 0;
    while (rules && rules_all()[i] && strcmp(rules_all()[i]->id, rules->id) != 0)
        i++;
    if (metrics && rules && rules_all()[i] && i < GAMES_MAX)
        count_up(&metrics->handed[i][no_choice], 1);
}

static uint64_t value(const atomic_uint_fast64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static const char *method_of_route(const struct route *route)
{
    return !route->pattern ? "-" : route->method == POST ? "POST" : "GET";
}

static void add_routes(const struct metrics *metrics, struct sb *out)
{
    const struct route *routes = metrics->routes;
    sb_add(out, "# HELP ridotto_requests_total Requests answered, by route and class of status.\n"
                "# TYPE ridotto_requests_total counter\n");
    for (int r = 0; r <= metrics->n_routes; r++)
        for (int class = 0; class < STATUS_CLASSES; class++)
            if (value(&metrics->route[r].status[class]))
                sb_addf(out, "ridotto_requests_total{method=\"%s\",route=\"%s\",status=\"%dxx\"} %" PRIu64 "\n",
                        method_of_route(&routes[r]), routes[r].pattern ? routes[r].pattern : "-", class,
                        value(&metrics->route[r].status[class]));
    sb_add(out, "# HELP ridotto_route_seconds_total Time spent on requests, by route.\n"
                "# TYPE ridotto_route_seconds_total counter\n");
    for (int r = 0; r <= metrics->n_routes; r++)
        if (value(&metrics->route[r].micros))
            sb_addf(out, "ridotto_route_seconds_total{method=\"%s\",route=\"%s\"} %.6f\n", method_of_route(&routes[r]),
                    routes[r].pattern ? routes[r].pattern : "-", (double)value(&metrics->route[r].micros) / 1e6);
}

static void add_hand_overs(const struct metrics *metrics, struct sb *out)
{
    static const char *const choices[] = {"some", "none"};
    sb_add(out, "# HELP ridotto_hand_overs_total Turns and answers that people handed in, by game; without a choice: one legal move, or a pass.\n"
                "# TYPE ridotto_hand_overs_total counter\n");
    for (int i = 0; i < GAMES_MAX && rules_all()[i]; i++)
        for (int none = 0; none < 2; none++)
            sb_addf(out, "ridotto_hand_overs_total{game=\"%s\",choice=\"%s\"} %" PRIu64 "\n", rules_all()[i]->id, choices[none],
                    value(&metrics->handed[i][none]));
}

void metrics_text(const struct metrics *metrics, struct sb *out)
{
    uint64_t n = 0;
    add_routes(metrics, out);
    add_hand_overs(metrics, out);
    sb_add(out, "# HELP ridotto_request_seconds Time from the first line of a request to its answer.\n"
                "# TYPE ridotto_request_seconds histogram\n");
    for (int b = 0; b < N_BUCKETS; b++) {
        n += value(&metrics->bucket[b]);
        sb_addf(out, "ridotto_request_seconds_bucket{le=\"%s\"} %" PRIu64 "\n", buckets[b].seconds, n);
    }
    sb_addf(out, "ridotto_request_seconds_sum %.6f\nridotto_request_seconds_count %" PRIu64 "\n",
            (double)value(&metrics->micros) / 1e6, n);
}

#include "config.h"

#include "cgi/base/zone.h"

#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

enum { DAY = 24 * 3600, NAMES_MAX = 1024, INTERVALS_MAX = 1024 };
static const int64_t EVER = INT64_C(1) << 33; /* until 2242 */

/* A stretch of time with one offset. */
struct stretch {
    int64_t from;                 /* Unix seconds */
    int offset;
};

/* GLib's data of a zone in a form for fast lookups: a deadline needs some hundred of them. */
struct zone {
    GTimeZone *source;
    int n;
    struct stretch *stretch;      /* ascending; the first has always begun */
};

/* The tables of this program that outlive requests: zones that were asked for, and the names of all places. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static GHashTable *found;
static const char **names;
static int n_names;

/* GLib would accept POSIX rules ("EST5EDT"), offsets and paths as names, too. */
static bool is_name(const char *name)
{
    static const char *const regions[] = {"Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/",
                                          "Australia/", "Europe/", "Indian/", "Pacific/", "Etc/"};
    if (!strcmp(name, "UTC"))
        return true;
    if (strlen(name) > 64 || name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/")])
        return false;
    for (size_t i = 0; i < sizeof(regions) / sizeof(regions[0]); i++)
        if (!strncmp(name, regions[i], strlen(regions[i])))
            return true;
    return false;
}

static int interval_at(GTimeZone *source, int64_t at)
{
    return g_time_zone_find_interval(source, G_TIME_TYPE_UNIVERSAL, at);
}

/* The first moment after @at of another interval; EVER when there is none. */
static int64_t next_interval(GTimeZone *source, int64_t at)
{
    int64_t lo = at, hi = EVER;
    int interval = interval_at(source, at);
    if (interval_at(source, hi) == interval)
        return hi;
    while (hi - lo > 1) {
        int64_t middle = lo + (hi - lo) / 2;
        if (interval_at(source, middle) == interval)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

static struct zone *zone_new(GTimeZone *source)
{
    struct zone *zone = g_new0(struct zone, 1);
    zone->source = source;
    zone->stretch = g_new0(struct stretch, INTERVALS_MAX);
    for (int64_t at = -EVER; at < EVER && zone->n < INTERVALS_MAX; at = next_interval(source, at))
        zone->stretch[zone->n++] = (struct stretch){at, g_time_zone_get_offset(source, interval_at(source, at))};
    zone->stretch = g_renew(struct stretch, zone->stretch, zone->n);
    zone->stretch[0].from = INT64_MIN;
    return zone;
}

const struct zone *zone_find(const char *name)
{
    if (!name || !is_name(name))
        return NULL;
    pthread_mutex_lock(&lock);
    if (!found)
        found = g_hash_table_new(g_str_hash, g_str_equal);
    struct zone *zone = g_hash_table_lookup(found, name);
    GTimeZone *source = zone ? NULL : g_time_zone_new_identifier(name);
    if (source) {
        zone = zone_new(source);
        g_hash_table_insert(found, g_strdup(name), zone);
    }
    pthread_mutex_unlock(&lock);
    return zone;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "IT<tab>+4154+01229<tab>Europe/Rome<tab>comment" */
static void read_names(FILE *file)
{
    char line[256], name[80];
    while (n_names < NAMES_MAX && fgets(line, sizeof(line), file))
        if (*line != '#' && sscanf(line, "%*[^\t]\t%*[^\t]\t%79[^\t\n]", name) == 1 && is_name(name))
            names[n_names++] = g_strdup(name);
    qsort(names, (size_t)n_names, sizeof(*names), by_name);
}

const char *const *zone_names(int *n)
{
    pthread_mutex_lock(&lock);
    FILE *file = names ? NULL : fopen("/usr/share/zoneinfo/zone.tab", "re");
    if (!names)
        names = g_new0(const char *, NAMES_MAX);
    if (file) {
        read_names(file);
        fclose(file);
    }
    *n = n_names;
    pthread_mutex_unlock(&lock);
    return names;
}

/* Which stretch @at lies in. */
static int stretch_at(const struct zone *zone, int64_t at)
{
    int lo = 0, hi = zone->n;
    while (hi - lo > 1) {
        int middle = (lo + hi) / 2;
        if (zone->stretch[middle].from <= at)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

int zone_offset(const struct zone *zone, int64_t at)
{
    return zone->stretch[stretch_at(zone, at)].offset;
}

const char *zone_abbreviation(const struct zone *zone, int64_t at)
{
    return g_time_zone_get_abbreviation(zone->source, interval_at(zone->source, at));
}

/* Around @wall read as UTC a day on either side holds each moment that may be meant. */
int64_t zone_first(const struct zone *zone, int64_t wall)
{
    int last = stretch_at(zone, wall + DAY);
    for (int i = stretch_at(zone, wall - DAY); i < last; i++) {
        const struct stretch *here = &zone->stretch[i];
        int64_t at = wall - here->offset > here->from ? wall - here->offset : here->from;
        if (at < here[1].from)
            return at;
    }
    const struct stretch *here = &zone->stretch[last];
    return wall - here->offset > here->from ? wall - here->offset : here->from;
}

int64_t zone_last(const struct zone *zone, int64_t wall)
{
    int first = stretch_at(zone, wall - DAY), i = stretch_at(zone, wall + DAY);
    int64_t until = INT64_MAX;
    for (; i > first && wall - zone->stretch[i].offset <= zone->stretch[i].from; i--)
        until = zone->stretch[i].from;
    int64_t at = wall - zone->stretch[i].offset;
    return at < until ? at : until;
}

#include "config.h"

#include "cgi/zone.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/banned.h"

enum { DAY = 24 * 3600, NAMES_MAX = 1024 };

/* A struct zone is a GTimeZone that is never let go: GLib would read the file anew for every request. Hence the tables of
 * this program that outlive requests: what of the tz database was asked for, and its list of places. */
static GMutex lock;
static GHashTable *found;
static const char **names;
static int n_names;

static GTimeZone *inside(const struct zone *zone)
{
    return (GTimeZone *)(void *)zone;
}

/* GLib would take rules of POSIX ("EST5EDT"), offsets and paths for names, too. */
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

const struct zone *zone_find(const char *name)
{
    if (!name || !is_name(name))
        return NULL;
    g_mutex_lock(&lock);
    if (!found)
        found = g_hash_table_new(g_str_hash, g_str_equal);
    GTimeZone *zone = g_hash_table_lookup(found, name);
    if (!zone && (zone = g_time_zone_new_identifier(name)))
        g_hash_table_insert(found, g_strdup(name), zone);
    g_mutex_unlock(&lock);
    return (const struct zone *)(void *)zone;
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
    g_mutex_lock(&lock);
    FILE *file = names ? NULL : fopen("/usr/share/zoneinfo/zone.tab", "re");
    if (!names)
        names = g_new0(const char *, NAMES_MAX);
    if (file) {
        read_names(file);
        fclose(file);
    }
    *n = n_names;
    g_mutex_unlock(&lock);
    return names;
}

int zone_offset(const struct zone *zone, int64_t at)
{
    return g_time_zone_get_offset(inside(zone), g_time_zone_find_interval(inside(zone), G_TIME_TYPE_UNIVERSAL, at));
}

const char *zone_abbreviation(const struct zone *zone, int64_t at)
{
    return g_time_zone_get_abbreviation(inside(zone),
                                        g_time_zone_find_interval(inside(zone), G_TIME_TYPE_UNIVERSAL, at));
}

/* The moment of the change to offset @after, which lies behind @lo and not behind @hi. */
static int64_t change(const struct zone *zone, int64_t lo, int64_t hi, int after)
{
    while (hi - lo > 1) {
        int64_t middle = lo + (hi - lo) / 2;
        if (zone_offset(zone, middle) == after)
            hi = middle;
        else
            lo = middle;
    }
    return hi;
}

/* Around @wall read as UTC a day on either side holds each moment that may be meant, and at most one change. */
int64_t zone_first(const struct zone *zone, int64_t wall)
{
    int before = zone_offset(zone, wall - DAY), after = zone_offset(zone, wall + DAY);
    if (before == after)
        return wall - before;
    int64_t at = change(zone, wall - DAY, wall + DAY, after);
    if (wall - before < at)
        return wall - before;
    return wall - after > at ? wall - after : at;
}

int64_t zone_last(const struct zone *zone, int64_t wall)
{
    int before = zone_offset(zone, wall - DAY), after = zone_offset(zone, wall + DAY);
    if (before == after)
        return wall - before;
    int64_t at = change(zone, wall - DAY, wall + DAY, after);
    if (wall - after > at)
        return wall - after;
    return wall - before < at ? wall - before : at;
}

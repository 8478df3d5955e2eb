#include "config.h"

#include "cgi/words/moment.h"

#include <time.h>

#include "cgi/base/zone.h"

#include "cgi/base/banned.h"

static const int64_t SECOND = 1000000, DAY = INT64_C(86400) * 1000000;

static const char *const weekdays[] = {N_("Sun"), N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat")};
static const char *const months[] = {N_("{day} January"), N_("{day} February"), N_("{day} March"), N_("{day} April"),
                                     N_("{day} May"), N_("{day} June"), N_("{day} July"), N_("{day} August"),
                                     N_("{day} September"), N_("{day} October"), N_("{day} November"), N_("{day} December")};

static const struct zone *zone_or_utc(const char *name)
{
    const struct zone *zone = zone_find(name);
    return zone ? zone : zone_find("UTC");
}

static struct tm wall(const struct zone *zone, int64_t at)
{
    struct tm tm;
    time_t seconds = (time_t)(at / SECOND);
    seconds += zone_offset(zone, seconds);
    gmtime_r(&seconds, &tm);
    return tm;
}

/* "CEST"; where nobody made up letters for it, "UTC+5:45". */
static const char *zone_words(struct arena *arena, const struct zone *zone, int64_t at)
{
    const char *letters = zone_abbreviation(zone, at / SECOND);
    int minutes = zone_offset(zone, at / SECOND) / 60, size = minutes < 0 ? -minutes : minutes;
    if (letters && *letters != '+' && *letters != '-')
        return letters;
    return arena_printf(arena, "UTC%c%d:%02d", minutes < 0 ? '-' : '+', size / 60, size % 60);
}

static const char *formatted(struct arena *arena, const struct tm *tm, const char *format)
{
    char text[32];
    strftime(text, sizeof(text), format, tm);
    return arena_strdup(arena, text);
}

static const char *day_words(struct arena *arena, const struct catalogue *cat, const struct tm *tm)
{
    const struct text_value day = {"day", NULL, tm->tm_mday};
    return text_filled(arena, cat, months[tm->tm_mon], &day, 1);
}

const char *moment_exact(struct arena *arena, const char *name, int64_t at)
{
    const struct zone *zone = zone_or_utc(name);
    struct tm tm = wall(zone, at);
    return arena_printf(arena, "%s %s", formatted(arena, &tm, "%Y-%m-%d %H:%M"), zone_words(arena, zone, at));
}

const char *moment_utc(struct arena *arena, int64_t at)
{
    return at ? moment_exact(arena, NULL, at) : NULL;
}

const char *moment_day(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at)
{
    struct tm tm = wall(zone_or_utc(zone), at);
    return day_words(arena, cat, &tm);
}

const char *moment_hour(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at, int64_t now)
{
    struct tm tm = wall(zone_or_utc(zone), at);
    const char *hour = formatted(arena, &tm, "%H:%M");
    return at - now < DAY ? hour : arena_printf(arena, "%s %s", text_get(cat, weekdays[tm.tm_wday]), hour);
}

const char *moment_words(struct arena *arena, const struct catalogue *cat, const char *name, int64_t at)
{
    const struct zone *zone = zone_or_utc(name);
    struct tm tm = wall(zone, at);
    const struct text_value values[] = {{"weekday", text_get(cat, weekdays[tm.tm_wday]), 0},
                                        {"day", day_words(arena, cat, &tm), 0},
                                        {"hour", formatted(arena, &tm, "%H:%M"), 0},
                                        {"zone", zone_words(arena, zone, at), 0}};
    return text_filled(arena, cat, N_("{weekday} {day}, {hour} {zone}"), values, 4);
}

#include "config.h"

#include "cgi/words/phrases.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cgi/base/zone.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- names ---- */

static bool is_nobodys(const char *name)
{
    bool is = !strcmp(name, PERSON_LEFT) || !strcmp(name, PERSON_GUEST);
    for (int s = 0; s < SEATS_MAX; s++)
        is = is || !strcmp(name, player_names[s]);
    return is;
}

const char *name_shown(const struct catalogue *cat, const char *name)
{
    return name && is_nobodys(name) ? text_get(cat, name) : name;
}

void names_shown(const struct catalogue *cat, const struct game_row *game, const char *people[SEATS_MAX])
{
    for (int s = 0; s < SEATS_MAX; s++)
        people[s] = s < game->n_seats && game->seat[s].name ? name_shown(cat, game->seat[s].name) : "";
}

bool name_leads(const struct catalogue *cat, const char *shown)
{
    bool leads = strcmp(shown, text_get(cat, PERSON_LEFT)) != 0 && strcmp(shown, text_get(cat, PERSON_GUEST)) != 0;
    for (int s = 0; s < SEATS_MAX; s++)
        leads = leads && strcmp(shown, text_get(cat, player_names[s])) != 0;
    return leads;
}

char *table_title(struct arena *arena, const struct catalogue *cat, const char *rules, int64_t game)
{
    const struct rules *known = rules ? rules_find(rules) : NULL;
    char *title = arena_printf(arena, "%s %" PRId64, known ? text_get(cat, known->words->name) : rules ? rules : "?", game);
    if (!known)
        title[0] = (char)toupper((unsigned char)title[0]);
    return title;
}

/* ---- scores ---- */

int64_t score_amount(const struct rules *rules, int points)
{
    return (int64_t)points * (rules && rules->words->unit ? rules->words->unit : 1);
}

const char *score_number(struct arena *arena, const struct rules *rules, int points)
{
    struct sb out;
    sb_init(&out, arena);
    text_number(&out, score_amount(rules, points));
    return out.text;
}

const char *score_words(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points)
{
    const struct text_value n = {"n", score_number(arena, rules, points), score_amount(rules, points)};
    return text_filled(arena, cat, rules && rules->words->score ? rules->words->score : N_("{n:1 point|# points}"), &n, 1);
}

const char *score_gained(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points)
{
    const struct text_value score = {"score", score_words(arena, cat, rules, points), 0};
    return text_filled(arena, cat, N_("+{score}"), &score, 1);
}

const char *score_heading(const struct catalogue *cat, const struct rules *rules, bool running)
{
    if (running && rules && rules->words->scores_shown)
        return text_get(cat, rules->words->scores_shown);
    return text_get(cat, rules && rules->words->scores ? rules->words->scores : N_("Points"));
}

struct value *score_model(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points)
{
    const char *text = score_words(arena, cat, rules, points), *number = score_number(arena, rules, points);
    const char *at = strstr(text, number);
    struct value *score = put_text(put_int(new_object(arena), K_amount, score_amount(rules, points)), K_text, text);
    put_text(score, K_before, at ? arena_printf(arena, "%.*s", (int)(at - text), text) : "");
    put_text(score, K_number, at ? number : text);
    return put_text(score, K_after, at ? at + strlen(number) : "");
}

/* ---- moments ---- */

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

static char *add_two(char *end, char before, int number)
{
    *end++ = before;
    *end++ = (char)('0' + number / 10);
    *end++ = (char)('0' + number % 10);
    return end;
}

/* "2026-11-25 07:45", with @between in its middle, and without a NUL; a page has dozens of them. Returns its end. */
static char *add_minute(char *text, const struct tm *tm, char between)
{
    char room[DECIMAL_BYTES];
    char *end = stpcpy(text, decimal(room, tm->tm_year + INT64_C(1900)));
    end = add_two(end, '-', tm->tm_mon + 1);
    end = add_two(end, '-', tm->tm_mday);
    end = add_two(end, between, tm->tm_hour);
    return add_two(end, ':', tm->tm_min);
}

const char *moment_exact(struct arena *arena, const char *name, int64_t at)
{
    const struct zone *zone = zone_or_utc(name);
    struct tm tm = wall(zone, at);
    char minute[48];
    *add_minute(minute, &tm, ' ') = '\0';
    return arena_join(arena, (const char *[]){minute, " ", zone_words(arena, zone, at), NULL});
}

const char *moment_iso(struct arena *arena, int64_t at)
{
    char text[48];
    struct tm tm = {0};
    time_t seconds = (time_t)(at / SECOND);
    gmtime_r(&seconds, &tm);
    char *end = add_two(add_minute(text, &tm, 'T'), ':', tm.tm_sec);
    *end++ = 'Z';
    return arena_strndup(arena, text, (size_t)(end - text));
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

const char *moment_date(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at)
{
    struct tm tm = wall(zone_or_utc(zone), at);
    const struct text_value values[] = {{"day", day_words(arena, cat, &tm), 0}, {"year", formatted(arena, &tm, "%Y"), 0}};
    return text_filled(arena, cat, N_("{day} {year}"), values, 2);
}

const char *moment_hour(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at, int64_t now)
{
    struct tm tm = wall(zone_or_utc(zone), at);
    const char *hour = formatted(arena, &tm, "%H:%M");
    const struct text_value values[] = {{"weekday", text_get(cat, weekdays[tm.tm_wday]), 0}, {"hour", hour, 0}};
    return at - now < DAY ? hour : text_filled(arena, cat, N_("{weekday} {hour}"), values, 2);
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

/* ---- incidents ---- */

static const struct {
    const char *kind, *sentence;
} kinds[] = {
    {"excused", N_("{name} ran out of time: excused once, and given extra time.")},
    {"missed", N_("{name} ran out of time: Ridotto moves instead.")},
    {"lapsed", N_("{name} did not answer in time.")},
    {"opened", N_("{name} is away: a bot plays until {name} is back or someone takes over the seat.")},
    {"returned", N_("{name} is back.")},
    {"taken_over", N_("{name} takes over from {before}.")},
    {"resigned", N_("{name} has resigned.")},
    {"asked_end", N_("{name} asks to end the game without a result.")},
    {"agreed_end", N_("{name} agrees to end the game.")},
    {"declined_end", N_("{name} wants to play on.")},
    {"handed_over", N_("The administrator gives the seat of {before} to {name}.")},
    {"paused", N_("The administrator has paused this table.")},
    {"went_on", N_("The table is resumed.")},
    {"asked_pause", N_("{name} proposes a pause.")},
    {"agreed_pause", N_("{name} agrees to the pause.")},
    {"declined_pause", N_("{name} would rather play on without a pause.")},
    {"pause_begins", N_("Everyone agrees: the table is paused.")},
    {"asked_go_on", N_("{name} proposes to end the pause.")},
    {"agreed_go_on", N_("{name} agrees to end the pause.")},
    {"declined_go_on", N_("{name} would rather keep the pause.")},
    {"pause_ends", N_("The pause is over: the clocks run again.")},
    {"asked_back", N_("{name} asks to undo the last turn.")},
    {"agreed_back", N_("{name} agrees to that.")},
    {"declined_back", N_("{name} would rather leave the turn as it is.")},
    {"taken_back", N_("Everyone agrees: {name} undoes the last turn.")},
    {"outage", N_("Ridotto was down for a while: players who were short of time have been given more.")},
};

/* How a game ended before its rules did. */
static const struct {
    const char *ending, *sentence;
} ends[] = {
    {"agreed", N_("Everyone agrees: the game ends without a result.")},
    {"house", N_("The administrator ends this game without a result.")},
    {"abandoned", N_("Nobody has played here for two rounds: the game ends without a result.")},
    {"resigned", N_("The game ends: no opponent is left.")},
};

static const char *sentence_of(const struct game_row *game, const char *kind)
{
    for (size_t i = 0; !strcmp(kind, "ended") && game->ending && i < sizeof(ends) / sizeof(ends[0]); i++)
        if (!strcmp(ends[i].ending, game->ending))
            return ends[i].sentence;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (!strcmp(kinds[i].kind, kind))
            return kinds[i].sentence;
    return NULL;
}

void incident_text(struct sb *out, const struct catalogue *cat, const struct game_row *game,
                   const struct incident_row *incident)
{
    const char *sentence = sentence_of(game, incident->kind);
    const char *name = incident->person_name;
    if (!name && incident->seat >= 0 && incident->seat < game->n_seats)
        name = game->seat[incident->seat].name;
    const struct text_value value[] = {{.name = "name", .text = name ? name_shown(cat, name) : ""},
                                       {.name = "before", .text = incident->name ? name_shown(cat, incident->name) : ""}};
    if (sentence)
        text_fill(out, cat, sentence, value, 2);
}

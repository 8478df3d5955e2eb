#include "config.h"

#include "cgi/base/pace.h"

#include <string.h>

#include "rules/rules.h"

#include "cgi/base/flat.h"

#include "cgi/base/banned.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static const struct pace_kind kinds[] = {
    {{.name = "quarter", .free = 15 * MINUTE, .window = 5 * MINUTE}, N_("15 minutes a move"), N_("Everyone at the "
                                                                                                 "table at the "
                                                                                                 "same time.")},
    {{.name = "hour", .free = HOUR, .window = 15 * MINUTE}, N_("1 hour a move"), N_("One evening, while doing other things.")},
    {{.name = "hours-4", .free = 4 * HOUR, .window = HOUR}, N_("4 hours a move"), N_("Several moves a day.")},
    {{.name = "hours-12", .free = 12 * HOUR, .window = 4 * HOUR}, N_("12 hours a move"),
     N_("One move at breakfast, one in the evening.")},
    {{.name = "day", .free = DAY, .window = 8 * HOUR}, N_("1 day a move"), N_("Everyone visits once a day.")},
    {{.name = "days-2", .free = 2 * DAY, .window = 12 * HOUR}, N_("2 days a move"), N_("You can skip a day.")},
    {{.name = "days-4", .free = 4 * DAY, .window = DAY}, N_("4 days a move"), N_("Take your time.")},
    {{.name = "week", .free = 7 * DAY, .window = DAY}, N_("1 week a move"), N_("For people with little time.")},
    {{.name = "fortnight", .free = 14 * DAY, .window = 2 * DAY}, N_("2 weeks a move"), N_("Like playing by post.")},
    {{.name = "bank-3", .bank = 3 * DAY, .add = 6 * HOUR, .cap = 4 * DAY, .window = 8 * HOUR},
     N_("3 days + 6 hours a move"), N_("Fast moves save up time, to at most 4 days.")},
    {{.name = "bank-7", .bank = 7 * DAY, .add = 12 * HOUR, .cap = 10 * DAY, .window = DAY},
     N_("7 days + 12 hours a move"), N_("Fast moves save up time, to at most 10 days.")},
    {{.name = "grace-8", .free = 8 * HOUR, .bank = 4 * DAY, .cap = 4 * DAY, .window = 8 * HOUR},
     N_("8 hours free, then 4 days"), N_("The first 8 hours of each turn are free.")},
    {{.name = "grace-12", .free = 12 * HOUR, .bank = 7 * DAY, .cap = 7 * DAY, .window = 12 * HOUR},
     N_("12 hours free, then 7 days"), N_("The first 12 hours of each turn are free.")},
    {{.name = "grace-24", .free = DAY, .bank = 14 * DAY, .cap = 14 * DAY, .window = DAY},
     N_("24 hours free, then 14 days"), N_("The first 24 hours of each turn are free.")},
    {{.name = "none"}, N_("No time limit"), N_("No hurry: for friends who trust each other.")},
    {{.name = NULL}, NULL, NULL},
};

const struct pace_kind *pace_kinds(void)
{
    return kinds;
}

const struct pace_kind *pace_kind_find(const char *name)
{
    for (const struct pace_kind *kind = kinds; name && kind->pace.name; kind++)
        if (!strcmp(kind->pace.name, name))
            return kind;
    return NULL;
}

const struct pace_kind *pace_preset(void)
{
    return pace_kind_find("days-2");
}

/* One row for each number, so that reading and writing agree. */
static const struct {
    enum key key;
    size_t offset;
} figures[] = {
    {K_free, offsetof(struct pace, free)}, {K_bank, offsetof(struct pace, bank)},     {K_add, offsetof(struct pace, add)},
    {K_cap, offsetof(struct pace, cap)},   {K_window, offsetof(struct pace, window)},
};
enum { N_FIGURES = sizeof(figures) / sizeof(figures[0]) };

static int32_t *figure(struct pace *pace, int i)
{
    return (int32_t *)(void *)((char *)pace + figures[i].offset);
}

static bool read_member(struct pace *pace, struct flat_text *name, const struct flat_member *member)
{
    if (flat_is(member->name, "name") && member->kind == FLAT_TEXT)
        *name = member->text;
    else if (flat_is(member->name, "weekdays"))
        pace->weekdays = member->kind == FLAT_BOOL && member->number;
    for (int i = 0; i < N_FIGURES; i++)
        if (flat_is(member->name, key_name(figures[i].key))) {
            *figure(pace, i) = (int32_t)member->number;
            return member->kind == FLAT_NUMBER && member->number >= 0 && member->number <= INT32_MAX;
        }
    return true;
}

struct pace pace_from_json(struct arena *arena, const char *text)
{
    struct pace pace = {.name = NULL};
    struct flat flat = flat_of(text);
    struct flat_text name = {.n = 0};
    struct flat_member member;
    bool ok = true;
    while (ok && flat_next(&flat, &member))
        ok = read_member(&pace, &name, &member);
    if (!ok || !flat.ended || !name.n || flat_is(name, "none"))
        return (struct pace){.name = NULL};
    pace.name = arena_strndup(arena, name.bytes, name.n);
    return pace;
}

void pace_put(const struct pace *pace, struct value *out)
{
    if (!pace->name || !strcmp(pace->name, "none"))
        return;
    struct pace copy = *pace;
    put_text(out, K_name, pace->name);
    for (int i = 0; i < N_FIGURES; i++)
        put_int(out, figures[i].key, *figure(&copy, i));
    put_bool(out, K_weekdays, pace->weekdays);
}

const char *pace_text(struct arena *arena, const struct pace *pace)
{
    struct value *tree = new_object(arena);
    struct sb out;
    sb_init(&out, arena);
    pace_put(pace, tree);
    value_print(tree, &out);
    return out.text;
}

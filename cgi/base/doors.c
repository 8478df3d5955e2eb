#include "config.h"

#include "cgi/base/doors.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/parse.h"
#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

bool doors_any(const struct doors *doors)
{
    return doors->percent || doors->low || doors->high || doors->friends;
}

bool doors_sound(const struct doors *doors)
{
    return doors->percent >= 0 && doors->percent <= 100 && doors->low >= DOORS_RATING_LEAST && doors->low <= DOORS_RATING_MOST &&
           doors->high >= DOORS_RATING_LEAST && doors->high <= DOORS_RATING_MOST && (!doors->high || doors->low <= doors->high);
}

/* One word of the text, which ends at @end. */
static void read_word(const char *word, size_t n, struct doors *doors)
{
    const struct { const char *name; int *value; int most; } numbers[] = {{"met=", &doors->percent, 100},
                                                                          {"low=", &doors->low, DOORS_RATING_MOST},
                                                                          {"high=", &doors->high, DOORS_RATING_MOST}};
    char text[16];
    int64_t value;
    if (n == strlen("friends") && !strncmp(word, "friends", n))
        doors->friends = true;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        size_t name = strlen(numbers[i].name);
        if (n <= name || n - name >= sizeof(text) || strncmp(word, numbers[i].name, name) != 0)
            continue;
        memcpy(text, word + name, n - name);
        text[n - name] = '\0';
        if (parse_number(text, 0, numbers[i].most, &value))
            *numbers[i].value = (int)value;
    }
}

struct doors doors_read(const char *text)
{
    struct doors doors = {0};
    for (const char *at = text ? text : ""; *at;) {
        size_t n = strcspn(at, " ");
        read_word(at, n, &doors);
        at += n + (at[n] == ' ');
    }
    return doors;
}

const char *doors_text(struct arena *arena, const struct doors *doors)
{
    struct sb text;
    sb_init(&text, arena);
    if (doors->percent)
        sb_addf(&text, " met=%d", doors->percent);
    if (doors->low)
        sb_addf(&text, " low=%d", doors->low);
    if (doors->high)
        sb_addf(&text, " high=%d", doors->high);
    if (doors->friends)
        sb_add(&text, " friends");
    return text.length ? text.text + 1 : "";
}

enum doors_shut doors_admit(const struct doors *doors, const struct caller *caller)
{
    if (doors->friends && !caller->followed)
        return SHUT_FRIENDS;
    if (caller->percent < doors->percent)
        return SHUT_PERCENT;
    if (doors->low && caller->rating < doors->low)
        return SHUT_LOW;
    return doors->high && caller->rating > doors->high ? SHUT_HIGH : DOORS_OPEN;
}

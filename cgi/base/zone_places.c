#include "config.h"

#include "cgi/base/zone_places.h"

#include <glib.h>
#include <pthread.h>
#include <string.h>
#include <unicode/ucol.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>

#include "cgi/base/zone.h"

#include "cgi/base/banned.h"

enum { LANGUAGES = 8 /* more than there are */, ROOM = 160, KEY_ROOM = 512 };

struct places {
    char *lang;
    struct zone_place *place;
    int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct places known[LANGUAGES];

/* A place beside what puts it in order. */
struct sorted {
    struct zone_place place;
    uint8_t key[KEY_ROOM];
};

/* The city that stands for the zone @name, in UTF-8 into @out; false: @lang has no word for it. */
static bool city_of(const char *lang, const char *name, char out[ROOM])
{
    static const UChar city[] = {'V', 'V', 'V'};
    UErrorCode error = U_ZERO_ERROR;
    UChar id[ROOM], words[ROOM];
    u_strFromUTF8(id, ROOM, NULL, name, -1, &error);
    UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, lang, id, -1, city, 3, &error);
    if (U_FAILURE(error))
        return false;
    udat_format(format, 0, words, ROOM, NULL, &error);
    udat_close(format);
    u_strToUTF8(out, ROOM, NULL, words, -1, &error);
    return U_SUCCESS(error);
}

/* Zones that are younger than the words of ICU. */
static const struct { const char *lang, *name, *label; } younger[] = {
    {"ja", "America/Ciudad_Juarez", "シウダー・フアレス"},
    {"ja", "America/Coyhaique", "コジャイケ"},
};

static const char *younger_label(const char *lang, const char *name)
{
    for (size_t i = 0; i < sizeof(younger) / sizeof(younger[0]); i++)
        if (!strcmp(younger[i].lang, lang) && !strcmp(younger[i].name, name))
            return younger[i].label;
    return NULL;
}

/* In their own letters: ICU gives the English name of a city that it has no other for. */
static bool is_translated(const char *label, const char *unknown)
{
    return (*label & 0x80) && strcmp(label, unknown) != 0;
}

static void add_key(const UCollator *order, struct sorted *sorted)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar words[ROOM];
    int32_t length = 0;
    u_strFromUTF8(words, ROOM, &length, sorted->place.label ? sorted->place.label : sorted->place.name, -1, &error);
    if (U_FAILURE(error) || ucol_getSortKey(order, words, length, sorted->key, KEY_ROOM) > KEY_ROOM)
        sorted->key[KEY_ROOM - 1] = '\0';
}

static int by_key(const void *a, const void *b)
{
    return strcmp((const char *)((const struct sorted *)a)->key, (const char *)((const struct sorted *)b)->key);
}

static void read_places(struct places *places)
{
    const char *const *names = zone_names(&places->n);
    struct sorted *sorted = g_new0(struct sorted, places->n + 1);
    UErrorCode error = U_ZERO_ERROR;
    UCollator *order = strcmp(places->lang, "en") != 0 ? ucol_open(places->lang, &error) : NULL;
    char label[ROOM], unknown[ROOM] = "";
    if (order)
        city_of(places->lang, "Etc/Unknown", unknown);
    for (int i = 0; i < places->n; i++) {
        sorted[i].place.name = names[i];
        if (!order)
            continue;
        if (city_of(places->lang, names[i], label) && is_translated(label, unknown))
            sorted[i].place.label = g_strdup(label);
        else
            sorted[i].place.label = younger_label(places->lang, names[i]);
        add_key(order, &sorted[i]);
    }
    if (order) {
        qsort(sorted, (size_t)places->n, sizeof(*sorted), by_key);
        ucol_close(order);
    }
    places->place = g_new0(struct zone_place, places->n + 1);
    for (int i = 0; i < places->n; i++)
        places->place[i] = sorted[i].place;
    g_free(sorted);
}

const struct zone_place *zone_places(const char *lang, int *n)
{
    int i = 0;
    pthread_mutex_lock(&lock);
    while (i < LANGUAGES - 1 && known[i].lang && strcmp(known[i].lang, lang) != 0)
        i++;
    if (!known[i].lang) {
        known[i].lang = g_strdup(lang);
        read_places(&known[i]);
    }
    pthread_mutex_unlock(&lock);
    *n = known[i].n;
    return known[i].place;
}

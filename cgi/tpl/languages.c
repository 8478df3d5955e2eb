#include "config.h"

#include "cgi/tpl/languages.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/base/stamp.h"

#include "cgi/base/banned.h"

static const struct {
    const char *lang, *label;
} known[] = {
    {"en", "English"},
    {"ja", "日本語"},
};

enum { LOOK_AGAIN_MS = 400, PATH_ROOM = 1024 };

/* One loading of all words and templates. Old ones stay, because an answer may still be made with them. */
struct generation {
    struct words words[LANGUAGES_MAX];
    int n;
    struct generation *older;
};

struct reload {
    pthread_mutex_t lock;
    struct generation *newest;
    uint64_t stamp;  /* of the files the newest was made from, or that could not be read */
    int64_t looked;  /* milliseconds */
};

static bool path_in(const struct settings *set, const char *name, char path[PATH_ROOM])
{
    return snprintf(path, PATH_ROOM, "%s/%s", set->data_dir, name) < PATH_ROOM;
}

static bool load_words(const struct settings *set, const char *lang, const char *label, struct words *words, char *why,
                       size_t room)
{
    char po[PATH_ROOM], templates[PATH_ROOM];
    if (!path_in(set, "po", po) || !path_in(set, "templates", templates)) {
        snprintf(why, room, "%s: the path is too long", set->data_dir);
        return false;
    }
    *words = (struct words){.lang = lang, .label = label, .cat = text_load(po, lang, why, room)};
    if (words->cat)
        words->tpl = tpl_load(templates, words->cat, why, room);
    return words->tpl != NULL;
}

static void free_words(struct words *words, int n)
{
    for (int i = 0; i < n; i++) {
        if (words[i].tpl)
            tpl_free(words[i].tpl);
        if (words[i].cat)
            text_free(words[i].cat);
    }
}

static bool has_catalogue(const struct settings *set, const char *lang)
{
    char path[PATH_ROOM];
    if (!strcmp(lang, "en"))
        return true;
    return snprintf(path, sizeof(path), "%s/po/%s.po", set->data_dir, lang) < PATH_ROOM && access(path, R_OK) == 0;
}

static int name_languages(const struct settings *set, struct words words[LANGUAGES_MAX])
{
    int n = 0;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (has_catalogue(set, known[i].lang))
            words[n++] = (struct words){.lang = known[i].lang, .label = known[i].label};
    return n;
}

/* Every language; on false none is loaded. */
static bool load_languages(const struct settings *set, struct words words[LANGUAGES_MAX], int *n, char *why,
                           size_t room)
{
    *n = name_languages(set, words);
    for (int i = 0; i < *n; i++) {
        if (!load_words(set, words[i].lang, words[i].label, &words[i], why, room)) {
            free_words(words, *n);
            *n = 0;
            return false;
        }
    }
    return true;
}

/* ---- `serve --dev`: files that change are read again ---- */

static uint64_t stamp_all(const struct settings *set)
{
    char po[PATH_ROOM], templates[PATH_ROOM];
    if (!path_in(set, "po", po) || !path_in(set, "templates", templates))
        return 0;
    return stamp_mix(stamp_of(po, 1), stamp_of(templates, 3));
}

/* With the lock held: makes a new generation when files have changed and can be read. */
static void look_again(struct languages *languages)
{
    struct reload *reload = languages->reload;
    int64_t now = clock_ticks();
    if (now - reload->looked < LOOK_AGAIN_MS)
        return;
    reload->looked = now;
    uint64_t stamp = stamp_all(languages->set);
    if (stamp == reload->stamp)
        return;
    reload->stamp = stamp;
    char why[400];
    struct generation *made = calloc(1, sizeof(*made));
    if (made && load_languages(languages->set, made->words, &made->n, why, sizeof(why))) {
        made->older = reload->newest;
        reload->newest = made;
        return;
    }
    log_line("level=error error=\"%s\"", made ? why : "out of memory");
    free(made);
}

/* ---- what a request needs ---- */

static const struct words *pick(const struct words *words, int n, const char *lang)
{
    for (int i = 0; lang && i < n; i++)
        if (!strcmp(words[i].lang, lang))
            return &words[i];
    return &words[0];
}

/* A process for one request reads one language only, when it knows which. */
static const struct words *read_words(struct languages *languages, const char *lang)
{
    char why[400];
    const struct words *words = pick(languages->words, languages->n, lang);
    if (words->tpl || load_words(languages->set, words->lang, words->label,
                                 &languages->words[words - languages->words], why, sizeof(why)))
        return words;
    log_line("level=error error=\"%s\"", why);
    return NULL;
}

const struct words *languages_words(struct languages *languages, const char *lang)
{
    if (languages->set->once)
        return read_words(languages, lang);
    if (!languages->reload)
        return pick(languages->words, languages->n, lang);
    pthread_mutex_lock(&languages->reload->lock);
    look_again(languages);
    const struct generation *newest = languages->reload->newest;
    pthread_mutex_unlock(&languages->reload->lock);
    return newest ? pick(newest->words, newest->n, lang) : pick(languages->words, languages->n, lang);
}

bool languages_know(const struct languages *languages, const char *lang)
{
    return lang && !strcmp(pick(languages->words, languages->n, lang)->lang, lang);
}

/* ---- opening and closing ---- */

static struct reload *open_reload(const struct settings *set)
{
    struct reload *reload = calloc(1, sizeof(*reload));
    if (!reload)
        return NULL;
    pthread_mutex_init(&reload->lock, NULL);
    reload->stamp = stamp_all(set);
    return reload;
}

static void close_reload(struct reload *reload)
{
    if (!reload)
        return;
    for (struct generation *g = reload->newest, *older; g; g = older) {
        older = g->older;
        free_words(g->words, g->n);
        free(g);
    }
    pthread_mutex_destroy(&reload->lock);
    free(reload);
}

bool languages_open(struct languages *languages, const struct settings *set, char *why, size_t room)
{
    *languages = (struct languages){.set = set};
    snprintf(why, room, "out of memory");
    bool ok = set->once ? (languages->n = name_languages(set, languages->words)) > 0
                        : load_languages(set, languages->words, &languages->n, why, room);
    if (ok && set->dev)
        ok = (languages->reload = open_reload(set)) != NULL;
    if (!ok)
        languages_close(languages);
    return ok;
}

void languages_close(struct languages *languages)
{
    close_reload(languages->reload);
    free_words(languages->words, languages->n);
    *languages = (struct languages){0};
}

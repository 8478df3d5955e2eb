/* Sets of templates: out of a folder, or out of memory. */
#include "config.h"

#include "cgi/tpl/tpl_build.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cgi/base/banned.h"

enum { FILE_BYTES_MAX = 1024 * 1024, FOLDERS_DEEP_MAX = 8 };

/* Files found so far. */
struct found {
    struct tpl_set *set;
    struct arena *scratch;
    int room;
    char *why;
    size_t why_room;
};

static void add_source(struct found *found, const char *name, const char *text)
{
    struct tpl_set *set = found->set;
    if (set->n == found->room) {
        found->room = found->room ? 2 * found->room : 32;
        struct tpl *all = arena_array(set->arena, (size_t)found->room, sizeof(*all));
        if (set->n)
            memcpy(all, set->tpl, (size_t)set->n * sizeof(*all));
        set->tpl = all;
    }
    set->tpl[set->n++] = (struct tpl){.name = arena_strdup(set->arena, name), .source = text};
}

static bool complain(struct found *found, const char *path, const char *what)
{
    snprintf(found->why, found->why_room, "%s: %s", path, what);
    return false;
}

static const char *read_file(struct found *found, const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        complain(found, path, strerror(errno));
        return NULL;
    }
    char *text = arena_alloc(found->scratch, size + 1);
    size_t n = fread(text, 1, size, file);
    bool good = n == size && !memchr(text, '\0', size);
    fclose(file);
    if (!good)
        complain(found, path, "cannot be read whole as text");
    return good ? text : NULL;
}

static bool is_template(const char *name)
{
    static const char *const endings[] = {".html", ".svg", ".txt", ".xml"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof(endings) / sizeof(endings[0]); i++)
        if (!strcmp(dot, endings[i]))
            return true;
    return false;
}

static bool read_folder(struct found *found, const char *dir, const char *prefix, int deep);

static bool read_entry(struct found *found, const char *dir, const char *prefix, const char *name, int deep)
{
    struct stat st;
    const char *path = arena_printf(found->scratch, "%s/%s", dir, name);
    if (stat(path, &st) != 0)
        return complain(found, path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return read_folder(found, path, arena_printf(found->scratch, "%s%s/", prefix, name), deep + 1);
    if (!S_ISREG(st.st_mode) || !is_template(name))
        return true;
    if (st.st_size > FILE_BYTES_MAX)
        return complain(found, path, "is too large for a template");
    const char *text = read_file(found, path, (size_t)st.st_size);
    if (text)
        add_source(found, arena_printf(found->scratch, "%s%s", prefix, name), text);
    return text != NULL;
}

static bool read_folder(struct found *found, const char *dir, const char *prefix, int deep)
{
    if (deep > FOLDERS_DEEP_MAX)
        return complain(found, dir, "lies too deep");
    DIR *folder = opendir(dir);
    if (!folder)
        return complain(found, dir, strerror(errno));
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            good = read_entry(found, dir, prefix, entry->d_name, deep);
    closedir(folder);
    return good;
}

static struct tpl_set *set_new(void)
{
    struct arena *arena = arena_new_kept();
    struct tpl_set *set = arena_alloc(arena, sizeof(*set));
    set->arena = arena;
    return set;
}

static bool compile(struct found *found, const struct tpl_rules *rules)
{
    struct tpl_set *set = found->set;
    if (set->n)
        qsort(set->tpl, (size_t)set->n, sizeof(*set->tpl), tpl_by_name);
    for (int i = 0; i < set->n; i++) {
        if (!tpl_parse(set, &set->tpl[i], rules, found->scratch, found->why, found->why_room))
            return false;
        set->tpl[i].source = NULL;
    }
    return true;
}

/* Ends loading; the set, or NULL when it went wrong. */
static struct tpl_set *finish(struct found *found, bool good)
{
    arena_free(found->scratch);
    if (good)
        return found->set;
    tpl_free(found->set);
    return NULL;
}

struct tpl_set *tpl_load(const char *dir, const struct catalogue *cat, char *why, size_t room)
{
    struct found found = {.set = set_new(), .scratch = arena_new(), .why = why, .why_room = room};
    const struct tpl_rules rules = {
        .cat = cat, .dir = arena_printf(found.scratch, "%s/", dir), .messages = true, .strict = true,
    };
    return finish(&found, read_folder(&found, dir, "", 0) && compile(&found, &rules));
}

struct tpl_set *tpl_load_texts(const char *const *names, const char *const *texts, int n, const struct catalogue *cat,
                               char *why, size_t room)
{
    struct found found = {.set = set_new(), .scratch = arena_new(), .why = why, .why_room = room};
    const struct tpl_rules rules = {.cat = cat, .dir = "", .messages = cat != NULL};
    found.set->any_name = true;
    for (int i = 0; i < n; i++)
        add_source(&found, names[i], texts[i]);
    return finish(&found, compile(&found, &rules));
}

void tpl_free(struct tpl_set *set)
{
    if (set)
        arena_free(set->arena);
}

bool tpl_has(const struct tpl_set *set, const char *name)
{
    return tpl_number(set, name) >= 0;
}

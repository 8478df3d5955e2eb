#include "config.h"

#include "cgi/model/layouts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/log.h"
#include "cgi/base/parse.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { LAYOUTS_MAX = 16, ITEMS_MAX = 1000, LAYOUT_BYTES_MAX = 1024 * 1024 };

struct layouts {
    struct arena *arena;
    bool fresh;
    int n;
    struct layout {
        const char *id;
        char path[1024];
        struct value *tree;
    } of[LAYOUTS_MAX];
};

/* The file's bytes, for the caller to free; NULL with @why, "" when there is no such file. */
static char *read_layout(const char *path, size_t *length, char *why, size_t room)
{
    FILE *file = fopen(path, "rb");
    if (!file && errno != ENOENT) {
        snprintf(why, room, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = calloc(1, LAYOUT_BYTES_MAX);
    if (!text)
        snprintf(why, room, "%s: out of memory", path);
    *length = 0;
    if (text && file)
        *length = fread(text, 1, LAYOUT_BYTES_MAX, file);
    if (file)
        fclose(file);
    return text;
}

/* What is being read: where it goes, and what is wrong with it. */
struct reading {
    struct arena *arena;
    const char *path;
    char *why;
    size_t room;
};

static bool complain(const struct reading *r, const char *what, const char *name)
{
    snprintf(r->why, r->room, "%s: %s%s", r->path, what, name);
    return false;
}

static bool read_value(const struct reading *r, struct json_object *json, struct value **out);

/* "3": {...} says something of item 3 of a list. */
static bool read_item(const struct reading *r, const char *name, struct json_object *json, struct value *object)
{
    struct value *items = get(object, K_nth), *item;
    int64_t number;
    if (!parse_number(name, 0, ITEMS_MAX - 1, &number))
        return complain(r, "not a place in a list: ", name);
    items = items ? items : put_list(object, K_nth);
    while (value_n(items) <= (size_t)number)
        add(items, NULL);
    if (!read_value(r, json, &item))
        return false;
    value_set_at(items, (size_t)number, item);
    return true;
}

static bool read_member(const struct reading *r, const char *name, struct json_object *json, struct value *object)
{
    enum key key = strcmp(name, "*") ? key_of(name, strlen(name)) : K_each;
    struct value *child;
    if (*name >= '0' && *name <= '9')
        return read_item(r, name, json, object);
    if (key == KEY_NONE)
        return complain(r, "no name of rules/engine/keys.def: ", name);
    if (!read_value(r, json, &child))
        return false;
    put(object, key, child);
    return true;
}

static bool read_value(const struct reading *r, struct json_object *json, struct value **out)
{
    bool good = true;
    if (json_object_is_type(json, json_type_object)) {
        *out = new_object(r->arena);
        json_object_object_foreach(json, name, child)
            good = good && read_member(r, name, child, *out);
    } else if (json_object_is_type(json, json_type_array)) {
        *out = new_list(r->arena);
        for (size_t i = 0; good && i < json_object_array_length(json); i++) {
            struct value *item = NULL;
            good = read_value(r, json_object_array_get_idx(json, i), &item);
            add(*out, item);
        }
    } else {
        *out = value_of_json(r->arena, json, NULL, NULL);
    }
    return good;
}

/* The tree of a file, on @arena; NULL with @why. */
static struct value *load_one(const char *path, struct arena *arena, char *why, size_t room)
{
    const struct reading reading = {arena, path, why, room};
    struct value *tree = NULL;
    size_t length;
    char *text = read_layout(path, &length, why, room);
    if (!text)
        return NULL;
    struct json_object *json = length > 0 ? jparse(text, length) : jobj();
    free(text);
    bool good = json_object_is_type(json, json_type_object) ? read_value(&reading, json, &tree)
                                                            : complain(&reading, "not a JSON object", "");
    json_object_put(json);
    return good ? tree : NULL;
}

struct layouts *layouts_load(const char *dir, bool fresh, char *why, size_t room)
{
    struct layouts *layouts = calloc(1, sizeof(*layouts));
    if (!layouts) {
        snprintf(why, room, "out of memory");
        return NULL;
    }
    layouts->arena = arena_new_kept();
    layouts->fresh = fresh;
    for (const struct rules *const *rules = rules_all(); *rules && layouts->n < LAYOUTS_MAX; rules++) {
        struct layout *layout = &layouts->of[layouts->n];
        layout->id = (*rules)->id;
        snprintf(layout->path, sizeof(layout->path), "%s/%s/layout.json", dir, layout->id);
        if (!(layout->tree = load_one(layout->path, layouts->arena, why, room))) {
            layouts_free(layouts);
            return NULL;
        }
        layouts->n++;
    }
    return layouts;
}

void layouts_free(struct layouts *layouts)
{
    if (layouts)
        arena_free(layouts->arena);
    free(layouts);
}

const struct value *layouts_find(const struct layouts *layouts, struct arena *arena, const char *rules_id)
{
    char why[1200];
    int i = 0;
    while (layouts && i < layouts->n && strcmp(layouts->of[i].id, rules_id) != 0)
        i++;
    if (!layouts || i == layouts->n)
        return NULL;
    if (!layouts->fresh)
        return layouts->of[i].tree;
    const struct value *tree = load_one(layouts->of[i].path, arena, why, sizeof(why));
    if (!tree)
        log_line("level=error error=\"%s\"", why);
    return tree ? tree : layouts->of[i].tree;
}

#include "config.h"

#include "cgi/model/layouts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { LAYOUTS_MAX = 16, LAYOUT_BYTES_MAX = 1024 * 1024 };

struct layouts {
    bool fresh;
    int n;
    struct layout {
        const char *id;
        char path[1024];
        struct json_object *json;
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

/* The object of a file, for the caller to put; NULL with @why. */
static struct json_object *load_one(const char *path, char *why, size_t room)
{
    size_t length;
    char *text = read_layout(path, &length, why, room);
    if (!text)
        return NULL;
    struct json_object *json = length > 0 ? jparse(text, length) : jobj();
    free(text);
    if (json_object_is_type(json, json_type_object))
        return json;
    snprintf(why, room, "%s: not a JSON object", path);
    json_object_put(json);
    return NULL;
}

struct layouts *layouts_load(const char *dir, bool fresh, char *why, size_t room)
{
    struct layouts *layouts = calloc(1, sizeof(*layouts));
    if (!layouts) {
        snprintf(why, room, "out of memory");
        return NULL;
    }
    layouts->fresh = fresh;
    for (const struct rules *const *rules = rules_all(); *rules && layouts->n < LAYOUTS_MAX; rules++) {
        struct layout *layout = &layouts->of[layouts->n];
        layout->id = (*rules)->id;
        snprintf(layout->path, sizeof(layout->path), "%s/%s/layout.json", dir, layout->id);
        if (!(layout->json = load_one(layout->path, why, room))) {
            layouts_free(layouts);
            return NULL;
        }
        layouts->n++;
    }
    return layouts;
}

void layouts_free(struct layouts *layouts)
{
    for (int i = 0; layouts && i < layouts->n; i++)
        json_object_put(layouts->of[i].json);
    free(layouts);
}

struct json_object *layouts_find(const struct layouts *layouts, struct arena *arena, const char *rules_id)
{
    char why[1200];
    int i = 0;
    while (layouts && i < layouts->n && strcmp(layouts->of[i].id, rules_id) != 0)
        i++;
    if (!layouts || i == layouts->n)
        return NULL;
    if (!layouts->fresh)
        return layouts->of[i].json;
    struct json_object *json = load_one(layouts->of[i].path, why, sizeof(why));
    if (json)
        return arena_json(arena, json);
    fprintf(stderr, "level=error error=\"%s\"\n", why);
    return layouts->of[i].json;
}

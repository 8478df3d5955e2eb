/* Pictures of positions, as letters have them, from JSON as tests/pictures/busiest prints it:
 *
 *     busiest | drawn DIR
 *
 * Of each position DIR/<game>-<n>.svg, as the game's template draws it for the site, DIR/<game>-<n>.resolved.svg, as librsvg gets it,
 * and DIR/<game>-<n>.png, as a letter has it. What the last
 * steps have changed is marked. Prints "<name> <bytes of the PNG> <microseconds of a processor>".
 */
#include "config.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgi/base/jsonx.h"
#include "cgi/cli/open.h"
#include "cgi/http/req.h"
#include "cgi/mail/letter_board.h"
#include "cgi/mail/picture.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"

static const char *const people[] = {"Anna", "Bruno", "Chiara", "Dario", "Elena"};

static int64_t processor_us(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return spent.tv_sec * 1000000 + spent.tv_nsec / 1000;
}

static void keep(const char *dir, const char *name, const char *ending, const char *bytes, size_t n)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s.%s", dir, name, ending);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file))
        exit(1);
}

static const void *state_of(struct arena *arena, const struct rules *rules, struct json_object *json)
{
    void *state = arena_alloc(arena, rules->size);
    struct fault fault;
    if (!members_load(rules->members, json, state, &fault)) {
        fprintf(stderr, "%s: a state that cannot be read\n", rules->id);
        exit(1);
    }
    return state;
}

static void draw(struct service *service, const char *dir, struct json_object *position, size_t nth)
{
    struct arena *arena = arena_new();
    const struct rules *rules = rules_find(jget_str(position, "game"));
    struct json_object *steps = jget(position, "steps"), *first = json_object_array_get_idx(steps, 0);
    struct json_object *last = json_object_array_get_idx(steps, json_object_array_length(steps) - 1);
    const int seats = (int)jget_int(position, "seats");
    struct req rq;
    char name[64];
    const char *alt = NULL;
    req_init(&rq, arena, service, 0);
    rq.words = languages_words(&service->languages, "en");
    snprintf(name, sizeof(name), "%s-%03zu", rules->id, nth);
    const void *before = state_of(arena, rules, jget(first, "state")), *state = state_of(arena, rules, jget(last, "state"));
    const int64_t began = processor_us();
    const char *svg = letter_picture_svg(&rq, rules, state, before, people, seats, &alt);
    const char *resolved = svg ? letter_picture_resolved(&rq, rules, svg) : NULL;
    struct sb png;
    sb_init(&png, arena);
    const bool drawn = resolved && picture_draw(&png, resolved);
    const int64_t spent = processor_us() - began;
    keep(dir, name, "svg", svg ? svg : "", svg ? strlen(svg) : 0);
    keep(dir, name, "resolved.svg", resolved ? resolved : "", resolved ? strlen(resolved) : 0);
    if (drawn)
        keep(dir, name, "png", png.text, png.length);
    printf("%s %zu %" PRId64 " %s\n", name, drawn ? png.length : 0, spent, alt ? alt : "-");
    arena_free(arena);
}

int main(int argc, char **argv)
{
    struct settings set = {.data_dir = getenv("top_srcdir"), .url = "http://127.0.0.1", .threads = 2, .bot_threads = 1, .once = true};
    struct service service;
    char why[400];
    if (argc != 2 || !service_open(&service, &set, why, sizeof(why))) {
        fprintf(stderr, "drawn: %s\n", argc == 2 ? why : "DIR?");
        return 1;
    }
    struct json_object *positions = json_object_from_fd(0);
    for (size_t i = 0; positions && i < json_object_array_length(positions); i++)
        draw(&service, argv[1], json_object_array_get_idx(positions, i), i);
    json_object_put(positions);
    service_close(&service);
    return positions == NULL;
}

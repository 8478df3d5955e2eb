/* What was ever stored is read for ever: a position and events of each game in each form, kept as bytes in tests/unit/stored.
 *
 * A line is "state FORM HASH BYTES" or "events FORM JSON BYTES", with bytes in hex; FORM is "json", or the first byte and the version of
 * the table ("1.0"; "1" of events). HASH is members_hash() of the position, JSON what the events tell. Lines are only ever added: when a
 * table gets a new version, the test prints the line that is missing.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "cgi/base/jsonx.h"
#include "cgi/store/stored.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/packed.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"

enum { PLIES = 400, LINE_BYTES = 1 << 17, FORMS = 64 };

static struct arena *arena;

/* ---- a position and events of our own, when a line is missing ---- */

static void add_kinds(const struct log *log, struct log *all)
{
    for (int i = 0; i < log->n && all->n < LOG_EVENTS; i++) {
        int known = 0;
        while (known < all->n && all->event[known].kind != log->event[i].kind)
            known++;
        if (known == all->n)
            all->event[all->n++] = log->event[i];
    }
}

/* A position some way into a game, and an event of each kind that has come up. */
static void play(const struct rules *rules, void *state, struct log *all)
{
    struct move_room room;
    struct log log;
    uint8_t key[RNG_KEY_BYTES];
    struct rng chance, dice;
    struct setup setup = rules_presets(rules, rules->max_seats);
    void *at = arena_alloc(arena, rules->size);
    rng_key_from_seed(key, 11);
    rng_init(&chance, key, 0);
    rng_init(&dice, key, 1);
    all->n = log.n = 0;
    rules->setup(at, &setup, &chance, &log);
    for (int ply = 0; ply < PLIES && rules->awaits(at); ply++) {
        int seat = __builtin_ctz(rules->awaits(at));
        struct move_list *list = move_list_in(&room);
        struct move move = {0};
        add_kinds(&log, all);
        if (ply == PLIES / 10)
            memcpy(state, at, rules->size);
        move_copy(&move, move_at(list, (int)rng_below(&dice, (uint32_t)rules->moves(at, seat, list))));
        log.n = 0;
        rules->apply(at, seat, &move, &chance, &log);
    }
}

static const char *hex(const void *bytes, size_t n)
{
    char *text = arena_alloc(arena, 2 * n + 1);
    return sodium_bin2hex(text, 2 * n + 1, bytes, n);
}

static const char *hash_of(const struct rules *rules, const void *state)
{
    uint8_t digest[32];
    members_hash(rules->members, state, digest);
    return hex(digest, sizeof(digest));
}

static const char *json_of(const struct rules *rules, const struct log *log)
{
    struct json_object *list = arena_json(arena, jarr());
    for (int i = 0; i < log->n; i++)
        jadd(list, event_to_json(rules, &log->event[i], EVERY_SEAT));
    return json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN);
}

static void print_missing(const struct rules *rules, const char *kind, const char *form)
{
    void *state = arena_alloc(arena, rules->size);
    struct log *all = arena_alloc(arena, sizeof(*all));
    play(rules, state, all);
    bool is_state = !strcmp(kind, "state"), json = !strcmp(form, "json");
    const char *text = is_state ? json_object_to_json_string_ext(arena_json(arena, members_save(rules->members, state)), JSON_C_TO_STRING_PLAIN)
                                : json_of(rules, all);
    struct stored packed = is_state ? state_stored(arena, rules, state) : events_stored(arena, all->event, all->n);
    printf("# tests/unit/stored/%s lacks:\n%s %s %s %s\n", rules->id, kind, form, is_state ? hash_of(rules, state) : text,
           json ? hex(text, strlen(text)) : hex(packed.bytes, packed.n));
}

/* ---- what is kept ---- */

static void read_state(const struct rules *rules, const char *form, const char *hash, struct stored stored)
{
    struct fault fault = {0};
    void *state = arena_alloc(arena, rules->size);
    if (!stored_state(rules, stored, state, &fault))
        fail_msg("%s: state %s: %s (%s)", rules->id, form, fault.sentence, fault.what);
    assert_true(rules->sound(state, &fault));
    assert_string_equal(hash_of(rules, state), hash);
}

/* What was told then is told still; an event may tell more by now. */
static void read_events(const struct rules *rules, const char *form, const char *told, struct stored stored)
{
    struct fault fault = {0};
    struct log *log = arena_alloc(arena, sizeof(*log));
    if (!stored_events(rules, stored, log, &fault))
        fail_msg("%s: events %s: %s (%s)", rules->id, form, fault.sentence, fault.what);
    struct json_object *then = arena_json(arena, jparse(told, strlen(told)));
    assert_int_equal(json_object_array_length(then), log->n);
    assert_true(log->n > 5);
    for (int i = 0; i < log->n; i++) {
        struct json_object *now = arena_json(arena, event_to_json(rules, &log->event[i], EVERY_SEAT));
        json_object_object_foreach(json_object_array_get_idx(then, (size_t)i), key, value)
            if (!json_object_equal(value, jget(now, key)))
                fail_msg("%s: events %s: %s of event %d differs", rules->id, form, key, i);
    }
}

struct kept {
    char form[FORMS][32]; /* "state 1.0" */
    int n;
};

static void read_line(const struct rules *rules, char *line, struct kept *kept)
{
    char *rest, *kind = strtok_r(line, " \n", &rest), *form = strtok_r(NULL, " \n", &rest), *is = strtok_r(NULL, " \n", &rest),
         *bytes = strtok_r(NULL, " \n", &rest);
    struct stored stored = {0};
    assert_non_null(bytes);
    assert_true(kept->n < FORMS);
    uint8_t *room = arena_alloc(arena, strlen(bytes) / 2 + 1);
    assert_int_equal(sodium_hex2bin(room, strlen(bytes) / 2, bytes, strlen(bytes), NULL, &stored.n, NULL), 0);
    stored.bytes = room;
    assert_int_equal(stored_is_json(stored), !strcmp(form, "json"));
    if (strcmp(form, "json"))
        assert_int_equal(stored.bytes[0], strtol(form, NULL, 10));
    if (!strcmp(kind, "state") && strchr(form, '.'))
        assert_int_equal(stored.bytes[1], strtol(strchr(form, '.') + 1, NULL, 10));
    (!strcmp(kind, "state") ? read_state : read_events)(rules, form, is, stored);
    snprintf(kept->form[kept->n++], sizeof(kept->form[0]), "%s %s", kind, form);
}

static bool has(const struct rules *rules, const struct kept *kept, const char *kind, const char *form)
{
    const char *name = arena_printf(arena, "%s %s", kind, form);
    for (int i = 0; i < kept->n; i++)
        if (!strcmp(kept->form[i], name))
            return true;
    print_missing(rules, kind, form);
    return false;
}

static void each_version_of_each_game_is_read(void **unused)
{
    (void)unused;
    char *line = malloc(LINE_BYTES);
    bool whole = true;
    for (const struct rules *const *all = rules_all(); *all; all++) {
        const struct rules *rules = *all;
        struct kept kept = {.n = 0};
        arena = arena_new();
        FILE *file = fopen(arena_printf(arena, "%s/tests/unit/stored/%s", getenv("top_srcdir"), rules->id), "r");
        while (file && fgets(line, LINE_BYTES, file))
            read_line(rules, line, &kept);
        if (file)
            fclose(file);
        whole &= has(rules, &kept, "state", "json");
        whole &= has(rules, &kept, "events", "json");
        whole &= has(rules, &kept, "events", arena_printf(arena, "%d", PACKED_FORM));
        for (int version = 0; version <= members_version(rules->members); version++)
            whole &= has(rules, &kept, "state", arena_printf(arena, "%d.%d", PACKED_FORM, version));
        arena_free(arena);
    }
    free(line);
    assert_true(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_version_of_each_game_is_read)};
    return cmocka_run_group_tests_name("stored", tests, NULL, NULL);
}

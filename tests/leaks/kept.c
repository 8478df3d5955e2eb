#include "config.h"

#include "tests/leaks/kept.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { VISITS = 2 * KEPT_READERS };

/* One reader in one language. Neighbours differ in either, the last and the first among them. */
struct visit {
    const struct reader_person *who;
    const char *lang;
};

static const char *tag_in(const struct sb *answer, struct arena *arena)
{
    const char *at = strstr(answer->text, "\nETag: "), *end = at ? strchr(at + 1, '\n') : NULL, *body = strstr(answer->text, "\n\n");
    return end && at < body ? arena_strndup(arena, at + 7, (size_t)(end - at - 7)) : NULL;
}

static bool is_unchanged(const struct sb *answer)
{
    return !strncmp(answer->text, "304", 3);
}

static bool amiss(struct eye *eye, const char *what, const char *target, const struct visit *visit)
{
    snprintf(eye->why, EYE_WHY, "%s, GET %s (%s, %s)", what, target, visit->who->name, visit->lang);
    return false;
}

static struct sb answer_to(struct eye *eye, struct arena *arena, const struct visit *visit, const char *target, const char *known)
{
    return eye_answer(eye, arena, visit->who, visit->lang, target, known, false);
}

static bool same_anew(struct eye *eye, struct arena *arena, const struct visit *visit, const char *target)
{
    struct cache *cache = eye->service->cache;
    struct sb kept = answer_to(eye, arena, visit, target, NULL);
    eye->service->cache = NULL;
    struct sb anew = answer_to(eye, arena, visit, target, NULL);
    eye->service->cache = cache;
    bool same = kept.length == anew.length && !memcmp(kept.text, anew.text, kept.length);
    return same || amiss(eye, "kept and drawn anew", target, visit);
}

/* An ETag is good for who has it, and for nobody else. */
static bool tag_is_own(struct eye *eye, struct arena *arena, const struct visit *visit, const struct visit *other, const char *target)
{
    struct sb answer = answer_to(eye, arena, visit, target, NULL);
    const char *tag = tag_in(&answer, arena);
    if (!tag)
        return true;
    struct sb own = answer_to(eye, arena, visit, target, tag), theirs = answer_to(eye, arena, other, target, tag);
    if (!is_unchanged(&own))
        return amiss(eye, "sent twice", target, visit);
    return !is_unchanged(&theirs) || amiss(eye, "the ETag of another", target, other);
}

static bool read_page(struct eye *eye, const struct visit visits[VISITS], const char *target)
{
    struct arena *arena = arena_new();
    bool same = true;
    for (int i = 0; i < VISITS; i++)
        eye_answer(eye, arena, visits[i].who, visits[i].lang, target, NULL, true);
    for (int i = 0; i < VISITS && same; i++)
        same = same_anew(eye, arena, &visits[i], target) && tag_is_own(eye, arena, &visits[i], &visits[(i + 1) % VISITS], target);
    arena_free(arena);
    return same;
}

static const struct reader_person nobody = {.name = "nobody"};

const char *kept_home_tag(struct eye *eye, struct arena *arena)
{
    struct sb answer = eye_answer(eye, arena, &nobody, "en", "/", NULL, true);
    return tag_in(&answer, arena);
}

/* Home is another since then. */
static bool is_over_at_home(struct eye *eye, struct arena *arena, const char *before)
{
    const struct visit visit = {&nobody, "en"};
    struct sb answer = eye_answer(eye, arena, &nobody, "en", "/", before, true);
    return (before && !is_unchanged(&answer)) || amiss(eye, "home from before a game was over", "/", &visit);
}

bool kept_look(struct eye *eye, const struct reader_person *const reader[KEPT_READERS], int64_t game, const char *rules, int ply,
               const char *before)
{
    struct visit visits[VISITS];
    struct arena *arena = arena_new();
    for (int i = 0; i < VISITS; i++)
        visits[i] = (struct visit){reader[i / 2], i % 4 == 0 || i % 4 == 3 ? "en" : "ja"};
    const char *const targets[] = {
        "/", "/help", arena_printf(arena, "/help/%s", rules), arena_printf(arena, "/games/%" PRId64 "/history", game),
        arena_printf(arena, "/games/%" PRId64 "/history/%d", game, ply / 2), arena_printf(arena, "/games/%" PRId64 "/history/%d", game, ply)};
    bool same = is_over_at_home(eye, arena, before);
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]) && same; i++)
        same = read_page(eye, visits, targets[i]);
    arena_free(arena);
    return same;
}

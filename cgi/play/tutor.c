#include "config.h"

#include "cgi/play/tutor.h"

#include <string.h>

#include "cgi/base/sb.h"
#include "cgi/play/hint.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

enum { STEPS_MOST = 24, LOOKED_AT = 5, ERRORS = 2 };

/* A turn: the steps of the draft, and what would hand it in. */
struct line {
    struct move move[STEPS_MOST];
    int n;
};

static struct cache_key tutor_key(struct arena *arena, const struct table *t, const struct move *last)
{
    struct cache_key key = hint_key(arena, t);
    char text[MOVE_TEXT] = "";
    if (last)
        move_to_text(t->game.rules->verbs, last, text);
    key.number[6] = 1 + (cache_number(text, strlen(text)) & INT32_MAX);
    return key;
}

const struct tutor *tutor_known(struct cache *cache, struct arena *arena, const struct table *t, const struct move *last, int64_t now)
{
    const struct cache_key key = tutor_key(arena, t, last);
    return cache_get(cache, arena, &key, now);
}

static bool read_line(const struct table *t, const struct move *last, struct line *line)
{
    struct fault fault;
    line->n = 0;
    for (int i = 0; i < t->draft.n && line->n < STEPS_MOST; i++)
        if (!move_from_text(t->game.rules->verbs, t->draft.step[i], &line->move[line->n++], &fault))
            return false;
    if (last && line->n < STEPS_MOST)
        move_copy(&line->move[line->n++], last);
    return line->n > 0 && line->n < STEPS_MOST;
}

/* What @better is worth more than the line from step @at on, which begins in @now->state. */
static void compare(struct arena *arena, const struct table *now, const struct line *line, int at, const struct move *better, struct tutor *out)
{
    const struct rules *rules = now->game.rules;
    struct search_room *room = arena_alloc(arena, sizeof(*room));
    struct rng rng;
    int32_t error;
    void *seen = hint_seen(arena, now, HINT_TUTOR, &rng);
    int32_t ahead = search_lines(rules, seen, now->seat, &rng, room, better, &line->move[at], line->n - at, &error);
    if (ahead < SEARCH_SCALE / 2 || ahead <= ERRORS * (int64_t)error)
        return;
    *out = (struct tutor){.speaks = true, .after = at, .ahead = ahead};
    move_copy(&out->move, better);
}

/* A step of a draft throws nothing. */
static void make(struct arena *arena, const struct table *t, const struct move *step, void *state)
{
    struct log *log = arena_alloc(arena, sizeof(*log));
    struct rng none;
    uint8_t key[RNG_KEY_BYTES] = {0};
    rng_init(&none, key, 0);
    t->game.rules->apply(state, t->seat, step, &none, log);
}

static void *head_of(struct arena *arena, const struct table *t)
{
    void *state = arena_alloc(arena, t->game.rules->size);
    return memcpy(state, t->head, t->game.rules->size);
}

void *tutor_position(struct arena *arena, const struct table *t, int n)
{
    struct line *line = arena_alloc(arena, sizeof(*line));
    void *state = head_of(arena, t);
    if (read_line(t, NULL, line))
        for (int i = 0; i < n && i < line->n && t->game.rules->check(state, t->seat, &line->move[i], NULL) == RULE_OK; i++)
            make(arena, t, &line->move[i], state);
    return state;
}

static void look(struct cache *cache, struct arena *arena, const struct table *t, const struct line *line, int64_t now, struct tutor *out)
{
    const struct rules *rules = t->game.rules;
    struct table at = *t; /* as it stands after some of the steps */
    at.state = head_of(arena, t);
    for (int i = 0; i < line->n && i < LOOKED_AT; i++) {
        at.draft.n = i;
        const struct hint *hint = hint_known(cache, arena, &at, now);
        hint = hint ? hint : hint_seek(cache, arena, &at);
        if (hint->n > 0 && !move_equal(&hint->option[0].move, &line->move[i])) {
            compare(arena, &at, line, i, &hint->option[0].move, out);
            return;
        }
        if (i + 1 == line->n || rules->check(at.state, t->seat, &line->move[i], NULL) != RULE_OK)
            return;
        make(arena, t, &line->move[i], at.state);
    }
}

const struct tutor *tutor_look(struct cache *cache, struct arena *arena, const struct table *t, const struct move *last, int64_t now)
{
    struct tutor *tutor = arena_alloc(arena, sizeof(*tutor));
    struct line *line = arena_alloc(arena, sizeof(*line));
    if (read_line(t, last, line))
        look(cache, arena, t, line, now, tutor);
    const struct cache_key key = tutor_key(arena, t, last);
    cache_put_copy(cache, arena, &key, tutor, sizeof(*tutor));
    return tutor;
}

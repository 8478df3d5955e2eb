#include "config.h"

#include "cgi/model/doors_model.h"

#include "cgi/base/sb.h"
#include "cgi/base/zone.h"
#include "cgi/http/res.h"
#include "cgi/store/seekers.h"

#include "cgi/base/banned.h"

enum { HOURS = 24, HOUR_SECONDS = 3600, RUNS_MOST = 2 };
static const int64_t SECOND = 1000000;

static const char *with_number(const struct req *rq, const char *sentence, const char *name, int n)
{
    const struct text_value value = {name, NULL, n};
    return req_fill(rq, sentence, &value, 1);
}

static const char *rating_words(const struct req *rq, const struct doors *doors)
{
    const struct text_value both[] = {{"low", NULL, doors->low}, {"high", NULL, doors->high}};
    if (doors->low && doors->high)
        return req_fill(rq, N_("rating {low} to {high}"), both, 2);
    return doors->low ? req_fill(rq, N_("rating from {low}"), both, 1) : req_fill(rq, N_("rating up to {high}"), &both[1], 1);
}

static const char *friends_words(const struct req *rq, const char *owner)
{
    const struct text_value name = {"name", owner, 0};
    return owner ? req_fill(rq, N_("only people {name} follows"), &name, 1) : req_words(rq, N_("only people you follow"));
}

const char *doors_words(const struct req *rq, const struct doors *doors, const char *owner)
{
    struct sb words;
    if (!doors_any(doors))
        return NULL;
    sb_init(&words, rq->arena);
    if (doors->friends)
        text_add_item(&words, rq->words->cat, friends_words(rq, owner));
    if (doors->percent)
        text_add_item(&words, rq->words->cat, with_number(rq, N_("at least {percent} % of deadlines met"), "percent", doors->percent));
    if (doors->low || doors->high)
        text_add_item(&words, rq->words->cat, rating_words(rq, doors));
    return words.text;
}

/* Their owners, into @owner when that is there. Return: how many */
static int owners_of(const struct req *rq, const struct game_list *list, int64_t *owner)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        if (list->row[i].status != GAME_OVER && game_asks(&list->row[i], rq->who.id)) {
            if (owner)
                owner[n] = list->row[i].owner;
            n++;
        }
    return n;
}

bool doors_load(struct req *rq, const struct game_row *game, const struct game_list *lists, int n, struct err *err)
{
    struct game_row one = game ? *game : (struct game_row){0};
    const struct game_list alone = {&one, game != NULL};
    int most = owners_of(rq, &alone, NULL);
    for (int i = 0; i < n; i++)
        most += owners_of(rq, &lists[i], NULL);
    if (!most || !req_signed_in(rq) || rq->door)
        return true;
    int64_t *owner = arena_array(rq->arena, (size_t)most, sizeof(*owner));
    int at = owners_of(rq, &alone, owner);
    for (int i = 0; i < n; i++)
        at += owners_of(rq, &lists[i], owner + at);
    struct door_person *who = arena_alloc(rq->arena, sizeof(*who));
    if (!store_door_person(rq->db, rq->arena, rq->who.id, owner, at, who, err))
        return false;
    rq->door = who;
    return true;
}

const char *doors_shut_words(const struct req *rq, const struct game_row *game)
{
    struct err err = {0};
    return !rq->door || store_doors_admit(rq->arena, game, rq->door, &err) ? NULL : res_error_text(rq, &err);
}

static bool has(uint32_t hours, int h)
{
    return hours >> ((h + HOURS) % HOURS) & 1;
}

/* An hour between two others in which one is there is one of them: nobody looks at the clock to be missed. */
static uint32_t smooth(uint32_t hours)
{
    uint32_t out = hours;
    for (int h = 0; h < HOURS; h++)
        if (!has(hours, h) && has(hours, h - 1) && has(hours, h + 1))
            out |= UINT32_C(1) << h;
    return out;
}

/* By the visitor's clock. */
static uint32_t shifted(const struct req *rq, uint32_t hours)
{
    const struct zone *zone = rq->who.zone ? zone_find(rq->who.zone) : NULL;
    int by = zone ? zone_offset(zone, rq->now / SECOND) / HOUR_SECONDS : 0;
    uint32_t out = 0;
    for (int h = 0; h < HOURS; h++)
        out |= has(hours, h) ? UINT32_C(1) << ((h + by + HOURS) % HOURS) : 0;
    return out;
}

const char *awake_words(const struct req *rq, uint32_t hours)
{
    uint32_t here = smooth(shifted(rq, hours));
    struct sb words;
    int runs = 0;
    sb_init(&words, rq->arena);
    for (int h = 0; h < HOURS; h++) {
        if (!has(here, h) || has(here, h - 1))
            continue;
        int end = h;
        while (has(here, end) && end - h < HOURS)
            end++;
        const struct text_value span[] = {{"from", NULL, h}, {"to", NULL, end == HOURS ? HOURS : end % HOURS}};
        text_add_item(&words, rq->words->cat, req_fill(rq, N_("{from}–{to} h"), span, 2));
        runs++;
    }
    return runs > 0 && runs <= RUNS_MOST ? words.text : NULL;
}

#include "config.h"

#include "cgi/store/recompute.h"

#include <stdlib.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

static int by_number(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int number_of(const struct recompute *r, int64_t person)
{
    const int64_t *at = bsearch(&person, r->person, (size_t)r->n_people, sizeof(*r->person), by_number);
    must(at != NULL);
    return (int)(at - r->person);
}

void recompute_number_people(struct recompute *r)
{
    int n = r->n_parts + r->n_bases;
    r->person = arena_array(r->arena, (size_t)n, sizeof(*r->person));
    for (int i = 0; i < n; i++)
        r->person[i] = i < r->n_parts ? r->part[i].person : r->base[i - r->n_parts].person;
    qsort(r->person, (size_t)n, sizeof(*r->person), by_number);
    for (int i = 0; i < n; i++)
        if (!i || r->person[i] != r->person[i - 1])
            r->person[r->n_people++] = r->person[i];
    for (int i = 0; i < r->n_parts; i++)
        r->part[i].who = number_of(r, r->part[i].person);
}

/* One game's people stand one after the other. Return: where the next game begins */
static int next_game(const struct recompute *r, int first)
{
    int end = first + 1;
    while (end < r->n_parts && r->part[end].game == r->part[first].game)
        end++;
    must(end - first <= SEATS_MAX);
    return end;
}

/* As a rating is when it was stored and is read again. */
static struct rating as_stored(struct rating rating)
{
    rating.mean = (double)rating_thousandths(rating.mean) / 1000;
    rating.deviation = (double)rating_thousandths(rating.deviation) / 1000;
    return rating;
}

/* The game of the rows @first .. @end - 1; @is: the ratings of all people by number. */
static void play_game(const struct recompute *r, int first, int end, struct rating *is)
{
    struct rated players[SEATS_MAX];
    for (int i = first; i < end; i++)
        players[i - first] = (struct rated){.rating = is[r->part[i].who], .rank = r->part[i].rank};
    rating_update_part(players, end - first, rating_share(r->part[first].before));
    for (int i = first; i < end; i++)
        is[r->part[i].who] = as_stored(players[i - first].rating);
}

static void put_rating(struct entry *entry, int at, const struct rating *rating)
{
    entry->column[at] = rating_thousandths(rating->mean);
    entry->column[at + 1] = rating_thousandths(rating->deviation);
}

static struct rating *first_ratings(struct recompute *r)
{
    struct rating *is = arena_array(r->arena, (size_t)r->n_people, sizeof(*is));
    for (int i = 0; i < r->n_people; i++)
        is[i] = rating_first();
    return is;
}

static struct entries entries_for(struct recompute *r)
{
    return (struct entries){.row = arena_array(r->arena, (size_t)(r->n_parts + r->n_bases), sizeof(struct entry))};
}

/* What somebody has at last, if anything of it is stored. */
static void put_last(struct recompute *r, int who, const struct rating *is, int64_t at)
{
    struct entries *last = &r->worked[RATING_OF_PERSON];
    struct entry *entry = &last->row[last->n++];
    *entry = (struct entry){.column = {r->person[who], 0, 0, 0, is->games, at}};
    put_rating(entry, KEYS, is);
}

/* All games in their order: what each has changed, and what has come of all. */
static void work_out_all(struct recompute *r)
{
    struct entries *steps = &r->worked[RATING_OF_GAME];
    struct rating *is = first_ratings(r);
    int64_t *at = arena_array(r->arena, (size_t)r->n_people, sizeof(*at)); /* when the last game ended; 0: nothing is stored */
    *steps = entries_for(r);
    r->worked[RATING_OF_PERSON] = entries_for(r);
    for (int i = 0; i < r->n_bases; i++) {
        int who = number_of(r, r->base[i].person);
        is[who] = r->base[i].rating;
        at[who] = r->base[i].at;
    }
    for (int first = 0, end; first < r->n_parts; first = end) {
        end = next_game(r, first);
        int n = steps->n;
        for (int i = first; i < end; i++)
            if (r->part[i].here) {
                struct entry *step = &steps->row[steps->n++];
                *step = (struct entry){.column = {r->part[i].person, r->part[i].game}};
                put_rating(step, KEYS, &is[r->part[i].who]);
            }
        play_game(r, first, end, is);
        for (int i = first; i < end; i++) {
            at[r->part[i].who] = r->part[i].here ? r->part[i].at : 0;
            if (r->part[i].here)
                put_rating(&steps->row[n++], KEYS + 2, &is[r->part[i].who]);
        }
    }
    for (int who = 0; who < r->n_people; who++)
        if (at[who])
            put_last(r, who, &is[who], at[who]);
}

static int by_season(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    return x->season != y->season ? (x->season > y->season) - (x->season < y->season) : (x->order > y->order) - (x->order < y->order);
}

static void end_season(struct recompute *r, int64_t season, const bool *here, struct rating *is)
{
    struct entries *seasons = &r->worked[RATING_OF_SEASON];
    for (int who = 0; who < r->n_people; who++) {
        if (is[who].games && here[who]) {
            struct entry *entry = &seasons->row[seasons->n++];
            *entry = (struct entry){.column = {r->person[who], season, 0, 0, is[who].games}};
            put_rating(entry, KEYS, &is[who]);
        }
        is[who] = rating_first();
    }
}

/* The games of each season in their order, which is that of all of them but for some at its very end. */
static void work_out_seasons(struct recompute *r)
{
    struct rating *is = first_ratings(r);
    bool *here = arena_array(r->arena, (size_t)r->n_people, sizeof(*here));
    r->worked[RATING_OF_SEASON] = entries_for(r);
    qsort(r->part, (size_t)r->n_parts, sizeof(*r->part), by_season);
    for (int i = 0; i < r->n_parts; i++)
        here[r->part[i].who] = r->part[i].here;
    for (int first = 0, end; first < r->n_parts; first = end) {
        end = next_game(r, first);
        play_game(r, first, end, is);
        if (end == r->n_parts || r->part[end].season != r->part[first].season)
            end_season(r, r->part[first].season, here, is);
    }
}

void recompute_work_out(struct recompute *r)
{
    work_out_all(r);
    work_out_seasons(r);
}

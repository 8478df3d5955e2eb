#include "config.h"

#include "rules/engine/study.h"

#include <string.h>

#include "rules/engine/verbs.h"
#include "rules/parts.h"

/* The decisions of a game that could have been better. A quick search over all of them finds which to look at; what that search liked, it
 * liked by luck as well, so the few that are left are estimated anew in worlds on which nothing was chosen. */

enum {
    QUICK_WORLDS = 24, /* for a move that the search has not tried */
    FRESH_WORLDS = 200,
    ERRORS = 2         /* standard errors by which it must be ahead in these */
};

static const uint64_t OF_SEARCH = UINT64_C(1) << 57, OF_DUEL = UINT64_C(1) << 56; /* streams of the seed, beside that of the keys */

static struct race race_of(struct study *study, int seat)
{
    return (struct race){.rules = study->rules, .plan = &study->plan, .room = &study->room, .seat = seat, .seats = study->seats};
}

/* By how much @better is ahead of @move in @n worlds that @rng deals, FRESH_WORLDS at most; 0 with an error of 0 when too few of them
 * allow both. */
static int32_t duel(struct study *study, const void *before, int seat, const struct move *better, const struct move *move, int n,
                    struct rng *rng, int32_t *error)
{
    uint8_t keys[FRESH_WORLDS][RNG_KEY_BYTES];
    struct race race = race_of(study, seat);
    for (int i = 0; i < n; i++)
        race_key(rng, keys[i]);
    int32_t ahead = race_ahead(&race, before, (const uint8_t (*)[RNG_KEY_BYTES])keys, n, &(struct race_line){better, 1},
                               &(struct race_line){move, 1}, error);
    study->moves += race.moves;
    return ahead;
}

static int raced(const struct search_answer *answer, const struct move *move)
{
    int i = 0;
    while (i < answer->n && !move_equal(&answer->option[i].move, move))
        i++;
    return i;
}

/* Where it is kept: in an empty place, or of the one that promises least, when that is less; NULL: nowhere. */
static struct study_tried *place_for(struct study *study, int seat, int32_t gain)
{
    struct study_tried *at = study->tried[seat].at, *least = at;
    if (study->tried[seat].n < STUDY_TRIED)
        return &at[study->tried[seat].n++];
    for (int i = 1; i < STUDY_TRIED; i++)
        least = at[i].gain < least->gain ? &at[i] : least;
    return gain > least->gain ? least : NULL;
}

void study_decide(struct study *study, int ply, const struct study_step *step)
{
    const struct rules *rules = study->rules;
    const struct move *move = step->move;
    const int seat = step->seat;
    struct search_answer answer;
    struct rng rng;
    rng_init(&rng, study->seed, OF_SEARCH + (uint64_t)ply);
    memcpy(study->before, step->before, rules->size);
    rules->conceal(study->before, seat, &rng);
    if (!search(rules, study->before, seat, &study->quick, &rng, &study->room, &answer))
        return;
    study->moves += answer.moves;
    const struct search_option *best = &answer.option[answer.chosen];
    if (move_equal(&best->move, move) || rules->check(step->before, seat, &best->move, NULL) != RULE_OK)
        return; /* what hidden things forbid was not there for it */
    int i = raced(&answer, move);
    int32_t error = 0, gain = i < answer.n ? best->ahead - answer.option[i].ahead
                                           : duel(study, study->before, seat, &best->move, move, QUICK_WORLDS, &rng, &error);
    struct study_tried *tried = gain > error ? place_for(study, seat, gain) : NULL;
    if (!tried)
        return;
    tried->ply = ply;
    tried->turn = study->turn;
    tried->gain = gain;
    move_copy(&tried->move, move);
    move_copy(&tried->better, &best->move);
    memcpy(tried->before, study->before, rules->size);
}

/* ---- Estimated anew ---- */

/* Merged: only the larger of two that lie in one turn, or that missed the same, is told. */
static bool is_told(const struct study_moment *moments, const int *turns, int n, const struct study_tried *tried)
{
    for (int i = 0; i < n; i++)
        if (turns[i] == tried->turn || move_equal(&moments[i].better, &tried->better))
            return true;
    return false;
}

static void give_reasons(struct study *study, const struct study_tried *tried, struct study_moment *moment)
{
    struct search_answer answer = {.n = 2};
    struct rng rng;
    answer.option[0].move = moment->move;
    answer.option[1].move = moment->better;
    rng_init(&rng, study->seed, OF_DUEL + 1 + (uint64_t)tried->ply);
    race_key(&rng, study->room.key[0]);
    moment->n_why = search_why(study->rules, tried->before, moment->seat, &study->plan, &study->room, &answer, 1, 0, moment->why);
}

int study_moments(struct study *study, int seat, int32_t least, struct study_moment out[STUDY_MOMENTS])
{
    int32_t worth[STUDY_TRIED], error[STUDY_TRIED];
    int turns[STUDY_MOMENTS], n = 0, of = study->tried[seat].n;
    struct rng rng;
    rng_init(&rng, study->seed, OF_DUEL - 1 - (uint64_t)seat);
    for (int i = 0; i < of; i++) {
        const struct study_tried *tried = &study->tried[seat].at[i];
        worth[i] = duel(study, tried->before, seat, &tried->better, &tried->move, FRESH_WORLDS, &rng, &error[i]);
    }
    while (n < STUDY_MOMENTS) {
        int best = -1;
        for (int i = 0; i < of; i++)
            if (worth[i] >= least && worth[i] > ERRORS * error[i] && (best < 0 || worth[i] > worth[best]))
                best = i;
        if (best < 0)
            break;
        const struct study_tried *tried = &study->tried[seat].at[best];
        if (!is_told(out, turns, n, tried)) {
            turns[n] = tried->turn;
            out[n] = (struct study_moment){.ply = tried->ply, .seat = seat, .worth = worth[best], .error = error[best]};
            move_copy(&out[n].move, &tried->move);
            move_copy(&out[n].better, &tried->better);
            give_reasons(study, tried, &out[n]);
            n++;
        }
        worth[best] = INT32_MIN;
    }
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && out[k].ply < out[k - 1].ply; k--) {
            struct study_moment later = out[k - 1];
            out[k - 1] = out[k];
            out[k] = later;
        }
    return n;
}

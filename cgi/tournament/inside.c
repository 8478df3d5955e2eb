#include "config.h"

#include "cgi/tournament/inside.h"

#include <string.h>

#include "cgi/store/store.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

const struct rules *tournament_rules(const struct tournament_row *row, int seats, struct setup *setup, struct err *err)
{
    const struct rules *rules = rules_find(row->rules_id);
    if (rules && tournament_options(row->options, rules, seats, setup))
        return rules;
    err_fail(err, ERR_INTERNAL, NULL, NULL, "tournament %lld: %s is no game with such options", (long long)row->id, row->rules_id);
    return NULL;
}

/* Doubled at each power of two. */
void *one_more(struct arena *arena, void *list, int n, size_t size)
{
    if (n & (n - 1) && n)
        return list;
    void *wider = arena_array(arena, n ? 2 * (size_t)n : 1, size);
    if (n)
        memcpy(wider, list, (size_t)n * size);
    return wider;
}

struct entrant_change *change_entrant(struct arena *arena, struct tournament_change *change)
{
    change->entrant = one_more(arena, change->entrant, change->n_entrants, sizeof(*change->entrant));
    struct entrant_change *entrant = &change->entrant[change->n_entrants++];
    *entrant = (struct entrant_change){.place = NO_PLACE};
    return entrant;
}

struct tournament_act_row *change_act(struct arena *arena, struct tournament_change *change, enum act_kind kind)
{
    change->act = one_more(arena, change->act, change->n_acts, sizeof(*change->act));
    struct tournament_act_row *act = &change->act[change->n_acts++];
    *act = (struct tournament_act_row){.kind = kind, .place = NO_PLACE};
    return act;
}

void change_dropped(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, const struct entrant_row *entrant,
                    enum entrant_status status)
{
    int barred = status == ENTRANT_MISSED ? all->row.stage + 1 : all->row.stage;
    struct tournament_act_row *act = change_act(arena, change, ACT_DROPPED);
    act->person = entrant->person;
    act->place = entrant->place;
    act->stage = all->row.stage;
    *change_entrant(arena, change) = (struct entrant_change){.person = entrant->person, .status = status, .place = NO_PLACE, .barred = barred};
    change->leave = one_more(arena, change->leave, change->n_leave, sizeof(*change->leave));
    change->leave[change->n_leave++] = entrant->place;
}

void change_goes_on(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, int64_t by, int64_t now)
{
    const struct stage_row *stage = stage_of(all, all->row.stage);
    change->has_paused = true;
    change_act(arena, change, ACT_WENT_ON)->person = by;
    if (!stage || stage->closed)
        return;
    change->stage_moved = arena_alloc(arena, sizeof(*change->stage_moved));
    *change->stage_moved = *stage;
    change->stage_moved->closes += now > all->row.paused ? now - all->row.paused : 0;
}

void change_cancelled(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, int64_t by)
{
    change->has_status = true;
    change->status = TOURNAMENT_CANCELLED;
    change->letter_why = !by ? "few" : by == all->row.organiser ? "organiser" : "operator";
    change_act(arena, change, ACT_CANCELLED)->person = by;
    for (int i = 0; i < all->n_entrants; i++)
        if (all->entrant[i].status == ENTRANT_WAITS && all->entrant[i].person != by) {
            change->letter = one_more(arena, change->letter, change->n_letters, sizeof(*change->letter));
            change->letter[change->n_letters++] = all->entrant[i].person;
        }
}

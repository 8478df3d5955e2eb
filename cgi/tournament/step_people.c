/* Who drops out of a tournament, and who gets the place. */
#include "config.h"

#include "cgi/tournament/parts.h"

#include "cgi/base/banned.h"

void step_seat_person(struct step *s, struct entrant_row *entrant, int place)
{
    entrant->status = ENTRANT_PLAYS;
    entrant->place = place;
    s->all.place[place].person = entrant->person;
    s->all.place[place].name = entrant->name;
    *change_entrant(s->arena, &s->change) = (struct entrant_change){.person = entrant->person, .status = ENTRANT_PLAYS, .place = place};
    s->change.take = one_more(s->arena, s->change.take, s->change.n_take, sizeof(*s->change.take));
    s->change.take[s->change.n_take++] = s->all.place[place];
}

/* ---- dropping out ---- */

/* What became of the seats of @entrant at tables that still count. */
static enum entrant_status fate_of(const struct step *s, const struct entrant_row *entrant)
{
    enum entrant_status fate = ENTRANT_PLAYS;
    for (int i = 0; i < s->all.n_fixtures; i++) {
        const struct fixture_row *f = &s->all.fixture[i];
        for (int seat = 0; f->is_running && f->how == HOW_NOT_YET && seat < f->n; seat++) {
            if (f->sits[seat] != entrant->person)
                continue;
            if (f->resigned & SEAT_BIT(seat))
                fate = ENTRANT_LEFT;
            else if (f->opened & SEAT_BIT(seat))
                return ENTRANT_MISSED;
        }
    }
    return fate;
}

void step_drop(struct step *s)
{
    for (int i = 0; i < s->all.n_entrants; i++) {
        struct entrant_row *e = &s->all.entrant[i];
        enum entrant_status fate = e->status != ENTRANT_PLAYS ? e->status : step_is_held(s, e) ? ENTRANT_GONE : fate_of(s, e);
        if (fate == e->status)
            continue;
        change_dropped(s->arena, &s->all, &s->change, e, fate);
        s->all.place[e->place].person = 0;
        s->all.place[e->place].name = NULL;
        e->status = fate;
    }
}

/* ---- the waiting list ---- */

static struct entrant_row *next_who_waits(const struct step *s)
{
    for (int i = 0; i < s->all.n_entrants; i++) {
        struct entrant_row *e = &s->all.entrant[i];
        if (e->status == ENTRANT_WAITS && e->barred < s->all.row.stage && !step_is_held(s, e))
            return e;
    }
    return NULL;
}

/* Does @place take part in the stage that runs? */
static bool takes_part(const struct step *s, const struct stage_row *stage, int place)
{
    for (int i = 0; i < s->all.n_stage_places; i++)
        if (s->all.stage_place[i].stage == stage->stage && s->all.stage_place[i].place == place)
            return true;
    return false;
}

/* One after the other, those who wait longest first. Who has played before comes to another place than before as well. */
void step_give_places(struct step *s)
{
    const struct stage_row *stage = step_running_stage(s);
    for (int place = 0; stage && place < s->all.n_places; place++) {
        if (s->all.place[place].person || !takes_part(s, stage, place))
            continue;
        struct entrant_row *next = next_who_waits(s);
        if (!next)
            return;
        step_seat_person(s, next, place);
        struct tournament_act_row *act = change_act(s->arena, &s->change, ACT_TOOK_PLACE);
        act->person = next->person;
        act->place = place;
        act->stage = stage->stage;
    }
}

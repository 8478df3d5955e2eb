/* What can be worked out of a position. */
#include "config.h"

#include "rules/venedig/state.h"

struct venedig_field venedig_built(const struct venedig_state *st)
{
    struct venedig_field built = {{0, 0}};
    for (int i = 0; i < st->n_buildings; i++) {
        const struct venedig_spot *spot = &venedig_spots[st->buildings[i].spot];
        for (int s = 0; s < spot->n; s++)
            venedig_add(&built, spot->site[s]);
    }
    return built;
}

struct venedig_field venedig_free(const struct venedig_state *st)
{
    struct venedig_field built = venedig_built(st), dry = {{0, 0}};
    for (int site = 0; site < VENEDIG_SITES; site++)
        dry.part[site >> 6] |= (uint64_t)(st->swamp[site] < 0) << (site & 63);
    return (struct venedig_field){{dry.part[0] & ~built.part[0], dry.part[1] & ~built.part[1]}};
}

void venedig_spots_of(int kind, int *first, int *end)
{
    static const int16_t ranges[VENEDIG_KINDS][2] = {
        [VENEDIG_PALAZZO] = {VENEDIG_PAIRS, VENEDIG_OVER}, [VENEDIG_CAMPO] = {0, VENEDIG_SITES},
        [VENEDIG_PONTE] = {VENEDIG_OVER, VENEDIG_TRIANGLES}, [VENEDIG_BASILIKA] = {VENEDIG_TRIANGLES, VENEDIG_SPOTS},
        [VENEDIG_CASA] = {0, VENEDIG_SITES},
    };
    *first = ranges[kind][0];
    *end = ranges[kind][1];
}

bool venedig_next_place(const struct venedig_field *free, struct venedig_job *job)
{
    int spot, end;
    venedig_spots_of(job->kind, &spot, &end);
    unsigned districts = 0;
    if (job->count_in >= 0)
        districts = venedig_districts_of(job->spot) & ~0u << (job->count_in + 1);
    if (!districts) {
        for (spot = job->spot < 0 ? spot : job->spot + 1; spot < end && !venedig_fits(free, spot);)
            spot++;
        if (spot == end)
            return false;
        job->spot = (int16_t)spot;
        districts = venedig_districts_of(spot);
    }
    job->count_in = job->kind == VENEDIG_PONTE ? (int8_t)__builtin_ctz(districts) : -1;
    return true;
}

bool venedig_has_room(const struct venedig_field *free, int kind)
{
    struct venedig_job job = venedig_job_of(kind, 0, -1);
    return venedig_next_place(free, &job);
}

bool venedig_has_one_place(const struct venedig_field *free, int kind)
{
    struct venedig_job job = venedig_job_of(kind, 0, -1);
    return venedig_next_place(free, &job) && !venedig_next_place(free, &job);
}

int venedig_supply(const struct venedig_state *st, int kind)
{
    int left = venedig_pieces[kind].pieces;
    for (int i = 0; i < st->n_buildings; i++)
        left -= st->buildings[i].kind == kind;
    return left;
}

/* ---- Points: dossier venedig 6 ---- */

int venedig_casas(const struct venedig_state *st, int district)
{
    int n = 0;
    for (int i = 0; i < st->n_buildings; i++)
        n += st->buildings[i].kind == VENEDIG_CASA && venedig_sites[st->buildings[i].spot].district == district;
    return n;
}

/* The sites that touch a spot, each once. */
static struct venedig_field around(int spot)
{
    const struct venedig_spot *s = &venedig_spots[spot];
    struct venedig_field near = {{0, 0}}, own = {{0, 0}};
    for (int i = 0; i < s->n; i++) {
        venedig_add(&own, s->site[i]);
        for (int k = 0; k < VENEDIG_NEAR && venedig_near[s->site[i]][k] >= 0; k++)
            venedig_add(&near, venedig_near[s->site[i]][k]);
    }
    return (struct venedig_field){{near.part[0] & ~own.part[0], near.part[1] & ~own.part[1]}};
}

static int count_sites(const struct venedig_field *field)
{
    return __builtin_popcountll(field->part[0]) + __builtin_popcountll(field->part[1]);
}

int venedig_points_on(const struct venedig_state *st, const struct venedig_field *built, int kind, int spot, int count_in)
{
    struct venedig_field near;
    switch (kind) {
    case VENEDIG_CASA:
        return 1;
    case VENEDIG_BASILIKA:
        return VENEDIG_BASILIKA_POINTS;
    case VENEDIG_PONTE:
        return venedig_casas(st, count_in);
    default:
        near = around(spot);
        for (int half = 0; half < 2; half++)
            near.part[half] &= kind == VENEDIG_PALAZZO ? ~built->part[half] : built->part[half];
        return count_sites(&near);
    }
}

int venedig_points(const struct venedig_state *st, int kind, int spot, int count_in)
{
    struct venedig_field built = venedig_built(st);
    return venedig_points_on(st, &built, kind, spot, count_in);
}

int venedig_brings_on(const struct venedig_state *st, const struct venedig_field *built, const struct venedig_job *job)
{
    bool imaginary = job->kind == VENEDIG_CASA && !venedig_is_person(st, job->builder);
    return imaginary ? 0 : venedig_points_on(st, built, job->kind, job->spot, job->count_in);
}

int venedig_brings(const struct venedig_state *st, const struct venedig_job *job)
{
    struct venedig_field built = venedig_built(st);
    return venedig_brings_on(st, &built, job);
}

int venedig_share(const struct venedig_state *st, const struct venedig_job *job, int seat, int points)
{
    if (!venedig_takes_part(st, job, seat))
        return 0;
    return seat == job->builder ? points : points / 2;
}

/* ---- The route ---- */

bool venedig_moors(const struct venedig_state *st, int seat, uint8_t districts)
{
    return st->gondola[seat] <= VENEDIG_GOAL && venedig_route[st->gondola[seat]].districts & districts;
}

int venedig_goes_to(const struct venedig_state *st, int seat, int steps, int *jumped)
{
    int at = st->gondola[seat], over = 0;
    while (steps > 0) {
        bool taken = false;
        at++;
        for (int other = 0; other < st->seats; other++)
            taken |= other != seat && venedig_place(st->gondola[other]) == venedig_place(at);
        steps -= !taken;
        over += taken;
    }
    if (jumped)
        *jumped = over;
    return at;
}

/* ---- Gold and cards ---- */

int venedig_gold(const uint8_t tiles[VENEDIG_GOLD_VALUES])
{
    int gold = 0;
    for (int value = 1; value < VENEDIG_GOLD_VALUES; value++)
        gold += value * tiles[value];
    return gold;
}

bool venedig_may_pay(const struct venedig_state *st, int seat)
{
    int swamp = counts_sum(st->gold[seat], VENEDIG_SWAMP_VALUES);
    int treasure = counts_sum(st->gold[seat] + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
    return (VENEDIG_SWAMP_VALUES - 1) * swamp + (VENEDIG_GOLD_VALUES - 1) * treasure >= VENEDIG_PRICE;
}

int venedig_stock(const struct venedig_state *st)
{
    return counts_sum(st->aside + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
}

int venedig_left(const struct venedig_state *st)
{
    return st->n_deck + counts_sum(st->discard.of, VENEDIG_KINDS);
}

bool venedig_can_take(const struct venedig_state *st, int seat)
{
    return counts_sum(st->hand[seat].of, VENEDIG_KINDS) < VENEDIG_HAND
        && (venedig_left(st) > 0 || counts_sum(st->pool.of, VENEDIG_KINDS) > 0);
}

uint8_t venedig_kinds_of(const struct venedig_cards *cards)
{
    uint8_t kinds = 0;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        kinds |= (uint8_t)((cards->of[kind] > 0) << kind);
    return kinds;
}

int venedig_heir(const struct venedig_state *st, int kind, int seat)
{
    int heir = -1, ring = venedig_ring(st);
    for (int i = 1; i < ring; i++) {
        int other = (seat + i) % ring;
        if (st->front[other].of[kind] > (heir < 0 ? 0 : st->front[heir].of[kind]))
            heir = other;
    }
    return heir;
}

bool venedig_no_swamp(const struct venedig_state *st)
{
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (st->swamp[site] >= 0)
            return false;
    return true;
}

bool venedig_ends_turn(const struct venedig_state *st)
{
    return !venedig_can_take(st, st->active) && !venedig_may_pay(st, st->active);
}

int venedig_site_error(const struct venedig_state *st, const struct venedig_field *free, int kind, int spot, int *site)
{
    int first, end;
    venedig_spots_of(kind, &first, &end);
    if (spot < first || spot >= end)
        return VENEDIG_WRONG_SHAPE;
    for (int i = 0; i < venedig_spots[spot].n; i++) {
        *site = venedig_spots[spot].site[i];
        if (!venedig_holds(free, *site))
            return st->swamp[*site] >= 0 ? VENEDIG_UNDER_SWAMP : VENEDIG_SITE_TAKEN;
    }
    return RULE_OK;
}

void venedig_write_build(int16_t *arg, const struct venedig_job *job)
{
    arg[SLOT_BUILD_KIND] = job->kind;
    arg[SLOT_BUILD_SET] = job->set;
    arg[SLOT_BUILD_SPOT] = job->spot;
    arg[SLOT_BUILD_COUNT_IN] = job->count_in;
}

void venedig_set_build(struct move *move, const struct venedig_job *job)
{
    move->verb = VENEDIG_BUILD;
    move->nargs = SLOTS_OF_BUILD;
    venedig_write_build(move->arg, job);
}

/* ---- Who is ahead: dossier venedig 9 ---- */

void venedig_standing(const void *state, struct standing *out)
{
    const struct venedig_state *st = state;
    out->n = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        int ahead = 0;
        for (int other = 0; other < st->seats; other++)
            ahead += st->gondola[other] > st->gondola[seat];
        out->seat[seat].points = st->gondola[seat];
        out->seat[seat].rank = (int8_t)(st->phase == VENEDIG_PHASE_OVER ? ahead + 1 : 0);
    }
}

bool venedig_earns_treasure(const struct venedig_state *st, const struct venedig_job *job, int seat)
{
    return venedig_takes_part(st, job, seat) && venedig_moors(st, seat, venedig_districts_of(job->spot));
}

/* ---- Who is asked ---- */

seatmask venedig_awaits(const void *state)
{
    const struct venedig_state *st = state;
    switch (st->phase) {
    case VENEDIG_PHASE_PLACE:
        return SEAT_BIT(venedig_decides(st, st->job.builder));
    case VENEDIG_PHASE_OVER:
        return 0;
    default:
        return SEAT_BIT(st->active);
    }
}

seatmask venedig_windows(const void *state)
{
    const struct venedig_state *st = state;
    return venedig_awaits(st) & (seatmask)~SEAT_BIT(st->active);
}

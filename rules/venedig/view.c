/* What a viewer may see, built from nothing (dossier venedig 13). Hidden are the hands, what tiles are worth, and the deck.
 *
 * Every object with "place" is something that can be chosen when the viewer is asked (docs/architecture.md). Points of the picture
 * are x, y in 1000 by 850. A kind is { kind, kind_label, and true under one of palazzo, campo, ponte, basilika, casa }; a seat
 * { seat or null, letter or null, third (the imaginary player's), nobody }; districts[] { district, name_label, initial }.
 *
 * seats, active { seat }, turn, round, phase and phase_label and true under the phase's name in `is`, drained, can_drain, two (an imaginary
 * third plays), ending_label or null, on_board, all_on_board, listed, flip or null { place }
 * districts[5] { district, name_label, initial, casas, left, right, top, bottom (middles of its outermost sites) }
 * sites[105] { site, label, site_label, district, name_label, initial, x, y, swamp, built, free, material, bridge, kind;
 *             place when it may be drained }
 * wet: null or { districts[5] { name_label, initial, any, sites[] as above } }: what the viewer may drain
 * buildings[] { place (a name only), kind, spot, label, districts[], x, y, x1, y1, x2, y2 (of more than one site), degrees,
 *               printed, number }
 * bridges[15] { bridge, label, districts[], x, y, x1, y1, x2, y2, built, lost, open, ready (both sites are free) }
 * route[81] { space, x, y, districts[], none, one, two, four, start, goal, pole, crossing, again, tenth }
 * gondolas[] { place (a name only), seat, space, x, y, districts[], beyond }
 * kinds[5] { kind, need, sites, supply, pieces, last (the last piece), shared, cards (before all), missing, complete, solo, architect seat,
 *            dots[need] { seat or nobody } }
 * pool[] { kind, place }, pooled, deck { cards, place }, discard[] { kind, count }, discarded, stock (treasure tiles left)
 * players[] { seat, current, cards, swamp_tiles, treasure_tiles, tiles, space, districts[],
 *             has_front, front[] { kind, count, many, architect, need },
 *             own: null or { has_cards, hand[] { kind, count, many, cards[], place, playing, plays[] { place, n, first } },
 *                            has_tiles, tiles[] { value, count, many, treasure }, gold, steps, over } }
 * third: null or { has_front, front[] }
 * job: null or { kind, architect seat, active seat, wish or null { label, x, y }, spot or null { label, x, y }, points, before_treasure }
 * any_placing, placing[] { place (to choose it), verb, kind, architect seat, mine (the viewer decides), only (nothing else can be done),
 *             wishes, room, any or null { place }, gives_up or null { place }, districts[5] { district, name_label, initial, casas, any,
 *             spots[] { place, end (its name within the page), spot, spot_label, x, y (of its points), middle { x, y },
 *                       sites[] { x, y }, degrees, count_in or null { district, name_label, initial, casas }, points, ends,
 *                       shares[] { seat, steps, to, treasure, architect } } } } */
#include "config.h"

#include "rules/venedig/view.h"

/* ---- What a building would bring ---- */

static const char *const verb_names[] = {[VENEDIG_DO_CASA] = "casa", [VENEDIG_BUILD] = "build", [VENEDIG_CALL] = "call",
                                         [VENEDIG_SCRAP] = "scrap"};

/* A building that may be put up, or called for. */
struct offer {
    int verb, kind, set, builder;
};

/* Who would get what: from the architect on, treasure while there is any, gondolas one after the other. */
static struct json_object *shares_view(const struct venedig_state *st, const struct offer *offer, int spot, int points, bool *ends)
{
    struct json_object *list = json_new_list();
    struct venedig_state then = *st;
    int ring = venedig_ring(st), tiles = venedig_stock(st);
    for (int i = 0; i < ring; i++) {
        int seat = (offer->builder + i) % ring;
        if (!venedig_is_person(st, seat) || !venedig_takes_part(st, offer->kind, offer->set, offer->builder, seat))
            continue;
        struct json_object *out = json_new();
        int steps = venedig_share(st, offer->kind, offer->set, offer->builder, seat, points);
        bool treasure = tiles > 0 && venedig_moors(st, seat, venedig_districts_of(spot));
        tiles -= treasure;
        then.gondola[seat] = (uint8_t)venedig_goes_to(&then, seat, steps, NULL);
        *ends |= then.gondola[seat] >= VENEDIG_GOAL;
        venedig_set_seat(out, st, seat);
        json_set_number(out, "steps", steps);
        json_set_number(out, "to", then.gondola[seat]);
        json_set_truth(out, "treasure", treasure);
        json_set_truth(out, "architect", seat == offer->builder);
        json_add(list, out);
    }
    return list;
}

static void write_pair(struct writer *text, const char *key, const char *value)
{
    write_text(text, text->length ? "&" : "");
    write_text(text, key);
    write_text(text, "=");
    write_text(text, value);
}

/* "verb=build&kind=ponte&set=shared" */
static void write_offer(struct writer *text, const struct offer *offer)
{
    write_pair(text, "verb", verb_names[offer->verb]);
    if (offer->verb != VENEDIG_DO_CASA)
        write_pair(text, "kind", venedig_kinds[offer->kind].id);
    if (offer->verb == VENEDIG_BUILD || offer->verb == VENEDIG_SCRAP)
        write_pair(text, "set", venedig_sets[offer->set].id);
}

/* ... and "spot=d3-g18&count_in=giudecca" */
static void set_place(struct json_object *out, const struct offer *offer, int spot, int count_in)
{
    char place[128];
    struct writer text = writer_on(place, sizeof(place));
    write_offer(&text, offer);
    if (offer->verb != VENEDIG_SCRAP)
        write_pair(&text, offer->verb == VENEDIG_DO_CASA ? "site" : "spot", spot < 0 ? "none" : venedig_spot_names[spot].id);
    if (count_in >= 0)
        write_pair(&text, "count_in", venedig_districts[count_in].id);
    json_set_text(out, "place", place);
    json_set_truth(out, "act", false);
}

static struct json_object *count_view(const struct venedig_state *st, int count_in)
{
    if (count_in < 0)
        return NULL;
    struct json_object *out = json_new();
    venedig_set_district(out, count_in);
    json_set_number(out, "casas", venedig_casas(st, count_in));
    return out;
}

/* A name for the place within the page: "c18-c19", of a ponte "d3-g18-giudecca". */
static void set_end(struct json_object *out, int spot, int count_in)
{
    char end[48];
    struct writer text = writer_on(end, sizeof(end));
    write_text(&text, venedig_spot_names[spot].id);
    if (count_in >= 0) {
        write_text(&text, "-");
        write_text(&text, venedig_districts[count_in].id);
    }
    json_set_text(out, "end", end);
}

static struct json_object *points_of_sites(int spot)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < venedig_spots[spot].n; i++) {
        struct json_object *site = json_new();
        venedig_set_point(site, venedig_point_of(venedig_spots[spot].site[i]));
        json_add(list, site);
    }
    return list;
}

static struct json_object *spot_view(const struct venedig_state *st, const struct offer *offer, int spot, int count_in)
{
    struct json_object *out = json_new(), *middle = json_new();
    bool imaginary = offer->kind == VENEDIG_CASA && !venedig_is_person(st, offer->builder);
    bool ends = venedig_supply(st, offer->kind) == 1;
    int points = imaginary ? 0 : venedig_points(st, offer->kind, spot, count_in);
    struct point at = venedig_middle(spot);
    if (count_in >= 0) { /* beside the bank that it counts */
        const uint8_t *site = venedig_spots[spot].site;
        struct point bank = venedig_point_of(venedig_sites[site[0]].district == count_in ? site[0] : site[1]);
        at = (struct point){(at.x + bank.x) / 2, (at.y + bank.y) / 2};
    }
    set_place(out, offer, spot, count_in);
    json_set_text(out, "spot", venedig_spot_names[spot].id);
    json_set_text(out, "spot_label", venedig_spot_names[spot].label);
    set_end(out, spot, count_in);
    venedig_set_point(out, at);
    venedig_set_point(middle, venedig_middle(spot));
    json_set(out, "middle", middle);
    json_set(out, "sites", points_of_sites(spot));
    venedig_set_lie(out, spot);
    json_set(out, "count_in", count_view(st, count_in));
    json_set_number(out, "points", points);
    json_set(out, "shares", shares_view(st, offer, spot, points, &ends));
    json_set_truth(out, "ends", ends);
    return out;
}

/* A district with those of its places that are in question, if any. */
static void add_district(struct json_object *list, const struct venedig_state *st, int district, const char *key,
                         struct json_object *places)
{
    struct json_object *out = json_new();
    venedig_set_district(out, district);
    json_set_truth(out, "any", json_object_array_length(places) > 0);
    json_set_number(out, "casas", venedig_casas(st, district));
    json_set(out, key, places);
    json_add(list, out);
}

/* Where it can stand, by districts; a ponte stands by each of those that it can count. */
static struct json_object *offer_districts(const struct seen *seen, const struct offer *offer)
{
    struct json_object *list = json_new_list();
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        struct json_object *spots = json_new_list();
        int spot, end;
        for (venedig_spots_of(offer->kind, &spot, &end); spot < end; spot++)
            if (venedig_fits(&seen->free, spot) && venedig_districts_of(spot) >> district & 1)
                json_add(spots, spot_view(seen->st, offer, spot, offer->kind == VENEDIG_PONTE ? district : -1));
        add_district(list, seen->st, district, "spots", spots);
    }
    return list;
}

static struct json_object *offer_view(const struct seen *seen, struct offer offer)
{
    const struct venedig_state *st = seen->st;
    struct json_object *out = json_new(), *districts = offer_districts(seen, &offer), *architect = json_new();
    int scrap = offer.verb;
    bool room = venedig_has_room(&seen->free, offer.kind), wishes = offer.verb == VENEDIG_CALL;
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    write_offer(&text, &offer);
    json_set_text(out, "place", place);
    json_set_truth(out, "only", st->phase == VENEDIG_PHASE_PLACE);
    venedig_set_seat(architect, st, offer.builder);
    json_set_text(out, "verb", verb_names[offer.verb]);
    venedig_set_kind(out, offer.kind);
    json_set(out, "architect", architect);
    json_set_truth(out, "mine", !wishes);
    json_set_truth(out, "wishes", wishes && room);
    json_set(out, "any", NULL);
    json_set(out, "gives_up", NULL);
    if (wishes && room) {
        struct json_object *any = json_new();
        set_place(any, &offer, -1, -1);
        json_set(out, "any", any);
    }
    if (!room) {
        struct json_object *gives_up = json_new();
        if (offer.kind != VENEDIG_CASA)
            scrap = VENEDIG_SCRAP;
        set_place(gives_up, &(struct offer){scrap, offer.kind, offer.set, offer.builder}, -1, -1);
        json_set(out, "gives_up", gives_up);
    }
    json_set_truth(out, "room", room);
    json_set(out, "districts", districts);
    return out;
}

/* What the viewer may put up now: the building that waits for him, or in his turn whatever is complete, and casas. */
static struct json_object *placing_view(const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    struct json_object *list = json_new_list();
    if (seen->awaited && st->phase == VENEDIG_PHASE_PLACE)
        json_add(list, offer_view(seen, (struct offer){VENEDIG_BUILD, st->job.kind, st->job.set, st->job.builder}));
    if (!seen->awaited || st->phase != VENEDIG_PHASE_BUILD)
        return list;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int architect = st->architect[kind];
        bool own = venedig_decides(st, architect) == seen->viewer;
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED))
            json_add(list, offer_view(seen, (struct offer){own ? VENEDIG_BUILD : VENEDIG_CALL, kind, VENEDIG_SET_SHARED, architect}));
        if (venedig_complete(st, kind, VENEDIG_SET_SOLO))
            json_add(list, offer_view(seen, (struct offer){VENEDIG_BUILD, kind, VENEDIG_SET_SOLO, seen->viewer}));
    }
    if (st->hand[seen->viewer].of[VENEDIG_CASA])
        json_add(list, offer_view(seen, (struct offer){VENEDIG_DO_CASA, VENEDIG_CASA, VENEDIG_SET_SOLO, seen->viewer}));
    return list;
}

static struct json_object *spot_point(int spot)
{
    if (spot < 0)
        return NULL;
    struct json_object *out = json_new();
    json_set_text(out, "label", venedig_spot_names[spot].label);
    venedig_set_point(out, venedig_middle(spot));
    return out;
}

static struct json_object *seat_view(const struct venedig_state *st, int seat)
{
    struct json_object *out = json_new();
    venedig_set_seat(out, st, seat);
    return out;
}

/* The building that is on its way. */
static struct json_object *job_view(const struct seen *seen)
{
    const struct venedig_job *job = &seen->st->job;
    if (job->kind < 0)
        return NULL;
    struct json_object *out = json_new();
    bool waits = job->step == VENEDIG_STEP_PLACE;
    venedig_set_kind(out, job->kind);
    json_set(out, "architect", seat_view(seen->st, job->builder));
    json_set(out, "active", seat_view(seen->st, seen->st->active));
    json_set(out, "wish", waits ? spot_point(job->spot) : NULL);
    json_set(out, "spot", waits ? NULL : spot_point(job->spot));
    json_set_number(out, "points", job->points);
    json_set_truth(out, "before_treasure", job->step == VENEDIG_STEP_TREASURE);
    return out;
}

/* ---- Kinds, cards and players ---- */

/* One dot a card that is needed, in the order of the seats, then those that are missing. */
static struct json_object *dots_view(const struct venedig_state *st, int kind)
{
    struct json_object *list = json_new_list();
    int total = kind < VENEDIG_SHARED ? venedig_total(st, kind) : 0;
    for (int seat = 0; seat < VENEDIG_SEATS && kind < VENEDIG_SHARED; seat++)
        for (int i = 0; i < st->front[seat].of[kind]; i++)
            json_add(list, seat_view(st, seat));
    for (int i = total; i < venedig_pieces[kind].need; i++)
        json_add(list, seat_view(st, -1));
    return list;
}

static struct json_object *kind_view(const struct seen *seen, int kind)
{
    const struct venedig_state *st = seen->st;
    struct json_object *out = json_new();
    bool shared = kind < VENEDIG_SHARED;
    int cards = shared ? venedig_total(st, kind) : 0, supply = venedig_supply(st, kind);
    venedig_set_kind(out, kind);
    json_set_number(out, "need", venedig_pieces[kind].need);
    json_set_number(out, "sites", venedig_pieces[kind].sites);
    json_set_number(out, "supply", supply);
    json_set_number(out, "pieces", venedig_pieces[kind].pieces);
    json_set_truth(out, "last", supply == 1);
    json_set_truth(out, "shared", shared);
    json_set_number(out, "cards", cards);
    json_set_number(out, "missing", venedig_pieces[kind].need - cards);
    json_set_truth(out, "complete", shared && venedig_complete(st, kind, VENEDIG_SET_SHARED));
    json_set_truth(out, "solo", st->solo == kind);
    json_set(out, "architect", seat_view(st, shared ? st->architect[kind] : -1));
    json_set(out, "dots", dots_view(st, kind));
    return out;
}

static struct json_object *count_of(int kind, int count)
{
    struct json_object *out = json_new();
    venedig_set_kind(out, kind);
    json_set_number(out, "count", count);
    json_set_truth(out, "many", count > 1);
    return out;
}

static struct json_object *front_view(const struct venedig_state *st, int seat)
{
    struct json_object *list = json_new_list();
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        if (!st->front[seat].of[kind])
            continue;
        struct json_object *out = count_of(kind, st->front[seat].of[kind]);
        json_set_truth(out, "architect", st->architect[kind] == seat);
        json_set_number(out, "need", venedig_pieces[kind].need);
        json_add(list, out);
    }
    return list;
}

static void set_front(struct json_object *out, const struct venedig_state *st, int seat)
{
    struct json_object *front = front_view(st, seat);
    json_set_truth(out, "has_front", json_object_array_length(front) > 0);
    json_set(out, "front", front);
}

static void set_taking(const struct seen *seen, struct json_object *out)
{
    static const char *const from[VENEDIG_KINDS] = {"verb=draw&from=palazzo", "verb=draw&from=campo", "verb=draw&from=ponte",
                                                    "verb=draw&from=basilika", "verb=draw&from=casa"};
    const struct venedig_state *st = seen->st;
    struct json_object *pool = json_new_list(), *discard = json_new_list(), *deck = json_new();
    bool takes = seen->awaited && st->phase == VENEDIG_PHASE_DRAW;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        if (st->pool.of[kind]) {
            struct json_object *card = count_of(kind, 1);
            json_set_truth(card, "act", false);
            if (takes)
                json_set_text(card, "place", from[kind]);
            json_add(pool, card);
        }
        if (st->discard.of[kind])
            json_add(discard, count_of(kind, st->discard.of[kind]));
    }
    json_set_number(deck, "cards", st->n_deck);
    json_set_truth(deck, "act", false);
    if (takes)
        json_set_text(deck, "place", "verb=draw&from=deck");
    json_set_truth(out, "pooled", json_object_array_length(pool) > 0);
    json_set(out, "pool", pool);
    json_set(out, "deck", deck);
    json_set(out, "discard", discard);
    json_set_number(out, "discarded", counts_sum(st->discard.of, VENEDIG_KINDS));
    json_set_number(out, "stock", venedig_stock(st));
}

/* What can be done with a card of the hand begins at its picture. */
static void set_use(struct json_object *out, const struct venedig_state *st, int kind)
{
    char place[32];
    struct writer text = writer_on(place, sizeof(place));
    bool swaps = st->phase == VENEDIG_PHASE_DRAW, casa = !swaps && kind == VENEDIG_CASA;
    write_pair(&text, "verb", swaps ? "swap" : casa ? "casa" : "play");
    if (!casa)
        write_pair(&text, swaps ? "put" : "kind", venedig_kinds[kind].id);
    json_set_text(out, "place", place);
}

/* So many of them can be played at once; all of a building as well. */
static struct json_object *plays_view(const struct venedig_state *st, int seat, int kind)
{
    struct json_object *list = json_new_list();
    for (int n = 1; n <= st->hand[seat].of[kind]; n++) {
        struct json_object *play = json_new();
        char place[48];
        struct writer text = writer_on(place, sizeof(place));
        write_pair(&text, "verb", "play");
        write_pair(&text, "kind", venedig_kinds[kind].id);
        write_text(&text, "&count=");
        write_number(&text, n);
        json_set_text(play, "place", place);
        json_set_truth(play, "act", false);
        json_set_number(play, "n", n);
        json_set_truth(play, "first", n == 1);
        json_add(list, play);
    }
    return list;
}

static struct json_object *own_view(const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    int seat = seen->viewer;
    struct json_object *out = json_new(), *hand = json_new_list(), *tiles = json_new_list();
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        if (!st->hand[seat].of[kind])
            continue;
        struct json_object *held = count_of(kind, st->hand[seat].of[kind]), *cards = json_new_list();
        for (int i = 1; i <= st->hand[seat].of[kind]; i++)
            json_add(cards, json_number(i));
        json_set(held, "cards", cards);
        set_use(held, st, kind);
        bool plays = seen->awaited && st->phase == VENEDIG_PHASE_BUILD && kind < VENEDIG_SHARED;
        json_set_truth(held, "playing", plays);
        json_set(held, "plays", plays ? plays_view(st, seat, kind) : json_new_list());
        json_add(hand, held);
    }
    for (int value = 0; value < VENEDIG_GOLD_VALUES; value++) {
        if (!st->gold[seat][value])
            continue;
        struct json_object *tile = json_new();
        json_set_number(tile, "value", value);
        json_set_number(tile, "count", st->gold[seat][value]);
        json_set_truth(tile, "many", st->gold[seat][value] > 1);
        json_set_truth(tile, "treasure", value >= VENEDIG_SWAMP_VALUES);
        json_add(tiles, tile);
    }
    int gold = venedig_gold(st->gold[seat]);
    json_set_truth(out, "has_cards", json_object_array_length(hand) > 0);
    json_set_truth(out, "has_tiles", json_object_array_length(tiles) > 0);
    json_set(out, "hand", hand);
    json_set(out, "tiles", tiles);
    json_set_number(out, "gold", gold);
    json_set_number(out, "steps", gold / VENEDIG_PRICE);
    json_set_number(out, "over", gold % VENEDIG_PRICE);
    return out;
}

static struct json_object *player_view(const struct seen *seen, int seat)
{
    const struct venedig_state *st = seen->st;
    struct json_object *out = json_new();
    int swamp = counts_sum(st->gold[seat], VENEDIG_SWAMP_VALUES), space = st->gondola[seat];
    int treasure = counts_sum(st->gold[seat] + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
    venedig_set_seat(out, st, seat);
    json_set_truth(out, "current", st->active == seat && st->phase != VENEDIG_PHASE_OVER);
    json_set_number(out, "cards", counts_sum(st->hand[seat].of, VENEDIG_KINDS));
    json_set_number(out, "swamp_tiles", swamp);
    json_set_number(out, "treasure_tiles", treasure);
    json_set_number(out, "tiles", swamp + treasure);
    json_set_number(out, "space", space);
    json_set(out, "districts", venedig_districts_view(space <= VENEDIG_GOAL ? venedig_route[space].districts : 0));
    set_front(out, st, seat);
    json_set(out, "own", seat == seen->viewer ? own_view(seen) : NULL);
    return out;
}

/* What can be drained, by districts. */
static struct json_object *wet_view(const struct seen *seen)
{
    struct json_object *out = json_new(), *list = json_new_list();
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        struct json_object *sites = json_new_list();
        for (int site = 0; site < VENEDIG_SITES; site++)
            if (venedig_sites[site].district == district && seen->st->swamp[site] >= 0)
                json_add(sites, venedig_site_view(seen, site));
        add_district(list, seen->st, district, "sites", sites);
    }
    json_set(out, "districts", list);
    return out;
}

/* ---- The whole ---- */

static void set_game(const struct seen *seen, struct json_object *out)
{
    const struct venedig_state *st = seen->st;
    struct json_object *is = json_new();
    for (int phase = 0; phase < VENEDIG_PHASE_COUNT; phase++)
        json_set_truth(is, venedig_phases[phase].id, (int)st->phase == phase);
    json_set_number(out, "seats", st->seats);
    json_set(out, "active", seat_view(st, st->active));
    json_set_number(out, "turn", st->turn);
    json_set_number(out, "round", (st->turn - 1) / st->seats + 1);
    json_set_text(out, "phase", venedig_phases[st->phase].id);
    json_set_text(out, "phase_label", venedig_phases[st->phase].label);
    json_set(out, "is", is);
    json_set_number(out, "drained", st->drained);
    json_set_number(out, "can_drain", VENEDIG_A_TURN - st->drained);
    json_set_truth(out, "two", st->seats == VENEDIG_FEWEST);
    json_set_truth(out, "flipped", st->flipped);
    json_set_text(out, "ending", st->ending ? venedig_endings[st->ending].id : NULL);
    json_set_text(out, "ending_label", st->ending ? venedig_endings[st->ending].label : NULL);
    json_set(out, "flip", NULL);
    if (seen->awaited && venedig_check(st, seen->viewer, &(struct move){.verb = VENEDIG_FLIP}) == RULE_OK) {
        struct json_object *flip = json_new();
        json_set_text(flip, "place", "verb=flip");
        json_set_truth(flip, "act", false);
        json_set(out, "flip", flip);
    }
}

void venedig_view(const void *state, int viewer, struct json_object *out)
{
    static const uint8_t order[VENEDIG_KINDS] = {VENEDIG_CASA, VENEDIG_PALAZZO, VENEDIG_CAMPO, VENEDIG_PONTE, VENEDIG_BASILIKA};
    const struct venedig_state *st = state;
    const struct seen seen = {st, viewer, viewer >= 0 && venedig_awaits(st) & SEAT_BIT(viewer), venedig_built(st),
                              venedig_free(st)};
    struct json_object *kinds = json_new_list(), *players = json_new_list();
    set_game(&seen, out);
    venedig_set_board(&seen, out);
    for (int i = 0; i < VENEDIG_KINDS; i++)
        json_add(kinds, kind_view(&seen, order[i]));
    for (int seat = 0; seat < st->seats; seat++)
        json_add(players, player_view(&seen, seat));
    json_set(out, "kinds", kinds);
    set_taking(&seen, out);
    json_set(out, "players", players);
    json_set(out, "third", NULL);
    if (st->seats == VENEDIG_FEWEST) {
        struct json_object *third = json_new();
        set_front(third, st, VENEDIG_THIRD);
        json_set(out, "third", third);
    }
    json_set(out, "job", job_view(&seen));
    struct json_object *placing = placing_view(&seen);
    json_set_truth(out, "any_placing", json_object_array_length(placing) > 0 && st->phase == VENEDIG_PHASE_BUILD);
    json_set(out, "placing", placing);
    json_set(out, "wet", seen.awaited && st->phase == VENEDIG_PHASE_DRAIN ? wet_view(&seen) : NULL);
    bool on_board = seen.awaited && (st->phase == VENEDIG_PHASE_BUILD || st->phase == VENEDIG_PHASE_PLACE
                                     || st->phase == VENEDIG_PHASE_DRAIN);
    json_set_truth(out, "on_board", on_board);
    json_set_truth(out, "all_on_board", on_board);
    json_set_truth(out, "listed", on_board);
}

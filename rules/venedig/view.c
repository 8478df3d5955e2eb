/* What a viewer may see, built from nothing (dossier venedig 13). Hidden are the hands, what tiles are worth, and the deck.
 *
 * Every object with "place" is something that can be chosen when the viewer is asked (docs/architecture.md). Points of the picture
 * are x, y in 1000 by 850. A kind is { kind, kind_label }; a seat { seat or null, third (the imaginary player's),
 * nobody }; a district { district, name_label, initial }.
 *
 * seats, active seat, turn, round, phase and phase_label and true under the phase's name in `is`, drained, flipped (the imaginary
 * player's card of this turn), ending and ending_label or null, on_board, all_on_board, listed, list_on_top, flip or null { place }
 * districts[5] { district, casas }
 * sites[105] { site, site_label, district (its id), initial, x, y, swamp, free (neither swamp nor building), material, act,
 *             place when it may be drained }
 * wet: null or { districts[5] { district, casas, any, sites[] as above } }: what the viewer may drain
 * buildings[] { place (a name only), kind, spot, label, x, y, degrees }
 * swamps[5] { district, casas, any, sites[] { site, site_label } }: what is under swamp
 * bridges[15] { bridge, label, built, open (neither bank is built on) }
 * gondolas[] { place (a name only), seat, space, x, y, beyond }
 * kinds[5] { kind, need, sites, supply, last (the last piece), shared, cards (before all), missing, complete, solo, architect seat,
 *            dots[need] seats }
 * pool[] { kind, act, place when it may be taken }, pooled, deck { cards, act, place likewise }, discard[] { kind, count }, discarded,
 * stock (treasure tiles left)
 * players[] { seat, current, cards, swamp_tiles, treasure_tiles, space, districts[],
 *             has_front, front[] { kind, count, many, architect },
 *             own: null or { has_cards, hand[] { kind, count, many, place, playing, plays[] { place, n, first } },
 *                            form, per, has_tiles, tiles[] { value, count, many, treasure, and if worth anything: gold, worth },
 *                            gold, steps, over } }
 * third: null or { has_front, front[] }: of two players
 * job: null or { kind, architect seat, active seat, wish or null { label, x, y }, spot or null { label, x, y }, points }
 * any_placing
 * placing[] { place (to choose it), first (of those that keep the viewer from finishing to build), kind, casa, solo, architect seat,
 *             mine (the viewer decides), only (nothing else can be done),
 *             one_way (the viewer is not its architect, but there is only one place), room, any or null { place } (wherever the
 *             architect likes), gives_up or null { place }, districts[] (the best first) { district, casas, any,
 *             spots[] (the best first) { place, end (its name within the page), spot, spot_label, x, y (of its points), middle { x, y },
 *                       bank (that a ponte counts, or null) { x, y }, sites[] { x, y }, degrees,
 *                       count_in or null { district, casas }, points, ends,
 *                       shares[] { seat, steps, to, treasure, architect } } } } */
#include "config.h"

#include "rules/parts.h"
#include "rules/venedig/view_parts.h"

/* ---- What a building would bring ---- */

static const char *const verb_names[] = {[VENEDIG_DO_CASA] = "casa", [VENEDIG_BUILD] = "build", [VENEDIG_CALL] = "call",
                                         [VENEDIG_SCRAP] = "scrap"};

/* A building that may be put up, or called for. */
struct offer {
    int verb;
    struct venedig_job job; /* with the place that is looked at */
};

/* Who would get what: from the architect on, treasure while there is any, gondolas one after the other. */
static struct json_object *shares_view(const struct venedig_state *st, const struct venedig_job *job, int points, bool *ends)
{
    struct json_object *list = json_new_list();
    struct venedig_state then = *st;
    int ring = venedig_ring(st), tiles = venedig_stock(st);
    for (int i = 0; i < ring; i++) {
        int seat = (job->builder + i) % ring;
        if (!venedig_takes_part(st, job, seat))
            continue;
        struct json_object *out = json_new();
        int steps = venedig_share(st, job, seat, points);
        bool treasure = tiles > 0 && venedig_earns_treasure(st, job, seat);
        tiles -= treasure;
        then.gondola[seat] = (uint8_t)venedig_goes_to(&then, seat, steps, NULL);
        *ends |= then.gondola[seat] >= VENEDIG_GOAL;
        venedig_set_seat(out, st, seat);
        json_set_number(out, "steps", steps);
        json_set_number(out, "to", then.gondola[seat]);
        json_set_truth(out, "treasure", treasure);
        json_set_truth(out, "architect", seat == job->builder);
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

/* "verb=build&kind=ponte"; which set is only said when both are complete */
static void write_offer(struct writer *text, const struct venedig_state *st, const struct offer *offer)
{
    int kind = offer->job.kind;
    bool two_sets = venedig_complete(st, kind, VENEDIG_SET_SHARED) && venedig_complete(st, kind, VENEDIG_SET_SOLO);
    write_pair(text, "verb", verb_names[offer->verb]);
    if (offer->verb != VENEDIG_DO_CASA)
        write_pair(text, "kind", venedig_kinds[kind].id);
    if (two_sets && (offer->verb == VENEDIG_BUILD || offer->verb == VENEDIG_SCRAP))
        write_pair(text, "set", venedig_sets[offer->job.set].id);
}

/* ... and "spot=d3-g18&count_in=giudecca" */
static void set_place(struct json_object *out, const struct venedig_state *st, const struct offer *offer)
{
    char place[128];
    struct writer text = writer_on(place, sizeof(place));
    int spot = offer->job.spot;
    write_offer(&text, st, offer);
    if (offer->verb != VENEDIG_SCRAP)
        write_pair(&text, offer->verb == VENEDIG_DO_CASA ? "site" : "spot", spot < 0 ? "none" : venedig_spot_names[spot].id);
    if (offer->job.count_in >= 0)
        write_pair(&text, "count_in", venedig_districts[offer->job.count_in].id);
    json_set_text(out, "place", place);
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
static void set_end(struct json_object *out, const struct venedig_job *job)
{
    char end[48];
    struct writer text = writer_on(end, sizeof(end));
    write_text(&text, venedig_spot_names[job->spot].id);
    if (job->count_in >= 0) {
        write_text(&text, "-");
        write_text(&text, venedig_districts[job->count_in].id);
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

static struct json_object *spot_view(const struct venedig_state *st, const struct offer *offer)
{
    const struct venedig_job *job = &offer->job;
    struct json_object *out = json_new(), *middle = json_new(), *bank = NULL;
    bool ends = venedig_supply(st, job->kind) == 1;
    int points = venedig_brings(st, job);
    struct point at = venedig_middle(job->spot);
    venedig_set_point(middle, at);
    if (job->count_in >= 0) { /* beside the bank that it counts */
        const uint8_t *site = venedig_spots[job->spot].site;
        struct point end = venedig_point_of(venedig_sites[site[0]].district == job->count_in ? site[0] : site[1]);
        at = (struct point){(at.x + end.x) / 2, (at.y + end.y) / 2};
        venedig_set_point(bank = json_new(), end);
    }
    set_place(out, st, offer);
    json_set_text(out, "spot", venedig_spot_names[job->spot].id);
    json_set_text(out, "spot_label", venedig_spot_names[job->spot].label);
    set_end(out, job);
    venedig_set_point(out, at);
    json_set(out, "middle", middle);
    json_set(out, "bank", bank);
    json_set(out, "sites", points_of_sites(job->spot));
    venedig_set_lie(out, job->spot);
    json_set(out, "count_in", count_view(st, job->count_in));
    json_set_number(out, "points", points);
    json_set(out, "shares", shares_view(st, job, points, &ends));
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

/* The higher the better for who looks on: points, then a treasure. */
static int rank_of(const struct seen *seen, const struct venedig_job *job)
{
    bool treasure = venedig_stock(seen->st) > 0 && venedig_earns_treasure(seen->st, job, seen->viewer);
    return 2 * venedig_brings(seen->st, job) + treasure;
}

struct ranked_place {
    struct venedig_job job;
    int rank;
};

/* Where it can stand, the best first, equals in the order of the board; returns how many. */
static int rank_places(const struct seen *seen, struct venedig_job job, struct ranked_place place[VENEDIG_SPOTS])
{
    int n = 0;
    while (venedig_next_place(&seen->free, &job)) {
        int rank = rank_of(seen, &job), i = n++;
        for (; i > 0 && place[i - 1].rank < rank; i--)
            place[i] = place[i - 1];
        place[i] = (struct ranked_place){job, rank};
    }
    return n;
}

/* Where it can stand, by districts, the one with the best place first; a ponte stands by each of those that it can count. */
static struct json_object *offer_districts(const struct seen *seen, const struct offer *at)
{
    struct json_object *list = json_new_list(), *spots[VENEDIG_DISTRICTS] = {NULL};
    struct ranked_place place[VENEDIG_SPOTS];
    int n = rank_places(seen, at->job, place), order[VENEDIG_DISTRICTS], n_any = 0;
    for (int i = 0; i < n; i++) {
        const struct offer offer = {at->verb, place[i].job};
        int own = venedig_sites[venedig_spots[offer.job.spot].site[0]].district;
        int district = offer.job.count_in < 0 ? own : offer.job.count_in;
        if (!spots[district]) {
            spots[district] = json_new_list();
            order[n_any++] = district;
        }
        json_add(spots[district], spot_view(seen->st, &offer));
    }
    for (int i = 0; i < n_any; i++)
        add_district(list, seen->st, order[i], "spots", spots[order[i]]);
    return list;
}

/* What is done without a place: a wish for none, or a set that is lost. */
static struct json_object *placeless_view(const struct venedig_state *st, const struct offer *offer, int verb)
{
    struct json_object *out = json_new();
    set_place(out, st, &(struct offer){verb, offer->job});
    return out;
}

static struct json_object *offer_view(const struct seen *seen, int verb, int kind, int set, int builder, bool first)
{
    bool room = venedig_has_room(&seen->free, kind), calls = verb == VENEDIG_CALL;
    bool one_way = calls && venedig_has_one_place(&seen->free, kind), wishes = calls && !one_way;
    const struct offer offer = {one_way ? VENEDIG_BUILD : verb, venedig_job_of(kind, set, builder)};
    struct json_object *out = json_new(), *architect = json_new();
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    write_offer(&text, seen->st, &offer);
    json_set_text(out, "place", place);
    json_set_truth(out, "first", first);
    json_set_truth(out, "only", seen->st->phase == VENEDIG_PHASE_PLACE);
    venedig_set_kind(out, kind);
    json_set_truth(out, "casa", kind == VENEDIG_CASA);
    venedig_set_seat(architect, seen->st, builder);
    json_set(out, "architect", architect);
    json_set_truth(out, "solo", set == VENEDIG_SET_SOLO && kind != VENEDIG_CASA);
    json_set_truth(out, "mine", !wishes);
    json_set_truth(out, "room", room);
    json_set_truth(out, "one_way", one_way);
    json_set(out, "any", calls && room ? placeless_view(seen->st, &offer, verb) : NULL);
    json_set(out, "gives_up", room ? NULL : placeless_view(seen->st, &offer, kind == VENEDIG_CASA ? verb : VENEDIG_SCRAP));
    json_set(out, "districts", offer_districts(seen, &offer));
    return out;
}

/* What the viewer may put up now: the building that waits for its site, or in their own turn whatever is complete, and casas. */
static struct json_object *placing_view(const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    struct json_object *list = json_new_list();
    if (seen->awaited && st->phase == VENEDIG_PHASE_PLACE)
        json_add(list, offer_view(seen, VENEDIG_BUILD, st->job.kind, st->job.set, st->job.builder, false));
    if (!seen->awaited || st->phase != VENEDIG_PHASE_BUILD)
        return list;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int architect = st->architect[kind];
        bool own = venedig_decides(st, architect) == seen->viewer;
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED))
            json_add(list, offer_view(seen, own ? VENEDIG_BUILD : VENEDIG_CALL, kind, VENEDIG_SET_SHARED, architect,
                                      json_object_array_length(list) == 0));
        if (venedig_complete(st, kind, VENEDIG_SET_SOLO))
            json_add(list, offer_view(seen, VENEDIG_BUILD, kind, VENEDIG_SET_SOLO, seen->viewer,
                                      json_object_array_length(list) == 0));
    }
    if (st->hand[seen->viewer].of[VENEDIG_CASA])
        json_add(list, offer_view(seen, VENEDIG_DO_CASA, VENEDIG_CASA, VENEDIG_SET_SOLO, seen->viewer, false));
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
        struct json_object *held = count_of(kind, st->hand[seat].of[kind]);
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
        if (value) {
            json_set_text(tile, "gold", venedig_golds[value - 1].id);
            json_set_number(tile, "worth", value);
        }
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
    json_set_text(out, "form", "spend");
    json_set_number(out, "per", VENEDIG_PRICE);
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
    json_set_number(out, "space", space);
    json_set(out, "districts", venedig_districts_view(space <= VENEDIG_GOAL ? venedig_route[space].districts : 0));
    set_front(out, st, seat);
    json_set(out, "own", seat == seen->viewer ? own_view(seen) : NULL);
    return out;
}

/* What is under swamp, by districts: for an order. */
static struct json_object *swamps_view(const struct venedig_state *st)
{
    struct json_object *list = json_new_list();
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        struct json_object *sites = json_new_list();
        for (int site = 0; site < VENEDIG_SITES; site++)
            if (venedig_sites[site].district == district && st->swamp[site] >= 0) {
                struct json_object *out = json_new();
                json_set_text(out, "site", venedig_spot_names[site].id);
                json_set_text(out, "site_label", venedig_spot_names[site].label);
                json_add(sites, out);
            }
        add_district(list, st, district, "sites", sites);
    }
    return list;
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

/* Why it ends; of a kind that has run out, which. */
static const char *ending_label(const struct venedig_state *st)
{
    static const char *const last[VENEDIG_KINDS] = {
        [VENEDIG_PALAZZO] = N_("the last palazzo stands"), [VENEDIG_CAMPO] = N_("the last campo stands"),
        [VENEDIG_PONTE] = N_("the last ponte stands"), [VENEDIG_BASILIKA] = N_("the last basilica stands"),
        [VENEDIG_CASA] = N_("the last casa stands")};
    for (int kind = 0; kind < VENEDIG_KINDS && st->ending == VENEDIG_ENDING_SUPPLY; kind++)
        if (venedig_supply(st, kind) == 0)
            return last[kind];
    return st->ending ? venedig_endings[st->ending].label : NULL;
}

static void set_game(const struct seen *seen, struct json_object *out)
{
    const struct venedig_state *st = seen->st;
    struct json_object *is = json_new();
    for (int phase = 0; phase < VENEDIG_PHASE_COUNT; phase++)
        json_set_truth(is, venedig_phases[phase].id, (int)st->phase == phase);
    json_set_number(out, "seats", st->seats);
    json_set(out, "active", seat_view(st, st->active));
    json_set_number(out, "turn", st->turn);
    json_set_number(out, "round", venedig_round(st));
    json_set_text(out, "phase", venedig_phases[st->phase].id);
    json_set_text(out, "phase_label", venedig_phases[st->phase].label);
    json_set(out, "is", is);
    json_set_number(out, "drained", st->drained);
    json_set_truth(out, "flipped", st->flipped);
    json_set_text(out, "ending", st->ending ? venedig_endings[st->ending].id : NULL);
    json_set_text(out, "ending_label", ending_label(st));
    struct json_object *flip = NULL;
    if (seen->awaited && venedig_check(st, seen->viewer, &(struct move){.verb = VENEDIG_FLIP}, NULL) == RULE_OK) {
        flip = json_new();
        json_set_text(flip, "place", "verb=flip");
    }
    json_set(out, "flip", flip);
}

static void view(const void *state, int viewer, struct json_object *out)
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
    struct json_object *third = st->seats == VENEDIG_FEWEST ? json_new() : NULL;
    if (third)
        set_front(third, st, VENEDIG_THIRD);
    json_set(out, "third", third);
    json_set(out, "job", job_view(&seen));
    struct json_object *placing = placing_view(&seen);
    json_set_truth(out, "any_placing", json_object_array_length(placing) > 0 && st->phase == VENEDIG_PHASE_BUILD);
    json_set(out, "placing", placing);
    json_set(out, "swamps", swamps_view(st));
    json_set(out, "wet", seen.awaited && st->phase == VENEDIG_PHASE_DRAIN ? wet_view(&seen) : NULL);
    bool on_board = seen.awaited && (st->phase == VENEDIG_PHASE_BUILD || st->phase == VENEDIG_PHASE_PLACE
                                     || st->phase == VENEDIG_PHASE_DRAIN); /* cards are chosen beside the question */
    json_set_truth(out, "on_board", on_board);
    json_set_truth(out, "all_on_board", on_board);
    json_set_truth(out, "listed", on_board);
    json_set_truth(out, "list_on_top", seen.awaited && st->phase == VENEDIG_PHASE_DRAW); /* the pool lies far below on a phone */
}

const struct rules_view venedig_view = {.view = view};

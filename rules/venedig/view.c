/* What a viewer may see, built from nothing (dossier venedig 13). Hidden are the hands, what tiles are worth, and the deck.
 *
 * Every object with "place" is something that can be chosen when the viewer is asked (docs/architecture.md). Points of the picture
 * are x, y in 1000 by 850. A kind is { kind, kind_label }; a seat { seat or null, third (the imaginary player's),
 * nobody }; a district { district, name_label, initial }.
 *
 * seats, active seat, turn, round, phase and phase_label and true under the phase's name in `is`, drained, flipped (the imaginary
 * player's card of this turn), ending and ending_label or null, on_board, all_on_board, listed, flip or null { place }
 * districts[5] { district, casas }
 * sites[105] { site, site_label, district (its id), initial, x, y, swamp, free (neither swamp nor building), material, act,
 *             place when it may be drained }
 * wet: null or { stop { place }, districts[5] { district, casas, any, sites[] as above } }: what the viewer may drain
 * marshes[] { place (a name only), swamp (it is not drained), initial, x, y }: the sites that began as swamps
 * buildings[] { place (a name only), kind, spot, label, initial (of a ponte, that of one bank), x, y, degrees }
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
 * job: null or { kind, architect seat, active seat, wish or null { label, x, y }, spot or null { label, x, y }, points,
 *      next: null or seat and { treasure (it is drawn before anybody moves), steps }: what follows when no gold is spent now,
 *      poor (who is asked has not enough for a step, which nobody else can know) }
 * placing[] { place (to choose it), first (of those that keep the viewer from finishing to build), kind, casa, solo, architect seat,
 *             mine (the viewer decides), only (nothing else can be done),
 *             one_way (the viewer is not its architect, but there is only one place), room, any or null { place } (wherever the
 *             architect likes), gives_up or null { place }, districts[] (the best first) { district, casas, any, best (it is), most (points),
 *             spots[] (the best first) { place, end (its name within the page), spot, spot_label, x, y (of its points), middle { x, y },
 *                       bank (that a ponte counts, or null) { x, y }, single (it is one site), sites[] { x, y }, degrees,
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

/* Who would get what: from the architect on, treasure while there is any, gondolas one after the other. Does one of them come to
 * the goal? */
static bool put_shares(struct value *out, const struct venedig_state *st, const struct venedig_job *job, int points)
{
    struct value *list = put_list(out, K_shares);
    struct venedig_state then = *st;
    int ring = venedig_ring(st), tiles = venedig_stock(st);
    bool ends = false;
    for (int i = 0; i < ring; i++) {
        int seat = (job->builder + i) % ring;
        if (!venedig_takes_part(st, job, seat))
            continue;
        struct value *share = add_object(list);
        int steps = venedig_share(st, job, seat, points);
        bool treasure = tiles > 0 && venedig_earns_treasure(st, job, seat);
        tiles -= treasure;
        then.gondola[seat] = (uint8_t)venedig_goes_to(&then, seat, steps, NULL);
        ends |= then.gondola[seat] >= VENEDIG_GOAL;
        venedig_set_seat(share, st, seat);
        put_int(share, K_steps, steps);
        put_int(share, K_to, then.gondola[seat]);
        put_bool(share, K_treasure, treasure);
        put_bool(share, K_architect, seat == job->builder);
    }
    return ends;
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
static void put_place(struct value *out, const struct venedig_state *st, const struct offer *offer)
{
    char place[128];
    struct writer text = writer_on(place, sizeof(place));
    int spot = offer->job.spot;
    write_offer(&text, st, offer);
    if (offer->verb != VENEDIG_SCRAP)
        write_pair(&text, offer->verb == VENEDIG_DO_CASA ? "site" : "spot", spot < 0 ? "none" : venedig_spot_names[spot].id);
    if (offer->job.count_in >= 0)
        write_pair(&text, "count_in", venedig_districts[offer->job.count_in].id);
    put_copy(out, K_place, place);
}

static void put_count_in(struct value *out, const struct venedig_state *st, int district)
{
    if (district >= 0)
        put_int(venedig_set_district(put_object(out, K_count_in), district), K_casas, venedig_casas(st, district));
    else
        put_null(out, K_count_in);
}

/* A name for the place within the page: "c18-c19", of a ponte "d3-g18-giudecca". */
static void put_end(struct value *out, const struct venedig_job *job)
{
    char end[48];
    struct writer text = writer_on(end, sizeof(end));
    write_text(&text, venedig_spot_names[job->spot].id);
    if (job->count_in >= 0) {
        write_text(&text, "-");
        write_text(&text, venedig_districts[job->count_in].id);
    }
    put_copy(out, K_end, end);
}

/* Where its points are told: in its middle, of a ponte beside the bank that it counts. */
static void set_points_of_spot(struct value *out, const struct venedig_job *job)
{
    const struct venedig_spot *spot = &venedig_spots[job->spot];
    struct point middle = venedig_middle(job->spot), bank = middle;
    if (job->count_in >= 0)
        bank = venedig_point_of(spot->site[venedig_sites[spot->site[0]].district == job->count_in ? 0 : 1]);
    venedig_set_point(out, (struct point){(middle.x + bank.x) / 2, (middle.y + bank.y) / 2});
    venedig_set_point(put_object(out, K_middle), middle);
    put_bool(out, K_single, spot->n == 1);
    put_null(out, K_bank);
    if (job->count_in >= 0)
        venedig_set_point(put_object(out, K_bank), bank);
    struct value *sites = put_list(out, K_sites);
    for (int i = 0; i < spot->n; i++)
        venedig_set_point(add_object(sites), venedig_point_of(spot->site[i]));
}

static void set_spot(struct value *out, const struct venedig_state *st, const struct offer *offer)
{
    const struct venedig_job *job = &offer->job;
    int points = venedig_brings(st, job);
    put_place(out, st, offer);
    put_text(out, K_spot, venedig_spot_names[job->spot].id);
    put_text(out, K_spot_label, venedig_spot_names[job->spot].label);
    put_end(out, job);
    set_points_of_spot(out, job);
    venedig_put_lie(out, job->spot);
    put_count_in(out, st, job->count_in);
    put_int(out, K_points, points);
    bool last = venedig_supply(st, job->kind) == 1, goal = put_shares(out, st, job, points);
    put_bool(out, K_ends, last || goal);
}

/* A district with those of its places that are in question, which are returned, to be filled. */
static struct value *add_district(struct value *list, const struct venedig_state *st, int district, enum key key, bool any)
{
    struct value *out = venedig_set_district(add_object(list), district);
    put_bool(out, K_any, any);
    put_int(out, K_casas, venedig_casas(st, district));
    return put_list(out, key);
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
static void put_places(struct value *out, const struct seen *seen, const struct offer *at)
{
    struct value *list = put_list(out, K_districts), *spots[VENEDIG_DISTRICTS] = {NULL};
    struct ranked_place place[VENEDIG_SPOTS];
    int n = rank_places(seen, at->job, place);
    for (int i = 0; i < n; i++) {
        const struct offer offer = {at->verb, place[i].job};
        int own = venedig_sites[venedig_spots[offer.job.spot].site[0]].district;
        int district = offer.job.count_in < 0 ? own : offer.job.count_in;
        if (!spots[district]) {
            spots[district] = add_district(list, seen->st, district, K_spots, true);
            struct value *added = value_at(list, value_n(list) - 1);
            put_bool(added, K_best, i == 0);
            put_int(added, K_most, venedig_brings(seen->st, &offer.job));
        }
        set_spot(add_object(spots[district]), seen->st, &offer);
    }
}

/* What is done without a place: a wish for none, or a set that is lost; null when it cannot be done. */
static void put_placeless(struct value *out, enum key key, bool can, const struct venedig_state *st, const struct offer *offer)
{
    if (can)
        put_place(put_object(out, key), st, offer);
    else
        put_null(out, key);
}

static void put_seat(struct value *out, enum key key, const struct venedig_state *st, int seat)
{
    venedig_set_seat(put_object(out, key), st, seat);
}

static void add_offer(struct value *list, const struct seen *seen, int verb, int kind, int set, int builder, bool first)
{
    bool room = venedig_has_room(&seen->free, kind), calls = verb == VENEDIG_CALL;
    bool one_way = calls && venedig_has_one_place(&seen->free, kind), wishes = calls && !one_way;
    const struct offer offer = {one_way ? VENEDIG_BUILD : verb, venedig_job_of(kind, set, builder)};
    struct value *out = add_object(list);
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    write_offer(&text, seen->st, &offer);
    put_copy(out, K_place, place);
    put_bool(out, K_first, first);
    put_bool(out, K_only, seen->st->phase == VENEDIG_PHASE_PLACE);
    venedig_set_kind(out, kind);
    put_bool(out, K_casa, kind == VENEDIG_CASA);
    put_seat(out, K_architect, seen->st, builder);
    put_bool(out, K_solo, set == VENEDIG_SET_SOLO && kind != VENEDIG_CASA);
    put_bool(out, K_mine, !wishes);
    put_bool(out, K_room, room);
    put_bool(out, K_one_way, one_way);
    put_placeless(out, K_any, calls && room, seen->st, &(struct offer){verb, offer.job});
    put_placeless(out, K_gives_up, !room, seen->st, &(struct offer){kind == VENEDIG_CASA ? verb : VENEDIG_SCRAP, offer.job});
    put_places(out, seen, &offer);
}

/* What the viewer may put up now: the building that waits for its site, or in their own turn whatever is complete, and casas. */
static void add_offers(struct value *list, const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    if (seen->awaited && st->phase == VENEDIG_PHASE_PLACE)
        add_offer(list, seen, VENEDIG_BUILD, st->job.kind, st->job.set, st->job.builder, false);
    if (!seen->awaited || st->phase != VENEDIG_PHASE_BUILD)
        return;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int architect = st->architect[kind];
        bool own = venedig_decides(st, architect) == seen->viewer;
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED))
            add_offer(list, seen, own ? VENEDIG_BUILD : VENEDIG_CALL, kind, VENEDIG_SET_SHARED, architect, value_n(list) == 0);
        if (venedig_complete(st, kind, VENEDIG_SET_SOLO))
            add_offer(list, seen, VENEDIG_BUILD, kind, VENEDIG_SET_SOLO, seen->viewer, value_n(list) == 0);
    }
    if (st->hand[seen->viewer].of[VENEDIG_CASA])
        add_offer(list, seen, VENEDIG_DO_CASA, VENEDIG_CASA, VENEDIG_SET_SOLO, seen->viewer, false);
}

/* ---- Kinds, cards and players ---- */

/* One dot a card that is needed, in the order of the seats, then those that are missing. */
static void put_dots(struct value *out, const struct venedig_state *st, int kind)
{
    struct value *list = put_list(out, K_dots);
    int total = kind < VENEDIG_SHARED ? venedig_total(st, kind) : 0;
    for (int seat = 0; seat < VENEDIG_SEATS && kind < VENEDIG_SHARED; seat++)
        for (int i = 0; i < st->front[seat].of[kind]; i++)
            venedig_set_seat(add_object(list), st, seat);
    for (int i = total; i < venedig_pieces[kind].need; i++)
        venedig_set_seat(add_object(list), st, -1);
}

static void set_piece(struct value *out, const struct venedig_state *st, int kind)
{
    bool shared = kind < VENEDIG_SHARED;
    int cards = shared ? venedig_total(st, kind) : 0, supply = venedig_supply(st, kind);
    venedig_set_kind(out, kind);
    put_int(out, K_need, venedig_pieces[kind].need);
    put_int(out, K_sites, venedig_pieces[kind].sites);
    put_int(out, K_supply, supply);
    put_bool(out, K_last, supply == 1);
    put_bool(out, K_shared, shared);
    put_int(out, K_cards, cards);
    put_int(out, K_missing, venedig_pieces[kind].need - cards);
    put_bool(out, K_complete, shared && venedig_complete(st, kind, VENEDIG_SET_SHARED));
    put_bool(out, K_solo, st->solo == kind);
    put_seat(out, K_architect, st, shared ? st->architect[kind] : -1);
    put_dots(out, st, kind);
}

static struct value *add_count(struct value *list, int kind, int count)
{
    struct value *out = add_object(list);
    venedig_set_kind(out, kind);
    put_int(out, K_count, count);
    return put_bool(out, K_many, count > 1);
}

static void put_front(struct value *out, const struct venedig_state *st, int seat)
{
    const uint8_t *front = st->front[seat].of;
    put_bool(out, K_has_front, counts_sum(front, VENEDIG_SHARED) > 0);
    struct value *list = put_list(out, K_front);
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        if (front[kind])
            put_bool(add_count(list, kind, front[kind]), K_architect, st->architect[kind] == seat);
}

static void set_taking(struct value *out, const struct seen *seen)
{
    static const char *const from[VENEDIG_KINDS] = {"verb=draw&from=palazzo", "verb=draw&from=campo", "verb=draw&from=ponte",
                                                    "verb=draw&from=basilika", "verb=draw&from=casa"};
    const struct venedig_state *st = seen->st;
    put_bool(out, K_pooled, counts_sum(st->pool.of, VENEDIG_KINDS) > 0);
    struct value *pool = put_list(out, K_pool), *deck = put_object(out, K_deck), *discard = put_list(out, K_discard);
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        if (st->pool.of[kind]) {
            struct value *card = put_bool(add_count(pool, kind, 1), K_act, false);
            if (seen->awaited)
                put_text(card, K_place, from[kind]);
        }
        if (st->discard.of[kind])
            add_count(discard, kind, st->discard.of[kind]);
    }
    put_int(deck, K_cards, st->n_deck);
    put_bool(deck, K_act, false);
    if (seen->awaited)
        put_text(deck, K_place, "verb=draw&from=deck");
    put_int(out, K_discarded, counts_sum(st->discard.of, VENEDIG_KINDS));
    put_int(out, K_stock, venedig_stock(st));
}

/* What can be done with a card of the hand begins at its picture. */
static void put_use(struct value *out, const struct venedig_state *st, int kind)
{
    char place[32];
    struct writer text = writer_on(place, sizeof(place));
    bool swaps = st->phase == VENEDIG_PHASE_DRAW, casa = !swaps && kind == VENEDIG_CASA;
    write_pair(&text, "verb", swaps ? "swap" : casa ? "casa" : "play");
    if (!casa)
        write_pair(&text, swaps ? "put" : "kind", venedig_kinds[kind].id);
    put_copy(out, K_place, place);
}

/* So many of @count can be played at once; all of a building as well. */
static void add_plays(struct value *list, int kind, int count)
{
    for (int n = 1; n <= count; n++) {
        struct value *play = add_object(list);
        char place[48];
        struct writer text = writer_on(place, sizeof(place));
        write_pair(&text, "verb", "play");
        write_pair(&text, "kind", venedig_kinds[kind].id);
        write_text(&text, "&count=");
        write_number(&text, n);
        put_copy(play, K_place, place);
        put_int(play, K_n, n);
        put_bool(play, K_first, n == 1);
    }
}

static void add_tiles(struct value *list, const uint8_t gold[VENEDIG_GOLD_VALUES])
{
    for (int value = 0; value < VENEDIG_GOLD_VALUES; value++) {
        if (!gold[value])
            continue;
        struct value *tile = add_object(list);
        put_int(tile, K_value, value);
        if (value) {
            put_text(tile, K_gold, venedig_golds[value - 1].id);
            put_int(tile, K_worth, value);
        }
        put_int(tile, K_count, gold[value]);
        put_bool(tile, K_many, gold[value] > 1);
        put_bool(tile, K_treasure, value >= VENEDIG_SWAMP_VALUES);
    }
}

static void set_own(struct value *out, const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    const uint8_t *cards = st->hand[seen->viewer].of, *tiles = st->gold[seen->viewer];
    int gold = venedig_gold(tiles);
    put_bool(out, K_has_cards, counts_sum(cards, VENEDIG_KINDS) > 0);
    put_bool(out, K_has_tiles, counts_sum(tiles, VENEDIG_GOLD_VALUES) > 0);
    struct value *hand = put_list(out, K_hand);
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        if (!cards[kind])
            continue;
        struct value *held = add_count(hand, kind, cards[kind]);
        bool plays = seen->awaited && st->phase == VENEDIG_PHASE_BUILD && kind < VENEDIG_SHARED;
        put_use(held, st, kind);
        put_bool(held, K_playing, plays);
        add_plays(put_list(held, K_plays), kind, plays ? cards[kind] : 0);
    }
    add_tiles(put_list(out, K_tiles), tiles);
    put_text(out, K_form, "spend");
    put_int(out, K_per, VENEDIG_PRICE);
    put_int(out, K_gold, gold);
    put_int(out, K_steps, gold / VENEDIG_PRICE);
    put_int(out, K_over, gold % VENEDIG_PRICE);
}

static void set_player(struct value *out, const struct seen *seen, int seat)
{
    const struct venedig_state *st = seen->st;
    int swamp = counts_sum(st->gold[seat], VENEDIG_SWAMP_VALUES), space = st->gondola[seat];
    int treasure = counts_sum(st->gold[seat] + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
    int beside = space <= VENEDIG_GOAL ? venedig_route[space].districts : 0;
    venedig_set_seat(out, st, seat);
    put_bool(out, K_current, st->active == seat && st->phase != VENEDIG_PHASE_OVER);
    put_int(out, K_cards, counts_sum(st->hand[seat].of, VENEDIG_KINDS));
    put_int(out, K_swamp_tiles, swamp);
    put_int(out, K_treasure_tiles, treasure);
    put_int(out, K_space, space);
    struct value *districts = put_list(out, K_districts);
    for (int district = 0; district < VENEDIG_DISTRICTS; district++)
        if (beside >> district & 1)
            venedig_set_district(add_object(districts), district);
    put_front(out, st, seat);
    put_null(out, K_own);
    if (seat == seen->viewer)
        set_own(put_object(out, K_own), seen);
}

/* ---- Swamp ---- */

static bool has_swamp(const struct venedig_state *st, int district)
{
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (venedig_sites[site].district == district && st->swamp[site] >= 0)
            return true;
    return false;
}

static void set_name_of_site(struct value *out, const struct seen *seen, int site)
{
    (void)seen;
    put_text(out, K_site, venedig_spot_names[site].id);
    put_text(out, K_site_label, venedig_spot_names[site].label);
}

/* What is under swamp, by districts. */
static void add_swamps(struct value *list, const struct seen *seen,
                       void (*set_site)(struct value *out, const struct seen *seen, int site))
{
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        struct value *sites = add_district(list, seen->st, district, K_sites, has_swamp(seen->st, district));
        for (int site = 0; site < VENEDIG_SITES; site++)
            if (venedig_sites[site].district == district && seen->st->swamp[site] >= 0)
                set_site(add_object(sites), seen, site);
    }
}

/* For an order the names of all of it, and what the viewer can drain now. */
static void put_swamps(struct value *out, const struct seen *seen)
{
    add_swamps(put_list(out, K_swamps), seen, set_name_of_site);
    put_null(out, K_wet);
    if (!seen->awaited || seen->st->phase != VENEDIG_PHASE_DRAIN)
        return;
    struct value *wet = put_object(out, K_wet);
    put_text(put_object(wet, K_stop), K_place, "verb=stop");
    add_swamps(put_list(wet, K_districts), seen, venedig_set_site);
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

static void set_game(struct value *out, const struct seen *seen)
{
    static const enum key phases[VENEDIG_PHASE_COUNT] = {
        [VENEDIG_PHASE_BUILD] = K_build, [VENEDIG_PHASE_PLACE] = K_place, [VENEDIG_PHASE_GOLD] = K_gold,
        [VENEDIG_PHASE_DRAIN] = K_drain, [VENEDIG_PHASE_DRAW] = K_draw, [VENEDIG_PHASE_OVER] = K_over};
    const struct venedig_state *st = seen->st;
    put_int(out, K_seats, st->seats);
    put_seat(out, K_active, st, st->active);
    put_int(out, K_turn, st->turn);
    put_int(out, K_round, venedig_round(st));
    put_text(out, K_phase, venedig_phases[st->phase].id);
    put_text(out, K_phase_label, venedig_phases[st->phase].label);
    struct value *is = put_object(out, K_is);
    for (int phase = 0; phase < VENEDIG_PHASE_COUNT; phase++)
        put_bool(is, phases[phase], (int)st->phase == phase);
    put_int(out, K_drained, st->drained);
    put_bool(out, K_flipped, st->flipped);
    put_text(out, K_ending, st->ending ? venedig_endings[st->ending].id : NULL);
    put_text(out, K_ending_label, ending_label(st));
    put_null(out, K_flip);
    if (seen->awaited && venedig_check(st, seen->viewer, &(struct move){.verb = VENEDIG_FLIP}, NULL) == RULE_OK)
        put_text(put_object(out, K_flip), K_place, "verb=flip");
}

static void view(const void *state, int viewer, struct value *out)
{
    static const uint8_t order[VENEDIG_KINDS] = {VENEDIG_CASA, VENEDIG_PALAZZO, VENEDIG_CAMPO, VENEDIG_PONTE, VENEDIG_BASILIKA};
    const struct venedig_state *st = state;
    const struct seen seen = {st, viewer, viewer >= 0 && venedig_awaits(st) & SEAT_BIT(viewer), venedig_built(st),
                              venedig_free(st)};
    set_game(out, &seen);
    venedig_set_board(out, &seen);
    struct value *kinds = put_list(out, K_kinds);
    for (int i = 0; i < VENEDIG_KINDS; i++)
        set_piece(add_object(kinds), st, order[i]);
    set_taking(out, &seen);
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < st->seats; seat++)
        set_player(add_object(players), &seen, seat);
    put_null(out, K_third);
    if (st->seats == VENEDIG_FEWEST)
        put_front(put_object(out, K_third), st, VENEDIG_THIRD);
    venedig_put_job(out, &seen);
    struct value *placing = put_list(out, K_placing);
    add_offers(placing, &seen);
    put_swamps(out, &seen);
    bool on_board = seen.awaited && (st->phase == VENEDIG_PHASE_BUILD || st->phase == VENEDIG_PHASE_PLACE
                                     || st->phase == VENEDIG_PHASE_DRAIN); /* cards are chosen beside the question */
    put_bool(out, K_on_board, on_board);
    put_bool(out, K_all_on_board, on_board);
    put_bool(out, K_listed, on_board);
}

const struct rules_view venedig_view = {.view = view};

/* What a viewer may see, built from nothing: dossier vernissage 11 and 13.4. Hidden are the hands, what lies in the piles
 * and was not looked at, what lies aside, sealed answers and what nobody has said as yet. */
#include "config.h"

#include "rules/parts.h"
#include "rules/vernissage/view_parts.h"

/* ---- What a counter would do ---- */

static struct json_object *effect_view(const struct vernissage_state *st, int artist, int kind, int amount)
{
    struct vernissage_effect effect = vernissage_effect(st, artist, kind, amount);
    struct json_object *out = json_new();
    json_set_number(out, "fame", effect.fame);
    set_thousands(out, "before", effect.before);
    set_thousands(out, "after", effect.after);
    set_signed(out, "short", effect.after);
    json_set_truth(out, "up", effect.after > effect.before);
    json_set_truth(out, "out", effect.out);
    json_set(out, "payment", NULL);
    if (effect.in)
        set_thousands(out, "payment", effect.payment);
    json_set_truth(out, "vernissage", effect.vernissage);
    json_set_text(out, "rank_label", effect.rank < 0 ? NULL : vernissage_ranks[effect.rank].label);
    json_set_number(out, "step", effect.step);
    json_set_truth(out, "ends", effect.ends);
    json_set_truth(out, "plain", !effect.out && !effect.in && !effect.vernissage && !effect.ends);
    return out;
}

/* Which signs stand on the counters of @kinds that can be had before @artist, so that they are explained; NULL: none. */
static struct json_object *signs_view(const struct vernissage_state *st, int artist, uint8_t kinds)
{
    bool in = false, vernissage = false, ends = false;
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
            if (!(kinds >> kind & 1) || !(st->supply[kind][amount] || (vernissage_argued(st) && st->pending.amount == amount)))
                continue;
            struct vernissage_effect effect = vernissage_effect(st, artist, kind, amount);
            in = in || effect.in;
            vernissage = vernissage || effect.vernissage;
            ends = ends || effect.ends;
        }
    if (!in && !vernissage && !ends)
        return NULL;
    struct json_object *out = json_new();
    json_set_truth(out, "of_in", in);
    json_set_truth(out, "of_vernissage", vernissage);
    json_set_truth(out, "of_end", ends);
    return out;
}

/* ---- Artists and the staircase ---- */

/* Where the marker would come to rest if the counter that is argued about stays; NULL for other artists. */
static struct json_object *aim_view(const struct vernissage_state *st, int a)
{
    const struct vernissage_pending *p = &st->pending;
    if (!vernissage_argued(st) || p->artist != a)
        return NULL;
    struct json_object *out = json_new();
    json_set_number(out, "space", vernissage_effect(st, a, p->kind, p->amount).fame);
    return out;
}

static const char *zone_of(int space)
{
    return space == VERNISSAGE_OUT ? "out" : space > VERNISSAGE_CEILING ? "in" : space < VERNISSAGE_ZERO ? "below" : "above";
}

static struct json_object *column_view(const struct vernissage_artist *artist)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < artist->n_column; i++) {
        struct json_object *counter = json_new();
        set_counter(counter, artist->column[i].kind, artist->column[i].amount);
        json_set_number(counter, "cell", artist->step + i + 1);
        json_add(list, counter);
    }
    return list;
}

static struct json_object *artist_view(const struct seen *seen, int a)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_artist *artist = &st->artists[a];
    struct json_object *out = json_new();
    int viewer = seen->viewer;
    set_place(out, "artist", vernissage_artists[a].id);
    set_artist(out, a);
    json_set_number(out, "step", artist->step);
    json_set_number(out, "fame", artist->fame);
    set_thousands(out, "worth", vernissage_worth(artist->fame));
    json_set_truth(out, "below", vernissage_worth(artist->fame) < 0);
    json_set_text(out, "zone", zone_of(artist->fame));
    json_set_truth(out, "out", artist->out);
    json_set_number(out, "next_cell", artist->out ? 0 : vernissage_cell(artist));
    json_set_truth(out, "mine", viewer >= 0 && vernissage_has_influence(st, viewer, a));
    json_set(out, "column", column_view(artist));
    json_set_truth(out, "feather", st->feather == a);
    set_list(out, "influence", "influenced", seats_view(st, artist->out ? 0 : vernissage_influencing(st, a)));
    json_set(out, "aim", aim_view(st, a));
    json_set_number(out, "owned", viewer < 0 ? 0 : st->hand[viewer].face[a] + st->shown[viewer][a]);
    return out;
}

static struct json_object *counter_view(int a, int kind, int amount, bool pending)
{
    struct json_object *out = json_new();
    set_artist(out, a);
    set_counter(out, kind, amount);
    json_set_truth(out, "pending", pending);
    return out;
}

/* What lies on a step of an artist's column, or NULL. */
static struct json_object *counter_on(const struct vernissage_state *st, int a, int step)
{
    const struct vernissage_artist *artist = &st->artists[a];
    int at = step - artist->step - 1;
    if (at >= 0 && at < artist->n_column)
        return counter_view(a, artist->column[at].kind, artist->column[at].amount, false);
    if (vernissage_argued(st) && st->pending.artist == a && st->pending.cell == step)
        return counter_view(a, st->pending.kind, st->pending.amount, true);
    return NULL;
}

static struct json_object *cell_view(const struct seen *seen, int a, int step)
{
    const struct vernissage_artist *artist = &seen->st->artists[a];
    struct json_object *out = json_new(), *counter = counter_on(seen->st, a, step);
    bool next = !artist->out && vernissage_cell(artist) == step && !counter && step <= VERNISSAGE_STEPS;
    bool stands = !artist->out && artist->step == step;
    json_set(out, "who", stands ? artist_view(seen, a) : NULL);
    json_set(out, "counter", counter);
    json_set(out, "next", NULL);
    if (next) {
        struct json_object *free_cell = json_new();
        json_set_truth(free_cell, "act", false);
        if (seen->st->phase == VERNISSAGE_PHASE_PLACE)
            set_place(free_cell, "artist", vernissage_artists[a].id);
        set_artist(free_cell, a);
        json_set(out, "next", free_cell);
    }
    json_set_truth(out, "empty", !stands && !counter && !next);
    return out;
}

/* The agents of every seat on a step (0: in reserve); a seat that has none there has an empty place. */
static struct json_object *agents_view(const struct seen *seen, int step)
{
    struct json_object *list = json_new_list();
    for (int seat = 0; seat < seen->st->seats; seat++) {
        struct json_object *out = seat_view(seat);
        int here = 0;
        json_set_truth(out, "act", false); /* those of others lie on a step where something can be done, but cannot be chosen */
        for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++) {
            if (seen->st->agents[seat][agent] != step)
                continue;
            if (here++ == 0 && seat == seen->viewer)
                set_place_number(out, "agent", agent);
        }
        json_set_number(out, "here", here);
        json_add(list, out);
    }
    return list;
}

/* Of the stairs above all that stands and lies there only the next step is drawn; all of them near the end, and to whom an agent
 * can go there. */
static int highest_shown(const struct seen *seen)
{
    enum { LEAST = 6, NEAR_THE_END = 11 };
    const struct vernissage_state *st = seen->st;
    int top = vernissage_argued(st) ? st->pending.cell : 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        int cell = vernissage_cell(&st->artists[a]);
        top = cell > top ? cell : top;
    }
    for (int seat = 0; seat < st->seats; seat++)
        for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
            top = st->agents[seat][agent] > top ? st->agents[seat][agent] : top;
    top = top < LEAST ? LEAST : top + 1;
    bool goes = seen->awaited && st->phase == VERNISSAGE_PHASE_USE && !st->moved && vernissage_has_move_card(st, seen->viewer);
    return top >= NEAR_THE_END || goes ? VERNISSAGE_STEPS : top;
}

/* Which part of the picture that is, from the top step down. */
static struct json_object *frames_view(const struct seen *seen)
{
    struct json_object *list = json_new_list();
    for (int step = VERNISSAGE_STEPS; step >= 1; step--) {
        struct json_object *out = json_new();
        json_set_truth(out, "here", step == highest_shown(seen));
        json_set_truth(out, "folded", step < VERNISSAGE_STEPS);
        json_set_number(out, "from", step + 1);
        json_add(list, out);
    }
    return list;
}

static struct json_object *step_view(const struct seen *seen, int step)
{
    struct json_object *out = json_new(), *cells = json_new_list();
    set_place_number(out, "to", step);
    json_set_number(out, "on_step", step); /* not "step": what can be done there has a member of that name */
    json_set_truth(out, "top", step == VERNISSAGE_STEPS);
    json_set_truth(out, "shown", step <= highest_shown(seen));
    json_set(out, "agents", agents_view(seen, step));
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        json_add(cells, cell_view(seen, a, step));
    json_set(out, "cells", cells);
    return out;
}

/* ---- Supply, and where a counter may go ---- */

static struct json_object *tile_view(const struct vernissage_state *st, int artist, int kind, int amount)
{
    struct json_object *out = json_new();
    if (artist >= 0)
        set_place(out, "artist", vernissage_artists[artist].id);
    set_place(out, "kind", vernissage_kinds[kind].id);
    set_place_number(out, "amount", amount);
    set_counter(out, kind, amount);
    json_set_number(out, "left", st->supply[kind][amount]);
    json_set_truth(out, "two", st->supply[kind][amount] > 1);
    json_set(out, "effect", artist >= 0 ? effect_view(st, artist, kind, amount) : NULL);
    return out;
}

/* The counters of a kind; before an @artist only those that are there, with what each would do. */
static struct json_object *row_view(const struct vernissage_state *st, int artist, int kind)
{
    struct json_object *out = json_new(), *tiles = json_new_list();
    json_set_text(out, "kind", vernissage_kinds[kind].id);
    json_set_text(out, "kind_label", vernissage_kinds[kind].label);
    json_set_truth(out, "allowed", st->phase == VERNISSAGE_PHASE_PLACE && vernissage_kinds_allowed(st) >> kind & 1);
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++)
        if (vernissage_counters[kind][amount] && (artist < 0 || st->supply[kind][amount]))
            json_add(tiles, tile_view(st, artist, kind, amount));
    json_set_number(out, "left", counts_sum(st->supply[kind], VERNISSAGE_AMOUNTS));
    json_set(out, "tiles", tiles);
    return out;
}

/* For the seat that places now: each artist it influences, who may object there, and what each counter would do. */
static struct json_object *placing_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    struct json_object *list = json_new_list();
    uint8_t artists = vernissage_influenced(st, seen->viewer), kinds = vernissage_kinds_allowed(st);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        if (!(artists >> a & 1))
            continue;
        struct json_object *out = artist_view(seen, a), *rows = json_new_list();
        for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
            if (kinds >> kind & 1 && vernissage_in_supply(st, kind))
                json_add(rows, row_view(st, a, kind));
        json_set(out, "rows", rows);
        json_set(out, "signs", signs_view(st, a, kinds));
        json_set_truth(out, "only", !(artists & (artists - 1)));
        set_list(out, "objectors", "opposed",
                 seats_view(st, vernissage_influencing(st, a) & (seatmask)~SEAT_BIT(seen->viewer)));
        json_add(list, out);
    }
    return list;
}

/* ---- The dispute ---- */

static struct json_object *values_view(int kind, uint8_t amounts)
{
    struct json_object *list = json_new_list();
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++)
        if (amounts >> amount & 1) {
            struct json_object *out = json_new();
            set_counter(out, kind, amount);
            json_add(list, out);
        }
    return list;
}

/* One of those who were asked. While a window is open nobody learns more than that somebody has answered; after it values are
 * open, yield or fight, and how many suitcases, only the seat itself knows. */
static struct json_object *side_view(const struct seen *seen, int seat)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    struct json_object *out = seat_view(seat);
    bool own = seat == seen->viewer, sealed = st->phase == VERNISSAGE_PHASE_OBJECT;
    bool answered = p->answered & SEAT_BIT(seat);
    bool objects = p->objectors & SEAT_BIT(seat) && (!sealed || own);
    bool fights = p->fighters & SEAT_BIT(seat), final = p->nodeal[seat] != VERNISSAGE_ASK;
    bool fighting = st->phase == VERNISSAGE_PHASE_COMMIT || st->phase == VERNISSAGE_PHASE_LAST_WORD;
    json_set_truth(out, "awaited", vernissage_awaits(st) & SEAT_BIT(seat));
    json_set_truth(out, "sealed", sealed && answered && !own);
    json_set_truth(out, "accepts", answered && !objects && (!sealed || own));
    json_set_truth(out, "objects", objects);
    set_list(out, "values", "has_values", values_view(p->kind, objects ? p->values[seat] : 0));
    json_set_truth(out, "open", objects && !final && !fighting && st->phase != VERNISSAGE_PHASE_CHALLENGE);
    json_set_truth(out, "final", objects && final && !fighting);
    json_set_text(out, "own_label", objects && own && final && !fighting ? vernissage_nodeals[p->nodeal[seat]].label : NULL);
    json_set_truth(out, "replied", st->phase == VERNISSAGE_PHASE_OFFER && p->offer_answers & SEAT_BIT(seat));
    json_set_truth(out, "fights", fights);
    json_set_truth(out, "yields", fighting && objects && !fights);
    json_set_number(out, "cards", fights ? p->laid[seat] : 0);
    set_list(out, "pips", "has_cards", pips_view(fights ? p->laid[seat] : 0));
    if (objects && own) {
        json_set_text(out, "nodeal", vernissage_nodeals[p->nodeal[seat]].id);
        json_set_number(out, "at_once", p->cards[seat]);
        json_set_number(out, "cap", p->cap[seat]);
    }
    return out;
}

/* Offers that may follow; the one on the table is not among them, and none is made to those who hear none. */
static int more_offers(const struct vernissage_state *st)
{
    if (st->phase == VERNISSAGE_PHASE_OFFER)
        return st->pending.offers_left - 1;
    /* Until the window closes nobody knows who hears any. */
    return st->phase != VERNISSAGE_PHASE_NEGOTIATE || vernissage_offer_set(st) ? st->pending.offers_left : 0;
}

/* Each value of the kind that can be had, and the one that lies there. */
static struct json_object *bar_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    bool open = st->phase != VERNISSAGE_PHASE_OBJECT;
    uint8_t agreed = open ? vernissage_settle_set(st) : 0;
    struct json_object *list = json_new_list();
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
        if (amount != p->amount && !st->supply[p->kind][amount])
            continue;
        struct json_object *out = json_new(), *box = json_new();
        set_place_number(out, "amount", amount);
        set_counter(out, p->kind, amount);
        json_set_truth(out, "placed", amount == p->amount);
        json_set_truth(out, "agreed", agreed >> amount & 1);
        json_set_truth(out, "offered", amount == p->offer);
        json_set(out, "effect", effect_view(st, p->artist, p->kind, amount));
        set_place_number(box, "values", amount);
        set_counter(box, p->kind, amount);
        json_set(box, "effect", effect_view(st, p->artist, p->kind, amount));
        json_set_truth(box, "agent", false);
        json_set(out, "box", box);
        json_add(list, out);
    }
    return list;
}

/* A place for a verb that needs nothing else. */
static struct json_object *verb_place(const char *verb)
{
    struct json_object *out = json_new();
    set_place(out, "verb", verb);
    return out;
}

static struct json_object *dispute_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    struct json_object *out = json_new(), *sides = json_new_list(), *by = seat_view(st->turn);
    bool fighting = st->phase == VERNISSAGE_PHASE_COMMIT || st->phase == VERNISSAGE_PHASE_LAST_WORD;
    json_set(out, "about", artist_view(seen, p->artist));
    set_counter(out, p->kind, p->amount);
    json_set_number(out, "cell", p->cell);
    json_set(out, "effect", effect_view(st, p->artist, p->kind, p->amount));
    json_set_truth(out, "tells", !seen->awaited || st->phase == VERNISSAGE_PHASE_NEGOTIATE || st->phase == VERNISSAGE_PHASE_OFFER);
    json_set_number(by, "cards", p->laid[st->turn]);
    set_list(by, "pips", "has_cards", pips_view(p->laid[st->turn]));
    json_set(out, "by", by);
    for (int i = 1; i < st->seats; i++) {
        int seat = (st->turn + i) % st->seats;
        if (p->eligible & SEAT_BIT(seat))
            json_add(sides, side_view(seen, seat));
    }
    json_set(out, "sides", sides);
    json_set(out, "bar", bar_view(seen));
    json_set_truth(out, "window", st->phase == VERNISSAGE_PHASE_OBJECT);
    json_set_truth(out, "fighting", fighting);
    json_set_truth(out, "haggling", st->phase == VERNISSAGE_PHASE_NEGOTIATE || st->phase == VERNISSAGE_PHASE_OFFER);
    json_set_truth(out, "at_stake", fighting || st->phase == VERNISSAGE_PHASE_CHALLENGE);
    json_set_number(out, "offers_left", more_offers(st));
    json_set_truth(out, "has_offers", more_offers(st) > 0);
    set_list(out, "offers", "may_offer",
             values_view(p->kind, st->phase == VERNISSAGE_PHASE_NEGOTIATE ? vernissage_offer_set(st) : 0));
    json_set_truth(out, "agrees", st->phase != VERNISSAGE_PHASE_OBJECT && vernissage_settle_set(st));
    json_set_truth(out, "offering", st->phase == VERNISSAGE_PHASE_OFFER);
    json_set(out, "signs", signs_view(st, p->artist, (uint8_t)(1 << p->kind)));
    json_set(out, "insist", seen->awaited && st->phase == VERNISSAGE_PHASE_NEGOTIATE ? verb_place("stand") : NULL);
    return out;
}

/* ---- A payment on the way ---- */

static struct json_object *payment_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    struct json_object *out = json_new(), *players = json_new_list();
    json_set(out, "about", artist_view(seen, p->artist));
    json_set_number(out, "space", p->space);
    set_thousands(out, "each", 10 * (p->space - VERNISSAGE_CEILING));
    for (int seat = 0; seat < st->seats; seat++) {
        struct json_object *one = seat_view(seat);
        json_set_number(one, "shown", st->shown[seat][p->artist]);
        json_set_truth(one, "awaited", p->ask & SEAT_BIT(seat));
        json_add(players, one);
    }
    json_set(out, "players", players);
    json_set_truth(out, "asked", seen->awaited);
    json_set_number(out, "hidden", seen->viewer < 0 ? 0 : st->hand[seen->viewer].face[p->artist]);
    return out;
}

/* ---- The whole ---- */

static struct json_object *die_view(const struct vernissage_state *st)
{
    struct json_object *out = json_new();
    json_set_text(out, "face", vernissage_dice[st->die].id);
    json_set_text(out, "die_label", vernissage_dice[st->die].label);
    return out;
}

static void set_members(const struct vernissage_state *st, struct json_object *out)
{
    struct json_object *options = json_new();
    json_set_number(options, "power14", st->options.power14);
    json_set_text(options, "layout", vernissage_layouts[st->options.layout].id);
    json_set_number(options, "head_start", st->options.head_start);
    json_set_number(options, "offers", st->options.offers);
    json_set_number(options, "rounds", st->options.rounds);
    json_set(out, "options", options);
    json_set_number(out, "seats", st->seats);
    json_set_text(out, "phase", vernissage_phases[st->phase].id);
    json_set_text(out, "phase_label", vernissage_phases[st->phase].label);
    json_set_number(out, "turn", st->turn);
    json_set_number(out, "first", st->first);
    json_set_number(out, "round", (st->turns - 1) / st->seats + 1);
    json_set_number(out, "turns", st->turns);
    json_set(out, "die", st->die < 0 ? NULL : die_view(st));
    json_set_text(out, "feather", st->feather < 0 ? NULL : vernissage_artists[st->feather].id);
    json_set_text(out, "ending", st->phase == VERNISSAGE_PHASE_OVER ? vernissage_endings[st->ending].id : NULL);
    json_set_text(out, "ending_label", st->phase == VERNISSAGE_PHASE_OVER ? vernissage_endings[st->ending].label : NULL);
    json_set(out, "accounts", st->phase == VERNISSAGE_PHASE_OVER ? vernissage_accounts_view(st) : NULL);
    json_set_truth(out, "was_opposed", st->opposed);
    json_set_number(out, "aside", counts_sum(st->aside, VERNISSAGE_FACES));
}

/* Where the viewer's agents stand, for the forms that move them. */
static struct json_object *agents_now(const struct vernissage_state *st, int viewer)
{
    static const char *const fields[VERNISSAGE_AGENTS] = {"a", "b", "c"};
    static const char *const labels[VERNISSAGE_AGENTS] = {N_("first agent"), N_("second agent"), N_("third agent")};
    struct json_object *list = json_new_list();
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++) {
        struct json_object *out = seat_view(viewer);
        json_set_text(out, "place", fields[agent]);
        json_set_text(out, "agent_label", labels[agent]);
        json_set_truth(out, "agent", true);
        json_set_number(out, "value", st->agents[viewer][agent]);
        json_add(list, out);
    }
    return list;
}

static uint8_t in_the_game(const struct vernissage_state *st)
{
    uint8_t artists = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        artists |= (uint8_t)(!st->artists[a].out << a);
    return artists;
}

/* Artists whom the viewer cannot choose because none of their agents stands with them, and what would bring one there; NULL when
 * it does not matter now. */
static struct json_object *far_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    uint8_t near = seen->awaited ? vernissage_influenced(st, seen->viewer) : 0;
    if (!seen->awaited || !(in_the_game(st) & ~near))
        return NULL;
    const struct vernissage_hand *hand = &st->hand[seen->viewer];
    bool places = st->phase == VERNISSAGE_PHASE_PLACE, none = st->phase == VERNISSAGE_PHASE_BUY && !near && st->die < 0;
    bool critic = st->phase == VERNISSAGE_PHASE_USE && hand->face[VERNISSAGE_CRITIC];
    if (!places && !none && !critic)
        return NULL;
    struct json_object *out = json_new(), *artists = json_new_list();
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        if (in_the_game(st) & ~near & 1 << a) {
            struct json_object *artist = json_new();
            set_artist(artist, a);
            json_set_number(artist, "step", st->artists[a].step);
            json_add(artists, artist);
        }
    json_set(out, "artists", artists);
    json_set_truth(out, "places", places);
    json_set_truth(out, "none", none);
    json_set_truth(out, "critic", critic);
    json_set_truth(out, "moved", critic && st->moved);
    json_set_truth(out, "holds", vernissage_has_move_card(st, seen->viewer));
    return out;
}

/* The events that the panel beside the question tells by itself. */
static struct json_object *told_view(const struct vernissage_state *st)
{
    struct json_object *told = json_new_list();
    if (vernissage_argued(st))
        json_add(told, json_text("counter_placed"));
    else if (st->phase == VERNISSAGE_PHASE_REVEAL)
        json_add(told, json_text("went_in"));
    return told;
}

static void set_asked(const struct seen *seen, struct json_object *out)
{
    const struct vernissage_state *st = seen->st;
    bool places = seen->awaited && st->phase == VERNISSAGE_PHASE_PLACE;
    bool looks = seen->awaited && st->phase == VERNISSAGE_PHASE_TAKE;
    bool buys = seen->awaited && st->phase == VERNISSAGE_PHASE_BUY;
    bool uses = seen->awaited && st->phase == VERNISSAGE_PHASE_USE;
    set_list(out, "placing", "places", places ? placing_view(seen) : json_new_list());
    json_set(out, "dispute", vernissage_argued(st) ? dispute_view(seen) : NULL);
    bool can_redraw = seen->viewer >= 0 && vernissage_can_redraw(st, seen->viewer);
    bool haggles = seen->awaited && st->phase == VERNISSAGE_PHASE_NEGOTIATE;
    json_set_truth(out, "can_redraw", can_redraw);
    json_set(out, "redraw", can_redraw ? verb_place("redraw") : NULL);
    json_set(out, "far", far_view(seen));
    json_set(out, "payment", st->phase == VERNISSAGE_PHASE_REVEAL ? payment_view(seen) : NULL);
    json_set(out, "open", looks ? vernissage_open_view(seen) : NULL);
    json_set_truth(out, "buys", buys);
    json_set_truth(out, "on_board", places || haggles || looks || buys || uses);
    json_set_truth(out, "all_on_board", places || haggles || looks || buys);
    json_set_truth(out, "uses", uses && !st->moved && st->hand[seen->viewer].face[VERNISSAGE_UNLIMITED]);
    json_set(out, "told", told_view(st));
    json_set(out, "moving", seen->viewer >= 0 ? agents_now(st, seen->viewer) : json_new_list());
}

static void view(const void *state, int viewer, struct json_object *out)
{
    const struct vernissage_state *st = state;
    const struct seen seen = {st, viewer, viewer >= 0 && vernissage_awaits(st) & SEAT_BIT(viewer)};
    struct json_object *artists = json_new_list(), *steps = json_new_list(), *supply = json_new_list();
    struct json_object *piles = json_new_list(), *players = json_new_list();
    set_members(st, out);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        json_add(artists, artist_view(&seen, a));
    for (int step = VERNISSAGE_STEPS; step >= 1; step--)
        json_add(steps, step_view(&seen, step));
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        json_add(supply, row_view(st, -1, kind));
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        json_add(piles, vernissage_pile_view(&seen, pile));
    for (int seat = 0; seat < st->seats; seat++)
        json_add(players, vernissage_player_view(&seen, seat));
    json_set(out, "artists", artists);
    json_set(out, "steps", steps);
    json_set(out, "frames", frames_view(&seen));
    json_set(out, "reserve", agents_view(&seen, 0));
    json_set(out, "supply", supply);
    json_set(out, "piles", piles);
    json_set(out, "grey", vernissage_grey_view(&seen));
    json_set(out, "players", players);
    set_asked(&seen, out);
}

const struct rules_view vernissage_view = {.view = view};

/* What a viewer may see, built from nothing: dossier vernissage 11 and 13.4. Hidden are the hands, what lies in the piles
 * and was not looked at, what lies aside, sealed answers and what nobody has said as yet. */
#include "config.h"

#include "rules/parts.h"
#include "rules/vernissage/view_parts.h"

/* ---- What a counter would do ---- */

static void put_effect(struct value *out, const struct vernissage_state *st, int artist, int kind, int amount)
{
    struct vernissage_effect effect = vernissage_effect(st, artist, kind, amount);
    out = put_object(out, K_effect);
    put_int(out, K_fame, effect.fame);
    put_thousands(out, K_before, K_before_text, effect.before);
    put_thousands(out, K_after, K_after_text, effect.after);
    put_signed(out, K_short, effect.after);
    put_bool(out, K_up, effect.after > effect.before);
    put_bool(out, K_out, effect.out);
    if (effect.in)
        put_thousands(out, K_payment, K_payment_text, effect.payment);
    else
        put_null(out, K_payment);
    put_bool(out, K_vernissage, effect.vernissage);
    put_text(out, K_rank_label, effect.rank < 0 ? NULL : vernissage_ranks[effect.rank].label);
    put_int(out, K_step, effect.step);
    put_bool(out, K_ends, effect.ends);
    put_bool(out, K_plain, !effect.out && !effect.in && !effect.vernissage && !effect.ends);
}

/* Which signs stand on the counters of @kinds that can be had before @artist, so that they are explained; null: none. */
static void put_signs(struct value *out, const struct vernissage_state *st, int artist, uint8_t kinds)
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
    put_null(out, K_signs);
    if (!in && !vernissage && !ends)
        return;
    struct value *signs = put_object(out, K_signs);
    put_bool(signs, K_of_in, in);
    put_bool(signs, K_of_vernissage, vernissage);
    put_bool(signs, K_of_end, ends);
}

/* ---- Artists and the staircase ---- */

/* Where the marker would come to rest if the counter that is argued about stays; null for other artists. */
static void put_aim(struct value *out, const struct vernissage_state *st, int a)
{
    const struct vernissage_pending *p = &st->pending;
    if (vernissage_argued(st) && p->artist == a)
        put_int(put_object(out, K_aim), K_space, vernissage_effect(st, a, p->kind, p->amount).fame);
    else
        put_null(out, K_aim);
}

static const char *zone_of(int space)
{
    return space == VERNISSAGE_OUT ? "out" : space > VERNISSAGE_CEILING ? "in" : space < VERNISSAGE_ZERO ? "below" : "above";
}

static void put_column(struct value *out, const struct vernissage_artist *artist)
{
    struct value *list = put_list(out, K_column);
    for (int i = 0; i < artist->n_column; i++) {
        struct value *counter = add_object(list);
        set_counter(counter, artist->column[i].kind, artist->column[i].amount);
        put_int(counter, K_cell, artist->step + i + 1);
    }
}

/* All there is to say of an artist; returns @out. */
static struct value *set_whole_artist(struct value *out, const struct seen *seen, int a)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_artist *artist = &st->artists[a];
    int viewer = seen->viewer;
    put_place(out, "artist", vernissage_artists[a].id);
    set_artist(out, a);
    put_bool(out, K_fresh, false);
    put_int(out, K_step, artist->step);
    put_int(out, K_fame, artist->fame);
    put_thousands(out, K_worth, K_worth_text, vernissage_worth(artist->fame));
    put_bool(out, K_below, vernissage_worth(artist->fame) < 0);
    put_text(out, K_zone, zone_of(artist->fame));
    put_bool(out, K_out, artist->out);
    put_int(out, K_next_cell, artist->out ? 0 : vernissage_cell(artist));
    put_bool(out, K_mine, viewer >= 0 && vernissage_has_influence(st, viewer, a));
    put_column(out, artist);
    put_bool(out, K_feather, st->feather == a);
    put_seats(out, K_influence, K_influenced, st, artist->out ? 0 : vernissage_influencing(st, a));
    put_aim(out, st, a);
    return put_int(out, K_owned, viewer < 0 ? 0 : st->hand[viewer].face[a] + st->shown[viewer][a]);
}

/* What lies on a step of an artist's column, or null; false: nothing. */
static bool put_counter(struct value *out, const struct vernissage_state *st, int a, int step)
{
    const struct vernissage_artist *artist = &st->artists[a];
    const struct vernissage_pending *p = &st->pending;
    int at = step - artist->step - 1;
    bool lies = at >= 0 && at < artist->n_column;
    put_null(out, K_counter);
    if (!lies && !(vernissage_argued(st) && p->artist == a && p->cell == step))
        return false;
    struct value *counter = put_object(out, K_counter);
    set_artist(counter, a);
    set_counter(counter, lies ? artist->column[at].kind : p->kind, lies ? artist->column[at].amount : p->amount);
    put_bool(counter, K_pending, !lies);
    put_bool(counter, K_fresh, false);
    return true;
}

static void set_cell(struct value *out, const struct seen *seen, int a, int step)
{
    const struct vernissage_artist *artist = &seen->st->artists[a];
    bool stands = !artist->out && artist->step == step;
    put_null(out, K_who);
    if (stands)
        set_whole_artist(put_object(out, K_who), seen, a);
    bool lies = put_counter(out, seen->st, a, step);
    bool next = !artist->out && vernissage_cell(artist) == step && !lies && step <= VERNISSAGE_STEPS;
    put_null(out, K_next);
    if (next) {
        struct value *free_cell = put_object(out, K_next);
        put_bool(free_cell, K_act, false);
        if (seen->st->phase == VERNISSAGE_PHASE_PLACE)
            put_place(free_cell, "artist", vernissage_artists[a].id);
        set_artist(free_cell, a);
    }
    put_bool(out, K_empty, !stands && !lies && !next);
}

/* The agents of every seat on a step (0: in reserve); a seat that has none there has an empty place. */
static void add_agents(struct value *list, const struct seen *seen, int step)
{
    for (int seat = 0; seat < seen->st->seats; seat++) {
        struct value *out = add_seat(list, seat);
        int here = 0;
        put_bool(out, K_fresh, false);
        put_bool(out, K_act, false); /* those of others lie on a step where something can be done, but cannot be chosen */
        for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++) {
            if (seen->st->agents[seat][agent] != step)
                continue;
            if (here++ == 0 && seat == seen->viewer)
                put_place_number(out, "agent", agent);
        }
        put_int(out, K_here, here);
    }
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
static void put_frames(struct value *out, const struct seen *seen)
{
    struct value *list = put_list(out, K_frames);
    for (int step = VERNISSAGE_STEPS; step >= 1; step--) {
        struct value *frame = add_object(list);
        put_bool(frame, K_here, step == highest_shown(seen));
        put_bool(frame, K_folded, step < VERNISSAGE_STEPS);
        put_int(frame, K_from, step + 1);
    }
}

static void set_step(struct value *out, const struct seen *seen, int step)
{
    put_place_number(out, "to", step);
    put_int(out, K_on_step, step); /* not "step": what can be done there has a member of that name */
    put_bool(out, K_top, step == VERNISSAGE_STEPS);
    put_bool(out, K_shown, step <= highest_shown(seen));
    add_agents(put_list(out, K_agents), seen, step);
    struct value *cells = put_list(out, K_cells);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        set_cell(add_object(cells), seen, a, step);
}

/* ---- Supply, and where a counter may go ---- */

static void set_tile(struct value *out, const struct vernissage_state *st, int artist, int kind, int amount)
{
    if (artist >= 0)
        put_place(out, "artist", vernissage_artists[artist].id);
    put_place(out, "kind", vernissage_kinds[kind].id);
    put_place_number(out, "amount", amount);
    set_counter(out, kind, amount);
    put_int(out, K_left, st->supply[kind][amount]);
    if (artist >= 0)
        put_effect(out, st, artist, kind, amount);
    else
        put_null(out, K_effect);
}

/* The counters of a kind; before an @artist only those that are there, with what each would do. */
static void set_row(struct value *out, const struct vernissage_state *st, int artist, int kind)
{
    put_text(out, K_kind, vernissage_kinds[kind].id);
    put_text(out, K_kind_label, vernissage_kinds[kind].label);
    put_bool(out, K_allowed, st->phase == VERNISSAGE_PHASE_PLACE && vernissage_kinds_allowed(st) >> kind & 1);
    put_int(out, K_left, counts_sum(st->supply[kind], VERNISSAGE_AMOUNTS));
    struct value *tiles = put_list(out, K_tiles);
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++)
        if (vernissage_counters[kind][amount] && (artist < 0 || st->supply[kind][amount]))
            set_tile(add_object(tiles), st, artist, kind, amount);
}

/* For the seat that places now: each artist it influences, who may object there, and what each counter would do. */
static void put_placing(struct value *out, const struct seen *seen, bool places)
{
    const struct vernissage_state *st = seen->st;
    uint8_t artists = places ? vernissage_influenced(st, seen->viewer) : 0, kinds = places ? vernissage_kinds_allowed(st) : 0;
    struct value *list = put_list_if(out, K_placing, K_places, artists);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        if (!(artists >> a & 1))
            continue;
        struct value *one = set_whole_artist(add_object(list), seen, a), *rows = put_list(one, K_rows);
        for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
            if (kinds >> kind & 1 && vernissage_in_supply(st, kind))
                set_row(add_object(rows), st, a, kind);
        put_signs(one, st, a, kinds);
        put_bool(one, K_only, !(artists & (artists - 1)));
        put_seats(one, K_objectors, K_opposed, st, vernissage_influencing(st, a) & (seatmask)~SEAT_BIT(seen->viewer));
    }
}

/* ---- The dispute ---- */

/* @amounts: the set of them, from bit 1 on */
static void put_values(struct value *out, enum key key, enum key has, int kind, uint8_t amounts)
{
    struct value *list = put_list_if(out, key, has, amounts >> 1);
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++)
        if (amounts >> amount & 1)
            set_counter(add_object(list), kind, amount);
}

/* So many suitcases. */
static void put_cards(struct value *out, int n)
{
    put_int(out, K_cards, n);
    add_pips(put_list_if(out, K_pips, K_has_cards, n > 0), n);
}

/* Is it fought about, in sealed bids or with the last word? */
static bool is_fought(const struct vernissage_state *st)
{
    return st->phase == VERNISSAGE_PHASE_COMMIT || st->phase == VERNISSAGE_PHASE_LAST_WORD;
}

/* One of those who were asked. While a window is open nobody learns more than that somebody has answered; after it values are
 * open, yield or fight, and how many suitcases, only the seat itself knows. */
static void set_side(struct value *out, const struct seen *seen, int seat)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    bool own = seat == seen->viewer, sealed = st->phase == VERNISSAGE_PHASE_OBJECT;
    bool answered = p->answered & SEAT_BIT(seat);
    bool objects = p->objectors & SEAT_BIT(seat) && (!sealed || own);
    bool fights = p->fighters & SEAT_BIT(seat), final = p->nodeal[seat] != VERNISSAGE_ASK;
    bool fighting = is_fought(st);
    put_bool(out, K_awaited, vernissage_awaits(st) & SEAT_BIT(seat));
    put_bool(out, K_sealed, sealed && answered && !own);
    put_bool(out, K_accepts, answered && !objects && (!sealed || own));
    put_bool(out, K_objects, objects);
    put_values(out, K_values, K_has_values, p->kind, objects ? p->values[seat] : 0);
    put_bool(out, K_open, objects && !final && !fighting && st->phase != VERNISSAGE_PHASE_CHALLENGE);
    put_bool(out, K_final, objects && final && !fighting);
    put_text(out, K_own_label, objects && own && final && !fighting ? vernissage_nodeals[p->nodeal[seat]].label : NULL);
    put_bool(out, K_replied, st->phase == VERNISSAGE_PHASE_OFFER && p->offer_answers & SEAT_BIT(seat));
    put_bool(out, K_fights, fights);
    put_bool(out, K_yields, fighting && objects && !fights);
    put_cards(out, fights ? p->laid[seat] : 0);
    if (objects && own) {
        put_text(out, K_nodeal, vernissage_nodeals[p->nodeal[seat]].id);
        put_int(out, K_at_once, p->cards[seat]);
        put_int(out, K_cap, p->cap[seat]);
    }
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
static void put_bar(struct value *out, const struct vernissage_state *st)
{
    const struct vernissage_pending *p = &st->pending;
    uint8_t agreed = st->phase != VERNISSAGE_PHASE_OBJECT ? vernissage_settle_set(st) : 0;
    struct value *list = put_list(out, K_bar);
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
        if (amount != p->amount && !st->supply[p->kind][amount])
            continue;
        struct value *one = add_object(list);
        put_place_number(one, "amount", amount);
        set_counter(one, p->kind, amount);
        put_bool(one, K_placed, amount == p->amount);
        put_bool(one, K_agreed, agreed >> amount & 1);
        put_bool(one, K_offered, amount == p->offer);
        put_effect(one, st, p->artist, p->kind, amount);
        struct value *box = put_object(one, K_box);
        put_place_number(box, "values", amount);
        set_counter(box, p->kind, amount);
        put_effect(box, st, p->artist, p->kind, amount);
        put_bool(box, K_agent, false);
    }
}

/* @place for a verb that needs nothing else, a literal; null when it cannot be done. */
static void put_verb(struct value *out, enum key key, bool can, const char *place)
{
    if (can)
        put_text(put_object(out, key), K_place, place);
    else
        put_null(out, key);
}

static void put_sides(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    struct value *sides = put_list(out, K_sides);
    for (int i = 1; i < st->seats; i++) {
        int seat = (st->turn + i) % st->seats;
        if (st->pending.eligible & SEAT_BIT(seat))
            set_side(add_seat(sides, seat), seen, seat);
    }
}

static void set_dispute(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    bool negotiates = st->phase == VERNISSAGE_PHASE_NEGOTIATE, haggling = negotiates || st->phase == VERNISSAGE_PHASE_OFFER;
    set_whole_artist(put_object(out, K_about), seen, p->artist);
    set_counter(out, p->kind, p->amount);
    put_int(out, K_cell, p->cell);
    put_effect(out, st, p->artist, p->kind, p->amount);
    put_bool(out, K_tells, !seen->awaited || haggling);
    put_cards(put_int(put_object(out, K_by), K_seat, st->turn), p->laid[st->turn]);
    put_sides(out, seen);
    put_bar(out, st);
    put_bool(out, K_window, st->phase == VERNISSAGE_PHASE_OBJECT);
    put_bool(out, K_fighting, is_fought(st));
    put_bool(out, K_haggling, haggling);
    put_bool(out, K_at_stake, is_fought(st) || st->phase == VERNISSAGE_PHASE_CHALLENGE);
    put_int(out, K_offers_left, more_offers(st));
    put_bool(out, K_has_offers, more_offers(st) > 0);
    put_values(out, K_offers, K_may_offer, p->kind, negotiates ? vernissage_offer_set(st) : 0);
    put_bool(out, K_agrees, st->phase != VERNISSAGE_PHASE_OBJECT && vernissage_settle_set(st));
    put_bool(out, K_offering, st->phase == VERNISSAGE_PHASE_OFFER);
    put_signs(out, st, p->artist, (uint8_t)(1 << p->kind));
    put_verb(out, K_insist, seen->awaited && negotiates, "verb=stand");
}

/* ---- A payment on the way ---- */

static void set_payment(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_pending *p = &st->pending;
    set_whole_artist(put_object(out, K_about), seen, p->artist);
    put_int(out, K_space, p->space);
    put_thousands(out, K_each, K_each_text, 10 * (p->space - VERNISSAGE_CEILING));
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < st->seats; seat++) {
        struct value *one = add_seat(players, seat);
        put_int(one, K_shown, st->shown[seat][p->artist]);
        put_bool(one, K_awaited, p->ask & SEAT_BIT(seat));
    }
    put_bool(out, K_asked, seen->awaited);
    put_int(out, K_hidden, seen->viewer < 0 ? 0 : st->hand[seen->viewer].face[p->artist]);
}

/* ---- The whole ---- */

static void put_die(struct value *out, int die)
{
    put_null(out, K_die);
    if (die < 0)
        return;
    struct value *one = put_object(out, K_die);
    put_text(one, K_face, vernissage_dice[die].id);
    put_text(one, K_die_label, vernissage_dice[die].label);
}

static void set_members(struct value *out, const struct vernissage_state *st)
{
    bool over = st->phase == VERNISSAGE_PHASE_OVER;
    struct value *options = put_object(out, K_options);
    put_int(options, K_power14, st->options.power14);
    put_text(options, K_layout, vernissage_layouts[st->options.layout].id);
    put_int(options, K_head_start, st->options.head_start);
    put_int(options, K_offers, st->options.offers);
    put_int(options, K_rounds, st->options.rounds);
    put_int(out, K_seats, st->seats);
    put_text(out, K_phase, vernissage_phases[st->phase].id);
    put_text(out, K_phase_label, vernissage_phases[st->phase].label);
    put_int(out, K_turn, st->turn);
    put_int(out, K_first, st->first);
    put_int(out, K_round, (st->turns - 1) / st->seats + 1);
    put_int(out, K_turns, st->turns);
    put_die(out, st->die);
    put_text(out, K_feather, st->feather < 0 ? NULL : vernissage_artists[st->feather].id);
    put_text(out, K_ending, over ? vernissage_endings[st->ending].id : NULL);
    put_text(out, K_ending_label, over ? vernissage_endings[st->ending].label : NULL);
    put_null(out, K_accounts);
    if (over)
        vernissage_set_accounts(put_object(out, K_accounts), st);
    put_bool(out, K_was_opposed, st->opposed);
    put_int(out, K_aside, counts_sum(st->aside, VERNISSAGE_FACES));
}

/* Where the viewer's agents stand, for the forms that move them. */
static void put_moving(struct value *out, const struct vernissage_state *st, int viewer)
{
    static const char *const fields[VERNISSAGE_AGENTS] = {"a", "b", "c"};
    static const char *const labels[VERNISSAGE_AGENTS] = {N_("first agent"), N_("second agent"), N_("third agent")};
    struct value *list = put_list(out, K_moving);
    for (int agent = 0; viewer >= 0 && agent < VERNISSAGE_AGENTS; agent++) {
        struct value *one = add_seat(list, viewer);
        put_text(one, K_place, fields[agent]);
        put_text(one, K_agent_label, labels[agent]);
        put_bool(one, K_agent, true);
        put_int(one, K_value, st->agents[viewer][agent]);
    }
}

static uint8_t in_the_game(const struct vernissage_state *st)
{
    uint8_t artists = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        artists |= (uint8_t)(!st->artists[a].out << a);
    return artists;
}

/* Artists whom the viewer cannot choose because none of their agents stands with them, and what would bring one there; null when
 * it does not matter now. */
static void put_far(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    put_null(out, K_far);
    uint8_t near = seen->awaited ? vernissage_influenced(st, seen->viewer) : 0;
    if (!seen->awaited || !(in_the_game(st) & ~near))
        return;
    const struct vernissage_hand *hand = &st->hand[seen->viewer];
    bool places = st->phase == VERNISSAGE_PHASE_PLACE, none = st->phase == VERNISSAGE_PHASE_BUY && !near && st->die < 0;
    bool critic = st->phase == VERNISSAGE_PHASE_USE && hand->face[VERNISSAGE_CRITIC];
    if (!places && !none && !critic)
        return;
    struct value *far = put_object(out, K_far), *artists = put_list(far, K_artists);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        if (in_the_game(st) & ~near & 1 << a) {
            struct value *artist = add_object(artists);
            set_artist(artist, a);
            put_int(artist, K_step, st->artists[a].step);
        }
    put_bool(far, K_places, places);
    put_bool(far, K_none, none);
    put_bool(far, K_critic, critic);
    put_bool(far, K_moved, critic && st->moved);
    put_bool(far, K_holds, vernissage_has_move_card(st, seen->viewer));
}

/* The events that the panel beside the question tells by itself. */
static void put_told(struct value *out, const struct vernissage_state *st)
{
    struct value *told = put_list(out, K_told);
    if (vernissage_argued(st))
        add_text(told, "counter_placed");
    else if (st->phase == VERNISSAGE_PHASE_REVEAL)
        add_text(told, "went_in");
}

static void set_asked(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    bool places = seen->awaited && st->phase == VERNISSAGE_PHASE_PLACE;
    bool looks = seen->awaited && st->phase == VERNISSAGE_PHASE_TAKE;
    bool buys = seen->awaited && st->phase == VERNISSAGE_PHASE_BUY;
    bool uses = seen->awaited && st->phase == VERNISSAGE_PHASE_USE;
    put_placing(out, seen, places);
    put_null(out, K_dispute);
    if (vernissage_argued(st))
        set_dispute(put_object(out, K_dispute), seen);
    bool can_redraw = seen->viewer >= 0 && vernissage_can_redraw(st, seen->viewer);
    bool haggles = seen->awaited && st->phase == VERNISSAGE_PHASE_NEGOTIATE;
    put_bool(out, K_can_redraw, can_redraw);
    put_verb(out, K_redraw, can_redraw, "verb=redraw");
    put_far(out, seen);
    put_null(out, K_payment);
    if (st->phase == VERNISSAGE_PHASE_REVEAL)
        set_payment(put_object(out, K_payment), seen);
    put_null(out, K_open);
    if (looks)
        vernissage_set_open(put_object(out, K_open), seen);
    put_bool(out, K_buys, buys);
    put_bool(out, K_on_board, places || haggles || looks || buys || uses);
    put_bool(out, K_all_on_board, places || haggles || looks || buys);
    put_told(out, st);
    put_moving(out, st, seen->viewer);
}

static void view(const void *state, int viewer, struct value *out)
{
    const struct vernissage_state *st = state;
    const struct seen seen = {st, viewer, viewer >= 0 && vernissage_awaits(st) & SEAT_BIT(viewer)};
    set_members(out, st);
    struct value *artists = put_list(out, K_artists), *steps = put_list(out, K_steps);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        set_whole_artist(add_object(artists), &seen, a);
    for (int step = VERNISSAGE_STEPS; step >= 1; step--)
        set_step(add_object(steps), &seen, step);
    put_frames(out, &seen);
    add_agents(put_list(out, K_reserve), &seen, 0);
    struct value *supply = put_list(out, K_supply), *piles = put_list(out, K_piles);
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        set_row(add_object(supply), st, -1, kind);
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        vernissage_set_pile(add_object(piles), &seen, pile);
    vernissage_set_grey(put_object(out, K_grey), &seen);
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < st->seats; seat++)
        vernissage_set_player(add_object(players), &seen, seat);
    set_asked(out, &seen);
}

/* ---- What is otherwise than before ---- */

static bool lies_at(const struct vernissage_artist *artist, int step, int *kind, int *amount)
{
    int at = step - artist->step - 1;
    if (at < 0 || at >= artist->n_column)
        return false;
    *kind = artist->column[at].kind;
    *amount = artist->column[at].amount;
    return true;
}

/* An artist who has climbed, or a counter that did not lie there. */
static void mark_cell(struct value *cell, const struct vernissage_artist *was, const struct vernissage_artist *is, int step)
{
    int kind = 0, amount = 0, old_kind = 0, old_amount = 0;
    struct value *who = get(cell, K_who), *counter = get(cell, K_counter);
    bool lies = lies_at(is, step, &kind, &amount), lay = lies_at(was, step, &old_kind, &old_amount);
    if (value_is(who, VALUE_OBJECT))
        put_bool(who, K_fresh, was->step != is->step);
    if (value_is(counter, VALUE_OBJECT))
        put_bool(counter, K_fresh, lies && !(lay && kind == old_kind && amount == old_amount));
}

/* Agents that have come to a step; to the reserve none comes. */
static void mark_agents(struct value *agents, const struct vernissage_state *was, const struct vernissage_state *is, int step)
{
    for (int seat = 0; seat < is->seats; seat++) {
        bool came = false;
        for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
            came = came || (is->agents[seat][agent] == step && was->agents[seat][agent] != step);
        put_bool(value_at(agents, (size_t)seat), K_fresh, came);
    }
}

static void news(const void *before, const void *state, struct value *out)
{
    const struct vernissage_state *was = before, *is = state;
    struct value *artists = get(out, K_artists), *steps = get(out, K_steps);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        put_bool(value_at(artists, (size_t)a), K_fresh, was->artists[a].fame != is->artists[a].fame || was->artists[a].out != is->artists[a].out);
    for (int step = VERNISSAGE_STEPS; step >= 1; step--) {
        struct value *row = value_at(steps, (size_t)(VERNISSAGE_STEPS - step)), *cells = get(row, K_cells);
        mark_agents(get(row, K_agents), was, is, step);
        for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
            mark_cell(value_at(cells, (size_t)a), &was->artists[a], &is->artists[a], step);
    }
}

const struct rules_view vernissage_view = {.view = view, .own = vernissage_own, .news = news};

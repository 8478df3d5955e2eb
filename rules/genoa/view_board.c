/* The city as a view tells it: what stands where, and what the viewer may do there. */
#include "config.h"

#include "rules/genoa/view_parts.h"

/* Where discs lie, in a picture of 640 by 640 in which a square takes 80. */
struct point {
    int16_t x, y;
};
static const struct point points[GENOA_SPACES] = {
    {112, 56}, {244, 56}, {404, 56}, {530, 56}, {610, 174}, {610, 334}, {610, 494}, {530, 610}, {404, 616}, {244, 616},
    {112, 610}, {50, 494}, {50, 334}, {50, 174}, {324, 216}, {450, 334}, {324, 456}, {210, 334}, {320, 336}, {200, 130},
    {280, 130}, {360, 130}, {440, 130}, {120, 210}, {200, 210}, {440, 210}, {520, 210}, {120, 290}, {520, 290}, {120, 370},
    {520, 370}, {120, 450}, {200, 450}, {440, 450}, {520, 450}, {200, 530}, {280, 530}, {360, 530}, {440, 530},
};
enum { DISC_HEIGHT = 9 };

/* ---- Spaces ---- */

/* The best of the offers for a place that the viewer may read, in ducats; -1: there is none. */
static int best_offer(const struct seen *seen, int space, bool own, bool *more)
{
    int best = -1;
    for (int i = 0; i < seen->st->n_offers; i++) {
        const struct genoa_offer *offer = &seen->st->offers[i];
        bool mine = offer->seat == seen->viewer;
        if (offer->place != space || mine != own || !genoa_offer_visible(seen->st, seen->viewer, offer) || offer->give.money < best)
            continue;
        struct genoa_goods rest = offer->give;
        rest.money = 0;
        best = offer->give.money;
        *more = !genoa_no_goods(&rest) || offer->drawn;
    }
    return best;
}

/* {sum, more}, or nothing. */
void genoa_put_best(struct value *out, enum key key, const struct seen *seen, int space, bool own)
{
    bool more = false;
    int money = best_offer(seen, space, own, &more);
    if (money >= 0)
        put_bool(put_int(put_object(out, key), K_sum, money), K_more, more);
}

/* Which of the viewer's cards speak of a building; nothing for none. */
static void put_own_cards(struct value *out, const struct seen *seen, int building)
{
    struct value *list = NULL;
    if (seen->viewer < 0 || !genoa_is_building(building))
        return;
    const uint16_t *cards = seen->st->players[seen->viewer].cards;
    bool here[GENOA_DECKS] = {false};
    for (int card = 0; card < GENOA_CARDS; card++) {
        here[GENOA_LARGE] |= cards[GENOA_LARGE] >> card & 1 && genoa_large[card].villa == building;
        here[GENOA_SMALL] |= cards[GENOA_SMALL] >> card & 1 && genoa_small[card].building == building;
        here[GENOA_MESSAGE] |= cards[GENOA_MESSAGE] >> card & 1
            && (genoa_message[card].building[0] == building || genoa_message[card].building[1] == building);
    }
    here[GENOA_PRIVILEGE] = building < GENOA_RING && cards[GENOA_PRIVILEGE] >> building & 1;
    for (int deck = 0, n = 0; deck < GENOA_DECKS; deck++)
        if (here[deck]) {
            list = list ? list : put_list(out, K_cards);
            put_int(put_text(add_object(list), K_deck, genoa_decks[deck].id), K_dx, 17 * n++);
        }
}

void genoa_put_place(struct value *out, const char *verb, const char *argument, int space)
{
    char place[48];
    struct writer text = writer_on(place, sizeof(place));
    genoa_write_choice(&text, "verb", verb);
    genoa_write_choice(&text, argument, genoa_spaces[space].id);
    put_copy(out, K_place, place);
}

static void set_space(struct value *out, const struct seen *seen, int space)
{
    const struct genoa_state *st = seen->st;
    bool building = genoa_is_building(space), taken = building && st->actor[space] >= 0;
    int steps = seen->steps[space];
    bool start = seen->asked && st->phase == GENOA_PHASE_START;
    genoa_set_space(out, space);
    put_null(out, K_no);
    genoa_mark(out, K_building, building);
    if (steps < GENOA_PATH)
        put_int(out, K_steps, steps);
    if (taken)
        genoa_put_seat(out, K_taken_by, st->actor[space]);
    if (building && st->owner[space] >= 0)
        genoa_put_seat(out, K_owner, st->owner[space]);
    if (st->announced[space] >= 0)
        put_int(out, K_asking, st->announced[space]);
    genoa_put_best(out, K_best, seen, space, false);
    if (seen->viewer >= 0 && !seen->leads)
        genoa_put_best(out, K_bid, seen, space, true);
    put_own_cards(out, seen, space);
    genoa_mark(out, K_reach, steps < GENOA_PATH && (steps == 1 || seen->offers));
    genoa_mark(out, K_open, seen->offers && !seen->spent && steps < GENOA_PATH && space != GENOA_MARKET && !taken);
    genoa_mark(out, K_next, seen->asked && st->phase == GENOA_PHASE_TOWER && steps <= 1);
    if (start || (seen->asked && seen->leads))
        genoa_put_place(out, start ? "start_at" : "move", "space", space);
    else if (seen->asked || seen->offers)
        genoa_put_place(out, "offer", "place", space);
    genoa_mark(out, K_start, start);
}

/* ---- The way of the tower ---- */

/* Discs that lie where the tower was; on the same space one on the other. */
static void add_path(struct value *list, const struct genoa_state *st)
{
    for (int i = 0; i < st->n_path; i++) {
        struct value *out = add_object(list);
        int below = 0;
        for (int k = 0; k < i; k++)
            below += st->path[k] == st->path[i];
        genoa_set_space(out, st->path[i]);
        put_int(out, K_stop, i + 1);
        put_int(out, K_x, points[st->path[i]].x);
        put_int(out, K_y, points[st->path[i]].y - DISC_HEIGHT * below);
        put_bool(out, K_left, i + 1 < st->n_path);
    }
}

/* The discs that the tower still has, the lowest first. */
static void set_pawn(struct value *out, const struct genoa_state *st)
{
    int here = genoa_here(st), below = 0;
    for (int k = 0; k + 1 < st->n_path; k++)
        below += st->path[k] == here;
    genoa_set_space(out, here);
    put_int(out, K_x, points[here].x);
    put_int(out, K_top, points[here].y - DISC_HEIGHT * (below + genoa_steps_left(st) + 1));
    struct value *discs = put_list(out, K_discs);
    for (int i = 0; i <= genoa_steps_left(st); i++)
        put_int(add_object(discs), K_y, points[here].y - DISC_HEIGHT * (below + i));
    put_int(out, K_steps, genoa_steps_left(st));
}

static void add_rounds(struct value *list, const struct genoa_state *st)
{
    for (int i = 1; i <= st->round_spaces; i++) {
        struct value *out = add_object(list);
        put_int(out, K_number, i);
        put_bool(out, K_past, i < st->round_space);
        put_bool(out, K_now, i == st->round_space);
    }
}

/* Of wares and tiles, and of decks what can still be drawn. */
static void set_supply(struct value *out, const struct genoa_state *st)
{
    static const enum key wares[GENOA_WARES] = {K_silver, K_copper, K_linen, K_silk, K_salt, K_pepper, K_rice, K_wheat};
    static const enum key tiles[GENOA_TILES] = {K_any_start, K_further_action, K_any_ware, K_trade, K_building_action};
    static const enum key decks[GENOA_DECKS] = {K_large, K_small, K_message, K_privilege};
    for (int ware = 0; ware < GENOA_WARES; ware++)
        put_int(out, wares[ware], st->supply.wares[ware]);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        put_int(out, tiles[tile], st->supply.tiles[tile]);
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        put_int(out, decks[deck], genoa_left_in(st, deck));
}

void genoa_set_board(struct value *out, const struct seen *seen)
{
    const struct genoa_state *st = seen->st;
    struct value *spaces = put_list(out, K_spaces);
    for (int space = 0; space < GENOA_SPACES; space++)
        set_space(add_object(spaces), seen, space);
    add_path(put_list(out, K_path), st);
    if (st->n_path)
        set_pawn(put_object(out, K_pawn), st);
    else
        put_null(out, K_pawn);
    if (st->dice[0])
        put_int(put_int(put_object(out, K_dice), K_red, st->dice[0]), K_blue, st->dice[1]);
    else
        put_null(out, K_dice);
    add_rounds(put_list(out, K_rounds), st);
    set_supply(put_object(out, K_supply), st);
}

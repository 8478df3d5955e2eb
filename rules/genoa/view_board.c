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

static struct json_object *sum_view(const struct seen *seen, int space, bool own)
{
    bool more = false;
    int money = best_offer(seen, space, own, &more);
    if (money < 0)
        return NULL;
    struct json_object *out = json_new();
    json_set_number(out, "sum", money);
    json_set_truth(out, "more", more);
    return out;
}

/* Which of the viewer's cards speak of a building; NULL: none. */
static struct json_object *own_cards_at(const struct seen *seen, int building)
{
    struct json_object *list = NULL;
    if (seen->viewer < 0 || !genoa_is_building(building))
        return NULL;
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
            struct json_object *out = json_new();
            list = list ? list : json_new_list();
            json_set_text(out, "deck", genoa_decks[deck].id);
            json_set_number(out, "dx", 17 * n++);
            json_add(list, out);
        }
    return list;
}

static struct json_object *space_view(const struct seen *seen, int space)
{
    const struct genoa_state *st = seen->st;
    struct json_object *out = json_new();
    bool building = genoa_is_building(space);
    int steps = seen->steps[space];
    bool start = seen->asked && st->phase == GENOA_PHASE_START;
    genoa_set_space(out, space);
    genoa_mark(out, "building", building);
    genoa_put(out, "steps", steps < GENOA_PATH ? json_number(steps) : NULL);
    genoa_put(out, "taken_by", building ? genoa_seat_view(st->actor[space]) : NULL);
    genoa_put(out, "owner", building ? genoa_seat_view(st->owner[space]) : NULL);
    genoa_put(out, "asking", st->announced[space] < 0 ? NULL : json_number(st->announced[space]));
    genoa_put(out, "best", sum_view(seen, space, false));
    genoa_put(out, "bid", seen->viewer >= 0 && !seen->leads ? sum_view(seen, space, true) : NULL);
    genoa_put(out, "cards", own_cards_at(seen, space));
    genoa_mark(out, "reach", steps < GENOA_PATH && (steps == 1 || seen->offers));
    genoa_mark(out, "open", seen->offers && !seen->spent && steps < GENOA_PATH && space != GENOA_MARKET && !(building && st->actor[space] >= 0));
    genoa_mark(out, "next", seen->asked && st->phase == GENOA_PHASE_TOWER && steps <= 1);
    if (start) {
        char place[48];
        struct writer text = writer_on(place, sizeof(place));
        genoa_write_choice(&text, "verb", "start_at");
        genoa_write_choice(&text, "space", genoa_spaces[space].id);
        json_set_text(out, "place", place);
    }
    genoa_mark(out, "start", start);
    return out;
}

/* ---- The way of the tower ---- */

/* Discs that lie where the tower was; on the same space one on the other. */
static struct json_object *path_view(const struct genoa_state *st)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < st->n_path; i++) {
        struct json_object *out = json_new();
        int below = 0;
        for (int k = 0; k < i; k++)
            below += st->path[k] == st->path[i];
        genoa_set_space(out, st->path[i]);
        json_set_number(out, "stop", i + 1);
        json_set_number(out, "x", points[st->path[i]].x);
        json_set_number(out, "y", points[st->path[i]].y - DISC_HEIGHT * below);
        json_set_truth(out, "left", i + 1 < st->n_path);
        json_add(list, out);
    }
    return list;
}

/* The discs that the tower still has, the lowest first. */
static struct json_object *tower_view(const struct genoa_state *st)
{
    if (!st->n_path)
        return NULL;
    struct json_object *out = json_new(), *discs = json_new_list();
    int here = genoa_here(st), below = 0;
    for (int k = 0; k + 1 < st->n_path; k++)
        below += st->path[k] == here;
    for (int i = 0; i <= genoa_steps_left(st); i++) {
        struct json_object *disc = json_new();
        json_set_number(disc, "y", points[here].y - DISC_HEIGHT * (below + i));
        json_add(discs, disc);
    }
    genoa_set_space(out, here);
    json_set_number(out, "x", points[here].x);
    json_set_number(out, "top", points[here].y - DISC_HEIGHT * (below + genoa_steps_left(st) + 1));
    json_set(out, "discs", discs);
    json_set_number(out, "steps", genoa_steps_left(st));
    return out;
}

static struct json_object *rounds_view(const struct genoa_state *st)
{
    struct json_object *list = json_new_list();
    for (int i = 1; i <= st->round_spaces; i++) {
        struct json_object *out = json_new();
        json_set_number(out, "number", i);
        json_set_truth(out, "past", i < st->round_space);
        json_set_truth(out, "now", i == st->round_space);
        json_add(list, out);
    }
    return list;
}

/* Of wares and tiles, and of decks what can still be drawn. */
static struct json_object *supply_view(const struct genoa_state *st)
{
    struct json_object *out = json_new();
    for (int ware = 0; ware < GENOA_WARES; ware++)
        json_set_number(out, genoa_wares[ware].id, st->supply.wares[ware]);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        json_set_number(out, genoa_tiles[tile].id, st->supply.tiles[tile]);
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        json_set_number(out, genoa_decks[deck].id, genoa_left_in(st, deck));
    return out;
}

void genoa_set_board(const struct seen *seen, struct json_object *out)
{
    const struct genoa_state *st = seen->st;
    struct json_object *spaces = json_new_list(), *dice = st->dice[0] ? json_new() : NULL;
    for (int space = 0; space < GENOA_SPACES; space++)
        json_add(spaces, space_view(seen, space));
    json_set(out, "spaces", spaces);
    json_set(out, "path", path_view(st));
    json_set(out, "pawn", tower_view(st));
    if (dice) {
        json_set_number(dice, "red", st->dice[0]);
        json_set_number(dice, "blue", st->dice[1]);
    }
    json_set(out, "dice", dice);
    json_set(out, "rounds", rounds_view(st));
    json_set(out, "supply", supply_view(st));
}

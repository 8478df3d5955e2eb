/* Goods and cards as a view tells them. */
#include "config.h"

#include "rules/genoa/view_parts.h"

/* ---- What changes hands ---- */

static const struct name others[] = {{"money", N_("ducats")}, {"markers", N_("ownership markers")}, {"drawn", N_("of the cards drawn")}};
enum { MONEY, MARKERS };
static const struct name card_kinds[GENOA_DECKS] = {
    {"large", N_("large order")}, {"small", N_("small order")}, {"message", N_("message")}, {"privilege", N_("privilege")}};

static void add_good(struct json_object *list, const struct name *kind, const char *label, int n)
{
    if (n == 0)
        return;
    struct json_object *out = json_new();
    bool coin = kind == &others[MONEY];
    json_set_text(out, "good", kind->id);
    json_set_text(out, "good_label", label ? label : kind->label);
    json_set_number(out, "n", n);
    genoa_mark(out, "many", n > 1 && !coin);
    genoa_mark(out, "coin", coin);
    json_add(list, out);
}

static void add_cards(struct json_object *list, int deck, uint16_t set, bool by_name)
{
    if (!by_name)
        add_good(list, &card_kinds[deck], NULL, genoa_size(set));
    for (int card = 0; by_name && card < genoa_deck_sizes[deck]; card++)
        if (set >> card & 1)
            add_good(list, &card_kinds[deck], genoa_cards[deck][card].label, 1);
}

struct json_object *genoa_goods_view(const struct genoa_goods *goods, bool cards)
{
    struct json_object *list = json_new_list();
    add_good(list, &others[MONEY], NULL, goods->money);
    for (int ware = 0; ware < GENOA_WARES; ware++)
        add_good(list, &genoa_wares[ware], NULL, goods->wares[ware]);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        add_good(list, &genoa_tiles[tile], NULL, goods->tiles[tile]);
    add_good(list, &others[MARKERS], NULL, goods->markers);
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        add_cards(list, deck, goods->cards[deck], cards);
    return list;
}

struct json_object *genoa_yield_view(const struct genoa_state *st, int building)
{
    const struct genoa_effect *effect = &genoa_effects[building];
    struct json_object *list = json_new_list();
    for (int i = 0; i < 2; i++)
        if (effect->ware[i] >= 0 && st->supply.wares[effect->ware[i]])
            add_good(list, &genoa_wares[effect->ware[i]], NULL, 1);
    if (effect->tile >= 0 && st->supply.tiles[effect->tile])
        add_good(list, &genoa_tiles[effect->tile], NULL, 1);
    if (effect->deck >= 0) {
        int left = genoa_left_in(st, effect->deck);
        add_good(list, &card_kinds[effect->deck], NULL, left < effect->cards ? left : effect->cards);
    }
    add_good(list, &others[MARKERS], NULL, effect->markers);
    return list;
}

/* ---- The viewer's own cards ---- */

/* One ware that a card needs. None needs two of a kind. */
static void add_need(struct json_object *list, const struct genoa_goods *own, int ware)
{
    struct json_object *out = json_new();
    json_set_text(out, "good", genoa_wares[ware].id);
    json_set_text(out, "good_label", genoa_wares[ware].label);
    json_set_truth(out, "have", own->wares[ware] > 0);
    json_add(list, out);
}

static struct json_object *large_view(const struct genoa_goods *own, int card)
{
    struct json_object *out = json_new(), *needs = json_new_list();
    json_set_text(out, "card", genoa_cards[GENOA_LARGE][card].id);
    genoa_set_space(out, genoa_large[card].villa);
    for (int i = 0; i < 3; i++)
        add_need(needs, own, genoa_large[card].ware[i]);
    json_set(out, "needs", needs);
    json_set_truth(out, "complete", genoa_has_wares(own, card));
    return out;
}

static struct json_object *small_view(const struct genoa_goods *own, int card)
{
    struct json_object *out = json_new(), *needs = json_new_list();
    json_set_text(out, "card", genoa_cards[GENOA_SMALL][card].id);
    genoa_set_space(out, genoa_small[card].building);
    add_need(needs, own, genoa_small[card].ware);
    json_set(out, "needs", needs);
    json_set_truth(out, "complete", own->wares[genoa_small[card].ware] > 0);
    return out;
}

static struct json_object *message_view(const struct genoa_state *st, int card)
{
    struct json_object *out = json_new(), *both = json_new_list();
    json_set_text(out, "card", genoa_cards[GENOA_MESSAGE][card].id);
    for (int i = 0; i < 2; i++) {
        struct json_object *end = json_new();
        genoa_set_space(end, genoa_message[card].building[i]);
        json_set_truth(end, "visited", genoa_on_path(st, genoa_message[card].building[i]));
        json_set_truth(end, "second", i == 1);
        json_add(both, end);
    }
    json_set(out, "ends", both);
    return out;
}

/* Neighbouring privileges, as they are paid together (dossier genoa R12.2). */
static struct json_object *runs_view(uint16_t set)
{
    struct json_object *runs = json_new_list();
    int start = 0;
    while (start < GENOA_RING && (set >> start & 1) && (set >> (start + GENOA_RING - 1) % GENOA_RING & 1))
        start++; /* the ring is closed: begin behind a gap */
    for (int i = start % GENOA_RING, seen = 0; seen < GENOA_RING;) {
        struct json_object *run, *items;
        uint16_t part = 0;
        if (!(set >> i & 1)) {
            i = (i + 1) % GENOA_RING, seen++;
            continue;
        }
        run = json_new(), items = json_new_list();
        for (; seen < GENOA_RING && (set >> i & 1); i = (i + 1) % GENOA_RING, seen++) {
            struct json_object *item = json_new();
            genoa_set_space(item, i);
            json_set_text(item, "card", genoa_cards[GENOA_PRIVILEGE][i].id);
            json_set_truth(item, "first", part == 0);
            json_add(items, item);
            part |= (uint16_t)(1u << i);
        }
        json_set(run, "buildings", items);
        json_set_number(run, "pays", genoa_pay(part));
        json_add(runs, run);
    }
    return runs;
}

struct json_object *genoa_cards_view(const struct seen *seen)
{
    const struct genoa_goods *own = &seen->st->players[seen->viewer];
    struct json_object *out = json_new(), *large = json_new_list(), *small = json_new_list(), *messages = json_new_list();
    for (int card = 0; card < GENOA_CARDS; card++) {
        if (own->cards[GENOA_LARGE] >> card & 1)
            json_add(large, large_view(own, card));
        if (own->cards[GENOA_SMALL] >> card & 1)
            json_add(small, small_view(own, card));
        if (own->cards[GENOA_MESSAGE] >> card & 1)
            json_add(messages, message_view(seen->st, card));
    }
    json_set(out, "large", large);
    json_set(out, "small", small);
    json_set(out, "messages", messages);
    json_set(out, "runs", runs_view(own->cards[GENOA_PRIVILEGE]));
    json_set_number(out, "privileges", genoa_size(own->cards[GENOA_PRIVILEGE]));
    json_set_number(out, "privileges_pay", genoa_pay(own->cards[GENOA_PRIVILEGE]));
    return out;
}

/* Goods and cards as a view tells them. */
#include "config.h"

#include "rules/genoa/view_parts.h"

/* ---- What changes hands ---- */

static const struct name others[] = {{"money", N_("ducats")}, {"markers", N_("ownership markers")}, {"drawn", N_("of the cards drawn")}};
enum { MONEY, MARKERS };
static const struct name card_kinds[GENOA_DECKS] = {
    {"large", N_("large order")}, {"small", N_("small order")}, {"message", N_("message")}, {"privilege", N_("privilege")}};

static void add_good(struct value *list, const struct name *kind, const char *label, int n)
{
    if (n == 0)
        return;
    struct value *out = add_object(list);
    bool coin = kind == &others[MONEY];
    put_text(out, K_good, kind->id);
    put_text(out, K_good_label, label ? label : kind->label);
    put_int(out, K_n, n);
    genoa_mark(out, K_many, n > 1 && !coin);
    genoa_mark(out, K_coin, coin);
}

static void add_cards(struct value *list, int deck, uint16_t set, bool by_name)
{
    if (!by_name)
        add_good(list, &card_kinds[deck], NULL, genoa_size(set));
    for (int card = 0; by_name && card < genoa_deck_sizes[deck]; card++)
        if (set >> card & 1)
            add_good(list, &card_kinds[deck], genoa_cards[deck][card].label, 1);
}

void genoa_put_goods(struct value *out, enum key key, const struct genoa_goods *goods, bool cards)
{
    struct value *list = put_list(out, key);
    add_good(list, &others[MONEY], NULL, goods->money);
    for (int ware = 0; ware < GENOA_WARES; ware++)
        add_good(list, &genoa_wares[ware], NULL, goods->wares[ware]);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        add_good(list, &genoa_tiles[tile], NULL, goods->tiles[tile]);
    add_good(list, &others[MARKERS], NULL, goods->markers);
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        add_cards(list, deck, goods->cards[deck], cards);
}

void genoa_put_yields(struct value *out, const struct genoa_state *st, int building)
{
    const struct genoa_effect *effect = &genoa_effects[building];
    struct value *list = put_list(out, K_yields);
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
}

/* ---- The viewer's own cards ---- */

/* An order: the @n wares that it needs, of which none needs two of a kind. */
static void set_order(struct value *out, const struct genoa_goods *own, const char *card, int building, const uint8_t *ware, int n)
{
    bool complete = true;
    put_text(out, K_card, card);
    genoa_set_space(out, building);
    struct value *needs = put_list(out, K_needs);
    for (int i = 0; i < n; i++) {
        struct value *need = add_object(needs);
        put_text(need, K_good, genoa_wares[ware[i]].id);
        put_text(need, K_good_label, genoa_wares[ware[i]].label);
        put_bool(need, K_have, own->wares[ware[i]] > 0);
        complete = complete && own->wares[ware[i]] > 0;
    }
    put_bool(out, K_complete, complete);
}

static void set_message(struct value *out, const struct genoa_state *st, int card)
{
    put_text(out, K_card, genoa_cards[GENOA_MESSAGE][card].id);
    struct value *ends = put_list(out, K_ends);
    for (int i = 0; i < 2; i++) {
        struct value *end = add_object(ends);
        genoa_set_space(end, genoa_message[card].building[i]);
        put_bool(end, K_visited, genoa_on_path(st, genoa_message[card].building[i]));
        put_bool(end, K_second, i == 1);
    }
}

/* Neighbouring privileges, as they are paid together (dossier genoa R12.2). */
static void add_runs(struct value *runs, uint16_t set)
{
    int start = 0;
    while (start < GENOA_RING && (set >> start & 1) && (set >> (start + GENOA_RING - 1) % GENOA_RING & 1))
        start++; /* the ring is closed: begin behind a gap */
    for (int i = start % GENOA_RING, seen = 0; seen < GENOA_RING;) {
        uint16_t part = 0;
        if (!(set >> i & 1)) {
            i = (i + 1) % GENOA_RING, seen++;
            continue;
        }
        struct value *run = add_object(runs), *items = put_list(run, K_buildings);
        for (; seen < GENOA_RING && (set >> i & 1); i = (i + 1) % GENOA_RING, seen++) {
            struct value *item = add_object(items);
            genoa_set_space(item, i);
            put_text(item, K_card, genoa_cards[GENOA_PRIVILEGE][i].id);
            put_bool(item, K_first, part == 0);
            part |= (uint16_t)(1u << i);
        }
        put_int(run, K_pays, genoa_pay(part));
    }
}

void genoa_set_cards(struct value *out, const struct seen *seen)
{
    const struct genoa_goods *own = &seen->st->players[seen->viewer];
    struct value *large = put_list(out, K_large), *small = put_list(out, K_small), *messages = put_list(out, K_messages);
    for (int card = 0; card < GENOA_CARDS; card++) {
        if (own->cards[GENOA_LARGE] >> card & 1)
            set_order(add_object(large), own, genoa_cards[GENOA_LARGE][card].id, genoa_large[card].villa, genoa_large[card].ware, 3);
        if (own->cards[GENOA_SMALL] >> card & 1)
            set_order(add_object(small), own, genoa_cards[GENOA_SMALL][card].id, genoa_small[card].building, &genoa_small[card].ware, 1);
        if (own->cards[GENOA_MESSAGE] >> card & 1)
            set_message(add_object(messages), seen->st, card);
    }
    add_runs(put_list(out, K_runs), own->cards[GENOA_PRIVILEGE]);
    put_int(out, K_privileges, genoa_size(own->cards[GENOA_PRIVILEGE]));
    put_int(out, K_privileges_pay, genoa_pay(own->cards[GENOA_PRIVILEGE]));
}

/* What a viewer may see of cards: piles they have looked through, and their own hand (dossier vernissage 11). */
#include "config.h"

#include "rules/vernissage/view_parts.h"

/* @count cards of a face; paintings say what they are worth now. */
static struct json_object *card_view(const struct vernissage_state *st, int face, int count)
{
    struct json_object *out = json_new();
    bool painting = face < VERNISSAGE_ARTISTS;
    json_set_text(out, "face", vernissage_faces[face].id);
    json_set_text(out, "face_label", vernissage_faces[face].label);
    json_set_truth(out, "painting", painting);
    json_set_number(out, "count", count);
    json_set_truth(out, "many", count > 1);
    json_set(out, "worth", NULL);
    json_set(out, "artist", NULL);
    json_set_text(out, "letter", "");
    if (painting) {
        set_artist(out, face);
        set_thousands(out, "worth", vernissage_worth(st->artists[face].fame));
    }
    return out;
}

static struct json_object *shown_view(const struct vernissage_state *st, const uint8_t *counts)
{
    struct json_object *list = json_new_list();
    for (int face = 0; face < VERNISSAGE_ARTISTS; face++)
        if (counts[face])
            json_add(list, card_view(st, face, counts[face]));
    return list;
}

/* What was left in a pile, without what it is worth now: a pile does not change with the fame of an artist. */
static struct json_object *left_view(const struct vernissage_state *st, const uint8_t *counts)
{
    struct json_object *list = json_new_list();
    for (int face = 0; face < VERNISSAGE_FACES; face++) {
        if (!counts[face])
            continue;
        struct json_object *card = card_view(st, face, counts[face]);
        json_set(card, "worth", NULL);
        json_add(list, card);
    }
    return list;
}

static struct json_object *look_view(const struct vernissage_state *st, const struct vernissage_look *look, int pile)
{
    struct json_object *out = json_new();
    int left = counts_sum(look->faces, VERNISSAGE_FACES);
    json_set_number(out, "turn", look->turn);
    json_set_number(out, "taken", left - counts_sum(st->piles[pile], VERNISSAGE_FACES));
    json_set(out, "faces", left_view(st, look->faces));
    return out;
}

static bool is_dear(const struct seen *seen, long price)
{
    return seen->awaited && seen->st->phase == VERNISSAGE_PHASE_BUY && seen->st->cash[seen->viewer] < price;
}

struct json_object *vernissage_pile_view(const struct seen *seen, int pile)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_look *look = seen->viewer < 0 ? NULL : &st->seen[seen->viewer][pile];
    int size = counts_sum(st->piles[pile], VERNISSAGE_FACES);
    struct json_object *out = json_new();
    set_place_number(out, "pile", pile);
    json_set_number(out, "number", pile + 1);
    set_money(out, "price", vernissage_price(pile));
    json_set_number(out, "size", size);
    json_set_truth(out, "empty", size == 0);
    json_set(out, "edges", pips_view(size < 4 ? size : 4));
    json_set_truth(out, "open", st->open_pile == pile);
    json_set_truth(out, "loan", size > 0 && is_dear(seen, vernissage_price(pile)));
    json_set(out, "seen", look && look->turn >= 0 ? look_view(st, look, pile) : NULL);
    json_set_truth(out, "has_seen", look && look->turn >= 0);
    return out;
}

struct json_object *vernissage_grey_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    int size = counts_sum(st->grey_deck, VERNISSAGE_GREYS), discard = counts_sum(st->grey_discard, VERNISSAGE_GREYS);
    struct json_object *out = json_new();
    set_place(out, "verb", "buy_grey");
    set_money(out, "price", VERNISSAGE_GREY_PRICE);
    json_set_number(out, "deck", size);
    json_set_number(out, "used", discard);
    json_set_truth(out, "empty", size + discard == 0);
    json_set(out, "edges", pips_view(size < 4 ? size : 4));
    json_set_truth(out, "loan", size + discard > 0 && is_dear(seen, VERNISSAGE_GREY_PRICE));
    return out;
}

struct json_object *vernissage_open_view(const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    struct json_object *out = json_new(), *none = json_new(), *cards = json_new_list();
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        if (st->piles[st->open_pile][face]) {
            struct json_object *card = card_view(st, face, st->piles[st->open_pile][face]);
            set_place(card, "face", vernissage_faces[face].id);
            json_add(cards, card);
        }
    set_place(none, "verb", "take_none");
    json_set_number(out, "number", st->open_pile + 1);
    json_set(out, "cards", cards);
    json_set(out, "none", none);
    return out;
}

/* A card that its owner may use now is a place: choosing it is choosing what it does. */
static void set_use(const struct seen *seen, struct json_object *card, int face, int number)
{
    const struct vernissage_state *st = seen->st;
    bool move = number > 0 || face == VERNISSAGE_UNLIMITED;
    bool usable = seen->awaited && st->phase == VERNISSAGE_PHASE_USE && (move ? !st->moved : face == VERNISSAGE_CRITIC);
    json_set_truth(card, "usable", usable);
    if (usable)
        set_place(card, "verb", number > 0 ? "move_one" : move ? "move_all" : "critic");
    if (usable && number > 0)
        set_place_number(card, "steps", number);
}

static struct json_object *hand_view(const struct seen *seen, int seat)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_hand *hand = &st->hand[seat];
    struct json_object *out = json_new(), *cards = json_new_list(), *greys = json_new_list();
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        if (hand->face[face]) {
            struct json_object *card = card_view(st, face, hand->face[face]);
            set_use(seen, card, face, 0);
            json_add(cards, card);
        }
    set_list(out, "cards", "has_cards", cards);
    for (int i = 0; i < VERNISSAGE_GREYS; i++)
        if (hand->grey[i]) {
            struct json_object *grey = json_new();
            json_set_number(grey, "number", i + VERNISSAGE_GREY_LEAST);
            json_set_number(grey, "count", hand->grey[i]);
            json_set_truth(grey, "many", hand->grey[i] > 1);
            json_set_text(grey, "grey_label", vernissage_move_cards[i].label);
            set_use(seen, grey, 0, i + VERNISSAGE_GREY_LEAST);
            json_add(greys, grey);
        }
    set_list(out, "greys", "has_greys", greys);
    set_thousands(out, "assets", vernissage_assets(st, seat));
    return out;
}

/* One amount in a row of the accounts. */
static void add_cell(struct json_object *cells, int thousands)
{
    struct json_object *cell = json_new();
    set_money_words(cell, "text", (long)thousands * VERNISSAGE_THOUSAND);
    json_add(cells, cell);
}

struct json_object *vernissage_accounts_view(const struct vernissage_state *st)
{
    static const char *const labels[] = {N_("Cash"), N_("Paintings"), N_("Owed")};
    struct json_object *out = json_new(), *heads = json_new_list(), *rows = json_new_list();
    for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
        struct json_object *head = json_new();
        json_set_text(head, "head_label", labels[i]);
        json_add(heads, head);
    }
    for (int seat = 0; seat < st->seats; seat++) {
        int cash = st->cash[seat] / VERNISSAGE_THOUSAND, owed = VERNISSAGE_NOTE_COSTS * st->notes[seat];
        struct json_object *row = json_new(), *cells = json_new_list();
        add_cell(cells, cash);
        add_cell(cells, vernissage_assets(st, seat) - cash + owed);
        add_cell(cells, -owed);
        json_set(row, "cells", cells);
        json_add(rows, row);
    }
    json_set(out, "heads", heads);
    json_set(out, "rows", rows);
    return out;
}

struct json_object *vernissage_player_view(const struct seen *seen, int seat)
{
    const struct vernissage_state *st = seen->st;
    bool over = st->phase == VERNISSAGE_PHASE_OVER, open = seat == seen->viewer || over;
    int size = vernissage_hand_size(st, seat), assets = open ? vernissage_assets(st, seat) : vernissage_public_assets(st, seat);
    struct json_object *out = seat_view(seat);
    struct json_object *agents = json_new_list();
    int home = 0;
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++) {
        json_add(agents, json_number(st->agents[seat][agent]));
        home += st->agents[seat][agent] == 0;
    }
    json_set(out, "agents", agents);
    json_set_truth(out, "current", st->turn == seat && !over);
    json_set_truth(out, "began", st->first == seat);
    set_money(out, "cash", st->cash[seat]);
    json_set_number(out, "notes", st->notes[seat]);
    json_set_number(out, "hand_size", size);
    set_list(out, "shown", "has_shown", shown_view(st, st->shown[seat]));
    json_set_number(out, "home", home);
    set_thousands(out, "assets", assets);
    json_set_truth(out, "below", assets < 0);
    json_set_truth(out, "hand_shown", open);
    json_set(out, "hand", open ? hand_view(seen, seat) : NULL);
    return out;
}

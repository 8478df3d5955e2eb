/* What a viewer may see of cards: piles they have looked through, and their own hand (dossier vernissage 11). */
#include "config.h"

#include "rules/vernissage/view_parts.h"

/* @count cards of a face; paintings say what they are worth now. */
static void set_card(struct value *out, const struct vernissage_state *st, int face, int count)
{
    bool painting = face < VERNISSAGE_ARTISTS;
    put_text(out, K_face, vernissage_faces[face].id);
    put_text(out, K_face_label, vernissage_faces[face].label);
    put_bool(out, K_painting, painting);
    put_int(out, K_count, count);
    put_bool(out, K_many, count > 1);
    put_null(out, K_worth);
    put_null(out, K_artist);
    put_text(out, K_letter, "");
    if (painting) {
        set_artist(out, face);
        put_thousands(out, K_worth, K_worth_text, vernissage_worth(st->artists[face].fame));
    }
}

/* What was left in a pile, without what it is worth now: a pile does not change with the fame of an artist. */
static void put_look(struct value *out, const struct vernissage_state *st, const struct vernissage_look *look, int pile)
{
    struct value *seen = put_object(out, K_seen);
    int left = counts_sum(look->faces, VERNISSAGE_FACES);
    put_int(seen, K_turn, look->turn);
    put_int(seen, K_taken, left - counts_sum(st->piles[pile], VERNISSAGE_FACES));
    struct value *faces = put_list(seen, K_faces);
    for (int face = 0; face < VERNISSAGE_FACES; face++) {
        if (!look->faces[face])
            continue;
        struct value *card = add_object(faces);
        set_card(card, st, face, look->faces[face]);
        put_null(card, K_worth);
    }
}

static bool is_dear(const struct seen *seen, long price)
{
    return seen->awaited && seen->st->phase == VERNISSAGE_PHASE_BUY && seen->st->cash[seen->viewer] < price;
}

void vernissage_set_pile(struct value *out, const struct seen *seen, int pile)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_look *look = seen->viewer < 0 ? NULL : &st->seen[seen->viewer][pile];
    int size = counts_sum(st->piles[pile], VERNISSAGE_FACES);
    put_place_number(out, "pile", pile);
    put_int(out, K_number, pile + 1);
    put_money(out, K_price, K_price_text, vernissage_price(pile));
    put_int(out, K_size, size);
    put_bool(out, K_empty, size == 0);
    put_bool(out, K_open, st->open_pile == pile);
    put_bool(out, K_loan, size > 0 && is_dear(seen, vernissage_price(pile)));
    bool has_seen = look && look->turn >= 0;
    if (has_seen)
        put_look(out, st, look, pile);
    else
        put_null(out, K_seen);
    put_bool(out, K_has_seen, has_seen);
}

void vernissage_set_grey(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    int size = counts_sum(st->grey_deck, VERNISSAGE_GREYS), discard = counts_sum(st->grey_discard, VERNISSAGE_GREYS);
    put_text(out, K_place, "verb=buy_grey");
    put_money(out, K_price, K_price_text, VERNISSAGE_GREY_PRICE);
    put_int(out, K_deck, size);
    put_int(out, K_used, discard);
    put_bool(out, K_empty, size + discard == 0);
    put_bool(out, K_loan, size + discard > 0 && is_dear(seen, VERNISSAGE_GREY_PRICE));
}

void vernissage_set_open(struct value *out, const struct seen *seen)
{
    const struct vernissage_state *st = seen->st;
    put_int(out, K_number, st->open_pile + 1);
    struct value *cards = put_list(out, K_cards);
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        if (st->piles[st->open_pile][face]) {
            struct value *card = add_object(cards);
            set_card(card, st, face, st->piles[st->open_pile][face]);
            put_place(card, "face", vernissage_faces[face].id);
        }
    put_text(put_object(out, K_none), K_place, "verb=take_none");
}

/* A card that its owner may use now is a place: choosing it is choosing what it does. */
static void put_use(struct value *card, const struct seen *seen, int face, int number)
{
    const struct vernissage_state *st = seen->st;
    bool move = number > 0 || face == VERNISSAGE_UNLIMITED;
    bool usable = seen->awaited && st->phase == VERNISSAGE_PHASE_USE && (move ? !st->moved : face == VERNISSAGE_CRITIC);
    put_bool(card, K_usable, usable);
    if (usable)
        put_place(card, "verb", number > 0 ? "move_one" : move ? "move_all" : "critic");
    if (usable && number > 0)
        put_place_number(card, "steps", number);
}

static void set_hand(struct value *out, const struct seen *seen, int seat)
{
    const struct vernissage_state *st = seen->st;
    const struct vernissage_hand *hand = &st->hand[seat];
    struct value *cards = put_list_if(out, K_cards, K_has_cards, counts_sum(hand->face, VERNISSAGE_FACES) > 0);
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        if (hand->face[face]) {
            struct value *card = add_object(cards);
            set_card(card, st, face, hand->face[face]);
            put_use(card, seen, face, 0);
        }
    struct value *greys = put_list_if(out, K_greys, K_has_greys, counts_sum(hand->grey, VERNISSAGE_GREYS) > 0);
    for (int i = 0; i < VERNISSAGE_GREYS; i++)
        if (hand->grey[i]) {
            struct value *grey = add_object(greys);
            put_int(grey, K_number, i + VERNISSAGE_GREY_LEAST);
            put_int(grey, K_count, hand->grey[i]);
            put_bool(grey, K_many, hand->grey[i] > 1);
            put_text(grey, K_grey_label, vernissage_move_cards[i].label);
            put_use(grey, seen, 0, i + VERNISSAGE_GREY_LEAST);
        }
    put_thousands(out, K_assets, K_assets_text, vernissage_assets(st, seat));
}

/* One amount in a row of the accounts. */
static void add_cell(struct value *cells, int thousands)
{
    put_money_words(add_object(cells), K_text, (long)thousands * VERNISSAGE_THOUSAND);
}

void vernissage_set_accounts(struct value *out, const struct vernissage_state *st)
{
    static const char *const labels[] = {N_("Cash"), N_("Paintings"), N_("Owed")};
    struct value *heads = put_list(out, K_heads);
    for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
        put_text(add_object(heads), K_head_label, labels[i]);
    struct value *rows = put_list(out, K_rows);
    for (int seat = 0; seat < st->seats; seat++) {
        int cash = st->cash[seat] / VERNISSAGE_THOUSAND, owed = VERNISSAGE_NOTE_COSTS * st->notes[seat];
        struct value *cells = put_list(add_object(rows), K_cells);
        add_cell(cells, cash);
        add_cell(cells, vernissage_assets(st, seat) - cash + owed);
        add_cell(cells, -owed);
    }
}

/* The paintings that lie open before a seat. */
static void put_shown(struct value *out, const struct vernissage_state *st, const uint8_t counts[VERNISSAGE_ARTISTS])
{
    struct value *list = put_list_if(out, K_shown, K_has_shown, counts_sum(counts, VERNISSAGE_ARTISTS) > 0);
    for (int face = 0; face < VERNISSAGE_ARTISTS; face++)
        if (counts[face])
            set_card(add_object(list), st, face, counts[face]);
}

void vernissage_set_player(struct value *out, const struct seen *seen, int seat)
{
    const struct vernissage_state *st = seen->st;
    bool over = st->phase == VERNISSAGE_PHASE_OVER, open = seat == seen->viewer || over;
    int assets = open ? vernissage_assets(st, seat) : vernissage_public_assets(st, seat);
    put_int(out, K_seat, seat);
    struct value *agents = put_list(out, K_agents);
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
        add_int(agents, st->agents[seat][agent]);
    put_bool(out, K_current, st->turn == seat && !over);
    put_bool(out, K_began, st->first == seat);
    put_money(out, K_cash, K_cash_text, st->cash[seat]);
    put_int(out, K_notes, st->notes[seat]);
    put_int(out, K_hand_size, vernissage_hand_size(st, seat));
    put_shown(out, st, st->shown[seat]);
    put_thousands(out, K_assets, K_assets_text, assets);
    put_bool(out, K_below, assets < 0);
    put_bool(out, K_hand_shown, open);
    if (open)
        set_hand(put_object(out, K_hand), seen, seat);
    else
        put_null(out, K_hand);
}

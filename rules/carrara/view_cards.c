/* What a viewer sees of the objectives, and of what the expansion adds: dossier carrara 6, 8. */
#include "config.h"

#include "rules/carrara/view_parts.h"

static const enum key card_kinds[CARRARA_COLOURS_OF_CARDS] = {K_brown, K_purple, K_grey, K_green};

/* What counts coins or stones is known only of those whose hands are seen. */
static void set_objective(struct value *out, const struct carrara_state *st, int objective, int viewer)
{
    const struct carrara_card *card = &carrara_cards[objective][carrara_card_of(st, objective)];
    int need = carrara_card_need(st, objective);
    put_text(out, K_kind, key_name(card_kinds[objective]));
    put_text(out, K_label, card->counted);
    put_text(out, K_points_label, card->worth);
    put_int(out, K_need, need);
    put_bool(out, K_is_goal, objective != CARRARA_GREEN);
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < st->seats; seat++) {
        bool shown = !carrara_card_hides(st, objective) || carrara_sees_hand(st, viewer, seat);
        int have = carrara_card_count(st, seat, objective);
        struct value *player = add_object(players);
        put_int(player, K_seat, seat);
        put_known(player, K_have, shown, have);
        put_bool(player, K_have_shown, shown);
        put_bool(player, K_met, shown && objective != CARRARA_GREEN && have >= need);
    }
}

/* A tile of cost 8; its place stays where it was when it is gone. */
static void set_dear(struct value *out, const struct carrara_state *st, int type)
{
    bool gone = !st->expensive[type];
    put_bool(out, K_empty, gone);
    if (!gone) {
        put_place(out, "tile", carrara_tiles[CARRARA_DECK + type].id);
        set_tile(out, CARRARA_DECK + type);
    }
}

static void set_upgrade(struct value *out, const struct carrara_state *st, int upgrade)
{
    bool city = upgrade < CARRARA_CITIES;
    put_place(out, "upgrade", carrara_upgrades[upgrade].id);
    put_text(out, K_upgrade_label, carrara_upgrades[upgrade].label);
    put_int(out, K_worth, 1 + (city ? carrara_multipliers[upgrade] : 1));
    set_gives(out, city ? carrara_gives_points(upgrade) : upgrade == CARRARA_CITIES + CARRARA_LAND);
    put_bool(out, K_taken, st->upgrades[upgrade] >= 0);
    put_seat(out, K_taken_by, st->upgrades[upgrade]);
}

static void set_category(struct value *out, const struct carrara_state *st, int seat, int category, bool own)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = carrara_yield_category(st, seat, category);
    bool can = yield.n_tiles > 0 && !player->categories[category] && carrara_markers(st, seat) > 0;
    put_own_place(out, own, "category", carrara_categories[category].id);
    put_text(out, K_category, carrara_categories[category].id);
    put_text(out, K_sort_label, carrara_categories[category].label);
    put_bool(out, K_scored, player->categories[category]);
    put_int(out, K_buildings, yield.n_tiles);
    put_int(out, K_multiplier, 1 + (st->upgrades[CARRARA_CITIES + category] == seat));
    set_gives(out, category == CARRARA_LAND);
    put_would(out, can ? &yield : NULL);
}

static void set_progress(struct value *out, const struct carrara_state *st, int viewer)
{
    struct carrara_progress progress = carrara_progress(st, viewer);
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++) {
        struct value *one = put_object(out, card_kinds[i]);
        put_int(one, K_have, progress.have[i]);
        put_int(one, K_need, progress.need[i]);
    }
}

void carrara_put_categories(struct value *out, const struct carrara_state *st, int seat, bool own)
{
    struct value *categories = put_list(out, K_sorts);
    for (int category = 0; st->options.expansion && category < CARRARA_CATEGORIES; category++)
        set_category(add_object(categories), st, seat, category, own);
}

void carrara_put_cards(struct value *out, const struct carrara_state *st, int viewer)
{
    bool expansion = st->options.expansion;
    struct value *objectives = put_list(out, K_objectives);
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT + expansion; i++)
        set_objective(add_object(objectives), st, i, viewer);
    put_bool(out, K_expansion, expansion);
    struct value *dear = put_list(out, K_dear);
    for (int i = 0; expansion && i < CARRARA_TYPES; i++)
        set_dear(add_object(dear), st, i);
    struct value *tiles = put_list(out, K_upgrade_tiles);
    for (int i = 0; expansion && i < CARRARA_UPGRADES; i++)
        set_upgrade(add_object(tiles), st, i);
    if (viewer >= 0)
        set_progress(put_object(out, K_progress), st, viewer);
}

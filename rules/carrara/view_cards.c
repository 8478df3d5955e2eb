/* What a viewer sees of the objectives, and of what the expansion adds: dossier carrara 6, 8. */
#include "config.h"

#include "rules/carrara/view_parts.h"

static const char *const card_kinds[CARRARA_COLOURS_OF_CARDS] = {"brown", "purple", "grey", "green"};

/* What counts coins or stones is known only of those whose hands are seen. */
static struct json_object *objective_view(const struct carrara_state *st, int objective, int viewer)
{
    const struct carrara_card *card = &carrara_cards[objective][carrara_card_of(st, objective)];
    struct json_object *out = json_new(), *players = json_new_list();
    int need = carrara_card_need(st, objective);
    set_text(out, "kind", card_kinds[objective]);
    set_text(out, "label", card->counted);
    set_text(out, "points_label", card->worth);
    set_number(out, "need", need);
    json_set(out, "is_goal", json_truth(objective != CARRARA_GREEN));
    for (int seat = 0; seat < st->seats; seat++) {
        bool shown = !carrara_card_hides(st, objective) || carrara_sees_hand(st, viewer, seat);
        int have = carrara_card_count(st, seat, objective);
        struct json_object *player = json_new();
        set_number(player, "seat", seat);
        json_set(player, "have", shown ? json_number(have) : NULL);
        json_set(player, "have_shown", json_truth(shown));
        json_set(player, "met", json_truth(shown && objective != CARRARA_GREEN && have >= need));
        json_add(players, player);
    }
    json_set(out, "players", players);
    return out;
}

/* A tile of cost 8; its place stays where it was when it is gone. */
static struct json_object *dear_view(const struct carrara_state *st, int type)
{
    struct json_object *out = json_new();
    bool gone = !st->expensive[type];
    json_set(out, "empty", json_truth(gone));
    if (!gone) {
        set_place(out, "tile", carrara_tiles[CARRARA_DECK + type].id);
        set_tile(out, CARRARA_DECK + type);
    }
    return out;
}

static struct json_object *upgrade_view(const struct carrara_state *st, int upgrade)
{
    struct json_object *out = json_new();
    bool city = upgrade < CARRARA_CITIES, points = city ? carrara_gives_points(upgrade) : upgrade == CARRARA_CITIES + CARRARA_LAND;
    set_place(out, "upgrade", carrara_upgrades[upgrade].id);
    set_text(out, "upgrade_label", carrara_upgrades[upgrade].label);
    set_number(out, "worth", 1 + (city ? carrara_multipliers[upgrade] : 1));
    json_set(out, "gives_points", json_truth(points));
    json_set(out, "gives_coins", json_truth(!points));
    json_set(out, "taken", json_truth(st->upgrades[upgrade] >= 0));
    json_set(out, "taken_by", NULL);
    if (st->upgrades[upgrade] >= 0) {
        struct json_object *by = json_new();
        set_number(by, "seat", st->upgrades[upgrade]);
        json_set(out, "taken_by", by);
    }
    return out;
}

static struct json_object *category_view(const struct carrara_state *st, int seat, int category, bool own)
{
    struct json_object *out = json_new();
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = carrara_yield_category(st, seat, category);
    bool can = yield.n_tiles > 0 && !player->categories[category] && carrara_markers(st, seat) > 0;
    set_own_place(out, own, "category", carrara_categories[category].id);
    set_text(out, "category", carrara_categories[category].id);
    set_text(out, "sort_label", carrara_categories[category].label);
    json_set(out, "scored", json_truth(player->categories[category]));
    set_number(out, "buildings", yield.n_tiles);
    set_number(out, "multiplier", 1 + (st->upgrades[CARRARA_CITIES + category] == seat));
    json_set(out, "gives_points", json_truth(category == CARRARA_LAND));
    json_set(out, "gives_coins", json_truth(category == CARRARA_URBAN));
    set_would(out, can ? &yield : NULL);
    return out;
}

static struct json_object *progress_view(const struct carrara_state *st, int viewer)
{
    struct carrara_progress progress = carrara_progress(st, viewer);
    struct json_object *out = json_new();
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++) {
        struct json_object *one = json_new();
        set_number(one, "have", progress.have[i]);
        set_number(one, "need", progress.need[i]);
        json_set(out, card_kinds[i], one);
    }
    return out;
}

void carrara_set_categories(const struct carrara_state *st, int seat, bool own, struct json_object *out)
{
    struct json_object *categories = json_new_list();
    for (int category = 0; st->options.expansion && category < CARRARA_CATEGORIES; category++)
        json_add(categories, category_view(st, seat, category, own));
    json_set(out, "sorts", categories);
}

void carrara_set_cards(const struct carrara_state *st, int viewer, struct json_object *out)
{
    struct json_object *objectives = json_new_list(), *dear = json_new_list(), *tiles = json_new_list();
    bool expansion = st->options.expansion;
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT + expansion; i++)
        json_add(objectives, objective_view(st, i, viewer));
    for (int i = 0; expansion && i < CARRARA_TYPES; i++)
        json_add(dear, dear_view(st, i));
    for (int i = 0; expansion && i < CARRARA_UPGRADES; i++)
        json_add(tiles, upgrade_view(st, i));
    json_set(out, "objectives", objectives);
    json_set(out, "expansion", json_truth(expansion));
    json_set(out, "dear", dear);
    json_set(out, "upgrade_tiles", tiles);
    if (viewer >= 0)
        json_set(out, "progress", progress_view(st, viewer));
}

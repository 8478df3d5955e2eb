/* What must always be true: dossier carrara 10.1, invariants. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/fault.h"

static bool stones_add_up(const struct carrara_state *st, struct fault *fault)
{
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        int n = st->bag[c];
        for (int section = 0; section < CARRARA_SECTIONS; section++)
            n += st->wheel[section][c];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->players[seat].stones[c];
        if (n != CARRARA_PER_COLOUR)
            return fault_index(fault, N_("{what}, wheel and hands do not hold seven stones of this colour."), "bag", c);
    }
    if (carrara_wheel_stones(st) > CARRARA_WHEEL_STONES)
        return fault_set(fault, N_("{what} holds more than eleven stones."), "wheel");
    return true;
}

static bool objects_add_up(const struct carrara_state *st, struct fault *fault)
{
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++) {
        int n = st->sale[kind] + st->reserve[kind];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->players[seat].objects[kind];
        if (n != CARRARA_PER_OBJECT)
            return fault_index(fault, N_("{what}, sale and hands do not hold six objects of this kind."), "reserve",
                               kind);
    }
    return true;
}

/* One more tile seen: never twice, and those of cost 8 only with the expansion, and never in market or stack. */
static bool tile_is_new(int tile, int tiles, uint64_t *seen, const char *member, int index, struct fault *fault)
{
    if (tile >= tiles)
        return fault_index(fault, N_("{what} is a tile of the expansion, which cannot lie there."), member, index);
    if (*seen >> tile & 1)
        return fault_index(fault, N_("{what} is a tile that lies elsewhere too."), member, index);
    *seen |= (uint64_t)1 << tile;
    return true;
}

static const char *const buildings_of[CARRARA_SEATS] = {
    "players[0].buildings", "players[1].buildings", "players[2].buildings", "players[3].buildings"};

static bool tiles_are_single(const struct carrara_state *st, struct fault *fault)
{
    uint64_t seen = 0;
    int tiles = st->options.expansion ? CARRARA_TILES : CARRARA_DECK;
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        if (st->market[slot] >= 0 && !tile_is_new(st->market[slot], CARRARA_DECK, &seen, "market", slot, fault))
            return false;
    for (int i = 0; i < st->n_stack; i++)
        if (!tile_is_new(st->stack[i], CARRARA_DECK, &seen, "stack", i, fault))
            return false;
    for (int seat = 0; seat < st->seats; seat++)
        for (int i = 0; i < st->players[seat].n_buildings; i++)
            if (!tile_is_new(st->players[seat].buildings[i].tile, tiles, &seen, buildings_of[seat], i, fault))
                return false;
    for (int type = 0; type < CARRARA_TYPES; type++) /* nothing is dearer, so none is ever replaced */
        if (st->options.expansion && st->expensive[type] == (seen >> (CARRARA_DECK + type) & 1))
            return fault_index(fault, N_("{what} is neither on offer nor built, or both."), "expensive", type);
    return true;
}

static const char *const colours_of_cards[CARRARA_COLOURS_OF_CARDS] = {"brown", "purple", "grey", "green"};

static bool expansion_is_untouched(const struct carrara_state *st, struct fault *fault)
{
    static const char sentence[] = N_("{what} belongs to the expansion, which is not used here.");
    for (int type = 0; type < CARRARA_TYPES; type++)
        if (st->expensive[type])
            return fault_index(fault, sentence, "expensive", type);
    for (int i = 0; i < CARRARA_UPGRADES; i++)
        if (st->upgrades[i] != NO_SEAT)
            return fault_index(fault, sentence, "upgrades", i);
    for (int seat = 0; seat < st->seats; seat++)
        if (st->players[seat].categories[0] || st->players[seat].categories[1])
            return fault_index(fault, sentence, "categories of players", seat);
    for (int colour = 0; colour < CARRARA_COLOURS_OF_CARDS; colour++)
        if (carrara_card_of(st, colour))
            return fault_member(fault, colours_of_cards[colour]);
    return st->phase != CARRARA_PHASE_UPGRADE || fault_member(fault, "phase");
}

/* A card of each colour lies open, and with each tile of cost 8 an upgrade tile was taken, but for the one that is taken now. */
static bool expansion_is_sound(const struct carrara_state *st, struct fault *fault)
{
    int built = CARRARA_TYPES - carrara_sum(st->expensive), taken = st->phase == CARRARA_PHASE_UPGRADE;
    if (!st->options.expansion)
        return expansion_is_untouched(st, fault);
    if (st->options.wheel || !st->options.rebuild)
        return fault_member(fault, st->options.wheel ? "options.wheel" : "options.rebuild");
    for (int colour = 0; colour < CARRARA_COLOURS_OF_CARDS; colour++)
        if (carrara_card_of(st, colour) == 0)
            return fault_member(fault, colours_of_cards[colour]);
    for (int i = 0; i < CARRARA_UPGRADES; i++) {
        if (st->upgrades[i] >= st->seats)
            return fault_index(fault, N_("{what} names a seat that is not at this table."), "upgrades", i);
        taken += st->upgrades[i] >= 0;
    }
    return taken == built || fault_set(fault, N_("{what} were not taken once with each building of cost 8."), "upgrades");
}

static bool seats_are_there(const struct carrara_state *st, struct fault *fault)
{
    static const char sentence[] = N_("{what} names a seat that is not at this table.");
    if (st->start >= st->seats)
        return fault_member(fault, "start");
    if (st->current >= st->seats)
        return fault_member(fault, "current");
    if (st->declared >= st->seats)
        return fault_member(fault, "declared");
    for (int city = 0; city < CARRARA_CITIES; city++)
        if (st->cities[city] >= st->seats)
            return fault_index(fault, sentence, "cities", city);
    for (int seat = 0; seat < st->seats; seat++)
        if (carrara_markers(st, seat) < 0)
            return fault_index(fault, N_("{what} has used more than six scoring markers."), "players", seat);
    return true;
}

/* What is being paid for lies open, goes where it is said to go, costs what is due, and can be paid. */
static bool payment_is_sound(const struct carrara_state *st, struct fault *fault)
{
    const struct carrara_pending *pending = &st->pending;
    const struct carrara_player *player = &st->players[st->current];
    if (st->phase != CARRARA_PHASE_PAY)
        return true;
    if (pending->tile < 0 || !carrara_on_offer(st, pending->tile))
        return fault_set(fault, N_("{what} is not on offer."), "pending.tile");
    int due = carrara_tile_cost[pending->tile];
    if (pending->old >= 0) {
        int own = carrara_own_building(player, pending->old);
        if (own < 0 || player->buildings[own].city != pending->city)
            return fault_set(fault, N_("{what} is not a building of the player in this city."), "pending.old");
        due -= carrara_tile_cost[pending->old];
    }
    if (pending->city < 0)
        return fault_set(fault, N_("{what} is out of range."), "pending.city");
    if (pending->due != due || due <= 0 || carrara_accepted(player->stones, pending->city) < due)
        return fault_set(fault, N_("{what} is not the price, or cannot be paid."), "pending.due");
    return true;
}

/* Who has announced the end, whether there is one, and what was bought this turn go together. */
static bool ending_is_sound(const struct carrara_state *st, struct fault *fault)
{
    int open = st->n_stack;
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        open += st->market[slot] >= 0;
    if ((st->ending == CARRARA_ENDING_DECLARED) != (st->declared >= 0))
        return fault_member(fault, "declared");
    if (st->ending == CARRARA_ENDING_BUILT && open > 0)
        return fault_member(fault, "ending");
    if (st->phase == CARRARA_PHASE_OVER && st->ending == CARRARA_ENDING_NONE)
        return fault_member(fault, "phase");
    if (st->bought && (st->phase != CARRARA_PHASE_FINISH || carrara_sum(st->sale) == CARRARA_OBJECTS))
        return fault_member(fault, "bought");
    return true;
}

bool carrara_sound(const void *state, struct fault *fault)
{
    const struct carrara_state *st = state;
    return seats_are_there(st, fault) && expansion_is_sound(st, fault) && stones_add_up(st, fault)
        && objects_add_up(st, fault) && tiles_are_single(st, fault) && payment_is_sound(st, fault)
        && ending_is_sound(st, fault);
}

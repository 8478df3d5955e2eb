/* A turn prepared while others think: where it begins, and what its steps depend on. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/plans.h"
#include "rules/parts.h"

/* ---- The words for what a step reads ---- */

static const char wheel[] = N_("the stones on the wheel"), hand[] = N_("your coins and stones"), offer[] = N_("the building on offer"),
                  own[] = N_("your buildings"), yield[] = N_("what the scoring brings"), city_scored[] = N_("who has scored the city"),
                  upgrade[] = N_("the upgrade tile"), sale[] = N_("the object on sale"), ending[] = N_("how long the game goes on"),
                  objectives[] = N_("the objectives");

/* ---- Where it begins ---- */

/* Who has announced the end or emptied the market gives each seat one turn more at most, as far as the last before the start player. */
static bool has_turn_left(const struct carrara_state *st, int ahead)
{
    int left = (st->start + st->seats - 1 - st->current + st->seats) % st->seats; /* turns after this one in the round */
    return st->ending == CARRARA_ENDING_NONE || ahead <= left;
}

static bool begin(void *state, int seat)
{
    struct carrara_state *st = state;
    int ahead = (seat - st->current + st->seats) % st->seats;
    if (st->phase == CARRARA_PHASE_OVER || seat < 0 || seat >= st->seats || ahead == 0 || !has_turn_left(st, ahead))
        return false;
    st->turn = (int16_t)(st->turn + ahead);
    st->current = (uint8_t)seat;
    st->phase = CARRARA_PHASE_ACTION;
    st->pending = (struct carrara_pending){.tile = -1, .city = -1, .old = -1};
    st->bought = 0;
    return true;
}

/* ---- What its steps read ---- */

static void read_hand(const struct carrara_state *st, int seat, struct reads *reads)
{
    reads_number(reads, hand, st->players[seat].coins);
    reads_bytes(reads, hand, st->players[seat].stones, sizeof(st->players[seat].stones));
}

static void read_own(const struct carrara_state *st, int seat, struct reads *reads)
{
    const struct carrara_player *player = &st->players[seat];
    reads_bytes(reads, own, player->buildings, player->n_buildings * sizeof(player->buildings[0]));
}

static void read_yield(const struct carrara_state *st, int seat, struct carrara_yield got, struct reads *reads)
{
    reads_number(reads, yield, carrara_markers(st, seat));
    reads_number(reads, yield, got.points);
    reads_number(reads, yield, got.coins);
    reads_number(reads, yield, (int64_t)got.tiles);
    reads_bytes(reads, yield, got.objects, sizeof(got.objects));
    reads_bytes(reads, yield, got.missing, sizeof(got.missing));
}

/* Two coins are for who can do nothing else: any stone, any offer may change that. */
static void read_relief(const struct carrara_state *st, int seat, struct reads *reads)
{
    reads_bytes(reads, wheel, st->wheel, sizeof(st->wheel));
    reads_number(reads, wheel, carrara_sum(st->bag));
    reads_number(reads, offer, carrara_can_act(st, seat));
    read_hand(st, seat, reads);
}

static void read_objectives(const struct carrara_state *st, int seat, struct reads *reads)
{
    struct carrara_progress progress = carrara_progress(st, seat);
    reads_bytes(reads, objectives, &progress, sizeof(progress));
    reads_number(reads, ending, st->ending);
}

/* How the market is filled up after a turn decides nothing in it; that somebody has announced the end decides much. */
static void read_end(const struct carrara_state *st, struct reads *reads)
{
    bool empty = true;
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        empty = empty && st->market[slot] < 0;
    reads_number(reads, ending, st->ending);
    reads_number(reads, ending, empty && st->n_stack == 0);
}

static void reads_of(const void *state, int seat, const struct move *step, struct reads *reads)
{
    const struct carrara_state *st = state;
    const struct carrara_player *player = &st->players[seat];
    const int16_t *arg = step->arg;
    switch (step->verb) {
    case CARRARA_BUY:
        reads_bytes(reads, wheel, st->wheel[arg[0] - 1], sizeof(st->wheel[0]));
        read_hand(st, seat, reads);
        break;
    case CARRARA_RELIEF:
        read_relief(st, seat, reads);
        break;
    case CARRARA_REBUILD:
        read_own(st, seat, reads);
        reads_number(reads, own, carrara_own_building(player, arg[1])); /* and then as a building anew */
        /* fall through */
    case CARRARA_BUILD:
        reads_number(reads, offer, carrara_on_offer(st, arg[0]));
        read_hand(st, seat, reads);
        break;
    case CARRARA_PAY:
        read_hand(st, seat, reads);
        reads_bytes(reads, offer, &st->pending, sizeof(st->pending));
        break;
    case CARRARA_SCORE_TYPE:
        reads_number(reads, yield, player->types[arg[0]]);
        read_yield(st, seat, carrara_yield_type(st, seat, arg[0]), reads);
        break;
    case CARRARA_SCORE_CITY:
        reads_number(reads, city_scored, st->cities[arg[0]]);
        read_yield(st, seat, carrara_yield_city(st, seat, arg[0]), reads);
        break;
    case CARRARA_SCORE_CATEGORY:
        reads_number(reads, yield, player->categories[arg[0]]);
        read_yield(st, seat, carrara_yield_category(st, seat, arg[0]), reads);
        break;
    case CARRARA_UPGRADE:
        reads_number(reads, upgrade, st->upgrades[arg[0]]);
        break;
    case CARRARA_OBJECT:
        reads_number(reads, sale, st->sale[arg[0]]);
        reads_number(reads, sale, st->bought);
        read_hand(st, seat, reads);
        break;
    case CARRARA_DECLARE:
        read_objectives(st, seat, reads);
        break;
    default: /* a turn of the wheel draws, and is in no plan */
        read_end(st, reads);
    }
}

const struct rules_plans carrara_plans = {.begin = begin, .reads = reads_of};

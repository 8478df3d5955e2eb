/* Genoa: no offer is accepted that has been withdrawn, replaced, countered away, used up or cannot be paid; whatever is accepted
 * moves exactly what it says, and nothing is lost or made on the way. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tools/headless.h"
#include "rules/engine/fault.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/genoa/state.h"

enum { GAMES = 240, PLIES = 6000 };

static int said(const struct genoa_state *st, int seat, const char *text)
{
    struct move move;
    assert_true(move_from_text(genoa_rules.verbs, text, &move, NULL));
    return genoa_check(st, seat, &move, NULL);
}

/* ---- One table, by hand ---- */

/* Three seats, the tower of seat 0 in the Metals with all its discs, everybody ready. */
static void to_metals(struct headless *game, int seats)
{
    struct setup setup = rules_presets(&genoa_rules, seats);
    struct genoa_state *st = game->state;
    headless_deal(game, &setup, 1);
    st->tower_seat = 0;
    st->phase = GENOA_PHASE_TOWER;
    st->path[0] = GENOA_METALS;
    st->n_path = 1;
    st->ready = (seatmask)((1 << seats) - 1);
}

static void make(struct headless *game, int seat, const char *text)
{
    struct move move;
    assert_true(move_from_text(genoa_rules.verbs, text, &move, NULL));
    assert_int_equal(genoa_check(game->state, seat, &move, NULL), RULE_OK);
    headless_apply(game, seat, &move);
    assert_true(genoa_sound(game->state, NULL));
}

static void withdrawn_is_gone(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    to_metals(game, 3);
    make(game, 1, "offer slot=2 place=metals give_money=10");
    assert_int_equal(said(game->state, 0, "accept from=1 slot=1"), GENOA_NO_SUCH_OFFER);
    assert_int_equal(said(game->state, 0, "accept from=2 slot=2"), GENOA_NO_SUCH_OFFER);
    assert_int_equal(said(game->state, 0, "accept from=4 slot=2"), GENOA_NO_SUCH_OFFER);
    assert_int_equal(said(game->state, 0, "accept from=1 slot=2"), RULE_OK);
    make(game, 1, "withdraw slot=2");
    assert_int_equal(said(game->state, 0, "accept from=1 slot=2"), GENOA_NO_SUCH_OFFER);
    headless_free(game);
}

/* The newest terms of a slot hold, and only they. */
static void replaced_is_gone(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    struct genoa_state *st = game->state;
    to_metals(game, 3);
    make(game, 1, "offer slot=0 place=metals give_money=40");
    make(game, 1, "offer slot=0 place=metals give_money=5");
    make(game, 0, "accept from=1 slot=0");
    assert_int_equal(st->players[0].money, GENOA_MONEY + 5);
    assert_int_equal(st->players[1].money, GENOA_MONEY - 5);
    assert_int_equal(said(st, 0, "accept from=1 slot=0"), GENOA_NO_SUCH_OFFER);
    headless_free(game);
}

/* Money that was spent meanwhile cannot pay for another offer. */
static void spent_cannot_be_promised(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    struct genoa_state *st = game->state;
    to_metals(game, 3);
    make(game, 1, "offer slot=0 place=s23 right=street give_money=100");
    make(game, 1, "offer slot=1 place=s24 right=street give_money=40");
    make(game, 0, "accept from=1 slot=0");
    assert_int_equal(said(st, 0, "accept from=1 slot=1"), GENOA_NOT_PAYABLE);
    assert_int_equal(st->players[1].money, GENOA_MONEY - 100);
    make(game, 1, "offer slot=1 place=s24 right=street give_money=30");
    make(game, 0, "accept from=1 slot=1");
    assert_int_equal(st->players[1].money, 0);
    headless_free(game);
}

/* Whoever has acted buys no second action, and where somebody has acted nobody does. */
static void used_up_is_gone(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    struct genoa_state *st = game->state;
    to_metals(game, 3);
    make(game, 1, "offer slot=0 place=metals give_money=10");
    make(game, 1, "offer slot=1 place=tavern give_money=10");
    make(game, 2, "offer slot=0 place=metals give_money=10");
    make(game, 0, "accept from=1 slot=0");
    assert_int_equal(said(st, 0, "accept from=2 slot=0"), GENOA_ACTION_GONE);
    assert_int_equal(said(st, 0, "accept from=1 slot=1"), GENOA_BUYER_ACTED);
    make(game, 0, "stop");
    assert_int_equal(st->n_offers, 0);
    assert_int_equal(st->turn, 2);
    headless_free(game);
}

/* Until a counter is answered nothing else goes on; then exactly one of the two terms holds. */
static void counters_change_terms(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    struct genoa_state *st = game->state;
    for (int agrees = 0; agrees <= 1; agrees++) {
        to_metals(game, 3);
        make(game, 1, "offer slot=0 place=metals give_money=10");
        make(game, 0, "counter from=1 slot=0 give_money=25");
        assert_int_equal(said(st, 0, "accept from=1 slot=0"), GENOA_SEND_FIRST);
        make(game, 0, "send");
        assert_int_equal(said(st, 0, "accept from=1 slot=0"), RULE_NOT_YOUR_TURN);
        assert_int_equal(said(st, 1, "withdraw slot=0"), RULE_WRONG_STEP);
        make(game, 1, agrees ? "agree slot=0" : "decline slot=0");
        assert_int_equal(said(st, 1, "agree slot=0"), RULE_NOT_YOUR_TURN);
        make(game, 0, "accept from=1 slot=0");
        assert_int_equal(st->players[0].money, GENOA_MONEY + (agrees ? 25 : 10));
    }
    /* an offer written anew takes its counter with it */
    to_metals(game, 3);
    make(game, 1, "offer slot=0 place=metals give_money=10");
    make(game, 0, "counter from=1 slot=0 give_money=25");
    make(game, 1, "offer slot=0 place=metals give_money=15");
    assert_int_equal(said(st, 0, "send"), GENOA_NOTHING_TO_SEND);
    make(game, 0, "accept from=1 slot=0");
    assert_int_equal(st->players[0].money, GENOA_MONEY + 15);
    headless_free(game);
}

/* A wish to be asked that was told in the first window outlives what is said in a call. */
static void wishes_to_be_asked_stay(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    struct genoa_state *st = game->state;
    to_metals(game, 3);
    st->phase = GENOA_PHASE_OFFERS;
    st->ready = SEAT_BIT(2);
    make(game, 1, "ready watch=tavern");
    make(game, 0, "call all=1");
    make(game, 1, "ready watch=metals");
    make(game, 2, "ready");
    make(game, 0, "move space=tavern");
    assert_int_equal(said(st, 0, "move space=fabrics"), GENOA_MUST_CALL);
    make(game, 0, "call");
    make(game, 1, "ready");
    make(game, 0, "move space=fabrics");
    make(game, 0, "move space=tavern");
    assert_int_equal(said(st, 0, "stop"), GENOA_MUST_CALL);
    headless_free(game);
}

/* ---- Thousands of tables, by chance ---- */

/* What an accepted offer must do to the purse and the things of a side, besides what the bank pays. */
struct account {
    int money, wares, tiles, markers, cards;
};

static int cards_of(const struct genoa_goods *goods)
{
    int n = 0;
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        n += genoa_size(goods->cards[deck]);
    return n;
}

static struct account account_of(const struct genoa_goods *goods)
{
    return (struct account){goods->money, counts_sum(goods->wares, GENOA_WARES), counts_sum(goods->tiles, GENOA_TILES), goods->markers,
                            cards_of(goods)};
}

/* Ducats that the bank has paid a seat, or everybody: as the log tells. */
static int from_bank(const struct log *log, int seat, int *messages)
{
    int ducats = 0;
    *messages = 0;
    for (int i = 0; i < log->n; i++) {
        const struct event *event = &log->event[i];
        if (seat != NO_SEAT && event->seat != seat)
            continue;
        *messages += event->kind == GENOA_MESSAGE_PAID;
        if (event->kind == GENOA_OWNER_BONUS || event->kind == GENOA_MESSAGE_PAID || event->kind == GENOA_DELIVERED
            || event->kind == GENOA_SMALL_DONE)
            ducats += event->arg[1];
    }
    return ducats;
}

/* Of things the tower player receives what was given, drawn cards included, and loses what was asked: nothing else. */
static void deal_is_exact(const struct genoa_state *before, const struct genoa_state *after, const struct log *log,
                          const struct genoa_offer *offer)
{
    int seat = before->tower_seat, messages, unused;
    struct account was = account_of(&before->players[seat]), is = account_of(&after->players[seat]);
    struct account give = account_of(&offer->give), ask = account_of(&offer->ask);
    int bank = from_bank(log, seat, &messages);
    assert_int_equal(is.money, was.money + give.money - ask.money + bank);
    assert_int_equal(is.wares, was.wares + give.wares - ask.wares);
    assert_int_equal(is.tiles, was.tiles + give.tiles - ask.tiles);
    assert_int_equal(is.markers, was.markers + give.markers - ask.markers);
    assert_int_equal(is.cards, was.cards + give.cards + offer->drawn - ask.cards - messages);
    bank = from_bank(log, offer->seat, &unused);
    assert_int_equal(after->players[offer->seat].money, before->players[offer->seat].money - give.money + ask.money + bank);
    for (int other = 0; other < before->seats; other++)
        if (other != seat && other != offer->seat) {
            bank = from_bank(log, other, &unused);
            assert_int_equal(after->players[other].money, before->players[other].money + bank);
        }
}

static bool is_spent(const struct genoa_state *st, const struct genoa_offer *offer)
{
    bool acts = offer->right == GENOA_RIGHT_ACTION;
    return acts ? st->actor[offer->place] >= 0 || st->acted_in[offer->seat] >> offer->place & 1 : offer->place == genoa_here(st);
}

/* Does somebody promise a card or marker that he has not, or more wares than any action brings? */
static bool is_bluff(const struct genoa_state *st, const struct genoa_offer *offer)
{
    const struct genoa_goods *buyer = &st->players[offer->seat];
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        if (offer->give.cards[deck] & ~buyer->cards[deck])
            return true;
    int more = counts_sum(offer->give.wares, GENOA_WARES) - counts_sum(buyer->wares, GENOA_WARES);
    return more > 3 + counts_sum(offer->ask.wares, GENOA_WARES);
}

struct tally {
    uint64_t accepted, refused, earned, by_hand, asked, drawn, spent, bluffed;
};

/* Every slot of every seat is tried: what is allowed is exact, what is spent or a bluff is not allowed. */
static void try_all_slots(const struct genoa_state *st, struct tally *tally)
{
    static struct genoa_state after;
    static struct log log;
    uint8_t key[RNG_KEY_BYTES] = {7};
    for (int from = 0; from < GENOA_SEATS; from++)
        for (int slot = 0; slot < GENOA_SLOTS; slot++) {
            const struct move move = {.verb = GENOA_ACCEPT, .nargs = SLOTS_OF_ACCEPT, .arg = {(int16_t)from, (int16_t)slot}};
            const struct genoa_offer *offer = genoa_find_offer(st, from, slot);
            struct rng rng;
            int error = genoa_check(st, st->tower_seat, &move, NULL);
            tally->refused += error != RULE_OK;
            if (!offer) {
                assert_int_not_equal(error, RULE_OK);
                continue;
            }
            tally->spent += is_spent(st, offer);
            tally->bluffed += is_bluff(st, offer);
            assert_false(error == RULE_OK && (is_spent(st, offer) || is_bluff(st, offer)));
            if (error != RULE_OK)
                continue;
            after = *st;
            log.n = 0;
            rng_init(&rng, key, 1);
            genoa_apply(&after, st->tower_seat, &move, &rng, &log);
            assert_true(genoa_sound(&after, NULL));
            assert_null(genoa_find_offer(&after, from, slot));
            if (!offer->by_hand || offer->right == GENOA_RIGHT_STREET)
                deal_is_exact(st, &after, &log, offer);
            tally->accepted++;
            tally->by_hand += after.phase == GENOA_PHASE_ACTION;
            tally->earned += offer->give.money > st->players[from].money
                          || counts_sum(offer->give.wares, GENOA_WARES) > counts_sum(st->players[from].wares, GENOA_WARES);
            tally->asked += !genoa_no_goods(&offer->ask);
            tally->drawn += offer->drawn > 0;
        }
}

static int any(struct rng *rng, int n)
{
    return (int)rng_below(rng, (uint32_t)n);
}

/* An offer as nobody would list it: promises, plans, conditions, things asked. */
static void wild_offer(const struct genoa_state *st, int seat, struct rng *rng, struct genoa_offer *offer)
{
    const struct genoa_goods *own = &st->players[seat];
    *offer = (struct genoa_offer){.seat = (uint8_t)seat, .slot = (uint8_t)any(rng, GENOA_SLOTS), .after = -1, .plan = genoa_no_plan};
    offer->right = (uint8_t)(any(rng, 4) == 0);
    offer->place = (uint8_t)(offer->right ? GENOA_FIRST_STREET + any(rng, GENOA_STREETS) : any(rng, GENOA_BUILDINGS));
    offer->further = (uint8_t)any(rng, 2);
    offer->by_hand = any(rng, 5) == 0;
    offer->give.money = (int16_t)(GENOA_UNIT * any(rng, own->money / GENOA_UNIT + 12));
    if (any(rng, 2))
        offer->give.wares[any(rng, GENOA_WARES)] = (uint8_t)(1 + any(rng, 2));
    if (any(rng, 4) == 0)
        offer->give.tiles[any(rng, GENOA_TILES)] = 1;
    if (any(rng, 4) == 0)
        offer->give.markers = (uint8_t)any(rng, own->markers + 2);
    if (any(rng, 3) == 0) {
        int deck = any(rng, GENOA_DECKS);
        offer->give.cards[deck] = own->cards[deck] & (uint16_t)any(rng, 1 << GENOA_CARDS);
    }
    offer->drawn = (uint8_t)(any(rng, 4) ? 0 : any(rng, 3));
    if (any(rng, 4) == 0)
        offer->ask.wares[any(rng, GENOA_WARES)] = 1;
    if (any(rng, 6) == 0)
        offer->ask.money = GENOA_UNIT * 2;
    if (any(rng, 8) == 0)
        offer->ask.markers = 1;
    offer->plan = (struct genoa_plan){.ware = (int8_t)(any(rng, GENOA_WARES + 1) - 1), .main = (uint8_t)any(rng, GENOA_MAIN_COUNT),
                                      .order = (int8_t)(own->cards[GENOA_LARGE] ? __builtin_ctz(own->cards[GENOA_LARGE]) : -1),
                                      .tile = (int8_t)(any(rng, GENOA_TILES + 1) - 1),
                                      .small = (int8_t)(own->cards[GENOA_SMALL] ? __builtin_ctz(own->cards[GENOA_SMALL]) : -1)};
}

/* The market is kind: a seat without wares finds some before it, so that there is something to give and to deliver. */
static void give_wares(struct genoa_state *st, struct rng *rng)
{
    for (int ware = 0; ware < GENOA_WARES; ware++) {
        int seat = any(rng, st->seats);
        if (!st->supply.wares[ware])
            continue;
        st->supply.wares[ware]--;
        st->players[seat].wares[ware]++;
    }
}

static void file_wild_offers(struct headless *game, struct rng *rng)
{
    struct genoa_state *st = game->state;
    for (int seat = 0; seat < st->seats; seat++) {
        struct genoa_offer offer;
        struct move move = {.verb = GENOA_OFFER, .nargs = SLOTS_OF_OFFER};
        wild_offer(st, seat, rng, &offer);
        genoa_write_offer(&offer, move.arg);
        if (genoa_check(st, seat, &move, NULL) == RULE_OK)
            headless_apply(game, seat, &move);
    }
}

static void whatever_is_accepted_is_exact(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    const struct genoa_state *st = game->state;
    struct tally tally = {0};
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct setup setup = rules_presets(&genoa_rules, GENOA_FEWEST + (int)(seed % (GENOA_SEATS - GENOA_FEWEST + 1)));
        struct rng rng;
        int seat, turn = 1;
        uint8_t key[RNG_KEY_BYTES];
        struct move move;
        rng_key_from_seed(key, seed);
        rng_init(&rng, key, 3);
        headless_deal(game, &setup, seed);
        while ((seat = headless_seat(game)) != NO_SEAT && game->ply < PLIES) {
            if (st->turn != turn) {
                assert_int_equal(st->n_offers, 0);
                turn = st->turn;
                if (any(&rng, 3) == 0)
                    give_wares(game->state, &rng);
            }
            if (st->phase == GENOA_PHASE_OFFERS || st->phase == GENOA_PHASE_TOWER)
                file_wild_offers(game, &rng);
            if (st->phase == GENOA_PHASE_TOWER)
                try_all_slots(st, &tally);
            seat = headless_seat(game);
            assert_true(headless_choose(game, BOT_RANDOM, seat, &move));
            headless_apply(game, seat, &move);
        }
        assert_int_equal(st->phase, GENOA_PHASE_OVER);
    }
    headless_free(game);
    assert_true(tally.accepted > 20000);
    assert_true(tally.earned > 1000 && tally.by_hand > 1000 && tally.asked > 1000 && tally.drawn > 500);
    assert_true(tally.refused > tally.accepted && tally.spent > 1000 && tally.bluffed > 0);
}

/* ---- The adviser bids for streets ---- */

static const struct genoa_offer *street_offer_of(const struct genoa_state *st, int seat)
{
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat && st->offers[i].right == GENOA_RIGHT_STREET)
            return &st->offers[i];
    return NULL;
}

/* Seat 1 writes its offers, as advised, with so many markers in stock. */
static void write_book(struct headless *game, int markers)
{
    struct genoa_state *st = game->state;
    struct move move;
    to_metals(game, 3);
    st->phase = GENOA_PHASE_OFFERS;
    st->ready = 0;
    st->players[1].markers = (uint8_t)markers;
    st->supply.markers[1] = (uint8_t)(st->supply.markers[1] - markers);
    do {
        assert_true(headless_choose(game, BOT_ADVISE, 1, &move));
        headless_apply(game, 1, &move);
    } while (move.verb != GENOA_READY);
}

static void markers_make_streets_worth_something(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    const struct genoa_offer *offer;
    write_book(game, 0);
    assert_null(street_offer_of(game->state, 1));
    write_book(game, 2);
    offer = street_offer_of(game->state, 1);
    assert_non_null(offer);
    assert_true(offer->give.money >= 5 && genoa_no_goods(&offer->ask));
    headless_free(game);
}

/* ---- What is written anew under the hands of the tower player ---- */

static bool alters(const char *step, int other, const char *move)
{
    struct move chosen, done;
    assert_true(move_from_text(genoa_rules.verbs, step, &chosen, NULL) && move_from_text(genoa_rules.verbs, move, &done, NULL));
    return genoa_rules.alters(&chosen, other, &done);
}

static void an_offer_written_anew_alters_what_was_chosen(void **unused)
{
    (void)unused;
    static const char again[] = "offer slot=2 place=metals give_money=5", street[] = "offer slot=1 right=street place=s23 give_money=5";
    assert_true(alters("accept from=1 slot=2", 1, again));
    assert_true(alters("counter from=1 slot=2 give_money=20", 1, again));
    assert_false(alters("accept from=1 slot=1", 1, again));
    assert_false(alters("accept from=2 slot=2", 1, again));
    assert_true(alters("accept from=2 slot=2 also=1", 1, street));
    assert_false(alters("accept from=1 slot=2", 1, "withdraw slot=2")); /* the rules refuse that */
    assert_false(alters("move space=tavern", 1, again));
    assert_false(alters("stop", 1, again));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(withdrawn_is_gone),       cmocka_unit_test(replaced_is_gone),
        cmocka_unit_test(spent_cannot_be_promised), cmocka_unit_test(used_up_is_gone),
        cmocka_unit_test(counters_change_terms),   cmocka_unit_test(wishes_to_be_asked_stay),
        cmocka_unit_test(markers_make_streets_worth_something), cmocka_unit_test(an_offer_written_anew_alters_what_was_chosen),
        cmocka_unit_test(whatever_is_accepted_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

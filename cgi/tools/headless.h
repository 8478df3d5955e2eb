/* A game without people: dealt from a seed, played by bots. The command line, self-play and the benchmark share it. */
#ifndef CGI_TOOLS_HEADLESS_H
#define CGI_TOOLS_HEADLESS_H

#include <stdio.h>

#include "rules/engine/bots.h"
#include "rules/engine/log.h"
#include "rules/engine/orders.h"
#include "rules/engine/rng.h"
#include "rules/rules.h"

struct headless {
    const struct rules *rules;
    uint8_t key[RNG_KEY_BYTES];
    struct rng choice;  /* what players throw who choose at random; apart from the game's own stream */
    int ply;            /* moves made since the deal */
    void *state;        /* rules->size bytes */
    void *shown;        /* as large: what a bot is shown, with all concealed that its seat cannot see */
    struct log log;     /* events of the last step, or of the deal */
    struct move_room room;
    struct move_list *list; /* in it */
    struct search_room *search; /* NULL until a strong bot plays */
    struct orders orders; /* of all seats; at the deal those that the game begins with */
};

/** headless_new() - no game dealt yet; never NULL; given back with headless_free() */
struct headless *headless_new(const struct rules *rules);
void headless_free(struct headless *game);

/** headless_deal() - the opening for @seed: the deal draws from stream 0, move n from stream n */
void headless_deal(struct headless *game, const struct setup *setup, uint64_t seed);

/** headless_seed() - for a position that was laid down: its next move is number @ply of a game dealt from @seed */
void headless_seed(struct headless *game, uint64_t seed, uint64_t ply);

/** headless_seat() - one of the seats that are awaited, each equally likely; NO_SEAT when the game is over */
int headless_seat(struct headless *game);

/**
 * headless_choose() - what @bot does at @seat
 * BOT_RANDOM takes one of the listed moves, each equally likely. The others see no more than the seat does, and are random in a game that
 * has no mind.
 * Return: false when the seat has no move, which is a fault of the game while the seat is awaited
 */
bool headless_choose(struct headless *game, enum bot bot, int seat, struct move *move);

/** headless_room() - what a search works with; the game's own, made when it is first asked for */
struct search_room *headless_room(struct headless *game);

/** headless_search() - what a player that looks ahead by @plan (NULL: the game's own) finds at @seat; `shown` is what it saw. false: the seat
 *  has no move */
bool headless_search(struct headless *game, int seat, const struct search_plan *plan, struct search_answer *answer);

/** headless_apply() - does a legal move; its events are in game->log */
void headless_apply(struct headless *game, int seat, const struct move *move);

/** headless_step() - the same, and the orders whose time ends with it are dropped; @by: the order that made it, or NULL */
void headless_step(struct headless *game, int seat, const struct move *move, const struct answer *by);
/** headless_answer() - does the next move that somebody's order makes, into @answer; false when nobody's order answers */
bool headless_answer(struct headless *game, struct answer *answer);

/** headless_orders() - @seat gives the orders that the game advises, in place of all it had but the first ones */
void headless_orders(struct headless *game, int seat);

/** headless_ending() - the game's own word for how it ended (its member "ending"), else "over" */
const char *headless_ending(const struct headless *game);

/** headless_option() - reads "wheel=must" (or the value's number) into @setup; false with what was wrong in @fault */
bool headless_option(const struct rules *rules, struct setup *setup, const char *text, struct fault *fault);

/** headless_print_options() - the variants of a game, for those who asked for another: "  wheel=may|must" */
void headless_print_options(FILE *out, const struct rules *rules);
/** headless_print_games() - all games: "  carrara  The Palaces of Carrara" */
void headless_print_games(FILE *out);

#endif

/* Vernissage: the rows of its table of standing orders (dossier vernissage 12.3), for the files of the game only: these names
 * are short, and every game has orders.
 */
#ifndef RULES_VERNISSAGE_ORDER_H
#define RULES_VERNISSAGE_ORDER_H

#include "rules/engine/log.h"
#include "rules/vernissage/state.h"

#include <string.h>

enum vernissage_order {
    VERNISSAGE_ORDER,
    VERNISSAGE_ORDER_DEFAULT,
    VERNISSAGE_ORDER_REVEAL,
    VERNISSAGE_ORDER_STAND,
    VERNISSAGE_ORDER_BUY,
    VERNISSAGE_ORDER_COUNT
};

/* Slots of the rows of the order table, and what the names in them mean. */
enum { SLOT_SLOT, SLOT_ARTIST, SLOT_KIND, SLOT_SEAT, SLOT_MIN, SLOT_WHEN, SLOT_ANSWER, SLOT_VALUES, SLOT_NODEAL,
       SLOT_CARDS, SLOT_CAP, SLOT_UNTIL, SLOT_COUNT };
enum { ORDER_ANY_ARTIST = VERNISSAGE_ARTISTS };
enum { ORDER_NEGATIVE = VERNISSAGE_KINDS, ORDER_ANY_KIND };
enum vernissage_when { WHEN_ALWAYS, WHEN_OUT, WHEN_IN, WHEN_VERNISSAGE, WHEN_TOP, WHEN_COUNT };
enum vernissage_answer { ANSWER_ACCEPT, ANSWER_ASK, ANSWER_OBJECT, ANSWER_COUNT };
enum vernissage_showing { SHOW_ALL, SHOW_ASK, SHOW_NONE, SHOW_COUNT };
enum vernissage_until { UNTIL_ONCE, UNTIL_TURN, UNTIL_GAME, UNTIL_COUNT };
enum vernissage_otherwise { OTHERWISE_ASK, OTHERWISE_STAND, OTHERWISE_COUNT };

/* Slots of the order for the rest of one's own turn; the faces have their number before them. */
enum { BUY_WHEN, BUY_PILE, BUY_FACES, BUY_NONE = BUY_FACES + 1 + VERNISSAGE_FACES, BUY_LOAN, BUY_AFTER, BUY_CARD, BUY_TO,
       BUY_CRITIC = BUY_TO + VERNISSAGE_AGENTS, BUY_COUNT };
enum vernissage_buy_when { BUY_UNOPPOSED, BUY_ALWAYS, BUY_WHEN_COUNT };
enum { BUY_GREY, BUY_FIRST_PILE, BUY_PILE_COUNT = BUY_FIRST_PILE + VERNISSAGE_PILES };
enum vernissage_buy_none { NONE_ASK, NONE_NOTHING, NONE_COUNT };
enum vernissage_buy_loan { LOAN_ASK, LOAN_TAKE, LOAN_COUNT };
enum vernissage_buy_after { AFTER_END, AFTER_ASK, AFTER_COUNT };
enum { CARD_NONE, CARD_FIRST_GREY, CARD_UNLIMITED = CARD_FIRST_GREY + VERNISSAGE_GREYS, CARD_COUNT };
enum { CRITIC_NONE, CRITIC_FIRST_ARTIST, CRITIC_COUNT = CRITIC_FIRST_ARTIST + VERNISSAGE_ARTISTS };

extern const struct verb vernissage_order_verbs[VERNISSAGE_ORDER_COUNT + 1];

/** vernissage_add_rule() - a rule for the counters of others: whoever places them and whatever they do, until the game ends,
 *  yielding without an agreement; what the caller wants otherwise it writes into the slots that are returned */
static inline int16_t *vernissage_add_rule(struct move_list *list, int slot, int artist, int kind, int min, int answer)
{
    int16_t *order = move_list_add(list, VERNISSAGE_ORDER, SLOT_COUNT);
    memset(order, 0, SLOT_COUNT * sizeof(order[0]));
    order[SLOT_SLOT] = (int16_t)slot;
    order[SLOT_ARTIST] = (int16_t)artist;
    order[SLOT_KIND] = (int16_t)kind;
    order[SLOT_SEAT] = NO_SEAT;
    order[SLOT_MIN] = (int16_t)min;
    order[SLOT_WHEN] = WHEN_ALWAYS;
    order[SLOT_ANSWER] = (int16_t)answer;
    order[SLOT_NODEAL] = VERNISSAGE_YIELD;
    order[SLOT_UNTIL] = UNTIL_GAME;
    return order;
}

/** vernissage_advise_orders() - orders of a sound player, of what @seat may see; in bot.c */
int vernissage_advise_orders(const void *state, int seat, struct move_list *orders);

#endif

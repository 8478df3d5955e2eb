/* Genoa: a move while it is done, and how it is written down; for apply.c and what is split off it. */
#ifndef RULES_GENOA_STEP_H
#define RULES_GENOA_STEP_H

#include "rules/engine/counts.h"
#include "rules/engine/log.h"
#include "rules/genoa/state.h"

#include <string.h>

/* A move on its way: who makes it, with what, where chance comes from and where it is written down. */
struct step {
    struct genoa_state *st;
    int seat;
    const int16_t *arg;
    struct rng *rng;
    struct log *log;
    bool trial; /* a deal is tried out on a copy that is thrown away: nothing is written down */
    int revision; /* of the rules, 1, 3 (which is also 2) or 4. 1: in order, who could place no marker before the first claim of others is
                   * not asked after it either. Below 4 no offer is told not to have been accepted */
};

/* Slots in which events tell which cards: two large sets and two that fit one. */
enum { GENOA_TOLD_CARDS = 6 };

/** genoa_tell_cards() - sets of cards of each deck into slots of an event */
static inline void genoa_tell_cards(const uint16_t cards[GENOA_DECKS], int16_t slots[GENOA_TOLD_CARDS])
{
    enum { LOW = 0x7fff, BITS = 15 };
    slots[0] = (int16_t)(cards[GENOA_LARGE] & LOW);
    slots[1] = (int16_t)(cards[GENOA_LARGE] >> BITS);
    slots[2] = (int16_t)(cards[GENOA_SMALL] & LOW);
    slots[3] = (int16_t)(cards[GENOA_SMALL] >> BITS);
    slots[4] = (int16_t)cards[GENOA_MESSAGE];
    slots[5] = (int16_t)cards[GENOA_PRIVILEGE];
}

/* Slots in which events tell what a side gives, of cards only how many; and the terms of both sides with the cards to be drawn. */
enum { GENOA_TOLD_GOODS = GOODS_PLAIN + GENOA_DECKS, GENOA_TOLD_TERMS = 2 * GENOA_TOLD_GOODS + 1 };

/** genoa_tell_terms() - into GENOA_TOLD_TERMS slots of an event */
void genoa_tell_terms(const struct genoa_goods *give, int drawn, const struct genoa_goods *ask, int16_t *slots);

/** genoa_top_card() - takes the top card of a pile that has one */
static inline int genoa_top_card(struct genoa_pile *pile)
{
    int card = pile->card[0];
    count_take(&pile->n, 1);
    memmove(pile->card, pile->card + 1, pile->n);
    return card;
}

/* ---- turn.c: from the start of a turn to its end ---- */

/** genoa_begin_turn() - of the tower seat; the dice are rolled unless it has an any start tile (dossier genoa R5.1) */
void genoa_begin_turn(struct step *s);
void genoa_do_roll(struct step *s);
void genoa_do_start_at(struct step *s);
void genoa_do_move(struct step *s);
void genoa_do_stop(struct step *s);
void genoa_do_claim(struct step *s);
void genoa_do_pass(struct step *s);

/* ---- action.c: what is done in a building (dossier genoa 6 - 8) ---- */

/** genoa_step_to() - the tower goes on, and leaves a disc where it stood */
void genoa_step_to(struct step *s, int space);
/** genoa_pay_messages() - whoever holds a message both of whose discs lie is paid, clockwise from the tower seat (R7.3) */
void genoa_pay_messages(struct step *s);
/** genoa_begin_action() - through the tower, where it stands; with a further action tile when the normal action is used up */
void genoa_begin_action(struct step *s, int seat);
/** genoa_take_effect() - what the building of the running action gives; the cards that were drawn are added to @drawn, in the order
 *  they came; returns how many */
int genoa_take_effect(struct step *s, uint8_t drawn[2]);
/** genoa_end_action() - nobody acts any more */
void genoa_end_action(struct genoa_state *st);
void genoa_do_act(struct step *s);
void genoa_do_take(struct step *s);
void genoa_do_deliver(struct step *s);
void genoa_do_small(struct step *s);
void genoa_do_use_ware(struct step *s);
void genoa_do_use_trade(struct step *s);
void genoa_do_use_building(struct step *s);
void genoa_do_done(struct step *s);
/** genoa_run_plan() - an action from its effect to its small order without asking; what is impossible by then is left out. Cards that
 *  were drawn go to @drawn; returns how many */
int genoa_run_plan(struct step *s, const struct genoa_plan *plan, uint8_t drawn[2]);

/* ---- book.c: offers, counters, calls ---- */

/** genoa_tell_not_accepted() - at the end of a turn, each seat of which an offer still stands */
void genoa_tell_not_accepted(struct step *s);
void genoa_do_accept(struct step *s);
void genoa_do_announce(struct step *s);
void genoa_do_offer(struct step *s);
void genoa_do_withdraw(struct step *s);
void genoa_do_ready(struct step *s);
void genoa_do_counter(struct step *s);
void genoa_do_send(struct step *s);
void genoa_do_agree(struct step *s);
void genoa_do_decline(struct step *s);
void genoa_do_call(struct step *s);

/* ---- deal.c: a deal is settled in one step (dossier genoa 16.5) ---- */

/** genoa_settle() - pays, moves, acts and pays the rest of @offers[0]; the others of the @n, at most GENOA_SEATS in all, pay for the same
 *  street
 *  Return: false when the rest could not be paid, and the position is of no use any more. */
bool genoa_settle(struct step *s, const struct genoa_offer *offers, int n);

#endif

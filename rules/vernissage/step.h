/* Vernissage: a move while it is done, and how it is written down; for apply.c and what is split off it. */
#ifndef RULES_VERNISSAGE_STEP_H
#define RULES_VERNISSAGE_STEP_H

#include "rules/engine/log.h"
#include "rules/vernissage/state.h"

/* A move on its way: who makes it, with what, where chance comes from and where it is written down. */
struct step {
    struct vernissage_state *st;
    struct vernissage_pending *p;
    int seat;
    const int16_t *arg;
    struct rng *rng;
    struct log *log;
};

/* The counter that is argued about: artist, kind, amount, value. */
static inline int16_t *tell_counter(struct step *s, int kind, int seat, int more)
{
    int16_t *slots = log_event(s->log, kind, seat, 4 + more);
    slots[0] = s->p->artist;
    slots[1] = s->p->kind;
    slots[2] = s->p->amount;
    slots[3] = (int16_t)vernissage_value(s->p->kind, s->p->amount);
    return slots;
}

/* A kind and a value of the counter that is argued about, for sentences: {kind} {value}. */
static inline void tell_value(struct step *s, int kind, int seat, int amount)
{
    log_three(s->log, kind, seat, amount, s->p->kind, vernissage_value(s->p->kind, amount));
}

/* ---- fame.c: a counter that is confirmed, and what ends (dossier vernissage 5, 8) ---- */

/** vernissage_end_game() - @why: an enum vernissage_ending */
void vernissage_end_game(struct step *s, int why);
/** vernissage_end_turn() - the next seat's turn, or the end by the number of rounds */
void vernissage_end_turn(struct step *s);
/** vernissage_go_to_use() - cards may be used; the turn ends when there is none */
void vernissage_go_to_use(struct step *s);
/** vernissage_move_fame() - one movement of a marker by @value and @feather; OUT is judged at once, IN is the caller's business */
void vernissage_move_fame(struct step *s, int artist, int value, int feather);
void vernissage_do_reveal(struct step *s);

/** vernissage_go_to_buy() - nothing is argued about any more: a card is to be bought, if there is one */
void vernissage_go_to_buy(struct step *s);
/** vernissage_confirm() - the counter stays: it joins the column and takes effect (dossier vernissage 5) */
void vernissage_confirm(struct step *s);

/* ---- dispute.c: the moves of dossier vernissage 4.4 - 4.7 ---- */

/** vernissage_answer() - the seat has answered, and when all have, the answers are opened; by itself it lets the counter pass */
void vernissage_answer(struct step *s);
void vernissage_do_object(struct step *s);
void vernissage_do_settle(struct step *s);
void vernissage_do_offer(struct step *s);
void vernissage_do_stand(struct step *s);
void vernissage_do_take_offer(struct step *s);
void vernissage_do_refuse_offer(struct step *s);
void vernissage_do_fight(struct step *s);
void vernissage_do_yield(struct step *s);
void vernissage_do_commit(struct step *s);

#endif

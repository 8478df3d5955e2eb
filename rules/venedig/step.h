/* Venedig: a move while it is done, and how it is written down; for apply.c and what is split off it. */
#ifndef RULES_VENEDIG_STEP_H
#define RULES_VENEDIG_STEP_H

#include "rules/engine/log.h"
#include "rules/venedig/state.h"

/* A move on its way: who makes it, with what, where chance comes from and where it is written down. */
struct step {
    struct venedig_state *st;
    int seat;
    const int16_t *arg;
    struct rng *rng;
    struct log *log;
    enum { STEP_DONE, STEP_NEXT_TURN, STEP_END_GAME } next; /* what comes after it; apply() sees to that */
};

/* ---- turn.c: cards, turns, the end ---- */

/** venedig_take_top() - the top card of the deck, which is made anew of the discard pile when it is empty; -1: there is none */
int venedig_take_top(struct step *s);
/** venedig_go_to_draw() - the active seat takes cards, or the turn ends when there is nothing to decide */
void venedig_go_to_draw(struct step *s);
/** venedig_end_turn() - dossier venedig 4 */
void venedig_end_turn(struct step *s);
/** venedig_next_turn() - the next seat begins */
void venedig_next_turn(struct step *s);
/** venedig_end_game() - all gold becomes movement, and the furthest gondola wins (dossier venedig 9) */
void venedig_end_game(struct step *s);
/** venedig_await_site() - somebody chooses the site of a building; @back: what follows when it stands */
void venedig_await_site(struct step *s, int kind, int set, int builder, int back);
/** venedig_turn_card() - a card of the imaginary player's; what it builds waits for its site (dossier venedig 10) */
void venedig_turn_card(struct step *s, int back);

/* ---- build.c: a building from its site to its last movement (dossier venedig 5.6) ---- */

/** venedig_lay() - cards come before a seat, which may take the token (dossier venedig 5.2) */
void venedig_lay(struct step *s, int seat, int kind, int count);
/** venedig_give_token() - a kind has another architect; -1: the token goes back beside the board */
void venedig_give_token(struct step *s, int kind, int to);
/** venedig_discard_front() - the cards of a kind that lie before a seat go away */
void venedig_discard_front(struct step *s, int seat, int kind);
/** venedig_move() - a gondola goes on; reaching the goal begins the end */
void venedig_move(struct step *s, int seat, int steps, int by);
/** venedig_put_up() - the building of st->job stands on its site; treasure and movements follow as far as nobody is asked */
void venedig_put_up(struct step *s);
/** venedig_go_on() - the rest of the building on its way; @closed: the window that was open is closed */
void venedig_go_on(struct step *s, bool closed);
/** venedig_lose_set() - a set for which there is no place (dossier venedig 5.4) */
void venedig_lose_set(struct step *s, int kind, int set);

#endif

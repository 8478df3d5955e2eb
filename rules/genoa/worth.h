/* Genoa: what things are worth to a seat by the house's own reckoning (dossier genoa 20), from what that seat may know: its own
 * cards, all that lies open, and averages for what is hidden.
 */
#ifndef RULES_GENOA_WORTH_H
#define RULES_GENOA_WORTH_H

#include "rules/genoa/state.h"

enum { WORTH_DUCAT = 10 }; /* within the rules everything is weighed in tenths of a ducat */

/* What the passing of time makes of things, in tenths of a ducat; worked out once for a position. */
struct genoa_outlook {
    const struct genoa_state *st;
    int seat;
    int turns;                  /* of all seats, this one included, as far as the end can be foreseen */
    int ware;                   /* that no order of one's own needs */
    int tile[GENOA_TILES];
    int marker, placed;         /* in stock; on a building */
    int small[2];               /* without its ware, and with it */
    int large[4];               /* by wares that are missing */
    int message;
};

/** genoa_outlook() - for one seat of a position */
struct genoa_outlook genoa_outlook(const struct genoa_state *st, int seat);

/** genoa_estate() - what @goods are worth in the hands of the seat */
int genoa_estate(const struct genoa_outlook *look, const struct genoa_goods *goods);

/* Of what an estate consists. */
enum genoa_part {
    GENOA_PART_MONEY,
    GENOA_PART_PRIVILEGES,
    GENOA_PART_ORDERS, /* with their wares, and wares that none of them uses */
    GENOA_PART_TILES,
    GENOA_PART_MARKERS,
    GENOA_PART_MESSAGES,
    GENOA_PARTS
};

/** genoa_estate_parts() - genoa_estate() by what it consists of */
void genoa_estate_parts(const struct genoa_outlook *look, const struct genoa_goods *goods, int part[GENOA_PARTS]);

/**
 * genoa_after_plan() - what is owned after an action in @building that is carried out like this
 * @drawn: what the cards drawn are worth on average
 */
struct genoa_goods genoa_after_plan(const struct genoa_outlook *look, const struct genoa_goods *goods, int building,
                                    const struct genoa_plan *plan, int *drawn);

/** genoa_owners_share() - what the payment to the owner of @building means to a seat that acts there: it is less by so much */
int genoa_owners_share(const struct genoa_outlook *look, int building);

/* What an offer means to its author or to the tower seat, in tenths of a ducat. */
struct genoa_deal {
    struct genoa_goods then; /* what the seat owns when all has changed hands */
    int drawn, owner;        /* cards that are drawn, on average; what the owner of the building is paid */
    int helping;             /* what it costs that somebody else acts */
    bool acts;               /* the seat itself acts there, too */
};

/** genoa_deal() - of an offer that the seat makes, or that it may accept with the tower */
struct genoa_deal genoa_deal(const struct genoa_outlook *look, const struct genoa_offer *offer);

/** genoa_plus() - @a and what @b adds to it, or with @sign -1 takes from it; what is not there cannot be taken */
struct genoa_goods genoa_plus(const struct genoa_goods *a, const struct genoa_goods *b, int sign);

/**
 * genoa_weigh_action() - what an action in @building would bring the seat if it owned @goods
 * @plan: how it is best carried out; may be NULL
 */
int genoa_weigh_action(const struct genoa_outlook *look, const struct genoa_goods *goods, int building, struct genoa_plan *plan);

/** genoa_weigh_draw() - what the top card of a deck is worth on average; 0 when there is none */
int genoa_weigh_draw(const struct genoa_outlook *look, const struct genoa_goods *goods, int deck);

/** genoa_weigh_offer() - what an offer brings the seat, which is its author or the tower seat: for the latter all that changes hands
 *  and what helping a rival costs, for the author the action, too */
int genoa_weigh_offer(const struct genoa_outlook *look, const struct genoa_offer *offer);

/** genoa_in_ducats() - from tenths, rounded */
int genoa_in_ducats(int worth);
/** genoa_worth_action() - an action in a building, in ducats */
int genoa_worth_action(const struct genoa_state *st, int seat, int building);
/** genoa_worth_goods() - getting these goods, in ducats */
int genoa_worth_goods(const struct genoa_state *st, int seat, const struct genoa_goods *goods);
/** genoa_worth_offer() - an offer to its author or to the tower seat, in ducats; may be negative */
int genoa_worth_offer(const struct genoa_state *st, int seat, const struct genoa_offer *offer);

struct reckoning;
/** genoa_reckons() - what makes up genoa_worth_action() ("action=park"), genoa_worth_offer() of an offer that the seat makes or may accept
 *  ("offer=2.0": seat and slot) or of the terms that its own offer is answered with ("answer=0"); see rules/parts.h */
bool genoa_reckons(const void *state, int seat, const char *figure, struct reckoning *out);

#endif

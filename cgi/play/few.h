/* Decisions of few options, which can be played away from the table, each with one press. */
#ifndef CGI_PLAY_FEW_H
#define CGI_PLAY_FEW_H

#include "cgi/base/arena.h"
#include "rules/rules.h"

enum { FEW_MOST = 8 };

struct few {
    int n;
    struct few_option {
        struct move move;  /* whole; of one that is filled in: what to suggest */
        bool filled_in;    /* its player fills in its arguments: it stands for all moves of its verb */
    } option[FEW_MOST];
};

/**
 * few_options() - what awaited @seat of the position @state can do in one step, in the order of the rules
 *
 * Left out are moves that may come at any time, and forms of which something is chosen first (verb.n_key). n is 0 where there are more than FEW_MOST, or where the seat is not awaited.
 */
void few_options(struct arena *arena, const struct rules *rules, const void *state, int seat, struct few *few);

/** few_is_public() - do these options, which are those of @state, tell nothing that is hidden from who only looks on? They are the same then whatever that is */
bool few_is_public(struct arena *arena, const struct rules *rules, const void *state, int seat, const struct few *few);

/** few_asked_is_public() - does what awaited @seat is asked, in words, tell as little? "Use a critic card, or confirm your turn" tells of a card */
bool few_asked_is_public(struct arena *arena, const struct rules *rules, const void *state, int seat);

#endif

/* How far a guided first game is (rules/guide.h): its lines are counted by the moves of the game and the steps of the draft, so nothing of
 * it is stored but which guide it is. */
#ifndef CGI_PLAY_GUIDED_H
#define CGI_PLAY_GUIDED_H

#include "cgi/store/store.h"
#include "rules/guide.h"
#include "rules/rules.h"

enum guided_is {
    GUIDED_NOT,     /* no guide leads here: a game as any other */
    GUIDED_STEP,    /* the line's move is asked of the learner */
    GUIDED_CONFIRM, /* the turn is drafted, and has to be handed in */
    GUIDED_END,     /* all lines are done: the game goes on without */
    GUIDED_STALE    /* it began in another revision of the guide or the rules, or stands where no line goes on */
};

struct guided {
    enum guided_is is;
    const struct guide *guide;      /* NULL when there is none, or none any more */
    const struct guide_line *line;  /* GUIDED_STEP: what is asked; GUIDED_CONFIRM: what was done last */
    int at;                         /* how many lines are done */
};

/**
 * guided_at() - how far @game is, for its learner
 * @state: the position after @drafted steps of a draft; @list: room for moves
 */
struct guided guided_at(const struct game_row *game, const void *state, int drafted, struct move_list *list);

/** guided_leads() - does a guide tell the learner of @game what to do now? */
static inline bool guided_leads(const struct guided *guided)
{
    return guided->is == GUIDED_STEP || guided->is == GUIDED_CONFIRM;
}

/** guided_tells() - is @step what the guide tells to do now? Then it is not asked once more; nothing else may be done while the guide leads. */
bool guided_tells(const struct game_row *game, const struct guided *guided, const struct move *step);

/** guided_scripted() - the move that the guide of @game has for a seat other than the learner's in @state, the position after @ply;
 *  false: none */
bool guided_scripted(const struct game_row *game, const void *state, int ply, int *seat, struct move *move, struct move_list *list);

#endif

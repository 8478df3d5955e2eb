#include "config.h"

#include "cgi/play/guided.h"

#include "cgi/base/banned.h"

/* The guide by which @game goes on; NULL: there is none, or it is another by now. */
static const struct guide *guide_of(const struct game_row *game)
{
    const struct guide *guide = game->rules ? game->rules->guide : NULL;
    bool same = guide && game->guide == guide->revision && game->revision == guide->rules_revision && game->n_seats == guide->n_seats;
    return same ? guide : NULL;
}

struct guided guided_at(const struct game_row *game, const void *state, int drafted, struct move_list *list)
{
    const struct guide *guide = guide_of(game);
    struct guided guided = {.guide = guide, .at = game->ply + drafted};
    if (!game->guide || game->status != GAME_RUNNING)
        return guided;
    guided.is = GUIDED_STALE;
    if (!guide)
        return guided;
    const int lines = guide_lines(guide);
    guided.line = guide_line(guide, guided.at);
    if (guided.at > lines)
        guided.is = GUIDED_NOT;
    else if (drafted > 0 && !(game->rules->awaits(state) & SEAT_BIT(guide->learner))) {
        guided.is = GUIDED_CONFIRM;
        guided.line = guide_line(guide, guided.at - 1);
    } else if (!guided.line)
        guided.is = GUIDED_END;
    else if (guided.line->seat == guide->learner && guide_stands(game->rules, state, guided.line, list))
        guided.is = GUIDED_STEP;
    return guided;
}

bool guided_tells(const struct game_row *game, const struct guided *guided, const struct move *step)
{
    return guided->is == GUIDED_STEP && guide_fits(game->rules, guided->line, step);
}

bool guided_scripted(const struct game_row *game, const void *state, int ply, int *seat, struct move *move, struct move_list *list)
{
    const struct guide *guide = game->guide ? guide_of(game) : NULL;
    const struct guide_line *line = guide ? guide_line(guide, ply) : NULL;
    if (!line || line->seat == guide->learner || !game->seat[line->seat].bot || !guide_stands(game->rules, state, line, list))
        return false;
    *seat = line->seat;
    return guide_move(game->rules, line, move);
}

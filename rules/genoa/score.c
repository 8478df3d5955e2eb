/* What privileges and markers are worth, and who has won: dossier genoa 12. */
#include "config.h"

#include "rules/genoa/state.h"

/* Each run of neighbours on the ring is paid by its length. */
int genoa_pay(uint16_t privileges)
{
    enum { ALL = (1 << GENOA_RING) - 1, LONGEST = 6 };
    static const uint8_t pay[LONGEST + 1] = {0, 10, 30, 60, 100, 150, 200};
    unsigned held = privileges & ALL;
    int ducats = 0;
    if (held == ALL)
        return pay[LONGEST];
    int gap = __builtin_ctz(~held);
    held = (held >> gap | held << (GENOA_RING - gap)) & ALL; /* once around from a building that is not held */
    while (held) {
        held >>= __builtin_ctz(held);
        int run = __builtin_ctz(~held);
        ducats += pay[run < LONGEST ? run : LONGEST];
        held >>= run;
    }
    return ducats;
}

int genoa_placed(const struct genoa_state *st, int seat)
{
    int n = 0;
    for (int building = 0; building < GENOA_BUILDINGS; building++)
        n += st->owner[building] == seat;
    return n;
}

/* Member by member: what lies between them is part of a state, and stays. */
static void work_out(const struct genoa_state *st, int seat, struct genoa_score *score)
{
    const struct genoa_goods *player = &st->players[seat];
    score->cash = player->money;
    score->privileges = (int16_t)genoa_pay(player->cards[GENOA_PRIVILEGE]);
    score->markers = (int16_t)(GENOA_FOR_MARKER * genoa_placed(st, seat));
    score->total = (int16_t)(score->cash + score->privileges + score->markers);
    score->wares = (uint8_t)counts_sum(player->wares, GENOA_WARES);
}

void genoa_end(struct genoa_state *st)
{
    for (int seat = 0; seat < st->seats; seat++)
        work_out(st, seat, &st->score[seat]);
}

/* Is @a before @b? By the printed rules equal money is decided by wares (dossier genoa R12.4). */
static bool is_ahead(const struct genoa_state *st, const struct genoa_score *a, const struct genoa_score *b)
{
    bool wares = st->options.rules != GENOA_RULES_SEED && a->wares > b->wares;
    return a->total != b->total ? a->total > b->total : wares;
}

int genoa_own(const void *state, int seat)
{
    struct genoa_score score;
    work_out(state, seat, &score);
    return score.total;
}

/* While the game runs, of what everybody sees: markers, and money where it lies open. */
void genoa_standing(const void *state, struct standing *out)
{
    const struct genoa_state *st = state;
    bool over = st->phase == GENOA_PHASE_OVER;
    out->n = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        int rank = 1, open = st->options.open_money ? st->players[seat].money : 0;
        for (int other = 0; other < st->seats; other++)
            rank += is_ahead(st, &st->score[other], &st->score[seat]);
        out->seat[seat].points = over ? st->score[seat].total : (int16_t)(open + GENOA_FOR_MARKER * genoa_placed(st, seat));
        out->seat[seat].rank = (int8_t)(over ? rank : 0);
    }
}

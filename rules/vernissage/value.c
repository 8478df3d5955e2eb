/* What a seat has, for the value of a position. */
#include "config.h"

#include "rules/engine/search_why.h"
#include "rules/parts.h"
#include "rules/vernissage/state.h"
#include "rules/vernissage/weights.h"

static int done(const struct vernissage_state *st)
{
    int highest = 0, left = 0, all = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        if (!st->artists[a].out && st->artists[a].step > highest)
            highest = st->artists[a].step;
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
            left += st->supply[kind][amount];
            all += vernissage_counters[kind][amount];
        }
    int used = SEARCH_SCALE * (all - left) / all, up = SEARCH_SCALE * highest / VERNISSAGE_STEPS;
    return used > up ? used : up;
}

static int features(const void *state, int seat, int32_t *feature)
{
    const struct vernissage_state *st = state;
    const struct vernissage_hand *hand = &st->hand[seat];
    int n = 1;
    feature[0] = done(st);
    feature[n++] = st->cash[seat] / VERNISSAGE_THOUSAND;
    int32_t *sum = &feature[n];
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        const struct vernissage_artist *artist = &st->artists[a];
        int paintings = hand->face[a] + st->shown[seat][a], column = 0;
        if (artist->out)
            continue;
        for (int i = 0; i < artist->n_column; i++)
            column += vernissage_value(artist->column[i].kind, artist->column[i].amount);
        sum[0] += paintings;
        sum[1] += paintings * vernissage_worth(artist->fame);
        sum[2] += paintings * artist->step;
        sum[3] += paintings * artist->n_column;
        sum[4] += paintings * column;
        sum[5] += st->feather == a ? paintings : 0;
        sum[6] += artist->fame >= VERNISSAGE_CEILING ? paintings : 0;
        bool influence = vernissage_has_influence(st, seat, a);
        sum[7] += influence ? paintings : 0;
        sum[8] += influence;
    }
    n += 9;
    feature[n++] = hand->face[VERNISSAGE_POWER];
    feature[n++] = hand->face[VERNISSAGE_CRITIC];
    feature[n++] = hand->face[VERNISSAGE_UNLIMITED];
    for (int i = 0; i < VERNISSAGE_GREYS; i++)
        feature[n] += hand->grey[i] * (VERNISSAGE_GREY_LEAST + i);
    n++;
    feature[n++] = st->notes[seat];
    feature[n++] = st->turn == seat;
    for (int i = 0; i < VERNISSAGE_AGENTS; i++)
        feature[n] += st->agents[seat][i];
    n++;
    feature[n++] = vernissage_outs(st);
    return n;
}

/* What an advantage may come of. */
static const struct why_kind whys[] = {
    {VERNISSAGE_COUNTER_PLACED, 2, N_("place a {kind} on {artist}")},
    {VERNISSAGE_PAID, 1, N_("be paid for {artist}")},
    {VERNISSAGE_CRITIC_USED, 1, N_("send the critic to {artist}")},
    {VERNISSAGE_FEATHER_MOVED, 1, N_("send the critic on to {artist}")},
    {VERNISSAGE_POWER_PLAY_WON, 1, N_("win a power play ({side})")},
    {VERNISSAGE_CARD_TAKEN, 1, N_("take a card from the pile for {pile}")},
    {VERNISSAGE_AGENT_ENTERED, 0, N_("bring your agent in")},
    WHY_KINDS_END};

static const struct search_plan plan = {.moves = 15000, .depth = 24, .wide = 8, .stray = 5, .guard = 15};

static const char *recalls(const void *state)
{
    (void)state;
    return N_("This remembers the piles that you have looked into, and the suitcases that were shown.");
}

const struct rules_mind vernissage_mind = {.advise = vernissage_advise, .features = features, .weights = weights,
                                           .plan = &plan, .whys = whys, .recalls = recalls, .ease = 26};

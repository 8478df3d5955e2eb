/* Core and mind of each game, and nothing else of it: what a bot, a prover or an analysis board links. Plays one game of each
 * title by advice and prints TAP. tests/structure/run looks that no words, orders or view are linked. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/carrara/state.h"
#include "rules/engine/rng.h"
#include "rules/genoa/state.h"
#include "rules/gondoliere/state.h"
#include "rules/parts.h"
#include "rules/venedig/state.h"
#include "rules/vernissage/state.h"

static const struct {
    const struct rules *rules;
    const struct rules_mind *mind;
} games[] = {
    {&carrara_rules, &carrara_mind}, {&vernissage_rules, &vernissage_mind}, {&gondoliere_rules, &gondoliere_mind},
    {&venedig_rules, &venedig_mind}, {&genoa_rules, &genoa_mind},
};

enum { PLIES_MOST = 20000 };

/* Of the awaited seats the first moves. Returns the plies played to the end, or 0. */
static int plays_to_its_end(const struct rules *rules, void *state, void *shown)
{
    static const uint8_t key[RNG_KEY_BYTES] = {7};
    static struct log log;
    struct setup setup = {.n_seats = 3};
    struct rng rng, choice;
    for (int i = 0; rules->options[i].name; i++)
        setup.option[i] = rules->options[i].preset;
    rng_init(&rng, key, 0);
    rng_init(&choice, key, 1);
    log.n = 0;
    rules->setup(state, &setup, &rng, &log);
    for (int ply = 0; ply < PLIES_MOST; ply++) {
        struct move move;
        seatmask awaited = rules->awaits(state);
        int seat = 0;
        if (!awaited)
            return ply;
        while (!(awaited & SEAT_BIT(seat)))
            seat++;
        memcpy(shown, state, rules->size);
        rules->conceal(shown, seat, &choice);
        if (rules->mind->advise(shown, seat, &choice, &move) || rules->check(state, seat, &move, NULL) != RULE_OK)
            return 0;
        log.n = 0;
        rules->apply(state, seat, &move, &rng, &log);
    }
    return 0;
}

int main(void)
{
    enum { GAMES = sizeof(games) / sizeof(*games) };
    int failed = 0;
    printf("1..%d\n", GAMES);
    for (int i = 0; i < GAMES; i++) {
        const struct rules *rules = games[i].rules;
        void *state = malloc(rules->size), *shown = malloc(rules->size);
        bool bare = rules->mind == games[i].mind && !rules->words && !rules->orders && !rules->view && !rules->guide;
        int plies = state && shown && bare ? plays_to_its_end(rules, state, shown) : 0;
        printf("%s %d - %s plays by core and mind alone, %d plies\n", plies ? "ok" : "not ok", i + 1, rules->id, plies);
        failed += !plies;
        free(shown);
        free(state);
    }
    return failed > 0;
}

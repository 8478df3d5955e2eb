#include "config.h"

#include "rules/engine/bots.h"

#include <string.h>

#include "rules/engine/log.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

const struct name bot_kinds[BOT_COUNT] = {
    [BOT_RANDOM] = {"random", NC_("bot", "random")},
    [BOT_EASY] = {"easy", NC_("bot", "easy")},
    [BOT_ADVISE] = {"advise", NC_("bot", "normal")},
    [BOT_STRONG] = {"strong", NC_("bot", "strong")},
};

enum bot bot_of(const char *id)
{
    int bot = 0;
    while (bot < BOT_COUNT && strcmp(bot_kinds[bot].id, id) != 0)
        bot++;
    return (enum bot)bot;
}

static bool any(const struct rules *rules, const void *shown, int seat, struct rng *rng, struct move *move)
{
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    int n = rules->moves(shown, seat, list);
    if (n > 0)
        move_copy(move, move_at(list, (int)rng_below(rng, (uint32_t)n)));
    return n > 0;
}

static bool is_other(const struct move *move, const struct move *than)
{
    return move->verb == than->verb && !move_equal(move, than);
}

/* Another move of the verb, each equally likely. Of a form the list holds samples at its bounds only, with which one would give away too
 * much: advice stays. */
static void another(const struct rules *rules, const void *shown, int seat, struct rng *rng, struct move *move)
{
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    int n = rules->moves(shown, seat, list);
    uint32_t alike = 0;
    if (rules->verbs[move->verb].form)
        return;
    for (int i = 0; i < n; i++)
        alike += is_other(move_at(list, i), move);
    if (alike == 0)
        return;
    uint32_t skip = rng_below(rng, alike);
    for (int i = 0; i < n; i++)
        if (is_other(move_at(list, i), move) && skip-- == 0) {
            move_copy(move, move_at(list, i));
            return;
        }
}

static bool advised(const struct rules *rules, const void *shown, int seat, struct rng *rng, struct move *move)
{
    return rules->mind->advise(shown, seat, rng, move) == 0 && rules->check(shown, seat, move, NULL) == RULE_OK;
}

static bool searched(const struct rules *rules, const void *shown, int seat, struct rng *rng, struct search_room *room, struct move *move)
{
    struct search_answer answer;
    if (!search(rules, shown, seat, NULL, rng, room, &answer))
        return false;
    move_copy(move, &answer.option[answer.chosen].move);
    return rules->check(shown, seat, move, NULL) == RULE_OK;
}

bool bot_choose(const struct rules *rules, const void *shown, int seat, enum bot bot, struct rng *rng, struct search_room *room,
                struct move *move)
{
    if (bot == BOT_RANDOM || !rules->mind)
        return any(rules, shown, seat, rng, move);
    if (bot == BOT_STRONG && searched(rules, shown, seat, rng, room, move))
        return true;
    if (!advised(rules, shown, seat, rng, move))
        return any(rules, shown, seat, rng, move);
    if (bot == BOT_EASY && rng_below(rng, 100) < rules->mind->ease)
        another(rules, shown, seat, rng, move);
    return true;
}

/* Who plays a seat that no person plays: four ways to choose a move. */
#ifndef RULES_ENGINE_BOTS_H
#define RULES_ENGINE_BOTS_H

#include "rules/engine/rng.h"
#include "rules/engine/search.h"
#include "rules/rules.h"

enum bot {
    BOT_RANDOM, /* any listed move; for tests */
    BOT_EASY,   /* advice, with a share of other moves of the same verb */
    BOT_ADVISE, /* the game's advice; keeps the seats of people who are away */
    BOT_STRONG, /* looks ahead */
    BOT_COUNT
};

/* Their ids, as stored with a seat, and what they are called. */
extern const struct name bot_kinds[BOT_COUNT];

/** bot_for_people() - is it offered where a person fills a seat? */
static inline bool bot_for_people(int bot)
{
    return bot > BOT_RANDOM && bot < BOT_COUNT;
}
/** bot_of() - by its id; BOT_COUNT: there is none */
enum bot bot_of(const char *id);

/**
 * bot_choose() - what @bot does at @seat, which is awaited
 * @shown: the position as the seat sees it: concealed; not kept
 * @rng: what it throws
 * @room: for BOT_STRONG
 * Return: false when the seat has no move.
 */
bool bot_choose(const struct rules *rules, const void *shown, int seat, enum bot bot, struct rng *rng, struct search_room *room,
                struct move *move);

#endif

/* How a rule module writes down what happened, and how it lists moves. Both take slots in table order. */
#ifndef RULES_ENGINE_LOG_H
#define RULES_ENGINE_LOG_H

#include "rules/engine/must.h"
#include "rules/rules.h"

/**
 * log_event() - a new event of @kind by @seat with @nargs zeroed slots
 * @log: never NULL; a caller who does not care resets its `n` before each step
 * Return: the slots, for the caller to fill. More than LOG_EVENTS in one step is a bug: must() stops it.
 */
int16_t *log_event(struct log *log, int kind, int seat, int nargs);

/** log_one() - a new event with one slot; log_two() - with two, log_three() - with three */
static inline void log_one(struct log *log, int kind, int seat, int a)
{
    log_event(log, kind, seat, 1)[0] = (int16_t)a;
}

static inline void log_two(struct log *log, int kind, int seat, int a, int b)
{
    int16_t *slots = log_event(log, kind, seat, 2);
    slots[0] = (int16_t)a;
    slots[1] = (int16_t)b;
}

static inline void log_three(struct log *log, int kind, int seat, int a, int b, int c)
{
    int16_t *slots = log_event(log, kind, seat, 3);
    slots[0] = (int16_t)a;
    slots[1] = (int16_t)b;
    slots[2] = (int16_t)c;
}

/** log_secret() - who may see the secret arguments of the event just added (nobody, unless said); there is one */
void log_secret(struct log *log, seatmask who);

/* A list and its pool in one, for a caller who has no better place for them. */
struct move_room {
    struct move_list list;
    int16_t pool[MOVES_POOL];
};

/** move_list_clear() - no moves; the pool is free again, and not cleared */
static inline void move_list_clear(struct move_list *list)
{
    list->n = 0;
    list->used = 0;
    list->partial = false;
}

/** move_list_in() - the list of @room, empty; @room need not be cleared before, and is not cleared now */
static inline struct move_list *move_list_in(struct move_room *room)
{
    room->list.pool = room->pool;
    room->list.room = MOVES_POOL - (1 + MOVE_ARGS); /* behind it the longest move finds its place */
    move_list_clear(&room->list);
    return &room->list;
}

/** move_at() - move @i of the list, where it lies in the pool: only its `nargs` slots are there, so it is never assigned whole */
static inline const struct move *move_at(const struct move_list *list, int i)
{
    return (const struct move *)(const void *)(list->pool + list->at[i]);
}

/** move_copy() - @from, of which only its slots are there, into a move of full length; the slots behind them are not set */
static inline void move_copy(struct move *move, const struct move *from)
{
    move->verb = from->verb;
    move->nargs = from->nargs;
    for (int i = 0; i < from->nargs; i++) /* mostly few: memcpy of a length that is not known costs more */
        move->arg[i] = from->arg[i];
}

/**
 * move_list_add() - a new move with @nargs unset slots
 * Return: the slots, for the caller to fill. More than MOVES_MAX moves in one position or than the pool holds is a bug:
 * must() stops it.
 * Here and not in log.c because listing is what headless games spend their time on.
 */
static inline int16_t *move_list_add(struct move_list *list, int verb, int nargs)
{
    must(list->n < MOVES_MAX && list->used <= list->room && nargs <= MOVE_ARGS);
    struct move *move = (struct move *)(void *)(list->pool + list->used);
    list->at[list->n++] = list->used;
    list->used = (uint16_t)(list->used + 1 + nargs);
    move->verb = (uint8_t)verb;
    move->nargs = (uint8_t)nargs;
    return move->arg;
}

/** move_list_copy() - adds @move, as it is */
static inline void move_list_copy(struct move_list *list, const struct move *move)
{
    int16_t *arg = move_list_add(list, move->verb, move->nargs);
    for (int i = 0; i < move->nargs; i++)
        arg[i] = move->arg[i];
}

/** move_set() - @move is @verb with @nargs slots: @a, @b, and zeros behind them for the caller to fill */
static inline void move_set(struct move *move, int verb, int nargs, int a, int b)
{
    *move = (struct move){.verb = (uint8_t)verb, .nargs = (uint8_t)nargs, .arg = {(int16_t)a, (int16_t)b}};
}

/** list_plain() - a new move without slots; list_one() - with one, list_two() - with two */
static inline void list_plain(struct move_list *list, int verb)
{
    move_list_add(list, verb, 0);
}

static inline void list_one(struct move_list *list, int verb, int a)
{
    move_list_add(list, verb, 1)[0] = (int16_t)a;
}

static inline void list_two(struct move_list *list, int verb, int a, int b)
{
    int16_t *arg = move_list_add(list, verb, 2);
    arg[0] = (int16_t)a;
    arg[1] = (int16_t)b;
}

/** move_list_find() - the index of an equal move, or -1 */
int move_list_find(const struct move_list *list, const struct move *move);

#endif

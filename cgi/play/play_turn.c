#include "config.h"

#include "cgi/play/play_turn.h"

#include <string.h>

#include "cgi/base/display.h"
#include "cgi/play/accord.h"
#include "cgi/play/guided.h"
#include "cgi/play/play_head.h"
#include "cgi/play/returns.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum {
    TURN_MOVES_MAX = 512    /* most moves that one request may commit */
};

/* ---- a game as one person sees it ---- */

void *state_copy(struct arena *arena, const struct rules *rules, const void *state)
{
    return memcpy(arena_alloc(arena, rules->size), state, rules->size);
}

/* ---- moves of others meanwhile ---- */

/* Reads the next line of what store_moves_since() has. Return: false at its end, or when it is no move; then *at is not "" */
static bool next_since(const struct rules *rules, const char **at, int *seat, struct move *move)
{
    char text[MOVE_TEXT];
    struct fault fault;
    size_t length = strcspn(*at, "\n");
    if (length < 3 || length - 2 >= sizeof(text) || **at < '0' || **at >= '0' + SEATS_MAX || (*at)[1] != ' ')
        return false;
    memcpy(text, *at + 2, length - 2);
    text[length - 2] = '\0';
    *seat = **at - '0';
    if (!move_from_text(rules->verbs, text, move, &fault))
        return false;
    *at += length + ((*at)[length] == '\n');
    return true;
}

bool turn_goes_on(const struct table *t, int ply, const char *since)
{
    const char *at = since ? since : "";
    struct move move;
    int seat;
    for (; next_since(t->game.rules, &at, &seat, &move); ply++)
        if (seat == t->seat || !t->game.rules->verbs[move.verb].unsolicited)
            return false;
    return *at == '\0' && ply == t->game.ply;
}

bool turn_was_taken(const struct table *t, const char *since, int drafted, const struct move *moves, int n)
{
    const char *at = since ? since : "";
    struct move move;
    int seat, own = 0, found = 0, after = 0;
    /* Who is not asked to confirm has the turn ended by one step more. */
    const int ends = display_quick(t->draft.display, t->game.rules->id) ? 1 : 0;
    while (next_since(t->game.rules, &at, &seat, &move)) {
        if (seat != t->seat)
            continue;
        own++;
        after = n == 0 || move_equal(&move, &moves[n - 1]) ? 0 : after + 1;
        found += found < n && move_equal(&move, &moves[found]);
    }
    return own > 0 && own - n >= drafted && found == n && after <= ends;
}

bool turn_is_altered(const struct rules *rules, const char *since, const struct move *step)
{
    const char *at = since ? since : "";
    struct move move;
    int seat;
    while (rules->alters && next_since(rules, &at, &seat, &move))
        if (rules->alters(step, seat, &move))
            return true;
    return false;
}

/* Applies the draft to the head, as far as it is still legal. */
static void lay_draft(struct table *t, struct arena *arena, const struct fold *fold)
{
    const struct rules *rules = t->game.rules;
    struct move move;
    struct fault fault;
    t->draft_log.n = 0;
    t->draft_told = arena_array(arena, (size_t)t->draft.n, sizeof(*t->draft_told));
    if (t->seat == NO_SEAT || t->game.status != GAME_RUNNING || (t->draft.n > 0 && !turn_goes_on(t, t->draft.ply, t->draft.since)))
        t->draft.n = 0;
    for (int i = 0; i < t->draft.n; i++) {
        if (!move_from_text(rules->verbs, t->draft.step[i], &move, &fault) || turn_is_altered(rules, t->draft.since, &move)
            || rules->check(t->state, t->seat, &move, NULL) != RULE_OK || (rules->traits(t->state, t->seat, &move) & MOVE_FINAL)) {
            t->draft.n = i;
            t->draft.broken = t->draft.ply != t->game.ply;
            break;
        }
        fold_try(fold, t->state, t->seat, &move, t->game.ply + 1 + i, &t->draft_log);
        t->draft_told[i] = (uint8_t)t->draft_log.n;
    }
    t->draft.ply = t->game.ply;
}

bool table_set(struct table *t, struct arena *arena, int64_t person, struct fold *fold, struct err *err)
{
    t->seat = game_seat_of(&t->game, person);
    if (t->game.status == GAME_OPEN) {
        t->draft.n = 0;
        return true;
    }
    if (!fold_init(fold, arena, &t->game, err) || !fold_load(fold, &t->game, t->game.ply, t->game.state, err))
        return false;
    t->head = state_copy(arena, fold->rules, fold->state);
    t->state = state_copy(arena, fold->rules, fold->state);
    lay_draft(t, arena, fold);
    return true;
}

bool table_look(struct table *t, struct arena *arena, int64_t person, const void *state, struct err *err)
{
    struct fold fold;
    t->seat = game_seat_of(&t->game, person);
    t->head = t->state = (void *)state;
    if (t->game.status == GAME_OPEN) {
        t->draft.n = 0;
        return true;
    }
    if (t->draft.n > 0 && !fold_init(&fold, arena, &t->game, err))
        return false;
    if (t->draft.n > 0)
        t->state = state_copy(arena, fold.rules, state);
    lay_draft(t, arena, &fold);
    return true;
}

/* ---- what a turn changes ---- */

struct turn *turn_new(struct arena *arena, struct table *table, const struct fold *fold, int seat, const char *cause,
                      int64_t now)
{
    struct turn *turn = arena_alloc(arena, sizeof(*turn));
    *turn = (struct turn){.arena = arena, .table = table, .fold = *fold, .seat = seat, .cause = cause, .now = now,
                          .had_draft = table->draft.stored};
    turn->fold.state = state_copy(arena, fold->rules, table->head);
    turn->state = state_copy(arena, fold->rules, table->head);
    turn->rows = arena_array(arena, TURN_MOVES_MAX, sizeof(*turn->rows));
    turn->before = arena_alloc(arena, fold->rules->size);
    turn->book = book_open(arena, &table->game);
    return turn;
}

void turn_begin(struct turn *turn)
{
    const struct draft_row *draft = &turn->table->draft;
    struct fault fault;
    for (int i = 0; i < draft->n; i++)
        move_from_text(turn->fold.rules->verbs, draft->step[i], &turn->pending[turn->n_pending++], &fault);
    memcpy(turn->state, turn->table->state, turn->fold.rules->size);
}

/* What a seat is asked in another's turn is not what its plan is for. */
static void note_aside(struct turn *turn, int seat, int ply)
{
    const struct rules *rules = turn->fold.rules;
    if (!rules->windows || !(rules->windows(turn->before) & SEAT_BIT(seat)))
        turn->own |= SEAT_BIT(seat);
    else if (!(turn->own & SEAT_BIT(seat)))
        turn->aside[seat] = ply;
}

/* Adds one move to the log, and drops the orders that end with it. @answer: the order that made it, or NULL */
static void log_move(struct turn *turn, int seat, const struct move *move, const struct answer *answer)
{
    const struct rules *rules = turn->fold.rules;
    struct move_row *row = &turn->rows[turn->n_rows++];
    const struct move *order = answer ? &turn->book->lists.seat[seat].order[answer->order] : NULL;
    memcpy(turn->before, turn->fold.state, rules->size);
    fold_step(&turn->fold, turn->arena, seat, move, answer ? "order" : turn->cause, turn->now, row);
    row->person = turn->table->game.apart ? 0 : turn->table->game.seat[seat].person;
    row->by_order = order ? book_text(turn->book, turn->arena, order) : NULL;
    turn->book->changed |= orders_passed(rules, turn->before, turn->fold.state, seat, answer, &turn->book->lists);
    turn->movers |= SEAT_BIT(seat);
    note_aside(turn, seat, row->ply);
}

void turn_flush(struct turn *turn)
{
    for (int i = 0; i < turn->n_pending; i++)
        log_move(turn, turn->seat, &turn->pending[i], NULL);
    turn->n_pending = 0;
    memcpy(turn->state, turn->fold.state, turn->fold.rules->size);
}

bool turn_has_room(const struct turn *turn)
{
    return turn->n_pending < DRAFT_STEPS_MAX && turn->n_rows + turn->n_pending < TURN_MOVES_MAX;
}

void turn_step(struct turn *turn, const struct move *move)
{
    bool final = fold_is_final(turn->fold.rules, turn->state, turn->seat, move);
    int ply = turn->fold.ply + 1 + turn->n_pending;
    turn->pending[turn->n_pending++] = *move;
    if (final) {
        turn_flush(turn);
    } else {
        struct log log = {.n = 0};
        fold_try(&turn->fold, turn->state, turn->seat, move, ply, &log);
    }
}

void turn_answer(struct turn *turn)
{
    struct answer answer;
    while (!turn->n_pending && turn->n_answers < ANSWERS_MAX && turn_has_room(turn)
           && orders_answer(turn->fold.rules, turn->fold.state, &turn->book->lists, &answer)) {
        log_move(turn, answer.seat, &answer.move, &answer);
        memcpy(turn->state, turn->fold.state, turn->fold.rules->size);
        turn->n_answers++;
    }
}

bool turn_is_automatic(const struct rules *rules, const void *state, int seat, struct move_list *list)
{
    if (!(rules->awaits(state) & SEAT_BIT(seat)) || rules->moves(state, seat, list) != 1 || list->partial)
        return false;
    const struct verb *verb = &rules->verbs[move_at(list, 0)->verb];
    return verb->automatic && !verb->confirms && !(rules->traits(state, seat, move_at(list, 0)) & MOVE_FINAL);
}

bool turn_only_ends(const struct rules *rules, const void *state, int seat, struct move_list *list)
{
    return (rules->awaits(state) & SEAT_BIT(seat)) && rules->moves(state, seat, list) == 1 && !list->partial
        && rules->verbs[move_at(list, 0)->verb].confirms;
}

/* One automatic step; false: there is none. */
static bool step_follows(struct turn *turn, struct move_list *list)
{
    if (turn->seat == NO_SEAT || !turn_has_room(turn) || turn->n_followed == FOLLOWED_MAX
        || !turn_is_automatic(turn->fold.rules, turn->state, turn->seat, list))
        return false;
    move_copy(&turn->followed[turn->n_followed++], move_at(list, 0));
    turn_step(turn, move_at(list, 0));
    return true;
}

/* The moves that a guide has for the other seats, up to the learner's next. */
static void follow_guide(struct turn *turn, struct move_list *list)
{
    const char *cause = turn->cause;
    struct move move;
    int seat;
    turn->cause = "bot";
    while (!turn->n_pending && turn_has_room(turn) && guided_scripted(&turn->table->game, turn->fold.state, turn->fold.ply, &seat, &move, list)) {
        log_move(turn, seat, &move, NULL);
        memcpy(turn->state, turn->fold.state, turn->fold.rules->size);
        turn_answer(turn);
    }
    turn->cause = cause;
}

void turn_follow(struct turn *turn)
{
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    turn->n_followed = turn->n_said = 0;
    do {
        turn_answer(turn);
        if (turn->table->game.guide)
            follow_guide(turn, list);
    } while (step_follows(turn, list));
}

void turn_hand_in(struct turn *turn)
{
    while (turn->n_pending > 0) {
        turn_flush(turn);
        turn_follow(turn);
    }
}

void turn_go_on(struct turn *turn)
{
    const struct rules *rules = turn->fold.rules;
    struct answer answer;
    if (!turn->n_pending || !orders_answer(rules, turn->state, &turn->book->lists, &answer) || answer.seat != turn->seat)
        return;
    const struct move *order = &turn->book->lists.seat[turn->seat].order[answer.order];
    if (!rules->orders || !rules->orders->lapsed(turn->state, turn->seat, order, STEP_BY_HAND))
        turn_hand_in(turn);
}

bool turn_did(struct turn *turn, const struct move *move)
{
    if (turn->n_said == turn->n_followed || !move_equal(&turn->followed[turn->n_said], move))
        return false;
    turn->n_said++;
    return true;
}

/* ---- advice ---- */

void turn_chance(const struct turn *turn, struct rng *rng)
{
    const uint64_t beyond_plies = UINT64_C(1) << 63;
    rng_init(rng, turn->fold.key, beyond_plies + (uint64_t)turn->fold.ply * SEATS_MAX + (uint64_t)turn->seat);
}

bool turn_advice(struct turn *turn, enum bot bot, struct rng *rng, struct move *move)
{
    const struct rules *rules = turn->fold.rules;
    if (bot != BOT_RANDOM) {
        void *seen = state_copy(turn->arena, rules, turn->state);
        rules->conceal(seen, turn->seat, rng);
        if (bot == BOT_STRONG && !turn->room)
            turn->room = arena_alloc(turn->arena, sizeof(*turn->room));
        if (bot_choose(rules, seen, turn->seat, bot, rng, turn->room, move) && rules->check(turn->state, turn->seat, move, NULL) == RULE_OK)
            return true;
    }
    return bot_choose(rules, turn->state, turn->seat, BOT_RANDOM, rng, NULL, move)
        && rules->check(turn->state, turn->seat, move, NULL) == RULE_OK;
}

/* ---- into the database ---- */

static void draft_texts(struct turn *turn, struct draft_row *draft)
{
    *draft = (struct draft_row){.ply = turn->fold.ply, .n = turn->n_pending};
    draft->step = arena_array(turn->arena, (size_t)turn->n_pending, sizeof(*draft->step));
    for (int i = 0; i < turn->n_pending; i++) {
        char *text = arena_alloc(turn->arena, MOVE_TEXT);
        move_to_text(turn->fold.rules->verbs, &turn->pending[i], text);
        draft->step[i] = text;
    }
}

/* Did the position that a turn answered leave its player no choice? One legal move, or said by what silence would have said. */
static bool no_choice(const struct turn *turn)
{
    const struct rules *rules = turn->fold.rules;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    struct move silence;
    char text[MOVE_TEXT];
    if (rules->moves(turn->table->head, turn->seat, list) == 1 && !list->partial)
        return true;
    if (!rules->silence || rules->silence(turn->table->head, turn->seat, &silence) != 0)
        return false;
    move_to_text(rules->verbs, &silence, text);
    return !strcmp(turn->rows[0].move, text);
}

/* For the figures of the service. What orders answer is no hand-over. */
static void note_hand_over(const struct turn *turn)
{
    struct table *t = turn->table;
    bool by_hand = !strcmp(turn->cause, "person") && turn->n_rows > 0 && turn->seat != NO_SEAT && turn->rows[0].seat == turn->seat
        && !turn->rows[0].by_order;
    t->handed_over = by_hand && !(turn->fold.rules->awaits(turn->fold.state) & SEAT_BIT(turn->seat));
    t->no_choice = t->handed_over && no_choice(turn);
}

bool turn_close(struct turn *turn, struct db *db, int64_t person, struct err *err)
{
    struct table *t = turn->table;
    struct game_row *game = &t->game;
    int was = game->ply;
    memcpy(t->made_after, game->hash, sizeof(t->made_after));
    note_hand_over(turn);
    if (turn->n_rows) {
        if (!strcmp(turn->cause, "person") || !strcmp(turn->cause, "plan"))
            game->seat[turn->seat].missed = 0;
        head_set(game, &turn->fold, turn->arena, turn->movers, turn->now);
        head_settle(game, turn->now, &turn->told); /* when a seat becomes open, the remaining players may all have agreed to end
                                                    * the game */
        game->accord[ACCORD_TAKE_BACK] = (struct accord){.asked = 0}; /* it was about another turn */
        accord_settle(game, turn->seat, turn->now, &turn->told);
        head_mails(game, turn->seat, &turn->told);
    }
    draft_texts(turn, &t->draft);
    struct order_list_row lists[SEATS_MAX];
    const struct commit commit = {
        .orders = lists, .n_orders = book_changes(turn->book, turn->arena, turn->now, lists),
        .moves = turn->rows, .n_moves = turn->n_rows, .aside = turn->fold.rules->plans ? turn->aside : NULL, .seats = turn->told.n_incidents > 0,
        .incidents = turn->told.incident, .n_incidents = turn->told.n_incidents,
        .mails = turn->told.mail, .n_mails = turn->told.n_mails,
        .draft_person = turn->had_draft || t->draft.n ? person : 0, .draft = &t->draft,
        .snapshot = game->ply / SNAPSHOT_EVERY > was / SNAPSHOT_EVERY, .transaction = &t->made_by,
    };
    if (!store_game_close(db, game, &commit, err))
        return false;
    memcpy(t->head, turn->fold.state, turn->fold.rules->size);
    memcpy(t->state, turn->fold.state, turn->fold.rules->size);
    lay_draft(t, turn->arena, &turn->fold);
    t->moves = turn->rows;
    t->n_moves = turn->n_rows;
    return true;
}

/* ---- people ---- */

/* Opens the game for one of its players. */
static bool open_seated(struct db *db, struct arena *arena, int64_t id, struct asker player, struct table *t,
                        struct fold *fold, struct err *err)
{
    *t = (struct table){.seat = NO_SEAT};
    if (!store_seat_open(db, arena, id, player.id, player.session, &t->game, &t->draft, err)
        || !table_set(t, arena, player.id, fold, err))
        return false;
    /* The rules refuse moves after their own end, but not after an end by resigning, vote or the operator. */
    if ((t->game.status != GAME_OVER || fold->rules->awaits(t->head)) && !head_moves(&t->game, err))
        return false;
    return !t->game.seat[t->seat].resigned
        || err_fail(err, ERR_STALE, N_("You have resigned from this game."), NULL, "game %lld: resigned", (long long)id);
}

bool turn_of_person(struct db *db, struct arena *arena, int64_t game, struct asker player, int64_t now, struct table *table,
                    struct turn **turn, struct err *err)
{
    struct fold fold;
    if (!open_seated(db, arena, game, player, table, &fold, err))
        return false;
    *turn = turn_new(arena, table, &fold, table->seat, "person", now);
    return seat_returns(db, arena, &table->game, table->seat, now, &(*turn)->told, err);
}

bool told_close(struct db *db, const struct game_row *game, const struct told *told, struct err *err)
{
    const struct commit commit = {.seats = true, .incidents = told->incident, .n_incidents = told->n_incidents,
                                  .mails = told->mail, .n_mails = told->n_mails};
    return store_game_close(db, game, &commit, err);
}

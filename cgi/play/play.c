#include "config.h"

#include "cgi/play/play.h"

#include <string.h>

#include "cgi/base/display.h"
#include "cgi/play/guided.h"
#include "cgi/play/play_head.h"
#include "cgi/play/play_turn.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { FORM_STEPS_MAX = 128 }; /* steps of one form */

static bool read_steps(const struct table *t, const char *const *steps, int n, struct move *moves, int *bad,
                       struct err *err)
{
    if (n < 1 || n > FORM_STEPS_MAX)
        return err_fail(err, ERR_INPUT, N_("Choose a move first."), NULL, "%d steps", n);
    for (int i = 0; i < n; i++) {
        struct fault fault;
        if (!move_from_text(t->game.rules->verbs, steps[i], &moves[i], &fault)) {
            *bad = i;
            return err_fail(err, ERR_INPUT, fault.sentence, fault.what, "step '%.100s'", steps[i]);
        }
    }
    return true;
}

static bool may_come_at_any_time(const struct rules *rules, const struct move *moves, int n)
{
    for (int i = 0; i < n; i++)
        if (!rules->verbs[moves[i].verb].unsolicited)
            return false;
    return n > 0;
}

/* Steps for an older page, whose draft still stands: they are accepted if other players have since made only unsolicited moves,
 * and these do not change the meaning of the steps. The rules decide whether they are legal. */
static bool still_means(struct db *db, struct arena *arena, const struct table *t, int ply, const struct move *moves, int n,
                        bool *means, struct err *err)
{
    const char *since;
    *means = false;
    if (ply < 0 || ply >= t->game.ply)
        return true;
    if (!store_moves_since(db, arena, t->game.id, ply, &since, err))
        return false;
    *means = turn_goes_on(t, ply, since);
    for (int i = 0; i < n && *means; i++)
        if (turn_is_altered(t->game.rules, since, &moves[i]))
            return err_fail(err, ERR_STALE, N_("The game has moved on since you opened this page. Please look again."),
                            NULL, "game %lld: step %d was chosen at ply %d, now %d", (long long)t->game.id, i, ply, t->game.ply);
    return true;
}

/* Are these the steps that the draft has from the one on that the page was drawn with? */
static bool are_drafted(const struct table *t, struct drawn drawn, const struct move *moves, int n)
{
    char text[MOVE_TEXT];
    bool same = n > 0 && drawn.ply == t->game.ply && drawn.draft != ANY_DRAFT && drawn.draft <= t->draft.n - n;
    for (int i = 0; i < n && same; i++) {
        move_to_text(t->game.rules->verbs, &moves[i], text);
        same = !strcmp(text, t->draft.step[drawn.draft + i]);
    }
    return same;
}

/* Whoever got no answer sends the same form again, though it was taken the first time. */
static bool not_taken_yet(struct db *db, struct arena *arena, const struct table *t, struct drawn drawn, const struct move *moves, int n,
                          struct err *err)
{
    const char *since = NULL;
    bool later = drawn.ply >= 0 && drawn.ply < t->game.ply, drafted = are_drafted(t, drawn, moves, n);
    if (later && !store_moves_since(db, arena, t->game.id, drawn.ply, &since, err))
        return false;
    if (later && turn_was_taken(t, since, drawn.draft == ANY_DRAFT ? 0 : drawn.draft, moves, n))
        return err_fail(err, ERR_STALE, N_("This turn was already done. Here is the game as it is now."), NULL,
                        "game %lld: made for ply %d, taken already", (long long)t->game.id, drawn.ply);
    return !drafted || err_fail(err, ERR_STALE, N_("This step was already done. Here is the game as it is now."), NULL,
                                "game %lld: step %d is drafted already", (long long)t->game.id, drawn.draft);
}

/* Only unsolicited moves, and steps whose meaning such moves do not change, are checked against a newer position. */
static bool fresh(struct db *db, struct arena *arena, const struct table *t, struct drawn drawn, const struct move *moves, int n,
                  struct err *err)
{
    bool same_draft = drawn.draft == ANY_DRAFT || drawn.draft == t->draft.n, means = drawn.ply == t->game.ply;
    if (!not_taken_yet(db, arena, t, drawn, moves, n, err))
        return false;
    if (may_come_at_any_time(t->game.rules, moves, n))
        return true;
    if (same_draft && !means && !still_means(db, arena, t, drawn.ply, moves, n, &means, err))
        return false;
    return (same_draft && means)
        || err_fail(err, ERR_STALE, NULL, NULL, "game %lld: made for ply %d and draft %d, now %d and %d",
                    (long long)t->game.id, drawn.ply, drawn.draft, t->game.ply, t->draft.n);
}

/* Are others asked now, too, for whom their standing orders may answer? */
static bool asks_others(const struct turn *turn)
{
    const struct rules *rules = turn->fold.rules;
    return rules->orders && (rules->awaits(turn->state) & ~SEAT_BIT(turn->seat));
}

/* The position at which a step was refused, for the sentence about it. */
static bool refused(struct turn *turn, int rule, int step, int *bad, struct err *err)
{
    *bad = step;
    memcpy(turn->table->state, turn->state, turn->fold.rules->size);
    err_fail(err, ERR_RULE, NULL, NULL, "game %lld seat %d: step %d: %s", (long long)turn->table->game.id, turn->seat,
             step, turn->fold.rules->errors[rule].name);
    err->rule = rule;
    return false;
}

/* Is the player to be asked before step @move is taken? @told: a guide has told to take it. */
static bool asks_before(struct turn *turn, const struct play_form *form, const struct move *move, bool told)
{
    return form->asks && !told && fold_asks_again(turn->fold.rules, turn->state, turn->seat, move, turn->n_pending, fold_moves(turn->arena));
}

/* In a guided game nothing else is taken than what the guide asks. *told: it asks @move. */
static bool guide_allows(struct turn *turn, const struct move *move, int step, bool *told, int *bad, struct err *err)
{
    const struct game_row *game = &turn->table->game;
    struct move_room room;
    *told = false;
    if (!game->guide)
        return true;
    const struct guided guided = guided_at(game, turn->state, turn->fold.ply - game->ply + turn->n_pending, move_list_in(&room));
    *told = guided_tells(game, &guided, move);
    if (*told || !guided_leads(&guided))
        return true;
    *bad = step;
    return err_fail(err, ERR_INPUT, N_("The guide asks something else just now."), GUIDE_FIELD, "game %lld: line %d of the guide",
                    (long long)game->id, guided.at);
}

/* *asks: the last step was not taken, its player has to be asked first. */
static bool take_steps(struct turn *turn, const struct play_form *form, const struct move *moves, bool *asks, int *bad, struct err *err)
{
    const struct rules *rules = turn->fold.rules;
    const int n = form->n;
    for (int i = 0; i < n; i++) {
        int rule = rules->check(turn->state, turn->seat, &moves[i], NULL);
        if (rule != RULE_OK && turn_did(turn, &moves[i]))
            continue;
        if (rule != RULE_OK)
            return refused(turn, rule, i, bad, err);
        bool told;
        if (!guide_allows(turn, &moves[i], i, &told, bad, err))
            return false;
        if (!turn_has_room(turn))
            return err_fail(err, ERR_INPUT, N_("These are too many steps at once."), NULL, "too many steps");
        bool reveals = rules->traits(turn->state, turn->seat, &moves[i]) & MOVE_FINAL;
        *asks = asks_before(turn, form, &moves[i], told);
        if (*asks)
            return true;
        turn_step(turn, &moves[i]);
        /* Else a player could add a step that must fail, and its refusal would show hidden things without a committed move. */
        bool together = i + 1 < n && moves[i + 1].verb == moves[i].verb && rules->verbs[moves[i].verb].together;
        if (i + 1 < n && ((reveals && !together) || asks_others(turn))) {
            *bad = i;
            return err_fail(err, ERR_INPUT, N_("This reveals something new: choose the next step after you have seen it."),
                            NULL, "step %d of %d reveals", i, n);
        }
        turn_follow(turn);
    }
    return true;
}

/* Does what waits to be handed in bring about what has to be read once more? */
static bool has_lasting(const struct turn *turn)
{
    const struct rules *rules = turn->fold.rules;
    void *state = state_copy(turn->arena, rules, turn->fold.state);
    struct log log = {.n = 0};
    for (int i = 0; i < turn->n_pending; i++)
        fold_try(&turn->fold, state, turn->seat, &turn->pending[i], turn->fold.ply + 1 + i, &log);
    for (int i = 0; i < log.n; i++)
        if (rules->words->weights && rules->words->weights[log.event[i].kind] == EVENT_LASTING)
            return true;
    return false;
}

/* Who does not want to be asked hands the turn in with its last step: nothing but the end is left to do. */
static void end_at_once(struct turn *turn, bool asked)
{
    const struct rules *rules = turn->fold.rules;
    struct move_list *list = fold_moves(turn->arena);
    if (!asked && (!display_quick(turn->table->draft.display, rules->id) || has_lasting(turn)))
        return;
    if (turn->n_pending > 0 && !(rules->awaits(turn->state) & SEAT_BIT(turn->seat)))
        turn_hand_in(turn);
    else if (turn_only_ends(rules, turn->state, turn->seat, list) && turn_has_room(turn)) {
        turn_step(turn, move_at(list, 0));
        turn_follow(turn);
    }
}

static bool give_with(struct turn *turn, const struct with_orders *with, struct err *err)
{
    int which;
    if (with && with->n > 0 && turn->table->game.guide)
        return err_fail(err, ERR_INPUT, N_("Standing orders can be given when you play on without the guide."), GUIDE_FIELD, "an order");
    if (with && with->n > 0 && turn->table->game.practice.is)
        return err_fail(err, ERR_INPUT, N_("At a practice table you answer for every seat yourself, so there are no standing orders."), NULL,
                        "game %lld is a practice table", (long long)turn->table->game.id);
    return !with || book_give(turn->book, turn->seat, with->text, with->n, &which, err);
}

bool play_steps(struct db *db, struct arena *arena, int64_t game, struct asker player, const struct play_form *form,
                int64_t now, struct table *table, enum play_outcome *outcome, int *bad, struct err *err)
{
    struct turn *turn;
    struct move moves[FORM_STEPS_MAX];
    bool asks = false;
    *bad = -1;
    bool ok = turn_of_person(db, arena, game, player, now, table, &turn, err)
        && read_steps(table, form->step, form->n, moves, bad, err)
        && fresh(db, arena, table, form->drawn, moves, form->n, err) && give_with(turn, form->with, err);
    if (ok) {
        if (!form->whole)
            turn_begin(turn);
        ok = take_steps(turn, form, moves, &asks, bad, err);
        if (ok && !asks) {
            turn_go_on(turn);
            if (form->whole)
                turn_hand_in(turn);
            end_at_once(turn, form->whole);
        }
        ok = ok && (asks || turn_close(turn, db, player.id, err));
        *outcome = asks ? PLAY_ASKED : turn->n_rows ? PLAY_COMMITTED : PLAY_DRAFTED;
    }
    if (!ok || asks)
        store_rollback(db);
    return ok;
}

/* How many steps of the draft stay when the last is taken back: automatic steps after it are removed, too. */
static int steps_without_last(const struct table *t, const struct fold *fold, struct arena *arena)
{
    const struct rules *rules = fold->rules;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    void *state = state_copy(arena, rules, t->head);
    struct log log = {.n = 0};
    int chosen = 0;
    for (int i = 0; i < t->draft.n; i++) {
        struct move move;
        struct fault fault;
        move_from_text(rules->verbs, t->draft.step[i], &move, &fault);
        if (i == 0 || !turn_is_automatic(rules, state, t->seat, list) || !move_equal(move_at(list, 0), &move))
            chosen = i;
        fold_try(fold, state, t->seat, &move, t->game.ply + 1 + i, &log);
    }
    return chosen;
}

static bool change_draft(struct turn *turn, enum draft_change change, struct err *err)
{
    struct table *t = turn->table;
    if (!t->draft.n)
        return err_fail(err, ERR_STALE, N_("There is nothing to undo or confirm."), NULL, "no draft");
    if (change == DRAFT_BACK)
        t->draft.n = steps_without_last(t, &turn->fold, turn->arena);
    else if (change == DRAFT_OVER)
        t->draft.n = 0;
    else if (turn->fold.rules->awaits(t->state) & SEAT_BIT(turn->seat))
        return err_fail(err, ERR_INPUT, N_("Your turn is not complete yet."), NULL, "still awaited after the draft");
    turn_begin(turn);
    if (change == DRAFT_CONFIRM) {
        turn_flush(turn);
        turn_follow(turn);
    }
    return true;
}

bool play_draft(struct db *db, struct arena *arena, int64_t game, struct asker player, struct drawn drawn,
                enum draft_change change, int64_t now, struct table *table, struct err *err)
{
    struct turn *turn;
    bool ok = turn_of_person(db, arena, game, player, now, table, &turn, err) && fresh(db, arena, table, drawn, NULL, 0, err)
        && change_draft(turn, change, err) && turn_close(turn, db, player.id, err);
    if (!ok)
        store_rollback(db);
    return ok;
}

/* ---- the start ---- */

/* Removes empty seats; was[s] is the old number of seat s. Returns how many seats are left. */
static int close_ranks(struct game_row *game, int8_t was[SEATS_MAX])
{
    int n = 0;
    for (int s = 0; s < game->n_seats; s++) {
        if (!game->seat[s].person && !game->seat[s].bot)
            continue;
        was[n] = (int8_t)s;
        game->seat[n++] = game->seat[s];
    }
    return n;
}

/* Deals, adds the game's first orders, and lets them answer. */
static bool start_table(struct arena *arena, struct table *t, int64_t now, struct turn **started, struct err *err)
{
    struct fold fold;
    struct game_row *game = &t->game;
    struct move_row row;
    if (!fold_init(&fold, arena, game, err))
        return false;
    fold_setup(&fold, arena, game, now, &row);
    t->head = state_copy(arena, fold.rules, fold.state);
    struct turn *turn = *started = turn_new(arena, t, &fold, NO_SEAT, "person", now);
    turn->rows[turn->n_rows++] = row;
    book_first(turn->book, game->n_seats);
    turn_follow(turn);
    game->started = now;
    for (int s = 0; s < game->n_seats; s++)
        game->seat[s].clock = seat_clock_first(&game->pace);
    head_set(game, &turn->fold, arena, 0, now);
    return true;
}

static bool close_start(struct db *db, struct turn *turn, const int8_t *seat_was, struct err *err)
{
    const struct game_row *game = &turn->table->game;
    struct order_list_row lists[SEATS_MAX];
    for (int s = 0; s < game->n_seats; s++)
        told_mail(&turn->told, game, s, game->awaits & SEAT_BIT(s) ? "turn" : "started", game->ply, NULL);
    const struct commit commit = {.moves = turn->rows, .n_moves = turn->n_rows, .mails = turn->told.mail,
                                  .n_mails = turn->told.n_mails, .seat_was = seat_was, .orders = lists,
                                  .n_orders = book_changes(turn->book, turn->arena, turn->now, lists)};
    return store_game_close(db, game, &commit, err);
}

/* Of an open table that can start; was[] as of close_ranks(). @full: no seat may be empty. */
static bool drop_empty_seats(struct game_row *game, bool full, int8_t was[SEATS_MAX], struct err *err)
{
    int seats = game->n_seats;
    if (game->status != GAME_OPEN)
        return err_fail(err, ERR_STALE, N_("This game has already started."), NULL, "game %lld runs", (long long)game->id);
    game->n_seats = game->setup.n_seats = close_ranks(game, was);
    if (full && game->n_seats < seats)
        return err_fail(err, ERR_STALE, NULL, NULL, "game %lld: a seat has been left meanwhile", (long long)game->id);
    return (game->rules && game->n_seats >= game->rules->min_seats)
        || err_fail(err, ERR_INPUT, N_("There are too few players to start."), "seats", "%d seats", game->n_seats);
}

/* @full: only when all seats are taken, told under the lock of the table; else ERR_STALE. */
static bool start(struct db *db, struct arena *arena, int64_t id, bool full, int64_t now, struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct game_row *game = &t->game;
    struct turn *turn;
    int8_t was[SEATS_MAX];
    if (!store_game_open(db, arena, id, 0, game, &t->draft, err))
        return false;
    int seats = game->n_seats;
    bool ok = drop_empty_seats(game, full, was, err) && start_table(arena, t, now, &turn, err)
        && close_start(db, turn, game->n_seats < seats ? was : NULL, err);
    if (!ok)
        store_rollback(db);
    return ok;
}

bool play_start(struct db *db, struct arena *arena, int64_t id, int64_t now, struct err *err)
{
    return start(db, arena, id, false, now, err);
}

bool play_start_when_full(struct db *db, struct arena *arena, int64_t id, int64_t now, struct err *err)
{
    struct game_row game;
    if (!store_game(db, arena, id, &game, err))
        return false;
    for (int s = 0; s < game.n_seats; s++)
        if (game.seat[s].person == 0 && !game.seat[s].bot)
            return true;
    if (game.status != GAME_OPEN || start(db, arena, id, true, now, err))
        return true;
    store_rollback(db);
    return err->code == ERR_STALE;
}

bool play_start_with_bots(struct db *db, struct arena *arena, const struct game_row *game, const char *bot, int64_t now, struct err *err)
{
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].person == 0 && !game->seat[s].bot && !store_seat_bot(db, game->id, game->owner, s, bot, err) &&
            err->code != ERR_STALE) /* another person has just taken this seat: that is fine, too */
            return false;
    return play_start_when_full(db, arena, game->id, now, err);
}

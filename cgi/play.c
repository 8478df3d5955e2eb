#include "config.h"

#include "cgi/play.h"

#include <sodium.h>
#include <string.h>

#include "cgi/fold.h"
#include "rules/engine/members.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"

#include "cgi/banned.h"

enum {
    SNAPSHOT_EVERY = 32,
    FORM_STEPS_MAX = 128,   /* steps of one form */
    DRAFT_STEPS_MAX = 256,  /* also a constraint of the table */
    TURN_MOVES_MAX = 512,   /* that one request may commit */
    BOT_STEPS_MAX = 256,
    FOLLOWED_MAX = 8        /* steps that follow one another by themselves */
};

/* ---- a game as one person sees it ---- */

static void *copy_state(struct arena *arena, const struct rules *rules, const void *state)
{
    return memcpy(arena_alloc(arena, rules->size), state, rules->size);
}

/* Lays the draft on the head, as far as it is legal still. */
static void lay_draft(struct table *t, const struct fold *fold)
{
    const struct rules *rules = fold->rules;
    struct move move;
    struct fault fault;
    t->draft_log.n = 0;
    if (t->draft.ply != t->game.ply || t->seat == NO_SEAT)
        t->draft.n = 0;
    for (int i = 0; i < t->draft.n; i++) {
        if (!move_from_text(rules->verbs, t->draft.step[i], &move, &fault)
            || rules->check(t->state, t->seat, &move) != RULE_OK || rules->reveals(t->state, t->seat, &move)) {
            t->draft.n = i;
            break;
        }
        fold_try(fold, t->state, t->seat, &move, t->game.ply + 1 + i, &t->draft_log);
    }
    t->draft.ply = t->game.ply;
}

/* From a row with its state to a table: head, draft and all. */
static bool set_table(struct table *t, struct arena *arena, int64_t person, struct fold *fold, struct err *err)
{
    t->seat = game_seat_of(&t->game, person);
    if (t->game.status == GAME_OPEN) {
        t->draft.n = 0;
        return true;
    }
    if (!fold_init(fold, arena, &t->game, err) || !fold_load(fold, &t->game, t->game.ply, t->game.state, err))
        return false;
    t->head = copy_state(arena, fold->rules, fold->state);
    t->state = copy_state(arena, fold->rules, fold->state);
    lay_draft(t, fold);
    return true;
}

bool play_table(struct db *db, struct arena *arena, int64_t game, int64_t person, int most_moves, struct table *table,
                struct err *err)
{
    struct fold fold;
    *table = (struct table){.seat = NO_SEAT};
    return store_table(db, arena, game, person, 0, most_moves, &table->game, &table->draft, &table->moves,
                       &table->n_moves, err)
        && set_table(table, arena, person, &fold, err);
}

/* ---- what a turn changes ---- */

/* Moves on their way into the log, and steps that wait behind them as a draft. */
struct turn {
    struct arena *arena;
    struct table *table;
    struct fold fold;              /* the position after the moves that will be committed */
    void *state;                   /* the same with the pending steps done */
    int seat;
    const char *cause;
    int64_t now;
    bool had_draft;
    struct move_row *rows;         /* TURN_MOVES_MAX of them */
    int n_rows;
    struct move pending[DRAFT_STEPS_MAX];
    int n_pending;
    struct move followed[FOLLOWED_MAX]; /* by itself, after the last step that was asked for */
    int n_followed, n_said;
};

static struct turn *turn_new(struct arena *arena, struct table *table, const struct fold *fold, int seat,
                             const char *cause, int64_t now)
{
    struct turn *turn = arena_alloc(arena, sizeof(*turn));
    *turn = (struct turn){.arena = arena, .table = table, .fold = *fold, .seat = seat, .cause = cause, .now = now,
                          .had_draft = table->draft.stored};
    turn->fold.state = copy_state(arena, fold->rules, table->head);
    turn->state = copy_state(arena, fold->rules, table->head);
    turn->rows = arena_array(arena, TURN_MOVES_MAX, sizeof(*turn->rows));
    return turn;
}

/* The draft that was there is what the turn begins with. */
static void turn_begin(struct turn *turn)
{
    const struct draft_row *draft = &turn->table->draft;
    struct fault fault;
    for (int i = 0; i < draft->n; i++)
        move_from_text(turn->fold.rules->verbs, draft->step[i], &turn->pending[turn->n_pending++], &fault);
    memcpy(turn->state, turn->table->state, turn->fold.rules->size);
}

/* Hands the pending steps in. */
static void turn_flush(struct turn *turn)
{
    for (int i = 0; i < turn->n_pending; i++)
        fold_step(&turn->fold, turn->arena, turn->seat, &turn->pending[i], turn->cause, turn->now,
                  &turn->rows[turn->n_rows++]);
    turn->n_pending = 0;
    memcpy(turn->state, turn->fold.state, turn->fold.rules->size);
}

static bool turn_has_room(const struct turn *turn)
{
    return turn->n_pending < DRAFT_STEPS_MAX && turn->n_rows + turn->n_pending < TURN_MOVES_MAX;
}

/* Does a legal step: it waits in the draft, or takes all that waits with it into the log. */
static void turn_step(struct turn *turn, const struct move *move)
{
    const struct rules *rules = turn->fold.rules;
    const struct verb *verb = &rules->verbs[move->verb];
    bool final = rules->awaits(turn->state) != SEAT_BIT(turn->seat) || verb->unsolicited || verb->confirms
        || rules->reveals(turn->state, turn->seat, move);
    int ply = turn->fold.ply + 1 + turn->n_pending;
    turn->pending[turn->n_pending++] = *move;
    if (final) {
        turn_flush(turn);
    } else {
        struct log log = {.n = 0};
        fold_try(&turn->fold, turn->state, turn->seat, move, ply, &log);
    }
}

/* The move that follows by itself: the only legal one, of a verb that says so, which neither tells nor ends a thing. */
static bool automatic(const struct rules *rules, const void *state, int seat, struct move_list *list)
{
    if (!(rules->awaits(state) & SEAT_BIT(seat)) || rules->moves(state, seat, list) != 1 || list->partial)
        return false;
    const struct verb *verb = &rules->verbs[list->move[0].verb];
    return verb->automatic && !verb->confirms && !rules->reveals(state, seat, &list->move[0]);
}

static void turn_automatic(struct turn *turn)
{
    struct move_list list;
    turn->n_followed = turn->n_said = 0;
    while (turn_has_room(turn) && turn->n_followed < FOLLOWED_MAX
           && automatic(turn->fold.rules, turn->state, turn->seat, &list)) {
        turn->followed[turn->n_followed++] = list.move[0];
        turn_step(turn, &list.move[0]);
    }
}

/* Is this what has just followed by itself? A form written without knowing that it would may say it, too. */
static bool turn_did(struct turn *turn, const struct move *move)
{
    if (turn->n_said == turn->n_followed || !move_equal(&turn->followed[turn->n_said], move))
        return false;
    turn->n_said++;
    return true;
}

/* ---- into the database ---- */

struct mails {
    int n;
    struct outbox_row row[SEATS_MAX];
};

static void mail_add(struct mails *mails, const struct game_row *game, int seat, const char *kind)
{
    if (game->seat[seat].person)
        mails->row[mails->n++] = (struct outbox_row){.person = game->seat[seat].person, .kind = kind, .ply = game->ply};
}

/* Who is awaited now, since when; the mover's wait begins anew. */
static void set_awaited(struct game_row *game, seatmask awaits, int mover)
{
    for (int s = 0; s < game->n_seats; s++) {
        if (!(awaits & SEAT_BIT(s)))
            game->seat[s].awaited_since = 0;
        else if (!game->seat[s].awaited_since || s == mover)
            game->seat[s].awaited_since = game->moved;
    }
    game->awaits = awaits;
}

/* Writes the fold's position into the row as its head. */
static void set_head(struct game_row *game, struct fold *fold, struct arena *arena, int mover, int64_t now)
{
    struct standing standing = {0};
    fold->rules->standing(fold->state, &standing);
    game->ply = fold->ply;
    game->state = fold_text(fold, arena);
    memcpy(game->hash, fold->hash, sizeof(game->hash));
    game->moved = now;
    set_awaited(game, fold->rules->awaits(fold->state), mover);
    game->status = game->awaits ? GAME_RUNNING : GAME_OVER;
    game->over = game->awaits ? 0 : now;
    game->ending = game->awaits ? NULL : "played";
    for (int s = 0; s < game->n_seats; s++) {
        game->seat[s].points = standing.seat[s].points;
        game->seat[s].rank = game->awaits ? 0 : standing.seat[s].rank;
    }
}

/* Mail to those who are awaited and were not, but not to the mover; at the end to everybody. */
static void list_mails(const struct game_row *game, seatmask before, int mover, struct mails *mails)
{
    for (int s = 0; s < game->n_seats; s++) {
        if (game->status == GAME_OVER)
            mail_add(mails, game, s, "over");
        else if ((game->awaits & ~before & SEAT_BIT(s)) && s != mover)
            mail_add(mails, game, s, "turn");
    }
}

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

/* Writes what the turn came to, and brings the table to it. @person: whose draft it is, 0 for a bot. */
static bool turn_close(struct turn *turn, struct db *db, int64_t person, struct err *err)
{
    struct table *t = turn->table;
    struct game_row *game = &t->game;
    struct mails mails = {.n = 0};
    int was = game->ply;
    if (turn->n_rows) {
        seatmask before = game->awaits;
        set_head(game, &turn->fold, turn->arena, turn->seat, turn->now);
        list_mails(game, before, turn->seat, &mails);
    }
    draft_texts(turn, &t->draft);
    const struct commit commit = {
        .moves = turn->rows, .n_moves = turn->n_rows, .mails = mails.row, .n_mails = mails.n,
        .draft_person = turn->had_draft || t->draft.n ? person : 0, .draft = &t->draft, .snapshot = game->ply / SNAPSHOT_EVERY > was / SNAPSHOT_EVERY,
    };
    if (!store_game_close(db, game, &commit, err))
        return false;
    memcpy(t->head, turn->fold.state, turn->fold.rules->size);
    memcpy(t->state, turn->fold.state, turn->fold.rules->size);
    lay_draft(t, &turn->fold);
    t->moves = turn->rows;
    t->n_moves = turn->n_rows;
    return true;
}

/* ---- people ---- */

/* Opens the game for somebody who plays in it. */
static bool open_seated(struct db *db, struct arena *arena, int64_t id, int64_t person, struct table *t,
                        struct fold *fold, struct err *err)
{
    *t = (struct table){.seat = NO_SEAT};
    if (!store_game_open(db, arena, id, person, &t->game, &t->draft, err) || !set_table(t, arena, person, fold, err))
        return false;
    if (t->seat == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat of game %lld",
                        (long long)id);
    return t->game.status != GAME_OPEN
        || err_fail(err, ERR_STALE, N_("This game has not started yet."), NULL, "game %lld is open", (long long)id);
}

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

/* Only what may come at any time is judged against a newer position than it was made for. */
static bool fresh(const struct table *t, struct drawn drawn, const struct move *moves, int n, struct err *err)
{
    bool same_draft = drawn.draft == ANY_DRAFT || drawn.draft == t->draft.n;
    bool any_time = n > 0;
    for (int i = 0; i < n; i++)
        any_time = any_time && t->game.rules->verbs[moves[i].verb].unsolicited;
    return (drawn.ply == t->game.ply && same_draft) || any_time
        || err_fail(err, ERR_STALE, NULL, NULL, "game %lld: made for ply %d and draft %d, now %d and %d",
                    (long long)t->game.id, drawn.ply, drawn.draft, t->game.ply, t->draft.n);
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

static bool take_steps(struct turn *turn, const struct move *moves, int n, int *bad, struct err *err)
{
    const struct rules *rules = turn->fold.rules;
    for (int i = 0; i < n; i++) {
        int rule = rules->check(turn->state, turn->seat, &moves[i]);
        if (rule != RULE_OK && turn_did(turn, &moves[i]))
            continue;
        if (rule != RULE_OK)
            return refused(turn, rule, i, bad, err);
        /* Else a step after it could be made to fail, and its refusal would tell what nobody has paid for seeing. */
        if (i + 1 < n && rules->reveals(turn->state, turn->seat, &moves[i])) {
            *bad = i;
            return err_fail(err, ERR_INPUT, N_("This shows something new: choose the next step when you have seen it."),
                            NULL, "step %d of %d reveals", i, n);
        }
        if (!turn_has_room(turn))
            return err_fail(err, ERR_INPUT, N_("These are too many steps at once."), NULL, "too many steps");
        turn_step(turn, &moves[i]);
        turn_automatic(turn);
    }
    return true;
}

bool play_steps(struct db *db, struct arena *arena, int64_t game, int64_t person, struct drawn drawn,
                const char *const *steps, int n, int64_t now, struct table *table, enum play_outcome *outcome, int *bad, struct err *err)
{
    struct fold fold;
    struct move moves[FORM_STEPS_MAX];
    *bad = -1;
    bool ok = open_seated(db, arena, game, person, table, &fold, err) && read_steps(table, steps, n, moves, bad, err)
        && fresh(table, drawn, moves, n, err);
    if (ok) {
        struct turn *turn = turn_new(arena, table, &fold, table->seat, "person", now);
        turn_begin(turn);
        ok = take_steps(turn, moves, n, bad, err) && turn_close(turn, db, person, err);
        *outcome = turn->n_rows ? PLAY_COMMITTED : PLAY_DRAFTED;
    }
    if (!ok)
        store_rollback(db);
    return ok;
}

/* How many of the draft's steps stay when the last is taken back: what followed it by itself goes, too. */
static int steps_without_last(const struct table *t, const struct fold *fold, struct arena *arena)
{
    const struct rules *rules = fold->rules;
    struct move_list list;
    void *state = copy_state(arena, rules, t->head);
    struct log log = {.n = 0};
    int chosen = 0;
    for (int i = 0; i < t->draft.n; i++) {
        struct move move;
        struct fault fault;
        move_from_text(rules->verbs, t->draft.step[i], &move, &fault);
        if (i == 0 || !automatic(rules, state, t->seat, &list) || !move_equal(&list.move[0], &move))
            chosen = i;
        fold_try(fold, state, t->seat, &move, t->game.ply + 1 + i, &log);
    }
    return chosen;
}

static bool change_draft(struct turn *turn, enum draft_change change, struct err *err)
{
    struct table *t = turn->table;
    if (!t->draft.n)
        return err_fail(err, ERR_STALE, N_("There is nothing to take back or confirm."), NULL, "no draft");
    if (change == DRAFT_BACK)
        t->draft.n = steps_without_last(t, &turn->fold, turn->arena);
    else if (change == DRAFT_OVER)
        t->draft.n = 0;
    else if (turn->fold.rules->awaits(t->state) & SEAT_BIT(turn->seat))
        return err_fail(err, ERR_INPUT, N_("Your turn is not complete yet."), NULL, "still awaited after the draft");
    turn_begin(turn);
    if (change == DRAFT_CONFIRM)
        turn_flush(turn);
    return true;
}

bool play_draft(struct db *db, struct arena *arena, int64_t game, int64_t person, struct drawn drawn,
                enum draft_change change, int64_t now, struct table *table, struct err *err)
{
    struct fold fold;
    bool ok = open_seated(db, arena, game, person, table, &fold, err) && fresh(table, drawn, NULL, 0, err);
    if (ok) {
        struct turn *turn = turn_new(arena, table, &fold, table->seat, "person", now);
        ok = change_draft(turn, change, err) && turn_close(turn, db, person, err);
    }
    if (!ok)
        store_rollback(db);
    return ok;
}

/* ---- the start ---- */

/* Closes ranks where nobody sits; was[s] is the number seat s had. Returns how many seats are left. */
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

static bool start_table(struct arena *arena, struct game_row *game, int64_t now, struct move_row *row, struct err *err)
{
    struct fold fold;
    if (!fold_init(&fold, arena, game, err))
        return false;
    fold_setup(&fold, arena, game, now, row);
    game->started = now;
    set_head(game, &fold, arena, NO_SEAT, now);
    return true;
}

bool play_start(struct db *db, struct arena *arena, int64_t id, int64_t now, struct err *err)
{
    struct game_row game;
    struct draft_row draft;
    struct move_row row;
    struct mails mails = {.n = 0};
    int8_t was[SEATS_MAX];
    if (!store_game_open(db, arena, id, 0, &game, &draft, err))
        return false;
    int seats = game.n_seats;
    bool ok = game.status == GAME_OPEN
        || err_fail(err, ERR_STALE, N_("This game has already started."), NULL, "game %lld runs", (long long)id);
    if (ok) {
        game.n_seats = game.setup.n_seats = close_ranks(&game, was);
        ok = (game.rules && game.n_seats >= game.rules->min_seats)
            || err_fail(err, ERR_INPUT, N_("Too few sit at this table to start."), "seats", "%d seats", game.n_seats);
    }
    ok = ok && start_table(arena, &game, now, &row, err);
    if (ok) {
        for (int s = 0; s < game.n_seats; s++)
            mail_add(&mails, &game, s, game.awaits & SEAT_BIT(s) ? "turn" : "started");
        const struct commit commit = {.moves = &row, .n_moves = 1, .mails = mails.row, .n_mails = mails.n,
                                      .seat_was = game.n_seats < seats ? was : NULL};
        ok = store_game_close(db, &game, &commit, err);
    }
    if (!ok)
        store_rollback(db);
    return ok;
}

/* ---- bots ---- */

static int awaited_bot(const struct game_row *game)
{
    for (int s = 0; s < game->n_seats; s++)
        if ((game->awaits & SEAT_BIT(s)) && game->seat[s].bot)
            return s;
    return NO_SEAT;
}

/* What a bot does: the advice of one who sees only what this seat may see, or any legal move. */
static bool choose_move(struct turn *turn, const char *bot, struct rng *rng, struct move *move)
{
    const struct rules *rules = turn->fold.rules;
    if (strcmp(bot, "random")) {
        void *seen = copy_state(turn->arena, rules, turn->state);
        rules->conceal(seen, turn->seat, rng);
        if (rules->advise(seen, turn->seat, rng, move) == 0 && rules->check(turn->state, turn->seat, move) == RULE_OK)
            return true;
    }
    struct move_list list;
    int n = rules->moves(turn->state, turn->seat, &list);
    if (n > 0)
        *move = list.move[rng_below(rng, (uint32_t)n)];
    return n > 0 && rules->check(turn->state, turn->seat, move) == RULE_OK;
}

static bool bot_turn(struct turn *turn, struct err *err)
{
    const struct game_row *game = &turn->table->game;
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    struct move move;
    randombytes_buf(key, sizeof(key));
    rng_init(&rng, key, 0);
    for (int i = 0; i < BOT_STEPS_MAX && (turn->fold.rules->awaits(turn->state) & SEAT_BIT(turn->seat)); i++) {
        if (!choose_move(turn, game->seat[turn->seat].bot, &rng, &move))
            return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld ply %d: the bot at seat %d has no move",
                            (long long)game->id, turn->fold.ply, turn->seat);
        turn->pending[turn->n_pending++] = move;
        turn_flush(turn);
    }
    return true;
}

bool play_bots(struct db *db, struct arena *arena, int64_t game, int64_t now, bool *again, struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct fold fold;
    *again = false;
    if (!store_game_open(db, arena, game, 0, &t->game, &t->draft, err))
        return false;
    int seat = t->game.status == GAME_RUNNING ? awaited_bot(&t->game) : NO_SEAT;
    bool ok = seat == NO_SEAT || set_table(t, arena, 0, &fold, err);
    if (ok && seat != NO_SEAT) {
        struct turn *turn = turn_new(arena, t, &fold, seat, "bot", now);
        ok = bot_turn(turn, err) && turn_close(turn, db, 0, err);
        *again = ok && awaited_bot(&t->game) != NO_SEAT;
    }
    store_rollback(db);
    return ok;
}

#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/token.h"

#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

/* ---- reading ---- */

static void read_message(struct row *row, struct arena *arena, struct message_row *message)
{
    message->id = row_number(row);
    message->person = row_number(row);
    message->name = read_name(row, arena);
    message->seat = (int)row_number(row);
    message->ply = (int)row_number(row);
    message->text = row_text(row, arena);
    message->at = row_time(row);
    message->hidden = row_bool(row);
}

/* Of @lines, newest first and one more than wanted when there are more, those wanted, oldest first. */
static struct message_row *read_messages(struct records *lines, struct arena *arena, int most, int *n, bool *more)
{
    *more = lines->left > most;
    *n = *more ? most : lines->left;
    struct message_row *messages = arena_array(arena, (size_t)*n, sizeof(*messages));
    struct row row;
    for (int i = *n - 1; i >= 0 && records_next(lines, &row); i--)
        read_message(&row, arena, &messages[i]);
    return messages;
}

static void read_beside(struct row *row, struct arena *arena, struct company *company)
{
    company->read = row_number(row);
    company->n_new = (int)row_number(row);
    company->note = row_text(row, arena);
    company->note_at = row_time(row);
    company->rematch = row_number(row);
    company->rematch_invitation = row_text(row, arena);
    company->muted = row_bool(row);
    company->n_new = company->muted ? 0 : company->n_new;
}

bool store_messages(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t before, int most,
                    struct message_row **messages, int *n, bool *more, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MESSAGES_NEWEST, sql_int8(game), sql_id(before), sql_int4(most + 1), sql_id(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct records lines = trip_records(db, 0);
    *messages = read_messages(&lines, arena, most, n, more);
    return true;
}

void read_company(struct records *lines, struct records *beside, struct arena *arena, int most, struct company *company)
{
    struct row row;
    *company = (struct company){.n_messages = 0};
    company->messages = read_messages(lines, arena, most, &company->n_messages, &company->more);
    if (records_next(beside, &row))
        read_beside(&row, arena, company);
}

bool store_company(struct db *db, struct arena *arena, int64_t game, int64_t person, int most, struct company *company,
                   struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_MESSAGES_NEWEST, sql_int8(game), sql_id(0), sql_int4(most + 1), sql_id(person));
    TRIP(db, QUERY_COMPANY_OF, sql_int8(game), sql_id(person));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct records lines = trip_records(db, 1), beside = trip_records(db, 2);
    read_company(&lines, &beside, arena, most, company);
    return true;
}

/* ---- chat ---- */

bool store_say(struct db *db, int64_t game, int64_t person, const char *text, struct err *err)
{
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_MESSAGE_NEW, sql_int8(game), sql_int8(person), sql_text(text));
    bool ok = trip_run(db, TRIP_ONCE, err);
    if (ok && trip_rows(db, 1) == 0)
        ok = err_fail(err, ERR_FORBIDDEN, N_("Only players at this table can write here."), NULL, "no seat of game %lld",
                      (long long)game);
    if (ok) {
        trip_start(db);
        add_news(db, game, false);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    if (!ok)
        store_rollback(db);
    return ok;
}

bool store_spectators(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t before, int most, struct spectators *lines,
                      struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SPECTATORS_OPEN, sql_int8(game), sql_id(person));
    TRIP(db, QUERY_SPECTATOR_LINES, sql_int8(game), sql_id(person), sql_id(before), sql_int4(most + 1));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    struct records records = trip_records(db, 1);
    *lines = (struct spectators){.open = row_bool(&row)};
    lines->line = read_messages(&records, arena, most, &lines->n, &lines->more);
    return true;
}

bool store_spectator_say(struct db *db, int64_t game, int64_t person, const char *text, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SPECTATOR_SAY, sql_int8(game), sql_int8(person), sql_text(text));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return trip_rows(db, 0) == 1
        || err_fail(err, ERR_FORBIDDEN, N_("Only spectators of a game that has begun can write here, and nobody who has played in it."), NULL,
                    "no spectator of game %lld", (long long)game);
}

bool store_chat_mute(struct db *db, int64_t game, int64_t person, bool muted, struct err *err)
{
    trip_start(db);
    if (muted)
        TRIP(db, QUERY_CHAT_MUTE, sql_int8(game), sql_int8(person));
    else
        TRIP(db, QUERY_CHAT_UNMUTE, sql_int8(game), sql_int8(person));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_heard(struct db *db, int64_t game, int64_t person, int64_t message, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MESSAGE_READ, sql_int8(game), sql_int8(person), sql_int8(message));
    return trip_run(db, TRIP_ONCE, err);
}

/* ---- notes ---- */

bool store_note(struct db *db, int64_t game, int64_t person, const char *text, int64_t made_from, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_NOTE_PUT, sql_int8(game), sql_int8(person), sql_text(text), sql_time(made_from));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return trip_rows(db, 0) == 1
        || err_fail(err, ERR_STALE, N_("Your note has changed in another window. Both versions are here: saving "
                                       "replaces the other one."),
                    NULL, "a stale note of game %lld", (long long)game);
}

/* ---- a rematch ---- */

static bool may_ask_again(const struct game_row *game, int64_t person, struct err *err)
{
    if (game_seat_of(game, person) == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("Only players of this game can ask for a rematch."), NULL, "no seat of game %lld",
                        (long long)game->id);
    if (game->practice.is)
        return err_fail(err, ERR_STALE, N_("A practice table has no rematch."), NULL, "game %lld is a practice table", (long long)game->id);
    if (game->status != GAME_OVER)
        return err_fail(err, ERR_STALE, N_("This game is not over yet."), NULL, "game %lld is not over", (long long)game->id);
    return game->rules || err_fail(err, ERR_STALE, N_("This game is no longer available here."), NULL,
                                   "game %lld is unknown", (long long)game->id);
}

/* The rematch there is; 0: none yet. Within the transaction that holds the game. */
static bool find_rematch(struct db *db, int64_t game, int64_t *rematch, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REMATCH_OF, sql_int8(game));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    *rematch = 0;
    if (trip_rows(db, 0) == 1) {
        struct row row = trip_row(db, 0, 0);
        *rematch = row_number(&row);
    }
    return true;
}

static bool make_rematch(struct db *db, const struct game_row *game, int64_t person, const uint8_t secret[32],
                         int64_t *rematch, struct err *err)
{
    char invitation[TOKEN_TEXT];
    token_make(invitation);
    trip_start(db);
    TRIP(db, QUERY_REMATCH_NEW, sql_int8(game->id), sql_int8(person), sql_int4(rules_find(game->rules_id)->revision), sql_text(invitation),
         sql_bytes(secret, sizeof(game->secret)));
    add_news(db, game->id, true);
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *rematch = row_number(&row);
    return true;
}

bool store_rematch(struct db *db, int64_t game, int64_t person, const uint8_t secret[32], int64_t *rematch, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_game_open(db, arena, game, person, &g, &draft, err) && may_ask_again(&g, person, err)
        && find_rematch(db, game, rematch, err)
        && (*rematch || make_rematch(db, &g, person, secret, rematch, err));
    store_rollback(db);
    arena_free(arena);
    return ok;
}

/* ---- seats kept, invitations ---- */

static bool may_invite(const struct game_row *game, int64_t inviter, struct err *err)
{
    if (game->owner != inviter && game_seat_of(game, inviter) == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("Only players at this table can invite others to it."), NULL, "no seat of game %lld",
                        (long long)game->id);
    return game->status == GAME_OPEN
        || err_fail(err, ERR_STALE, N_("This game has already started."), NULL, "game %lld started", (long long)game->id);
}

/* Which seat to keep for @person; NO_SEAT with true: one is kept already. */
static bool seat_to_keep(const struct game_row *game, int64_t person, int *seat, struct err *err)
{
    *seat = NO_SEAT;
    if (game_seat_of(game, person) != NO_SEAT)
        return err_fail(err, ERR_STALE, N_("That person already sits at this table."), NULL, "invited to his own table");
    if (game_keeps_seat(game, person))
        return true;
    *seat = game_seat_for(game, person);
    return *seat != NO_SEAT
        || err_fail(err, ERR_STALE, N_("There is no free seat left."), NULL, "game %lld is full", (long long)game->id);
}

/* Within the transaction, so that only what comes of it is counted. */
static bool may_ask(struct db *db, struct arena *arena, int64_t inviter, int64_t person, struct err *err)
{
    enum { DAY = 24 * 60 * 60 };
    trip_start(db);
    TRIP(db, QUERY_ATTEMPT, sql_text(arena_printf(arena, "asked:%lld", (long long)person)), sql_int4(DAY));
    TRIP(db, QUERY_ATTEMPT, sql_text(arena_printf(arena, "asked:%lld:%lld", (long long)person, (long long)inviter)),
         sql_int4(DAY));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    struct row all = trip_row(db, 0, 0), own = trip_row(db, 1, 0);
    if (row_number(&own) > ASKED_BY_ONE) {
        err_fail(err, ERR_RATE, N_("You have invited {what} to several tables today. Please wait until tomorrow "
                                   "for an answer."),
                 NULL, "person %lld by %lld", (long long)person, (long long)inviter);
        err->again = (int)row_number(&own);
        return false;
    }
    if (row_number(&all) > ASKED_A_DAY) {
        err_fail(err, ERR_RATE, N_("{what} has been invited to many tables today. Please try again tomorrow, or "
                                   "ask someone else."),
                 NULL, "person %lld", (long long)person);
        err->again = (int)row_number(&all);
        return false;
    }
    return true;
}

/* Who sits on a kept seat is not asked at the doors: they are the owner's. */
static bool may_keep(const struct game_row *game, int64_t inviter, struct err *err)
{
    return game->owner == inviter || !doors_any(&game->doors)
        || err_fail(err, ERR_FORBIDDEN, N_("Not everybody may sit down here, so only the player who opened the table can keep a seat for somebody. "
                                           "You can send the link: who fits takes a free seat."),
                    NULL, "game %lld has doors", (long long)game->id);
}

bool store_keep_seat(struct db *db, int64_t game, int64_t inviter, int64_t person, const char *line, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    int seat = NO_SEAT;
    bool ok = store_game_open(db, arena, game, inviter, &g, &draft, err) && may_invite(&g, inviter, err)
        && may_keep(&g, inviter, err) && seat_to_keep(&g, person, &seat, err);
    if (ok && seat != NO_SEAT && (ok = may_ask(db, arena, inviter, person, err))) {
        trip_start(db);
        TRIP(db, QUERY_SEAT_KEEP, sql_int8(game), sql_int2(seat), sql_id(person));
        TRIP(db, QUERY_ASKED_PUT, sql_int8(game), sql_int8(person), sql_int8(inviter), sql_text(line));
        TRIP(db, QUERY_ASKED_LETTER, sql_int8(game), sql_int8(person), sql_int8(inviter));
        add_news(db, game, true);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

bool store_invite(struct db *db, int64_t game, int64_t inviter, const char *email, const char *line, const char *token, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    uint8_t hash[TOKEN_DIGEST];
    token_hash(token, hash);
    bool ok = store_game_open(db, arena, game, inviter, &g, &draft, err) && may_invite(&g, inviter, err);
    if (ok) {
        struct json_object *data = arena_json(arena, jset(jobj(), "token", jstr(token)));
        trip_start(db);
        TRIP(db, QUERY_INVITATION_NEW, sql_bytes(hash, sizeof(hash)), sql_int8(game), sql_int8(inviter), sql_text(email),
             sql_json(json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN)), sql_text(line));
        trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
        trip_add(db, QUERY_COMMIT, NULL, 0);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

bool store_asked(struct db *db, struct arena *arena, int64_t game, int64_t person, struct invited *asked, struct err *err)
{
    *asked = (struct invited){.game = game, .line = ""};
    trip_start(db);
    TRIP(db, QUERY_ASKED_OF, sql_int8(game), sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 0)
        return true;
    struct row row = trip_row(db, 0, 0);
    asked->by = row_text(&row, arena);
    asked->line = row_text(&row, arena);
    return true;
}

bool store_seat_was_kept(struct db *db, struct arena *arena, int64_t game, int64_t person, const char **owner, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SEAT_WAS_KEPT, sql_int8(game), sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_rows(db, 0) == 1 ? trip_row(db, 0, 0) : (struct row){0};
    *owner = trip_rows(db, 0) == 1 ? row_text(&row, arena) : NULL;
    return true;
}

static int seat_kept_for(const struct game_row *game, int64_t person)
{
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].kept_for == person)
            return s;
    return NO_SEAT;
}

bool store_decline(struct db *db, int64_t game, int64_t person, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_game_open(db, arena, game, person, &g, &draft, err);
    int seat = ok ? seat_kept_for(&g, person) : NO_SEAT;
    if (seat != NO_SEAT) {
        trip_start(db);
        TRIP(db, QUERY_SEAT_KEEP, sql_int8(game), sql_int2(seat), sql_id(0));
        add_news(db, game, false);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

/* ---- what waits ---- */

void read_next(struct row *row, struct arena *arena, struct next_game *next)
{
    next->id = row_number(row);
    next->rules_id = row_text(row, arena);
    next->n = (int)row_number(row);
}

bool store_next(struct db *db, struct arena *arena, int64_t person, int64_t after, struct next_game *next, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_NEXT_WAITING, sql_int8(person), sql_id(after));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *next = (struct next_game){0};
    if (trip_rows(db, 0) > 0) {
        struct row row = trip_row(db, 0, 0);
        read_next(&row, arena, next);
    }
    return true;
}

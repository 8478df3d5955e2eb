#include "config.h"

#include "cgi/store/rows.h"

#include <ctype.h>
#include <string.h>

#include "cgi/base/look.h"
#include "cgi/base/token.h"

#include "cgi/base/banned.h"

_Static_assert((int)TOKEN_HASH_BYTES == (int)TOKEN_DIGEST, "a token's hash is stored whole");

static const char *const token_kinds[] = {[TOKEN_CONFIRM] = "confirm", [TOKEN_OPEN] = "open",
                                          [TOKEN_RECOVER] = "recover", [TOKEN_UNSUBSCRIBE] = "unsubscribe"};

/* @hash: NULL for none. */
static struct sql sql_hash(const uint8_t *hash)
{
    return sql_bytes(hash, TOKEN_HASH_BYTES);
}

void read_person(struct row *row, struct arena *arena, struct person *person)
{
    person->id = row_number(row);
    person->name = row_text(row, arena);
    person->email = row_text(row, arena);
    person->lang = row_text(row, arena);
    person->email_confirmed = row_bool(row);
    person->mail = row_bool(row);
    person->created = row_time(row);
}

/* ---- sessions ---- */

bool read_session(struct row *row, struct arena *arena, struct person *person, struct err *err)
{
    read_person(row, arena, person);
    person->waiting = (int)row_number(row);
    person->seen_due = row_bool(row);
    person->visit_due = row_bool(row);
    person->zone = row_text(row, arena);
    person->bounced = row_bool(row);
    person->unreached = row_bool(row);
    person->display = row_text(row, arena);
    person->guest = row_bool(row);
    person->role = row_text(row, arena);
    person->muted_until = row_time(row);
    person->suspended_until = row_time(row);
    person->banned = row_bool(row);
    person->asks_push = row_bool(row);
    person->name = person->guest ? PERSON_GUEST : person->name;
    return person->id || err_fail(err, ERR_SIGN_IN, NULL, NULL, "no such session");
}

bool store_session_seen(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], int64_t seconds, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_SEEN, sql_hash(hash), sql_int4((int)seconds));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_session(struct db *db, struct arena *arena, const uint8_t hash[TOKEN_HASH_BYTES], struct person *person,
                   struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_PERSON, sql_hash(hash));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_rows(db, 0) == 1 ? trip_row(db, 0, 0) : (struct row){0};
    return read_session(&row, arena, person, err);
}

bool store_session_and_table(struct db *db, struct arena *arena, const uint8_t hash[TOKEN_HASH_BYTES], struct person *person, int64_t id,
                             struct newest newest, struct table_rows *rows, bool *found, struct err *err)
{
    struct err ignored;
    *found = false;
    trip_start(db);
    add_table(db, id, sql_hash(hash), newest);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    bool ok = read_session(&row, arena, person, err);
    *found = read_table(&row, arena, newest, rows, &ignored);
    return ok;
}

bool store_visited(struct db *db, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_VISITED, sql_int8(person));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_session_new(struct db *db, int64_t person, const uint8_t hash[TOKEN_HASH_BYTES], int64_t seconds,
                       struct device device, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_NEW, sql_hash(hash), sql_int8(person), sql_int4((int)seconds), sql_text(device.browser),
         sql_text(device.system));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_session_end(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_END, sql_hash(hash));
    return trip_run(db, TRIP_ONCE, err);
}

/* ---- people ---- */

/* Why PostgreSQL refused a new person, as a sentence about the field. */
bool name_refused(struct db *db, struct err *err)
{
    static const struct {
        const char *constraint, *field, *sentence;
    } reasons[] = {
        {"person_name_once", "name", N_("This name is already taken.")},
        {"person_look_written_once", "name", N_("This name looks too much like another that is taken.")},
        {"person_look_small_once", "name", N_("This name looks too much like another that is taken.")},
        {"person_name_form", "name", N_("A name has 2 to 24 letters, digits, spaces, hyphens or underscores.")},
        {"person_name_reserved", "name", N_("Names that begin with Bot are reserved for bots.")},
        {"person_name_left", "name", N_("This name is reserved for people who have left.")},
        {"person_email_form", "email", N_("This does not look like an e-mail address.")},
    };
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (!strcmp(reasons[i].constraint, trip_constraint(db))) {
            err_fail(err, ERR_INPUT, reasons[i].sentence, reasons[i].field, "join: %s", reasons[i].constraint);
            err->taken = strstr(reasons[i].constraint, "_once") != NULL;
            return false;
        }
    return false;
}

static bool is_one_of(struct arena *arena, const struct look *look, const char *const *words)
{
    struct look word;
    for (; *words; words++)
        if (look_of(arena, *words, &word) && look_alike(look, &word))
            return true;
    return false;
}

/* The first @n bytes of a name, looked at by themselves. */
static bool word_is_one_of(struct arena *arena, const char *name, size_t n, const char *const *words)
{
    struct look look;
    return look_of(arena, arena_strndup(arena, name, n), &look) && is_one_of(arena, &look, words);
}

/* "Bot" before a sign between words, or what it looks like. */
static bool is_like_bot(struct arena *arena, const char *name)
{
    static const char *const kept[] = {"bot", NULL};
    size_t word = strcspn(name, " _-");
    return name[word] && word_is_one_of(arena, name, word, kept);
}

static bool is_like_left(struct arena *arena, const struct look *look)
{
    static const char *const kept[] = {"someone who left", "退会者", "退会した人", NULL};
    return is_one_of(arena, look, kept);
}

/* Who is called so could pass for those who run the site: in any word of the name, or as the whole of it. */
static bool is_like_staff(struct arena *arena, const char *name, const struct look *look)
{
    static const char *const any[] = {"ridotto", "admin", "admins", "administrator", "moderator", "moderators", "official", "staff", "support", NULL};
    static const char *const whole[] = {"root", "system", "operator", "host", "webmaster", "postmaster", "hostmaster", "security", "abuse", "info", "help",
        "mod", "noreply", "no-reply", "mailer-daemon", "everyone", "everybody", "nobody", "anonymous", "guest", "me", "bot", "bots", "robot", "管理者", "管理人",
        "運営", "運営者", "公式", "サポート", "モデレーター", "システム", "スタッフ", "ボット", "ゲスト", "匿名", NULL};
    if (is_one_of(arena, look, whole))
        return true;
    for (const char *word = name; *word; word += strcspn(word, " _-"), word += strspn(word, " _-"))
        if (word_is_one_of(arena, word, strcspn(word, " _-"), any))
            return true;
    return false;
}

/* What is equal to the letter the constraints of the database see to. */
static bool new_name(struct arena *arena, const char *name, struct look *look, struct err *err)
{
    if (!look_of(arena, name, look))
        return err_fail(err, ERR_INPUT, N_("A name has 2 to 24 letters, digits, spaces, hyphens or underscores."), "name", "join: no look");
    if (is_like_bot(arena, name))
        return err_fail(err, ERR_INPUT, N_("Names that begin with Bot are reserved for bots."), "name", "join: looks like a bot");
    if (is_like_staff(arena, name, look))
        return err_fail(err, ERR_INPUT, N_("This name is reserved. Please choose another one."), "name", "join: looks like staff");
    if (is_like_left(arena, look))
        return err_fail(err, ERR_INPUT, N_("This name is reserved for people who have left."), "name", "join: looks like who left");
    if (look_mixed(name))
        return err_fail(err, ERR_INPUT, N_("A name uses one script, such as Latin or Cyrillic, so that it cannot "
                                           "pass for another."),
                        "name", "join: mixed scripts");
    return true;
}

bool store_name_fits(struct arena *arena, const char *name, struct err *err)
{
    struct look look;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) /* letters of all scripts are known to the database */
        if (*c < 0x80 && !isalnum(*c) && !strchr(" -_", *c))
            return err_fail(err, ERR_INPUT, N_("A name has 2 to 24 letters, digits, spaces, hyphens or underscores."), "name", "join: a sign");
    return new_name(arena, name, &look, err);
}

/* {"token":"..."} for a mail, on the arena. */
static const char *token_data(struct arena *arena, const char *token)
{
    struct json_object *data = arena_json(arena, jset(jobj(), "token", jstr(token)));
    return json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN);
}

/* @guest: who becomes a person with an account; 0: somebody new. *joined: who that is; 0: @guest is no guest. */
static bool join(struct db *db, int64_t guest, const char *name, const char *email, const char *password_hash, const char *lang,
                 const char *confirm_token, int64_t *joined, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    struct arena *arena = arena_new();
    struct look look;
    bool may = new_name(arena, name, &look, err), ok = may;
    if (may) {
        token_hash(confirm_token, hash);
        const struct sql data = sql_json(token_data(arena, confirm_token)), written = sql_text(look.written), small = sql_text(look.small);
        trip_start(db);
        if (guest)
            TRIP(db, QUERY_GUEST_JOIN, sql_int8(guest), sql_text(name), sql_text(email), sql_text(password_hash), sql_text(lang),
                 sql_hash(hash), data, written, small);
        else
            TRIP(db, QUERY_PERSON_NEW, sql_text(name), sql_text(email), sql_text(password_hash), sql_text(lang), sql_hash(hash), data,
                 written, small);
        trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
        ok = trip_run(db, TRIP_ONCE, err);
    }
    arena_free(arena);
    if (!ok)
        return may && name_refused(db, err);
    struct row row = trip_row(db, 0, 0);
    *joined = row_number(&row);
    return true;
}

bool store_join(struct db *db, const char *name, const char *email, const char *password_hash, const char *lang,
                const char *confirm_token, int64_t *person, struct err *err)
{
    return join(db, 0, name, email, password_hash, lang, confirm_token, person, err);
}

bool store_guest_join(struct db *db, int64_t person, const char *name, const char *email, const char *password_hash, const char *lang,
                      const char *confirm_token, bool *joined, struct err *err)
{
    int64_t done = 0;
    bool ok = join(db, person, name, email, password_hash, lang, confirm_token, &done, err);
    *joined = done != 0;
    return ok;
}

bool store_confirm_again(struct db *db, int64_t person, const char *confirm_token, bool *queued, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    struct arena *arena = arena_new();
    token_hash(confirm_token, hash);
    trip_start(db);
    TRIP(db, QUERY_PERSON_CONFIRM_AGAIN, sql_int8(person), sql_hash(hash), sql_json(token_data(arena, confirm_token)));
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    bool ok = trip_run(db, TRIP_ONCE, err);
    arena_free(arena);
    *queued = ok && trip_rows(db, 0) == 1;
    return ok;
}

bool store_person_by_login(struct db *db, struct arena *arena, const char *login, struct person *person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_BY_LOGIN, sql_text(login));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    read_person(&row, arena, person);
    return true;
}

bool store_sign_in_meant(struct db *db, struct arena *arena, const char *login, const uint8_t browser[TOKEN_HASH_BYTES],
                         struct meant *meant, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SIGN_IN_MEANT, sql_text(login), sql_hash(browser));
    if (!trip_one(db, TRIP_AGAIN, ERR_INTERNAL, "answer", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    meant->person = row_number(&row);
    meant->password_hash = row_text(&row, arena);
    meant->known = row_bool(&row);
    meant->typed = row_text(&row, arena);
    return true;
}

bool store_browser_seen(struct db *db, int64_t person, const uint8_t had[TOKEN_HASH_BYTES], const uint8_t has[TOKEN_HASH_BYTES],
                        int64_t seconds, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_BROWSER_SEEN, sql_hash(had), sql_hash(has), sql_int8(person), sql_int4((int)seconds));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_person_by_name(struct db *db, struct arena *arena, const char *name, struct person *person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_BY_NAME, sql_text(name));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    read_person(&row, arena, person);
    person->about = row_text(&row, arena);
    return true;
}

bool store_person_about(struct db *db, int64_t person, const char *about, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_ABOUT, sql_int8(person), sql_text(about));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

bool store_person_language(struct db *db, int64_t person, const char *lang, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_LANGUAGE, sql_int8(person), sql_text(lang));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

bool store_person_display(struct db *db, int64_t person, const char *display, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_DISPLAY, sql_int8(person), sql_text(display));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

bool store_person_password(struct db *db, int64_t person, const char *password_hash, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_PASSWORD, sql_int8(person), sql_text(password_hash));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

/* ---- links in mail ---- */

static bool token_row(struct db *db, struct arena *arena, enum trip_kind kind, struct token *token, struct err *err)
{
    if (!trip_one(db, kind, ERR_GONE, "token", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    token->person = row_number(&row);
    token->game = row_number(&row);
    token->person_name = row_text(&row, arena);
    token->of_turn = row_bool(&row);
    return true;
}

bool store_token_peek(struct db *db, struct arena *arena, enum token_kind kind, const uint8_t hash[TOKEN_HASH_BYTES],
                      const uint8_t *browser, struct token *token, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOKEN_PEEK, sql_hash(hash), sql_text(token_kinds[kind]), sql_hash(browser));
    return token_row(db, arena, TRIP_AGAIN, token, err);
}

bool store_token_use(struct db *db, struct arena *arena, enum token_kind kind, const uint8_t hash[TOKEN_HASH_BYTES],
                     const uint8_t *browser, struct token *token, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOKEN_USE, sql_hash(hash), sql_text(token_kinds[kind]), sql_hash(browser));
    if (token_row(db, arena, TRIP_ONCE, token, err))
        return true;
    if (strcmp(trip_constraint(db), "person_email_once") != 0)
        return false;
    return err_fail(err, ERR_STALE,
                    N_("This e-mail address already belongs to an account. Sign in to it, or use another address."),
                    "email", "confirm: person_email_once");
}

bool store_token_new(struct db *db, enum token_kind kind, const uint8_t hash[TOKEN_HASH_BYTES], int64_t person,
                     int64_t game, int turn, int64_t seconds, struct err *err)
{
    struct sql ends = sql_int4(turn);
    ends.is_null = turn == NO_TURN;
    trip_start(db);
    TRIP(db, QUERY_TOKEN_NEW, sql_hash(hash), sql_text(token_kinds[kind]), sql_int8(person), sql_id(game),
         sql_int4((int)seconds), ends);
    return trip_run(db, TRIP_ONCE, err);
}

bool store_addressee(struct db *db, struct arena *arena, const uint8_t hash[TOKEN_HASH_BYTES], struct addressee *to, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LETTER_TOKEN, sql_hash(hash));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "token", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    to->person = row_number(&row);
    to->game = row_number(&row);
    to->name = row_text(&row, arena);
    to->zone = row_text(&row, arena);
    to->suspended_until = row_time(&row);
    to->banned = row_bool(&row);
    to->ended = row_bool(&row);
    to->unreached = row_bool(&row);
    return true;
}

bool store_letter_again(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], const char *token, int64_t seconds, struct err *err)
{
    uint8_t fresh[TOKEN_HASH_BYTES];
    struct arena *arena = arena_new();
    token_hash(token, fresh);
    trip_start(db);
    TRIP(db, QUERY_LETTER_AGAIN, sql_hash(hash), sql_hash(fresh), sql_json(token_data(arena, token)), sql_int4((int)seconds));
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    bool ok = trip_run(db, TRIP_ONCE, err);
    arena_free(arena);
    return ok;
}

bool store_recover(struct db *db, const char *login, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_RECOVER, sql_text(login));
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    return trip_run(db, TRIP_ONCE, err);
}

bool store_recover_next(struct db *db, bool *more, struct err *err)
{
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_HASH_BYTES];
    struct arena *arena = arena_new();
    token_make(token);
    token_hash(token, hash);
    trip_start(db);
    TRIP(db, QUERY_RECOVER_NEXT, sql_hash(hash), sql_json(token_data(arena, token)));
    bool ok = trip_run(db, TRIP_ONCE, err);
    *more = ok && trip_rows(db, 0) > 0;
    arena_free(arena);
    return ok;
}

bool store_unsubscribe(struct db *db, int64_t person, int64_t game, struct err *err)
{
    trip_start(db);
    if (game)
        TRIP(db, QUERY_UNSUBSCRIBE_GAME, sql_int8(person), sql_int8(game));
    else
        TRIP(db, QUERY_UNSUBSCRIBE_ALL, sql_int8(person));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "seat", err);
}

bool store_invitation_known(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_INVITATION_KNOWN, sql_hash(hash));
    return trip_one(db, TRIP_AGAIN, ERR_GONE, "invitation", err);
}

bool store_invitation_refuse(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_INVITATION_REFUSE, sql_hash(hash));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "invitation", err);
}

/* ---- limits ---- */

bool store_attempt(struct db *db, const char *key, int most, int seconds, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ATTEMPT, sql_text(key), sql_int4(seconds));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    int64_t n = row_number(&row);
    if (n <= most)
        return true;
    err_fail(err, ERR_RATE, NULL, NULL, "attempt %lld of %d for %.100s", (long long)n, most, key);
    err->again = (int)row_number(&row);
    return false;
}

bool store_attempts_undo(struct db *db, const char *const *keys, int n, struct err *err)
{
    trip_start(db);
    for (int i = 0; i < n; i++)
        TRIP(db, QUERY_ATTEMPT_UNDO, sql_text(keys[i]));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_pace(struct db *db, int64_t person, int most, int seconds, int n, double *remain, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PACE, sql_int8(person), sql_int4(most), sql_int4(seconds), sql_int4(n));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *remain = (double)row_number(&row) / 1000;
    return true;
}

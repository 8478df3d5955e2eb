/* The only place that speaks SQL. One function for each need; each comment gives the number of round trips.
 *
 * Every function returns false with @err set: ERR_BUSY when the database is gone (the connection is made anew by the
 * next call), ERR_STALE on a unique violation of (game, ply), ERR_GONE where a row that was named is not there.
 * Texts in the structs lie on the arena; NULL is SQL null. Times are Unix microseconds; 0 is SQL null.
 */
#ifndef CGI_STORE_STORE_H
#define CGI_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/doors.h"
#include "cgi/base/err.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/pace.h"
#include "cgi/base/rating.h"
#include "rules/rules.h"

struct db;

/** db_open() - a handle for one thread; connects on first use and again after a loss; never NULL */
struct db *db_open(const char *conninfo);
/** db_open_pooled() - likewise, through the @pooler, such as PgBouncer, which gives each transaction any of its sessions. Not for what
 *  listens. "" or NULL: there is none, and it is reached at @direct. Both are copied. */
struct db *db_open_pooled(const char *direct, const char *pooler);
/** db_with_standby() - @db, which gets a second handle for pages that may be read from a standby at @conninfo; NULL or "": there is none.
 *  db_standby() - that handle, closed with @db; NULL: there is none, or it could not be read just now.
 *  db_standby_failed() - it is not tried again for some seconds. */
struct db *db_with_standby(struct db *db, const char *conninfo);
struct db *db_standby(struct db *db);
void db_standby_failed(struct db *db);
/** store_standby_time() - of when is the newest that @standby shows, in Unix microseconds? 0: of this moment, it is no standby any more */
bool store_standby_time(struct db *standby, int64_t *at, struct err *err);
/** store_pooler_check() - do the pooler's sessions have what the service sets in its own? ERR_INTERNAL: the log names what they lack;
 *  ERR_BUSY: it cannot be told now. Always true without a @pooler */
bool store_pooler_check(const char *direct, const char *pooler, struct err *err);
void db_close(struct db *db);
/** store_rollback() - ends a transaction left open; harmless outside of one */
void store_rollback(struct db *db);
/** store_forget() - frees what the database said last; what was read of it stays */
void store_forget(struct db *db);
/** store_migrate() - brings the schema up to date as owner, under an advisory lock, and packs what is stored as JSON; prints to stderr
 *  what it did */
bool store_migrate(const char *owner_conninfo, const char *sql_dir, struct err *err);
/** store_migrations_known() - the number of the last migration in the folder; 0: there is none to be seen */
int store_migrations_known(const char *sql_dir);

/* ---- people, sessions, tokens (store_person.c) ---- */

enum { TOKEN_HASH_BYTES = 32 };

/* In place of a name, as the store gives it, in English; nobody else can be called so. */
#define PERSON_LEFT N_("someone who left")
/* Likewise, of who plays without an account. */
#define PERSON_GUEST N_("Guest")
/* Likewise, of the seats of a practice table whose owner plays several. */
extern const char *const player_names[SEATS_MAX];

/* Letters that own words may have. */
enum { ABOUT_MOST = 300 };

struct person {
    int64_t id;
    const char *name, *email, *lang;
    bool guest;                /* plays without an account, at tables apart only; the name is PERSON_GUEST; filled by store_session() only */
    bool email_confirmed;
    bool mail;                 /* false: unsubscribed from all mail about games */
    int64_t created;
    int waiting;               /* games that wait for this person; filled by store_session() only */
    bool seen_due;             /* store_session_seen() is to be called, once an hour; likewise */
    bool visit_due;            /* store_visited() is to be called when this is a visit; likewise */
    const char *zone;          /* likewise */
    bool bounced, unreached;   /* letters come back, and because of that the clocks stand; likewise */
    const char *display;       /* see cgi/base/display.h; likewise */
    const char *role;          /* "", "moderator" or "operator"; likewise */
    int64_t muted_until, suspended_until; /* 0: it is not so; likewise */
    bool banned;               /* likewise */
    bool asks_push;            /* was not asked yet whether a browser may tell of turns; likewise */
    const char *about;         /* own words, "" when there are none; filled by store_person_by_name() only */
};

/** store_session() - who owns this session; ERR_SIGN_IN when none or expired; one trip */
bool store_session(struct db *db, struct arena *arena, const uint8_t hash[TOKEN_HASH_BYTES], struct person *person,
                   struct err *err);
/** store_session_seen() - the session is in use, and lasts @seconds from now on */
bool store_session_seen(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], int64_t seconds, struct err *err);
/** store_visited() - a person is visiting: records the minute, and lets mail be sent again */
bool store_visited(struct db *db, int64_t person, struct err *err);
/* The name of a browser and its system: "Firefox", "Android"; NULL: not known. */
struct device {
    const char *browser, *system;
};
bool store_session_new(struct db *db, int64_t person, const uint8_t hash[TOKEN_HASH_BYTES], int64_t seconds,
                       struct device device, struct err *err);
bool store_session_end(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err);
/** store_name_fits() - may somebody new be called so, as far as can be told without the database? ERR_INPUT about "name" */
bool store_name_fits(struct arena *arena, const char *name, struct err *err);
/** store_join() - a new person and the confirming mail in one transaction; ERR_INPUT with what "name" or "email", and the
 *  sentence in `say`, when a name is taken or either has not the right form. Several may write down one address; it
 *  belongs to the one who confirms it first. The mail's data is {"token": confirm_token}. */
bool store_join(struct db *db, const char *name, const char *email, const char *password_hash, const char *lang,
                const char *confirm_token, int64_t *person, struct err *err);
/** store_confirm_again() - queues another confirming mail; *queued false: confirmed already, or one waits still */
bool store_confirm_again(struct db *db, int64_t person, const char *confirm_token, bool *queued, struct err *err);
/** store_person_by_login() - by name or e-mail, any case; ERR_GONE when none */
bool store_person_by_login(struct db *db, struct arena *arena, const char *login, struct person *person, struct err *err);

/* Whom somebody means who signs in. */
struct meant {
    int64_t person;            /* 0: nobody */
    const char *password_hash; /* NULL for nobody */
    bool known;                /* the person has signed in with this browser before */
    const char *typed;         /* what was typed, in hex, the same in any case of letters */
};
/** store_sign_in_meant() - @browser: hash of the browser's token, or of anything; the same work whether or not there is such a person */
bool store_sign_in_meant(struct db *db, struct arena *arena, const char *login, const uint8_t browser[TOKEN_HASH_BYTES],
                         struct meant *meant, struct err *err);
/** store_browser_seen() - @person signs in with the browser that had the token of hash @had, or of anything, and now has that of @has:
 *  it is known for @seconds, to all who have signed in with it */
bool store_browser_seen(struct db *db, int64_t person, const uint8_t had[TOKEN_HASH_BYTES], const uint8_t has[TOKEN_HASH_BYTES],
                        int64_t seconds, struct err *err);
bool store_person_by_name(struct db *db, struct arena *arena, const char *name, struct person *person, struct err *err);
bool store_person_language(struct db *db, int64_t person, const char *lang, struct err *err);
/** store_person_about() - a person's own words, at most ABOUT_MOST letters, "" for none; one trip */
bool store_person_about(struct db *db, int64_t person, const char *about, struct err *err);
/** store_person_display() - how pages are shown to a person, see cgi/base/display.h */
bool store_person_display(struct db *db, int64_t person, const char *display, struct err *err);
bool store_person_password(struct db *db, int64_t person, const char *password_hash, struct err *err); /* ends every session; no browser is known */

enum token_kind { TOKEN_CONFIRM, TOKEN_OPEN, TOKEN_RECOVER, TOKEN_UNSUBSCRIBE };
enum { NO_TURN = -1, LINK_SECONDS = 3 * 24 * 3600 }; /* how long a link that opens a game serves, at the most */
struct token {
    int64_t person, game; /* game 0: none */
    const char *person_name;
    bool of_turn;              /* ends when the turn is taken */
};
/** store_token_peek() - what a token is for, without using it; ERR_GONE when unknown, used, expired, or its turn is taken
 *  @browser: the hash of what tells the reader's browser from others, or NULL; a token that opens a game stays good in the
 *            one that used it first */
bool store_token_peek(struct db *db, struct arena *arena, enum token_kind kind, const uint8_t hash[TOKEN_HASH_BYTES],
                      const uint8_t *browser, struct token *token, struct err *err);
/** store_token_use() - the same, and marks it used, by @browser (not one for unsubscribing, which mail programs send twice);
 *  whoever holds any other link out of a mail has read it, so the e-mail is confirmed, too. ERR_STALE with a sentence: the
 *  address is another's by now. */
bool store_token_use(struct db *db, struct arena *arena, enum token_kind kind, const uint8_t hash[TOKEN_HASH_BYTES],
                     const uint8_t *browser, struct token *token, struct err *err);
/* Who had a letter, by its link to a game. */
struct addressee {
    int64_t person, game;
    const char *name, *zone;
    int64_t suspended_until;   /* 0: may play */
    bool banned;
    bool ended;                /* the link ended with the sessions, or with a new password */
    bool unreached;            /* clocks rest, since mail does not reach the address */
};
/** store_addressee() - of the letter whose link to a game has a token of @hash; ERR_GONE: there is none, or its reader has left */
bool store_addressee(struct db *db, struct arena *arena, const uint8_t hash[TOKEN_HASH_BYTES], struct addressee *to, struct err *err);
/** store_letter_again() - a fresh letter for who had the one with this link, if it is one that opens a game, good or not; the
 *  same answer if not. @token: the raw one of the new link, good for @seconds, and for the present turn when there is one. */
bool store_letter_again(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], const char *token, int64_t seconds, struct err *err);
/** store_recover() - @login, a name or an address, wants a new password; the same work whether or not there is such a person */
bool store_recover(struct db *db, const char *login, struct err *err);
/** store_recover_next() - queues the mail for who asked first, if that is anybody; *more: somebody had asked. For the worker */
bool store_recover_next(struct db *db, bool *more, struct err *err);
/** store_unsubscribe() - no more mail about @game, or about any game when it is 0; again is fine */
bool store_unsubscribe(struct db *db, int64_t person, int64_t game, struct err *err);
/** store_invitation_known() - was a token behind "never write to this address again" sent? ERR_GONE when not */
bool store_invitation_known(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err);
/** store_invitation_refuse() - no more invitations to that address; again is fine */
bool store_invitation_refuse(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err);

/** store_attempt() - counts an attempt under @key ("sign-in:anna", "join:10.0.0.1"); ERR_RATE above @most in @seconds,
 *  with the time until this is over */
bool store_attempt(struct db *db, const char *key, int most, int seconds, struct err *err);
/** store_pace() - counts @n more actions of @person, of which all processes together allow @most in @seconds; *remain: what is left, below 0:
 *  too many */
bool store_pace(struct db *db, int64_t person, int most, int seconds, int n, double *remain, struct err *err);
/** store_attempts_undo() - @n of them (at most 8) were none after all */
bool store_attempts_undo(struct db *db, const char *const *keys, int n, struct err *err);

/* ---- what the operator asks (store_operator.c); one trip each ---- */

struct person_listed {
    struct person person;
    int64_t visited;           /* last seen on the site, 0: never */
    int running, finished;     /* games */
    int sessions, lost;        /* filled by store_person_listed(): and letters of late that failed or came back */
    const char *lost_note;     /* what the mail server said of the newest of these, or NULL */
    int64_t bounced;           /* since when letters to the address come back, 0: they arrive; likewise */
    const char *role;          /* "moderator", "operator" or ""; likewise, as these: */
    int64_t muted_until, suspended_until, banned; /* 0: it is not so; banned: since when */
};
/** store_people_listed() - at most @most people after the one of id @after, by id */
bool store_people_listed(struct db *db, struct arena *arena, int64_t after, int most, struct person_listed **people, int *n,
                         struct err *err);
bool store_person_listed(struct db *db, struct arena *arena, int64_t person, struct person_listed *listed, struct err *err);
/** store_person_confirm() - the operator vouches for the address; ERR_STALE: another person has confirmed the same */
bool store_person_confirm(struct db *db, int64_t person, struct err *err);
/** store_sessions_end() - all of @person, and the links that sign in; no browser is known any more */
bool store_sessions_end(struct db *db, int64_t person, int *ended, struct err *err);

struct game_listed {
    int64_t id, created, moved, over, paused, deadline; /* deadline: the nearest; 0: none */
    const char *rules_id, *status, *owner, *people, *awaited; /* names, joined; awaited NULL: nobody is */
    int ply, n_seats;
    bool is_private;
};
/** store_games_listed() - of all tables, private ones too; @status NULL: any */
bool store_games_listed(struct db *db, struct arena *arena, int64_t after, int most, const char *status,
                        struct game_listed **games, int *n, struct err *err);

/* ---- one's account (store_account.c) ---- */

struct session_row {
    int64_t id;                /* to end it by; tells nothing about its token */
    struct device device;
    int64_t created, seen;     /* seen: to the hour */
    bool here;                 /* it is the one that asks */
};
/** store_sessions() - where @person is signed in; @hash: of the session that asks, which stands first; one trip */
bool store_sessions(struct db *db, struct arena *arena, int64_t person, const uint8_t hash[TOKEN_HASH_BYTES],
                    struct session_row **sessions, int *n, struct err *err);
/** store_session_drop() - signs out there; fine when it is over already, or another's */
bool store_session_drop(struct db *db, int64_t person, int64_t id, struct err *err);
/** store_sessions_drop_others() - everywhere but in the session of @hash; links in mail that sign in are spent, too, and no browser but
 *  that of hash @browser is known any more */
bool store_sessions_drop_others(struct db *db, int64_t person, const uint8_t hash[TOKEN_HASH_BYTES],
                                const uint8_t browser[TOKEN_HASH_BYTES], struct err *err);

/** store_address_ask() - a letter to @email, whosever it is, with a link by @token (raw) that makes it @person's address; and a
 *  word to the present one, if that is confirmed. What was asked before holds no longer. */
bool store_address_ask(struct db *db, int64_t person, const char *email, const char *token, struct err *err);
bool store_address_drop(struct db *db, int64_t person, struct err *err);
/** store_address_asked() - which address waits to be confirmed, and until when; NULL: none */
bool store_address_asked(struct db *db, struct arena *arena, int64_t person, const char **email, int64_t *until, struct err *err);
/** store_address_bounced() - since when letters to @person's address come back (0: they arrive), and what the mail server said */
bool store_address_bounced(struct db *db, struct arena *arena, int64_t person, int64_t *since, const char **said, struct err *err);
/** store_address_peek() - which address the link of @token (raw) would make @person's; ERR_GONE: used, too old, or another's */
bool store_address_peek(struct db *db, struct arena *arena, int64_t person, const char *token, const char **email,
                        struct err *err);
/** store_address_use() - and it is; ERR_STALE with a sentence: by now it is another's, who has confirmed it */
bool store_address_use(struct db *db, int64_t person, const char *token, struct err *err);

/** store_feed_new() - from now on @person's feeds answer to @token (raw), and to none from before */
bool store_feed_new(struct db *db, int64_t person, const char *token, struct err *err);
bool store_feed_drop(struct db *db, int64_t person, struct err *err);
/** store_feed_since() - when the present one was made; 0: there is none */
bool store_feed_since(struct db *db, int64_t person, int64_t *since, struct err *err);
/** store_feed_person() - the person whose feeds answer to @token (raw), with time zone; ERR_GONE: nobody's */
bool store_feed_person(struct db *db, struct arena *arena, const char *token, struct person *person, int64_t *since,
                       struct err *err);

/* How long somebody takes for a move, of what counts on the clock, at public tables. */
struct speed {
    int moves;                 /* that were counted; 0: the quartiles are not known */
    int64_t quartile[3];       /* microseconds: a quarter, half, three quarters of them took no longer */
};
bool store_speed(struct db *db, int64_t person, struct speed *speed, struct err *err);

/** store_person_data() - all stored data of @person, as JSON */
bool store_person_data(struct db *db, struct arena *arena, int64_t person, const char **json, struct err *err);

/* A table that somebody has to leave before the account can be deleted. */
struct table_of_person {
    int64_t game;
    bool runs;                 /* the game runs; false: it has not started, and the person sits there or owns it */
};
bool store_tables_of(struct db *db, struct arena *arena, int64_t person, int most, struct table_of_person **tables, int *n,
                     struct err *err);
/** store_person_leave() - forgets who @person is, for good: see person_leave() in sql/migrations/0007_account.sql.
 *  *left false, and nothing done: there are tables of this person still, or somebody and this waited for each other */
bool store_person_leave(struct db *db, int64_t person, bool *left, struct err *err);

/* ---- a person's own time (store_time.c) ---- */

/* One wait whose clock goes by this person's rest. */
struct wait_row {
    int64_t game;
    int seat;
    struct pace pace;
    struct seat_clock clock;
};
/** store_time() - one trip */
bool store_time(struct db *db, struct arena *arena, int64_t person, int64_t now, struct own_time *own, struct err *err);
/** store_time_open() - BEGIN; locks all games that may wait for @person, in order, then the person; loads the person's times and the
 *  waits whose clocks go; one trip. End it with store_time_close or store_rollback. */
bool store_time_open(struct db *db, struct arena *arena, int64_t person, int64_t now, struct own_time *own,
                     struct wait_row **waits, int *n_waits, struct err *err);
/** store_time_close() - writes what changed from @was to @is, settles every wait's clock so that its deadline moves at
 *  once, COMMIT, and notifies; one trip */
bool store_time_close(struct db *db, int64_t person, const struct own_time *was, const struct own_time *is,
                      struct wait_row *waits, int n_waits, int64_t now, struct err *err);
/** store_person_zone() - for somebody who has just joined, for whom no clock goes */
bool store_person_zone(struct db *db, int64_t person, const char *zone, struct err *err);

/* ---- letters about games, and what became of them (store_notice.c) ---- */

struct notice_row {
    int64_t id, game;          /* game 0: none */
    const char *rules_id, *kind;
    const char *status;        /* "waiting", "sent", "dropped", "failed", "bounced" */
    int64_t queued, due, done;
    int tries;
    const char *note;          /* what the mail server said; of one that was dropped, why: as needless */
    const char *needless;      /* as of now; see struct mail_row */
};
struct notices {
    const char *wish;          /* "every", "once", "daily", "none" */
    bool picture, hand;        /* letters show the board, and the own hand in words */
    struct { int64_t game; const char *rules_id; } *muted; /* games that are not over, newest first */
    int n_muted;
    struct notice_row *row;    /* what waits first, then the newest */
    int n;
};
/** store_notices() - what notices a person wants, and what became of the last @most; one trip */
bool store_notices(struct db *db, struct arena *arena, int64_t person, int most, struct notices *notices, struct err *err);
/** store_notice_wish() - one of struct notices' wishes, and what letters show; holds for what waits already, too */
bool store_notice_wish(struct db *db, int64_t person, const char *wish, bool picture, bool hand, struct err *err);
/** store_notice_mute() - letters about one game or none; ERR_GONE: this person does not play there */
bool store_notice_mute(struct db *db, int64_t person, int64_t game, bool wanted, struct err *err);

struct vote_row {
    int64_t game;
    const char *rules_id;
    int64_t asked;
    const char *names[SEATS_MAX]; /* who agrees, by seat */
    int n_names;
};
/** store_votes() - where this person is asked to end a game and has not answered; of @most games, newest first; one trip */
bool store_votes(struct db *db, struct arena *arena, int64_t person, int most, struct vote_row **votes, int *n, struct err *err);

/* What other players ask somebody who has not answered: but an end without a result, which is a vote. */
struct question_row {
    int64_t game;
    const char *rules_id;
    const char *what;      /* an accord_name() */
    int64_t asked, until;
    const char *asker;     /* a name; PERSON_LEFT when there is none any more */
};
/** store_questions() - those to @person, at most @most, newest first; one trip */
bool store_questions(struct db *db, struct arena *arena, int64_t person, int most, struct question_row **questions, int *n, struct err *err);

/* ---- reminders at a time of one's own (store_reminder.c); one trip each ---- */

struct reminders {
    int n;
    struct { int64_t game; const char *rules_id; int64_t at; } *row; /* the next first */
};
/* What stands between a person and a letter about a game: all true, and it is sent. */
struct letters_way {
    bool arrive;               /* letters do not come back */
    bool confirmed;            /* the address is */
    bool wanted, wanted_here;  /* letters about games, and about this one */
};
/** store_reminder() - when @person is to be reminded of @game, 0: never; and whether a letter would come */
bool store_reminder(struct db *db, struct arena *arena, int64_t person, int64_t game, int64_t *at, struct letters_way *way, struct err *err);
/** store_reminder_put() - @at, in place of one that was set before; 0: not any more. ERR_STALE: the game does not run, or @person does not
 *  play in it */
bool store_reminder_put(struct db *db, int64_t person, int64_t game, int64_t at, struct err *err);
/** store_reminders_come() - up to @most whose time has come at @now are letters from now on, or told in the list of letters as not needed;
 *  *n: how many. For the clock; one trip more when there are letters */
bool store_reminders_come(struct db *db, int64_t now, int most, int *n, struct err *err);

/* ---- games (store_game.c) ---- */

enum game_status { GAME_OPEN, GAME_RUNNING, GAME_OVER };

enum { SEAT_NUMBERS = 16 };

struct seat_row {
    int64_t person;        /* 0: empty or a bot */
    const char *name;      /* person's name, or the bot's ("Bot Caterina"), NULL: empty; see name_shown() */
    bool hidden;           /* the player's profile is: no link leads there */
    bool left;             /* there is no account, it is deleted or a guest's: the name is PERSON_LEFT or PERSON_GUEST */
    const char *bot;       /* NULL: a person or empty; else an id of bot_kinds */
    const char *phrase;    /* the player's share of the random key, NULL: none */
    int64_t awaited_since; /* 0: not awaited */
    int awaited_ply;       /* the head at which this wait began */
    int16_t points;        /* public standing at the head */
    int8_t rank;           /* 0 until the game is over */
    struct seat_clock clock;
    struct rest rest;      /* when the clock stands; filled by store_game_open() and store_table() only, else rest_never() */
    bool excused;          /* the one excuse of this game is used up */
    int missed;            /* deadlines missed one after the other */
    int64_t opened;        /* since when a bot keeps the seat moving, for its player or who takes it over; 0: not */
    int64_t resigned;      /* when; 0: not. The bot plays on. */
    bool wants_end;        /* agrees to end the game without a result */
    int64_t kept_for;      /* an empty seat that only this person may take; 0: anybody */
    const char *kept_name;
    bool letters;          /* this person wants letters about this game */
    bool offers_guide;     /* and is offered the guide of its title; filled by store_table() and where a game is opened to play */
    int64_t seen;          /* when the table was last open in this person's browser; 0: not known */
    int64_t stored[SEAT_NUMBERS]; /* the store's own: as it was read, so that only seats that changed are written */
};

/* The standing orders of a seat. Secret. */
struct order_row {
    int seat;
    const char *text;      /* one line, of the game's order table */
    int64_t at;            /* when it was given */
};
struct order_rows {
    int n;
    struct order_row *row; /* those of one seat stand together, in their order */
};

/* Bytes of a state or of events, see cgi/store/stored.h. bytes NULL: none. */
struct stored {
    const uint8_t *bytes;
    size_t n;
};

/* Where a practice table comes from. Its owner plays every seat that no bot has; each such seat has the owner for its person. */
struct practice {
    bool is;               /* false: it is none */
    int64_t of;            /* the game; 0: that one is deleted */
    int ply;               /* the move there after which it began */
    int seat;              /* its owner's in the game that it comes of, which goes on without hints: no bot may play it, and there are no hints. As
                            * it was when the table was made, or is now: whoever looked on may have taken a seat over. NO_SEAT: none */
    const char *key;       /* what opens that game to its owner: "" nothing more is needed; NULL: it is not open (any more). To be stored: of a private
                            * one the key with which the maker came, or NULL */
    struct stored opening; /* the position that it begins with, in place of the rules' set-up. Secret. Not told in lists. */
};

/* What the people at a running table agree on, or one of them has asked for. */
enum accord_kind { ACCORD_PAUSE, ACCORD_GO_ON, ACCORD_TAKE_BACK, ACCORDS }; /* GO_ON: to end the pause before its time; TAKE_BACK: the last turn */
struct accord {
    int64_t asked;             /* when; 0: there is none */
    int64_t until;             /* when the pause ends, or the question */
    int64_t made;              /* since when all have agreed; 0: it is only asked for */
    int seat;                  /* who asked first */
    seatmask agreed;
};

/* Which table of which tournament a game is. */
struct tournament_table {
    int64_t tournament;         /* 0: of none */
    const char *title, *format; /* as stored: "league" */
    int stage, number, division, divisions; /* the last: how many the stage has */
};
struct game_row {
    int64_t id;
    const char *rules_id;
    const struct rules *rules;  /* NULL: a game or options this program does not know */
    int revision;
    enum game_status status;
    int n_seats;
    struct setup setup;         /* from the stored options */
    int64_t owner;
    const char *owner_name;
    const char *invitation;     /* token of a private table; NULL: public */
    uint8_t secret[32];         /* never leaves the server before the game is over */
    uint8_t hash[32];           /* chain at the head */
    int ply;                    /* moves made; 0: just set up; -1: not started */
    struct stored state;        /* the head; none before the start, and in lists */
    seatmask awaits;
    int64_t created, started, moved, over;
    struct pace pace;
    int64_t version;            /* grows with everything that a page of this game shows to others: add_news() */
    const char *ending;         /* "played", "resigned", "agreed", "house", "abandoned"; NULL: it is not over */
    int64_t rematch_of;         /* 0: none */
    bool apart;                 /* neither listed, rated nor counted, and seen by its one player only: a game against bots, to try it out */
    bool hints;                 /* whoever plays may ask for hints, so that it is not rated; see game_has_hints() */
    struct doors doors;         /* who may sit down */
    struct practice practice;   /* such a table is apart, too */
    int64_t written;            /* written_number() by store_table(), else of this row alone: another number after each change, whoever
                                 * made it; not told in lists */
    int64_t paused;             /* by the operator, since when; 0: it is not. Not told in lists. */
    int64_t tournament;         /* to which the table belongs, 0: none; filled by store_table() and where a game is opened to play, else 0 */
    bool tournament_waits;      /* and what becomes of it is not counted there yet: likewise */
    int guide;                  /* a guided first game: the revision of its guide; 0: none, or it was left. Not told in lists. */
    struct accord accord[ACCORDS]; /* filled by store_table() and where a game is opened to play, else none */
    struct accord accord_stored[ACCORDS]; /* the store's own: as they were read */
    struct tournament_table tournament_table; /* filled by store_table() */
    struct seat_row seat[SEATS_MAX];
    seatmask planned;           /* seats whose player has a plan that hands itself in; likewise */
    struct order_rows sealed_orders; /* of all seats, to play by them; filled by store_game_open() only */
};

/** game_ask_end() - names of those who would like to end the game without a result; Return: how many */
int game_ask_end(const struct game_row *game, const char *names[SEATS_MAX]);
/** game_pause() - the pause that its players have agreed on and that goes on; NULL: none. Its clocks stand, but moves are made */
const struct accord *game_pause(const struct game_row *game);
/** game_question() - what the players are asked about a pause, or NULL; *kind: which of both */
const struct accord *game_question(const struct game_row *game, enum accord_kind *kind);
/** game_seat_of() - where @person sits, or NO_SEAT; @person 0 is nobody. Of several seats at a practice table the first that is asked
 *  something, else the first */
int game_seat_of(const struct game_row *game, int64_t person);
/** game_seat_for() - which empty seat @person may take: the one that is kept for them, else the lowest that is kept for nobody;
 *  NO_SEAT: none, or @person sits there already. Whether a private table admits them is not asked here. */
int game_seat_for(const struct game_row *game, int64_t person);
/** game_keeps_seat() - is a seat kept for @person? */
bool game_keeps_seat(const struct game_row *game, int64_t person);
/** game_no_result_words() - how a game ended that has no result, for the words of a reader; NULL: it has one, or goes on */
const char *game_no_result_words(const struct game_row *game);
/** game_has_hints() - may its players ask for hints? Where its maker said so, and where one person plays alone. */
bool game_has_hints(const struct game_row *game);
/** game_status_name() - "open", "running" or "over", as stored, exported and told in JSON */
const char *game_status_name(enum game_status status);

struct move_row {
    int ply;
    int seat;              /* NO_SEAT for ply 0, the set-up */
    const char *move;      /* one-line text; "setup" at ply 0 */
    const struct event *events; /* what came of it, on the arena; read by store_table() and store_history() when the rules are known, else
                                 * by store_events() */
    int n_events;
    const char *cause;     /* "person", "bot", "order", "plan", "clock" */
    int64_t at;
    int16_t points[SEATS_MAX];
    int revision;
    uint8_t hash[32];      /* chain after this move */
    int64_t person;        /* who sat there when it was made; 0: nobody, or a bot */
    const char *by_order;  /* cause "order": which; filled by play, and by store_orders_answered() */
    struct stored packed;  /* its events as they are stored, until the next trip; null for a move that was not read */
    const void *back;      /* the position that it goes back to, when it takes a turn back; filled by play where moves are made again */
    int64_t took;          /* microseconds that counted of the wait it ended; 0: none. Filled by store_whole() only, as are: */
    bool is_sealed;        /* false: it is from before there were seals */
    int64_t seal;          /* see seal_move() */
};
/** store_events() - fills @move's events from those packed, when the rules of @game are known; false: they cannot be read */
bool store_events(struct arena *arena, const struct game_row *game, struct move_row *move, struct err *err);

/* What happened beside the moves: what the clock did, who went, came back or voted. */
struct incident_row {
    int ply;               /* the head at that moment */
    int seat;              /* NO_SEAT: the whole table */
    const char *kind;      /* "excused", "missed", "lapsed", "opened", "returned", "taken_over", "resigned", "asked_end",
                              "agreed_end", "declined_end", "ended", "outage" */
    int64_t person;        /* who did it, or sits there; 0: nobody */
    const char *person_name; /* read only */
    const char *name;      /* "taken_over": who sat there before */
    int64_t at;
};
struct incidents {
    int n;
    struct incident_row *row; /* oldest first */
};
enum { INCIDENTS_MOST = 1000 };

struct draft_row {
    int ply;               /* the head it was made for */
    int n;
    const char **step;     /* one-line texts */
    const char *since;     /* the moves made after that head, as store_moves_since() has them; NULL: none */
    bool stored;           /* there is a row, whatever became of its steps */
    bool broken;           /* since then step[n] has become impossible, and what came after it */
    const char *display;   /* how pages are shown to whose draft it is; NULL: not read */
};

/* A turn that a seat has prepared (rules/engine/plans.h). Secret. */
struct plan_way {
    int n;
    const char **step;     /* one-line texts */
};
struct plan_row {
    int seat;
    int64_t person;        /* who made it */
    int ply;               /* the head on which it was made */
    int n;                 /* 0: there is none */
    struct plan_way *way;  /* alternatives, in their order */
    bool hands_in;
    int64_t at;            /* when it was changed last */
    int tried;             /* the newest head at which it does not hand itself in, whatever it reads; -1: none */
};
enum { PLAN_WAYS_MAX = 4 };

/* The transactions that wrote the row of a game, and its newest moves, newest first. */
enum { WRITTEN_MOVES_MOST = 40 };
struct written {
    int n;                 /* 1 and as many as moves were read */
    uint32_t by[1 + WRITTEN_MOVES_MOST];
};
/** written_number() - of all that they are */
int64_t written_number(const struct written *written);

/** store_game() - one game with its seats; one trip */
bool store_game(struct db *db, struct arena *arena, int64_t id, struct game_row *game, struct err *err);

struct message_row {
    int64_t id, person;
    const char *name;
    int seat;              /* where the writer sits, or sat; NO_SEAT for one who stood up before the start */
    int ply;               /* where the game stood; -1: before the start */
    const char *text;      /* NULL: a moderator has hidden the line */
    int64_t at;
    bool hidden;           /* the writer's profile is: no link leads there */
};

/* What a table page shows beside the game, as far as one visitor is concerned. */
struct company {
    struct message_row *messages; /* the newest lines of chat, oldest first */
    int n_messages;
    bool more;             /* there are older ones */
    int64_t read;          /* the newest line that this person has seen */
    int n_new;             /* lines of others after it, 99 at most; 0 for one who does not sit there */
    const char *note;      /* this person's own, NULL: none yet; nobody else's is ever read */
    int64_t note_at;       /* when it was saved */
    int64_t rematch;       /* the table of the rematch, 0: none */
    const char *rematch_invitation; /* its key, NULL: it is public */
    bool muted;            /* this person, who plays here, does not want to see the chat; then n_new is 0 */
};
/* Another game that waits for the visitor. */
struct next_game {
    int64_t id;            /* 0: none */
    const char *rules_id;
    int n;                 /* how many wait, but for the one looked on from */
};

/* What a table page needs beside the position and the moves. */
struct table_rows {
    struct game_row game;         /* without its state */
    struct written written;
    struct draft_row draft;       /* the visitor's, n 0 when none */
    struct incidents incidents;   /* the newest, oldest first */
    struct company company;       /* filled when lines of chat are wanted */
    struct next_game next;        /* not this one; filled when it is wanted */
    bool has_next;                /* it was */
    struct order_rows orders;     /* the visitor's own */
    struct plan_row plan;         /* likewise, of a running game; n 0 when none */
};
/* How much of it: the newest so many. */
struct newest {
    int moves;                    /* and as many incidents; where they are kept, WRITTEN_MOVES_MOST at the most */
    int lines;                    /* of chat; 0: no company */
    bool next;                    /* the next game, too */
};
/** store_table() - all of it; one trip. @person 0: a spectator. */
bool store_table(struct db *db, struct arena *arena, int64_t id, int64_t person, struct newest newest, struct table_rows *rows,
                 struct err *err);
/** store_session_and_table() - as store_session(), and in the same trip as store_table() for that person, or for a spectator when there is
 *  no such session; *found: there is that game */
bool store_session_and_table(struct db *db, struct arena *arena, const uint8_t hash[TOKEN_HASH_BYTES], struct person *person, int64_t id,
                             struct newest newest, struct table_rows *rows, bool *found, struct err *err);

/* The position of a game as it stands, and the newest moves, oldest first. */
struct head_rows {
    struct written written;       /* what is here belongs to that one */
    struct stored state;          /* none before the start */
    struct move_row *moves;
    int n_moves;
};
/** store_head() - of @game with its newest @moves, their events read; all on @arena; one trip. By now others may have moved. */
bool store_head(struct db *db, struct arena *arena, const struct game_row *game, int moves, struct head_rows *head, struct err *err);
/** store_table_and_head() - both of one moment, the head on @of_head; one trip */
bool store_table_and_head(struct db *db, struct arena *arena, int64_t id, int64_t person, struct newest newest, struct table_rows *rows,
                          struct arena *of_head, struct head_rows *head, struct err *err);

/** store_history() - game, all its moves oldest first, its incidents (at most INCIDENTS_MOST), and the newest snapshot at or
 *  before @ply: its ply and state (-1 and none when there is no such); one trip */
bool store_history(struct db *db, struct arena *arena, int64_t id, int ply, struct game_row *game, struct move_row **moves,
                   int *n_moves, struct incidents *incidents, int *snapshot_ply, struct stored *snapshot, struct err *err);
/* A game that is over, as far as pages of its history depend on it. */
struct history_mark {
    bool is_over;         /* else nothing below is filled */
    int ply;
    bool is_private;
    struct stored seen;   /* another after each change of what such a page shows, whoever made it */
};
/** store_history_mark() - also of a game that there is not: it is not over; one small query */
bool store_history_mark(struct db *db, struct arena *arena, int64_t id, struct history_mark *mark, struct err *err);
/** store_game_told() - game, incidents (the newest INCIDENTS_MOST, oldest first) and mark of one moment; one query */
bool store_game_told(struct db *db, struct arena *arena, int64_t id, struct game_row *game, struct incidents *incidents,
                     struct history_mark *mark, struct err *err);
struct plies {
    int first, last;
};
/** store_course() - of a @game that was read already: its moves up to the head, which do not change any more, oldest first, their events
 *  still to be read; and the newest snapshot at or before @ply, as from store_history(); one trip. Of moves that are neither @told nor
 *  between that snapshot and @told nothing else is read than ply, seat, points and events; of none revision and hash. */
bool store_course(struct db *db, struct arena *arena, const struct game_row *game, int ply, struct plies told, struct move_row **moves,
                  int *n_moves, int *snapshot_ply, struct stored *snapshot, struct err *err);
/** store_moves() - all moves of a game, oldest first, their events still to be read, until the next trip; one trip */
bool store_moves(struct db *db, struct arena *arena, int64_t id, struct move_row **moves, int *n_moves, struct err *err);
/** store_moves_to() - what leads to the position after @ply: the newest snapshot as from store_history(), and the moves
 *  after it up to @ply, oldest first (without a snapshot from ply 0 on); one trip */
bool store_moves_to(struct db *db, struct arena *arena, int64_t id, int ply, struct move_row **moves, int *n_moves,
                    int *snapshot_ply, struct stored *snapshot, struct err *err);

struct snapshot_row {
    int ply;
    struct stored state;
};
/** store_snapshots() - every snapshot of a game, by ply; for proving them */
bool store_snapshots(struct db *db, struct arena *arena, int64_t id, struct snapshot_row **snapshots, int *n, struct err *err);

/* A game with all that is stored of its course, to look at it byte by byte. */
struct whole_game {
    struct game_row game;
    struct move_row *moves; /* in the order of their plies; events are packed still, on the arena */
    int n_moves;
    struct snapshot_row *snapshots;
    int n_snapshots;
};
/** store_whole() - reads it, of one moment; @lock: begins a transaction in which nobody else changes the game, else one trip by itself */
bool store_whole(struct db *db, struct arena *arena, int64_t id, bool lock, struct whole_game *whole, struct err *err);
/* What store_mend() writes; all plies and rows are those of a whole_game. */
struct mend {
    const int *was;        /* for each move that is written, the ply it is stored under */
    const struct move_row *moves;
    int n_moves;
    const struct snapshot_row *snapshots;
    int n_snapshots;
    bool head;             /* ply, state, hash, awaits, and the points and ranks of seats are written, too */
};
/** store_mend() - writes what was found, and commits; within the transaction of store_whole(), as the owner of the database */
bool store_mend(struct db *db, const struct game_row *game, const struct mend *mend, struct err *err);

/** store_moment() - a text that is the same as long as nothing that can be read has changed; one trip */
bool store_moment(struct db *db, struct arena *arena, const char **moment, struct err *err);

struct game_filter {
    int64_t person;         /* who asks: private tables are listed for those who sit there; 0: a visitor */
    bool mine;              /* only games of @person */
    bool awaiting;          /* of these, only where @person is awaited */
    bool kept;              /* instead: tables at which a seat is kept for @person */
    int64_t of;             /* only games of this person (a profile); 0: of everybody. Not with `mine`. */
    bool has_status;
    enum game_status status;
    const char *rules_id;   /* NULL: any */
    int64_t before;         /* id to page from; 0: newest */
    int most;               /* at most this many, <= 50 */
};
/** store_games() - a bounded list for lobby, home and profile, newest first; private tables only to those who sit there;
 *  there is no `state`. With `mine` the games that wait for @person stand first, the nearest deadline before the others,
 *  on the first page only. The next page is `before` the id of the last row. One trip. */
bool store_games(struct db *db, struct arena *arena, const struct game_filter *filter, struct game_row **games, int *n,
                 struct err *err);
struct game_list {
    struct game_row *row;
    int n;
};
/** store_game_lists() - several such lists, of @n filters, in one trip */
bool store_game_lists(struct db *db, struct arena *arena, const struct game_filter *filters, int n, struct game_list *lists,
                      struct err *err);

/* ---- lists for people (store_list.c) ---- */

/* Where hints are for everybody, or not. */
enum hints_wanted { HINTS_ANY, HINTS_WITH, HINTS_WITHOUT };

struct lobby_filter {
    int64_t person;         /* who asks, as in struct game_filter; 0: a visitor */
    enum game_status status;
    const char *rules_id;   /* NULL: any */
    const char *pace;       /* its name, "none" for no clock; NULL: any */
    int seats;              /* so many that @person can have: free before the start, later to take over; 0: that does not matter */
    enum hints_wanted hints;
    int64_t before;         /* id to page from; 0: newest */
    int most;               /* at most this many, <= 50 */
};
/** store_lobby() - tables that fit, newest first, bounded; private ones only to those who sit there; one trip */
bool store_lobby(struct db *db, struct arena *arena, const struct lobby_filter *filter, struct game_list *list, struct err *err);
/** store_lobby_nearest() - public open tables with a seat for filter->person that come nearest to @filter, the nearest first; status and
 *  before do not matter; @paces: names of all paces, the fastest first; one trip */
bool store_lobby_nearest(struct db *db, struct arena *arena, const struct lobby_filter *filter, const char *const *paces, int n_paces,
                         struct game_list *list, struct err *err);

enum own_kind { OWN_WAITING, OWN_ASKED, OWN_RUNNING, OWN_OPEN, OWN_OVER, OWN_KINDS };
enum { OWN_UNREAD_MOST = 99, OWN_NEWS_MOST = 50 };
struct own_game {
    struct game_row game;   /* of one that waits the state is there, too */
    int unread;             /* lines of chat by others that are new, OWN_UNREAD_MOST at the most */
    int news;               /* moves since the person last moved or had the table open, OWN_NEWS_MOST at the most */
    bool drafted;           /* there are steps of this person that wait to be confirmed */
    const char *question;   /* what others ask this person: "end" (the game, without a result) or an accord_name(); NULL: nothing */
    const char *asker;      /* the name of one of them */
};
struct own_games {
    struct own_game *row;
    int n, many;            /* how many are here, and how many there are */
};
/* Games against bots that somebody plays alone and has not finished. */
struct alone_games {
    int many;               /* how many there are, also with a guide */
    int n;
    struct { const char *rules_id; int64_t id; } *row; /* of each title the one to which "Play now" leads; id 0: there is none */
};
/** store_alone_games() - those of @person; one trip */
bool store_alone_games(struct db *db, struct arena *arena, int64_t person, struct alone_games *alone, struct err *err);
/* People whom somebody follows, or has blocked. */
struct people_list {
    int n;
    struct acquaintance {
        int64_t id;
        const char *name;
        int64_t at;         /* since when */
        bool hidden;        /* the profile is: no link leads there */
    } *one;                 /* by name */
};
/* Of those whom somebody follows: public tables with a seat for that one, and public games that have ended. Who hides the profile is only among
 * the people. */
struct followed {
    struct people_list people;
    struct game_list open, over;
};
/* An invitation to a table. */
struct invited {
    int64_t game;
    const char *by;        /* who invites; NULL: there is none, or that one has left */
    const char *line;      /* "" when there is none */
};
struct asked_list {
    struct invited *one;
    int n;
};
/** store_own_games() - the games of @person by kind, at most @most of each (@most_over: of those that are over): what waits by its deadline
 *  (but first where others ask something), the others by when they moved last; tables at which a seat is kept for @person, and how that one was @asked; @practices: those practice
 *  tables of @person, what was played last first; @alone as of store_alone_games(); @followed: of those whom @person follows, at most
 *  @most_over of each; @reminders that are set; @acts: has a moderator done something that @person has not read; and *stamp as store_live_mine() gives it: a change in between makes the stamp older than the lists, never newer. One
 *  trip. */
bool store_own_games(struct db *db, struct arena *arena, int64_t person, int most, int most_over, struct own_games own[OWN_KINDS],
                     struct game_list *kept, struct game_list *practices, struct alone_games *alone, struct followed *followed,
                     struct reminders *reminders, struct asked_list *asked, bool *acts, int64_t *stamp, struct err *err);

/* How a new table is likely to be wanted: as the one that somebody opened last. */
struct table_last {
    bool any;                   /* false: there is none, and nothing else is filled */
    const struct rules *rules;  /* NULL: a game that this program does not know */
    bool has_setup;             /* the rules still have these options */
    struct setup setup;
    int seats, bots;
    const char *level;          /* an id of bot_kinds: of one of these bots; NULL: there was none */
    bool is_private, weekdays, hints;
    const char *pace;           /* its name */
};
/** store_table_last() - the table of @rules (NULL: of any) that @person opened last, else the last of all; rematches do not count; one trip */
bool store_table_last(struct db *db, struct arena *arena, int64_t person, const struct rules *rules, struct table_last *last, struct err *err);

/* Making and filling a table. Each is one transaction and checks again what it needs (status, room, who). */
struct new_game {
    const struct rules *rules;
    struct setup setup;
    int64_t owner;
    bool is_private;
    const char *bots[SEATS_MAX]; /* by seat: NULL, or an id of bot_kinds; seat 0 is the owner's, or a bot's */
    const char *phrase;          /* the owner's share of the random key; NULL: none */
    struct pace pace;            /* its figures are kept with the game, whatever becomes of the name */
    bool apart;                  /* see struct game_row; all other seats are bots' then */
    int guide;                   /* the revision of the guide that leads through it; 0: none */
    bool hints;                  /* see struct game_row */
    struct doors doors;          /* likewise */
    uint8_t secret[32];
};
/** store_game_new() - ERR_INPUT when the rules do not have that many seats; a private table gets its invitation */
bool store_game_new(struct db *db, const struct new_game *, int64_t *id, struct err *err);
/** store_sit() - takes the lowest empty seat, or gives the one taken before; ERR_STALE "already full" or "already started";
 *  ERR_FORBIDDEN: @invitation does not fit a private table */
bool store_sit(struct db *db, int64_t game, int64_t person, const char *phrase, const char *invitation, int *seat, struct err *err);
/** store_table_drop() - @game, which has not started, is no more, whoever sits there; ERR_STALE: it has started */
bool store_table_drop(struct db *db, int64_t game, struct err *err);
/** store_leave() - only before the start (ERR_STALE after it); the owner's table goes to the next person there, or away */
bool store_leave(struct db *db, int64_t game, int64_t person, struct err *err);
/** store_seat_bot() - @bot NULL frees the seat again; only the owner, only before the start */
bool store_seat_bot(struct db *db, int64_t game, int64_t owner, int seat, const char *bot, struct err *err);

/* ---- guests (store_guest.c) ---- */

/** store_guest_come() - a new guest, or the one that came with the same @visitor (the hash of a cookie, or NULL) within the last ten minutes;
 *  *person 0: there are @most already */
bool store_guest_come(struct db *db, int most, const uint8_t visitor[TOKEN_HASH_BYTES], int64_t *person, struct err *err);
/** store_game_alone() - the game of new->rules that new->owner plays alone against bots and has not finished, with the guide if new->guide,
 *  or a new one; the start of either may be still to be made. Of those that a guest has finished the newest is kept. ERR_SIGN_IN: a guest
 *  who is no more */
bool store_game_alone(struct db *db, struct arena *arena, struct new_game *new, int64_t *id, struct err *err);
/* A game that goes on already. */
struct alone_running {
    int64_t id;   /* 0: there is none */
    bool instead; /* not what was asked for: a guest has played two games of the title, this is the newer one */
};
/** store_game_alone_running() - the game to which store_game_alone() would lead, if it were no new one. @guided: the one in which the guide
 *  of @rules leads just now, which is not at its end */
bool store_game_alone_running(struct db *db, int64_t person, const struct rules *rules, bool guided, struct alone_running *running, struct err *err);
/** store_guest_join() - as store_join(), of a guest, who stays the same person; *joined: false when @person is none any more, and nothing
 *  was done */
bool store_guest_join(struct db *db, int64_t person, const char *name, const char *email, const char *password_hash, const char *lang,
                      const char *confirm_token, bool *joined, struct err *err);
/** store_guest_give() - the tables of @guest become those of @person, and the guest is no more; *tables: how many */
bool store_guest_give(struct db *db, int64_t guest, int64_t person, int *tables, struct err *err);
/** store_guests_forget() - deletes tables of guests at which nothing was played since @before, and guests who have none: @most of both in
 *  one transaction; *forgotten: how many, 0 when there is nothing left */
bool store_guests_forget(struct db *db, int64_t before, int most, int *forgotten, struct err *err);

/* ---- practice tables (store_practice.c) ---- */

enum { PRACTICES_MOST = 20 }; /* of one person */
struct new_practice {
    const struct rules *rules;   /* of the revision that the game is played by */
    struct setup setup;
    int64_t owner;
    const char *bots[SEATS_MAX]; /* by seat: NULL, which is by hand, or an id of bot_kinds; one at least is by hand */
    struct practice practice;
    bool is_over;                /* the game that it comes of */
    const char *const *step;     /* of a draft, with which the owner goes on */
    int n_steps;
    uint8_t secret[32];
};
/** store_practice_new() - makes the table, which has not started then; or gives the one that was made so before, at which its owner has
 *  done nothing yet: two presses at once make one. ERR_STALE with a sentence: there are PRACTICES_MOST. ERR_SIGN_IN: its owner has left meanwhile */
bool store_practice_new(struct db *db, struct arena *arena, const struct new_practice *new, int64_t *id, struct err *err);
/** store_practice_delete() - one of @person's, or all when @game is 0; *deleted: how many */
bool store_practice_delete(struct db *db, int64_t person, int64_t game, int *deleted, struct err *err);
/** store_practices_forget() - deletes those at which nothing was played since @before: @most in one transaction; *forgotten: how many, 0
 *  when there is nothing left */
bool store_practices_forget(struct db *db, int64_t before, int most, int *forgotten, struct err *err);

/* ---- guided first games (store_guide.c) ---- */

/* A study of a game that is over (store_study.c); one trip each. */
enum study_state { STUDY_NONE, STUDY_ASKED, STUDY_DONE, STUDY_FAILED };
struct study_row {
    enum study_state state;
    bool may;                  /* there is something to study: the game is over, and was played to its end */
    const char *why;           /* it failed: "rules" (this program has not those of the game), "moves" (they do not lead to its end),
                                * "trouble" (ours: another time it may come to something) */
    int revision;              /* of the way that games are studied */
    int before;                /* so many games are studied before this one */
    struct stored result;      /* on the arena */
};
bool store_study(struct db *db, struct arena *arena, int64_t game, struct study_row *study, struct err *err);
/**
 * store_study_ask() - a worker is to study @game, if there is no study by this @revision, or it has failed
 * @damaged: the result that is there, if it cannot be read: it counts as none; else empty
 * *may false, and nothing done: see above
 */
bool store_study_ask(struct db *db, int64_t game, int revision, struct stored damaged, bool *may, struct err *err);
/** store_study_take() - the game that was asked for first and is in no other worker's hands; 0: none. *tries: how often it was taken, and not
 *  left untried, since it was asked for: 1 the first time */
bool store_study_take(struct db *db, int64_t *game, int *tries, struct err *err);
/** store_study_leave() - it was not finished: whoever comes next begins it. @tried: it came to nothing, and that counts; else it was stopped */
bool store_study_leave(struct db *db, int64_t game, bool tried, struct err *err);
/** store_study_end() - @why NULL: it is done, with @result */
bool store_study_end(struct db *db, int64_t game, int revision, const char *why, struct stored result, struct err *err);

/** store_guide_leave() - the guide leads no further in @game; ERR_FORBIDDEN: @person does not play there */
bool store_guide_leave(struct db *db, int64_t game, int64_t person, struct err *err);
/** store_guide_declined() - @person is not offered the guide at @game any more */
bool store_guide_declined(struct db *db, int64_t game, int64_t person, struct err *err);

/* ---- ratings and results (store_rating.c) ---- */

/** game_is_rated() - does its result count for ratings? Not without a result, and not at a private table, with hints, or one that is apart. */
bool game_is_rated(const struct game_row *game);

/** move_is_own() - was it made by who sat there, by hand or by a standing order? Then it counts as having played. */
bool move_is_own(const struct move_row *move);
/** game_resigned() - did it end because people resigned? */
bool game_resigned(const struct game_row *game);
/** game_was_played() - did it go to its end, or had people moved from at least two seats when others resigned? Else it is not rated.
 *  @moved: the seats from which somebody has moved, see move_is_own(); of one that nobody resigned it is not looked at */
bool game_was_played(const struct game_row *game, seatmask moved);

/* What a game has made of the ratings of those who sit there, by seat. */
struct rating_steps {
    bool any; /* false: it was not rated, or before such things were kept */
    int before;         /* so many games of the same people make it count less, see rating_share() */
    const char *struck; /* why the site has struck it; NULL: it has not, or another time it counts again */
    struct rating_step {
        bool is;
        struct rating before, after; /* without the number of games */
    } of[SEATS_MAX];
};
/** store_rating_steps() - one trip */
bool store_rating_steps(struct db *db, struct arena *arena, const struct game_row *game, struct rating_steps *steps, struct err *err);

/* ---- ratings worked out once more, and games that are struck (store_recompute.c) ---- */

/* One thing that is stored otherwise than the order of all rated games tells. Means and deviations are in thousandths. */
enum rating_kind {
    RATING_OF_PERSON,          /* mean, deviation, games, when the last of them ended */
    RATING_OF_SEASON,          /* mean, deviation, games; of the season that begins on day @of after 1970-01-01 */
    RATING_OF_GAME,            /* mean and deviation before and after game @of */
    RATING_KINDS               /* a whole game, @of: its seats tell otherwise than it was rated by; no figures */
};
struct rating_difference {
    enum rating_kind kind;
    const char *rules_id;
    int64_t person, of;
    const int64_t *stored, *worked; /* figures as above; NULL: it is not there, or should not be */
};
typedef void rating_differs(void *user, const struct rating_difference *difference);

/** store_rated_titles() - the titles of which games were rated; one trip */
bool store_rated_titles(struct db *db, struct arena *arena, const char *const **rules_id, int *n, struct err *err);
/**
 * store_recompute() - works out all ratings of a title from the games that were rated, in their order, and the stored ones become so
 * @check: nothing is written
 * @differs: told of each difference; may be NULL. @n: how many there were
 * One transaction. Unless @check no game that is rated can end meanwhile: it waits.
 */
bool store_recompute(struct db *db, const char *rules_id, bool check, rating_differs *differs, void *user, int *n, struct err *err);
enum { STRIKE_WHO_MOST = 100, STRIKE_WHY_MOST = 500 };
/** store_strike() - from now on @game counts for no rating, or again (@struck false): all ratings become as if it had always been so, in
 *  one transaction. @who and @why are kept, 1 .. 100 and 1 .. 500 characters. ERR_STALE: it was not rated, or is so already */
bool store_strike(struct db *db, int64_t game, bool struck, const char *who, const char *why, int *changed, struct err *err);
/* One time that a game was struck, or not any more. */
struct strike {
    bool struck;
    const char *who, *why;
    int64_t at;
};
/** store_strikes() - of a game, the newest first; one trip */
bool store_strikes(struct db *db, struct arena *arena, int64_t game, struct strike **strikes, int *n, struct err *err);

/* ---- ratings to look at (store_leaders.c) ---- */

/* Who is listed: so many rated games of the title, the last of them ended so many days ago at most; in a season the former. */
enum { LEADER_GAMES = 5, LEADER_SEASON_GAMES = 3, LEADER_DAYS = 90, LEADERS_MOST = 1000 };
/** leader_games() - how many games one needs; @quarter as below */
int leader_games(int quarter);
struct leaders_asked {
    const char *rules_id;
    int quarter;               /* of a season: 4 * year + 0 .. 3; 0: of all time */
    int64_t now, viewer;       /* @viewer 0: nobody */
    int before, most;          /* so many rows before the page, and of it; behind the last page comes the last page */
};
struct leader {
    int64_t person;
    const char *name;
    bool hidden;               /* the profile is: no link leads there */
    struct rating rating;
    int place, nth;            /* equal ones share a place; the number of the row, from 1 */
};
struct leaders {
    struct leader *row;        /* the page, and the viewer's row wherever that stands, by nth */
    int n, listed;             /* how many there are in all; 0 when there is no row */
    int first_quarter, this_quarter; /* the first season with ratings, 0: none; the present one */
    bool wants;                /* the viewer wants to be listed */
    int own_games;             /* of the viewer's that were rated */
};
/** store_leaders() - @n leaderboards; one trip */
bool store_leaders(struct db *db, struct arena *arena, const struct leaders_asked *asked, int n, struct leaders *leaders, struct err *err);

/* How the ratings of somebody have changed. */
struct rating_course {
    struct rating_point {
        const char *rules_id;
        int64_t at;            /* when the game ended */
        struct rating rating;  /* after it; without the number of games */
    } *point;                  /* title by title, in the order in which they were rated */
    int n;
};
/** store_rating_course() - one trip */
bool store_rating_course(struct db *db, struct arena *arena, int64_t person, struct rating_course *course, struct err *err);

/* A public game that two people played to a result. */
struct meeting {
    int64_t game, ended;
    const char *rules_id;
    int outcome;               /* for the first of the two: 1 came in before the other, -1 behind, 0 they shared a place */
};
/** store_meetings() - the newest first; one trip */
bool store_meetings(struct db *db, struct arena *arena, int64_t one, int64_t other, struct meeting **meetings, int *n, struct err *err);

/* How many of the last 50 deadlines somebody has met: docs/ratings.md. */
struct reliability {
    int deadlines, percent;    /* percent 0 when there are none */
};
enum { RELIABILITY_SHOWN = 10 /* deadlines, from which on it is shown */ };
/** store_reliability() - of @n people, into @reliability in their order; one trip */
bool store_reliability(struct db *db, struct arena *arena, const int64_t *people, int n, struct reliability *reliability, struct err *err);

/* How somebody has fared at public tables. */
struct record {
    struct record_kind {
        const char *rules_id;
        bool with_people;      /* false: all others were bots */
        int played, won;       /* games that came to a result */
        int counted;           /* of these, those that were played to their end, and not resigned from */
        int average, most;     /* points of those, as a standing counts; 0 when there are none */
        struct rating rating;  /* games 0: none yet, since it was before there were ratings, or against bots */
    } *kind;                   /* with people first; then what was played most */
    int n;
};
/** store_record() - one trip */
bool store_record(struct db *db, struct arena *arena, int64_t person, struct record *record, struct err *err);

/* ---- one move is one transaction (store_play.c) ---- */

/** store_game_open() - BEGIN, lock, load: game with seats, standing orders and @person's draft; one trip. End it with
 *  store_game_close or store_rollback. @person 0: the worker. */
bool store_game_open(struct db *db, struct arena *arena, int64_t id, int64_t person, struct game_row *game,
                     struct draft_row *draft, struct err *err);
/** store_seat_open() - the same for @person, who plays there: nothing is locked, and ERR_FORBIDDEN, when that is not so, nor when the
 *  session of which @session is the hash (NULL: that is known) is not theirs */
bool store_seat_open(struct db *db, struct arena *arena, int64_t id, int64_t person, const uint8_t *session, struct game_row *game,
                     struct draft_row *draft, struct err *err);

/** store_last_by_person() - the ply of the last move that a person made by hand; 0: none. One trip. */
bool store_last_by_person(struct db *db, int64_t game, int *ply, struct err *err);
/** store_moves_since() - the moves made in @id after @ply, as "1 offer slot=0", seat and move, one to a line, at most 400 of them; on
 *  the arena. One trip, within the transaction of store_game_open() if there is one */
bool store_moves_since(struct db *db, struct arena *arena, int64_t id, int ply, const char **since, struct err *err);

/* A notice to a player. */
struct outbox_row {
    int64_t person;
    const char *kind;      /* "turn", "window", "over", "started", "reminder", "clock", "taken", "vote", "pause"; and from elsewhere
                              "rematch", "asked" */
    int ply;               /* "turn", "window", "reminder": where the wait began */
    const char *about;     /* "clock": the kind of incident it tells of */
    int64_t by;            /* "taken": who has the seat now */
};

/* A seat that passes from one person to another. */
struct hand_over {
    int seat;
    int64_t from, to;
};

/* The orders that a seat has from now on, in place of those it had. */
struct order_list_row {
    int seat;
    struct order_rows orders;
};

/* What store_game_close() writes. */
struct commit {
    const struct move_row *moves;
    int n_moves;               /* 0: only the draft changes, or what is named below */
    bool seats;                /* without a move seats have changed, or the game is over: the head is written all the same */
    const struct hand_over *hand_over; /* or NULL */
    const struct incident_row *incidents;
    int n_incidents;
    const struct outbox_row *mails;
    int n_mails;
    int64_t draft_person;      /* whose draft is dropped or replaced; 0: nobody's */
    const struct draft_row *draft; /* what replaces it; NULL or n 0: nothing */
    const struct order_list_row *orders;
    int n_orders;
    bool snapshot;             /* keep `game->state` as a snapshot of `game->ply` */
    uint32_t *transaction;     /* filled with the one that wrote the head, when it was written; NULL: nobody asks */
    const int *aside;          /* of each of SEATS_MAX seats its last move of these made in another's turn, with none of its own turn before:
                                  it leaves a plan as it is; 0: none. NULL: the game has no plans */
    bool undoes;               /* the move undoes a turn of its seat, and makes the head that of ply @undone_to once more: the plan which that
                                  seat had then counts again, but does not hand itself in */
    int undone_to;
    const int8_t *seat_was;    /* at the start: the number each of the game's seats had before, ascending; the others,
                                  empty, go away. NULL: nothing changes. */
};

/** store_game_close() - inserts moves, writes the head from @game (ply, state, hash, awaits, status, times, and of each seat
 *  points, rank, wait, clock and what became of it), tells incidents, queues mail, drops the draft, COMMIT, and notifies; one
 *  trip, and one before it when a rated game has ended, two when by resigning. When it returns true it is on disk. Drafts and orders are secret: where nothing else changes, nobody is told. */
bool store_game_close(struct db *db, const struct game_row *game, const struct commit *commit, struct err *err);

/* ---- plans (store_plan.c) ---- */

/* A seat whose plan may hand itself in. */
struct plan_due {
    int64_t game;
    int seat;
};
/** store_plans_due() - plans whose player is awaited and does not look on just now, on the arena; whether they fit is not known */
bool store_plans_due(struct db *db, struct arena *arena, int most, struct plan_due **due, int *n, struct err *err);
/** store_plans_clear() - deletes those that count for nothing any more; the plan of a turn that may be undone stays, and hands itself in no more */
bool store_plans_clear(struct db *db, struct err *err);
/** store_plan() - the plan of a seat as it stands; n 0 when there is none that counts */
bool store_plan(struct db *db, struct arena *arena, int64_t game, int seat, struct plan_row *plan, struct err *err);
/** store_plan_may_hand_in() - does store_plans_due() still hold for it? */
bool store_plan_may_hand_in(struct db *db, int64_t game, int seat, bool *may, struct err *err);
/** store_plan_put() - in place of the one before, under the game's lock; n 0 drops it. Ends the transaction. Nobody else's page shows anything else by it. */
bool store_plan_put(struct db *db, int64_t game, const struct plan_row *plan, struct err *err);
/** store_plan_handed_in() - counts one of @rules; inside the transaction that plays it */
bool store_plan_handed_in(struct db *db, const char *rules, struct err *err);
/* How many of a title were. */
struct plan_tally {
    const char *rules;
    int64_t n;
};
/** store_plan_tallies() - of all titles with any, on the arena */
bool store_plan_tallies(struct db *db, struct arena *arena, struct plan_tally **tally, int *n, struct err *err);
/** store_plan_tried() - it did not hand itself in at @ply, and is not asked again there; outside a transaction */
bool store_plan_tried(struct db *db, int64_t game, int seat, int ply, struct err *err);

/** store_orders_answered() - the moves that orders of @person, who sits there, have made, newest first, at most @most; one
 *  trip */
bool store_orders_answered(struct db *db, struct arena *arena, int64_t game, int64_t person, int most, struct move_row **moves,
                           int *n, struct err *err);

/* ---- company at a table (store_company.c) ---- */

/** store_company() - chat, note and rematch of @game for @person (0: a spectator), at most @most lines; one trip */
bool store_company(struct db *db, struct arena *arena, int64_t game, int64_t person, int most, struct company *company,
                   struct err *err);
/** store_messages() - at most @most lines before the one of id @before (0: the newest) that @person (0: a visitor) may read, oldest first; one trip */
bool store_messages(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t before, int most,
                    struct message_row **messages, int *n, bool *more, struct err *err);
/** store_say() - a line of chat; ERR_FORBIDDEN for who does not sit at the table; two trips */
bool store_say(struct db *db, int64_t game, int64_t person, const char *text, struct err *err);
/** store_chat_mute() - @person sees the chat of @game no more, or again; nothing happens when that one does not sit there */
bool store_chat_mute(struct db *db, int64_t game, int64_t person, bool muted, struct err *err);
/** store_heard() - @person has seen the lines up to @message */
bool store_heard(struct db *db, int64_t game, int64_t person, int64_t message, struct err *err);
/** store_note() - keeps @text, "" to clear it; ERR_STALE when another than the note saved at @made_from (0: none) is there,
 *  which stays. Saving the same again is fine. */
bool store_note(struct db *db, int64_t game, int64_t person, const char *text, int64_t made_from, struct err *err);

/** store_rematch() - a new table after @game, which is over: the same in everything, seats turned by one, @person sits, seats
 *  are kept for the other people, who get a letter, and bots sit again. The second who asks is given the same table.
 *  ERR_FORBIDDEN for one who does not sit there, ERR_STALE before the end. */
bool store_rematch(struct db *db, int64_t game, int64_t person, const uint8_t secret[32], int64_t *rematch, struct err *err);

/* Inviting to a table before the start; @inviter owns it or sits there, else ERR_FORBIDDEN. ERR_STALE: it has started, or
 * no seat is free. */
/** store_keep_seat() - a free seat is kept for @person, who gets a letter with @line ("": none) the first time, and hears of nothing when @inviter is
 *  blocked; again is fine. At a table with doors its owner only, else ERR_FORBIDDEN. ERR_RATE: one person is asked ASKED_A_DAY times a day at the
 *  most, and ASKED_BY_ONE times by the same */
enum { ASKED_A_DAY = 12, ASKED_BY_ONE = 4 };
bool store_keep_seat(struct db *db, int64_t game, int64_t inviter, int64_t person, const char *line, struct err *err);
/** store_invite() - a letter to an address, as far as that wants any and did not get too many: whether it went is told to
 *  nobody. @line: for the letter, or ""; @token: raw, of the link to refuse all further ones */
bool store_invite(struct db *db, int64_t game, int64_t inviter, const char *email, const char *line, const char *token, struct err *err);
/** store_asked() - how @person was invited to @game, by one who is not blocked; one trip */
bool store_asked(struct db *db, struct arena *arena, int64_t game, int64_t person, struct invited *asked, struct err *err);
/** store_seat_was_kept() - has a letter told @person of a seat at @game lately? *@owner: of whom to ask for another, else NULL */
bool store_seat_was_kept(struct db *db, struct arena *arena, int64_t game, int64_t person, const char **owner, struct err *err);
/** store_decline() - the seat kept for @person is kept no longer; fine when there is none */
bool store_decline(struct db *db, int64_t game, int64_t person, struct err *err);

/** store_next() - the game that waits for @person, nearest deadline first, after the game @after (0: from the first on); after
 *  the last comes the first, but never @after itself; one trip */
bool store_next(struct db *db, struct arena *arena, int64_t person, int64_t after, struct next_game *next, struct err *err);

/* ---- whom people follow and block, who may see a profile (store_people.c) ---- */

/* Who may see a profile. */
enum profile_kind { PROFILE_PUBLIC, PROFILE_MEMBERS, PROFILE_HIDDEN, PROFILE_KINDS };
/** profile_kind_id() - "public", "members", "hidden" */
const char *profile_kind_id(enum profile_kind kind);
/** profile_kind_of() - the kind with that id; false, and nothing changed: there is none */
bool profile_kind_of(const char *id, enum profile_kind *kind);

struct profile {
    struct person person;  /* with own words */
    enum profile_kind kind;
    bool followed, blocked; /* by who asks */
};
/** store_profile() - whose name, in any case, is @name; ERR_GONE: nobody's, or it is hidden and not that of @reader (0: a visitor); one trip */
bool store_profile(struct db *db, struct arena *arena, const char *name, int64_t reader, struct profile *profile, struct err *err);

/** store_privacy() - who may see the profile of @person, and is that one on leaderboards; one trip */
bool store_privacy(struct db *db, struct arena *arena, int64_t person, enum profile_kind *kind, bool *ranked, struct err *err);
bool store_privacy_set(struct db *db, int64_t person, enum profile_kind kind, bool ranked, struct err *err);

/* Nobody but @person can tell who is on these lists. Each has PEOPLE_MOST at the most. */
enum { PEOPLE_MOST = 300 };
/** store_follow() - harmless again; ERR_INPUT: oneself, ERR_STALE: blocked, or there are too many */
bool store_follow(struct db *db, struct arena *arena, int64_t person, int64_t whom, struct err *err);
bool store_unfollow(struct db *db, int64_t person, int64_t whom, struct err *err);
/** store_block() - who is blocked is followed no more, and invitations by that one that wait to be sent go to nobody; as store_follow() */
bool store_block(struct db *db, struct arena *arena, int64_t person, int64_t whom, struct err *err);
bool store_unblock(struct db *db, int64_t person, int64_t whom, struct err *err);

/** store_people() - whom @person follows and has blocked, on the arena; one trip */
bool store_people(struct db *db, struct arena *arena, int64_t person, struct people_list *follows, struct people_list *blocks, struct err *err);
/** people_have() - is @person on the list? */
bool people_have(const struct people_list *list, int64_t person);

/* What spectators write at a table, oldest first. */
struct spectators {
    bool open;              /* who asks may read it now */
    struct message_row *line; /* on the arena; none when not */
    int n;
    bool more;              /* there are older ones */
};
/** store_spectators() - at most @most lines before the one of id @before (0: the newest) for @person (0: a visitor). Who plays or has played in a
 *  game that goes on gets none, whatever there is. One trip. */
bool store_spectators(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t before, int most, struct spectators *lines,
                      struct err *err);
/** store_spectator_say() - a line; nobody is told. ERR_FORBIDDEN: @person is no spectator there */
bool store_spectator_say(struct db *db, int64_t game, int64_t person, const char *text, struct err *err);

/* ---- pages that live (store_live.c) ---- */

enum { GAME_GONE = -1 };

/* How far a game is. */
struct live_row {
    int64_t game;
    int64_t version;           /* GAME_GONE: there is none of this number */
    int ply;
    seatmask here;             /* seats whose player has the table open, or had within the last minute */
    /* filled by store_live() only */
    enum game_status status;
    seatmask awaits;
    const char *invitation;    /* token of a private table; NULL: public */
    bool apart;
    int seat;                  /* of the person, or NO_SEAT */
};
/** store_live() - of one game, for @person (0: nobody); @here: this person has the table open, which is recorded at most every
 *  half minute; ERR_GONE; one trip */
bool store_live(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, bool here,
                struct live_row *live, struct err *err);
/** store_live_games() - of the games "42,17", by number, those that are gone left out; @seen: who has which of them open,
 *  "42:3,17:3" are game and person, which is noted; one trip */
bool store_live_games(struct db *db, struct arena *arena, const char *games, const char *seen, int64_t now,
                      struct live_row **rows, int *n, struct err *err);
/** store_here() - @person has a page of @game open that does not ask store_live() by itself: noted as there, for who plays there */
bool store_here(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);
/* What is new at a table of somebody's. */
struct person_news {
    int64_t person, game, version;
    int ply;
    enum game_status status;
    bool awaited;              /* the person is */
};
/** store_live_mark() - a number for now, from which store_live_people() goes on: what has not ended yet is not before it; and how many games wait
 *  for @person */
bool store_live_mark(struct db *db, int64_t person, int64_t *mark, int *waiting, struct err *err);
/** store_live_people() - tables that were changed from @mark on, at most @most, of @people ("4,17"), among @games ("42,17"; NULL: all); on the arena */
bool store_live_people(struct db *db, struct arena *arena, const char *people, int64_t mark, const char *games, int most, struct person_news **news, int *n,
                       struct err *err);
/** store_live_mine() - how many games wait for @person, and a number that changes with whatever the list of those games
 *  shows; one trip */
bool store_live_mine(struct db *db, int64_t person, int *waiting, int64_t *stamp, struct err *err);
/** store_hear_games() - waits up to @milliseconds, or until the file @also can be read; calls @heard for each game that is
 *  told of. *anew: it has only begun to listen, so that what changed before must be looked up. */
bool store_hear_games(struct db *db, int also, int milliseconds, void (*heard)(void *user, const struct live_row *live),
                      void *user, bool *anew, struct err *err);

/* ---- the worker (store_worker.c) ---- */

struct mail_row {
    int64_t id, person, game;   /* game 0: none; person 0: an invitation, to an address that may be nobody's */
    const char *kind;           /* a kind of struct outbox_row, or "confirm", "recover", "invitation" */
    const char *person_name, *email, *lang; /* of an invitation: no name, and the language of who invites */
    const char *data;           /* JSON, such as {"token":"..."} for confirm, recover and invitation */
    int ply, nth, tries;
    int64_t queued;
    const char *needless;       /* why it needs to be sent no more ("played", "muted", ...), "early" or "paused": not yet; NULL: send */
    const char *inviter;        /* name of who invites */
    const char *line;           /* and that one's words to an address, "" or NULL when there are none */
    bool picture, hand;         /* its reader wants the board as a picture, and the own hand in words */
};
/** store_mail_take() - locks up to @most due mails of one person, who is in no other worker's hands until the end of the
 *  transaction left open; with them those that wait for another try. *n 0 (and no transaction) when there is none. A lost
 *  connection is an ERR_BUSY, too, and not made anew without a word: somebody may know of mails that were sent. */
bool store_mail_take(struct db *db, struct arena *arena, int most, struct mail_row **mails, int *n, struct err *err);
/** store_mail_needless() - how many of these mails, taken by us, need to be sent no more by now; ERR_BUSY: they are not
 *  ours any more, since the transaction is lost */
bool store_mail_needless(struct db *db, const int64_t *ids, int n, int *needless, struct err *err);
/** store_mail_next() - milliseconds until a mail is due, at most a minute */
bool store_mail_next(struct db *db, int *milliseconds, struct err *err);

enum mail_fate { MAIL_SENT, MAIL_DROPPED, MAIL_RETRY, MAIL_FAILED, MAIL_EARLY };
struct mail_mark {
    int64_t id;
    enum mail_fate fate;
    const char *note;           /* the server's answer; why it was dropped */
    int seconds;                /* MAIL_RETRY: how long to wait */
    const char *message_id;     /* MAIL_SENT: of the letter; else NULL */
};
/** store_mail_settle() - writes the marks and ends what store_mail_take() began, in one trip
 *  @reached: the person who was sent a mail about games, 0: nobody; @news: it told more than a reminder does */
bool store_mail_settle(struct db *db, const struct mail_mark *marks, int n, int64_t reached, bool news, struct err *err);
/** store_mail_sent() - mails that were sent, when the database may have lost that; of a mark only id and message_id count */
bool store_mail_sent(struct db *db, const struct mail_mark *marks, int n, struct err *err);

/* How many notices went with a letter; of these, to an address; of these, how many have come back only now. */
struct bounced {
    int letter, address, marked;
    int64_t person;            /* whose address that is, if there was no visit since letters come back; 0: none */
};
/** store_bounce_secret() - on the arena: with what mail_return_address() signs */
bool store_bounce_secret(struct db *db, struct arena *arena, const char **secret, struct err *err);
/** store_mail_bounced() - the letter @message_id could not be delivered to @address, and @note says why; again is fine; one
 *  trip. No more mail goes to that address until its owner confirms it again, or another. */
bool store_mail_bounced(struct db *db, const char *message_id, const char *address, const char *note, struct bounced *bounced,
                        struct err *err);
/** store_token_new() - a token for a link in mail; outside or inside a transaction; @hash of the raw token
 *  @turn: the wait (awaited_ply) of @person in @game with which it ends, or NO_TURN: it ends with its time only */
bool store_token_new(struct db *db, enum token_kind kind, const uint8_t hash[TOKEN_HASH_BYTES], int64_t person, int64_t game,
                     int turn, int64_t seconds, struct err *err);

/* Of so many shares of all games the nth, from 0. */
struct share {
    int nth, of;
};
/** store_bot_games() - up to @most running games of @share in which a bot is awaited, its own seat's or that of somebody who is away; of
 *  guests, or all others */
bool store_bot_games(struct db *db, struct arena *arena, bool of_guests, struct share share, int most, int64_t **games, int *n, struct err *err);

/* ---- the clock (store_clock.c) ---- */

/** store_follow_clock() - has clock_now() tell the database's time from now on, as whatever watches the database does each second */
bool store_follow_clock(struct db *db, struct err *err);

/**
 * store_pulse() - writes down, once a minute, that the clock is at work at @now
 * When it was not for longer than an hour, or was at work in what is the future now (a clock that jumped), there has been
 * an outage. *outage: the time at which one was found that is to be seen to, 0: none. It lasts until store_outage_over().
 */
bool store_pulse(struct db *db, int64_t now, int64_t *outage, struct err *err);
/** store_outage_over() - every game has been seen to */
bool store_outage_over(struct db *db, int64_t outage, struct err *err);
/** store_outage_known() - was this outage seen to in @game? Between store_game_open() and store_game_close(). */
bool store_outage_known(struct db *db, int64_t game, int64_t outage, bool *known, struct err *err);
/** store_clock_games() - up to @most games in which a clock goes, by id, from @after on */
bool store_clock_games(struct db *db, struct arena *arena, int64_t after, int most, int64_t **games, int *n, struct err *err);
/** store_due_games() - up to @most games with a deadline or a reminder that has come at @now; *next: when the first other
 *  one comes, 0: never */
bool store_due_games(struct db *db, struct arena *arena, int64_t now, int most, int64_t **games, int *n, int64_t *next,
                     struct err *err);
/** store_rest_of() - when @person's clocks stand, from @now on; locks the person, so that a clock that begins by it does not
 *  miss a change */
bool store_rest_of(struct db *db, struct arena *arena, int64_t person, int64_t now, struct rest *rest, struct err *err);

/** store_all_games() - ids of all started games, ascending from @after, at most @most; for `ridotto replay --all` */
bool store_all_games(struct db *db, struct arena *arena, int64_t after, int most, int64_t **games, int *n, struct err *err);

/**
 * store_sweep() - deletes some of what has ended: sessions, links, counted attempts, old mail, old reports; the worker calls it now and then
 * @more: is there perhaps more of it? A thousand rows of a kind go at once, so that no transaction is long
 */
bool store_sweep(struct db *db, bool *more, struct err *err);

struct health {
    int64_t mails_waiting, mails_failed;
    int64_t oldest_mail;       /* when the oldest due mail was queued; 0: none */
    int64_t games_running;
    int migration;
    int64_t pulse, outage;     /* when the clock was last at work, and when the outage was found that is to be seen to; 0: never */
    int64_t guests;
};
bool store_health(struct db *db, struct health *health, struct err *err);

/* What waits for the worker: how many, and since when the first of them, 0: none. */
struct queue_age {
    int64_t n, since;
};
enum { LETTER_FATES_MOST = 8 };
struct queues {
    struct queue_age bots, studies, deliveries;
    int n_fates;
    struct {
        const char *fate;      /* on the arena: "waiting", "sent", "dropped", "failed", "bounced" */
        int64_t n;             /* of the last seven days */
    } letters[LETTER_FATES_MOST];
};
bool store_queues(struct db *db, struct arena *arena, struct queues *queues, struct err *err);

#define WATCHED_SILENT "silent"           /* there is no answer */
#define WATCHED_UNCONFIRMED "unconfirmed" /* a standby does not confirm */
enum { WATCHED_STATE = 16 };

/** store_write_trial() - can be written, and is it confirmed? Needs some disk for a moment, and leaves nothing behind. @state: why not */
bool store_write_trial(struct db *db, char state[WATCHED_STATE], struct err *err);

/* What the watch of this process last saw. */
struct watched {
    bool looked;               /* health is known */
    bool answers, tried;       /* can be read; a write was tried */
    char read_state[WATCHED_STATE], write_state[WATCHED_STATE]; /* "": it can be; else SQLSTATE or one of the names above */
    int unanswered;            /* commits of this process of which it is not known whether they are done */
    struct health health;
};

/** store_watch_start() - from now on all connections of this process are spared from asking a database that does not answer: threads, with
 *  a connection each; the one that writes, which may wait for a standby, goes past the @pooler (see db_open_pooled()). False: they do not
 *  start. store_watch_stop() - once all others have stopped asking */
bool store_watch_start(const char *direct, const char *pooler);
void store_watch_stop(void);
/** watched_gone() - did the database not answer when it was last looked at? Asks nobody */
bool watched_gone(void);
/** store_is_gone() - is what failed last on this connection a reason to read elsewhere: it is lost, takes no writes, or does not answer others? */
bool store_is_gone(const struct db *db);
/** store_watched() - what was last seen, after @milliseconds at the most if a new look takes longer; false: nobody watches */
bool store_watched(struct watched *out, int milliseconds);

/** store_listen() - waits up to @milliseconds for a NOTIFY on @channel ("outbox", "delivery" or "game"); *heard says whether one came */
bool store_listen(struct db *db, const char *channel, int milliseconds, bool *heard, struct err *err);

#endif

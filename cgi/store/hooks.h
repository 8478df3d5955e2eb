/* Hooks, and what is sent to them and to other targets (store_hooks.c). As of store.h: false with @err set; texts on the arena; 0 and NULL are SQL
 * null. Each is one trip unless it says so. */
#ifndef CGI_STORE_HOOKS_H
#define CGI_STORE_HOOKS_H

#include "cgi/store/store.h"

enum { HOOKS_MOST = 5, HOOK_SECRET_BYTES = 24, HOOK_URL_MOST = 500, PUSH_BROWSERS_MOST = 10, PUSH_KEY_BYTES = 65, PUSH_AUTH_BYTES = 16 };

/* ---- of their owner ---- */

struct hook_row {
    int64_t id;
    int64_t game;              /* the table that it is about; 0: the owner's own games */
    const char *rules_id;      /* of that table */
    const char *url, *form;
    const char *events;        /* "turn ended" */
    int64_t made, failing, stopped; /* failing 0: the last that was sent has worked */
};
/** store_hooks() - of @person, the oldest first; @hooks has room for HOOKS_MOST */
bool store_hooks(struct db *db, struct arena *arena, int64_t person, struct hook_row *hooks, int *n, struct err *err);
/** store_hook_new() - @hook's game, url, form and events, signed with @secret; its id is filled. ERR_STALE: there are HOOKS_MOST already, or the game is not a table that the
 *  person owns and that is not over */
bool store_hook_new(struct db *db, int64_t person, struct hook_row *hook, const uint8_t secret[HOOK_SECRET_BYTES], struct err *err);
/** store_hook_drop() - with all that waits for it; ERR_GONE */
bool store_hook_drop(struct db *db, int64_t person, int64_t hook, struct err *err);
/** store_hook_again() - one that was switched off is used again; ERR_GONE */
bool store_hook_again(struct db *db, int64_t person, int64_t hook, struct err *err);
/** store_hook_test() - queues a test; ERR_GONE: there is no such hook, or it is switched off */
bool store_hook_test(struct db *db, int64_t person, int64_t hook, struct err *err);

/* What became of one delivery. */
struct fate_row {
    int64_t target, game;      /* game 0: none */
    const char *rules_id, *kind, *status;
    int64_t queued, due, done;
    int tries;
    const char *note;          /* what was answered last, or why it was not sent; NULL: nothing yet */
};
/** store_fates() - the newest @most of each hook of @person; by hook, newest first */
bool store_fates(struct db *db, struct arena *arena, int64_t person, int most, struct fate_row **fates, int *n, struct err *err);

struct game_named {
    int64_t id;
    const char *rules_id;
};
/** store_games_to_hook() - the tables that a hook of @person may be about, newest first; at most @most */
bool store_games_to_hook(struct db *db, struct arena *arena, int64_t person, int most, struct game_named **games, int *n, struct err *err);

/* ---- sending ---- */

struct delivery_row {
    int64_t id, target, game;  /* game 0: a test */
    const char *kind;          /* "test", "turn", "started", "ended", "chat" */
    int ply;
    int64_t line;              /* of chat, else 0 */
    int tries;                 /* this one included */
    int64_t queued;
    int64_t taken;             /* what was queued later is not known to what is written */
    const char *url, *form;
    uint8_t secret[HOOK_SECRET_BYTES];
    int64_t person;            /* the owner */
    bool of_table;             /* told as strangers see it; else as one of the owner's games */
    const char *lang;          /* the owner's, or NULL */
    const char *needless;      /* why it is not to be sent any more, "early" or "paused": not yet; NULL: send it */
    /* ---- of a browser ---- */
    bool push;                 /* it is one; line is the notice's nth, and kind that of a notice (struct outbox_row) */
    uint8_t key[PUSH_KEY_BYTES], auth[PUSH_AUTH_BYTES];
    bool brief;                /* its service takes only short messages */
    bool more;                 /* it may be told more than game and question */
    bool daily;                /* all turns that are due go in one message */
    int waiting;               /* games that wait for the owner, 99 at the most */
    struct rest rest;          /* the owner's nightly rest, without vacations */
    int64_t deadline;          /* when the owner's time in that game runs out; 0: it does not */
};
/** store_delivery_take() - at most @most that are due, one of each target; they are ours for @seconds, then others may take them, too. The try is
 *  counted before it is made. */
bool store_delivery_take(struct db *db, struct arena *arena, int most, int seconds, struct delivery_row **rows, int *n, struct err *err);
/** store_delivery_sent() - it was taken there; @several: and told of all games that waited when it was taken, so that their turns need not be sent any more;
 *  @note: what was answered; @urgent: it does not count for how much comes */
bool store_delivery_sent(struct db *db, const struct delivery_row *row, const char *note, bool several, bool urgent, struct err *err);
/** store_delivery_later() - it was not sent now, and is to be at @at; 0: a day after what was sent there last */
bool store_delivery_later(struct db *db, const struct delivery_row *row, int64_t at, struct err *err);
/** store_delivery_shorter() - it was too long there: it is sent once more, and all that follows is short */
bool store_delivery_shorter(struct db *db, const struct delivery_row *row, struct err *err);
/** store_target_gone() - a browser is there no more: it is forgotten, with all that waits for it */
bool store_target_gone(struct db *db, int64_t target, struct err *err);
/** store_delivery_dropped() - it was not sent, and need not be; @note: why */
bool store_delivery_dropped(struct db *db, const struct delivery_row *row, const char *note, struct err *err);
/** store_delivery_back() - it was not sent: somebody takes it anew */
bool store_delivery_back(struct db *db, const struct delivery_row *row, struct err *err);
/** store_delivery_failed() - it was not taken; the next try is after @seconds, 0: there is none. A target where nothing has worked for @week seconds is switched off,
 *  and its owner gets an e-mail: *stopped */
bool store_delivery_failed(struct db *db, const struct delivery_row *row, const char *note, int seconds, int week, bool *stopped, struct err *err);
/** store_delivery_next() - milliseconds until something is due, at most a minute */
bool store_delivery_next(struct db *db, int *milliseconds, struct err *err);
/** store_delivery_line() - the line of chat that is told; ERR_GONE: it is hidden by now */
bool store_delivery_line(struct db *db, struct arena *arena, int64_t id, struct message_row *line, struct err *err);

/* ---- browsers ---- */

struct push_browser {
    int64_t id;
    struct device device;
    int64_t made, failing;
    bool here;                 /* it is the one that asks */
};
/* What a browser says of itself when its person turns pushes on. */
struct push_new {
    const char *url;
    uint8_t key[PUSH_KEY_BYTES], auth[PUSH_AUTH_BYTES];
    struct device device;
};
/** store_push_add() - for @person, as long as the session with this hash lasts; of more than PUSH_BROWSERS_MOST the oldest goes */
bool store_push_add(struct db *db, int64_t person, const uint8_t session[TOKEN_HASH_BYTES], const struct push_new *browser, struct err *err);
/** store_push_renew() - the browser of @person that had the address @old, '': the newest of this session, has that of @browser now, with all that waits for it.
 *  ERR_GONE: there is none */
bool store_push_renew(struct db *db, int64_t person, const uint8_t session[TOKEN_HASH_BYTES], const char *old, const struct push_new *browser, struct err *err);
/** store_push_browsers() - newest first; @browsers has room for PUSH_BROWSERS_MOST */
bool store_push_browsers(struct db *db, struct arena *arena, int64_t person, const uint8_t session[TOKEN_HASH_BYTES], struct push_browser *browsers, int *n,
                         struct err *err);
/** store_push_drop() - ERR_GONE */
bool store_push_drop(struct db *db, int64_t person, int64_t browser, struct err *err);
/** store_push_test() - queues a test for each of the person's browsers */
bool store_push_test(struct db *db, int64_t person, struct err *err);
/** store_push_asked() - @person need not be asked any more whether a browser may tell of turns */
bool store_push_asked(struct db *db, int64_t person, struct err *err);
/** store_push_wish() - may the person's browsers be told more than game and question? *how_often: as for e-mail, "none": there is no e-mail */
bool store_push_wish(struct db *db, struct arena *arena, int64_t person, bool *more, const char **how_often, struct err *err);
bool store_push_wish_set(struct db *db, int64_t person, bool more, struct err *err);
/** store_pushes() - the newest @most that were sent to the person's browsers */
bool store_pushes(struct db *db, struct arena *arena, int64_t person, int most, struct fate_row **fates, int *n, struct err *err);
/** store_vapid() - the site's private key for push services */
bool store_vapid(struct db *db, uint8_t scalar[32], struct err *err);

#endif

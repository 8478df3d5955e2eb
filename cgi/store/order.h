/* What the store does for order on the site: reports, what moderators do, announcements (store_order.c), and codes to join with
 * (store_joining.c). As of store.h: false with @err set; texts on the arena; 0 and NULL are SQL null. Each is one trip unless it says so. */
#ifndef CGI_STORE_ORDER_H
#define CGI_STORE_ORDER_H

#include "cgi/store/store.h"

/* ---- reports ---- */

enum { REPORT_TEXT_MOST = 1000, REPORT_LINES = 5 };

/* What is reported. */
struct report_new {
    const char *kind;          /* "person", "name", "line", "game" */
    int64_t whom, game, line;  /* 0: none */
    const char *reason, *text; /* text: "" or what the person wrote */
    const char *context;       /* JSON, of public things */
};
/** store_report() - by @reporter; *is_new false: joined with an equal one of the same person that is not closed */
bool store_report(struct db *db, int64_t reporter, const struct report_new *report, bool *is_new, struct err *err);

/* A line of chat, as a report is about it; the id is negative where a spectator has written it. */
struct reported_line {
    int64_t id, game, person, at;
    int ply;
    const char *text;
    bool hidden, closed;       /* by a moderator; to who asks, until the game is over. Filled by store_report_line() only, as game and person alone */
};
/** store_report_line() - where the line is and whose (0: of somebody who has left), for @reader; ERR_GONE */
bool store_report_line(struct db *db, int64_t line, int64_t reader, struct reported_line *out, struct err *err);
/** store_report_lines() - it and at most REPORT_LINES before and after, oldest first */
bool store_report_lines(struct db *db, struct arena *arena, int64_t game, int64_t line, struct reported_line **lines, int *n, struct err *err);

/* What reports are about: one person, or one table as a whole. */
struct about {
    int64_t person, game;      /* person 0: the table */
};
/* All reports about one of these that are not closed. */
struct report_group {
    struct about about;
    const char *name;          /* of the person; NULL: a table */
    int n, people;             /* how many, of how many people */
    const char *taken_by;      /* a moderator's name or NULL */
    int64_t first, newest;
    const char *reasons;       /* "abuse,spam" */
};
struct report_row {
    int64_t id, at, whom, game, line, taken_by, closed;
    const char *kind, *name, *reason, *text, *context, *status, *taken_name, *result, *note, *closed_by;
    int times;
    bool hidden;               /* the line is, by now */
};
/* All lists for @moderator leave out what is about him or her, or a table where he or she plays, or what spectators write there, and for who is no operator what is about
 * people with a role. */
bool store_report_groups(struct db *db, struct arena *arena, int64_t moderator, int after, int most, struct report_group **groups, int *n,
                         struct err *err);
/** store_reports_of() - those not closed, by id, after @after; name, closed and result are not filled */
bool store_reports_of(struct db *db, struct arena *arena, int64_t moderator, struct about about, int64_t after, int most,
                      struct report_row **reports, int *n, struct err *err);
/** store_reports_closed() - the newest, closed before @before (0: now); game, line, hidden and taken are not filled */
bool store_reports_closed(struct db *db, struct arena *arena, int64_t moderator, int64_t before, int most, struct report_row **reports, int *n,
                          struct err *err);
/** store_reports_take() - those up to the one of id @last; ERR_STALE: another moderator has them, unless @over, or they are closed */
bool store_reports_take(struct db *db, int64_t moderator, struct about about, int64_t last, bool over, struct err *err);
/** store_reports_close() - likewise, with a result: "acted", "nothing", "unfounded"; @note: NULL for none */
bool store_reports_close(struct db *db, int64_t moderator, struct about about, int64_t last, const char *result, const char *note, struct err *err);
bool store_reports_open(struct db *db, int64_t *n, struct err *err);

/* ---- what moderators do ---- */

enum { DAYS_MOST = 3650, WHY_MOST = 500 };

struct act_new {
    const char *kind;          /* "hide", "mute", "suspend", "ban", "rename", "words" (about oneself go), "close" */
    int64_t whom, line, game;  /* of hide the line; of close the game; else whom */
    int days;                  /* of mute and suspend */
    const char *why;           /* 1 .. WHY_MOST characters */
    const char *name;          /* of rename; NULL: "member-" and the number */
};
/**
 * store_act() - does it and writes it down, in one transaction; @arena: for a short time
 * *whom, *game: whom and where it concerned, 0: nobody, nowhere. Suspending and banning end the sessions; who plays somewhere is seen to by
 * play_held(). A table is only written down: play_close() ends it.
 * ERR_FORBIDDEN: no moderator, or it concerns the moderator, an operator, or, for a moderator, another one or who plays at the same table; ERR_GONE: there is no such;
 * ERR_STALE: it is so already; ERR_INPUT about "name".
 */
bool store_act(struct db *db, struct arena *arena, int64_t moderator, const struct act_new *act, int64_t *whom, int64_t *game, struct err *err);
/** store_act_undo() - likewise; ERR_STALE, too: what cannot be undone */
bool store_act_undo(struct db *db, struct arena *arena, int64_t moderator, int64_t act, const char *why, struct err *err);
/** store_role() - @role: "", "moderator", "operator"; @owner: connected as the owner of the database; ERR_GONE */
bool store_role(struct db *owner, int64_t person, const char *role, struct err *err);

struct act_row {
    int64_t id, at, whom, game, line, until, undone;
    int64_t opener;            /* of close: whose standing challenge ended with the table; 0: nobody's */
    bool game_gone;            /* there is no such table any more */
    const char *kind, *name, *why, *was, *becomes, *undone_why, *moderator, *undone_by; /* moderator NULL: by command; PERSON_LEFT */
};
/** store_acts() - newest first, before the one of id @before (0: the newest); @about: of whom or where, of both 0: all; @reader: who gets them, and
 * none about what spectators of his or her own game wrote */
bool store_acts(struct db *db, struct arena *arena, struct about about, int64_t reader, int64_t before, int most, struct act_row **acts, int *n, struct err *err);
/** store_acts_see() - the newest about @person, who reads them now: store_own_games() tells of none of them any more */
bool store_acts_see(struct db *db, struct arena *arena, int64_t person, int most, struct act_row **acts, int *n, struct err *err);
bool store_act_of(struct db *db, struct arena *arena, int64_t act, struct act_row *out, struct err *err);

/* A person as moderators see one. */
struct judged {
    int64_t id, joined, muted_until, suspended_until, banned;
    const char *name, *role;
    bool together;             /* plays, or has sat down, at a table of who reads */
};
bool store_judged(struct db *db, struct arena *arena, int64_t person, int64_t reader, struct judged *judged, struct err *err);

/** store_names() - what @n people are called now; NULL for who has left */
bool store_names(struct db *db, struct arena *arena, const int64_t *people, int n, const char **names, struct err *err);

/** store_proves() - the password was entered in the session just now; store_proved() - and was it in the last @seconds? */
bool store_proves(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err);
bool store_proved(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], int seconds, bool *proved, struct err *err);

/** store_held_people() - at most @most who are suspended or banned and still play or have sat down somewhere */
bool store_held_people(struct db *db, struct arena *arena, int most, int64_t **people, int *n, struct err *err);

/* ---- announcements ---- */

enum { ANNOUNCEMENT_MOST = 500, ANNOUNCEMENTS_MOST = 20 };

struct announcement {
    int64_t id, starts, ends;
    const char *en, *ja;       /* ja NULL: the same */
};
/** store_announcements() - what is shown at @now or will be; at most ANNOUNCEMENTS_MOST, by their start */
bool store_announcements(struct db *db, struct arena *arena, int64_t now, struct announcement **list, int *n, struct err *err);
/** store_announce() - @maker 0: by command; *id: its number */
bool store_announce(struct db *db, int64_t maker, const struct announcement *announcement, int64_t *id, struct err *err);
/** store_announcement_drop() - shown no longer; again is fine; ERR_GONE */
bool store_announcement_drop(struct db *db, int64_t id, int64_t maker, struct err *err);

/* ---- codes to join with (store_joining.c) ---- */

enum { CODE_TEXT = 17, CODES_OPEN = 3, CODE_PEOPLE = 5, CODE_DAYS = 30 };

struct joining_code {
    int64_t id, expires;
    const char *code;
    int most, used;
};
/** store_code_new() - for @most people, for @days; @maker 0: the operator, who may have any number; ERR_STALE: CODES_OPEN of this person are open */
bool store_code_new(struct db *db, int64_t maker, int most, int days, char code[CODE_TEXT], struct err *err);
bool store_codes(struct db *db, struct arena *arena, int64_t maker, struct joining_code **codes, int *n, struct err *err);
bool store_code_drop(struct db *db, int64_t id, int64_t maker, struct err *err);
/** store_code_good() - can somebody join with @code? ERR_INPUT about "code": unknown, used up, too old, or of who is suspended */
bool store_code_good(struct db *db, const char *code, struct err *err);
/** store_code_use() - likewise, and somebody does; store_code_unuse(): nobody has after all */
bool store_code_use(struct db *db, const char *code, struct err *err);
bool store_code_unuse(struct db *db, const char *code, struct err *err);

#endif

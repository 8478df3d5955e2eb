/* Programs that act for people (store_api.c): their tokens, requests that were answered once already, and accounts of programs. */
#ifndef CGI_STORE_PROGRAMS_H
#define CGI_STORE_PROGRAMS_H

#include <strings.h>

#include "cgi/store/store.h"

/* What a token may do; scope_name() says how it is called. BOT: see to the owner's programs. */
enum scope { SCOPE_READ = 1, SCOPE_PLAY = 2, SCOPE_TABLES = 4, SCOPE_BOT = 8, SCOPES_ALL = 15 };
enum { SCOPE_COUNT = 4 };
/** scope_name() - "read" of the first, i 0 .. SCOPE_COUNT - 1: bit 1 << i */
const char *scope_name(int i);
/** scopes_text() - "read play", on the arena; in the order of scope_name() */
const char *scopes_text(struct arena *arena, unsigned scopes);

enum { PROGRAMS_MOST = 3, TOKENS_MOST = 20, TOKEN_NAME_MOST = 60, TOKEN_DAYS_MOST = 3650 };
/* Names of programs begin so, and no others. */
#define PROGRAM_NAME "bot-"
/** name_is_program() - is it a program that is called @name (NULL: nobody)? */
static inline bool name_is_program(const char *name)
{
    return name && !strncasecmp(name, PROGRAM_NAME, sizeof(PROGRAM_NAME) - 1);
}

/* Who asks by a token. */
struct api_caller {
    struct person person;      /* as of store_session(); seen_due: store_api_seen() is to be called; an address counts as confirmed when that of a
                                * program's owner is */
    int64_t token;
    unsigned scopes;           /* bits of enum scope */
    int64_t program_of;        /* whose program it is; 0: it is a person */
};
/** store_api_person() - whose token this is; ERR_SIGN_IN: it is none, or its time is over; one trip */
bool store_api_person(struct db *db, struct arena *arena, const char *token, struct api_caller *caller, struct err *err);
/** store_api_seen() - the token is in use */
bool store_api_seen(struct db *db, int64_t token, struct err *err);

struct api_token {
    int64_t id;
    const char *name, *scopes; /* as typed; "read play" */
    int64_t made, seen, ends;  /* seen 0: never; ends 0: it does not */
    bool over;
    const char *program;       /* the name of the program that it is for; NULL: the person's own */
};
/** store_api_tokens() - of @owner and the owner's programs, newest first */
bool store_api_tokens(struct db *db, struct arena *arena, int64_t owner, struct api_token **tokens, int *n, struct err *err);
/** store_api_token_new() - for @person, who may be a program; @days 0: it does not end. ERR_STALE: there are TOKENS_MOST already */
bool store_api_token_new(struct db *db, int64_t person, const char *token, const char *name, const char *scopes, int days, struct err *err);
/** store_api_token_drop() - one of @owner's or of a program of @owner's; ERR_GONE */
bool store_api_token_drop(struct db *db, int64_t owner, int64_t token, struct err *err);

struct program {
    int64_t id;
    const char *name;
    int64_t made;
};
/** store_programs() - of @owner, the oldest first; @programs has room for PROGRAMS_MOST */
bool store_programs(struct db *db, struct arena *arena, int64_t owner, struct program *programs, int *n, struct err *err);
/** store_program_new() - @name begins with PROGRAM_NAME; ERR_INPUT about "program": it is taken or no name; ERR_STALE: there are PROGRAMS_MOST already */
bool store_program_new(struct db *db, struct arena *arena, int64_t owner, const char *name, int64_t *id, struct err *err);

/* A request that named itself, as it stands. */
struct api_done {
    bool now;                  /* it is to be done now, then store_api_end() or store_api_forget() */
    bool same;                 /* the same was asked for before by that name; false: something else was */
    int status;                /* that it was answered with; 0: it is being done */
    int64_t game;              /* where it led; 0: to no table */
};
/** store_api_begin() - @key and @body, hashes, are noted for @person, unless they are there */
bool store_api_begin(struct db *db, int64_t person, const uint8_t key[TOKEN_HASH_BYTES], const uint8_t body[TOKEN_HASH_BYTES], struct api_done *done, struct err *err);
/** store_api_end() - it was done */
bool store_api_end(struct db *db, int64_t person, const uint8_t key[TOKEN_HASH_BYTES], int status, int64_t game, struct err *err);
/** store_api_forget() - it was not, and may be asked for again */
bool store_api_forget(struct db *db, int64_t person, const uint8_t key[TOKEN_HASH_BYTES], struct err *err);

#endif

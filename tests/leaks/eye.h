/* What one person reads: pages, JSON, feeds, calendar, events, letters, pushes, hooks, answers to forms; byte by byte, of two tales. */
#ifndef TESTS_LEAKS_EYE_H
#define TESTS_LEAKS_EYE_H

#include "cgi/http/service.h"
#include "cgi/store/store.h"
#include "tests/leaks/twin.h"

enum { EYE_WHY = 1200, EYE_READINGS = 300 };

/* Somebody of the house. */
struct reader_person {
    int64_t id;
    const char *name;
    const char *session;  /* raw token; NULL: nobody is signed in */
    const char *feed;     /* likewise */
    const char *program;  /* of a program of theirs, that may do everything */
};

struct eye {
    struct service *service;
    struct db *db;
    struct stage *stage;  /* set by the caller, as these two: */
    const struct reader_person *person;  /* who plays, by seat */
    const struct reader_person *watcher; /* looks on, and is not the reader */
    int64_t now;
    int64_t read, bytes;  /* answers and letters of all tales, and how long they were */
    int64_t of_kind[8];   /* see eye_kinds */
    char why[EYE_WHY];    /* what differs, when something does */
};
extern const char *const eye_kinds[8]; /* NULL: no more */

/** eye_open() - from now on libsodium's chance is the same for both tales of a twin */
void eye_open(struct eye *eye, struct service *service, struct db *db, int64_t now);

/* What was read of the first tale. */
struct readings;

/**
 * eye_read() - all that @who may ask for at table @game, which stands as one tale of @twin
 * @first: NULL for the first tale; of the second, what the first gave: then everything is compared
 * Return: the readings; NULL with eye->why when an answer differs.
 */
struct readings *eye_read(struct eye *eye, const struct twin *twin, int64_t game, const struct reader_person *who,
                          const struct reader_person *other, uint64_t seed, const struct readings *first);

/** eye_answer() - what @who is answered to a GET: status, headers and body, on @arena; @known: an ETag that they have, or NULL */
struct sb eye_answer(struct eye *eye, struct arena *arena, const struct reader_person *who, const char *lang, const char *target,
                     const char *known, bool packed);

#endif

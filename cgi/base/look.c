#include "config.h"

#include "cgi/base/look.h"

#include <pthread.h>
#include <string.h>
#include <unicode/ucasemap.h>
#include <unicode/uspoof.h>

#include "cgi/base/err.h"

#include "cgi/base/banned.h"

enum { ROOM = 1024 };

static USpoofChecker *checker;
static UCaseMap *cases;

static void open_checker(void)
{
    UErrorCode error = U_ZERO_ERROR;
    cases = ucasemap_open("", U_FOLD_CASE_DEFAULT, &error);
    checker = uspoof_open(&error);
    if (U_SUCCESS(error))
        uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS | USPOOF_INVISIBLE, &error);
    if (U_FAILURE(error))
        checker = NULL;
}

/* Made once, only read afterwards. */
bool look_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_checker);
    return checker != NULL;
}

/* No memory is the trouble of this moment, and nothing that the name could help. */
static bool went_well(UErrorCode error)
{
    if (error == U_MEMORY_ALLOCATION_ERROR)
        out_of_memory();
    return U_SUCCESS(error) && error != U_STRING_NOT_TERMINATED_WARNING;
}

static bool fold(char to[ROOM], const char *text)
{
    UErrorCode error = U_ZERO_ERROR;
    ucasemap_utf8FoldCase(cases, to, ROOM, text, -1, &error);
    return went_well(error);
}

static bool skeleton(char to[ROOM], const char *text)
{
    UErrorCode error = U_ZERO_ERROR;
    uspoof_getSkeletonUTF8(checker, 0, text, -1, to, ROOM, &error);
    return went_well(error);
}

bool look_of(struct arena *arena, const char *name, struct look *look)
{
    char written[ROOM], small[ROOM], folded[ROOM];
    if (!look_open() || !skeleton(folded, name) || !fold(written, folded) || !fold(folded, name) || !skeleton(small, folded))
        return false;
    *look = (struct look){arena_strdup(arena, written), arena_strdup(arena, small)};
    return true;
}

bool look_alike(const struct look *a, const struct look *b)
{
    return !strcmp(a->written, b->written) || !strcmp(a->small, b->small);
}

bool look_mixed(const char *name)
{
    UErrorCode error = U_ZERO_ERROR;
    return !look_open() || uspoof_check2UTF8(checker, name, -1, NULL, &error) != 0 || !went_well(error);
}

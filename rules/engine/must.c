#include "config.h"

#include "rules/engine/must.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The active must_catch() calls of this thread, the innermost first. */
struct guard {
    jmp_buf back;
    char *told;
    struct guard *outer;
};
static _Thread_local struct guard *innermost;

/* @text behind what there is, as far as there is room. */
static void add(char told[MUST_TOLD], const char *text)
{
    size_t length = strlen(told), more = strlen(text);
    if (more > MUST_TOLD - 1 - length)
        more = MUST_TOLD - 1 - length;
    memcpy(told + length, text, more);
    told[length + more] = '\0';
}

static void tell(char told[MUST_TOLD], const char *what, const char *file, int line)
{
    char digits[12] = "";
    int at = (int)sizeof(digits) - 1;
    do
        digits[--at] = (char)('0' + line % 10);
    while (line /= 10);
    told[0] = '\0';
    add(told, file);
    add(told, ":");
    add(told, digits + at);
    add(told, ": ");
    add(told, what);
}

/* A line as the program's log has them: what would end its quotes is told as '. */
static void log_fatal(const char told[MUST_TOLD])
{
    char line[MUST_TOLD] = "level=fatal message=\"";
    char *at = line + strlen(line);
    add(line, told);
    line[MUST_TOLD - 3] = '\0'; /* room for the end, however long it is */
    for (; *at; at++)
        if (*at == '"' || *at == '\\')
            *at = '\'';
    add(line, "\"\n");
    if (write(STDERR_FILENO, line, strlen(line)) < 0)
        abort();
}

void must_fail(const char *what, const char *file, int line)
{
    struct guard *guard = innermost;
    char told[MUST_TOLD];
    tell(guard && guard->told ? guard->told : told, what, file, line);
    if (guard)
        longjmp(guard->back, 1);
    log_fatal(told);
    abort();
}

bool must_catch(void (*what)(void *user), void *user, char told[MUST_TOLD])
{
    struct guard guard;
    guard.told = told;
    guard.outer = innermost;
    if (setjmp(guard.back)) {
        innermost = innermost->outer;
        return false;
    }
    innermost = &guard;
    what(user);
    innermost = guard.outer;
    return true;
}

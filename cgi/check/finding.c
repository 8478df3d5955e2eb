#include "config.h"

#include "cgi/check/finding.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "cgi/base/jsonx.h"

#include "cgi/base/banned.h"

static const char *const state_names[CHECK_STATES] = {"ok", "wrong", "unknown", "skipped"};

static void print_text(const struct checking *c, enum check_state state, const char *sentence, const char *mend)
{
    printf("%-8s %-11s %s\n", state_names[state], c->name, sentence);
    if (mend)
        printf("%-20s To mend it: %s\n", "", mend);
}

static void print_json(const struct checking *c, enum check_state state, const char *sentence, const char *mend)
{
    struct json_object *finding = jobj();
    jset(finding, "check", jstr(c->name));
    jset(finding, "state", jstr(state_names[state]));
    jset(finding, "says", jstr(sentence));
    jprint_take(jset(finding, "mend", jstr(mend)));
}

static void say(struct checking *c, enum check_state state, const char *mend, const char *format, va_list args)
{
    const char *sentence = arena_vprintf(c->arena, format, args);
    c->n[state]++;
    (c->json ? print_json : print_text)(c, state, sentence, mend);
    fflush(stdout); /* some looks take seconds */
}

void say_ok(struct checking *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(c, CHECK_OK, NULL, format, args);
    va_end(args);
}

void say_wrong(struct checking *c, const char *mend, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(c, CHECK_WRONG, mend, format, args);
    va_end(args);
}

void say_unknown(struct checking *c, const char *mend, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(c, CHECK_UNKNOWN, mend, format, args);
    va_end(args);
}

void say_skipped(struct checking *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(c, CHECK_SKIPPED, NULL, format, args);
    va_end(args);
}

const char *counted(struct checking *c, int64_t n, const char *what)
{
    return arena_printf(c->arena, "%" PRId64 " %s%s", n, what, n == 1 ? "" : "s");
}

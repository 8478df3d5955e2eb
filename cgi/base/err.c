#include "config.h"

#include "cgi/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/parse.h"
#include "rules/engine/fault.h"
#include "rules/engine/must.h"
#include "rules/rules.h"

#include "cgi/base/banned.h"

static const struct {
    int status;
    const char *name;
} codes[] = {
#define X(code, status, name) [code] = {status, name},
    ERR_LIST(X)
#undef X
};

int err_status(enum err_code code)
{
    return codes[code].status;
}

const char *err_name(enum err_code code)
{
    return codes[code].name;
}

const char *err_plain(const struct err *err)
{
    const char *line = strchr(err->logged, ':'), *words = line ? strstr(line, ": ") : NULL;
    return err->say && !strstr(err->say, "{what}") ? err->say : words ? words + 2 : err->logged;
}

const char *err_row(const struct err *err)
{
    return err->code == ERR_INTERNAL ? strstr(err->logged, "game ") : NULL;
}

static void write_what(struct err *err, const char *what)
{
    struct writer out = writer_on(err->what, sizeof(err->what));
    write_text(&out, what ? what : "");
}

bool err_reword(struct err *err, const char *say, const char *what)
{
    err->say = say;
    write_what(err, what);
    return false;
}

bool err_kind(struct err *err, const char *kind)
{
    err->kind = kind;
    return false;
}

char err_log_char(char c)
{
    return c == '"' || c == '\\' ? '\'' : (unsigned char)c < ' ' || c == 0x7f ? ' ' : c;
}

/* The bytes of the character that begins at @text; 0: none does, as where a "%.100s" has cut one. */
static size_t character_length(const char *text)
{
    enum { LONGEST = 4 };
    for (size_t n = 1; n <= LONGEST && text[n - 1]; n++)
        if (utf8_valid(text, n))
            return n;
    return 0;
}

static void make_loggable(char *text)
{
    size_t n = strlen(text), length;
    for (char *c = text; *c; c += length ? length : 1) {
        length = character_length(c);
        *c = length ? err_log_char(*c) : '?';
    }
    while (n > 0 && text[n - 1] == ' ')
        text[--n] = '\0';
}

bool err_set(struct err *err, enum err_code code, const char *say, const char *what, const char *file, int line,
             const char *format, ...)
{
    err->code = code;
    err->rule = err->again = err->own = err->n = 0;
    err->held = false;
    err->kind = NULL;
    err->say = say;
    write_what(err, what);
    char logged[sizeof(err->logged) + 4]; /* more than is kept: what is too long is cut between characters */
    int n = snprintf(logged, sizeof(logged), "%s:%d: ", file, line);
    va_list args;
    va_start(args, format);
    vsnprintf(logged + n, sizeof(logged) - (size_t)n, format, args);
    va_end(args);
    struct writer out = writer_on(err->logged, sizeof(err->logged));
    write_text(&out, logged);
    make_loggable(err->logged);
    return false;
}

static const char no_memory[] = "out of memory";

void out_of_memory(void)
{
    must_fail(no_memory, "malloc", 0);
}

struct watched {
    bool (*what)(void *user, struct err *err);
    void *user;
    struct err *err;
    bool ok;
};

static void run(void *user)
{
    struct watched *watched = user;
    watched->ok = watched->what(watched->user, watched->err);
}

bool err_catch(bool (*what)(void *user, struct err *err), void *user, struct err *err)
{
    struct watched watched = {.what = what, .user = user, .err = err};
    char told[MUST_TOLD];
    if (must_catch(run, &watched, told))
        return watched.ok;
    if (strstr(told, no_memory))
        return err_fail(err, ERR_BUSY, NULL, NULL, "%s", no_memory);
    return err_fail(err, ERR_INTERNAL, N_("The data of a game is inconsistent, so this was stopped and nothing was "
                                          "changed. Please tell the administrator of this site."), NULL, "stopped: %s", told);
}

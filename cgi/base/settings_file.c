#include "config.h"

#include "cgi/base/settings_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cgi/base/banned.h"

enum { LINE_ROOM = 2048 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char *skip_blanks(char *c)
{
    while (is_blank(*c))
        c++;
    return c;
}

static void trim_end(char *text)
{
    for (size_t n = strlen(text); n > 0 && is_blank(text[n - 1]); n--)
        text[n - 1] = '\0';
}

static bool wrong(char *why, size_t room, const char *what)
{
    snprintf(why, room, "%s", what);
    return false;
}

/* From the opening quote at @from to the closing one; *after is what follows that. */
static bool take_quoted(char *from, char **value, char **after, char *why, size_t room)
{
    char quote = *from++, *to = from;
    *value = from;
    for (; *from && *from != quote; from++) {
        bool escape = quote == '"' && *from == '\\' && from[1] && strchr("\"\\$`", from[1]);
        *to++ = escape ? *++from : *from;
    }
    if (*from != quote)
        return wrong(why, room, "the quotes are not closed");
    *after = from + 1;
    *to = '\0';
    return true;
}

static bool take_value(char *text, char **value, char *why, size_t room)
{
    char *after;
    *value = text = skip_blanks(text);
    if (*text == '"' || *text == '\'') {
        if (!take_quoted(text, value, &after, why, room))
            return false;
        return *skip_blanks(after) == '\0' || wrong(why, room, "something follows the closing quotes");
    }
    trim_end(text);
    return !strchr(text, '\\') || wrong(why, room, "a value with a backslash needs to stand in single quotes");
}

static bool take_line(char *line, setting_line *take, void *data, char *why, size_t room)
{
    char *name = skip_blanks(line), *value;
    if (!*name || *name == '#' || *name == ';')
        return true;
    char *equals = strchr(name, '=');
    if (!equals)
        return wrong(why, room, "a line says NAME=value");
    *equals = '\0';
    trim_end(name);
    return take_value(equals + 1, &value, why, room) && take(data, name, value, why, room);
}

bool settings_faulty(const struct settings_hearer *hearer, enum settings_fault fault, const char *why)
{
    if (hearer->fault)
        hearer->fault(hearer->data, fault, why);
    return hearer->fault != NULL;
}

static bool take_lines(FILE *file, const char *path, setting_line *take, void *data, const struct settings_hearer *hearer, char *why, size_t room)
{
    char line[LINE_ROOM], reason[300];
    for (int number = 1; fgets(line, sizeof(line), file); number++) {
        bool whole = strchr(line, '\n') || feof(file);
        if (whole ? take_line(line, take, data, reason, sizeof(reason))
                  : wrong(reason, sizeof(reason), "the line is too long"))
            continue;
        snprintf(why, room, "%s:%d: %s", path, number, reason);
        if (!settings_faulty(hearer, FAULT_LINE, why))
            return false;
        for (int c = '\n'; !whole && c != EOF; whole = c == '\n')
            c = fgetc(file);
    }
    if (!ferror(file))
        return true;
    snprintf(why, room, "%s: %s", path, strerror(errno));
    return settings_faulty(hearer, FAULT_FILE, why);
}

bool settings_file_read(const char *path, setting_line *take, void *data, const struct settings_hearer *hearer, bool *open_to_all, char *why,
                        size_t room)
{
    struct stat st;
    FILE *file = fopen(path, "re");
    if (!file) {
        snprintf(why, room, "%s: %s", path, strerror(errno));
        return settings_faulty(hearer, FAULT_FILE, why);
    }
    *open_to_all = fstat(fileno(file), &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & S_IROTH);
    bool ok = take_lines(file, path, take, data, hearer, why, room);
    fclose(file);
    return ok;
}

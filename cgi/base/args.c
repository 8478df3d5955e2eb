#include "config.h"

#include "cgi/base/args.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

struct args args_on(int argc, char **argv)
{
    return (struct args){.argc = argc, .argv = argv, .at = 0};
}

bool args_next(struct args *args)
{
    return ++args->at < args->argc;
}

bool args_flag(const struct args *args, const char *name)
{
    return strcmp(args->argv[args->at], name) == 0;
}

bool args_value(struct args *args, const char *name, const char **value)
{
    const char *arg = args->argv[args->at];
    size_t n = strlen(name);
    if (strncmp(arg, name, n) != 0 || (arg[n] != '\0' && arg[n] != '='))
        return false;
    *value = arg[n] == '=' ? arg + n + 1 : args_next(args) ? args->argv[args->at] : NULL;
    return true;
}

bool args_number(const char *text, uint64_t *number)
{
    char *end;
    if (!text || *text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *end == '\0' && errno == 0;
}

bool args_name(const char *command, const char *name)
{
    if (utf8_valid(name, strlen(name)))
        return true;
    fprintf(stderr, "ridotto %s: NAME is no text in UTF-8\n", command);
    return false;
}

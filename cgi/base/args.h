/* Options of the command line: "--seed 7" or "--seed=7". (getopt.h has a struct option too, which is another thing.) */
#ifndef CGI_BASE_ARGS_H
#define CGI_BASE_ARGS_H

#include <stdbool.h>
#include <stdint.h>

/* Walks over argv[1] .. */
struct args {
    int argc, at;      /* at: the argument being looked at */
    char **argv;
};

/** args_on() - the arguments after the command's name */
struct args args_on(int argc, char **argv);
/** args_next() - steps on to the next argument; false at the end */
bool args_next(struct args *args);
/** args_flag() - is this argument exactly @name? */
bool args_flag(const struct args *args, const char *name);
/** args_value() - is this the option @name? Then *value is what follows it or its "=", NULL when nothing does. */
bool args_value(struct args *args, const char *name, const char **value);

/** args_number() - @text as a whole number 0 .. 2^64 - 1, digits only; NULL is none */
bool args_number(const char *text, uint64_t *number);
/** args_name() - is @name, given to ridotto @command, text in UTF-8? Else says on standard error that it is not. */
bool args_name(const char *command, const char *name);

#endif

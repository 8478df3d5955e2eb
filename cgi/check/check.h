/* Looking over an installation: the table of checks. */
#ifndef CGI_CHECK_CHECK_H
#define CGI_CHECK_CHECK_H

#include "cgi/check/finding.h"

/* The table of checks; it ends with a row whose name is NULL. */
struct check {
    const char *name;          /* "dns" */
    const char *help;          /* "what the DNS says about the sender" */
    void (*run)(struct checking *c);
    bool asks;                 /* it asks the database */
};
extern const struct check checks[];

/** check_run() - runs those whose names are among @names, or all when @n is 0, in the order of the table, and prints what they say
 *  Return: 0 when nothing is wrong, 1 when something is, 2 when nothing is but something could not be found out. */
int check_run(struct checking *c, int n, char **names);
/** check_find() - the check of that name; NULL: there is none */
const struct check *check_find(const char *name);

#endif

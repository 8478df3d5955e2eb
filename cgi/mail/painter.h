/* Pictures are drawn by another process, one for each worker: what librsvg and the libraries below it cannot cope with, want of
 * memory above all, ends that process and nothing else. */
#ifndef CGI_MAIL_PAINTER_H
#define CGI_MAIL_PAINTER_H

#include <stdbool.h>
#include <sys/types.h>

#include "cgi/base/sb.h"

struct painter {
    pid_t pid; /* 0: not started yet */
    int line;  /* a socket to it */
};

/**
 * painter_draw() - adds picture_draw() of picture_resolved(@svg, @symbols, @sheet) to @out; false: nothing is added
 * The process is started when there is none. One that ends or takes five seconds is ended, and another tried once, which is told on stderr.
 */
bool painter_draw(struct painter *painter, struct sb *out, const char *svg, const char *symbols, const char *sheet);

/** painter_close() - ends the process, if there is one */
void painter_close(struct painter *painter);

/** painter_serve() - what that process does, until its stdin ends: draws what it is asked for there, and answers on stdout; the exit status */
int painter_serve(void);

#endif

/* One request by HTTP, as a browser would make it, and what came of it. */
#ifndef CGI_CHECK_WEB_H
#define CGI_CHECK_WEB_H

#include <stdbool.h>

#include "cgi/base/sb.h"
#include "cgi/check/finding.h"

struct web_wish {
    const char *url;
    const char *header;        /* "Name: value"; NULL: none beside the usual */
    const char *socket;        /* a socket in the file system to ask there; NULL: by the network */
    bool here;                 /* ask this machine, whatever address the name has */
    bool unproven;             /* do not look whether the certificate is one to trust */
};

/* Texts lie on the arena of struct checking. */
struct web_answer {
    long status;
    struct sb body;
    bool lasting;              /* Strict-Transport-Security was there */
    int cookies, insecure;     /* Set-Cookie, and those without Secure */
    char local[64];            /* this machine's address on that connection */
    char why[256];             /* there was no answer; else "" */
    bool untrusted;            /* because of its certificate */
    const char *certificate;   /* the server's own, as PEM; NULL: there was none */
    const char *leads_to;      /* where it sends whoever asks; NULL: nowhere */
};

/** web_ask() - GET. Redirects are told and not followed. False: there was no answer, @got->why says why. */
bool web_ask(const struct checking *c, const struct web_wish *wish, struct web_answer *got);

#endif

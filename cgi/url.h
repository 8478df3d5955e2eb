/* Every path of the house, made in one place. */
#ifndef CGI_URL_H
#define CGI_URL_H

#include <stdint.h>

#include "cgi/arena.h"

char *url_table(struct arena *arena, int64_t game);
char *url_history(struct arena *arena, int64_t game, int ply);
char *url_person(struct arena *arena, const char *name);
char *url_help(struct arena *arena, const char *rules);
/** url_magic() - "/mail/open/<token>": opens a game signed in; url_confirm() - "/mail/confirm/<token>" */
char *url_magic(struct arena *arena, const char *token);
char *url_confirm(struct arena *arena, const char *token);

#endif

/* Chat text: cleaned once when it arrives, and split into text and links when shown. */
#ifndef CGI_PLAY_CHAT_H
#define CGI_PLAY_CHAT_H

#include "cgi/base/arena.h"
#include "cgi/base/values.h"

/**
 * chat_clean() - @text (valid UTF-8) as it is kept: every kind of line end is \n; control characters are gone, but for \n
 * and the tab; characters that change the writing direction stay, since pages isolate each text (<bdi>)
 */
char *chat_clean(struct arena *arena, const char *text);

/* Where a text is shown, for its links. */
struct chat_place {
    const char *site; /* the service's own URL, "https://play.example.org", without a slash at the end */
    const char *table; /* the table's path, "/games/42" */
    int last_ply;      /* mentions of later plies are no links; < 0: none are */
};

/**
 * chat_parts() - [{text, href or null}], which together are @text; the caller owns it
 *
 * A link is an address of this site (only its path goes into href), or a mention of a ply: "#17", "move 17", and the same in
 * Japanese, with wide digits, too. Other addresses are no links: chat must not send people to other sites.
 */
struct value *chat_parts(struct arena *arena, const char *text, const struct chat_place *place);

#endif

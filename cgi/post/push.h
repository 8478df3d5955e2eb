/* A notice as it is pushed to a browser (RFC 8030): a message that only that browser can read, from a site that its service knows. */
#ifndef CGI_POST_PUSH_H
#define CGI_POST_PUSH_H

#include "cgi/mail/letter_needs.h"
#include "cgi/post/post.h"
#include "cgi/store/hooks.h"

/** push_urgent() - does a notice of this kind come whatever its reader wants to hear? */
bool push_urgent(const char *kind);

/* What a browser is told; texts on the arena. */
struct push_told {
    const char *json;
    const char *topic;         /* a newer message with the same one takes the place of this one: "game-17", "games", "test" */
    bool several;              /* it tells of all games that wait, not of one */
};

/** push_text() - what the browser is told for @row, as JSON on @needs->arena: title, body, url, tag, lang, waiting (games that do), actions[] { action,
 *  title, url }; www/sw.js shows it. Two options that fit on buttons are two actions, each of which leads to its choice's page, as a letter's link does; of others
 *  what silence would answer is one, beside the table. It may take trips. ERR_GONE: the game is not there any more */
bool push_text(const struct letter_needs *needs, const struct delivery_row *row, struct push_told *told, struct err *err);

/** push_write() - the request for @row, on @needs->arena; @vapid: of store_vapid(). *several: as in struct push_told */
bool push_write(const struct letter_needs *needs, const struct delivery_row *row, const uint8_t vapid[32], struct post *post, bool *several,
                struct err *err);

#endif

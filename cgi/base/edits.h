/* How each of many texts is made of the one before, so that a reader who has that is sent only what differs. */
#ifndef CGI_BASE_EDITS_H
#define CGI_BASE_EDITS_H

#include "cgi/base/sb.h"

struct edits;

/** edits_new() - before the first text; takes about half a megabyte of @arena, and more with longer texts */
struct edits *edits_new(struct arena *arena);

/**
 * edits_add() - adds to @out, as JSON, the first text as a string, and each next one as a list that makes it of the one before:
 *               [keep, drop, "new text", keep, drop, "new text", ...]
 *
 * Both are taken as pieces: one begins at the first byte, at each '<' and at each space. So many of the text before are kept, so many
 * left out, and the new text comes in their place; after the last text all the rest is kept. Of equal texts the list is empty.
 * @text: @n bytes, copied
 */
void edits_add(struct edits *edits, struct sb *out, const char *text, size_t n);

/** edits_add_text() - adds @n bytes of @text to @out as a JSON string */
void edits_add_text(struct sb *out, const char *text, size_t n);

#endif

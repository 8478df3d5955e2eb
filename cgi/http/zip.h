/* Texts of pages packed one by one (deflate), and joined to one answer (gzip) without packing them again.
 *
 * Each text is a run of blocks of its own that refers to nothing before it and ends at a full byte, so it fits behind any other. A text
 * may have holes for what is different in each answer: they lie in it as stored blocks, and are filled when it is joined.
 */
#ifndef CGI_HTTP_ZIP_H
#define CGI_HTTP_ZIP_H

#include <stddef.h>
#include <stdint.h>

#include "cgi/base/sb.h"

enum { HOLE_BYTES = 64 };

/* A hole as it stands in a text: bytes that no UTF-8 has. */
extern const char zip_hole[HOLE_BYTES + 1];

/* A packed text: read-only, in one piece. */
struct zipped;

/* What packs texts, one after the other. */
struct zipper;

enum zip_effort { ZIP_FAST, ZIP_SMALL };
/** zipper_new() - ZIP_SMALL: a few percent fewer bytes for twice the work */
struct zipper *zipper_new(struct arena *arena, enum zip_effort effort);
/** zip_text() - packs @n bytes, onto the arena of @zipper; @tag: their zip_tag(), or any number when nobody asks for that */
struct zipped *zip_text(struct zipper *zipper, const char *text, size_t n, uint64_t tag);
/** zipped_length() - bytes of its plain text */
size_t zipped_length(const struct zipped *zipped);
/** zipped_tag() - the tag that it was packed with */
uint64_t zipped_tag(const struct zipped *zipped);
/** zip_tag() - the same number for the same text, in every process; another for another, as good as surely */
uint64_t zip_tag(const char *text, size_t n);
/** zipped_copy() - the same from malloc */
struct zipped *zipped_copy(const struct zipped *zipped);
/** zipped_size() - bytes that it takes in memory */
size_t zipped_size(const struct zipped *zipped);
/** zipped_view() - its packed bytes, the holes empty, borrowed; *n: how many */
const void *zipped_view(const struct zipped *zipped, size_t *n);
/** zipped_free() - of a copy; for cache_put() */
void zipped_free(void *zipped);

/** zip_whole() - adds the texts to @out as one gzip file, each hole filled with the HOLE_BYTES at @fill */
void zip_whole(struct sb *out, const struct zipped *const *texts, int n, const char *fill);
/** unzip_text() - adds the plain text to @out, its holes filled */
void unzip_text(struct sb *out, const struct zipped *zipped, const char *fill);
/** zip_fill() - fills the holes of a plain text */
void zip_fill(char *text, size_t n, const char *fill);

#endif

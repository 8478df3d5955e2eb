/* A string that grows on an arena. `text` is never NULL and ends with NUL. */
#ifndef CGI_BASE_SB_H
#define CGI_BASE_SB_H

#include <stdint.h>

#include "cgi/base/arena.h"

struct sb {
    struct arena *arena;
    char *text;
    size_t length, room;
};

void sb_init(struct sb *sb, struct arena *arena);
void sb_clear(struct sb *sb);
void sb_add(struct sb *sb, const char *text);
void sb_add_bytes(struct sb *sb, const char *bytes, size_t n);
void sb_add_char(struct sb *sb, char c);
void sb_add_int(struct sb *sb, int64_t number);
/** sb_add_real() - the shortest digits that read back as the same number */
void sb_add_real(struct sb *sb, double number);
void sb_addf(struct sb *sb, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** sb_add_html() - escaped for text and for quoted attributes: & < > " ' */
void sb_add_html(struct sb *sb, const char *text);
/** sb_add_url_part() - percent-encoded, all but A-Z a-z 0-9 - . _ ~ */
void sb_add_url_part(struct sb *sb, const char *text);

#endif

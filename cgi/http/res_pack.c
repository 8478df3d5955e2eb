#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "cgi/http/lang.h"
#include "cgi/http/res.h"

#include "cgi/base/banned.h"

enum { PACK_LEAST = 1024, GZIP_WINDOW = 15 + 16, LEVEL = 4, MEMORY = 8 };

static bool is_text(const struct res *rs)
{
    static const char *const types[] = {"text/", "image/svg+xml", "application/json"};
    for (int i = 0; i < rs->n_headers; i++)
        for (size_t k = 0; !strcmp(rs->header[i].name, "Content-Type") && k < sizeof(types) / sizeof(types[0]); k++)
            if (!strncmp(rs->header[i].value, types[k], strlen(types[k])))
                return true;
    return false;
}

/* zlib's memory comes from the arena, which gives it back. */
static void *draw(void *arena, unsigned n, unsigned size)
{
    return arena_array(arena, n, size);
}

static void keep(void *arena, void *memory)
{
    (void)arena;
    (void)memory;
}

void res_pack(const struct req *rq, struct res *rs)
{
    z_stream z = {.zalloc = draw, .zfree = keep, .opaque = rs->arena};
    if (rs->body.length < PACK_LEAST || !is_text(rs))
        return;
    res_header(rs, "Vary", "Accept-Encoding");
    if (accept_quality(rq->accept_encoding, "gzip") == 0 ||
        deflateInit2(&z, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    uLong room = deflateBound(&z, rs->body.length);
    z.next_in = (unsigned char *)rs->body.text;
    z.avail_in = (unsigned)rs->body.length;
    z.next_out = arena_alloc(rs->arena, room);
    z.avail_out = (unsigned)room;
    char *packed = (char *)z.next_out;
    if (deflate(&z, Z_FINISH) == Z_STREAM_END) {
        sb_init(&rs->body, rs->arena);
        sb_add_bytes(&rs->body, packed, z.total_out);
        res_header(rs, "Content-Encoding", "gzip");
    }
    deflateEnd(&z);
}

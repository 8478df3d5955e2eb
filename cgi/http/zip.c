#include "config.h"

#include "cgi/http/zip.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

enum {
    WINDOW = 15,
    STORED_HEAD = 5,      /* of a stored block: its kind, its length and the length's complement */
    SMALL = 48,           /* fewer bytes are not worth a code of their own */
    ALONE = 128,          /* nor are so many that nothing stands before, which they could repeat */
    ENDING = 16           /* more than what a flush adds */
};

#define HOLE_BYTE '\xff'
#define EIGHT "\xff\xff\xff\xff\xff\xff\xff\xff"
const char zip_hole[HOLE_BYTES + 1] = EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT;

/* Plain text without a hole, and the blocks that say it. A hole lies between each two. */
struct run {
    uint32_t n, packed_n;
    uint32_t crc, joint;  /* of the plain text; what joins it to the crc of all before it */
};

struct zipped {
    uint64_t tag;
    uint32_t n_runs, packed_n;
    unsigned char *packed;
    struct run run[];
};

static const char *find_hole(const char *text, const char *end)
{
    const char *at = text - 1;
    do
        at = memchr(at + 1, HOLE_BYTE, (size_t)(end - at - 1));
    while (at && end - at >= HOLE_BYTES && memcmp(at, zip_hole, HOLE_BYTES) != 0);
    return at && end - at >= HOLE_BYTES ? at : end;
}

static uint32_t count_holes(const char *text, const char *end)
{
    uint32_t n = 0;
    for (const char *at = find_hole(text, end); at < end; at = find_hole(at + HOLE_BYTES, end))
        n++;
    return n;
}

/* ---- packing ---- */

/* By the length of a text: small ones need not have so much memory cleared. */
static const struct grade {
    size_t most;
    int window, memory; /* as zlib counts them */
} grades[] = {{1 << 11, 11, 4}, {1 << 13, 13, 6}, {SIZE_MAX, 15, 6}};
enum { GRADES = sizeof(grades) / sizeof(grades[0]) };

/* As zlib counts them. The fast way takes the match it finds, but looks for it longer than any of zlib's own fast levels, since markup
 * repeats much: half the instructions of level 4, for 0 to 3 % more bytes. */
static const struct effort {
    int level, good, lazy, nice, chain;
} efforts[] = {[ZIP_FAST] = {3, 4, 32, 258, 24}, [ZIP_SMALL] = {6, 8, 32, 258, 128}};

struct zipper {
    struct arena *arena;
    const struct effort *effort;
    z_stream z[GRADES];
    bool begun[GRADES];
};

/* zlib's memory comes from an arena, which frees it. */
static void *draw(void *arena, unsigned n, unsigned size)
{
    return arena_room(arena, (size_t)n * size);
}

static void leave(void *arena, void *memory)
{
    (void)arena;
    (void)memory;
}

struct zipper *zipper_new(struct arena *arena, enum zip_effort effort)
{
    struct zipper *zipper = arena_alloc(arena, sizeof(*zipper));
    zipper->arena = arena;
    zipper->effort = &efforts[effort];
    return zipper;
}

/* For a text of @n bytes; by nothing else, so that how it is packed does not tell what else was. */
static z_stream *stream_for(struct zipper *zipper, size_t n)
{
    int i = 0;
    while (n > grades[i].most)
        i++;
    const struct effort *effort = zipper->effort;
    z_stream *z = &zipper->z[i];
    if (zipper->begun[i]) {
        must(deflateReset(z) == Z_OK);
    } else {
        *z = (z_stream){.zalloc = draw, .zfree = leave, .opaque = zipper->arena};
        must(deflateInit2(z, effort->level, Z_DEFLATED, -grades[i].window, grades[i].memory, Z_DEFAULT_STRATEGY) == Z_OK);
        zipper->begun[i] = true;
    }
    must(deflateTune(z, effort->good, effort->lazy, effort->nice, effort->chain) == Z_OK); /* a reset forgets it */
    return z;
}

/* In a text that is no UTF-8 a byte may look like a hole's. A match with a hole would be wrong once that is filled: then none are made. */
static int strategy_for(const char *text, const char *end)
{
    for (; (text = memchr(text, HOLE_BYTE, (size_t)(end - text))) != NULL; text += HOLE_BYTES)
        if (find_hole(text, end) != text)
            return Z_HUFFMAN_ONLY;
    return Z_DEFAULT_STRATEGY;
}

static unsigned char *store(unsigned char *to, const char *text, size_t n)
{
    const unsigned char head[STORED_HEAD] = {0, (unsigned char)n, (unsigned char)(n >> 8), (unsigned char)~n,
                                             (unsigned char)(~n >> 8)};
    memcpy(to, head, sizeof(head));
    memcpy(to + sizeof(head), text, n);
    return to + sizeof(head) + n;
}

/* What follows is packed as standing behind this, too. */
static void note_seen(z_stream *z, const char *text, size_t n)
{
    must(deflateSetDictionary(z, (const unsigned char *)text, (unsigned)n) == Z_OK);
}

/* The blocks of one run, which are stored when it has fewer bytes than @small; returns their end. */
static unsigned char *pack_run(z_stream *z, struct run *run, const char *text, size_t n, size_t small, unsigned char *to, size_t room)
{
    unsigned char *end = to;
    *run = (struct run){.n = (uint32_t)n, .crc = (uint32_t)crc32(0, (const unsigned char *)text, (unsigned)n),
                        .joint = (uint32_t)crc32_combine_gen((z_off_t)n)};
    if (n > 0 && n < small) {
        end = store(to, text, n);
        note_seen(z, text, n);
    } else if (n > 0) {
        z->next_in = (unsigned char *)text;
        z->avail_in = (unsigned)n;
        z->next_out = to;
        z->avail_out = (unsigned)room;
        must(deflate(z, Z_SYNC_FLUSH) == Z_OK && z->avail_in == 0 && z->avail_out > 0);
        end = z->next_out;
    }
    run->packed_n = (uint32_t)(end - to);
    return end;
}

static unsigned char *pack_runs(z_stream *z, struct zipped *zipped, const char *text, const char *end, size_t room)
{
    unsigned char *to = zipped->packed, *limit = to + room;
    for (uint32_t i = 0; i < zipped->n_runs; i++) {
        const char *hole = find_hole(text, end);
        to = pack_run(z, &zipped->run[i], text, (size_t)(hole - text), i == 0 ? ALONE : SMALL, to, (size_t)(limit - to));
        if (hole < end) {
            to = store(to, zip_hole, HOLE_BYTES);
            note_seen(z, zip_hole, HOLE_BYTES);
            text = hole + HOLE_BYTES;
        }
    }
    return to;
}

static size_t head_size(uint32_t n_runs)
{
    return sizeof(struct zipped) + n_runs * sizeof(struct run);
}

struct zipped *zip_text(struct zipper *zipper, const char *text, size_t n, uint64_t tag)
{
    const char *end = text + n;
    uint32_t runs = count_holes(text, end) + 1;
    /* What cannot be packed is stored, with a head for each block. */
    size_t room = n + n / 64 + (size_t)runs * (STORED_HEAD + ENDING) + 64;
    struct zipped *zipped = arena_alloc(zipper->arena, head_size(runs));
    z_stream *z = stream_for(zipper, n);
    must(deflateParams(z, zipper->effort->level, strategy_for(text, end)) == Z_OK);
    zipped->packed = arena_room(zipper->arena, room);
    zipped->tag = tag;
    zipped->n_runs = runs;
    zipped->packed_n = (uint32_t)(pack_runs(z, zipped, text, end, room) - zipped->packed);
    return zipped;
}

size_t zipped_length(const struct zipped *zipped)
{
    size_t n = (size_t)(zipped->n_runs - 1) * HOLE_BYTES;
    for (uint32_t i = 0; i < zipped->n_runs; i++)
        n += zipped->run[i].n;
    return n;
}

uint64_t zipped_tag(const struct zipped *zipped)
{
    return zipped->tag;
}

uint64_t zip_tag(const char *text, size_t n)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "part of a page";
    uint64_t tag;
    _Static_assert(sizeof(tag) == crypto_shorthash_BYTES, "a tag is a hash");
    crypto_shorthash((unsigned char *)&tag, (const unsigned char *)text, n, key);
    return tag;
}

struct zipped *zipped_copy(const struct zipped *zipped)
{
    size_t head = head_size(zipped->n_runs);
    struct zipped *copy = malloc(head + zipped->packed_n);
    must(copy != NULL);
    memcpy(copy, zipped, head);
    copy->packed = (unsigned char *)copy + head;
    memcpy(copy->packed, zipped->packed, zipped->packed_n);
    return copy;
}

size_t zipped_size(const struct zipped *zipped)
{
    return head_size(zipped->n_runs) + zipped->packed_n;
}

const void *zipped_view(const struct zipped *zipped, size_t *n)
{
    *n = zipped->packed_n;
    return zipped->packed;
}

void zipped_free(void *zipped)
{
    free(zipped);
}

/* ---- joining ---- */

struct joined {
    struct sb *out;
    const char *fill;
    uint32_t fill_crc, fill_joint;
    uint32_t crc, n;
};

static void join_crc(struct joined *j, uint32_t n, uint32_t crc, uint32_t joint)
{
    j->crc = (uint32_t)crc32_combine_op(j->crc, crc, joint);
    j->n += n;
}

static void join(struct joined *j, const struct zipped *zipped)
{
    size_t at = j->out->length;
    sb_add_bytes(j->out, (const char *)zipped->packed, zipped->packed_n);
    for (uint32_t i = 0; i < zipped->n_runs; i++) {
        const struct run *run = &zipped->run[i];
        if (i > 0) {
            memcpy(j->out->text + at + STORED_HEAD, j->fill, HOLE_BYTES);
            at += STORED_HEAD + HOLE_BYTES;
            join_crc(j, HOLE_BYTES, j->fill_crc, j->fill_joint);
        }
        join_crc(j, run->n, run->crc, run->joint);
        at += run->packed_n;
    }
}

static void add_number(struct sb *out, uint32_t number)
{
    const char bytes[] = {(char)number, (char)(number >> 8), (char)(number >> 16), (char)(number >> 24)};
    sb_add_bytes(out, bytes, sizeof(bytes));
}

void zip_whole(struct sb *out, const struct zipped *const *texts, int n, const char *fill)
{
    static const char head[] = {'\x1f', '\x8b', Z_DEFLATED, 0, 0, 0, 0, 0, 0, 3}, last_block[] = {3, 0};
    struct joined joined = {.out = out, .fill = fill, .fill_crc = (uint32_t)crc32(0, (const unsigned char *)fill, HOLE_BYTES),
                            .fill_joint = (uint32_t)crc32_combine_gen(HOLE_BYTES)};
    sb_add_bytes(out, head, sizeof(head));
    for (int i = 0; i < n; i++)
        join(&joined, texts[i]);
    sb_add_bytes(out, last_block, sizeof(last_block));
    add_number(out, joined.crc);
    add_number(out, joined.n);
}

/* ---- the plain text ---- */

void unzip_text(struct sb *out, const struct zipped *zipped, const char *fill)
{
    z_stream z = {.zalloc = draw, .zfree = leave, .opaque = out->arena};
    size_t n = zipped_length(zipped);
    char *text = arena_alloc(out->arena, n + 1);
    must(inflateInit2(&z, -WINDOW) == Z_OK);
    z.next_in = zipped->packed;
    z.avail_in = zipped->packed_n;
    z.next_out = (unsigned char *)text;
    z.avail_out = (unsigned)n + 1;
    int ended = inflate(&z, Z_SYNC_FLUSH);
    must((ended == Z_OK || ended == Z_BUF_ERROR) && z.total_out == n);
    inflateEnd(&z);
    zip_fill(text, n, fill);
    sb_add_bytes(out, text, n);
}

void zip_fill(char *text, size_t n, const char *fill)
{
    char *end = text + n;
    for (char *at = (char *)find_hole(text, end); at < end; at = (char *)find_hole(at + HOLE_BYTES, end))
        memcpy(at, fill, HOLE_BYTES);
}

#include "config.h"

#include "cgi/mail/png.h"

#include <string.h>
#include <zlib.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* Colours are told apart by the upper five bits of red, green and blue. */
enum { BITS = 5, BINS = 1 << (3 * BITS), LOW = 8 - BITS, COLOURS = 256 };

struct bin {
    uint32_t n, sum[3]; /* points, and their red, green and blue */
    uint8_t colour;     /* which of the palette */
};

/* Bins from @from up to @to of the order: what becomes one colour. */
struct box {
    int from, to, axis;
    uint64_t spread; /* how far its points lie apart along @axis, times their number */
};

struct palette {
    struct bin *bins;
    uint16_t *order; /* the bins that have points */
    int n_order, n;
    struct box box[COLOURS];
    uint8_t rgb[COLOURS][3];
};

static uint32_t pixel_at(const uint8_t *pixels, int stride, int x, int y)
{
    uint32_t pixel;
    memcpy(&pixel, pixels + (size_t)y * (size_t)stride + (size_t)x * 4, sizeof(pixel));
    return pixel;
}

static int part(uint32_t pixel, int axis)
{
    return (int)(pixel >> (16 - 8 * axis) & 0xff);
}

static int bin_of(uint32_t pixel)
{
    return part(pixel, 0) >> LOW << (2 * BITS) | part(pixel, 1) >> LOW << BITS | part(pixel, 2) >> LOW;
}

static int along(int bin, int axis)
{
    return bin >> (BITS * (2 - axis)) & ((1 << BITS) - 1);
}

static void count(struct palette *p, const uint8_t *pixels, int width, int height, int stride)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint32_t pixel = pixel_at(pixels, stride, x, y);
            struct bin *bin = &p->bins[bin_of(pixel)];
            bin->n++;
            for (int axis = 0; axis < 3; axis++)
                bin->sum[axis] += (uint32_t)part(pixel, axis);
        }
    for (int b = 0; b < BINS; b++)
        if (p->bins[b].n)
            p->order[p->n_order++] = (uint16_t)b;
}

static void measure(const struct palette *p, struct box *box)
{
    uint64_t points = 0;
    int widest = 0;
    box->axis = 0;
    for (int i = box->from; i < box->to; i++)
        points += p->bins[p->order[i]].n;
    for (int axis = 0; axis < 3; axis++) {
        int low = 255, high = 0;
        for (int i = box->from; i < box->to; i++) {
            const int at = along(p->order[i], axis);
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        if (high - low > widest) {
            widest = high - low;
            box->axis = axis;
        }
    }
    box->spread = (uint64_t)(widest * widest) * points;
}

/* By counting: few values, and equal ones keep their order. */
static void sort_along(struct palette *p, const struct box *box, uint16_t *room)
{
    int start[(1 << BITS) + 1] = {0};
    for (int i = box->from; i < box->to; i++)
        start[along(p->order[i], box->axis) + 1]++;
    for (int v = 1; v <= 1 << BITS; v++)
        start[v] += start[v - 1];
    for (int i = box->from; i < box->to; i++)
        room[start[along(p->order[i], box->axis)]++] = p->order[i];
    memcpy(p->order + box->from, room, (size_t)(box->to - box->from) * sizeof(*room));
}

/* Where half of the points lie before, between two bins. */
static int middle(const struct palette *p, const struct box *box)
{
    uint64_t points = 0, before = 0;
    for (int i = box->from; i < box->to; i++)
        points += p->bins[p->order[i]].n;
    int at = box->from;
    while (at < box->to - 1 && (before += p->bins[p->order[at]].n) * 2 < points)
        at++;
    return at == box->from ? at + 1 : at;
}

static bool divide(struct palette *p, uint16_t *room)
{
    struct box *most = NULL;
    for (int i = 0; i < p->n; i++)
        if (p->box[i].to - p->box[i].from > 1 && p->box[i].spread && (!most || p->box[i].spread > most->spread))
            most = &p->box[i];
    if (!most)
        return false;
    sort_along(p, most, room);
    const int at = middle(p, most);
    p->box[p->n] = (struct box){.from = at, .to = most->to};
    most->to = at;
    measure(p, most);
    measure(p, &p->box[p->n++]);
    return true;
}

/* Each box becomes the mean of its points. */
static void mix(struct palette *p)
{
    for (int c = 0; c < p->n; c++) {
        uint64_t n = 0, sum[3] = {0};
        for (int i = p->box[c].from; i < p->box[c].to; i++) {
            struct bin *bin = &p->bins[p->order[i]];
            bin->colour = (uint8_t)c;
            n += bin->n;
            for (int axis = 0; axis < 3; axis++)
                sum[axis] += bin->sum[axis];
        }
        for (int axis = 0; axis < 3; axis++)
            p->rgb[c][axis] = (uint8_t)((sum[axis] + n / 2) / n);
    }
}

static void choose(struct palette *p, struct arena *arena)
{
    uint16_t *room = arena_array(arena, BINS, sizeof(*room));
    p->n = 1;
    p->box[0] = (struct box){.from = 0, .to = p->n_order};
    measure(p, &p->box[0]);
    while (p->n < COLOURS && divide(p, room))
        ;
    mix(p);
}

/* ---- the file ---- */

static void add_number(struct sb *out, uint32_t number)
{
    const uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8), (uint8_t)number};
    sb_add_bytes(out, (const char *)bytes, sizeof(bytes));
}

static void add_chunk(struct sb *out, const char *kind, const uint8_t *bytes, size_t n)
{
    uLong crc = crc32(crc32(0, NULL, 0), (const Bytef *)kind, 4);
    add_number(out, (uint32_t)n);
    sb_add_bytes(out, kind, 4);
    if (n) {
        sb_add_bytes(out, (const char *)bytes, n);
        crc = crc32(crc, bytes, (uInt)n);
    }
    add_number(out, (uint32_t)crc);
}

static void add_points(struct sb *out, const struct palette *p, const uint8_t *pixels, int width, int height, int stride)
{
    const size_t raw = (size_t)height * (size_t)(width + 1);
    uint8_t *lines = arena_alloc(out->arena, raw), *to = lines;
    for (int y = 0; y < height; y++) {
        *to++ = 0; /* no filter: indices have no neighbours */
        for (int x = 0; x < width; x++)
            *to++ = p->bins[bin_of(pixel_at(pixels, stride, x, y))].colour;
    }
    uLongf packed = compressBound((uLong)raw);
    uint8_t *bytes = arena_alloc(out->arena, packed);
    must(compress2(bytes, &packed, lines, (uLong)raw, 4) == Z_OK);
    add_chunk(out, "IDAT", bytes, packed);
}

void png_write(struct sb *out, const uint8_t *pixels, int width, int height, int stride)
{
    struct palette *p = arena_alloc(out->arena, sizeof(*p));
    *p = (struct palette){.bins = arena_array(out->arena, BINS, sizeof(*p->bins)), .order = arena_array(out->arena, BINS, sizeof(*p->order))};
    memset(p->bins, 0, BINS * sizeof(*p->bins));
    count(p, pixels, width, height, stride);
    choose(p, out->arena);
    uint8_t head[13] = {(uint8_t)(width >> 24), (uint8_t)(width >> 16), (uint8_t)(width >> 8), (uint8_t)width,
                        (uint8_t)(height >> 24), (uint8_t)(height >> 16), (uint8_t)(height >> 8), (uint8_t)height, 8, 3};
    sb_add_bytes(out, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(out, "IHDR", head, sizeof(head));
    add_chunk(out, "PLTE", p->rgb[0], (size_t)p->n * 3);
    add_points(out, p, pixels, width, height, stride);
    add_chunk(out, "IEND", NULL, 0);
}

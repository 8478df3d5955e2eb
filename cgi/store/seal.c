#include "config.h"

#include "cgi/store/seal.h"

#include <sodium.h>
#include <string.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

_Static_assert(crypto_shorthash_BYTES == sizeof(int64_t), "a seal is a short hash");

/* Numbers, least byte first and as wide as their columns, so that a byte of those is a byte of these; then the hash, then three texts that end with a zero; no order is an empty text. */
enum { FIXED = 4 * 8 + 2 * 4 + 2 + 2 * SEATS_MAX + 32, TEXT_MOST = 600, SEALED_MOST = FIXED + 3 * (TEXT_MOST + 1) };

struct sealed {
    size_t n;
    uint8_t bytes[SEALED_MOST];
};

static void put_number(struct sealed *s, int64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        s->bytes[s->n++] = (uint8_t)((uint64_t)number >> (8 * i));
}

static int64_t get_number(const uint8_t **at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)*(*at)++ << (8 * i);
    return bytes == 2 ? (int16_t)number : bytes == 4 ? (int32_t)number : (int64_t)number;
}

static void lay_text(struct sealed *s, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    n = n < TEXT_MOST ? n : TEXT_MOST;
    if (n)
        memcpy(s->bytes + s->n, text, n);
    s->n += n;
    s->bytes[s->n++] = 0;
}

static struct sealed sealed_of(int64_t game, const struct move_row *row)
{
    struct sealed s = {.n = 0};
    put_number(&s, game, 8);
    put_number(&s, row->ply, 4);
    put_number(&s, row->seat, 2);
    put_number(&s, row->at, 8);
    put_number(&s, row->revision, 4);
    put_number(&s, row->person, 8);
    put_number(&s, row->took, 8);
    for (int i = 0; i < SEATS_MAX; i++)
        put_number(&s, row->points[i], 2);
    memcpy(s.bytes + s.n, row->hash, sizeof(row->hash));
    s.n += sizeof(row->hash);
    lay_text(&s, row->move);
    lay_text(&s, row->cause);
    lay_text(&s, row->by_order);
    return s;
}

static int64_t seal_of(const struct sealed *s)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "ridotto, a move";
    uint8_t hash[sizeof(int64_t)];
    crypto_shorthash(hash, s->bytes, s->n, key);
    const uint8_t *at = hash;
    return get_number(&at, sizeof(hash));
}

int64_t seal_move(int64_t game, const struct move_row *row)
{
    const struct sealed s = sealed_of(game, row);
    return seal_of(&s);
}

/* The next of the texts, on the arena; NULL: there is none. */
static const char *take_text(struct arena *arena, const uint8_t **at, const uint8_t *end)
{
    size_t n = strnlen((const char *)*at, (size_t)(end - *at));
    if (n == (size_t)(end - *at))
        return NULL;
    const char *text = arena_strdup(arena, (const char *)*at);
    *at += n + 1;
    return text;
}

/* Fills @row from what was sealed; false: these are no bytes of sealed_of(), or of another game. */
static bool unseal(struct arena *arena, const struct sealed *s, int64_t game, struct move_row *row)
{
    const uint8_t *at = s->bytes, *end = s->bytes + s->n;
    if (get_number(&at, 8) != game)
        return false;
    row->ply = (int)get_number(&at, 4);
    row->seat = (int)get_number(&at, 2);
    row->at = get_number(&at, 8);
    row->revision = (int)get_number(&at, 4);
    row->person = get_number(&at, 8);
    row->took = get_number(&at, 8);
    for (int i = 0; i < SEATS_MAX; i++)
        row->points[i] = (int16_t)get_number(&at, 2);
    memcpy(row->hash, at, sizeof(row->hash));
    at += sizeof(row->hash);
    const char *text[3];
    for (int i = 0; i < 3; i++)
        if (!(text[i] = take_text(arena, &at, end)))
            return false;
    row->move = text[0];
    row->cause = text[1];
    row->by_order = text[2][0] ? text[2] : NULL;
    return at == end;
}

static bool one_byte_apart(int64_t a, int64_t b)
{
    int apart = 0;
    for (int i = 0; i < 8; i++)
        apart += ((uint64_t)(a ^ b) >> (8 * i) & 255) != 0;
    return apart == 1;
}

bool seal_mend(struct arena *arena, int64_t game, struct move_row *row)
{
    struct sealed s = sealed_of(game, row);
    for (size_t i = 0; i < s.n; i++) {
        const uint8_t was = s.bytes[i];
        for (int byte = 0; byte < 256; byte++) {
            struct move_row mended = *row;
            s.bytes[i] = (uint8_t)byte;
            if (byte == was || seal_of(&s) != row->seal || !unseal(arena, &s, game, &mended))
                continue;
            *row = mended;
            return true;
        }
        s.bytes[i] = was;
    }
    int64_t is = seal_of(&s);
    bool seal_alone = one_byte_apart(is, row->seal);
    if (seal_alone)
        row->seal = is;
    return seal_alone;
}

#include "config.h"

#include "cgi/http/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/http/req.h"
#include "cgi/words/joined.h"

#include "cgi/base/banned.h"

enum {
    TEXT_LEAST = 256,                   /* shorter texts are not worth a place of their own */
    PIECES_MAX = 2 * TPL_PARTS_MAX + 2  /* those between parts, and the list of tags */
};

/* ---- keys ---- */

void depends_start(struct depends *on)
{
    crypto_generichash_init(&on->state, NULL, 0, crypto_generichash_BYTES);
}

void depends_on_bytes(struct depends *on, const void *bytes, size_t n)
{
    crypto_generichash_update(&on->state, bytes, n);
}

void depends_on_number(struct depends *on, int64_t number)
{
    depends_on_bytes(on, &number, sizeof(number));
}

/* The length comes first, so that two texts are not taken for one, divided otherwise. */
void depends_on_text(struct depends *on, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    depends_on_number(on, text ? (int64_t)n : -1);
    depends_on_bytes(on, text ? text : "", n);
}

struct cache_key depends_key(const struct depends *on)
{
    struct depends copy = *on;
    struct cache_key key = {.number = {CACHE_PART}};
    uint8_t hash[crypto_generichash_BYTES];
    _Static_assert(sizeof(hash) <= sizeof(key.number) - 2 * sizeof(key.number[0]), "a key has room for the hash and a name");
    crypto_generichash_final(&copy.state, hash, sizeof(hash));
    memcpy(&key.number[2], hash, sizeof(hash));
    return key;
}

/* The secret of this process goes in, so nobody can make two texts with one key. */
static struct cache_key text_key(const struct req *rq, const char *text, size_t n)
{
    struct cache_key key = {.number = {CACHE_TEXT, (int64_t)n}};
    _Static_assert(crypto_onetimeauth_BYTES == 2 * sizeof(key.number[0]), "it is two numbers");
    crypto_onetimeauth((unsigned char *)&key.number[2], (const unsigned char *)text, n, rq->service->part_secret);
    return key;
}

/* ---- the parts of one answer ---- */

bool part_kept(struct req *rq, struct parts *parts, const char *name, const struct cache_key *key)
{
    if (!rq->service->cache || parts->n == PARTS_MAX)
        return false;
    struct part *part = &parts->part[parts->n++];
    *part = (struct part){.name = name, .key = *key, .until = INT64_MAX};
    part->key.number[1] = cache_number(name, strlen(name)) ^ (int64_t)rq->service->edition;
    part->kept = cache_get(rq->service->cache, rq->arena, &part->key, rq->now);
    return part->kept != NULL;
}

void part_until(struct parts *parts, const char *name, int64_t until)
{
    for (int i = 0; i < parts->n; i++)
        if (!strcmp(parts->part[i].name, name))
            parts->part[i].until = until;
}

void parts_not_kept(struct parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        parts->part[i].until = 0;
}

bool parts_kept(const struct parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        if (!parts->part[i].kept)
            return false;
    return parts->n > 0;
}

/* Copies @page to @body with its numbers joined to their words; the places of parts move along. */
static void join_words(struct tpl_parts *drawn, const struct sb *page, struct sb *body)
{
    size_t at = 0;
    for (int met = 1; met <= drawn->n_met; met++) {
        struct tpl_part *part = drawn->part;
        while (part->met != met)
            part++;
        joined_html(body, page->text + at, part->from - at, false);
        const size_t from = body->length;
        joined_html(body, page->text + part->from, part->to - part->from, false);
        at = part->to;
        part->from = from;
        part->to = body->length;
    }
    joined_html(body, page->text + at, page->length - at, false);
}

bool parts_render_as_is(const struct req *rq, struct parts *parts, const char *name, const struct value *model, struct sb *body)
{
    struct tpl_parts *drawn = &parts->drawn;
    drawn->n = drawn->n_met = 0;
    for (int i = 0; i < parts->n; i++)
        drawn->part[drawn->n++] = (struct tpl_part){.name = parts->part[i].name, .given = parts->part[i].kept != NULL};
    return tpl_render_parts(rq->words->tpl, name, model, body, drawn);
}

bool parts_render(const struct req *rq, struct parts *parts, const char *name, const struct value *model, struct sb *body)
{
    if (!joined_wanted(rq->words->cat))
        return parts_render_as_is(rq, parts, name, model, body);
    struct sb page;
    sb_init(&page, rq->arena);
    const bool good = parts_render_as_is(rq, parts, name, model, &page);
    join_words(&parts->drawn, &page, body);
    return good;
}

/* ---- joining ---- */

/* A stretch of the body, or a kept part in its place. */
struct piece {
    size_t from, to;
    const struct tpl_part *part;   /* NULL: it stands in none */
    const struct part *keyed;      /* NULL: it has no key of its own */
    struct cache_key key;          /* then that of its text */
    const struct zipped *zipped;   /* NULL: not yet packed */
    uint64_t tag;                  /* 0: not yet worked out */
};

struct pieces {
    int n;
    struct piece piece[PIECES_MAX];
};

static const struct part *keyed_part(const struct parts *parts, const char *name)
{
    for (int i = 0; i < parts->n; i++)
        if (!strcmp(parts->part[i].name, name))
            return &parts->part[i];
    return NULL;
}

static int by_place(const void *a, const void *b)
{
    const struct tpl_part *const *left = a, *const *right = b;
    return (*left)->met - (*right)->met;
}

/* The parts that stand in the body, in order; a short one without a key is left to the text around it. */
static int parts_met(const struct parts *parts, const struct tpl_part *met[TPL_PARTS_MAX])
{
    int n = 0;
    for (int i = 0; i < parts->drawn.n; i++) {
        const struct tpl_part *part = &parts->drawn.part[i];
        if (part->met && (keyed_part(parts, part->name) || part->to - part->from >= TEXT_LEAST))
            met[n++] = part;
    }
    if (n > 1)
        qsort(met, (size_t)n, sizeof(met[0]), by_place);
    return n;
}

static void divide(const struct parts *parts, const struct sb *body, struct pieces *pieces)
{
    const struct tpl_part *met[TPL_PARTS_MAX];
    size_t at = 0;
    int n = parts_met(parts, met);
    pieces->n = 0;
    for (int i = 0; i < n; at = met[i++]->to) {
        if (met[i]->from > at)
            pieces->piece[pieces->n++] = (struct piece){.from = at, .to = met[i]->from};
        pieces->piece[pieces->n++] = (struct piece){
            .from = met[i]->from, .to = met[i]->to, .part = met[i], .keyed = keyed_part(parts, met[i]->name)};
    }
    if (body->length > at)
        pieces->piece[pieces->n++] = (struct piece){.from = at, .to = body->length};
}

/* Each piece that is kept. Fills the keys of those that can be. */
static void find_kept(const struct req *rq, const struct sb *body, struct pieces *pieces)
{
    for (int i = 0; i < pieces->n; i++) {
        struct piece *piece = &pieces->piece[i];
        piece->zipped = piece->keyed ? piece->keyed->kept : NULL;
        if (piece->keyed || !piece->part || !rq->service->cache)
            continue;
        piece->key = text_key(rq, body->text + piece->from, piece->to - piece->from);
        piece->zipped = cache_get(rq->service->cache, rq->arena, &piece->key, rq->now);
    }
}

/* ---- tags ---- */

/* The piece is @text instead, which goes behind the body. */
static void say(struct sb *body, struct piece *piece, const char *text)
{
    *piece = (struct piece){.from = body->length};
    sb_add(body, text);
    piece->to = body->length;
}

/* Has the open page this part already? A wrong list spoils nothing but that page. */
static bool is_there(const struct req *rq, const char *tag)
{
    const char *found = strstr(rq->parts, tag);
    return found && (found == rq->parts || found[-1] == ' ');
}

static uint64_t tag_of(const struct sb *body, const struct piece *piece)
{
    const struct zipped *kept = piece->keyed ? piece->keyed->kept : piece->zipped;
    return piece->tag ? piece->tag : kept ? zipped_tag(kept) : zip_tag(body->text + piece->from, piece->to - piece->from);
}

/* What stands in place of the parts that are there already, and before the last one the list of all. */
static void tag_parts(const struct req *rq, struct sb *body, struct pieces *pieces)
{
    struct sb list;
    int last = 0;
    sb_init(&list, rq->arena);
    for (int i = 0; i < pieces->n; i++) {
        struct piece *piece = &pieces->piece[i];
        if (!piece->part)
            continue;
        last = i;
        const struct zipped *kept = piece->keyed ? piece->keyed->kept : NULL;
        size_t length = kept ? zipped_length(kept) : piece->to - piece->from;
        if (length < TEXT_LEAST)
            continue;
        piece->tag = tag_of(body, piece);
        const char *name = piece->part->name, *tag = arena_printf(rq->arena, "%s=%016" PRIx64, name, piece->tag);
        sb_addf(&list, "%s%s", list.length ? " " : "", tag);
        if (is_there(rq, tag))
            say(body, piece, arena_printf(rq->arena, "<template data-part=\"%s\"></template>\n", name));
    }
    if (!list.length)
        return;
    memmove(&pieces->piece[last + 1], &pieces->piece[last], (size_t)(pieces->n++ - last) * sizeof(pieces->piece[0]));
    say(body, &pieces->piece[last], arena_printf(rq->arena, "<!--%s-->\n", list.text));
}

/* ---- the whole ---- */

/* What somebody's own step brings is seldom read by others: neighbours that are not kept are packed as one text, which is shorter. */
static void put_together(const struct req *rq, struct sb *body, struct pieces *pieces)
{
    struct sb whole;
    int n = 0;
    bool open = false; /* the last one goes on */
    sb_init(&whole, rq->arena);
    for (int i = 0; i < pieces->n; i++) {
        const struct piece piece = pieces->piece[i];
        size_t from = whole.length;
        if (piece.zipped) {
            pieces->piece[n++] = piece;
        } else {
            sb_add_bytes(&whole, body->text + piece.from, piece.to - piece.from);
            if (!open)
                pieces->piece[n++] = (struct piece){.from = from};
            pieces->piece[n - 1].to = whole.length;
        }
        open = !piece.zipped;
    }
    pieces->n = n;
    *body = whole;
}

static const struct zipped *pack(const struct req *rq, struct zipper *zipper, const struct sb *body, const struct piece *piece)
{
    bool keeps = piece->part && rq->service->cache;
    const struct zipped *zipped = zip_text(zipper, body->text + piece->from, piece->to - piece->from, keeps ? tag_of(body, piece) : 0);
    if (!keeps)
        return zipped;
    return cache_put(rq->service->cache, rq->arena, piece->keyed ? &piece->keyed->key : &piece->key, zipped_copy(zipped),
                     zipped_size(zipped), piece->keyed ? piece->keyed->until : INT64_MAX, zipped_free);
}

static void join_packed(const struct req *rq, struct sb *body, struct pieces *pieces, const char *fill, struct sb *whole,
                        struct depends *on)
{
    const struct zipped *texts[PIECES_MAX];
    bool own = *rq->parts && !*rq->background;
    struct zipper *zipper = zipper_new(rq->arena, own ? ZIP_SMALL : ZIP_FAST);
    if (own)
        put_together(rq, body, pieces);
    for (int i = 0; i < pieces->n; i++) {
        const struct piece *piece = &pieces->piece[i];
        texts[i] = piece->zipped ? piece->zipped : pack(rq, zipper, body, piece);
    }
    for (int i = 0; on && i < pieces->n; i++) {
        size_t n;
        const void *packed = zipped_view(texts[i], &n);
        depends_on_bytes(on, packed, n);
    }
    zip_whole(whole, texts, pieces->n, fill);
}

static void join_plain(const struct sb *body, const struct pieces *pieces, const char *fill, struct sb *whole, struct depends *on)
{
    for (int i = 0; i < pieces->n; i++) {
        const struct piece *piece = &pieces->piece[i];
        if (piece->keyed && piece->keyed->kept)
            unzip_text(whole, piece->keyed->kept, zip_hole);
        else
            sb_add_bytes(whole, body->text + piece->from, piece->to - piece->from);
    }
    if (on)
        depends_on_bytes(on, whole->text, whole->length);
    zip_fill(whole->text, whole->length, fill);
}

void parts_join(const struct req *rq, const struct parts *parts, struct sb *body, bool gzip, struct depends *on)
{
    struct pieces pieces;
    struct sb whole;
    const char *fill = *rq->csrf ? rq->csrf : zip_hole;
    divide(parts, body, &pieces);
    if (gzip)
        find_kept(rq, body, &pieces);
    if (!on || parts->listed)
        tag_parts(rq, body, &pieces);
    sb_init(&whole, rq->arena);
    if (gzip)
        join_packed(rq, body, &pieces, fill, &whole, on);
    else
        join_plain(body, &pieces, fill, &whole, on);
    *body = whole;
}

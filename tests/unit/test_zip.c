/* Texts packed one by one and joined: what comes out is one gzip file with the holes filled. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "cgi/http/zip.h"

enum { ROOM = 1 << 20, MOST = 200000, ROUNDS = 400 };

static const char fill[HOLE_BYTES + 1] = "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789ABCDEF";

static uint32_t chance = 1;

static uint32_t random_below(uint32_t n)
{
    chance = chance * 1664525 + 1013904223;
    return (chance >> 8) % n;
}

/* All of a gzip file, as a browser reads it: its check sum and its length count. */
static size_t read_gzip(const struct sb *packed, char *plain)
{
    z_stream z = {.next_in = (unsigned char *)packed->text, .avail_in = (unsigned)packed->length, .next_out = (unsigned char *)plain, .avail_out = ROOM};
    assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(z.avail_in, 0);
    size_t n = z.total_out;
    inflateEnd(&z);
    return n;
}

/* Packs @texts, and compares what comes out with the same texts filled. */
static void comes_back(const struct sb *texts, int n)
{
    static char plain[ROOM];
    struct arena *arena = arena_new();
    const struct zipped *zipped[16];
    struct sb packed, wanted, again;
    sb_init(&packed, arena);
    sb_init(&wanted, arena);
    sb_init(&again, arena);
    struct zipper *zipper = zipper_new(arena, ZIP_FAST);
    for (int i = 0; i < n; i++) {
        zipped[i] = zip_text(zipper, texts[i].text, texts[i].length, zip_tag(texts[i].text, texts[i].length));
        zipped[i] = i % 2 ? zipped_copy(zipped[i]) : zipped[i];
        sb_add_bytes(&wanted, texts[i].text, texts[i].length);
        unzip_text(&again, zipped[i], fill);
    }
    zip_fill(wanted.text, wanted.length, fill);
    zip_whole(&packed, zipped, n, fill);
    size_t length = read_gzip(&packed, plain);
    assert_int_equal(length, wanted.length);
    assert_memory_equal(plain, wanted.text, length);
    assert_int_equal(again.length, wanted.length);
    assert_memory_equal(again.text, wanted.text, length);
    for (int i = 1; i < n; i += 2)
        zipped_free((void *)zipped[i]);
    arena_free(arena);
}

static void comes_back_alone(const char *text)
{
    struct arena *arena = arena_new();
    struct sb sb;
    sb_init(&sb, arena);
    sb_add(&sb, text);
    comes_back(&sb, 1);
    arena_free(arena);
}

static void short_texts_and_none(void **unused)
{
    (void)unused;
    comes_back(NULL, 0);
    comes_back_alone("");
    comes_back_alone("\n");
    comes_back_alone("<p>A text that is long enough to be worth a code of its own, a code of its own.</p>");
}

static void holes_anywhere(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct sb sb;
    sb_init(&sb, arena);
    sb_add(&sb, zip_hole);
    comes_back(&sb, 1);
    sb_add(&sb, zip_hole);
    comes_back(&sb, 1);
    sb_add(&sb, "<input name=\"csrf\" value=\"");
    sb_add(&sb, zip_hole);
    sb_add(&sb, "\">");
    for (int i = 0; i < 30; i++) {
        sb_add(&sb, "<form><input name=\"csrf\" value=\"");
        sb_add(&sb, zip_hole);
        sb_addf(&sb, "\"><button>%d</button></form>\n", i);
    }
    comes_back(&sb, 1);
    sb_add(&sb, zip_hole);
    comes_back(&sb, 1);
    arena_free(arena);
}

/* A hole is never taken for what is in it: else a page would show another reader's token. */
static void each_answer_fills_anew(void **unused)
{
    (void)unused;
    static char plain[ROOM];
    static const char other[HOLE_BYTES + 1] = "ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvutsrqponmlkjihgfedcba--__--__--__";
    struct arena *arena = arena_new();
    struct sb sb, packed;
    sb_init(&sb, arena);
    sb_addf(&sb, "value=\"%s\" value=\"%s\" value=\"0123456789abcdef0123456789ABCDEF\"", zip_hole, zip_hole);
    const struct zipped *zipped = zip_text(zipper_new(arena, ZIP_FAST), sb.text, sb.length, 0);
    const char *const fills[] = {fill, other, fill};
    for (int i = 0; i < 3; i++) {
        sb_init(&packed, arena);
        zip_whole(&packed, &zipped, 1, fills[i]);
        size_t n = read_gzip(&packed, plain);
        assert_memory_equal(plain + 7, fills[i], HOLE_BYTES);
        assert_memory_equal(plain + 7 + HOLE_BYTES + 9, fills[i], HOLE_BYTES);
        assert_int_equal(n, sb.length);
    }
    arena_free(arena);
}

/* Much that is nearly the same, so that it matters how long the packer looks for the best. */
static void add_places(struct sb *sb, size_t n)
{
    while (sb->length < n)
        sb_addf(sb, "<circle class=\"stone-%u\" cx=\"%u\" cy=\"%u\" r=\"16\"/><a href=\"/games/17/history/%u\">%u</a>\n", random_below(6),
                random_below(600), random_below(600), random_below(99), random_below(9));
}

/* What a text is packed to must tell nothing of others, and a zipper packs its tenth text as well as its first. */
static void pack_alike(enum zip_effort effort)
{
    struct arena *arena = arena_new();
    struct zipper *zipper = zipper_new(arena, effort);
    static const size_t sizes[] = {1500, 6000, 60000};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct sb sb, other;
        size_t n, again;
        sb_init(&sb, arena);
        sb_init(&other, arena);
        add_places(&sb, sizes[i]);
        add_places(&other, sizes[i]);
        const struct zipped *first = zip_text(zipper, sb.text, sb.length, 0);
        zip_text(zipper, other.text, other.length, 0);
        const struct zipped *second = zip_text(zipper, sb.text, sb.length, 0), *alone = zip_text(zipper_new(arena, effort), sb.text, sb.length, 0);
        const void *packed = zipped_view(first, &n);
        assert_memory_equal(zipped_view(second, &again), packed, n);
        assert_int_equal(again, n);
        assert_memory_equal(zipped_view(alone, &again), packed, n);
        assert_int_equal(again, n);
    }
    arena_free(arena);
}

static void packed_alike_each_time(void **unused)
{
    (void)unused;
    pack_alike(ZIP_FAST);
    pack_alike(ZIP_SMALL);
}

static void a_tag_for_each_text(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    char text[] = "<p>Anna builds a villa in Lucca.</p>";
    uint64_t tag = zip_tag(text, sizeof(text) - 1);
    assert_true(zipped_tag(zip_text(zipper_new(arena, ZIP_FAST), text, sizeof(text) - 1, tag)) == tag);
    assert_true(tag == zip_tag(text, sizeof(text) - 1));
    assert_true(tag != zip_tag(text, sizeof(text) - 2));
    for (size_t i = 0; i < sizeof(text) - 1; i++) {
        text[i] ^= 1;
        assert_true(tag != zip_tag(text, sizeof(text) - 1));
        text[i] ^= 1;
    }
    arena_free(arena);
}

/* Like markup: words again and again, holes, and stretches that cannot be packed. */
static void add_anything(struct sb *sb, size_t n)
{
    static const char *const words[] = {"<li class=\"by-seat-1\">", "</li>\n", "<a href=\"/games/17/history/", "\">", "Anna", " builds ", "Lucca"};
    while (sb->length < n) {
        uint32_t what = random_below(40);
        if (what == 0)
            sb_add(sb, zip_hole);
        else if (what == 1)
            for (uint32_t i = random_below(300); i > 0; i--)
                sb_add_char(sb, (char)(random_below(255) + 1));
        else
            sb_add(sb, words[random_below(sizeof(words) / sizeof(words[0]))]);
    }
}

static void any_texts_in_any_number(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena *arena = arena_new();
        struct sb texts[16];
        int n = (int)random_below(8);
        for (int i = 0; i < n; i++) {
            sb_init(&texts[i], arena);
            add_anything(&texts[i], random_below(4) ? random_below(3000) : random_below(80000));
        }
        comes_back(texts, n);
        arena_free(arena);
    }
}

static void a_text_larger_than_every_window(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct sb sb;
    sb_init(&sb, arena);
    add_anything(&sb, MOST);
    comes_back(&sb, 1);
    sb_clear(&sb);
    while (sb.length < MOST) /* nothing of it can be packed */
        sb_add_char(&sb, (char)(random_below(255) + 1));
    comes_back(&sb, 1);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_texts_and_none),
        cmocka_unit_test(holes_anywhere),
        cmocka_unit_test(each_answer_fills_anew),
        cmocka_unit_test(packed_alike_each_time),
        cmocka_unit_test(a_tag_for_each_text),
        cmocka_unit_test(any_texts_in_any_number),
        cmocka_unit_test(a_text_larger_than_every_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "config.h"

#include "cgi/words/joined.h"

#include <string.h>

#include "cgi/base/banned.h"

#define JOINER "\xe2\x81\xa0"

/* What stands before a place where a line could end. */
enum before {
    OTHER,
    STOP,      /* 。, ： and 、, behind which print has no space */
    DIGIT,
    HIRAGANA,  /* before a number it is a particle mostly, and a good end */
    WORD       /* katakana or kanji */
};

struct joining {
    struct sb *out;
    const char *at, *end, *kept; /* @kept: from here on nothing is added to @out yet */
    enum before before;
    bool counted; /* the katakana before here are a word behind a number */
    bool strictly;
    bool in_tag; /* in a Japanese attribute: it has no lines, so that nothing is joined */
};

bool joined_wanted(const struct catalogue *cat)
{
    return !strcmp(text_lang(cat), "ja");
}

/* @text stands in the place of the next @length bytes. */
static void put_instead(struct joining *j, const char *text, size_t length)
{
    sb_add_bytes(j->out, j->kept, (size_t)(j->at - j->kept));
    sb_add(j->out, text);
    j->kept = j->at + length;
}

static void join_here(struct joining *j)
{
    if (!j->in_tag)
        put_instead(j, JOINER, 0);
}

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ---- names ---- */

enum { NAME_MOST = 12, BOT_BYTES = 4, SAN_BYTES = 6 };

static bool is_wide(const char *at, const char *end)
{
    return end - at >= 3 && (unsigned char)*at >> 4 == 0xe;
}

static uint32_t wide_at(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    return (uint32_t)(at[0] & 0x0f) << 12 | (uint32_t)(at[1] & 0x3f) << 6 | (at[2] & 0x3f);
}

static bool is_hiragana(uint32_t c)
{
    return c >= 0x3041 && c <= 0x309f;
}

static bool is_katakana(uint32_t c)
{
    return c >= 0x30a1 && c <= 0x30fe && c != 0x30fb;
}

/* Katakana and kanji. */
static bool is_word(uint32_t c)
{
    return is_katakana(c) || (c >= 0x4e00 && c <= 0x9fff);
}

/* Where the run of letters of one kind begins that ends at @end: a name, or more than that, which does no harm. */
static const char *run_before(const char *from, const char *end)
{
    const char *at = end;
    const bool plain = end > from && (is_letter(end[-1]) || is_digit(end - 1, end));
    for (int n = 0; n < NAME_MOST && plain && at > from && (is_letter(at[-1]) || is_digit(at - 1, end)); n++)
        at--;
    const bool kana = end - from >= 3 && is_wide(end - 3, end) && is_hiragana(wide_at(end - 3));
    for (int n = 0; n < NAME_MOST && !plain && at - from >= 3 && is_wide(at - 3, end); n++, at -= 3)
        if (kana ? !is_hiragana(wide_at(at - 3)) : !is_word(wide_at(at - 3)))
            break;
    return at;
}

/* A name, which no line ends in, goes with the さん behind it, where @j stands; which is passed up to its ん. */
static void join_name(struct joining *j)
{
    const char *begin = run_before(j->kept, j->at);
    const bool bot = begin - j->kept >= BOT_BYTES && !memcmp(begin - BOT_BYTES, "Bot ", BOT_BYTES);
    if (begin == j->at || j->in_tag)
        return;
    sb_add_bytes(j->out, j->kept, (size_t)(begin - bot - j->kept));
    if (bot)
        sb_add(j->out, "\xc2\xa0");
    while (begin < j->at) {
        const size_t length = is_wide(begin, j->at) ? 3 : 1;
        sb_add_bytes(j->out, begin, length);
        begin += length;
        if (length > 1 || begin == j->at)
            sb_add(j->out, JOINER);
    }
    sb_add(j->out, "さ" JOINER);
    j->at += SAN_BYTES / 2;
    j->kept = j->at;
}

/* ---- tags ---- */

static void pass_text(struct joining *j);

static bool is_one_of(const char *name, size_t length, const char *const *names)
{
    for (; length && *names; names++)
        if (**names == *name && !strncmp(*names, name, length) && (*names)[length] == '\0')
            return true;
    return false;
}

/* Behind the end tag of the element @name, whose begin tag ends at @from. */
static const char *behind_element(const char *from, const char *end, const char *name, size_t length)
{
    for (const char *at = from; (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++)
        if ((size_t)(end - at) > length + 2 && at[1] == '/' && !memcmp(at + 2, name, length))
            return at;
    return end;
}

/* Is the attribute that ends before @end one whose value is read out or shown? */
static bool is_read(const char *from, const char *end)
{
    static const char *const read[] = {"aria-label", "title", "alt", "placeholder", NULL};
    const char *name = end;
    while (name > from && ((name[-1] >= 'a' && name[-1] <= 'z') || name[-1] == '-'))
        name--;
    return is_one_of(name, (size_t)(end - name), read);
}

static bool is_japanese(const char *text, const char *end)
{
    while (text < end && ((unsigned char)*text < 0xe3 || (unsigned char)*text > 0xe9)) /* kana and kanji */
        text++;
    return text < end;
}

/* What is read of the attributes between here and @end. */
static void pass_attributes(struct joining *j, const char *end)
{
    const struct joining around = *j;
    const char *from = j->at, *quote, *close;
    while ((quote = memchr(from, '"', (size_t)(end - from))) && (close = memchr(quote + 1, '"', (size_t)(end - quote - 1)))) {
        if (quote > from && quote[-1] == '=' && is_read(from, quote - 1) && is_japanese(quote + 1, close)) {
            j->at = quote + 1;
            j->end = close;
            j->before = OTHER;
            j->in_tag = true;
            pass_text(j);
        }
        from = close + 1;
    }
    j->end = around.end;
    j->before = around.before;
    j->in_tag = false;
}

static void pass_tag(struct joining *j)
{
    static const char *const closed[] = {"style", "script", "title", "textarea", NULL};
    static const char *const in_line[] = {"b", "i", "a", "span", "small", "strong", "em", "time", "bdi", "q", "font", NULL};
    const bool ends = j->end - j->at > 1 && j->at[1] == '/';
    const char *name = j->at + 1 + ends, *close = memchr(j->at, '>', (size_t)(j->end - j->at));
    size_t length = 0;
    while (name + length < j->end && name[length] >= 'a' && name[length] <= 'z')
        length++;
    if (close && !ends)
        pass_attributes(j, close);
    j->at = close ? close + 1 : j->end;
    if (!ends && is_one_of(name, length, closed))
        j->at = behind_element(j->at, j->end, name, length);
    if (!is_one_of(name, length, in_line))
        j->before = OTHER;
}

/* ---- text ---- */

/* ー and the small kana, which begin no line in print. */
static bool begins_no_line(uint32_t c)
{
    switch (c) {
    case 0x3041: case 0x3043: case 0x3045: case 0x3047: case 0x3049: case 0x3063: case 0x3083: case 0x3085: case 0x3087:
    case 0x30a1: case 0x30a3: case 0x30a5: case 0x30a7: case 0x30a9: case 0x30c3: case 0x30e3: case 0x30e5: case 0x30e7: case 0x30fc:
        return true;
    default:
        return false;
    }
}

static bool is_stop(uint32_t c)
{
    return c == 0x3002 || c == 0x3001 || c == 0xff1a;
}

/* A letter of three bytes; all kana and kanji are. */
static void pass_wide(struct joining *j)
{
    const uint32_t c = wide_at(j->at);
    const bool hiragana = is_hiragana(c), word = is_word(c);
    j->counted = is_katakana(c) && (j->before == DIGIT || (j->counted && j->before == WORD));
    if (j->end - j->at >= SAN_BYTES && !memcmp(j->at, "さん", SAN_BYTES)) {
        join_name(j);
    } else if (c == 0x2212) { /* a minus goes with its number */
        if (j->before == WORD && is_digit(j->at + 3, j->end))
            join_here(j);
    } else if ((hiragana || word) && (j->before == DIGIT || j->counted || (j->strictly && j->before > DIGIT && begins_no_line(c))))
        join_here(j);
    j->before = hiragana ? HIRAGANA : word ? WORD : is_stop(c) ? STOP : OTHER;
    j->at += 3;
}

/* 、 and （, also at the beginning of an element: none has a space before it. */
static bool sets_itself_off(const char *at, const char *end)
{
    const char *close = at < end && *at == '<' ? memchr(at, '>', (size_t)(end - at)) : NULL;
    at = close ? close + 1 : at;
    return end - at >= 3 && (!memcmp(at, "、", 3) || !memcmp(at, "（", 3));
}

/* Behind a Japanese word, and anywhere in an attribute: ": " or ", ", as a template has it for any language; and the hyphen of a figure
 * below nothing. */
static bool pass_sign(struct joining *j)
{
    const char c = *j->at;
    const bool spaced = j->end - j->at > 1 && j->at[1] == ' ';
    if ((j->before < HIRAGANA && !(spaced && j->in_tag)) || !((spaced && (c == ':' || c == ',')) || (c == '-' && is_digit(j->at + 1, j->end))))
        return false;
    if (c == '-' && j->before == WORD)
        join_here(j);
    put_instead(j, c == ':' ? "：" : c == ',' ? "、" : "−", 1 + spaced);
    j->before = OTHER;
    j->at += 1 + spaced;
    return true;
}

/* Is it a number behind 残り or あと, which do not end a line as a particle does? */
static bool follows_left(const struct joining *j)
{
    const char *at = j->at;
    return j->before == HIRAGANA && at - j->kept >= SAN_BYTES && (!memcmp(at - SAN_BYTES, "残り", SAN_BYTES) || !memcmp(at - SAN_BYTES, "あと", SAN_BYTES));
}

/* I to XII, as sections of a wheel are numbered. */
static bool is_roman(const char *at, const char *end)
{
    const char *from = at;
    while (at < end && (*at == 'I' || *at == 'V' || *at == 'X'))
        at++;
    return at > from && (at == end || !is_letter(*at));
}

static void pass_plain(struct joining *j)
{
    const char c = *j->at;
    if (pass_sign(j))
        return;
    if (c == ' ' && (j->before == STOP || sets_itself_off(j->at + 1, j->end))) {
        put_instead(j, "", 1);
    } else if (is_digit(j->at, j->end)) {
        if (j->before == WORD || follows_left(j))
            join_here(j);
        j->before = DIGIT;
    } else {
        if (c == '+' && j->before == WORD && is_digit(j->at + 1, j->end))
            join_here(j);
        j->before = OTHER;
    }
    j->at++;
}

static void pass_text(struct joining *j)
{
    while (j->at < j->end) {
        const char *const plain = j->at;
        if (j->before == WORD && is_roman(j->at, j->end))
            join_here(j);
        while (j->at < j->end && is_letter(*j->at)) /* most of what is neither Japanese nor a figure */
            j->at++;
        if (j->at > plain)
            j->before = OTHER;
        else if (*j->at == '<' && !j->in_tag)
            pass_tag(j);
        else if ((unsigned char)*j->at >> 4 == 0xe && j->end - j->at >= 3)
            pass_wide(j);
        else
            pass_plain(j);
    }
}

void joined_html(struct sb *out, const char *html, size_t length, bool strictly)
{
    struct joining j = {.out = out, .at = html, .end = html + length, .kept = html, .strictly = strictly};
    pass_text(&j);
    sb_add_bytes(out, j.kept, (size_t)(j.end - j.kept));
}

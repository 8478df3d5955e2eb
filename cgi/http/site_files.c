#include "config.h"

#include "cgi/http/site_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/log.h"
#include "cgi/base/parse.h"
#include "cgi/base/sb.h"
#include "cgi/base/values.h"

#include "cgi/base/banned.h"

enum { LANGS = 2, NAME_MOST = 40, LINE_MOST = 200, PAGE_MOST = 64 * 1024 };

static const char *const langs[LANGS] = {"en", "ja"};
static const char *const pages[SITE_PAGES] = {[SITE_PRIVACY] = "privacy", [SITE_TERMS] = "terms", [SITE_CONTACT] = "contact"};

struct site_files {
    struct arena *arena;
    const char *name[LANGS], *line[LANGS], *contact, *page[SITE_PAGES][LANGS]; /* NULL: there is none */
};

/* ---- reading ---- */

struct reading {
    const char *folder;
    struct arena *arena;
    bool quiet;
};

static void left_out(const char *path, const char *why)
{
    log_line("level=warning message=\"%s is left out: %s\"", path, why);
}

/* Without what stands at its ends; NULL with the reason when it is no such text. */
static const char *checked(char *text, size_t length, size_t most, bool one_line, const char **why)
{
    static const char mark[] = "\xef\xbb\xbf";
    *why = !utf8_valid(text, length) ? "it is not UTF-8" : NULL;
    if (*why)
        return NULL;
    text += !strncmp(text, mark, 3) ? 3 : 0;
    text += strspn(text, " \t\r\n");
    for (size_t n = strlen(text); n && strchr(" \t\r\n", text[n - 1]); n--)
        text[n - 1] = '\0';
    for (const unsigned char *c = (unsigned char *)text; *c && !*why; c++)
        *why = *c < ' ' && !strchr("\t\r\n", *c) ? "it holds a control character" : one_line && *c == '\n' ? "it has more than one line" : NULL;
    if (!*why)
        *why = !*text ? "it is empty" : utf8_length(text) > most ? "it is too long" : NULL;
    return *why ? NULL : text;
}

/* @needed: that it is not there is said. */
static const char *read_file(const struct reading *reading, const char *name, size_t most, bool one_line, bool needed)
{
    const char *path = arena_printf(reading->arena, "%s/%s", reading->folder, name), *why = NULL, *text = NULL;
    FILE *file = fopen(path, "re");
    if (!file) {
        if (errno != ENOENT)
            left_out(path, strerror(errno));
        else if (needed && !reading->quiet)
            log_line("level=info message=\"%s is not there: the preset is shown\"", path);
        return NULL;
    }
    char *bytes = arena_alloc(reading->arena, PAGE_MOST + 2);
    size_t n = fread(bytes, 1, PAGE_MOST + 1, file);
    bool failed = ferror(file);
    fclose(file);
    bytes[n] = '\0';
    if (failed || n > PAGE_MOST)
        why = failed ? "it cannot be read" : "it is too long";
    else
        text = checked(bytes, n, most, one_line, &why);
    if (why)
        left_out(path, why);
    return text;
}

static bool is_contact(const char *text)
{
    const char *at = strchr(text, '@');
    if (strpbrk(text, " \t<>\"'"))
        return false;
    return !strncmp(text, "https://", 8) ? text[8] != '\0' : at && at > text && strchr(at, '.') && !strchr(at + 1, '@') && !strchr(text, ':');
}

static void read_all(struct site_files *site, const struct reading *reading)
{
    site->name[0] = read_file(reading, "name.txt", NAME_MOST, true, true);
    site->name[1] = read_file(reading, "name.ja.txt", NAME_MOST, true, false);
    for (int l = 0; l < LANGS; l++) {
        site->line[l] = read_file(reading, arena_printf(site->arena, "line.%s.txt", langs[l]), LINE_MOST, true, l == 0);
        for (int p = 0; p < SITE_PAGES; p++)
            site->page[p][l] = read_file(reading, arena_printf(site->arena, "pages/%s.%s.txt", pages[p], langs[l]), PAGE_MOST, false,
                                         l == 0 && p != SITE_CONTACT);
    }
    site->contact = read_file(reading, "contact.txt", LINE_MOST, true, true);
    if (site->contact && !is_contact(site->contact)) {
        left_out("contact.txt", "it is neither an e-mail address nor one that begins with https://");
        site->contact = NULL;
    }
}

struct site_files *site_files_load(const char *folder, bool quiet)
{
    struct site_files *site = calloc(1, sizeof(*site));
    if (!site)
        return NULL;
    site->arena = arena_new();
    const struct reading reading = {.folder = folder, .arena = site->arena, .quiet = quiet};
    if (folder)
        read_all(site, &reading);
    return site;
}

void site_files_free(struct site_files *site)
{
    if (!site)
        return;
    arena_free(site->arena);
    free(site);
}

/* ---- what there is ---- */

/* Of another language rather than none: the preset would say something else than the operator does. */
static const char *of_language(const char *const text[LANGS], const char *lang)
{
    int l = !strcmp(lang, langs[1]);
    return text[l] ? text[l] : text[1 - l];
}

const char *site_name(const struct site_files *site, const char *lang)
{
    const char *name = site ? of_language(site->name, lang) : NULL;
    return name ? name : "Ridotto";
}

const char *site_line(const struct site_files *site, const char *lang)
{
    return site ? of_language(site->line, lang) : NULL;
}

const char *site_contact(const struct site_files *site)
{
    return site ? site->contact : NULL;
}

const char *site_page_text(const struct site_files *site, enum site_page page, const char *lang)
{
    return site ? of_language(site->page[page], lang) : NULL;
}

const char *site_contact_url(const struct site_files *site, struct arena *arena)
{
    const char *contact = site_contact(site);
    return !contact ? NULL : strchr(contact, '@') && strncmp(contact, "https://", 8) != 0 ? arena_printf(arena, "mailto:%s", contact) : contact;
}

/* ---- a page's text ---- */

static size_t link_length(const char *text)
{
    static const char *const begins[] = {"https://", "http://", "mailto:"};
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
        if (!strncmp(text, begins[i], strlen(begins[i]))) {
            size_t n = strcspn(text, " \t\r\n<>\"'|\\^`{}");
            for (size_t k = strlen(begins[i]); k < n; k++)
                if ((unsigned char)text[k] >= 0x80) /* Japanese goes on without a space */
                    n = k;
            while (n > strlen(begins[i]) && strchr(".,;:!?)", text[n - 1]))
                n--;
            return n > strlen(begins[i]) ? n : 0;
        }
    return 0;
}

static struct value *parts_of(struct arena *arena, const char *text)
{
    struct value *parts = new_list(arena);
    while (*text) {
        size_t link = link_length(text), n = link;
        if (link) {
            const char *href = arena_strndup(arena, text, link);
            put_text(put_text(add_object(parts), K_text, !strncmp(href, "mailto:", 7) ? href + 7 : href), K_href, href);
        } else {
            for (n = 1; text[n] && !link_length(text + n); n++)
                continue;
            put_null(put_text(add_object(parts), K_text, arena_strndup(arena, text, n)), K_href);
        }
        text += n;
    }
    return parts;
}

struct text_reader {
    struct arena *arena;
    struct value *blocks, *items; /* items NULL: the next line begins a block */
    bool is_list;
    struct sb line;            /* of the paragraph so far */
};

static void end_item(struct text_reader *reader)
{
    if (reader->items && reader->line.length)
        put(add_object(reader->items), K_parts, parts_of(reader->arena, arena_strdup(reader->arena, reader->line.text)));
    sb_clear(&reader->line);
}

static void end_block(struct text_reader *reader)
{
    end_item(reader);
    reader->items = NULL;
}

static void begin_block(struct text_reader *reader, const char *heading, bool is_list)
{
    end_block(reader);
    struct value *block = put_text(add_object(reader->blocks), K_heading, heading);
    put_bool(block, K_is_list, is_list);
    put_bool(block, K_is_text, !heading && !is_list);
    reader->items = put_list(block, K_items);
    reader->is_list = is_list;
}

static void take_line(struct text_reader *reader, const char *line)
{
    bool lists = !strncmp(line, "- ", 2);
    if (!*line) {
        end_block(reader);
    } else if (!strncmp(line, "# ", 2)) {
        begin_block(reader, line + 2, false);
        end_block(reader);
    } else {
        if (!reader->items || (lists && !reader->is_list))
            begin_block(reader, NULL, lists);
        else if (lists)
            end_item(reader);
        if (reader->line.length)
            sb_add_char(&reader->line, '\n');
        sb_add(&reader->line, lists ? line + 2 : line);
    }
}

struct value *site_text(struct arena *arena, const char *text)
{
    struct text_reader reader = {.arena = arena, .blocks = new_list(arena)};
    sb_init(&reader.line, arena);
    while (*text) {
        size_t n = strcspn(text, "\n"), length = n;
        while (length && strchr(" \t\r", text[length - 1]))
            length--;
        take_line(&reader, arena_strndup(arena, text, length));
        text += n + (text[n] == '\n');
    }
    end_block(&reader);
    return reader.blocks;
}

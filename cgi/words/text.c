#include "config.h"

#include "cgi/words/text.h"

#include <errno.h>
#include <gettext-po.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/base/banned.h"

enum { CONTEXT = '\004' }; /* before and behind the context of NC_() */

struct entry {
    const char *id, *words;
};

/* Open addressing; the table's size is a power of two, at least twice the number of entries. */
struct catalogue {
    struct arena *arena;
    const char *lang;
    struct entry *table;
    size_t size, n;
};

/* libgettextpo hands nothing through to its handlers, so the complaint of the load under way is kept by thread. */
struct loading {
    char *why;
    size_t room;
    bool failed;
    jmp_buf end;
};
static _Thread_local struct loading *loading;

static void on_error(int severity, po_message_t message, const char *file, size_t line, size_t column, int multiline,
                     const char *text)
{
    (void)message, (void)column, (void)multiline;
    if (severity != PO_SEVERITY_WARNING && !loading->failed) {
        loading->failed = true;
        if (file && line != (size_t)-1)
            snprintf(loading->why, loading->room, "%s:%zu: %s", file, line, text);
        else
            snprintf(loading->why, loading->room, "%s%s%s", file ? file : "", file ? ": " : "", text);
    }
    if (severity == PO_SEVERITY_FATAL_ERROR)
        longjmp(loading->end, 1);
}

static void on_errors(int severity, po_message_t message1, const char *file1, size_t line1, size_t column1,
                      int multiline1, const char *text1, po_message_t message2, const char *file2, size_t line2,
                      size_t column2, int multiline2, const char *text2)
{
    (void)message2, (void)file2, (void)line2, (void)column2, (void)multiline2, (void)text2;
    on_error(severity, message1, file1, line1, column1, multiline1, text1);
}

static const struct po_xerror_handler handler = {.xerror = on_error, .xerror2 = on_errors};

#ifdef __SANITIZE_ADDRESS__
/* libgettextpo never frees the name of a file it has read; a few bytes at start, but the leak checker tells. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libgettextpo_xmalloc\n";
}
#endif

static size_t hash(const char *text)
{
    uint64_t h = 14695981039346656037u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

static struct entry *slot(const struct catalogue *cat, const char *id)
{
    size_t i = hash(id) & (cat->size - 1);
    while (cat->table[i].id && strcmp(cat->table[i].id, id) != 0)
        i = (i + 1) & (cat->size - 1);
    return &cat->table[i];
}

static void grow(struct catalogue *cat)
{
    struct entry *old = cat->table;
    size_t n = cat->size;
    cat->size = n ? 2 * n : 256;
    cat->table = arena_array(cat->arena, cat->size, sizeof(*cat->table));
    for (size_t i = 0; i < n; i++)
        if (old[i].id)
            *slot(cat, old[i].id) = old[i];
}

static void add(struct catalogue *cat, const char *id, const char *words)
{
    if (2 * (cat->n + 1) > cat->size)
        grow(cat);
    struct entry *entry = slot(cat, id);
    cat->n += entry->id == NULL;
    *entry = (struct entry){arena_strdup(cat->arena, id), arena_strdup(cat->arena, words)};
}

static void add_file(struct catalogue *cat, po_file_t file)
{
    po_message_iterator_t messages = po_message_iterator(file, NULL);
    for (po_message_t message; (message = po_next_message(messages)) != NULL;) {
        const char *id = po_message_msgid(message), *words = po_message_msgstr(message);
        const char *context = po_message_msgctxt(message);
        if (*id && *words && !po_message_is_fuzzy(message) && !po_message_is_obsolete(message))
            add(cat, context ? arena_join(cat->arena, (const char *[]){"\004", context, "\004", id, NULL}) : id, words);
    }
    po_message_iterator_free(messages);
}

/* False, and the reason is written, when the file cannot be read or is wrong in any place. */
static bool read_po(struct catalogue *cat, const char *path, char *why, size_t room)
{
    struct loading here = {.why = why, .room = room};
    if (access(path, R_OK) != 0) {
        snprintf(why, room, "%s: %s", path, strerror(errno));
        return false;
    }
    loading = &here;
    if (setjmp(here.end) == 0) {
        po_file_t file = po_file_read(path, &handler);
        if (file && !here.failed)
            add_file(cat, file);
        if (file)
            po_file_free(file);
        else
            on_error(PO_SEVERITY_ERROR, NULL, path, (size_t)-1, 0, 0, "cannot be read");
    }
    loading = NULL;
    return !here.failed;
}

struct catalogue *text_load(const char *dir, const char *lang, char *why, size_t room)
{
    struct arena *arena = arena_new_kept();
    struct catalogue *cat = arena_alloc(arena, sizeof(*cat));
    cat->arena = arena;
    cat->lang = arena_strdup(arena, lang);
    grow(cat);
    if (!strcmp(lang, "en") || read_po(cat, arena_printf(arena, "%s/%s.po", dir, lang), why, room))
        return cat;
    arena_free(arena);
    return NULL;
}

void text_free(struct catalogue *cat)
{
    if (cat)
        arena_free(cat->arena);
}

const char *text_lang(const struct catalogue *cat)
{
    return cat ? cat->lang : "en";
}

const char *text_get(const struct catalogue *cat, const char *msgid)
{
    if (!msgid)
        return "";
    const struct entry *entry = cat && cat->n > 0 ? slot(cat, msgid) : NULL;
    if (entry && entry->id)
        return entry->words;
    return *msgid == CONTEXT ? strchr(msgid + 1, CONTEXT) + 1 : msgid;
}

void text_number(struct sb *out, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number, unit = 1;
    while (size / unit >= 1000)
        unit *= 1000;
    if (number < 0)
        sb_add(out, "−");
    sb_add_int(out, (int64_t)(size / unit));
    for (size %= unit; unit > 1; size %= unit) {
        unit /= 1000;
        const int group = (int)(size / unit);
        const char digits[] = {',', (char)('0' + group / 100), (char)('0' + group / 10 % 10), (char)('0' + group % 10)};
        sb_add_bytes(out, digits, sizeof(digits));
    }
}

/* The bare digits: it may be the number of a table. */
static void add_number(struct sb *out, int64_t number)
{
    char room[DECIMAL_BYTES];
    const char *digits = decimal(room, number);
    if (number < 0)
        sb_add(out, "−");
    sb_add(out, digits + (number < 0));
}

/* "one coin|# coins": the first form for 1, else the second. */
static void add_form(struct sb *out, const char *from, const char *to, int64_t number)
{
    const char *bar = memchr(from, '|', (size_t)(to - from));
    if (bar && number == 1)
        to = bar;
    else if (bar)
        from = bar + 1;
    for (; from < to; from++) {
        if (*from == '#')
            text_number(out, number);
        else
            sb_add_char(out, *from);
    }
}

bool text_named(const char *name, const char *at, size_t length)
{
    return !strncmp(name, at, length) && name[length] == '\0';
}

void text_add_value(struct sb *out, const struct text_value *value)
{
    if (value->text)
        sb_add(out, value->text);
    else
        add_number(out, value->number);
}

/* @at is behind a brace. Fills the placeholder and returns where it ends, or NULL when it is none. */
static const char *add_placeholder(struct sb *out, const char *at, text_finder *find, const void *among)
{
    const char *end = strchr(at, '}');
    if (!end)
        return NULL;
    size_t length = strcspn(at, ":}");
    struct text_value value;
    if (!find(among, at, length, &value))
        return NULL;
    if (at[length] == ':')
        add_form(out, at + length + 1, end, value.number);
    else
        text_add_value(out, &value);
    return end + 1;
}

void text_fill_by(struct sb *out, const struct catalogue *cat, const char *msgid, text_finder *find, const void *among)
{
    const char *at = text_get(cat, msgid);
    for (;;) {
        size_t plain = strcspn(at, "{");
        sb_add_bytes(out, at, plain);
        at += plain;
        if (!*at)
            return;
        at++;
        if (*at == '{') {
            sb_add_char(out, *at++);
            continue;
        }
        const char *end = add_placeholder(out, at, find, among);
        if (end)
            at = end;
        else
            sb_add_char(out, '{');
    }
}

struct listed {
    const struct text_value *values;
    int n;
};

static bool find_listed(const void *among, const char *name, size_t length, struct text_value *value)
{
    const struct listed *listed = among;
    for (int i = 0; i < listed->n; i++)
        if (text_named(listed->values[i].name, name, length)) {
            *value = listed->values[i];
            return true;
        }
    return false;
}

void text_fill(struct sb *out, const struct catalogue *cat, const char *msgid, const struct text_value *values, int n)
{
    const struct listed listed = {values, n};
    text_fill_by(out, cat, msgid, find_listed, &listed);
}

const char *text_filled(struct arena *arena, const struct catalogue *cat, const char *msgid, const struct text_value *values,
                        int n)
{
    struct sb out;
    sb_init(&out, arena);
    text_fill(&out, cat, msgid, values, n);
    return out.text;
}

void text_add_item(struct sb *list, const struct catalogue *cat, const char *item)
{
    if (list->length)
        sb_add(list, text_get(cat, N_(", ")));
    sb_add(list, item);
}

const char *text_names(struct arena *arena, const struct catalogue *cat, const char *const *names, int n)
{
    const char *list = n ? names[0] : "";
    for (int i = 1; i < n; i++) {
        const struct text_value both[] = {{.name = "list", .text = list}, {.name = "name", .text = names[i]}};
        list = text_filled(arena, cat, i == n - 1 ? N_("{list} and {name}") : N_("{list}, {name}"), both, 2);
    }
    return list;
}

const char *text_signed(struct arena *arena, long amount)
{
    return amount ? arena_printf(arena, amount > 0 ? "+%ld" : "−%ld", amount > 0 ? amount : -amount) : "±0";
}

void text_duration(struct sb *out, const struct catalogue *cat, int64_t seconds)
{
    /* From a day on to the nearest hour: two days of which a minute has gone are two days still. */
    int64_t minutes = (seconds + (seconds >= 86400 ? 1800 : 0)) / 60, hours = minutes / 60, days = hours / 24;
    const struct text_value values[] = {
        {.name = "days", .number = days},
        {.name = "hours", .number = days ? hours % 24 : hours},
        {.name = "minutes", .number = hours ? minutes % 60 : minutes},
    };
    const char *words;
    if (days >= 7 || (days && hours % 24 == 0))
        words = N_("{days:1 day|# days}");
    else if (days)
        words = N_("{days:1 day|# days} {hours} h");
    else if (hours && minutes % 60)
        words = N_("{hours} h {minutes} min");
    else if (hours)
        words = N_("{hours} h");
    else if (minutes > 0)
        words = N_("{minutes} min");
    else
        words = N_("a moment");
    text_fill(out, cat, words, values, sizeof(values) / sizeof(values[0]));
}

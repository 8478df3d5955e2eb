/* Mustache templates, compiled once per language into op arrays: interpolation, sections, inverted sections, comments,
 * delimiters, partials, inheritance, and {{#t}}message{{/t}}, in whose place the translation is compiled ({{#t building}}…{{/t}}: of the words in that context). */
#ifndef CGI_TPL_TPL_H
#define CGI_TPL_TPL_H

#include <stdbool.h>

#include "cgi/base/sb.h"
#include "cgi/words/text.h"
#include "rules/engine/value.h"

struct tpl_set;

/**
 * tpl_load() - compiles every *.html, *.svg, *.xml and *.txt below @dir; "carrara/board.svg" is named so, partials too
 *
 * Values are escaped for HTML, but in *.txt as they are. Unescaped values ({{{x}}}, {{&x}}) in *.html and *.svg are
 * only for names that end with _html. A message's id is its text with the white space around it dropped and each run inside
 * made one space; it holds words and values only, and {{n:one coin|# coins}}: the first form when the number is 1, else
 * the second, "#" being the number.
 * Return: the set (lives until tpl_free), or NULL with "templates/table.html:12: ..." in @why: a syntax error, a
 * partial that does not exist, a name that is none of rules/engine/keys.def, a message with a section inside.
 */
struct tpl_set *tpl_load(const char *dir, const struct catalogue *cat, char *why, size_t room);

/** tpl_load_texts() - from memory, for `ridotto render` and tests; partials that do not exist are empty, values may have any name and
 *  go unescaped, and without @cat {{#t}} is a section like any other */
struct tpl_set *tpl_load_texts(const char *const *names, const char *const *texts, int n, const struct catalogue *cat,
                               char *why, size_t room);
void tpl_free(struct tpl_set *set);

/** tpl_has() - is there a template of this name? */
bool tpl_has(const struct tpl_set *set, const char *name);

/** tpl_key() - the key under which templates of @set find what is called @name; KEY_NONE: they do not ask for it */
enum key tpl_key(const struct tpl_set *set, const char *name);

/**
 * tpl_render() - adds the template filled from @data (borrowed) to @out; thread-safe
 * Missing names are empty; with @missing (may be NULL) each is reported once, comma-separated. Without, a development build
 * tells them on standard error, "its model lacks ...", and the tests fail that find such a line in the log.
 * False, null, 0, "" and [] are false to sections; objects and lists print nothing.
 * Return: false when there is no such template, or when partials call each other without an end (more than 200 tags
 * within each other); @out then holds a beginning.
 */
bool tpl_render(const struct tpl_set *set, const char *name, const struct value *data, struct sb *out, struct sb *missing);

/** tpl_render_within() - the same where names that @data does not have are looked for in @around (NULL: nowhere) */
bool tpl_render_within(const struct tpl_set *set, const char *name, const struct value *around, const struct value *data,
                       struct sb *out);

/* A part of a page: a block whose name begins with "part_", as in {{$part_log}}. One that is given is not drawn. */
struct tpl_part {
    const char *name;
    bool given;
    int met;                   /* the first to be met has 1; 0: it was not */
    size_t from, to;           /* where its text stands in the output, once it is met */
};
enum { TPL_PARTS_MAX = 32 };
struct tpl_parts {
    int n, n_met;
    struct tpl_part part[TPL_PARTS_MAX];
};

/** tpl_render_parts() - as tpl_render(); @parts holds those that the caller knows of, and afterwards all that were met: parts within
 *  others, and what is met again, are drawn as the text around them */
bool tpl_render_parts(const struct tpl_set *set, const char *name, const struct value *data, struct sb *out, struct tpl_parts *parts);

#endif

/* Writing ops: text is gathered into runs, source lines are told apart, indentation that a block does not own is
 * dropped. */
#ifndef CGI_TPL_TPL_BUILD_H
#define CGI_TPL_TPL_BUILD_H

#include "cgi/tpl/tpl_op.h"

struct builder {
    struct tpl_set *set;
    struct arena *arena;  /* of the set: the ops live here */
    struct op *ops;
    int32_t n, room;
    struct sb run;        /* text not yet written */
    bool run_line_start;
    bool line_start;      /* what comes next begins a line of the source */
    int dedent;           /* so many blanks are dropped at the start of each line */
};

void builder_init(struct builder *b, struct tpl_set *set, struct arena *scratch);
/** builder_text() - adds @from .. @to, less the dedent */
void builder_text(struct builder *b, const char *from, const char *to);
/** builder_op() - writes what text there is, then an empty op; valid until the next call */
struct op *builder_op(struct builder *b, enum op_kind kind);
/** builder_flush() - writes what text there is */
void builder_flush(struct builder *b);
/** builder_mark_line() - a line that begins here is indented although nothing of it is printed before a closing tag */
void builder_mark_line(struct builder *b);
/** builder_name() - @text split at its dots; NULL: a part of it is no key, and the set has no names of its own */
const struct op_name *builder_name(struct builder *b, const char *text, int length);

/** builder_word() - the name of a block, which stands for nothing in the data */
const struct op_name *builder_word(struct builder *b, const char *text, int length);

/** tpl_line_begin() - the start of the line that @at is on, when only blanks stand between, else NULL */
const char *tpl_line_begin(const char *begin, const char *at);
/** tpl_next_line() - where the next line starts (or the end of the text), when only blanks stand between, else NULL */
const char *tpl_next_line(const char *at);
/** tpl_body_indentation() - the blanks before the first line of @body that is not blank: @from .. @to */
void tpl_body_indentation(const char *body, const char **from, const char **to);

/** tpl_by_name() - the order of a set, for qsort() and bsearch() */
int tpl_by_name(const void *a, const void *b);
/** tpl_number() - of the template called @name, or -1 */
int tpl_number(const struct tpl_set *set, const char *name);

#endif

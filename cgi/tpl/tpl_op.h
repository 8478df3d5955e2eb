/* The compiled form of a template, shared by the parts of the engine: parser, loader, renderer. Nobody else
 * includes it. */
#ifndef CGI_TPL_TPL_OP_H
#define CGI_TPL_TPL_OP_H

#include <stdint.h>

#include "cgi/tpl/tpl.h"

enum op_kind { OP_TEXT, OP_VALUE, OP_RAW, OP_FORMS, OP_SECTION, OP_INVERTED, OP_PARTIAL, OP_PARENT, OP_BLOCK };

/* "a.b.c" in its parts; n 0 is ".", the thing at hand. */
struct op_name {
    const char *whole;
    int n;
    uint16_t *part; /* enum key, or a name of this set alone */
};

/* Ops lie in the order of the source. SECTION, INVERTED, PARENT and BLOCK are followed by their body, up to `end`; in
 * the body of a PARENT only the BLOCKs that directly stand there count, each an override of the parent's block. */
struct op {
    uint8_t kind;
    bool line_start;  /* begins a line of the source: the indentation of a partial goes before it */
    bool standalone;  /* PARTIAL, PARENT, BLOCK: its tags have their lines to themselves */
    bool body_line;   /* BLOCK: its body begins on a line of its own */
    bool is_part;     /* BLOCK: its name begins with "part_" */
    bool in_message;  /* VALUE: of a sentence, in which a number has a true minus; elsewhere it may be a coordinate */
    int32_t end;
    int32_t target;   /* PARTIAL, PARENT: the template's number, -1 when there is none */
    uint32_t length;
    const char *text; /* TEXT: what to print. FORMS: "1 coin|# coins", `length` is of the first.
                       * PARTIAL, PARENT, BLOCK: the blanks before it, indentation to add */
    const struct op_name *name; /* VALUE, RAW, FORMS, SECTION, INVERTED, BLOCK */
};

struct tpl {
    const char *name;
    const char *source; /* only while loading */
    struct op *ops;
    int32_t n;
};

enum { OWN_BUCKETS = 64 };

/* A name that is not in the table of keys. */
struct own_name {
    struct own_name *next;
    const char *text;
    uint16_t key;
};

/* Templates sorted by name. */
struct tpl_set {
    struct arena *arena;
    struct tpl *tpl;
    int n;
    bool any_name;        /* names need not be in the table of keys: those that are not get numbers behind it */
    int n_own;
    struct own_name *own[OWN_BUCKETS];
};

/* How templates are compiled. */
struct tpl_rules {
    const struct catalogue *cat;
    const char *dir;      /* what stands before names in complaints: "templates/", or "" */
    bool messages;        /* {{#t}} is a message */
    bool strict;          /* partials and names must exist, {{{x}}} in markup is only for names that end with _html */
};

/**
 * tpl_parse() - compiles @tpl->source into @tpl->ops, on the set's arena
 * @scratch: for what is needed only while parsing
 * Return: true, or false with file, line and reason in @why.
 */
bool tpl_parse(struct tpl_set *set, struct tpl *tpl, const struct tpl_rules *rules, struct arena *scratch, char *why,
               size_t room);

#endif

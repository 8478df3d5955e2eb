/* Says what is wrong with a text, a JSON value or a position, and writes the short texts this needs without stdio. */
#ifndef RULES_ENGINE_FAULT_H
#define RULES_ENGINE_FAULT_H

#include "rules/rules.h"

/**
 * fault_set() - fills @fault (NULL is fine) and returns false
 * @sentence: translatable, static
 * @what:     what {what} in it stands for, copied; cut at a character when it is longer than the room
 */
bool fault_set(struct fault *fault, const char *sentence, const char *what);

/** fault_index() - the same with @what written as "what[index]" */
bool fault_index(struct fault *fault, const char *sentence, const char *what, int index);

/** fault_member() - says that @member does not go with the rest of the position; fault_member_at() - its @index-th item */
bool fault_member(struct fault *fault, const char *member);
bool fault_member_at(struct fault *fault, const char *member, int index);

/* A text that is written into a buffer of fixed size. It always ends with NUL; `full` says that something was cut. */
struct writer {
    char *text;
    size_t length, room;
    bool full;
};

/** writer_on() - an empty text in @room bytes at @text, at least 1 */
struct writer writer_on(char *text, size_t room);
void write_bytes(struct writer *writer, const char *bytes, size_t n);
void write_text(struct writer *writer, const char *text);
void write_number(struct writer *writer, long number);
/** write_back() - cuts the text to its first @length bytes */
void write_back(struct writer *writer, size_t length);

#endif

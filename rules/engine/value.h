/* A tree of values: what a view says, what a page shows, what an answer in JSON holds.
 *
 * It is built once and then only read. Its memory comes in pieces from one room and goes with it; nothing is freed by itself. Names of
 * members are the small numbers of rules/engine/keys.def, so that finding one compares no text, and a name that is not in the
 * table does not compile. Texts are borrowed: they have to live as long as the tree (literals, tables, the arena of the answer);
 * put_copy() and add_copy() take those that do not. JSON's null is a NULL pointer, and every function takes it.
 */
#ifndef RULES_ENGINE_VALUE_H
#define RULES_ENGINE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* K_place, K_label and so on, in the order of their names. */
enum key {
    KEY_NONE,
#define KEY(name) K_##name,
#include "rules/engine/keys.def"
#undef KEY
    KEY_COUNT
};

/** key_name() - "place" of K_place */
const char *key_name(enum key key);
/** key_of() - the key of the first @length bytes of @name; KEY_NONE: there is none */
enum key key_of(const char *name, size_t length);

/* Where trees grow. @more gives @bytes that nobody else uses, aligned for any type, or does not return. */
struct value_room {
    void *(*more)(void *owner, size_t bytes);
    void *owner;
    unsigned char *at;  /* free space of the present piece */
    size_t left, next;  /* how large it is, and how large the next piece will be */
};
void value_room_init(struct value_room *room, void *(*more)(void *owner, size_t bytes), void *owner);

enum value_kind { VALUE_NULL, VALUE_BOOL, VALUE_INT, VALUE_REAL, VALUE_TEXT, VALUE_LIST, VALUE_OBJECT }; /* trees last */

/* Read it by the functions below. */
struct value {
    uint8_t kind;
    uint32_t n;         /* bytes of a text, items of a list, members of an object */
    union {
        int64_t number; /* also 0 or 1 of a truth */
        double real;
        const char *text;
        struct value **at;
    } u;
};

/* ---- building ---- */

struct value *value_object(struct value_room *room);
struct value *value_list(struct value_room *room);
struct value *value_int(struct value_room *room, int64_t number);
struct value *value_real(struct value_room *room, double number);
struct value *value_bool(bool truth);
/** value_text() - @length bytes that end with NUL, borrowed */
struct value *value_text(struct value_room *room, const char *text, size_t length);

/** put() - @object[@key] = @child, in place of what was there; a child may stand in several trees of one room. Returns @object, as
 *  the others do that put something ready. */
struct value *put(struct value *object, enum key key, struct value *child);
struct value *put_null(struct value *object, enum key key);
struct value *put_int(struct value *object, enum key key, int64_t number);
/** put_known() - @number, or null when it is not @known */
struct value *put_known(struct value *object, enum key key, bool known, int64_t number);
struct value *put_bool(struct value *object, enum key key, bool truth);
/** put_named() - under the key of @name, a word of a table (a verb, an argument); nothing when there is no such key, for then no
 *  template can ask for it */
struct value *put_named(struct value *object, const char *name, struct value *child);
/** put_text() - borrowed; NULL is null */
struct value *put_text(struct value *object, enum key key, const char *text);
/** put_copy() - the text is copied into the tree's room; NULL is null */
struct value *put_copy(struct value *object, enum key key, const char *text);
/** put_object() - a new object under @key, to be filled: it is what is returned. Likewise put_list(). */
struct value *put_object(struct value *object, enum key key);
struct value *put_list(struct value *object, enum key key);

/** add() - one more item at the end; returns @list, as the others do that add something ready */
struct value *add(struct value *list, struct value *child);
struct value *add_int(struct value *list, int64_t number);
struct value *add_text(struct value *list, const char *text);
struct value *add_copy(struct value *list, const char *text);
/** add_object() - a new object as the last item, to be filled: it is what is returned. Likewise add_list(). */
struct value *add_object(struct value *list);
struct value *add_list(struct value *list);

/* ---- changing what is being built ---- */

/** value_set_at() - item or member @i, which is there, becomes @child */
void value_set_at(struct value *tree, size_t i, struct value *child);
/** value_drop_last() - the last item of a list goes */
void value_drop_last(struct value *list);
void value_reverse(struct value *list);

/* ---- reading: NULL, 0 or false when it is not there or of another kind ---- */

/** value_is() - of this kind? NULL is VALUE_NULL */
static inline bool value_is(const struct value *value, enum value_kind kind)
{
    return (value ? value->kind : VALUE_NULL) == kind;
}

/** value_n() - how many items a list or members an object has */
static inline size_t value_n(const struct value *list)
{
    return list && list->kind >= VALUE_LIST ? list->n : 0;
}

/** value_at() - item @i of a list, or member @i of an object in the order they were put */
static inline struct value *value_at(const struct value *list, size_t i)
{
    return i < value_n(list) ? list->u.at[i] : NULL;
}

/** text_of() - a text's bytes */
static inline const char *text_of(const struct value *value)
{
    return value_is(value, VALUE_TEXT) ? value->u.text : NULL;
}

/** value_find() - has @object a member @key? Then *@child is it. */
bool value_find(const struct value *object, enum key key, struct value **child);
struct value *get(const struct value *object, enum key key);
const char *get_text(const struct value *object, enum key key);
int64_t get_int(const struct value *object, enum key key);
bool get_bool(const struct value *object, enum key key);
/** value_key() - the key of member @i of an object */
enum key value_key(const struct value *object, size_t i);
/** value_equal() - the same kinds, numbers and texts throughout; members may stand in another order */
bool value_equal(const struct value *a, const struct value *b);

#endif

#include "config.h"

#include "rules/engine/value.h"

#include <string.h>

enum { FIRST_PIECE = 4096, LARGEST_PIECE = 64 * 1024, FIRST_ITEMS = 6 };

/* A list or an object: it can grow, so it knows where from. */
struct tree {
    struct value value;
    struct value_room *room;
    uint64_t mask;      /* bit k % 64 for each key: what is not in it need not be searched */
    uint16_t *key;      /* of an object, behind its `at` */
    uint32_t most;      /* items there is space for */
};

/* ---- keys ---- */

static const char *const names[] = {
    "",
#define KEY(name) #name,
#include "rules/engine/keys.def"
#undef KEY
};

const char *key_name(enum key key)
{
    return names[key];
}

/* As strcmp() of @name and the first @length bytes of @text. */
static int compare(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] != text[i] || !name[i])
            return name[i] ? (unsigned char)name[i] - (unsigned char)text[i] : -1;
    return name[length] != '\0';
}

enum key key_of(const char *name, size_t length)
{
    int low = 1, high = KEY_COUNT - 1;
    while (low <= high) {
        int middle = (low + high) / 2, order = compare(names[middle], name, length);
        if (order == 0)
            return (enum key)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return KEY_NONE;
}

/* ---- memory ---- */

void value_room_init(struct value_room *room, void *(*more)(void *owner, size_t bytes), void *owner)
{
    *room = (struct value_room){.more = more, .owner = owner, .next = FIRST_PIECE};
}

static void *take(struct value_room *room, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > room->left) {
        size_t piece = bytes > room->next / 4 ? bytes : room->next;
        unsigned char *new = room->more(room->owner, piece);
        if (piece == bytes)
            return new;
        room->at = new;
        room->left = piece;
        room->next = piece < LARGEST_PIECE ? 2 * piece : piece;
    }
    void *taken = room->at;
    room->at += bytes;
    room->left -= bytes;
    return taken;
}

static struct value_room *room_of(struct value *tree)
{
    return ((struct tree *)(void *)tree)->room;
}

/* Space for one more; what was there stays, for who still reads it, until the room goes. */
static void grow(struct tree *tree)
{
    uint32_t n = tree->value.n, most = tree->most ? 2 * tree->most : FIRST_ITEMS;
    size_t each = sizeof(struct value *) + (tree->value.kind == VALUE_OBJECT ? sizeof(uint16_t) : 0);
    struct value **at = take(tree->room, most * each);
    uint16_t *key = (uint16_t *)(void *)(at + most);
    if (n > 0) {
        memcpy(at, tree->value.u.at, n * sizeof(*at));
        if (tree->value.kind == VALUE_OBJECT)
            memcpy(key, tree->key, n * sizeof(*key));
    }
    tree->value.u.at = at;
    tree->key = key;
    tree->most = most;
}

/* ---- building ---- */

static struct value *new_tree(struct value_room *room, enum value_kind kind)
{
    struct tree *tree = take(room, sizeof(*tree));
    *tree = (struct tree){.value.kind = (uint8_t)kind, .room = room};
    return &tree->value;
}

struct value *value_object(struct value_room *room)
{
    return new_tree(room, VALUE_OBJECT);
}

struct value *value_list(struct value_room *room)
{
    return new_tree(room, VALUE_LIST);
}

struct value *value_int(struct value_room *room, int64_t number)
{
    struct value *value = take(room, sizeof(*value));
    *value = (struct value){.kind = VALUE_INT, .u.number = number};
    return value;
}

struct value *value_real(struct value_room *room, double number)
{
    struct value *value = take(room, sizeof(*value));
    *value = (struct value){.kind = VALUE_REAL, .u.real = number};
    return value;
}

/* Nobody changes a number or a truth that stands in a tree, so all trees may share these. */
struct value *value_bool(bool truth)
{
    static const struct value both[] = {{.kind = VALUE_BOOL}, {.kind = VALUE_BOOL, .u.number = 1}};
    return (struct value *)&both[truth];
}

struct value *value_text(struct value_room *room, const char *text, size_t length)
{
    struct value *value = take(room, sizeof(*value));
    *value = (struct value){.kind = VALUE_TEXT, .n = (uint32_t)length, .u.text = text};
    return value;
}

static struct value *borrowed(struct value_room *room, const char *text)
{
    return text ? value_text(room, text, strlen(text)) : NULL;
}

static struct value *copied(struct value_room *room, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    return text ? value_text(room, memcpy(take(room, length + 1), text, length + 1), length) : NULL;
}

/* The place of @key in an object, or -1. */
static int64_t place_of(const struct value *object, enum key key)
{
    const struct tree *tree = (const struct tree *)(const void *)object;
    if (!(tree->mask >> (key % 64) & 1))
        return -1;
    for (uint32_t i = 0; i < object->n; i++)
        if (tree->key[i] == key)
            return i;
    return -1;
}

struct value *put(struct value *object, enum key key, struct value *child)
{
    struct tree *tree = (struct tree *)(void *)object;
    int64_t place = place_of(object, key);
    if (place >= 0) {
        object->u.at[place] = child;
        return object;
    }
    if (object->n == tree->most)
        grow(tree);
    tree->mask |= UINT64_C(1) << (key % 64);
    tree->key[object->n] = (uint16_t)key;
    object->u.at[object->n++] = child;
    return object;
}

struct value *put_named(struct value *object, const char *name, struct value *child)
{
    enum key key = key_of(name, strlen(name));
    return key == KEY_NONE ? object : put(object, key, child);
}

struct value *put_null(struct value *object, enum key key)
{
    return put(object, key, NULL);
}

struct value *put_int(struct value *object, enum key key, int64_t number)
{
    return put(object, key, value_int(room_of(object), number));
}

struct value *put_known(struct value *object, enum key key, bool known, int64_t number)
{
    return known ? put_int(object, key, number) : put_null(object, key);
}

struct value *put_bool(struct value *object, enum key key, bool truth)
{
    return put(object, key, value_bool(truth));
}

struct value *put_text(struct value *object, enum key key, const char *text)
{
    return put(object, key, borrowed(room_of(object), text));
}

struct value *put_copy(struct value *object, enum key key, const char *text)
{
    return put(object, key, copied(room_of(object), text));
}

struct value *put_object(struct value *object, enum key key)
{
    struct value *child = value_object(room_of(object));
    put(object, key, child);
    return child;
}

struct value *put_list(struct value *object, enum key key)
{
    struct value *child = value_list(room_of(object));
    put(object, key, child);
    return child;
}

struct value *add(struct value *list, struct value *child)
{
    struct tree *tree = (struct tree *)(void *)list;
    if (list->n == tree->most)
        grow(tree);
    list->u.at[list->n++] = child;
    return list;
}

struct value *add_int(struct value *list, int64_t number)
{
    return add(list, value_int(room_of(list), number));
}

struct value *add_text(struct value *list, const char *text)
{
    return add(list, borrowed(room_of(list), text));
}

struct value *add_copy(struct value *list, const char *text)
{
    return add(list, copied(room_of(list), text));
}

struct value *add_object(struct value *list)
{
    struct value *child = value_object(room_of(list));
    add(list, child);
    return child;
}

struct value *add_list(struct value *list)
{
    struct value *child = value_list(room_of(list));
    add(list, child);
    return child;
}

/* ---- changing ---- */

void value_set_at(struct value *tree, size_t i, struct value *child)
{
    tree->u.at[i] = child;
}

void value_drop_last(struct value *list)
{
    if (list->n > 0)
        list->n--;
}

void value_reverse(struct value *list)
{
    for (size_t i = 0, j = value_n(list); i + 1 < j; i++) {
        struct value *swapped = list->u.at[i];
        list->u.at[i] = list->u.at[--j];
        list->u.at[j] = swapped;
    }
}

/* ---- reading ---- */

bool value_find(const struct value *object, enum key key, struct value **child)
{
    int64_t place = value_is(object, VALUE_OBJECT) ? place_of(object, key) : -1;
    if (place < 0)
        return false;
    *child = object->u.at[place];
    return true;
}

struct value *get(const struct value *object, enum key key)
{
    struct value *child = NULL;
    value_find(object, key, &child);
    return child;
}

const char *get_text(const struct value *object, enum key key)
{
    return text_of(get(object, key));
}

int64_t get_int(const struct value *object, enum key key)
{
    const struct value *child = get(object, key);
    return value_is(child, VALUE_INT) ? child->u.number : 0;
}

bool get_bool(const struct value *object, enum key key)
{
    const struct value *child = get(object, key);
    return value_is(child, VALUE_BOOL) && child->u.number;
}

enum key value_key(const struct value *object, size_t i)
{
    const struct tree *tree = (const struct tree *)(const void *)object;
    return value_is(object, VALUE_OBJECT) && i < object->n ? (enum key)tree->key[i] : KEY_NONE;
}

static bool equal_items(const struct value *a, const struct value *b)
{
    bool equal = a->n == b->n;
    for (uint32_t i = 0; equal && i < a->n; i++) {
        struct value *other = NULL;
        if (a->kind == VALUE_LIST)
            other = b->u.at[i];
        else
            equal = value_find(b, value_key(a, i), &other);
        equal = equal && value_equal(a->u.at[i], other);
    }
    return equal;
}

bool value_equal(const struct value *a, const struct value *b)
{
    if (!a || !b || a->kind != b->kind)
        return a == b;
    switch ((enum value_kind)a->kind) {
    case VALUE_TEXT: return a->n == b->n && memcmp(a->u.text, b->u.text, a->n) == 0;
    case VALUE_LIST:
    case VALUE_OBJECT: return equal_items(a, b);
    case VALUE_REAL: return a->u.real >= b->u.real && a->u.real <= b->u.real;
    default: return a->u.number == b->u.number;
    }
}

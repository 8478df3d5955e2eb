#include "config.h"

#include "rules/engine/members.h"

#include <sodium.h>
#include <string.h>

#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/engine/numbers.h"

enum { DIGEST_BYTES = 32 };

static size_t row_bytes(const struct member *m)
{
    return m->size * (m->cols ? m->cols : 1u);
}

/* ---- save ---- */

/* What a number is when there is none. */
static int32_t nothing_of(const struct member *m)
{
    return m->lo == -1 ? -1 : 0;
}

/* Does the struct at @base hold nothing in this member, in all its rows? */
static bool is_nothing(const struct member *m, const uint8_t *base)
{
    const uint8_t *at = base + m->offset;
    int n = (m->rows ? rows_used(m, base) : 1) * (m->cols ? m->cols : 1);
    for (int i = 0; i < n; i++, at += m->size) {
        if (m->kind != MEMBER_STRUCT && number_get(m, at) != nothing_of(m))
            return false;
        for (const struct member *inner = m->members; m->kind == MEMBER_STRUCT && inner->name; inner++)
            if (!is_nothing(inner, at))
                return false;
    }
    return true;
}

static struct json_object *set_save(const struct member *m, uint32_t set)
{
    struct json_object *list = json_new_list();
    for (int bit = m->lo; bit <= m->hi; bit++)
        if (set >> bit & 1)
            json_add(list, m->names ? json_text(m->names[bit].id) : json_number(bit));
    return list;
}

static struct json_object *item_save(const struct member *m, const uint8_t *at)
{
    if (m->kind == MEMBER_STRUCT)
        return members_save(m->members, at);
    int32_t value = number_get(m, at);
    if (m->kind == MEMBER_SET)
        return set_save(m, (uint32_t)value);
    if (m->kind == MEMBER_NUMBER || value >= m->n_names)
        return json_number(value);
    return json_text(value < 0 ? NULL : m->names[value].id);
}

static struct json_object *items_save(const struct member *m, const uint8_t *at, int n)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < n; i++)
        json_add(list, item_save(m, at + (size_t)i * m->size));
    return list;
}

static struct json_object *keyed_save(const struct member *m, const uint8_t *at)
{
    struct json_object *out = json_new();
    for (int i = 0; i < m->rows; i++, at += m->size)
        if (number_get(m, at) != nothing_of(m))
            json_set(out, m->keys[i].id, item_save(m, at));
    return out;
}

struct json_object *members_save(const struct member *table, const void *state)
{
    struct json_object *out = json_new();
    for (const struct member *m = table; m->name; m++) {
        const uint8_t *at = (const uint8_t *)state + m->offset;
        if (m->spare && is_nothing(m, state))
            continue;
        if (m->keys) {
            json_set(out, m->name, keyed_save(m, at));
        } else if (m->rows == 0) {
            json_set(out, m->name, item_save(m, at));
        } else if (m->cols == 0) {
            json_set(out, m->name, items_save(m, at, rows_used(m, state)));
        } else {
            struct json_object *rows = json_new_list();
            for (int i = 0; i < rows_used(m, state); i++)
                json_add(rows, items_save(m, at + (size_t)i * row_bytes(m), m->cols));
            json_set(out, m->name, rows);
        }
    }
    return out;
}

/* ---- load ---- */

/* Where we are, and what became of it. `keep`: what is left out keeps its value. */
struct loader {
    struct fault *fault;
    struct writer path;
    char room[sizeof(((struct fault *)0)->what)];
};

static bool table_load(struct loader *ld, const struct member *table, struct json_object *json, uint8_t *base,
                       bool keep);

static bool fail(struct loader *ld, const char *sentence)
{
    return fault_set(ld->fault, sentence, ld->path.length ? ld->path.text : "state");
}

static size_t enter_name(struct loader *ld, const char *name)
{
    size_t before = ld->path.length;
    if (before)
        write_text(&ld->path, ".");
    write_text(&ld->path, name);
    return before;
}

static size_t enter_index(struct loader *ld, int index)
{
    size_t before = ld->path.length;
    write_text(&ld->path, "[");
    write_number(&ld->path, index);
    write_text(&ld->path, "]");
    return before;
}

static bool whole_number(struct json_object *json, int32_t *value)
{
    if (!json_object_is_type(json, json_type_int))
        return false;
    int64_t wide = json_object_get_int64(json);
    *value = wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : (int32_t)wide;
    return true;
}

static int name_index(const struct member *m, const char *id)
{
    for (int i = 0; i < m->n_names; i++)
        if (strcmp(m->names[i].id, id) == 0)
            return i;
    return m->n_names; /* out of range */
}

static bool number_load(struct loader *ld, const struct member *m, struct json_object *json, uint8_t *at)
{
    int32_t value, lo = m->lo, hi = m->hi;
    if (m->kind == MEMBER_NAME) {
        lo = m->lo < 0 ? -1 : 0;
        hi = m->n_names - 1;
    }
    if (m->kind == MEMBER_NAME && json_object_is_type(json, json_type_string))
        value = name_index(m, json_object_get_string(json));
    else if (m->kind == MEMBER_NAME && !json)
        value = -1;
    else if (!whole_number(json, &value))
        return fail(ld, N_("{what} is of the wrong kind."));
    if (value < lo || value > hi)
        return fail(ld, N_("{what} is out of range."));
    number_put(m, at, value);
    return true;
}

/* One bit of a set: by its number, or by its name where it has one. */
static bool bit_load(const struct member *m, struct json_object *json, int32_t *bit)
{
    if (!m->names || !json_object_is_type(json, json_type_string))
        return whole_number(json, bit);
    *bit = name_index(m, json_object_get_string(json));
    return true;
}

static bool set_load(struct loader *ld, const struct member *m, struct json_object *json, uint8_t *at)
{
    uint32_t set = 0;
    if (!json_object_is_type(json, json_type_array))
        return fail(ld, N_("{what} is of the wrong kind."));
    for (size_t i = 0; i < json_object_array_length(json); i++) {
        int32_t bit;
        size_t before = enter_index(ld, (int)i);
        if (!bit_load(m, json_object_array_get_idx(json, i), &bit))
            return fail(ld, N_("{what} is of the wrong kind."));
        if (bit < m->lo || bit > m->hi)
            return fail(ld, N_("{what} is out of range."));
        if (set >> bit & 1)
            return fail(ld, N_("{what} is given twice."));
        set |= UINT32_C(1) << bit;
        write_back(&ld->path, before);
    }
    number_put(m, at, (int32_t)set);
    return true;
}

static bool item_load(struct loader *ld, const struct member *m, struct json_object *json, uint8_t *at, bool keep)
{
    if (m->kind == MEMBER_STRUCT)
        return table_load(ld, m->members, json, at, keep);
    if (m->kind == MEMBER_SET)
        return set_load(ld, m, json, at);
    return number_load(ld, m, json, at);
}

static bool cols_load(struct loader *ld, const struct member *m, struct json_object *json, uint8_t *at, bool keep)
{
    if (m->cols == 0)
        return item_load(ld, m, json, at, keep);
    if (!json_object_is_type(json, json_type_array))
        return fail(ld, N_("{what} is of the wrong kind."));
    size_t n = json_object_array_length(json);
    if (n > m->cols || (n < m->cols && !keep))
        return fail(ld, N_("{what} has the wrong length."));
    for (size_t i = 0; i < n; i++) {
        struct json_object *item = json_object_array_get_idx(json, i);
        size_t before = enter_index(ld, (int)i);
        if (!(keep && !item) && !item_load(ld, m, item, at + i * m->size, keep))
            return false;
        write_back(&ld->path, before);
    }
    return true;
}

/* Is the count of this list a member of its own? Then that member rules, and the list has as many rows as it says. */
static bool count_is_member(const struct member *table, const struct member *list)
{
    for (const struct member *m = table; m->name; m++)
        if (m->kind == MEMBER_NUMBER && m->rows == 0 && (ptrdiff_t)m->offset == list->count_offset)
            return true;
    return false;
}

static bool rows_load(struct loader *ld, const struct member *table, const struct member *m, struct json_object *json,
                      uint8_t *base, bool keep)
{
    if (!json_object_is_type(json, json_type_array))
        return fail(ld, N_("{what} is of the wrong kind."));
    size_t n = json_object_array_length(json), used = (size_t)rows_used(m, base);
    bool grows = m->count_offset >= 0 && !count_is_member(table, m);
    if (n > (grows ? m->rows : used) || (n < used && !grows && !keep))
        return fail(ld, N_("{what} has the wrong length."));
    for (size_t i = 0; i < n; i++) {
        struct json_object *row = json_object_array_get_idx(json, i);
        uint8_t *at = base + m->offset + i * row_bytes(m);
        bool old = keep && i < used;
        if (old && !row)
            continue;
        if (!old)
            memset(at, 0, row_bytes(m));
        size_t before = enter_index(ld, (int)i);
        if (!cols_load(ld, m, row, at, old))
            return false;
        write_back(&ld->path, before);
    }
    if (grows)
        base[m->count_offset] = (uint8_t)n;
    return true;
}

static int key_index(const struct member *m, const char *key)
{
    for (int i = 0; i < m->rows; i++)
        if (strcmp(m->keys[i].id, key) == 0)
            return i;
    return -1;
}

/* What is left out is nothing, or stays as it is. */
static bool keyed_load(struct loader *ld, const struct member *m, struct json_object *json, uint8_t *base, bool keep)
{
    if (!json_object_is_type(json, json_type_object))
        return fail(ld, N_("{what} is of the wrong kind."));
    for (int i = 0; i < m->rows && !keep; i++)
        number_put(m, base + m->offset + (size_t)i * m->size, nothing_of(m));
    json_object_object_foreach(json, key, value) {
        int row = key_index(m, key);
        size_t before = enter_name(ld, key);
        if (row < 0)
            return fail(ld, N_("There is no {what} here."));
        if (!item_load(ld, m, value, base + m->offset + (size_t)row * m->size, keep))
            return false;
        write_back(&ld->path, before);
    }
    return true;
}

/* All rows of a member, all members of a struct: what is left out of JSON while it is nothing. */
static void set_nothing(const struct member *m, uint8_t *base)
{
    uint8_t *at = base + m->offset;
    int n = (m->rows ? rows_used(m, base) : 1) * (m->cols ? m->cols : 1);
    for (int i = 0; i < n; i++, at += m->size) {
        if (m->kind != MEMBER_STRUCT)
            number_put(m, at, nothing_of(m));
        for (const struct member *inner = m->members; m->kind == MEMBER_STRUCT && inner->name; inner++)
            set_nothing(inner, at);
    }
}

static const struct member *member_find(const struct member *table, const char *name)
{
    for (const struct member *m = table; m->name; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

static bool names_known(struct loader *ld, const struct member *table, struct json_object *json)
{
    json_object_object_foreach(json, key, value) {
        (void)value;
        if (!member_find(table, key)) {
            enter_name(ld, key);
            return fail(ld, N_("There is no {what} here."));
        }
    }
    return true;
}

/* Lists come after everything else, so that a count that is a member is known. */
static bool table_load(struct loader *ld, const struct member *table, struct json_object *json, uint8_t *base,
                       bool keep)
{
    if (!json_object_is_type(json, json_type_object))
        return fail(ld, N_("{what} is of the wrong kind."));
    if (!names_known(ld, table, json))
        return false;
    for (int lists = 0; lists <= 1; lists++) {
        for (const struct member *m = table; m->name; m++) {
            struct json_object *value;
            if ((m->count_offset >= 0 && m->rows > 0) != lists)
                continue;
            size_t before = enter_name(ld, m->name);
            bool there = json_object_object_get_ex(json, m->name, &value);
            if (!there && !keep && m->spare)
                set_nothing(m, base);
            else if (!there && !keep && !m->later)
                return fail(ld, N_("{what} is missing."));
            if (there && !(m->keys ? keyed_load(ld, m, value, base, keep)
                           : m->rows ? rows_load(ld, table, m, value, base, keep)
                                   : item_load(ld, m, value, base + m->offset, keep)))
                return false;
            write_back(&ld->path, before);
        }
    }
    return true;
}

static bool load(const struct member *table, struct json_object *json, void *state, bool keep, struct fault *fault)
{
    struct loader ld = {.fault = fault};
    ld.path = writer_on(ld.room, sizeof(ld.room));
    return table_load(&ld, table, json, state, keep);
}

bool members_load(const struct member *table, struct json_object *json, void *state, struct fault *fault)
{
    return load(table, json, state, false, fault);
}

bool members_overlay(const struct member *table, struct json_object *json, void *state, struct fault *fault)
{
    return load(table, json, state, true, fault);
}

/* ---- compare, hash, look ---- */

static bool items_equal(const struct member *m, const uint8_t *a, const uint8_t *b, size_t n)
{
    if (m->kind != MEMBER_STRUCT)
        return memcmp(a, b, n * m->size) == 0; /* numbers have no padding */
    for (size_t i = 0; i < n; i++)
        if (!members_equal(m->members, a + i * m->size, b + i * m->size))
            return false;
    return true;
}

bool members_equal(const struct member *table, const void *a, const void *b)
{
    for (const struct member *m = table; m->name; m++) {
        int rows = m->rows ? rows_used(m, a) : 1;
        if (m->rows && rows != rows_used(m, b))
            return false;
        size_t n = (size_t)rows * (m->cols ? m->cols : 1u);
        if (!items_equal(m, (const uint8_t *)a + m->offset, (const uint8_t *)b + m->offset, n))
            return false;
    }
    return true;
}

/* Numbers wait here until they are worth a call. */
struct digester {
    crypto_generichash_state hash;
    uint8_t waiting[512];
    size_t n;
};

static void digest_number(struct digester *d, int32_t value)
{
    if (d->n == sizeof(d->waiting)) {
        crypto_generichash_update(&d->hash, d->waiting, d->n);
        d->n = 0;
    }
    for (int i = 0; i < 4; i++)
        d->waiting[d->n++] = (uint8_t)((uint32_t)value >> (8 * i));
}

static void digest_table(struct digester *d, const struct member *table, const uint8_t *base)
{
    for (const struct member *m = table; m->name; m++) {
        const uint8_t *at = base + m->offset;
        int rows = m->rows ? rows_used(m, base) : 1;
        if (m->later)
            continue;
        if (m->rows)
            digest_number(d, rows);
        for (int i = 0; i < rows * (m->cols ? m->cols : 1); i++, at += m->size) {
            if (m->kind == MEMBER_STRUCT)
                digest_table(d, m->members, at);
            else
                digest_number(d, number_get(m, at));
        }
    }
}

void members_hash(const struct member *table, const void *state, uint8_t digest[32])
{
    struct digester d = {.n = 0};
    crypto_generichash_init(&d.hash, NULL, 0, DIGEST_BYTES);
    digest_table(&d, table, state);
    crypto_generichash_update(&d.hash, d.waiting, d.n);
    crypto_generichash_final(&d.hash, digest, DIGEST_BYTES);
}

const struct name *members_name(const struct member *table, const void *state, const char *name)
{
    const struct member *m = member_find(table, name);
    if (!m || m->kind != MEMBER_NAME || m->rows)
        return NULL;
    int32_t value = number_get(m, (const uint8_t *)state + m->offset);
    return value >= 0 && value < m->n_names ? &m->names[value] : NULL;
}

bool members_number(const struct member *table, const void *state, const char *name, int *number)
{
    const struct member *m = member_find(table, name);
    if (!m || m->kind != MEMBER_NUMBER || m->rows)
        return false;
    *number = number_get(m, (const uint8_t *)state + m->offset);
    return true;
}

#include "config.h"

#include "rules/engine/packed.h"

#include <sodium.h>
#include <string.h>

#include "rules/engine/fault.h"
#include "rules/engine/must.h"
#include "rules/engine/numbers.h"
#include "rules/engine/verbs.h"

_Static_assert(PACKED_CHECK == crypto_shorthash_BYTES, "the check is a short hash");

/* ---- form and check ---- */

static void check_of(const uint8_t *bytes, size_t n, uint8_t check[PACKED_CHECK])
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "ridotto, stored";
    crypto_shorthash(check, bytes, n, key);
}

static size_t close_bytes(uint8_t *out, size_t n)
{
    check_of(out, n, out + n);
    return n + PACKED_CHECK;
}

/* What is left to read. */
struct unpacker {
    const uint8_t *at, *end;
    struct fault *fault;
};

static bool cut_short(const struct unpacker *in)
{
    return fault_set(in->fault, N_("{what} is cut short, or longer than it can be."), "what is stored");
}

/* The bytes between form and check. */
static bool open_bytes(struct unpacker *in, const uint8_t *bytes, size_t n)
{
    uint8_t check[PACKED_CHECK];
    if (n < 2 + PACKED_CHECK)
        return cut_short(in);
    if (bytes[0] != PACKED_FORM)
        return fault_set(in->fault, N_("This program does not know this version of {what}."), "what is stored");
    check_of(bytes, n - PACKED_CHECK, check);
    if (memcmp(check, bytes + n - PACKED_CHECK, PACKED_CHECK) != 0)
        return fault_set(in->fault, N_("Some bytes of {what} have changed."), "what is stored");
    in->at = bytes + 1;
    in->end = bytes + n - PACKED_CHECK;
    return true;
}

/* ---- states ---- */

int members_version(const struct member *table)
{
    int version = 0;
    for (const struct member *m = table; m->name; m++) {
        int inner = m->kind == MEMBER_STRUCT ? members_version(m->members) : 0;
        version = m->since > version ? m->since : version;
        version = inner > version ? inner : version;
    }
    return version;
}

static size_t table_most(const struct member *table)
{
    size_t most = 0;
    for (const struct member *m = table; m->name; m++) {
        size_t items = (m->rows ? m->rows : 1u) * (m->cols ? m->cols : 1u);
        most += (m->count_offset >= 0) + items * (m->kind == MEMBER_STRUCT ? table_most(m->members) : m->width);
    }
    return most;
}

size_t members_packed_most(const struct member *table)
{
    return 2 + table_most(table) + PACKED_CHECK;
}

static int items_of(const struct member *m, int rows)
{
    return rows * (m->cols ? m->cols : 1);
}

static uint8_t *number_pack(const struct member *m, const uint8_t *at, uint8_t *out)
{
    uint32_t value = (uint32_t)number_get(m, at);
    for (int i = 0; i < m->width; i++)
        *out++ = (uint8_t)(value >> (8 * i));
    return out;
}

static uint8_t *table_pack(const struct member *table, const uint8_t *base, uint8_t *out)
{
    for (const struct member *m = table; m->name; m++) {
        const uint8_t *at = base + m->offset;
        int rows = m->rows ? rows_used(m, base) : 1;
        if (m->count_offset >= 0)
            *out++ = (uint8_t)rows;
        for (int i = items_of(m, rows); i > 0; i--, at += m->size)
            out = m->kind == MEMBER_STRUCT ? table_pack(m->members, at, out) : number_pack(m, at, out);
    }
    return out;
}

size_t members_pack(const struct member *table, const void *state, uint8_t *out)
{
    out[0] = PACKED_FORM;
    out[1] = (uint8_t)members_version(table);
    return close_bytes(out, (size_t)(table_pack(table, state, out + 2) - out));
}

static bool in_range(const struct member *m, int32_t value)
{
    if (m->kind == MEMBER_NAME)
        return value >= (m->lo < 0 ? -1 : 0) && value < m->n_names;
    if (m->kind != MEMBER_SET)
        return value >= m->lo && value <= m->hi;
    uint32_t bits = (UINT32_MAX >> (31 - m->hi)) & (UINT32_MAX << m->lo);
    return ((uint32_t)value & ~bits) == 0;
}

static bool number_unpack(struct unpacker *in, const struct member *m, uint8_t *at)
{
    uint32_t value = 0;
    if (in->end - in->at < m->width)
        return cut_short(in);
    for (int i = 0; i < m->width; i++)
        value |= (uint32_t)*in->at++ << (8 * i);
    if (m->is_signed && m->width < 4 && value >> (8 * m->width - 1))
        value |= UINT32_MAX << (8 * m->width);
    number_put(m, at, (int32_t)value);
    return in_range(m, (int32_t)value) || fault_set(in->fault, N_("{what} is out of range."), m->name);
}

static bool table_unpack(struct unpacker *in, const struct member *table, int version, uint8_t *base)
{
    for (const struct member *m = table; m->name; m++) {
        uint8_t *at = base + m->offset;
        if (m->since > version)
            continue;
        if (m->count_offset >= 0) {
            if (in->at == in->end)
                return cut_short(in);
            if (*in->at > m->rows)
                return fault_set(in->fault, N_("{what} has the wrong length."), m->name);
            base[m->count_offset] = *in->at++;
        }
        for (int i = items_of(m, m->rows ? rows_used(m, base) : 1); i > 0; i--, at += m->size)
            if (!(m->kind == MEMBER_STRUCT ? table_unpack(in, m->members, version, at) : number_unpack(in, m, at)))
                return false;
    }
    return true;
}

bool members_unpack(const struct member *table, const uint8_t *bytes, size_t n, void *state, struct fault *fault)
{
    struct unpacker in = {.fault = fault};
    if (!open_bytes(&in, bytes, n))
        return false;
    int version = *in.at++;
    if (version > members_version(table))
        return fault_set(fault, N_("This program does not know this version of {what}."), "what is stored");
    return table_unpack(&in, table, version, state) && (in.at == in.end || cut_short(&in));
}

/* ---- events ---- */

/* Seven bits a byte, the sign first: mostly one byte. */
static uint8_t *slot_pack(int16_t slot, uint8_t *out)
{
    uint32_t value = slot < 0 ? ~((uint32_t)slot << 1) : (uint32_t)slot << 1;
    for (; value > 127; value >>= 7)
        *out++ = (uint8_t)(value | 128);
    *out++ = (uint8_t)value;
    return out;
}

static bool slot_unpack(struct unpacker *in, int16_t *slot)
{
    uint32_t value = 0;
    for (int shift = 0; shift < 21; shift += 7) {
        if (in->at == in->end)
            return cut_short(in);
        value |= (uint32_t)(*in->at & 127) << shift;
        if (*in->at++ < 128) {
            *slot = (int16_t)(value & 1 ? ~(value >> 1) : value >> 1);
            return value <= UINT16_MAX || cut_short(in);
        }
    }
    return cut_short(in);
}

size_t log_pack(const struct log *log, uint8_t *out)
{
    uint8_t *at = out;
    must(log->n >= 0 && log->n <= LOG_EVENTS);
    *at++ = PACKED_FORM;
    *at++ = (uint8_t)log->n;
    for (int i = 0; i < log->n; i++) {
        const struct event *event = &log->event[i];
        *at++ = event->kind;
        *at++ = (uint8_t)event->seat;
        *at++ = event->secret_to;
        *at++ = event->nargs;
        for (int slot = 0; slot < event->nargs; slot++)
            at = slot_pack(event->arg[slot], at);
    }
    return close_bytes(out, (size_t)(at - out));
}

static bool event_unpack(struct unpacker *in, const struct rules *rules, struct event *event)
{
    if (in->end - in->at < 4)
        return cut_short(in);
    *event = (struct event){.kind = in->at[0], .seat = (int8_t)in->at[1], .secret_to = in->at[2]};
    int slots = in->at[3];
    in->at += 4;
    if (slots > EVENT_ARGS)
        return cut_short(in);
    for (int slot = 0; slot < slots; slot++)
        if (!slot_unpack(in, &event->arg[slot]))
            return false;
    event->nargs = (uint8_t)slots;
    return event_fill(rules, event)
        || fault_set(in->fault, N_("These rules have no such {what}."), "event");
}

bool log_unpack(const struct rules *rules, const uint8_t *bytes, size_t n, struct log *log, struct fault *fault)
{
    struct unpacker in = {.fault = fault};
    log->n = 0;
    if (!open_bytes(&in, bytes, n))
        return false;
    int events = *in.at++;
    if (events > LOG_EVENTS)
        return cut_short(&in);
    for (; log->n < events; log->n++)
        if (!event_unpack(&in, rules, &log->event[log->n]))
            return false;
    return in.at == in.end || cut_short(&in);
}

bool log_tells(const uint8_t *bytes, size_t n, int kind)
{
    if (n < 2 + PACKED_CHECK || bytes[0] != PACKED_FORM)
        return false;
    const uint8_t *at = bytes + 2, *end = bytes + n - PACKED_CHECK;
    for (int left = bytes[1]; left > 0 && end - at >= 4; left--) {
        int slots = at[3];
        if (at[0] == kind)
            return true;
        for (at += 4; slots > 0 && at < end; at++)
            slots -= *at < 128;
    }
    return false;
}

#include "config.h"

#include "cgi/store/stored.h"

#include <string.h>

#include "cgi/base/jsonx.h"
#include "rules/engine/fault.h"
#include "rules/engine/members.h"
#include "rules/engine/must.h"
#include "rules/engine/packed.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

bool stored_is_json(struct stored stored)
{
    return stored.n > 0 && (stored.bytes[0] == '{' || stored.bytes[0] == '[');
}

static bool unknown(struct fault *fault)
{
    return fault_set(fault, N_("This program does not know this version of {what}."), "what is stored");
}

/* ---- states ---- */

static bool state_from_json(const struct rules *rules, struct stored stored, void *state, struct fault *fault)
{
    struct json_object *json = jparse((const char *)stored.bytes, stored.n);
    bool ok = json ? members_load(rules->members, json, state, fault) : unknown(fault);
    json_object_put(json);
    return ok;
}

bool stored_state(const struct rules *rules, struct stored stored, void *state, struct fault *fault)
{
    memset(state, 0, rules->size);
    return stored_is_json(stored) ? state_from_json(rules, stored, state, fault)
                                  : members_unpack(rules->members, stored.bytes, stored.n, state, fault);
}

struct stored state_stored(struct arena *arena, const struct rules *rules, const void *state)
{
    uint8_t *bytes = arena_alloc(arena, members_packed_most(rules->members));
    return (struct stored){.bytes = bytes, .n = members_pack(rules->members, state, bytes)};
}

/* ---- events ---- */

static bool events_from_json(const struct rules *rules, struct stored stored, struct log *log, struct fault *fault)
{
    struct json_object *json = jparse((const char *)stored.bytes, stored.n);
    size_t n = json_object_is_type(json, json_type_array) ? json_object_array_length(json) : LOG_EVENTS + 1;
    bool ok = n <= LOG_EVENTS || unknown(fault);
    for (log->n = 0; ok && log->n < (int)n; log->n++)
        ok = event_from_json(rules, json_object_array_get_idx(json, (size_t)log->n), &log->event[log->n])
            || fault_set(fault, N_("These rules have no such {what}."), "event");
    json_object_put(json);
    return ok;
}

bool stored_events(const struct rules *rules, struct stored stored, struct log *log, struct fault *fault)
{
    return stored_is_json(stored) ? events_from_json(rules, stored, log, fault)
                                  : log_unpack(rules, stored.bytes, stored.n, log, fault);
}

struct stored events_stored(struct arena *arena, const struct event *events, int n)
{
    struct log log;
    uint8_t bytes[PACKED_EVENTS_MOST];
    must(n >= 0 && n <= LOG_EVENTS);
    log.n = n;
    for (int i = 0; i < n; i++)
        log.event[i] = events[i];
    size_t length = log_pack(&log, bytes);
    return (struct stored){.bytes = memcpy(arena_alloc(arena, length), bytes, length), .n = length};
}

/* ---- what cannot be read ---- */

bool stored_fail(struct err *err, int64_t game, int ply, const char *what, const struct fault *fault)
{
    const char *sentence = fault->sentence, *slot = strstr(sentence, "{what}");
    int before = slot ? (int)(slot - sentence) : (int)strlen(sentence);
    return err_fail(err, ERR_INTERNAL,
                    N_("The stored data of this game cannot be read, so its table cannot be shown; nothing was "
                       "changed. Please tell the administrator of this site."),
                    NULL, "game %lld: the %s at ply %d cannot be read: %.*s%s%s", (long long)game, what, ply, before, sentence,
                    slot ? fault->what : "", slot ? slot + strlen("{what}") : "");
}

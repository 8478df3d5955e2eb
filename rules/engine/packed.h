/* States and events as the bytes that are stored of them, short and quick to read.
 *
 * Both begin with a byte for their form and end with PACKED_CHECK bytes over all before, so that what is cut short or changed is not
 * read. In between:
 *   a state: a byte for the version of its member table, then the members in table order, the lists with a byte for their length, each
 *            number in as many bytes as its member, least first;
 *   events:  a byte for how many there are; of each its kind, its seat, who may see its secrets, the number of its slots, and the slots,
 *            one byte for a small one.
 * Once stored, bytes stay readable: a member that is new says in which version of its table it came (`since`), and kinds of events
 * and their arguments are added at the end of their tables.
 */
#ifndef RULES_ENGINE_PACKED_H
#define RULES_ENGINE_PACKED_H

#include "rules/rules.h"

enum {
    PACKED_FORM = 1,   /* no text begins so */
    PACKED_CHECK = 8,
    PACKED_EVENTS_MOST = 3 + LOG_EVENTS * (4 + 3 * EVENT_ARGS) + PACKED_CHECK
};

/** members_version() - of the table: in how many steps members have come to it since states are stored as bytes */
int members_version(const struct member *table);

/** members_packed_most() - no state of the table takes more bytes */
size_t members_packed_most(const struct member *table);

/** members_pack() - writes @state to @out, which has room for members_packed_most() bytes; how many they are */
size_t members_pack(const struct member *table, const void *state, uint8_t *out);

/**
 * members_unpack() - fills a zeroed @state from @n bytes of members_pack() of this or an earlier version of the table
 * Numbers have to be in the range of their member, and lists within their length; members that came later are 0.
 * Return: true; or false with @fault saying what is wrong, the state undefined.
 */
bool members_unpack(const struct member *table, const uint8_t *bytes, size_t n, void *state, struct fault *fault);

/** log_pack() - writes the events of one step to @out, which has room for PACKED_EVENTS_MOST bytes; how many they are */
size_t log_pack(const struct log *log, uint8_t *out);

/** log_unpack() - reads what log_pack() wrote; the slots are in the domains of @rules' kinds. False: it is not whole, or not of these
 *  rules; @fault says what is wrong, @log is undefined */
bool log_unpack(const struct rules *rules, const uint8_t *bytes, size_t n, struct log *log, struct fault *fault);

/** log_tells() - is there an event of this kind among those that log_pack() wrote? Quick, and unchecked: of bytes that log_unpack()
 *  would refuse the answer is any. */
bool log_tells(const uint8_t *bytes, size_t n, int kind);

#endif

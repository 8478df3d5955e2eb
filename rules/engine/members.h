/* What a member table gives a game for free: save, load with checks, comparison, a hash.
 *
 * The macros fill a row from the struct itself, so that width, sign and array lengths cannot drift:
 *     { MEMBER(struct quay_state, turn), .lo = 0, .hi = 999 }
 *     { MEMBER_ROWS(struct quay_state, market), .lo = -1, .hi = 35 }
 *     { MEMBER_LIST(struct quay_state, stack, n_stack), .lo = 0, .hi = 29 }       count in n_stack (uint8_t)
 *     { MEMBER_GRID(struct quay_state, wheel), .lo = 0, .hi = 7 }
 *     { MEMBER_STRUCTS(struct quay_state, player, quay_player_members) }          JSON name: see .name
 *     { MEMBER(struct quay_state, asked), .kind = MEMBER_SET, .hi = 4 }           seats 0..4 as bits; [1, 3] in JSON
 *     { MEMBER_ROWS(struct quay_state, goods), .keys = goods, .hi = 9 }           {"silk": 2} in JSON
 * `.name` may be given after the macro to choose another JSON name than the C member's.
 */
#ifndef RULES_ENGINE_MEMBERS_H
#define RULES_ENGINE_MEMBERS_H

#include "rules/rules.h"

#define MEMBER_OF(type, field) (((type *)0)->field)
#define MEMBER_IS_SIGNED(value) _Generic((value), int8_t: true, int16_t: true, int32_t: true, default: false)

#define MEMBER(type, field)                                                                                          \
    .name = #field, .offset = offsetof(type, field), .width = sizeof(MEMBER_OF(type, field)),                         \
    .is_signed = MEMBER_IS_SIGNED(MEMBER_OF(type, field)), .size = sizeof(MEMBER_OF(type, field)), .count_offset = -1
#define MEMBER_ROWS(type, field)                                                                                     \
    .name = #field, .offset = offsetof(type, field), .width = sizeof(MEMBER_OF(type, field)[0]),                      \
    .is_signed = MEMBER_IS_SIGNED(MEMBER_OF(type, field)[0]), .size = sizeof(MEMBER_OF(type, field)[0]),              \
    .rows = sizeof(MEMBER_OF(type, field)) / sizeof(MEMBER_OF(type, field)[0]), .count_offset = -1
#define MEMBER_LIST(type, field, count)                                                                              \
    .name = #field, .offset = offsetof(type, field), .width = sizeof(MEMBER_OF(type, field)[0]),                      \
    .is_signed = MEMBER_IS_SIGNED(MEMBER_OF(type, field)[0]), .size = sizeof(MEMBER_OF(type, field)[0]),              \
    .rows = sizeof(MEMBER_OF(type, field)) / sizeof(MEMBER_OF(type, field)[0]), .count_offset = offsetof(type, count)
#define MEMBER_GRID(type, field)                                                                                     \
    .name = #field, .offset = offsetof(type, field), .width = sizeof(MEMBER_OF(type, field)[0][0]),                   \
    .is_signed = MEMBER_IS_SIGNED(MEMBER_OF(type, field)[0][0]), .size = sizeof(MEMBER_OF(type, field)[0][0]),        \
    .rows = sizeof(MEMBER_OF(type, field)) / sizeof(MEMBER_OF(type, field)[0]),                                       \
    .cols = sizeof(MEMBER_OF(type, field)[0]) / sizeof(MEMBER_OF(type, field)[0][0]), .count_offset = -1
#define MEMBER_ONE(type, field, table)                                                                               \
    .name = #field, .kind = MEMBER_STRUCT, .offset = offsetof(type, field), .size = sizeof(MEMBER_OF(type, field)),   \
    .members = (table), .count_offset = -1
#define MEMBER_STRUCTS(type, field, count, table)                                                                    \
    .name = #field, .kind = MEMBER_STRUCT, .offset = offsetof(type, field), .size = sizeof(MEMBER_OF(type, field)[0]), \
    .rows = sizeof(MEMBER_OF(type, field)) / sizeof(MEMBER_OF(type, field)[0]), .members = (table),                   \
    .count_offset = offsetof(type, count)

/**
 * members_save() - the state as JSON, members in table order; the caller owns the object
 * A number is a number, a name its id (none: null), a set the list of its bits or their names, an array an array, or an object
 * where its rows have keys, a list as long as its count, a struct an object. Spare members that are nothing are left out.
 */
struct json_object *members_save(const struct member *table, const void *state);

/**
 * members_load() - fills a zeroed state from JSON
 * Every member must be there, of the right type and in range, every list within its length, and no name unknown. A name
 * may also be given by its number. A member that came later may be missing, and is 0 then; a spare one, and is nothing. A list whose count is itself a number in the same table has as many rows as that
 * number says; any other list sets its count.
 * Return: true; or false with @fault saying which member is wrong (its path: "players[1].coins"), the state undefined.
 */
bool members_load(const struct member *table, struct json_object *json, void *state, struct fault *fault);

/**
 * members_overlay() - like members_load, but what is left out keeps what @state holds
 * That goes for members, for the end of an array that is given shorter, and for its items given as null (so "none" in
 * an array of names is written -1). A set is given whole. Only a list that sets its count takes the new length; new rows must be complete.
 */
bool members_overlay(const struct member *table, struct json_object *json, void *state, struct fault *fault);

/** members_equal() - same value in every member in use? Padding and unused rows do not count. */
bool members_equal(const struct member *table, const void *a, const void *b);

/**
 * members_hash() - 32 bytes over every member in use; equal states hash alike on every machine
 * BLAKE2b-256 over the members in table order: each number in 4 bytes, least first; before an array its number of rows.
 * Members that came later are left out, so that stored games keep their hashes.
 */
void members_hash(const struct member *table, const void *state, uint8_t digest[32]);

/** members_name() - what the MEMBER_NAME @name of the outermost table holds; NULL when it is none or there is no such
 *  member. So a game's own word for how it ended is found under "ending". */
const struct name *members_name(const struct member *table, const void *state, const char *name);

/** members_number() - what the MEMBER_NUMBER @name of the outermost table holds; false: there is no such member */
bool members_number(const struct member *table, const void *state, const char *name, int *number);

#endif

/* What the answers of the API share. JSON objects belong to who makes them, until they are put into another or given to the arena. */
#ifndef CGI_API_API_H
#define CGI_API_API_H

#include "cgi/base/jsonx.h"
#include "cgi/http/res.h"
#include "cgi/play/table.h"

/** api_time() - "2026-11-28T01:47:35.123456Z"; null for 0 */
struct json_object *api_time(struct arena *arena, int64_t at);
/** api_card() - one table in a list, and what a table begins with: {id, url, game, title, status, ply, seats, ...} as Card in www/openapi.json */
struct json_object *api_card(const struct req *rq, const struct game_row *game);
/** api_cards() - {tables: [Card], next: what "before" asks for the next page, or null} */
struct json_object *api_cards(const struct req *rq, const struct game_row *games, int n, int most);
/** api_number() - @name of the query from @lo to @hi, or @preset when it is not there; ERR_INPUT */
bool api_number(const struct req *rq, const char *name, int64_t lo, int64_t hi, int64_t preset, int64_t *out, struct err *err);

/** api_answer() - @json (which is given to the arena) with 200 and an ETag of its text; 304 without it for who has it; returns true */
bool api_answer(struct req *rq, struct res *rs, struct json_object *json);

#endif

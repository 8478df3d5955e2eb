/* A table as the API tells it. */
#ifndef CGI_API_TABLE_H
#define CGI_API_TABLE_H

#include "cgi/api/api.h"

/** api_open() - the table of the path, for the caller; ERR_GONE when there is none, or the caller may not see it */
bool api_open(struct req *rq, struct table *t, struct err *err);
/** api_table_json() - as Table in www/openapi.json: what the caller's seat may see, and do */
struct json_object *api_table_json(const struct req *rq, const struct table *t);
/** api_show() - the table of the path as it is now, with @status; @outcome: what became of a move, or NULL */
bool api_show(struct req *rq, struct res *rs, int status, const char *outcome, struct err *err);
/** api_plan_json() - the caller's plan: {ways: [[text]], hands_in, offered} */
struct json_object *api_plan_json(const struct table *t);
/** api_legal() - [{verb, label, form, complete, confirms, unsolicited, args: [Arg], moves: [text]}] of @seat in @state; none: it has no move */
struct json_object *api_legal(const struct req *rq, const struct rules *rules, const void *state, int seat);
/** api_order_verbs() - [{verb, label, key, args}] of the game's standing orders */
struct json_object *api_order_verbs(const struct req *rq, const struct rules *rules);

/**
 * api_refuse() - the problem that @err is at this table, with its present ply
 * @t: where it was refused, as far as play has filled it; @step: the move or order, or NULL; @verbs: of which table it is
 */
bool api_refuse(struct req *rq, struct res *rs, const struct table *t, const char *step, bool order, struct err *err);

/* What a request does that can name itself; *game: where it leads, for when it comes again. As soon as its change is committed it calls
 * api_done_now(), before it shows anything. */
typedef bool api_act(struct req *rq, struct res *rs, int64_t *game, struct err *err);
/** api_done_now() - the change that the request asks for is made: its name is good for no second one. @status: of the answer; @game: 0, or where it led */
void api_done_now(struct req *rq, int status, int64_t game);
/**
 * api_once() - @act, unless a request of the same name (Idempotency-Key) was done before: then @again, which tells what came of it
 * One that failed may come again under its name, unless it is not known whether it changed something: then ERR_STALE for half a minute.
 */
bool api_once(struct req *rq, struct res *rs, api_act *act, api_act *again, struct err *err);

#endif

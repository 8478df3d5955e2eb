/* Errors for programs: application/problem+json (RFC 9457). */
#ifndef CGI_HTTP_PROBLEM_H
#define CGI_HTTP_PROBLEM_H

#include "cgi/http/res.h"

/* What a problem tells beside the error itself. */
struct problem {
    const char *rule;      /* the game's name of the broken rule; NULL: it is not about one */
    const char *words;     /* the sentence; NULL: that of the error */
    bool has_ply;
    int ply, draft;        /* of the table as it is: its moves, and the steps of the caller's draft */
};

/**
 * res_problem() - the answer to a refused request, with the status of @err: {type, title, status, detail, code, rule, field, ply, draft,
 *                 retry_after, request_id}, of which rule and those after it are there only when they say something
 * @beside: NULL: nothing more. Needs neither database nor words; never fails; returns true
 */
bool res_problem(struct req *rq, struct res *rs, const struct err *err, const struct problem *beside);
/** res_json() - @json (the caller's, who gives it to the arena) with @status; returns true */
bool res_json(struct req *rq, struct res *rs, int status, struct json_object *json);
/** res_put_json() - @json in place of the body, and nothing else */
void res_put_json(struct res *rs, struct json_object *json);
/** res_no_content() - 204; returns true */
bool res_no_content(struct res *rs);

#endif

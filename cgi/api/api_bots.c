/* The caller's programs: who they are, and seats at the caller's tables for them. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/api/handlers.h"
#include "cgi/api/table.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/store/programs.h"

#include "cgi/base/banned.h"

static bool mine(struct req *rq, struct program programs[PROGRAMS_MOST], int *n, struct err *err)
{
    if (!rq->program_of)
        return store_programs(rq->db, rq->arena, rq->who.id, programs, n, err);
    err_fail(err, ERR_FORBIDDEN, N_("A program has no programs of its own."), NULL, "a program");
    return err_kind(err, "program");
}

bool api_programs(struct req *rq, struct res *rs, struct err *err)
{
    struct program programs[PROGRAMS_MOST];
    int n;
    if (!mine(rq, programs, &n, err))
        return false;
    struct json_object *list = jarr();
    for (int i = 0; i < n; i++) {
        struct json_object *one = jset(jset(jobj(), "id", jint(programs[i].id)), "name", jstr(programs[i].name));
        jadd(list, jset(jset(one, "url", jstr(url_person(rq->arena, programs[i].name))), "since", api_time(rq->arena, programs[i].made)));
    }
    return api_answer(rq, rs, jset(jobj(), "programs", list));
}

/* A seat at the table of the path is kept for one of them, which then finds it among its invitations. */
bool api_seat_program(struct req *rq, struct res *rs, struct err *err)
{
    struct program programs[PROGRAMS_MOST];
    struct game_row game;
    int64_t id, program = 0;
    int n;
    const char *name = form_typed(&rq->form, "program");
    if (!mine(rq, programs, &n, err) || !model_visible_game(rq, &id, &game, err))
        return false;
    for (int i = 0; i < n; i++)
        program = !strcmp(programs[i].name, name) ? programs[i].id : program;
    if (!program)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "program", "no such program");
    return account_attempt(rq, "invite", arena_printf(rq->arena, "%lld", (long long)rq->who.id), 40, 24 * 3600, err)
        && store_keep_seat(rq->db, id, rq->who.id, program, "", err) && api_show(rq, rs, 201, NULL, err);
}

/* Where joining is by invitation: the codes that a member may give to others. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/model/model.h"
#include "cgi/store/order.h"

#include "cgi/base/banned.h"

enum { NEW_A_DAY = 5, DAY_SECONDS = 24 * 3600 };

static bool by_invitation(const struct req *rq, struct err *err)
{
    return account_joining(rq) == JOINING_INVITATION || err_fail(err, ERR_GONE, NULL, NULL, "joining is not by invitation");
}

static bool codes_model(struct req *rq, struct value **out, struct err *err)
{
    struct joining_code *codes;
    int n;
    if (!store_codes(rq->db, rq->arena, rq->who.id, &codes, &n, err))
        return false;
    struct value *model = put_bool(new_object(rq->arena), K_has_codes, n > 0), *list = put_list(model, K_codes);
    for (int i = 0; i < n; i++) {
        const struct text_value left = {"n", NULL, codes[i].most - codes[i].used};
        struct value *row = put_text(put_int(add_object(list), K_id, codes[i].id), K_code, codes[i].code);
        put_text(row, K_url, arena_printf(rq->arena, "%s/join?code=%s", rq->service->set.url, codes[i].code));
        put_text(row, K_left, req_fill(rq, N_("for {n:one more person|# more people}"), &left, 1));
        put(row, K_ends, model_time(rq, codes[i].expires));
        put_text(row, K_until, model_date(rq, rq->who.zone, codes[i].expires));
    }
    const struct text_value terms[] = {{"people", NULL, CODE_PEOPLE}, {"days", NULL, CODE_DAYS}, {"codes", NULL, CODES_OPEN}};
    put_text(model, K_terms, req_fill(rq, N_("A code lets {people} people create an account within {days} days. You may have {codes} at a time."), terms, 3));
    put_bool(model, K_board, true); /* the script has buttons that copy links */
    *out = put_bool(model, K_full, n >= CODES_OPEN);
    return true;
}

bool page_codes(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    return by_invitation(rq, err) && codes_model(rq, &model, err) && res_page(rq, rs, "codes", model);
}

static bool change(struct req *rq, struct err *err)
{
    char code[CODE_TEXT];
    int64_t id;
    if (!strcmp(form_typed(&rq->form, "do"), "drop"))
        return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_code_drop(rq->db, id, rq->who.id, err);
    return account_attempt(rq, "code", arena_printf(rq->arena, "%lld", (long long)rq->who.id), NEW_A_DAY, DAY_SECONDS, err)
        && store_code_new(rq->db, rq->who.id, CODE_PEOPLE, CODE_DAYS, code, err);
}

bool act_codes(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    struct err ignored;
    if (!by_invitation(rq, err))
        return false;
    if (change(rq, err))
        return res_see_other(rs, "/codes");
    return codes_model(rq, &model, &ignored) && res_form_again(rq, rs, "codes", model, err);
}

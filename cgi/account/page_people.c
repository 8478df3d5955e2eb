/* Whom one follows and blocks: a section of the settings with both lists, and the presses on a profile. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

enum { NAME_MOST = 24, CHANGES_A_DAY = 400, DAY_SECONDS = 24 * 3600 };

/* ---- the section ---- */

static struct value *list_model(const struct req *rq, const struct people_list *people)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < people->n; i++) {
        const struct acquaintance *one = &people->one[i];
        struct value *model = put_text(add_object(list), K_name, one->name);
        put_text(model, K_url, one->hidden ? NULL : url_person(rq->arena, one->name));
        put(model, K_at, model_time(rq, one->at));
    }
    return list;
}

bool people_section(struct req *rq, struct value **model, struct err *err)
{
    struct people_list follows, blocks;
    if (!store_people(rq->db, rq->arena, rq->who.id, &follows, &blocks, err))
        return false;
    *model = put(put_bool(new_object(rq->arena), K_has_follows, follows.n > 0), K_follows, list_model(rq, &follows));
    put(put_bool(*model, K_has_blocks, blocks.n > 0), K_blocks, list_model(rq, &blocks));
    put_text(*model, K_who, rq->method == POST ? form_typed(&rq->form, "who") : "");
    return true;
}

/* ---- the changes ---- */

static bool follow(struct req *rq, int64_t whom, struct err *err)
{
    return store_follow(rq->db, rq->arena, rq->who.id, whom, err);
}

static bool unfollow(struct req *rq, int64_t whom, struct err *err)
{
    return store_unfollow(rq->db, rq->who.id, whom, err);
}

static bool block(struct req *rq, int64_t whom, struct err *err)
{
    return store_block(rq->db, rq->arena, rq->who.id, whom, err);
}

static bool unblock(struct req *rq, int64_t whom, struct err *err)
{
    return store_unblock(rq->db, rq->who.id, whom, err);
}

static const struct people_change {
    const char *name, *flash;
    bool (*make)(struct req *rq, int64_t whom, struct err *err);
} changes[] = {
    {"follow", "followed", follow},
    {"unfollow", "unfollowed", unfollow},
    {"block", "blocked", block},
    {"unblock", "unblocked", unblock},
};

/* The one that the form asks for; NULL with ERR_INPUT: there is none such. */
static const struct people_change *change_asked(const struct req *rq, struct err *err)
{
    const char *what = form_typed(&rq->form, "do");
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
        if (!strcmp(what, changes[i].name))
            return &changes[i];
    err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "unknown change");
    return NULL;
}

static bool make(struct req *rq, const struct people_change *change, int64_t whom, struct err *err)
{
    return account_attempt(rq, "people", arena_printf(rq->arena, "%lld", (long long)rq->who.id), CHANGES_A_DAY, DAY_SECONDS, err) &&
           change->make(rq, whom, err);
}

/* In the settings, by name: also of one whose profile is hidden. */
bool people_change(struct req *rq, struct settings_change *change, struct err *err)
{
    const struct people_change *asked = change_asked(rq, err);
    const char *name;
    struct person person;
    if (!asked)
        return false;
    change->form = FORM_PEOPLE;
    change->flash = asked->flash;
    if (!form_text(&rq->form, rq->arena, "who", 1, NAME_MOST, &name, err))
        return false;
    if (!store_person_by_name(rq->db, rq->arena, name, &person, err))
        return err->code == ERR_GONE ? err_fail(err, ERR_INPUT, N_("There is no member named {what}."), name, "nobody of that name") : false;
    return make(rq, asked, person.id, err);
}

/* On a profile. */
bool act_people(struct req *rq, struct res *rs, struct err *err)
{
    const struct people_change *asked = change_asked(rq, err);
    struct profile profile;
    if (!asked || !store_profile(rq->db, rq->arena, rq->part[0] ? rq->part[0] : "", rq->who.id, &profile, err) ||
        !make(rq, asked, profile.person.id, err))
        return false;
    res_flash(rq, rs, asked->flash);
    return res_see_other(rs, url_person(rq->arena, profile.person.name));
}

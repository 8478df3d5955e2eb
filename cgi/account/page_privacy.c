/* Who may see one's profile, and whether one is on leaderboards: a form of the settings. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/jsonx.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

static const struct {
    const char *label, *hint;
} kinds[PROFILE_KINDS] = {
    [PROFILE_PUBLIC] = {N_("Public"), N_("Everybody can open your profile, with your results, ratings and public games.")},
    [PROFILE_MEMBERS] = {N_("Members only"), N_("Visitors are asked to sign in.")},
    [PROFILE_HIDDEN] = {N_("Hidden"), N_("For everybody else but the moderators it is as if there were none. Your name stays at your tables, but leads nowhere.")},
};

bool privacy_section(struct req *rq, struct value **model, struct err *err)
{
    enum profile_kind chosen;
    bool ranked;
    if (!store_privacy(rq->db, rq->arena, rq->who.id, &chosen, &ranked, err))
        return false;
    *model = new_object(rq->arena);
    struct value *list = put_list(*model, K_kinds);
    for (int kind = 0; kind < PROFILE_KINDS; kind++) {
        struct value *one = put_text(add_object(list), K_id, profile_kind_id((enum profile_kind)kind));
        put_text(one, K_label, req_words(rq, kinds[kind].label));
        put_text(one, K_hint, req_words(rq, kinds[kind].hint));
        put_bool(one, K_chosen, kind == (int)chosen);
    }
    return put_bool(*model, K_ranked, ranked);
}

/* A box that is not ticked is no field; in JSON it is said. */
bool privacy_change(struct req *rq, struct settings_change *change, struct err *err)
{
    enum profile_kind kind;
    const char *ranked = form_typed(&rq->form, "ranked");
    change->form = FORM_PROFILE;
    change->flash = "profile-saved";
    if (!profile_kind_of(form_typed(&rq->form, "profile"), &kind))
        return err_fail(err, ERR_INPUT, N_("Please choose who may see your profile."), "profile", "unknown kind");
    if (*ranked && strcmp(ranked, "0") != 0 && strcmp(ranked, "1") != 0)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "ranked", "neither 0 nor 1");
    return store_privacy_set(rq->db, rq->who.id, kind, !strcmp(ranked, "1"), err);
}

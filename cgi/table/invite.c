/* What the table page says of invitations and of the rematch. */
#include "config.h"

#include "cgi/table/invite.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/url.h"
#include "cgi/model/qr.h"

#include "cgi/base/banned.h"

static bool at_home(const struct req *rq, const struct game_row *game)
{
    return rq->who.id && (game->owner == rq->who.id || game_seat_of(game, rq->who.id) != NO_SEAT);
}

const char *invite_share_url(const struct req *rq, const struct game_row *game)
{
    const char *url = arena_printf(rq->arena, "%s%s", rq->service->set.url, url_table(rq->arena, game->id));
    return game->invitation ? arena_printf(rq->arena, "%s?key=%s", url, game->invitation) : url;
}

enum { PEOPLE_SHOWN = 12 };

/* Whom the reader follows and who is not at the table yet, to be invited by one press. */
static struct value *people_model(const struct req *rq, const struct game_row *game, bool can_invite)
{
    struct value *people = new_list(rq->arena);
    bool keeps = !doors_any(&game->doors) || game->owner == rq->who.id;
    for (int i = 0; can_invite && keeps && rq->follows && i < rq->follows->n && value_n(people) < PEOPLE_SHOWN; i++) {
        const struct acquaintance *one = &rq->follows->one[i];
        if (game_seat_of(game, one->id) == NO_SEAT && !game_keeps_seat(game, one->id))
            put_text(add_object(people), K_name, one->name);
    }
    return people;
}

/* The answer to an invitation: it stands where the browser goes to, and where the field may be gone by then. */
static struct value *invited(struct req *rq, struct res *rs)
{
    const char *message = res_flash_waiting(rq);
    return message && !strncmp(message, "invited-", 8) ? res_flash_take(rq, rs) : NULL;
}

enum { WHO_MOST = 254 };

/* What stands in the field for the name: what was refused, or who was chosen on a profile. */
static const char *who_typed(const struct req *rq, const struct typed *typed)
{
    const char *chosen = req_field(&rq->query, "invite");
    return typed ? typed->text : chosen && strlen(chosen) <= WHO_MOST ? chosen : "";
}

static struct value *invite_model(struct req *rq, struct res *rs, const struct game_row *game, const struct typed *typed)
{
    bool open = game->status == GAME_OPEN && at_home(rq, game);
    bool can_invite = open && !req_suspended(rq) && (typed || game_seat_for(game, 0) != NO_SEAT);
    struct value *invite = put_bool(new_object(rq->arena), K_can_invite, can_invite), *people = people_model(rq, game, can_invite);
    put(put_bool(invite, K_has_people, value_n(people) > 0), K_people, people);
    const char *url = open ? invite_share_url(rq, game) : NULL;
    put_text(invite, K_url, url);
    put(invite, K_done, url ? invited(rq, rs) : NULL);
    put(invite, K_qr, url ? qr_model(rq->arena, url) : NULL);
    put_text(invite, K_who, who_typed(rq, typed));
    put_text(invite, K_silenced, can_invite ? account_silenced(rq) : NULL);
    put_int(put_text(invite, K_line, typed ? form_typed(&rq->form, "line") : ""), K_most, INVITE_LINE_MOST);
    return put(invite, K_problem, typed ? put_null(put_text(new_object(rq->arena), K_text, res_error_text(rq, typed->why)), K_url) : NULL);
}

struct value *invite_share_model(const struct req *rq, const struct game_row *game)
{
    if (game->apart || (game->invitation && !(game->status == GAME_OPEN && at_home(rq, game))))
        return NULL;
    const char *url = invite_share_url(rq, game);
    struct value *share = put_text(new_object(rq->arena), K_url, url);
    return put(share, K_qr, qr_model(rq->arena, url));
}

const char *invite_rematch_url(const struct req *rq, const struct game_row *game, const struct company *company)
{
    bool played = game_seat_of(game, rq->who.id) != NO_SEAT;
    if (!company->rematch || (company->rematch_invitation && !played))
        return NULL;
    const char *url = url_table(rq->arena, company->rematch);
    return company->rematch_invitation ? arena_printf(rq->arena, "%s?key=%s", url, company->rematch_invitation) : url;
}

static struct value *rematch_model(const struct req *rq, const struct game_row *game, const struct company *company)
{
    bool played = game_seat_of(game, rq->who.id) != NO_SEAT;
    struct value *rematch = new_object(rq->arena);
    put_bool(rematch, K_can_ask, game->status == GAME_OVER && played && !company->rematch && game->rules && !game->apart);
    put_text(rematch, K_url, invite_rematch_url(rq, game, company));
    bool tells = game->rematch_of && (!game->invitation || at_home(rq, game) || game_keeps_seat(game, rq->who.id));
    return put(rematch, K_of_url, tells ? new_text(rq->arena, url_table(rq->arena, game->rematch_of)) : NULL);
}

void invite_add(struct req *rq, struct res *rs, const struct game_row *game, const struct company *company,
                const struct typed *typed, struct value *model)
{
    const struct typed *refused = typed && !strcmp(typed->form, "invite") ? typed : NULL;
    put(model, K_invite, invite_model(rq, rs, game, refused));
    put(model, K_rematch, rematch_model(rq, game, company));
    put_bool(model, K_kept_for_me, game->status == GAME_OPEN && game_keeps_seat(game, rq->who.id));
    put_bool(model, K_watching, game->status == GAME_RUNNING && game_seat_of(game, rq->who.id) == NO_SEAT);
}

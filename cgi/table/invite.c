/* What the table page says of invitations and of the rematch. */
#include "config.h"

#include "cgi/table/invite.h"

#include <string.h>

#include "cgi/base/url.h"

#include "cgi/base/banned.h"

static bool at_home(const struct req *rq, const struct game_row *game)
{
    return rq->who.id && (game->owner == rq->who.id || game_seat_of(game, rq->who.id) != NO_SEAT);
}

/* The link that leads others here: of a private table only for those who may give it away. */
static const char *share_url(const struct req *rq, const struct game_row *game)
{
    const char *url = arena_printf(rq->arena, "%s%s", rq->service->set.url, url_table(rq->arena, game->id));
    return game->invitation ? arena_printf(rq->arena, "%s?key=%s", url, game->invitation) : url;
}

static struct json_object *invite_model(const struct req *rq, const struct game_row *game, const struct typed *typed)
{
    bool open = game->status == GAME_OPEN && at_home(rq, game);
    struct json_object *invite = jset(jobj(), "can_invite", jbool(open && (typed || game_seat_for(game, 0) != NO_SEAT)));
    jset(invite, "url", open ? jstr(share_url(rq, game)) : NULL);
    jset(invite, "who", jstr(typed ? typed->text : ""));
    return jset(invite, "problem", typed ? jset(jobj(), "text", jstr(res_error_text(rq, typed->why))) : NULL);
}

const char *invite_rematch_url(const struct req *rq, const struct game_row *game, const struct company *company)
{
    bool played = game_seat_of(game, rq->who.id) != NO_SEAT;
    if (!company->rematch || (company->rematch_invitation && !played))
        return NULL;
    const char *url = url_table(rq->arena, company->rematch);
    return company->rematch_invitation ? arena_printf(rq->arena, "%s?key=%s", url, company->rematch_invitation) : url;
}

static struct json_object *rematch_model(const struct req *rq, const struct game_row *game, const struct company *company)
{
    bool played = game_seat_of(game, rq->who.id) != NO_SEAT;
    struct json_object *rematch = jobj();
    jset(rematch, "can_ask", jbool(game->status == GAME_OVER && played && !company->rematch && game->rules));
    jset(rematch, "url", jstr(invite_rematch_url(rq, game, company)));
    bool tells = game->rematch_of && (!game->invitation || at_home(rq, game) || game_keeps_seat(game, rq->who.id));
    return jset(rematch, "of_url", tells ? jstr(url_table(rq->arena, game->rematch_of)) : NULL);
}

void invite_add(const struct req *rq, const struct game_row *game, const struct company *company, const struct typed *typed,
                struct json_object *model)
{
    const struct typed *refused = typed && !strcmp(typed->form, "invite") ? typed : NULL;
    jset(model, "invite", invite_model(rq, game, refused));
    jset(model, "rematch", rematch_model(rq, game, company));
    jset(model, "kept_for_me", jbool(game->status == GAME_OPEN && game_keeps_seat(game, rq->who.id)));
    jset(model, "watching", jbool(game->status == GAME_RUNNING && game_seat_of(game, rq->who.id) == NO_SEAT));
}

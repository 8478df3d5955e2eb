#include "config.h"

#include "cgi/table/practice.h"

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

const char *practice_url(const struct req *rq, const struct game_row *game, int ply, bool draft)
{
    if (!req_signed_in(rq) || req_suspended(rq) || game->status == GAME_OPEN || !game->rules || rules_at(game->rules, game->revision) == NULL)
        return NULL;
    return model_keyed(rq, game, url_practice(rq->arena, game->id, ply, draft));
}

/* Where it comes from, with the key of a private game; NULL: that is not open to the owner any more. */
static const char *origin_url(const struct req *rq, const struct practice *practice)
{
    if (!practice->of || !practice->key)
        return NULL;
    const char *url = url_history(rq->arena, practice->of, practice->ply);
    return *practice->key ? arena_printf(rq->arena, "%s?key=%s", url, practice->key) : url;
}

struct value *practice_model(const struct req *rq, const struct game_row *game)
{
    const struct practice *practice = &game->practice;
    if (!practice->is)
        return NULL;
    const char *title = practice->of ? table_title(rq->arena, rq->words->cat, game->rules_id, practice->of) : "";
    const struct text_value value[] = {{"ply", NULL, practice->ply}, {"game", title, 0}};
    struct value *model = new_object(rq->arena);
    put_text(model, K_text, req_fill(rq, practice->of ? N_("Practice, from move {ply} of {game}: nothing counts.")
                                                      : N_("Practice, from move {ply} of a deleted game: nothing counts."), value, 2));
    put_text(model, K_url, origin_url(rq, practice));
    return put_text(model, K_delete_url, arena_printf(rq->arena, "%s/practice/delete", url_table(rq->arena, game->id)));
}

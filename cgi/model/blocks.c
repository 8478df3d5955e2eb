#include "config.h"

#include "cgi/model/blocks.h"

#include "cgi/base/sb.h"
#include "cgi/words/text.h"

#include "cgi/base/banned.h"

bool blocks_load(struct req *rq, struct err *err)
{
    if (!req_signed_in(rq) || rq->blocks)
        return true;
    struct people_list *follows = arena_alloc(rq->arena, sizeof(*follows)), *blocks = arena_alloc(rq->arena, sizeof(*blocks));
    if (!store_people(rq->db, rq->arena, rq->who.id, follows, blocks, err))
        return false;
    rq->follows = follows;
    rq->blocks = blocks;
    return true;
}

struct value *blocks_words(const struct req *rq, const struct game_row *game)
{
    struct sb names;
    if (!rq->blocks || rq->blocks->n == 0 || game->status == GAME_OVER)
        return NULL;
    sb_init(&names, rq->arena);
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].person && people_have(rq->blocks, game->seat[s].person))
            text_add_item(&names, rq->words->cat, game->seat[s].name);
    const struct text_value value = {"names", names.text, 0};
    return names.length ? new_text(rq->arena, req_fill(rq, N_("You have blocked someone at this table: {names}"), &value, 1)) : NULL;
}

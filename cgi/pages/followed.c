/* Those whom one follows, on My games: an invitation by one press, tables of theirs to join, and what they have finished. */
#include "config.h"

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/model/quick_model.h"
#include "cgi/pages/tables.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { MOST_SHOWN = 12 };

/* The table of one's own for which people are looked for that was opened last, or NULL. */
static const struct game_row *open_table(const struct own_games *open, const struct quick_row *wish)
{
    const struct game_row *newest = NULL;
    for (int i = 0; i < open->n; i++) {
        const struct game_row *game = &open->row[i].game;
        if (game_seat_for(game, 0) != NO_SEAT && !quick_is_alone(wish, game) && (!newest || game->id > newest->id))
            newest = game;
    }
    return newest;
}

struct value *invite_to_model(const struct req *rq, const struct game_row *game, int64_t person)
{
    if (!game || game_seat_of(game, person) != NO_SEAT || game_keeps_seat(game, person) || game_seat_for(game, 0) == NO_SEAT)
        return NULL;
    const struct text_value table = {"table", table_title(rq->arena, rq->words->cat, game->rules_id, game->id), 0};
    struct value *invite = put_text(new_object(rq->arena), K_url, arena_printf(rq->arena, "%s/invite", url_table(rq->arena, game->id)));
    return put_text(invite, K_text, req_fill(rq, N_("Invite to {table}"), &table, 1));
}

static struct value *people_model(const struct req *rq, const struct people_list *people, const struct game_row *open)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < people->n && i < MOST_SHOWN; i++) {
        const struct acquaintance *one = &people->one[i];
        struct value *model = put_text(add_object(list), K_name, one->name);
        put_text(model, K_url, one->hidden ? NULL : url_person(rq->arena, one->name));
        put(model, K_invite, invite_to_model(rq, open, one->id));
    }
    return list;
}

struct value *followed_model(const struct req *rq, const struct followed *followed, const struct own_games *open, const struct quick_row *wish)
{
    if (!followed->people.n)
        return NULL;
    struct value *model = put(new_object(rq->arena), K_people, people_model(rq, &followed->people, open_table(open, wish)));
    put_int(model, K_others, followed->people.n > MOST_SHOWN ? followed->people.n : 0);
    put_bool(model, K_has_tables, followed->open.n > 0);
    put(model, K_tables, model_cards(rq, followed->open.row, followed->open.n));
    put_bool(model, K_has_over, followed->over.n > 0);
    return put(model, K_over, model_cards(rq, followed->over.row, followed->over.n));
}

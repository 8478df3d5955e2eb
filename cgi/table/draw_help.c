/* Where the help tells what the reader wants to know at this table. */
#include "config.h"

#include "cgi/base/url.h"
#include "cgi/table/drawing.h"

#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* The help of the game, which leads back here, at @part; NULL: at its top. */
static const char *help_at(const struct drawing *s, const char *part)
{
    const struct game_row *game = &s->table.game;
    const char *url = model_keyed(s->rq, game, url_help_from(s->rq->arena, game->rules_id, game->id));
    return part ? arena_join(s->rq->arena, (const char *[]){url, "#", part, NULL}) : url;
}

const char *drawing_rules_url(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct rules_help *help = t->game.rules ? t->game.rules->words->help : NULL;
    if (t->game.status == GAME_OPEN || !help)
        return help_at(s, NULL);
    bool mine = drawing_awaits_me(s);
    int seat = mine ? t->seat : drawing_first_awaited(s);
    return help_at(s, seat == NO_SEAT ? help->end : help->now(mine ? t->state : t->head, seat));
}

const char *drawing_rule_url(const struct drawing *s, int error)
{
    const struct rules_help *help = s->table.game.rules ? s->table.game.rules->words->help : NULL;
    const char *part = help && error >= RULE_OWN ? help->errors[error] : NULL;
    return part ? help_at(s, part) : NULL;
}

const struct reckoning *drawing_reckoned(const struct drawing *s, const char *figure)
{
    const struct table *t = &s->table;
    const struct rules_help *help = t->game.rules->words->help;
    struct reckoning *made = arena_alloc(s->rq->arena, sizeof(*made));
    return help && help->reckons && help->reckons(t->state, t->seat, figure, made) ? made : NULL;
}

struct value *drawing_reckoning(const struct drawing *s)
{
    const struct reckoning *reckoned = s->choose.reckoned;
    if (!reckoned)
        return NULL;
    struct value *out = new_object(s->rq->arena), *lines = put_list(out, K_lines);
    put_int(out, K_sum, reckoned->sum);
    put(out, K_score, score_model(s->rq->arena, s->rq->words->cat, s->table.game.rules, reckoned->sum));
    for (int i = 0; i < reckoned->n; i++) {
        struct value *line = put_text(add_object(lines), K_label, req_words(s->rq, reckoned->line[i].label));
        put_text(line, K_amount, text_signed(s->rq->arena, reckoned->line[i].amount));
    }
    return put_text(out, K_url, help_at(s, s->table.game.rules->words->help->estimates));
}

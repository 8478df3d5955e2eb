/* A hint: what a strong player would do, what it is worth, and why. */
#include "config.h"

#include "cgi/base/clock.h"
#include "cgi/base/tally.h"
#include "cgi/table/drawing.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/hint.h"
#include "cgi/table/whys.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* May the reader ask for one now? Not while a guide leads, nor when but the confirming is left. */
static bool may_ask(const struct drawing *s)
{
    return drawing_awaits_me(s) && game_has_hints(&s->table.game) && !guided_leads(&s->guided) && !drawing_waits_for_confirm(s);
}

const char *drawing_hint_url(const struct drawing *s)
{
    return may_ask(s) ? arena_printf(s->rq->arena, "%s?hint=1", url_table(s->rq->arena, s->table.game.id)) : NULL;
}

/* ---- looking for it ---- */

static bool refuse(const char *sentence, struct err *err)
{
    return err_fail(err, ERR_RATE, sentence, NULL, "a hint");
}

static bool seek(void *user, struct err *err)
{
    struct drawing *s = user;
    (void)err;
    s->hint = hint_seek(s->rq->service->cache, s->rq->arena, &s->table);
    return true;
}

enum searches_answer drawing_search(struct drawing *s, struct res *rs, bool (*look)(void *drawing, struct err *err), bool *found)
{
    struct req *rq = s->rq;
    struct searches *searches = rq->service->searches;
    struct err ignored;
    *found = false;
    res_drawn(rq, rs); /* who searches keeps nobody from drawing */
    store_forget(rq->db);
    enum searches_answer answer = searches_begin(searches, rq->who.id, req_reader(rq, rq->who.id), !rq->who.guest);
    if (answer != SEARCHES_BEGIN)
        return answer;
    const int64_t began = clock_now();
    *found = err_catch(look, s, &ignored); /* whatever happens, the next one has a turn */
    searches_end(searches, rq->who.id);
    tally_add(TALLY_SEARCHES, 1);
    tally_add(TALLY_SEARCH_MICROS, clock_now() - began);
    return answer;
}

bool drawing_find_hint(struct drawing *s, struct res *rs, struct err *err)
{
    struct req *rq = s->rq;
    bool found;
    if (!req_field(&rq->query, "hint") || !may_ask(s))
        return true;
    s->hint = hint_known(rq->service->cache, rq->arena, &s->table, rq->now);
    if (s->hint)
        return true;
    switch (drawing_search(s, rs, seek, &found)) {
    case SEARCHES_OWN:
        return refuse(N_("Your last hint is still being worked out. Please ask again in a moment."), err);
    case SEARCHES_MANY:
        return refuse(N_("Many hints are being worked out at the moment. Please ask again in a moment."), err);
    case SEARCHES_BEGIN:
        break;
    }
    return found || refuse(N_("A hint could not be worked out this time. Please ask again in a moment."), err);
}

/* ---- in words ---- */

static const char *amount(const struct drawing *s, int32_t scaled)
{
    return score_words(s->rq->arena, s->rq->words->cat, s->table.game.rules, search_whole(scaled));
}

static const char *number(const struct drawing *s, int32_t scaled)
{
    return score_number(s->rq->arena, s->table.game.rules, search_whole(scaled));
}

static const char *move_words(const struct drawing *s, const struct move *move)
{
    const struct table *t = &s->table;
    struct sb words;
    sb_init(&words, s->rq->arena);
    text_move(&words, s->rq->words->cat, t->game.rules, t->state, move, s->people.name, s->people.n);
    return words.text;
}

static const char *why_words(const struct drawing *s, const struct why *why)
{
    return whys_text(s->rq, s->table.game.rules, N_("You {what}: {often}; otherwise {otherwise}."), s->table.seat, s->people.name, s->people.n, why);
}

/* Which of the others the first is compared with: as the hint says, or when that reads like it, another; 0: none reads otherwise. */
static int compared_with(const struct drawing *s)
{
    const char *first = move_words(s, &s->hint->option[0].move);
    for (int k = 0; k < s->hint->n; k++) {
        int i = (s->hint->against + k) % s->hint->n;
        if (i > 0 && strcmp(move_words(s, &s->hint->option[i].move), first) != 0)
            return i;
    }
    return 0;
}

static const char *first_words(const struct drawing *s)
{
    const int i = compared_with(s);
    if (s->hint->n == 1)
        return req_words(s->rq, N_("There is nothing else to do."));
    if (i == 0)
        return req_words(s->rq, N_("About as good as all the rest."));
    const struct hint_option *other = &s->hint->option[i];
    const struct text_value value[] = {{"amount", amount(s, other->behind), 0}, {"other", move_words(s, &other->move), 0}};
    return other->alike ? req_fill(s->rq, N_("Hardly better than: {other}."), &value[1], 1)
                        : req_fill(s->rq, N_("Worth about {amount} more than: {other}."), value, 2);
}

/* What an option is worth beside the first. */
static const char *less_words(const struct drawing *s, const struct hint_option *option)
{
    const struct text_value less = {"amount", amount(s, option->behind), 0};
    return option->alike ? req_words(s->rq, N_("About as good.")) : req_fill(s->rq, N_("Worth about {amount} less."), &less, 1);
}

/* Does an option before this one read like it? */
static bool told_before(const struct drawing *s, int i)
{
    const char *words = move_words(s, &s->hint->option[i].move);
    for (int k = 0; k < i; k++)
        if (!strcmp(move_words(s, &s->hint->option[k].move), words))
            return true;
    return false;
}

/* Buttons as those of the question, though nothing is chosen yet. */
static struct value *button_of(const struct drawing *s, const struct move *move)
{
    const struct table *t = &s->table;
    struct move_list *list = arena_alloc(s->rq->arena, sizeof(*list));
    list->n = 0;
    struct choose choose = {.arena = s->rq->arena, .cat = s->rq->words->cat, .rules = t->game.rules, .state = t->state, .seat = t->seat,
                            .list = list, .people = s->people.name, .n_people = s->people.n, .url = url_table(s->rq->arena, t->game.id),
                            .begun = true};
    choose_start(&choose);
    return choose_step(&choose, move);
}

static const char *expected_words(const struct drawing *s, const struct hint_option *option)
{
    const struct text_value value[] = {{"own", number(s, option->own), 0}, {"other", number(s, option->other), 0}};
    return req_fill(s->rq, N_("To be expected at the end: you {own}, the best of the others {other}."), value, 2);
}

struct value *drawing_hint(const struct drawing *s)
{
    if (!s->hint)
        return NULL;
    const struct rules *rules = s->table.game.rules;
    struct value *hint = new_object(s->rq->arena), *options = put_list(hint, K_options), *whys = put_list(hint, K_whys);
    for (int i = 0; i < s->hint->n; i++) {
        if (told_before(s, i))
            continue;
        struct value *option = button_of(s, &s->hint->option[i].move);
        put_bool(option, K_primary, i == 0);
        put_text(option, K_worth, i == 0 ? first_words(s) : less_words(s, &s->hint->option[i]));
        add(options, option);
    }
    for (int i = 0; i < s->hint->n_why; i++)
        put_text(add_object(whys), K_text, why_words(s, &s->hint->why[i]));
    put_text(hint, K_sentence, s->hint->n ? NULL : req_words(s->rq, N_("We have no hint for this position.")));
    put_bool(hint, K_has_whys, s->hint->n_why > 0);
    put_text(hint, K_expected, s->hint->n > 1 ? expected_words(s, &s->hint->option[0]) : NULL);
    put_text(hint, K_recalls, rules->mind->recalls && s->hint->n > 1 && rules->mind->recalls(s->table.state)
                                  ? req_words(s->rq, rules->mind->recalls(s->table.state)) : NULL);
    return put_text(hint, K_close_href, url_table(s->rq->arena, s->table.game.id));
}

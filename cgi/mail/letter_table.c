#include "config.h"

#include "cgi/mail/letter_table.h"

#include "cgi/base/sb.h"
#include "cgi/http/req.h"
#include "cgi/model/model.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

static void add_fact(const struct letter_needs *needs, struct value *facts, const char *label, const char *text)
{
    if (text && *text)
        put_text(put_text(add_object(facts), K_label, req_words(needs->reader, label)), K_text, text);
}

/* "Anna, Bruno, reserved for you, 2 free seats" */
static const char *players(const struct letter_needs *needs, const struct game_row *game)
{
    const struct req *rq = needs->reader;
    const char *people[SEATS_MAX];
    struct text_value free = {"n", NULL, 0};
    struct sb out;
    sb_init(&out, needs->arena);
    names_shown(rq->words->cat, game, people);
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        if (seat->person || seat->bot)
            text_add_item(&out, rq->words->cat, people[s]);
        free.number += !seat->person && !seat->bot && !seat->kept_for;
    }
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        const struct text_value name = {"name", seat->kept_name, 0};
        if (seat->kept_for && seat->kept_name && !seat->person && !seat->bot)
            text_add_item(&out, rq->words->cat, req_fill(rq, seat->kept_for == rq->who.id ? N_("a seat for you") : N_("a seat for {name}"), &name, 1));
    }
    if (free.number)
        text_add_item(&out, rq->words->cat, req_fill(rq, N_("{n:1 free seat|# free seats}"), &free, 1));
    return out.text;
}

/* "1 day a move, pauses at weekends. Everyone visits once a day." */
static const char *pace(const struct letter_needs *needs, struct value *model)
{
    struct sb out;
    sb_init(&out, needs->arena);
    text_add_item(&out, needs->reader->words->cat, get_text(model, K_label));
    if (get_bool(model, K_weekdays))
        text_add_item(&out, needs->reader->words->cat, req_words(needs->reader, N_("pauses at weekends")));
    const struct text_value both[] = {{"pace", out.text, 0}, {"words", get_text(model, K_words), 0}};
    return both[1].text && *both[1].text ? req_fill(needs->reader, N_("{pace}. {words}"), both, 2) : out.text;
}

/* "Start: strict, with hints" */
static const char *options(const struct letter_needs *needs, const struct game_row *game, struct value *list)
{
    struct sb out;
    sb_init(&out, needs->arena);
    for (size_t i = 0; i < value_n(list); i++)
        text_add_item(&out, needs->reader->words->cat, get_text(value_at(list, i), K_text));
    if (game->hints)
        text_add_item(&out, needs->reader->words->cat, req_words(needs->reader, N_("with hints")));
    return out.text;
}

void letter_add_table(const struct letter_needs *needs, const struct game_row *game, struct value *model)
{
    struct value *facts = new_list(needs->arena);
    if (game) {
        struct value *card = model_card(needs->reader, game);
        add_fact(needs, facts, N_("Players"), players(needs, game));
        add_fact(needs, facts, N_("Pace"), pace(needs, get(card, K_pace)));
        add_fact(needs, facts, N_("Length"), game->rules ? get_text(model_game_kind(needs->reader, game->rules), K_length) : NULL);
        add_fact(needs, facts, N_("Options"), options(needs, game, get(card, K_options)));
    }
    put(put_bool(model, K_has_facts, value_n(facts) > 0), K_facts, facts);
}

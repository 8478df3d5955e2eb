#include "config.h"

#include "cgi/mail/letter_choices.h"
#include "cgi/mail/letter_links.h"

#include "cgi/base/choice_token.h"
#include "cgi/base/url.h"
#include "cgi/model/armed.h"
#include "cgi/words/text.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

void letter_choices(struct arena *arena, const struct table *table, struct few *few)
{
    const struct game_row *game = &table->game;
    bool asked = table->seat >= 0 && table->head && game->rules && game->status == GAME_RUNNING && !game->paused
        && (game->awaits & SEAT_BIT(table->seat)) && !game->seat[table->seat].resigned && !game->guide && !game->practice.is;
    few->n = 0;
    if (asked)
        few_options(arena, game->rules, table->head, table->seat, few);
}

const char *letter_choice_words(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                const struct few_option *option, const char *const *people)
{
    const struct rules *rules = table->game.rules;
    struct sb out;
    sb_init(&out, needs->arena);
    if (option->filled_in) {
        const struct text_value choice = {.name = "choice", .text = text_get(words->cat, rules->verbs[option->move.verb].choose)};
        return text_filled(needs->arena, words->cat, N_("{choice} …"), &choice, 1);
    }
    text_move(&out, words->cat, rules, table->head, &option->move, people, table->game.n_seats);
    return out.text;
}

/* In full: with what the move does, where its label leaves out the price. */
static const char *choice_told(const struct letter_needs *needs, const struct words *words, const struct table *table,
                               const struct few_option *option, const char *const *people)
{
    const char *text = letter_choice_words(needs, words, table, option, people);
    if (option->filled_in || !table->game.rules->verbs[option->move.verb].told)
        return text;
    struct move_list *none = move_list_in((struct move_room *)arena_alloc(needs->arena, sizeof(struct move_room)));
    struct choose choose = {.arena = needs->arena, .cat = words->cat, .rules = table->game.rules, .state = table->head, .seat = table->seat,
                            .list = none, .people = people, .n_people = table->game.n_seats};
    bool ends;
    choose_start(&choose);
    const struct value *does = armed_does(&choose, &option->move, &ends);
    if (!value_n(does))
        return text;
    const struct text_value values[] = {{.name = "choice", .text = text}, {.name = "what", .text = get_text(value_at(does, 0), K_text)}};
    return text_filled(needs->arena, words->cat, N_("{choice}: {what}"), values, 2);
}

const char *letter_choice_path(struct arena *arena, const struct table *table, const struct few_option *option, const char *secret,
                               const uint8_t hash[TOKEN_DIGEST])
{
    const struct verb *verbs = table->game.rules->verbs;
    char step[MOVE_TEXT], token[CHOICE_TOKEN];
    move_to_text(verbs, &option->move, step);
    const struct chosen chosen = {.game = table->game.id, .ply = table->game.ply, .step = option->filled_in ? verbs[option->move.verb].name : step,
                                  .filled_in = option->filled_in};
    choice_token_make(secret, hash, &chosen, token);
    return url_choice(arena, token, &chosen);
}

bool letter_add_choices(const struct letter_needs *needs, const struct words *words, const struct table *table, const char *token,
                        const char *const *people, struct value *model, struct err *err)
{
    struct value *choices = new_list(needs->arena);
    struct few few = {.n = 0};
    uint8_t hash[TOKEN_DIGEST];
    const char *secret;
    if (token)
        letter_choices(needs->arena, table, &few);
    put(put_bool(model, K_has_choices, few.n > 0), K_choices, choices);
    if (few.n == 0)
        return true;
    if (!store_bounce_secret(needs->db, needs->arena, &secret, err))
        return false;
    token_hash(token, hash);
    for (int i = 0; i < few.n; i++) {
        struct value *choice = put_text(new_object(needs->arena), K_text, choice_told(needs, words, table, &few.option[i], people));
        add(choices, put_text(choice, K_link, letter_absolute(needs, letter_choice_path(needs->arena, table, &few.option[i], secret, hash))));
    }
    return true;
}

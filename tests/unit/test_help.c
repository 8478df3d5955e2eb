/* The help of each game has the place that every "no", every question and every estimate leads to. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tools/headless.h"
#include "rules/engine/games.h"
#include "rules/engine/registry.h"
#include "rules/genoa/worth.h"
#include "rules/parts.h"

enum { TEXT_MAX = 200000, GAMES = 12 };

/* The help of @rules as its template has it; freed by the caller. */
static char *help_of(const struct rules *rules)
{
    const char *top = getenv("top_srcdir");
    char path[4096], *text = calloc(1, TEXT_MAX);
    snprintf(path, sizeof(path), "%s/templates/%s/help.html", top ? top : ".", rules->id);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_in_range(fread(text, 1, TEXT_MAX - 1, file), 1000, TEXT_MAX - 2);
    fclose(file);
    return text;
}

static void assert_place(const struct rules *rules, const char *help, const char *part, const char *why)
{
    char id[64];
    snprintf(id, sizeof(id), " id=\"%s\"", part ? part : "");
    if (!part || !strstr(help, id))
        fail_msg("%s: no place \"%s\" in the help, for %s", rules->id, part ? part : "(none)", why);
}

static void every_error_has_its_rule(void **unused)
{
    (void)unused;
    for (int g = 0; rules_all()[g]; g++) {
        const struct rules *rules = rules_all()[g];
        char *help = help_of(rules);
        for (int error = RULE_OWN; rules->errors[error].name; error++)
            assert_place(rules, help, rules->words->help->errors[error], rules->errors[error].name);
        assert_place(rules, help, rules->words->help->end, "the end");
        assert_place(rules, help, "in-short", "its summary");
        if (rules->words->help->reckons)
            assert_place(rules, help, rules->words->help->estimates, "estimates");
        free(help);
    }
}

/* What is looked at in each position of a game that is played out. */
typedef void (*looker)(const struct headless *game, int seat, const char *help);

static void play(const struct rules *rules, enum bot bot, looker look, const char *help)
{
    struct headless *game = headless_new(rules);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        const struct setup setup = rules_presets(rules, rules->min_seats + (int)seed % (rules->max_seats - rules->min_seats + 1));
        struct move move;
        int seat;
        headless_deal(game, &setup, seed);
        while (game->ply < 2000 && (seat = headless_seat(game)) != NO_SEAT && headless_choose(game, bot, seat, &move)) {
            look(game, seat, help);
            headless_apply(game, seat, &move);
        }
    }
    headless_free(game);
}

static void look_at_question(const struct headless *game, int seat, const char *help)
{
    assert_place(game->rules, help, game->rules->words->help->now(game->state, seat), "what is asked");
}

static void every_question_has_its_part(void **unused)
{
    (void)unused;
    for (int g = 0; rules_all()[g]; g++) {
        char *help = help_of(rules_all()[g]);
        play(rules_all()[g], BOT_RANDOM, look_at_question, help);
        play(rules_all()[g], BOT_ADVISE, look_at_question, help);
        free(help);
    }
}

static int n_reckoned;

static void assert_reckoned(const struct genoa_state *st, int seat, const char *figure, int worth)
{
    struct reckoning made;
    int sum = 0;
    assert_true(genoa_reckons(st, seat, figure, &made));
    assert_int_equal(made.sum, worth);
    for (int i = 0; i < made.n; i++)
        sum += made.line[i].amount;
    assert_in_range(abs(sum - worth), 0, 4); /* each line is rounded */
    n_reckoned += made.n > 1;
}

static void look_at_estimates(const struct headless *game, int seat, const char *help)
{
    (void)help;
    const struct genoa_state *st = game->state;
    char figure[64];
    for (int building = 0; building < GENOA_BUILDINGS; building++) {
        snprintf(figure, sizeof(figure), "action=%s", genoa_spaces[building].id);
        assert_reckoned(st, seat, figure, genoa_worth_action(st, seat, building));
    }
    for (int i = 0; i < st->n_offers; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        struct reckoning made;
        snprintf(figure, sizeof(figure), "offer=%d.%d", offer->seat, offer->slot);
        if (offer->seat == seat || (st->tower_seat == seat && genoa_offer_visible(st, seat, offer)))
            assert_reckoned(st, seat, figure, genoa_worth_offer(st, seat, offer));
        else
            assert_false(genoa_reckons(st, seat, figure, &made));
    }
}

static void estimates_add_up(void **unused)
{
    (void)unused;
    play(rules_find("genoa"), BOT_ADVISE, look_at_estimates, NULL);
    assert_true(n_reckoned > 1000);
}

static void other_figures_are_none(void **unused)
{
    (void)unused;
    static const char *const none[] = {"", "=", "action", "action=", "action=nowhere", "offer=", "offer=9.9", "offer=1", "offer=1.2.3",
                                       "answer=", "answer=0", "answer=77", "actions=park", "city=pisa"};
    struct headless *game = headless_new(rules_find("genoa"));
    const struct setup setup = rules_presets(game->rules, 3);
    struct reckoning made;
    headless_deal(game, &setup, 1);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_false(genoa_reckons(game->state, 0, none[i], &made));
    headless_free(game);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_has_its_rule),
        cmocka_unit_test(every_question_has_its_part),
        cmocka_unit_test(estimates_add_up),
        cmocka_unit_test(other_figures_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What mail says: the templates with a model, in every language, and the text picture's columns. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "cgi/mail/letter.h"
#include "cgi/mail/letter_news.h"
#include "cgi/mail/letter_text.h"
#include "cgi/words/text.h"
#include "cgi/tpl/tpl.h"

static const char *const model_text =
    "{\"url\":\"https://h/x\",\"lang\":\"en\",\"stranger\":false,\"name\":\"Anna & Co\",\"subject\":\"Your turn\",\"house_url\":\"http://x/\","
    "\"link\":\"http://x/l\",\"about\":\"A game of <towns>.\",\"has_facts\":true,\"facts\":[{\"label\":\"Pace\",\"text\":\"2 days & more\"}],\"has_line\":true,\"asked_line\":\"Come <now>\",\"sentence\":\"The tournament “Spring Cup” was cancelled.\",\"game_title\":\"Carrara 42\",\"has_unsubscribe\":true,\"unsubscribe_url\":\"http://x/all\",\"has_mute\":true,\"has_preheader\":true,\"preheader\":\"Anna & Co, build or buy.\","
    "\"mute_url\":\"http://x/game\",\"several\":true,\"games\":["
    "{\"title\":\"Carrara 42\",\"has_link\":true,\"link\":\"http://x/g\",\"has_question\":true,\"question\":\"Anna & Co, build or buy.\",\"sentence\":\"It is your turn.\","
    "\"has_line\":true,\"asked_line\":\"A line & more\",\"has_left\":true,\"left\":\"Your time runs out in 2 days.\",\"has_plan\":true,\"plan\":\"Your plan can be played as it is: Build Castello 1 in Massa.\",\"is_turn\":true,\"has_choices\":false,\"choices\":[{\"text\":\"Let <it> pass\",\"link\":\"http://x/c?a=1&b=2\"},{\"text\":\"Object …\",\"link\":\"http://x/d\"}],\"has_picture\":true,\"picture_words\":\"The <wheel>\",\"has_hand\":true,\"hand\":\"3 coins, 1 white\",\"has_moves\":true,\"first\":false,\"moves\":[{\"text\":\"Bruno buys <3> stones.\"}],\"has_earlier\":true,"
    "\"earlier\":\"(7 before)\",\"has_scores\":true,\"counts\":\"Points\",\"scores\":[{\"player\":\"Anna\",\"number\":\"12\","
    "\"has_bar\":true,\"width\":100,\"me\":true,"
    "\"line\":\"Anna   12  ##\"}],\"has_end\":false,\"can_ask\":false},"
    "{\"title\":\"Carrara 7\",\"has_link\":true,\"link\":\"http://x/h\",\"has_question\":false,\"question\":null,\"sentence\":\"The game is over.\",\"has_line\":false,\"asked_line\":\"\",\"has_left\":false,\"left\":null,\"has_plan\":false,\"plan\":null,\"is_turn\":false,\"has_choices\":false,\"choices\":[],"
    "\"has_picture\":false,\"picture_words\":\"\",\"has_hand\":false,\"hand\":null,\"has_moves\":false,\"first\":false,\"moves\":[],\"has_earlier\":false,\"earlier\":\"\",\"has_scores\":false,\"scores\":[],\"has_end\":true,"
    "\"end\":{\"headline\":\"Anna has won with 84 points.\",\"length\":\"It took 2 days.\",\"has_players\":true,"
    "\"players\":[{\"rank\":1,\"line\":\"Anna: 84\",\"text\":\"Objects <33>\",\"me\":true}],\"has_turns\":true,"
    "\"turns\":[{\"text\":\"Anna scores Lucca.\",\"change\":\"Anna: level → 18 points ahead\",\"url\":\"http://x/p\"}],"
    "\"has_ratings\":true,\"rating\":\"Not rated: against bots.\"},\"can_ask\":true}]}";

struct press {
    struct arena *arena;
    struct catalogue *cat;
    struct tpl_set *set;
    struct value *model;
};

static struct press press(const char *lang)
{
    struct press p = {.arena = arena_new()};
    char why[400];
    const char *top = getenv("top_srcdir") ? getenv("top_srcdir") : "..";
    p.cat = text_load(arena_printf(p.arena, "%s/po", top), lang, why, sizeof(why));
    assert_non_null(p.cat);
    p.set = tpl_load(arena_printf(p.arena, "%s/templates", top), p.cat, why, sizeof(why));
    assert_non_null(p.set);
    p.model = value_of_json(p.arena, arena_json(p.arena, jparse(model_text, strlen(model_text))), NULL, NULL);
    assert_non_null(p.model);
    return p;
}

static void end(struct press *p)
{
    tpl_free(p->set);
    text_free(p->cat);
    arena_free(p->arena);
}

static const char *printed(struct press *p, const char *name)
{
    struct sb out, missing;
    sb_init(&out, p->arena);
    sb_init(&missing, p->arena);
    assert_true(tpl_render(p->set, name, p->model, &out, &missing));
    assert_string_equal(missing.text, "");
    return out.text;
}

static void every_mail_prints_from_its_model(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mail/games.txt", "mail/games.html", "mail/confirm.txt", "mail/confirm.html",
                                        "mail/recover.txt", "mail/recover.html", "mail/address.txt", "mail/address.html",
                                        "mail/moving.txt", "mail/moving.html", "mail/hook.txt", "mail/hook.html", "mail/tournament.txt", "mail/tournament.html", "mail/link.txt", "mail/link.html",
                                        "mail/invitation.txt", "mail/invitation.html"};
    static const char *const langs[] = {"en", "ja"};
    for (size_t l = 0; l < 2; l++) {
        struct press p = press(langs[l]);
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
            const char *text = printed(&p, names[i]);
            assert_null(strstr(text, "{{"));
            assert_non_null(strstr(text, "http://x/all"));
            put_bool(p.model, K_has_unsubscribe, false);
            assert_null(strstr(printed(&p, names[i]), "http://x/all"));
            put_bool(p.model, K_has_unsubscribe, true);
        }
        end(&p);
    }
}

static void text_is_plain_and_html_is_escaped(void **unused)
{
    (void)unused;
    struct press p = press("en");
    const char *text = printed(&p, "mail/games.txt"), *html = printed(&p, "mail/games.html");
    assert_ptr_equal(strstr(strstr(text, "=="), "Anna & Co, build or buy.\n"), strstr(text, "Anna & Co, build"));
    assert_non_null(strstr(text, "* Bruno buys <3> stones.\n"));
    assert_non_null(strstr(text, "\nPlay:\nhttp://x/g\n"));
    assert_non_null(strstr(text, "\nResult and rematch:\nhttp://x/h\n"));
    assert_non_null(strstr(text, "\n-- \nRidotto"));
    assert_null(strstr(text, "\n\n\n"));
    assert_non_null(strstr(text, "2 days & more"));
    assert_non_null(strstr(html, "2 days &amp; more"));
    assert_non_null(strstr(text, "\nSince your last move:\n"));
    put_bool(value_at(get(p.model, K_games), 0), K_first, true); /* who has not moved yet */
    const char *first = printed(&p, "mail/games.txt");
    assert_true(strstr(first, "\nLast moves:\n") && !strstr(first, "Since your last move"));
    assert_non_null(strstr(html, ">Anna &amp; Co, build or buy.</div>"));
    assert_non_null(strstr(html, "<b>Anna &amp; Co, build or buy.</b>"));
    assert_non_null(strstr(html, "<img src=\"cid:board\" width=\"100%\" border=\"0\" alt=\"The &lt;wheel&gt;\">"));
    assert_non_null(strstr(text, "\nIn hand: 3 coins, 1 white\n"));
    assert_non_null(strstr(html, "Bruno buys &lt;3&gt; stones."));
    assert_true(strstr(text, "\n“A line & more”\n") && strstr(html, "<q>A line &amp; more</q>"));
    assert_true(strstr(printed(&p, "mail/invitation.txt"), "\n“Come <now>”\n") && strstr(printed(&p, "mail/invitation.html"), "<q>Come &lt;now&gt;</q>"));
    end(&p);
}

static void what_can_be_played_from_a_letter_stands_before_the_way_to_the_table(void **unused)
{
    (void)unused;
    struct press p = press("en");
    assert_null(strstr(printed(&p, "mail/games.txt"), "http://x/c"));
    assert_null(strstr(printed(&p, "mail/games.html"), "http://x/c"));
    put_bool(value_at(get(p.model, K_games), 0), K_has_choices, true);
    const char *text = printed(&p, "mail/games.txt"), *html = printed(&p, "mail/games.html");
    const char *choice = strstr(text, "\n* Let <it> pass\n  http://x/c?a=1&b=2\n"), *table = strstr(text, "\nSomething else: open the table:\nhttp://x/g\n");
    assert_true(choice && table && choice < table);
    choice = strstr(html, "href=\"http://x/c?a=1&amp;b=2\"");
    table = strstr(html, "href=\"http://x/g\"");
    assert_true(choice && table && choice < table);
    assert_true(strstr(html, "<b>Let &lt;it&gt; pass</b>") && strstr(html, "href=\"http://x/d\""));
    end(&p);
}

static void columns_are_counted_as_a_terminal_does(void **unused)
{
    (void)unused;
    assert_int_equal(letter_width(""), 0);
    assert_int_equal(letter_width("Anna"), 4);
    assert_int_equal(letter_width("Zoë Čapek"), 9);
    assert_int_equal(letter_width("竹中半兵衛"), 10);
    assert_int_equal(letter_width("ひでよし2"), 9);
}

static void only_account_mail_goes_alone(void **unused)
{
    (void)unused;
    assert_true(letter_alone("confirm"));
    assert_true(letter_alone("recover"));
    assert_true(letter_alone("invitation"));
    assert_true(letter_alone("link"));
    assert_false(letter_alone("turn"));
    assert_false(letter_alone("over"));
    assert_true(letter_urgent("reminder"));
    assert_true(letter_urgent("clock"));
    assert_true(letter_urgent("taken"));
    assert_false(letter_urgent("turn"));
    assert_false(letter_urgent("vote"));
    assert_false(letter_urgent("over"));
}

/* Of two letters of one game the later may tell of what happened at the ply that the one before reached. */
static void a_letter_is_named_by_the_row_that_leads(void **state)
{
    (void)state;
    const struct mail_row before[] = {{.game = 15, .kind = "clock", .ply = 17}, {.game = 15, .kind = "turn", .ply = 21, .nth = 2}};
    const struct mail_row after[] = {{.game = 15, .kind = "clock", .ply = 21}};
    const struct mail_row newer[] = {{.game = 15, .kind = "clock", .ply = 21, .nth = 1}, {.game = 15, .kind = "clock", .ply = 21, .nth = 2}};
    struct news news[2];
    assert_int_equal(news_gather(before, 2, news), 1);
    assert_int_equal(news[0].head, CLOCK);
    assert_int_equal(news[0].of_ply, 17);
    assert_int_equal(news[0].nth, 0);
    assert_int_equal(news[0].ply, 21);
    assert_int_equal(news_gather(after, 1, news), 1);
    assert_int_equal(news[0].of_ply, 21);
    assert_int_equal(news_gather(newer, 2, news), 1);
    assert_int_equal(news[0].nth, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mail_prints_from_its_model),
        cmocka_unit_test(text_is_plain_and_html_is_escaped),
        cmocka_unit_test(what_can_be_played_from_a_letter_stands_before_the_way_to_the_table),
        cmocka_unit_test(columns_are_counted_as_a_terminal_does),
        cmocka_unit_test(only_account_mail_goes_alone),
        cmocka_unit_test(a_letter_is_named_by_the_row_that_leads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

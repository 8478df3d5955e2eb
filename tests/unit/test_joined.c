/* Numbers stay with their words in Japanese. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/words/joined.h"

#define J "\xe2\x81\xa0"

static void is_joined(const char *html, bool strictly, const char *wanted)
{
    struct arena *arena = arena_new();
    struct sb out;
    sb_init(&out, arena);
    joined_html(&out, html, strlen(html), strictly);
    assert_string_equal(out.text, wanted);
    arena_free(arena);
}

static void test_numbers(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"石材3個と緑1個", "石材" J "3" J "個と緑" J "1" J "個"},
        {"運河4を伸ばす", "運河" J "4" J "を伸ばす"},
        {"5ドゥカット、10コイン", "5" J "ド" J "ゥ" J "カ" J "ッ" J "ト、10" J "コ" J "イ" J "ン"},
        {"2マスの広さ、1マス運河、エコ3点カモ", "2" J "マ" J "スの広さ、1" J "マ" J "ス運河、エコ" J "3" J "点カモ"}, /* each word to its end */
        {"<b>7</b>コマ、コマ", "<b>7</b>" J "コ" J "マ、コマ"},
        {"批判−2、購買+7", "批判" J "−2、購買" J "+7"},
        {"または−2か3枚", "または−2" J "か3" J "枚"},       /* behind a particle a line may end */
        {"6つの都市", "6" J "つの都市"},
        {"Carrara 8、Palazzo 3", "Carrara 8、Palazzo 3"},     /* no Japanese word beside it */
        {"カッラーラの宮殿 8", "カッラーラの宮殿 8"},
        {"（3/4）、3～5", "（3/4）、3～5"},
        {"石材−個、得点+α", "石材−個、得点+α"},
        {"済みです。 次は3人です。  <b>次</b>", "済みです。次は3" J "人です。<b>次</b>"},
        {"済み。</p> <p>次。\n次、 次", "済み。</p> <p>次。\n次、次"},
        {"色： <b>赤</b> 、 青 （2） <span class=\"you\">（3）</span> <b>緑</b>", "色：<b>赤</b>、青（2）<span class=\"you\">（3）</span> <b>緑</b>"},
        {"<b>大取引</b>: 商品3個, 銀, Bruno, 銅:", "<b>大取引</b>：商品" J "3" J "個、銀、Bruno, 銅:"},
        {"約-3、は-3、通路7-5、a-3、個-", "約" J "−3、は−3、通路" J "7-5、a-3、個-"},
        {"3", "3"}, {"", ""}, {"個", "個"}, {"残り", "残り"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        is_joined(pairs[i][0], false, pairs[i][1]);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"Annaさんを待っています", "Anna" J "さ" J "んを待っています"},
        {"ここをBot Cesareさんに売る", "ここをBot\xc2\xa0" "Cesare" J "さ" J "んに売る"},
        {"次は花子さんです", "次は花" J "子" J "さ" J "んです"},
        {"花子とはなこさん", "花子と" J "は" J "な" J "こ" J "さ" J "ん"}, /* a particle before it stays with it */
        {"「ケンジ」さん、（さん）", "「ケンジ」さん、（さん）"},
        {"<b>Anna</b>さん", "<b>Anna</b>さん"},
        {"<p title=\"花子さんの手番\">あ</p>", "<p title=\"花子さんの手番\">あ</p>"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        is_joined(pairs[i][0], false, pairs[i][1]);
}

static void test_what_is_left(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"残り2日。", "残り" J "2" J "日。"},
        {"あと3枚で終わり4点", "あと" J "3" J "枚で終わり4" J "点"},
        {"区画Iから、区画XIIから", "区画" J "Iから、区画" J "XIIから"},
        {"区画INから、からIへ", "区画INから、からIへ"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        is_joined(pairs[i][0], false, pairs[i][1]);
}

static void test_markup(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"運河<b>4</b>本", "運河<b>" J "4</b>" J "本"},
        {"<td>緑</td><td>1</td><td>個</td>", "<td>緑</td><td>1</td><td>個</td>"},
        {"<button>緑</button>1個", "<button>緑</button>1" J "個"},
        {"<p title=\"石材3個\">石材3個</p>", "<p title=\"石材3個\">石材" J "3" J "個</p>"},
        {"<title>手番3</title><p>手番3", "<title>手番3</title><p>手番" J "3"},
        {"<textarea name=\"note\">石材3個</textarea>石材3個", "<textarea name=\"note\">石材3個</textarea>石材" J "3" J "個"},
        {"<style>/* 緑1個 */</style>", "<style>/* 緑1個 */</style>"},
        {"緑&amp;1個", "緑&amp;1" J "個"},
        {"緑<b", "緑<b"}, {"緑<", "緑<"}, {"<textarea>緑1個", "<textarea>緑1個"}, {"緑1\xe5\x80", "緑" J "1\xe5\x80"}, /* cut short */
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        is_joined(pairs[i][0], false, pairs[i][1]);
}

static void test_attributes(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"<li aria-label=\"白: 3, 緑: 2\" title=\"宮殿: 石材, 得点-3\">白3</li>", "<li aria-label=\"白：3、緑：2\" title=\"宮殿：石材、得点−3\">白" J "3</li>"},
        {"<img alt=\"港: 3個。 銀 （2）\" src=\"a: b, c\">", "<img alt=\"港：3個。銀（2）\" src=\"a: b, c\">"},
        {"<b title=\"Bruno: 3点, Anna: 2, 1\">7-5, 3</b>", "<b title=\"Bruno：3点、Anna：2、1\">7-5, 3</b>"},
        {"<b title=\"Bruno: 3, 4\">緑</b>", "<b title=\"Bruno: 3, 4\">緑</b>"},
        {"<input value=\"緑: 1, 白-2\" placeholder=\"名前, 住所\">", "<input value=\"緑: 1, 白-2\" placeholder=\"名前、住所\">"},
        {"<b data-title=\"緑: 1\" subtitle=\"緑: 1\">緑</b>: 1", "<b data-title=\"緑: 1\" subtitle=\"緑: 1\">緑</b>：1"},
        {"緑<b title=\"Bruno\">1</b>", "緑<b title=\"Bruno\">" J "1</b>"}, /* what stands around a tag goes on behind it */
        {"<textarea title=\"緑: 1\">緑: 1</textarea>", "<textarea title=\"緑：1\">緑: 1</textarea>"},
        {"<b title=\"緑: 1", "<b title=\"緑: 1"}, {"<b title=\"緑: 1>", "<b title=\"緑: 1>"}, {"<b \"\">", "<b \"\">"}, /* cut short */
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        is_joined(pairs[i][0], false, pairs[i][1]);
}

static void test_strictly(void **state)
{
    (void)state;
    is_joined("カウンターを1枚", true, "カウンタ" J "ーを1" J "枚");
    is_joined("ちょっと、ゥ", true, "ち" J "ょ" J "っと、ゥ");
    is_joined("カウンター", false, "カウンター");
}

static void test_languages(void **state)
{
    (void)state;
    char why[256];
    struct catalogue *english = text_load("po", "en", why, sizeof(why));
    const char *top = getenv("top_srcdir") ? getenv("top_srcdir") : "..";
    char po[512];
    snprintf(po, sizeof(po), "%s/po", top);
    struct catalogue *japanese = text_load(po, "ja", why, sizeof(why));
    assert_non_null(japanese);
    assert_false(joined_wanted(english));
    assert_true(joined_wanted(japanese));
    text_free(english);
    text_free(japanese);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_names), cmocka_unit_test(test_what_is_left), cmocka_unit_test(test_markup),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_strictly),
        cmocka_unit_test(test_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

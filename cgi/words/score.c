#include "config.h"

#include "cgi/words/score.h"

#include <string.h>

#include "cgi/base/banned.h"

int64_t score_amount(const struct rules *rules, int points)
{
    return (int64_t)points * (rules && rules->unit ? rules->unit : 1);
}

const char *score_number(struct arena *arena, const struct rules *rules, int points)
{
    struct sb out;
    sb_init(&out, arena);
    text_number(&out, score_amount(rules, points));
    return out.text;
}

const char *score_words(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points)
{
    const struct text_value n = {"n", score_number(arena, rules, points), score_amount(rules, points)};
    return text_filled(arena, cat, rules && rules->score ? rules->score : N_("{n:1 point|# points}"), &n, 1);
}

const char *score_gained(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points)
{
    const struct text_value score = {"score", score_words(arena, cat, rules, points), 0};
    return text_filled(arena, cat, N_("+{score}"), &score, 1);
}

const char *score_heading(const struct catalogue *cat, const struct rules *rules)
{
    return text_get(cat, rules && rules->scores ? rules->scores : N_("Points"));
}

struct json_object *score_model(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points)
{
    const char *text = score_words(arena, cat, rules, points), *number = score_number(arena, rules, points);
    const char *at = strstr(text, number);
    struct json_object *score = jset(jset(jobj(), "amount", jint(score_amount(rules, points))), "text", jstr(text));
    jset(score, "before", jstr(at ? arena_printf(arena, "%.*s", (int)(at - text), text) : ""));
    jset(score, "number", jstr(at ? number : text));
    return jset(score, "after", jstr(at ? at + strlen(number) : ""));
}

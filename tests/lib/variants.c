#include "config.h"

#include "tests/lib/variants.h"

#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"

enum { ANY = -1 };

struct variants variants_any(void)
{
    struct variants variants;
    for (int i = 0; i < OPTIONS_MAX; i++)
        variants.value[i] = ANY;
    return variants;
}

bool variants_ask(struct variants *variants, const struct rules *rules, const char *text)
{
    struct fault fault;
    struct setup wanted = {.n_seats = rules->min_seats}, setup = rules_presets(rules, rules->min_seats);
    for (int i = 0; i < OPTIONS_MAX; i++)
        wanted.option[i] = variants->value[i];
    if (!headless_option(rules, &wanted, text, &fault))
        return false;
    for (int i = 0; i < OPTIONS_MAX; i++) {
        variants->value[i] = wanted.option[i];
        if (wanted.option[i] != ANY)
            setup.option[i] = wanted.option[i];
    }
    return !rules_excludes(rules, &setup);
}

void variants_draw(const struct variants *variants, const struct rules *rules, struct rng *dice, struct setup *setup)
{
    do
        for (int i = 0; rules->options[i].name; i++) {
            setup->option[i] = (int16_t)rng_below(dice, (uint32_t)rules->options[i].n_values);
            if (variants->value[i] != ANY)
                setup->option[i] = variants->value[i];
        }
    while (rules_excludes(rules, setup));
}

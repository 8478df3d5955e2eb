#include "config.h"

#include "rules/engine/registry.h"

#include "rules/carrara/state.h"

#include <string.h>

static const struct rules *const games[] = {
    &carrara_rules,
    NULL,
};

const struct rules *const *rules_all(void)
{
    return games;
}

const struct rules *rules_find(const char *id)
{
    for (const struct rules *const *game = games; *game; game++)
        if (strcmp((*game)->id, id) == 0)
            return *game;
    return NULL;
}

int rules_option(const struct rules *rules, const char *name)
{
    for (int i = 0; rules->options[i].name; i++)
        if (strcmp(rules->options[i].name, name) == 0)
            return i;
    return -1;
}

struct setup rules_presets(const struct rules *rules, int n_seats)
{
    struct setup setup = {.n_seats = n_seats};
    for (int i = 0; rules->options[i].name; i++)
        setup.option[i] = rules->options[i].preset;
    return setup;
}

#include "config.h"

#include "rules/engine/registry.h"

#include "rules/engine/json.h"

#include <string.h>

const struct rules *rules_find(const char *id)
{
    for (const struct rules *const *game = rules_all(); *game; game++)
        if (strcmp((*game)->id, id) == 0)
            return *game;
    return NULL;
}

const struct rules *rules_at(const struct rules *newest, int revision)
{
    const struct rules *rules = newest;
    while (rules && rules->revision != revision)
        rules = rules->before;
    return rules;
}

int rules_option(const struct rules *rules, const char *name)
{
    for (int i = 0; rules->options[i].name; i++)
        if (strcmp(rules->options[i].name, name) == 0)
            return i;
    return -1;
}

int rules_option_value(const struct option *option, const char *id)
{
    for (int i = 0; i < option->n_values; i++)
        if (strcmp(option->values[i].id, id) == 0)
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

const char *rules_excludes(const struct rules *rules, const struct setup *setup)
{
    return rules->excludes ? rules->excludes(setup) : NULL;
}

struct json_object *rules_options_json(const struct rules *rules, const struct setup *setup)
{
    struct json_object *options = json_new();
    for (int i = 0; rules->options[i].name; i++)
        json_set(options, rules->options[i].name, json_text(rules->options[i].values[setup->option[i]].id));
    return options;
}

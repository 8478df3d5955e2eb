#include "config.h"

#include "cgi/words/incident.h"

#include <string.h>

#include "cgi/words/person.h"

#include "cgi/base/banned.h"

static const struct {
    const char *kind, *sentence;
} kinds[] = {
    {"excused", N_("{name} was late: excused this once, and given more time.")},
    {"missed", N_("{name} was late: the clock moves instead.")},
    {"lapsed", N_("{name} has not answered in time.")},
    {"opened", N_("{name} is away: a bot plays on until {name} is back or somebody takes the seat over.")},
    {"returned", N_("{name} is back.")},
    {"taken_over", N_("{name} takes over from {before}.")},
    {"resigned", N_("{name} has resigned.")},
    {"asked_end", N_("{name} asks to end the game without a result.")},
    {"agreed_end", N_("{name} agrees to end the game.")},
    {"declined_end", N_("{name} wants to play on.")},
    {"handed_over", N_("The house gives the seat of {before} to {name}.")},
    {"paused", N_("The house has paused this table.")},
    {"went_on", N_("The table goes on.")},
    {"outage", N_("This house was away for a while: who was short of time has got more.")},
};

/* How a game ended before its rules did. */
static const struct {
    const char *ending, *sentence;
} ends[] = {
    {"agreed", N_("All agree: the game ends without a result.")},
    {"house", N_("The house ends this game without a result.")},
    {"resigned", N_("The game ends: nobody is left to play against.")},
};

static const char *sentence_of(const struct game_row *game, const char *kind)
{
    for (size_t i = 0; !strcmp(kind, "ended") && game->ending && i < sizeof(ends) / sizeof(ends[0]); i++)
        if (!strcmp(ends[i].ending, game->ending))
            return ends[i].sentence;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (!strcmp(kinds[i].kind, kind))
            return kinds[i].sentence;
    return NULL;
}

void incident_text(struct sb *out, const struct catalogue *cat, const struct game_row *game,
                   const struct incident_row *incident)
{
    const char *sentence = sentence_of(game, incident->kind);
    const char *name = incident->person_name;
    if (!name && incident->seat >= 0 && incident->seat < game->n_seats)
        name = game->seat[incident->seat].name;
    const struct text_value value[] = {{.name = "name", .text = name ? name_shown(cat, name) : ""},
                                       {.name = "before", .text = incident->name ? name_shown(cat, incident->name) : ""}};
    if (sentence)
        text_fill(out, cat, sentence, value, 2);
}

/* What pages of tournaments, and of their tables, call things. */
#include "config.h"

#include "cgi/model/tournament_model.h"
#include "cgi/words/text.h"

#include "cgi/base/banned.h"

const char *url_tournament(const struct req *rq, int64_t id, const char *part)
{
    return arena_printf(rq->arena, part && *part ? "/tournaments/%lld/%s" : "/tournaments/%lld", (long long)id, part);
}

const char *tournament_format_words(const struct req *rq, enum tournament_format format)
{
    static const char *const words[] = {[FORMAT_LEAGUE] = N_("League"), [FORMAT_SWISS] = N_("Swiss system"), [FORMAT_GROUPS] = N_("Groups and final")};
    return req_words(rq, words[format]);
}

const char *tournament_stage_words(const struct req *rq, enum tournament_format format, int stage)
{
    static const char *const words[] = {[FORMAT_LEAGUE] = N_("Season {n}"), [FORMAT_SWISS] = N_("Round {n}"), [FORMAT_GROUPS] = N_("Stage {n}")};
    const struct text_value n = {"n", NULL, stage};
    return req_fill(rq, words[format], &n, 1);
}

const char *tournament_division_words(const struct req *rq, enum tournament_format format, int stage, int division, int divisions)
{
    const struct text_value n = {"n", NULL, division + 1};
    if (format == FORMAT_SWISS)
        return NULL;
    if (format == FORMAT_LEAGUE)
        return req_fill(rq, N_("Division {n}"), &n, 1);
    return divisions == 1 && stage > 0 ? req_words(rq, N_("Final")) : req_fill(rq, N_("Group {n}"), &n, 1);
}

struct value *tournament_table_model(const struct req *rq, const struct game_row *game)
{
    const struct tournament_table *table = &game->tournament_table;
    enum tournament_format format;
    if (!table->tournament || !tournament_format_of(table->format, &format))
        return NULL;
    const char *division = table->divisions > 1 ? tournament_division_words(rq, format, table->stage, table->division, table->divisions) : NULL;
    const struct text_value values[] = {{"title", table->title, 0}, {"stage", tournament_stage_words(rq, format, table->stage), 0},
                                        {"division", division, 0}, {"number", NULL, table->number}};
    struct value *model = put_text(new_object(rq->arena), K_text, req_fill(rq, division ? N_("{title}: {stage}, {division}, table {number}") : N_("{title}: {stage}, table {number}"), values, 4));
    return put_text(model, K_url, arena_printf(rq->arena, "%s?stage=%d#table-%d", url_tournament(rq, table->tournament, "tables"), table->stage, table->number));
}

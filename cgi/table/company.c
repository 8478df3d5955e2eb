/* Chat at a table, open to all who may see the table, and each person's private notes. */
#include "config.h"

#include "cgi/table/company.h"

#include <string.h>

#include "cgi/play/chat.h"
#include "cgi/table/handlers.h"
#include "cgi/words/phrases.h"
#include "cgi/base/url.h"

#include "cgi/base/banned.h"

enum { LINES_PER_PAGE = 60 }; /* under /games/42/chat */

/* ---- what the pages show ---- */

bool company_heard(struct req *rq, const struct game_row *game, const struct company *company, struct err *err)
{
    bool read = company->n_new > 0 && rq->method == GET && !rq->wants_json;
    return !read || store_heard(rq->db, game->id, rq->who.id, company->messages[company->n_messages - 1].id, err);
}

const char *company_new_words(const struct req *rq, const struct company *company)
{
    const struct text_value n = {"n", NULL, company->n_new};
    return company->n_new ? req_fill(rq, N_("{n:one new line|# new lines}"), &n, 1) : NULL;
}

/* The key that a private table was opened with stays in the links of its pages. */
static const char *with_key(const struct req *rq, const char *url)
{
    const char *key = req_field(&rq->query, "key");
    struct sb sb;
    if (!key)
        return url;
    sb_init(&sb, rq->arena);
    sb_addf(&sb, "%s%ckey=", url, strchr(url, '?') ? '&' : '?');
    sb_add_url_part(&sb, key);
    return sb.text;
}

/* The writer as in model_seat(), also one who sits no more. */
static struct json_object *writer_model(const struct req *rq, const struct game_row *game, const struct message_row *line)
{
    struct json_object *writer = model_mover(rq, game, line->seat);
    const char *name = name_shown(rq->words->cat, line->name);
    jset(writer, "name", jstr(name));
    jset(writer, "url", name_leads(rq->words->cat, name) ? jstr(url_person(rq->arena, name)) : NULL);
    jset(writer, "me", jbool(line->person == rq->who.id));
    jset(writer, "bot", jbool(false));
    return jset(writer, "empty", jbool(false));
}

static struct json_object *line_model(const struct req *rq, const struct game_row *game, const struct message_row *line,
                                      int64_t read)
{
    const char *table = url_table(rq->arena, game->id);
    const struct chat_place place = {.site = rq->service->set.url, .table = table, .last_ply = game->ply};
    struct json_object *model = writer_model(rq, game, line);
    jset(model, "id", jint(line->id));
    jset(model, "at", model_time(rq, line->at));
    jset(model, "ply", line->ply < 0 ? NULL : jint(line->ply));
    jset(model, "ply_url", line->ply < 0 ? NULL : jstr(with_key(rq, url_history(rq->arena, game->id, line->ply))));
    jset(model, "is_new", jbool(line->id > read && line->person != rq->who.id));
    jset(model, "text", jstr(line->text));
    return jset(model, "parts", chat_parts(rq->arena, line->text, &place));
}

/* @read: the newest line that the visitor knows; those after it are marked. */
static struct json_object *lines_model(const struct req *rq, const struct game_row *game, const struct message_row *lines,
                                       int n, int64_t read)
{
    struct json_object *models = jarr();
    for (int i = 0; i < n; i++)
        jadd(models, line_model(rq, game, &lines[i], read));
    return models;
}

static const char *earlier_url(const struct req *rq, int64_t game, const struct message_row *lines, bool more)
{
    if (!more)
        return NULL;
    return with_key(rq, arena_printf(rq->arena, "%s/chat?before=%lld", url_table(rq->arena, game), (long long)lines[0].id));
}

static struct json_object *problem_model(const struct req *rq, const struct typed *typed)
{
    return typed ? jset(jobj(), "text", jstr(res_error_text(rq, typed->why))) : NULL;
}

static const struct typed *typed_into(const struct typed *typed, const char *form)
{
    return typed && !strcmp(typed->form, form) ? typed : NULL;
}

static struct json_object *chat_model(const struct req *rq, const struct game_row *game, const struct company *company,
                                      const struct typed *typed)
{
    struct json_object *chat = jobj();
    bool seated = game_seat_of(game, rq->who.id) != NO_SEAT;
    jset(chat, "lines", lines_model(rq, game, company->messages, company->n_messages, seated ? company->read : INT64_MAX));
    jset(chat, "has_lines", jbool(company->n_messages > 0));
    jset(chat, "earlier_url", jstr(earlier_url(rq, game->id, company->messages, company->more)));
    jset(chat, "n_new", jint(company->n_new));
    jset(chat, "new_text", jstr(company_new_words(rq, company)));
    jset(chat, "can_write", jbool(seated));
    jset(chat, "text", jstr(typed ? typed->text : ""));
    return jset(chat, "problem", problem_model(rq, typed));
}

/* When the note was saved, as the form carries it: "" for none. */
static const char *made_from(const struct req *rq, const struct company *company)
{
    return company->note_at ? arena_printf(rq->arena, "%lld", (long long)company->note_at) : "";
}

static struct json_object *note_model(const struct req *rq, const struct company *company, const struct typed *typed)
{
    const char *kept = company->note ? company->note : "";
    struct json_object *note = jobj();
    jset(note, "can_write", jbool(rq->who.id != 0));
    jset(note, "text", jstr(typed ? typed->text : kept));
    jset(note, "kept", typed && strcmp(typed->text, kept) != 0 ? jstr(kept) : NULL);
    jset(note, "made_from", jstr(made_from(rq, company)));
    jset(note, "saved", *kept ? model_time(rq, company->note_at) : NULL);
    return jset(note, "problem", problem_model(rq, typed));
}

void company_add(const struct req *rq, const struct game_row *game, const struct company *company, const struct typed *typed,
                 struct json_object *model)
{
    jset(model, "chat", chat_model(rq, game, company, typed_into(typed, "chat")));
    jset(model, "note", note_model(rq, company, typed_into(typed, "note")));
}

/* ---- /games/42/chat ---- */

bool page_chat(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, before = 0;
    struct game_row game;
    struct message_row *lines;
    int n;
    bool more;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    parse_number(req_field(&rq->query, "before"), 1, INT64_MAX, &before);
    if (!store_messages(rq->db, rq->arena, id, before, LINES_PER_PAGE, &lines, &n, &more, err))
        return false;
    struct json_object *model = arena_json(rq->arena, jobj());
    jset(model, "accent", jstr(game.rules_id));
    jset(model, "game", model_game(rq, &game));
    jset(model, "table_url", jstr(with_key(rq, url_table(rq->arena, id))));
    jset(model, "lines", lines_model(rq, &game, lines, n, INT64_MAX));
    jset(model, "has_lines", jbool(n > 0));
    jset(model, "earlier_url", jstr(earlier_url(rq, id, lines, more)));
    jset(model, "newest_url", before ? jstr(with_key(rq, arena_printf(rq->arena, "%s/chat", url_table(rq->arena, id)))) : NULL);
    return res_page(rq, rs, "chat", model);
}

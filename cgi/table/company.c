/* Chat at a table, open to all who may see the table, and each person's private notes. */
#include "config.h"

#include "cgi/table/company.h"

#include <string.h>

#include "cgi/account/account.h"
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
static struct value *writer_model(const struct req *rq, const struct game_row *game, const struct message_row *line)
{
    struct value *writer = model_mover(rq, game, line->seat);
    const char *name = name_shown(rq->words->cat, line->name);
    put_text(writer, K_name, name);
    put(writer, K_url, !line->hidden && name_leads(rq->words->cat, name) ? new_text(rq->arena, url_person(rq->arena, name)) : NULL);
    put_bool(writer, K_me, line->person == rq->who.id);
    put_bool(writer, K_bot, false);
    return put_bool(writer, K_empty, false);
}

static struct value *line_model(const struct req *rq, const struct game_row *game, const struct message_row *line,
                                      int64_t read)
{
    const char *table = url_table(rq->arena, game->id);
    const struct chat_place place = {.site = rq->service->set.url, .table = table, .last_ply = game->ply};
    struct value *model = writer_model(rq, game, line);
    put_int(model, K_id, line->id);
    put(model, K_at, model_time(rq, line->at));
    put(model, K_ply, line->ply < 0 ? NULL : new_int(rq->arena, line->ply));
    put(model, K_ply_url, line->ply < 0 ? NULL : new_text(rq->arena, with_key(rq, url_history(rq->arena, game->id, line->ply))));
    put_bool(model, K_is_new, line->id > read && line->person != rq->who.id);
    bool own = line->person == rq->who.id;
    put_text(model, K_report_url, own || !line->text ? NULL
             : with_key(rq, arena_printf(rq->arena, "%s/report?line=%lld", table, (long long)line->id)));
    put_bool(model, K_hidden, !line->text);
    put_text(model, K_text, line->text);
    return put(model, K_parts, chat_parts(rq->arena, line->text ? line->text : "", &place));
}

/* @read: the newest line that the visitor knows; those after it are marked. */
static struct value *lines_model(const struct req *rq, const struct game_row *game, const struct message_row *lines,
                                       int n, int64_t read)
{
    struct value *models = new_list(rq->arena);
    for (int i = 0; i < n; i++)
        add(models, line_model(rq, game, &lines[i], read));
    return models;
}

struct value *company_lines(const struct req *rq, const struct game_row *game, const struct message_row *lines, int n)
{
    return lines_model(rq, game, lines, n, INT64_MAX);
}

static const char *earlier_url(const struct req *rq, int64_t game, const struct message_row *lines, bool more)
{
    if (!more)
        return NULL;
    return with_key(rq, arena_printf(rq->arena, "%s/chat?before=%lld", url_table(rq->arena, game), (long long)lines[0].id));
}

static struct value *problem_model(const struct req *rq, const struct typed *typed)
{
    return typed ? put_null(put_text(new_object(rq->arena), K_text, res_error_text(rq, typed->why)), K_url) : NULL;
}

static const struct typed *typed_into(const struct typed *typed, const char *form)
{
    return typed && !strcmp(typed->form, form) ? typed : NULL;
}

static struct value *chat_model(const struct req *rq, const struct game_row *game, const struct company *company,
                                      const struct typed *typed)
{
    struct value *chat = new_object(rq->arena);
    bool seated = game_seat_of(game, rq->who.id) != NO_SEAT, muted = seated && company->muted;
    int n = muted ? 0 : company->n_messages;
    put(chat, K_lines, lines_model(rq, game, company->messages, n, seated ? company->read : INT64_MAX));
    put_bool(chat, K_has_lines, n > 0);
    put_text(chat, K_earlier_url, earlier_url(rq, game->id, company->messages, n > 0 && company->more));
    put_text(chat, K_spectators_url, !game->apart && (game->status == GAME_OVER || (game->status == GAME_RUNNING && !seated))
        ? with_key(rq, arena_printf(rq->arena, "%s/spectators", url_table(rq->arena, game->id))) : NULL);
    put_bool(chat, K_muted, muted);
    put_bool(chat, K_can_mute, seated && !muted && !game->apart && !req_suspended(rq));
    put_text(chat, K_url, with_key(rq, arena_printf(rq->arena, "%s/chat", url_table(rq->arena, game->id))));
    put_int(chat, K_n_new, company->n_new);
    put_text(chat, K_new_text, company_new_words(rq, company));
    bool writes = seated && !muted && !game->apart;
    put_text(chat, K_silenced, writes ? account_silenced(rq) : NULL);
    put_bool(chat, K_can_write, writes);
    put_text(chat, K_text, typed ? typed->text : "");
    return put(chat, K_problem, problem_model(rq, typed));
}

/* When the note was saved, as the form carries it: "" for none. */
static const char *made_from(const struct req *rq, const struct company *company)
{
    return company->note_at ? arena_printf(rq->arena, "%lld", (long long)company->note_at) : "";
}

static struct value *note_model(const struct req *rq, const struct game_row *game, const struct company *company, const struct typed *typed)
{
    const char *kept = company->note ? company->note : "";
    struct value *note = new_object(rq->arena);
    put_bool(note, K_can_write, rq->who.id && (!rq->who.guest || game_seat_of(game, rq->who.id) != NO_SEAT));
    put_text(note, K_text, typed ? typed->text : kept);
    put(note, K_kept, typed && strcmp(typed->text, kept) != 0 ? new_text(rq->arena, kept) : NULL);
    put_text(note, K_made_from, made_from(rq, company));
    put(note, K_saved, *kept ? model_time(rq, company->note_at) : NULL);
    return put(note, K_problem, problem_model(rq, typed));
}

void company_add(const struct req *rq, const struct game_row *game, const struct company *company, const struct typed *typed,
                 struct value *model)
{
    put(model, K_chat, chat_model(rq, game, company, typed_into(typed, "chat")));
    put(model, K_note, note_model(rq, game, company, typed_into(typed, "note")));
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
    if (!store_messages(rq->db, rq->arena, id, rq->who.id, before, LINES_PER_PAGE, &lines, &n, &more, err))
        return false;
    struct value *model = new_object(rq->arena);
    put_text(model, K_accent, game.rules_id);
    put(model, K_game, model_game(rq, &game));
    put_text(model, K_table_url, with_key(rq, url_table(rq->arena, id)));
    put(model, K_lines, company_lines(rq, &game, lines, n));
    put_bool(model, K_has_lines, n > 0);
    put_text(model, K_earlier_url, earlier_url(rq, id, lines, more));
    put(model, K_newest_url, before ? new_text(rq->arena, with_key(rq, arena_printf(rq->arena, "%s/chat", url_table(rq->arena, id)))) : NULL);
    return res_page(rq, rs, "chat", model);
}

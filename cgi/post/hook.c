#include "config.h"

#include "cgi/post/hook.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/url.h"
#include "cgi/mail/ending.h"
#include "cgi/post/hook_forms.h"
#include "cgi/post/sign.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { TEXT_MOST = 1200 };     /* characters of what somebody has written; Discord takes 2000 in all */

static const struct hook_form forms[] = {
#define HOOK_FORM(id, name, type, writing, before, after, link) {#id, name, type, writing, before, after, link},
    HOOK_FORMS(HOOK_FORM)
#undef HOOK_FORM
};
enum { N_FORMS = sizeof(forms) / sizeof(forms[0]) };

const struct hook_form *hook_forms(int *n)
{
    *n = N_FORMS;
    return forms;
}

const struct hook_form *hook_form(const char *id)
{
    for (int i = 0; i < N_FORMS; i++)
        if (!strcmp(forms[i].id, id))
            return &forms[i];
    return NULL;
}

const char *hook_event(int i)
{
    static const char *const events[HOOK_EVENTS] = {"turn", "started", "ended", "chat"};
    return events[i];
}

/* What is told: a test has no game, and only chat has a line. */
struct telling {
    const struct letter_needs *needs;
    const struct words *words;
    const struct delivery_row *row;
    const struct game_row *game;
    const struct message_row *line;
    const char *title, *url, *people[SEATS_MAX];
};

static bool is(const struct telling *e, const char *kind)
{
    return !strcmp(e->row->kind, kind);
}

/* ---- in words ---- */

static const char *filled(const struct telling *e, const char *sentence, const struct text_value *values, int n)
{
    return text_filled(e->needs->arena, e->words->cat, sentence, values, n);
}

static const char *asked_names(const struct telling *e)
{
    const char *names[SEATS_MAX];
    int n = 0;
    for (int s = 0; s < e->game->n_seats; s++)
        if (e->game->seat[s].awaited_since)
            names[n++] = e->people[s];
    return text_names(e->needs->arena, e->words->cat, names, n);
}

static const char *cut(struct arena *arena, const char *text)
{
    const char *c = text;
    for (int n = 0; *c && n < TEXT_MOST; n++)
        for (c++; (*c & 0xc0) == 0x80; c++)
            continue;
    return *c ? arena_join(arena, (const char *[]){arena_strndup(arena, text, (size_t)(c - text)), "…", NULL}) : text;
}

static const char *turn_words(const struct telling *e)
{
    const struct text_value values[] = {{.name = "game", .text = e->title}, {.name = "names", .text = asked_names(e)}};
    return filled(e, e->row->of_table ? N_("{game}: {names} to play") : N_("Your turn in {game}"), values, 2);
}

static const char *ended_words(const struct telling *e)
{
    const struct ending ending = {.arena = e->needs->arena, .cat = e->words->cat, .game = e->game, .people = e->people, .viewer = NO_SEAT};
    const struct text_value values[] = {{.name = "game", .text = e->title}, {.name = "result", .text = ending_headline(&ending)}};
    return filled(e, N_("{game} is over. {result}"), values, 2);
}

static const char *event_words(const struct telling *e)
{
    if (!e->game)
        return text_get(e->words->cat, N_("This is a test from Ridotto: the hook works."));
    const struct text_value values[] = {{.name = "game", .text = e->title}, {.name = "name", .text = e->line ? name_shown(e->words->cat, e->line->name) : NULL},
                                        {.name = "text", .text = e->line ? cut(e->needs->arena, e->line->text) : NULL}};
    return is(e, "turn")    ? turn_words(e)
           : is(e, "ended") ? ended_words(e)
           : is(e, "chat")  ? filled(e, N_("{game}: {name} writes: {text}"), values, 3)
                            : filled(e, N_("{game} has begun"), values, 1);
}

/* ---- as JSON ---- */

/* Names and whose turn it is; points and ranks only when all of that lies open. */
static struct json_object *players_json(const struct telling *e)
{
    struct json_object *list = jarr();
    for (int s = 0; s < e->game->n_seats; s++) {
        const struct seat_row *seat = &e->game->seat[s];
        struct json_object *player = jset(jset(jobj(), "seat", jint(s)), "name", jstr(*e->people[s] ? e->people[s] : NULL));
        jset(jset(player, "bot", jbool(seat->bot != NULL)), "awaited", jbool(seat->awaited_since != 0));
        if (e->game->status == GAME_OVER)
            jset(jset(player, "points", jint(score_amount(e->game->rules, seat->points))), "rank", seat->rank ? jint(seat->rank) : NULL);
        jadd(list, player);
    }
    return list;
}

static struct json_object *line_json(const struct telling *e)
{
    const struct message_row *line = e->line;
    struct json_object *json = jset(jset(jobj(), "id", jint(line->id)), "name", jstr(name_shown(e->words->cat, line->name)));
    jset(jset(json, "seat", line->seat >= 0 ? jint(line->seat) : NULL), "text", jstr(line->text));
    return jset(json, "at", jstr(moment_iso(e->needs->arena, line->at)));
}

static const char *event_json(const struct telling *e)
{
    static const char *const statuses[] = {[GAME_OPEN] = "open", [GAME_RUNNING] = "running", [GAME_OVER] = "over"};
    struct json_object *root = arena_json(e->needs->arena, jobj()), *data = jset(jobj(), "text", jstr(event_words(e)));
    jset(jset(jset(root, "type", jstr(e->row->kind)), "timestamp", jstr(moment_iso(e->needs->arena, e->row->queued))), "data", data);
    if (e->game) {
        struct json_object *game = jset(jset(jobj(), "id", jint(e->game->id)), "rules", jstr(e->game->rules_id));
        jset(jset(game, "title", jstr(e->title)), "url", jstr(e->url));
        jset(jset(game, "status", jstr(statuses[e->game->status])), "ply", jint(e->game->ply));
        jset(jset(data, "game", game), "players", players_json(e));
    }
    if (e->line)
        jset(data, "line", line_json(e));
    return json_object_to_json_string_ext(root, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}

/* ---- as a form wants it ---- */

static void add_quoted(struct sb *out, const char *text)
{
    struct json_object *quoted = arena_json(out->arena, jstr(text));
    const char *json = json_object_to_json_string_ext(quoted, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
    sb_add_bytes(out, json + 1, strlen(json) - 2);
}

static const char *with_entities(struct arena *arena, const char *text)
{
    struct sb out;
    sb_init(&out, arena);
    for (; *text; text++)
        switch (*text) {
        case '&': sb_add(&out, "&amp;"); break;
        case '<': sb_add(&out, "&lt;"); break;
        case '>': sb_add(&out, "&gt;"); break;
        default: sb_add_char(&out, *text);
        }
    return out.text;
}

static void write_body(const struct telling *e, const struct hook_form *form, struct sb *out)
{
    struct arena *arena = e->needs->arena;
    const char *text = form->writing == FORM_EVENT ? NULL : event_words(e);
    if (!text) {
        sb_add(out, event_json(e));
        return;
    }
    if (!form->link)
        text = arena_join(arena, (const char *[]){text, "\n", e->url, NULL});
    sb_add(out, form->before);
    if (form->writing == FORM_PLAIN)
        sb_add(out, text);
    else
        add_quoted(out, form->writing == FORM_SLACK ? with_entities(arena, text) : text);
    sb_add(out, form->after);
}

/* The same delivery has the same id whenever it is tried: so who gets it twice can tell. */
static void write_headers(const struct telling *e, const struct hook_form *form, struct post *post)
{
    struct arena *arena = e->needs->arena;
    const char *id = arena_printf(arena, "msg_%" PRId64, e->row->id);
    int64_t seconds = e->needs->now / 1000000;
    int n = 0;
    post->header[n++] = arena_join(arena, (const char *[]){"Content-Type: ", form->type, NULL});
    post->header[n++] = arena_join(arena, (const char *[]){"webhook-id: ", id, NULL});
    post->header[n++] = arena_printf(arena, "webhook-timestamp: %" PRId64, seconds);
    post->header[n++] = arena_join(arena, (const char *[]){"webhook-signature: ", sign_hook(arena, e->row->secret, id, seconds, post->body, post->length), NULL});
    if (form->link)
        post->header[n++] = arena_join(arena, (const char *[]){form->link, e->url, NULL});
    post->header[n] = NULL;
}

bool hook_write(const struct letter_needs *needs, const struct delivery_row *row, struct post *post, struct err *err)
{
    struct game_row game;
    struct message_row line;
    struct telling e = {.needs = needs, .words = languages_words(&needs->service->languages, row->lang), .row = row, .url = needs->service->set.url};
    const struct hook_form *form = hook_form(row->form);
    if (!e.words)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the words of a hook cannot be read");
    if (!form)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "hook %" PRId64 ": no form %s", row->target, row->form);
    if (row->game) {
        if (!store_game(needs->db, needs->arena, row->game, &game, err) || (row->line && !store_delivery_line(needs->db, needs->arena, row->line, &line, err)))
            return false;
        e.game = &game;
        e.line = row->line ? &line : NULL;
        e.title = table_title(needs->arena, e.words->cat, game.rules_id, game.id);
        e.url = arena_join(needs->arena, (const char *[]){needs->service->set.url, url_table(needs->arena, game.id), NULL});
        names_shown(e.words->cat, &game, e.people);
    }
    struct sb body;
    sb_init(&body, needs->arena);
    write_body(&e, form, &body);
    *post = (struct post){.url = row->url, .body = body.text, .length = body.length};
    write_headers(&e, form, post);
    return true;
}

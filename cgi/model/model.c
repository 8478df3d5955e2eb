#include "config.h"

#include "cgi/model/model.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/words/phrases.h"
#include "cgi/play/play.h"
#include "cgi/base/url.h"
#include "rules/engine/fair.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

const char *model_ask_end(const struct req *rq, const char *const *names, int n)
{
    const struct text_value who = {"names", text_names(rq->arena, rq->words->cat, names, n), 0};
    return req_fill(rq, N_("{names} would like to end this game without a result. It ends when all agree."), &who, 1);
}

struct people model_people(const struct req *rq, const struct game_row *game, const struct incidents *incidents)
{
    struct people people = {.n = game->n_seats, .incidents = incidents, .cat = rq->words->cat};
    for (int s = 0; s < game->n_seats; s++)
        people.name[s] = game->seat[s].name ? name_shown(people.cat, game->seat[s].name) : req_words(rq, N_("free seat"));
    return people;
}

struct people model_people_then(const struct people *now, int ply)
{
    struct people people = *now;
    for (int i = now->incidents ? now->incidents->n - 1 : -1; i >= 0; i--) {
        const struct incident_row *incident = &now->incidents->row[i];
        if (incident->ply >= ply && incident->name && incident->seat >= 0 && incident->seat < people.n)
            people.name[incident->seat] = name_shown(people.cat, incident->name);
    }
    return people;
}

struct json_object *model_time(const struct req *rq, int64_t at)
{
    if (at == 0)
        return NULL;
    const struct text_value value = {"time", model_span(rq, rq->now > at ? rq->now - at : 0), 0};
    struct json_object *time = jobj();
    jset(time, "iso", jstr(model_iso(rq, at)));
    jset(time, "exact", jstr(model_exact(rq, at)));
    jset(time, "span", jstr(value.text));
    return jset(time, "ago", jstr(req_fill(rq, N_("{time} ago"), &value, 1)));
}

struct json_object *model_sign(const struct rules *rules, int seat)
{
    const char letter[] = {(char)('A' + seat), '\0'};
    return rules && rules->words->lettered ? jstr(letter) : jint(seat + 1);
}

struct json_object *model_seat(const struct req *rq, const struct game_row *game, int seat)
{
    const struct seat_row *row = &game->seat[seat];
    struct json_object *ref = jobj();
    jset(ref, "seat", jint(seat));
    jset(ref, "number", model_sign(game->rules, seat));
    jset(ref, "name", jstr(name_shown(rq->words->cat, row->name)));
    jset(ref, "url", row->person && !row->left ? jstr(url_person(rq->arena, row->name)) : NULL);
    jset(ref, "me", jbool(row->person != 0 && row->person == rq->who.id));
    jset(ref, "bot", jbool(row->bot != NULL));
    jset(ref, "empty", jbool(row->person == 0 && !row->bot));
    jset(ref, "kept_for", jstr(row->kept_name));
    jset(ref, "colour", jstr(arena_printf(rq->arena, "seat-%d", seat)));
    jset(ref, "awaited", jbool(game->status == GAME_RUNNING && (game->awaits & SEAT_BIT(seat))));
    jset(ref, "winner", jbool(game->status == GAME_OVER && row->rank == 1));
    jset(ref, "points", jint(row->points));
    return jset(ref, "rank", jint(row->rank));
}

struct json_object *model_score(const struct req *rq, const struct game_row *game, int points, struct json_object *out)
{
    return jset(out, "score", score_model(rq->arena, rq->words->cat, game->rules, points));
}

/* The options of a table; in a list of tables only those that differ from the default. */
static struct json_object *options_model(const struct req *rq, const struct game_row *game, bool unusual_only)
{
    struct json_object *options = jarr();
    const struct option *option = game->rules ? game->rules->options : NULL;
    for (int i = 0; option && option[i].name && i < OPTIONS_MAX; i++) {
        int value = game->setup.option[i];
        if (option[i].n_values < 2 || value < 0 || value >= option[i].n_values ||
            (unusual_only && value == option[i].preset))
            continue;
        const struct name *name = &option[i].values[value];
        const char *label = req_words(rq, option[i].label), *words = req_words(rq, name->label ? name->label : name->id);
        const struct text_value fill[] = {{"option", label, 0}, {"value", words, 0}};
        struct json_object *model = jobj();
        jset(model, "label", jstr(label));
        jset(model, "value", jstr(words));
        jset(model, "help", option[i].help ? jstr(req_words(rq, option[i].help)) : NULL);
        jset(model, "preset", jbool(value == option[i].preset));
        jadd(options, jset(model, "text", jstr(req_fill(rq, N_("{option}: {value}"), fill, 2))));
    }
    return options;
}

/* Members shared by cards and the pages of one game. */
static struct json_object *outline_model(const struct req *rq, const struct game_row *game)
{
    struct json_object *model = jobj();
    jset(model, "id", jint(game->id));
    jset(model, "title", jstr(table_title(rq->arena, game->rules_id, game->id)));
    jset(model, "rules", jstr(game->rules_id));
    jset(model, "rules_title", jstr(game->rules ? req_words(rq, game->rules->words->title) : game->rules_id));
    jset(model, "url", jstr(url_table(rq->arena, game->id)));
    jset(model, "status", jstr(game_status_name(game->status)));
    jset(model, "is_open", jbool(game->status == GAME_OPEN));
    jset(model, "round", NULL); /* set by code that draws a board, when the game has rounds */
    jset(model, "is_running", jbool(game->status == GAME_RUNNING));
    jset(model, "is_over", jbool(game->status == GAME_OVER));
    jset(model, "no_result", jbool(game_no_result_words(game) != NULL));
    jset(model, "ply", jint(game->ply));
    jset(model, "private", jbool(game->invitation != NULL));
    jset(model, "owner", jstr(name_shown(rq->words->cat, game->owner_name)));
    jset(model, "pace", model_pace(rq, game));
    return jset(model, "moved", model_time(rq, game->moved ? game->moved : game->created));
}

struct json_object *model_card(const struct req *rq, const struct game_row *game)
{
    struct json_object *card = outline_model(rq, game), *seats = jarr();
    int mine = game_seat_of(game, rq->who.id), room = 0;
    for (int s = 0; s < game->n_seats; s++) {
        jadd(seats, model_score(rq, game, game->seat[s].points, model_seat(rq, game, s)));
        room += game->seat[s].person == 0 && !game->seat[s].bot
            && (!game->seat[s].kept_for || game->seat[s].kept_for == rq->who.id);
    }
    jset(card, "options", options_model(rq, game, true));
    jset(card, "seats", seats);
    jset(card, "free_seats", jint(room));
    jset(card, "mine", jbool(mine != NO_SEAT));
    jset(card, "awaiting_me", jbool(game->status == GAME_RUNNING && mine != NO_SEAT && (game->awaits & SEAT_BIT(mine))
                                    && !game->seat[mine].resigned));
    jset(card, "due", model_due(rq, game, mine));
    return jset(card, "can_sit", jbool(game->status == GAME_OPEN && rq->who.id && game_seat_for(game, rq->who.id) != NO_SEAT));
}

struct json_object *model_cards(const struct req *rq, const struct game_row *games, int n)
{
    struct json_object *cards = jarr();
    for (int i = 0; i < n; i++)
        jadd(cards, model_card(rq, &games[i]));
    return cards;
}

static void add_fairness(const struct game_row *game, struct json_object *model)
{
    uint8_t digest[FAIR_DIGEST_BYTES];
    char hex[FAIR_HEX];
    fair_commitment(game->secret, digest);
    jset(model, "commitment", jstr(sodium_bin2hex(hex, sizeof(hex), digest, sizeof(digest))));
    jset(model, "secret", game->status == GAME_OVER
        ? jstr(sodium_bin2hex(hex, sizeof(hex), game->secret, sizeof(game->secret))) : NULL);
}

/* The key of a private table, from the URL or from a form. */
static const char *key_given(const struct req *rq)
{
    const char *key = req_field(&rq->query, "key");
    return key ? key : req_field(&rq->form, "key");
}

/* For feed readers and calendars, which have no session: with the key of a private table, if this visitor has it. */
static const char *feed_url(const struct req *rq, const struct game_row *game, bool seated)
{
    const char *given = key_given(rq), *url = url_table(rq->arena, game->id), *lang = rq->words->lang;
    bool knows = game->invitation && (seated || (given && !strcmp(given, game->invitation)));
    return knows ? arena_printf(rq->arena, "%s/feed?lang=%s&key=%s", url, lang, game->invitation)
                 : arena_printf(rq->arena, "%s/feed?lang=%s", url, lang);
}

struct json_object *model_game(const struct req *rq, const struct game_row *game)
{
    struct json_object *model = outline_model(rq, game);
    const char *url = url_table(rq->arena, game->id);
    bool seated = game_seat_of(game, rq->who.id) != NO_SEAT;
    jset(model, "options", options_model(rq, game, false));
    jset(model, "help_url", jstr(url_help(rq->arena, game->rules_id)));
    jset(model, "history_url", jstr(arena_printf(rq->arena, "%s/history", url)));
    jset(model, "export_url", jstr(arena_printf(rq->arena, "%s/export", url)));
    jset(model, "moves_url", jstr(arena_printf(rq->arena, "%s/moves", url)));
    jset(model, "draft_url", jstr(arena_printf(rq->arena, "%s/draft", url)));
    jset(model, "feed_url", jstr(feed_url(rq, game, seated)));
    jset(model, "invitation_url", game->invitation && seated && game->status == GAME_OPEN
        ? jstr(arena_printf(rq->arena, "%s%s?key=%s", rq->service->set.url, url, game->invitation)) : NULL);
    jset(model, "key", jstr(game->invitation && !seated ? key_given(rq) : NULL));
    jset(model, "is_owner", jbool(rq->who.id && game->owner == rq->who.id));
    jset(model, "started", model_time(rq, game->started));
    add_fairness(game, model);
    return model;
}

struct json_object *model_game_kind(const struct req *rq, const struct rules *rules)
{
    const struct text_value seats[] = {{"lo", NULL, rules->min_seats}, {"hi", NULL, rules->max_seats}};
    struct json_object *kind = jobj();
    struct sb text;
    sb_init(&text, rq->arena);
    tpl_render(rq->words->tpl, arena_printf(rq->arena, "%s/about.txt", rules->id), kind, &text, NULL);
    while (text.length > 0 && text.text[text.length - 1] == '\n')
        text.text[--text.length] = '\0';
    jset(kind, "id", jstr(rules->id));
    jset(kind, "title", jstr(req_words(rq, rules->words->title)));
    jset(kind, "text", jstr(text.text));
    jset(kind, "players", jstr(req_fill(rq, N_("{lo}–{hi} players"), seats, 2)));
    return jset(kind, "help_url", jstr(url_help(rq->arena, rules->id)));
}

struct json_object *model_games(const struct req *rq)
{
    struct json_object *games = jarr();
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        jadd(games, model_game_kind(rq, *rules));
    return games;
}

/* ---- moves in words ---- */

/* Pictures beside the sentence of an event: [{symbol}]. */
static struct json_object *pictures_of(const struct rules *rules, const struct event *event)
{
    struct json_object *pictures = jarr();
    int slot = 0;
    for (const struct arg *arg = rules->events[event->kind].args; arg && arg->name; slot += arg_slots(arg), arg++) {
        const char *drawn = arg_words(arg)->drawn, *mark = drawn ? strchr(drawn, '#') : NULL;
        int number = event->arg[slot];
        for (int i = mark || !drawn ? number : 0; i < number; i++)
            jadd(pictures, jset(jobj(), "symbol", jstr(drawn)));
        if (mark) {
            char symbol[32];
            snprintf(symbol, sizeof(symbol), "%.*s%d", (int)(mark - drawn), drawn, number);
            jadd(pictures, jset(jobj(), "symbol", jstr(symbol)));
        }
    }
    return pictures;
}

enum event_weight model_weight(const struct rules *rules, const struct event *event)
{
    return rules->words->weights ? (enum event_weight)rules->words->weights[event->kind] : EVENT_PLAIN;
}

void model_events(const struct req *rq, const struct game_row *game, const struct people *people,
                  const struct move_row *move, int viewer, struct json_object *texts, struct json_object *more)
{
    const struct people then = model_people_then(people, move->ply);
    for (int i = 0; i < move->n_events; i++) {
        const struct event *event = &move->events[i], *next = i + 1 < move->n_events ? event + 1 : NULL;
        struct sb out;
        sb_init(&out, rq->arena);
        text_event(&out, rq->words->cat, game->rules, event, next, viewer, then.name, then.n);
        if (out.length == 0)
            continue;
        jadd(texts, jstr(out.text));
        if (more) {
            struct json_object *one = jset(jobj(), "pictures", pictures_of(game->rules, event));
            jset(one, "event", jstr(game->rules->events[event->kind].name));
            jadd(more, jset(one, "weight", jint(model_weight(game->rules, event))));
        }
    }
}

bool model_matters(const struct game_row *game, const struct move_row *move, bool even_plain)
{
    bool matters = false;
    for (int i = 0; i < move->n_events; i++) {
        const struct event *event = &move->events[i];
        for (const struct arg *arg = game->rules->events[event->kind].args; arg && arg->name; arg++) {
            const char *drawn = arg_words(arg)->drawn;
            matters = matters || (drawn && strchr(drawn, '#'));
        }
        matters = matters || (even_plain && model_weight(game->rules, event) != EVENT_MINOR);
    }
    return matters;
}

static void add_entries(const struct req *rq, const struct game_row *game, const struct people *people,
                        const struct move_row *move, int viewer, bool current, struct json_object *entries)
{
    struct json_object *texts = jarr(), *more = jarr();
    model_events(rq, game, people, move, viewer, texts, more);
    const char *url = url_history(rq->arena, game->id, move->ply);
    for (size_t i = 0; i < json_object_array_length(texts); i++) {
        struct json_object *entry = jobj();
        jset(entry, "pictures", json_object_get(jget(json_object_array_get_idx(more, i), "pictures")));
        jset(entry, "text", json_object_get(json_object_array_get_idx(texts, i)));
        jset(entry, "url", jstr(url));
        jset(entry, "ply", jint(move->ply));
        jadd(entries, jset(entry, "current", jbool(current)));
    }
    json_object_put(more);
    json_object_put(texts);
}

struct json_object *model_mover(const struct req *rq, const struct game_row *game, int seat)
{
    if (seat >= 0 && seat < game->n_seats)
        return model_seat(rq, game, seat);
    struct json_object *setup = jobj();
    jset(setup, "seat", NULL);
    jset(setup, "number", jstr("·"));
    jset(setup, "name", jstr(req_words(rq, N_("Set-up"))));
    jset(setup, "url", NULL);
    jset(setup, "me", jbool(false));
    jset(setup, "bot", jbool(false));
    jset(setup, "empty", jbool(false));
    return jset(setup, "colour", jstr("seat-none"));
}

void model_cause(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                 const struct move_row *move, struct json_object *out)
{
    const char *cause = play_cause_told(game, incidents, move, rq->who.id);
    jset(out, "cause_bot", jbool(!strcmp(cause, "bot")));
    jset(out, "cause_clock", jbool(!strcmp(cause, "clock")));
    jset(out, "cause_order", jbool(!strcmp(cause, "order")));
}

struct json_object *model_mover_then(const struct req *rq, const struct game_row *game, const struct people *people,
                                     int seat, int ply)
{
    struct json_object *mover = model_mover(rq, game, seat);
    const struct people then = model_people_then(people, ply);
    if (seat < 0 || seat >= people->n || !strcmp(then.name[seat], people->name[seat]))
        return mover;
    jset(mover, "name", jstr(then.name[seat]));
    jset(mover, "url", name_leads(people->cat, then.name[seat]) ? jstr(url_person(rq->arena, then.name[seat])) : NULL);
    return jset(mover, "me", jbool(false));
}

static struct json_object *turn_model(const struct req *rq, const struct game_row *game, const struct people *people,
                                      const struct move_row *move, const struct incidents *incidents,
                                      struct json_object *entries)
{
    struct json_object *turn = model_mover_then(rq, game, people, move->seat, move->ply);
    jset(turn, "at", model_time(rq, move->at));
    model_cause(rq, game, incidents, move, turn);
    jset(turn, "incident", NULL);
    return jset(turn, "entries", entries);
}

static const char *incident_words(const struct req *rq, const struct game_row *game, const struct incident_row *incident)
{
    struct sb text;
    sb_init(&text, rq->arena);
    incident_text(&text, rq->words->cat, game, incident);
    return text.text;
}

static struct json_object *incident_model(const struct req *rq, const struct game_row *game,
                                          const struct incident_row *row)
{
    struct json_object *turn = model_mover(rq, game, row->seat), *incident = jobj();
    jset(jset(incident, "kind", jstr(row->kind)), "ply", jint(row->ply));
    jset(turn, "incident", jset(incident, "text", jstr(incident_words(rq, game, row))));
    jset(jset(jset(turn, "cause_bot", jbool(false)), "cause_clock", jbool(false)), "cause_order", jbool(false));
    return jset(jset(turn, "at", model_time(rq, row->at)), "entries", jarr());
}

struct json_object *model_incidents(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                                    int ply)
{
    struct json_object *list = jarr();
    for (int i = 0; i < incidents->n; i++)
        if (incidents->row[i].ply == ply)
            jadd(list, jset(jobj(), "text", jstr(incident_words(rq, game, &incidents->row[i]))));
    return list;
}

/* Removes the last turn when it has no entries, for example when only its end is among these moves. */
static void drop_silent(struct json_object *turns)
{
    size_t n = json_object_array_length(turns);
    struct json_object *last = n > 0 ? json_object_array_get_idx(turns, n - 1) : NULL;
    if (last && !jget(last, "incident") && json_object_array_length(jget(last, "entries")) == 0)
        json_object_array_del_idx(turns, n - 1, 1);
}

static bool same_turn(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                      const struct move_row *a, const struct move_row *b)
{
    return a->seat == b->seat && !strcmp(play_cause_told(game, incidents, a, rq->who.id),
                                         play_cause_told(game, incidents, b, rq->who.id));
}

struct json_object *model_turns(const struct req *rq, const struct game_row *game, const struct people *people,
                                const struct move_row *moves, int n, const struct incidents *incidents, int viewer,
                                int current)
{
    struct json_object *turns = jarr(), *entries = NULL;
    int told = 0;
    while (n > 0 && told < incidents->n && incidents->row[told].ply < moves[0].ply)
        told++;
    for (int i = 0; i < n; i++) {
        if (!entries || !same_turn(rq, game, incidents, &moves[i], &moves[i - 1])) {
            drop_silent(turns);
            entries = jarr();
            jadd(turns, turn_model(rq, game, people, &moves[i], incidents, entries));
        }
        add_entries(rq, game, people, &moves[i], viewer, moves[i].ply == current, entries);
        for (; told < incidents->n && incidents->row[told].ply == moves[i].ply; told++) {
            drop_silent(turns);
            jadd(turns, incident_model(rq, game, &incidents->row[told]));
            entries = NULL;
        }
    }
    drop_silent(turns);
    return turns;
}

/* ---- how a game has ended ---- */

static struct json_object *place_model(const struct req *rq, const struct game_row *game, int seat, struct json_object *accounts)
{
    struct json_object *row = model_score(rq, game, game->seat[seat].points, model_seat(rq, game, seat));
    struct json_object *rows = jget(accounts, "rows"), *of = rows ? json_object_array_get_idx(rows, (size_t)seat) : NULL;
    struct json_object *cells = jget(of, "cells");
    jset(row, "has_cells", jbool(cells != NULL));
    return jset(row, "cells", cells ? json_object_get(cells) : jarr());
}

struct json_object *model_result(const struct req *rq, const struct game_row *game, struct json_object *view)
{
    struct json_object *result = jobj(), *rows = jarr(), *accounts = jget(view, "accounts"), *heads = jget(accounts, "heads");
    for (int rank = 1; rank <= game->n_seats && game->status == GAME_OVER; rank++)
        for (int seat = 0; seat < game->n_seats; seat++)
            if (game->seat[seat].rank == rank)
                jadd(rows, place_model(rq, game, seat, accounts));
    jset(result, "has_rows", jbool(json_object_array_length(rows) > 0));
    jset(result, "ending", jstr(jget_str(view, "ending_label")));
    jset(result, "scores", jstr(heads ? req_words(rq, N_("Total")) : score_heading(rq->words->cat, game->rules)));
    jset(result, "span", jint(heads ? (int64_t)json_object_array_length(heads) + 1 : 1));
    jset(result, "has_heads", jbool(heads != NULL));
    jset(result, "heads", heads ? json_object_get(heads) : jarr());
    return jset(result, "rows", rows);
}

struct json_object *model_reverse_take(struct json_object *array)
{
    struct json_object *reversed = jarr();
    for (size_t i = json_object_array_length(array); i > 0; i--)
        jadd(reversed, json_object_get(json_object_array_get_idx(array, i - 1)));
    json_object_put(array);
    return reversed;
}

/* ---- who may see what ---- */

bool model_game_id(const struct req *rq, int64_t *id, struct err *err)
{
    if (!rq->part[0] || !parse_number(rq->part[0], 1, INT64_MAX, id))
        return err_fail(err, ERR_GONE, NULL, "", "no game '%s'", rq->part[0] ? rq->part[0] : "");
    return true;
}

bool model_may_read(const struct req *rq, int64_t id, const char *invitation, bool seated, struct err *err)
{
    const char *key = key_given(rq);
    if (!invitation || seated)
        return true;
    if (key && strlen(key) == strlen(invitation) && sodium_memcmp(key, invitation, strlen(key)) == 0)
        return true;
    return err_fail(err, ERR_GONE, NULL, "", "game %lld is private", (long long)id);
}

bool model_may_see(const struct req *rq, const struct game_row *game, struct err *err)
{
    bool at_home = game_seat_of(game, rq->who.id) != NO_SEAT || game_keeps_seat(game, rq->who.id);
    return model_may_read(rq, game->id, game->invitation, at_home, err);
}

bool model_visible_game(const struct req *rq, int64_t *id, struct game_row *game, struct err *err)
{
    return model_game_id(rq, id, err) && store_game(rq->db, rq->arena, *id, game, err) && model_may_see(rq, game, err);
}

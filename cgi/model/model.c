#include "config.h"

#include "cgi/model/model.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/words/phrases.h"
#include "cgi/play/play.h"
#include "cgi/base/url.h"
#include "cgi/model/blocks.h"
#include "cgi/model/doors_model.h"
#include "rules/engine/bots.h"
#include "rules/engine/fair.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"


#include "cgi/base/banned.h"

const char *model_ask_end(const struct req *rq, const char *const *names, int n)
{
    const struct text_value who = {"names", text_names(rq->arena, rq->words->cat, names, n), 0};
    return req_fill(rq, N_("{names} would like to end this game without a result. It ends if everyone agrees."), &who, 1);
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

/* How long it is ago, in its largest unit: more would say little, and change with every minute. */
static int64_t rounded_age(const struct req *rq, int64_t at)
{
    static const int64_t minute = 60 * INT64_C(1000000), hour = 60 * minute, day = 24 * hour;
    int64_t age = rq->now > at ? rq->now - at : 0, unit = age >= day ? day : age >= hour ? hour : minute;
    age -= age % unit;
    if (rq->until && *rq->until > at + age + unit)
        *rq->until = at + age + unit;
    return age;
}

struct value *model_time(const struct req *rq, int64_t at)
{
    if (at == 0)
        return NULL;
    const int64_t age = rounded_age(rq, at);
    const struct text_value value = {"time", model_span(rq, age), 0};
    struct value *time = new_object(rq->arena);
    put_text(time, K_iso, model_iso(rq, at));
    put_text(time, K_exact, model_exact(rq, at));
    put_text(time, K_span, age ? value.text : NULL); /* nobody says "for a moment" of who has just begun */
    return put_text(time, K_ago, req_fill(rq, N_("{time} ago"), &value, 1));
}

struct value *model_sign(struct arena *arena, const struct rules *rules, int seat)
{
    bool lettered = rules && rules->words->lettered;
    return lettered ? new_text(arena, arena_strndup(arena, (const char[]){(char)('A' + seat)}, 1)) : new_int(arena, seat + 1);
}

struct value *model_seat(const struct req *rq, const struct game_row *game, int seat)
{
    const struct seat_row *row = &game->seat[seat];
    struct value *ref = new_object(rq->arena);
    char digits[DECIMAL_BYTES];
    put_int(ref, K_seat, seat);
    put(ref, K_number, model_sign(rq->arena, game->rules, seat));
    put_text(ref, K_name, name_shown(rq->words->cat, row->name));
    put(ref, K_url, row->person && !row->left && !row->hidden ? new_text(rq->arena, url_person(rq->arena, row->name)) : NULL);
    put_bool(ref, K_me, row->person != 0 && row->person == rq->who.id && (!game->practice.is || seat == game_seat_of(game, rq->who.id)));
    put_bool(ref, K_bot, row->bot != NULL);
    enum bot bot = row->bot ? bot_of(row->bot) : BOT_COUNT;
    put_text(ref, K_level, bot_for_people(bot) ? bot_kinds[bot].id : NULL);
    put_text(ref, K_level_label, bot_for_people(bot) ? req_words(rq, bot_kinds[bot].label) : NULL);
    put_bool(ref, K_empty, row->person == 0 && !row->bot);
    put_text(ref, K_kept_for, row->kept_name);
    put_text(ref, K_colour, arena_join(rq->arena, (const char *[]){"seat-", decimal(digits, seat), NULL}));
    put_bool(ref, K_awaited, game->status == GAME_RUNNING && (game->awaits & SEAT_BIT(seat)));
    put_bool(ref, K_winner, game->status == GAME_OVER && row->rank == 1);
    put_int(ref, K_points, row->points);
    return put_int(ref, K_rank, row->rank);
}

enum bot model_next_bot(const struct game_row *game)
{
    for (int seat = game->n_seats - 1; seat >= 0; seat--)
        if (game->seat[seat].bot && bot_for_people(bot_of(game->seat[seat].bot)))
            return bot_of(game->seat[seat].bot);
    return BOT_ADVISE;
}

struct value *model_levels(const struct req *rq, enum bot chosen)
{
    struct value *levels = new_list(rq->arena);
    for (int bot = 0; bot < BOT_COUNT; bot++) {
        if (!bot_for_people(bot))
            continue;
        struct value *level = put_text(new_object(rq->arena), K_id, bot_kinds[bot].id);
        put_text(level, K_label, req_words(rq, bot_kinds[bot].label));
        add(levels, put_bool(level, K_checked, bot == (int)chosen));
    }
    return levels;
}

struct value *model_score(const struct req *rq, const struct game_row *game, int points, struct value *out)
{
    return put(out, K_score, score_model(rq->arena, rq->words->cat, game->rules, points));
}

/* The options of a table; in a list of tables only those that differ from the default. */
static struct value *options_model(const struct req *rq, const struct game_row *game, bool unusual_only)
{
    struct value *options = new_list(rq->arena);
    const struct option *option = game->rules ? game->rules->options : NULL;
    for (int i = 0; option && option[i].name && i < OPTIONS_MAX; i++) {
        int value = game->setup.option[i];
        if (option[i].n_values < 2 || value < 0 || value >= option[i].n_values ||
            (unusual_only && value == option[i].preset))
            continue;
        const struct name *name = &option[i].values[value];
        const char *label = req_words(rq, option[i].label), *words = req_words(rq, name->label ? name->label : name->id);
        const struct text_value fill[] = {{"option", label, 0}, {"value", words, 0}};
        struct value *model = new_object(rq->arena);
        put_text(model, K_label, label);
        put_text(model, K_value, words);
        put(model, K_help, option[i].help ? new_text(rq->arena, req_words(rq, option[i].help)) : NULL);
        put_bool(model, K_preset, value == option[i].preset);
        add(options, put_text(model, K_text, req_fill(rq, N_("{option}: {value}"), fill, 2)));
    }
    return options;
}

/* Members shared by cards and the pages of one game. */
static struct value *outline_model(const struct req *rq, const struct game_row *game)
{
    struct value *model = new_object(rq->arena);
    put_int(model, K_id, game->id);
    put_text(model, K_title, table_title(rq->arena, rq->words->cat, game->rules_id, game->id));
    put_text(model, K_rules, game->rules_id);
    put_text(model, K_rules_title, game->rules ? req_words(rq, game->rules->words->title) : game->rules_id);
    put_text(model, K_url, url_table(rq->arena, game->id));
    put_text(model, K_status, game_status_name(game->status));
    put_bool(model, K_is_open, game->status == GAME_OPEN);
    put_null(model, K_round); /* set by code that draws a board, when the game has rounds */
    put_bool(model, K_is_running, game->status == GAME_RUNNING);
    put_bool(model, K_is_over, game->status == GAME_OVER);
    put_bool(model, K_no_result, game_no_result_words(game) != NULL);
    put_int(model, K_ply, game->ply);
    put_bool(model, K_private, game->invitation != NULL);
    put_bool(model, K_apart, game->apart);
    put_bool(model, K_hints, game->hints);
    put_text(model, K_doors, doors_words(rq, &game->doors, game->owner == rq->who.id ? NULL : name_shown(rq->words->cat, game->owner_name)));
    put_text(model, K_owner, name_shown(rq->words->cat, game->owner_name));
    put(model, K_pace, model_pace(rq, game));
    return put(model, K_moved, model_time(rq, game->moved ? game->moved : game->created));
}

struct value *model_card(const struct req *rq, const struct game_row *game)
{
    struct value *card = outline_model(rq, game), *seats = new_list(rq->arena);
    int mine = game_seat_of(game, rq->who.id), room = 0;
    for (int s = 0; s < game->n_seats; s++) {
        add(seats, model_score(rq, game, game->seat[s].points, model_seat(rq, game, s)));
        room += game->seat[s].person == 0 && !game->seat[s].bot && !game->seat[s].kept_for;
    }
    put(card, K_options, options_model(rq, game, true));
    put(card, K_seats, seats);
    put_int(card, K_free_seats, room);
    put_bool(card, K_kept_for_me, game->status == GAME_OPEN && game_keeps_seat(game, rq->who.id));
    put_bool(card, K_mine, mine != NO_SEAT);
    put_bool(card, K_awaiting_me, game->status == GAME_RUNNING && mine != NO_SEAT && (game->awaits & SEAT_BIT(mine))
                                    && !game->seat[mine].resigned);
    put(card, K_due, model_due(rq, game, mine));
    put(card, K_blocked, blocks_words(rq, game));
    put_null(card, K_asked_by);
    bool room_for_me = game->status == GAME_OPEN && req_signed_in(rq) && !req_suspended(rq) && game_seat_for(game, rq->who.id) != NO_SEAT;
    const char *shut = room_for_me ? doors_shut_words(rq, game) : NULL;
    return put_bool(put_text(card, K_doors_shut, shut), K_can_sit, room_for_me && !shut);
}

struct value *model_asked(const struct req *rq, const struct invited *asked)
{
    if (!asked->by)
        return NULL;
    const struct text_value name = {"name", asked->by, 0};
    struct value *model = put_text(new_object(rq->arena), K_text, req_fill(rq, N_("{name} invites you."), &name, 1));
    return put_text(model, K_line, *asked->line ? asked->line : NULL);
}

struct value *model_cards(const struct req *rq, const struct game_row *games, int n)
{
    struct value *cards = new_list(rq->arena);
    for (int i = 0; i < n; i++)
        add(cards, model_card(rq, &games[i]));
    return cards;
}

static void add_fairness(const struct game_row *game, struct value *model)
{
    uint8_t digest[FAIR_DIGEST_BYTES];
    char hex[FAIR_HEX];
    fair_commitment(game->secret, digest);
    put_copy(model, K_commitment, sodium_bin2hex(hex, sizeof(hex), digest, sizeof(digest)));
    put_copy(model, K_secret, game->status == GAME_OVER ? sodium_bin2hex(hex, sizeof(hex), game->secret, sizeof(game->secret)) : NULL);
}

/* The key of a private table, from the URL or from a form. */
static const char *key_given(const struct req *rq)
{
    const char *key = req_field(&rq->query, "key");
    return key ? key : req_field(&rq->form, "key");
}

bool model_has_key(const struct req *rq, const struct game_row *game)
{
    const char *given = key_given(rq);
    return game->invitation && given && !strcmp(given, game->invitation);
}

const char *model_keyed(const struct req *rq, const struct game_row *game, const char *url)
{
    return model_has_key(rq, game) ? arena_printf(rq->arena, "%s%ckey=%s", url, strchr(url, '?') ? '&' : '?', game->invitation) : url;
}

/* For feed readers and calendars, which have no session: with the key of a private table, if this visitor has it. */
static const char *feed_url(const struct req *rq, const struct game_row *game, bool seated)
{
    const char *url = url_table(rq->arena, game->id), *lang = rq->words->lang;
    bool knows = game->invitation && (seated || model_has_key(rq, game));
    return knows ? arena_printf(rq->arena, "%s/feed?lang=%s&key=%s", url, lang, game->invitation)
                 : arena_printf(rq->arena, "%s/feed?lang=%s", url, lang);
}

const char model_no_study[] = N_("This game cannot be studied, since it was not played to its end.");

struct value *model_game(const struct req *rq, const struct game_row *game)
{
    struct value *model = outline_model(rq, game);
    const char *url = url_table(rq->arena, game->id);
    bool seated = game_seat_of(game, rq->who.id) != NO_SEAT;
    put(model, K_options, options_model(rq, game, false));
    put_text(model, K_help_url, url_help(rq->arena, game->rules_id));
    put_text(model, K_history_url, model_keyed(rq, game, arena_printf(rq->arena, "%s/history", url)));
    bool over = game->status == GAME_OVER && !game->practice.is && game->ending, studied = over && !strcmp(game->ending, "played");
    put_text(model, K_study_url, studied ? model_keyed(rq, game, arena_printf(rq->arena, "%s/study", url)) : NULL);
    put_text(model, K_no_study, over && !studied ? req_words(rq, model_no_study) : NULL);
    put_text(model, K_export_url, model_keyed(rq, game, arena_printf(rq->arena, "%s/export", url)));
    put_text(model, K_report_url, model_keyed(rq, game, arena_printf(rq->arena, "%s/report", url)));
    put_text(model, K_moves_url, arena_printf(rq->arena, "%s/moves", url));
    put_text(model, K_draft_url, arena_printf(rq->arena, "%s/draft", url));
    put_text(model, K_feed_url, feed_url(rq, game, seated));
    put(model, K_invitation_url, game->invitation && seated && game->status == GAME_OPEN
        ? new_text(rq->arena, arena_printf(rq->arena, "%s%s?key=%s", rq->service->set.url, url, game->invitation)) : NULL);
    put_text(model, K_key, game->invitation && !seated ? key_given(rq) : NULL);
    put_bool(model, K_is_owner, rq->who.id && game->owner == rq->who.id);
    put(model, K_started, model_time(rq, game->started));
    add_fairness(game, model);
    return model;
}

static const char *const weights[] = {[WEIGHT_LIGHT] = N_("light"), [WEIGHT_MEDIUM] = N_("medium"), [WEIGHT_HEAVY] = N_("demanding")};

struct value *model_game_kind(const struct req *rq, const struct rules *rules)
{
    const struct text_value seats[] = {{"lo", NULL, rules->min_seats}, {"hi", NULL, rules->max_seats}};
    struct value *kind = new_object(rq->arena);
    struct sb text;
    sb_init(&text, rq->arena);
    tpl_render(rq->words->tpl, arena_printf(rq->arena, "%s/about.txt", rules->id), kind, &text, NULL);
    while (text.length > 0 && text.text[text.length - 1] == '\n')
        text.text[--text.length] = '\0';
    put_text(kind, K_id, rules->id);
    put_text(kind, K_title, req_words(rq, rules->words->title));
    put_text(kind, K_text, text.text);
    put_text(kind, K_players, req_fill(rq, N_("{lo}–{hi} players"), seats, 2));
    const struct effort *effort = &rules->words->effort;
    const struct text_value length[] = {{"minutes", NULL, effort->minutes}, {"turns", NULL, effort->turns}, {"weeks", NULL, (effort->turns + 6) / 7}};
    put_text(kind, K_length, req_fill(rq, N_("About {minutes} minutes of your time: {turns} turns, or {weeks:a week|# weeks} at one turn a day"), length, 3));
    put_text(kind, K_weight, req_words(rq, weights[effort->weight]));
    return put_text(kind, K_help_url, url_help(rq->arena, rules->id));
}

struct value *model_games(const struct req *rq)
{
    struct value *games = new_list(rq->arena);
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        add(games, put_bool(put_bool(model_game_kind(rq, *rules), K_eager, rules == rules_all()), K_going, false));
    return games;
}

/* ---- moves in words ---- */

/* Pictures beside the sentence of an event: [{symbol}]. */
static void add_pictures(const struct rules *rules, const struct event *event, struct value *pictures)
{
    int slot = 0;
    for (const struct arg *arg = rules->events[event->kind].args; arg && arg->name; slot += arg_slots(arg), arg++) {
        const char *drawn = arg_words(arg)->drawn, *mark = drawn ? strchr(drawn, '#') : NULL;
        int number = event->arg[slot];
        for (int i = mark || !drawn ? number : 0; i < number; i++)
            put_text(add_object(pictures), K_symbol, drawn);
        if (mark) {
            char symbol[32];
            snprintf(symbol, sizeof(symbol), "%.*s%d", (int)(mark - drawn), drawn, number);
            put_copy(add_object(pictures), K_symbol, symbol);
        }
    }
}

enum event_weight model_weight(const struct rules *rules, const struct event *event)
{
    return rules->words->weights ? (enum event_weight)rules->words->weights[event->kind] : EVENT_PLAIN;
}

/* Does it name the seat? */
static bool event_names(const struct rules *rules, const struct event *event, int seat)
{
    int slot = 0;
    bool names = false;
    for (const struct arg *arg = rules->events[event->kind].args; arg && arg->name; slot += arg_slots(arg), arg++)
        names = names || (arg->kind == ARG_SEAT && event->arg[slot] == seat);
    return names && seat != NO_SEAT;
}

void model_events(const struct req *rq, const struct game_row *game, const struct people *people,
                  const struct move_row *move, int viewer, struct value *texts, struct value *more)
{
    const struct people then = model_people_then(people, move->ply);
    for (int i = 0; i < move->n_events; i++) {
        const struct event *event = &move->events[i], *next = i + 1 < move->n_events ? event + 1 : NULL;
        struct sb out;
        sb_init(&out, rq->arena);
        text_event(&out, rq->words->cat, game->rules, event, next, viewer, then.name, then.n);
        if (out.length == 0)
            continue;
        add_text(texts, out.text);
        if (more) {
            struct value *one = add_object(more);
            add_pictures(game->rules, event, put_list(one, K_pictures));
            put_text(one, K_event, game->rules->events[event->kind].name);
            put_int(one, K_weight, model_weight(game->rules, event));
            put_bool(one, K_mine, event_names(game->rules, event, viewer));
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
                        const struct move_row *move, int viewer, bool current, struct value *entries)
{
    struct value *texts = new_list(rq->arena), *more = new_list(rq->arena);
    model_events(rq, game, people, move, viewer, texts, more);
    const char *url = value_n(texts) > 0 ? model_keyed(rq, game, url_history(rq->arena, game->id, move->ply)) : NULL;
    for (size_t i = 0; i < value_n(texts); i++) {
        struct value *entry = new_object(rq->arena);
        put(entry, K_pictures, get(value_at(more, i), K_pictures));
        put(entry, K_event, get(value_at(more, i), K_event));
        put(entry, K_text, value_at(texts, i));
        put_text(entry, K_url, url);
        put_int(entry, K_ply, move->ply);
        add(entries, put_bool(entry, K_current, current));
    }
}

struct value *model_mover(const struct req *rq, const struct game_row *game, int seat)
{
    if (seat >= 0 && seat < game->n_seats)
        return model_seat(rq, game, seat);
    struct value *setup = new_object(rq->arena);
    put_null(setup, K_seat);
    put_text(setup, K_number, "·");
    put_text(setup, K_name, req_words(rq, N_("Set-up")));
    put_null(setup, K_url);
    put_bool(setup, K_me, false);
    put_bool(setup, K_bot, false);
    put_bool(setup, K_empty, false);
    return put_text(setup, K_colour, "seat-none");
}

void model_cause(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                 const struct move_row *move, struct value *out)
{
    const char *cause = play_cause_told(game, incidents, move, rq->who.id);
    put_bool(out, K_cause_bot, !strcmp(cause, "bot"));
    put_bool(out, K_cause_clock, !strcmp(cause, "clock"));
    put_bool(out, K_cause_order, !strcmp(cause, "order"));
    put_bool(out, K_cause_plan, !strcmp(cause, "plan"));
}

struct value *model_mover_then(const struct req *rq, const struct game_row *game, const struct people *people,
                                     int seat, int ply)
{
    struct value *mover = model_mover(rq, game, seat);
    const struct people then = model_people_then(people, ply);
    if (seat < 0 || seat >= people->n || !strcmp(then.name[seat], people->name[seat]))
        return mover;
    put_text(mover, K_name, then.name[seat]);
    put_null(mover, K_url); /* whether that one's profile may be seen is not asked for */
    return put_bool(mover, K_me, false);
}

static struct value *turn_model(const struct req *rq, const struct game_row *game, const struct people *people,
                                      const struct move_row *move, const struct incidents *incidents,
                                      struct value *entries)
{
    struct value *turn = model_mover_then(rq, game, people, move->seat, move->ply);
    put(turn, K_at, model_time(rq, move->at));
    model_cause(rq, game, incidents, move, turn);
    put_null(turn, K_incident);
    return put(turn, K_entries, entries);
}

static const char *incident_words(const struct req *rq, const struct game_row *game, const struct incident_row *incident)
{
    struct sb text;
    sb_init(&text, rq->arena);
    incident_text(&text, rq->words->cat, game, incident);
    return text.text;
}

static struct value *incident_model(const struct req *rq, const struct game_row *game,
                                          const struct incident_row *row)
{
    struct value *turn = model_mover(rq, game, row->seat), *incident = new_object(rq->arena);
    put_int(put_text(incident, K_kind, row->kind), K_ply, row->ply);
    put(turn, K_incident, put_text(incident, K_text, incident_words(rq, game, row)));
    put_bool(put_bool(put_bool(put_bool(turn, K_cause_bot, false), K_cause_clock, false), K_cause_order, false), K_cause_plan, false);
    return put(put(turn, K_at, model_time(rq, row->at)), K_entries, new_list(rq->arena));
}

struct value *model_incidents(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                                    int ply)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < incidents->n; i++)
        if (incidents->row[i].ply == ply)
            add(list, put_text(new_object(rq->arena), K_text, incident_words(rq, game, &incidents->row[i])));
    return list;
}

/* Removes the last turn when it has no entries, for example when only its end is among these moves. */
static void drop_silent(struct value *turns)
{
    size_t n = value_n(turns);
    struct value *last = n > 0 ? value_at(turns, n - 1) : NULL;
    if (last && !get(last, K_incident) && value_n(get(last, K_entries)) == 0)
        value_drop_last(turns);
}

static bool same_turn(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                      const struct move_row *a, const struct move_row *b)
{
    return a->seat == b->seat && !strcmp(play_cause_told(game, incidents, a, rq->who.id),
                                         play_cause_told(game, incidents, b, rq->who.id));
}

struct value *model_turns(const struct req *rq, const struct game_row *game, const struct people *people,
                                const struct move_row *moves, int n, const struct incidents *incidents, int viewer,
                                int current)
{
    struct value *turns = new_list(rq->arena), *entries = NULL;
    int told = 0;
    while (n > 0 && told < incidents->n && incidents->row[told].ply < moves[0].ply)
        told++;
    for (int i = 0; i < n; i++) {
        if (!entries || !same_turn(rq, game, incidents, &moves[i], &moves[i - 1])) {
            drop_silent(turns);
            entries = new_list(rq->arena);
            add(turns, turn_model(rq, game, people, &moves[i], incidents, entries));
        }
        size_t before = value_n(entries);
        add_entries(rq, game, people, &moves[i], viewer, moves[i].ply == current, entries);
        for (size_t k = before; k < value_n(entries); k++)
            put_bool(value_at(entries, k), K_taken_back, play_taken_back(moves, n, incidents, i));
        for (; told < incidents->n && incidents->row[told].ply == moves[i].ply; told++) {
            drop_silent(turns);
            add(turns, incident_model(rq, game, &incidents->row[told]));
            entries = NULL;
        }
    }
    drop_silent(turns);
    return turns;
}

/* ---- how a game has ended ---- */

static struct value *place_model(const struct req *rq, const struct game_row *game, int seat, struct value *accounts)
{
    struct value *row = model_score(rq, game, game->seat[seat].points, model_seat(rq, game, seat));
    struct value *rows = get(accounts, K_rows), *of = rows ? value_at(rows, (size_t)seat) : NULL;
    struct value *cells = get(of, K_cells);
    put_bool(row, K_has_cells, cells != NULL);
    return put(row, K_cells, cells ? cells : new_list(rq->arena));
}

struct value *model_result(const struct req *rq, const struct game_row *game, struct value *view)
{
    struct value *result = new_object(rq->arena), *rows = new_list(rq->arena), *accounts = get(view, K_accounts), *heads = get(accounts, K_heads);
    for (int rank = 1; rank <= game->n_seats && game->status == GAME_OVER; rank++)
        for (int seat = 0; seat < game->n_seats; seat++)
            if (game->seat[seat].rank == rank)
                add(rows, place_model(rq, game, seat, accounts));
    put_bool(result, K_has_rows, value_n(rows) > 0);
    put_text(result, K_ending, get_text(view, K_ending_label));
    put_text(result, K_scores, heads ? req_words(rq, N_("Total")) : score_heading(rq->words->cat, game->rules, false));
    put_int(result, K_span, heads ? (int64_t)value_n(heads) + 1 : 1);
    put_bool(result, K_has_heads, heads != NULL);
    put(result, K_heads, heads ? heads : new_list(rq->arena));
    return put(result, K_rows, rows);
}

/* ---- who may see what ---- */

bool model_game_id(const struct req *rq, int64_t *id, struct err *err)
{
    if (!rq->part[0] || !parse_number(rq->part[0], 1, INT64_MAX, id))
        return err_fail(err, ERR_GONE, NULL, "", "no game '%s'", rq->part[0] ? rq->part[0] : "");
    return true;
}

bool model_may_read(const struct req *rq, int64_t id, const char *invitation, bool apart, bool seated, struct err *err)
{
    const char *key = key_given(rq);
    if (seated || (!invitation && !apart))
        return true;
    if (apart)
        return err_fail(err, ERR_GONE, NULL, "", "game %lld is apart", (long long)id);
    if (key && strlen(key) == strlen(invitation) && sodium_memcmp(key, invitation, strlen(key)) == 0)
        return true;
    return err_fail(err, ERR_GONE, NULL, "", "game %lld is private", (long long)id);
}

bool model_may_see(const struct req *rq, const struct game_row *game, struct err *err)
{
    bool at_home = game_seat_of(game, rq->who.id) != NO_SEAT || game_keeps_seat(game, rq->who.id);
    return model_may_read(rq, game->id, game->invitation, game->apart, at_home, err);
}

bool model_visible_game(const struct req *rq, int64_t *id, struct game_row *game, struct err *err)
{
    return model_game_id(rq, id, err) && store_game(rq->db, rq->arena, *id, game, err) && model_may_see(rq, game, err);
}

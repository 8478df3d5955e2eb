#include "config.h"

#include "cgi/post/push.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"
#include "cgi/base/url.h"
#include "cgi/mail/ending.h"
#include "cgi/mail/letter.h"
#include "cgi/mail/mail.h"
#include "cgi/play/play.h"
#include "cgi/post/encrypt.h"
#include "cgi/words/phrases.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOVES_TOLD = 3, TEXT_MOST = 600, DAY_SECONDS = 24 * 60 * 60, VAPID_SECONDS = 12 * 60 * 60 };

bool push_urgent(const char *kind)
{
    return letter_urgent(kind);
}

const char *push_choice_url(struct arena *arena, int64_t game, const char *move)
{
    struct sb out;
    sb_init(&out, arena);
    sb_add(&out, url_table(arena, game));
    sb_add(&out, "?arm=");
    sb_add_url_part(&out, move);
    return out.text;
}

/* What is told of one table; a test has none. */
struct told_push {
    const struct letter_needs *needs;
    const struct words *words;
    const struct delivery_row *row;
    struct table table;
    const char *title;
    bool asks;             /* the reader is asked something now */
};

static const char *filled(const struct told_push *t, const char *sentence, const struct text_value *values, int n)
{
    return text_filled(t->needs->arena, t->words->cat, sentence, values, n);
}

static bool is_of(const char *kind, const char *const *kinds)
{
    while (*kinds && strcmp(*kinds, kind))
        kinds++;
    return *kinds != NULL;
}

/* ---- what it says ---- */

static const char *question(const struct told_push *t)
{
    const struct rules *rules = t->table.game.rules;
    if (!t->asks || !rules || !t->table.head)
        return NULL;
    bool answers = t->table.game.seat[t->table.seat].clock.in_window;
    const char *asked = !t->row->more && rules->words->asks_openly ? rules->words->asks_openly(t->table.head, t->table.seat)
                                                                    : rules->words->asks(t->table.head, t->table.seat).imperative;
    const struct text_value what = {.name = "what", .text = asked ? text_get(t->words->cat, asked) : NULL};
    if (answers)
        return filled(t, asked ? N_("The others are waiting for your answer: {what}.") : N_("The others are waiting for your answer."), &what, 1);
    return filled(t, asked ? N_("It is your turn: {what}.") : N_("It is your turn."), &what, 1);
}

static const char *time_left(const struct told_push *t)
{
    int64_t deadline = t->table.seat >= 0 ? t->table.game.seat[t->table.seat].clock.deadline : 0;
    if (!t->asks || deadline - t->needs->now < 60 * INT64_C(1000000))
        return NULL;
    struct sb span;
    sb_init(&span, t->needs->arena);
    text_duration(&span, t->words->cat, (deadline - t->needs->now) / 1000000);
    const struct text_value time = {.name = "time", .text = span.text};
    return filled(t, N_("{time} left."), &time, 1);
}

static void add_sentence(struct sb *out, const char *sentence)
{
    if (sentence && *sentence && out->length)
        sb_add_char(out, '\n');
    sb_add(out, sentence ? sentence : "");
}

/* The newest moves of others as the reader sees them, only when that is wished: others may read it on a locked screen. */
static void add_moves(const struct told_push *t, struct sb *out)
{
    const struct table *table = &t->table;
    const char *people[SEATS_MAX];
    names_shown(t->words->cat, &table->game, people);
    for (int i = table->n_moves > MOVES_TOLD ? table->n_moves - MOVES_TOLD : 0; table->game.rules && i < table->n_moves; i++) {
        const struct move_row *move = &table->moves[i];
        struct sb text;
        sb_init(&text, t->needs->arena);
        for (int e = 0; move->seat != table->seat && e < move->n_events; e++) {
            sb_add(&text, text.length ? " " : "");
            text_event(&text, t->words->cat, table->game.rules, &move->events[e], e + 1 < move->n_events ? &move->events[e + 1] : NULL, table->seat, people,
                       table->game.n_seats);
        }
        add_sentence(out, text.text);
    }
}

static const char *cut(struct arena *arena, const char *text)
{
    size_t n = strlen(text);
    if (n <= TEXT_MOST)
        return text;
    for (n = TEXT_MOST; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
        n--;
    return arena_join(arena, (const char *[]){arena_strndup(arena, text, n), "…", NULL});
}

static const char *body_of(const struct told_push *t)
{
    static const char *const ends[] = {"over", NULL};
    struct sb out;
    sb_init(&out, t->needs->arena);
    if (is_of(t->row->kind, ends)) {
        const char *people[SEATS_MAX];
        names_shown(t->words->cat, &t->table.game, people);
        const struct ending ending = {.arena = t->needs->arena, .cat = t->words->cat, .game = &t->table.game, .people = people, .viewer = NO_SEAT};
        add_sentence(&out, ending_headline(&ending));
    }
    add_sentence(&out, question(t));
    add_sentence(&out, time_left(t));
    if (t->row->more && t->table.seat != NO_SEAT)
        add_moves(t, &out);
    return cut(t->needs->arena, out.text);
}

static const char *title_of(const struct told_push *t)
{
    const struct text_value game = {.name = "game", .text = t->title}, count = {.name = "games", .number = t->row->waiting};
    if (t->row->daily && t->asks && t->row->waiting > 1)
        return filled(t, N_("Your turn in {games:one game|# games}"), &count, 1);
    return filled(t, letter_subject(t->row->kind), &game, 1);
}

/* ---- what one can do at once ---- */

static struct json_object *action(const char *name, const char *title, const char *url)
{
    return jset(jset(jset(jobj(), "action", jstr(name)), "title", jstr(title)), "url", jstr(url));
}

/* Are there moves of two kinds, one of which is @quiet alone? What can be done at any time is no answer. */
static bool is_one_of_two(const struct told_push *t, const struct move *quiet)
{
    const struct rules *rules = t->table.game.rules;
    struct move_room *room = arena_alloc(t->needs->arena, sizeof(*room));
    struct move_list *list = move_list_in(room);
    int other = -1, n = rules->moves(t->table.head, t->table.seat, list), same = 0;
    for (int i = 0; i < n; i++) {
        int verb = move_at(list, i)->verb;
        if (rules->verbs[verb].unsolicited)
            continue;
        same += verb == quiet->verb;
        if (verb != quiet->verb && other >= 0 && verb != other)
            return false;
        other = verb != quiet->verb ? verb : other;
    }
    return same == 1 && other >= 0;
}

/* What silence would answer, where that is one of two; *move is it. What there is to choose from in a turn of one's own may tell of a hand. */
static bool quiet_answer(const struct told_push *t, struct move *move)
{
    const struct rules *rules = t->table.game.rules;
    return t->asks && (t->row->more || t->table.game.seat[t->table.seat].clock.in_window) && rules && t->table.head && rules->silence && !t->table.draft.n && !rules->silence(t->table.head, t->table.seat, move)
        && is_one_of_two(t, move);
}

static struct json_object *actions_json(const struct told_push *t)
{
    struct json_object *list = jarr();
    struct move move;
    char text[MOVE_TEXT];
    if (!quiet_answer(t, &move))
        return list;
    struct sb label;
    sb_init(&label, t->needs->arena);
    move_to_text(t->table.game.rules->verbs, &move, text);
    const char *people[SEATS_MAX] = {"", "", "", "", ""};
    text_move(&label, t->words->cat, t->table.game.rules, t->table.head, &move, people, t->table.game.n_seats);
    jadd(list, action("answer", label.text, push_choice_url(t->needs->arena, t->row->game, text)));
    return jadd(list, action("look", text_get(t->words->cat, N_("Look")), url_table(t->needs->arena, t->row->game)));
}

/* ---- the whole ---- */

static const char *json_of(const struct told_push *t, const char *title, const char *body, const char *url, const char *tag, bool brief)
{
    struct json_object *root = arena_json(t->needs->arena, jset(jset(jobj(), "title", jstr(title)), "url", jstr(url)));
    jset(jset(jset(root, "tag", jstr(tag)), "lang", jstr(t->words->lang)), "waiting", jint(t->row->waiting));
    if (!brief)
        jset(jset(root, "body", jstr(body)), "actions", actions_json(t));
    return json_object_to_json_string_ext(root, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}

bool push_text(const struct letter_needs *needs, const struct delivery_row *row, const char **json, struct err *err)
{
    static const char *const asking[] = {"turn", "window", "reminder", "started", NULL};
    struct told_push *t = arena_alloc(needs->arena, sizeof(*t));
    *t = (struct told_push){.needs = needs, .words = languages_words(&needs->service->languages, row->lang), .row = row};
    if (!row->game) {
        *json = json_of(t, text_get(t->words->cat, N_("This is a test from Ridotto")), text_get(t->words->cat, N_("Notifications work in this browser.")),
                        "/settings/push", "test", row->brief);
        return true;
    }
    if (!play_table(needs->db, NULL, needs->arena, row->game, row->person, (struct newest){.moves = MOVES_TOLD}, &t->table, err))
        return false;
    const struct game_row *game = &t->table.game;
    t->title = table_title(needs->arena, t->words->cat, game->rules_id, game->id);
    t->asks = is_of(row->kind, asking) && t->table.seat >= 0 && game->seat[t->table.seat].awaited_since;
    /* People who left a private table cannot open it any more. */
    const char *url = !strcmp(row->kind, "taken") && game->invitation ? "/" : url_table(needs->arena, row->game);
    bool several = row->daily && t->asks && row->waiting > 1;
    *json = several ? json_of(t, title_of(t), "", "/", "games", row->brief)
                    : json_of(t, title_of(t), body_of(t), url, arena_printf(needs->arena, "game-%" PRId64, row->game), row->brief);
    return true;
}

/* "https://push.example.org" of a longer address. */
static const char *origin_of(struct arena *arena, const char *url)
{
    const char *host = strstr(url, "://");
    size_t n = host ? (size_t)(host + 3 - url) : 0;
    return arena_strndup(arena, url, n + strcspn(url + n, "/?"));
}

/* While a message waits at its service, a newer one about the same game takes its place. */
static void write_headers(const struct delivery_row *row, const char *vapid, struct arena *arena, struct post *post)
{
    int n = 0;
    post->header[n++] = "Content-Type: application/octet-stream";
    post->header[n++] = "Content-Encoding: aes128gcm";
    post->header[n++] = arena_printf(arena, "TTL: %d", row->game ? DAY_SECONDS : 60);
    post->header[n++] = push_urgent(row->kind) || !strcmp(row->kind, "turn") || !strcmp(row->kind, "window") ? "Urgency: high" : "Urgency: normal";
    post->header[n++] = arena_printf(arena, "Topic: game-%" PRId64, row->game);
    post->header[n++] = arena_join(arena, (const char *[]){"Authorization: ", vapid, NULL});
    post->header[n] = NULL;
}

bool push_write(const struct letter_needs *needs, const struct delivery_row *row, const uint8_t vapid[32], struct post *post, struct err *err)
{
    const char *json, *contact = arena_join(needs->arena, (const char *[]){"mailto:", mail_sender(&needs->service->set, needs->arena), NULL});
    const uint8_t *body;
    if (!push_text(needs, row, &json, err))
        return false;
    const char *who = encrypt_vapid(needs->arena, vapid, origin_of(needs->arena, row->url), contact, needs->now / 1000000 + VAPID_SECONDS);
    *post = (struct post){.url = row->url};
    if (!who || !encrypt_push(needs->arena, row->key, row->auth, json, strlen(json), &body, &post->length))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the message to browser %" PRId64 " cannot be encrypted", row->target);
    post->body = (const char *)body;
    write_headers(row, who, needs->arena, post);
    return true;
}

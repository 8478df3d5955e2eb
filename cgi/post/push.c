#include "config.h"

#include "cgi/post/push.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"
#include "cgi/base/url.h"
#include "cgi/mail/ending.h"
#include "cgi/mail/letter.h"
#include "cgi/mail/letter_asked.h"
#include "cgi/mail/letter_choices.h"
#include "cgi/mail/letter_links.h"
#include "cgi/mail/letter_text.h"
#include "cgi/mail/mail.h"
#include "cgi/play/few.h"
#include "cgi/play/play.h"
#include "cgi/post/encrypt.h"
#include "cgi/words/phrases.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOVES_TOLD = 3, TEXT_MOST = 600, DAY_SECONDS = 24 * 60 * 60, VAPID_SECONDS = 12 * 60 * 60, LABEL_COLUMNS = 24 };

bool push_urgent(const char *kind)
{
    return letter_urgent(kind);
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
    bool told = t->row->more || few_asked_is_public(t->needs->arena, rules, t->table.head, t->table.seat);
    const char *asked = told ? rules->words->asks(t->table.head, t->table.seat).imperative
        : rules->words->asks_openly ? rules->words->asks_openly(t->table.head, t->table.seat) : NULL;
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

static bool is_of_several(const struct told_push *t)
{
    return t->row->daily && t->asks && t->row->waiting > 1;
}

static const char *title_of(const struct told_push *t)
{
    const struct text_value game = {.name = "game", .text = t->title}, count = {.name = "games", .number = t->row->waiting};
    if (is_of_several(t))
        return filled(t, N_("Your turn in {games:one game|# games}"), &count, 1);
    return filled(t, letter_subject(t->row->kind), &game, 1);
}

/* ---- what one can do at once ---- */

static struct json_object *action(const char *name, const char *title, const char *url)
{
    return jset(jset(jset(jobj(), "action", jstr(name)), "title", jstr(title)), "url", jstr(url));
}

/* Of a position that asks for one of a few options. */
struct offered {
    const struct told_push *push;
    struct few few;
    const char *label[FEW_MOST], *url[FEW_MOST];
};

/* What is on buttons is read by others on a locked screen as well. */
static bool may_tell(const struct told_push *t, const struct few *few)
{
    return t->row->more || few_is_public(t->needs->arena, t->table.game.rules, t->table.head, t->table.seat, few);
}

static void find_options(struct offered *o)
{
    const struct told_push *t = o->push;
    const char *people[SEATS_MAX];
    o->few.n = 0;
    if (t->asks && !is_of_several(t))
        letter_choices(t->needs->arena, &t->table, &o->few);
    if (o->few.n == 0 || !may_tell(t, &o->few)) {
        o->few.n = 0;
        return;
    }
    names_shown(t->words->cat, &t->table.game, people);
    for (int i = 0; i < o->few.n; i++)
        o->label[i] = letter_choice_words(t->needs, t->words, &t->table, &o->few.option[i], people);
}

/* The address of the page where @option is played: a push has a token of its own for that. */
static bool push_choice_url(const struct told_push *t, const struct few_option *option, const char **url, struct err *err)
{
    const struct letter_needs *needs = t->needs;
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_DIGEST];
    const char *secret;
    if (!letter_token(needs, TOKEN_OPEN, t->row->person, t->row->game, t->table.game.seat[t->table.seat].awaited_ply, LINK_SECONDS, token, err)
        || !store_bounce_secret(needs->db, needs->arena, &secret, err))
        return false;
    token_hash(token, hash);
    *url = letter_choice_path(needs->arena, &t->table, option, secret, hash);
    return true;
}

static bool add_choice(const struct offered *o, int i, struct json_object *list, struct err *err)
{
    const char *url;
    if (!push_choice_url(o->push, &o->few.option[i], &url, err))
        return false;
    jadd(list, action(arena_printf(o->push->needs->arena, "choice-%d", i + 1), o->label[i], url));
    return true;
}

static int n_of_verb(const struct few *few, int verb)
{
    int n = 0;
    for (int i = 0; i < few->n; i++)
        n += few->option[i].move.verb == verb;
    return n;
}

/* Which option is what silence would answer, where it is one of its own kind; -1: none. */
static int quiet_option(const struct offered *o)
{
    const struct table *table = &o->push->table;
    const struct rules *rules = table->game.rules;
    struct move move;
    if (o->few.n < 2 || !rules->silence || rules->silence(table->head, table->seat, &move) || n_of_verb(&o->few, move.verb) > 1)
        return -1;
    for (int i = 0; i < o->few.n; i++)
        if (!o->few.option[i].filled_in && move_equal(&o->few.option[i].move, &move) && letter_width(o->label[i]) <= LABEL_COLUMNS)
            return i;
    return -1;
}

static bool two_fit(const struct offered *o)
{
    return o->few.n == 2 && letter_width(o->label[0]) <= LABEL_COLUMNS && letter_width(o->label[1]) <= LABEL_COLUMNS && strcmp(o->label[0], o->label[1]) != 0;
}

/* *list: the caller's. */
static bool add_actions(const struct told_push *t, struct json_object *list, struct err *err)
{
    struct offered *o = arena_alloc(t->needs->arena, sizeof(*o));
    o->push = t;
    find_options(o);
    if (two_fit(o))
        return add_choice(o, 0, list, err) && add_choice(o, 1, list, err);
    int quiet = quiet_option(o);
    if (quiet < 0)
        return true;
    if (!add_choice(o, quiet, list, err))
        return false;
    jadd(list, action("look", text_get(t->words->cat, N_("Look")), url_table(t->needs->arena, t->row->game)));
    return true;
}

/* ---- the whole ---- */

/* What is shown, and where a press on it leads. */
struct shown {
    const char *title, *body, *url, *tag;
};

static bool write_json(const struct told_push *t, const struct shown *shown, const char **json, struct err *err)
{
    struct json_object *root = arena_json(t->needs->arena, jset(jset(jobj(), "title", jstr(shown->title)), "url", jstr(shown->url)));
    jset(jset(jset(root, "tag", jstr(shown->tag)), "lang", jstr(t->words->lang)), "waiting", jint(t->row->waiting));
    if (!t->row->brief) {
        struct json_object *actions = jarr();
        jset(jset(root, "body", jstr(shown->body)), "actions", actions);
        if (!add_actions(t, actions, err))
            return false;
    }
    *json = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
    return true;
}

/* A test says that it works, and news of several games how many there are. */
static struct shown shown_of(const struct told_push *t)
{
    const struct delivery_row *row = t->row;
    if (!row->game)
        return (struct shown){text_get(t->words->cat, N_("This is a test from Ridotto")), text_get(t->words->cat, N_("Notifications work in this browser.")),
                              "/settings/push", "test"};
    if (is_of_several(t))
        return (struct shown){title_of(t), "", "/", "games"};
    /* People who left a private table cannot open it any more. */
    const char *url = !strcmp(row->kind, "taken") && t->table.game.invitation ? "/" : url_table(t->needs->arena, row->game);
    return (struct shown){title_of(t), body_of(t), url, arena_printf(t->needs->arena, "game-%" PRId64, row->game)};
}

bool push_text(const struct letter_needs *needs, const struct delivery_row *row, struct push_told *told, struct err *err)
{
    static const char *const asking[] = {"turn", "window", "reminder", "started", NULL};
    struct told_push *t = arena_alloc(needs->arena, sizeof(*t));
    *t = (struct told_push){.needs = needs, .words = languages_words(&needs->service->languages, row->lang), .row = row};
    if (!t->words)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the words of a push cannot be read");
    if (row->game) {
        if (!play_table(needs->db, NULL, needs->arena, row->game, row->person, (struct newest){.moves = MOVES_TOLD}, &t->table, err))
            return false;
        const struct game_row *game = &t->table.game;
        t->title = table_title(needs->arena, t->words->cat, game->rules_id, game->id);
        t->asks = is_of(row->kind, asking) && letter_is_asked(&t->table);
    }
    const struct shown shown = shown_of(t);
    told->topic = shown.tag;
    told->several = row->game && is_of_several(t);
    return write_json(t, &shown, &told->json, err);
}

/* "https://push.example.org" of a longer address. */
static const char *origin_of(struct arena *arena, const char *url)
{
    const char *host = strstr(url, "://");
    size_t n = host ? (size_t)(host + 3 - url) : 0;
    return arena_strndup(arena, url, n + strcspn(url + n, "/?"));
}

/* While a message waits at its service, a newer one about the same takes its place. */
static void write_headers(const struct delivery_row *row, const char *topic, const char *vapid, struct arena *arena, struct post *post)
{
    int n = 0;
    post->header[n++] = "Content-Type: application/octet-stream";
    post->header[n++] = "Content-Encoding: aes128gcm";
    post->header[n++] = arena_printf(arena, "TTL: %d", row->game ? DAY_SECONDS : 60);
    post->header[n++] = push_urgent(row->kind) || !strcmp(row->kind, "turn") || !strcmp(row->kind, "window") ? "Urgency: high" : "Urgency: normal";
    post->header[n++] = arena_join(arena, (const char *[]){"Topic: ", topic, NULL});
    post->header[n++] = arena_join(arena, (const char *[]){"Authorization: ", vapid, NULL});
    post->header[n] = NULL;
}

bool push_write(const struct letter_needs *needs, const struct delivery_row *row, const uint8_t vapid[32], struct post *post, bool *several,
                struct err *err)
{
    struct push_told told;
    const char *contact = arena_join(needs->arena, (const char *[]){"mailto:", mail_sender(&needs->service->set, needs->arena), NULL});
    const uint8_t *body;
    if (!push_text(needs, row, &told, err))
        return false;
    const char *who = encrypt_vapid(needs->arena, vapid, origin_of(needs->arena, row->url), contact, needs->now / 1000000 + VAPID_SECONDS);
    *post = (struct post){.url = row->url};
    if (!who || !encrypt_push(needs->arena, row->key, row->auth, told.json, strlen(told.json), &body, &post->length))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the message to browser %" PRId64 " cannot be encrypted", row->target);
    post->body = (const char *)body;
    *several = told.several;
    write_headers(row, told.topic, who, needs->arena, post);
    return true;
}

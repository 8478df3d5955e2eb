/* What goes out: letters, pushes to browsers, what hooks are told; and the page behind a choice from a letter.
 *
 * Of letters and of pushes that may tell more, the reader has his own. What is pushed without that lies on a locked screen, where anybody
 * reads it: so each reader sees what is pushed to all the others, too. Hooks are told what a stranger may see.
 */
#include "config.h"

#include "tests/leaks/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/choice_token.h"
#include "cgi/base/url.h"
#include "cgi/mail/letter.h"
#include "cgi/mail/letter_board.h"
#include "cgi/mail/letter_links.h"
#include "cgi/play/few.h"
#include "cgi/post/hook.h"
#include "cgi/post/push.h"
#include "rules/engine/verbs.h"
#include "tests/leaks/stage.h"

enum { CHOICES_READ = 3, WAITING = 2 };

/* ---- letters ---- */

static struct letter_needs needs_of(const struct look *l)
{
    return (struct letter_needs){.service = l->eye->service, .db = l->eye->db, .arena = l->twin->arena, .now = l->eye->now};
}

/* Its text, or NULL. */
static const char *read_letter(struct look *l, const char *kind, const char *data)
{
    struct arena *arena = l->twin->arena;
    struct letter_needs needs = needs_of(l);
    const struct mail_row row = {.id = 1, .person = l->who->id, .game = l->game, .kind = kind, .person_name = l->who->name,
                                 .email = "reader@example.org", .lang = l->lang, .data = data, .ply = l->twin->ply,
                                 .queued = l->eye->now, .picture = !strcmp(kind, "turn"), .hand = true};
    struct mail mail = {.picture = NULL};
    struct err err;
    struct sb out;
    if (!l->same)
        return NULL;
    look_begin(l);
    sb_init(&out, arena);
    if (letter_write(&needs, &row, 1, &mail, &err))
        sb_addf(&out, "%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n", mail.to_name, mail.to_address, mail.subject, mail.message_id,
                mail.references ? mail.references : "", mail.unsubscribe_url ? mail.unsubscribe_url : "", mail.text, mail.html);
    else
        sb_addf(&out, "no letter: %s", err.logged);
    sb_add_bytes(&out, mail.picture ? mail.picture : "", mail.picture_length);
    look_keep(l, LETTER, arena_printf(arena, "letter '%s' (%s)", kind, l->lang), out.text, out.length);
    return mail.text;
}

/* The picture of anybody's letter is a spectator's. */
static void look_at_picture(struct look *l)
{
    static const char *const people[SEATS_MAX] = {"A", "B", "C", "D", "E"};
    const struct words *words = languages_words(&l->eye->service->languages, l->lang);
    struct req reader;
    const char *alt = NULL;
    struct sb out;
    if (!l->same)
        return;
    req_init(&reader, l->twin->arena, l->eye->service, l->eye->now);
    reader.words = words;
    sb_init(&out, l->twin->arena);
    const char *svg = letter_picture_svg(&reader, l->twin->course->rules, l->twin->course->ply[l->twin->ply].state, NULL, people,
                                         l->twin->course->game.setup.n_seats, &alt);
    sb_addf(&out, "%s\n%s", svg ? svg : "", alt ? alt : "");
    look_keep(l, LETTER, "the picture in letters", out.text, out.length);
}

/* ---- the page of a choice ---- */

/* Without a session, as a program that follows links opens it; and as the reader. */
static void open_choice(struct look *l, const char *target)
{
    look_ask(l, (struct asking){.kind = PAGE, .method = GET, .target = target, .signed_out = true});
    look_ask(l, (struct asking){.kind = PAGE, .method = GET, .target = target});
}

/* Made for another position than the present one: nothing is played, and the page says why. */
static void press_late(struct look *l, const char *target)
{
    const char *body = arena_printf(l->twin->arena, "ply=%d&draft=0&csrf=%s", l->twin->ply + 1, l->csrf ? l->csrf : "");
    look_ask(l, (struct asking){.kind = FORM, .method = POST, .target = target, .body = body});
}

/* Some of the links of a letter. */
static void follow_choices(struct look *l, const char *text)
{
    static const char begins[] = "/mail/choice/";
    const char *at = text ? strstr(text, begins) : NULL, *target = NULL;
    for (int i = 0; at && i < CHOICES_READ; i++, at = strstr(at + sizeof(begins), begins)) {
        target = arena_strndup(l->twin->arena, at, strcspn(at, " \r\n\">"));
        open_choice(l, target);
    }
    if (target)
        press_late(l, target);
}

/* A position, kept in both tales, since which the viewer has been asked without a break while others moved; -1: there is none. */
static int asked_before(const struct twin *t)
{
    const struct ply *ply = t->course->ply;
    int found = -1;
    for (int i = t->ply; i > 0 && (ply[i].awaits & SEAT_BIT(t->viewer)) && ply[i].seat != t->viewer; i--)
        for (int k = 0; k < t->n_snapshots && (ply[i - 1].awaits & SEAT_BIT(t->viewer)); k++)
            found = t->snapshot_ply[k] == i - 1 ? i - 1 : found;
    return found;
}

/* The choice of a letter that was written at @ply: others have moved since, and the page tells it. */
static const char *older_choice(struct look *l, const struct few_option *option, int ply)
{
    const struct verb *verbs = l->twin->course->rules->verbs;
    const struct letter_needs needs = needs_of(l);
    struct arena *arena = l->twin->arena;
    char step[MOVE_TEXT], token[TOKEN_TEXT], choice[CHOICE_TOKEN];
    uint8_t hash[TOKEN_HASH_BYTES];
    struct err err;
    const char *secret;
    move_to_text(verbs, &option->move, step);
    const struct chosen chosen = {.game = l->game, .ply = ply, .step = option->filled_in ? verbs[option->move.verb].name : step, .filled_in = option->filled_in};
    look_begin(l);
    if (!store_bounce_secret(l->eye->db, arena, &secret, &err)
        || !letter_token(&needs, TOKEN_OPEN, l->who->id, l->game, NO_TURN, LINK_SECONDS, token, &err))
        abort();
    token_hash(token, hash);
    choice_token_make(secret, hash, &chosen, choice);
    return url_choice(arena, choice, &chosen);
}

static void open_older_choice(struct look *l)
{
    const struct twin *t = l->twin;
    struct few few = {.n = 0};
    int ply = asked_before(t);
    if (ply < 0 || !l->same)
        return;
    few_options(t->arena, t->course->rules, t->course->ply[t->ply].state, t->viewer, &few);
    if (few.n == 0)
        return;
    stage_asked_since(l->eye->stage, l->game, t->viewer, ply);
    open_choice(l, older_choice(l, &few.option[rng_below(&l->dice, (uint32_t)few.n)], ply));
    stage_asked_since(l->eye->stage, l->game, t->viewer, t->ply);
}

static void read_letters(struct look *l)
{
    look_at_picture(l);
    if (l->twin->viewer == NO_SEAT)
        return;
    follow_choices(l, read_letter(l, "turn", "{}"));
    read_letter(l, "window", "{}");
    read_letter(l, "reminder", "{}");
    read_letter(l, "started", "{}");
    read_letter(l, "clock", "{\"about\": \"missed\", \"draft\": false}");
    open_older_choice(l);
}

/* ---- pushes ---- */

/* Before it is encrypted. */
static void read_push(struct look *l, const struct reader_person *to, const char *kind, bool more)
{
    const struct letter_needs needs = needs_of(l);
    const struct delivery_row row = {.id = 1, .target = 1, .game = l->game, .kind = kind, .ply = l->twin->ply, .tries = 1, .queued = l->eye->now,
                                     .url = "https://push.example.org/one", .person = to->id, .lang = l->lang, .push = true, .more = more, .waiting = WAITING};
    struct push_told told;
    struct err err;
    if (!l->same)
        return;
    look_begin(l);
    const char *json = push_text(&needs, &row, &told, &err) ? told.json : err.logged;
    look_keep(l, LETTER, arena_printf(l->twin->arena, "push '%s' to %s%s (%s)", kind, to->name, more ? ", with more" : "", l->lang), json, strlen(json));
}

/* Others' drafts are laid aside for it: one that has begun is offered no answer to press, which those around may notice. */
static void look_at_screens(struct look *l)
{
    const struct twin *t = l->twin;
    if (t->alone || !l->same)
        return;
    stage_drafts(l->eye->stage, l->game, t, l->first != NULL, false);
    for (int seat = 0; seat < t->course->game.n_seats; seat++)
        for (int i = 0; i < 2 && seat != t->viewer; i++)
            read_push(l, &l->eye->person[seat], i ? "window" : "turn", false);
    stage_drafts(l->eye->stage, l->game, t, l->first != NULL, true);
}

static void read_pushes(struct look *l)
{
    static const char *const kinds[] = {"turn", "window", "reminder", "started", "clock", "over"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && l->twin->viewer != NO_SEAT; i++)
        for (int more = 0; more < 2; more++)
            read_push(l, l->who, kinds[i], more);
    look_at_screens(l);
}

/* ---- hooks ---- */

static void add_post(struct sb *out, const struct post *post)
{
    for (int i = 0; i < POST_HEADERS_MOST && post->header[i]; i++)
        sb_addf(out, "%s\n", post->header[i]);
    sb_addf(out, "\n%.*s", (int)post->length, post->body);
}

/* Of the table's owner, and as one of the games of somebody who plays there. */
static void read_hook(struct look *l, const struct hook_form *form, const char *kind, bool of_table)
{
    const struct letter_needs needs = needs_of(l);
    const struct delivery_row row = {.id = 1, .target = 1, .game = l->game, .kind = kind, .ply = l->twin->ply, .tries = 1, .queued = l->eye->now,
                                     .url = "https://hooks.example.org/one", .form = form->id, .person = l->eye->person[0].id, .of_table = of_table,
                                     .lang = l->lang};
    struct post post;
    struct err err;
    struct sb out;
    if (!l->same)
        return;
    look_begin(l);
    sb_init(&out, l->twin->arena);
    if (hook_write(&needs, &row, &post, &err))
        add_post(&out, &post);
    else
        sb_add(&out, err.logged);
    look_keep(l, LETTER, arena_printf(l->twin->arena, "hook '%s' as %s, of %s (%s)", kind, form->id, of_table ? "the table" : "a person", l->lang), out.text,
              out.length);
}

static void read_hooks(struct look *l)
{
    static const char *const kinds[] = {"turn", "started", "ended"};
    int n;
    const struct hook_form *forms = hook_forms(&n);
    for (int i = 0; i < 2 * n; i++)
        read_hook(l, &forms[i / 2], "turn", i % 2);
    for (size_t i = 1; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        read_hook(l, &forms[0], kinds[i], true);
}

void look_at_sent(struct look *l)
{
    read_letters(l);
    read_pushes(l);
    read_hooks(l);
}

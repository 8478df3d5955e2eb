#include "config.h"

#include "cgi/mail/letter_asked.h"

#include <string.h>

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/mail/letter_text.h"
#include "cgi/model/board.h"
#include "cgi/tpl/tpl.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { SUBJECT_COLUMNS = 78 };

/* ---- what is asked ---- */

bool letter_is_asked(const struct table *t)
{
    const struct game_row *game = &t->game;
    return game->rules && t->head && t->seat >= 0 && game->status == GAME_RUNNING && !game->paused && game->seat[t->seat].awaited_since
        && !game->seat[t->seat].resigned && !game->seat[t->seat].opened;
}

/* The question with its figures, as the game's own template puts it out of what the reader sees; NULL: it has none for this one. */
static const char *figured(const struct letter_needs *needs, const struct table *t, const char *const *people)
{
    const struct rules *rules = t->game.rules;
    const struct board board = board_open(needs->reader, rules, t->head, NULL, t->seat, people, t->game.n_seats, NULL);
    struct sb out;
    sb_init(&out, needs->arena);
    if (!tpl_render(needs->reader->words->tpl, arena_printf(needs->arena, "%s/question.txt", rules->id), board.view, &out, NULL))
        return NULL;
    return letter_one_line(needs->arena, out.text);
}

/* How long the reader has, where there is a clock, and until when in the reader's time zone. */
static void tell_time(const struct letter_needs *needs, const struct words *words, const struct table *t, struct letter_asked *out)
{
    const struct seat_row *seat = &t->game.seat[t->seat];
    const int64_t left = (seat->clock.deadline - needs->now) / 1000000;
    struct sb span;
    if (left < 60)
        return;
    sb_init(&span, needs->arena);
    text_duration(&span, words->cat, left);
    out->time = span.text;
    const struct text_value time[] = {{.name = "time", .text = span.text},
                                      {.name = "moment", .text = moment_words(needs->arena, words->cat, seat->rest.zone, seat->clock.deadline)}};
    out->until = letter_filled(needs, words, N_("Your time runs out in {time}: {moment}."), time, 2);
}

void letter_ask(const struct letter_needs *needs, const struct words *words, const struct table *table, const char *const *people,
                struct letter_asked *out)
{
    *out = (struct letter_asked){0};
    if (!letter_is_asked(table))
        return;
    const char *what = table->game.rules->words->asks(table->head, table->seat).imperative;
    const struct text_value value[] = {{"name", people[table->seat], 0}, {"what", text_get(words->cat, what), 0}};
    out->question = out->short_question = figured(needs, table, people);
    if (!out->question) {
        out->question = letter_filled(needs, words, what ? N_("{name}, {what}.") : N_("{name}, it is your turn."), value, 2);
        out->short_question = what ? value[1].text : text_get(words->cat, N_("your turn"));
    }
    tell_time(needs, words, table, out);
}

/* ---- in a subject ---- */

static const char *subject_of(const struct letter_needs *needs, const struct words *words, const char *title, enum asked_about about,
                              const char *question, const char *time)
{
    static const char *const say[][2] = {
        [ASKED_NOW] = {N_("{game}: {question}"), N_("{game}: {question} ({time} left)")},
        [ASKED_AGAIN] = {N_("{game}, still your turn: {question}"), N_("{game}, still your turn: {question} ({time} left)")},
        [ASKED_BY_ONESELF] = {N_("Your reminder, {game}: {question}"), N_("Your reminder, {game}: {question} ({time} left)")},
        [ASKED_AFTER_TIME] = {N_("{game}, time ran out, still your turn: {question}"),
                              N_("{game}, time ran out, still your turn: {question} ({time} left)")},
    };
    const struct text_value value[] = {{"game", title, 0}, {"question", question, 0}, {"time", time, 0}};
    return letter_filled(needs, words, say[about][time != NULL], value, 3);
}

static bool is_mark(const char *c)
{
    return *c == ' ' || *c == ',' || !strncmp(c, "、", strlen("、"));
}

/* The beginning of @question that takes at most @columns with "…" behind it: up to the end of a word. */
static const char *beginning(const struct letter_needs *needs, const char *question, int columns)
{
    size_t end = 0, at = 0;
    while (question[at] && letter_width(arena_strndup(needs->arena, question, at)) < columns) {
        end = is_mark(question + at) || (unsigned char)question[at] >= 0xe3 ? at : end;
        do
            at++;
        while (((unsigned char)question[at] & 0xc0) == 0x80);
    }
    while (end && (question[end - 1] == ',' || question[end - 1] == ' '))
        end--;
    return arena_printf(needs->arena, "%.*s…", (int)end, question);
}

const char *letter_asked_subject(const struct letter_needs *needs, const struct words *words, const struct letter_asked *asked,
                                 enum asked_about about, const char *title)
{
    const char *whole = subject_of(needs, words, title, about, asked->short_question, asked->time);
    const int over = letter_width(whole) - SUBJECT_COLUMNS, room = letter_width(asked->short_question) - over;
    if (over <= 0)
        return whole;
    return subject_of(needs, words, title, about, room > 1 ? beginning(needs, asked->short_question, room) : "…", asked->time);
}

#include "config.h"

#include "cgi/mail/letter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/mail/letter_alone.h"
#include "cgi/mail/letter_game.h"
#include "cgi/mail/letter_links.h"
#include "cgi/mail/letter_text.h"
#include "cgi/tpl/tpl.h"
#include "cgi/words/joined.h"

#include "cgi/base/banned.h"

bool letter_alone(const char *kind)
{
    return letter_about_account(kind);
}

const char *letter_subject(const char *kind)
{
    return news_subject_of(kind);
}

bool letter_urgent(const char *kind)
{
    return news_urgent(kind);
}

static int64_t lowest_of(const struct mail_row *rows, int n)
{
    int64_t lowest = rows->id;
    for (int i = 1; i < n; i++)
        lowest = rows[i].id < lowest ? rows[i].id : lowest;
    return lowest;
}

/* The same rows always give the same id, so that a mail sent twice counts as one; other rows give another, since a bounced mail
 * is found by its id. */
static void name_games(const struct letter_needs *needs, const struct mail_row *rows, int n, const struct news *news, bool several,
                       struct mail *mail)
{
    const char *host = mail_host(&needs->service->set, needs->arena);
    mail->list_id = several ? arena_printf(needs->arena, "games.%s", host) : arena_printf(needs->arena, "game-%" PRId64 ".%s", news->game, host);
    if (several) {
        mail->message_id = arena_printf(needs->arena, "mail-%" PRId64 "-several.%" PRId64 "@%s", lowest_of(rows, n),
                                        rows->person, host);
        return;
    }
    const char *nth = news->nth ? arena_printf(needs->arena, "-%d", news->nth) : "";
    mail->message_id = arena_printf(needs->arena, "game-%" PRId64 "-%d-%s%s.%" PRId64 "@%s", news->game, news->of_ply,
                                    news_kind(news->head), nth, rows->person, host);
    mail->references = arena_printf(needs->arena, "game-%" PRId64 "@%s", news->game, host);
}

/* Of several games: how many of them wait for the reader. */
static const char *several_subject(const struct letter_needs *needs, const struct words *words, const struct letter_game *told, int n)
{
    int turns = 0;
    for (int i = 0; i < n; i++)
        turns += told[i].asked.question != NULL;
    const struct text_value count = {.name = "games", .number = turns ? turns : n};
    return letter_filled(needs, words, turns ? N_("Your turn in {games:one game|# games}") : N_("News from {games:one game|# games}"),
                         &count, 1);
}

static const char *one_subject(const struct letter_needs *needs, const struct words *words, const struct news *news,
                               const struct letter_game *told)
{
    if (!told->asked.question)
        return news_subject(needs, words, news, told->title, told->inviter);
    const enum asked_about about = news->has[CLOCK] ? ASKED_AFTER_TIME
        : news_reminder_is(needs, news, "own") ? ASKED_BY_ONESELF : news->has[REMINDER] ? ASKED_AGAIN : ASKED_NOW;
    return letter_asked_subject(needs, words, &told->asked, about, told->title);
}

/* What phones show beside the subject: the first line, or of several games their names. */
static const char *preheader(const struct letter_needs *needs, const struct words *words, const struct letter_game *told, int n)
{
    struct sb out;
    sb_init(&out, needs->arena);
    for (int i = 0; n > 1 && i < n; i++)
        text_add_item(&out, words->cat, told[i].title);
    return n > 1 ? out.text : told->lead;
}

static bool write_games(const struct letter_needs *needs, const struct words *words, const struct mail_row *rows, int n,
                        struct value *model, struct mail *mail, struct err *err)
{
    struct news *news = arena_array(needs->arena, (size_t)n, sizeof(*news));
    struct letter_game *told = arena_array(needs->arena, (size_t)n, sizeof(*told));
    int n_games = news_gather(rows, n, news);
    struct value *games = new_list(needs->arena);
    put(model, K_games, games);
    for (int i = 0; i < n_games; i++)
        if (!letter_game_model(needs, words, rows, &news[i], i, n_games, games, &told[i], err))
            return false;
    put_bool(model, K_several, n_games > 1);
    mail->subject = n_games > 1 ? several_subject(needs, words, told, n_games) : one_subject(needs, words, news, told);
    put_text(model, K_subject, mail->subject);
    mail->picture = told->picture.png;
    mail->picture_length = told->picture.length;
    const char *preview = preheader(needs, words, told, n_games);
    put_text(put_bool(model, K_has_preheader, preview), K_preheader, preview);
    name_games(needs, rows, n, news, n_games > 1, mail);
    mail->list_name = n_games > 1 ? "" : told->title;
    return letter_add_unsubscribe(needs, rows, n_games == 1 ? news->game : 0, model, mail, err);
}

static bool render(const struct letter_needs *needs, const struct words *words, const char *name, const char *ending,
                   struct value *model, const char **text, struct err *err)
{
    struct sb out;
    sb_init(&out, needs->arena);
    const char *template_name = arena_printf(needs->arena, "mail/%s.%s", name, ending);
    if (!tpl_render(words->tpl, template_name, model, &out, NULL))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "there is no template %s", template_name);
    const bool japanese = joined_wanted(words->cat), html = !strcmp(ending, "html");
    if (japanese && html) {
        const struct sb plain = out;
        sb_init(&out, needs->arena);
        joined_html(&out, plain.text, plain.length, true);
    }
    *text = japanese && !html ? letter_folded(needs->arena, out.text) : out.text;
    return true;
}

/* Who reads, as a visitor of the site in that language. */
static struct req *new_reader(const struct letter_needs *needs, const struct words *words, const struct mail_row *row)
{
    struct req *rq = arena_alloc(needs->arena, sizeof(*rq));
    req_init(rq, needs->arena, needs->service, needs->now);
    rq->db = needs->db;
    rq->words = words;
    rq->who = (struct visitor){.id = row->person, .name = row->person_name, .lang = row->lang};
    return rq;
}

bool letter_write(const struct letter_needs *given, const struct mail_row *rows, int n, struct mail *mail, struct err *err)
{
    const struct words *words = languages_words(&given->service->languages, rows->lang);
    if (!words)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the words of a letter cannot be read");
    const bool alone = letter_alone(rows->kind);
    struct letter_needs needs = *given;
    needs.reader = new_reader(given, words, rows);
    struct value *model = new_object(needs.arena);
    *mail = (struct mail){.to_name = rows->person_name ? rows->person_name : "", .to_address = rows->email};
    put_text(model, K_lang, words->lang);
    put_text(model, K_name, rows->person_name);
    put_bool(model, K_stranger, !rows->person_name);
    put_bool(model, K_has_preheader, false);
    put_text(model, K_house_url, letter_absolute(&needs, "/"));
    if (!(alone ? letter_write_alone(&needs, words, rows, model, mail, err) : write_games(&needs, words, rows, n, model, mail, err)))
        return false;
    if (joined_wanted(words->cat))
        mail->subject = letter_set(needs.arena, mail->subject);
    return render(&needs, words, alone ? rows->kind : "games", "txt", model, &mail->text, err)
        && render(&needs, words, alone ? rows->kind : "games", "html", model, &mail->html, err);
}

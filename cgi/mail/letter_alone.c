#include "config.h"

#include "cgi/mail/letter_alone.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/base/url.h"
#include "cgi/mail/letter_links.h"
#include "cgi/mail/letter_news.h"
#include "cgi/mail/letter_table.h"
#include "cgi/model/model.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* Letters about somebody's account. */
static const struct account_matter {
    const char *kind, *subject;
    char *(*url)(struct arena *, const char *token); /* NULL: the mail has no token */
    const char *path;    /* where it links to without a token */
    bool unproven;       /* the reader may be anybody, so there is no link to unsubscribe */
} account_matters[] = {
    {"confirm", N_("Please confirm your address"), url_confirm, NULL, true},
    {"recover", N_("Password reset"), url_reset, NULL, false},
    {"address", N_("Please confirm your new address"), url_address, NULL, true},
    {"moving", N_("Change of your e-mail address"), NULL, "/recover", false},
    {"hook", N_("A web hook of yours is switched off"), NULL, "/settings/hooks", false},
    {"tournament", N_("Tournament “{about}” is cancelled"), NULL, "/tournaments", false},
};

static const struct account_matter *account_matter(const char *kind)
{
    for (size_t i = 0; i < sizeof(account_matters) / sizeof(account_matters[0]); i++)
        if (!strcmp(account_matters[i].kind, kind))
            return &account_matters[i];
    return NULL;
}

bool letter_about_account(const char *kind)
{
    return account_matter(kind) || !strcmp(kind, "invitation") || !strcmp(kind, "link");
}

/* Why a tournament was cancelled that the reader had joined. */
static void put_cancelled(const struct letter_needs *needs, const struct words *words, const struct value *data, struct value *model)
{
    static const struct {
        const char *why, *sentence;
    } reasons[] = {{"few", N_("The tournament “{title}”, which you had joined, was cancelled, as too few people had joined.")},
                   {"organiser", N_("The tournament “{title}”, which you had joined, was cancelled by its organiser.")},
                   {"operator", N_("The tournament “{title}”, which you had joined, was cancelled by an operator of this site.")}};
    const struct text_value title = {.name = "title", .text = get_text(data, K_about)};
    const char *why = get_text(data, K_why);
    size_t i = sizeof(reasons) / sizeof(reasons[0]) - 1;
    while (i > 0 && (!why || strcmp(why, reasons[i].why) != 0))
        i--;
    put_text(model, K_sentence, letter_filled(needs, words, reasons[i].sentence, &title, 1));
}

static bool write_account(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                          struct value *model, struct mail *mail, struct err *err)
{
    const struct account_matter *matter = account_matter(row->kind);
    const char *token = get_text(news_data(needs, row->data), K_token);
    if (!token && matter->url)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "mail %" PRId64 " (%s) has no token", row->id, row->kind);
    const struct text_value about = {.name = "about", .text = get_text(news_data(needs, row->data), K_about)};
    mail->subject = letter_filled(needs, words, matter->subject, &about, about.text ? 1 : 0);
    mail->message_id = arena_printf(needs->arena, "%s-%" PRId64 ".%" PRId64 "@%s", row->kind, row->id, row->person,
                                    mail_host(&needs->service->set, needs->arena));
    put_text(model, K_subject, mail->subject);
    const char *path = matter->url ? matter->url(needs->arena, token) : matter->path;
    if (!strcmp(row->kind, "tournament"))
        put_cancelled(needs, words, news_data(needs, row->data), model);
    else
        put_copy(model, K_url, get_text(news_data(needs, row->data), K_about)); /* of a hook: its address */
    put_text(model, K_link, letter_absolute(needs, path));
    if (!matter->unproven)
        return letter_add_unsubscribe(needs, row, 0, model, mail, err);
    letter_set_unsubscribe(mail, NULL, put_bool(model, K_has_mute, false));
    return true;
}

/* The raw token that a letter with a link was queued with. */
static bool read_token(const struct letter_needs *needs, const struct mail_row *row, const char **token, struct err *err)
{
    *token = get_text(news_data(needs, row->data), K_token);
    return *token || err_fail(err, ERR_INTERNAL, NULL, NULL, "mail %" PRId64 " (%s) has no token", row->id, row->kind);
}

/* A letter that was asked for where the link of an older one was good no more. */
static bool write_link(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                       struct value *model, struct mail *mail, struct err *err)
{
    struct game_row game;
    const char *token;
    if (!read_token(needs, row, &token, err) || !store_game(needs->db, needs->arena, row->game, &game, err))
        return false;
    const char *title = table_title(needs->arena, words->cat, game.rules_id, game.id);
    const struct text_value about = {.name = "game", .text = title};
    mail->subject = letter_filled(needs, words, N_("New link to {game}"), &about, 1);
    mail->message_id = arena_printf(needs->arena, "link-%" PRId64 ".%" PRId64 "@%s", row->id, row->person,
                                    mail_host(&needs->service->set, needs->arena));
    put_text(put_text(model, K_subject, mail->subject), K_game_title, title);
    put_text(model, K_link, letter_absolute(needs, url_magic_game(needs->arena, token, row->game)));
    return letter_add_unsubscribe(needs, row, row->game, model, mail, err);
}

static bool write_invitation(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                             struct value *model, struct mail *mail, struct err *err)
{
    struct game_row game;
    const char *token;
    if (!read_token(needs, row, &token, err) || !store_game(needs->db, needs->arena, row->game, &game, err))
        return false;
    const char *title = game.rules ? text_get(words->cat, game.rules->words->title) : game.rules_id;
    const struct text_value both[] = {{.name = "name", .text = row->inviter ? row->inviter : ""},
                                      {.name = "game", .text = title}};
    mail->subject = letter_filled(needs, words, N_("{name} invites you to a game of {game}"), both, 2);
    mail->message_id = arena_printf(needs->arena, "invitation-%" PRId64 "@%s", row->id, mail_host(&needs->service->set, needs->arena));
    const char *key = game.invitation ? arena_printf(needs->arena, "?key=%s", game.invitation) : "";
    put_text(model, K_subject, mail->subject);
    put_text(put_bool(model, K_has_line, row->line && *row->line), K_asked_line, row->line);
    const char *about = game.rules ? get_text(model_game_kind(needs->reader, game.rules), K_text) : NULL;
    put_text(model, K_about, about);
    put_text(put_bool(model, K_has_preheader, about), K_preheader, row->line && *row->line ? row->line : about);
    letter_add_table(needs, &game, model);
    put_text(model, K_link, arena_printf(needs->arena, "%s%s", letter_absolute(needs, url_table(needs->arena, game.id)), key));
    letter_set_unsubscribe(mail, letter_absolute(needs, url_never(needs->arena, token)), put_bool(model, K_has_mute, false));
    return true;
}

bool letter_write_alone(const struct letter_needs *needs, const struct words *words, const struct mail_row *row, struct value *model,
                        struct mail *mail, struct err *err)
{
    if (!strcmp(row->kind, "invitation"))
        return write_invitation(needs, words, row, model, mail, err);
    return !strcmp(row->kind, "link") ? write_link(needs, words, row, model, mail, err) : write_account(needs, words, row, model, mail, err);
}

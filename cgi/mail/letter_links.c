#include "config.h"

#include "cgi/mail/letter_links.h"

#include "cgi/base/url.h"

#include "cgi/base/banned.h"

enum { UNSUBSCRIBE_DAYS = 365, UNSUBSCRIBE_SECONDS = UNSUBSCRIBE_DAYS * 24 * 60 * 60 };

const char *letter_absolute(const struct letter_needs *needs, const char *path)
{
    return arena_printf(needs->arena, "%s%s", needs->service->set.url, path);
}

bool letter_token(const struct letter_needs *needs, enum token_kind kind, int64_t person, int64_t game, int turn, int64_t seconds,
                  char text[TOKEN_TEXT], struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    token_make(text);
    token_hash(text, hash);
    return store_token_new(needs->db, kind, hash, person, game, turn, seconds, err);
}

void letter_set_unsubscribe(struct mail *mail, const char *url, struct value *model)
{
    mail->unsubscribe_url = url;
    put_text(put_bool(model, K_has_unsubscribe, url), K_unsubscribe_url, url);
}

bool letter_add_unsubscribe(const struct letter_needs *needs, const struct mail_row *row, int64_t game, struct value *model,
                            struct mail *mail, struct err *err)
{
    char token[TOKEN_TEXT];
    if (!letter_token(needs, TOKEN_UNSUBSCRIBE, row->person, 0, NO_TURN, UNSUBSCRIBE_SECONDS, token, err))
        return false;
    letter_set_unsubscribe(mail, letter_absolute(needs, url_unsubscribe(needs->arena, token)), model);
    put_bool(model, K_has_mute, game != 0);
    if (!game)
        return true;
    if (!letter_token(needs, TOKEN_UNSUBSCRIBE, row->person, game, NO_TURN, UNSUBSCRIBE_SECONDS, token, err))
        return false;
    put_text(model, K_mute_url, letter_absolute(needs, url_unsubscribe(needs->arena, token)));
    return true;
}

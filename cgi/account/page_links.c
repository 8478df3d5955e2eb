/* Pages behind the links of our mail. A GET shows a button and changes nothing, because mail programs follow links on
 * their own; only the POST uses the token up. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/password.h"
#include "cgi/http/session.h"
#include "cgi/store/store.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { LOGIN_MOST = 200 };

/* ---- which browser it is ---- */

/* A cookie for nothing else, made when a link to a game is used first: such a link then serves in that browser only. */
#define BROWSER_COOKIE "letters"

static const uint8_t *browser_hash(struct req *rq, const char *cookie)
{
    uint8_t *hash = arena_alloc(rq->arena, TOKEN_DIGEST);
    token_hash(cookie, hash);
    return hash;
}

/* NULL: it has used no link of late. */
static const uint8_t *browser_of(struct req *rq)
{
    const char *cookie = req_cookie(rq, BROWSER_COOKIE);
    return token_shaped(cookie) ? browser_hash(rq, cookie) : NULL;
}

/* From now on it is known again for as long as a link may serve. */
static const uint8_t *browser_marked(struct req *rq, struct res *rs)
{
    const char *cookie = req_cookie(rq, BROWSER_COOKIE);
    char made[TOKEN_TEXT];
    if (!token_shaped(cookie)) {
        token_make(made);
        cookie = made;
    }
    res_cookie(rq, rs, BROWSER_COOKIE, cookie, LINK_SECONDS);
    return browser_hash(rq, cookie);
}

/* ---- tokens ---- */

/* ERR_GONE also for what has not even the shape of a token. */
static bool peek(struct req *rq, enum token_kind kind, struct token *token, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    if (!token_shaped(rq->part[0]))
        return err_fail(err, ERR_GONE, NULL, NULL, "not a token");
    token_hash(rq->part[0], hash);
    return store_token_peek(rq->db, rq->arena, kind, hash, browser_of(rq), token, err);
}

static bool use(struct req *rq, enum token_kind kind, const uint8_t *browser, struct token *token, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    if (!token_shaped(rq->part[0]))
        return err_fail(err, ERR_GONE, NULL, NULL, "not a token");
    token_hash(rq->part[0], hash);
    return store_token_use(rq->db, rq->arena, kind, hash, browser, token, err);
}

/* For a link that was used or is too old, the page says so and offers the next step. Other errors stay errors. */
static bool gone_page(struct req *rq, struct res *rs, const char *name, struct err *err)
{
    if (err->code != ERR_GONE)
        return false;
    err->say = N_("This link has already been used or has expired.");
    if (rq->wants_json)
        return false;
    rq->failed = *err;
    rs->status = err_status(ERR_GONE);
    struct value *model = put_null(put_bool(new_object(rq->arena), K_gone, true), K_game_title);
    return res_page(rq, rs, name, put_text(model, K_link, token_shaped(rq->part[0]) ? rq->part[0] : NULL));
}

static struct value *link_model(struct req *rq, const struct token *token)
{
    struct value *model = put_text(new_object(rq->arena), K_person_name, token->person_name);
    put_text(model, K_action, rq->target);
    return put_bool(model, K_gone, false);
}

/* "Carrara 42"; NULL for no game, or one that is not there any more. */
static const char *game_title(struct req *rq, int64_t id)
{
    struct game_row game;
    struct err ignored;
    if (!id || !store_game(rq->db, rq->arena, id, &game, &ignored) || !game.rules)
        return NULL;
    return table_title(rq->arena, rq->words->cat, game.rules_id, id);
}

/* ---- confirming the address ---- */

bool page_confirm(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (peek(rq, TOKEN_CONFIRM, &token, err))
        return res_page(rq, rs, "confirm", link_model(rq, &token));
    return gone_page(rq, rs, "confirm", err);
}

bool act_confirm(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (!use(rq, TOKEN_CONFIRM, NULL, &token, err))
        return gone_page(rq, rs, "confirm", err);
    if (!session_begin(rq, rs, token.person, err))
        return false;
    res_flash(rq, rs, "confirmed");
    return res_see_other(rs, account_remembered_next(rq, rs));
}

/* ---- opening a game from mail ---- */

static const char *url_after_magic(struct req *rq, int64_t game)
{
    return game ? url_table(rq->arena, game) : "/";
}

/* The link also names its game, so that an old mail still opens it: without a session as any visitor sees it, and with a
 * press that sends a fresh letter. The answer is the same whether the link was used elsewhere, is too old, or never was one. */
static bool old_magic(struct req *rq, struct res *rs, struct err *err)
{
    int64_t game;
    bool known = parse_number(req_field(&rq->query, "game"), 1, INT64_MAX, &game);
    if (err->code != ERR_GONE || !known || rq->wants_json)
        return gone_page(rq, rs, "magic", err);
    if (!req_signed_in(rq))
        res_flash_link(rq, rs, "link-old", rq->part[0]);
    return res_to_table(rq, rs, game);
}

bool page_magic(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (!peek(rq, TOKEN_OPEN, &token, err))
        return old_magic(rq, rs, err);
    if (rq->who.id == token.person)
        return res_see_other(rs, url_after_magic(rq, token.game));
    struct value *model = put_bool(link_model(rq, &token), K_of_turn, token.of_turn);
    put_text(model, K_instead_of, req_signed_in(rq) ? rq->who.name : NULL);
    return res_page(rq, rs, "magic", put_text(model, K_game_title, game_title(rq, token.game)));
}

bool act_magic(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (!use(rq, TOKEN_OPEN, browser_marked(rq, rs), &token, err))
        return old_magic(rq, rs, err);
    return session_begin(rq, rs, token.person, err) && res_see_other(rs, url_after_magic(rq, token.game));
}

/* A fresh letter goes where the old one went, or to a newer address of that person. Whose that is, and whether there is
 * anybody, the answer does not tell. */
bool act_again(struct req *rq, struct res *rs, struct err *err)
{
    const char *link = req_field(&rq->form, "link"), *back = req_field(&rq->form, "back");
    char token[TOKEN_TEXT], hex[2 * TOKEN_DIGEST + 1];
    uint8_t hash[TOKEN_DIGEST];
    if (!token_shaped(link))
        return err_fail(err, ERR_INPUT, NULL, "link", "not a token");
    token_hash(link, hash);
    sodium_bin2hex(hex, sizeof(hex), hash, sizeof(hash));
    token_make(token);
    if (!account_attempt_from(rq, "letter-from", 20, 3600, err) || !account_attempt(rq, "letter", hex, 4, 3600, err) ||
        !store_letter_again(rq->db, hash, token, LINK_SECONDS, err))
        return false;
    res_flash(rq, rs, "letter-sent");
    return res_see_other(rs, url_local(back) ? back : "/");
}

/* ---- a forgotten password ---- */

static struct value *recover_model(struct req *rq)
{
    const char *login = req_field(&rq->form, "login");
    struct value *model = put(new_object(rq->arena), K_form, put_text(new_object(rq->arena), K_login, login ? login : ""));
    return put_bool(model, K_sent, req_field(&rq->query, "sent") != NULL);
}

bool page_recover(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    return res_page(rq, rs, "recover", recover_model(rq));
}

bool act_recover(struct req *rq, struct res *rs, struct err *err)
{
    const char *login;
    bool ok = form_text(&rq->form, rq->arena, "login", 1, LOGIN_MOST, &login, err) &&
              account_attempt_from(rq, "recover-from", 20, 3600, err) &&
              account_attempt(rq, "recover", login, 4, 3600, err) && store_recover(rq->db, login, err);
    return ok ? res_see_other(rs, "/recover?sent=1") : res_form_again(rq, rs, "recover", recover_model(rq), err);
}

static struct value *reset_model(struct req *rq, const struct token *token)
{
    return put_int(link_model(rq, token), K_password_least, PASSWORD_LEAST);
}

bool page_reset(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (peek(rq, TOKEN_RECOVER, &token, err))
        return res_page(rq, rs, "reset", reset_model(rq, &token));
    return gone_page(rq, rs, "reset", err);
}

bool act_reset(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    const char *password, *hash;
    if (!peek(rq, TOKEN_RECOVER, &token, err))
        return gone_page(rq, rs, "reset", err);
    if (!account_password(rq, &password, err) ||
        !password_hash(rq->service->hashing, account_claim(rq, true), rq->arena, password, &hash, err))
        return res_form_again(rq, rs, "reset", reset_model(rq, &token), err);
    if (!use(rq, TOKEN_RECOVER, NULL, &token, err))
        return gone_page(rq, rs, "reset", err);
    if (!account_new_password(rq, rs, token.person, hash, err))
        return false;
    res_flash(rq, rs, "password-saved");
    return res_see_other(rs, "/");
}

/* ---- no more mail ---- */

bool page_unsubscribe(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (!peek(rq, TOKEN_UNSUBSCRIBE, &token, err))
        return gone_page(rq, rs, "unsubscribe", err);
    struct value *model = put_bool(link_model(rq, &token), K_done, false);
    return res_page(rq, rs, "unsubscribe", put_text(model, K_game_title, game_title(rq, token.game)));
}

/* RFC 8058: mail services post here without cookies, perhaps twice; the token alone is the proof and is not used up. */
bool act_unsubscribe(struct req *rq, struct res *rs, struct err *err)
{
    struct token token;
    if (!peek(rq, TOKEN_UNSUBSCRIBE, &token, err))
        return gone_page(rq, rs, "unsubscribe", err);
    if (!store_unsubscribe(rq->db, token.person, token.game, err))
        return false;
    struct value *model = put_bool(link_model(rq, &token), K_done, true);
    return res_page(rq, rs, "unsubscribe", put_text(model, K_game_title, game_title(rq, token.game)));
}

/* ---- no more invitations ---- */

static bool never(struct req *rq, bool (*store)(struct db *, const uint8_t *, struct err *), struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    if (!token_shaped(rq->part[0]))
        return err_fail(err, ERR_GONE, NULL, NULL, "not a token");
    token_hash(rq->part[0], hash);
    return store(rq->db, hash, err);
}

static struct value *never_model(struct req *rq, bool done)
{
    struct value *model = put_null(put_text(new_object(rq->arena), K_action, rq->target), K_game_title);
    return put_bool(put_bool(model, K_done, done), K_gone, false);
}

bool page_never(struct req *rq, struct res *rs, struct err *err)
{
    return never(rq, store_invitation_known, err) ? res_page(rq, rs, "unsubscribe", never_model(rq, false))
                                                  : gone_page(rq, rs, "unsubscribe", err);
}

/* One click, as act_unsubscribe(). */
bool act_never(struct req *rq, struct res *rs, struct err *err)
{
    return never(rq, store_invitation_refuse, err) ? res_page(rq, rs, "unsubscribe", never_model(rq, true))
                                                   : gone_page(rq, rs, "unsubscribe", err);
}

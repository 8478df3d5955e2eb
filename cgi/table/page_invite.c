/* Invitations to a table: by name, by mail, by a link, and to another game with the same people. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/play/chat.h"
#include "cgi/play/play.h"
#include "cgi/store/programs.h"
#include "cgi/table/draw.h"
#include "cgi/table/invite.h"

#include "cgi/base/banned.h"

enum { WHO_MOST = 254, DAY = 24 * 3600, NAMES_A_DAY = 40, ADDRESSES_A_DAY = 10 };

/* ---- inviting ---- */

/* Programs that show letters make a link of "example.org", too. */
static bool names_site(const char *line)
{
    for (const char *dot = strchr(line, '.'); dot; dot = strchr(dot + 1, '.'))
        if (dot > line && isalnum((unsigned char)dot[-1]) && isalpha((unsigned char)dot[1]) && isalpha((unsigned char)dot[2]))
            return true;
    return strstr(line, "://") != NULL;
}

/* One line of plain text, without addresses of other sites: invitations must not send people there. */
static bool line_read(struct req *rq, const char **line, struct err *err)
{
    char *text = chat_clean(rq->arena, form_typed(&rq->form, "line"));
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    *line = text_trim(rq->arena, text);
    if (utf8_length(*line) > INVITE_LINE_MOST)
        return err_fail(err, ERR_INPUT, N_("The line is too long: at most {what} characters."),
                        arena_printf(rq->arena, "%d", INVITE_LINE_MOST), "a line of %zu characters", utf8_length(*line));
    return !names_site(*line)
        || err_fail(err, ERR_INPUT, N_("Please leave web addresses out of the line."), "line", "an address");
}

static bool invite_address(struct req *rq, int64_t game, const char *email, const char *line, struct err *err)
{
    char token[TOKEN_TEXT];
    if (!account_email_fits(email))
        return err_fail(err, ERR_INPUT, N_("The e-mail address should look like anna@example.org."), "who", "not an address");
    token_make(token);
    return account_attempt(rq, "invite-mail", arena_printf(rq->arena, "%lld", (long long)rq->who.id), ADDRESSES_A_DAY, DAY, err) &&
           store_invite(rq->db, game, rq->who.id, email, line, token, err);
}

/* A program is invited by its owner, who knows whether it runs. */
static bool may_invite(struct req *rq, const struct person *person, struct err *err)
{
    struct program programs[PROGRAMS_MOST];
    int n;
    if (!name_is_program(person->name))
        return true;
    if (!store_programs(rq->db, rq->arena, rq->who.id, programs, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        if (programs[i].id == person->id)
            return true;
    return err_fail(err, ERR_INPUT, N_("{what} is a program. Only its owner can invite it."), person->name, "another's program");
}

static bool invite_person(struct req *rq, int64_t game, const char *name, const char *line, struct err *err)
{
    struct person person;
    if (!account_attempt(rq, "invite", arena_printf(rq->arena, "%lld", (long long)rq->who.id), NAMES_A_DAY, DAY, err))
        return false;
    if (!store_person_by_name(rq->db, rq->arena, name, &person, err))
        return err->code == ERR_GONE ? err_fail(err, ERR_INPUT, N_("There is no member named {what}."), name,
                                                "nobody of that name")
                                     : false;
    if (!may_invite(rq, &person, err))
        return false;
    if (store_keep_seat(rq->db, game, rq->who.id, person.id, line, err))
        return true;
    if (err->code == ERR_RATE)
        err_reword(err, err->say, name);
    return false;
}

bool act_invite(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    const char *typed = req_field(&rq->form, "who"), *who = "", *line = "";
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    bool ok = form_text(&rq->form, rq->arena, "who", 1, WHO_MOST, &who, err), mail = strchr(who, '@') != NULL;
    ok = ok && line_read(rq, &line, err) && (!*line || account_may_write(rq, err))
        && (mail ? invite_address(rq, id, who, line, err) : invite_person(rq, id, who, line, err));
    if (!ok)
        return table_give_back(rq, rs, "invite", typed ? typed : "", err);
    res_flash(rq, rs, mail ? "invited-address" : "invited-person");
    const char *back = req_field(&rq->form, "back");
    return url_local(back) ? res_see_other(rs, back) : res_to_table(rq, rs, id);
}

/* The link to a table, to be handed on. */
bool page_share(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    struct value *share = invite_share_model(rq, &game), *model = put(new_object(rq->arena), K_share, share);
    if (!share)
        return err_fail(err, ERR_GONE, NULL, "", "game %lld is private or apart", (long long)id);
    put(model, K_game, model_card(rq, &game));
    put_text(model, K_accent, game.rules_id);
    put_bool(model, K_board, true); /* the script has buttons for it */
    return res_page(rq, rs, "share_table", model);
}

bool act_decline(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err) || !store_decline(rq->db, id, rq->who.id, err))
        return false;
    res_flash(rq, rs, "declined");
    return res_see_other(rs, "/");
}

/* ---- another game ---- */

bool act_rematch(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, rematch;
    struct game_row game;
    uint8_t secret[32];
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    randombytes_buf(secret, sizeof(secret));
    bool ok = store_rematch(rq->db, id, rq->who.id, secret, &rematch, err);
    sodium_memzero(secret, sizeof(secret));
    if (!ok || !play_start_when_full(rq->db, rq->arena, rematch, rq->now, err))
        return false;
    struct company company;
    return store_company(rq->db, rq->arena, id, rq->who.id, 1, &company, err) &&
           res_see_other(rs, invite_rematch_url(rq, &game, &company));
}

/* ---- what waits ---- */

bool page_next(struct req *rq, struct res *rs, struct err *err)
{
    int64_t after = 0;
    struct next_game next;
    parse_number(req_field(&rq->query, "after"), 1, INT64_MAX, &after);
    if (!store_next(rq->db, rq->arena, rq->who.id, after, &next, err))
        return false;
    if (next.id)
        return res_to_table(rq, rs, next.id);
    res_flash(rq, rs, "nothing-waits");
    return res_see_other(rs, "/");
}

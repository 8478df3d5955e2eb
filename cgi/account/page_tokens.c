/* Tokens by which programs act for somebody, and programs with an account of their own: a page of the settings. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/http/bearer.h"
#include "cgi/model/model.h"
#include "cgi/play/chat.h"
#include "cgi/play/play.h"
#include "cgi/store/programs.h"

#include "cgi/base/banned.h"

enum { NEW_A_DAY = 40, DAY_SECONDS = 24 * 3600 };

/* What a token is wanted for: as it was sent, or as the form begins. */
struct wish {
    const char *name;
    unsigned scopes;
    int64_t days, program;
};

static const struct {
    const char *words;
} scope_words[SCOPE_COUNT] = {
    {N_("Read: your games, tables, histories, the lobby")},
    {N_("Play: moves, drafts, standing orders, plans")},
    {N_("Tables: create, join and leave them, write in their chat")},
    {N_("Programs: list and seat your programs")},
};

static const int64_t day_kinds[] = {30, 90, 365, 0};

static struct value *scopes_model(const struct req *rq, unsigned scopes)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < SCOPE_COUNT; i++) {
        struct value *row = put_text(add_object(list), K_id, scope_name(i));
        put_bool(put_text(row, K_label, req_words(rq, scope_words[i].words)), K_checked, scopes & 1u << i);
    }
    return list;
}

static struct value *days_model(const struct req *rq, int64_t chosen)
{
    struct value *list = new_list(rq->arena);
    for (size_t i = 0; i < sizeof(day_kinds) / sizeof(day_kinds[0]); i++) {
        const struct text_value days = {"n", NULL, day_kinds[i]};
        struct value *row = put_int(add_object(list), K_n, day_kinds[i]);
        put_text(row, K_label, day_kinds[i] ? req_fill(rq, N_("{n:one day|# days}"), &days, 1) : req_words(rq, N_("no end")));
        put_bool(row, K_checked, day_kinds[i] == chosen);
    }
    return list;
}

static struct value *token_model(const struct req *rq, const struct api_token *token)
{
    struct value *row = put_text(put_int(new_object(rq->arena), K_id, token->id), K_name, token->name);
    put_text(put_text(row, K_scopes, token->scopes), K_program, token->program);
    put(put(put(row, K_begun, model_time(rq, token->made)), K_seen, model_time(rq, token->seen)), K_ends, model_time(rq, token->ends));
    return put_bool(row, K_over, token->over);
}

static struct value *programs_model(const struct req *rq, const struct program *programs, int n, int64_t chosen)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < n; i++) {
        struct value *row = put_text(put_int(add_object(list), K_id, programs[i].id), K_name, programs[i].name);
        put_text(put(row, K_since, model_time(rq, programs[i].made)), K_url, url_person(rq->arena, programs[i].name));
        put_bool(row, K_checked, programs[i].id == chosen);
    }
    return list;
}

/* @made: a token that is shown this once, or NULL. */
static bool tokens_model(struct req *rq, const struct wish *wish, const char *made, struct value **out, struct err *err)
{
    struct api_token *tokens;
    struct program programs[PROGRAMS_MOST];
    int n, n_programs;
    if (!store_api_tokens(rq->db, rq->arena, rq->who.id, &tokens, &n, err) || !store_programs(rq->db, rq->arena, rq->who.id, programs, &n_programs, err))
        return false;
    struct value *model = put_text(new_object(rq->arena), K_made_token, made), *list = put_list(model, K_tokens);
    for (int i = 0; i < n; i++)
        add(list, token_model(rq, &tokens[i]));
    put_bool(model, K_has_list, n > 0);
    put(model, K_programs, programs_model(rq, programs, n_programs, wish->program));
    put_bool(put_bool(model, K_has_others, n_programs > 0), K_programs_full, n_programs >= PROGRAMS_MOST);
    put(put(model, K_scopes, scopes_model(rq, wish->scopes)), K_days, days_model(rq, wish->days));
    put_text(put_int(model, K_most, TOKEN_NAME_MOST), K_name, wish->name);
    put_text(model, K_program, form_typed(&rq->form, "program"));
    put_bool(model, K_board, made != NULL); /* the script has what copies it */
    *out = put_null(model, K_problem);
    return true;
}

static struct wish wish_plain(void)
{
    return (struct wish){.name = "", .scopes = SCOPE_READ | SCOPE_PLAY, .days = 90};
}

bool page_tokens(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    const struct wish wish = wish_plain();
    return tokens_model(rq, &wish, NULL, &model, err) && res_page(rq, rs, "tokens", model);
}

/* ---- the forms ---- */

static bool wish_read(struct req *rq, struct wish *wish, struct err *err)
{
    wish->scopes = 0;
    wish->name = text_trim(rq->arena, chat_clean(rq->arena, form_typed(&rq->form, "name")));
    for (int i = 0; i < SCOPE_COUNT; i++)
        wish->scopes |= req_field(&rq->form, arena_join(rq->arena, (const char *[]){"scope.", scope_name(i), NULL})) ? 1u << i : 0;
    if (!form_number(&rq->form, "days", 0, TOKEN_DAYS_MOST, &wish->days, err) || !form_number(&rq->form, "for", 0, INT64_MAX, &wish->program, err))
        return false;
    if (!*wish->name || utf8_length(wish->name) > TOKEN_NAME_MOST || strpbrk(wish->name, "\n\t"))
        return err_fail(err, ERR_INPUT, N_("Please give the token a name, of 60 characters at most: so you know later what it is for."), "name", "token: no name");
    return wish->scopes || err_fail(err, ERR_INPUT, N_("Please choose what the token may be used for."), "scope", "token: no scope");
}

/* Whom the token is for: oneself, or one of one's programs. */
static bool person_of(struct req *rq, int64_t program, int64_t *person, struct err *err)
{
    struct program programs[PROGRAMS_MOST];
    int n;
    *person = rq->who.id;
    if (!program)
        return true;
    if (!store_programs(rq->db, rq->arena, rq->who.id, programs, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        if (programs[i].id == program)
            *person = program;
    return *person == program || err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "for", "no program of this person");
}

static bool attempt(struct req *rq, struct err *err)
{
    return account_attempt(rq, "token", arena_printf(rq->arena, "%lld", (long long)rq->who.id), NEW_A_DAY, DAY_SECONDS, err);
}

static bool make(struct req *rq, struct wish *wish, const char **made, struct err *err)
{
    char token[TOKEN_TEXT];
    int64_t person;
    if (!wish_read(rq, wish, err) || !person_of(rq, wish->program, &person, err) || !attempt(rq, err))
        return false;
    token_make(token);
    *made = arena_join(rq->arena, (const char *[]){BEARER_BEGINS, token, NULL});
    return store_api_token_new(rq->db, person, token, wish->name, scopes_text(rq->arena, wish->scopes), (int)wish->days, err);
}

static bool make_program(struct req *rq, struct err *err)
{
    int64_t id;
    const char *name = text_trim(rq->arena, form_typed(&rq->form, "program"));
    if (strncmp(name, PROGRAM_NAME, strlen(PROGRAM_NAME)) != 0)
        name = arena_join(rq->arena, (const char *[]){PROGRAM_NAME, name, NULL});
    return attempt(rq, err) && store_program_new(rq->db, rq->arena, rq->who.id, name, &id, err);
}

static bool drop_program(struct req *rq, struct err *err)
{
    int64_t id, person;
    return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && person_of(rq, id, &person, err)
        && play_leave_house(rq->db, rq->arena, person, rq->now, err);
}

/* One of the forms but the one that makes a token; *flash: of what was done */
static bool change(struct req *rq, const char **flash, struct err *err)
{
    const char *what = form_typed(&rq->form, "do");
    int64_t id;
    if (!strcmp(what, "revoke")) {
        *flash = "token-revoked";
        return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_api_token_drop(rq->db, rq->who.id, id, err);
    }
    *flash = "program-made";
    if (!strcmp(what, "program"))
        return make_program(rq, err);
    *flash = "program-deleted";
    if (!strcmp(what, "drop"))
        return drop_program(rq, err);
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "unknown form of tokens");
}

bool act_tokens(struct req *rq, struct res *rs, struct err *err)
{
    struct wish wish = wish_plain();
    struct value *model;
    struct err ignored;
    const char *made = NULL, *flash = NULL;
    bool makes = !strcmp(form_typed(&rq->form, "do"), "make");
    if (makes ? make(rq, &wish, &made, err) : change(rq, &flash, err)) {
        wish = wish_plain(); /* the form is as new */
        if (makes) /* it is shown once, in the answer itself: only a hash of it is stored */
            return tokens_model(rq, &wish, made, &model, err) && res_page(rq, rs, "tokens", model);
        res_flash(rq, rs, flash);
        return res_see_other(rs, "/settings/tokens");
    }
    return tokens_model(rq, &wish, NULL, &model, &ignored) && res_form_again(rq, rs, "tokens", model, err);
}

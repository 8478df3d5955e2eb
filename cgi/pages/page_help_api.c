/* The help for who writes programs. Its examples are run by tests/web/test_help_api. */
#include "config.h"

#include "cgi/base/values.h"
#include "cgi/pages/handlers.h"

#include "cgi/base/banned.h"

/* Every code that a problem can have, as www/openapi.json lists them, too. */
static const struct {
    int status;
    const char *code, *words;
} codes[] = {
    {400, "bad_request", N_("Something was not understood. “field” says what.")},
    {400, "key_reused", N_("This Idempotency-Key was used for another request already.")},
    {401, "no_token", N_("There is no Authorization header.")},
    {401, "bad_token", N_("This token is unknown, deleted or too old.")},
    {403, "scope", N_("The token may not do this.")},
    {403, "not_confirmed", N_("Your e-mail address is not confirmed.")},
    {403, "not_a_player", N_("You do not play in this game.")},
    {403, "program", N_("A program may not do this.")},
    {403, "suspended", N_("Your account is suspended.")},
    {403, "banned", N_("Your account is banned.")},
    {403, "forbidden", N_("This is not allowed for another reason: see “detail”.")},
    {404, "not_found", N_("There is no such thing, or you may not see it.")},
    {404, "no_streams", N_("This site has no event streams.")},
    {405, "method", N_("This address does not take that method.")},
    {409, "stale", N_("The table has changed: “ply” and “draft” say how it is now.")},
    {409, "not_started", N_("The game has not started.")},
    {409, "over", N_("The game is over.")},
    {409, "paused", N_("The game is paused by the administrator.")},
    {409, "key_in_use", N_("The same request is being worked on.")},
    {410, "events_gone", N_("Events since then are not known any more.")},
    {413, "too_large", N_("That is too long.")},
    {415, "unsupported_type", N_("Bodies are JSON.")},
    {422, "refused", N_("The rules do not allow it. “rule” says which of them.")},
    {429, "slow_down", N_("Too many requests. “Retry-After” says when to go on.")},
    {500, "sorry", N_("Something went wrong on our side.")},
    {503, "busy", N_("The database cannot be reached. Please try again.")},
    {503, "crowded", N_("Too many want the same. Please try again.")},
};

bool page_help_api(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model = put_bool(new_object(rq->arena), K_signed_in, req_signed_in(rq)), *list = put_list(model, K_codes);
    (void)err;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        struct value *row = put_text(put_int(add_object(list), K_status, codes[i].status), K_code, codes[i].code);
        put_text(row, K_text, req_words(rq, codes[i].words));
    }
    res_tag_text(rs);
    return res_page(rq, rs, "help_api", model);
}

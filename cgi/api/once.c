/* Requests that name themselves are done once, however often they are sent. */
#include "config.h"

#include "cgi/api/table.h"

#include <sodium.h>
#include <string.h>

#include "cgi/store/programs.h"

#include "cgi/base/banned.h"

enum { KEY_MOST = 200 };

static bool key_fits(const char *key, struct err *err)
{
    bool fits = strlen(key) <= KEY_MOST;
    for (const char *c = key; *c; c++)
        fits = fits && *c > ' ' && *c < 0x7f;
    return fits || err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "Idempotency-Key", "no key");
}

/* The name is one of its path: the same name may stand for another request elsewhere. */
static void hash_key(const struct req *rq, uint8_t key[TOKEN_HASH_BYTES])
{
    const char *text = arena_join(rq->arena, (const char *[]){rq->path, "\n", rq->idempotency_key, NULL});
    crypto_generichash(key, TOKEN_HASH_BYTES, (const unsigned char *)text, strlen(text), NULL, 0);
}

static bool refuse(const struct api_done *done, struct err *err)
{
    if (!done->same) {
        err_fail(err, ERR_INPUT, N_("This Idempotency-Key was used for another request already."), "Idempotency-Key", "the key was used");
        return err_kind(err, "key_reused");
    }
    err_fail(err, ERR_STALE, N_("The same request is being worked on. Please ask again in a moment."), "Idempotency-Key", "the key is in use");
    return err_kind(err, "key_in_use");
}

void api_done_now(struct req *rq, int status, int64_t game)
{
    uint8_t key[TOKEN_HASH_BYTES];
    struct err ignored;
    if (!*rq->idempotency_key)
        return;
    hash_key(rq, key);
    store_api_end(rq->db, rq->who.id, key, status, game, &ignored);
}

/* Has it certainly changed nothing? Of a change that the database did not answer, or that broke on our side, nobody knows. */
static bool did_nothing(const struct err *err)
{
    return err->code != ERR_INTERNAL && (err->code != ERR_BUSY || err->held);
}

bool api_once(struct req *rq, struct res *rs, api_act *act, api_act *again, struct err *err)
{
    uint8_t key[TOKEN_HASH_BYTES], body[TOKEN_HASH_BYTES];
    struct api_done done = {0};
    struct err ignored;
    int64_t game = 0;
    if (!*rq->idempotency_key)
        return act(rq, rs, &game, err);
    hash_key(rq, key);
    crypto_generichash(body, sizeof(body), (const unsigned char *)rq->body, rq->body_length, NULL, 0);
    if (!key_fits(rq->idempotency_key, err) || !store_api_begin(rq->db, rq->who.id, key, body, &done, err))
        return false;
    if (!done.now && (!done.same || !done.status))
        return refuse(&done, err);
    if (!done.now) {
        res_header(rs, "Idempotency-Replayed", "true");
        return again(rq, rs, &done.game, err);
    }
    bool ok = act(rq, rs, &game, err);
    if (!(ok && rs->status < 300) && did_nothing(err))
        store_api_forget(rq->db, rq->who.id, key, &ignored); /* it stays what api_done_now() has noted */
    return ok;
}

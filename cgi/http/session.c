#include "config.h"

#include "cgi/http/session.h"

#include <sodium.h>
#include <string.h>

#include "cgi/base/cache.h"
#include "cgi/base/token.h"
#include "cgi/http/req.h"
#include "cgi/http/route.h"
#include "cgi/base/parse.h"
#include "cgi/play/play.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

/* ---- sessions ---- */

#define SESSION_COOKIE "ridotto"
#define BROWSER_COOKIE "browser"

/* The cookie stays as long as browsers keep one; when a session ends, the database knows. */
enum { DAY_SECONDS = 24 * 3600, COOKIE_SECONDS = 400 * DAY_SECONDS, CSRF_BYTES = 24, BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

_Static_assert((int)TOKEN_DIGEST == (int)TOKEN_HASH_BYTES, "the store keeps what token_hash() makes");

/* The cookie itself is the key: without reading it nobody can make the token. */
static void csrf_mac(const char *cookie, uint8_t mac[CSRF_BYTES])
{
    static const char label[] = "ridotto form";
    crypto_generichash(mac, CSRF_BYTES, (const unsigned char *)label, sizeof(label) - 1, (const unsigned char *)cookie,
                       strlen(cookie));
}

/* A random pad, and the token under it: each page has another, so the length of a compressed page tells nothing about it. */
static const char *csrf_of(struct arena *arena, const char *cookie)
{
    uint8_t mac[CSRF_BYTES], masked[2 * CSRF_BYTES];
    csrf_mac(cookie, mac);
    randombytes_buf(masked, CSRF_BYTES);
    for (int i = 0; i < CSRF_BYTES; i++)
        masked[CSRF_BYTES + i] = mac[i] ^ masked[i];
    size_t room = sodium_base64_ENCODED_LEN(sizeof(masked), BASE64);
    return sodium_bin2base64(arena_alloc(arena, room), room, masked, sizeof(masked), BASE64);
}

static void be_visitor(struct req *rq)
{
    const char *cookie = req_cookie(rq, "visitor");
    rq->session = "";
    rq->visitor_new = !token_shaped(cookie);
    if (rq->visitor_new) {
        char *made = arena_alloc(rq->arena, TOKEN_TEXT);
        token_make(made);
        cookie = made;
    }
    rq->visitor = cookie;
    rq->csrf = csrf_of(rq->arena, cookie);
}

void session_cookies(struct req *rq)
{
    const char *cookie = req_cookie(rq, SESSION_COOKIE);
    be_visitor(rq);
    if (!token_shaped(cookie))
        return;
    rq->session = cookie;
    rq->csrf = csrf_of(rq->arena, cookie);
}

/* The session, and of a table's page the table in the same trip. */
static bool ask(struct req *rq, const uint8_t hash[TOKEN_DIGEST], struct person *person, struct err *err)
{
    struct newest newest = table_newest;
    int64_t game;
    bool found;
    if (!rq->route || !(rq->route->flags & TABLE) || !parse_number(rq->part[0], 1, INT64_MAX, &game))
        return store_session(rq->db, rq->arena, hash, person, err);
    struct table_rows *rows = arena_alloc(rq->arena, sizeof(*rows));
    newest.next = rq->wants_json || strstr(rq->query_string, "done"); /* the query is not decoded yet */
    bool ok = store_session_and_table(rq->db, rq->arena, hash, person, game, newest, rows, &found, err);
    rq->table = found ? rows : NULL;
    return ok;
}

/* ---- whose a session was: that never changes, but it may have ended ---- */

static struct cache_key memory_key(const uint8_t hash[TOKEN_DIGEST])
{
    struct cache_key key = {.number = {CACHE_SESSION}};
    _Static_assert((int)TOKEN_DIGEST <= (int)sizeof(key.number) - (int)sizeof(key.number[0]), "a key has room for the hash");
    memcpy(&key.number[1], hash, TOKEN_DIGEST);
    return key;
}

static void remember(struct req *rq, const uint8_t hash[TOKEN_DIGEST], int64_t person)
{
    const struct cache_key key = memory_key(hash);
    if (!cache_get(rq->service->cache, rq->arena, &key, 0))
        cache_put_copy(rq->service->cache, rq->arena, &key, &person, sizeof(person));
}

/* 0: unknown here */
static int64_t remembered(const struct req *rq, const uint8_t hash[TOKEN_DIGEST])
{
    const struct cache_key key = memory_key(hash);
    const int64_t *person = cache_get(rq->service->cache, rq->arena, &key, 0);
    return person ? *person : 0;
}

bool session_remember(struct req *rq)
{
    session_cookies(rq);
    token_hash(rq->session, rq->session_hash);
    rq->player = *rq->session ? remembered(rq, rq->session_hash) : 0;
    return rq->player != 0;
}

bool session_sent(const struct req *rq)
{
    return token_shaped(req_cookie(rq, SESSION_COOKIE));
}

int64_t session_player(const struct req *rq)
{
    const char *cookie = req_cookie(rq, SESSION_COOKIE);
    uint8_t hash[TOKEN_DIGEST];
    if (!token_shaped(cookie))
        return 0;
    token_hash(cookie, hash);
    return remembered(rq, hash);
}

bool session_prove(struct req *rq, struct res *rs, struct err *err)
{
    struct err why = *err;
    if (!rq->player)
        return true;
    rq->player = 0;
    if (!session_load(rq, rs, &why)) {
        *err = why;
        return false;
    }
    req_choose_words(rq);
    return rq->who.id || err_fail(err, ERR_SIGN_IN, NULL, NULL, "the session has ended");
}

/* A session that nobody uses for so long ends. */
static int64_t session_seconds(const struct req *rq)
{
    return (int64_t)rq->service->set.session_days * DAY_SECONDS;
}

/* Once a minute; it does not matter when it fails, for the next request does it. */
static void note_visit(struct req *rq, const struct person *person)
{
    struct err ignored;
    if (person->visit_due)
        store_visited(rq->db, person->id, &ignored);
    if (person->unreached) {
        reach_found(rq->db, rq->arena, person->id, rq->now, &ignored);
        rq->table = NULL; /* clocks run again */
    }
}

bool session_person(struct req *rq, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    struct person person = {0};
    token_hash(rq->session, hash);
    if (!ask(rq, hash, &person, err))
        return false;
    rq->who = (struct visitor){.id = person.id,
                               .waiting = person.waiting,
                               .name = person.name,
                               .email = person.email,
                               .lang = person.lang,
                               .zone = person.zone,
                               .guest = person.guest,
                               .email_confirmed = person.email_confirmed,
                               .letters = person.mail,
                               .bounced = person.bounced,
                               .display = person.display,
                               .role = person.role,
                               .muted_until = person.muted_until,
                               .suspended_until = person.suspended_until,
                               .banned = person.banned, .asks_push = person.asks_push};
    /* A session that began before has ended; of one that begins now the router looks at each form. */
    if (!req_suspended(rq))
        remember(rq, hash, person.id);
    if (person.seen_due) { /* it does not matter when it fails, for the next request does it */
        struct err ignored;
        store_session_seen(rq->db, hash, session_seconds(rq), &ignored);
    }
    if (!(rq->route && (rq->route->flags & UNATTENDED)))
        note_visit(rq, &person);
    return true;
}

bool session_load(struct req *rq, struct res *rs, struct err *err)
{
    session_cookies(rq);
    if (!*rq->session || session_person(rq, err))
        return true;
    if (err->code != ERR_SIGN_IN)
        return false;
    *err = (struct err){0};
    be_visitor(rq);
    if (!rq->from_standby) /* which may not have it yet */
        res_cookie(rq, rs, SESSION_COOKIE, "", 0);
    return true;
}

void session_browser(const struct req *rq, uint8_t hash[TOKEN_DIGEST])
{
    const char *cookie = req_cookie(rq, BROWSER_COOKIE);
    token_hash(token_shaped(cookie) ? cookie : "", hash);
}

/* With a new token, so that one that was planted is worth nothing. */
static bool know_browser(struct req *rq, struct res *rs, int64_t person, struct err *err)
{
    char token[TOKEN_TEXT];
    uint8_t had[TOKEN_DIGEST], has[TOKEN_DIGEST];
    session_browser(rq, had);
    token_make(token);
    token_hash(token, has);
    if (!store_browser_seen(rq->db, person, had, has, COOKIE_SECONDS, err))
        return false;
    res_cookie(rq, rs, BROWSER_COOKIE, token, COOKIE_SECONDS);
    return true;
}

static bool begin(struct req *rq, struct res *rs, int64_t person, struct err *err)
{
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_DIGEST];
    if (*rq->session) {
        token_hash(rq->session, hash);
        if (!store_session_end(rq->db, hash, err))
            return false;
    }
    token_make(token);
    token_hash(token, hash);
    if (!store_session_new(rq->db, person, hash, session_seconds(rq), device_of(rq->user_agent), err))
        return false;
    res_cookie(rq, rs, SESSION_COOKIE, token, COOKIE_SECONDS);
    res_cookie(rq, rs, "visitor", "", 0);
    rq->session = arena_strdup(rq->arena, token);
    rq->csrf = csrf_of(rq->arena, rq->session); /* forms of this very answer are sent with the new cookie */
    rq->visitor_new = false;
    return true;
}

bool session_begin_guest(struct req *rq, struct res *rs, int64_t guest, struct err *err)
{
    return begin(rq, rs, guest, err);
}

bool session_begin(struct req *rq, struct res *rs, int64_t person, struct err *err)
{
    int tables;
    bool brings = rq->who.guest && rq->who.id != person;
    return (!brings || store_guest_give(rq->db, rq->who.id, person, &tables, err)) && begin(rq, rs, person, err)
        && know_browser(rq, rs, person, err);
}

bool session_end(struct req *rq, struct res *rs, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    if (*rq->session) {
        token_hash(rq->session, hash);
        if (!store_session_end(rq->db, hash, err))
            return false;
    }
    res_cookie(rq, rs, SESSION_COOKIE, "", 0);
    res_header(rs, "Clear-Site-Data", "\"cache\""); /* tables and histories are kept, to be there at once when one goes back */
    return true;
}

bool session_csrf_fits(const struct req *rq, const char *given)
{
    const char *cookie = *rq->session ? rq->session : rq->visitor;
    uint8_t mac[CSRF_BYTES], masked[2 * CSRF_BYTES];
    size_t n;
    if (!given || sodium_base642bin(masked, sizeof(masked), given, strlen(given), NULL, &n, NULL, BASE64) != 0 ||
        n != sizeof(masked))
        return false;
    csrf_mac(cookie, mac);
    for (int i = 0; i < CSRF_BYTES; i++)
        masked[CSRF_BYTES + i] ^= masked[i];
    return sodium_memcmp(masked + CSRF_BYTES, mac, CSRF_BYTES) == 0;
}

/* ---- devices ---- */

/* The first match counts: browsers also name others for compatibility. */
static const struct sign {
    const char *sign, *name;
} browsers[] = {
    {"Edg", "Edge"},           {"OPR/", "Opera"},     {"Vivaldi/", "Vivaldi"}, {"SamsungBrowser/", "Samsung Internet"},
    {"FxiOS/", "Firefox"},     {"Firefox/", "Firefox"}, {"CriOS/", "Chrome"},  {"Chrome/", "Chrome"},
    {"Version/", "Safari"},    {"curl/", "curl"},     {NULL, NULL},
}, systems[] = {
    {"Android", "Android"},    {"iPhone", "iPhone"},  {"iPad", "iPad"},        {"Windows", "Windows"},
    {"CrOS", "ChromeOS"},      {"Mac OS X", "macOS"}, {"Linux", "Linux"},      {NULL, NULL},
};

static const char *found(const struct sign *signs, const char *text)
{
    while (signs->sign && !strstr(text, signs->sign))
        signs++;
    return signs->name;
}

struct device device_of(const char *user_agent)
{
    return (struct device){.browser = found(browsers, user_agent), .system = found(systems, user_agent)};
}

const char *device_words(const struct req *rq, const struct device *device)
{
    const struct text_value both[] = {{"browser", device->browser, 0}, {"system", device->system, 0}};
    if (device->browser && device->system)
        return req_fill(rq, N_("{browser} on {system}"), both, 2);
    return device->browser ? device->browser : device->system ? device->system : req_words(rq, N_("Unknown device"));
}

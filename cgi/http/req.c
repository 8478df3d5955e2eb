#include "config.h"

#include "cgi/http/req.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "cgi/base/network.h"
#include "cgi/base/url.h"
#include "cgi/http/zip.h"

#include "cgi/base/banned.h"

void req_init(struct req *rq, struct arena *arena, struct service *service, int64_t now)
{
    *rq = (struct req){.arena = arena, .service = service, .now = now, .method = OTHER_METHOD};
    rq->target = rq->query_string = rq->cookie_header = rq->content_type = rq->content_encoding = rq->body = "";
    rq->accept = rq->accept_encoding = rq->accept_language = rq->if_none_match = rq->last_event_id = rq->authorization = rq->idempotency_key = "";
    rq->host = rq->user_agent = rq->fetch_site = rq->origin = rq->background = rq->parts = rq->peer = rq->remote = "";
    rq->csrf = rq->session = rq->visitor = "";
    rq->back = "/";
    uint8_t bytes[8];
    randombytes_buf(bytes, sizeof(bytes));
    sodium_bin2hex(rq->id, 2 * sizeof(bytes) + 1, bytes, sizeof(bytes));
    rq->secure = !strncmp(service->set.url, "https:", 6);
}

void req_target(struct req *rq, const char *target)
{
    target = url_ascii(rq->arena, target); /* pages repeat it, and hold UTF-8 only */
    const char *mark = strchr(target, '?');
    size_t length = mark ? (size_t)(mark - target) : strlen(target);
    rq->target = target;
    rq->path = *target == '/' ? path_decode(rq->arena, target, length) : NULL;
    rq->query_string = mark ? rq->target + length + 1 : "";
}

static bool is_loopback(const char *address)
{
    struct network network;
    return network_of_text(address, &network) && network.here;
}

void req_told_secure(struct req *rq, bool secure)
{
    rq->told_secure |= secure;
    rq->secure |= secure;
}

/* Is whoever sends this a proxy that may say whom it asks for? On this machine anybody may. */
static bool is_proxy(const struct req *rq)
{
    return is_loopback(rq->peer) || network_listed(rq->service->set.proxies, rq->peer);
}

/* Only the entry that the proxy added itself: the last. */
static void take_forwarded(struct req *rq, const char *value)
{
    const char *comma = strrchr(value, ',');
    if (is_proxy(rq) && *value)
        rq->remote = text_trim(rq->arena, comma ? comma + 1 : value);
}

void req_take_id(struct req *rq, const char *id)
{
    size_t n = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
    if (n > 0 && n < sizeof(rq->id) && !id[n])
        memcpy(rq->id, id, n + 1);
}

void req_header(struct req *rq, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **where;
    } kept[] = {
        {"Accept", &rq->accept},
        {"Accept-Encoding", &rq->accept_encoding},
        {"Accept-Language", &rq->accept_language},
        {"Authorization", &rq->authorization},
        {"Content-Encoding", &rq->content_encoding},
        {"Content-Type", &rq->content_type},
        {"Host", &rq->host},
        {"Idempotency-Key", &rq->idempotency_key},
        {"If-None-Match", &rq->if_none_match},
        {"Last-Event-ID", &rq->last_event_id},
        {"Origin", &rq->origin},
        {"Sec-Fetch-Site", &rq->fetch_site},
        {"User-Agent", &rq->user_agent},
        {"X-Ridotto-Background", &rq->background},
        {"X-Ridotto-Parts", &rq->parts},
    };
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        if (!strcasecmp(kept[i].name, name))
            *kept[i].where = arena_strdup(rq->arena, value);
    if (!strcasecmp(name, "Cookie"))
        rq->cookie_header = *rq->cookie_header ? arena_printf(rq->arena, "%s; %s", rq->cookie_header, value)
                                               : arena_strdup(rq->arena, value);
    else if (!strcasecmp(name, "X-Forwarded-Proto") && is_proxy(rq))
        req_told_secure(rq, !strcasecmp(value, "https"));
    else if (!strcasecmp(name, "X-Request-Id") && is_proxy(rq))
        req_take_id(rq, value);
    else if (!strcasecmp(name, "X-Forwarded-For"))
        take_forwarded(rq, value);
}

const char *req_token(const struct req *rq)
{
    return rq->wants_json || !*rq->csrf ? rq->csrf : zip_hole;
}

/* "abc" of W/"abc" */
static const char *opaque(const char *etag)
{
    return strncmp(etag, "W/", 2) == 0 ? etag + 2 : etag;
}

bool req_holds(const struct req *rq, const char *etag)
{
    const char *wanted = opaque(etag), *at = rq->if_none_match + strspn(rq->if_none_match, " \t,");
    size_t length = strlen(wanted);
    if (*at == '*')
        return at[1 + strspn(at + 1, " \t")] == '\0';
    while (*at) {
        const char *held = opaque(at), *end = *held == '"' ? strchr(held + 1, '"') : NULL;
        if (!end)
            return false; /* no list of tags from here on */
        if ((size_t)(end + 1 - held) == length && !strncmp(held, wanted, length))
            return true;
        at = end + 1 + strspn(end + 1, " \t,");
    }
    return false;
}

const char *req_cookie(const struct req *rq, const char *name)
{
    size_t length = strlen(name);
    for (const char *c = rq->cookie_header; *c;) {
        c += strspn(c, "; \t");
        size_t n = strcspn(c, ";");
        if (n > length && c[length] == '=' && !strncmp(c, name, length))
            return arena_strndup(rq->arena, c + length + 1, n - length - 1);
        c += n;
    }
    return NULL;
}

/* "https://play.example.org", as in the settings, or as the page was asked for; "null" is nobody's. */
static bool is_own_origin(const struct req *rq)
{
    const char *url = rq->service->set.url, *scheme = strstr(rq->origin, "://");
    size_t n = strcspn(url + strcspn(url, ":") + 3, "/") + strcspn(url, ":") + 3;
    return (strlen(rq->origin) == n && !strncasecmp(rq->origin, url, n)) || (scheme && *rq->host && !strcasecmp(scheme + 3, rq->host));
}

bool req_foreign(const struct req *rq)
{
    return (*rq->fetch_site && strcasecmp(rq->fetch_site, "same-origin") != 0 && strcasecmp(rq->fetch_site, "none") != 0)
        || (*rq->origin && !is_own_origin(rq));
}

void req_choose_words(struct req *rq)
{
    rq->words = languages_words(&rq->service->languages, lang_choose(rq));
}

void req_choose_words_asked(struct req *rq)
{
    const char *lang = req_field(&rq->query, "lang");
    if (languages_know(&rq->service->languages, lang))
        rq->words = languages_words(&rq->service->languages, lang);
}

const char *req_words(const struct req *rq, const char *msgid)
{
    return rq->words ? text_get(rq->words->cat, msgid) : msgid;
}

const char *req_fill(const struct req *rq, const char *msgid, const struct text_value *values, int n)
{
    return text_filled(rq->arena, rq->words->cat, msgid, values, n);
}

/* "localhost:8080", "127.0.0.1", "[::1]:80" */
static bool names_this_machine(const char *host)
{
    size_t name = strcspn(host, ":/");
    return (name == 9 && !strncasecmp(host, "localhost", name)) || !strncmp(host, "[::1]", 5) ||
           (!strncmp(host, "127.", 4) && strspn(host, "0123456789.") == name);
}

bool req_from_here(const struct req *rq)
{
    return is_loopback(rq->remote);
}

const char *req_network(const struct req *rq)
{
    struct network network;
    bool known = network_of_text(rq->remote, &network) && strcmp(rq->remote, "unix:") != 0;
    return known ? network_text(rq->arena, &network) : rq->remote;
}

uint64_t req_reader(const struct req *rq, int64_t person)
{
    const char *who = person ? arena_printf(rq->arena, "%" PRId64, person) : req_network(rq);
    uint64_t reader;
    _Static_assert(sizeof(reader) == crypto_shorthash_BYTES && (int)PART_SECRET_BYTES >= (int)crypto_shorthash_KEYBYTES, "one number");
    crypto_shorthash((unsigned char *)&reader, (const unsigned char *)who, strlen(who), rq->service->part_secret);
    return reader;
}

/* A proxy may not name its client, and a foreign page may resolve its name to this machine (DNS rebinding): so settings and Host
 * header, too, must name this machine only. */
bool req_operates(const struct req *rq)
{
    return req_moderates(rq) && !strcmp(rq->who.role, "operator");
}

bool req_sees_dev(const struct req *rq)
{
    const struct settings *set = &rq->service->set;
    const char *host = strstr(set->url, "://");
    return set->dev || (!set->smtp_url && is_loopback(rq->remote) && host && names_this_machine(host + 3) &&
                        names_this_machine(rq->host));
}

/* ---- languages ---- */

/* "q=0.8" within the @n bytes after an item, in thousandths; 1000 when there is none. */
static int quality(const char *params, size_t n)
{
    for (size_t i = 0; i + 3 < n + 1; i++) {
        if ((params[i] != 'q' && params[i] != 'Q') || params[i + 1] != '=')
            continue;
        if (params[i + 2] == '1')
            return 1000;
        int value = 0, scale = 100;
        for (size_t k = i + 4; k < n && params[k] >= '0' && params[k] <= '9' && scale > 0; k++, scale /= 10)
            value += (params[k] - '0') * scale;
        return params[i + 2] == '0' ? value : 0;
    }
    return 1000;
}

/* Steps through "a;q=1, b": the item without its parameters, and its weight. */
static const char *next_item(const char *header, const char **item, size_t *length, int *weight)
{
    header += strspn(header, " \t,");
    if (!*header)
        return NULL;
    *item = header;
    *length = strcspn(header, ";, \t");
    size_t whole = strcspn(header, ",");
    *weight = quality(header + *length, whole - *length);
    return header + whole;
}

int accept_quality(const char *header, const char *type)
{
    const char *item;
    size_t n;
    int weight;
    for (const char *rest = next_item(header, &item, &n, &weight); rest; rest = next_item(rest, &item, &n, &weight))
        if (n == strlen(type) && !strncasecmp(item, type, n))
            return weight;
    return 0;
}

/* "ja-JP" is served by "ja". */
static const char *from_browser(const struct languages *languages, const char *header)
{
    const char *best = languages->words[0].lang, *item;
    int best_weight = 0, weight;
    size_t n;
    for (const char *rest = next_item(header, &item, &n, &weight); rest; rest = next_item(rest, &item, &n, &weight)) {
        for (int i = 0; i < languages->n; i++) {
            const char *lang = languages->words[i].lang;
            size_t length = strlen(lang);
            bool fits = n >= length && !strncasecmp(item, lang, length) && (n == length || item[length] == '-');
            if (fits && weight > best_weight) {
                best = lang;
                best_weight = weight;
            }
        }
    }
    return best;
}

const char *req_display(const struct req *rq)
{
    const char *cookie = req_cookie(rq, "display");
    return rq->who.display ? rq->who.display : cookie ? cookie : "";
}

const char *lang_choose(const struct req *rq)
{
    const char *cookie = req_cookie(rq, "lang");
    if (languages_know(&rq->service->languages, rq->who.lang))
        return rq->who.lang;
    if (languages_know(&rq->service->languages, cookie))
        return cookie;
    return from_browser(&rq->service->languages, rq->accept_language);
}

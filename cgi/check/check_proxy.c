/* The web server in front, asked at the site's own address as a browser would: what it passes on, and what comes back. */
#include "config.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cgi/base/err.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/network.h"
#include "cgi/base/sb.h"
#include "cgi/check/checks.h"

#include "cgi/base/banned.h"

enum { CONNECT_SECONDS = 5, WHOLE_SECONDS = 15, BODY_MOST = 256 * 1024 };

/* An address of the network for examples, which no visitor has (RFC 5737). */
#define NOBODY "192.0.2.77"

/* One answer. */
struct got {
    long status;
    struct sb body;
    bool lasting;              /* Strict-Transport-Security was there */
    int cookies, insecure;     /* Set-Cookie, and those without Secure */
    char local[64];            /* this machine's address on that connection */
    char why[CURL_ERROR_SIZE]; /* there was no answer; else "" */
    bool untrusted;            /* because of its certificate */
};

static size_t take_body(char *bytes, size_t size, size_t n, void *user)
{
    struct got *got = user;
    if (got->body.length + size * n > BODY_MOST)
        return 0;
    sb_add_bytes(&got->body, bytes, size * n);
    return size * n;
}

static size_t take_header(char *bytes, size_t size, size_t n, void *user)
{
    struct got *got = user;
    size_t length = size * n;
    char line[1024];
    snprintf(line, sizeof(line), "%.*s", (int)(length < sizeof(line) ? length : sizeof(line) - 1), bytes);
    got->lasting |= !strncasecmp(line, "Strict-Transport-Security:", 26);
    if (!strncasecmp(line, "Set-Cookie:", 11)) {
        got->cookies++;
        got->insecure += strcasestr(line, "; Secure") == NULL;
    }
    return length;
}

static void set_request(CURL *curl, const struct checking *c, const char *url, struct got *got)
{
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)WHOLE_SECONDS);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "ridotto-check");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, got);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, got);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, got->why);
    if (c->ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, c->ca);
}

/* Asks for @path with a header that lies about who asks. False: no answer, got->why says why. */
static bool ask(const struct checking *c, const char *path, struct got *got)
{
    char *local = NULL;
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "X-Forwarded-For: " NOBODY);
    *got = (struct got){.status = 0};
    sb_init(&got->body, c->arena);
    if (!curl || !headers)
        out_of_memory();
    set_request(curl, c, arena_printf(c->arena, "%s%s", c->set.url, path), got);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &got->status);
    curl_easy_getinfo(curl, CURLINFO_LOCAL_IP, &local);
    snprintf(got->local, sizeof(got->local), "%s", local ? local : "");
    got->untrusted = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
    if (code != CURLE_OK && !*got->why)
        snprintf(got->why, sizeof(got->why), "%s", curl_easy_strerror(code));
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return code == CURLE_OK;
}

static bool is_here(const char *address)
{
    struct network network;
    return network_of_text(address, &network) && network.here;
}

static const char nginx_for[] = "in nginx: proxy_set_header X-Forwarded-For $remote_addr; see deploy/nginx/ridotto-proxy.conf, then systemctl reload nginx";

/* Whom the service takes for the visitor: limits on sign-ins and guests count by that address. */
static void look_at_address(struct checking *c, const char *address, const char *local)
{
    if (!strcmp(address, NOBODY))
        say_wrong(c, nginx_for, "The web server passes on the address that a visitor makes up: limits do not hold, and /metrics is for everybody.");
    else if (is_here(address) && !is_here(local))
        say_wrong(c, nginx_for, "The web server does not say who asks: all visitors count as one, and /metrics is for everybody.");
    else
        say_ok(c, "The web server says who asks: %s.", address);
}

static void look_at_tls(struct checking *c, bool told, const struct got *page)
{
    bool tls = !strncmp(c->set.url, "https:", 6);
    if (!tls && strstr(c->set.url, "//127.") == NULL && strstr(c->set.url, "//localhost") == NULL)
        say_wrong(c, "certbot --nginx -d NAME, then RIDOTTO_URL=https://NAME", "The site's address is %s, without TLS: passwords and cookies can be read on the way.",
                  c->set.url);
    if (!tls)
        return;
    if (!told)
        say_wrong(c, "in nginx: proxy_set_header X-Forwarded-Proto $scheme; see deploy/nginx/ridotto-proxy.conf, then systemctl reload nginx",
                  "The web server does not say that a request came over TLS.");
    if (!page->lasting)
        say_wrong(c, "take away what drops it in the web server, such as proxy_hide_header Strict-Transport-Security",
                  "Strict-Transport-Security does not reach the browser.");
    if (page->insecure || !page->cookies)
        say_wrong(c, "take away what changes cookies in the web server, such as proxy_cookie_flags",
                  page->cookies ? "Cookies reach the browser without Secure." : "No cookie of the sign-in page reaches the browser.");
    if (told && page->lasting && page->cookies && !page->insecure)
        say_ok(c, "TLS is passed on: cookies are Secure, and Strict-Transport-Security is there.");
}

static const char *mend_silence(const struct got *got)
{
    return got->untrusted ? "certbot renew && systemctl reload nginx, or certbot --nginx -d NAME; --ca FILE where the certificate is your own"
                          : "systemctl status nginx ridotto-serve, and look at RIDOTTO_URL and the name in the DNS";
}

void check_proxy(struct checking *c)
{
    struct got answer, page;
    if (!ask(c, "/health/visitor", &answer) || !ask(c, "/sign-in", &page)) {
        const struct got *lost = *answer.why ? &answer : &page;
        say_wrong(c, mend_silence(lost), "%s does not answer: %s.", c->set.url, lost->why);
        return;
    }
    struct json_object *said = arena_json(c->arena, jparse(answer.body.text, answer.body.length));
    const char *address = jget_str(said, "address");
    if (answer.status != 200 || !address) {
        say_wrong(c, "have the web server pass on all paths, and look whether the service there is of this version", "%s answers %ld to %s, and not as this service does.",
                  c->set.url, answer.status, "/health/visitor");
        return;
    }
    look_at_address(c, address, answer.local);
    look_at_tls(c, jget_bool(said, "secure"), &page);
}

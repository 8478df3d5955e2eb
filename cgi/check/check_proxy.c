/* The web server in front, asked at the site's own address as a browser would: what it passes on, and what comes back. */
#include "config.h"

#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/network.h"
#include "cgi/check/checks.h"
#include "cgi/check/web.h"

#include "cgi/base/banned.h"

/* An address of the network for examples, which no visitor has (RFC 5737). */
#define NOBODY "192.0.2.77"

/* Asks for @path with a header that lies about who asks. */
static bool ask(const struct checking *c, const char *path, struct web_answer *got)
{
    return web_ask(c, &(struct web_wish){.url = arena_printf(c->arena, "%s%s", c->set.url, path), .header = "X-Forwarded-For: " NOBODY}, got);
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

static void look_at_tls(struct checking *c, bool told, const struct web_answer *page)
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

static const char *mend_silence(const struct web_answer *got)
{
    return got->untrusted ? "certbot renew && systemctl reload nginx, or certbot --nginx -d NAME; --ca FILE where the certificate is your own"
                          : "systemctl status nginx ridotto-serve, and look at RIDOTTO_URL and the name in the DNS";
}

void check_proxy(struct checking *c)
{
    struct web_answer answer, page;
    if (!ask(c, "/health/visitor", &answer) || !ask(c, "/sign-in", &page)) {
        const struct web_answer *lost = *answer.why ? &answer : &page;
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

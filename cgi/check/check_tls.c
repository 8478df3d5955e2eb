/* TLS of the site's own address: its certificate, and whether who comes without TLS is led to it. */
#include "config.h"

#include <curl/curl.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <strings.h>

#include "cgi/base/err.h"
#include "cgi/check/checks.h"
#include "cgi/check/web.h"

#include "cgi/base/banned.h"

enum { DAYS_LEAST = 14 }; /* who renews them begins thirty days before their end */

static bool has_tls(const struct checking *c)
{
    return !strncmp(c->set.url, "https:", 6);
}

/* @what of the site's address, on the arena; "" where it has none */
static const char *part_of_url(const struct checking *c, CURLUPart what)
{
    CURLU *url = curl_url();
    char *text = NULL;
    if (!url)
        out_of_memory();
    if (curl_url_set(url, CURLUPART_URL, c->set.url, 0) == CURLUE_OK)
        curl_url_get(url, what, &text, 0);
    const char *part = arena_strdup(c->arena, text ? text : "");
    curl_free(text);
    curl_url_cleanup(url);
    return part;
}

/* ---- the certificate ---- */

static X509 *read_certificate(const char *pem)
{
    BIO *bio = BIO_new_mem_buf(pem, -1);
    X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, NULL, NULL) : NULL;
    BIO_free(bio);
    return certificate;
}

/* "play.example.org, www.example.org", on the arena */
static const char *names_of(const struct checking *c, const X509 *certificate)
{
    const char *names = "";
    GENERAL_NAMES *all = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    for (int i = 0; all && i < sk_GENERAL_NAME_num(all); i++) {
        const GENERAL_NAME *one = sk_GENERAL_NAME_value(all, i);
        if (one->type == GEN_DNS)
            names = arena_printf(c->arena, "%s%s%.*s", names, *names ? ", " : "", ASN1_STRING_length(one->d.dNSName),
                                 (const char *)ASN1_STRING_get0_data(one->d.dNSName));
    }
    GENERAL_NAMES_free(all);
    return *names ? names : "no name";
}

/* Whole days until it ends, below 0 after that; false: it does not say */
static bool days_left(const X509 *certificate, int *days)
{
    int seconds = 0;
    bool told = ASN1_TIME_diff(days, &seconds, NULL, X509_get0_notAfter(certificate)) == 1;
    *days -= told && seconds < 0 ? 1 : 0;
    return told;
}

static const char renew[] = "certbot renew && systemctl reload nginx; systemctl status certbot.timer says why it was not done in time";

/* Why it is not trusted is looked up here: libraries of TLS tell it each in its own way. */
static void say_distrust(struct checking *c, const struct web_answer *got, X509 *certificate)
{
    const char *host = part_of_url(c, CURLUPART_HOST);
    int days = 0;
    if (days_left(certificate, &days) && days < 0)
        say_wrong(c, renew, "The certificate of %s has ended: browsers let nobody in.", c->set.url);
    else if (X509_check_host(certificate, host, 0, 0, NULL) != 1 && X509_check_ip_asc(certificate, host, 0) != 1)
        say_wrong(c, arena_printf(c->arena, "certbot --nginx -d %s, and server_name in nginx; or RIDOTTO_URL where the site has another name", host),
                  "The certificate at %s is of %s and not of %s: browsers let nobody in.", c->set.url, names_of(c, certificate), host);
    else
        say_wrong(c, arena_printf(c->arena, "certbot --nginx -d %s; ssl_certificate in nginx has to name fullchain.pem; --ca FILE where the certificate is "
                                            "your own", host),
                  "The certificate of %s is none that browsers trust: %s.", c->set.url, got->why);
}

static void say_time(struct checking *c, const X509 *certificate)
{
    int days = 0;
    if (!days_left(certificate, &days))
        say_unknown(c, renew, "The certificate of %s does not say until when it is good.", c->set.url);
    else if (days < DAYS_LEAST)
        say_wrong(c, renew, "The certificate of %s ends in %s: it should have been renewed.", c->set.url, counted(c, days, "day"));
    else
        say_ok(c, "The certificate of %s is trusted, and good for %s.", c->set.url, counted(c, days, "day"));
}

/* A certificate that is not trusted is asked for once more, to say what it is. */
void check_certificate(struct checking *c)
{
    struct web_answer got, shown;
    if (!has_tls(c)) {
        say_skipped(c, "The site's address is %s, which has no certificate.", c->set.url);
        return;
    }
    bool answered = web_ask(c, &(struct web_wish){.url = c->set.url}, &got);
    if (!answered && got.untrusted)
        web_ask(c, &(struct web_wish){.url = c->set.url, .unproven = true}, &shown);
    const char *pem = answered ? got.certificate : got.untrusted ? shown.certificate : NULL;
    X509 *certificate = pem ? read_certificate(pem) : NULL;
    if (!certificate)
        say_unknown(c, "systemctl status nginx; ridotto check proxy says more", "No certificate was seen at %s: %s.", c->set.url,
                    answered ? "it is not told" : got.why);
    else if (!answered)
        say_distrust(c, &got, certificate);
    else
        say_time(c, certificate);
    X509_free(certificate);
}

/* ---- without TLS ---- */

/* Whether @to is the site's own address, or a path below it. */
static bool is_own(const struct checking *c, const char *to)
{
    size_t n = strlen(c->set.url);
    return !strncasecmp(to, c->set.url, n) && (to[n] == '/' || to[n] == '?' || to[n] == '\0');
}

void check_plain(struct checking *c)
{
    struct web_answer got;
    if (!has_tls(c)) {
        say_skipped(c, "The site's address is %s, so nobody is to be led to TLS.", c->set.url);
        return;
    }
    const char *host = part_of_url(c, CURLUPART_HOST);
    const char *plain = arena_printf(c->arena, c->plain_port == 80 ? "http://%s/" : "http://%s:%d/", host, c->plain_port);
    const char *mend = arena_printf(c->arena, "certbot --nginx --redirect -d %s; or in nginx, in the server that listens at 80: "
                                              "return 301 https://$host$request_uri; then systemctl reload nginx", host);
    if (!web_ask(c, &(struct web_wish){.url = plain}, &got))
        say_wrong(c, mend, "%s does not answer, so who follows an old link or types the name alone may find nothing: %s.", plain, got.why);
    else if (!got.leads_to)
        say_wrong(c, mend, "%s answers %ld and does not lead to %s: who comes there plays without TLS.", plain, got.status, c->set.url);
    else if (!is_own(c, got.leads_to))
        say_wrong(c, mend, "%s leads to %s and not to %s.", plain, got.leads_to, c->set.url);
    else
        say_ok(c, "%s leads to %s.", plain, c->set.url);
}

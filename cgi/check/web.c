#include "config.h"

#include "cgi/check/web.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cgi/base/err.h"

#include "cgi/base/banned.h"

enum { CONNECT_SECONDS = 5, WHOLE_SECONDS = 15, BODY_MOST = 256 * 1024 };

static size_t take_body(char *bytes, size_t size, size_t n, void *user)
{
    struct web_answer *got = user;
    if (got->body.length + size * n > BODY_MOST)
        return 0;
    sb_add_bytes(&got->body, bytes, size * n);
    return size * n;
}

static size_t take_header(char *bytes, size_t size, size_t n, void *user)
{
    struct web_answer *got = user;
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

static void set_request(CURL *curl, const struct checking *c, const struct web_wish *wish, struct web_answer *got, char *why)
{
    curl_easy_setopt(curl, CURLOPT_URL, wish->url);
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
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    curl_easy_setopt(curl, CURLOPT_CERTINFO, 1L);
    curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, wish->socket);
    if (c->ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, c->ca);
    if (wish->unproven) {
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
    }
}

static const char *own_certificate(CURL *curl, struct arena *arena)
{
    struct curl_certinfo *chain = NULL;
    curl_easy_getinfo(curl, CURLINFO_CERTINFO, &chain);
    for (struct curl_slist *line = chain && chain->num_of_certs > 0 ? chain->certinfo[0] : NULL; line; line = line->next)
        if (!strncmp(line->data, "Cert:", 5))
            return arena_strdup(arena, line->data + 5);
    return NULL;
}

static void take_info(CURL *curl, struct arena *arena, struct web_answer *got)
{
    char *local = NULL, *to = NULL;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &got->status);
    curl_easy_getinfo(curl, CURLINFO_LOCAL_IP, &local);
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &to);
    snprintf(got->local, sizeof(got->local), "%s", local ? local : "");
    got->leads_to = to ? arena_strdup(arena, to) : NULL;
    got->certificate = own_certificate(curl, arena);
}

bool web_ask(const struct checking *c, const struct web_wish *wish, struct web_answer *got)
{
    char why[CURL_ERROR_SIZE] = "";
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = wish->header ? curl_slist_append(NULL, wish->header) : NULL;
    struct curl_slist *here = wish->here ? curl_slist_append(NULL, "::127.0.0.1:") : NULL; /* any name, any port */
    *got = (struct web_answer){.status = 0};
    sb_init(&got->body, c->arena);
    if (!curl || (wish->header && !headers) || (wish->here && !here))
        out_of_memory();
    set_request(curl, c, wish, got, why);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_CONNECT_TO, here);
    CURLcode code = curl_easy_perform(curl);
    take_info(curl, c->arena, got);
    got->untrusted = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
    if (code != CURLE_OK)
        snprintf(got->why, sizeof(got->why), "%s", *why ? why : curl_easy_strerror(code));
    curl_slist_free_all(headers);
    curl_slist_free_all(here);
    curl_easy_cleanup(curl);
    return code == CURLE_OK;
}

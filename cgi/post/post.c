#include "config.h"

#include "cgi/post/post.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

enum { CONNECT_SECONDS = 5, WAIT_MOST_SECONDS = 24 * 3600, URL_MOST = 500 };

/* One request on its way. */
struct one {
    CURL *curl;                /* NULL: there is none here */
    struct curl_slist *headers;
    const struct post_rules *rules;
    void *about;
    size_t read;               /* bytes of the answer, headers and body */
    bool forbidden;
};

struct posts {
    const struct post_rules *rules;
    CURLM *multi;
    int most, n;
    struct one one[];
};

/* ---- what libcurl calls back ---- */

/* The address that is connected to is the one that was looked at, whatever its name is said to stand for a moment later. A connection that is used
 * again went through this, too. */
static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct one *one = user;
    if (purpose != CURLSOCKTYPE_IPCXN || !address_allowed(&address->addr, &one->rules->allowed)) {
        one->forbidden = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t count(char *bytes, size_t size, size_t n, void *user)
{
    struct one *one = user;
    (void)bytes;
    one->read += size * n;
    return one->read > POST_READ_MOST ? 0 : size * n;
}

/* ---- beginning ---- */

struct posts *posts_open(const struct post_rules *rules, int most)
{
    struct posts *posts = calloc(1, sizeof(*posts) + (size_t)most * sizeof(posts->one[0]));
    if (posts && !(posts->multi = curl_multi_init())) {
        free(posts);
        return NULL;
    }
    if (posts) {
        posts->rules = rules;
        posts->most = most;
    }
    return posts;
}

static void end(struct posts *posts, struct one *one)
{
    if (!one->curl)
        return;
    curl_multi_remove_handle(posts->multi, one->curl);
    curl_easy_cleanup(one->curl);
    curl_slist_free_all(one->headers);
    *one = (struct one){.curl = NULL};
    posts->n--;
}

void posts_close(struct posts *posts)
{
    if (!posts)
        return;
    for (int i = 0; i < posts->most; i++)
        end(posts, &posts->one[i]);
    curl_multi_cleanup(posts->multi);
    free(posts);
}

int posts_free(const struct posts *posts)
{
    return posts->most - posts->n;
}

static bool set_headers(struct one *one, const struct post *post)
{
    /* No "Expect: 100-continue", for which some servers would keep us waiting. */
    bool ok = (one->headers = curl_slist_append(NULL, "Expect:")) != NULL;
    for (int i = 0; ok && i < POST_HEADERS_MOST && post->header[i]; i++)
        ok = curl_slist_append(one->headers, post->header[i]) != NULL;
    return ok && !curl_easy_setopt(one->curl, CURLOPT_HTTPHEADER, one->headers);
}

static bool set_bounds(const struct one *one)
{
    CURL *curl = one->curl;
    /* QUICK_EXIT: the thread that waits for a name server is not waited for. */
    return !curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) && !curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L)
        && !curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https")
        && !curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) && !curl_easy_setopt(curl, CURLOPT_PROXY, "")
        && !curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS)
        && !curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)one->rules->seconds)
        && !curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1)
        && (!one->rules->ca || !curl_easy_setopt(curl, CURLOPT_CAINFO, one->rules->ca));
}

static bool set_calls(struct one *one)
{
    CURL *curl = one->curl;
    return !curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) && !curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, one)
        && !curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, count) && !curl_easy_setopt(curl, CURLOPT_WRITEDATA, one)
        && !curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, count) && !curl_easy_setopt(curl, CURLOPT_HEADERDATA, one)
        && !curl_easy_setopt(curl, CURLOPT_PRIVATE, one);
}

static bool set_post(struct one *one, const struct post *post)
{
    CURL *curl = one->curl;
    return !curl_easy_setopt(curl, CURLOPT_URL, post->url) && !curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)post->length)
        && !curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post->body) && !curl_easy_setopt(curl, CURLOPT_USERAGENT, "Ridotto");
}

bool posts_begin(struct posts *posts, const struct post *post, void *about)
{
    struct one *one = posts->one;
    while (one < posts->one + posts->most && one->curl)
        one++;
    if (one == posts->one + posts->most || !(one->curl = curl_easy_init()))
        return false;
    posts->n++;
    one->rules = posts->rules;
    one->about = about;
    if (set_bounds(one) && set_calls(one) && set_post(one, post) && set_headers(one, post) && !curl_multi_add_handle(posts->multi, one->curl))
        return true;
    end(posts, one);
    return false;
}

/* ---- ending ---- */

void posts_wait(struct posts *posts, int milliseconds)
{
    int running, sockets;
    curl_multi_perform(posts->multi, &running);
    if (running == posts->n && running > 0)
        curl_multi_poll(posts->multi, NULL, 0, milliseconds, &sockets);
    curl_multi_perform(posts->multi, &running);
}

static void say(struct post_answer *answer, const char *what)
{
    size_t n = 0;
    for (; what[n] && n + 1 < sizeof(answer->said); n++)
        answer->said[n] = what[n] >= ' ' && what[n] <= '~' && what[n] != '"' ? what[n] : '?';
    answer->said[n] = '\0';
}

static void read_answer(const struct one *one, CURLcode result, struct post_answer *answer)
{
    char words[POST_SAID];
    long status = 0;
    curl_off_t wait = 0;
    curl_easy_getinfo(one->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(one->curl, CURLINFO_RETRY_AFTER, &wait);
    /* What follows the status matters to nobody: it may be too long, too slow, or broken. */
    bool answered = status >= 200;
    *answer = (struct post_answer){.status = answered ? (int)status : 0, .forbidden = one->forbidden && !answered};
    answer->retry_after = wait > WAIT_MOST_SECONDS ? WAIT_MOST_SECONDS : wait > 0 ? (int)wait : 0;
    if (answered)
        snprintf(words, sizeof(words), status >= 300 && status < 400 ? "HTTP %ld: redirects are not followed" : "HTTP %ld", status);
    else if (answer->forbidden)
        snprintf(words, sizeof(words), "the address is of this machine or of a private network");
    else
        snprintf(words, sizeof(words), "%s", curl_easy_strerror(result));
    say(answer, words);
}

bool posts_next(struct posts *posts, struct post_answer *answer, void **about)
{
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(posts->multi, &left));) {
        struct one *one;
        if (message->msg != CURLMSG_DONE || curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&one))
            continue;
        read_answer(one, message->data.result, answer);
        *about = one->about;
        end(posts, one);
        return true;
    }
    return false;
}

/* ---- addresses of theirs ---- */

bool post_url_fits(const char *url, bool plain_http)
{
    size_t n = strlen(url), begins = !strncmp(url, "https://", 8) ? 8 : plain_http && !strncmp(url, "http://", 7) ? 7 : 0;
    if (!begins || n > URL_MOST || url[begins] == '/') /* libcurl reads https:///host, too */
        return false;
    for (const char *c = url; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || strchr("\"<>\\^`{|}#", *c))
            return false;
    CURLU *parsed = curl_url();
    char *user = NULL, *host = NULL;
    bool ok = parsed && !curl_url_set(parsed, CURLUPART_URL, url, 0) && curl_url_get(parsed, CURLUPART_USER, &user, 0) == CURLUE_NO_USER
        && !curl_url_get(parsed, CURLUPART_HOST, &host, 0) && *host;
    curl_free(user);
    curl_free(host);
    curl_url_cleanup(parsed);
    return ok;
}

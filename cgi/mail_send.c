/* Handing a message over: SMTP with libcurl, or a Maildir. */
#include "config.h"

#include "cgi/clock.h"
#include "cgi/mail.h"
#include "cgi/maildir.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

#include "cgi/banned.h"

enum { CONNECT_SECONDS = 10, WHOLE_SECONDS = 60, STOP_MS = 5 * 1000, BYE_SECONDS = 2 };

/* One talk with a server. */
struct talk {
    const char *bytes;
    size_t left;
    const atomic_bool *stop;
    int64_t stopped;     /* when the stop was noticed, in ticks of the clock; 0: not yet */
    bool over;           /* QUIT was sent: what follows answers no more about the mail */
    bool about_the_mail; /* the last command was RCPT or DATA: a refusal is about this mail, not about the house */
    char *answer;
    size_t room;
};

static size_t give(char *to, size_t size, size_t n, void *user)
{
    struct talk *talk = user;
    size_t bytes = size * n < talk->left ? size * n : talk->left;
    memcpy(to, talk->bytes, bytes);
    talk->bytes += bytes;
    talk->left -= bytes;
    return bytes;
}

static int progress(void *user, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a, (void)b, (void)c, (void)d;
    struct talk *talk = user;
    if (!talk->stop || !atomic_load(talk->stop))
        return 0;
    if (!talk->stopped)
        talk->stopped = clock_ticks();
    return clock_ticks() - talk->stopped >= STOP_MS;
}

static void note_answer(struct talk *talk, const char *line, size_t length)
{
    while (length && (unsigned char)line[length - 1] <= ' ')
        length--;
    size_t n = 0;
    for (size_t i = 0; i < length && n + 1 < talk->room; i++)
        talk->answer[n++] = line[i];
    talk->answer[n] = '\0';
}

/* curl tells the talk line by line; commands may hold a password, so only their names are looked at. */
static int overhear(CURL *curl, curl_infotype kind, char *data, size_t length, void *user)
{
    struct talk *talk = user;
    if (kind == CURLINFO_HEADER_OUT && length >= 4 && !memcmp(data, "QUIT", 4)) {
        talk->over = true;
        /* curl says good-bye even after a time-out and would wait for the answer as long as for any. */
        curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)BYE_SECONDS);
    }
    if (kind == CURLINFO_HEADER_OUT && !talk->over)
        talk->about_the_mail = length >= 4 && (!memcmp(data, "RCPT", 4) || !memcmp(data, "DATA", 4));
    else if (kind == CURLINFO_HEADER_IN && !talk->over)
        note_answer(talk, data, length);
    return 0;
}

static void set_server(CURL *curl, const struct settings *set)
{
    curl_easy_setopt(curl, CURLOPT_URL, set->smtp_url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    /* A password never goes out in the clear. */
    bool tls = set->smtp_tls || set->smtp_user;
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
    if (set->smtp_ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, set->smtp_ca);
    if (set->smtp_user) {
        curl_easy_setopt(curl, CURLOPT_USERNAME, set->smtp_user);
        curl_easy_setopt(curl, CURLOPT_PASSWORD, set->smtp_password ? set->smtp_password : "");
    }
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)WHOLE_SECONDS);
    /* Close the connection with the transfer: in the clean-up no time-out holds but curl's own of two minutes. */
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)WHOLE_SECONDS);
}

static void set_talk(CURL *curl, struct talk *talk)
{
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(curl, CURLOPT_READDATA, talk);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, overhear);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, talk);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, talk);
}

static enum mail_answer judge(CURLcode code, const struct talk *talk, const char *trouble)
{
    if (code == CURLE_OK)
        return MAIL_TAKEN;
    bool answered = code != CURLE_OPERATION_TIMEDOUT && code != CURLE_ABORTED_BY_CALLBACK;
    if (answered && talk->about_the_mail && talk->answer[0] == '5')
        return MAIL_NEVER;
    /* A refusal speaks for itself; a broken talk is better told by curl. */
    if (!answered || (talk->answer[0] != '4' && talk->answer[0] != '5'))
        snprintf(talk->answer, talk->room, "%s", *trouble ? trouble : curl_easy_strerror(code));
    return MAIL_LATER;
}

static enum mail_answer send_smtp(const struct house *house, const char *from, const char *to_address,
                                  struct talk *talk)
{
    char trouble[CURL_ERROR_SIZE] = "";
    CURL *curl = curl_easy_init();
    struct curl_slist *to = curl_slist_append(NULL, to_address);
    if (!curl || !to) {
        curl_slist_free_all(to);
        curl_easy_cleanup(curl);
        snprintf(talk->answer, talk->room, "no memory for a connection");
        return MAIL_LATER;
    }
    set_server(curl, &house->set);
    set_talk(curl, talk);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, trouble);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    enum mail_answer answer = judge(curl_easy_perform(curl), talk, trouble);
    curl_slist_free_all(to);
    curl_easy_cleanup(curl);
    return answer;
}

enum mail_answer mail_send(const struct house *house, const char *to_address, const char *message, size_t length,
                           const atomic_bool *stop, char *answer, size_t room)
{
    answer[0] = '\0';
    if (!house->set.smtp_url || !*house->set.smtp_url) {
        if (!maildir_put(house->set.maildir, message, length, answer, room))
            return MAIL_LATER;
        snprintf(answer, room, "kept in %s", house->set.maildir);
        return MAIL_TAKEN;
    }
    struct arena *arena = arena_new();
    struct talk talk = {.bytes = message, .left = length, .stop = stop, .answer = answer, .room = room};
    enum mail_answer fate = send_smtp(house, mail_sender(house, arena), to_address, &talk);
    arena_free(arena);
    return fate;
}

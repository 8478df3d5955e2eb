/* Handing a message over: SMTP with libcurl, or a Maildir. */
#include "config.h"

#include "cgi/base/clock.h"
#include "cgi/mail/mail.h"
#include "cgi/mail/maildir.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "cgi/base/banned.h"

enum { CONNECT_SECONDS = 10, WHOLE_SECONDS = 60, STOP_MS = 5 * 1000, BYE_SECONDS = 2, MAILS_A_LINE = 50 };

struct mail_line {
    const struct settings *set;
    struct arena *arena;
    CURL *curl;   /* NULL until the first mail, and again after a rest */
    int n;        /* mails that went over this connection */
};

/* The state of an SMTP conversation. */
enum stage {
    STAGE_HOUSE,  /* greeting, TLS, sign-in, sender: what is refused here is refused to every mail */
    STAGE_MAIL,   /* RCPT or DATA was sent: a refusal is about this mail */
    STAGE_TEXT    /* the message itself is on its way */
};

/* One mail on its way. */
struct talk {
    const struct posting *posting;
    CURL *curl;
    size_t given;        /* bytes of the message */
    int64_t stopped;     /* when the stop was noticed, in ticks of the clock; 0: not yet */
    enum stage stage;
    bool over;           /* QUIT was sent: what follows answers no more about the mail */
    char *answer;
    size_t room;
};

static size_t give(char *to, size_t size, size_t n, void *user)
{
    struct talk *talk = user;
    const struct posting *posting = talk->posting;
    talk->stage = STAGE_TEXT;
    size_t left = posting->length - talk->given, bytes = size * n < left ? size * n : left;
    memcpy(to, posting->message + talk->given, bytes);
    talk->given += bytes;
    return bytes;
}

static int progress(void *user, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a, (void)b, (void)c, (void)d;
    struct talk *talk = user;
    if (!talk->posting->stop || !atomic_load(talk->posting->stop))
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

/* curl's debug callback gives the conversation line by line; commands may hold a password, so only their names are read. */
static void note_command(struct talk *talk, const char *data, size_t length)
{
    if (length >= 4 && !memcmp(data, "QUIT", 4)) {
        talk->over = true;
        /* curl sends QUIT even after a time-out and would wait the full time for the answer. */
        curl_easy_setopt(talk->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)BYE_SECONDS);
    }
    if (!talk->over && talk->stage == STAGE_HOUSE && length >= 4 && (!memcmp(data, "RCPT", 4) || !memcmp(data, "DATA", 4)))
        talk->stage = STAGE_MAIL;
}

static int overhear(CURL *curl, curl_infotype kind, char *data, size_t length, void *user)
{
    (void)curl;
    struct talk *talk = user;
    if (kind == CURLINFO_HEADER_OUT)
        note_command(talk, data, length);
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
}

static void set_talk(CURL *curl, struct talk *talk)
{
    talk->curl = curl;
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)WHOLE_SECONDS);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)WHOLE_SECONDS);
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
    if (answered && talk->stage != STAGE_HOUSE && talk->answer[0] == '5')
        return MAIL_NEVER;
    /* For a refusal the server's answer is the reason; for a broken connection curl's text is better. */
    if (!answered || (talk->answer[0] != '4' && talk->answer[0] != '5'))
        snprintf(talk->answer, talk->room, "%s", *trouble ? trouble : curl_easy_strerror(code));
    return talk->stage == STAGE_HOUSE ? MAIL_AWAY : MAIL_LATER;
}

static void set_nothing_to_send(CURL *curl)
{
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 0L);
    curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "NOOP");
}

/* A connection, signed in, before any mail is announced; MAIL_TAKEN: it is there. */
static enum mail_answer connect_line(struct mail_line *line, struct talk *talk)
{
    char trouble[CURL_ERROR_SIZE] = "";
    if (!(line->curl = curl_easy_init())) {
        snprintf(talk->answer, talk->room, "no memory for a connection");
        return MAIL_AWAY;
    }
    set_server(line->curl, line->set);
    set_talk(line->curl, talk);
    set_nothing_to_send(line->curl);
    curl_easy_setopt(line->curl, CURLOPT_ERRORBUFFER, trouble);
    enum mail_answer answer = judge(curl_easy_perform(line->curl), talk, trouble);
    curl_easy_setopt(line->curl, CURLOPT_ERRORBUFFER, NULL);
    curl_easy_setopt(line->curl, CURLOPT_CUSTOMREQUEST, NULL);
    talk->over = false;
    return answer;
}

/* One try, over the kept connection or a new one. Whoever sends may think better of it as long as the server knows of no mail. */
static enum mail_answer send_over(struct mail_line *line, struct talk *talk, bool *kept)
{
    char trouble[CURL_ERROR_SIZE] = "";
    long connects = 0;
    const struct posting *posting = talk->posting;
    bool fresh = !line->curl;
    enum mail_answer answer = fresh ? connect_line(line, talk) : MAIL_TAKEN;
    if (answer != MAIL_TAKEN)
        return answer;
    if (posting->withdrawn && posting->withdrawn(posting->user))
        return MAIL_WITHDRAWN;
    struct curl_slist *to = curl_slist_append(NULL, posting->to_address);
    if (!to) {
        snprintf(talk->answer, talk->room, "no memory for a connection");
        return MAIL_AWAY;
    }
    talk->answer[0] = '\0';
    set_talk(line->curl, talk);
    curl_easy_setopt(line->curl, CURLOPT_ERRORBUFFER, trouble);
    curl_easy_setopt(line->curl, CURLOPT_MAIL_FROM, posting->from_address);
    curl_easy_setopt(line->curl, CURLOPT_MAIL_RCPT, to);
    /* The last mail of a line ends it: see mail_line_rest(). */
    curl_easy_setopt(line->curl, CURLOPT_FORBID_REUSE, (long)(++line->n >= MAILS_A_LINE));
    CURLcode code = curl_easy_perform(line->curl);
    curl_easy_getinfo(line->curl, CURLINFO_NUM_CONNECTS, &connects);
    *kept = !fresh && connects == 0;
    answer = judge(code, talk, trouble);
    curl_easy_setopt(line->curl, CURLOPT_ERRORBUFFER, NULL);
    curl_easy_setopt(line->curl, CURLOPT_MAIL_RCPT, NULL);
    curl_slist_free_all(to);
    return answer;
}

/* While curl frees a handle only its own time-out of two minutes applies, and it sends QUIT to a server that may hang: so the
 * socket is closed first. */
static void line_cut(struct mail_line *line)
{
    curl_socket_t fd = CURL_SOCKET_BAD;
    if (curl_easy_getinfo(line->curl, CURLINFO_ACTIVESOCKET, &fd) == CURLE_OK && fd != CURL_SOCKET_BAD)
        shutdown(fd, SHUT_RDWR);
    curl_easy_cleanup(line->curl);
    line->curl = NULL;
    line->n = 0;
}

static enum mail_answer send_smtp(struct mail_line *line, const struct posting *posting, char *answer, size_t room)
{
    for (bool again = true;; again = false) {
        struct talk talk = {.posting = posting, .answer = answer, .room = room};
        bool kept = false;
        answer[0] = '\0';
        enum mail_answer fate = send_over(line, &talk, &kept);
        if (line->curl && fate != MAIL_WITHDRAWN && (fate != MAIL_TAKEN || line->n >= MAILS_A_LINE))
            line_cut(line);
        /* A connection that was kept may have been closed at the other end meanwhile. */
        bool stale = kept && !talk.given && (fate == MAIL_AWAY || (fate == MAIL_LATER && answer[0] != '4'));
        if (!again || !stale || (posting->stop && atomic_load(posting->stop)))
            return fate;
    }
}

struct mail_line *mail_line_open(const struct settings *set)
{
    struct arena *arena = arena_new();
    struct mail_line *line = arena_alloc(arena, sizeof(*line));
    *line = (struct mail_line){.set = set, .arena = arena};
    return line;
}

enum mail_answer mail_line_send(struct mail_line *line, const struct posting *posting, char *answer, size_t room)
{
    const struct settings *set = line->set;
    if (set->smtp_url && *set->smtp_url)
        return send_smtp(line, posting, answer, room);
    answer[0] = '\0';
    if (posting->withdrawn && posting->withdrawn(posting->user))
        return MAIL_WITHDRAWN;
    if (!maildir_put(set->maildir, posting->message, posting->length, answer, room))
        return MAIL_AWAY;
    snprintf(answer, room, "kept in the folder for mail");
    return MAIL_TAKEN;
}

/* Over a connection that is not kept, the last command sent is QUIT; hence a NOOP. */
void mail_line_rest(struct mail_line *line)
{
    if (!line->curl)
        return;
    char answer[100];
    const struct posting none = {0};
    struct talk talk = {.posting = &none, .answer = answer, .room = sizeof(answer)};
    set_talk(line->curl, &talk);
    set_nothing_to_send(line->curl);
    curl_easy_setopt(line->curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(line->curl, CURLOPT_CONNECTTIMEOUT, (long)BYE_SECONDS);
    curl_easy_setopt(line->curl, CURLOPT_TIMEOUT, (long)BYE_SECONDS);
    curl_easy_setopt(line->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)BYE_SECONDS);
    curl_easy_perform(line->curl);
    line_cut(line);
}

void mail_line_close(struct mail_line *line)
{
    mail_line_rest(line);
    arena_free(line->arena);
}

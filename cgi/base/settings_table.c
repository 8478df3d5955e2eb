#include "config.h"

#include "cgi/base/settings_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/address.h"
#include "cgi/base/apart.h"
#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

#define AT(member) SETTING_AT(member)

const struct setting settings_table[] = {
    {"config", "RIDOTTO_CONFIG", TEXT, AT(config), 0, 0, ~0u, "FILE", "the file of settings"},
    {"database", "RIDOTTO_DATABASE", TEXT, AT(database), 0, 0, FLAGS_DATABASE | SETTING_FIXED, "CONNINFO",
     "how the service reaches PostgreSQL"},
    {"pooler", "RIDOTTO_POOLER", TEXT, AT(pooler), 0, 0, FLAGS_SERVE | FLAGS_MAIL | SETTING_FIXED, "CONNINFO",
     "how it reaches a pooler in transaction mode, for all but what listens"},
    {"standby", "RIDOTTO_STANDBY", TEXT, AT(standby), 0, 0, FLAGS_SERVE | SETTING_FIXED, "CONNINFO",
     "how it reaches a standby of the database, which may be read"},
    {"owner-database", "RIDOTTO_OWNER_DATABASE", TEXT, AT(owner_database), 0, 0, FLAGS_OWNER, "CONNINFO",
     "how the owner of the schema reaches PostgreSQL"},
    {"data", "RIDOTTO_DATA", TEXT, AT(data_dir), 0, 0, FLAGS_OWNER | FLAGS_SERVE | FLAGS_DATA, "DIR",
     "where templates/, www/, po/ and sql/ lie"},
    {"listen", "RIDOTTO_LISTEN", TEXT, AT(listen), 0, 0, FLAGS_SERVE | SETTING_FIXED, "ADDRESS", "address to listen on"},
    {"port", "RIDOTTO_PORT", NUMBER, AT(port), 0, 65535, FLAGS_SERVE | SETTING_FIXED, "N", "port to listen on"},
    {"socket", "RIDOTTO_SOCKET", TEXT, AT(socket), 0, 0, FLAGS_SERVE | SETTING_FIXED, "PATH", "listen at a path instead"},
    {"socket-mode", "RIDOTTO_SOCKET_MODE", MODE, AT(socket_mode), 0, 0777, FLAGS_SERVE | SETTING_FIXED, "MODE",
     "who may connect there, as in chmod"},
    {"threads", "RIDOTTO_THREADS", NUMBER, AT(threads), 1, 256, FLAGS_SERVE | SETTING_FIXED, "N", "threads that answer requests"},
    {"bot-threads", "RIDOTTO_BOT_THREADS", NUMBER, AT(bot_threads), 1, BOT_THREADS_MAX, FLAGS_SERVE | FLAGS_MAIL | SETTING_FIXED, "N",
     "threads in which bots think"},
    {"url", "RIDOTTO_URL", TEXT, AT(url), 0, 0, FLAGS_SERVE | FLAGS_MAIL | FLAGS_URL, "URL", "how links in mail begin"},
    {"mail-from", "RIDOTTO_MAIL_FROM", TEXT, AT(mail_from), 0, 0, FLAGS_MAIL, "ADDRESS", "sender of every mail"},
    {"bounce-address", "RIDOTTO_BOUNCE_ADDRESS", TEXT, AT(bounce_address), 0, 0, FLAGS_MAIL | FLAGS_BOUNCE, "ADDRESS",
     "where e-mail bounces to, each with a sign of its own behind a +"},
    {"smtp-url", "RIDOTTO_SMTP_URL", TEXT, AT(smtp_url), 0, 0, FLAGS_MAIL, "URL",
     "smtp://host:587 or smtps://host; without it mail goes to a folder"},
    {"smtp-user", "RIDOTTO_SMTP_USER", TEXT, AT(smtp_user), 0, 0, FLAGS_MAIL, "NAME",
     "for servers that want to know who sends"},
    {NULL, "RIDOTTO_SMTP_PASSWORD", TEXT, AT(smtp_password), 0, 0, FLAGS_MAIL, NULL,
     "and its password; no flag, for all could see it"},
    {"smtp-tls", "RIDOTTO_SMTP_TLS", SWITCH, AT(smtp_tls), 0, 0, FLAGS_MAIL, NULL, "require STARTTLS on smtp://"},
    {"smtp-ca", "RIDOTTO_SMTP_CA", TEXT, AT(smtp_ca), 0, 0, FLAGS_MAIL, "FILE",
     "certificates to trust instead of the system's"},
    {"post-networks", "RIDOTTO_POST_NETWORKS", TEXT, AT(post_networks), 0, 0, FLAGS_SERVE | FLAGS_MAIL, "ADDRESSES",
     "private addresses that web hooks and push may be sent to"},
    {"post-ca", "RIDOTTO_POST_CA", TEXT, AT(post_ca), 0, 0, FLAGS_MAIL, "FILE",
     "certificates to trust for these instead of the system's"},
    {"cache", "RIDOTTO_CACHE", NUMBER, AT(cache), 0, 4096, FLAGS_SERVE | SETTING_FIXED, "MB",
     "how much of what can be made again is kept for the next answer; 0: nothing"},
    {"session-days", "RIDOTTO_SESSION_DAYS", NUMBER, AT(session_days), 1, 400, FLAGS_SERVE, "N",
     "after how many days without a visit one has to sign in again"},
    {"moves-a-minute", "RIDOTTO_MOVES_A_MINUTE", NUMBER, AT(moves_a_minute), 0, 1000000, FLAGS_SERVE, "N",
     "how many forms of play one person may send; 0: any number"},
    {"log", "RIDOTTO_LOG", TEXT, AT(log), 0, 0, FLAGS_SERVE | FLAGS_MAIL, "HOW", "how lines of the log are written: logfmt or json"},
    {"joining", "RIDOTTO_JOINING", TEXT, AT(joining), 0, 0, FLAGS_SERVE, "HOW", "who may create an account: open, invitation or closed"},
    {"site", "RIDOTTO_SITE", TEXT, AT(site_dir), 0, 0, FLAGS_SERVE, "DIR", "where the site's own name and pages lie"},
    {"proxies", "RIDOTTO_PROXIES", TEXT, AT(proxies), 0, 0, FLAGS_SERVE | SETTING_FIXED, "ADDRESSES", "proxies on other machines, which say for whom they ask"},
    {"metrics-from", "RIDOTTO_METRICS_FROM", TEXT, AT(metrics_from), 0, 0, FLAGS_SERVE, "ADDRESSES",
     "who may ask for /metrics beside this machine"},
    {"dkim", "RIDOTTO_DKIM", TEXT, AT(dkim), 0, 0, FLAGS_CHECK, "SELECTOR", "the selector under which the key of the mail server's signature lies"},
    {"state", "RIDOTTO_STATE", TEXT, AT(state_dir), 0, 0, FLAGS_CHECK, "DIR", "what the site keeps beside the database, such as when a backup was proved"},
    {"maildir", "RIDOTTO_MAILDIR", TEXT, AT(maildir), 0, 0, FLAGS_MAIL, "DIR", "the folder for mail without SMTP"},
};
const int n_settings = sizeof(settings_table) / sizeof(settings_table[0]);

enum { URL_MOST = 256 };

/* What a TEXT has to be like, where not any will do; what is wrong with one that is not so. */

/* Only what is seen, and ASCII, without any of @refused. */
static bool is_plain(const char *value, const char *refused)
{
    for (const char *c = value; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || strchr(refused, *c))
            return false;
    return true;
}

/* Links are made by adding a path and a query, and stand in pages and letters as they are. */
static bool fits_url(const char *value)
{
    const char *host = !strncmp(value, "http://", 7) ? value + 7 : !strncmp(value, "https://", 8) ? value + 8 : "";
    return *host && *host != '/' && strlen(value) < URL_MOST && is_plain(value, "?#\"'<>\\^`{|}");
}

static bool fits_smtp(const char *value)
{
    return !strncmp(value, "smtp://", 7) || !strncmp(value, "smtps://", 8);
}

static bool fits_sender(const char *value)
{
    return strchr(value, '@') != NULL;
}

/* A bare one, short enough for a + and a sign behind its first part. */
static bool fits_address(const char *value)
{
    const char *at = strchr(value, '@');
    return at && at > value && at - value <= 40 && at[1] && is_plain(value, "<>,;+\"") && !strchr(at + 1, '@');
}

/* A label of a name, or several: it is a part of one that is asked for. */
static bool fits_selector(const char *value)
{
    return strlen(value) <= 63 && !value[strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")];
}

static bool fits_networks(const char *value)
{
    struct ranges ranges;
    return ranges_read(value, &ranges);
}

static bool fits_joining(const char *value)
{
    return !strcmp(value, "open") || !strcmp(value, "invitation") || !strcmp(value, "closed");
}

static bool fits_log(const char *value)
{
    return !strcmp(value, "logfmt") || !strcmp(value, "json");
}

static const struct shape {
    size_t offset;
    bool (*fits)(const char *value);
    const char *wrong;
} shapes[] = {
    {AT(url), fits_url, "it is no address such as https://play.example.org"},
    {AT(mail_from), fits_sender, "it holds no address such as ridotto@example.org"},
    {AT(bounce_address), fits_address, "it is no address such as bounces@example.org"},
    {AT(dkim), fits_selector, "it is no selector such as mail2026"},
    {AT(post_networks), fits_networks, "it is no list of addresses such as 10.0.0.0/8, ::1"},
    {AT(joining), fits_joining, "it is open, invitation or closed"},
    {AT(log), fits_log, "it is logfmt or json"},
    {AT(smtp_url), fits_smtp, "it does not begin with smtp:// or smtps://"},
};

static const struct shape *find_shape(const struct setting *s)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        if (shapes[i].offset == s->offset)
            return &shapes[i];
    return NULL;
}

void settings_clear(struct settings *set)
{
    *set = (struct settings){
        .listen = "127.0.0.1", .port = 8080, .socket_mode = 0660, .threads = 8, .bot_threads = 1,
        .database = "dbname=ridotto user=ridotto", .owner_database = "dbname=ridotto user=ridotto_owner",
        .data_dir = DATADIR, .mail_from = "Ridotto <ridotto@localhost>", .maildir = "var/mail", .session_days = 30, .moves_a_minute = 600,
        .joining = "open", .state_dir = "/var/lib/ridotto", .log = "logfmt", .cache = 8, .worker = true, .streams = true,
    };
}

/* A setting with a default cannot be empty. */
static bool is_needed(const struct setting *s)
{
    struct settings defaults;
    settings_clear(&defaults);
    return *(const char **)(void *)((char *)&defaults + s->offset) != NULL;
}

static bool switched_on(const char *value)
{
    static const char *const off[] = {"", "0", "no", "off", "false"};
    for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++)
        if (!strcmp(value, off[i]))
            return false;
    return true;
}

static bool take_mode(const char *value, int most, int *mode)
{
    char *end;
    long number = strtol(value, &end, 8);
    if (*value < '0' || *value > '7' || *end || number > most)
        return false;
    *mode = (int)number;
    return true;
}

bool setting_take(struct settings *set, const struct setting *s, const char *value)
{
    char *member = (char *)set + s->offset;
    const struct shape *shape = find_shape(s);
    int64_t number;
    switch (s->kind) {
    case TEXT:
        if (*value ? shape && !shape->fits(value) : is_needed(s))
            return false;
        *(const char **)(void *)member = *value ? value : NULL;
        return true;
    case NUMBER:
        if (!parse_number(value, s->lo, s->hi, &number))
            return false;
        *(int *)(void *)member = (int)number;
        return true;
    case SWITCH: *(bool *)member = switched_on(value); return true;
    case MODE: return take_mode(value, s->hi, (int *)(void *)member);
    }
    return false;
}

const struct setting *setting_named(const char *name)
{
    for (int i = 0; i < n_settings; i++)
        if (!strcmp(settings_table[i].variable, name))
            return &settings_table[i];
    return NULL;
}

const char *setting_nearest(const char *name)
{
    const char *best = NULL;
    int least = 4;
    for (int i = 0; i < n_settings; i++) {
        int n = letters_apart(name, settings_table[i].variable);
        if (n < least && settings_table[i].offset != AT(config)) {
            least = n;
            best = settings_table[i].variable;
        }
    }
    return best;
}

const char *setting_say_why(const struct setting *s, char *text, size_t room)
{
    const struct shape *shape = find_shape(s);
    text[0] = '\0';
    if (s->kind == NUMBER)
        snprintf(text, room, ": it is not a number from %d to %d", s->lo, s->hi);
    else if (s->kind == MODE)
        snprintf(text, room, ": it is no mode such as 0660");
    else if (shape)
        snprintf(text, room, ": %s", shape->wrong);
    return text;
}

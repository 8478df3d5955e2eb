#include "config.h"

#include "cgi/base/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/base/address.h"
#include "cgi/base/arena.h"
#include "cgi/base/apart.h"
#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

/* ---- the settings ---- */

/* One setting: its flag, its variable in the environment, and where it goes. */
struct setting {
    const char *flag, *variable;
    enum { TEXT, NUMBER, SWITCH, MODE } kind; /* MODE: of a file, in octal */
    size_t offset;
    int lo, hi;                /* NUMBER, MODE */
    unsigned group;            /* of which commands' help it is part */
    const char *argument, *help;
};

#define DEFAULT_FILE SYSCONFDIR "/ridotto/ridotto.conf"
#define AT(member) offsetof(struct settings, member)

static const struct setting table[] = {
    {"config", "RIDOTTO_CONFIG", TEXT, AT(config), 0, 0, ~0u, "FILE", "the file of settings"},
    {"database", "RIDOTTO_DATABASE", TEXT, AT(database), 0, 0, FLAGS_DATABASE, "CONNINFO",
     "how the service reaches PostgreSQL"},
    {"pooler", "RIDOTTO_POOLER", TEXT, AT(pooler), 0, 0, FLAGS_SERVE | FLAGS_MAIL, "CONNINFO",
     "how it reaches a pooler in transaction mode, for all but what listens"},
    {"owner-database", "RIDOTTO_OWNER_DATABASE", TEXT, AT(owner_database), 0, 0, FLAGS_OWNER, "CONNINFO",
     "how the owner of the schema reaches PostgreSQL"},
    {"data", "RIDOTTO_DATA", TEXT, AT(data_dir), 0, 0, FLAGS_OWNER | FLAGS_SERVE | FLAGS_DATA, "DIR",
     "where templates/, www/, po/ and sql/ lie"},
    {"listen", "RIDOTTO_LISTEN", TEXT, AT(listen), 0, 0, FLAGS_SERVE, "ADDRESS", "address to listen on"},
    {"port", "RIDOTTO_PORT", NUMBER, AT(port), 0, 65535, FLAGS_SERVE, "N", "port to listen on"},
    {"socket", "RIDOTTO_SOCKET", TEXT, AT(socket), 0, 0, FLAGS_SERVE, "PATH", "listen at a path instead"},
    {"socket-mode", "RIDOTTO_SOCKET_MODE", MODE, AT(socket_mode), 0, 0777, FLAGS_SERVE, "MODE",
     "who may connect there, as in chmod"},
    {"threads", "RIDOTTO_THREADS", NUMBER, AT(threads), 1, 256, FLAGS_SERVE, "N", "threads that answer requests"},
    {"bot-threads", "RIDOTTO_BOT_THREADS", NUMBER, AT(bot_threads), 1, BOT_THREADS_MAX, FLAGS_SERVE | FLAGS_MAIL, "N",
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
    {"cache", "RIDOTTO_CACHE", NUMBER, AT(cache), 0, 4096, FLAGS_SERVE, "MB",
     "how much of what can be made again is kept for the next answer; 0: nothing"},
    {"session-days", "RIDOTTO_SESSION_DAYS", NUMBER, AT(session_days), 1, 400, FLAGS_SERVE, "N",
     "after how many days without a visit one has to sign in again"},
    {"moves-a-minute", "RIDOTTO_MOVES_A_MINUTE", NUMBER, AT(moves_a_minute), 0, 1000000, FLAGS_SERVE, "N",
     "how many forms of play one person may send; 0: any number"},
    {"joining", "RIDOTTO_JOINING", TEXT, AT(joining), 0, 0, FLAGS_SERVE, "HOW", "who may create an account: open, invitation or closed"},
    {"site", "RIDOTTO_SITE", TEXT, AT(site_dir), 0, 0, FLAGS_SERVE, "DIR", "where the site's own name and pages lie"},
    {"metrics-from", "RIDOTTO_METRICS_FROM", TEXT, AT(metrics_from), 0, 0, FLAGS_SERVE, "ADDRESSES",
     "who may ask for /metrics beside this machine"},
    {"dkim", "RIDOTTO_DKIM", TEXT, AT(dkim), 0, 0, FLAGS_CHECK, "SELECTOR", "the selector under which the key of the mail server's signature lies"},
    {"state", "RIDOTTO_STATE", TEXT, AT(state_dir), 0, 0, FLAGS_CHECK, "DIR", "what the site keeps beside the database, such as when a backup was proved"},
    {"maildir", "RIDOTTO_MAILDIR", TEXT, AT(maildir), 0, 0, FLAGS_MAIL, "DIR", "the folder for mail without SMTP"},
};
enum { N_SETTINGS = sizeof(table) / sizeof(table[0]), SAID_MAX = 64, WRONG_ROOM = 100, URL_ROOM = 256 };

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
    return *host && *host != '/' && strlen(value) < URL_ROOM && is_plain(value, "?#\"'<>\\^`{|}");
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
    {AT(smtp_url), fits_smtp, "it does not begin with smtp:// or smtps://"},
};

static const struct shape *find_shape(const struct setting *s)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        if (shapes[i].offset == s->offset)
            return &shapes[i];
    return NULL;
}

static void clear(struct settings *set)
{
    *set = (struct settings){
        .listen = "127.0.0.1", .port = 8080, .socket_mode = 0660, .threads = 8, .bot_threads = 1,
        .database = "dbname=ridotto user=ridotto", .owner_database = "dbname=ridotto user=ridotto_owner",
        .data_dir = DATADIR, .mail_from = "Ridotto <ridotto@localhost>", .maildir = "var/mail", .session_days = 30, .moves_a_minute = 600,
        .joining = "open", .state_dir = "/var/lib/ridotto", .cache = 8, .worker = true, .streams = true,
    };
}

/* A setting with a default cannot be empty. */
static bool is_needed(const struct setting *s)
{
    struct settings defaults;
    clear(&defaults);
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

static bool setting_take(struct settings *set, const struct setting *s, const char *value)
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

/* Browsers leave out the port that a scheme has anyway, and what they send is compared with this. */
static void drop_usual_port(char *url)
{
    const char *usual = !strncmp(url, "https:", 6) ? ":443" : ":80";
    char *host = strstr(url, "://") + 3, *end = host + strcspn(host, "/");
    size_t n = strlen(usual);
    if ((size_t)(end - host) > n && !memcmp(end - n, usual, n))
        memmove(end - n, end, strlen(end) + 1);
}

/* Without a URL setting, links in mail use the port that the server listens on; never a slash at the end. */
static void settle_url(struct settings *set)
{
    static char url[URL_ROOM]; /* written once a process, before any thread starts */
    if (set->url)
        snprintf(url, sizeof(url), "%s", set->url);
    else
        snprintf(url, sizeof(url), "http://127.0.0.1:%d", set->port);
    for (size_t n = strlen(url); n && url[n - 1] == '/'; n--)
        url[n - 1] = '\0';
    drop_usual_port(url);
    set->url = url;
}

/* ---- where settings come from: defaults, the file, the environment, flags ---- */

static const struct setting *find_variable(const char *name)
{
    for (int i = 0; i < N_SETTINGS; i++)
        if (!strcmp(table[i].variable, name))
            return &table[i];
    return NULL;
}

/* Why setting_take() did not take it, to follow "cannot be 'x'"; "" when there is no more to say. */
static const char *say_why(const struct setting *s, char *text, size_t room)
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

static bool take_variable(struct settings *set, const struct setting *s, const char *value, char *why, size_t room)
{
    char wrong[WRONG_ROOM];
    if (!*value || setting_take(set, s, value)) /* an empty one counts as not given */
        return true;
    snprintf(why, room, "%s cannot be '%s'%s", s->variable, value, say_why(s, wrong, sizeof(wrong)));
    return false;
}

struct reading {
    struct settings *set;
    bool password; /* the file has one */
};

/* The setting whose name is written most like @name; NULL: none is like it. */
static const char *nearest_setting(const char *name)
{
    const char *best = NULL;
    int least = 4;
    for (int i = 0; i < N_SETTINGS; i++) {
        int n = letters_apart(name, table[i].variable);
        if (n < least && table[i].offset != AT(config)) {
            least = n;
            best = table[i].variable;
        }
    }
    return best;
}

static bool take_from_file(void *data, const char *name, const char *value, char *why, size_t room)
{
    static struct arena *kept; /* written before any thread starts; lives as long as the process, as the settings do */
    struct reading *reading = data;
    const struct setting *s = find_variable(name);
    if (!s || s->offset == AT(config)) {
        const char *meant = s ? NULL : nearest_setting(name);
        if (s)
            snprintf(why, room, "%s cannot stand in the file itself", name);
        else
            snprintf(why, room, "there is no setting %s%s%s%s", name, meant ? " (is it " : "", meant ? meant : "", meant ? "?)" : "");
        return false;
    }
    kept = kept ? kept : arena_new();
    reading->password |= *value && (s->offset == AT(smtp_password) || strstr(value, "password="));
    return take_variable(reading->set, s, arena_strdup(kept, value), why, room);
}

/* There is a default file, but it cannot be read: the service starts without it. */
static bool default_left_out(const struct settings_hearer *hearer, char *why, size_t room)
{
    snprintf(why, room, "%s: %s", DEFAULT_FILE, strerror(errno));
    if (!settings_faulty(hearer, FAULT_FILE, why))
        fprintf(stderr, "level=warning message=\"the settings in %s are left out: %s\"\n", DEFAULT_FILE, strerror(errno));
    return true;
}

/* A file that was named must exist; the default file need not. */
static bool file(struct settings *set, const char *named, const struct settings_hearer *hearer, char *why, size_t room)
{
    struct reading reading = {.set = set};
    bool open_to_all = false;
    set->config = named ? named : DEFAULT_FILE;
    if (!named && access(DEFAULT_FILE, F_OK) != 0)
        return errno == EACCES ? default_left_out(hearer, why, room) : true;
    if (!settings_file_read(set->config, take_from_file, &reading, hearer, &open_to_all, why, room))
        return false;
    snprintf(why, room, "%s holds a password and everybody can read it", set->config);
    if (reading.password && open_to_all && !settings_faulty(hearer, FAULT_OPEN, why))
        fprintf(stderr, "level=warning message=\"%s: chmod o-r\"\n", why);
    return true;
}

static bool environment(struct settings *set, const struct settings_hearer *hearer, char *why, size_t room)
{
    for (int i = 0; i < N_SETTINGS; i++) {
        const char *value = getenv(table[i].variable);
        if (value && !take_variable(set, &table[i], value, why, room) && !settings_faulty(hearer, FAULT_ENVIRONMENT, why))
            return false;
    }
    return true;
}

/* @named: by a flag, or NULL */
static bool settings_begin(struct settings *set, const char *named, const struct settings_hearer *hearer, char *why, size_t room)
{
    const char *from_environment = getenv("RIDOTTO_CONFIG");
    clear(set);
    if (!named && from_environment && *from_environment)
        named = from_environment;
    return file(set, named, hearer, why, room) && environment(set, hearer, why, room);
}

bool settings_default(struct settings *set, char *why, size_t room)
{
    const struct settings_hearer nobody = {NULL, NULL};
    bool ok = settings_begin(set, NULL, &nobody, why, room);
    settle_url(set);
    return ok;
}

/* ---- flags ---- */

static void print_flag(const char *name, const char *argument, const char *help, const char *variable)
{
    char line[48] = "";
    if (name)
        snprintf(line, sizeof(line), "--%s%s%s", name, argument ? " " : "", argument ? argument : "");
    printf("  %-26s %s", line, help);
    if (variable)
        printf(" [%s]", variable);
    putchar('\n');
}

static void print_help(const struct flags *flags)
{
    printf("%s\nOptions:\n", flags->help);
    for (const struct flag *f = flags->own; f && f->name; f++)
        print_flag(f->name, f->argument, f->help, NULL);
    for (int i = 0; i < N_SETTINGS; i++)
        if (table[i].group & flags->groups)
            print_flag(table[i].flag, table[i].argument, table[i].help, table[i].variable);
    print_flag("help", NULL, "print this", NULL);
    puts("\nWhat no flag says is taken from the environment [RIDOTTO_...], else from the file, which holds lines like\n"
         "RIDOTTO_PORT=8080; without --config that is " DEFAULT_FILE ", if it is there.");
}

/* A flag as it was written, and what it may be: the number of one of the command's own, or a setting. */
struct found {
    int own;
    const struct setting *setting;
    const char *argument; /* NULL: the flag takes none */
};

static bool find_flag(const struct flags *flags, const char *name, size_t length, struct found *found)
{
    *found = (struct found){.own = -1};
    for (int i = 0; flags->own && flags->own[i].name; i++)
        if (strlen(flags->own[i].name) == length && !memcmp(flags->own[i].name, name, length)) {
            found->own = i;
            found->argument = flags->own[i].argument;
            return true;
        }
    for (int i = 0; i < N_SETTINGS; i++)
        if ((table[i].group & flags->groups) && table[i].flag && strlen(table[i].flag) == length &&
            !memcmp(table[i].flag, name, length)) {
            found->setting = &table[i];
            found->argument = table[i].argument;
            return true;
        }
    return false;
}

/* What flags say of settings; it is taken last, since one of them may name the file that is read first. */
struct said {
    int n;
    struct {
        const struct setting *setting;
        const char *name, *value;
    } said[SAID_MAX];
};

static bool cannot_be(const char *command, const char *name, const char *value, const char *why)
{
    fprintf(stderr, "ridotto %s: --%.*s cannot be '%s'%s\n", command, (int)strcspn(name, "="), name, value ? value : "", why);
    return false;
}

static bool keep(struct said *said, const struct setting *setting, const char *name, const char *value)
{
    if (said->n == SAID_MAX)
        return false;
    said->said[said->n].setting = setting;
    said->said[said->n].name = name;
    said->said[said->n++].value = value;
    return true;
}

/* Takes the flag at argv[*at], and the argument after it. */
static bool take_flag(struct said *said, const struct flags *flags, int argc, char **argv, int *at)
{
    const char *name = argv[*at] + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    struct found found;
    if (!find_flag(flags, name, length, &found)) {
        fprintf(stderr, "ridotto %s: there is no option --%.*s\n", argv[0], (int)length, name);
        return false;
    }
    if (found.argument && !value && *at + 1 < argc)
        value = argv[++*at];
    if (!found.argument != !value) {
        fprintf(stderr, "ridotto %s: --%.*s %s\n", argv[0], (int)length, name,
                found.argument ? "needs a value" : "takes no value");
        return false;
    }
    return (found.setting ? keep(said, found.setting, name, value ? value : "yes")
                          : flags->take(flags->data, found.own, value)) ||
           cannot_be(argv[0], name, value, "");
}

static bool take_all(struct settings *set, const struct said *said, const struct flags *flags, const char *command)
{
    const struct settings_hearer hearer = {flags->fault, flags->data};
    const char *named = NULL;
    char why[500], wrong[WRONG_ROOM];
    for (int i = 0; i < said->n; i++)
        if (said->said[i].setting->offset == AT(config))
            named = said->said[i].value;
    if (!settings_begin(set, named, &hearer, why, sizeof(why))) {
        fprintf(stderr, "ridotto %s: %s\n", command, why);
        return false;
    }
    for (int i = 0; i < said->n; i++)
        if (!setting_take(set, said->said[i].setting, said->said[i].value))
            return cannot_be(command, said->said[i].name, said->said[i].value,
                             say_why(said->said[i].setting, wrong, sizeof(wrong)));
    return true;
}

int settings_flags(struct settings *set, const struct flags *flags, int argc, char **argv)
{
    struct said said = {0};
    int n = 0;
    bool only_arguments = false;
    for (int i = 1; i < argc; i++) {
        if (only_arguments || strncmp(argv[i], "--", 2)) {
            argv[++n] = argv[i];
        } else if (!argv[i][2]) {
            only_arguments = true;
        } else if (!strcmp(argv[i], "--help")) {
            print_help(flags);
            return FLAGS_HELP;
        } else if (!take_flag(&said, flags, argc, argv, &i)) {
            return FLAGS_WRONG;
        }
    }
    if (n > 0 && !flags->arguments) {
        fprintf(stderr, "ridotto %s: it takes no arguments, so not '%s'; see ridotto %s --help\n", argv[0], argv[1], argv[0]);
        return FLAGS_WRONG;
    }
    if (!take_all(set, &said, flags, argv[0]))
        return FLAGS_WRONG;
    settle_url(set);
    return n;
}

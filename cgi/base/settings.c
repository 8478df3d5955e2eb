#include "config.h"

#include "cgi/base/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/base/arena.h"
#include "cgi/base/log.h"
#include "cgi/base/settings_file.h"
#include "cgi/base/stamp.h"
#include "cgi/base/settings_table.h"

#include "cgi/base/banned.h"

enum { SAID_MAX = 64, WRONG_ROOM = 100, URL_ROOM = 256 };

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
    char *url = arena_alloc(set->texts, URL_ROOM);
    if (set->url)
        snprintf(url, URL_ROOM, "%s", set->url);
    else
        snprintf(url, URL_ROOM, "http://127.0.0.1:%d", set->port);
    for (size_t n = strlen(url); n && url[n - 1] == '/'; n--)
        url[n - 1] = '\0';
    drop_usual_port(url);
    set->url = url;
}

/* ---- where settings come from: defaults, the file, the environment, flags ---- */

static bool take_variable(struct settings *set, const struct setting *s, const char *value, char *why, size_t room)
{
    char wrong[WRONG_ROOM];
    if (!*value || setting_take(set, s, value)) /* an empty one counts as not given */
        return true;
    snprintf(why, room, "%s cannot be '%s'%s", s->variable, value, setting_say_why(s, wrong, sizeof(wrong)));
    return false;
}

struct reading {
    struct settings *set;
    bool password; /* the file has one */
};

static bool take_from_file(void *data, const char *name, const char *value, char *why, size_t room)
{
    struct reading *reading = data;
    const struct setting *s = setting_named(name);
    if (!s || s->offset == SETTING_AT(config)) {
        const char *meant = s ? NULL : setting_nearest(name);
        if (s)
            snprintf(why, room, "%s cannot stand in the file itself", name);
        else
            snprintf(why, room, "there is no setting %s%s%s%s", name, meant ? " (is it " : "", meant ? meant : "", meant ? "?)" : "");
        return false;
    }
    reading->password |= *value && (s->offset == SETTING_AT(smtp_password) || strstr(value, "password="));
    return take_variable(reading->set, s, arena_strdup(reading->set->texts, value), why, room);
}

/* There is a default file, but it cannot be read: the service starts without it. */
static bool default_left_out(const struct settings_hearer *hearer, char *why, size_t room)
{
    snprintf(why, room, "%s: %s", SETTINGS_FILE, strerror(errno));
    if (!settings_faulty(hearer, FAULT_FILE, why))
        log_line("level=warning message=\"the settings in %s are left out: %s\"", SETTINGS_FILE, strerror(errno));
    return true;
}

/* A file that was named must exist; the default file need not. */
static bool file(struct settings *set, const char *named, const struct settings_hearer *hearer, char *why, size_t room)
{
    struct reading reading = {.set = set};
    bool open_to_all = false;
    set->config = named ? named : SETTINGS_FILE;
    set->config_stamp = stamp_of(set->config, 1);
    if (!named && access(SETTINGS_FILE, F_OK) != 0)
        return errno == EACCES ? default_left_out(hearer, why, room) : true;
    if (!settings_file_read(set->config, take_from_file, &reading, hearer, &open_to_all, why, room))
        return false;
    snprintf(why, room, "%s holds a password and everybody can read it", set->config);
    if (reading.password && open_to_all && !settings_faulty(hearer, FAULT_OPEN, why))
        log_line("level=warning message=\"%s: chmod o-r\"", why);
    return true;
}

static bool environment(struct settings *set, const struct settings_hearer *hearer, char *why, size_t room)
{
    for (int i = 0; i < n_settings; i++) {
        const char *value = getenv(settings_table[i].variable);
        if (value && !take_variable(set, &settings_table[i], value, why, room) && !settings_faulty(hearer, FAULT_ENVIRONMENT, why))
            return false;
    }
    return true;
}

/* Nobody hears of what is wrong: the first thing ends the reading. */
static const struct settings_hearer nobody = {NULL, NULL};

/* What the settings that a command begins with lie on, as long as the process lives. */
static struct arena *first_texts;

/* @named: by a flag, or NULL */
static bool settings_begin(struct settings *set, struct arena *texts, const char *named, const struct settings_hearer *hearer, char *why,
                           size_t room)
{
    const char *from_environment = getenv("RIDOTTO_CONFIG");
    settings_clear(set);
    set->texts = texts;
    if (!named && from_environment && *from_environment)
        named = from_environment;
    return file(set, named, hearer, why, room) && environment(set, hearer, why, room);
}

static struct arena *begin_texts(void)
{
    first_texts = first_texts ? first_texts : arena_new_kept();
    return first_texts;
}

bool settings_default(struct settings *set, char *why, size_t room)
{
    bool ok = settings_begin(set, begin_texts(), NULL, &nobody, why, room);
    settle_url(set);
    return ok;
}

void settings_drop(struct settings *set)
{
    if (set->texts && set->texts != first_texts)
        arena_free(set->texts);
    *set = (struct settings){0};
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
    for (int i = 0; i < n_settings; i++)
        if (settings_table[i].group & flags->groups)
            print_flag(settings_table[i].flag, settings_table[i].argument, settings_table[i].help, settings_table[i].variable);
    print_flag("help", NULL, "print this", NULL);
    puts("\nWhat no flag says is taken from the environment [RIDOTTO_...], else from the file, which holds lines like\n"
         "RIDOTTO_PORT=8080; without --config that is " SETTINGS_FILE ", if it is there.");
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
    for (int i = 0; i < n_settings; i++)
        if ((settings_table[i].group & flags->groups) && settings_table[i].flag && strlen(settings_table[i].flag) == length &&
            !memcmp(settings_table[i].flag, name, length)) {
            found->setting = &settings_table[i];
            found->argument = settings_table[i].argument;
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

/* Flags were looked at once before: of one that cannot be, only the command line can be the reason. */
static bool take_all(struct settings *set, struct arena *texts, const struct said *said, const struct settings_hearer *hearer,
                     const char *command, char *why, size_t room)
{
    const char *named = NULL;
    char wrong[WRONG_ROOM];
    for (int i = 0; i < said->n; i++)
        if (said->said[i].setting->offset == SETTING_AT(config))
            named = said->said[i].value;
    if (!settings_begin(set, texts, named, hearer, why, room))
        return false;
    for (int i = 0; i < said->n; i++)
        if (!setting_take(set, said->said[i].setting, said->said[i].value)) {
            *why = '\0';
            return cannot_be(command, said->said[i].name, said->said[i].value,
                             setting_say_why(said->said[i].setting, wrong, sizeof(wrong)));
        }
    return true;
}

/* ---- once more, while the program runs ---- */

/* What the command line said. */
static struct said first_said;

static bool equals(const struct setting *s, const struct settings *a, const struct settings *b)
{
    const void *one = (const char *)a + s->offset, *other = (const char *)b + s->offset;
    if (s->kind != TEXT)
        return *(const int *)one == *(const int *)other;
    const char *x = *(const char *const *)one, *y = *(const char *const *)other;
    return x == y || (x && y && !strcmp(x, y));
}

static void keep_fixed(struct settings *set, const struct settings *running)
{
    for (int i = 0; i < n_settings; i++) {
        const struct setting *s = &settings_table[i];
        if (!(s->group & SETTING_FIXED) || equals(s, set, running))
            continue;
        log_line("level=warning message=\"%s takes effect after a restart\"", s->variable);
        memcpy((char *)set + s->offset, (const char *)running + s->offset, s->kind == TEXT ? sizeof(char *) : sizeof(int));
    }
    set->dev = running->dev;
    set->worker = running->worker;
    set->streams = running->streams;
    set->once = running->once;
}

bool settings_again(struct settings *set, const struct settings *running, char *why, size_t room)
{
    if (!take_all(set, arena_new_kept(), &first_said, &nobody, "", why, room)) {
        settings_drop(set);
        return false;
    }
    keep_fixed(set, running);
    settle_url(set);
    return true;
}

/* ---- the command line ---- */

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
    const struct settings_hearer hearer = {flags->fault, flags->data};
    char why[500];
    first_said = said;
    if (!take_all(set, begin_texts(), &said, &hearer, argv[0], why, sizeof(why))) {
        if (*why)
            fprintf(stderr, "ridotto %s: %s\n", argv[0], why);
        return FLAGS_WRONG;
    }
    settle_url(set);
    return n;
}

/* Settings: defaults, the file, the environment, flags, and which of them wins. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/base/parse.h"
#include "cgi/base/settings.h"

static void read_settings(struct settings *set)
{
    char why[200] = "";
    if (!settings_default(set, why, sizeof(why)))
        fail_msg("%s", why);
}

static void defaults_hold_without_anything(void **unused)
{
    (void)unused;
    struct settings set;
    read_settings(&set);
    assert_string_equal(set.listen, "127.0.0.1");
    assert_int_equal(set.port, 8080);
    assert_int_equal(set.threads, 8);
    assert_string_equal(set.url, "http://127.0.0.1:8080");
    assert_null(set.smtp_url);
    assert_false(set.smtp_tls);
    assert_true(set.worker);
}

static void the_environment_overrides_defaults(void **unused)
{
    (void)unused;
    struct settings set;
    setenv("RIDOTTO_PORT", "8181", 1);
    setenv("RIDOTTO_SMTP_URL", "smtp://mail.example.org:587", 1);
    setenv("RIDOTTO_SMTP_PASSWORD", "never on a command line", 1);
    setenv("RIDOTTO_SMTP_TLS", "yes", 1);
    setenv("RIDOTTO_DATABASE", "", 1); /* empty counts as not given */
    read_settings(&set);
    assert_int_equal(set.port, 8181);
    assert_string_equal(set.url, "http://127.0.0.1:8181");
    assert_string_equal(set.smtp_url, "smtp://mail.example.org:587");
    assert_string_equal(set.smtp_password, "never on a command line");
    assert_true(set.smtp_tls);
    assert_string_equal(set.database, "dbname=ridotto user=ridotto");
    assert_null(set.pooler);
    setenv("RIDOTTO_POOLER", "port=6432", 1);
    setenv("RIDOTTO_SMTP_TLS", "off", 1);
    read_settings(&set);
    assert_false(set.smtp_tls);
    assert_string_equal(set.pooler, "port=6432");
}

struct own {
    int64_t games;
    bool json;
};

static bool take(void *data, int flag, const char *argument)
{
    struct own *own = data;
    if (flag == 0)
        return parse_number(argument, 1, 100, &own->games);
    own->json = true;
    return true;
}

static const struct flag own_flags[] = {{"games", "N", "how many"}, {"json", NULL, "print JSON"}, {0}};

static int parse(struct settings *set, struct own *own, int argc, char **argv)
{
    const struct flags flags = {.groups = FLAGS_SERVE, .help = "usage: ridotto test\n", .own = own_flags,
                                .arguments = true, .take = take, .data = own};
    *own = (struct own){0};
    return settings_flags(set, &flags, argc, argv);
}

static void flags_override_the_environment(void **unused)
{
    (void)unused;
    struct settings set;
    struct own own;
    char *argv[] = {"test", "one", "--port", "9000", "--url=https://play.example.org/", "--games", "7", "two", "--json", "--", "--three"};
    assert_int_equal(parse(&set, &own, 11, argv), 3);
    assert_string_equal(argv[1], "one");
    assert_string_equal(argv[2], "two");
    assert_string_equal(argv[3], "--three");
    assert_int_equal(set.port, 9000);
    assert_string_equal(set.url, "https://play.example.org");
    assert_int_equal(own.games, 7);
    assert_true(own.json);
}

static void a_url_is_written_as_browsers_write_it(void **unused)
{
    (void)unused;
    static char *const urls[][2] = {
        {"https://play.example.org:443", "https://play.example.org"}, {"https://play.example.org:443//", "https://play.example.org"},
        {"https://example.org:443/play", "https://example.org/play"}, {"http://[::1]:80", "http://[::1]"},
        {"https://play.example.org:4430", "https://play.example.org:4430"}, {"https://play.example.org:80", "https://play.example.org:80"},
        {"http://play.example.org:443", "http://play.example.org:443"}, {"http://[fe80::80]", "http://[fe80::80]"}, {"http://a/:80", "http://a/:80"},
    };
    struct settings set;
    struct own own;
    for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
        char *argv[] = {"test", "--url", urls[i][0]};
        assert_int_equal(parse(&set, &own, 3, argv), 0);
        assert_string_equal(set.url, urls[i][1]);
    }
}

static void a_command_without_arguments_takes_none(void **unused)
{
    (void)unused;
    static const struct flags flags = {.groups = FLAGS_SERVE, .help = "usage: ridotto test\n"};
    struct settings set;
    char *none[] = {"test", "--port", "9000", NULL}, *one[] = {"test", "--port", "9000", "one", NULL};
    assert_int_equal(settings_flags(&set, &flags, 3, none), 0);
    assert_int_equal(settings_flags(&set, &flags, 4, one), FLAGS_WRONG);
}

static void what_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    static char *const wrong[][3] = {
        {"--nothing"}, {"--port"}, {"--port", "80a"}, {"--port", "65536"}, {"--port", ""}, {"--games", "0"},
        {"--games", "101"}, {"--json=yes"}, {"--smtp-user", "no flag of this command"}, {"--por", "80"},
        {"--url", "play.example.org"}, {"--url", "http://"}, {"--url", "https:///games"},
    };
    struct settings set;
    struct own own;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char *argv[] = {"test", wrong[i][0], wrong[i][1], NULL};
        assert_int_equal(parse(&set, &own, wrong[i][1] ? 3 : 2, argv), FLAGS_WRONG);
    }
    char *help[] = {"test", "--help"};
    assert_int_equal(parse(&set, &own, 2, help), FLAGS_HELP);
}

/* ---- the file ---- */

static char path[] = "/tmp/ridotto-settings-XXXXXX";

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void clear_environment(void)
{
    static const char *const names[] = {"DATABASE", "OWNER_DATABASE", "DATA", "LISTEN", "PORT", "SOCKET", "SOCKET_MODE",
                                        "THREADS", "URL", "MAIL_FROM", "SMTP_URL", "SMTP_USER", "SMTP_PASSWORD",
                                        "SMTP_TLS", "SMTP_CA", "DKIM", "STATE", "MAILDIR", "POST_NETWORKS", "POST_CA"};
    char name[64];
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(name, sizeof(name), "RIDOTTO_%s", names[i]);
        unsetenv(name);
    }
    setenv("RIDOTTO_CONFIG", "/dev/null", 1);
}

static void what_would_break_links_and_letters_is_refused(void **unused)
{
    (void)unused;
    static const char *const urls[] = {"http://x y", "http://a\nb", "http://a\r", "http://x?y", "http://x#y", "http://x\"<script>",
                                       "http://x'y", "http://<x>", "http://\xc3\xa4.org", "http://x/\x7f"};
    static const char *const addresses[] = {"\xc3\xa4@c.org", "a@\xc3\xa4.org", "a@c.org\n", "a\n@c.org", "a\tb@c.org", "a@c.org\x7f", "a b@c.org"};
    struct settings set;
    char why[600], longest[300] = "http://";
    clear_environment();
    for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
        setenv("RIDOTTO_URL", urls[i], 1);
        assert_false(settings_default(&set, why, sizeof(why)));
        assert_non_null(strstr(why, ": it is no address such as https://play.example.org"));
    }
    memset(longest + 7, 'a', 255 - 7);
    setenv("RIDOTTO_URL", longest, 1);
    read_settings(&set);
    assert_string_equal(set.url, longest);
    longest[255] = 'a';
    setenv("RIDOTTO_URL", longest, 1);
    assert_false(settings_default(&set, why, sizeof(why)));
    unsetenv("RIDOTTO_URL");
    for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
        setenv("RIDOTTO_BOUNCE_ADDRESS", addresses[i], 1);
        assert_false(settings_default(&set, why, sizeof(why)));
        assert_non_null(strstr(why, ": it is no address such as bounces@example.org"));
    }
    setenv("RIDOTTO_BOUNCE_ADDRESS", "bounces@example.org", 1);
    read_settings(&set);
    unsetenv("RIDOTTO_BOUNCE_ADDRESS");
}

static void the_file_comes_before_the_defaults(void **unused)
{
    (void)unused;
    struct settings set;
    clear_environment();
    write_file("# a house\n\n  ; and a remark\nRIDOTTO_PORT=8181\nRIDOTTO_THREADS = 3  \n"
               "RIDOTTO_MAIL_FROM=\"A \\\"house\\\" <a@example.org>\"  \nRIDOTTO_SMTP_PASSWORD='it is \\ # \"secret\"'\n"
               "RIDOTTO_DATABASE=host=/run/postgresql dbname=ridotto user=ridotto\r\nRIDOTTO_SMTP_TLS=no\n"
               "RIDOTTO_SOCKET_MODE=0600\nRIDOTTO_SMTP_URL=\nRIDOTTO_URL=https://play.example.org/x\nRIDOTTO_SMTP_USER=x#y");
    setenv("RIDOTTO_CONFIG", path, 1);
    read_settings(&set);
    assert_string_equal(set.config, path);
    assert_int_equal(set.port, 8181);
    assert_int_equal(set.threads, 3);
    assert_string_equal(set.mail_from, "A \"house\" <a@example.org>");
    assert_string_equal(set.smtp_password, "it is \\ # \"secret\"");
    assert_string_equal(set.database, "host=/run/postgresql dbname=ridotto user=ridotto");
    assert_string_equal(set.url, "https://play.example.org/x");
    assert_string_equal(set.smtp_user, "x#y");
    assert_null(set.smtp_url);
    assert_false(set.smtp_tls);
    assert_int_equal(set.socket_mode, 0600);
}

static void the_environment_and_flags_come_before_the_file(void **unused)
{
    (void)unused;
    struct settings set;
    struct own own;
    clear_environment();
    write_file("RIDOTTO_PORT=1\nRIDOTTO_THREADS=1\nRIDOTTO_LISTEN=from-file\n");
    setenv("RIDOTTO_CONFIG", "/no/such/file", 1);
    setenv("RIDOTTO_PORT", "2", 1);
    setenv("RIDOTTO_THREADS", "2", 1);
    char *argv[] = {"test", "--threads", "3", "--config", path};
    assert_int_equal(parse(&set, &own, 5, argv), 0);
    assert_string_equal(set.listen, "from-file");
    assert_int_equal(set.port, 2);
    assert_int_equal(set.threads, 3);
}

struct heard {
    int n[FAULT_ENVIRONMENT + 1];
    char last[400];
};

static void hear(void *data, enum settings_fault fault, const char *sentence)
{
    struct heard *heard = data;
    heard->n[fault]++;
    snprintf(heard->last, sizeof(heard->last), "%s", sentence);
}

static bool take_nothing(void *data, int flag, const char *argument)
{
    (void)data, (void)flag, (void)argument;
    return false;
}

static void who_listens_hears_of_all_that_is_wrong(void **unused)
{
    (void)unused;
    struct heard heard = {.n = {0}};
    const struct flags flags = {.groups = FLAGS_CHECK, .help = "", .take = take_nothing, .fault = hear, .data = &heard};
    struct settings set;
    char long_line[5000], *argv[] = {"test", "--config", path, NULL};
    clear_environment();
    snprintf(long_line, sizeof(long_line), "RIDOTTO_PROT=1\nRIDOTTO_URL=%04000d\nnonsense\nRIDOTTO_SMTP_PASSWORD=x\nRIDOTTO_THREADS=3\n", 0);
    write_file(long_line);
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(settings_flags(&set, &flags, 3, argv), 0);
    assert_int_equal(heard.n[FAULT_LINE], 3);
    assert_int_equal(heard.n[FAULT_OPEN], 1);
    assert_int_equal(set.threads, 3);
    setenv("RIDOTTO_PORT", "many", 1);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(settings_flags(&set, &flags, 3, argv), 0);
    assert_int_equal(heard.n[FAULT_OPEN], 1);
    assert_int_equal(heard.n[FAULT_ENVIRONMENT], 1);
    assert_non_null(strstr(heard.last, "RIDOTTO_PORT cannot be 'many'"));
    argv[2] = "/no/such/file";
    assert_int_equal(settings_flags(&set, &flags, 3, argv), 0);
    assert_int_equal(heard.n[FAULT_FILE], 1);
    clear_environment();
}

static void a_file_that_is_wrong_is_refused_with_its_line(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"\n\nRIDOTTO_PROT=8080\n", ":3: there is no setting RIDOTTO_PROT (is it RIDOTTO_PORT?)"},
        {"PORT=8080\n", ":1: there is no setting PORT"},
        {"export RIDOTTO_PORT=8080\n", ":1: there is no setting export RIDOTTO_PORT"},
        {"RIDOTTO_PORT=80x\n", ":1: RIDOTTO_PORT cannot be '80x': it is not a number from 0 to 65535"},
        {"RIDOTTO_SOCKET_MODE=9\n", ":1: RIDOTTO_SOCKET_MODE cannot be '9': it is no mode such as 0660"},
        {"RIDOTTO_URL=play.example.org\n", ":1: RIDOTTO_URL cannot be 'play.example.org': it is no address such as https://play.example.org"},
        {"RIDOTTO_SMTP_URL=mail.example.org:587\n", "'mail.example.org:587': it does not begin with smtp:// or smtps://"},
        {"RIDOTTO_SMTP_URL=http://mail.example.org\n", "it does not begin with smtp:// or smtps://"},
        {"RIDOTTO_MAIL_FROM=Ridotto\n", "'Ridotto': it holds no address such as ridotto@example.org"},
        {"RIDOTTO_PORT\n", ":1: a line says NAME=value"},
        {"RIDOTTO_URL='x\n", ":1: the quotes are not closed"},
        {"RIDOTTO_URL=\"x\" y\n", ":1: something follows the closing quotes"},
        {"RIDOTTO_URL=a\\b\n", ":1: a value with a backslash"},
        {"RIDOTTO_CONFIG=/x\n", ":1: RIDOTTO_CONFIG cannot stand in the file itself"},
    };
    struct settings set;
    char why[400];
    clear_environment();
    setenv("RIDOTTO_CONFIG", path, 1);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        write_file(wrong[i].text);
        assert_false(settings_default(&set, why, sizeof(why)));
        if (strncmp(why, path, strlen(path)) != 0 || !strstr(why, wrong[i].why))
            fail_msg("%s instead of %s", why, wrong[i].why);
    }
    setenv("RIDOTTO_CONFIG", "/no/such/file", 1);
    assert_false(settings_default(&set, why, sizeof(why)));
    assert_string_equal(why, "/no/such/file: No such file or directory");
    setenv("RIDOTTO_CONFIG", "/tmp", 1);
    assert_false(settings_default(&set, why, sizeof(why)));
}

int main(void)
{
    clear_environment();
    int made = mkstemp(path);
    if (made < 0)
        return 1;
    close(made);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold_without_anything),
        cmocka_unit_test(the_environment_overrides_defaults),
        cmocka_unit_test(flags_override_the_environment),
        cmocka_unit_test(a_url_is_written_as_browsers_write_it),
        cmocka_unit_test(a_command_without_arguments_takes_none),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(what_would_break_links_and_letters_is_refused),
        cmocka_unit_test(the_file_comes_before_the_defaults),
        cmocka_unit_test(the_environment_and_flags_come_before_the_file),
        cmocka_unit_test(who_listens_hears_of_all_that_is_wrong),
        cmocka_unit_test(a_file_that_is_wrong_is_refused_with_its_line),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}

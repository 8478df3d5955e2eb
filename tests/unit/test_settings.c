/* Settings: defaults, the environment, flags, and which of them wins. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/number.h"
#include "cgi/settings.h"

static void defaults_hold_without_anything(void **unused)
{
    (void)unused;
    struct settings set;
    settings_default(&set);
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
    settings_default(&set);
    assert_int_equal(set.port, 8181);
    assert_string_equal(set.url, "http://127.0.0.1:8181");
    assert_string_equal(set.smtp_url, "smtp://mail.example.org:587");
    assert_string_equal(set.smtp_password, "never on a command line");
    assert_true(set.smtp_tls);
    assert_string_equal(set.database, "dbname=ridotto user=ridotto");
    setenv("RIDOTTO_SMTP_TLS", "off", 1);
    settings_default(&set);
    assert_false(set.smtp_tls);
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
    const struct flags flags = {.groups = FLAGS_SERVE, .help = "usage: ridotto test\n", .own = own_flags, .take = take, .data = own};
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

static void what_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    static char *const wrong[][3] = {
        {"--nothing"}, {"--port"}, {"--port", "80a"}, {"--port", "65536"}, {"--port", ""}, {"--games", "0"},
        {"--games", "101"}, {"--json=yes"}, {"--smtp-user", "no flag of this command"}, {"--por", "80"},
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

int main(void)
{
    const char *const known[] = {"DATABASE", "OWNER_DATABASE", "DATA", "LISTEN", "PORT", "THREADS", "URL", "MAIL_FROM",
                                 "SMTP_URL", "SMTP_USER", "SMTP_PASSWORD", "SMTP_TLS", "MAILDIR"};
    char name[64];
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        snprintf(name, sizeof(name), "RIDOTTO_%s", known[i]);
        unsetenv(name);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold_without_anything),
        cmocka_unit_test(the_environment_overrides_defaults),
        cmocka_unit_test(flags_override_the_environment),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

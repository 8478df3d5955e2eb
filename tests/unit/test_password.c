#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cgi/account/password.h"

static bool is_common(const char *password)
{
    const char *own[] = {"Anna Bianchi", NULL, "anna.bianchi@example.org"};
    return password_is_common(password, own, 3);
}

static void what_many_use_is_found_however_dressed(void **unused)
{
    (void)unused;
    static const char *const common[] = {
        "password12", "Password123!", "P@55w0rd2024", "passwordpassword", "iloveyou99", "1234567890", "0987654321", "qwertyuiop",
        "poiuytrewq", "1q2w3e4r5t", "1qaz2wsx3edc", "abcdefghij", "aaaaaaaaaa", "1212121212", "letmein1234", "!!sunshine2024!!",
        "monkeydragon", "superman007", "ridotto2026", "Venezia-2026", "anna bianchi", "anna.bianchi@example.org"};
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        if (!is_common(common[i]))
            fail_msg("%s is taken", common[i]);
}

static void what_is_ones_own_is_let_be(void **unused)
{
    (void)unused;
    static const char *const good[] = {"a long enough secret", "correct horse battery", "trovami un gatto", "Xk3-mmT9-qa",
        "the password of the doge", "パスワードは長い方がよい", "i love you but not on mondays", "7 gondole nella nebbia",
        "a sentence that goes on and on for more than forty characters, password included"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        if (is_common(good[i]))
            fail_msg("%s is refused", good[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_many_use_is_found_however_dressed),
        cmocka_unit_test(what_is_ones_own_is_let_be),
    };
    return cmocka_run_group_tests_name("password", tests, NULL, NULL);
}

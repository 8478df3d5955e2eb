#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/account/password.h"
#include "cgi/base/arena.h"

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

/* 64 MiB and two rounds of argon2id, and never the same salt: whoever has the database has to try each password anew. */
static void a_hash_has_its_cost_and_a_salt_of_its_own(void **unused)
{
    (void)unused;
    static const char cost[] = "$argon2id$v=19$m=65536,t=2,p=1$";
    struct gate *gate = gate_new(2);
    const struct claim claim = {.network = "203.0.113.9"};
    struct arena *arena = arena_new();
    struct err err = {0};
    const char *one, *other;
    bool fits;
    assert_true(password_hash(gate, claim, arena, "a long enough secret", &one, &err));
    assert_true(password_hash(gate, claim, arena, "a long enough secret", &other, &err));
    assert_int_equal(strncmp(one, cost, strlen(cost)), 0);
    assert_string_not_equal(one, other);
    assert_true(password_check(gate, claim, one, "a long enough secret", &fits, &err) && fits);
    assert_true(password_check(gate, claim, one, "a long enough secret ", &fits, &err) && !fits);
    arena_free(arena);
    gate_free(gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_many_use_is_found_however_dressed),
        cmocka_unit_test(what_is_ones_own_is_let_be),
        cmocka_unit_test(a_hash_has_its_cost_and_a_salt_of_its_own),
    };
    return cmocka_run_group_tests_name("password", tests, NULL, NULL);
}

/* The random stream and the fairness functions. The answers were computed apart, from the headers' words alone. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "rules/engine/fair.h"
#include "rules/engine/rng.h"

static void assert_hex(const uint8_t digest[32], const char *expected)
{
    char hex[FAIR_HEX];
    assert_string_equal(sodium_bin2hex(hex, sizeof(hex), digest, 32), expected);
}

static const uint8_t *secret(void)
{
    static uint8_t bytes[FAIR_SECRET_BYTES];
    for (int i = 0; i < FAIR_SECRET_BYTES; i++)
        bytes[i] = (uint8_t)i;
    return bytes;
}

static const char *const phrases[] = {"Anna's phrase", NULL, "三毛猫"};

static void key_commitment_and_chain_are_known(void **unused)
{
    (void)unused;
    uint8_t key[32], commitment[32], chain[32];
    fair_key(secret(), phrases, 3, key);
    assert_hex(key, "345a0952737df175d70fb3c4f714528dc95164040bab94cfc0556a32722413b2");
    fair_commitment(secret(), commitment);
    assert_hex(commitment, "74d973f416564ae5e9fa51e98758eb8bdb3a500df4a5cad3b24b069afadeb217");
    fair_chain(key, commitment, "build tile=porta-3 city=lucca", chain);
    assert_hex(chain, "f305d047dd6291e0ca82d591499bc73a7b9114d69118df759afad7be41e3be62");
    fair_chain(key, commitment, "build tile=porta-3 city=lucca", key);
    assert_memory_equal(key, chain, 32);
}

static void phrases_cannot_be_confused(void **unused)
{
    (void)unused;
    static const char *const lists[][3] = {
        {"ab", "c", ""}, {"a", "bc", ""}, {"", "ab", "c"}, {"abc", "", ""}, {"ab", "", "c"}, {"", "", ""},
    };
    enum { N = sizeof(lists) / sizeof(lists[0]) };
    uint8_t key[N + 2][32];
    for (int i = 0; i < N; i++)
        fair_key(secret(), lists[i], 3, key[i]);
    fair_key(secret(), lists[N - 1], 2, key[N]);
    fair_commitment(secret(), key[N + 1]);
    for (int i = 0; i < N + 2; i++)
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(key[i], key[j], 32);
}

static void the_stream_is_known(void **unused)
{
    (void)unused;
    static const uint32_t below[] = {6, 6, 6, 100, 1000, 3000000000, 3000000000, 3000000000, 1, 2};
    static const uint32_t expected[] = {5, 3, 3, 54, 813, 345949489, 1003652869, 359067694, 0, 1};
    static const uint8_t order[] = {0, 9, 4, 5, 7, 2, 1, 6, 3, 8};
    uint8_t key[32], items[10];
    struct rng rng;
    fair_key(secret(), phrases, 3, key);
    rng_init(&rng, key, 7);
    for (int i = 0; i < 10; i++)
        assert_int_equal(rng_below(&rng, below[i]), expected[i]);
    for (int i = 0; i < 79; i++)
        rng_below(&rng, 1000000);
    assert_int_equal(rng_below(&rng, 1000000), 856023); /* past the first buffer */

    rng_key_from_seed(key, 7);
    assert_hex(key, "4515c8e34fac2fd2f5b14cb1d3b7a240e1ee2eaa5ed652881ff201e758530dd1");
    rng_init(&rng, key, 1);
    for (int i = 0; i < 10; i++)
        items[i] = (uint8_t)i;
    rng_shuffle(&rng, items, 10);
    assert_memory_equal(items, order, 10);
}

static void the_stream_says_whether_it_was_used(void **unused)
{
    (void)unused;
    uint8_t key[32] = {0};
    struct rng rng;
    rng_init(&rng, key, 0);
    assert_int_equal(rng_below(&rng, 1), 0);
    rng_shuffle(&rng, key, 1);
    assert_false(rng.used);
    rng_below(&rng, 2);
    assert_true(rng.used);
}

/* The sum over all faces of (seen - due)^2 / due. */
static double chi_square(struct rng *rng, uint32_t faces, uint32_t throws)
{
    uint32_t seen[64] = {0};
    double sum = 0, due = (double)throws / faces;
    for (uint32_t i = 0; i < throws; i++)
        seen[rng_below(rng, faces)]++;
    for (uint32_t i = 0; i < faces; i++)
        sum += (seen[i] - due) * (seen[i] - due) / due;
    return sum;
}

static void every_number_is_equally_likely(void **unused)
{
    (void)unused;
    uint8_t key[32];
    struct rng rng;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    for (uint32_t faces = 2; faces <= 64; faces++) {
        double degrees = faces - 1.0, off = chi_square(&rng, faces, 100000) - degrees;
        assert_true(off * off < 4 * 4 * 2 * degrees); /* four standard deviations, with a fixed seed */
    }
}

/* 3/4 of 2^32: taken modulo or scaled without care, one third of the numbers would come up twice as often. */
static void large_ranges_have_no_bias(void **unused)
{
    (void)unused;
    uint8_t key[32];
    struct rng rng;
    int third[3] = {0};
    rng_key_from_seed(key, 2);
    rng_init(&rng, key, 0);
    for (int i = 0; i < 300000; i++)
        third[rng_below(&rng, 3221225472u) % 3]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(third[i], 98700, 101300);
}

static void every_order_comes_up(void **unused)
{
    (void)unused;
    uint8_t key[32];
    struct rng rng;
    int seen[3][3] = {{0}};
    rng_key_from_seed(key, 3);
    for (uint64_t i = 0; i < 30000; i++) {
        uint8_t items[3] = {0, 1, 2};
        rng_init(&rng, key, i);
        rng_shuffle(&rng, items, 3);
        for (int at = 0; at < 3; at++)
            seen[items[at]][at]++;
    }
    for (int i = 0; i < 9; i++)
        assert_in_range(seen[i / 3][i % 3], 9600, 10400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_commitment_and_chain_are_known), cmocka_unit_test(phrases_cannot_be_confused),
        cmocka_unit_test(the_stream_is_known),                cmocka_unit_test(the_stream_says_whether_it_was_used),
        cmocka_unit_test(every_number_is_equally_likely),     cmocka_unit_test(large_ranges_have_no_bias),
        cmocka_unit_test(every_order_comes_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

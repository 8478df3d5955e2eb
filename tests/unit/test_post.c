/* To which addresses the service sends, which URLs it takes, and how it signs. */
#include "config.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/address.h"
#include "cgi/post/encrypt.h"
#include "cgi/post/hook.h"
#include "cgi/post/post.h"
#include "cgi/post/push.h"
#include "cgi/post/sign.h"

#include "cgi/base/banned.h"

static bool allowed(const char *text, const char *networks)
{
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    struct ranges ranges;
    assert_true(ranges_read(networks, &ranges));
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return address_allowed((const struct sockaddr *)&in, &ranges);
    assert_int_equal(inet_pton(AF_INET6, text, &in6.sin6_addr), 1);
    return address_allowed((const struct sockaddr *)&in6, &ranges);
}

static void only_the_public_network_is_sent_to(void **unused)
{
    (void)unused;
    static const char *const open[] = {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.167.1.1", "198.17.1.1",
                                       "223.255.255.255", "2606:4700::1111", "2a01:4f8::1", "::ffff:1.1.1.1", "64:ff9b::101:101"};
    static const char *const closed[] = {"0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
                                         "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9",
                                         "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
                                         "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1",
                                         "2002:7f00:1::1", "2002:101:101::1", "3fff::1", "3fff:fff::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "4000::1"};
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++)
        if (!allowed(open[i], NULL))
            fail_msg("%s is refused", open[i]);
    for (size_t i = 0; i < sizeof(closed) / sizeof(closed[0]); i++)
        if (allowed(closed[i], ""))
            fail_msg("%s is allowed", closed[i]);
    const struct sockaddr unix_socket = {.sa_family = AF_UNIX};
    assert_false(address_allowed(&unix_socket, &(struct ranges){.n = 0}));
}

static void an_operator_may_allow_more(void **unused)
{
    (void)unused;
    static const char networks[] = "127.0.0.1, 10.0.0.0/8\tfd00::/9 172.20.16.0/20";
    static const char *const in[] = {"127.0.0.1", "::ffff:127.0.0.1", "10.255.0.1", "fd7f::1", "172.20.31.255"};
    static const char *const out[] = {"127.0.0.2", "fd80::1", "172.20.32.0", "172.20.15.255", "::1", "192.168.0.1"};
    for (size_t i = 0; i < sizeof(in) / sizeof(in[0]); i++)
        assert_true(allowed(in[i], networks));
    for (size_t i = 0; i < sizeof(out) / sizeof(out[0]); i++)
        assert_false(allowed(out[i], networks));
    static const char *const wrong[] = {"localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::1/129", "10.0.0", "1.1.1.1;2.2.2.2", "/8", "300.1.1.1"};
    struct ranges ranges;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(ranges_read(wrong[i], &ranges));
    char many[40 * 8] = "";
    for (int i = 0; i < RANGES_MOST + 1; i++)
        memcpy(many + i * 8, "1.1.1.1,", 9);
    assert_false(ranges_read(many, &ranges));
}

static void a_url_is_a_whole_one(void **unused)
{
    (void)unused;
    static const char *const good[] = {"https://example.org", "https://example.org/a?b=c&d=%20", "https://xn--bcher-kva.example:8443/x", "https://[2a01:4f8::1]/x"};
    static const char *const bad[] = {"", "https://", "https:///x", "http:/x", "//example.org/", "ftp://example.org/", "file:///etc/passwd", "https://a:b@example.org/",
                                      "https://a@example.org/", "https://example.org/ x", "https://example.org/\n", "https://example.org/#x", "https://b\xc3\xbc" "cher.example/",
                                      "https://example.org:99999/", "https://example.org\\x", "javascript:alert(1)", "HTTPS://example.org/x{}"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        if (!post_url_fits(good[i], false))
            fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (post_url_fits(bad[i], true))
            fail_msg("%s is taken", bad[i]);
    assert_true(post_url_fits("http://example.org/", true));
    assert_false(post_url_fits("http://example.org/", false));
}

/* The example that Svix publishes for them, and what Python's hmac computes. */
static void signatures_are_those_of_standard_webhooks(void **unused)
{
    (void)unused;
    static const uint8_t secret[HOOK_SECRET] = {0x0b, 0x61, 0x55, 0xb0, 0x14, 0x08, 0x86, 0xbb, 0x1c, 0x0a, 0x19, 0x50,
                                                0x20, 0xc5, 0x7e, 0x6f, 0x9b, 0x12, 0x62, 0xca, 0x68, 0x6f, 0xba, 0x03};
    static const char body[] = "{\"email\":\"test@example.com\",\"username\":\"test_user\"}";
    struct arena *arena = arena_new();
    assert_string_equal(sign_secret_text(arena, secret), "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
    assert_string_equal(sign_hook(arena, secret, "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", 1649367553, body, strlen(body)), "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
    arena_free(arena);
}

/* RFC 8291, 5. */
static void a_message_is_encrypted_as_in_the_standard(void **unused)
{
    (void)unused;
    static const char plain[] = "When I grow up, I want to be a watermelon";
    uint8_t scalar[PUSH_SCALAR], point[PUSH_POINT], own[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT];
    struct arena *arena = arena_new();
    const uint8_t *body;
    size_t length;
    assert_true(encrypt_from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", scalar, sizeof(scalar)));
    assert_true(encrypt_from_base64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", point, sizeof(point)));
    assert_true(encrypt_from_base64url("BTBZMqHH6r4Tts7J_aSIgg==", auth, sizeof(auth)));
    assert_true(encrypt_from_base64url("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof(salt)));
    assert_true(encrypt_public(scalar, own));
    assert_string_equal(encrypt_base64url(arena, own, sizeof(own)), "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    assert_true(encrypt_push_with(arena, point, auth, scalar, salt, plain, strlen(plain), &body, &length));
    assert_string_equal(encrypt_base64url(arena, body, length),
                        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
    char *most = arena_alloc(arena, PUSH_PLAIN_MOST + 1);
    assert_true(encrypt_push(arena, point, auth, most, PUSH_PLAIN_MOST, &body, &length));
    assert_int_equal(length, 4096);
    assert_false(encrypt_push(arena, point, auth, most, PUSH_PLAIN_MOST + 1, &body, &length));
    arena_free(arena);
}

static void what_is_no_key_is_refused(void **unused)
{
    (void)unused;
    uint8_t point[PUSH_POINT], scalar[PUSH_SCALAR] = {0}, auth[PUSH_AUTH] = {0};
    const uint8_t *body;
    size_t length;
    struct arena *arena = arena_new();
    assert_true(encrypt_from_base64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", point, sizeof(point)));
    assert_true(encrypt_is_point(point, sizeof(point)));
    assert_false(encrypt_is_point(point, sizeof(point) - 1));
    point[64] ^= 1; /* beside the curve */
    assert_false(encrypt_is_point(point, sizeof(point)));
    assert_false(encrypt_push(arena, point, auth, "x", 1, &body, &length));
    memset(point, 0, sizeof(point));
    assert_false(encrypt_is_point(point, sizeof(point)));
    assert_false(encrypt_public(scalar, point));
    memset(scalar, 0xff, sizeof(scalar));
    assert_false(encrypt_public(scalar, point));
    assert_null(encrypt_vapid(arena, scalar, "https://x", "mailto:a@b", 1));
    assert_false(encrypt_from_base64url("AAAA", auth, sizeof(auth)));
    assert_false(encrypt_from_base64url("AAAAAAAAAAAAAAAAAAAAAA+/", auth, sizeof(auth)));
    assert_false(encrypt_from_base64url("BTBZMqHH6r4Tts7J_aSIgg!", auth, sizeof(auth)));
    arena_free(arena);
}

static void forms_have_names_of_their_own(void **unused)
{
    (void)unused;
    int n;
    const struct hook_form *forms = hook_forms(&n);
    for (int i = 0; i < n; i++)
        assert_ptr_equal(hook_form(forms[i].id), &forms[i]);
    assert_null(hook_form("telex"));
    assert_null(hook_form(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_public_network_is_sent_to),
        cmocka_unit_test(an_operator_may_allow_more),
        cmocka_unit_test(a_url_is_a_whole_one),
        cmocka_unit_test(signatures_are_those_of_standard_webhooks),
        cmocka_unit_test(a_message_is_encrypted_as_in_the_standard),
        cmocka_unit_test(what_is_no_key_is_refused),
        cmocka_unit_test(forms_have_names_of_their_own),
    };
    return cmocka_run_group_tests_name("post", tests, NULL, NULL);
}

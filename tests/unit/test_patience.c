#include "config.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/transports/patience.h"

enum { MOST = 80, SHARE = MOST / 8 };

static struct patience *patience;

static int set_up(void **unused)
{
    (void)unused;
    patience = patience_start(MOST);
    return patience ? 0 : -1;
}

static int tear_down(void **unused)
{
    (void)unused;
    patience_stop(patience);
    return 0;
}

static const struct sockaddr *at(const char *text)
{
    static struct sockaddr_storage found;
    struct sockaddr_in *in = (struct sockaddr_in *)&found;
    struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&found;
    memset(&found, 0, sizeof(found));
    if (inet_pton(AF_INET, text, &in->sin_addr) == 1)
        found.ss_family = AF_INET;
    else if (inet_pton(AF_INET6, text, &in6->sin6_addr) == 1)
        found.ss_family = AF_INET6;
    else
        found.ss_family = AF_UNIX;
    return (const struct sockaddr *)&found;
}

/* How many of @tries come in from there; the newest of them goes to *newest. */
static int come(const char *from, int tries, struct visit **newest)
{
    int n = 0;
    for (int i = 0; i < tries && patience_admits(patience, at(from)); i++, n++)
        *newest = patience_begin(patience, 0, at(from));
    return n;
}

static void an_address_has_its_share_and_no_more(void **unused)
{
    (void)unused;
    struct visit *newest = NULL;
    assert_int_equal(come("203.0.113.9", MOST, &newest), SHARE);
    assert_false(patience_admits(patience, at("::ffff:203.0.113.9")));
    assert_int_equal(come("203.0.113.10", MOST, &newest), SHARE);
    patience_end(patience, newest);
    assert_true(patience_admits(patience, at("203.0.113.10")));
    assert_false(patience_admits(patience, at("203.0.113.9")));
}

static void who_has_half_an_address_has_one_share(void **unused)
{
    (void)unused;
    struct visit *newest = NULL;
    assert_int_equal(come("2001:db8:1:2::1", SHARE - 1, &newest), SHARE - 1);
    assert_int_equal(come("2001:db8:1:2:ffff::9", MOST, &newest), 1);
    assert_int_equal(come("2001:db8:1:3::1", MOST, &newest), SHARE);
}

static void this_machine_is_not_counted(void **unused)
{
    (void)unused;
    static const char *const here[] = {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "by a path"};
    struct visit *newest = NULL;
    for (size_t i = 0; i < sizeof(here) / sizeof(here[0]); i++)
        assert_int_equal(come(here[i], SHARE + 2, &newest), SHARE + 2);
    assert_int_equal(come("::2", MOST, &newest), SHARE);
}

static void who_takes_too_long_is_shut(void **unused)
{
    (void)unused;
    int slow[2], patient[2];
    char c;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, slow), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, patient), 0);
    struct visit *visits[] = {patience_begin(patience, slow[0], at("203.0.113.9")),
                              patience_begin(patience, patient[0], at("203.0.113.9"))};
    visit_within(visits[0], 1);
    visit_within(visits[1], 1);
    visit_within(visits[1], 0);
    struct pollfd end = {.fd = slow[1], .events = POLLIN};
    assert_int_equal(poll(&end, 1, 60 * 1000), 1);
    assert_int_equal(read(slow[1], &c, 1), 0);
    end.fd = patient[1];
    assert_int_equal(poll(&end, 1, 1500), 0);
    for (int i = 0; i < 2; i++) {
        patience_end(patience, visits[i]);
        close(slow[i]);
        close(patient[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_address_has_its_share_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_has_half_an_address_has_one_share, set_up, tear_down),
        cmocka_unit_test_setup_teardown(this_machine_is_not_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_takes_too_long_is_shut, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("patience", tests, NULL, NULL);
}

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
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/transports/patience.h"

enum { MOST = 80, SHARE = MOST / 8 };

static struct patience *patience;

static int set_up(void **unused)
{
    (void)unused;
    patience = patience_start(MOST, "10.0.0.3, 10.0.0.4");
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
    assert_true(patience_admits(patience, at("10.0.0.4")));
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

static bool is_shut(int fd)
{
    struct pollfd end = {.fd = fd, .events = POLLIN};
    char c;
    return poll(&end, 1, 0) == 1 && read(fd, &c, 1) == 0;
}

struct guest {
    int ends[2];
    struct visit *visit;
};

static void arrive(struct guest *guest)
{
    const struct timespec moment = {.tv_nsec = 2 * 1000 * 1000}; /* none waits as long as another */
    nanosleep(&moment, NULL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, guest->ends), 0);
    guest->visit = patience_begin(patience, guest->ends[0], at("127.0.0.1"));
    assert_non_null(guest->visit);
}

static void depart(struct guest *guest)
{
    patience_end(patience, guest->visit);
    close(guest->ends[0]);
    close(guest->ends[1]);
}

static void who_has_waited_longest_makes_room(void **unused)
{
    (void)unused;
    enum { FULL = MOST - SHARE };
    struct guest guests[FULL], more[6];
    for (int i = 0; i < FULL; i++)
        arrive(&guests[i]);
    visit_within(guests[0].visit, 0);                      /* a stream */
    visit_within(guests[1].visit, 120);                    /* is answered */
    visit_within(guests[2].visit, 0);
    visit_waits(guests[2].visit, 30);                      /* was answered, and waits since then */
    assert_int_equal(write(guests[3].ends[1], "G", 1), 1); /* has come, but nobody has looked yet */
    for (int i = 0; i < 6; i++)
        arrive(&more[i]);
    for (int i = 0; i < FULL; i++)
        assert_int_equal(is_shut(guests[i].ends[1]), i >= 4 && i < 10);
    depart(&guests[20]);
    arrive(&guests[20]); /* takes the place of one that ended */
    assert_false(is_shut(guests[10].ends[1]));
    for (int i = 0; i < FULL; i++)
        depart(&guests[i]);
    for (int i = 0; i < 6; i++)
        depart(&more[i]);
}

static void nobody_is_shut_who_is_answered(void **unused)
{
    (void)unused;
    struct guest guests[MOST];
    for (int i = 0; i < MOST; i++) {
        arrive(&guests[i]);
        visit_within(guests[i].visit, 0);
    }
    assert_null(patience_begin(patience, 0, at("127.0.0.1")));
    for (int i = 0; i < MOST; i++) {
        assert_false(is_shut(guests[i].ends[1]));
        depart(&guests[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_address_has_its_share_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_has_half_an_address_has_one_share, set_up, tear_down),
        cmocka_unit_test_setup_teardown(this_machine_is_not_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_takes_too_long_is_shut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_has_waited_longest_makes_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_is_shut_who_is_answered, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("patience", tests, NULL, NULL);
}

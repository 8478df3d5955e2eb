/* Readers of event streams, without a database: who comes, who sleeps, and who has gone away. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/http/live.h"

static const struct audience somebody = {.game = 42, .address = "192.0.2.1", .browser = "", .version = 7, .newest = 7, .ply = 3};

/* A connection whose answer is put aside and taken up again. */
struct line {
    int ours, theirs;
    atomic_int awake;
};

static void lie_down(void *answer)
{
    atomic_store(&((struct line *)answer)->awake, 0);
}

static void get_up(void *answer)
{
    atomic_store(&((struct line *)answer)->awake, 1);
}

static void line_open(struct line *line)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    *line = (struct line){.ours = pair[0], .theirs = pair[1]};
}

static struct reader *read_until_asleep(struct live *live, struct line *line)
{
    struct err err;
    char out[READER_ROOM];
    struct reader *reader = live_join(live, &somebody, &err);
    assert_non_null(reader);
    reader_attach(reader, (struct suspension){lie_down, get_up, line}, line->ours);
    while (reader_read(reader, out) != READ_SUSPENDED)
        continue;
    return reader;
}

static int milliseconds_until_awake(struct line *line, int most)
{
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    int waited = 0;
    while (waited < most && !atomic_load(&line->awake)) {
        nanosleep(&moment, NULL);
        waited += 10;
    }
    return waited;
}

static void assert_gone(struct live *live, struct line *line, struct reader *reader)
{
    char out[READER_ROOM];
    close(line->theirs);
    assert_true(milliseconds_until_awake(line, 5000) < 5000);
    assert_int_equal(reader_read(reader, out), READ_END);
    reader_leave(reader);
    live_goodbye(live);
    live_stop(live);
    close(line->ours);
}

static void who_hangs_up_is_seen(void **unused)
{
    (void)unused;
    struct live *live = live_start("host=/nowhere", 4);
    struct line line;
    line_open(&line);
    assert_gone(live, &line, read_until_asleep(live, &line));
}

static void who_hangs_up_in_a_later_stream_of_one_connection_is_seen(void **unused)
{
    (void)unused;
    struct live *live = live_start("host=/nowhere", 4);
    struct line line;
    line_open(&line);
    for (int i = 0; i < 3; i++)
        reader_leave(read_until_asleep(live, &line));
    assert_gone(live, &line, read_until_asleep(live, &line));
}

enum { MOST = 480, OWN = 12, NETWORK = MOST / 16 };

/* How many streams @who may have more. */
static int join(struct live *live, struct audience who, struct reader **readers)
{
    struct err err;
    int n = 0;
    while ((readers[n] = live_join(live, &who, &err)))
        n++;
    assert_int_equal(err.code, ERR_RATE);
    return n;
}

static void a_school_is_more_than_one_reader(void **unused)
{
    (void)unused;
    struct live *live = live_start("host=/nowhere", MOST);
    struct reader *readers[MOST];
    struct audience who = somebody;
    int n = join(live, who, readers);
    assert_int_equal(n, OWN);
    who.browser = "one";
    n += join(live, who, &readers[n]);
    assert_int_equal(n, 2 * OWN);
    who.browser = "another"; /* as many as its network has left */
    n += join(live, who, &readers[n]);
    assert_int_equal(n, NETWORK);
    who.browser = "a third";
    assert_int_equal(join(live, who, &readers[n]), 0);
    who.person = 7; /* signed in: the network does not matter */
    n += join(live, who, &readers[n]);
    assert_int_equal(n, NETWORK + OWN);
    who = somebody;
    who.address = "192.0.2.2";
    n += join(live, who, &readers[n]);
    assert_int_equal(n, NETWORK + 2 * OWN);
    reader_leave(readers[0]);
    who = somebody;
    assert_int_equal(join(live, who, &readers[n]), 1);
    for (int i = 1; i <= n; i++)
        reader_leave(readers[i]);
    live_goodbye(live);
    live_stop(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_hangs_up_is_seen),
        cmocka_unit_test(who_hangs_up_in_a_later_stream_of_one_connection_is_seen),
        cmocka_unit_test(a_school_is_more_than_one_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

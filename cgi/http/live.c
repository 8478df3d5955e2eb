#include "config.h"

#include "cgi/http/live.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/base/sb.h"
#include "cgi/http/post.h"
#include "cgi/store/store.h"
#include "cgi/words/text.h"

#include "cgi/base/banned.h"

enum {
    OWN_MOST = 12,             /* streams of one person, or of one browser that is not signed in */
    NETWORK_SHARE = 16,        /* this part of all may be visitors of one network: a school is behind one address */
    TICK_MS = 1000,
    BEAT_MS = 20 * 1000,       /* a silent stream sends a comment, so that proxies do not close it */
    LOOK_SOON_MS = 250,
    LOOK_MS = 15 * 1000,       /* a notification may be missed: look up the games that have readers */
    LIFE_MS = 5 * 60 * 1000,
    PAUSE_MS = 1000,           /* no database: time until the next try */
    EVENTS = 64,
    PERSON_BEAT_MS = 30 * 1000,
    HEARD_MOST = 256,
    PEOPLE_ROWS = 4096
};

/* Of a person's stream, which is of no one game. */
enum { EVERY_GAME = -1 };

/* A reader's place; `game` 0: free, EVERY_GAME: a person's stream. */
struct reader {
    struct live *live;
    uint32_t serial;           /* of this reader, never twice */
    int64_t game, person;
    char address[48], browser[48];
    bool seated, watching;
    int64_t version, told;     /* newest known version, and the version the reader has */
    int ply;
    seatmask here;
    int here_told;             /* -1: nothing */
    int crowd, crowd_told;     /* spectators of the game */
    int counted;               /* the same, while counting */
    int64_t said, until;       /* ticks: of the last message, and of the end */
    bool greeted, beat, gone, suspended;
    struct suspension suspension;
    struct post *post;         /* of a person's stream */
};

struct live {
    pthread_mutex_t lock;      /* newest notification read */
    pthread_t thread;
    struct db *db;
    int most, used;            /* slots, and the end of the used slots */
    uint32_t serials;          /* last id given to a reader */
    struct reader *reader;
    struct reader **watcher;   /* room for all readers, for counting */
    bool closed, look;         /* look: a reader joined, or a notification may be missed */
    bool recount;              /* a spectator joined or left */
    bool stop, lost;
    int people;                /* how many persons' streams there are */
    int n_heard;               /* games of which something was heard and not told to them yet; more than HEARD_MOST: look at all */
    int64_t heard[HEARD_MOST];
    int64_t marked;            /* ticks: when all was looked at */
    int epoll, alarm;
};

/* ---- readers; the lock is held unless noted ---- */

static void wake(struct reader *r)
{
    if (!r->suspended)
        return;
    r->suspended = false;
    r->suspension.resume(r->suspension.answer);
}

static void alarm_live(struct live *live)
{
    uint64_t one = 1;
    if (write(live->alarm, &one, sizeof(one)) != sizeof(one))
        return; /* it is signalled already */
}

/* Signed out, and of the same network as @who, who is signed out, too. */
static bool is_neighbour(const struct reader *r, const struct audience *who)
{
    return !who->person && !r->person && !strcmp(r->address, who->address);
}

static bool same_visitor(const struct reader *r, const struct audience *who)
{
    return who->person ? r->person == who->person : is_neighbour(r, who) && !strcmp(r->browser, who->browser);
}

/* Browsers are told apart by a cookie, which costs nothing to make up: so their network is bounded, too. */
static bool may_join(const struct live *live, const struct audience *who, struct err *err)
{
    int own = 0, network = 0, most = live->most / NETWORK_SHARE < OWN_MOST ? OWN_MOST : live->most / NETWORK_SHARE;
    for (int i = 0; i < live->used; i++) {
        const struct reader *r = &live->reader[i];
        own += r->game && r->game != EVERY_GAME && same_visitor(r, who);
        network += r->game && is_neighbour(r, who);
    }
    if (own >= OWN_MOST)
        return err_fail(err, ERR_RATE, N_("You have too many tables open. Please close one."), NULL, "%d streams", own);
    if (network >= most)
        return err_fail(err, ERR_RATE, N_("Too many tables are open from your network. Please sign in, or try again later."), NULL,
                        "%d streams of a network", network);
    return true;
}

static struct reader *free_place(struct live *live, const struct audience *who, struct err *err)
{
    struct reader *place = NULL;
    if (!may_join(live, who, err))
        return NULL;
    for (int i = 0; i < live->used && !place; i++)
        place = live->reader[i].game ? NULL : &live->reader[i];
    if (!place && !live->closed && live->used < live->most)
        place = &live->reader[live->used++];
    if (!place || live->closed) {
        err_fail(err, ERR_BUSY, NULL, NULL, "%d readers are all there may be", live->most);
        return NULL;
    }
    return place;
}

struct reader *live_join_person(struct live *live, int64_t person, struct post *post, struct err *err)
{
    const struct audience who = {.game = EVERY_GAME, .person = person, .address = "", .browser = ""};
    int own = 0;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used; i++)
        own += live->reader[i].game == EVERY_GAME && live->reader[i].person == person;
    struct reader *r = NULL;
    if (own >= PERSON_STREAMS)
        err_fail(err, ERR_RATE, N_("You have four event streams open, which is as many as there can be."), NULL, "%d streams of a person", own);
    else if (!post)
        err_fail(err, ERR_BUSY, NULL, NULL, "no memory for a stream");
    else
        r = free_place(live, &who, err);
    if (r) {
        int64_t now = clock_ticks();
        uint32_t serial = ++live->serials;
        *r = (struct reader){.live = live, .serial = serial, .game = EVERY_GAME, .person = person, .here_told = -1, .said = now,
                             .until = now + LIFE_MS + serial % 60 * 1000, .post = post};
        live->people++;
        live->marked = 0; /* what has happened since its reader asked */
    }
    pthread_mutex_unlock(&live->lock);
    if (r)
        alarm_live(live);
    else
        post_free(post);
    return r;
}

struct reader *live_join(struct live *live, const struct audience *who, struct err *err)
{
    pthread_mutex_lock(&live->lock);
    struct reader *r = free_place(live, who, err);
    if (r) {
        int64_t now = clock_ticks();
        uint32_t serial = ++live->serials;
        *r = (struct reader){.live = live, .serial = serial, .game = who->game, .person = who->person,
                             .seated = who->seated, .watching = who->watching, .version = who->newest, .told = who->version, .ply = who->ply,
                             .here = who->here, .here_told = -1, .said = now, .until = now + LIFE_MS + serial % 60 * 1000};
        snprintf(r->address, sizeof(r->address), "%s", who->address);
        snprintf(r->browser, sizeof(r->browser), "%s", who->browser);
        live->look |= r->seated;
        live->recount = true; /* a player, too, has not received the count yet */
    }
    pthread_mutex_unlock(&live->lock);
    if (r && who->seated)
        alarm_live(live);
    return r;
}

/* A connection may have had a stream before and still be in the epoll for that one. */
static void watch(struct live *live, int fd, struct epoll_event *event)
{
    if (epoll_ctl(live->epoll, EPOLL_CTL_ADD, fd, event) != 0 && errno == EEXIST)
        epoll_ctl(live->epoll, EPOLL_CTL_MOD, fd, event);
}

void reader_attach(struct reader *r, struct suspension suspension, int fd)
{
    struct live *live = r->live;
    pthread_mutex_lock(&live->lock);
    uint64_t place = (uint64_t)(r - live->reader);
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.u64 = (uint64_t)r->serial << 32 | place};
    r->suspension = suspension;
    watch(live, fd, &event);
    pthread_mutex_unlock(&live->lock);
}

void reader_leave(struct reader *r)
{
    struct live *live = r->live;
    pthread_mutex_lock(&live->lock);
    live->people -= r->game == EVERY_GAME;
    post_free(r->post);
    r->post = NULL;
    r->game = 0;
    live->recount |= r->watching;
    while (live->used > 0 && live->reader[live->used - 1].game == 0)
        live->used--;
    pthread_mutex_unlock(&live->lock);
}

/* ---- what a stream sends ---- */

static int say_here(char *out, seatmask here, int crowd)
{
    int n = snprintf(out, READER_ROOM, "event: here\ndata: {\"here\":[");
    const char *comma = "";
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (here & SEAT_BIT(seat)) {
            n += snprintf(out + n, (size_t)(READER_ROOM - n), "%s%d", comma, seat);
            comma = ",";
        }
    return n + snprintf(out + n, (size_t)(READER_ROOM - n), "],\"watching\":%d}\n\n", crowd);
}

/* The next message for this reader; 0: there is none. */
static int say(struct reader *r, char *out)
{
    if (r->post) {
        int n = post_say(r->post, out, READER_ROOM);
        return n > 0 || !r->beat ? n : snprintf(out, READER_ROOM, ":\n\n");
    }
    if (!r->greeted) {
        r->greeted = true;
        return snprintf(out, READER_ROOM, "retry: %d\n: %s\n\n", PAUSE_MS, "welcome");
    }
    if (r->version != r->told) {
        r->told = r->version;
        return snprintf(out, READER_ROOM, "id: %" PRId64 "\ndata: {\"version\":%" PRId64 ",\"ply\":%d}\n\n", r->version,
                        r->version, r->ply);
    }
    if (r->here != r->here_told || r->crowd != r->crowd_told) {
        r->here_told = r->here;
        r->crowd_told = r->crowd;
        return say_here(out, r->here, r->crowd);
    }
    return r->beat ? snprintf(out, READER_ROOM, ":\n\n") : 0;
}

int reader_read(struct reader *r, char *out)
{
    struct live *live = r->live;
    pthread_mutex_lock(&live->lock);
    int n = r->gone ? 0 : say(r, out);
    if (n > 0) {
        r->said = clock_ticks();
        r->beat = false;
    } else if (r->gone || live->closed || clock_ticks() >= r->until) {
        n = READ_END;
    } else {
        r->suspended = true;
        r->suspension.suspend(r->suspension.answer);
    }
    pthread_mutex_unlock(&live->lock);
    return n;
}

/* ---- the thread ---- */

/* A page that is newer than the known version stays as it is: late notifications are dropped. */
static void note_game(struct reader *r, const struct live_row *row)
{
    if (r->version == GAME_GONE || (row->version != GAME_GONE && row->version <= r->version))
        return;
    r->version = row->version;
    r->ply = row->ply;
    wake(r);
}

static void on_heard(void *user, const struct live_row *row)
{
    struct live *live = user;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used; i++)
        if (live->reader[i].game == row->game && row->game)
            note_game(&live->reader[i], row);
    if (live->people && row->game && live->n_heard <= HEARD_MOST) {
        if (live->n_heard < HEARD_MOST)
            live->heard[live->n_heard] = row->game;
        live->n_heard++;
    }
    pthread_mutex_unlock(&live->lock);
}

int live_watching(struct live *live, int64_t game)
{
    int crowd = 0;
    if (!live)
        return 0;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used && crowd == 0; i++)
        crowd = live->reader[i].game == game ? live->reader[i].crowd : 0;
    pthread_mutex_unlock(&live->lock);
    return crowd;
}

int live_readers(struct live *live)
{
    int n = 0;
    if (!live)
        return 0;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used; i++)
        n += live->reader[i].game != 0;
    pthread_mutex_unlock(&live->lock);
    return n;
}

/* Closed connections, and the eventfd. */
static void take_events(struct live *live)
{
    struct epoll_event event[EVENTS];
    uint64_t rung;
    int n = epoll_wait(live->epoll, event, EVENTS, 0);
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < n; i++) {
        uint32_t place = (uint32_t)event[i].data.u64, serial = (uint32_t)(event[i].data.u64 >> 32);
        if (serial == 0) {
            if (read(live->alarm, &rung, sizeof(rung)) != sizeof(rung))
                continue;
        } else if (live->reader[place].game && live->reader[place].serial == serial) {
            live->reader[place].gone = true;
            live->recount |= live->reader[place].watching;
            wake(&live->reader[place]);
        }
    }
    pthread_mutex_unlock(&live->lock);
}

/* Heartbeats, and streams at their time limit. */
static void tick(struct live *live, int64_t now)
{
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used; i++) {
        struct reader *r = &live->reader[i];
        if (!r->game)
            continue;
        r->beat |= now - r->said >= (r->post ? PERSON_BEAT_MS : BEAT_MS);
        if (r->beat || now >= r->until)
            wake(r);
    }
    pthread_mutex_unlock(&live->lock);
}

static int compare(int64_t x, int64_t y)
{
    return (x > y) - (x < y);
}

static int by_visitor(const void *a, const void *b)
{
    const struct reader *x = *(struct reader *const *)a, *y = *(struct reader *const *)b;
    int order = compare(x->game, y->game) ? compare(x->game, y->game) : compare(x->person, y->person);
    return order || x->person ? order : strcmp(x->address, y->address);
}

static int by_watched(const void *key, const void *watcher)
{
    return compare(*(const int64_t *)key, (*(struct reader *const *)watcher)->game);
}

/* Counts the spectators of each game: each signed-in person once, else each address once; all readers of the game get the number.
 * */
static void count_crowds(struct live *live)
{
    int n = 0, kept = 0;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; live->recount && i < live->used; i++)
        if (live->reader[i].game && live->reader[i].watching && !live->reader[i].gone)
            live->watcher[n++] = &live->reader[i];
    qsort(live->watcher, (size_t)n, sizeof(*live->watcher), by_visitor);
    for (int i = 0, crowd = 0; i < n; i++) {
        struct reader *r = live->watcher[i], *next = i + 1 < n ? live->watcher[i + 1] : NULL;
        crowd += !next || by_visitor(&r, &next) != 0;
        if (next && next->game == r->game)
            continue;
        live->watcher[kept] = r; /* one reader of each game, which has the number */
        live->watcher[kept++]->counted = crowd;
        crowd = 0;
    }
    for (int i = 0; live->recount && i < live->used; i++) {
        struct reader *r = &live->reader[i];
        struct reader **found = r->game && kept ? bsearch(&r->game, live->watcher, (size_t)kept, sizeof(*found), by_watched) : NULL;
        int crowd = found ? (*found)->counted : 0;
        if (r->game && r->crowd != crowd) {
            r->crowd = crowd;
            wake(r);
        }
    }
    live->recount = false;
    pthread_mutex_unlock(&live->lock);
}

static int by_game(const void *a, const void *b)
{
    return compare(*(const int64_t *)a, *(const int64_t *)b);
}

/* Every game with readers once, and the players who have it open. */
static int list_games(struct live *live, struct arena *arena, struct sb *games, struct sb *seen, uint32_t *newest)
{
    pthread_mutex_lock(&live->lock);
    int64_t *id = arena_array(arena, (size_t)live->used + 1, sizeof(*id));
    int n = 0, distinct = 0;
    for (int i = 0; i < live->used; i++) {
        const struct reader *r = &live->reader[i];
        if (r->game && r->game != EVERY_GAME && !r->gone) {
            id[n++] = r->game;
            if (r->seated)
                sb_addf(seen, "%s%" PRId64 ":%" PRId64, seen->length ? "," : "", r->game, r->person);
        }
    }
    live->look = false;
    *newest = live->serials;
    pthread_mutex_unlock(&live->lock);
    qsort(id, (size_t)n, sizeof(*id), by_game);
    for (int i = 0; i < n; i++)
        if (i == 0 || id[i] != id[i - 1]) {
            sb_addf(games, "%s%" PRId64, distinct ? "," : "", id[i]);
            distinct++;
        }
    return distinct;
}

static int by_row(const void *key, const void *row)
{
    return by_game(key, &((const struct live_row *)row)->game);
}

/* Sends readers up to @newest the state in the database, in case a notification was lost, and who is here. */
static void tell_rows(struct live *live, const struct live_row *rows, int n, uint32_t newest)
{
    const struct live_row gone = {.version = GAME_GONE};
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used; i++) {
        struct reader *r = &live->reader[i];
        if (!r->game || r->game == EVERY_GAME || (int32_t)(r->serial - newest) > 0)
            continue;
        const struct live_row *row = n ? bsearch(&r->game, rows, (size_t)n, sizeof(*rows), by_row) : NULL;
        note_game(r, row ? row : &gone);
        if (row && row->here != r->here) {
            r->here = row->here;
            wake(r);
        }
    }
    pthread_mutex_unlock(&live->lock);
}

static bool look(struct live *live, struct err *err)
{
    struct arena *arena = arena_new();
    struct sb games, seen;
    struct live_row *rows;
    uint32_t newest;
    int n;
    sb_init(&games, arena);
    sb_init(&seen, arena);
    bool ok = true;
    if (list_games(live, arena, &games, &seen, &newest) > 0) {
        ok = store_live_games(live->db, arena, games.text, seen.text, clock_now(), &rows, &n, err);
        if (ok)
            tell_rows(live, rows, n, newest);
    }
    arena_free(arena);
    return ok;
}

/* ---- persons' streams ---- */

/* Who has one, and from which number on the one that knows least has to be told; the games that were heard of, "" for all. True: somebody is to be
 * told something. */
static bool list_people(struct live *live, struct sb *people, struct sb *games, int64_t *mark, bool *all, int64_t now)
{
    bool any = false;
    *mark = INT64_MAX;
    pthread_mutex_lock(&live->lock);
    *all = now - live->marked >= LOOK_MS || live->n_heard > HEARD_MOST;
    bool due = live->people > 0 && (*all || live->n_heard > 0);
    for (int i = 0; due && i < live->used; i++) {
        const struct reader *r = &live->reader[i];
        if (r->game != EVERY_GAME || r->gone)
            continue;
        sb_addf(people, "%s%" PRId64, any ? "," : "", r->person);
        *mark = post_id(r->post) < *mark ? post_id(r->post) : *mark;
        any = true;
    }
    for (int i = 0; any && !*all && i < live->n_heard; i++)
        sb_addf(games, "%s%" PRId64, i ? "," : "", live->heard[i]);
    live->n_heard = 0;
    live->marked = *all ? now : live->marked;
    pthread_mutex_unlock(&live->lock);
    return any;
}

/* @mark 0: not all was looked at. A stream that has no room ends, and is resumed by its reader. */
static void tell_people(struct live *live, const struct person_news *news, int n, int64_t mark, int64_t newest)
{
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->used; i++) {
        struct reader *r = &live->reader[i];
        if (r->game != EVERY_GAME || (int32_t)(r->serial - (uint32_t)newest) > 0)
            continue;
        bool fits = true;
        for (int k = 0; k < n; k++)
            fits = (news[k].person != r->person || post_put(r->post, &news[k])) && fits;
        if (!fits)
            r->until = 0;
        else if (mark)
            post_mark(r->post, mark);
        wake(r);
    }
    pthread_mutex_unlock(&live->lock);
}

static bool look_people(struct live *live, int64_t now, struct err *err)
{
    struct arena *arena = arena_new();
    struct sb people, games;
    struct person_news *news;
    int64_t since, mark = 0;
    int n, waiting;
    bool all, ok = true;
    sb_init(&people, arena);
    sb_init(&games, arena);
    pthread_mutex_lock(&live->lock);
    uint32_t newest = live->serials;
    pthread_mutex_unlock(&live->lock);
    if (list_people(live, &people, &games, &since, &all, now)) {
        /* The mark first: what ends in between is told now and again with the next mark. */
        ok = (!all || store_live_mark(live->db, 0, &mark, &waiting, err))
            && store_live_people(live->db, arena, people.text, since, all ? NULL : games.text, PEOPLE_ROWS, &news, &n, err);
        if (ok)
            tell_people(live, news, n, n < PEOPLE_ROWS ? mark : 0, newest);
    }
    arena_free(arena);
    return ok;
}

static bool stopped(struct live *live)
{
    pthread_mutex_lock(&live->lock);
    bool stop = live->stop;
    pthread_mutex_unlock(&live->lock);
    return stop;
}

/* Without the database only heartbeats and ends of streams are handled. */
static void bear_loss(struct live *live, const struct err *err)
{
    struct pollfd p = {.fd = live->epoll, .events = POLLIN};
    if (!live->lost)
        log_line("level=error live=readers code=%s message=\"%s\"", err_name(err->code), err->logged);
    live->lost = true;
    poll(&p, 1, PAUSE_MS);
}

static void work_again(struct live *live)
{
    if (live->lost)
        log_line("level=info live=readers message=\"listening again\"");
    live->lost = false;
}

static bool wants_look(struct live *live)
{
    pthread_mutex_lock(&live->lock);
    bool soon = live->look;
    pthread_mutex_unlock(&live->lock);
    return soon;
}

/* Listens for a moment; looks up what may have been missed. */
static bool listen_once(struct live *live, int64_t *looked, struct err *err)
{
    bool anew;
    if (!store_hear_games(live->db, live->epoll, wants_look(live) ? LOOK_SOON_MS : TICK_MS, on_heard, live, &anew, err))
        return false;
    int64_t now = clock_ticks();
    if (!look_people(live, now, err))
        return false;
    if (!anew && now - *looked < (wants_look(live) ? LOOK_SOON_MS : LOOK_MS))
        return true;
    *looked = now;
    return look(live, err);
}

static void *run(void *user)
{
    struct live *live = user;
    int64_t ticked = 0, looked = 0;
    while (!stopped(live)) {
        struct err err;
        if (listen_once(live, &looked, &err))
            work_again(live);
        else
            bear_loss(live, &err);
        take_events(live);
        int64_t now = clock_ticks();
        if (now - ticked >= TICK_MS) {
            ticked = now;
            count_crowds(live);
            tick(live, now);
        }
    }
    return NULL;
}

/* ---- start and stop ---- */

static bool open_files(struct live *live)
{
    struct epoll_event event = {.events = EPOLLIN};
    live->epoll = epoll_create1(EPOLL_CLOEXEC);
    live->alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return live->epoll >= 0 && live->alarm >= 0 && epoll_ctl(live->epoll, EPOLL_CTL_ADD, live->alarm, &event) == 0;
}

static void free_live(struct live *live)
{
    if (live->epoll >= 0)
        close(live->epoll);
    if (live->alarm >= 0)
        close(live->alarm);
    db_close(live->db);
    pthread_mutex_destroy(&live->lock);
    free(live->reader);
    free(live->watcher);
    free(live);
}

struct live *live_start(const char *database, int most)
{
    struct live *live = calloc(1, sizeof(*live));
    if (!live)
        return NULL;
    *live = (struct live){.most = most, .epoll = -1, .alarm = -1};
    pthread_mutex_init(&live->lock, NULL);
    live->db = db_open(database);
    live->reader = calloc((size_t)most, sizeof(*live->reader));
    live->watcher = calloc((size_t)most, sizeof(*live->watcher));
    if (live->reader && live->watcher && open_files(live) && pthread_create(&live->thread, NULL, run, live) == 0)
        return live;
    free_live(live);
    return NULL;
}

void live_goodbye(struct live *live)
{
    if (!live)
        return;
    pthread_mutex_lock(&live->lock);
    live->closed = true;
    for (int i = 0; i < live->used; i++)
        if (live->reader[i].game)
            wake(&live->reader[i]);
    pthread_mutex_unlock(&live->lock);
}

void live_stop(struct live *live)
{
    if (!live)
        return;
    pthread_mutex_lock(&live->lock);
    live->stop = true;
    pthread_mutex_unlock(&live->lock);
    alarm_live(live);
    pthread_join(live->thread, NULL);
    free_live(live);
}

/* The worker's mail: takes what is due in the outbox, one message at a time, and hands it over. */
#include "config.h"

#include "cgi/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "cgi/clock.h"
#include "cgi/letter.h"
#include "cgi/mail.h"

#include "cgi/banned.h"

enum {
    MAIL_POLL = 30 * 1000, /* milliseconds without a NOTIFY */
    ROWS_AT_ONCE = 20,     /* mails of one person joined into one */
    UNWRITTEN_MAX = 64
};

/* Mails that a server took while the database went away before it was written down: not to be sent again. */
struct unwritten {
    int n;
    int64_t id[UNWRITTEN_MAX];
};

/* One person's due mails, and the one message that some of them become. */
struct delivery {
    struct desk desk;
    struct db *queue; /* its open transaction holds the rows */
    struct unwritten *unwritten;
    bool taken;       /* the server has the message */
    struct mail_row *rows;
    int n;
    const struct mail_row *chosen[ROWS_AT_ONCE]; /* the rows the message answers for */
    int n_chosen;
};

/* Servers answer in any encoding; the database takes UTF-8, and a mark that fails would send the mail again. */
static void plain_text(char *to, size_t room, const char *from)
{
    size_t n = 0;
    for (; from[n] && n + 1 < room; n++)
        to[n] = from[n] >= ' ' && from[n] <= '~' && from[n] != '"' ? from[n] : '?';
    to[n] = '\0';
}

static bool mark_chosen(const struct delivery *d, enum mail_fate fate, const char *said, int seconds, struct err *err)
{
    char note[300];
    plain_text(note, sizeof(note), said);
    for (int i = 0; i < d->n_chosen; i++)
        if (!store_mail_mark(d->queue, d->chosen[i]->id, fate, note, seconds, err))
            return false;
    return true;
}

/* 1, 5, 15 minutes, 1 hour, then every 4 hours until 3 days have passed; 0: enough. */
static int pause_before(int tries)
{
    static const int first[] = {60, 5 * 60, 15 * 60, 60 * 60};
    enum { FIRST = sizeof(first) / sizeof(first[0]), LATER = 4 * 60 * 60, TRIES = FIRST + 3 * 24 / 4 };
    return tries < FIRST ? first[tries] : tries < TRIES ? LATER : 0;
}

static bool mark_retry(const struct delivery *d, const char *said, struct err *err)
{
    char note[300];
    int tries = 0;
    plain_text(note, sizeof(note), said);
    for (int i = 0; i < d->n_chosen; i++)
        tries = d->chosen[i]->tries > tries ? d->chosen[i]->tries : tries;
    int seconds = pause_before(tries);
    const struct mail_row *row = d->chosen[0];
    fprintf(stderr, "level=%s worker=mail mail=%" PRId64 " kind=%s tries=%d retry=%d message=\"%s\"\n",
            seconds ? "warning" : "error", row->id, row->kind, tries + 1, seconds, note);
    return mark_chosen(d, seconds ? MAIL_RETRY : MAIL_FAILED, note, seconds, err);
}

static bool is_unwritten(const struct unwritten *list, int64_t id)
{
    for (int i = 0; i < list->n; i++)
        if (list->id[i] == id)
            return true;
    return false;
}

/* After a commit nothing is left of these rows; without one, what was sent is kept in mind. */
static void remember(const struct delivery *d, bool committed)
{
    struct unwritten *list = d->unwritten;
    for (int i = 0; committed && i < d->n; i++)
        for (int k = 0; k < list->n; k++)
            if (list->id[k] == d->rows[i].id)
                list->id[k] = list->id[--list->n];
    for (int i = 0; !committed && d->taken && i < d->n_chosen; i++)
        if (list->n < UNWRITTEN_MAX)
            list->id[list->n++] = d->chosen[i]->id;
}

/* A mail that needs none any more, or was sent already. */
static bool settled(const struct delivery *d, const struct mail_row *row, bool *yes, struct err *err)
{
    bool sent = is_unwritten(d->unwritten, row->id);
    *yes = sent || !row->due_still;
    return !*yes || store_mail_mark(d->queue, row->id, sent ? MAIL_SENT : MAIL_DROPPED,
                                    sent ? "sent before the database went away" : "not due any more", 0, err);
}

/* A turn that is played, an address that is confirmed need no mail any more; of the rest, either one that goes alone or
 * all the news of games. */
static bool choose(struct delivery *d, struct err *err)
{
    for (int i = 0; i < d->n; i++) {
        const struct mail_row *row = &d->rows[i];
        bool done;
        if (!settled(d, row, &done, err))
            return false;
        bool fits = !d->n_chosen || (!letter_alone(row->kind) && !letter_alone(d->chosen[0]->kind));
        if (!done && fits)
            d->chosen[d->n_chosen++] = row;
    }
    return true;
}

static bool settle(const struct delivery *d, enum mail_answer answer, const char *said, struct err *err)
{
    char note[300];
    if (answer == MAIL_TAKEN)
        return mark_chosen(d, MAIL_SENT, said, 0, err);
    if (answer == MAIL_LATER)
        return mark_retry(d, said, err);
    plain_text(note, sizeof(note), said);
    fprintf(stderr, "level=error worker=mail mail=%" PRId64 " kind=%s message=\"%s\"\n", d->chosen[0]->id,
            d->chosen[0]->kind, note);
    return mark_chosen(d, MAIL_FAILED, note, 0, err);
}

static bool hand_over(struct worker *w, struct delivery *d, const struct mail *mail, struct err *err)
{
    char note[300];
    struct sb message;
    sb_init(&message, d->desk.arena);
    if (!mail_compose(w->house, mail, d->desk.now, &message, note, sizeof(note)))
        return mark_retry(d, note, err);
    enum mail_answer answer = mail_send(w->house, mail->to_address, message.text, message.length, &w->stop, note,
                                        sizeof(note));
    d->taken = answer == MAIL_TAKEN;
    /* Broken off by our own stop: no try was lost, the next worker takes it at once. */
    return (answer == MAIL_LATER && atomic_load(&w->stop)) || settle(d, answer, note, err);
}

/* A letter that cannot be written must not stand in the way of the others. */
static bool no_letter(const struct delivery *d, const struct err *why, struct err *err)
{
    if (why->code == ERR_BUSY) {
        *err = *why;
        return false;
    }
    if (why->code == ERR_GONE)
        return mark_chosen(d, MAIL_DROPPED, "the game is gone", 0, err);
    return mark_retry(d, why->logged, err);
}

/* Down to the news of one game; false when it is one already. */
static bool narrow(struct delivery *d)
{
    int kept = 0;
    for (int i = 0; i < d->n_chosen; i++)
        if (d->chosen[i]->game == d->chosen[0]->game)
            d->chosen[kept++] = d->chosen[i];
    bool narrower = kept < d->n_chosen;
    d->n_chosen = kept;
    return narrower;
}

static bool deliver_chosen(struct worker *w, struct delivery *d, struct err *err)
{
    struct mail_row *rows = arena_array(d->desk.arena, (size_t)d->n_chosen, sizeof(*rows));
    for (int i = 0; i < d->n_chosen; i++)
        rows[i] = *d->chosen[i];
    struct mail mail;
    struct err why;
    if (letter_write(&d->desk, rows, d->n_chosen, &mail, &why))
        return hand_over(w, d, &mail, err);
    if (why.code != ERR_BUSY && narrow(d))
        return deliver_chosen(w, d, err);
    return no_letter(d, &why, err);
}

/* One message at most: the rows' lock is held no longer than one delivery takes. What is left over is due still. */
static bool deliver_next(struct worker *w, struct db *queue, struct db *games, struct unwritten *unwritten, bool *more,
                         struct err *err)
{
    struct delivery d = {.desk = {.house = w->house, .db = games, .arena = arena_new(), .now = clock_now()},
                         .queue = queue, .unwritten = unwritten};
    bool ok = store_mail_take(queue, d.desk.arena, ROWS_AT_ONCE, &d.rows, &d.n, err);
    *more = ok && d.n > 0;
    if (*more) {
        ok = choose(&d, err) && (!d.n_chosen || deliver_chosen(w, &d, err)) && store_mail_done(queue, err);
        remember(&d, ok);
        store_rollback(queue);
    }
    arena_free(d.desk.arena);
    return ok;
}

/* Once an hour each worker clears away what has ended. */
static bool sweep(struct db *db, int64_t *swept, struct err *err)
{
    const int64_t hour = (int64_t)60 * 60 * 1000000;
    if (clock_now() - *swept < hour)
        return true;
    *swept = clock_now();
    return store_sweep(db, err);
}

void *worker_mail(void *user)
{
    struct worker *w = user;
    struct db *queue = db_open(w->house->set.database), *games = db_open(w->house->set.database);
    struct db *ears = db_open(w->house->set.database);
    struct trouble trouble = {.who = "mail"};
    struct unwritten unwritten = {0};
    int64_t swept = 0;
    /* Listen before the first look, so that nothing falls between the two. */
    worker_wait(w, ears, "outbox", 1, &trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        bool more = true, ok = true;
        while (ok && more && !atomic_load(&w->stop))
            ok = deliver_next(w, queue, games, &unwritten, &more, &err);
        if (ok && sweep(games, &swept, &err))
            trouble_over(&trouble);
        else
            trouble_met(&trouble, &err);
        worker_wait(w, ears, "outbox", MAIL_POLL, &trouble);
    }
    db_close(ears);
    db_close(games);
    db_close(queue);
    return NULL;
}

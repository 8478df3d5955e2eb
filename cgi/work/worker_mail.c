/* The worker's mail: takes what is due in the outbox, one message at a time, and hands it over. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/work/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/mail/letter.h"
#include "cgi/mail/mail.h"
#include "cgi/mail/painter.h"

#include "cgi/base/banned.h"

enum {
    POLL_LEAST = 250,      /* milliseconds between two looks without a NOTIFY */
    LINE_REST = 5 * 1000,  /* how long a connection to the mail server is kept for another mail */
    OUTAGE_POLL = 500,     /* how often a database is asked for that has not been told yet what was sent */
    OUTAGE_REST = 2 * 1000, /* how long it is left to others to tell it */
    HELD_REST = 10,        /* seconds until a letter is looked at again whose game is locked */
    ROWS_AT_ONCE = 100,    /* mails of one person joined into one */
    REMEMBERED = 256,
    MESSAGE_ID_ROOM = 352, /* a name of ours, and a host */
    SECRET_ROOM = 80
};

/* The mails this worker handed over last. Should their marks be lost with the database, they are not sent again. */
struct memory {
    int n;
    struct {
        int64_t id;
        char message_id[MESSAGE_ID_ROOM];
    } mail[REMEMBERED];
};

/* A mail server that takes nothing: one mail at a time is tried, the others wait as they are. */
struct away {
    int pause;     /* seconds, doubled up to a limit; 0: it is there */
    int64_t until; /* Unix microseconds */
};

/* What one thread sends with. */
struct sender {
    struct worker *w;
    struct db *queue; /* its open transaction holds the rows */
    struct db *games;
    struct service *service; /* held; worker_renew() */
    struct mail_line *line;  /* of its settings */
    struct painter painter;
    char secret[SECRET_ROOM]; /* of the addresses that letters come back to; "": not asked for yet */
    struct memory memory;
    struct away away;
    struct trouble trouble;
    int64_t swept;  /* when what has ended was cleared away last, Unix microseconds; 0: not yet */
    struct held held;
};

/* One person's due mails, and the one message that some of them become. */
struct delivery {
    struct sender *sender;
    struct letter_needs needs;
    struct mail_row *rows;
    int n;
    const struct mail_row *chosen[ROWS_AT_ONCE]; /* the rows the message answers for */
    int n_chosen;
    struct mail_mark marks[ROWS_AT_ONCE];        /* what is to be written of rows */
    int n_marks;
    bool handed_over;
};

static struct mail_mark *mark(struct delivery *d, const struct mail_row *row, enum mail_fate fate, const char *note, int seconds)
{
    struct mail_mark *mark = &d->marks[d->n_marks++];
    *mark = (struct mail_mark){.id = row->id, .fate = fate, .note = note, .seconds = seconds};
    return mark;
}

static void mark_chosen(struct delivery *d, enum mail_fate fate, const char *said, int seconds)
{
    const char *note = mail_plain(d->needs.arena, said);
    for (int i = 0; i < d->n_chosen; i++)
        mark(d, d->chosen[i], fate, note, seconds);
}

static void log_failure(const struct delivery *d, int tries, int seconds, const char *said)
{
    const struct mail_row *row = d->chosen[0];
    log_line("level=%s worker=mail mail=%" PRId64 " kind=%s tries=%d retry=%d message=\"%s\"",
            seconds ? "warning" : "error", row->id, row->kind, tries, seconds, mail_plain(d->needs.arena, said));
}

static int most_tries(const struct delivery *d)
{
    int tries = 0;
    for (int i = 0; i < d->n_chosen; i++)
        tries = d->chosen[i]->tries > tries ? d->chosen[i]->tries : tries;
    return tries;
}

static void mark_retry(struct delivery *d, const char *said)
{
    int tries = most_tries(d), seconds = worker_pause_before(tries);
    log_failure(d, tries + 1, seconds, said);
    mark_chosen(d, seconds ? MAIL_RETRY : MAIL_FAILED, said, seconds);
}

/* The mail is tried again when the server is; however long that takes, it has not failed. */
static void mark_away(struct delivery *d, const char *said)
{
    enum { FIRST = 5, LONGEST = 120 };
    struct away *away = &d->sender->away;
    if (!away->pause)
        log_failure(d, most_tries(d) + 1, FIRST, said);
    away->pause = !away->pause ? FIRST : away->pause * 2 > LONGEST ? LONGEST : away->pause * 2;
    away->until = clock_now() + (int64_t)away->pause * 1000000;
    mark_chosen(d, MAIL_RETRY, said, away->pause);
}

static void mark_there(struct away *away)
{
    if (away->pause)
        log_line("level=info worker=mail message=\"the mail server is back\"");
    away->pause = 0;
}

static void remember(struct memory *memory, int64_t id, const char *message_id)
{
    int at = memory->n++ % REMEMBERED;
    memory->mail[at].id = id;
    snprintf(memory->mail[at].message_id, MESSAGE_ID_ROOM, "%s", message_id);
}

static void mark_sent(struct delivery *d, const char *said, const char *message_id)
{
    d->handed_over = true;
    for (int i = 0; i < d->n_chosen; i++) /* first of all: the rest needs memory */
        remember(&d->sender->memory, d->chosen[i]->id, message_id);
    mark_chosen(d, MAIL_SENT, said, 0);
    for (int i = 0; i < d->n_chosen; i++)
        d->marks[d->n_marks - 1 - i].message_id = message_id;
}

static int n_remembered(const struct memory *memory)
{
    return memory->n < REMEMBERED ? memory->n : REMEMBERED;
}

/* The Message-ID of the letter in which this mail was sent; NULL: not by us, as far as we remember. */
static const char *remembered(const struct memory *memory, int64_t id)
{
    for (int i = 0; i < n_remembered(memory); i++)
        if (memory->mail[i].id == id)
            return memory->mail[i].message_id;
    return NULL;
}

/* What needs no mail any more, or not yet, is marked; of the rest, either one that goes alone or all the news of games. */
static void choose(struct delivery *d)
{
    for (int i = 0; i < d->n; i++) {
        const struct mail_row *row = &d->rows[i];
        const char *message_id = remembered(&d->sender->memory, row->id);
        if (message_id) /* a copy: what is sent until it is written may take its place */
            mark(d, row, MAIL_SENT, "sent before the database went away", 0)->message_id =
                arena_strndup(d->needs.arena, message_id, strlen(message_id));
        else if (row->needless)
            mark(d, row, worker_not_yet(row->needless) ? MAIL_EARLY : MAIL_DROPPED, row->needless, 0);
        else if (!d->n_chosen || (!letter_alone(row->kind) && !letter_alone(d->chosen[0]->kind)))
            d->chosen[d->n_chosen++] = row;
    }
}

/* A player who has moved while the letter was written is not to get it. In the transaction that holds the rows: when that is
 * lost, somebody else may have sent them. */
static bool withdrawn(void *user)
{
    struct delivery *d = user;
    int64_t ids[ROWS_AT_ONCE];
    int needless = 0;
    struct err err;
    for (int i = 0; i < d->n_chosen; i++)
        ids[i] = d->chosen[i]->id;
    return !store_mail_needless(d->sender->queue, ids, d->n_chosen, &needless, &err) || needless > 0;
}

static void hand_over(struct delivery *d, const struct mail *mail)
{
    char said[300];
    struct sb message;
    sb_init(&message, d->needs.arena);
    if (!mail_compose(&d->sender->service->set, mail, d->needs.now, &message, said, sizeof(said))) {
        mark_retry(d, said);
        return;
    }
    const struct posting posting = {.from_address = mail_return_address(&d->sender->service->set, d->needs.arena, d->sender->secret, mail->message_id),
                                    .to_address = mail->to_address, .message = message.text, .length = message.length,
                                    .withdrawn = withdrawn, .user = d, .stop = &d->sender->w->stop};
    enum mail_answer answer = mail_line_send(d->sender->line, &posting, said, sizeof(said));
    if (answer != MAIL_AWAY)
        mark_there(&d->sender->away);
    if (answer == MAIL_TAKEN) {
        mark_sent(d, said, mail->message_id);
    } else if (answer == MAIL_NEVER) {
        log_failure(d, most_tries(d) + 1, 0, said);
        mark_chosen(d, MAIL_FAILED, said, 0);
    } else if (answer == MAIL_WITHDRAWN || atomic_load(&d->sender->w->stop)) {
        /* No try was lost: what is left of these is taken again at once, by this worker or the next. */
    } else if (answer == MAIL_AWAY) {
        mark_away(d, said);
    } else {
        mark_retry(d, said);
    }
}

/* A letter that cannot be written must not stand in the way of the others. */
static bool no_letter(struct delivery *d, const struct err *why, struct err *err)
{
    if (why->code == ERR_BUSY && !why->held) {
        *err = *why;
        return false;
    }
    if (why->code == ERR_BUSY) { /* its game is locked: the others go on */
        log_failure(d, most_tries(d), HELD_REST, why->logged);
        mark_chosen(d, MAIL_RETRY, "locked", HELD_REST);
        return true;
    }
    if (why->code == ERR_GONE)
        mark_chosen(d, MAIL_DROPPED, "gone", 0);
    else
        mark_retry(d, why->logged);
    return true;
}

/* Down to the news of one game, which was tried least: what cannot be written must not take the others' tries with it.
 * False when it is one already. */
static bool narrow(struct delivery *d)
{
    const struct mail_row *least = d->chosen[0];
    int kept = 0;
    for (int i = 1; i < d->n_chosen; i++)
        least = d->chosen[i]->tries < least->tries ? d->chosen[i] : least;
    for (int i = 0; i < d->n_chosen; i++)
        if (d->chosen[i]->game == least->game)
            d->chosen[kept++] = d->chosen[i];
    bool narrower = kept < d->n_chosen;
    d->n_chosen = kept;
    return narrower;
}

struct draft {
    struct delivery *d;
    const struct mail_row *rows;
    struct mail *mail;
};

static bool write_letter(void *user, struct err *err)
{
    struct draft *draft = user;
    return letter_write(&draft->d->needs, draft->rows, draft->d->n_chosen, draft->mail, err);
}

static bool deliver_chosen(struct delivery *d, struct err *err)
{
    struct mail_row *rows = arena_array(d->needs.arena, (size_t)d->n_chosen, sizeof(*rows));
    for (int i = 0; i < d->n_chosen; i++)
        rows[i] = *d->chosen[i];
    struct mail mail;
    struct err why;
    if (err_catch(write_letter, &(struct draft){d, rows, &mail}, &why)) {
        hand_over(d, &mail);
        return true;
    }
    store_rollback(d->needs.db);
    if ((why.code != ERR_BUSY || why.held) && narrow(d))
        return deliver_chosen(d, err);
    return no_letter(d, &why, err);
}

/* News of games, and more of it than what comes to those, too, who want to hear once a day? */
static bool has_news(const struct delivery *d)
{
    for (int i = 0; i < d->n_chosen; i++)
        if (!letter_alone(d->chosen[i]->kind) && !letter_urgent(d->chosen[i]->kind))
            return true;
    return false;
}

/* The first thing after the mail server's answer. */
static bool settle(const struct delivery *d, struct err *err)
{
    int64_t reached = d->handed_over && !letter_alone(d->chosen[0]->kind) ? d->chosen[0]->person : 0;
    return store_mail_settle(d->sender->queue, d->marks, d->n_marks, reached, has_news(d), err);
}

static bool learn_secret(struct sender *s, struct arena *arena, struct err *err)
{
    const char *secret = s->secret;
    bool ok = *secret || store_bounce_secret(s->games, arena, &secret, err);
    if (ok && !*s->secret)
        snprintf(s->secret, sizeof(s->secret), "%s", secret);
    return ok;
}

/* One message at most: the rows' lock is held no longer than one delivery takes. What is left over is due still. */
static bool deliver_next(struct sender *s, bool *more, struct err *err)
{
    struct arena *arena = held_arena(&s->held);
    struct delivery *d = arena_alloc(arena, sizeof(*d));
    *d = (struct delivery){.sender = s, .needs = {.service = s->service, .db = s->games, .arena = arena, .now = clock_now(), .painter = &s->painter}};
    bool ok = learn_secret(s, arena, err) && store_mail_take(s->queue, arena, ROWS_AT_ONCE, &d->rows, &d->n, err);
    *more = ok && d->n > 0;
    if (*more) {
        choose(d);
        ok = (!d->n_chosen || deliver_chosen(d, err)) && settle(d, err);
        store_rollback(s->queue);
    }
    held_free(&s->held);
    return ok;
}

static bool is_away(const struct sender *s)
{
    return s->away.pause && clock_now() < s->away.until;
}

/* Who has asked for a new password, and is somebody, gets a letter. */
static bool see_to_recoveries(struct sender *s, struct err *err)
{
    bool more = true, ok = true;
    while (ok && more && !atomic_load(&s->w->stop))
        ok = store_recover_next(s->games, &more, err);
    return ok;
}

/* After a reload another mail server may be meant, so it is tried at once: by the next letter, however many are due. */
static void sender_renew(struct sender *s)
{
    if (!worker_renew(s->w, &s->service))
        return;
    if (s->line)
        mail_line_close(s->line);
    s->line = mail_line_open(&s->service->set);
    s->away.until = 0;
}

/* All that is due, until the mail server turns out to be away. */
static bool deliver_due(struct sender *s, struct err *err)
{
    bool more = true, ok = see_to_recoveries(s, err);
    while (ok && more && !is_away(s) && !atomic_load(&s->w->stop)) {
        sender_renew(s);
        ok = deliver_next(s, &more, err);
    }
    return ok;
}

/* Once an hour each worker clears away what has ended, some at a time; letters that are due meanwhile go out between. */
static bool sweep(struct sender *s, struct err *err)
{
    const int64_t hour = (int64_t)60 * 60 * 1000000;
    if (clock_now() - s->swept < hour)
        return true;
    s->swept = clock_now();
    bool more = true, ok = true;
    while (ok && more && !atomic_load(&s->w->stop))
        ok = store_sweep(s->games, &more, err) && deliver_due(s, err);
    return ok;
}

static struct sender sender_open(struct worker *w)
{
    const char *direct = w->set->database, *pooler = w->set->pooler;
    struct db *queue = db_open_pooled(direct, pooler), *games = db_open_pooled(direct, pooler);
    struct sender s = {.w = w, .queue = queue, .games = games, .trouble = {.who = "mail"}, .held = {.db = {queue, games}}};
    sender_renew(&s);
    return s;
}

static void sender_close(struct sender *s)
{
    mail_line_close(s->line);
    service_release(s->service);
    painter_close(&s->painter);
    db_close(s->games);
    db_close(s->queue);
}

/* A database that went away may have lost what it was told last. Who knows of letters that were sent says so before anybody
 * takes what seems to wait. */
static bool after_outage(struct sender *s, struct err *err)
{
    struct mail_mark marks[REMEMBERED];
    int n = n_remembered(&s->memory);
    for (int i = 0; i < n; i++)
        marks[i] = (struct mail_mark){.id = s->memory.mail[i].id, .message_id = s->memory.mail[i].message_id};
    if (!store_mail_sent(s->games, marks, n, err))
        return false;
    worker_rest(s->w, OUTAGE_REST);
    return true;
}

/* What is due, once. */
static bool see_to_mail(void *user, struct err *err)
{
    struct sender *s = user;
    return (!s->trouble.on || after_outage(s, err)) && deliver_due(s, err) && sweep(s, err);
}

struct next {
    struct sender *s;
    int pause; /* milliseconds */
};

static bool ask_when(void *user, struct err *err)
{
    struct next *next = user;
    return store_mail_next(next->s->games, &next->pause, err);
}

/* Until the next mail is due or a NOTIFY; a connection that nobody needs meanwhile is given up. */
static void wait_for_mail(struct sender *s, struct db *ears)
{
    struct err err;
    struct trouble *trouble = &s->trouble;
    struct next next = {s, POLL_LEAST};
    if (!trouble->on && !err_catch(ask_when, &next, &err))
        trouble_met(trouble, &err);
    int pause = next.pause;
    if (is_away(s)) {
        int64_t left = (s->away.until - clock_now()) / 1000;
        pause = pause > left ? pause : (int)left;
    }
    pause = pause < POLL_LEAST ? POLL_LEAST : pause;
    bool heard = worker_wait(s->w, ears, "outbox", pause < LINE_REST ? pause : LINE_REST, trouble);
    if (heard || pause <= LINE_REST)
        return;
    mail_line_rest(s->line);
    worker_wait(s->w, ears, "outbox", pause - LINE_REST, trouble);
}

void *worker_mail(void *user)
{
    struct worker *w = user;
    struct sender s = sender_open(w);
    struct db *ears = db_open(w->set->database);
    /* Listen before the first look, so that nothing falls between the two. */
    worker_wait(w, ears, "outbox", 1, &s.trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        sender_renew(&s);
        if (worker_round(see_to_mail, &s, &s.held, &err))
            trouble_over(&s.trouble);
        else
            trouble_met(&s.trouble, &err);
        if (s.memory.n)
            s.trouble.pause = OUTAGE_POLL;
        wait_for_mail(&s, ears);
    }
    db_close(ears);
    sender_close(&s);
    return NULL;
}

bool worker_mail_once(struct worker *w, struct err *err)
{
    struct sender s = sender_open(w);
    bool ok = worker_round(see_to_mail, &s, &s.held, err);
    sender_close(&s);
    return ok;
}

#include "config.h"

#include "cgi/http/announced.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/values.h"
#include "cgi/store/order.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { TEXT_ROOM = 4 * ANNOUNCEMENT_MOST + 1 };

struct announced_text {
    int64_t id, starts, ends;
    char en[TEXT_ROOM], ja[TEXT_ROOM]; /* ja "": the same */
};

struct announced {
    pthread_mutex_t mutex;
    int64_t asked;             /* when, in ticks; 0: never */
    int n;
    struct announced_text text[ANNOUNCEMENTS_MOST];
};

struct announced *announced_new(void)
{
    struct announced *announced = calloc(1, sizeof(*announced));
    if (announced && pthread_mutex_init(&announced->mutex, NULL)) {
        free(announced);
        return NULL;
    }
    return announced;
}

void announced_free(struct announced *announced)
{
    if (!announced)
        return;
    pthread_mutex_destroy(&announced->mutex);
    free(announced);
}

/* Whose turn it is to ask: of several requests one. */
static bool is_due(struct announced *announced)
{
    int64_t now = clock_ticks();
    pthread_mutex_lock(&announced->mutex);
    bool due = !announced->asked || now - announced->asked >= ANNOUNCED_SECONDS * 1000;
    if (due)
        announced->asked = now ? now : 1;
    pthread_mutex_unlock(&announced->mutex);
    return due;
}

static void keep(struct announced *announced, const struct announcement *list, int n)
{
    pthread_mutex_lock(&announced->mutex);
    announced->n = n < ANNOUNCEMENTS_MOST ? n : ANNOUNCEMENTS_MOST;
    for (int i = 0; i < announced->n; i++) {
        struct announced_text *text = &announced->text[i];
        text->id = list[i].id;
        text->starts = list[i].starts;
        text->ends = list[i].ends;
        snprintf(text->en, sizeof(text->en), "%s", list[i].en);
        snprintf(text->ja, sizeof(text->ja), "%s", list[i].ja ? list[i].ja : "");
    }
    pthread_mutex_unlock(&announced->mutex);
}

void announced_refresh(struct req *rq)
{
    struct announcement *list;
    struct err ignored;
    int n;
    if (rq->service->announced && is_due(rq->service->announced) && store_announcements(rq->db, rq->arena, rq->now, &list, &n, &ignored))
        keep(rq->service->announced, list, n);
}

/* The page is to be drawn anew at @at, if that is still to come. */
static void note_moment(const struct req *rq, int64_t at)
{
    if (rq->until && at > rq->now && at < *rq->until)
        *rq->until = at;
}

static bool is_shown(const struct req *rq, const struct announced_text *text)
{
    return text->starts <= rq->now && rq->now < text->ends;
}

/* How many there are now; nearly always none, and then nothing is copied. */
static int count_shown(const struct req *rq, struct announced *announced)
{
    int n = 0;
    pthread_mutex_lock(&announced->mutex);
    for (int i = 0; i < announced->n; i++) {
        note_moment(rq, announced->text[i].starts);
        note_moment(rq, announced->text[i].ends);
        n += is_shown(rq, &announced->text[i]);
    }
    pthread_mutex_unlock(&announced->mutex);
    return n;
}

/* What is shown comes from a standby (cgi/store/standby.c). */
static void add_standby(const struct req *rq, struct value *list)
{
    if (!rq->from_standby || !rq->words)
        return;
    const struct text_value at = {"moment", moment_words(rq->arena, rq->words->cat, rq->who.zone, rq->standby_at ? rq->standby_at : rq->now), 0};
    put_text(add_object(list), K_text, req_fill(rq, N_("This site cannot save anything right now. You can read it as it stood on {moment}; "
                                                       "moves will be possible again soon."), &at, 1));
}

/* With the lock held nothing is allocated: that might not come back. */
struct value *announced_model(const struct req *rq)
{
    struct announced *announced = rq->service->announced;
    struct value *list = new_list(rq->arena);
    add_standby(rq, list);
    int most = announced ? count_shown(rq, announced) : 0, n = 0;
    if (most == 0)
        return list;
    bool japanese = rq->words && !strcmp(rq->words->lang, "ja");
    char (*copy)[TEXT_ROOM] = arena_array(rq->arena, (size_t)most, TEXT_ROOM);
    pthread_mutex_lock(&announced->mutex);
    for (int i = 0; i < announced->n && n < most; i++) {
        const struct announced_text *text = &announced->text[i];
        if (is_shown(rq, text))
            memcpy(copy[n++], japanese && *text->ja ? text->ja : text->en, TEXT_ROOM);
    }
    pthread_mutex_unlock(&announced->mutex);
    for (int i = 0; i < n; i++)
        put_text(add_object(list), K_text, copy[i]);
    return list;
}

void depends_on_announced(struct depends *on, const struct req *rq)
{
    struct announced *announced = rq->service->announced;
    if (rq->from_standby)
        depends_on_number(on, -1 - rq->standby_at);
    if (!announced)
        return;
    pthread_mutex_lock(&announced->mutex);
    for (int i = 0; i < announced->n; i++)
        if (is_shown(rq, &announced->text[i]))
            depends_on_number(on, announced->text[i].id);
    pthread_mutex_unlock(&announced->mutex);
}

#include "config.h"

#include "cgi/http/post.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

struct post {
    int64_t id, id_told;   /* what its reader can go on from: of the newest mark, and as it knows */
    int waiting;
    bool greeted;
    int first, n;          /* what waits, in a ring */
    struct person_news ring[POST_MOST];
    int n_told;
    struct { int64_t game, version; bool awaited; } told[POST_MOST]; /* the newest, in a ring likewise */
};

struct post *post_new(int64_t id, int waiting, const struct person_news *news, int n)
{
    struct post *post = calloc(1, sizeof(*post));
    if (!post)
        return NULL;
    post->id = id;
    post->waiting = waiting;
    for (int i = 0; i < n; i++)
        post_put(post, &news[i]);
    return post;
}

void post_free(struct post *post)
{
    free(post);
}

static bool is_told(const struct post *post, const struct person_news *news)
{
    for (int i = 0; i < POST_MOST; i++)
        if (post->told[i].game == news->game && post->told[i].version >= news->version && post->told[i].awaited == news->awaited)
            return true;
    return false;
}

bool post_put(struct post *post, const struct person_news *news)
{
    if (is_told(post, news))
        return true;
    for (int i = 0; i < post->n; i++) {
        struct person_news *waits = &post->ring[(post->first + i) % POST_MOST];
        if (waits->game == news->game) { /* the newest is enough */
            *waits = *news;
            return true;
        }
    }
    if (post->n == POST_MOST)
        return false;
    post->ring[(post->first + post->n++) % POST_MOST] = *news;
    return true;
}

void post_mark(struct post *post, int64_t id)
{
    post->id = id;
}

int64_t post_id(const struct post *post)
{
    return post->id;
}

static void note_told(struct post *post, const struct person_news *news)
{
    int at = post->n_told;
    for (int i = 0; i < POST_MOST; i++)
        if (post->told[i].game == news->game)
            at = i;
    post->n_told = at == post->n_told ? (post->n_told + 1) % POST_MOST : post->n_told;
    post->told[at].game = news->game;
    post->told[at].version = news->version;
    post->told[at].awaited = news->awaited;
}

/* The last of those that wait carries the number to go on from: who is cut off before is told them all again. */
int post_say(struct post *post, char *out, size_t room)
{
    if (!post->greeted) {
        post->greeted = true;
        int n = snprintf(out, room, "retry: 1000\n");
        if (post->n == 0) {
            post->id_told = post->id;
            n += snprintf(out + n, room - (size_t)n, "id: %" PRId64 "\n", post->id);
        }
        return n + snprintf(out + n, room - (size_t)n, "event: hello\ndata: {\"waiting\":%d}\n\n", post->waiting);
    }
    if (post->n > 0) {
        const struct person_news *news = &post->ring[post->first];
        post->first = (post->first + 1) % POST_MOST;
        post->n--;
        note_told(post, news);
        int n = 0;
        if (post->n == 0) {
            post->id_told = post->id;
            n = snprintf(out, room, "id: %" PRId64 "\n", post->id);
        }
        return n + snprintf(out + n, room - (size_t)n,
                            "event: table\ndata: {\"id\":%" PRId64 ",\"version\":%" PRId64 ",\"ply\":%d,\"status\":\"%s\",\"awaits_me\":%s}\n\n",
                            news->game, news->version, news->ply, game_status_name(news->status), news->awaited ? "true" : "false");
    }
    if (post->id != post->id_told) {
        post->id_told = post->id;
        return snprintf(out, room, "id: %" PRId64 "\nevent: mark\ndata: {}\n\n", post->id);
    }
    return 0;
}

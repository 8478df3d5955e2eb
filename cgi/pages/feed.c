#include "config.h"

#include "cgi/pages/feed.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/model/model.h"
#include "cgi/tpl/tpl.h"

#include "cgi/base/banned.h"

struct feed_entry *feed_add(struct feed *feed)
{
    return feed->n < FEED_ENTRIES ? &feed->entry[feed->n++] : NULL;
}

static int newest_first(const void *a, const void *b)
{
    const struct feed_entry *one = a, *other = b;
    return one->at != other->at ? (one->at < other->at ? 1 : -1) : strcmp(other->id, one->id);
}

static struct json_object *absolute(const struct req *rq, const char *path)
{
    return jstr(arena_printf(rq->arena, "%s%s", rq->house->set.url, path));
}

static struct json_object *entry_model(const struct req *rq, const struct feed_entry *entry)
{
    struct json_object *model = jset(jset(jobj(), "entry_id", absolute(rq, entry->id)), "link", absolute(rq, entry->link));
    jset(jset(model, "heading", jstr(entry->title)), "text", jstr(entry->text));
    return jset(jset(model, "author", jstr(entry->author)), "at", jstr(model_iso(rq, entry->at)));
}

bool feed_answer(struct req *rq, struct res *rs, struct feed *feed, struct err *err)
{
    struct json_object *entries = jarr(), *model = arena_json(rq->arena, jset(jobj(), "entries", entries));
    qsort(feed->entry, (size_t)feed->n, sizeof(feed->entry[0]), newest_first);
    for (int i = 0; i < feed->n; i++)
        jadd(entries, entry_model(rq, &feed->entry[i]));
    jset(jset(model, "id", absolute(rq, feed->id)), "page", absolute(rq, feed->page));
    jset(jset(model, "title", jstr(feed->title)), "lang", jstr(rq->words->lang));
    jset(model, "updated", jstr(model_iso(rq, feed->n ? feed->entry[0].at : feed->since)));
    sb_clear(&rs->body);
    if (!tpl_render(rq->words->tpl, "feed.xml", model, &rs->body, NULL))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "there is no template feed.xml");
    return res_tagged(rq, rs, "application/atom+xml; charset=utf-8");
}

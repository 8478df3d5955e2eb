/* News as an Atom feed (RFC 4287). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/model/model.h"
#include "cgi/pages/feed.h"
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

static struct value *absolute(const struct req *rq, const char *path)
{
    return new_text(rq->arena, arena_printf(rq->arena, "%s%s", rq->service->set.url, path));
}

static struct value *entry_model(const struct req *rq, const struct feed_entry *entry)
{
    struct value *model = put(put(new_object(rq->arena), K_entry_id, absolute(rq, entry->id)), K_link, absolute(rq, entry->link));
    put_text(put_text(model, K_heading, entry->title), K_text, entry->text);
    return put_text(put_text(model, K_author, entry->author), K_at, model_iso(rq, entry->at));
}

bool feed_answer(struct req *rq, struct res *rs, struct feed *feed, struct err *err)
{
    struct value *entries = new_list(rq->arena), *model = put(new_object(rq->arena), K_entries, entries);
    qsort(feed->entry, (size_t)feed->n, sizeof(feed->entry[0]), newest_first);
    for (int i = 0; i < feed->n; i++)
        add(entries, entry_model(rq, &feed->entry[i]));
    put(put(model, K_id, absolute(rq, feed->id)), K_page, absolute(rq, feed->page));
    put_text(put_text(model, K_title, feed->title), K_lang, rq->words->lang);
    put_text(model, K_updated, model_iso(rq, feed->n ? feed->entry[0].at : feed->since));
    sb_clear(&rs->body);
    if (!tpl_render(rq->words->tpl, "feed.xml", model, &rs->body, NULL))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "there is no template feed.xml");
    return res_tagged(rq, rs, "application/atom+xml; charset=utf-8");
}

/* Private links to one's feed and calendar: made and ended in the settings. What they lead to is in cgi/pages/page_feeds.c. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/token.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

enum { NEW_A_DAY = 20, DAY_SECONDS = 24 * 3600 };

static struct value *link_to(const struct req *rq, const char *token, const char *file)
{
    return new_text(rq->arena, arena_printf(rq->arena, "%s/feed/%s/%s", rq->service->set.url, token, file));
}

bool feeds_section(struct req *rq, const char *token, struct value **model, struct err *err)
{
    int64_t since;
    if (!store_feed_since(rq->db, rq->who.id, &since, err))
        return false;
    *model = put_bool(put(new_object(rq->arena), K_since, model_time(rq, since)), K_made, token != NULL);
    put(*model, K_news_url, token ? link_to(rq, token, "games.atom") : NULL);
    put(*model, K_calendar_url, token ? link_to(rq, token, "deadlines.ics") : NULL);
    return true;
}

static bool make(struct req *rq, char token[TOKEN_TEXT], struct err *err)
{
    token_make(token);
    return account_attempt(rq, "feed", rq->who.name, NEW_A_DAY, DAY_SECONDS, err)
        && store_feed_new(rq->db, rq->who.id, token, err);
}

/* The links are shown once, in the answer itself: only a hash of them is stored. */
bool feeds_change(struct req *rq, struct settings_change *change, struct err *err)
{
    char token[TOKEN_TEXT];
    const char *what = form_typed(&rq->form, "do");
    bool new = !strcmp(what, "make");
    if (!new && strcmp(what, "end") != 0)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither make nor end");
    change->form = FORM_FEEDS;
    change->flash = "feeds-ended";
    if (!(new ? make(rq, token, err) : store_feed_drop(rq->db, rq->who.id, err)))
        return false;
    change->feeds = new ? arena_strdup(rq->arena, token) : NULL;
    return true;
}

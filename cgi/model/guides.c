#include "config.h"

#include "cgi/model/guides.h"

#include "cgi/base/url.h"
#include "cgi/base/values.h"
#include "rules/guide.h"

#include "cgi/base/banned.h"

struct value *guide_offer(const struct req *rq, const struct rules *rules)
{
    const struct guide *guide = rules->guide;
    if (!guide)
        return NULL;
    const struct text_value minutes = {"minutes", NULL, guide->minutes};
    struct value *offer = put_text(new_object(rq->arena), K_url, url_guide(rq->arena, rules->id));
    return put_text(offer, K_text, req_fill(rq, N_("Learn by playing: {minutes} min"), &minutes, 1));
}

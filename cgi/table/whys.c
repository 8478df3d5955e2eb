#include "config.h"

#include "cgi/table/whys.h"

#include "cgi/words/text.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { ALWAYS = 95, NEARLY = 80, SELDOM = 20, NEVER = 5, TENTHS = 10 }; /* of 100 worlds */

/* "always", "in 3 of 10" */
static const char *often(const struct req *rq, int share)
{
    const struct text_value n = {"n", NULL, (share + TENTHS / 2) / TENTHS};
    const char *words = share >= ALWAYS   ? N_("every time")
                        : share >= NEARLY ? N_("nearly every time")
                        : share <= NEVER  ? N_("never")
                        : share <= SELDOM ? N_("seldom")
                                          : NULL;
    return words ? req_words(rq, words) : req_fill(rq, N_("in {n} of 10 cases"), &n, 1);
}

const char *whys_text(const struct req *rq, const struct rules *rules, const char *sentence, int seat, const char *const *people, int n_people,
                      const struct why *why)
{
    struct sb what, text;
    sb_init(&what, rq->arena);
    text_slots(&what, rq->words->cat, why_said(rules->mind->whys, &why->event), rules->events[why->event.kind].args, why->event.key, seat,
               people, n_people);
    const struct text_value value[] = {{"what", what.text, 0}, {"often", often(rq, why->share), 0}, {"otherwise", often(rq, why->otherwise), 0}};
    sb_init(&text, rq->arena);
    text_fill(&text, rq->words->cat, sentence, value, 3);
    return text.text;
}

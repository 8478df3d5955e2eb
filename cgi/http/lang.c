#include "config.h"

#include "cgi/http/lang.h"

#include <string.h>
#include <strings.h>

#include "cgi/base/banned.h"

/* "q=0.8" within the @n bytes after an item, in thousandths; 1000 when there is none. */
static int quality(const char *params, size_t n)
{
    for (size_t i = 0; i + 3 < n + 1; i++) {
        if ((params[i] != 'q' && params[i] != 'Q') || params[i + 1] != '=')
            continue;
        if (params[i + 2] == '1')
            return 1000;
        int value = 0, scale = 100;
        for (size_t k = i + 4; k < n && params[k] >= '0' && params[k] <= '9' && scale > 0; k++, scale /= 10)
            value += (params[k] - '0') * scale;
        return params[i + 2] == '0' ? value : 0;
    }
    return 1000;
}

/* Steps through "a;q=1, b": the item without its parameters, and its weight. */
static const char *next_item(const char *header, const char **item, size_t *length, int *weight)
{
    header += strspn(header, " \t,");
    if (!*header)
        return NULL;
    *item = header;
    *length = strcspn(header, ";, \t");
    size_t whole = strcspn(header, ",");
    *weight = quality(header + *length, whole - *length);
    return header + whole;
}

int accept_quality(const char *header, const char *type)
{
    const char *item;
    size_t n;
    int weight;
    for (const char *rest = next_item(header, &item, &n, &weight); rest; rest = next_item(rest, &item, &n, &weight))
        if (n == strlen(type) && !strncasecmp(item, type, n))
            return weight;
    return 0;
}

/* "ja-JP" is served by "ja". */
static const char *from_browser(const struct languages *languages, const char *header)
{
    const char *best = languages->words[0].lang, *item;
    int best_weight = 0, weight;
    size_t n;
    for (const char *rest = next_item(header, &item, &n, &weight); rest; rest = next_item(rest, &item, &n, &weight)) {
        for (int i = 0; i < languages->n; i++) {
            const char *lang = languages->words[i].lang;
            size_t length = strlen(lang);
            bool fits = n >= length && !strncasecmp(item, lang, length) && (n == length || item[length] == '-');
            if (fits && weight > best_weight) {
                best = lang;
                best_weight = weight;
            }
        }
    }
    return best;
}

const char *lang_choose(const struct req *rq)
{
    const char *cookie = req_cookie(rq, "lang");
    if (languages_know(&rq->house->languages, rq->who.lang))
        return rq->who.lang;
    if (languages_know(&rq->house->languages, cookie))
        return cookie;
    return from_browser(&rq->house->languages, rq->accept_language);
}

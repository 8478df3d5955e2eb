#include "config.h"

#include "cgi/account/account.h"

#include <ctype.h>
#include <string.h>

#include "cgi/store/store.h"

#include "cgi/base/banned.h"

bool account_attempt(struct req *rq, const char *what, const char *who, int most, int seconds, struct err *err)
{
    char *key = arena_printf(rq->arena, "%s:%s", what, who);
    for (char *c = key; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return store_attempt(rq->db, key, most, seconds, err);
}

/* Everybody behind a proxy that does not say for whom it asks has the address of this machine, and would be counted as one. */
bool account_attempt_from(struct req *rq, const char *what, int most, int seconds, struct err *err)
{
    return req_from_here(rq) || account_attempt(rq, what, req_network(rq), most, seconds, err);
}

bool account_email_fits(const char *email)
{
    const char *at = strchr(email, '@');
    if (!at || at == email || strchr(at + 1, '@') || strstr(email, ".."))
        return false;
    for (const unsigned char *c = (const unsigned char *)email; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || strchr("<>()[],;:\\\"", *c))
            return false;
    const char *host = at + 1;
    size_t n = strlen(host);
    return n > 0 && isalnum((unsigned char)host[0]) && isalnum((unsigned char)host[n - 1]) &&
           strspn(host, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-") == n;
}

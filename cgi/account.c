#include "config.h"

#include "cgi/account.h"

#include <ctype.h>
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <wctype.h>

#include "cgi/store/store.h"

#include "cgi/banned.h"

bool account_attempt(struct req *rq, const char *what, const char *who, int most, int seconds, struct err *err)
{
    char *key = arena_printf(rq->arena, "%s:%s", what, who);
    for (char *c = key; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return store_attempt(rq->db, key, most, seconds, err);
}

/* Everybody behind the tests, or behind a proxy that does not say for whom it asks, has the address of this machine. */
bool account_attempt_from(struct req *rq, const char *what, int most, int seconds, struct err *err)
{
    bool here = !strncmp(rq->remote, "127.", 4) || !strcmp(rq->remote, "::1") || !*rq->remote;
    return here || account_attempt(rq, what, rq->remote, most, seconds, err);
}

/* The next character of valid UTF-8. */
static wint_t next_character(const unsigned char **text)
{
    const unsigned char *c = *text;
    int more = *c < 0x80 ? 0 : *c < 0xe0 ? 1 : *c < 0xf0 ? 2 : 3;
    wint_t out = more == 0 ? *c : *c & (0x3fu >> more);
    for (int i = 1; i <= more; i++)
        out = (out << 6) | (c[i] & 0x3f);
    *text += more + 1;
    return out;
}

/* The same as the constraint person_name_form, so that signs that cannot be seen never make two names look alike. */
bool account_name_fits(const char *name)
{
    locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
    bool fits = unicode != NULL;
    for (const unsigned char *c = (const unsigned char *)name; fits && *c;) {
        wint_t one = next_character(&c);
        fits = iswalnum_l(one, unicode) || one == '-' || one == '_' || (one == ' ' && *c != ' ');
    }
    if (unicode)
        freelocale(unicode);
    return fits && !(strncasecmp(name, "bot", 3) == 0 && name[3] && strchr(" _-", name[3]));
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

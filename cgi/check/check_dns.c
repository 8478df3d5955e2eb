/* What the DNS says about the sender, by which other mail servers judge e-mail of this site: SPF (RFC 7208), DKIM (RFC 6376) and DMARC
 * (RFC 7489). Whether the mail server's addresses are among those that SPF names is seen in a header of an e-mail that arrived. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cgi/check/checks.h"
#include "cgi/check/resolve.h"
#include "cgi/mail/mail.h"

#include "cgi/base/banned.h"

static const char ask_again[] = "look at /etc/resolv.conf, or name a server: --resolver 9.9.9.9";

/* The records of @name that begin with the word @version; *n of them. -1: it was said that nobody answers. */
static int records(struct checking *c, const char *name, const char *version, const char **found)
{
    const char *texts[RESOLVE_TEXTS_MOST];
    int all = resolve_texts(c->arena, c->resolver, name, texts), n = 0;
    size_t length = strlen(version);
    if (all == RESOLVE_SILENT)
        say_unknown(c, ask_again, "The DNS does not answer when asked for %s.", name);
    for (int i = 0; i < all; i++)
        if (!strncasecmp(texts[i], version, length) && (!texts[i][length] || strchr(" ;", texts[i][length])))
            found[n++] = texts[i];
    return all == RESOLVE_SILENT ? -1 : n;
}

/* Does @record hold @term as a word of its own? */
static bool has_term(const char *record, const char *term)
{
    size_t n = strlen(term);
    for (const char *at = record; (at = strcasestr(at, term)); at += n)
        if ((at == record || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return true;
    return false;
}

/* ---- SPF ---- */

/* The record of the name that e-mail comes back to: that is the one mail servers ask for. False: nobody answers, nor would to more. */
static bool look_at_spf(struct checking *c, const char *domain)
{
    const char *found[RESOLVE_TEXTS_MOST];
    int n = records(c, domain, "v=spf1", found);
    const char *mend = arena_printf(c->arena, "in the DNS: %s. TXT \"v=spf1 mx a:mail.example.org -all\", with the name of your mail server", domain);
    if (n == 0)
        say_wrong(c, mend, "%s has no SPF record: many mail servers refuse what comes from there.", domain);
    else if (n > 1)
        say_wrong(c, "leave one of them", "%s has %d SPF records, so that none counts.", domain, n);
    else if (n == 1 && (has_term(found[0], "+all") || has_term(found[0], "all")))
        say_wrong(c, "end it with -all", "The SPF record of %s lets everybody send in its name: %s.", domain, found[0]);
    else if (n == 1 && !has_term(found[0], "-all") && !has_term(found[0], "~all") && !strcasestr(found[0], " redirect="))
        say_wrong(c, "end it with -all, or with ~all", "The SPF record of %s refuses nobody: %s.", domain, found[0]);
    else if (n == 1)
        say_ok(c, "%s has an SPF record: %s.", domain, found[0]);
    return n >= 0;
}

/* ---- DKIM ---- */

/* The value of a tag: "p" of "v=DKIM1; k=rsa; p=MIG..."; NULL: it is not there. On @arena. */
static const char *tag(struct arena *arena, const char *record, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = record; at && *at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL) {
        at += strspn(at, " \t");
        if (!strncmp(at, name, n) && at[n + strspn(at + n, " \t")] == '=') {
            const char *value = strchr(at, '=') + 1;
            value += strspn(value, " \t");
            return arena_strndup(arena, value, strcspn(value, "; \t"));
        }
    }
    return NULL;
}

static void look_at_dkim(struct checking *c, const char *domain)
{
    const char *texts[RESOLVE_TEXTS_MOST], *key = NULL;
    if (!c->set.dkim) {
        say_skipped(c, "DKIM was not looked at: set RIDOTTO_DKIM to the selector under which your mail server signs.");
        return;
    }
    const char *name = arena_printf(c->arena, "%s._domainkey.%s", c->set.dkim, domain);
    int n = resolve_texts(c->arena, c->resolver, name, texts);
    for (int i = 0; i < n && !key; i++) {
        const char *version = tag(c->arena, texts[i], "v"); /* it may be left out */
        key = version && strcmp(version, "DKIM1") ? NULL : tag(c->arena, texts[i], "p");
    }
    if (n == RESOLVE_SILENT)
        say_unknown(c, ask_again, "The DNS does not answer when asked for %s.", name);
    else if (!key)
        say_wrong(c, arena_printf(c->arena, "in the DNS: %s. TXT \"v=DKIM1; k=rsa; p=...\", as your mail server prints it", name),
                  "%s holds no DKIM key: signatures of your mail server cannot be verified.", name);
    else if (!*key)
        say_wrong(c, "set RIDOTTO_DKIM to the selector that is in use, or publish its key", "The DKIM key at %s was withdrawn: p= is empty.", name);
    else
        say_ok(c, "The DKIM key is at %s.", name);
}

/* ---- DMARC ---- */

/* The record of the domain, or of one that it lies in. *where: whose it is. */
static int find_dmarc(struct checking *c, const char *domain, const char **where, const char **found)
{
    int n = 0;
    for (*where = domain; n == 0 && strchr(*where, '.'); *where = n ? *where : strchr(*where, '.') + 1)
        n = records(c, arena_printf(c->arena, "_dmarc.%s", *where), "v=DMARC1", found);
    return n;
}

static void look_at_dmarc(struct checking *c, const char *domain)
{
    const char *found[RESOLVE_TEXTS_MOST], *where = domain;
    int n = find_dmarc(c, domain, &where, found);
    const char *policy = n == 1 ? tag(c->arena, found[0], "p") : NULL;
    if (n == 0)
        say_wrong(c, arena_printf(c->arena, "in the DNS: _dmarc.%s. TXT \"v=DMARC1; p=quarantine; rua=mailto:postmaster@%s\"", domain, domain),
                  "%s has no DMARC record: large mail services ask for one.", domain);
    else if (n > 1)
        say_wrong(c, "leave one of them", "_dmarc.%s holds %d DMARC records, so that none counts.", where, n);
    else if (n == 1 && (!policy || (strcasecmp(policy, "none") && strcasecmp(policy, "quarantine") && strcasecmp(policy, "reject"))))
        say_wrong(c, "write p=none, p=quarantine or p=reject into it", "The DMARC record of %s has no policy: %s.", where, found[0]);
    else if (n == 1)
        say_ok(c, "%s has a DMARC record: %s.", where, found[0]);
}

void check_dns(struct checking *c)
{
    const char *from = mail_host(&c->set, c->arena), *at = c->set.bounce_address ? strchr(c->set.bounce_address, '@') : NULL;
    if (!strchr(from, '.')) {
        say_skipped(c, "E-mail comes from %s, of which the DNS knows nothing: see RIDOTTO_MAIL_FROM.", from);
        return;
    }
    if (!look_at_spf(c, at ? at + 1 : from))
        return;
    look_at_dkim(c, from);
    look_at_dmarc(c, from);
}

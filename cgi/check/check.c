#include "config.h"

#include "cgi/check/check.h"

#include <stdio.h>
#include <string.h>

#include "cgi/check/checks.h"
#include "cgi/store/checks.h"

#include "cgi/base/banned.h"

const struct check checks[] = {
    {"settings", "the file of settings and the environment", check_settings, false},
    {"reload", "whether the service that runs has read the file of settings as it is now", check_reload, false},
    {"database", "whether the database answers, and as whom the service comes to it", check_database, true},
    {"migrations", "whether the schema is the one this program knows", check_migrations, true},
    {"rights", "whether the role of the service may do what it has to, and no more", check_rights, true},
    {"worker", "when a worker was last at work", check_worker, true},
    {"outbox", "e-mail that waits or has failed", check_outbox, true},
    {"mail", "the mail server: sends an e-mail to the address of --mail", check_mail, false},
    {"dns", "what the DNS says about the sender: SPF, DKIM, DMARC", check_dns, false},
    {"proxy", "what the web server in front passes on, asked at the site's own address", check_proxy, false},
    {"certificate", "the certificate of the site's own address: its name, who vouches for it, how long", check_certificate, false},
    {"plain", "whether http:// of the same name leads to the site's own address", check_plain, false},
    {"fonts", "fonts for the pictures in e-mails", check_fonts, false},
    {"zones", "time zones, and those that members have chosen", check_zones, true},
    {"clock", "this machine's clock, beside that of the database", check_clock, true},
    {"disk", "free room in the folders of the service", check_disk, false},
    {"files", "how many open files the service may have", check_files, false},
    {"backup", "when a backup was last proved", check_backup, false},
    {NULL, NULL, NULL, false},
};

const struct check *check_find(const char *name)
{
    for (const struct check *check = checks; check->name; check++)
        if (!strcmp(check->name, name))
            return check;
    return NULL;
}

static bool is_wanted(const struct check *check, int n, char **names)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], check->name))
            return true;
    return n == 0;
}

static void print_sum(const struct checking *c)
{
    printf("\n%d ok, %d wrong, %d unknown, %d skipped.\n", c->n[CHECK_OK], c->n[CHECK_WRONG], c->n[CHECK_UNKNOWN], c->n[CHECK_SKIPPED]);
}

/* The database is tried once before all, so that nobody waits for it again and again. */
static void try_database(struct checking *c, int n, char **names)
{
    struct err err = {0};
    struct check_role role;
    bool asks = false;
    for (const struct check *check = checks; check->name; check++)
        asks |= check->asks && is_wanted(check, n, names);
    c->db = db_open_pooled(c->set.database, c->set.pooler);
    c->connected = asks && store_check_role(c->db, c->arena, &role, &err);
}

int check_run(struct checking *c, int n, char **names)
{
    try_database(c, n, names);
    for (const struct check *check = checks; check->name; check++) {
        c->name = check->name;
        if (is_wanted(check, n, names))
            check->run(c);
    }
    db_close(c->db);
    if (!c->json)
        print_sum(c);
    return c->n[CHECK_WRONG] ? 1 : c->n[CHECK_UNKNOWN] ? 2 : 0;
}

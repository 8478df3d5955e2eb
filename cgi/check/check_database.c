/* The database: who the service is there, the schema, the rights, the worker's signs of life, members' time zones, and its clock. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/base/clock.h"
#include "cgi/base/err.h"
#include "cgi/base/zone.h"
#include "cgi/check/checks.h"
#include "cgi/store/checks.h"

#include "cgi/base/banned.h"

enum {
    OLDEST_SERVER = 150000,
    SILENT_MINUTES = 15,       /* as /health has it: cron starts a worker now and then */
    LATE_MINUTES = 15,
    RIGHTS_SHOWN = 5,
    RIGHTS_BYTES_MAX = 256 * 1024,
    ZONES_LEAST = 300,
    SKEW_MS = 2000
};

#define ROLES "su postgres -c psql <sql/roles.sql"

/* Without an answer the checks that need one say so, once each, and wait for nothing. */
static bool is_there(struct checking *c)
{
    if (!c->connected)
        say_skipped(c, "The database does not answer, so this was not looked at.");
    return c->connected;
}

static void not_told(struct checking *c, const struct err *err)
{
    say_unknown(c, "ridotto migrate, then ridotto check rights", "The database does not tell: %s.", err_plain(err));
}

/* ---- who the service is ---- */

static const char *mend_connection(const char *why)
{
    static const struct {
        const char *part, *mend;
    } known[] = {
        {"Peer authentication", "run it as the user of the service: runuser -u ridotto -- ridotto check"},
        {"password", "put the role's password into RIDOTTO_DATABASE, as password=..."},
        {"does not exist", ROLES " && su postgres -c \"createdb -O ridotto_owner ridotto\""},
        {"too many", "raise max_connections of PostgreSQL, or set RIDOTTO_POOLER"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strstr(why, known[i].part))
            return known[i].mend;
    return "systemctl start postgresql, or set RIDOTTO_DATABASE to where it is";
}

static void look_at_pooler(struct checking *c)
{
    struct err err = {0};
    if (!c->set.pooler)
        return;
    if (store_pooler_check(c->set.database, c->set.pooler, &err))
        say_ok(c, "The pooler's sessions have all that the service sets in its own.");
    else
        say_wrong(c, ROLES, "Through the pooler: %s.", err_plain(&err));
}

static void look_at_role(struct checking *c, const struct check_role *role)
{
    int before = c->n[CHECK_WRONG];
    if (role->version < OLDEST_SERVER)
        say_wrong(c, "pg_upgradecluster to 15 or newer", "PostgreSQL is of version %d, and 15 is the oldest that will do.", role->version / 10000);
    if (role->powers)
        say_wrong(c, arena_printf(c->arena, "let the service come as the role ridotto (RIDOTTO_DATABASE), or su postgres -c \"psql -c 'ALTER ROLE "
                                            "%s NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS'\"", role->name),
                  "The role of the service, %s, may do more than it needs on the whole server: %s.", role->name, role->powers);
    else if (role->owned)
        say_wrong(c, "let the service come as the role ridotto (RIDOTTO_DATABASE), which is no member of ridotto_owner",
                  "The role of the service, %s, owns %s, or may act as their owner: it could change what was played.", role->name,
                  counted(c, role->owned, "table"));
    if (c->n[CHECK_WRONG] == before)
        say_ok(c, "PostgreSQL %d answers; the service is the role %s, which owns nothing.", role->version / 10000, role->name);
}

void check_database(struct checking *c)
{
    struct err err = {0};
    struct check_role role;
    if (!store_check_role(c->db, c->arena, &role, &err)) {
        const char *why = err_plain(&err);
        say_wrong(c, mend_connection(why), "The database cannot be reached: %s.", why);
        return;
    }
    look_at_role(c, &role);
    look_at_pooler(c);
}

/* ---- the schema ---- */

/* *has, *known as store_migrations_compare(); false: something was said. */
static bool are_same(struct checking *c, int *has, int *known)
{
    struct err err = {0};
    if (store_migrations_compare(c->set.database, arena_printf(c->arena, "%s/sql", c->set.data_dir), has, known, &err))
        return true;
    const char *why = err_plain(&err);
    if (strstr(why, "does not exist"))
        say_wrong(c, "systemctl start ridotto-migrate, or ridotto migrate", "The database has no schema yet.");
    else
        say_wrong(c, "install the program anew, so that its files and the database are of one kind, or restore a backup; see RIDOTTO_DATA",
                  "The schema is not the one this program knows: %s.", why);
    return false;
}

void check_migrations(struct checking *c)
{
    int has = 0, known = 0;
    if (!is_there(c) || !are_same(c, &has, &known))
        return;
    if (has < known)
        say_wrong(c, "systemctl restart ridotto-migrate, or ridotto migrate", "The database lacks %s of %d.", counted(c, known - has, "migration"), known);
    else if (has > known)
        say_wrong(c, "install the newer program again; the version before serves meanwhile, an older one needs the backup from before the upgrade",
                  "The database has %d migrations, and this program knows %d: it is older than the schema.", has, known);
    else
        say_ok(c, "All %d migrations are in force, each the same as its file.", has);
}

/* ---- rights ---- */

/* The list of rights that come with the migrations; NULL: something was said. */
static const char *wanted_rights(struct checking *c)
{
    const char *path = arena_printf(c->arena, "%s/sql/rights", c->set.data_dir);
    char *text = arena_alloc(c->arena, RIGHTS_BYTES_MAX);
    FILE *file = fopen(path, "re");
    size_t n = file ? fread(text, 1, RIGHTS_BYTES_MAX - 1, file) : 0;
    if (file)
        fclose(file);
    if (n)
        return text;
    say_unknown(c, "set RIDOTTO_DATA to where templates/, www/, po/ and sql/ lie", "%s cannot be read.", path);
    return NULL;
}

/* "UPDATE move, DELETE move and 3 more" */
static const char *listed(struct checking *c, const struct check_right *rights, int n, bool lacking, int *most)
{
    const char *text = "";
    *most = 0;
    for (int i = 0; i < n; i++)
        if (rights[i].lacking == lacking && ++*most <= RIGHTS_SHOWN)
            text = arena_printf(c->arena, "%s%s%s", text, *text ? ", " : "", rights[i].what);
    return *most > RIGHTS_SHOWN ? arena_printf(c->arena, "%s and %d more", text, *most - RIGHTS_SHOWN) : text;
}

static void compare_rights(struct checking *c, const struct check_right *rights, int n)
{
    int lacking, surplus;
    const char *lacks = listed(c, rights, n, true, &lacking), *more = listed(c, rights, n, false, &surplus);
    if (lacking)
        say_wrong(c, "as the owner of the schema, GRANT it to ridotto; after a restore, restore once more into an empty database, "
                     "after " ROLES, "The role of the service lacks rights: %s.", lacks);
    if (surplus)
        say_wrong(c, "as the owner of the schema, REVOKE it from ridotto, or from PUBLIC or the role that it is a member of",
                  "The role of the service has rights that it does not need: %s.", more);
    if (!n)
        say_ok(c, "The role of the service may do what it needs, and no more.");
}

void check_rights(struct checking *c)
{
    struct err err = {0}, ignored = {0};
    struct check_right *rights;
    struct check_role role;
    int n, has = 0, known = 0;
    const char *wanted;
    if (!is_there(c))
        return;
    if (!store_check_role(c->db, c->arena, &role, &err))
        not_told(c, &err);
    else if (role.powers && strstr(role.powers, "superuser"))
        say_skipped(c, "The role of the service is a superuser, who may do everything.");
    else if (!store_migrations_compare(c->set.database, arena_printf(c->arena, "%s/sql", c->set.data_dir), &has, &known, &ignored) || has != known)
        say_skipped(c, "The schema is another one than this program knows, so its rights were not compared.");
    else if (!(wanted = wanted_rights(c)))
        return;
    else if (!store_check_rights(c->db, c->arena, wanted, &rights, &n, &err))
        not_told(c, &err);
    else
        compare_rights(c, rights, n);
}

/* ---- the worker ---- */

static int64_t minutes_since(int64_t at)
{
    return (clock_now() - at) / 60000000;
}

static const char start_worker[] = "systemctl restart ridotto-serve, or ridotto-worker where pages come by FastCGI; with CGI, look at cron's line";

static bool healthy(struct checking *c, struct health *health)
{
    struct err err = {0};
    if (!is_there(c))
        return false;
    if (store_health(c->db, health, &err))
        return true;
    not_told(c, &err);
    return false;
}

void check_worker(struct checking *c)
{
    struct health health;
    if (!healthy(c, &health))
        return;
    if (!health.pulse)
        say_wrong(c, start_worker, "No worker has ever been at work: e-mail waits, bots do not play and no deadline strikes.");
    else if (minutes_since(health.pulse) >= SILENT_MINUTES)
        say_wrong(c, start_worker, "No worker has been at work for %s: e-mail waits, bots do not play and no deadline strikes.",
                  counted(c, minutes_since(health.pulse), "minute"));
    else if (minutes_since(health.pulse) < -5)
        say_wrong(c, "timedatectl set-ntp true, here and on the database's machine", "A worker was last at work in the future, by this clock.");
    else
        say_ok(c, "A worker was at work %s ago.", counted(c, minutes_since(health.pulse), "minute"));
}

void check_outbox(struct checking *c)
{
    struct health health;
    if (!healthy(c, &health))
        return;
    int64_t late = health.oldest_mail ? minutes_since(health.oldest_mail) : 0;
    if (late >= LATE_MINUTES)
        say_wrong(c, "ridotto check mail --mail you@example.org says why; then systemctl restart ridotto-serve",
                  "The oldest e-mail that is due has waited for %s.", counted(c, late, "minute"));
    if (health.mails_failed)
        say_wrong(c, "ridotto user show NAME has the mail server's words; ridotto user confirm NAME where the address is right",
                  "%s of the last seven days could not be sent.", counted(c, health.mails_failed, "e-mail"));
    if (late < LATE_MINUTES && !health.mails_failed)
        say_ok(c, "No e-mail has waited for long, and none failed in the last seven days; %" PRId64 " in the outbox.", health.mails_waiting);
}

/* ---- time ---- */

static void look_at_members_zones(struct checking *c)
{
    struct err err = {0};
    struct check_zone *zones;
    int n, lost = 0;
    if (!store_check_zones(c->db, c->arena, &zones, &n, &err)) {
        not_told(c, &err);
        return;
    }
    for (int i = 0; i < n; i++)
        if (!zone_find(zones[i].name) && ++lost)
            say_wrong(c, "apt-get install --reinstall tzdata", "The time zone %s is not known here; it is that of %s.", zones[i].name,
                      counted(c, zones[i].people, "member"));
    if (!lost)
        say_ok(c, "The time zones that members have chosen are known.");
}

void check_zones(struct checking *c)
{
    int n = 0;
    zone_names(&n);
    if (n < ZONES_LEAST || !zone_find("Europe/Rome") || !zone_find("Asia/Tokyo"))
        say_wrong(c, "apt-get install --reinstall tzdata", "The system knows %d time zones only: deadlines and nightly rests come at wrong hours.", n);
    else
        say_ok(c, "The system knows %d time zones.", n);
    if (c->connected)
        look_at_members_zones(c);
}

static void look_at_skew(struct checking *c)
{
    struct err err = {0};
    struct check_role role;
    int64_t before = clock_own();
    if (!store_check_role(c->db, c->arena, &role, &err)) {
        not_told(c, &err);
        return;
    }
    int64_t after = clock_own();
    int64_t ahead = role.clock < before ? before - role.clock : role.clock > after ? after - role.clock : 0;
    if (llabs(ahead) / 1000 >= SKEW_MS)
        say_wrong(c, "timedatectl set-ntp true, here and on the database's machine",
                  "This machine's clock is %.1f seconds %s that of the database: deadlines strike at the wrong moment.",
                  (double)llabs(ahead) / 1e6, ahead > 0 ? "ahead of" : "behind");
    else
        say_ok(c, "This machine's clock and that of the database agree within %d ms.", (int)(llabs(ahead) / 1000) + 1);
}

void check_clock(struct checking *c)
{
    int set = clock_is_set();
    if (set > 0)
        say_ok(c, "The clock is kept right by others of the network.");
    else if (set == 0 && is_container())
        say_skipped(c, "This is a container: whether its clock is kept right is up to the machine around it.");
    else if (set == 0)
        say_wrong(c, "apt-get install systemd-timesyncd, or chrony", "The clock is not kept right by any other: it will go wrong.");
    else
        say_unknown(c, "timedatectl", "The system does not say whether its clock is kept right.");
    if (c->connected)
        look_at_skew(c);
}

/* What `ridotto check` asks of the database. */
#ifndef CGI_STORE_CHECKS_H
#define CGI_STORE_CHECKS_H

#include "cgi/store/store.h"

/* Who the service is there. */
struct check_role {
    const char *name;
    const char *powers;        /* "superuser, createdb": over the whole cluster; NULL: none */
    int owned;                 /* tables of the schema that it owns, or may act as the owner of */
    int version;               /* of the server: 150013 */
    int64_t clock;             /* of the server: Unix microseconds */
};
/** store_check_role() - texts are on @arena */
bool store_check_role(struct db *db, struct arena *arena, struct check_role *role, struct err *err);

struct check_right {
    const char *what;          /* a line of sql/rights */
    bool lacking;              /* else it is one too many */
};
/** store_check_rights() - in which rights the role differs from @wanted, the text of sql/rights; *n of them, on @arena */
bool store_check_rights(struct db *db, struct arena *arena, const char *wanted, struct check_right **rights, int *n, struct err *err);

struct check_zone {
    const char *name;
    int64_t people;
};
/** store_check_zones() - which time zones members have chosen; *n of them, on @arena */
bool store_check_zones(struct db *db, struct arena *arena, struct check_zone **zones, int *n, struct err *err);

/**
 * store_migrations_compare() - *has: migrations of the database at @conninfo, *known: those in @sql_dir
 * Return: false when the database is not made of these files, as far as both have them, or does not answer.
 */
bool store_migrations_compare(const char *conninfo, const char *sql_dir, int *has, int *known, struct err *err);

#endif

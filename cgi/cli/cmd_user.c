/* ridotto user: all people, for the operator. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/base/clock.h"
#include "cgi/cli/commands.h"
#include "cgi/words/phrases.h"
#include "cgi/play/play.h"
#include "cgi/base/settings.h"
#include "cgi/store/order.h"
#include "cgi/store/store.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"

#include "cgi/base/banned.h"

enum { AT_ONCE = 200, LINK_HOURS = 24 };

static const char help[] =
    "usage: ridotto user list\n"
    "       ridotto user show NAME\n"
    "       ridotto user confirm NAME\n"
    "       ridotto user link NAME\n"
    "       ridotto user sign-out NAME\n"
    "       ridotto user role NAME moderator|operator|none\n"
    "       ridotto user delete NAME\n\n"
    "The members of the site. NAME is a name or an e-mail address.\n\n"
    "  list      everybody, a line each: number, name, address, when last seen, games running and finished\n"
    "  show      one of them, with role, and until when muted or suspended or since when banned\n"
    "  confirm   confirms the address of somebody whom no e-mail reaches\n"
    "  link      prints a link, good once within 24 hours, with which a new password is chosen\n"
    "  sign-out  ends all sessions, and the links that sign in\n"
    "  role      makes somebody a moderator, who sees to reports, or an operator, who also makes announcements and may act\n"
    "            on moderators; or neither any more; writes as the owner of the database\n"
    "  delete    forgets who that is, for good, as if asked for on the page of the account: bots play on, and games stay\n\n"
    "With --json list and show print JSON. Ends with 1 when there is no such person or it cannot be done.\n";

struct call {
    struct settings set;
    struct db *db;
    struct arena *arena;
    struct person person;      /* of NAME */
    const char *role;          /* of role: as it was written */
    bool json;
};

static bool take(void *data, int flag, const char *argument)
{
    (void)flag;
    (void)argument;
    ((struct call *)data)->json = true;
    return true;
}

static const char *when(struct call *call, int64_t at)
{
    return at ? moment_utc(call->arena, at) : "never";
}

static struct json_object *listed_json(struct call *call, const struct person_listed *listed)
{
    const struct person *person = &listed->person;
    struct json_object *json = jset(jset(jobj(), "id", jint(person->id)), "name", jstr(person->name));
    jset(jset(json, "email", jstr(person->email)), "confirmed", jbool(person->email_confirmed));
    jset(jset(json, "lang", jstr(person->lang)), "mail", jbool(person->mail));
    jset(json, "joined", jstr(moment_utc(call->arena, person->created)));
    jset(json, "seen", jstr(moment_utc(call->arena, listed->visited)));
    return jset(jset(json, "running", jint(listed->running)), "finished", jint(listed->finished));
}

static void print_line(struct call *call, const struct person_listed *listed)
{
    const struct person *person = &listed->person;
    const char *email = person->email ? person->email : "program"; /* all others have one */
    printf("%" PRId64 "\t%s\t%s%s\t%s\t%d running\t%d finished\n", person->id, person->name, email,
           person->email_confirmed || !person->email ? "" : " (not confirmed)", when(call, listed->visited), listed->running,
           listed->finished);
}

static bool list(struct call *call, struct err *err)
{
    struct person_listed *people;
    int64_t after = 0;
    for (int n = AT_ONCE; n == AT_ONCE;) {
        if (!store_people_listed(call->db, call->arena, after, AT_ONCE, &people, &n, err))
            return false;
        for (int i = 0; i < n; i++) {
            after = people[i].person.id;
            if (call->json)
                jprint_take(listed_json(call, &people[i]));
            else
                print_line(call, &people[i]);
        }
    }
    return true;
}

static void print_person(struct call *call, const struct person_listed *listed)
{
    const struct person *person = &listed->person;
    printf("number      %" PRId64 "\nname        %s\n", person->id, person->name);
    if (person->email)
        printf("address     %s, %s\n", person->email, person->email_confirmed ? "confirmed" : "not confirmed");
    else
        puts("address     none: a program");
    if (listed->bounced)
        printf("            e-mail to it bounces since %s, so none is sent\n", when(call, listed->bounced));
    printf("language    %s\njoined      %s\nlast seen   %s\n", person->lang ? person->lang : "of the browser",
           when(call, person->created), when(call, listed->visited));
    printf("games       %d running, %d finished\nsessions    %d\n", listed->running, listed->finished, listed->sessions);
    printf("e-mail      %s", person->mail ? "wanted" : "about no game");
    if (listed->lost)
        printf("; %d failed or came back of late: %s", listed->lost, listed->lost_note ? listed->lost_note : "");
    putchar('\n');
    if (*listed->role)
        printf("role        %s\n", listed->role);
    if (listed->muted_until)
        printf("muted       until %s\n", when(call, listed->muted_until));
    if (listed->suspended_until)
        printf("suspended   until %s\n", when(call, listed->suspended_until));
    if (listed->banned)
        printf("banned      since %s\n", when(call, listed->banned));
}

static bool show(struct call *call, struct err *err)
{
    struct person_listed listed;
    if (!store_person_listed(call->db, call->arena, call->person.id, &listed, err))
        return false;
    if (!call->json) {
        print_person(call, &listed);
        return true;
    }
    struct json_object *json = listed_json(call, &listed);
    jset(jset(json, "sessions", jint(listed.sessions)), "letters_lost", jint(listed.lost));
    jset(json, "letters_come_back", jstr(moment_utc(call->arena, listed.bounced)));
    jset(jset(json, "letters_lost_note", jstr(listed.lost_note)), "role", *listed.role ? jstr(listed.role) : NULL);
    jset(json, "muted_until", jstr(moment_utc(call->arena, listed.muted_until)));
    jset(json, "suspended_until", jstr(moment_utc(call->arena, listed.suspended_until)));
    jprint_take(jset(json, "banned", jstr(moment_utc(call->arena, listed.banned))));
    return true;
}

static bool confirm(struct call *call, struct err *err)
{
    if (!call->person.email)
        return err_fail(err, ERR_INPUT, N_("A program has no e-mail address."), NULL, "person %" PRId64 " is a program", call->person.id);
    if (!store_person_confirm(call->db, call->person.id, err))
        return false;
    printf("%s is who reads %s\n", call->person.name, call->person.email);
    return true;
}

static bool new_link(struct call *call, struct err *err)
{
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_DIGEST];
    token_make(token);
    token_hash(token, hash);
    if (!store_token_new(call->db, TOKEN_RECOVER, hash, call->person.id, 0, NO_TURN, LINK_HOURS * 3600, err))
        return false;
    printf("%s%s\n", call->set.url, url_reset(call->arena, token));
    return true;
}

static bool sign_out(struct call *call, struct err *err)
{
    int ended;
    if (!store_sessions_end(call->db, call->person.id, &ended, err))
        return false;
    printf("%s is signed out; sessions ended: %d\n", call->person.name, ended);
    return true;
}

static bool give_role(struct call *call, struct err *err)
{
    static const struct { const char *written, *role; } roles[] = {{"moderator", "moderator"}, {"operator", "operator"}, {"none", ""}};
    enum { N_ROLES = sizeof(roles) / sizeof(roles[0]) };
    size_t i = 0;
    while (i < N_ROLES && strcmp(roles[i].written, call->role) != 0)
        i++;
    if (i == N_ROLES)
        return err_fail(err, ERR_INPUT, N_("A role is moderator, operator or none."), NULL, "role %s", call->role);
    struct db *owner = db_open(call->set.owner_database);
    bool ok = store_role(owner, call->person.id, roles[i].role, err);
    db_close(owner);
    if (ok)
        printf("%s is %s%s\n", call->person.name, *roles[i].role ? "now a" : "neither moderator nor operator",
               !*roles[i].role ? "" : !strcmp(roles[i].role, "operator") ? "n operator" : " moderator");
    return ok;
}

static bool forget(struct call *call, struct err *err)
{
    if (!play_leave_house(call->db, call->arena, call->person.id, clock_now(), err))
        return false;
    printf("%s is forgotten\n", call->person.name);
    return true;
}

static const struct {
    const char *name;
    bool of_one;
    bool (*run)(struct call *call, struct err *err);
} verbs[] = {{"list", false, list}, {"show", true, show}, {"confirm", true, confirm}, {"link", true, new_link},
             {"sign-out", true, sign_out}, {"role", true, give_role}, {"delete", true, forget}};
enum { N_VERBS = sizeof(verbs) / sizeof(verbs[0]) };

static int run(struct call *call, size_t verb, const char *name)
{
    struct err err = {0};
    call->arena = arena_new();
    call->db = db_open(call->set.database);
    bool ok = (!verbs[verb].of_one || store_person_by_login(call->db, call->arena, name, &call->person, &err))
        && verbs[verb].run(call, &err);
    if (!ok)
        fprintf(stderr, "ridotto user: %s\n", err_plain(&err));
    db_close(call->db);
    arena_free(call->arena);
    return ok ? 0 : 1;
}

int cmd_user(int argc, char **argv)
{
    static const struct flag own[] = {{"json", NULL, "print JSON, one object a line"}, {NULL, NULL, NULL}};
    struct call call = {.json = false};
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_OWNER | FLAGS_URL, .help = help, .own = own, .arguments = true,
                                .take = take, .data = &call};
    int n = settings_flags(&call.set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (n > 1 && !args_name("user", argv[2]))
        return 2;
    for (size_t i = 0; n > 0 && i < N_VERBS; i++)
        if (!strcmp(argv[1], verbs[i].name) && n == (verbs[i].of_one ? 2 : 1) + (verbs[i].run == give_role)) {
            call.role = n > 2 ? argv[3] : NULL;
            return run(&call, i, argv[2]);
        }
    fputs("ridotto user: list, or show, confirm, link, sign-out, delete and a NAME, or role NAME ROLE? See --help\n", stderr);
    return 2;
}

/* ridotto game: all tables, for the operator. */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/base/clock.h"
#include "cgi/cli/commands.h"
#include "cgi/words/phrases.h"
#include "cgi/play/play.h"
#include "cgi/base/settings.h"
#include "cgi/base/url.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { AT_ONCE = 200 };

static const char help[] =
    "usage: ridotto game list [--status open|running|over]\n"
    "       ridotto game show N\n"
    "       ridotto game position N [PLY]\n"
    "       ridotto game pause N\n"
    "       ridotto game go-on N\n"
    "       ridotto game hand-over N SEAT NAME\n"
    "       ridotto game end N\n"
    "       ridotto game strike N WHO WHY\n"
    "       ridotto game unstrike N WHO WHY\n"
    "       ridotto game restore N\n\n"
    "The tables of the site. N is the number of one; seats are numbered from 0.\n\n"
    "  list       all of them, a line each\n"
    "  show       one, with its seats\n"
    "  position   the position after the last move, or after move PLY, as JSON: with all that players may not know\n"
    "  pause      nobody's clock goes and nothing is played until go-on; what the players had prepared stays\n"
    "  go-on      every clock goes on from where it stood\n"
    "  hand-over  gives the seat of one person to another, who does not sit there; both get an e-mail\n"
    "  end        ends a running game without a result; its players get an e-mail\n"
    "  strike     a game that was rated counts for no rating any more: all ratings become as if it had never counted; WHO, the\n"
    "             name of who decides, and WHY, a sentence that players may read, are kept and shown by show\n"
    "  unstrike   it counts again\n"
    "  restore    plays the game again, names what is stored otherwise, by its ply, and puts right what the moves\n"
    "             tell: positions, snapshots, events, points, hashes, and a byte that has changed in a move;\n"
    "             writes as the owner of the database; ends with 1 when something cannot be put right\n\n"
    "Pause, go-on, hand-over and end are told in the log of the table. With --json list and show print JSON.\n"
    "Ends with 1 when there is no such table or it cannot be done.\n";

struct call {
    struct settings set;
    struct db *db;
    struct arena *arena;
    bool json;
    const char *status;        /* NULL: any */
    int64_t game;
    int64_t number;            /* of hand-over: the seat; of position: the ply, -1: the last */
    const char *name;
    const char *who, *why;     /* of strike and unstrike */
};

enum { JSON, STATUS };

static bool take(void *data, int flag, const char *argument)
{
    struct call *call = data;
    if (flag == JSON)
        call->json = true;
    else
        call->status = argument;
    return flag == JSON || !strcmp(argument, "open") || !strcmp(argument, "running") || !strcmp(argument, "over");
}

/* ---- list ---- */

static struct json_object *listed_json(struct call *call, const struct game_listed *game)
{
    struct json_object *json = jset(jset(jobj(), "id", jint(game->id)), "rules", jstr(game->rules_id));
    jset(jset(json, "status", jstr(game->status)), "ply", jint(game->ply));
    jset(jset(json, "seats", jint(game->n_seats)), "private", jbool(game->is_private));
    jset(jset(json, "owner", jstr(game->owner)), "people", jstr(game->people));
    jset(jset(json, "awaited", jstr(game->awaited)), "deadline", jstr(moment_utc(call->arena, game->deadline)));
    jset(jset(json, "created", jstr(moment_utc(call->arena, game->created))), "moved", jstr(moment_utc(call->arena, game->moved)));
    return jset(jset(json, "ended", jstr(moment_utc(call->arena, game->over))), "paused", jstr(moment_utc(call->arena, game->paused)));
}

static void print_line(struct call *call, const struct game_listed *game)
{
    printf("%" PRId64 "\t%s\t%s\t%s", game->id, game->rules_id, game->paused ? "paused" : game->status, game->people);
    if (game->awaited)
        printf("\tmove %d, waits for %s", game->ply, game->awaited);
    if (game->deadline && !game->paused)
        printf("\tuntil %s", moment_utc(call->arena, game->deadline));
    putchar('\n');
}

static bool list(struct call *call, struct err *err)
{
    struct game_listed *games;
    int64_t after = 0;
    for (int n = AT_ONCE; n == AT_ONCE;) {
        if (!store_games_listed(call->db, call->arena, after, AT_ONCE, call->status, &games, &n, err))
            return false;
        for (int i = 0; i < n; i++) {
            after = games[i].id;
            if (call->json)
                jprint_take(listed_json(call, &games[i]));
            else
                print_line(call, &games[i]);
        }
    }
    return true;
}

/* ---- show ---- */

static const char *sitter(const struct seat_row *seat)
{
    return seat->name ? seat->name : seat->bot ? "(bot)" : "(free)";
}

static void print_seat(struct call *call, const struct game_row *game, int number)
{
    const struct seat_row *seat = &game->seat[number];
    printf("seat %d      %s", number, sitter(seat));
    if (seat->resigned || seat->opened)
        fputs(seat->resigned ? ", has resigned" : ", away: a bot plays on", stdout);
    if (game->status != GAME_OPEN)
        printf(", %s", score_words(call->arena, NULL, rules_find(game->rules_id), seat->points));
    if (seat->awaited_since)
        printf(", awaited since %s", moment_utc(call->arena, seat->awaited_since));
    if (seat->clock.deadline)
        printf(", until %s", moment_utc(call->arena, seat->clock.deadline));
    putchar('\n');
}

static struct json_object *seat_json(struct call *call, const struct seat_row *seat)
{
    struct json_object *json = jset(jset(jobj(), "name", jstr(seat->name)), "bot", jstr(seat->bot));
    jset(jset(json, "points", jint(seat->points)), "resigned", jstr(moment_utc(call->arena, seat->resigned)));
    jset(jset(json, "away", jstr(moment_utc(call->arena, seat->opened))), "awaited", jstr(moment_utc(call->arena, seat->awaited_since)));
    return jset(json, "deadline", jstr(moment_utc(call->arena, seat->clock.deadline)));
}

static void print_strikes(struct call *call, const struct strike *strikes, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s   at %s by %s: %s\n", strikes[i].struck ? "struck  " : "unstruck", moment_utc(call->arena, strikes[i].at), strikes[i].who,
               strikes[i].why);
}

static struct json_object *strikes_json(struct call *call, const struct strike *strikes, int n)
{
    struct json_object *list = jarr();
    for (int i = 0; i < n; i++)
        jadd(list, jset(jset(jset(jset(jobj(), "struck", jbool(strikes[i].struck)), "who", jstr(strikes[i].who)), "why", jstr(strikes[i].why)),
                        "at", jstr(moment_utc(call->arena, strikes[i].at))));
    return list;
}

static void print_game(struct call *call, const struct game_row *game)
{
    printf("table       %" PRId64 ", %s%s\naddress     %s%s\n", game->id, game->rules_id,
           game->invitation ? ", private" : "", call->set.url, url_table(call->arena, game->id));
    printf("owner       %s\nmade        %s\n", game->owner_name, moment_utc(call->arena, game->created));
    printf("status      %s%s%s\n", game_status_name(game->status), game->ending ? ", " : "", game->ending ? game->ending : "");
    if (game->paused)
        printf("paused      since %s\n", moment_utc(call->arena, game->paused));
    if (game->status != GAME_OPEN)
        printf("move        %d, at %s\n", game->ply, moment_utc(call->arena, game->moved));
    printf("pace        %s\n", game->pace.name ? game->pace.name : "none");
    for (int s = 0; s < game->n_seats; s++)
        print_seat(call, game, s);
}

static bool show(struct call *call, struct err *err)
{
    struct game_row game;
    struct strike *strikes;
    int n;
    if (!store_game(call->db, call->arena, call->game, &game, err) || !store_strikes(call->db, call->arena, call->game, &strikes, &n, err))
        return false;
    if (!call->json) {
        print_game(call, &game);
        print_strikes(call, strikes, n);
        return true;
    }
    struct json_object *json = jset(jset(jobj(), "id", jint(game.id)), "rules", jstr(game.rules_id)), *seats = jarr();
    jset(jset(json, "status", jstr(game_status_name(game.status))), "ending", jstr(game.ending));
    jset(jset(json, "ply", jint(game.ply)), "private", jbool(game.invitation != NULL));
    jset(jset(json, "owner", jstr(game.owner_name)), "pace", jstr(game.pace.name));
    jset(jset(json, "created", jstr(moment_utc(call->arena, game.created))), "moved", jstr(moment_utc(call->arena, game.moved)));
    jset(jset(json, "ended", jstr(moment_utc(call->arena, game.over))), "paused", jstr(moment_utc(call->arena, game.paused)));
    for (int s = 0; s < game.n_seats; s++)
        jadd(seats, seat_json(call, &game.seat[s]));
    jset(json, "strikes", strikes_json(call, strikes, n));
    jprint_take(jset(json, "seats", seats));
    return true;
}

/* ---- position ---- */

static bool position(struct call *call, struct err *err)
{
    struct json_object *json;
    if (!play_position(call->db, call->arena, call->game, (int)call->number, &json, err))
        return false;
    puts(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN));
    return true;
}

/* ---- restore ---- */

static void tell(void *user, int ply, const char *what)
{
    const struct call *call = user;
    printf("game %" PRId64 " ply %d: %s\n", call->game, ply, what);
}

static bool restore(struct call *call, struct err *err)
{
    int n, left;
    struct db *owner = db_open(call->set.owner_database);
    bool ok = play_restore(owner, call->arena, call->game, tell, call, &n, &left, err);
    db_close(owner);
    if (!ok)
        return false;
    printf("table %" PRId64 ": %d found, %d put right\n", call->game, n, n - left);
    return left == 0 || err_fail(err, ERR_INTERNAL, N_("The rest can only be restored from a backup."), NULL, "%d left", left);
}

/* ---- changing a table ---- */

static bool say(const struct call *call, const char *what)
{
    printf("table %" PRId64 " %s\n", call->game, what);
    return true;
}

static bool pause_it(struct call *call, struct err *err)
{
    return play_pause(call->db, call->arena, call->game, clock_now(), err) && say(call, "is paused");
}

static bool go_on(struct call *call, struct err *err)
{
    return play_go_on(call->db, call->arena, call->game, clock_now(), err) && say(call, "goes on");
}

static bool end(struct call *call, struct err *err)
{
    return play_end(call->db, call->arena, call->game, clock_now(), err) && say(call, "has ended without a result");
}

static bool hand_over(struct call *call, struct err *err)
{
    struct person person;
    if (!store_person_by_login(call->db, call->arena, call->name, &person, err)
        || !play_hand_over(call->db, call->arena, call->game, person.id, (int)call->number, clock_now(), err))
        return false;
    printf("table %" PRId64 ": seat %" PRId64 " is %s's now\n", call->game, call->number, person.name);
    return true;
}

static bool has_length(const char *text, size_t most)
{
    size_t n = strlen(text);
    return n > 0 && n <= most;
}

static bool strike_as(struct call *call, bool struck, struct err *err)
{
    int changed;
    if (!has_length(call->who, STRIKE_WHO_MOST) || !has_length(call->why, STRIKE_WHY_MOST))
        return err_fail(err, ERR_INPUT, N_("WHO has 1 to 100 bytes, WHY 1 to 500."), NULL, "who and why");
    if (!store_strike(call->db, call->game, struck, call->who, call->why, &changed, err))
        return false;
    printf("table %" PRId64 " %s: %d figures of ratings changed\n", call->game, struck ? "is struck" : "counts again", changed);
    return true;
}

static bool strike(struct call *call, struct err *err)
{
    return strike_as(call, true, err);
}

static bool unstrike(struct call *call, struct err *err)
{
    return strike_as(call, false, err);
}

static const struct {
    const char *name;
    int least, most;           /* arguments */
    bool (*run)(struct call *call, struct err *err);
} verbs[] = {{"list", 0, 0, list}, {"show", 1, 1, show}, {"position", 1, 2, position}, {"pause", 1, 1, pause_it},
             {"go-on", 1, 1, go_on}, {"hand-over", 3, 3, hand_over}, {"end", 1, 1, end}, {"restore", 1, 1, restore},
             {"strike", 3, 3, strike}, {"unstrike", 3, 3, unstrike}};
enum { N_VERBS = sizeof(verbs) / sizeof(verbs[0]) };

/* Of a row that cannot be, the operator reads which it is. */
static void complain(const struct err *err)
{
    const char *plain = err_plain(err), *why = err_row(err);
    fprintf(stderr, "ridotto game: %s\n", plain);
    if (why && !strstr(plain, why))
        fprintf(stderr, "ridotto game: %s\n", why);
}

static int run(struct call *call, size_t verb)
{
    struct err err = {0};
    call->arena = arena_new();
    call->db = db_open(call->set.database);
    bool ok = verbs[verb].run(call, &err);
    if (!ok)
        complain(&err);
    db_close(call->db);
    arena_free(call->arena);
    return ok ? 0 : 1;
}

static bool read_number(const char *text, uint64_t most, int64_t *number)
{
    uint64_t n;
    if (!args_number(text, &n) || n > most)
        return false;
    *number = (int64_t)n;
    return true;
}

/* @of_words: what follows the number are words. */
static bool read_arguments(struct call *call, int n, char **argument, bool of_words)
{
    if (n > 2)
        call->name = call->why = argument[2];
    if (of_words) {
        call->who = argument[1];
        n = 1;
    }
    return (n < 1 || read_number(argument[0], INT64_MAX, &call->game))
        && (n < 2 || read_number(argument[1], INT_MAX, &call->number));
}

int cmd_game(int argc, char **argv)
{
    static const struct flag own[] = {[JSON] = {"json", NULL, "print JSON, one object a line"},
                                      [STATUS] = {"status", "STATUS", "of list: only open, running or over"},
                                      {NULL, NULL, NULL}};
    struct call call = {.number = -1};
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_OWNER | FLAGS_URL, .help = help, .own = own, .arguments = true,
                                .take = take, .data = &call};
    int n = settings_flags(&call.set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (n > 3 && !strcmp(argv[1], "hand-over") && !args_name("game", argv[4]))
        return 2;
    for (size_t i = 0; n > 0 && i < N_VERBS; i++)
        if (!strcmp(argv[1], verbs[i].name) && n > verbs[i].least && n <= verbs[i].most + 1 && read_arguments(&call, n - 1, argv + 2, verbs[i].run == strike || verbs[i].run == unstrike))
            return run(&call, i);
    fputs("ridotto game: list, or show, pause, go-on, end, restore and a number, or position N PLY, hand-over N SEAT NAME, or strike N WHO WHY? See --help\n", stderr);
    return 2;
}

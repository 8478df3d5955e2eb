#include "config.h"

#include "cgi/table/table_parts.h"

#include <string.h>

#include "cgi/base/display.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

/* Nothing is chosen or drafted: what is, is drawn. */
static bool only_looks(const struct req *rq, const struct table *t)
{
    static const char *const looking[] = {"seen", "done", "key", "hint", "tutor"};
    if (t->draft.n > 0 || t->draft.broken)
        return false;
    for (int i = 0; i < rq->query.n; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof(looking) / sizeof(looking[0]); k++)
            known = known || !strcmp(rq->query.field[i].name, looking[k]);
        if (!known)
            return false;
    }
    return true;
}

/* Who sits at the table, as all see it. */
static void on_seats(struct depends *on, const struct game_row *game)
{
    depends_on_number(on, game->n_seats);
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        depends_on_number(on, seat->person);
        depends_on_text(on, seat->name);
        depends_on_number(on, seat->left);
        depends_on_number(on, seat->hidden);
        depends_on_text(on, seat->bot);
        depends_on_number(on, seat->points);
        depends_on_number(on, seat->rank);
        depends_on_number(on, seat->resigned);
        depends_on_number(on, seat->opened);
    }
}

/* The game as it stands; its chain is over everything that was ever played in it. */
static void on_game(struct depends *on, const struct req *rq, const struct table *t)
{
    const struct game_row *game = &t->game;
    depends_start(on);
    depends_on_text(on, rq->words->lang);
    depends_on_number(on, game->id);
    depends_on_number(on, game->revision);
    depends_on_number(on, game->written);
    depends_on_number(on, game->guide);
    depends_on_number(on, game->ply);
    depends_on_bytes(on, game->hash, sizeof(game->hash));
    depends_on_number(on, game->status);
    depends_on_number(on, game->paused);
    depends_on_number(on, game->awaits);
    depends_on_number(on, game->practice.is ? game->practice.seat : NO_SEAT);
    depends_on_text(on, game->ending);
    on_seats(on, game);
    depends_on_number(on, t->seat);
    depends_on_number(on, model_has_key(rq, game));
}

static void on_incidents(struct depends *on, const struct incidents *incidents)
{
    depends_on_number(on, incidents->n);
    for (int i = 0; i < incidents->n; i++) {
        const struct incident_row *row = &incidents->row[i];
        depends_on_number(on, row->ply);
        depends_on_number(on, row->seat);
        depends_on_text(on, row->kind);
        depends_on_number(on, row->person);
        depends_on_text(on, row->person_name);
        depends_on_text(on, row->name);
        depends_on_number(on, row->at);
    }
}

static void on_orders(struct depends *on, const struct order_rows *orders)
{
    depends_on_number(on, orders->n);
    for (int i = 0; i < orders->n; i++)
        depends_on_text(on, orders->row[i].text);
}

/* The game as it stands, and all that happened beside its moves. */
static void on_table(struct depends *on, const struct req *rq, const struct table *t)
{
    on_game(on, rq, t);
    on_incidents(on, &t->incidents);
}

static void find_board(struct req *rq, struct parts *parts, const struct table *t, const struct depends *table, int compared,
                       struct table_parts *found)
{
    struct depends on = *table;
    static const char *const names[] = {"part_choose", "part_board", "part_beside", "part_fronts", "part_hand"};
    bool kept = true;
    depends_on_number(&on, compared);
    on_orders(&on, &t->orders);
    depends_on_number(&on, t->company.n_new);
    depends_on_number(&on, display_quick(req_display(rq), t->game.rules_id));
    const struct cache_key key = depends_key(&on);
    /* When it is over nothing can be chosen: the first is not there. */
    for (size_t i = t->game.status == GAME_OVER; i < sizeof(names) / sizeof(names[0]); i++)
        kept = part_kept(rq, parts, names[i], &key) && kept;
    depends_on_number(&on, req_signed_in(rq)); /* a practice table is offered there */
    const struct cache_key head = depends_key(&on);
    kept = part_kept(rq, parts, "part_head", &head) && kept;
    depends_on_number(&on, rq->who.id);
    const struct cache_key own = depends_key(&on);
    found->board = part_kept(rq, parts, "part_since", &own) && kept;
}

/* The same at all tables of the game. */
static bool still_kept(struct req *rq, struct parts *parts, const struct table *t)
{
    struct depends on;
    depends_start(&on);
    depends_on_text(&on, rq->words->lang);
    depends_on_text(&on, t->game.rules_id);
    const struct cache_key key = depends_key(&on);
    return part_kept(rq, parts, "part_still", &key);
}

/* By whom a move was made is told otherwise to who ordered it, and sits there no more. */
static bool log_kept(struct req *rq, struct parts *parts, const struct depends *table)
{
    struct depends on = *table;
    depends_on_text(&on, rq->who.zone);
    depends_on_number(&on, rq->who.id);
    const struct cache_key key = depends_key(&on);
    return part_kept(rq, parts, "part_log", &key);
}

/* How a game that is over has ended. */
static bool end_kept(struct req *rq, struct parts *parts, const struct depends *table)
{
    struct depends on = *table;
    depends_on_number(&on, rq->who.id);
    const struct cache_key key = depends_key(&on);
    bool kept = part_kept(rq, parts, "part_result", &key);
    return part_kept(rq, parts, "part_end", &key) && kept;
}

struct table_parts table_parts(struct req *rq, struct parts *parts, const struct table *t, int compared)
{
    struct depends on;
    struct table_parts found = {0};
    if (rq->method == POST || rq->wants_json || !t->game.rules || !t->state)
        return found;
    on_table(&on, rq, t);
    bool still = still_kept(rq, parts, t);
    if (only_looks(rq, t))
        find_board(rq, parts, t, &on, compared, &found);
    found.board = found.board && still;
    found.log = log_kept(rq, parts, &on);
    found.end = t->game.status == GAME_OVER && end_kept(rq, parts, &on);
    return found;
}

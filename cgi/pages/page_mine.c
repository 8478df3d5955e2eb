/* My games: what waits first, for an answer or a move, then what runs, what has not begun and what is over. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/blocks.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/model.h"
#include "cgi/model/own.h"
#include "cgi/model/quick_model.h"
#include "cgi/pages/tables.h"
#include "cgi/pages/tournaments.h"
#include "cgi/table/live_model.h"
#include "cgi/table/practice.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { MOST_OF_A_KIND = 40, MOST_OVER = 6 };

/* Where a list goes on, and how many there are; where all are here, nothing leads on. */
static const struct {
    enum key rows, has, more;
    const char *more_url;
} lists[OWN_KINDS] = {
    [OWN_WAITING] = {K_waiting, K_has_waiting, K_more_waiting, "/games?show=mine"},
    [OWN_ASKED] = {K_to_answer, K_has_to_answer, K_more_to_answer, "/games?show=mine"},
    [OWN_RUNNING] = {K_running, K_has_running, K_more_running, "/games?show=mine"},
    [OWN_OPEN] = {K_open, K_has_open, K_more_open, "/games?show=mine"},
    [OWN_OVER] = {K_finished, K_has_finished, K_more_finished, "/games?show=mine-over"},
};

static struct value *more_model(const struct req *rq, const struct own_games *games, const char *url)
{
    if (games->many <= games->n)
        return NULL;
    return put_int(put_text(new_object(rq->arena), K_url, url), K_n, games->many);
}

static void add_kind(const struct req *rq, enum own_kind kind, const struct own_games *games, const struct quick_row *wish, struct value *model)
{
    put_bool(model, lists[kind].has, games->n > 0);
    put(model, lists[kind].rows, own_rows(rq, games, wish));
    put(model, lists[kind].more, more_model(rq, games, lists[kind].more_url));
}

/* Every kind of game; one that the reader plays against bots already goes on. */
static struct value *games_model(const struct req *rq, const struct alone_games *alone)
{
    struct value *games = model_games(rq);
    for (size_t k = 0; k < value_n(games); k++)
        for (int i = 0; i < alone->n; i++)
            if (alone->row[i].id && !strcmp(alone->row[i].rules_id, get_text(value_at(games, k), K_id)))
                put_bool(value_at(games, k), K_going, true);
    return games;
}

static struct value *practices_model(const struct req *rq, const struct game_list *practices)
{
    struct value *rows = new_list(rq->arena);
    for (int i = 0; i < practices->n; i++)
        add(rows, put(model_card(rq, &practices->row[i]), K_practice, practice_model(rq, &practices->row[i])));
    return rows;
}

static struct value *reminders_model(const struct req *rq, const struct reminders *reminders)
{
    struct value *rows = new_list(rq->arena);
    for (int i = 0; i < reminders->n; i++) {
        int64_t game = reminders->row[i].game;
        struct value *row = put_text(new_object(rq->arena), K_game_title, table_title(rq->arena, rq->words->cat, reminders->row[i].rules_id, game));
        put_text(row, K_game_url, url_table(rq->arena, game));
        put_text(row, K_action, url_remind(rq->arena, game));
        put_text(row, K_when, model_moment(rq, rq->who.zone, reminders->row[i].at));
        add(rows, put_text(row, K_when_iso, model_iso(rq, reminders->row[i].at)));
    }
    return rows;
}

/* Each with the line of who asks. */
static struct value *kept_model(const struct req *rq, const struct game_list *kept, const struct asked_list *asked)
{
    struct value *cards = new_list(rq->arena);
    for (int i = 0; i < kept->n; i++) {
        struct value *card = model_card(rq, &kept->row[i]);
        for (int k = 0; k < asked->n; k++)
            if (asked->one[k].game == kept->row[i].id)
                put(card, K_asked_by, model_asked(rq, &asked->one[k]));
        add(cards, card);
    }
    return cards;
}

bool mine_show(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model = new_object(rq->arena);
    struct own_games own[OWN_KINDS];
    struct game_list kept, practices;
    struct alone_games alone;
    struct followed followed;
    struct reminders reminders;
    struct asked_list asked;
    struct quick_row wish = {.person = rq->who.id};
    int64_t stamp;
    bool acts;
    if (!store_own_games(rq->db, rq->arena, rq->who.id, MOST_OF_A_KIND, MOST_OVER, own, &kept, &practices, &alone, &followed, &reminders, &asked, &acts,
                         &stamp, err) ||
        (followed.open.n + kept.n > 0 && !blocks_load(rq, err)))
        return false;
    if (!doors_load(rq, NULL, &followed.open, 1, err) || (!rq->who.guest && !store_quick_wish(rq->db, rq->arena, rq->who.id, &wish, err)))
        return false;
    int known = kept.n;
    for (int kind = 0; kind < OWN_KINDS; kind++) {
        add_kind(rq, (enum own_kind)kind, &own[kind], &wish, model);
        known += own[kind].n;
    }
    put(model, K_live, live_mine_model(rq, stamp));
    put_bool(model, K_board, true);
    put_bool(model, K_acts_unread, acts);
    put(model, K_quick, rq->who.guest || req_suspended(rq) ? NULL : quick_again_model(rq, &wish));
    put_bool(model, K_has_kept, kept.n > 0);
    put(model, K_kept, kept_model(rq, &kept, &asked));
    put_bool(model, K_has_practices, practices.n > 0);
    put(model, K_practices, practices_model(rq, &practices));
    put(model, K_followed, followed_model(rq, &followed, &own[OWN_OPEN], &wish));
    put_bool(model, K_has_reminders, reminders.n > 0);
    put(model, K_reminders, reminders_model(rq, &reminders));
    if (!tournaments_mine(rq, model, err))
        return false;
    put_int(model, K_n_waiting, own[OWN_WAITING].many);
    put_bool(model, K_turn, own[OWN_WAITING].n > 0);
    put_bool(model, K_is_new, known == 0 && !get_bool(model, K_has_tournaments) && !rq->who.guest);
    put(model, K_games, games_model(rq, &alone));
    return res_page(rq, rs, "mine", model);
}

/* The table: its page, and the forms by which one plays there. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/http/metrics.h"
#include "cgi/http/session.h"
#include "cgi/model/armed.h"
#include "cgi/model/steps.h"
#include "cgi/play/play.h"
#include "cgi/store/seekers.h"
#include "cgi/table/draw.h"

#include "cgi/base/banned.h"

/* Who looks for a game and waited at a table that is gone is led to the one where he sits now. */
static bool moved_on(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, game = 0;
    struct err other;
    return err->code == ERR_GONE && rq->who.id && model_game_id(rq, &id, &other) && store_quick_went(rq->db, rq->who.id, id, &game, &other) && game
        && res_see_other(rs, url_table(rq->arena, game));
}

bool page_table(struct req *rq, struct res *rs, struct err *err)
{
    return table_show(rq, rs, err) || moved_on(rq, rs, err);
}

/* Where one comes back to after a turn that is handed in (@done), or a step of it. The browser puts the focus on what is asked now. */
static bool after_step(struct req *rq, struct res *rs, int64_t game, bool done)
{
    return res_go_on(rq, rs, arena_printf(rq->arena, "%s%s#asked", url_table(rq->arena, game), done ? "?done=1" : ""));
}

/* What cannot be taken back is asked once more: the table with it, see armed.h. */
static bool ask_again(struct req *rq, struct res *rs, int64_t game, const struct steps *steps)
{
    struct sb url;
    sb_init(&url, rq->arena);
    sb_addf(&url, "%s?%s=", url_table(rq->arena, game), ARMED_STEP);
    sb_add_url_part(&url, steps->moves.text[0]);
    for (int i = 0; i < steps->orders.n; i++) {
        sb_addf(&url, "&%s=", ARMED_ORDER);
        sb_add_url_part(&url, steps->orders.text[i]);
    }
    sb_add(&url, "#asked");
    return res_go_on(rq, rs, url.text);
}

/* A form that was not taken is answered to whom the session belongs, and only while it lasts. */
static bool show_again(struct req *rq, struct res *rs, const struct table *t, const char *step, struct err *err)
{
    return (err->code == ERR_BUSY || session_prove(rq, rs, err)) && table_hide_private(&t->game, err) && table_refuse(rq, rs, t, step, err);
}

static struct asker player_here(const struct req *rq)
{
    return rq->player ? (struct asker){rq->player, rq->session_hash} : asker_of(rq->who.id);
}

static void count_hand_over(const struct req *rq, const struct table *t)
{
    if (t->handed_over)
        metrics_hand_over(rq->service->metrics, t->game.rules, t->no_choice);
}

bool act_moves(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct steps steps = {0};
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    enum play_outcome outcome;
    int bad = 0;
    if (!model_game_id(rq, &id, err))
        return false;
    if (!steps_read(rq, &steps, err))
        return session_prove(rq, rs, err) && table_show_again(rq, rs, err);
    const struct lines *moves = &steps.moves;
    const struct with_orders with = {steps.orders.text, steps.orders.n};
    const struct play_form form = {.drawn = steps.drawn, .step = moves->text, .n = moves->n, .with = &with, .asks = steps.asks && moves->n == 1};
    if (!play_steps(rq->db, rq->arena, id, player_here(rq), &form, rq->now, t, &outcome, &bad, err))
        return show_again(rq, rs, t, bad >= 0 && bad < moves->n ? moves->text[bad] : NULL, err);
    if (outcome == PLAY_ASKED)
        return ask_again(rq, rs, id, &steps);
    play_made(rq->service->cache, rq->arena, t);
    count_hand_over(rq, t);
    return after_step(rq, rs, id, outcome == PLAY_COMMITTED);
}

static bool change_read(struct req *rq, enum draft_change *change, struct err *err)
{
    static const char *const names[] = {[DRAFT_BACK] = "back", [DRAFT_OVER] = "over", [DRAFT_CONFIRM] = "confirm"};
    const char *what = rq->json ? jget_str(rq->json, "do") : req_field(&rq->form, "do");
    for (int i = DRAFT_BACK; what && i <= DRAFT_CONFIRM; i++)
        if (!strcmp(what, names[i])) {
            *change = (enum draft_change)i;
            return true;
        }
    return steps_bad_field(err, "do");
}

bool act_draft(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct drawn drawn;
    enum draft_change change = DRAFT_BACK;
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    if (!model_game_id(rq, &id, err))
        return false;
    if (!steps_drawn(rq, &drawn, err) || !change_read(rq, &change, err))
        return session_prove(rq, rs, err) && table_show_again(rq, rs, err);
    if (!play_draft(rq->db, rq->arena, id, player_here(rq), drawn, change, rq->now, t, err))
        return show_again(rq, rs, t, NULL, err);
    play_made(rq->service->cache, rq->arena, t);
    count_hand_over(rq, t);
    return after_step(rq, rs, id, change == DRAFT_CONFIRM);
}

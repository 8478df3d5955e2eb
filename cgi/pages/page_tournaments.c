/* Lists of tournaments: all of a status, and the reader's own on My games. */
#include "config.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/pages/tournaments.h"

#include "cgi/base/banned.h"

enum { ROWS_PER_PAGE = 30, OWN_MOST = 12 };

static const struct list_shown {
    const char *id, *label;
    enum tournament_status status;
} lists[] = {
    {"open", N_("Open to join"), TOURNAMENT_OPEN},
    {"running", NC_("tournament", "Running"), TOURNAMENT_RUNNING},
    {"over", N_("Over"), TOURNAMENT_OVER},
};
enum { LISTS = sizeof(lists) / sizeof(lists[0]) };

static const struct list_shown *list_asked(const struct req *rq, struct left_out *unknown)
{
    const char *id = left_out_field(rq, "show");
    for (int i = 0; id && i < LISTS; i++)
        if (!strcmp(lists[i].id, id))
            return &lists[i];
    if (id)
        left_out_add(unknown, id);
    return &lists[0];
}

static void add_tabs(const struct req *rq, const struct list_shown *shown, struct value *model)
{
    struct value *tabs = put_list(model, K_tabs);
    for (int i = 0; i < LISTS; i++) {
        struct value *tab = put_text(add_object(tabs), K_label, req_words(rq, lists[i].label));
        put_text(tab, K_href, arena_printf(rq->arena, "/tournaments?show=%s", lists[i].id));
        put_bool(tab, K_current, &lists[i] == shown);
    }
}

bool page_tournaments(struct req *rq, struct res *rs, struct err *err)
{
    struct left_out unknown = {.n = 0};
    const struct list_shown *shown = list_asked(rq, &unknown);
    struct tournament_list list;
    int64_t before = 0;
    left_out_number(rq, "before", 1, INT64_MAX, &before, &unknown);
    if (!store_tournaments(rq->db, rq->arena, shown->status, before, ROWS_PER_PAGE + 1, &list, err))
        return false;
    int n = list.n > ROWS_PER_PAGE ? ROWS_PER_PAGE : list.n;
    struct value *model = put_text(new_object(rq->arena), K_show, shown->id), *rows = put_list(model, K_tournaments);
    for (int i = 0; i < n; i++)
        add(rows, tournament_card(rq, &list.one[i].row, list.one[i].closes));
    add_tabs(rq, shown, model);
    put_bool(model, K_has_tournaments, n > 0);
    put(model, K_unknown, left_out_model(rq, &unknown));
    put_text(model, K_more_href, list.n > n ? arena_printf(rq->arena, "/tournaments?show=%s&before=%lld", shown->id, (long long)list.one[n - 1].row.id) : NULL);
    return res_page(rq, rs, "tournaments", model);
}

/* ---- the reader's own ---- */

bool tournaments_mine(struct req *rq, struct value *model, struct err *err)
{
    struct tournament_list list = {.n = 0};
    if (req_signed_in(rq) && !store_tournaments_of(rq->db, rq->arena, rq->who.id, OWN_MOST, &list, err))
        return false;
    struct value *rows = put_list(model, K_tournaments);
    for (int i = 0; i < list.n; i++) {
        const struct tournament_listed *one = &list.one[i];
        struct value *card = tournament_card(rq, &one->row, one->closes);
        put_bool(card, K_organises, one->row.organiser == rq->who.id);
        add(rows, put_text(card, K_stands, tournament_stands_listed(rq, one)));
    }
    put_bool(model, K_has_tournaments, list.n > 0);
    return true;
}

/* The lobby: lists of tables, narrowed by what stands in the address. */
#include "config.h"

#include <string.h>

#include "cgi/model/blocks.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/model.h"
#include "cgi/model/quick_model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { CARDS_PER_PAGE = 18, NEAREST = 3, PACES_MOST = 24, SEATS_WANTED = SEATS_MAX - 1 };

static const struct show {
    const char *id, *label;
    bool mine, hidden, has_status;
    enum game_status status;
} shows[] = {
    {"open", N_("Open"), false, false, true, GAME_OPEN},
    {"running", N_("Running"), false, false, true, GAME_RUNNING},
    {"over", N_("Finished"), false, false, true, GAME_OVER},
    {"mine", N_("My tables"), true, false, false, GAME_OPEN},
    {"mine-over", N_("My tables, finished"), true, true, true, GAME_OVER},
};
enum { SHOW_COUNT = sizeof(shows) / sizeof(shows[0]) };

static const struct hints_kind {
    const char *id, *label, *words;
    enum hints_wanted wanted;
} hints_kinds[] = {
    {"yes", N_("With hints"), N_("with hints"), HINTS_WITH},
    {"no", N_("Without hints"), N_("without hints"), HINTS_WITHOUT},
};
enum { HINTS_KINDS = sizeof(hints_kinds) / sizeof(hints_kinds[0]) };

/* What a visitor looks for. NULL and 0: that does not matter. */
struct search {
    const struct show *show;
    const struct rules *rules;
    const struct pace_kind *pace;
    int seats;
    const struct hints_kind *hints;
    int64_t before;
    struct left_out unknown;    /* what was not understood */
};

/* ---- the address ---- */

/* A visitor has no games: the list of all stands for one's own. */
static const struct show *show_asked(const struct req *rq, struct left_out *unknown)
{
    const char *id = left_out_field(rq, "show");
    for (int i = 0; id && i < SHOW_COUNT; i++)
        if (!strcmp(shows[i].id, id))
            return !shows[i].mine || rq->who.id ? &shows[i] : &shows[0];
    if (id)
        left_out_add(unknown, id);
    return &shows[0];
}

/* One's own games are all of one's own: only the game narrows them. Whose seats are free nobody asks of a game that is over. */
static bool has_pace(const struct show *show)
{
    return !show->mine;
}

static bool has_seats(const struct show *show)
{
    return !show->mine && show->status != GAME_OVER;
}

static const struct hints_kind *hints_asked(const struct req *rq, struct left_out *unknown)
{
    const char *id = left_out_field(rq, "hints");
    for (int i = 0; id && i < HINTS_KINDS; i++)
        if (!strcmp(hints_kinds[i].id, id))
            return &hints_kinds[i];
    if (id)
        left_out_add(unknown, id);
    return NULL;
}

static struct search search_read(const struct req *rq)
{
    const char *game = left_out_field(rq, "game"), *pace = left_out_field(rq, "pace");
    struct search search = {.unknown = {.n = 0}};
    search.show = show_asked(rq, &search.unknown);
    search.rules = game ? rules_find(game) : NULL;
    search.pace = pace ? pace_kind_find(pace) : NULL;
    if (game && !search.rules)
        left_out_add(&search.unknown, game);
    if (pace && !search.pace)
        left_out_add(&search.unknown, pace);
    int64_t seats = 0;
    left_out_number(rq, "free", 1, SEATS_WANTED, &seats, &search.unknown);
    search.seats = has_seats(search.show) ? (int)seats : 0;
    search.pace = has_pace(search.show) ? search.pace : NULL;
    search.hints = hints_asked(rq, &search.unknown);
    search.hints = has_pace(search.show) ? search.hints : NULL;
    left_out_number(rq, "before", 1, INT64_MAX, &search.before, &search.unknown);
    return search;
}

/* The address of this search in the list @show, or with another @before; 0: from the newest. */
static const char *search_url(const struct req *rq, const struct search *search, const struct show *show, int64_t before)
{
    struct sb url;
    sb_init(&url, rq->arena);
    sb_addf(&url, "/games?show=%s", show->id);
    if (search->rules)
        sb_addf(&url, "&game=%s", search->rules->id);
    if (search->pace && has_pace(show))
        sb_addf(&url, "&pace=%s", search->pace->pace.name);
    if (search->seats && has_seats(show))
        sb_addf(&url, "&free=%d", search->seats);
    if (search->hints && has_pace(show))
        sb_addf(&url, "&hints=%s", search->hints->id);
    if (before)
        sb_addf(&url, "&before=%lld", (long long)before);
    return url.text;
}

/* ---- models ---- */

static struct value *shows_model(const struct req *rq, const struct search *search)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < SHOW_COUNT; i++) {
        if ((shows[i].mine && !rq->who.id) || (shows[i].hidden && &shows[i] != search->show))
            continue;
        struct value *show = put_text(new_object(rq->arena), K_label, req_words(rq, shows[i].label));
        put_text(show, K_href, search_url(rq, search, &shows[i], 0));
        add(list, put_bool(show, K_current, &shows[i] == search->show));
    }
    return list;
}

static struct value *kinds_model(const struct req *rq, const struct search *search)
{
    struct value *games = new_list(rq->arena);
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct value *game = put_text(new_object(rq->arena), K_id, (*rules)->id);
        put_text(game, K_label, req_words(rq, (*rules)->words->title));
        add(games, put_bool(game, K_checked, *rules == search->rules));
    }
    return games;
}

static const char *seats_words(const struct req *rq, int n)
{
    const struct text_value value = {"n", NULL, n};
    return req_fill(rq, N_("{n:1 free seat|# free seats or more}"), &value, 1);
}

static struct value *seats_model(const struct req *rq, const struct search *search)
{
    struct value *list = new_list(rq->arena);
    for (int n = 1; n <= SEATS_WANTED; n++) {
        const struct text_value value = {"n", NULL, n};
        struct value *seats = put_int(new_object(rq->arena), K_n, n);
        put_text(seats, K_label, req_fill(rq, N_("{n} or more"), &value, 1));
        add(list, put_bool(seats, K_checked, n == search->seats));
    }
    return list;
}

static struct value *hints_model(const struct req *rq, const struct search *search)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < HINTS_KINDS; i++) {
        struct value *kind = put_text(new_object(rq->arena), K_id, hints_kinds[i].id);
        put_text(kind, K_label, req_words(rq, hints_kinds[i].label));
        add(list, put_bool(kind, K_checked, &hints_kinds[i] == search->hints));
    }
    return list;
}

static struct value *search_model(const struct req *rq, const struct search *search)
{
    struct value *model = put_text(new_object(rq->arena), K_show, search->show->id);
    put(model, K_games, kinds_model(rq, search));
    put_bool(model, K_has_pace, has_pace(search->show));
    put(model, K_paces, paces_model(rq, search->pace));
    put_bool(model, K_has_seats, has_seats(search->show));
    put(model, K_seats, seats_model(rq, search));
    put(model, K_hints, hints_model(rq, search));
    bool narrowed = search->rules || search->pace || search->seats || search->hints;
    put_bool(model, K_narrowed, narrowed);
    const struct search all = {.show = search->show};
    return put_text(model, K_clear_href, search_url(rq, &all, search->show, 0));
}

/* "Venedig, 1 day a move, 2 free seats" */
static const char *search_words(const struct req *rq, const struct search *search)
{
    struct sb words;
    sb_init(&words, rq->arena);
    const char *parts[] = {search->rules ? req_words(rq, search->rules->words->title) : NULL,
                           search->pace ? req_words(rq, search->pace->label) : NULL,
                           search->seats ? seats_words(rq, search->seats) : NULL,
                           search->hints ? req_words(rq, search->hints->words) : NULL};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i])
            text_add_item(&words, rq->words->cat, parts[i]);
    return words.text;
}

/* ---- what comes nearest ---- */

/* About how much time a move has, so that paces stand in an order; the one without a clock comes last. */
static int64_t slowness(const struct pace *pace)
{
    return !pace->free && !pace->bank ? INT64_MAX : (int64_t)pace->free + pace->add + pace->bank / 10;
}

static int paces_in_order(const char *names[PACES_MOST])
{
    const struct pace_kind *sorted[PACES_MOST];
    int n = 0;
    for (const struct pace_kind *kind = pace_kinds(); kind->pace.name && n < PACES_MOST; kind++, n++) {
        int at = n;
        for (; at > 0 && slowness(&sorted[at - 1]->pace) > slowness(&kind->pace); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = kind;
    }
    for (int i = 0; i < n; i++)
        names[i] = sorted[i]->pace.name;
    return n;
}

/* A table as it was looked for, to be opened by who looks. */
static const char *open_url(const struct req *rq, const struct search *search)
{
    struct sb url;
    sb_init(&url, rq->arena);
    sb_addf(&url, "/games/new?game=%s", (search->rules ? search->rules : rules_all()[0])->id);
    if (search->pace)
        sb_addf(&url, "&pace=%s", search->pace->pace.name);
    if (search->seats)
        sb_addf(&url, "&free=%d", search->seats);
    return url.text;
}

/* Nothing fits: what was looked for, what comes near, and how to open it. Only where one looks for a table to sit down at. */
static bool add_nothing(struct req *rq, const struct search *search, const struct lobby_filter *filter, struct value *model,
                        struct err *err)
{
    const char *names[PACES_MOST];
    struct lobby_filter near = *filter;
    struct game_list list;
    near.most = NEAREST;
    if (!store_lobby_nearest(rq->db, rq->arena, &near, names, paces_in_order(names), &list, err) || !doors_load(rq, NULL, &list, 1, err))
        return false;
    const struct text_value what = {"what", search_words(rq, search), 0};
    struct value *nothing = put_text(put_object(model, K_nothing), K_text, req_fill(rq, N_("No open table fits: {what}."), &what, 1));
    put_text(nothing, K_open_url, open_url(rq, search));
    put_bool(nothing, K_has_cards, list.n > 0);
    put(nothing, K_nearest, model_cards(rq, list.row, list.n));
    return true;
}

static bool load(struct req *rq, const struct search *search, struct lobby_filter *filter, struct game_list *list, struct err *err)
{
    const char *rules = search->rules ? search->rules->id : NULL;
    *filter = (struct lobby_filter){.person = rq->who.id, .status = search->show->status, .rules_id = rules,
                                    .pace = search->pace ? search->pace->pace.name : NULL, .seats = search->seats,
                                    .hints = search->hints ? search->hints->wanted : HINTS_ANY,
                                    .before = search->before, .most = CARDS_PER_PAGE + 1};
    const struct game_filter mine = {.person = rq->who.id, .mine = true, .has_status = search->show->has_status,
                                     .status = search->show->status, .rules_id = rules, .before = search->before, .most = CARDS_PER_PAGE + 1};
    return search->show->mine ? store_game_lists(rq->db, rq->arena, &mine, 1, list, err) : store_lobby(rq->db, rq->arena, filter, list, err);
}

bool page_games(struct req *rq, struct res *rs, struct err *err)
{
    const struct search search = search_read(rq);
    struct lobby_filter filter;
    struct game_list list = {0};
    if (!load(rq, &search, &filter, &list, err) || !blocks_load(rq, err))
        return false;
    if (!search.show->mine && !doors_load(rq, NULL, &list, 1, err))
        return false;
    struct quick_row wish = {.person = rq->who.id};
    bool member = req_signed_in(rq);
    if (member && !store_quick_wish(rq->db, rq->arena, rq->who.id, &wish, err))
        return false;
    bool more = list.n > CARDS_PER_PAGE, opens = !search.show->mine && search.show->status == GAME_OPEN;
    int n = more ? CARDS_PER_PAGE : list.n;
    struct value *model = put(new_object(rq->arena), K_filters, shows_model(rq, &search)), *searched = search_model(rq, &search);
    put(model, K_search, searched);
    put(model, K_quick, member && !req_suspended(rq) ? quick_again_model(rq, &wish) : NULL);
    put(model, K_unknown, left_out_model(rq, &search.unknown));
    put_bool(model, K_has_cards, n > 0);
    put(model, K_cards, model_cards(rq, list.row, n));
    put_null(model, K_nothing);
    if (n == 0 && opens && !search.before && get_bool(searched, K_narrowed) && !add_nothing(rq, &search, &filter, model, err))
        return false;
    put_text(model, K_more_href, more ? search_url(rq, &search, search.show, list.row[n - 1].id) : NULL);
    return res_page(rq, rs, "games", model);
}

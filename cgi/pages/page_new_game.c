/* The form of a new table, and what it opens. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/url.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/play/play.h"
#include "rules/engine/bots.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* A choice of the form alone: against bots nobody waits, so there is no clock. See wish_pace(). */
static const struct pace_kind usual = {{.name = "usual"}, N_("Usual: {pace}"), N_("Against bots alone there is no limit.")};

/* The form of a new table: as submitted, or with defaults. */
struct wish {
    const struct rules *rules;
    struct setup setup;
    int bots;
    enum bot level;     /* of all of them */
    bool is_private;
    const struct pace_kind *pace;
    bool weekdays;      /* the clock pauses at weekends */
    bool hints;         /* for everybody */
    struct doors doors; /* who may sit down */
    const char *phrase; /* the owner's phrase for the random seed, NULL: none */
    bool unfolded;      /* something was wrong among what is folded away at first */
};

static bool only_bots(const struct wish *wish)
{
    return wish->bots == wish->setup.n_seats - 1;
}

/* What the table gets. */
static const struct pace_kind *wish_pace(const struct wish *wish)
{
    return wish->pace != &usual ? wish->pace : only_bots(wish) ? pace_kind_find("none") : pace_preset();
}

static const struct pace_kind *pace_named(const char *name)
{
    return name && !strcmp(name, usual.pace.name) ? &usual : pace_kind_find(name);
}

static void add_seats(const struct wish *wish, struct value *seats)
{
    for (int n = wish->rules->min_seats; n <= wish->rules->max_seats; n++)
        put_bool(put_int(add_object(seats), K_n, n), K_checked, n == wish->setup.n_seats);
}

static void add_bots(const struct wish *wish, struct value *bots)
{
    for (int n = 0; n < wish->rules->max_seats; n++)
        put_bool(put_int(add_object(bots), K_n, n), K_checked, n == wish->bots);
}

static struct value *option_model(const struct req *rq, const struct option *option, int chosen)
{
    struct value *model = new_object(rq->arena), *values = new_list(rq->arena);
    for (int v = 0; v < option->n_values; v++) {
        const struct name *name = &option->values[v];
        struct value *value = new_object(rq->arena);
        put_text(value, K_id, name->id);
        put_text(value, K_label, req_words(rq, name->label ? name->label : name->id));
        add(values, put_bool(value, K_checked, v == chosen));
    }
    put_text(model, K_name, option->name);
    put_text(model, K_label, req_words(rq, option->label));
    put(model, K_help, option->help ? new_text(rq->arena, req_words(rq, option->help)) : NULL);
    return put(model, K_values, values);
}

struct value *tables_options_model(const struct req *rq, const struct rules *rules, const struct setup *setup)
{
    struct value *options = new_list(rq->arena);
    for (int i = 0; rules->options && rules->options[i].name; i++)
        if (rules->options[i].n_values > 1)
            add(options, option_model(rq, &rules->options[i], setup->option[i]));
    return options;
}

/* All paces in their order, grouped by how they work. */
static const char *pace_heading(const struct pace *pace)
{
    if (!pace->free && !pace->bank)
        return N_("No time limit");
    if (!pace->bank)
        return N_("Fixed time per move");
    return pace->free ? N_("Free time per move, then a time bank") : N_("One time bank for the whole game");
}

/* One more group of paces. Return: its kinds */
static struct value *add_group(const struct req *rq, struct value *groups, const char *heading)
{
    struct value *kinds = new_list(rq->arena);
    add(groups, put(put_text(new_object(rq->arena), K_heading, req_words(rq, heading)), K_kinds, kinds));
    return kinds;
}

static void add_pace(const struct req *rq, struct value *kinds, const struct pace_kind *kind, bool checked)
{
    struct value *model = put_text(new_object(rq->arena), K_id, kind->pace.name);
    const struct text_value preset = {"pace", req_words(rq, pace_preset()->label), 0};
    put_text(model, K_label, kind == &usual ? req_fill(rq, kind->label, &preset, 1) : req_words(rq, kind->label));
    put_text(model, K_words, req_words(rq, kind->words));
    add(kinds, put_bool(model, K_checked, checked));
}

static void add_paces(const struct req *rq, struct value *groups, const struct pace_kind *chosen, bool clocked)
{
    struct value *kinds = NULL;
    const char *heading = NULL;
    for (const struct pace_kind *kind = pace_kinds(); kind->pace.name; kind++) {
        if (clocked && !kind->pace.free && !kind->pace.bank)
            continue;
        if (pace_heading(&kind->pace) != heading) {
            heading = pace_heading(&kind->pace);
            kinds = add_group(rq, groups, heading);
        }
        add_pace(rq, kinds, kind, kind == chosen);
    }
}

struct value *paces_model(const struct req *rq, const struct pace_kind *chosen)
{
    struct value *groups = new_list(rq->arena);
    add_paces(rq, groups, chosen, false);
    return groups;
}

struct value *paces_clocked_model(const struct req *rq, const struct pace_kind *chosen)
{
    struct value *groups = new_list(rq->arena);
    add_paces(rq, groups, chosen, true);
    return groups;
}

/* Of a new table: first what is usual. */
static struct value *wish_paces(const struct req *rq, const struct wish *wish)
{
    struct value *groups = new_list(rq->arena);
    add_pace(rq, add_group(rq, groups, N_("Usual")), &usual, wish->pace == &usual);
    add_paces(rq, groups, wish->pace, false);
    return groups;
}

/* The pace, in words. The usual one: that for bots alone, that with people, or both. */
static const char *pace_words(const struct req *rq, const struct wish *wish, bool bots, bool people)
{
    if (wish->pace != &usual || !people)
        return req_words(rq, wish->pace != &usual ? wish->pace->label : pace_kind_find("none")->label);
    const struct text_value preset = {"pace", req_words(rq, pace_preset()->label), 0};
    return bots ? req_fill(rq, N_("{pace} (against bots alone no limit)"), &preset, 1) : preset.text;
}

/* What stands in the part of the form that is folded, so that nobody need open it to know: "2 days a move, invitation link only". */
static const char *wish_summary(const struct req *rq, const struct wish *wish, const char *pace)
{
    const struct catalogue *cat = rq->words->cat;
    struct sb text;
    sb_init(&text, rq->arena);
    text_add_item(&text, cat, pace);
    if (wish->weekdays)
        text_add_item(&text, cat, text_get(cat, N_("pauses at weekends")));
    if (wish->is_private)
        text_add_item(&text, cat, text_get(cat, N_("invitation link only")));
    if (doors_any(&wish->doors))
        text_add_item(&text, cat, doors_words(rq, &wish->doors, NULL));
    if (wish->hints)
        text_add_item(&text, cat, text_get(cat, N_("with hints")));
    const struct option *option = wish->rules->options;
    for (int i = 0; option && option[i].name && i < OPTIONS_MAX; i++) {
        const struct name *value = &option[i].values[wish->setup.option[i]];
        const struct text_value fill[] = {{"option", req_words(rq, option[i].label), 0},
                                          {"value", req_words(rq, value->label ? value->label : value->id), 0}};
        if (option[i].n_values > 1 && wish->setup.option[i] != option[i].preset)
            text_add_item(&text, cat, req_fill(rq, N_("{option}: {value}"), fill, 2));
    }
    return text.text;
}

static struct value *wish_model(const struct req *rq, const struct wish *wish)
{
    struct value *model = model_game_kind(rq, wish->rules);
    add_seats(wish, put_list(model, K_seats));
    add_bots(wish, put_list(model, K_bots));
    put(model, K_levels, model_levels(rq, wish->level));
    put(model, K_options, tables_options_model(rq, wish->rules, &wish->setup));
    put(model, K_paces, wish_paces(rq, wish));
    put_bool(model, K_weekdays, wish->weekdays);
    put_bool(model, K_hints, wish->hints);
    put(model, K_doors, tables_doors_model(rq, &wish->doors));
    put_text(model, K_phrase, wish->phrase ? wish->phrase : "");
    put_text(model, K_summary, wish_summary(rq, wish, pace_words(rq, wish, true, true)));
    put_text(model, K_summary_free, wish_summary(rq, wish, pace_words(rq, wish, false, true)));
    put_text(model, K_summary_full, wish_summary(rq, wish, pace_words(rq, wish, true, false)));
    put_bool(model, K_unfolded, wish->unfolded);
    return put_bool(model, K_is_private, wish->is_private);
}

static struct value *new_game_model(struct req *rq, const struct wish *wish)
{
    struct value *model = new_object(rq->arena), *games = model_games(rq);
    for (size_t i = 0; i < value_n(games); i++) {
        struct value *game = value_at(games, i);
        const char *id = get_text(game, K_id);
        put_bool(game, K_chosen, !strcmp(id, wish->rules->id));
        put_text(game, K_url, arena_printf(rq->arena, "/games/new?game=%s", id));
    }
    put(model, K_games, games);
    put(model, K_game, wish_model(rq, wish));
    put_bool(model, K_board, true); /* the script offers no more bots than seats */
    put_null(model, K_unknown);
    return put_null(model, K_problem);
}

/* What a request says that says nothing: the fewest players, no bots. */
static struct wish wish_plain(const struct rules *rules)
{
    return (struct wish){.rules = rules, .setup = rules_presets(rules, rules->min_seats), .level = BOT_ADVISE, .pace = &usual};
}

/* ---- what a form begins with ---- */

static int within(int n, int lo, int hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

static void wish_seats(struct wish *wish, int seats, int bots)
{
    wish->setup.n_seats = within(seats, wish->rules->min_seats, wish->rules->max_seats);
    wish->bots = within(bots, 0, wish->setup.n_seats - 1);
}

/* As the last table. Of another game it tells only how people and bots were mixed. */
static void wish_like(struct wish *wish, const struct table_last *last)
{
    const struct pace_kind *pace = pace_kind_find(last->pace);
    bool same = last->rules == wish->rules, alone = last->bots >= last->seats - 1;
    if (same && last->has_setup)
        wish->setup = last->setup;
    wish_seats(wish, same ? last->seats : wish->rules->min_seats, same ? last->bots : alone ? SEATS_MAX : 0);
    if (last->level && bot_for_people(bot_of(last->level)))
        wish->level = bot_of(last->level);
    wish->pace = pace && pace != wish_pace(wish) ? pace : &usual;
    wish->weekdays = last->weekdays;
    wish->hints = last->hints;
    wish->is_private = last->is_private;
}

/* A link may say more: so many players, so many bots or seats to be free for others, and the pace. What cannot be is named, and left as it was. */
static void wish_asked(const struct req *rq, struct wish *wish, struct left_out *unknown)
{
    int64_t seats, bots, free;
    const char *sent = left_out_field(rq, "pace");
    const struct pace_kind *pace = sent ? pace_named(sent) : NULL;
    wish->pace = pace ? pace : wish->pace;
    if (sent && !pace)
        left_out_add(unknown, sent);
    if (left_out_number(rq, "seats", wish->rules->min_seats, wish->rules->max_seats, &seats, unknown))
        wish_seats(wish, (int)seats, wish->bots);
    if (left_out_number(rq, "bots", 0, wish->setup.n_seats - 1, &bots, unknown))
        wish->bots = (int)bots;
    if (left_out_number(rq, "free", 1, SEATS_MAX - 1, &free, unknown))
        wish_seats(wish, (int)free + 1 > wish->setup.n_seats ? (int)free + 1 : wish->setup.n_seats, 0);
}

bool tables_ask_to_join(struct req *rq, struct res *rs, struct err *err)
{
    if (rq->wants_json)
        return err_fail(err, ERR_FORBIDDEN, res_flash_sentence("guest-joins"), NULL, "a guest");
    res_flash(rq, rs, "guest-joins");
    return res_see_other(rs, url_join(rq->arena, rq->target));
}

bool page_new_game(struct req *rq, struct res *rs, struct err *err)
{
    if (rq->who.guest)
        return tables_ask_to_join(rq, rs, err);
    const char *id = left_out_field(rq, "game");
    const struct rules *rules = id ? rules_find(id) : NULL;
    struct table_last last;
    struct left_out unknown = {.n = 0};
    if (id && !rules) {
        left_out_add(&unknown, id);
        rs->status = err_status(ERR_GONE);
    }
    if (!store_table_last(rq->db, rq->arena, rq->who.id, rules, &last, err))
        return false;
    rules = rules ? rules : last.any && last.rules ? last.rules : rules_all()[0];
    struct wish wish = wish_plain(rules);
    if (last.any)
        wish_like(&wish, &last);
    else
        wish_seats(&wish, rules->min_seats, SEATS_MAX); /* a first table plays at once, against bots */
    wish_asked(rq, &wish, &unknown);
    return res_page(rq, rs, "new_game", put(new_game_model(rq, &wish), K_unknown, left_out_model(rq, &unknown)));
}

/* ---- what was sent ---- */

static bool bad_choice(struct err *err, const char *name)
{
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), name, "field '%s'", name);
}

static bool option_read(struct req *rq, const struct option *option, int16_t *value, struct err *err)
{
    const char *name = arena_printf(rq->arena, "option.%s", option->name), *sent = req_field(&rq->form, name);
    if (!sent)
        return true;
    int chosen = rules_option_value(option, sent);
    if (chosen < 0)
        return bad_choice(err, name);
    *value = (int16_t)chosen;
    return true;
}

bool tables_options_read(struct req *rq, const struct rules *rules, struct setup *setup, struct err *err)
{
    for (int i = 0; rules->options && rules->options[i].name; i++)
        if (!option_read(rq, &rules->options[i], &setup->option[i], err))
            return false;
    return true;
}

/* A ticked box, or no field; any other value must not make a public table by mistake. */
static bool box_read(struct req *rq, const char *name, bool *ticked, struct err *err)
{
    const char *sent = req_field(&rq->form, name);
    *ticked = sent && !strcmp(sent, "1");
    return !sent || *ticked || !strcmp(sent, "0") || bad_choice(err, name);
}

static bool pace_read(struct req *rq, const struct pace_kind **pace, struct err *err)
{
    const char *sent = req_field(&rq->form, "pace");
    const struct pace_kind *kind = sent ? pace_named(sent) : *pace;
    *pace = kind ? kind : *pace;
    return kind || bad_choice(err, "pace");
}

static bool level_read(struct req *rq, enum bot *level, struct err *err)
{
    const char *sent = req_field(&rq->form, "level");
    enum bot bot = sent ? bot_of(sent) : *level;
    if (!bot_for_people(bot))
        return bad_choice(err, "level");
    *level = bot;
    return true;
}

static bool wish_read(struct req *rq, struct wish *wish, struct err *err)
{
    int64_t seats = wish->rules->min_seats, bots = 0;
    if (req_field(&rq->form, "seats") &&
        !form_number(&rq->form, "seats", wish->rules->min_seats, wish->rules->max_seats, &seats, err))
        return false;
    if (req_field(&rq->form, "bots") && !form_number(&rq->form, "bots", 0, SEATS_MAX - 1, &bots, err))
        return false;
    wish->setup.n_seats = (int)seats;
    wish->bots = (int)bots;
    if (!level_read(rq, &wish->level, err) || !box_read(rq, "private", &wish->is_private, err) || !pace_read(rq, &wish->pace, err) ||
        !box_read(rq, "weekdays", &wish->weekdays, err) || !box_read(rq, "hints", &wish->hints, err) ||
        !tables_doors_read(rq, &wish->doors, err) || !tables_options_read(rq, wish->rules, &wish->setup, err) || !phrase_read(rq, &wish->phrase, err))
        return false;
    const char *excluded = rules_excludes(wish->rules, &wish->setup);
    if (excluded)
        return err_fail(err, ERR_INPUT, excluded, NULL, "options that exclude each other");
    if (bots >= seats)
        return err_fail(err, ERR_INPUT, N_("One seat is yours: a table of {what} has no room for that many bots."),
                        arena_printf(rq->arena, "%d", wish->setup.n_seats), "%d bots", wish->bots);
    return true;
}

bool tables_admit(struct req *rq, struct err *err)
{
    enum { TABLES_A_DAY = 200, DAY_SECONDS = 24 * 3600 };
    return account_attempt(rq, "table", arena_printf(rq->arena, "%lld", (long long)rq->who.id), TABLES_A_DAY, DAY_SECONDS, err);
}

static bool table_open(struct req *rq, const struct wish *wish, int64_t *id, struct err *err)
{
    struct new_game new_game = {.rules = wish->rules, .setup = wish->setup, .owner = rq->who.id,
                                .is_private = wish->is_private, .phrase = wish->phrase, .pace = wish_pace(wish)->pace, .hints = wish->hints,
                                .doors = wish->doors};
    new_game.pace.weekdays = wish->weekdays;
    for (int i = 0; i < wish->bots; i++)
        new_game.bots[wish->setup.n_seats - 1 - i] = bot_kinds[wish->level].id;
    randombytes_buf(new_game.secret, sizeof(new_game.secret));
    bool ok = store_game_new(rq->db, &new_game, id, err) && play_start_when_full(rq->db, rq->arena, *id, rq->now, err);
    sodium_memzero(new_game.secret, sizeof(new_game.secret));
    return ok;
}

bool tables_create(struct req *rq, int64_t *id, struct err *err)
{
    const char *rules_id = req_field(&rq->form, "game");
    const struct rules *rules = rules_id ? rules_find(rules_id) : NULL;
    struct wish wish;
    if (!rules)
        return bad_choice(err, "game");
    wish = wish_plain(rules);
    return wish_read(rq, &wish, err) && tables_admit(rq, err) && table_open(rq, &wish, id, err);
}

bool act_new_game(struct req *rq, struct res *rs, struct err *err)
{
    const char *rules_id = req_field(&rq->form, "game");
    const struct rules *rules = rules_id ? rules_find(rules_id) : NULL;
    int64_t id;
    struct wish wish = wish_plain(rules ? rules : rules_all()[0]);
    if (!rules) {
        struct err also; /* what else was sent comes back as far as it fits another game */
        wish_read(rq, &wish, &also);
        return bad_choice(err, "game") || res_form_again(rq, rs, "new_game", new_game_model(rq, &wish), err);
    }
    if (!wish_read(rq, &wish, err)) {
        wish.unfolded = wish.bots < wish.setup.n_seats; /* else it is about what is in sight */
        return res_form_again(rq, rs, "new_game", new_game_model(rq, &wish), err);
    }
    if (!rq->who.email_confirmed && !only_bots(&wish)) {
        err_fail(err, ERR_FORBIDDEN, N_("To play with others, please confirm your e-mail address first: open the link that we sent you. Against bots alone you can play "
                                        "at once."), NULL, "the address is not confirmed");
        return res_form_again(rq, rs, "new_game", new_game_model(rq, &wish), err);
    }
    if (tables_admit(rq, err))
        return table_open(rq, &wish, &id, err) && res_to_table(rq, rs, id);
    return err->code == ERR_RATE && res_form_again(rq, rs, "new_game", new_game_model(rq, &wish), err);
}


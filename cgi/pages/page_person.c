/* A profile: own words, results and ratings, and games as far as the reader may see them; what was against bots alone stands apart. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/blocks.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/model.h"
#include "cgi/model/quick_model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/ratings.h"
#include "cgi/pages/tables.h"
#include "cgi/store/programs.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOST_GAMES = 50, MOST_FINISHED = 20, MOST_BOT_GAMES = 8 };
/* The lists that are read; what goes on comes first. */
enum { RUNNING, OPEN, OVER, LISTS, MINE = LISTS };
enum { MOST_INVITES = 3 };

/* Of games that were played to their end; NULL: there are none. */
static struct value *points_model(const struct req *rq, const struct rules *rules, const struct record_kind *kind)
{
    if (!kind->counted)
        return NULL;
    struct value *points = put(new_object(rq->arena), K_average, score_model(rq->arena, rq->words->cat, rules, kind->average));
    return put_int(put(points, K_best, score_model(rq->arena, rq->words->cat, rules, kind->most)), K_games, kind->counted);
}

/* Results in each game: with people, or those against bots alone. */
static struct value *results_model(const struct req *rq, const struct record *record, bool with_people)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < record->n; i++) {
        const struct record_kind *kind = &record->kind[i];
        const struct rules *rules = rules_find(kind->rules_id);
        if (kind->with_people != with_people)
            continue;
        struct value *one = put_text(add_object(list), K_rules, kind->rules_id);
        put_text(one, K_game_title, rules ? req_words(rq, rules->words->title) : kind->rules_id);
        put_int(put_int(one, K_played, kind->played), K_won, kind->won);
        put(put(one, K_rating, rating_model(rq, &kind->rating)), K_points, points_model(rq, rules, kind));
    }
    return list;
}

/* Within which time: no less than a minute is told. */
static const char *within(const struct req *rq, int64_t span)
{
    static const int64_t MINUTE = INT64_C(60) * 1000000;
    return model_span(rq, span < MINUTE ? MINUTE : span);
}

/* Too few moves give no figures. */
static const char *speed_words(const struct req *rq, const struct speed *speed)
{
    enum { MOVES_LEAST = 5 };
    const struct text_value value[] = {{"quarter", within(rq, speed->quartile[0]), 0}, {"half", within(rq, speed->quartile[1]), 0},
                                       {"most", within(rq, speed->quartile[2]), 0}};
    const char *sentence = strcmp(value[0].text, value[2].text) ? N_("half within {half}; a quarter within {quarter}, three quarters within {most}.")
                                                                : N_("three quarters within {most}.");
    return speed->moves < MOVES_LEAST ? NULL : req_fill(rq, sentence, value, 3);
}

static bool is_with_people(const struct game_row *game, int64_t person)
{
    for (int seat = 0; seat < game->n_seats; seat++)
        if (game->seat[seat].person && game->seat[seat].person != person)
            return true;
    return false;
}

static void put_cards(struct value *model, enum key has, enum key key, struct value *cards)
{
    put(put_bool(model, has, value_n(cards) > 0), key, cards);
}

/* What is over, apart by whom it was played with. */
static void add_games(const struct req *rq, int64_t person, const struct game_list list[LISTS], struct value *model)
{
    const struct game_list *over = &list[OVER];
    struct value *running = new_list(rq->arena), *finished = new_list(rq->arena), *bot_games = new_list(rq->arena);
    for (int going = RUNNING; going <= OPEN; going++)
        for (int i = 0; i < list[going].n; i++)
            add(running, model_card(rq, &list[going].row[i]));
    for (int i = 0; i < over->n; i++) {
        struct value *cards = is_with_people(&over->row[i], person) ? finished : bot_games;
        if (value_n(cards) < (cards == finished ? MOST_FINISHED : MOST_BOT_GAMES))
            add(cards, model_card(rq, &over->row[i]));
    }
    put_cards(model, K_has_running, K_running, running);
    put_cards(model, K_has_finished, K_finished, finished);
    put_cards(model, K_has_bot_games, K_bot_games, bot_games);
    put_bool(model, K_has_bots, value_n(bot_games) > 0 || value_n(get(model, K_bot_results)) > 0);
}

/* To tables of the reader's own: cards that lead to the form there, but for one that is there only for the quick seat that @wish looks for. */
static struct value *invites_model(const struct req *rq, const struct person *person, const struct game_list *mine, const struct quick_row *wish)
{
    struct value *invites = new_list(rq->arena);
    for (int i = 0; i < mine->n && value_n(invites) < MOST_INVITES; i++) {
        const struct game_row *game = &mine->row[i];
        struct value *invite = quick_is_alone(wish, game) ? NULL : invite_to_model(rq, game, person->id);
        if (invite)
            add(invites, put(put_text(model_card(rq, game), K_url, url_invite(rq->arena, game->id, person->name)), K_text, get(invite, K_text)));
    }
    return invites;
}

static bool add_invites(struct req *rq, const struct person *person, const struct game_list *mine, struct value *model, struct err *err)
{
    struct quick_row wish = {.person = rq->who.id};
    if (mine->n && !store_quick_wish(rq->db, rq->arena, rq->who.id, &wish, err))
        return false;
    struct value *invites = invites_model(rq, person, mine, &wish);
    put(put_bool(model, K_has_invites, value_n(invites) > 0), K_invites, invites);
    return true;
}

static void add_results(const struct req *rq, const struct record *record, struct value *model)
{
    struct value *results = results_model(rq, record, true), *bot_results = results_model(rq, record, false);
    put(put_bool(model, K_has_results, value_n(results) > 0), K_results, results);
    put(put_bool(model, K_has_bot_results, value_n(bot_results) > 0), K_bot_results, bot_results);
}

/* A member who is not that one may follow, block, and undo both. */
static struct value *who_model(const struct req *rq, const struct profile *profile)
{
    const struct person *person = &profile->person;
    struct value *who = put_bool(put_text(new_object(rq->arena), K_name, person->name), K_me, person->id == rq->who.id);
    put_text(who, K_about, *person->about ? person->about : NULL);
    put_text(put(who, K_joined, model_time(rq, person->created)), K_since, model_date(rq, rq->who.zone, person->created));
    put_bool(who, K_program, name_is_program(person->name));
    bool me = person->id == rq->who.id;
    put_text(who, K_seen_by, !me || profile->kind == PROFILE_PUBLIC ? NULL
        : req_words(rq, profile->kind == PROFILE_MEMBERS ? N_("Only members can see this page.") : N_("Only you can see this page.")));
    put_bool(put_bool(who, K_followed, profile->followed), K_blocked, profile->blocked);
    put_bool(who, K_can_follow, req_signed_in(rq) && !me);
    put_text(who, K_people_url, url_person(rq->arena, person->name));
    put_text(who, K_report_url, arena_printf(rq->arena, "%s/report", url_person(rq->arena, person->name)));
    return put_text(who, K_settings_url, "/settings");
}

/* Games against bots are listed nowhere, also not on this page: who plays them is told so. */
static bool add_alone(struct req *rq, const struct person *person, struct value *model, struct err *err)
{
    struct alone_games alone = {.many = 0};
    if (person->id == rq->who.id && !store_alone_games(rq->db, rq->arena, person->id, &alone, err))
        return false;
    const struct text_value n = {"n", NULL, alone.many};
    put_text(model, K_alone, alone.many ? req_fill(rq, N_("{n:One game|# games} against bots, which only you can see"), &n, 1) : NULL);
    return true;
}

bool page_person(struct req *rq, struct res *rs, struct err *err)
{
    struct profile profile;
    struct game_list list[LISTS + 1];
    struct record record;
    struct speed speed;
    if (!store_profile(rq->db, rq->arena, rq->part[0] ? rq->part[0] : "", rq->who.id, &profile, err))
        return false;
    const struct person *person = &profile.person;
    if (profile.kind == PROFILE_MEMBERS && !req_signed_in(rq))
        return err_fail(err, ERR_SIGN_IN, NULL, NULL, "a profile for members");
    struct game_filter filter[LISTS + 1];
    static const enum game_status status[LISTS] = {[RUNNING] = GAME_RUNNING, [OPEN] = GAME_OPEN, [OVER] = GAME_OVER};
    for (int i = 0; i < LISTS; i++)
        filter[i] = (struct game_filter){.person = rq->who.id, .of = person->id, .most = MOST_GAMES, .has_status = true, .status = status[i]};
    filter[MINE] = (struct game_filter){.person = rq->who.id, .mine = true, .most = MOST_GAMES, .has_status = true, .status = GAME_OPEN};
    bool invites = req_signed_in(rq) && person->id != rq->who.id && !profile.blocked;
    if (!store_game_lists(rq->db, rq->arena, filter, LISTS + invites, list, err) || !store_record(rq->db, rq->arena, person->id, &record, err) ||
        !store_speed(rq->db, person->id, &speed, err) || !blocks_load(rq, err) || !doors_load(rq, NULL, &list[OPEN], 1, err))
        return false;
    struct value *model = put(new_object(rq->arena), K_person, who_model(rq, &profile));
    put_text(model, K_speed, speed_words(rq, &speed));
    add_results(rq, &record, model);
    add_games(rq, person->id, list, model);
    const struct game_list none = {.n = 0};
    return add_invites(rq, person, invites ? &list[MINE] : &none, model, err) && person_add_ratings(rq, person, model, err) && add_alone(rq, person, model, err) && res_page(rq, rs, "person", model);
}

/* Feeds: a person's own at a secret URL, without signing in, and the feed of a table. */
#include "config.h"

#include <string.h>

#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/http/req.h"
#include "cgi/mail/mail.h"
#include "cgi/model/model.h"
#include "cgi/model/own.h"
#include "cgi/pages/feed.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/ics.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { WAITING_MOST = 40, KEPT_MOST = 10, ENDED_MOST = 20, VOTES_MOST = 10, MOVES_MOST = 40 };

/* ---- one's own ---- */

/* Anybody with the address reads what its owner may read, in the owner's language and time zone. */
static bool reader(struct req *rq, int64_t *since, struct err *err)
{
    struct person person = {0};
    if (!token_shaped(rq->part[0]))
        return err_fail(err, ERR_GONE, NULL, NULL, "not a token");
    if (!store_feed_person(rq->db, rq->arena, rq->part[0], &person, since, err))
        return false;
    rq->who = (struct visitor){.id = person.id, .name = person.name, .lang = person.lang, .zone = person.zone};
    if (languages_know(&rq->service->languages, person.lang))
        rq->words = languages_words(&rq->service->languages, person.lang);
    return true;
}

static const char *titled_as(const struct req *rq, const char *sentence, const char *rules_id, int64_t id)
{
    const struct text_value title = {"game", table_title(rq->arena, rq->words->cat, rules_id, id), 0};
    return req_fill(rq, sentence, &title, 1);
}

static const char *titled(const struct req *rq, const char *sentence, const struct game_row *game)
{
    return titled_as(rq, sentence, game->rules_id, game->id);
}

/* "1. Anna, 81 points" and so on, a line each; or why there is no result. */
static const char *result_words(const struct req *rq, const struct game_row *game)
{
    const char *no_result = game_no_result_words(game);
    struct sb out;
    if (no_result)
        return req_words(rq, no_result);
    sb_init(&out, rq->arena);
    for (int rank = 1; rank <= game->n_seats; rank++)
        for (int s = 0; s < game->n_seats; s++) {
            const struct seat_row *seat = &game->seat[s];
            if (seat->rank != rank || !seat->name)
                continue;
            sb_addf(&out, "%s%d. %s, %s", out.length ? "\n" : "", rank, name_shown(rq->words->cat, seat->name),
                    score_words(rq->arena, rq->words->cat, game->rules, seat->points));
        }
    return out.text;
}

static struct feed_entry *add_about(const struct req *rq, struct feed *feed, const struct game_row *game, const char *what,
                                    const char *sentence)
{
    struct feed_entry *entry = feed_add(feed);
    if (entry)
        *entry = (struct feed_entry){.title = titled(rq, sentence, game), .link = url_table(rq->arena, game->id),
                                     .id = arena_printf(rq->arena, "%s#%s", url_table(rq->arena, game->id), what)};
    return entry;
}

static void add_waiting(const struct req *rq, struct feed *feed, const struct game_row *game)
{
    int seat = game_seat_of(game, rq->who.id);
    if (seat == NO_SEAT)
        return;
    const struct seat_row *row = &game->seat[seat];
    const struct text_value due = {"moment", model_exact(rq, row->clock.deadline), 0};
    struct feed_entry *entry = add_about(rq, feed, game, arena_printf(rq->arena, "asked-%d", row->awaited_ply),
                                         row->clock.in_window ? N_("Your answer in {game}") : N_("Your turn in {game}"));
    if (!entry)
        return;
    entry->at = row->awaited_since;
    entry->text = row->clock.deadline ? req_fill(rq, N_("Your time runs out: {moment}."), &due, 1) : NULL;
}

static void add_kept(const struct req *rq, struct feed *feed, const struct game_row *game)
{
    struct feed_entry *entry = add_about(rq, feed, game, "kept", N_("Invitation: {game}"));
    if (entry)
        entry->at = game->created;
}

static void add_over(const struct req *rq, struct feed *feed, const struct game_row *game)
{
    struct feed_entry *entry = add_about(rq, feed, game, "over", N_("{game} is over"));
    if (!entry)
        return;
    entry->at = game->over;
    entry->text = result_words(rq, game);
}

static void add_vote(const struct req *rq, struct feed *feed, const struct vote_row *vote)
{
    struct feed_entry *entry = feed_add(feed);
    const char *url = url_table(rq->arena, vote->game);
    if (entry)
        *entry = (struct feed_entry){.at = vote->asked, .link = url,
            .title = titled_as(rq, N_("End {game} without a result?"), vote->rules_id, vote->game),
            .id = arena_printf(rq->arena, "%s#vote-%lld", url, (long long)vote->asked),
            .text = model_ask_end(rq, vote->names, vote->n_names)};
}

static const char *question_id(const struct req *rq, const struct question_row *question)
{
    return arena_printf(rq->arena, "%s-%lld", question->what, (long long)question->asked);
}

static void add_question(const struct req *rq, struct feed *feed, const struct question_row *question)
{
    struct feed_entry *entry = feed_add(feed);
    const char *url = url_table(rq->arena, question->game);
    if (entry)
        *entry = (struct feed_entry){.at = question->asked, .link = url,
            .title = titled_as(rq, N_("A question to you in {game}"), question->rules_id, question->game),
            .id = arena_printf(rq->arena, "%s#%s", url, question_id(rq, question)), .text = own_question(rq, question->what, question->asker)};
}

bool page_feed_games(struct req *rq, struct res *rs, struct err *err)
{
    enum { WAITING, KEPT, ENDED, LISTS };
    static void (*const add[LISTS])(const struct req *, struct feed *, const struct game_row *) = {
        [WAITING] = add_waiting, [KEPT] = add_kept, [ENDED] = add_over};
    int64_t since;
    if (!reader(rq, &since, err))
        return false;
    const struct game_filter filters[LISTS] = {
        [WAITING] = {.person = rq->who.id, .awaiting = true, .most = WAITING_MOST},
        [KEPT] = {.person = rq->who.id, .kept = true, .most = KEPT_MOST},
        [ENDED] = {.person = rq->who.id, .mine = true, .has_status = true, .status = GAME_OVER, .most = ENDED_MOST},
    };
    struct game_list list[LISTS] = {0};
    struct vote_row *votes;
    struct question_row *questions;
    int n_votes, n_questions;
    if (!store_game_lists(rq->db, rq->arena, filters, LISTS, list, err) ||
        !store_votes(rq->db, rq->arena, rq->who.id, VOTES_MOST, &votes, &n_votes, err) ||
        !store_questions(rq->db, rq->arena, rq->who.id, VOTES_MOST, &questions, &n_questions, err))
        return false;
    const struct text_value name = {"name", rq->who.name, 0};
    struct feed *feed = arena_alloc(rq->arena, sizeof(*feed));
    *feed = (struct feed){.since = since, .page = "/", .title = req_fill(rq, N_("Ridotto: games of {name}"), &name, 1),
                          .id = arena_printf(rq->arena, "%s#games", url_person(rq->arena, rq->who.name))};
    for (int l = 0; l < LISTS; l++)
        for (int i = 0; i < list[l].n; i++)
            if (!list[l].row[i].apart)
                add[l](rq, feed, &list[l].row[i]);
    for (int i = 0; i < n_votes; i++)
        add_vote(rq, feed, &votes[i]);
    for (int i = 0; i < n_questions; i++)
        add_question(rq, feed, &questions[i]);
    return feed_answer(rq, rs, feed, err);
}

/* A moment at which something about a table is over; @id: of it at that table. */
static void add_event(struct req *rq, struct sb *out, int64_t game, const char *id, int64_t since, int64_t at, const char *summary)
{
    ics_line(out, "BEGIN", "VEVENT");
    ics_line(out, "UID", arena_printf(rq->arena, "game-%lld-%s@%s", (long long)game, id, mail_host(&rq->service->set, rq->arena)));
    ics_moment(out, "DTSTAMP", since);
    ics_moment(out, "DTSTART", at);
    ics_line(out, "TRANSP", "TRANSPARENT");
    ics_text(out, "SUMMARY", summary);
    ics_line(out, "URL", arena_printf(rq->arena, "%s%s", rq->service->set.url, url_table(rq->arena, game)));
    ics_line(out, "END", "VEVENT");
}

static void add_deadline(struct req *rq, struct sb *out, const struct game_row *game)
{
    int seat = game_seat_of(game, rq->who.id);
    if (seat == NO_SEAT || !game->seat[seat].clock.deadline)
        return;
    const struct seat_row *row = &game->seat[seat];
    add_event(rq, out, game->id, arena_printf(rq->arena, "%d-%d", seat, row->awaited_ply), row->awaited_since, row->clock.deadline,
              titled(rq, N_("{game}: your time runs out"), game));
}

/* When it is asked no more. */
static void add_question_ends(struct req *rq, struct sb *out, const struct question_row *question)
{
    const struct text_value values[] = {{"game", table_title(rq->arena, rq->words->cat, question->rules_id, question->game), 0},
                                        {"question", own_question(rq, question->what, question->asker), 0}};
    add_event(rq, out, question->game, question_id(rq, question), question->asked, question->until,
              req_fill(rq, N_("{game}: the question ends ({question})"), values, 2));
}

bool page_feed_deadlines(struct req *rq, struct res *rs, struct err *err)
{
    int64_t since;
    struct game_row *games;
    struct question_row *questions;
    int n, n_questions;
    if (!reader(rq, &since, err))
        return false;
    const struct game_filter filter = {.person = rq->who.id, .awaiting = true, .most = WAITING_MOST};
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err) ||
        !store_questions(rq->db, rq->arena, rq->who.id, VOTES_MOST, &questions, &n_questions, err))
        return false;
    const struct text_value name = {"name", rq->who.name, 0};
    sb_clear(&rs->body);
    ics_line(&rs->body, "BEGIN", "VCALENDAR");
    ics_line(&rs->body, "VERSION", "2.0");
    ics_line(&rs->body, "PRODID", "-//Ridotto//Deadlines//EN");
    ics_line(&rs->body, "METHOD", "PUBLISH");
    ics_line(&rs->body, "REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
    ics_line(&rs->body, "X-PUBLISHED-TTL", "PT1H");
    ics_text(&rs->body, "X-WR-CALNAME", req_fill(rq, N_("Ridotto: deadlines of {name}"), &name, 1));
    for (int i = 0; i < n; i++)
        add_deadline(rq, &rs->body, &games[i]);
    for (int i = 0; i < n_questions; i++)
        add_question_ends(rq, &rs->body, &questions[i]);
    ics_line(&rs->body, "END", "VCALENDAR");
    return res_tagged(rq, rs, "text/calendar; charset=utf-8");
}

/* ---- a table's ----
 * Shows what a visitor without an account may read. Nobody is signed in here, so no player's own cards are shown. */

static const char *with_key(const struct req *rq, const char *path)
{
    const char *key = req_field(&rq->query, "key");
    struct sb out;
    if (!key)
        return path;
    sb_init(&out, rq->arena);
    sb_addf(&out, "%s?key=", path);
    sb_add_url_part(&out, key);
    return out.text;
}

static void add_move(const struct req *rq, struct feed *feed, const struct game_row *game, const struct people *people,
                     const struct move_row *move)
{
    struct value *texts = new_list(rq->arena);
    struct sb words;
    model_events(rq, game, people, move, NO_SEAT, texts, NULL);
    sb_init(&words, rq->arena);
    for (size_t i = 0; i < value_n(texts); i++)
        sb_addf(&words, "%s%s", i ? " " : "", text_of(value_at(texts, i)));
    struct feed_entry *entry = words.length ? feed_add(feed) : NULL;
    if (!entry)
        return;
    const struct people then = model_people_then(people, move->ply);
    const char *url = url_history(rq->arena, game->id, move->ply);
    *entry = (struct feed_entry){.at = move->at, .id = url, .link = with_key(rq, url), .title = words.text,
                                 .author = move->seat == NO_SEAT ? NULL : then.name[move->seat]};
}

static void add_incident(const struct req *rq, struct feed *feed, const struct game_row *game, const struct incident_row *incident)
{
    struct sb words;
    sb_init(&words, rq->arena);
    incident_text(&words, rq->words->cat, game, incident);
    struct feed_entry *entry = words.length ? feed_add(feed) : NULL;
    const char *url = url_table(rq->arena, game->id);
    if (entry)
        *entry = (struct feed_entry){.at = incident->at, .link = with_key(rq, url), .title = words.text,
            .id = arena_printf(rq->arena, "%s#%s-%lld", url, incident->kind, (long long)incident->at)};
}

bool page_feed_table(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct table_rows rows;
    struct head_rows head;
    req_choose_words_asked(rq); /* the page that links to the feed has put its language there */
    if (!model_game_id(rq, &id, err) ||
        !store_table(rq->db, rq->arena, id, 0, (struct newest){.moves = MOVES_MOST}, &rows, err) ||
        !model_may_see(rq, &rows.game, err) || !store_head(rq->db, rq->arena, &rows.game, MOVES_MOST, &head, err))
        return false;
    const struct people people = model_people(rq, &rows.game, &rows.incidents);
    const char *url = url_table(rq->arena, id);
    struct feed *feed = arena_alloc(rq->arena, sizeof(*feed));
    *feed = (struct feed){.since = rows.game.created, .id = url, .page = with_key(rq, url),
                          .title = table_title(rq->arena, rq->words->cat, rows.game.rules_id, id)};
    if (rows.game.status == GAME_OVER)
        add_over(rq, feed, &rows.game);
    for (int i = head.n_moves - 1; i >= 0; i--)
        add_move(rq, feed, &rows.game, &people, &head.moves[i]);
    for (int i = rows.incidents.n - 1; i >= 0; i--)
        add_incident(rq, feed, &rows.game, &rows.incidents.row[i]);
    return feed_answer(rq, rs, feed, err);
}

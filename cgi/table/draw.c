#include "config.h"

#include "cgi/table/draw.h"

#include <string.h>

#include "cgi/model/board.h"
#include "cgi/model/choose.h"
#include "cgi/words/phrases.h"
#include "cgi/http/live.h"
#include "cgi/table/company.h"
#include "cgi/table/invite.h"
#include "cgi/table/live_model.h"
#include "cgi/table/orders.h"
#include "cgi/table/seats.h"
#include "cgi/base/url.h"
#include "cgi/play/fold.h"
#include "cgi/play/play.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const int64_t MINUTE = 60 * INT64_C(1000000);

enum {
    LOG_MOVES = 40,    /* the newest moves that are shown beside the board */
    CHAT_LINES = 30,   /* likewise */
    SINCE_LINES = 30,  /* sentences under "since you were here" */
    SINCE_OPEN = 6,    /* those of them that are not folded away */
    SINCE_ASKED = 3,   /* the same for a reader who is asked something: on a phone the question has to be in sight */
    NEWS_LINES = 4,    /* sentences about what happened while the page was open */
    HERE_SECONDS = 60, /* a player seen this long ago counts as here */
    NO_PLY = -2
};

/* One drawing of the table page. */
struct drawing {
    struct req *rq;
    struct table table;
    struct people people;
    struct choose choose;
    bool may_move;             /* some move is open to this visitor */
    const char *problem;       /* in words; NULL: none */
    const struct move *tried;  /* the refused move, or NULL */
    bool done;                 /* shown to a player who has just handed in a turn */
    const struct typed *typed; /* into one of the forms below the board, and not taken; NULL: nothing */
    const void *before;        /* where the board is otherwise than here, it is marked; NULL: nowhere */
};

/* ---- what is asked ---- */

static bool awaits_me(const struct drawing *s)
{
    const struct table *t = &s->table;
    return t->game.status == GAME_RUNNING && !t->game.paused && t->seat != NO_SEAT
        && (t->game.awaits & SEAT_BIT(t->seat)) && !t->game.seat[t->seat].resigned;
}

/* The turn is played out in the draft, and only its confirmation is missing. */
static bool waits_for_confirm(const struct drawing *s)
{
    const struct table *t = &s->table;
    return awaits_me(s) && t->draft.n > 0 && !(t->game.rules->awaits(t->state) & SEAT_BIT(t->seat));
}

static int first_awaited(const struct game_row *game)
{
    for (int seat = 0; seat < game->n_seats; seat++)
        if (game->awaits & SEAT_BIT(seat))
            return seat;
    return NO_SEAT;
}

static const char *names_of(const struct drawing *s, seatmask seats)
{
    struct sb out;
    sb_init(&out, s->rq->arena);
    for (int seat = 0; seat < s->people.n; seat++)
        if (seats & SEAT_BIT(seat)) {
            sb_add(&out, out.length > 0 ? req_words(s->rq, N_(", ")) : "");
            sb_add(&out, s->people.name[seat]);
        }
    return out.text;
}

static const char *sentence_open(const struct drawing *s)
{
    struct text_value free_seats = {"n", NULL, 0};
    for (int seat = 0; seat < s->table.game.n_seats; seat++)
        free_seats.number += !s->table.game.seat[seat].name;
    if (free_seats.number == 0)
        return req_words(s->rq, N_("Everybody is here: the game can start."));
    return req_fill(s->rq, N_("Waiting for {n:one more player|# more players}."), &free_seats, 1);
}

static const char *sentence_over(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    seatmask winners = 0;
    int points = 0, n = 0;
    for (int seat = 0; seat < game->n_seats; seat++)
        if (game->seat[seat].rank == 1) {
            n++;
            winners |= SEAT_BIT(seat);
            points = game->seat[seat].points;
        }
    const char *early = seats_over_words(s->rq, game, names_of(s, winners), points);
    if (early)
        return early;
    const char *score = score_words(s->rq->arena, s->rq->words->cat, game->rules, points);
    const struct text_value value[] = {{"name", names_of(s, winners), 0}, {"score", score, 0}};
    return req_fill(s->rq, n > 1 ? N_("The game is over. {name} share the victory with {score} each.")
                                    : N_("The game is over. {name} has won with {score}."), value, 2);
}

static const char *sentence_paused(const struct drawing *s)
{
    const struct text_value time = {"time", model_span(s->rq, s->rq->now - s->table.game.paused), 0};
    return req_fill(s->rq, N_("The house has paused this table {time} ago. No clock goes, and nothing is played until it goes on."),
                       &time, 1);
}

static const char *sentence_running(const struct drawing *s)
{
    const struct table *t = &s->table;
    if (t->game.paused)
        return sentence_paused(s);
    bool mine = awaits_me(s);
    if (waits_for_confirm(s)) {
        const struct text_value name = {"name", s->people.name[t->seat], 0};
        return req_fill(s->rq, t->game.rules->awaits(t->state) ? N_("{name}, confirm your turn.")
                                                                  : N_("{name}, confirm your turn: with it the game ends."),
                           &name, 1);
    }
    int seat = mine ? t->seat : first_awaited(&t->game);
    struct asked asked = seat == NO_SEAT ? (struct asked){0} : t->game.rules->words->asks(mine ? t->state : t->head, seat);
    const char *what = mine ? asked.imperative : asked.doing;
    int64_t waited = seat == NO_SEAT ? 0 : s->rq->now - t->game.seat[seat].awaited_since;
    const struct text_value value[] = {{"name", mine ? s->people.name[seat] : names_of(s, t->game.awaits), 0},
                                       {"what", what ? req_words(s->rq, what) : "", 0},
                                       {"time", model_span(s->rq, waited), 0}};
    if (mine)
        return req_fill(s->rq, what ? N_("{name}, {what}.") : N_("{name}, it is your turn."), value, 2);
    if (waited < MINUTE)
        return req_fill(s->rq, what ? N_("Waiting for {name} ({what}).") : N_("Waiting for {name}."), value, 2);
    return req_fill(s->rq, what ? N_("Waiting for {name} ({what}), since {time}.")
                                   : N_("Waiting for {name}, since {time}."), value, 3);
}

static struct json_object *asked_model(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    int seat = awaits_me(s) ? s->table.seat : first_awaited(game);
    bool running = game->status == GAME_RUNNING, one = running && seat != NO_SEAT && game->awaits == SEAT_BIT(seat);
    struct json_object *asked = jobj(), *clock = awaits_me(s) || one ? model_clock(s->rq, game, seat) : NULL;
    jset(asked, "sentence", jstr(game->status == GAME_OPEN ? sentence_open(s)
                                 : running ? sentence_running(s) : sentence_over(s)));
    jset(asked, "mine", jbool(awaits_me(s)));
    jset(asked, "over", jbool(game->status == GAME_OVER));
    jset(asked, "stands", json_object_get(jget(clock, "stands")));
    jset(asked, "clock", awaits_me(s) ? json_object_get(clock) : NULL);
    json_object_put(clock);
    return jset(asked, "since", running && !game->paused && seat != NO_SEAT ? model_time(s->rq, game->seat[seat].awaited_since) : NULL);
}

/* ---- since you were here, the log ---- */

/* Chooses the newest lines of a weight, as long as there is room; returns how much is left. */
static size_t choose_lines(const struct json_object *lines, size_t from, enum event_weight weight, size_t room, bool *open)
{
    for (size_t i = json_object_array_length(lines); i > from && room > 0; i--)
        if (jget_int(json_object_array_get_idx(lines, i - 1), "weight") == weight) {
            open[i - 1] = true;
            room--;
        }
    return room;
}

/* So that what is asked stays in sight, of many lines only those that matter most lie open, and fewest for who is asked; of a game
 * that is over none of those that its result says as well. */
static void split_since(const struct drawing *s, struct json_object *since, struct json_object *lines)
{
    struct json_object *moves = jarr(), *folded = jarr();
    size_t n = json_object_array_length(lines), from = n > SINCE_LINES ? n - SINCE_LINES : 0;
    size_t most = awaits_me(s) && !jget_bool(since, "own") ? SINCE_ASKED : SINCE_OPEN;
    bool *open = arena_array(s->rq->arena, n + 1, sizeof(*open)), few = n <= most + 1;
    size_t room = choose_lines(lines, from, EVENT_WEIGHTY, few ? n : most, open);
    room = choose_lines(lines, from, EVENT_PLAIN, room, open);
    if (few && !awaits_me(s) && s->table.game.status != GAME_OVER)
        choose_lines(lines, from, EVENT_MINOR, room, open);
    for (size_t i = from; i < n; i++) {
        struct json_object *line = json_object_array_get_idx(lines, i);
        bool dealt = jget_int(line, "ply") == 0 && jget_int(line, "weight") == EVENT_MINOR; /* the log tells it */
        if (open[i] || !dealt)
            jadd(open[i] ? moves : folded, json_object_get(line));
    }
    jset(since, "n_folded", jint((int64_t)json_object_array_length(folded)));
    jset(since, "folded", folded);
    jset(since, "has_moves", jbool(json_object_array_length(moves) > 0));
    jset(since, "moves", moves);
}

/* What others have done for the reader, however small, and what came of the reader's own move is shown; and what the reader's own
 * step was, when nothing else is to be shown (@alone) and the same person is asked again: a page that looks as before would be pressed once more. */
static int64_t weight_since(const struct drawing *s, const struct move_row *move, bool first, bool alone, struct json_object *told)
{
    int64_t weight = jget_int(told, "weight");
    bool own = move->seat == s->table.seat, for_reader = own && first && (alone || strcmp(move->cause, "person") != 0);
    return for_reader || (own && weight == EVENT_PLAIN) || weight == EVENT_LASTING ? EVENT_WEIGHTY : weight;
}

/* What stands beside the question is not told once more above it; older events of the kind are. */
static void mark_told(const struct json_object *told, struct json_object *lines)
{
    for (size_t k = 0; told && k < json_object_array_length(told); k++)
        for (size_t i = json_object_array_length(lines); i > 0; i--) {
            struct json_object *line = json_object_array_get_idx(lines, i - 1);
            if (strcmp(jget_str(line, "event"), json_object_get_string(json_object_array_get_idx(told, k))) == 0) {
                jset(line, "weight", jint(EVENT_MINOR));
                break;
            }
        }
}

/* Is it what others, or the clock, have done? Misses are told with the moves they led to, a vote beside the
 * question until somebody refuses. */
static bool is_news(const struct drawing *s, const struct incident_row *incident)
{
    static const struct { const char *kind; bool of_oneself; } told[] = {
        {"excused", true}, {"opened", true}, {"returned", false}, {"taken_over", false}, {"resigned", false},
        {"declined_end", false}, {"outage", true},
        {"handed_over", true}, {"paused", true}, {"went_on", true}};
    for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
        if (!strcmp(told[i].kind, incident->kind))
            return told[i].of_oneself || incident->seat != s->table.seat;
    return false;
}

/* What happened beside the moves, after that of @ply and before the next. */
static void add_incidents(const struct drawing *s, int ply, struct json_object *lines)
{
    const struct table *t = &s->table;
    for (int i = 0; i < t->incidents.n; i++) {
        const struct incident_row *row = &t->incidents.row[i];
        if (row->ply != ply || !is_news(s, row))
            continue;
        struct json_object *line = model_mover(s->rq, &t->game, row->seat);
        struct sb text;
        sb_init(&text, s->rq->arena);
        incident_text(&text, s->rq->words->cat, &t->game, row);
        jset(jset(jset(line, "text", jstr(text.text)), "pictures", jarr()), "event", jstr(row->kind));
        jset(jset(line, "weight", jint(EVENT_WEIGHTY)), "ply", jint(ply));
        jset(jset(jset(line, "cause_bot", jbool(false)), "cause_clock", jbool(false)), "cause_order", jbool(false));
        jadd(lines, jset(line, "url", jstr(url_history(s->rq->arena, t->game.id, ply))));
    }
}

/* What others did; or what came of one's own last move, where the dice spoke, or one is asked again. */
static struct json_object *since_model(const struct drawing *s, const struct json_object *told)
{
    const struct table *t = &s->table;
    struct json_object *since = jobj(), *lines = jarr();
    int from = t->n_moves;
    /* What bots and the clock have done for the reader is news. */
    while (t->seat != NO_SEAT && from > 0
           && (t->moves[from - 1].seat != t->seat || strcmp(t->moves[from - 1].cause, "person") != 0))
        from--;
    bool last = t->seat != NO_SEAT && from == t->n_moves && from > 0;
    bool weighs = last && model_matters(&t->game, &t->moves[from - 1], awaits_me(s));
    if (t->seat != NO_SEAT && from > 0 && !weighs)
        add_incidents(s, t->moves[from - 1].ply, lines);
    bool own = weighs || (last && awaits_me(s) && json_object_array_length(lines) == 0);
    for (int i = t->seat == NO_SEAT ? t->n_moves : from - own; i < t->n_moves; i++) {
        struct json_object *texts = jarr(), *more = jarr();
        model_events(s->rq, &t->game, &s->people, &t->moves[i], t->seat, texts, more);
        for (size_t k = 0; k < json_object_array_length(texts); k++) {
            struct json_object *line = model_mover(s->rq, &t->game, t->moves[i].seat);
            jset(line, "text", json_object_get(json_object_array_get_idx(texts, k)));
            struct json_object *event = json_object_array_get_idx(more, k);
            jset(line, "pictures", json_object_get(jget(event, "pictures")));
            jset(line, "event", json_object_get(jget(event, "event")));
            jset(line, "weight", jint(weight_since(s, &t->moves[i], k == 0, own && !weighs, event)));
            jset(line, "ply", jint(t->moves[i].ply));
            model_cause(s->rq, &t->game, &t->incidents, &t->moves[i], line);
            if (k > 0) /* what a move leads to may be others' doing */
                jset(jset(jset(line, "cause_bot", jbool(false)), "cause_clock", jbool(false)), "cause_order", jbool(false));
            jadd(lines, jset(line, "url", jstr(url_history(s->rq->arena, t->game.id, t->moves[i].ply))));
        }
        json_object_put(more);
        json_object_put(texts);
        if (!own)
            add_incidents(s, t->moves[i].ply, lines);
    }
    jset(since, "own", jbool(own));
    jset(since, "first", jbool(!own && from == 0 && t->n_moves > 0 && t->moves[0].ply <= 1));
    mark_told(told, lines);
    split_since(s, since, lines);
    bool any = jget_bool(since, "has_moves") || jget_int(since, "n_folded") > 0;
    jset(since, "chat", jstr(company_new_words(s->rq, &s->table.company)));
    jset(since, "has_any", jbool(any || s->table.company.n_new > 0));
    json_object_put(lines);
    return since;
}

/* The ply that the page showed before, as its script says; NO_PLY: it does not say, or there is no such position. */
static int ply_before(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    int64_t ply;
    return game->status != GAME_OPEN && parse_number(req_field(&s->rq->query, "seen"), 0, game->ply - 1, &ply) ? (int)ply
                                                                                                             : NO_PLY;
}

/* What others, and the reader's own orders, did after that, in some words. */
static const char *news_since(const struct drawing *s, int ply)
{
    const struct table *t = &s->table;
    struct json_object *texts = arena_json(s->rq->arena, jarr());
    struct sb news;
    sb_init(&news, s->rq->arena);
    for (int i = 0; ply != NO_PLY && i < t->n_moves; i++)
        if (t->moves[i].ply > ply && (t->moves[i].seat != t->seat || strcmp(t->moves[i].cause, "person") != 0))
            model_events(s->rq, &t->game, &s->people, &t->moves[i], t->seat, texts, NULL);
    size_t n = json_object_array_length(texts);
    for (size_t i = n > NEWS_LINES ? n - NEWS_LINES : 0; i < n; i++)
        sb_addf(&news, "%s%s", news.length ? " " : "", json_object_get_string(json_object_array_get_idx(texts, i)));
    return news.text;
}

static void add_log(const struct drawing *s, struct json_object *model)
{
    const struct table *t = &s->table;
    struct json_object *turns = model_turns(s->rq, &t->game, &s->people, t->moves, t->n_moves, &t->incidents, t->seat, -1);
    jset(model, "has_log", jbool(json_object_array_length(turns) > 0));
    jset(model, "log_turns", model_reverse_take(turns));
}

/* ---- the draft ---- */

static struct json_object *text_model(const char *text)
{
    return jset(jobj(), "text", jstr(text));
}

/* What the draft brings. What its steps cause otherwise stands among its lines. */
static struct json_object *gains_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    struct json_object *gains = jarr();
    struct standing was, is;
    rules->standing(t->head, &was);
    rules->standing(t->state, &is);
    int gained = is.seat[t->seat].points - was.seat[t->seat].points;
    if (gained > 0)
        jadd(gains, text_model(score_gained(s->rq->arena, s->rq->words->cat, rules, gained)));
    return gains;
}

static const char *step_words(const struct drawing *s, int i)
{
    const struct table *t = &s->table;
    struct move move;
    struct fault fault;
    struct sb out;
    sb_init(&out, s->rq->arena);
    if (move_from_text(t->game.rules->verbs, t->draft.step[i], &move, &fault))
        text_move(&out, s->rq->words->cat, t->game.rules, NULL, &move, s->people.name, s->people.n);
    return out.text;
}

/* The @k-th thing that the draft causes, in words. */
static const char *event_words(const struct drawing *s, int k)
{
    const struct log *log = &s->table.draft_log;
    struct sb out;
    sb_init(&out, s->rq->arena);
    text_event(&out, s->rq->words->cat, s->table.game.rules, &log->event[k], k + 1 < log->n ? &log->event[k + 1] : NULL,
               s->table.seat, s->people.name, s->people.n);
    return out.text;
}

/* Adds what step @i of the draft caused, in words; false when that is nothing. */
static bool add_caused(const struct drawing *s, int i, struct json_object *lines)
{
    const struct table *t = &s->table;
    bool any = false;
    for (int k = i > 0 ? t->draft_told[i - 1] : 0; k < t->draft_told[i]; k++) {
        const char *words = event_words(s, k);
        if (*words)
            jadd(lines, text_model(words));
        any |= *words != '\0';
    }
    return any;
}

/* What of the draft's doings is read once more before the turn is handed in. */
static struct json_object *draft_lasting(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct json_object *lasting = jarr();
    int n = t->draft.n > 0 ? t->draft_told[t->draft.n - 1] : 0;
    for (int k = 0; k < n; k++)
        if (model_weight(t->game.rules, &t->draft_log.event[k]) == EVENT_LASTING)
            jadd(lasting, text_model(event_words(s, k)));
    return lasting;
}

/* The draft as it reads: a step that causes nothing by itself ("Build ...") is told by what follows ("Pay ..."), as in
 * the log; what nothing has followed yet is told as the step it was. */
static struct json_object *draft_lines(const struct drawing *s)
{
    struct json_object *lines = jarr();
    int open = 0;
    for (int i = 0; i < s->table.draft.n; i++)
        if (add_caused(s, i, lines))
            open = i + 1;
    for (int i = open; i < s->table.draft.n; i++)
        jadd(lines, text_model(step_words(s, i)));
    return lines;
}

static struct json_object *draft_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct json_object *draft = jobj(), *steps = jarr(), *lasting = draft_lasting(s);
    for (int i = 0; i < t->draft.n; i++)
        jadd(steps, jset(text_model(step_words(s, i)), "step", jstr(t->draft.step[i])));
    jset(draft, "lines", draft_lines(s));
    jset(draft, "active", jbool(t->draft.n > 0));
    jset(draft, "ply", jint(t->game.ply));
    jset(draft, "n", jint(t->draft.n));
    jset(draft, "can_back", jbool(t->draft.n > 0));
    jset(draft, "can_confirm", jbool(waits_for_confirm(s)));
    jset(draft, "asks", jbool(json_object_array_length(lasting) > 0));
    jset(draft, "lasting", lasting);
    jset(draft, "gains", t->draft.n > 0 ? gains_model(s) : jarr());
    return jset(draft, "steps", steps);
}

/* ---- what can be done ---- */

/* Lists the moves of the visitor and narrows them by the query, or to what was refused. */
static void prepare_choice(struct drawing *s)
{
    const struct table *t = &s->table;
    if (t->game.status != GAME_RUNNING || t->game.paused || t->seat == NO_SEAT || !t->game.rules
        || t->game.seat[t->seat].resigned)
        return;
    struct move_list *list = fold_moves(s->rq->arena);
    s->may_move = t->game.rules->moves(t->state, t->seat, list) > 0;
    s->choose = (struct choose){.arena = s->rq->arena, .cat = s->rq->words->cat, .rules = t->game.rules, .state = t->state,
                                .seat = t->seat, .list = list, .people = s->people.name, .n_people = s->people.n,
                                .url = url_table(s->rq->arena, t->game.id), .tried = s->tried};
    choose_start(&s->choose);
    if (s->tried && s->may_move)
        choose_like(&s->choose, s->tried);
    else if (s->may_move)
        choose_query(&s->choose, s->rq->query.field, s->rq->query.n);
}

static struct json_object *legal_model(const struct drawing *s)
{
    struct json_object *legal = jarr();
    for (int i = 0; s->may_move && i < s->choose.list->n; i++) {
        char text[MOVE_TEXT];
        move_to_text(s->choose.rules->verbs, move_at(s->choose.list, i), text);
        jadd(legal, jstr(text));
    }
    return legal;
}

/* ---- players and seats ---- */

static bool is_here(const struct drawing *s, int seat)
{
    const struct seat_row *row = &s->table.game.seat[seat];
    return row->person && row->seen > s->rq->now - HERE_SECONDS * INT64_C(1000000);
}

static struct json_object *players_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct json_object *players = jarr();
    struct standing standing = {0};
    if (t->game.rules && t->state)
        t->game.rules->standing(t->state, &standing);
    for (int seat = 0; seat < t->game.n_seats; seat++) {
        bool awaited = t->game.status == GAME_RUNNING && (t->game.awaits & SEAT_BIT(seat));
        const char *doing = awaited ? t->game.rules->words->asks(t->head, seat).doing : NULL;
        struct json_object *player = model_seat(s->rq, &t->game, seat);
        int points = t->game.status == GAME_RUNNING ? standing.seat[seat].points : t->game.seat[seat].points;
        jset(player, "points", jint(points));
        model_score(s->rq, &t->game, points, player);
        if (t->game.status != GAME_OVER)
            jset(player, "rank", NULL);
        jset(player, "current", jbool(awaited));
        jset(player, "here", jbool(is_here(s, seat)));
        jset(player, "waits_since", awaited ? model_time(s->rq, t->game.seat[seat].awaited_since) : NULL);
        jset(player, "to_move_text", jstr(awaited ? req_words(s->rq, doing ? doing : N_("to move")) : NULL));
        jset(player, "clock", model_clock(s->rq, &t->game, seat));
        jset(player, "away", seats_away_model(s->rq, &t->game, seat));
        jset(player, "has_stats", jbool(false));
        jset(player, "stats", jarr());
        jadd(players, player);
    }
    return players;
}

/* How many look on; who they are is nobody's business. */
static struct json_object *watchers_model(const struct drawing *s)
{
    const struct text_value n = {"n", NULL, live_watching(s->rq->service->live, s->table.game.id)};
    struct json_object *watchers = jset(jobj(), "n", jint(n.number));
    return jset(watchers, "text", jstr(n.number ? req_fill(s->rq, N_("{n:One is watching|# are watching}"), &n, 1) : ""));
}

/* Before the start: who sits where, and what the visitor can do about each seat. */
static void add_seats(const struct drawing *s, struct json_object *model)
{
    const struct game_row *game = &s->table.game;
    int64_t me = s->rq->who.id;
    bool owner = me && game->owner == me;
    int mine = me ? game_seat_for(game, me) : NO_SEAT, n_free = 0;
    struct json_object *seats = jarr();
    for (int seat = 0; seat < game->n_seats; seat++) {
        const struct seat_row *row = &game->seat[seat];
        bool empty = row->person == 0 && !row->bot;
        struct json_object *ref = model_seat(s->rq, game, seat);
        jset(ref, "here", jbool(is_here(s, seat)));
        jset(ref, "can_sit", jbool(seat == mine));
        jset(ref, "can_decline", jbool(me && row->kept_for == me));
        jset(ref, "can_bot", jbool(owner && empty && !row->kept_for));
        jset(ref, "can_free", jbool(owner && (row->bot || row->kept_for)));
        jset(ref, "can_leave", jbool(row->person && row->person == me));
        jadd(seats, ref);
        n_free += empty;
    }
    jset(model, "seats", seats);
    jset(model, "can_sit", jbool(mine != NO_SEAT));
    jset(model, "can_start", jbool(owner));
    jset(model, "has_free", jbool(n_free > 0));
    jset(model, "needs_sign_in", jbool(!me && game_seat_for(game, 0) != NO_SEAT));
    jset(model, "sign_in_url", jstr(url_sign_in(s->rq->arena, s->rq->target)));
    jset(model, "join_url", jstr(url_join(s->rq->arena, s->rq->target)));
}

/* ---- after a turn ---- */

/* The first ply of the newest turn of the visitor that the page knows, or 0. */
static int last_turn_began(const struct table *t)
{
    int i = t->n_moves;
    while (i > 0 && t->moves[i - 1].seat != t->seat)
        i--;
    while (i > 0 && t->moves[i - 1].seat == t->seat)
        i--;
    return i < t->n_moves ? t->moves[i].ply : 0;
}

/* What the board is compared with: the head for a draft; before one's turn when it has just been handed in, or what the
 * page showed before, which costs another trip. */
static bool find_before(struct drawing *s, struct err *err)
{
    const struct table *t = &s->table;
    int began = s->done ? last_turn_began(t) : 0, seen = ply_before(s);
    if (t->draft.n > 0)
        s->before = t->head;
    if (began == 0 && (seen == NO_PLY || s->before))
        return true;
    if (play_state_at(s->rq->db, s->rq->arena, &t->game, began ? began - 1 : seen, &s->before, err))
        return true;
    /* The position of then is only for comparing: when it cannot be had any more, that goes to the operator, not to the reader. */
    if (err->code != ERR_INTERNAL)
        return false;
    s->rq->failed = *err;
    *err = (struct err){0};
    s->before = NULL;
    return true;
}

/* Which other game waits, and after a turn of one's own who is next in this one. */
static struct json_object *done_model(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    const struct next_game *next = &s->table.next;
    const struct game_row other = {.id = next->id, .rules_id = next->rules_id};
    struct json_object *done = jset(jobj(), "active", jbool(s->done));
    jset(done, "next_name", game->status == GAME_RUNNING ? jstr(names_of(s, game->awaits)) : NULL);
    jset(done, "next_game_url", next->id ? jstr(url_table(s->rq->arena, next->id)) : NULL);
    jset(done, "next_game_title", next->id ? jstr(table_title(s->rq->arena, other.rules_id, other.id)) : NULL);
    const struct text_value n = {"n", NULL, next->n};
    const char *words = next->n ? req_fill(s->rq, N_("{n:Another game waits|# other games wait} for you"), &n, 1) : NULL;
    return jset(done, "others", awaits_me(s) || s->done ? NULL : jstr(words));
}

/* ---- the page ---- */

/* For a reader who is asked nothing; a draft that cannot be gone on with is still drawn. */
static struct json_object *inactive_choose(void)
{
    struct json_object *choose = jset(jobj(), "active", jbool(false));
    jset(choose, "ends", NULL);
    return jset(choose, "has_crumbs", jbool(false));
}

/* Is there anything but the end of the turn? */
static bool has_list(struct json_object *groups)
{
    for (size_t i = 0; i < json_object_array_length(groups); i++)
        if (!jget_bool(json_object_array_get_idx(groups, i), "confirms"))
            return true;
    return false;
}

/* What the board offers itself stands beside the question only when it is wanted as a list; what a game wants there does, long as it is. */
static void fold_list(struct json_object *view, struct json_object *choose)
{
    if (choose && jget_bool(view, "list_on_top"))
        jset(choose, "on_top", jbool(true));
    bool goes_on = jget_bool(view, "all_on_board") || !jget_bool(choose, "has_crumbs");
    if (!jget_bool(view, "on_board") || !jget_bool(choose, "active") || !goes_on || !has_list(jget(choose, "groups")))
        return;
    jset(choose, "on_top", jbool(false));
    jset(choose, "in_fold", jbool(true));
    if (!jget_bool(view, "listed"))
        return;
    jset(choose, "listed", jbool(true));
    jset(choose, "all_reveal", jbool(false)); /* each group says it */
    board_set_beside(view, jget(choose, "groups"));
}

void table_add_board(struct req *rq, const struct table *t, const void *before, const struct people *people,
                     const struct choose *choose, struct json_object *model)
{
    const struct rules *rules = t->game.rules;
    jset(model, "accent", jstr(t->game.rules_id));
    if (!t->state || !rules) {
        jset(model, "result", model_result(rq, &t->game, NULL));
        return;
    }
    struct json_object *view = board_model(rq, rules, t->state, before, t->seat, people->name, people->n, choose);
    jset(model, "result", model_result(rq, &t->game, view));
    jset(model, "told", json_object_get(jget(view, "told")));
    if (jget(view, "round"))
        jset(jget(model, "game"), "round", jint(jget_int(view, "round")));
    board_note_amounts(rq, rules, view, jget(model, "choose"));
    jset(view, "choices", choose ? orders_beside(rq, t, people) : NULL);
    fold_list(view, jget(model, "choose"));
    jset(view, "drafted", jbool(t->draft.n > 0));
    board_take_fillings(rq, view, model);
    if (rq->wants_json) {
        jset(model, "view", view);
        return;
    }
    jset(view, "chooses", jbool(choose != NULL));
    jset(model, "asked_html", jstr(board_html(rq, rules, view, "asked.html")));
    jset(model, "board_html", jstr(board_html(rq, rules, view, "board.html")));
    jset(model, "hand_html", jstr(board_html(rq, rules, view, "hand.html")));
    json_object_put(view);
}

/* What others did meanwhile has made a step of the draft impossible. */
static const char *broken_words(const struct drawing *s)
{
    const struct draft_row *draft = &s->table.draft;
    const struct text_value step = {"step", step_words(s, draft->n), 0};
    return req_fill(s->rq, draft->n > 0
        ? N_("Others have moved meanwhile, and “{step}” is not possible any more. What you chose before it is kept.")
        : N_("Others have moved meanwhile, and “{step}” is not possible any more. Choose anew."), &step, 1);
}

static const char *problem_of(const struct drawing *s)
{
    if (!s->problem && s->table.draft.broken)
        return broken_words(s);
    if (!s->problem && s->choose.n_ignored > 0)
        return req_words(s->rq, N_("That choice is not open any more; here is what is."));
    return s->problem;
}

/* Does the visitor, who plays here, want letters about this game? NULL: there is nothing to switch. */
static struct json_object *letters_switch(const struct drawing *s)
{
    const struct table *t = &s->table;
    bool plays = t->seat != NO_SEAT && t->game.status != GAME_OVER;
    return plays ? jset(jobj(), "wanted", jbool(t->game.seat[t->seat].letters)) : NULL;
}

static bool drawing_show(struct drawing *s, struct res *rs, int status, struct err *err)
{
    const struct table *t = &s->table;
    struct req *rq = s->rq;
    struct json_object *model = arena_json(rq->arena, jobj());
    s->people = model_people(rq, &t->game, &t->incidents);
    s->done = req_field(&rq->query, "done") && t->seat != NO_SEAT && !awaits_me(s) && t->game.status != GAME_OPEN;
    prepare_choice(s);
    if (!find_before(s, err) || !company_heard(rq, &t->game, &t->company, err))
        return false;
    jset(model, "board", jbool(true));
    jset(model, "turn", jbool(awaits_me(s)));
    jset(model, "game", model_game(rq, &t->game));
    jset(model, "live", jset(live_model(rq, &t->game), "news", jstr(news_since(s, ply_before(s)))));
    jset(model, "watchers", watchers_model(s));
    jset(model, "asked", asked_model(s));
    jset(model, "done", done_model(s));
    const char *problem = problem_of(s);
    jset(model, "problem", problem ? text_model(problem) : NULL);
    jset(model, "draft", draft_model(s));
    jset(model, "choose", s->may_move ? choose_model(&s->choose) : inactive_choose());
    jset(model, "players", players_model(s));
    jset(model, "scores", jstr(score_heading(s->rq->words->cat, s->table.game.rules)));
    jset(model, "letters", letters_switch(s));
    jset(model, "orders", orders_model(rq, t, &s->people));
    jset(model, "stay", seats_stay_model(rq, &t->game, t->seat));
    if (t->game.status == GAME_OPEN)
        add_seats(s, model);
    add_log(s, model);
    company_add(rq, &t->game, &s->table.company, s->typed, model);
    invite_add(rq, &t->game, &s->table.company, s->typed, model);
    table_add_board(rq, t, s->before, &s->people, s->may_move ? &s->choose : NULL, model);
    jset(model, "since", since_model(s, jget(model, "told")));
    if (rq->wants_json)
        jset(model, "legal", legal_model(s));
    rs->status = status;
    return res_page(rq, rs, "table", model);
}

static bool drawing_load(struct drawing *s, struct req *rq, struct err *err)
{
    const struct newest newest = {.moves = LOG_MOVES, .lines = CHAT_LINES};
    int64_t id;
    *s = (struct drawing){.rq = rq};
    return model_game_id(rq, &id, err) && play_table(rq->db, rq->arena, id, rq->who.id, newest, &s->table, err) &&
           model_may_see(rq, &s->table.game, err);
}

bool table_show(struct req *rq, struct res *rs, struct err *err)
{
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    return drawing_load(s, rq, err) && drawing_show(s, rs, 200, err);
}

/* ---- what became of a form ---- */

bool table_give_back(struct req *rq, struct res *rs, const char *form, const char *text, struct err *err)
{
    const struct err why = *err;
    const struct typed typed = {.form = form, .text = text, .why = &why};
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    if (rq->wants_json || (why.code != ERR_INPUT && why.code != ERR_STALE && why.code != ERR_RATE))
        return false;
    rq->failed = why;
    if (!drawing_load(s, rq, err))
        return false;
    s->typed = &typed;
    return drawing_show(s, rs, err_status(why.code), err);
}

static const char *rule_words(struct drawing *s, const struct table *refused, const struct move *move)
{
    struct people people = model_people(s->rq, &refused->game, NULL);
    struct sb out;
    sb_init(&out, s->rq->arena);
    text_rule_error(&out, s->rq->words->cat, refused->game.rules, refused->state, refused->seat, move, people.name, people.n);
    return out.text;
}

static const char *err_words(struct req *rq, const struct err *err)
{
    if (err->say)
        return res_error_text(rq, err);
    return req_words(rq, err->code == ERR_STALE
        ? N_("The game has moved on since this page was drawn. Here it is as it stands now.")
        : N_("That was not understood. Nothing has changed."));
}

bool table_refuse(struct req *rq, struct res *rs, const struct table *refused, const char *step, struct err *err)
{
    const struct err why = *err;
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    struct move move;
    struct fault fault;
    if (why.code != ERR_INPUT && why.code != ERR_STALE && why.code != ERR_RULE)
        return false;
    *s = (struct drawing){.rq = rq};
    const struct rules *rules = refused ? refused->game.rules : NULL;
    bool known = rules && step && move_from_text(rules->verbs, step, &move, &fault);
    const char *words = why.code == ERR_RULE && known ? rule_words(s, refused, &move) : err_words(rq, &why);
    if (rq->wants_json)
        return res_refusal(rq, rs, &why, why.code == ERR_RULE && rules ? rules->errors[why.rule].name : NULL, words);
    rq->failed = why;
    if (!drawing_load(s, rq, err))
        return false;
    s->problem = why.code == ERR_STALE && !why.say && s->table.draft.broken ? NULL : words; /* that says more */
    s->tried = why.code == ERR_RULE && known ? &move : NULL;
    return drawing_show(s, rs, err_status(why.code), err);
}

bool table_show_again(struct req *rq, struct res *rs, struct err *err)
{
    return table_refuse(rq, rs, NULL, NULL, err);
}

bool table_hide_private(const struct game_row *game, struct err *err)
{
    if (err->code == ERR_FORBIDDEN && game->invitation)
        return err_fail(err, ERR_GONE, NULL, "", "game %lld is private", (long long)game->id);
    return true;
}

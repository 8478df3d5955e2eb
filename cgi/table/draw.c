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
#include "cgi/table/table_parts.h"
#include "cgi/base/url.h"
#include "cgi/play/fold.h"
#include "cgi/play/play.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const int64_t MINUTE = 60 * INT64_C(1000000);

enum {
    SINCE_LINES = 30,  /* sentences under "since you were here" */
    SINCE_OPEN = 6,    /* those of them that are not folded away */
    SINCE_ASKED = 3,   /* the same for a reader who is asked something: on a phone the question has to be in sight */
    NEWS_LINES = 4,    /* sentences about what happened while the page was open */
    HERE_SECONDS = 60  /* a player seen this long ago counts as here */
};

/* One drawing of the table page. */
struct drawing {
    struct req *rq;
    struct table table;
    struct people people;
    struct choose choose;
    struct order_reader orders;
    bool may_move;             /* some move is open to this visitor */
    const char *problem;       /* in words; NULL: none */
    const struct move *tried;  /* the refused move, or NULL */
    bool done;                 /* shown to a player who has just handed in a turn */
    const struct typed *typed; /* into one of the forms below the board, and not taken; NULL: nothing */
    int compared;              /* the ply of `before`, or COMPARED_WITH_NOTHING; with a draft it is the head */
    const void *before;        /* where the board is otherwise than here, it is marked; NULL: nowhere */
    struct table_parts parts;  /* what is kept */
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

static struct value *asked_model(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    int seat = awaits_me(s) ? s->table.seat : first_awaited(game);
    bool running = game->status == GAME_RUNNING, one = running && seat != NO_SEAT && game->awaits == SEAT_BIT(seat);
    struct value *asked = new_object(s->rq->arena), *clock = awaits_me(s) || one ? model_clock(s->rq, game, seat) : NULL;
    put_text(asked, K_sentence, game->status == GAME_OPEN ? sentence_open(s)
                                 : running ? sentence_running(s) : sentence_over(s));
    put_bool(asked, K_mine, awaits_me(s));
    put_bool(asked, K_over, game->status == GAME_OVER);
    put(asked, K_stands, get(clock, K_stands));
    put(asked, K_clock, awaits_me(s) ? clock : NULL);
    return put(asked, K_since, running && !game->paused && seat != NO_SEAT ? model_time(s->rq, game->seat[seat].awaited_since) : NULL);
}

/* ---- since you were here, the log ---- */

/* Chooses the newest lines of a weight, as long as there is room; returns how much is left. */
static size_t choose_lines(const struct value *lines, size_t from, enum event_weight weight, size_t room, bool *open)
{
    for (size_t i = value_n(lines); i > from && room > 0; i--)
        if (get_int(value_at(lines, i - 1), K_weight) == weight) {
            open[i - 1] = true;
            room--;
        }
    return room;
}

/* So that what is asked stays in sight, of many lines only those that matter most lie open, and fewest for who is asked; of a game
 * that is over none of those that its result says as well. */
static void split_since(const struct drawing *s, struct value *since, struct value *lines)
{
    struct value *moves = new_list(s->rq->arena), *folded = new_list(s->rq->arena);
    size_t n = value_n(lines), from = n > SINCE_LINES ? n - SINCE_LINES : 0;
    size_t most = awaits_me(s) && !get_bool(since, K_own) ? SINCE_ASKED : SINCE_OPEN;
    bool *open = arena_array(s->rq->arena, n + 1, sizeof(*open)), few = n <= most + 1;
    size_t room = choose_lines(lines, from, EVENT_WEIGHTY, few ? n : most, open);
    room = choose_lines(lines, from, EVENT_PLAIN, room, open);
    if (few && !awaits_me(s) && s->table.game.status != GAME_OVER)
        choose_lines(lines, from, EVENT_MINOR, room, open);
    for (size_t i = from; i < n; i++) {
        struct value *line = value_at(lines, i);
        bool dealt = get_int(line, K_ply) == 0 && get_int(line, K_weight) == EVENT_MINOR; /* the log tells it */
        if (open[i] || !dealt)
            add(open[i] ? moves : folded, line);
    }
    put_int(since, K_n_folded, (int64_t)value_n(folded));
    put(since, K_folded, folded);
    put_bool(since, K_has_moves, value_n(moves) > 0);
    put(since, K_moves, moves);
}

/* What others have done for the reader, however small, and what came of the reader's own move is shown; and what the reader's own
 * step was, when nothing else is to be shown (@alone) and the same person is asked again: a page that looks as before would be pressed once more. */
static int64_t weight_since(const struct drawing *s, const struct move_row *move, bool first, bool alone, struct value *told)
{
    int64_t weight = get_int(told, K_weight);
    bool own = move->seat == s->table.seat, for_reader = own && first && (alone || strcmp(move->cause, "person") != 0);
    return for_reader || (own && weight == EVENT_PLAIN) || weight == EVENT_LASTING ? EVENT_WEIGHTY : weight;
}

/* What stands beside the question is not told once more above it; older events of the kind are. */
static void mark_told(const struct value *told, struct value *lines)
{
    for (size_t k = 0; told && k < value_n(told); k++)
        for (size_t i = value_n(lines); i > 0; i--) {
            struct value *line = value_at(lines, i - 1);
            if (strcmp(get_text(line, K_event), text_of(value_at(told, k))) == 0) {
                put_int(line, K_weight, EVENT_MINOR);
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
static void add_incidents(const struct drawing *s, int ply, struct value *lines)
{
    const struct table *t = &s->table;
    for (int i = 0; i < t->incidents.n; i++) {
        const struct incident_row *row = &t->incidents.row[i];
        if (row->ply != ply || !is_news(s, row))
            continue;
        struct value *line = model_mover(s->rq, &t->game, row->seat);
        struct sb text;
        sb_init(&text, s->rq->arena);
        incident_text(&text, s->rq->words->cat, &t->game, row);
        put_text(put(put_text(line, K_text, text.text), K_pictures, new_list(s->rq->arena)), K_event, row->kind);
        put_int(put_int(line, K_weight, EVENT_WEIGHTY), K_ply, ply);
        put_bool(put_bool(put_bool(line, K_cause_bot, false), K_cause_clock, false), K_cause_order, false);
        add(lines, put_text(line, K_url, url_history(s->rq->arena, t->game.id, ply)));
    }
}

/* What others did; or what came of one's own last move, where the dice spoke, or one is asked again. */
static struct value *since_model(const struct drawing *s, const struct value *told)
{
    const struct table *t = &s->table;
    struct value *since = new_object(s->rq->arena), *lines = new_list(s->rq->arena);
    int from = t->n_moves;
    /* What bots and the clock have done for the reader is news. */
    while (t->seat != NO_SEAT && from > 0
           && (t->moves[from - 1].seat != t->seat || strcmp(t->moves[from - 1].cause, "person") != 0))
        from--;
    bool last = t->seat != NO_SEAT && from == t->n_moves && from > 0;
    bool weighs = last && model_matters(&t->game, &t->moves[from - 1], awaits_me(s));
    if (t->seat != NO_SEAT && from > 0 && !weighs)
        add_incidents(s, t->moves[from - 1].ply, lines);
    bool own = weighs || (last && awaits_me(s) && value_n(lines) == 0);
    for (int i = t->seat == NO_SEAT ? t->n_moves : from - own; i < t->n_moves; i++) {
        struct value *texts = new_list(s->rq->arena), *more = new_list(s->rq->arena);
        model_events(s->rq, &t->game, &s->people, &t->moves[i], t->seat, texts, more);
        for (size_t k = 0; k < value_n(texts); k++) {
            struct value *line = model_mover(s->rq, &t->game, t->moves[i].seat);
            put(line, K_text, value_at(texts, k));
            struct value *event = value_at(more, k);
            put(line, K_pictures, get(event, K_pictures));
            put(line, K_event, get(event, K_event));
            put_int(line, K_weight, weight_since(s, &t->moves[i], k == 0, own && !weighs, event));
            put_int(line, K_ply, t->moves[i].ply);
            model_cause(s->rq, &t->game, &t->incidents, &t->moves[i], line);
            if (k > 0) /* what a move leads to may be others' doing */
                put_bool(put_bool(put_bool(line, K_cause_bot, false), K_cause_clock, false), K_cause_order, false);
            add(lines, put_text(line, K_url, url_history(s->rq->arena, t->game.id, t->moves[i].ply)));
        }
        if (!own)
            add_incidents(s, t->moves[i].ply, lines);
    }
    put_bool(since, K_own, own);
    put_bool(since, K_first, !own && from == 0 && t->n_moves > 0 && t->moves[0].ply <= 1);
    mark_told(told, lines);
    split_since(s, since, lines);
    bool any = get_bool(since, K_has_moves) || get_int(since, K_n_folded) > 0;
    put_text(since, K_chat, company_new_words(s->rq, &s->table.company));
    put_bool(since, K_has_any, any || s->table.company.n_new > 0);
    return since;
}

/* The ply that the page showed before, as its script says, if there is such a position. */
static int ply_before(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    int64_t ply;
    bool said = game->status != GAME_OPEN && parse_number(req_field(&s->rq->query, "seen"), 0, game->ply - 1, &ply);
    return said ? (int)ply : COMPARED_WITH_NOTHING;
}

/* What others, and the reader's own orders, did after that, in some words. */
static const char *news_since(const struct drawing *s, int ply)
{
    const struct table *t = &s->table;
    struct value *texts = new_list(s->rq->arena);
    struct sb news;
    sb_init(&news, s->rq->arena);
    for (int i = 0; ply != COMPARED_WITH_NOTHING && i < t->n_moves; i++)
        if (t->moves[i].ply > ply && (t->moves[i].seat != t->seat || strcmp(t->moves[i].cause, "person") != 0))
            model_events(s->rq, &t->game, &s->people, &t->moves[i], t->seat, texts, NULL);
    size_t n = value_n(texts);
    for (size_t i = n > NEWS_LINES ? n - NEWS_LINES : 0; i < n; i++)
        sb_addf(&news, "%s%s", news.length ? " " : "", text_of(value_at(texts, i)));
    return news.text;
}

static void add_log(const struct drawing *s, struct res *rs, struct value *model)
{
    const struct table *t = &s->table;
    int64_t until = INT64_MAX;
    s->rq->until = &until;
    struct value *turns = model_turns(s->rq, &t->game, &s->people, t->moves, t->n_moves, &t->incidents, t->seat, -1);
    put_bool(model, K_has_log, value_n(turns) > 0);
    value_reverse(turns);
    put(model, K_log_turns, turns);
    s->rq->until = NULL;
    part_until(&rs->parts, "part_log", until);
}

/* ---- the draft ---- */

/* What the draft brings. What its steps cause otherwise stands among its lines. */
static struct value *gains_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    struct value *gains = new_list(s->rq->arena);
    struct standing was, is;
    rules->standing(t->head, &was);
    rules->standing(t->state, &is);
    int gained = is.seat[t->seat].points - was.seat[t->seat].points;
    if (gained > 0)
        put_text(add_object(gains), K_text, score_gained(s->rq->arena, s->rq->words->cat, rules, gained));
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
static bool add_caused(const struct drawing *s, int i, struct value *lines)
{
    const struct table *t = &s->table;
    bool any = false;
    for (int k = i > 0 ? t->draft_told[i - 1] : 0; k < t->draft_told[i]; k++) {
        const char *words = event_words(s, k);
        if (*words)
            put_text(add_object(lines), K_text, words);
        any |= *words != '\0';
    }
    return any;
}

/* What of the draft's doings is read once more before the turn is handed in. */
static struct value *draft_lasting(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct value *lasting = new_list(s->rq->arena);
    int n = t->draft.n > 0 ? t->draft_told[t->draft.n - 1] : 0;
    for (int k = 0; k < n; k++)
        if (model_weight(t->game.rules, &t->draft_log.event[k]) == EVENT_LASTING)
            put_text(add_object(lasting), K_text, event_words(s, k));
    return lasting;
}

/* The draft as it reads: a step that causes nothing by itself ("Build ...") is told by what follows ("Pay ..."), as in
 * the log; what nothing has followed yet is told as the step it was. */
static struct value *draft_lines(const struct drawing *s)
{
    struct value *lines = new_list(s->rq->arena);
    int open = 0;
    for (int i = 0; i < s->table.draft.n; i++)
        if (add_caused(s, i, lines))
            open = i + 1;
    for (int i = open; i < s->table.draft.n; i++)
        put_text(add_object(lines), K_text, step_words(s, i));
    return lines;
}

static struct value *draft_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct value *draft = new_object(s->rq->arena), *steps = new_list(s->rq->arena), *lasting = draft_lasting(s);
    for (int i = 0; i < t->draft.n; i++)
        put_text(put_text(add_object(steps), K_text, step_words(s, i)), K_step, t->draft.step[i]);
    put(draft, K_lines, draft_lines(s));
    put_bool(draft, K_active, t->draft.n > 0);
    put_int(draft, K_ply, t->game.ply);
    put_int(draft, K_n, t->draft.n);
    put_bool(draft, K_can_back, t->draft.n > 0);
    put_bool(draft, K_can_confirm, waits_for_confirm(s));
    put_bool(draft, K_asks, value_n(lasting) > 0);
    put(draft, K_lasting, lasting);
    put(draft, K_gains, t->draft.n > 0 ? gains_model(s) : new_list(s->rq->arena));
    return put(draft, K_steps, steps);
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

static struct value *legal_model(const struct drawing *s)
{
    struct value *legal = new_list(s->rq->arena);
    for (int i = 0; s->may_move && i < s->choose.list->n; i++) {
        char text[MOVE_TEXT];
        move_to_text(s->choose.rules->verbs, move_at(s->choose.list, i), text);
        add_copy(legal, text);
    }
    return legal;
}

/* ---- players and seats ---- */

static bool is_here(const struct drawing *s, int seat)
{
    const struct seat_row *row = &s->table.game.seat[seat];
    return row->person && row->seen > s->rq->now - HERE_SECONDS * INT64_C(1000000);
}

static struct value *players_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct value *players = new_list(s->rq->arena);
    struct standing standing = {0};
    if (t->game.rules && t->state)
        t->game.rules->standing(t->state, &standing);
    for (int seat = 0; seat < t->game.n_seats; seat++) {
        bool awaited = t->game.status == GAME_RUNNING && (t->game.awaits & SEAT_BIT(seat));
        const char *doing = awaited ? t->game.rules->words->asks(t->head, seat).doing : NULL;
        struct value *player = model_seat(s->rq, &t->game, seat);
        int points = t->game.status == GAME_RUNNING ? standing.seat[seat].points : t->game.seat[seat].points;
        put_int(player, K_points, points);
        model_score(s->rq, &t->game, points, player);
        if (t->game.status != GAME_OVER)
            put_null(player, K_rank);
        put_bool(player, K_current, awaited);
        put_bool(player, K_here, is_here(s, seat));
        put(player, K_waits_since, awaited ? model_time(s->rq, t->game.seat[seat].awaited_since) : NULL);
        put_text(player, K_to_move_text, awaited ? req_words(s->rq, doing ? doing : N_("to move")) : NULL);
        put(player, K_clock, model_clock(s->rq, &t->game, seat));
        put(player, K_away, seats_away_model(s->rq, &t->game, seat));
        put_bool(player, K_has_stats, false);
        put(player, K_stats, new_list(s->rq->arena));
        add(players, player);
    }
    return players;
}

/* How many look on; who they are is nobody's business. */
static struct value *watchers_model(const struct drawing *s)
{
    const struct text_value n = {"n", NULL, live_watching(s->rq->service->live, s->table.game.id)};
    struct value *watchers = put_int(new_object(s->rq->arena), K_n, n.number);
    return put_text(watchers, K_text, n.number ? req_fill(s->rq, N_("{n:One is watching|# are watching}"), &n, 1) : "");
}

/* Before the start: who sits where, and what the visitor can do about each seat. */
static void add_seats(const struct drawing *s, struct value *model)
{
    const struct game_row *game = &s->table.game;
    int64_t me = s->rq->who.id;
    bool owner = me && game->owner == me;
    int mine = me ? game_seat_for(game, me) : NO_SEAT, n_free = 0;
    struct value *seats = new_list(s->rq->arena);
    for (int seat = 0; seat < game->n_seats; seat++) {
        const struct seat_row *row = &game->seat[seat];
        bool empty = row->person == 0 && !row->bot;
        struct value *ref = model_seat(s->rq, game, seat);
        put_bool(ref, K_here, is_here(s, seat));
        put_bool(ref, K_can_sit, seat == mine);
        put_bool(ref, K_can_decline, me && row->kept_for == me);
        put_bool(ref, K_can_bot, owner && empty && !row->kept_for);
        put_bool(ref, K_can_free, owner && (row->bot || row->kept_for));
        put_bool(ref, K_can_leave, row->person && row->person == me);
        add(seats, ref);
        n_free += empty;
    }
    put(model, K_seats, seats);
    put_bool(model, K_can_sit, mine != NO_SEAT);
    put_bool(model, K_can_start, owner);
    put_bool(model, K_has_free, n_free > 0);
    put_bool(model, K_needs_sign_in, !me && game_seat_for(game, 0) != NO_SEAT);
    put_text(model, K_sign_in_url, url_sign_in(s->rq->arena, s->rq->target));
    put_text(model, K_join_url, url_join(s->rq->arena, s->rq->target));
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

/* The ply that the board is compared with: before one's turn when it has just been handed in, or what the page showed before. */
static int compared_ply(const struct drawing *s)
{
    const struct table *t = &s->table;
    int began = s->done ? last_turn_began(t) : 0;
    if (began > 0)
        return began - 1;
    return t->draft.n > 0 ? COMPARED_WITH_NOTHING : ply_before(s);
}

/* The position of that ply, which costs another trip; with a draft it is the head. */
static bool find_before(struct drawing *s, struct parts *parts, struct err *err)
{
    const struct table *t = &s->table;
    if (t->draft.n > 0)
        s->before = t->head;
    if (s->compared == COMPARED_WITH_NOTHING || play_before(s->rq->db, s->rq->service->cache, s->rq->arena, t, s->compared, &s->before, err))
        return true;
    /* The position of then is only for comparing: when it cannot be had any more, that goes to the operator, not to the reader. */
    if (err->code != ERR_INTERNAL)
        return false;
    s->rq->failed = *err;
    *err = (struct err){0};
    s->before = NULL;
    parts_not_kept(parts);
    return true;
}

/* How many other games wait for the visitor. */
static int others_waiting(const struct drawing *s)
{
    const struct table *t = &s->table;
    bool here = t->seat != NO_SEAT && t->game.seat[t->seat].awaited_since && !t->game.seat[t->seat].resigned;
    return s->rq->who.waiting - here;
}

/* Which other game waits, and after a turn of one's own who is next in this one. */
static struct value *done_model(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    const struct next_game *next = &s->table.next;
    const struct game_row other = {.id = next->id, .rules_id = next->rules_id};
    struct value *done = put_bool(new_object(s->rq->arena), K_active, s->done);
    put(done, K_next_name, game->status == GAME_RUNNING ? new_text(s->rq->arena, names_of(s, game->awaits)) : NULL);
    put(done, K_next_game_url, next->id ? new_text(s->rq->arena, url_table(s->rq->arena, next->id)) : NULL);
    put(done, K_next_game_title, next->id ? new_text(s->rq->arena, table_title(s->rq->arena, other.rules_id, other.id)) : NULL);
    const struct text_value n = {"n", NULL, others_waiting(s)};
    const char *words = n.number ? req_fill(s->rq, N_("{n:Another game waits|# other games wait} for you"), &n, 1) : NULL;
    return put(done, K_others, awaits_me(s) || s->done ? NULL : new_text(s->rq->arena, words));
}

/* ---- the page ---- */

/* For a reader who is asked nothing; a draft that cannot be gone on with is still drawn. */
static struct value *inactive_choose(struct arena *arena)
{
    struct value *choose = put_bool(new_object(arena), K_active, false);
    put_null(choose, K_ends);
    return put_bool(choose, K_has_crumbs, false);
}

/* Is there anything but the end of the turn? */
static bool has_list(struct value *groups)
{
    for (size_t i = 0; i < value_n(groups); i++)
        if (!get_bool(value_at(groups, i), K_confirms))
            return true;
    return false;
}

/* What the board offers itself stands beside the question only when it is wanted as a list; what a game wants there does, long as it is. */
static void fold_list(const struct board *board, struct value *choose)
{
    const struct value *view = board->view;
    if (choose && get_bool(view, K_list_on_top))
        put_bool(choose, K_on_top, true);
    bool goes_on = get_bool(view, K_all_on_board) || !get_bool(choose, K_has_crumbs);
    if (!get_bool(view, K_on_board) || !get_bool(choose, K_active) || !goes_on || !has_list(get(choose, K_groups)))
        return;
    put_bool(choose, K_on_top, false);
    put_bool(choose, K_in_fold, true);
    if (!get_bool(view, K_listed))
        return;
    put_bool(choose, K_listed, true);
    put_bool(choose, K_all_reveal, false); /* each group says it */
    board_set_beside(board, get(choose, K_groups));
}

void table_add_board(struct req *rq, const struct table *t, const void *before, const struct people *people,
                     const struct choose *choose, const struct order_reader *orders, struct value *model)
{
    static const struct { enum key key; const char *name; } texts[] = {
        {K_still_html, "still.html"}, {K_asked_html, "asked.html"}, {K_board_html, "board.html"}, {K_beside_html, "beside.html"},
        {K_fronts_html, "fronts.html"}, {K_hand_html, "hand.html"}};
    const struct rules *rules = t->game.rules;
    if (!t->state || !rules) {
        put(model, K_result, model_result(rq, &t->game, NULL));
        return;
    }
    const struct board board = board_open(rq, rules, t->state, before, t->seat, people->name, people->n, choose);
    struct value *view = board.view;
    put(model, K_result, model_result(rq, &t->game, view));
    put(model, K_told, get(view, K_told));
    if (get(view, K_round))
        put_int(get(model, K_game), K_round, get_int(view, K_round));
    board_note_amounts(&board, get(model, K_choose));
    put(view, K_choices, orders ? orders_beside(orders, t) : NULL);
    fold_list(&board, get(model, K_choose));
    put_bool(view, K_drafted, t->draft.n > 0);
    board_take_fillings(&board, model);
    if (rq->wants_json) {
        put(model, K_view, view);
        return;
    }
    put_bool(view, K_chooses, choose != NULL);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        put_text(model, texts[i].key, board_html(rq, rules, view, texts[i].name));
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
static struct value *letters_switch(const struct drawing *s)
{
    const struct table *t = &s->table;
    bool plays = t->seat != NO_SEAT && t->game.status != GAME_OVER;
    return plays ? put_bool(new_object(s->rq->arena), K_wanted, t->game.seat[t->seat].letters) : NULL;
}

/* Does the page show nothing but the table as it stands? Then most of it may be kept. */
static bool is_plain(const struct drawing *s)
{
    return !s->problem && !s->tried && !s->typed;
}

/* The board, and what goes with it: what can be chosen, and what others did since. */
static bool add_board(struct drawing *s, struct parts *parts, struct value *model, struct err *err)
{
    const struct table *t = &s->table;
    prepare_choice(s);
    if (!find_before(s, parts, err))
        return false;
    put(model, K_choose, s->may_move ? choose_model(&s->choose) : inactive_choose(s->rq->arena));
    table_add_board(s->rq, t, s->before, &s->people, s->may_move ? &s->choose : NULL, s->may_move ? &s->orders : NULL, model);
    put(model, K_since, since_model(s, get(model, K_told)));
    return true;
}

/* What is drawn each time: the question, the clocks, who is here, and what belongs to the reader alone. */
static void add_rest(struct drawing *s, struct value *model)
{
    const struct table *t = &s->table;
    struct req *rq = s->rq;
    put(model, K_live, put_text(live_model(rq, &t->game), K_news, news_since(s, ply_before(s))));
    put(model, K_watchers, watchers_model(s));
    put(model, K_asked, asked_model(s));
    put(model, K_done, done_model(s));
    put(model, K_draft, draft_model(s));
    put(model, K_players, players_model(s));
    put_text(model, K_scores, score_heading(rq->words->cat, t->game.rules));
    put(model, K_letters, letters_switch(s));
    put(model, K_orders, orders_model(&s->orders, t));
    put(model, K_stay, seats_stay_model(rq, &t->game, t->seat));
    if (t->game.status == GAME_OPEN)
        add_seats(s, model);
    company_add(rq, &t->game, &t->company, s->typed, model);
    invite_add(rq, &t->game, &t->company, s->typed, model);
}

static bool drawing_show(struct drawing *s, struct res *rs, int status, struct err *err)
{
    const struct table *t = &s->table;
    struct req *rq = s->rq;
    struct value *model = new_object(rq->arena);
    s->people = model_people(rq, &t->game, &t->incidents);
    s->orders = orders_reader(rq, t, &s->people);
    s->done = req_field(&rq->query, "done") && t->seat != NO_SEAT && !awaits_me(s) && t->game.status != GAME_OPEN;
    s->compared = compared_ply(s);
    if (is_plain(s))
        s->parts = table_parts(rq, &rs->parts, t, s->compared);
    if (!company_heard(rq, &t->game, &t->company, err))
        return false;
    put_bool(model, K_board, true);
    put_bool(model, K_turn, awaits_me(s));
    put_text(model, K_accent, t->game.rules_id);
    put(model, K_game, model_game(rq, &t->game));
    add_rest(s, model);
    if (!s->parts.log)
        add_log(s, rs, model);
    if (!s->parts.board && !add_board(s, &rs->parts, model, err))
        return false;
    const char *problem = problem_of(s);
    put_null(model, K_problem);
    if (problem)
        put_text(put_object(model, K_problem), K_text, problem);
    if (rq->wants_json)
        put(model, K_legal, legal_model(s));
    rs->status = status;
    return res_page(rq, rs, "table", model);
}

static bool drawing_load(struct drawing *s, struct req *rq, struct err *err)
{
    struct newest newest = table_newest;
    int64_t id;
    *s = (struct drawing){.rq = rq};
    if (!model_game_id(rq, &id, err))
        return false;
    newest.next = rq->wants_json || req_field(&rq->query, "done");
    bool read = rq->table && (!newest.next || rq->table->has_next) && rq->method != POST
        ? play_table_read(rq->db, rq->service->cache, rq->arena, rq->table, rq->who.id, newest, &s->table, err)
        : play_table(rq->db, rq->service->cache, rq->arena, id, rq->who.id, newest, &s->table, err);
    return read && model_may_see(rq, &s->table.game, err);
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

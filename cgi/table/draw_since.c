#include "config.h"

#include "cgi/table/drawing.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/play.h"
#include "cgi/table/history_url.h"
#include "cgi/table/company.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum {
    SINCE_LINES = 30,  /* sentences under "since you were here" */
    SINCE_OPEN = 6,    /* those of them that are not folded away */
    SINCE_ASKED = 3,   /* the same for a reader who is asked something: on a phone the question has to be in sight */
    NEWS_LINES = 4     /* sentences about what happened while the page was open */
};

/* ---- since the reader was here ---- */

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
    size_t most = drawing_awaits_me(s) && !get_bool(since, K_own) ? SINCE_ASKED : SINCE_OPEN;
    bool *open = arena_array(s->rq->arena, n + 1, sizeof(*open)), few = n <= most + (most == SINCE_OPEN);
    size_t room = choose_lines(lines, from, EVENT_LASTING, few ? n : most, open);
    room = choose_lines(lines, from, EVENT_WEIGHTY, room, open);
    room = choose_lines(lines, from, EVENT_PLAIN, room, open);
    if (few && !drawing_awaits_me(s) && s->table.game.status != GAME_OVER)
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
    put_text(since, K_url, n > 0 ? get_text(value_at(lines, from), K_url) : history_url(s->rq, &s->table.game, s->table.game.ply));
}

/* What the clock or a bot has done for the reader, however small, what others have done to the reader, and what came of the reader's
 * own move is shown; and what the reader's own step was, when nothing else is to be shown (@alone) and the same person is asked again:
 * a page that looks as before would be pressed once more. */
static int64_t weight_since(const struct drawing *s, const struct move_row *move, bool first, bool alone, struct value *told)
{
    int64_t weight = get_int(told, K_weight);
    bool own = move->seat == s->table.seat, for_reader = own && first && (alone || strcmp(move->cause, "person") != 0);
    if (weight == EVENT_LASTING || (!own && weight != EVENT_MINOR && get_bool(told, K_mine)))
        return EVENT_LASTING; /* told before all others */
    return for_reader || (own && weight == EVENT_PLAIN) ? EVENT_WEIGHTY : weight;
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
        {"declined_end", false}, {"outage", true}, {"declined_pause", false}, {"declined_go_on", false}, {"pause_begins", true},
        {"pause_ends", true}, {"declined_back", false}, {"taken_back", true},
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
        put_bool(put_int(put_int(line, K_weight, EVENT_WEIGHTY), K_ply, ply), K_drawn, false);
        put_bool(put_bool(put_bool(put_bool(line, K_cause_bot, false), K_cause_clock, false), K_cause_order, false), K_cause_plan, false);
        add(lines, put_text(line, K_url, history_url(s->rq, &t->game, ply)));
    }
}

/* How many of the moves that are known lie before what is news: up to the reader's last own; what bots and the clock have done for the
 * reader is news. */
static int own_moves(const struct table *t)
{
    int n = t->n_moves;
    while (t->seat != NO_SEAT && n > 0 && (t->moves[n - 1].seat != t->seat || strcmp(t->moves[n - 1].cause, "person") != 0))
        n--;
    return n;
}

/* Where the reader's own turn begins whose last move is the one before @end: what was handed in at once. */
static int turn_begins(const struct table *t, int end)
{
    int i = end - 1;
    while (i > 0 && t->moves[i - 1].seat == t->seat && t->moves[i - 1].at == t->moves[i].at && !strcmp(t->moves[i - 1].cause, "person"))
        i--;
    return i;
}

/* Is it what the reader alone has seen, drawing? */
static bool is_drawn(const struct drawing *s, const struct move_row *move, const struct value *event)
{
    const struct rules *rules = s->table.game.rules;
    int drawn = rules->words->drawn;
    return drawn && move->seat == s->table.seat && !strcmp(get_text(event, K_event), rules->events[drawn].name);
}

/* The line of an event of a move. @k: which of its events */
static struct value *line_since(const struct drawing *s, const struct move_row *move, size_t k, struct value *text, struct value *event)
{
    const struct table *t = &s->table;
    struct value *line = model_mover(s->rq, &t->game, move->seat);
    put(line, K_text, text);
    put(line, K_pictures, get(event, K_pictures));
    put(line, K_event, get(event, K_event));
    put_int(line, K_ply, move->ply);
    model_cause(s->rq, &t->game, &t->incidents, move, line);
    if (k > 0) /* what a move leads to may be others' doing */
        put_bool(put_bool(put_bool(put_bool(line, K_cause_bot, false), K_cause_clock, false), K_cause_order, false), K_cause_plan, false);
    put_bool(line, K_drawn, is_drawn(s, move, event));
    return put_text(line, K_url, history_url(s->rq, &t->game, move->ply));
}

/* What the reader drew unseen at the end of the own turn, @move: before the news of others, who often have moved when the page is here. */
static void add_drawn(const struct drawing *s, const struct move_row *move, struct value *lines)
{
    struct value *texts = new_list(s->rq->arena), *more = new_list(s->rq->arena);
    model_events(s->rq, &s->table.game, &s->people, move, s->table.seat, texts, more);
    for (size_t k = 0; k < value_n(texts); k++)
        if (is_drawn(s, move, value_at(more, k)))
            add(lines, put_int(line_since(s, move, k, value_at(texts, k), value_at(more, k)), K_weight, EVENT_WEIGHTY));
}

/* What others did; or what came of one's own last turn, where the dice spoke, or one is asked again. */
struct value *drawing_since(const struct drawing *s, const struct value *told)
{
    const struct table *t = &s->table;
    struct value *since = new_object(s->rq->arena), *lines = new_list(s->rq->arena);
    int from = own_moves(t);
    bool last = t->seat != NO_SEAT && from == t->n_moves && from > 0;
    bool weighs = last && model_matters(&t->game, &t->moves[from - 1], drawing_awaits_me(s));
    if (t->seat != NO_SEAT && from > 0 && !weighs)
        add_incidents(s, t->moves[from - 1].ply, lines);
    bool own = weighs || (last && drawing_awaits_me(s) && value_n(lines) == 0);
    if (t->seat != NO_SEAT && from > 0 && !own)
        add_drawn(s, &t->moves[from - 1], lines);
    for (int i = t->seat == NO_SEAT ? t->n_moves : own ? turn_begins(t, from) : from; i < t->n_moves; i++) {
        struct value *texts = new_list(s->rq->arena), *more = new_list(s->rq->arena);
        if (!play_taken_back(t->moves, t->n_moves, &t->incidents, i))
            model_events(s->rq, &t->game, &s->people, &t->moves[i], t->seat, texts, more);
        for (size_t k = 0; k < value_n(texts); k++) {
            struct value *event = value_at(more, k), *line = line_since(s, &t->moves[i], k, value_at(texts, k), event);
            add(lines, put_int(line, K_weight, get_bool(line, K_drawn) ? EVENT_WEIGHTY : weight_since(s, &t->moves[i], k == 0, own && !weighs, event)));
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

/* ---- while the page was open ---- */

/* The ply that the page showed before, as its script says, if there is such a position. */
int drawing_ply_before(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    int64_t ply;
    bool said = game->status != GAME_OPEN && parse_number(req_field(&s->rq->query, "seen"), 0, game->ply - 1, &ply);
    return said ? (int)ply : COMPARED_WITH_NOTHING;
}

int drawing_ply_left(const struct drawing *s)
{
    const struct table *t = &s->table;
    int n = own_moves(t), last = n > 0 ? n - 1 : 0;
    bool goes_on = t->seat != NO_SEAT && t->game.status == GAME_RUNNING && last < t->n_moves - 1;
    return goes_on ? t->moves[last].ply : COMPARED_WITH_NOTHING;
}

/* What others, and the reader's own orders, did after that, in some words. */
const char *drawing_news(const struct drawing *s, int ply)
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

/* ---- the log ---- */

void drawing_add_log(const struct drawing *s, struct res *rs, struct value *model)
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

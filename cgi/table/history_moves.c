/* The moves of a history in words: the one that is shown, and the log around it, where what tells of next to nothing is folded. */
#include "config.h"

#include "cgi/table/history_moves.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/play/fold.h"
#include "cgi/table/history_url.h"
#include "cgi/table/stretches.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { OVERLAP = 20, ENTRIES_LEAST = 4, TURNS_LEAST = 3 };

/* ---- headings ---- */

static int first_ply(struct value *turn)
{
    struct value *entry = value_at(get(turn, K_entries), 0);
    return (int)get_int(entry ? entry : get(turn, K_incident), K_ply);
}

/* A heading before the first turn of each round, and of the page; where turns are all there is, they are headings enough. */
static void add_headings(const struct req *rq, const struct table *t, struct value *turns)
{
    const struct rules *rules = t->game.rules;
    struct stretch *found = arena_array(rq->arena, (size_t)t->n_moves + 1, sizeof(*found));
    int n = rules && has_rounds(rules) ? stretches_of(t, found) : 0;
    for (size_t i = 0, k = 0; i < value_n(turns); i++) {
        struct value *turn = value_at(turns, i), *heading = NULL;
        const struct stretch *begun = NULL;
        for (; k < (size_t)n && found[k].ply < first_ply(turn); k++)
            begun = &found[k];
        if (begun) {
            heading = put_text(new_object(rq->arena), K_words, stretch_words(rq, rules, begun));
            put_text(heading, K_id, arena_printf(rq->arena, "round-%d", begun->number));
        }
        put(turn, K_heading, heading);
    }
}

/* ---- what is folded ---- */

/* What several moves like this entry are called, or NULL. */
static const char *fold_of(const struct rules *rules, struct value *entry)
{
    const char *name = get_text(entry, K_event);
    for (int kind = 0; rules && rules->words->folds && name && rules->events[kind].name; kind++)
        if (!strcmp(rules->events[kind].name, name))
            return rules->words->folds[kind];
    return NULL;
}

/* The same of a turn all of whose entries are such. */
static const char *fold_of_turn(const struct rules *rules, struct value *turn)
{
    struct value *entries = get(turn, K_entries);
    const char *words = get(turn, K_incident) || get(turn, K_heading) ? NULL : fold_of(rules, value_at(entries, 0));
    for (size_t i = 1; words && i < value_n(entries); i++)
        words = fold_of(rules, value_at(entries, i)) == words ? words : NULL;
    return words;
}

static bool has_current(struct value *entries)
{
    for (size_t i = 0; i < value_n(entries); i++)
        if (get_bool(value_at(entries, i), K_current))
            return true;
    return false;
}

/* "6 passes", with what is folded under @key; open where the current move is among it. */
static struct value *fold_model(const struct req *rq, const char *words, enum key key, struct value *items)
{
    const struct text_value n = {"n", NULL, (int)value_n(items)};
    struct value *fold = put_text(new_object(rq->arena), K_words, req_fill(rq, words, &n, 1));
    bool open = key == K_entries && has_current(items);
    for (size_t i = 0; key == K_turns && i < value_n(items); i++)
        open = open || has_current(get(value_at(items, i), K_entries));
    return put(put_bool(fold, K_open, open), key, items);
}

/* @items with every run of at least @least that are called alike in place of one item with a "fold". */
static struct value *folded(const struct moment *now, struct value *items, enum key key, int least,
                            const char *(*called)(const struct rules *, struct value *))
{
    const struct rules *rules = now->t->game.rules;
    struct value *out = new_list(now->rq->arena);
    for (size_t i = 0, end; i < value_n(items); i = end) {
        const char *words = called(rules, value_at(items, i));
        for (end = i + 1; words && end < value_n(items) && called(rules, value_at(items, end)) == words;)
            end++;
        struct value *run = (int)(end - i) >= least ? new_list(now->rq->arena) : out;
        for (size_t k = i; k < end; k++)
            add(run, put_null(value_at(items, k), K_fold));
        if (run != out)
            add(out, put(new_object(now->rq->arena), K_fold, fold_model(now->rq, words, key, run)));
    }
    return out;
}

/* ---- the moves in words ---- */

/* The first of the moves that tell nothing by themselves and of which the one at @ply came, after @told, the last that told something before
 * it; @ply: there is none. */
static int first_silent(const struct table *t, int told, int ply)
{
    while (ply - 1 > told && moved_at(t, ply - 1, t->moves[ply].seat))
        ply--;
    return ply;
}

/* "5", or "5–6" with those that tell nothing. */
static void number_entry(const struct moment *now, struct value *entry, int first, int last)
{
    struct arena *arena = now->rq->arena;
    put_text(entry, K_plies, first < last ? arena_printf(arena, "%d–%d", first, last) : arena_printf(arena, "%d", last));
    put_bool(entry, K_current, first <= now->ply && now->ply <= last);
}

/* A link to each move that tells something, numbered with those beside it that do not: one of them is the move that is shown. */
static void link_entries(const struct moment *now, int first, int last, struct value *turns)
{
    struct value *before = NULL;
    int begun = first, told = first - 1;
    for (size_t i = 0; i < value_n(turns); i++) {
        struct value *entries = get(value_at(turns, i), K_entries);
        for (size_t k = 0; k < value_n(entries); k++) {
            struct value *entry = value_at(entries, k);
            int ply = (int)get_int(entry, K_ply), start = first_silent(now->t, told, ply);
            put_text(entry, K_url, history_url(now->rq, &now->t->game, ply));
            if (before)
                number_entry(now, before, begun, ply > told ? start - 1 : told);
            before = entry;
            begun = start;
            told = ply;
        }
    }
    if (before)
        number_entry(now, before, begun, last);
}

struct plies history_plies(int ply, int head)
{
    int block = ply / HISTORY_BLOCK * HISTORY_BLOCK, last = block + HISTORY_BLOCK - 1;
    return (struct plies){block > OVERLAP ? block - OVERLAP : 0, last < head ? last : head};
}

void moment_add_turns(const struct moment *now, struct value *model)
{
    const struct req *rq = now->rq;
    const struct table *t = now->t;
    const struct plies told = history_plies(now->ply, t->game.ply);
    const int last = told.last < now->upto ? told.last : now->upto, n = last + 1 - told.first;
    struct value *turns = model_turns(rq, &t->game, now->people, t->moves + told.first, n, &t->incidents, t->seat, -1);
    link_entries(now, told.first, last, turns);
    add_headings(rq, t, turns);
    for (size_t i = 0; i < value_n(turns); i++) {
        struct value *turn = value_at(turns, i);
        put(turn, K_entries, folded(now, get(turn, K_entries), K_entries, ENTRIES_LEAST, fold_of));
    }
    put(model, K_turns, folded(now, turns, K_turns, TURNS_LEAST, fold_of_turn));
    put_text(model, K_earlier_href, told.first > 0 ? history_url(rq, &t->game, told.first - 1) : NULL);
    put_text(model, K_later_href, told.last < now->upto ? history_url(rq, &t->game, told.last + 1) : NULL);
}

/* ---- the move that is shown ---- */

/* May @viewer read what this move says, although nothing has come of it? It may be a sealed answer. */
static bool may_read_move(const struct table *t, const struct verb *verb, const struct move_row *row)
{
    return verb->open || t->game.status == GAME_OVER || row->seat == t->seat;
}

/* A move that tells nothing by itself: as the button said. */
static const char *silent_words(const struct req *rq, const struct table *t, const struct people *people,
                                const struct move_row *row)
{
    struct move move;
    struct fault fault;
    struct sb said;
    bool known = move_from_text(t->game.rules->verbs, row->move, &move, &fault);
    const struct verb *verb = known ? &t->game.rules->verbs[move.verb] : NULL;
    const struct people then = model_people_then(people, row->ply);
    const char *name = row->seat >= 0 && row->seat < then.n ? then.name[row->seat] : "";
    sb_init(&said, rq->arena);
    if (verb && may_read_move(t, verb, row))
        text_move(&said, rq->words->cat, t->game.rules, NULL, &move, then.name, then.n);
    const struct text_value value[] = {{"name", name, 0},
                                       {"what", said.length ? said.text : verb ? req_words(rq, verb->choose) : "…", 0}};
    return req_fill(rq, verb && verb->confirms ? N_("{name} ends the turn.") : N_("{name}: {what}"), value, 2);
}

/* What came of a silent move @ply by the next of the same seat, such as its price: added to @lines, each {text}. */
static void add_outcome(const struct req *rq, const struct table *t, const struct people *people, int ply,
                        struct value *lines)
{
    struct value *texts = new_list(rq->arena);
    for (int i = ply + 1; moved_at(t, i, t->moves[ply].seat) && value_n(texts) == 0; i++)
        model_events(rq, &t->game, people, &t->moves[i], t->seat, texts, NULL);
    if (value_n(texts) > 0)
        add(lines, put(new_object(rq->arena), K_text, value_at(texts, 0)));
}

struct value *moment_event(const struct moment *now)
{
    const struct req *rq = now->rq;
    const struct table *t = now->t;
    const struct people *people = now->people;
    const int ply = now->ply;
    const struct move_row *move = &t->moves[ply];
    struct value *event = model_mover_then(rq, &t->game, people, move->seat, ply);
    struct value *lines = new_list(rq->arena), *texts = new_list(rq->arena);
    model_events(rq, &t->game, people, move, t->seat, texts, NULL);
    for (size_t i = 0; i < value_n(texts); i++)
        add(lines, put(new_object(rq->arena), K_text, value_at(texts, i)));
    struct value *notes = model_incidents(rq, &t->game, &t->incidents, ply);
    int to;
    if (value_n(texts) == 0 && move->seat != NO_SEAT && !fold_takes_back(move->move, &to)) {
        add(lines, put_text(new_object(rq->arena), K_text, silent_words(rq, t, people, move)));
        if (value_n(notes) == 0)
            add_outcome(rq, t, people, ply, notes);
    }
    put(event, K_notes, notes);
    model_cause(rq, &t->game, &t->incidents, move, event);
    put(event, K_at, model_time(rq, move->at));
    return put(event, K_texts, lines);
}

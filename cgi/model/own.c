#include "config.h"

#include "cgi/model/own.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/model/quick_model.h"
#include "cgi/store/stored.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* What is asked of @seat, in the reader's language; NULL where the position cannot be read: the table's own page tells about that. */
static const char *asked_of(const struct req *rq, const struct game_row *game, int seat)
{
    struct fault fault;
    if (!game->rules || !game->state.bytes || seat == NO_SEAT)
        return NULL;
    void *state = arena_alloc(rq->arena, game->rules->size);
    if (!stored_state(game->rules, game->state, state, &fault) || !game->rules->sound(state, &fault))
        return NULL;
    const char *asked = game->rules->words->asks(state, seat).imperative;
    return asked ? req_words(rq, asked) : NULL;
}

/* For whom a running game waits, and since when. */
static void add_waits(const struct req *rq, const struct game_row *game, struct value *row)
{
    const char *names[SEATS_MAX];
    int64_t since = 0;
    int n = 0;
    for (int s = 0; s < game->n_seats && game->status == GAME_RUNNING; s++) {
        const struct seat_row *seat = &game->seat[s];
        if (!(game->awaits & SEAT_BIT(s)) || !seat->name)
            continue;
        names[n++] = name_shown(rq->words->cat, seat->name);
        since = !since || (seat->awaited_since && seat->awaited_since < since) ? seat->awaited_since : since;
    }
    const struct text_value who = {"names", n ? text_names(rq->arena, rq->words->cat, names, n) : "", 0};
    put_text(row, K_waits_for, n ? req_fill(rq, N_("Waiting for {names}"), &who, 1) : NULL);
    put(row, K_since, n ? model_time(rq, since) : NULL);
}

/* {n, text ("3", or "99+" when there may be more)}; NULL: nothing is new. */
static struct value *counted(const struct req *rq, int n, int most, const char *words, const char *words_more)
{
    const struct text_value value = {"n", NULL, n};
    return n ? put_text(put_int(new_object(rq->arena), K_n, n), K_text, req_fill(rq, n < most ? words : words_more, &value, 1)) : NULL;
}

/* What this program does not know is asked by a newer one. */
const char *own_question(const struct req *rq, const char *what, const char *asker)
{
    const struct text_value who = {"name", name_shown(rq->words->cat, asker), 0};
    const char *words = !strcmp(what, "pause") ? N_("{name} asks to pause the table")
        : !strcmp(what, "go_on") ? N_("{name} asks to end the pause")
        : !strcmp(what, "take_back") ? N_("{name} asks to undo the last turn")
        : !strcmp(what, "end") ? N_("{name} asks to end the game without a result") : N_("{name} asks you something");
    return req_fill(rq, words, &who, 1);
}

static struct value *question_model(const struct req *rq, const struct own_game *own)
{
    if (!own->question)
        return NULL;
    return put_text(put_text(new_object(rq->arena), K_what, own->question), K_text, own_question(rq, own->question, own->asker));
}

static struct value *own_row(const struct req *rq, const struct own_game *own, const struct quick_row *wish)
{
    const struct game_row *game = &own->game;
    struct value *row = model_card(rq, game);
    put_text(row, K_asked, get_bool(row, K_awaiting_me) ? asked_of(rq, game, game_seat_of(game, rq->who.id)) : NULL);
    put_bool(row, K_drafted, own->drafted);
    put(row, K_question, question_model(rq, own));
    put(row, K_seeking, wish ? quick_seeking_model(rq, wish, game) : NULL);
    add_waits(rq, game, row);
    put(row, K_unread, counted(rq, own->unread, OWN_UNREAD_MOST, N_("{n:1 new message|# new messages}"), N_("{n} or more new messages")));
    return put(row, K_news, counted(rq, own->news, OWN_NEWS_MOST, N_("{n:1 move|# moves}"), N_("{n}+ moves")));
}

struct value *own_rows(const struct req *rq, const struct own_games *games, const struct quick_row *wish)
{
    struct value *rows = new_list(rq->arena);
    for (int i = 0; i < games->n; i++)
        add(rows, own_row(rq, &games->row[i], wish));
    return rows;
}

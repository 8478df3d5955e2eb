/* Who plays at a table, as its page shows it. */
#include "config.h"

#include "cgi/table/seats.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/doors_model.h"
#include "cgi/play/play_head.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

struct value *seats_away_model(const struct req *rq, const struct game_row *game, int seat)
{
    const struct seat_row *row = &game->seat[seat];
    bool running = game->status == GAME_RUNNING && !game->paused;
    if (!row->person || seat_present(row) || (!running && !row->resigned))
        return NULL;
    bool free_to_sit = game_seat_of(game, rq->who.id) == NO_SEAT && !game->tournament_waits;
    const struct text_value name = {"name", name_shown(rq->words->cat, row->name), 0};
    const char *words = !row->resigned ? N_("A bot plays for {name}.")
                      : running ? N_("{name} has resigned: a bot plays on.") : N_("{name} has resigned.");
    struct value *away = new_object(rq->arena);
    put_int(away, K_seat, seat);
    put_text(away, K_text, req_fill(rq, words, &name, 1));
    put_bool(away, K_can_take, running && req_signed_in(rq) && !req_suspended(rq) && free_to_sit && !doors_shut_words(rq, game));
    return put(away, K_sign_in_url, running && !req_signed_in(rq) && !game->tournament_waits ? new_text(rq->arena, url_sign_in(rq->arena, rq->target)) : NULL);
}

/* The seats that the visitor may take over, or could when signed in. */
static struct value *open_model(const struct req *rq, const struct game_row *game)
{
    struct value *open = new_list(rq->arena);
    for (int s = 0; s < game->n_seats; s++) {
        struct value *away = seats_away_model(rq, game, s);
        if (get_bool(away, K_can_take) || get(away, K_sign_in_url))
            add(open, away);
    }
    return open;
}

/* "Anna asks to end ...": who asks or agrees already, in the order of the seats; NULL when nobody does. Who asks alone is told that one does. */
static struct value *vote_model(const struct req *rq, const struct game_row *game, int seat)
{
    const char *names[SEATS_MAX];
    int n = game_ask_end(game, names);
    if (!n)
        return NULL;
    bool mine = game->seat[seat].wants_end;
    struct value *vote = put_text(new_object(rq->arena), K_text, mine && n == 1
        ? req_words(rq, N_("You have proposed to end this game without a result. It ends if everyone agrees.")) : model_ask_end(rq, names, n));
    return put_bool(put_bool(put_bool(vote, K_mine, mine), K_agrees, mine && n > 1), K_can_answer, !mine);
}

/* "Bruno wants to play on.": to whoever at @seat had proposed to end the game or agreed, until the next move; NULL: nothing to say. */
static struct value *declined_words(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat)
{
    const struct incident_row *no = NULL;
    bool mine = false;
    for (int i = 0; i < incidents->n; i++) {
        const struct incident_row *row = &incidents->row[i];
        bool asks = !strcmp(row->kind, "asked_end"), own = row->seat == seat;
        if (asks || (own && !strcmp(row->kind, "agreed_end")))
            mine = own;
        if (asks || !strcmp(row->kind, "declined_end"))
            no = asks ? NULL : row;
    }
    if (!no || !mine || no->seat == seat || no->ply != game->ply)
        return NULL;
    struct sb text;
    sb_init(&text, rq->arena);
    incident_text(&text, rq->words->cat, game, no);
    return new_text(rq->arena, text.text);
}

struct value *seats_stay_model(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat, bool dropped)
{
    struct value *stay = new_object(rq->arena);
    bool active = game->status == GAME_RUNNING && !game->paused && !game->practice.is && seat != NO_SEAT && !game->seat[seat].resigned && !req_suspended(rq);
    int others = 0;
    for (int s = 0; s < game->n_seats; s++)
        others += s != seat && !game->seat[s].resigned;
    bool resigned = game->status == GAME_RUNNING && seat != NO_SEAT && game->seat[seat].resigned;
    struct value *vote = active ? vote_model(rq, game, seat) : NULL;
    put_bool(stay, K_active, active);
    put_bool(stay, K_away, active && !dropped && game->seat[seat].opened);
    put_bool(stay, K_dropped, active && dropped);
    put_bool(stay, K_ends, active && others <= 1);
    put_bool(stay, K_drops_out, active && others > 1 && game->tournament_waits);
    put_bool(stay, K_can_ask, active && !vote);
    put_bool(stay, K_resigned, resigned);
    put(stay, K_declined, active && !vote ? declined_words(rq, game, incidents, seat) : NULL);
    put(stay, K_open, open_model(rq, game));
    return put(stay, K_vote, vote);
}

#include "config.h"

#include "cgi/play/play_head.h"

#include <string.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* ---- notices and incidents ---- */

void told_mail(struct told *told, const struct game_row *game, int seat, const char *kind, int ply, const char *about)
{
    must(told->n_mails < TOLD_MAILS_MAX);
    if (game->seat[seat].person && !game->apart) /* whom nobody but bots plays with need not be written to */
        told->mail[told->n_mails++] = (struct outbox_row){.person = game->seat[seat].person, .kind = kind, .ply = ply,
                                                          .about = about};
}

void told_incident(struct told *told, const struct game_row *game, int seat, const char *kind, int ply, int64_t now)
{
    must(told->n_incidents < TOLD_INCIDENTS_MAX);
    told->incident[told->n_incidents++] = (struct incident_row){.ply = ply, .seat = seat, .kind = kind, .at = now,
        .person = seat == NO_SEAT ? 0 : game->seat[seat].person};
}

/* Not only newly awaited players: a window may become a turn, and then the notice about the window is out of date. */
void head_mails(const struct game_row *game, int mover, struct told *told)
{
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        if (game->status == GAME_OVER && !seat->resigned)
            told_mail(told, game, s, "over", game->ply, NULL);
        else if (seat->awaited_since && seat->awaited_ply == game->ply && s != mover && seat_present(seat))
            told_mail(told, game, s, seat->clock.in_window ? "window" : "turn", game->ply, NULL);
    }
}

/* ---- who plays ---- */

bool seat_present(const struct seat_row *seat)
{
    return seat->person && !seat->opened && !seat->resigned;
}

enum bot seat_bot(const struct seat_row *seat)
{
    enum bot bot = seat->bot ? bot_of(seat->bot) : BOT_COUNT;
    if (seat->bot && bot == BOT_COUNT) /* one that another version of this program has stored */
        return BOT_ADVISE;
    return !seat->bot && seat->person && !seat_present(seat) ? BOT_ADVISE : bot;
}

bool head_moves(const struct game_row *game, struct err *err)
{
    long long id = (long long)game->id;
    if (game->status == GAME_OPEN)
        return err_fail(err, ERR_STALE, N_("This game has not started yet."), NULL, "game %lld is open", id);
    if (game->status == GAME_OVER)
        return err_fail(err, ERR_STALE, N_("The game is over."), NULL, "game %lld is over", id);
    return !game->paused
        || err_fail(err, ERR_STALE, N_("This table is paused by the site: nobody can move until it resumes."), NULL,
                    "game %lld is paused", id);
}

/* ---- waits and their clocks ---- */

void head_clock_stop(struct game_row *game, int seat, int64_t now)
{
    struct seat_row *row = &game->seat[seat];
    bool stands = game_pause(game) && game->pace.name && row->awaited_since && seat_present(row) && !row->clock.spent_at;
    if (stands) /* what had counted before the pause is settled with the move; of the pause nothing counts */
        row->clock.spent_at = now;
    if (row->clock.spent_at)
        seat_clock_end(&row->clock, &game->pace, &row->rest, now);
}

static void clock_begin(struct game_row *game, int seat, bool in_window, int64_t now)
{
    struct seat_row *row = &game->seat[seat];
    if (seat_present(row))
        seat_clock_begin(&row->clock, &game->pace, &row->rest, in_window, now);
    if (game_pause(game))
        seat_clock_pause(&row->clock, &game->pace, &row->rest, now);
    row->clock.in_window = in_window;
}

void head_clock_fresh(struct game_row *game, int seat, int64_t now)
{
    struct seat_row *row = &game->seat[seat];
    bool in_window = row->clock.in_window;
    row->clock = seat_clock_first(&game->pace);
    if (row->awaited_since)
        clock_begin(game, seat, in_window, now);
}

/* Sets who is awaited and since when. A wait starts anew after the seat's own move, and when its kind changes. */
static void set_awaited(struct game_row *game, seatmask awaits, seatmask windows, seatmask movers)
{
    for (int s = 0; s < game->n_seats; s++) {
        struct seat_row *seat = &game->seat[s];
        bool is = awaits & SEAT_BIT(s), in_window = windows & SEAT_BIT(s);
        if (seat->awaited_since && (!is || (movers & SEAT_BIT(s)) || in_window != seat->clock.in_window)) {
            head_clock_stop(game, s, game->moved);
            seat->awaited_since = 0;
        }
        if (is && !seat->awaited_since) {
            seat->awaited_since = game->moved;
            seat->awaited_ply = game->ply;
            clock_begin(game, s, in_window, game->moved);
        }
    }
    game->awaits = awaits;
}

void head_pause(struct game_row *game, int64_t now)
{
    game->paused = now;
    for (int s = 0; s < game->n_seats; s++)
        seat_clock_pause(&game->seat[s].clock, &game->pace, &game->seat[s].rest, now);
}

void head_go_on(struct game_row *game, int64_t now)
{
    game->paused = 0;
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].awaited_since && seat_present(&game->seat[s]) && !game_pause(game))
            seat_clock_go_on(&game->seat[s].clock, &game->pace, &game->seat[s].rest, now);
}

static void set_over(struct game_row *game, const char *ending, int64_t now)
{
    game->status = GAME_OVER;
    game->paused = 0;
    game->over = now;
    game->ending = ending;
}

void head_set(struct game_row *game, struct fold *fold, struct arena *arena, seatmask movers, int64_t now)
{
    struct standing standing = {0};
    seatmask awaits = fold->rules->awaits(fold->state);
    fold->rules->standing(fold->state, &standing);
    game->ply = fold->ply;
    game->state = fold_stored(fold, arena);
    memcpy(game->hash, fold->hash, sizeof(game->hash));
    game->moved = now;
    game->status = GAME_RUNNING;
    set_awaited(game, awaits, fold->rules->windows ? fold->rules->windows(fold->state) : 0, movers);
    if (!awaits)
        set_over(game, "played", now);
    for (int s = 0; s < game->n_seats; s++) {
        game->seat[s].points = standing.seat[s].points;
        game->seat[s].rank = awaits ? 0 : standing.seat[s].rank;
    }
}

void head_returns(struct game_row *game, int seat, int64_t now, struct told *told)
{
    struct seat_row *row = &game->seat[seat];
    row->opened = 0;
    row->missed = 0;
    head_clock_fresh(game, seat, now);
    told_incident(told, game, seat, "returned", game->ply, now);
}

/* ---- an end before the rules end the game ---- */

/* Do all players want to end the game? Bots are not asked. */
static bool all_agree(const struct game_row *game)
{
    int present = 0, agreed = 0;
    for (int s = 0; s < game->n_seats; s++) {
        present += seat_present(&game->seat[s]);
        agreed += seat_present(&game->seat[s]) && game->seat[s].wants_end;
    }
    return present > 0 && agreed == present;
}

/* Is only one seat left, or no person who may come back? */
static bool is_deserted(const struct game_row *game)
{
    int stay = 0, people = 0, resigned = 0;
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        resigned += seat->resigned != 0;
        stay += !seat->resigned;
        people += seat->person && !seat->resigned;
    }
    return resigned > 0 && (stay <= 1 || people == 0);
}

void head_resigned_ranks(const struct game_row *game, int8_t ranks[SEATS_MAX])
{
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        ranks[s] = 1;
        for (int other = 0; other < game->n_seats; other++)
            if (!game->seat[other].resigned && (seat->resigned || game->seat[other].points > seat->points))
                ranks[s]++;
    }
}

void head_end(struct game_row *game, const char *ending, int64_t now, struct told *told)
{
    int8_t ranks[SEATS_MAX] = {0};
    if (!strcmp(ending, "resigned"))
        head_resigned_ranks(game, ranks);
    for (int s = 0; s < game->n_seats; s++) {
        head_clock_stop(game, s, now);
        game->seat[s].awaited_since = 0;
        game->seat[s].wants_end = false;
        game->seat[s].rank = ranks[s];
    }
    game->awaits = 0;
    set_over(game, ending, now);
    told_incident(told, game, NO_SEAT, "ended", game->ply, now);
}

void head_settle(struct game_row *game, int64_t now, struct told *told)
{
    const char *ending = game->status != GAME_RUNNING ? NULL : is_deserted(game) ? "resigned"
                       : all_agree(game) ? "agreed" : NULL;
    if (ending)
        head_end(game, ending, now, told);
}

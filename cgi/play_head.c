#include "config.h"

#include "cgi/play_head.h"

#include <string.h>

#include "cgi/banned.h"

/* ---- notices ---- */

void mails_add(struct mails *mails, const struct game_row *game, int seat, const char *kind)
{
    if (game->seat[seat].person)
        mails->row[mails->n++] = (struct outbox_row){.person = game->seat[seat].person, .kind = kind, .ply = game->ply};
}

void head_mails(const struct game_row *game, seatmask before, int mover, struct mails *mails)
{
    for (int s = 0; s < game->n_seats; s++) {
        if (game->status == GAME_OVER)
            mails_add(mails, game, s, "over");
        else if ((game->awaits & ~before & SEAT_BIT(s)) && s != mover)
            mails_add(mails, game, s, "turn");
    }
}

/* ---- the head ---- */

/* Who is awaited now, since when; the mover's wait begins anew. */
static void set_awaited(struct game_row *game, seatmask awaits, int mover)
{
    for (int s = 0; s < game->n_seats; s++) {
        if (!(awaits & SEAT_BIT(s)))
            game->seat[s].awaited_since = 0;
        else if (!game->seat[s].awaited_since || s == mover) {
            game->seat[s].awaited_since = game->moved;
            game->seat[s].awaited_ply = game->ply;
        }
    }
    game->awaits = awaits;
}

void head_set(struct game_row *game, struct fold *fold, struct arena *arena, int mover, int64_t now)
{
    struct standing standing = {0};
    fold->rules->standing(fold->state, &standing);
    game->ply = fold->ply;
    game->state = fold_text(fold, arena);
    memcpy(game->hash, fold->hash, sizeof(game->hash));
    game->moved = now;
    set_awaited(game, fold->rules->awaits(fold->state), mover);
    game->status = game->awaits ? GAME_RUNNING : GAME_OVER;
    game->over = game->awaits ? 0 : now;
    game->ending = game->awaits ? NULL : "played";
    for (int s = 0; s < game->n_seats; s++) {
        game->seat[s].points = standing.seat[s].points;
        game->seat[s].rank = game->awaits ? 0 : standing.seat[s].rank;
    }
}

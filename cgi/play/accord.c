#include "config.h"

#include "cgi/play/accord.h"

#include "cgi/base/banned.h"

static const struct { const char *asked, *agreed, *declined, *mail; } incidents[ACCORDS] = {
    [ACCORD_PAUSE] = {"asked_pause", "agreed_pause", "declined_pause", "pause"},
    [ACCORD_GO_ON] = {"asked_go_on", "agreed_go_on", "declined_go_on", "pause"},
    [ACCORD_TAKE_BACK] = {"asked_back", "agreed_back", "declined_back", "back"},
};

static seatmask present(const struct game_row *game)
{
    seatmask seats = 0;
    for (int s = 0; s < game->n_seats; s++)
        seats |= seat_present(&game->seat[s]) ? SEAT_BIT(s) : 0;
    return seats;
}

bool accord_can(const struct game_row *game)
{
    return game->status == GAME_RUNNING && !game->paused && !game->apart && game->pace.name && !game->accord[ACCORD_PAUSE].asked;
}

/* ---- asking and answering ---- */

void accord_ask(struct game_row *game, enum accord_kind kind, int seat, int64_t until, int64_t now, struct told *told)
{
    struct accord *accord = &game->accord[kind];
    if (accord->asked)
        return;
    *accord = (struct accord){.asked = now, .until = until, .seat = seat, .agreed = SEAT_BIT(seat)};
    told_incident(told, game, seat, incidents[kind].asked, game->ply, now);
    for (int s = 0; s < game->n_seats; s++)
        if (s != seat && seat_present(&game->seat[s]))
            told_mail(told, game, s, incidents[kind].mail, game->ply, NULL);
}

bool accord_agree(struct game_row *game, enum accord_kind kind, int seat, int64_t now, struct told *told)
{
    struct accord *accord = &game->accord[kind];
    if (accord->agreed & SEAT_BIT(seat))
        return false;
    accord->agreed |= SEAT_BIT(seat);
    told_incident(told, game, seat, incidents[kind].agreed, game->ply, now);
    return true;
}

bool accord_decline(struct game_row *game, enum accord_kind kind, int seat, int64_t now, struct told *told)
{
    struct accord *accord = &game->accord[kind];
    if (!accord->asked || accord->made)
        return false;
    *accord = (struct accord){.asked = 0};
    told_incident(told, game, seat, incidents[kind].declined, game->ply, now);
    return true;
}

void accord_forget(struct game_row *game, int seat)
{
    for (int i = 0; i < ACCORDS; i++)
        if (!game->accord[i].made)
            game->accord[i].agreed &= (seatmask)~SEAT_BIT(seat);
}

/* ---- what comes of it ---- */

static void pause_begins(struct game_row *game, int64_t now, struct told *told)
{
    game->accord[ACCORD_PAUSE].made = now;
    for (int s = 0; s < game->n_seats; s++)
        seat_clock_pause(&game->seat[s].clock, &game->pace, &game->seat[s].rest, now);
    told_incident(told, game, NO_SEAT, "pause_begins", game->ply, now);
}

/* At a table that the operator has paused, too, the clocks go on when that is over. */
static void pause_ends(struct game_row *game, int by, int64_t now, struct told *told)
{
    game->accord[ACCORD_PAUSE] = game->accord[ACCORD_GO_ON] = (struct accord){.asked = 0};
    told_incident(told, game, NO_SEAT, "pause_ends", game->ply, now);
    if (game->paused)
        return;
    head_go_on(game, now);
    for (int s = 0; s < game->n_seats; s++)
        if (s != by && game->seat[s].awaited_since && seat_present(&game->seat[s]))
            told_mail(told, game, s, "reminder", game->seat[s].awaited_ply, "pause");
}

bool accord_all(struct game_row *game, enum accord_kind kind)
{
    struct accord *accord = &game->accord[kind];
    seatmask here = present(game);
    accord->agreed &= here;
    if (!accord->agreed)
        *accord = (struct accord){.asked = 0};
    return accord->asked && accord->agreed == here;
}

bool accord_is_due(const struct game_row *game, int64_t now)
{
    for (int i = 0; i < ACCORDS; i++)
        if (game->accord[i].asked && game->accord[i].until <= now)
            return true;
    return false;
}

void accord_settle(struct game_row *game, int by, int64_t now, struct told *told)
{
    struct accord *pause = &game->accord[ACCORD_PAUSE], *go_on = &game->accord[ACCORD_GO_ON], *back = &game->accord[ACCORD_TAKE_BACK];
    bool wants = back->agreed & present(game) & SEAT_BIT(back->seat); /* who has made the turn, and nobody else's for it */
    if (back->asked && (game->status != GAME_RUNNING || back->until <= now || !wants))
        *back = (struct accord){.asked = 0};
    if (game->status != GAME_RUNNING)
        *pause = *go_on = (struct accord){.asked = 0};
    else if (!pause->asked)
        *go_on = (struct accord){.asked = 0};
    else if (!pause->made && pause->until <= now)
        *pause = (struct accord){.asked = 0};
    else if (!pause->made && accord_all(game, ACCORD_PAUSE))
        pause_begins(game, now, told);
    else if (pause->made && (pause->until <= now || (go_on->asked && accord_all(game, ACCORD_GO_ON))))
        pause_ends(game, by, now, told);
}

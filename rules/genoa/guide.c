/* Genoa's guided first game: leading the tower, selling and buying actions, a large order, ownership markers. */
#include "config.h"

#include "rules/genoa/state.h"
#include "rules/guide.h"

static const struct guide_line lines[] = {
    /* The tower, an action, and a sale. */
    GUIDE_MOVE(1, "offer slot=0 place=villa_colini give_money=20"),
    GUIDE_MOVE(1, "ready"),
    {.move = "move space=metals",
     .says = N_("The richest merchant wins. In your turn the tower is yours: it goes up to four spaces, so move it from here to Metals."),
     .holds = "players[0].money=130 phase=tower"},
    {.move = "act", .says = N_("Where the tower stands, one player may act. Act yourself: Metals gives a silver and a copper. The number "
                               "beside each ware is how many are left."),
     .marks = "space=metals"},
    {.move = "take"},
    {.move = "done"},
    {.move = "move space=villa_colini",
     .says = N_("You may act once a turn, so the other actions are for sale. Move the tower on to Villa Colini."),
     .holds = "players[0].wares[copper]=1"},
    {.move = "accept from=1 slot=0", .says = N_("{other} offers 20 ducats for the action here. It gives a privilege, a card that counts "
                                                "at the end: one alone is worth 10, so accept."),
     .marks = "space=villa_colini", .press = N_("Sell the action here to {other} for 20 ducats"), .in_full = true},
    {.move = "stop", .says = N_("Two more steps are left, but nobody pays for them. End your turn."), .holds = "players[0].money=150"},

    /* Buying in another's turn. */
    {.move = "offer slot=0 place=spices give_money=10",
     .says = N_("Now {other} moves the tower, and you make offers. Your large order, the violet one of your cards, wants copper, linen "
                "and salt: offer 10 for Spices."),
     .press = N_("Offer 10 ducats for the action in Spices"), .in_full = true},
    {.move = "ready", .says = N_("The dice put the tower on the Market: that moves the round marker on, and the game "
                                 "gets shorter. You could make more offers. Say that you are ready.")},
    GUIDE_MOVE(1, "move space=guild_hall"),
    GUIDE_MOVE(1, "move space=s63"),
    GUIDE_MOVE(1, "move space=s73"),
    GUIDE_MOVE(1, "move space=spices"),
    GUIDE_MOVE(1, "accept from=0 slot=0"),
    GUIDE_MOVE(1, "stop"),
    GUIDE_MOVE(1, "offer slot=0 place=tavern give_money=15"),
    GUIDE_MOVE(1, "ready"),
    {.move = "move space=tavern",
     .says = N_("Your offer was accepted: you have salt and pepper. Now move the tower to the Tavern, on the way to Fabrics."),
     .holds = "players[0].wares[salt]=1 players[0].money=140"},
    {.move = "accept from=1 slot=0", .says = N_("{other} offers 15 ducats for the Tavern, which has nothing that you need. Accept."),
     .marks = "space=tavern", .press = N_("Sell the action here to {other} for 15 ducats"), .in_full = true},
    {.move = "move space=fabrics", .says = N_("Move the tower on to Fabrics, for the linen that your order wants.")},
    {.move = "act", .says = N_("Act here: you get linen and silk."), .marks = "space=fabrics"},
    {.move = "take"},
    {.move = "done"},
    {.move = "stop", .says = N_("That was your one action, and nobody offers more. End your turn.")},
    {.move = "ready", .says = N_("This time you need nothing. Say that you are ready, without an offer.")},
    GUIDE_MOVE(1, "stop"),
    GUIDE_MOVE(1, "offer slot=0 place=spices give_money=15"),
    GUIDE_MOVE(1, "ready"),

    /* A large order. */
    {.move = "act",
     .says = N_("The dice put the tower on Villa Monetti, where your large order is to be delivered. Act here."),
     .marks = "space=villa_monetti",
     .holds = "path[0]=villa_monetti players[0].wares[linen]=1"},
    {.move = "deliver order=L8 tile=any_ware",
     .says = N_("Deliver copper, linen and salt: 100 ducats, and a tile of your choice. Take Any Ware: it gets you a ware of any kind "
                "for the next order."),
     .marks = "space=villa_monetti", .press = N_("Deliver for 100 ducats and an Any Ware tile"), .in_full = true},
    {.move = "done", .says = N_("There is nothing else to deliver here: finish the action."), .holds = "players[0].money=255"},
    {.move = "accept from=1 slot=0", .says = N_("{other} offers 15 for Spices, next to the tower. Accept: the tower goes there."),
     .marks = "space=spices", .press = N_("Take 15 ducats from {other} for Spices"), .in_full = true},
    {.move = "stop", .says = N_("You have acted and sold, and no offer is left: end your turn.")},

    /* Markers. */
    {.move = "offer slot=0 place=cathedral give_money=10",
     .says = N_("The Cathedral gives ownership markers: each makes a building yours, for 10 ducats at the end. Offer 10 for its action."),
     .press = N_("Offer 10 ducats for the action in Cathedral"), .in_full = true, .holds = "players[0].money=270"},
    {.move = "ready", .says = N_("One offer is enough for now: say that you are ready.")},
    GUIDE_MOVE(1, "move space=post_office"),
    GUIDE_MOVE(1, "act"),
    GUIDE_MOVE(1, "take"),
    GUIDE_MOVE(1, "done"),
    GUIDE_MOVE(1, "move space=market"),
    GUIDE_MOVE(1, "accept from=0 slot=0"),
    GUIDE_MOVE(1, "stop"),
    {.move = "claim street=s47 first=1 second=1",
     .says = N_("The tower has passed a street, so you may place markers on the buildings beside it: others who act "
                "there pay you 10. Place both."),
     .marks = "space=palace space=post_office", .press = N_("Place markers on Palace and Post Office"), .in_full = true,
     .holds = "players[0].markers=2"},
    GUIDE_MOVE(1, "offer slot=0 place=restaurant give_money=10"),
    GUIDE_MOVE(1, "ready"),
    {.move = "move space=harbor", .says = N_("Move the tower to the Harbor: it has tiles for any ware.")},
    {.move = "act", .says = N_("Act: the Harbor gives you one more Any Ware tile."), .marks = "space=harbor"},
    {.move = "take", .says = N_("Take the tile, for an order to come."), .marks = "space=harbor"},
    {.move = "done", .says = N_("There is nothing else to deliver here: finish the action.")},
    {.move = "move space=villa_ricci", .says = N_("{other} offers 10 for the Restaurant: move the tower towards it, to Villa Ricci.")},
    {.move = "move space=grains", .says = N_("Go on to Grains, next to the Restaurant.")},
    {.move = "accept from=1 slot=0", .says = N_("Accept the 10 ducats of {other}: the tower goes on to the Restaurant."),
     .marks = "space=restaurant", .press = N_("Take 10 ducats from {other} for the Restaurant"), .in_full = true},
    {.move = "stop", .says = N_("Small orders bring 40 ducats, and messages 30. Privileges pay when the last round is over. End your "
                                "turn.")},
    {0},
};

const struct guide genoa_guide = {
    .revision = 2,
    .rules_revision = 4,
    .n_seats = 2,
    .turns = 7,
    .minutes = 12,
    .secret = "ridotto guide genoa 3",
    .lines = lines,
    .ends = N_("Now you know how it goes: act once a turn, sell the rest, and buy what your orders want. From here it is your own game."),
};

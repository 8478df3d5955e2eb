/* Gondoliere's guided first game: a canal led on, finished and paid, a second place, a canal that is blocked, the end in sight. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/guide.h"

static const struct guide_line lines[] = {
    /* Tiles, and the first landing. */
    {.move = "place tile=s0-10 canal=9 rotation=1",
     .says = N_("Six canals lead away from San Marco: lay your landings where most passengers ride. Lay a straight on canal 9, which begins "
                "with 9 passengers."),
     .holds = "turn=1 placed=0"},
    {.move = "place tile=s0-12 canal=9 rotation=1", .says = N_("Two canal tiles come before the first landing. Lay another straight on canal 9.")},
    {.move = "place tile=a4x-2 canal=9 rotation=0",
     .says = N_("Now a landing of your own. Lay your crossing worth 4: whose landings in a canal are worth most together gets its passengers."),
     .holds = "placed=2"},
    {.move = "end", .says = N_("A turn has one to three tiles, and then all displays are filled up again. Confirm your turn.")},
    GUIDE_MOVE(1, "place tile=c0-4 canal=9 rotation=3"),
    GUIDE_MOVE(1, "place tile=b3x canal=9 rotation=0"),
    GUIDE_MOVE(1, "place tile=s0-7 canal=8 rotation=1"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place tile=c1-3 canal=8 rotation=1"),
    GUIDE_MOVE(2, "place tile=c1x canal=8 rotation=0"),
    GUIDE_MOVE(2, "place tile=s0-8 canal=8 rotation=0"),
    GUIDE_MOVE(2, "end"),

    /* What may follow a landing. */
    {.move = "place tile=s0-11 canal=9 rotation=0",
     .says = N_("{other} has laid a landing worth 3 on canal 9. Between two landings a canal tile is needed: lay the "
                "straight.")},
    {.move = "place tile=a2x canal=9 rotation=0",
     .says = N_("Two landings of one player never follow each other, but now that 3 lies between yours. Lay your crossing worth 2: that makes 6.")},
    {.move = "end", .says = N_("A third tile is not needed. Confirm your turn.")},
    GUIDE_MOVE(1, "place tile=b2s canal=8 rotation=0"),
    GUIDE_MOVE(1, "place tile=s1-3 canal=8 rotation=0"),
    GUIDE_MOVE(1, "place tile=c0-1 canal=5 rotation=3"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place tile=c4s canal=8 rotation=0"),
    GUIDE_MOVE(2, "place tile=c0-2 canal=9 rotation=1"),
    GUIDE_MOVE(2, "place tile=c4x canal=9 rotation=0"),
    GUIDE_MOVE(2, "end"),

    /* A canal is finished and pays. */
    {.move = "place tile=c1-4 canal=9 rotation=3",
     .says = N_("A canal is finished when it has landings of all four values: canal 9 lacks a 1. Lay the curve with one passenger, on to the "
                "north."),
     .holds = "canals[5]=open"},
    {.move = "place tile=a1s canal=9 rotation=0", .says = N_("Now lay your landing worth 1: with it canal 9 is finished.")},
    {.move = "place tile=s0-2 canal=6 rotation=0",
     .says = N_("You have most there, so its 10 passengers are 10 points for you; the second gets half, the third a quarter. Extend canal 6 "
                "with the straight."),
     .holds = "canals[5]=set"},
    {.move = "end", .says = N_("Where nobody has landed yet, every canal is open to you. Confirm your turn.")},
    GUIDE_MOVE(1, "place tile=c1-2 canal=6 rotation=1"),
    GUIDE_MOVE(1, "place tile=b2x canal=6 rotation=0"),
    GUIDE_MOVE(1, "place tile=s2-2 canal=6 rotation=1"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place tile=c0-9 canal=6 rotation=3"),
    GUIDE_MOVE(2, "place tile=c4x-2 canal=6 rotation=0"),
    GUIDE_MOVE(2, "place tile=s0-14 canal=8 rotation=0"),
    GUIDE_MOVE(2, "end"),

    /* Second places, and several canals in one turn. */
    {.move = "place tile=a4s canal=8 rotation=0",
     .says = N_("The values 1, 2 and 3 come once in a canal, a 4 as often as you like. Lay yours on canal 8: it makes you second there.")},
    {.move = "place tile=s0-4 canal=6 rotation=0", .says = N_("One turn may serve several canals. Extend canal 6 with the straight.")},
    {.move = "place tile=a1x canal=6 rotation=0", .says = N_("Lay your crossing worth 1 there: a third place brings points, too.")},
    {.move = "end", .says = N_("The last landing in both canals is yours now, so the next one is for others. Confirm your turn.")},
    GUIDE_MOVE(1, "place tile=s1-9 canal=5 rotation=1"),
    GUIDE_MOVE(1, "place tile=b1x canal=5 rotation=0"),
    GUIDE_MOVE(1, "place tile=c1-5 canal=5 rotation=0"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place tile=c2-2 canal=8 rotation=0"),
    GUIDE_MOVE(2, "place tile=s2-1 canal=6 rotation=0"),
    GUIDE_MOVE(2, "place tile=c3x canal=8 rotation=0"),
    GUIDE_MOVE(2, "end"),

    /* Blocked canals. */
    {.move = "place tile=s1-1 canal=7 rotation=0",
     .says = N_("Canal 5 runs against San Marco now: where no tile fits any more, a canal is finished, too. Lay a straight with a passenger on "
                "canal 7."),
     .holds = "canals[1]=blocked canals[4]=set"},
    {.move = "place tile=s1-7 canal=7 rotation=0", .says = N_("Each passenger on a tile is one point more for that canal. Lay the next straight there, too.")},
    {.move = "place tile=a3s canal=7 rotation=0", .says = N_("Now be the first to land on canal 7, with your 3.")},
    {.move = "end", .says = N_("A canal that is not finished in the end pays nobody. Confirm your turn.")},
    GUIDE_MOVE(1, "place tile=b3s canal=6 rotation=0"),
    GUIDE_MOVE(1, "place tile=s1-6 canal=7 rotation=0"),
    GUIDE_MOVE(1, "place tile=b4x-2 canal=7 rotation=0"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place tile=s0-9 canal=4 rotation=0"),
    GUIDE_MOVE(2, "place tile=s1-8 canal=4 rotation=0"),
    GUIDE_MOVE(2, "place tile=c3s canal=4 rotation=0"),
    GUIDE_MOVE(2, "end"),

    /* The end in sight. */
    {.move = "place tile=s1-4 canal=7 rotation=0",
     .says = N_("Four canals are finished, and with the fifth the game ends. Lay the straight with a passenger on canal 7."),
     .holds = "canals[2]=set canals[3]=open"},
    {.move = "place tile=a2s canal=7 rotation=0", .says = N_("There you have 3 against 4. Lay your landing worth 2: that makes 5, and the most.")},
    {.move = "end", .says = N_("The game also ends when someone has laid all nine landings, or all canal tiles are laid. Confirm your turn.")},
    GUIDE_MOVE(1, "place tile=c0-7 canal=4 rotation=2"),
    GUIDE_MOVE(1, "place tile=b4s canal=4 rotation=1"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place tile=s0-5 canal=4 rotation=1"),
    GUIDE_MOVE(2, "place tile=c2x canal=4 rotation=0"),
    GUIDE_MOVE(2, "end"),
    {0},
};

const struct guide gondoliere_guide = {
    .revision = 1,
    .rules_revision = 1,
    .n_seats = 3,
    .turns = 6,
    .minutes = 10,
    .secret = "ridotto guide gondoliere 1",
    .lines = lines,
    .ends = N_("Now you know it all: extend canals, land in time, and watch which canals get finished. From here it is your own game."),
};

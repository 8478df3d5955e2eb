/* Carrara's guided first game: stones, building, a city and a type scored, money short and stones for nothing. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/guide.h"

static const struct guide_line lines[] = {
    /* Stones, building, and where the points come from. */
    {.move = "buy section=1 yellow=1 red=1",
     .says = N_("The most points win: get stones, build with them, then score what you have built. Take the yellow and the red stone of "
                "section I, for 9 of your 20 coins."),
     .at = "section=1", .holds = "players[0].coins=20 phase=action wheel[0][1]=1 wheel[0][2]=1"},
    {.move = "end", .says = N_("A turn has one action: get stones, build or score. That was yours, so confirm your turn."),
     .holds = "players[0].coins=11"},
    GUIDE_MOVE(1, "build tile=castello-1 city=massa"),
    GUIDE_MOVE(1, "pay blue=1"),
    GUIDE_MOVE(1, "end"),
    {.move = "build tile=palazzo-2 city=lucca",
     .says = N_("A building costs as many stones as its number says, in colours that the city takes. Lucca takes "
                "white, yellow and red: build Palazzo 2 there."),
     .at = "tile=palazzo-2", .holds = "players[0].stones[1]=1 players[0].stones[2]=1"},
    {.move = "pay yellow=1 red=1"},
    {.move = "end", .says = N_("Lucca is worth 2 points for each stone, but only when you score it. Confirm your turn.")},
    GUIDE_MOVE(1, "turn_wheel"),
    GUIDE_MOVE(1, "buy section=2 white=1 blue=1 black=1"),
    GUIDE_MOVE(1, "end"),

    /* The wheel, and a city. */
    {.move = "turn_wheel", .says = N_("Each turn of the wheel makes the stones on it a coin cheaper and draws new ones. Turn the wheel."),
     .holds = "players[0].coins=11 wheel[0][1]=1 wheel[0][2]=1"},
    {.move = "buy section=2 yellow=1 red=1 black=1",
     .says = N_("What was in section I is in section II now. Take the yellow and the red stone for 7 coins, and the black one, which is free."),
     .at = "section=2", .holds = "phase=buy wheel[1][1]=1 wheel[1][2]=1 wheel[1][5]=1"},
    {.move = "end", .says = N_("What you hold is hidden from the others. Confirm your turn."), .holds = "players[0].coins=4"},
    GUIDE_MOVE(1, "turn_wheel"),
    GUIDE_MOVE(1, "buy section=3 blue=2"),
    GUIDE_MOVE(1, "end"),
    {.move = "build tile=porta-2 city=lucca",
     .says = N_("Lucca can be scored with two buildings of yours in it. Build Porta 2 there, too."), .at = "tile=porta-2"},
    {.move = "pay yellow=1 red=1"},
    {.move = "end", .says = N_("Each building carries an object, which you get when you score it. Confirm your turn.")},
    GUIDE_MOVE(1, "build tile=castello-3 city=massa"),
    GUIDE_MOVE(1, "pay blue=3"),
    GUIDE_MOVE(1, "end"),
    {.move = "score_city city=lucca",
     .says = N_("Score Lucca: 4 stones at 2 points each, and a crown and a gate, worth 3 points each at the end. Nobody else can score Lucca then."),
     .at = "city=lucca", .holds = "players[0].points=0 cities[2]=-1"},
    {.move = "end", .says = N_("8 points and two objects! You can score six times in a game, so choose well. Confirm your turn."),
     .holds = "players[0].points=8 players[0].objects[0]=1 players[0].objects[2]=1"},
    GUIDE_MOVE(1, "build tile=porta-1 city=massa"),
    GUIDE_MOVE(1, "pay white=1"),
    GUIDE_MOVE(1, "end"),

    /* Money is short: stones for nothing, coins, and a type. */
    {.move = "turn_wheel", .says = N_("You have only 4 coins left, but stones far on the wheel are free. Turn the wheel."),
     .holds = "players[0].coins=4"},
    {.move = "buy section=3 green=1 blue=1 black=1",
     .says = N_("In section III blue and black are free, and green costs 1 coin. Take all three."), .at = "section=3",
     .holds = "wheel[2][3]=1 wheel[2][4]=1 wheel[2][5]=1"},
    {.move = "end", .says = N_("You have five stones now, enough for a larger building. Confirm your turn."),
     .holds = "players[0].coins=3 players[0].stones[3]=1 players[0].stones[4]=1 players[0].stones[5]=3"},
    GUIDE_MOVE(1, "turn_wheel"),
    GUIDE_MOVE(1, "buy section=5 white=2"),
    GUIDE_MOVE(1, "end"),
    {.move = "build tile=palazzo-4 city=lerici",
     .says = N_("Lérici takes stones of every colour, and gives a coin for each. Build Palazzo 4 there."), .at = "tile=palazzo-4"},
    {.move = "pay blue=1 black=3", .says = N_("You choose what to pay with. Pay the blue stone and the three black ones, and keep the green one."),
     .marks = "colour=blue colour=black", .holds = "phase=pay pending.due=4"},
    {.move = "end", .says = N_("Cities that are worth more take fewer colours, so keep those for them; for Lérici any "
                               "stone will do. Confirm your turn.")},
    GUIDE_MOVE(1, "build tile=biblioteca-2 city=livorno"),
    GUIDE_MOVE(1, "pay white=2"),
    GUIDE_MOVE(1, "end"),
    {.move = "score_type type=palazzo",
     .says = N_("You can also score one type of building, wherever it stands. Score your Palazzi: 4 points in Lucca, 4 coins in Lérici, "
                "and two crowns."),
     .holds = "players[0].points=8 players[0].coins=3"},
    {.move = "end",
     .says = N_("The game ends when all is built, or when you announce it: after 4 scorings, with 8 objects and buildings for 30 stones. "
                "Confirm your turn."),
     .holds = "players[0].points=12 players[0].coins=7 players[0].objects[0]=3"},
    GUIDE_MOVE(1, "turn_wheel"),
    GUIDE_MOVE(1, "buy section=4 yellow=1 red=1 green=1"),
    GUIDE_MOVE(1, "end"),
    {0},
};

const struct guide carrara_guide = {
    .revision = 1,
    .rules_revision = 1,
    .n_seats = 2,
    .turns = 8,
    .minutes = 10,
    .secret = "ridotto guide carrara 1",
    .lines = lines,
    .ends = N_("Now you know how it goes: get stones, build, score, and announce the end before the others do. From here it is your own game."),
};

/* Vernissage's guided first game: an artist made, objections and a power play, IN, a vernissage. */
#include "config.h"

#include "rules/vernissage/state.h"
#include "rules/guide.h"

static const struct guide_line lines[] = {
    /* A purchase, a painting, and the first objection. */
    {.move = "place artist=winther kind=purchase amount=7",
     .says = N_("You deal in paintings, and the richest wins. You hold one by Winther: place the counter “purchase +7” "
                "with him, to make his paintings worth more."), .holds = "die=purchase"},
    GUIDE_MOVE(1, "accept"),
    GUIDE_MOVE(2, "accept"),
    {.move = "buy_brown pile=0",
     .says = N_("Nobody objected to make it smaller, so his paintings are worth 170,000 each now. Every turn you buy a "
                "card: look through the pile for 20,000."),
     .holds = "artists[4].fame=37"},
    {.move = "take face=winther", .says = N_("You see all cards of the pile and may take one. Take the painting by Winther.")},
    {.move = "end", .says = N_("Then you may use a move card (grey, with a number) and a critic card (the feather). Not yet: confirm "
                               "your turn.")},
    GUIDE_MOVE(1, "place artist=moreau kind=purchase amount=7"),
    GUIDE_MOVE(2, "accept"),
    {.move = "object values=1,2,3 nodeal=yield cards=0 cap=0",
     .says = N_("{other} places +7 with Moreau. An agent of yours stands on his step, so you may object to make it "
                "smaller: agree to 1, 2 or 3, or else let it pass."), .press = N_("Object: +1, +2 or +3")},
    GUIDE_MOVE(1, "settle amount=3"),
    GUIDE_MOVE(1, "buy_brown pile=0"),
    GUIDE_MOVE(1, "take face=vidal"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place artist=blaise kind=purchase amount=3"),
    GUIDE_MOVE(1, "accept"),
    {.move = "accept",
     .says = N_("{other} settled with you on +3. Now {third} places +3 with Blaise, which does you little harm: let it "
                "pass."), .holds = "artists[1].fame=33"},
    GUIDE_MOVE(2, "buy_brown pile=0"),
    GUIDE_MOVE(2, "take face=power"),
    GUIDE_MOVE(2, "end"),

    /* IN, and the critic. */
    {.move = "place artist=winther kind=purchase amount=7",
     .says = N_("Place +7 with Winther again. An artist beyond 220,000 is IN: for each space beyond it, every painting "
                "that you show pays 10,000 at once."), .holds = "die=purchase"},
    GUIDE_MOVE(1, "object values=5,6 nodeal=yield cards=0 cap=0"),
    GUIDE_MOVE(2, "accept"),
    {.move = "settle amount=6", .says = N_("{other} objects, and would agree to 5 or 6. Settle on 6.")},
    GUIDE_MOVE(1, "reveal count=0"),
    GUIDE_MOVE(2, "reveal count=0"),
    {.move = "reveal count=2",
     .says = N_("Winther is IN, one space beyond 220,000: each of his paintings that you show brings 10,000 now. Show both."), .holds = "hand[0].painting[4]=2"},
    {.move = "buy_grey", .says = N_("Move cards, the grey ones, take your agents up and down the stairs. Draw one for 10,000.")},
    {.move = "critic artist=moreau",
     .says = N_("Your critic, the card with the feather, costs an artist 5 fame, and he gains none at a vernissage. Send it to Moreau, "
                "whose paintings you do not own; your turn ends."), .holds = "hand[0].critic=1"},
    GUIDE_MOVE(1, "place artist=winther kind=scandal amount=7"),
    GUIDE_MOVE(2, "accept"),
    {.move = "object values=2,3 nodeal=fight cards=1 cap=1",
     .says = N_("A scandal of −7 for your Winther! Object: agree to 2 or 3, or else fight in a power play, with your suitcase card."),
     .press = N_("Object: −2 or −3")},
    GUIDE_MOVE(1, "settle amount=3"),
    GUIDE_MOVE(1, "buy_grey"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place artist=moreau kind=scandal amount=2"),
    GUIDE_MOVE(1, "accept"),
    {.move = "accept", .says = N_("{other} settled with you on −3. Now {third} places a small scandal with Moreau, "
                                  "whose paintings you do not own: let it pass.")},
    GUIDE_MOVE(2, "buy_grey"),
    GUIDE_MOVE(2, "end"),

    /* A vernissage. */
    {.move = "place artist=winther kind=critique amount=1",
     .says = N_("Winther has had a purchase and a scandal. The third kind opens a vernissage, where he climbs and gains fame: place the "
                "smallest critique with him."),
     .holds = "die=minus artists[4].fame=39"},
    GUIDE_MOVE(1, "accept"),
    GUIDE_MOVE(2, "accept"),
    GUIDE_MOVE(1, "reveal count=0"),
    GUIDE_MOVE(2, "reveal count=0"),
    {.move = "reveal count=0",
     .says = N_("Winther climbs above all others: +12 fame, 8 spaces beyond 220,000, so 80,000 for each of your two paintings. "
                "Both are on show already: there is none left to show."),
     .holds = "artists[4].step=6 artists[4].fame=50"},
    {.move = "buy_grey", .says = N_("That was 160,000 for you. But Winther has left your agents behind: draw a move card.")},
    {.move = "move_one agent=1 steps=3 to=5", .says = N_("Move your agent from step 2 up to step 5."),
     .press = N_("From step 2 to step 5")},
    {.move = "end", .says = N_("You can place counters on an artist only while one of your agents is on that step. Confirm your turn.")},

    /* A power play. */
    GUIDE_MOVE(1, "place artist=vidal kind=purchase amount=7"),
    GUIDE_MOVE(2, "accept"),
    {.move = "object values= nodeal=fight cards=1 cap=1",
     .says = N_("{other} places +7 with Vidal, whose paintings you do not own. Object to every value, and fight with your suitcase card."),
     .press = N_("Object to every value")},
    GUIDE_MOVE(1, "commit cards=1"),
    GUIDE_MOVE(1, "buy_grey"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place artist=vidal kind=critique amount=4"),
    {.move = "accept",
     .says = N_("Dice and suitcases decide a power play: you won, 12 against 11, and {other} took an agent back. "
                "{third} places a critique with Vidal: let it pass.")},
    GUIDE_MOVE(2, "buy_grey"),
    GUIDE_MOVE(2, "end"),
    {.move = "place artist=blaise kind=scandal amount=5",
     .says = N_("The die lets you choose the kind. Place a scandal of −5 with Blaise, whose paintings you do not own."), .holds = "die=wild"},
    GUIDE_MOVE(2, "object values=2,3 nodeal=yield cards=0 cap=0"),
    {.move = "stand", .says = N_("{third} objects, and would agree to −2 or −3. You need not settle: insist on your "
                                 "counter.")},
    {.move = "buy_brown pile=3",
     .says = N_("Nobody fought, so it stays. Look through the pile for 50,000."), .holds = "artists[0].fame=28"},
    {.move = "take face=winther", .says = N_("Take one more painting by Winther: it pays each time he is IN.")},
    {.move = "move_one agent=1 steps=2 to=6", .says = N_("Now move your agent on to step 6, where Winther stands."),
     .press = N_("From step 5 to step 6")},
    {.move = "end", .says = N_("You need not use more cards. Confirm your turn.")},
    GUIDE_MOVE(1, "buy_grey"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place artist=ostrova kind=purchase amount=4"),
    {.move = "accept", .says = N_("{third} places +4 with Ostrova, which does you little harm: let it pass.")},
    GUIDE_MOVE(2, "buy_grey"),
    GUIDE_MOVE(2, "end"),

    /* The last turns. */
    {.move = "place artist=winther kind=purchase amount=7",
     .says = N_("Nobody else has an agent on Winther’s step, so nobody can object. Place +7 with him."), .holds = "die=purchase"},
    GUIDE_MOVE(1, "reveal count=0"),
    GUIDE_MOVE(2, "reveal count=0"),
    {.move = "reveal count=1",
     .says = N_("IN again, with 70,000 for each painting on show. Show the third one, too."), .holds = "artists[4].fame=49"},
    {.move = "buy_grey", .says = N_("210,000 at once! A card must be bought all the same: draw a move card."), .holds = "cash[0]=500000"},
    {.move = "end", .says = N_("You need nothing more in this turn: confirm it.")},
    GUIDE_MOVE(1, "buy_grey"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place artist=vidal kind=critique amount=3"),
    {.move = "accept", .says = N_("{third} places a critique with Vidal again, which costs you nothing: let it pass.")},
    GUIDE_MOVE(2, "buy_grey"),
    GUIDE_MOVE(2, "end"),
    {.move = "place artist=vidal kind=critique amount=4",
     .says = N_("What costs the others helps you. Place a critique of −4 with Vidal."), .holds = "die=critique"},
    GUIDE_MOVE(2, "accept"),
    {.move = "buy_grey", .says = N_("A card must be bought: draw a move card, the cheapest.")},
    {.move = "end",
     .says = N_("The game ends when a counter or an artist reaches the top step, or two artists are OUT. Then cash and paintings count; "
                "confirm your turn.")},
    GUIDE_MOVE(1, "buy_grey"),
    GUIDE_MOVE(1, "end"),
    GUIDE_MOVE(2, "place artist=ostrova kind=purchase amount=5"),
    {0},
};

const struct guide vernissage_guide = {
    .revision = 1,
    .rules_revision = 2,
    .n_seats = 3,
    .turns = 6,
    .minutes = 15,
    .secret = "ridotto guide vernissage 5",
    .lines = lines,
    .ends = N_("Now you know it all: make your artists famous, object in time, and keep an agent with them. From here it is your own game."),
};

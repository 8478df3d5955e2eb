/* A guided first game of a title: part of a game as its words and its bot are (rules/parts.h), written as data in rules/<game>/guide.c.
 *
 * It is dealt from a fixed secret to the fewest seats. Every move of it stands in the guide, line after line, those of the other seats as
 * well: so how far such a game is follows from how many moves were made, and nothing else is stored of it. Of a line of the learner's
 * own it is said what it is for, and what must hold in the position, so that its figures are true. tests/unit/test_guide plays each guide
 * to its end; after a change of the rules that moves it, mend the lines and raise `revision`, and games that stand in the old one say so.
 */
#ifndef RULES_GUIDE_H
#define RULES_GUIDE_H

#include "rules/rules.h"

struct guide_line {
    int8_t seat;          /* whose move it is */
    const char *move;     /* as one-line text. Of the learner also a pattern, "buy section=3 *" or "*": any move with these words */
    const char *says;     /* the learner's: N_("..."), one sentence or two, "{other}" being who sits next to the learner, "{third}" who sits
                           * next to that one; NULL: a step that follows by itself */
    const char *at;       /* the learner's: the one place of the board that is marked, "tile=porta-3"; NULL: each that does it */
    const char *marks;    /* the learner's: what is marked besides, as the view names it, "space=palace space=tavern". What the move itself names
                           * is marked in any case: "canal=9" of "place tile=s0-10 canal=9" */
    const char *press;    /* the learner's: N_("..."), what the button says when the move in words would be too long for it, or say too little;
                           * "{other}" and "{third}" as in says; NULL: the move */
    bool in_full;         /* the button says all that the move does: it is not told once more below the sentence */
    const char *holds;    /* the learner's: what must be so before it, "players[0].coins=20 phase=action"; NULL: that the move is legal */
    const char *confirms; /* the learner's: N_("..."), said when after this step the turn waits to be confirmed; NULL: the usual */
};

/* A move of a seat other than the learner's, or a step of any seat that follows by itself. */
#define GUIDE_MOVE(who, text) {.seat = (who), .move = (text)}

struct guide {
    uint16_t revision;       /* of the guide, from 1 on: raised when games in it cannot go on by its lines */
    uint16_t rules_revision; /* that its lines were written for */
    uint8_t n_seats;
    uint8_t learner;         /* the seat of who learns: 0, the one that who opens a table has */
    uint8_t turns, minutes;  /* of the learner, as far as it goes */
    const char *secret;      /* of its games, at most 32 bytes */
    const struct guide_line *lines; /* ended by move NULL */
    const char *ends;        /* N_("..."): said behind the last of them, where one plays on alone */
};

/** guide_lines() - how many there are */
int guide_lines(const struct guide *guide);
/** guide_line() - what is to be done after @n moves of the game; NULL: nothing, the guide is at its end */
const struct guide_line *guide_line(const struct guide *guide, int n);
/** guide_step() - how many lines that say something stand before line @n; and with @n guide_lines() in all */
int guide_step(const struct guide *guide, int n);
/** guide_secret() - the secret of its games */
void guide_secret(const struct guide *guide, uint8_t secret[32]);

/** guide_move() - the move of a line; false: it is a pattern, or none of the rules' */
bool guide_move(const struct rules *rules, const struct guide_line *line, struct move *move);
/** guide_fits() - is @move what the line asks? */
bool guide_fits(const struct rules *rules, const struct guide_line *line, const struct move *move);
/**
 * guide_stands() - can the line be done in @state: is its seat awaited, what it says true, and its move, or one of its pattern, legal?
 * @list: room for the seat's moves
 */
bool guide_stands(const struct rules *rules, const void *state, const struct guide_line *line, struct move_list *list);

/** guide_holds() - is every "path=value" of @holds so in @state? Paths are as in JSON: "players[1].coins", "goods[silk]"; a value is a
 *  number or a name. Without @holds all is well. */
bool guide_holds(const struct rules *rules, const void *state, const char *holds);

#endif

/* The board in a letter: its picture as a spectator sees it, and in words. */
#ifndef CGI_MAIL_LETTER_BOARD_H
#define CGI_MAIL_LETTER_BOARD_H

#include "cgi/base/sb.h"
#include "cgi/mail/letter_needs.h"
#include "rules/rules.h"

/* On the arena. */
struct letter_picture {
    const char *png; /* @length bytes; NULL: there is none */
    size_t length;
    const char *alt; /* the same in words */
};

/** letter_hand() - what the reader at @seat has in hand, in a line; NULL: nothing */
const char *letter_hand(struct req *reader, const struct rules *rules, const void *state, int seat, const char *const *people, int n_people);

/** letter_picture_svg() - the picture as the game's template draws it, for a spectator; NULL: the game has none
 *  @before: the position with which it is compared: what is otherwise is marked; NULL: nothing is
 *  @people: the names of @n_people seats */
const char *letter_picture_svg(struct req *reader, const struct rules *rules, const void *state, const void *before, const char *const *people,
                               int n_people, const char **alt);
/** letter_picture_resolved() - that SVG as librsvg draws it, on the arena; NULL: not of this game */
const char *letter_picture_resolved(struct req *reader, const struct rules *rules, const char *svg);
/** letter_picture() - the same drawn; without png, when there is none or it cannot be drawn: a letter goes without it then */
struct letter_picture letter_picture(struct painter *painter, struct req *reader, const struct rules *rules, const void *state, const void *before,
                                     const char *const *people, int n_people);

#endif

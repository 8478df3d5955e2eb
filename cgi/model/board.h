/* From a game's view to the model of its picture: places, their coordinates, and what can be done there.
 *
 * The view (rules->view->view) says what there is. templates/<game>/layout.json says where it lies: an object of the same shape
 * whose members are laid under the view's (item i of an array under item i; "*" for every item), so coordinates never
 * appear in rules and never need arithmetic in templates.
 * A view object with "place": "tile=porta-3" (an argument and one of its values) is a place where moves begin or go on:
 * board_open() adds "act": {"label", "href", "is_link" | "is_step" with "step", "chosen"} when the legal moves offer it,
 * else false; and "changed": is it otherwise than before the draft? With "place": null, what looks like a place is none.
 * Where nothing can be done at a place, "no" is where the reader is told why, and "why_here" says that he has asked there; else both are null.
 * A view that has "on_board": true offers what is asked on its picture, with "all_on_board": true also when something has been
 * chosen; with "listed": true the game lists it itself beside the question, where else only what the board does not offer stands.
 * An object with a "seat" gets "seat_name", "seat_number" (what its pawn shows) and "me", and its "score" {"total"} is told as in score.html.
 * A "refused": "place tile=a1s canal=5 rotation=0", a move of the viewer that the rules forbid, gets "refused_text": why not.
 * Strings under "label" and under keys that end in "_label" are translated; the "letter" beside a "name_label" is its first, and
 * a label may name figures beside it: "{need:1 object|# objects}".
 */
#ifndef CGI_MODEL_BOARD_H
#define CGI_MODEL_BOARD_H

#include "cgi/model/choose.h"
#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "rules/parts.h"

/** board_merge() - lays @layout under @view: puts what the view does not have; @layout NULL adds nothing */
void board_merge(struct arena *arena, struct value *view, const struct value *layout);

/* A view that is being made ready for a page; on the arena of its request. */
struct board {
    struct req *rq;
    const struct rules *rules;
    struct value *view;
    struct places *places;      /* by their names */
    struct offers *offers;      /* what can be done at them */
};

/**
 * board_open() - view + layout + words, for <game>/board.html
 * @state: of @rules; @viewer as in rules->view->view; @people: a name for each of @n_people seats
 * @before: the state without the viewer's draft, or NULL
 * @choose: what can be done by the viewer now; NULL: nothing
 */
struct board board_open(struct req *rq, const struct rules *rules, const void *state, const void *before,
                        int viewer, const char *const *people, int n_people, const struct choose *choose);

/**
 * board_note_amounts() - tells the forms of a choose_model() what the view knows about their amounts
 *
 * An amount's item is found in the view as an object with a text member that is the item's id. Its "letter" goes to
 * the amount; and inside the place that the form is for, its "price" becomes the amount's price, and in words ("free"
 * for 0) its note. A form learns what coins the viewer has, and an option that is one whole move with amounts what
 * they cost together.
 * Where the list of moves is partial, the view may say how far an amount can go: an object with "limits_of": the form's verb, and
 * inside it, by item, "most". Amounts that it does not name are not asked for.
 * A view object with "place": "values=3" (a field and one of its values), or "place": "values" (the field itself), says
 * how that looks in a form: <game>/choice.html rendered from it. The field's own may say with what "value" it begins.
 * An option that is called by a place ("section=3") looks like <game>/option.html rendered from that place, when this gives anything.
 */
void board_note_amounts(const struct board *board, struct value *choose);

/**
 * board_take_fillings() - the forms that a game draws itself, from the page's "choose" into the view
 *
 * Those of verbs in the view's "own_forms" go: "filling": {verb: {"tried", "reveals", "fields": amounts[] as in amounts.html, "by": the same by name}}.
 * A view object with "place": the name of a field is its "what": then there can be so many as the "count" of it, when it has one.
 * Without @takes they stay where they are.
 * "frame": {"url", "csrf", "ply", "draft"} is what every form of steps needs (templates/frame.html).
 */
void board_take_fillings(const struct board *board, bool takes, struct value *model);

/**
 * board_set_beside() - of a board that lists what it offers: which groups of a choose_model() are left to stand beside the question,
 *                      without those that hand the turn in
 */
void board_set_beside(const struct board *board, struct value *groups);

/** board_html() - a template of the game ("board.html") filled from @model, on the arena; "" when it has none. It also knows "www", the
 *  version in the addresses of files of www/ */
const char *board_html(struct req *rq, const struct rules *rules, const struct value *model, const char *template_name);

#endif

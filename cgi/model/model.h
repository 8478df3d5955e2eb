/* Pieces of models that several pages share: people, seats, times, games, cards, and moves in words. They
 * lie on the arena of the request. */
#ifndef CGI_MODEL_MODEL_H
#define CGI_MODEL_MODEL_H

#include "cgi/base/values.h"
#include "cgi/http/res.h"
#include "cgi/model/model_clock.h"
#include "cgi/store/store.h"
#include "rules/engine/bots.h"

/* Names by seat, for sentences: an empty seat is "free seat". */
struct people {
    int n;
    const char *name[SEATS_MAX];
    const struct incidents *incidents; /* incidents with earlier players of the seat; NULL: none */
    const struct catalogue *cat;       /* of the reader's language */
};

/** model_people() - names of the present players; @incidents is borrowed, or NULL */
struct people model_people(const struct req *rq, const struct game_row *game, const struct incidents *incidents);
/** model_people_then() - names of the players when move @ply was made: a seat taken over later had another name */
struct people model_people_then(const struct people *now, int ply);

/** model_ask_end() - the question to the others when these @n people want to end a game */
const char *model_ask_end(const struct req *rq, const char *const *names, int n);

/** model_time() - {iso, exact, span (NULL: less than a minute), ago}; NULL for 0 */
struct value *model_time(const struct req *rq, int64_t at);
/** model_sign() - the sign on a seat's pawn: its number from 1, or its letter in a game with lettered players;
 *  @rules may be NULL */
struct value *model_sign(struct arena *arena, const struct rules *rules, int seat);
/** model_seat() - {seat, number, name, url, me, bot, empty, colour, awaited, winner, points, rank} */
struct value *model_seat(const struct req *rq, const struct game_row *game, int seat);
/** model_next_bot() - how strong the next bot of an open table is likely to be wanted: as the one in the last of its seats, which are filled from the first on */
enum bot model_next_bot(const struct game_row *game);
/** model_levels() - the bots that may fill a seat: [{id, label, checked}], @chosen of them checked */
struct value *model_levels(const struct req *rq, enum bot chosen);
/** model_score() - adds {score: as score_model() tells} of a standing in @game to @out (borrowed), which is returned */
struct value *model_score(const struct req *rq, const struct game_row *game, int points, struct value *out);
/** model_game() - what every page of one game shows; the invitation only for its players, the secret only when the game is over
 *  */
struct value *model_game(const struct req *rq, const struct game_row *game);
/* The sentence of a game that has ended otherwise than by its rules, and is not studied; for the catalogue. */
extern const char model_no_study[];
/** model_asked() - {text: who invites the reader, line: that one's words or null}; NULL: nobody who is known */
struct value *model_asked(const struct req *rq, const struct invited *asked);
/** model_card() - one table in a list */
struct value *model_card(const struct req *rq, const struct game_row *game);
struct value *model_cards(const struct req *rq, const struct game_row *games, int n);

/** model_game_kind() - a kind of game: {id, title, text, players, help_url} */
struct value *model_game_kind(const struct req *rq, const struct rules *rules);
/** model_games() - every kind of game on this site; the picture of the first ("eager") is in sight at once, also on a phone;
 *  "going" is false: mine_show() knows better */
struct value *model_games(const struct req *rq);

/** model_events() - adds the sentences of a move's events, as @viewer may read them, to @texts, and to @more (NULL: not
 *  wanted) for each of them {pictures: what is drawn beside it, [{symbol}], weight: an enum event_weight, event: its name,
 *  mine: does it name the viewer's seat?}; both are borrowed */
void model_events(const struct req *rq, const struct game_row *game, const struct people *people,
                  const struct move_row *move, int viewer, struct value *texts, struct value *more);
/** model_weight() - how important an event is, for players who were away and before a turn is confirmed */
enum event_weight model_weight(const struct rules *, const struct event *);
/** model_matters() - did dice decide what came of this move, that is, are numbers of it drawn? With @even_plain also: did anything
 *  come of it that is more than a step on the way? */
bool model_matters(const struct game_row *game, const struct move_row *move, bool even_plain);
/** model_mover() - model_seat() of who moved; for the set-up the same members without a player */
struct value *model_mover(const struct req *rq, const struct game_row *game, int seat);
/** model_mover_then() - the same with the player's name when move @ply was made */
struct value *model_mover_then(const struct req *rq, const struct game_row *game, const struct people *people,
                                     int seat, int ply);
/** model_cause() - adds {cause_bot, cause_clock, cause_order, cause_plan} of a move, as the visitor may know it, to @out (borrowed) */
void model_cause(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                 const struct move_row *move, struct value *out);
/** model_turns() - moves grouped by turn: [model_mover_then() + model_cause() + {at, entries: [{text, pictures: [{symbol}], url,
 *  ply, current, taken_back}], incident: null}], oldest first; @current: the ply of the board that is shown, or -1. Among them, at their place
 *  and without entries, those of @incidents that belong to these moves: incident {kind, text, ply}. */
struct value *model_turns(const struct req *rq, const struct game_row *game, const struct people *people,
                                const struct move_row *moves, int n, const struct incidents *incidents, int viewer,
                                int current);
/** model_result() - how a game has ended, from its ranks and @view (either may be empty): {has_rows, ending (why, in words) or
 *  null, span (how many columns), scores (the word above the scores), has_heads, heads: [{head_label}], rows: [model_seat() + {score, has_cells, cells:
 *  [{text}]}]}, the first first; the view's "accounts" {heads, rows of each seat {cells}} says what the scores are made of */
struct value *model_result(const struct req *rq, const struct game_row *game, struct value *view);
/** model_incidents() - [{text}] of what happened after move @ply and before the next */
struct value *model_incidents(const struct req *rq, const struct game_row *game, const struct incidents *incidents,
                                    int ply);

/** model_game_id() - the game's number out of the path; ERR_GONE when it is none */
bool model_game_id(const struct req *rq, int64_t *id, struct err *err);
/** model_visible_game() - the game of the path, when it is there and the visitor may see it; else ERR_GONE either way */
bool model_visible_game(const struct req *rq, int64_t *id, struct game_row *game, struct err *err);
/** model_has_key() - does the address, or the form, have the key of this private table? */
bool model_has_key(const struct req *rq, const struct game_row *game);
/** model_keyed() - @url with the key that the private table was opened with: who has only the link sees no page without; on the arena */
const char *model_keyed(const struct req *rq, const struct game_row *game, const char *url);
/** model_may_see() - false with ERR_GONE when the table is private and the visitor neither plays there nor has the key */
bool model_may_see(const struct req *rq, const struct game_row *game, struct err *err);
/** model_may_read() - the same for game @id, with its invitation (NULL: public), is it @apart, for a player or a visitor */
bool model_may_read(const struct req *rq, int64_t id, const char *invitation, bool apart, bool seated, struct err *err);

#endif

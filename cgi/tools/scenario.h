/* Scenario files: a position, moves, and what must come of them. They are the rules' tests, and how a bug is reported.
 *
 *     { "title": "a third bridge on one canal is refused", "dossier": "5.3", "seats": 2, "seed": 7,
 *       "options": {"wheel": "must"},
 *       "start": {"phase": "build", "bridges": [1, 1, 0]},
 *       "steps": [ {"seat": 0, "do": "bridge canal=0", "events": [{"event": "built", "canal": 0}]},
 *                  {"seat": 1, "do": "bridge canal=0", "error": "canal_full", "message": "There are two already."},
 *                  {"expect": {"bridges": [2, 1, 0], "awaits": [1]}} ] }
 *
 * title    what it proves, in one line                  dossier  the section of the rules it belongs to
 * seats    number of players (the game's fewest)        seed     of the deal, and of what the moves draw (0)
 * options  variants by name                             start    laid over the dealt position (members_overlay)
 * orders   standing orders by seat, {"2": ["..."]}, given to those that the game begins with; "none": not
 *          even those
 * but      in place of "start", in a list of scenarios: begins as the one before it, with these members of its "start" in place of
 *          those; seats, seed and options are those of the one before, too, unless they are given
 * todo     why this is known to fail; then it must fail note     a remark, also in a step
 *
 * A step does at most one move, or gives one order; then those whose orders answer do so, and then it looks. Keys of a step:
 * seat     whose move (the one that is awaited)         do       one-line text, or the move as JSON
 * order    in place of "do": a standing order of the seat, as text or JSON
 * silence  before the move: what the seat says by saying nothing, as one-line text; null: advice is to speak for it
 * error    the move is refused with this code; "bad_request" when it is no move of this game at all
 * message  the sentence of the refusal, in English      reveals  whether the move shows hidden things or draws chance
 * expect   part of the position: laid over it, nothing changes; "awaits" lists the seats that must act
 * events   the step caused these, in this order, perhaps among others; each names a part of the event
 * ordered  the moves that orders made after it, all of them: [{"seat": 1, "move": "accept"}]
 * orders   what the seats' lists hold now, {"2": ["..."]}
 * view     {"viewer": 1 or null, "expect": part of the view, "lacks": [names that are not in it]}
 * moves    {"seat": 0, "count": 3, "has": ["end"], "hasnt": ["declare"]}
 * standing one item a seat: points, or {"points": 12, "rank": 1}
 *
 * A part of a view or event: what an object leaves out does not matter; items of an array that are null or left out at
 * its end do not matter either, but an empty array is an empty array.
 */
#ifndef CGI_TOOLS_SCENARIO_H
#define CGI_TOOLS_SCENARIO_H

#include <stdbool.h>

#include "cgi/tools/headless.h"
#include "cgi/base/sb.h"
#include "cgi/words/text.h"
#include "rules/rules.h"

/**
 * scenario_run() - plays one scenario, as parsed from its file; "todo" is the caller's business
 * Return: true; or false with the reason in @why, one line ("step 2: ...")
 */
bool scenario_run(const struct rules *rules, const struct catalogue *words, struct json_object *scenario,
                  struct sb *why);

/**
 * scenario_deal() - what a scenario begins with: position and orders, in @game, which is of the same @rules
 * Return: true; or false with the reason in @why, one line
 */
bool scenario_deal(const struct rules *rules, const struct catalogue *words, struct json_object *scenario,
                   struct headless *game, struct sb *why);

/** scenario_fault() - adds the English of a fault to @out */
void scenario_fault(struct sb *out, const struct catalogue *words, const struct fault *fault);

/** scenario_people() - names for messages: "seat 0", "seat 1", ...; SEATS_MAX of them */
extern const char *const scenario_people[SEATS_MAX];

#endif

/* From a game's view to the model of its picture: places, their coordinates, and what can be done there.
 *
 * The view (rules->view) says what there is. templates/<game>/layout.json says where it lies: an object of the same shape
 * whose members are laid under the view's (item i of an array under item i; "*" for every item; "viewer" and numbers as
 * they come), so coordinates never appear in rules and never need arithmetic in templates.
 * A view object with "place": "tile=porta-3" (an argument and one of its values) is a place where moves begin or go on:
 * board_model() adds "act": {"href"|"step", "label", "chosen"} when the legal moves offer that value next.
 * Strings under the key "label" are translated.
 */
#ifndef CGI_BOARD_H
#define CGI_BOARD_H

#include "cgi/jsonx.h"
#include "cgi/play.h"
#include "cgi/req.h"

struct layouts;

/** layouts_load() - reads templates/<id>/layout.json of every game; NULL with file and reason in @why */
struct layouts *layouts_load(const char *templates_dir, char *why, size_t room);
void layouts_free(struct layouts *layouts);

/**
 * board_model() - view + layout + words, for <game>/board.svg; the caller owns it
 * @state: of @rules; @viewer as in rules->view; @people: names by seat
 */
struct json_object *board_model(struct req *rq, const struct rules *rules, const void *state, int viewer,
                                const char *const *people);

/** board_html() - board_model() rendered with <game>/board.svg (or another template of the game), on the arena */
const char *board_html(struct req *rq, const struct rules *rules, struct json_object *model, const char *template_name);

#endif

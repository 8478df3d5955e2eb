/* What the pages of tables share: my games, the lobby, a new table, the seats before the start. */
#ifndef CGI_PAGES_TABLES_H
#define CGI_PAGES_TABLES_H

#include "cgi/base/doors.h"
#include "cgi/base/pace.h"
#include "cgi/http/res.h"
#include "cgi/store/seekers.h"

/** mine_show() - / for who is signed in: that person's games */
bool mine_show(struct req *rq, struct res *rs, struct err *err);
/** followed_model() - followed.html; @open: the reader's own tables that have not begun, to the newest of which these people can be invited, but not to one
 *  that is there only for the quick seat that is looked for with @wish. NULL: the reader follows nobody */
struct value *followed_model(const struct req *rq, const struct followed *followed, const struct own_games *open, const struct quick_row *wish);
/** invite_to_model() - {url, text}: @person is invited to @game, which is open, by one press; NULL: there is no such table, no seat for that one, or
 *  one is taken or kept already */
struct value *invite_to_model(const struct req *rq, const struct game_row *game, int64_t person);
/** tables_admit() - may who is signed in open one more table today? It is counted. ERR_RATE: no */
bool tables_admit(struct req *rq, struct err *err);
/** tables_create() - the table that the form asks for, which programs send, too; ERR_INPUT names the field. The address of who asks is confirmed. */
bool tables_create(struct req *rq, int64_t *id, struct err *err);
/** phrase_read() - what a player adds to the random seed, of the form's field "phrase"; NULL: nothing. ERR_INPUT: it is too long */
bool phrase_read(struct req *rq, const char **phrase, struct err *err);
/** paces_model() - all paces, grouped by how they work: [{heading, kinds: [{id, label, words, checked}]}]; @chosen NULL: none is */
struct value *paces_model(const struct req *rq, const struct pace_kind *chosen);

/** paces_clocked_model() - the same without the one that has no clock */
struct value *paces_clocked_model(const struct req *rq, const struct pace_kind *chosen);
/** tables_options_model() - options of a game of which there is a choice: [{name, label, help or null, values: [{id, label, checked}]}] */
struct value *tables_options_model(const struct req *rq, const struct rules *rules, const struct setup *setup);
/** tables_options_read() - the form's fields "option.NAME" into @setup; what is not sent stays as it is. ERR_INPUT names the field */
bool tables_options_read(struct req *rq, const struct rules *rules, struct setup *setup, struct err *err);

/** tables_ask_to_join() - a guest is led to where one joins, and from there back to this page; JSON gets ERR_FORBIDDEN */
bool tables_ask_to_join(struct req *rq, struct res *rs, struct err *err);
/** tables_doors_read() - the fields of doors_form.html; ERR_INPUT with a sentence */
bool tables_doors_read(struct req *rq, struct doors *doors, struct err *err);
/** tables_doors_model() - what doors_form.html needs */
struct value *tables_doors_model(const struct req *rq, const struct doors *doors);

enum { LEFT_OUT_MOST = 6 };
/** The values of an address that are not known here. Begins as {0}; the texts belong to whoever added them. */
struct left_out {
    const char *value[LEFT_OUT_MOST];
    int n;
};
/** left_out_add() - one more, unless it is there already or there are enough */
void left_out_add(struct left_out *out, const char *value);
/** left_out_field() - a field of the address; NULL: it is not there, or empty as a form without a choice sends it */
const char *left_out_field(const struct req *rq, const char *name);
/** left_out_number() - a number of the address from @lo to @hi into *number; false: it is not there, or left out, and *number as it was */
bool left_out_number(const struct req *rq, const char *name, int64_t lo, int64_t hi, int64_t *number, struct left_out *out);
/** left_out_model() - the one sentence that names them all, for left_out.html: {before, values: [{comma, text}], after}, each value
 * cut to a length that fits on a line; NULL: there are none */
struct value *left_out_model(const struct req *rq, const struct left_out *out);

#endif

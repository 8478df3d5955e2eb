/* Invitations and the rematch, as the table page shows them. */
#ifndef CGI_TABLE_INVITE_H
#define CGI_TABLE_INVITE_H

#include "cgi/table/company.h"

enum { INVITE_LINE_MOST = 200 }; /* characters of the line that an invitation may carry */

/** invite_add() - "invite", "kept", "rematch" and "watching" of @model (borrowed); @typed: NULL for nothing */
void invite_add(struct req *rq, struct res *rs, const struct game_row *game, const struct company *company,
                const struct typed *typed, struct value *model);
/** invite_share_model() - the link to hand on: {url, qr: null or as qr_model()}; NULL: it is not the visitor's to give away */
struct value *invite_share_model(const struct req *rq, const struct game_row *game);
/** invite_rematch_url() - the way to the rematch, of a private one only for those who played; NULL: there is none */
const char *invite_rematch_url(const struct req *rq, const struct game_row *game, const struct company *company);
/** invite_share_url() - the link that leads others to @game, of a private one with its key: only for who may see it */
const char *invite_share_url(const struct req *rq, const struct game_row *game);

#endif

/* Invitations and the rematch, as the table page shows them. */
#ifndef CGI_TABLE_PAGE_INVITE_H
#define CGI_TABLE_PAGE_INVITE_H

#include "cgi/table/page_company.h"

/** invite_add() - "invite", "kept", "rematch" and "watching" of @model (borrowed); @typed: NULL for nothing */
void invite_add(const struct req *rq, const struct game_row *game, const struct company *company, const struct typed *typed,
                struct json_object *model);

#endif

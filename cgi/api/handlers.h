/* The functions of this folder that answer, as the route table names them. */
#ifndef CGI_API_HANDLERS_H
#define CGI_API_HANDLERS_H

#include "cgi/http/res.h"
#include "cgi/http/route.h"

/* api_bots.c */
page_function api_programs, api_seat_program;
/* api_events.c */
page_function api_events;
/* api_me.c */
page_function api_document, api_me, api_games, api_waiting;
/* api_table.c */
page_function api_table, api_chat;
/* api_moves.c */
page_function api_moves, api_draft, api_orders, api_orders_change, api_plan, api_plan_change;
/* api_tournaments.c */
page_function api_tournaments, api_tournament, api_tournament_join, api_tournament_leave;
/* api_tables.c */
page_function api_lobby, api_invitations, api_create, api_join, api_leave, api_start, api_say, api_history, api_exports;

#endif

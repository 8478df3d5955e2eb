/* The pages (GET) and actions (POST) of this folder, as the route table names them: one table and its game. */
#ifndef CGI_TABLE_HANDLERS_H
#define CGI_TABLE_HANDLERS_H

#include "cgi/http/res.h"
#include "cgi/http/route.h"

/* page_table.c, page_history.c, page_frames.c, page_export.c */
page_function page_table, act_moves, act_draft, page_history, page_history_ply, page_frames, page_export;
/* page_choice.c */
page_function page_choice, act_choice;
/* page_guide.c */
page_function act_guide_here;
/* page_tutor.c */
page_function act_tutor;
/* page_practice.c */
page_function page_practice, act_practice, act_practice_delete;
/* page_orders.c */
page_function page_orders, act_orders;
/* page_plan.c */
page_function page_plan, act_plan, act_plan_moves;
/* company.c, page_company.c */
page_function page_chat, act_chat, act_chat_mute, act_note;
/* page_spectators.c */
page_function page_spectators, act_spectators;
/* page_invite.c */
page_function page_share, act_invite, act_decline, act_rematch, page_next;
/* page_seats.c */
page_function act_resign, act_end, act_return, act_take;
/* page_back.c */
page_function page_back, act_back;
/* page_pause.c */
page_function act_pause;
/* page_remind.c */
page_function page_remind, act_remind;
/* page_study.c */
page_function page_study, act_study;
/* page_live.c */
page_function page_live, page_events, page_live_mine;

#endif

/* Every page (GET) and action (POST), as the route table names them. */
#ifndef CGI_PAGES_PAGES_H
#define CGI_PAGES_PAGES_H

#include "cgi/site/route.h"

/* page_home.c, page_help.c, page_person.c, page_health.c, page_metrics.c, page_static.c */
page_function page_home, page_help, page_person, page_health, page_metrics, page_static, page_dev_mail, page_dev_mail_one;
/* page_account.c */
page_function page_join, act_join, page_sign_in, act_sign_in, act_sign_out, page_confirm, act_confirm, page_magic,
    act_magic, page_recover, act_recover, page_reset, act_reset, page_settings, act_settings, act_language,
    page_unsubscribe, act_unsubscribe, page_never, act_never;
/* page_address.c, page_sessions.c, page_data.c */
page_function page_address, act_address, page_address_link, act_address_link, page_sessions, act_sessions, page_data,
    page_data_file, act_data;
/* page_feeds.c */
page_function page_feeds, act_feeds, page_feed_games, page_feed_deadlines, page_feed_table;
/* page_lobby.c */
page_function page_games, page_new_game, act_new_game, act_sit, act_leave, act_start, act_bot;
/* page_company.c, page_invite.c */
page_function page_chat, act_chat, act_note, act_invite, act_decline, act_rematch, page_next;
/* page_seats.c */
page_function act_resign, act_end, act_return, act_take;
/* page_table.c, page_history.c, page_export.c */
page_function page_table, act_moves, act_draft, page_history, page_history_ply, page_export;
/* page_orders.c */
page_function page_orders, act_orders;
/* page_live.c */
page_function page_live, page_events, page_live_mine;
/* page_time.c */
page_function page_time, act_time;
/* page_notices.c */
page_function page_letters, act_letters, act_mute;

#endif

/* The pages (GET) and actions (POST) of this folder, as the route table names them: all pages except tables and accounts. */
#ifndef CGI_PAGES_HANDLERS_H
#define CGI_PAGES_HANDLERS_H

#include "cgi/http/res.h"
#include "cgi/http/route.h"

/* page_home.c (with the rules of the games; page_mine.c is of it), page_person.c */
page_function page_home, page_help, page_person;
/* page_help_api.c */
page_function page_help_api;
/* page_ratings.c */
page_function page_ratings;
/* page_visitor.c */
page_function page_visitor;
/* page_health.c (with the figures for the operator), page_static.c, page_dev_mail.c */
page_function page_health, page_metrics, page_static, page_dev_mail, page_dev_mail_one, page_dev_mail_html;
/* page_app.c */
page_function page_worker, page_manifest, page_offline, page_unsent;
/* page_site.c */
page_function page_site, page_security, page_sitemap, page_robots;
/* page_play.c */
page_function act_play, act_guide;
/* page_lobby.c, page_new_game.c, page_sit.c */
page_function page_games;
page_function page_new_game, act_new_game;
page_function act_sit, act_leave, act_start, act_bot;
/* page_report.c; page_moderation.c, page_judge.c, page_announce.c */
page_function page_report, act_report;
page_function page_moderation, page_moderation_find, page_moderation_closed, page_moderation_log, act_moderation_password, page_acts;
page_function page_announcements, act_announce;
page_function page_judge, act_judge, act_hide_line, act_undo;
/* page_quick.c */
page_function page_quick, act_quick, act_challenge, act_challenge_drop;
/* page_tournaments.c, page_tournament.c, page_new_tournament.c */
page_function page_tournaments, page_tournament, page_new_tournament, act_new_tournament;
page_function act_tournament_join, act_tournament_leave, act_tournament;
/* page_fixtures.c, page_rounds.c, page_tournament_log.c */
page_function page_fixtures, act_correct, act_agree, page_rounds, page_tournament_log, page_tournament_feed, page_tournament_calendar;
/* page_feeds.c */
page_function page_feed_games, page_feed_deadlines, page_feed_table;

#endif

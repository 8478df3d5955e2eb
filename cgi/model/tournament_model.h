/* What pages of tournaments, and of their tables, call things. */
#ifndef CGI_MODEL_TOURNAMENT_MODEL_H
#define CGI_MODEL_TOURNAMENT_MODEL_H

#include "cgi/http/req.h"
#include "cgi/store/tournaments.h"

/** url_tournament() - "/tournaments/5", and with @part "/tournaments/5/tables" */
const char *url_tournament(const struct req *rq, int64_t id, const char *part);
/** tournament_stage_words() - "Season 2", "Round 2", "Stage 2" */
const char *tournament_stage_words(const struct req *rq, enum tournament_format format, int stage);
/** tournament_division_words() - "Division 1", "Group 1", "Final"; NULL: a Swiss system has one; @divisions: how many the stage has */
const char *tournament_division_words(const struct req *rq, enum tournament_format format, int stage, int division, int divisions);
/** tournament_format_words() - "League" */
const char *tournament_format_words(const struct req *rq, enum tournament_format format);
/** tournament_table_model() - which table of which tournament @game is: {text ("Evening league: season 2, division 1, table 3"), url}; NULL: of none */
struct value *tournament_table_model(const struct req *rq, const struct game_row *game);

#endif

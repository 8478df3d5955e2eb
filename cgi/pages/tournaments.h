/* What the pages of tournaments share. Times are Unix microseconds, points are in parts of 24. */
#ifndef CGI_PAGES_TOURNAMENTS_H
#define CGI_PAGES_TOURNAMENTS_H

#include "cgi/http/res.h"
#include "cgi/model/tournament_model.h"
#include "cgi/store/tournament_pages.h"
#include "cgi/tournament/find.h"

/* One tournament, as its pages need it. */
struct shown_tournament {
    struct tournament_all all;
    const struct rules *rules;     /* NULL: this program has not got its game any more */
    const struct entrant_row *me;  /* the reader's; NULL: takes no part */
    int64_t *hidden;               /* people whose profile nobody else sees */
    int n_hidden;
};

/** tournament_load() - the tournament of the path; ERR_GONE: there is none */
bool tournament_load(struct req *rq, struct shown_tournament *t, struct err *err);
/** tournament_is_mine() - does the reader organise it? tournament_may_act(): or operates this site */
bool tournament_is_mine(const struct req *rq, const struct shown_tournament *t);
bool tournament_may_act(const struct req *rq, const struct shown_tournament *t);

/* ---- words (tournament_words.c) ---- */

/** tournament_points() - "2½", "2.67" */
const char *tournament_points(const struct req *rq, int points);
/** tournament_next() - what comes next and when: {label, at: tournament_moment() or null}, or NULL; @closes: the end of the stage that runs */
struct value *tournament_next(const struct req *rq, const struct tournament_row *row, int64_t closes);
/** tournament_moment() - {iso, exact, text ("Sun 29 March, 14:00 CEST")} */
struct value *tournament_moment(const struct req *rq, int64_t at);
/** tournament_put_person() - adds {name, url or null, me} of who plays at a place; @person 0: nobody, and name is null */
struct value *tournament_put_person(const struct req *rq, const struct shown_tournament *t, int64_t person, const char *name, struct value *out);
/** tournament_line_words() - a line of the log as a sentence */
const char *tournament_line_words(const struct req *rq, const struct tournament_row *row, const struct tournament_line *line);

/* ---- models ---- */

/** tournament_head() - what each page of one tournament begins with (tournament_head.html): adds "tournament" and "tabs" to a new model;
 *  @tab: the part of the address, "" for the first */
struct value *tournament_head(const struct req *rq, const struct shown_tournament *t, const char *tab);
/** tournament_put_stages() - adds "stages" and "has_stages", links to @part (NULL: the first page) of each stage (tournament_stages.html) */
void tournament_put_stages(const struct req *rq, const struct shown_tournament *t, const char *part, int stage, struct value *model);
/** tournament_card() - one in a list (tournament_row.html) */
struct value *tournament_card(const struct req *rq, const struct tournament_row *row, int64_t closes);
/** tournaments_mine() - adds "tournaments" to the model of My games: what the reader takes part in or organises, with how the reader stands */
bool tournaments_mine(struct req *rq, struct value *model, struct err *err);

/* How one division stands. */
struct division_standing {
    int division, n;
    struct standing_line *line;         /* in order */
    bool *tied;                    /* by line: as many points and as good opponents as a neighbour, so that what follows decides */
    bool *by_lot;                  /* by line: even that was equal */
};
/** tournament_standings() - of all divisions of @stage, the highest first, on the arena; from what counts at this moment */
struct division_standing *tournament_standings(const struct req *rq, const struct tournament_all *all, int stage, int *n);
/** tournament_standings_model() - {label, rows[], …} of each, for standings.html */
struct value *tournament_standings_model(const struct req *rq, const struct shown_tournament *t, int stage);
/** tournament_stands() - how the reader stands in the present stage: "Division 2: place 3 of 5, points: 2½"; NULL: plays no part in it */
const char *tournament_stands(const struct req *rq, const struct tournament_all *all);
/** tournament_stands_listed() - the same of one of store_tournaments_of(); the standings are kept until a table more counts */
const char *tournament_stands_listed(struct req *rq, const struct tournament_listed *one);
/** tournament_first() - the place that is first in the upper division of the last stage; NO_PLACE: there is none */
int tournament_first(const struct req *rq, const struct tournament_all *all);
/** tournament_legend() - what the marks in the rows of @divisions (tournament_standings_model()) mean; NULL: there are none */
const char *tournament_legend(const struct req *rq, const struct value *divisions);
/** tournament_divisions() - how many divisions @stage has */
int tournament_divisions(const struct tournament_all *all, int stage);
/** tournament_graph() - the graph of seasons of a league (season_graph.html); NULL: there is nothing to draw */
struct value *tournament_graph(const struct req *rq, const struct shown_tournament *t);

#endif

/* The graph of seasons: which division each person played in, and at which rank, season by season; as a picture and as a table. */
#include "config.h"

#include "cgi/model/model.h"
#include "cgi/pages/tournaments.h"

#include "cgi/base/banned.h"

enum { WIDTH = 360, LEFT = 30, RIGHT = 132, ABOVE = 22, BELOW = 6, STEP = 16, GAP = 8, NAME_MOST = 13, SEASONS_MOST = 12, LINES_MOST = TOURNAMENT_MOST };

/* Where a place stood in a season. */
struct stood {
    int division, rank;            /* rank from 1; 0: took no part */
    int y;
};

struct graph {
    const struct req *rq;
    const struct shown_tournament *t;
    int seasons, height;
    int divisions[SEASONS_MOST];
    struct stood *stood;           /* by line, then season */
    const struct place_row *place[LINES_MOST];
    int n;
};

static struct stood *at(const struct graph *g, int line, int season)
{
    return &g->stood[line * g->seasons + season];
}

static int line_of(struct graph *g, int place)
{
    for (int i = 0; i < g->n; i++)
        if (g->place[i]->place == place)
            return i;
    const struct place_row *row = g->n < LINES_MOST ? place_of(&g->t->all, place) : NULL;
    if (row)
        g->place[g->n++] = row;
    return row ? g->n - 1 : -1;
}

static int x_of(const struct graph *g, int season)
{
    int room = WIDTH - RIGHT - LEFT - 2 * GAP;
    return LEFT + GAP + (g->seasons > 1 ? room * season / (g->seasons - 1) : room);
}

/* Divisions lie below each other with a gap between; places in the order of their ranks. */
static void load_season(struct graph *g, int season)
{
    int n, y = ABOVE;
    const struct division_standing *standings = tournament_standings(g->rq, &g->t->all, season + 1, &n);
    g->divisions[season] = n;
    for (int d = 0; d < n; d++, y += GAP)
        for (int i = 0; i < standings[d].n; i++, y += STEP) {
            int line = line_of(g, standings[d].line[i].place);
            if (line >= 0)
                *at(g, line, season) = (struct stood){.division = d, .rank = standings[d].line[i].rank, .y = y + STEP / 2};
        }
    g->height = y > g->height ? y : g->height;
}

static const char *way_of(const struct stood *from, const struct stood *to)
{
    return to->division < from->division ? "up" : to->division > from->division ? "down" : "level";
}

/* A name that has room beside the picture. */
static const char *short_name(const struct req *rq, const char *name)
{
    const char *end = name;
    int n = 0;
    for (; *end; end++) {
        bool begins = ((unsigned char)*end & 0xc0) != 0x80;
        n += begins ? ((unsigned char)*end >= 0xe3 ? 2 : 1) : 0; /* Japanese letters are as wide as two */
        if (begins && n > NAME_MOST)
            return arena_printf(rq->arena, "%.*s…", (int)(end - name), name);
    }
    return name;
}

static void add_line(const struct graph *g, int line, struct value *lines, struct value *rows)
{
    const struct req *rq = g->rq;
    const struct place_row *place = g->place[line];
    struct value *one = tournament_put_person(rq, g->t, place->person, place->name, add_object(lines));
    struct value *row = tournament_put_person(rq, g->t, place->person, place->name, add_object(rows));
    struct value *segments = put_list(one, K_segments), *dots = put_list(one, K_dots), *cells = put_list(row, K_cells);
    const struct stood *last = NULL;
    for (int s = 0; s < g->seasons; s++) {
        const struct stood *here = at(g, line, s);
        const struct text_value values[] = {{"division", NULL, here->division + 1}, {"rank", NULL, here->rank}};
        put_text(add_object(cells), K_text, here->rank ? req_fill(rq, N_("division {division}, place {rank}"), values, 2) : "–");
        if (here->rank)
            put_int(put_int(put_int(add_object(dots), K_x, x_of(g, s)), K_y, here->y), K_rank, here->rank);
        if (s && here->rank && at(g, line, s - 1)->rank) {
            const struct stood *before = at(g, line, s - 1);
            struct value *segment = put_text(add_object(segments), K_way, way_of(before, here));
            put_int(put_int(segment, K_x1, x_of(g, s - 1)), K_y1, before->y);
            put_int(put_int(segment, K_x2, x_of(g, s)), K_y2, here->y);
        }
        last = here->rank && s == g->seasons - 1 ? here : last;
    }
    const char *name = get_text(one, K_name);
    put_bool(one, K_is_named, last != NULL);
    put_text(one, K_short, short_name(rq, name ? name : req_words(rq, N_("a bot"))));
    put_int(one, K_name_x, WIDTH - RIGHT + GAP);
    put_int(one, K_name_y, last ? last->y : 0);
}

/* A band behind each division of each season, as wide as what belongs to it. */
static void add_bands(const struct graph *g, struct value *graph)
{
    struct value *bands = put_list(graph, K_bands), *heads = put_list(graph, K_heads);
    int half = g->seasons > 1 ? (x_of(g, 1) - x_of(g, 0)) / 2 : GAP;
    for (int s = 0; s < g->seasons; s++) {
        int low[TOURNAMENT_MOST] = {0}, high[TOURNAMENT_MOST] = {0}, reach = half < 14 ? half : 14;
        for (int i = 0; i < g->n; i++) {
            const struct stood *here = at(g, i, s);
            int d = here->division;
            if (!here->rank || d >= TOURNAMENT_MOST)
                continue;
            low[d] = !low[d] || here->y < low[d] ? here->y : low[d];
            high[d] = here->y > high[d] ? here->y : high[d];
        }
        for (int d = 0; d < g->divisions[s] && d < TOURNAMENT_MOST; d++) {
            struct value *band = put_int(put_int(add_object(bands), K_x, x_of(g, s) - reach), K_y, low[d] - STEP / 2);
            put_int(put_int(band, K_width, 2 * reach), K_height, high[d] - low[d] + STEP);
            put_text(band, K_label, s == 0 ? arena_printf(g->rq->arena, "%d", d + 1) : NULL);
            put_int(put_int(band, K_label_x, LEFT - 2 * GAP), K_label_y, (low[d] + high[d]) / 2);
        }
        put_int(put_int(add_object(heads), K_x, x_of(g, s)), K_n, s + 1);
    }
}

static const char *graph_words(const struct graph *g)
{
    const struct text_value values[] = {{"n", NULL, g->n}, {"seasons", NULL, g->seasons}, {"divisions", NULL, g->divisions[g->seasons - 1]}};
    return req_fill(g->rq, N_("Graph of {seasons} seasons: in which of {divisions} divisions each of {n} people played, the highest above, and at which place. The table below says the same."),
                    values, 3);
}

struct value *tournament_graph(const struct req *rq, const struct shown_tournament *t)
{
    struct graph *g = arena_alloc(rq->arena, sizeof(*g));
    *g = (struct graph){.rq = rq, .t = t, .seasons = t->all.n_stages < SEASONS_MOST ? t->all.n_stages : SEASONS_MOST};
    if (!g->seasons || !t->all.n_stage_places)
        return NULL;
    g->stood = arena_array(rq->arena, (size_t)LINES_MOST * (size_t)g->seasons, sizeof(*g->stood));
    for (int s = 0; s < g->seasons; s++)
        load_season(g, s);
    struct value *graph = put_int(new_object(rq->arena), K_width, WIDTH), *lines = put_list(graph, K_lines), *rows = put_list(graph, K_rows);
    for (int i = g->n - 1; i >= 0; i--)  /* the highest are drawn last, above the others */
        add_line(g, i, lines, new_list(rq->arena));
    for (int i = 0; i < g->n; i++)
        add_line(g, i, new_list(rq->arena), rows);
    add_bands(g, graph);
    put_int(graph, K_height, g->height + BELOW);
    return put_text(graph, K_words, graph_words(g));
}

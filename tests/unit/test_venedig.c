/* Venedig: the board against the hexagons it lies on and the rules that tell of it, what goes with what in a position, and the
 * adviser against chance. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/arena.h"
#include "cgi/base/values.h"
#include "cgi/tools/headless.h"
#include "rules/engine/fault.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"
#include "rules/venedig/view_parts.h"

static int distance(int q1, int r1, int q2, int r2)
{
    int q = q1 - q2, r = r1 - r2;
    return (abs(q) + abs(r) + abs(q + r)) / 2;
}

static bool touch(int a, int b)
{
    return distance(venedig_sites[a].q, venedig_sites[a].r, venedig_sites[b].q, venedig_sites[b].r) == 1;
}

static bool listed_near(int a, int b)
{
    for (int i = 0; i < VENEDIG_NEAR; i++)
        if (venedig_near[a][i] == b)
            return true;
    return false;
}

/* dossier venedig 1; the booklet's numbers are 42 cards, 42 buildings, 86 and 18 tiles */
static void all_pieces_are_there(void **unused)
{
    (void)unused;
    int pieces = 0, cards = 0;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        int first, end;
        pieces += venedig_pieces[kind].pieces;
        cards += venedig_pieces[kind].cards;
        venedig_spots_of(kind, &first, &end);
        assert_int_equal(venedig_spots[first].n, venedig_pieces[kind].sites);
        assert_int_equal(venedig_spots[end - 1].n, venedig_pieces[kind].sites);
    }
    assert_int_equal(pieces, VENEDIG_PIECES);
    assert_int_equal(cards, VENEDIG_CARDS);
    assert_int_equal(counts_sum(venedig_swamp_tiles, VENEDIG_SWAMP_VALUES), VENEDIG_SWAMP_TILES);
    assert_int_equal(counts_sum(venedig_treasure_tiles, VENEDIG_TREASURE_VALUES), VENEDIG_TREASURES);
}

/* Swamp on all sites without a printed building or material: dossier venedig 2, 3 */
static void swamp_lies_where_nothing_else_is(void **unused)
{
    (void)unused;
    static const int sizes[VENEDIG_DISTRICTS] = {22, 21, 19, 20, 23};
    int swamp = 0, in[VENEDIG_DISTRICTS] = {0}, material[VENEDIG_DISTRICTS] = {0}, printed_in = 0;
    bool printed[VENEDIG_SITES] = {false};
    for (int i = 0; i < VENEDIG_PRINTED; i++) {
        const struct venedig_spot *spot = &venedig_spots[venedig_printed[i].spot];
        assert_int_equal(spot->n, venedig_pieces[venedig_printed[i].kind].sites);
        printed_in |= venedig_printed[i].kind == VENEDIG_PONTE ? 0 : venedig_districts_of(venedig_printed[i].spot);
        for (int s = 0; s < spot->n; s++)
            printed[spot->site[s]] = true;
    }
    for (int site = 0; site < VENEDIG_SITES; site++) {
        int district = venedig_sites[site].district;
        in[district]++;
        swamp += venedig_sites[site].swamp;
        material[district] += !venedig_sites[site].swamp && !printed[site];
        assert_false(venedig_sites[site].swamp && printed[site]);
    }
    assert_int_equal(swamp, VENEDIG_SWAMP_TILES);
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        assert_int_equal(in[district], sizes[district]);
        assert_int_equal(material[district], 2);
    }
    assert_int_equal(venedig_size((unsigned)printed_in), VENEDIG_PRINTED - 1);
}

/* Sites touch inside a district only: water separates (dossier venedig 2). */
static void neighbours_share_an_edge(void **unused)
{
    (void)unused;
    for (int a = 0; a < VENEDIG_SITES; a++)
        for (int b = 0; b < VENEDIG_SITES; b++) {
            assert_int_equal(touch(a, b), listed_near(a, b));
            if (touch(a, b))
                assert_int_equal(venedig_sites[a].district, venedig_sites[b].district);
            if (a != b)
                assert_true(distance(venedig_sites[a].q, venedig_sites[a].r, venedig_sites[b].q, venedig_sites[b].r) > 0);
        }
}

static void each_spot_is_named_by_its_sites(void **unused)
{
    (void)unused;
    for (int spot = 0; spot < VENEDIG_SPOTS; spot++) {
        const struct venedig_spot *s = &venedig_spots[spot];
        char name[24] = "";
        for (int i = 0; i < s->n; i++) {
            snprintf(name + strlen(name), sizeof(name) - strlen(name), "%s%s", i ? "-" : "", venedig_spot_names[s->site[i]].id);
            assert_true(i == 0 || s->site[i - 1] < s->site[i]);
        }
        assert_string_equal(name, venedig_spot_names[spot].id);
    }
}

/* Two neighbours, three that all touch: each pair and triangle is a spot once. */
static void spots_are_all_shapes_there_are(void **unused)
{
    (void)unused;
    int pairs = 0, triangles = 0;
    for (int a = 0; a < VENEDIG_SITES; a++)
        for (int b = a + 1; b < VENEDIG_SITES; b++) {
            pairs += touch(a, b);
            for (int c = b + 1; c < VENEDIG_SITES && touch(a, b); c++)
                triangles += touch(a, c) && touch(b, c);
        }
    assert_int_equal(pairs, VENEDIG_OVER - VENEDIG_PAIRS);
    assert_int_equal(triangles, VENEDIG_SPOTS - VENEDIG_TRIANGLES);
    for (int spot = VENEDIG_PAIRS; spot < VENEDIG_SPOTS; spot++) {
        const struct venedig_spot *s = &venedig_spots[spot];
        for (int i = 0; i < s->n; i++)
            for (int k = 0; k < i; k++)
                assert_int_equal(touch(s->site[i], s->site[k]), spot < VENEDIG_OVER || spot >= VENEDIG_TRIANGLES);
        for (int other = VENEDIG_PAIRS; other < spot; other++)
            assert_string_not_equal(venedig_spot_names[spot].id, venedig_spot_names[other].id);
    }
}

/* A bridge joins two districts; no site has two; below it is the water between two spaces of the route, or water without one. */
static void bridges_lead_over_canals(void **unused)
{
    (void)unused;
    int lines[VENEDIG_SITES] = {0}, joined[VENEDIG_DISTRICTS] = {0};
    for (int i = 0; i < VENEDIG_BRIDGES; i++) {
        const uint8_t *site = venedig_spots[VENEDIG_OVER + i].site;
        const struct venedig_site *a = &venedig_sites[site[0]], *b = &venedig_sites[site[1]];
        assert_int_not_equal(a->district, b->district);
        assert_true(++lines[site[0]] == 1 && ++lines[site[1]] == 1);
        joined[a->district]++;
        joined[b->district]++;
        if (!venedig_over[i][0])
            continue;
        const struct venedig_space *under = &venedig_route[venedig_over[i][0]], *next = &venedig_route[venedig_over[i][1]];
        assert_int_equal(venedig_over[i][1], venedig_over[i][0] + 1);
        assert_int_equal(a->q + b->q, under->q + next->q);
        assert_int_equal(a->r + b->r, under->r + next->r);
    }
    for (int district = 0; district < VENEDIG_DISTRICTS; district++)
        assert_true(joined[district] >= 2);
}

/* The booklet: 10/45 touches four districts, the start and 57 to 60 none, all others one or two; those whose sites lie at the water. */
static void spaces_touch_the_districts_beside_them(void **unused)
{
    (void)unused;
    for (int space = 0; space <= VENEDIG_GOAL; space++) {
        const struct venedig_space *at = &venedig_route[space];
        int beside = 0, n = venedig_size(at->districts);
        bool open = space == 0 || space > 56, crossing = venedig_place(space) == VENEDIG_CROSSING;
        for (int site = 0; site < VENEDIG_SITES; site++) {
            int way = distance(at->q, at->r, venedig_sites[site].q, venedig_sites[site].r);
            assert_true(way > 0);
            beside |= way == 1 ? 1 << venedig_sites[site].district : 0;
        }
        if (crossing) /* counts as beside all four that meet there, whichever hexagons touch it */
            assert_int_equal(at->districts | beside, at->districts);
        else
            assert_int_equal(at->districts, beside);
        if (open)
            assert_int_equal(n, 0);
        else if (crossing)
            assert_int_equal(at->districts, (1 << VENEDIG_GIUDECCA) - 1);
        else
            assert_true(n == 1 || n == 2);
    }
}

/* One step after the other over the water; only the crossing is passed twice. */
static void the_route_is_one_way_over_the_water(void **unused)
{
    (void)unused;
    for (int space = 1; space <= VENEDIG_GOAL; space++) {
        const struct venedig_space *at = &venedig_route[space];
        assert_int_equal(distance(at->q, at->r, venedig_route[space - 1].q, venedig_route[space - 1].r), 1);
        for (int other = 0; other < space; other++) {
            bool same = distance(at->q, at->r, venedig_route[other].q, venedig_route[other].r) == 0;
            assert_int_equal(same, venedig_place(space) == venedig_place(other));
        }
    }
}

/* Dossier venedig 6: what touches a spot is either built or not; and a palazzo's counts the one, a campo's the other. */
static void points_count_what_touches(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&venedig_rules);
    struct setup setup = rules_presets(&venedig_rules, 3);
    headless_deal(game, &setup, 1);
    int most = 0;
    for (int spot = 0; spot < VENEDIG_OVER; spot++) {
        const struct venedig_spot *s = &venedig_spots[spot];
        int near = 0;
        for (int site = 0; site < VENEDIG_SITES; site++) {
            bool beside = touch(site, s->site[0]) || touch(site, s->site[s->n - 1]);
            near += beside && site != s->site[0] && site != s->site[s->n - 1];
        }
        assert_int_equal(venedig_points(game->state, VENEDIG_PALAZZO, spot, -1) + venedig_points(game->state, VENEDIG_CAMPO, spot, -1),
                         near);
        most = near > most ? near : most;
    }
    assert_int_equal(most, 8);
    headless_free(game);
}

static void a_gondola_beyond_the_goal_touches_nothing(void **unused)
{
    (void)unused;
    struct venedig_state st = {.seats = 2};
    for (st.gondola[0] = 57; st.gondola[0] < VENEDIG_FURTHEST; st.gondola[0]++)
        assert_false(venedig_moors(&st, 0, 0xff));
}

/* Places that can be chosen have each its own point of the picture. */
static void each_place_has_its_point(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        int first, end;
        venedig_spots_of(kind, &first, &end);
        for (int spot = first; spot < end; spot++) {
            struct point at = venedig_middle(spot);
            assert_true(at.x > 0 && at.x < 1000 && at.y > 0 && at.y < 850);
            for (int other = first; other < spot; other++)
                assert_true(at.x != venedig_middle(other).x || at.y != venedig_middle(other).y);
        }
    }
}

/* ---- Positions that play cannot reach: dossier venedig 11, invariants ---- */

static struct venedig_state dealt(int seats)
{
    struct headless *game = headless_new(&venedig_rules);
    struct setup setup = rules_presets(&venedig_rules, seats);
    headless_deal(game, &setup, 1);
    struct venedig_state st = *(const struct venedig_state *)game->state;
    st.active = 0;
    headless_free(game);
    return st;
}

/* Brings cards from wherever hands and deck have them before a seat, who has the token if it is the first. */
static void lay_down(struct venedig_state *st, int seat, int kind, int count)
{
    for (int i = 0; i < st->n_deck && count > 0; i++)
        if (st->deck[i] == kind) {
            memmove(st->deck + i, st->deck + i + 1, (size_t)(--st->n_deck - i));
            st->front[seat].of[kind]++;
            i--, count--;
        }
    assert_int_equal(count, 0);
    if (st->architect[kind] < 0)
        st->architect[kind] = (int8_t)seat;
}

static void do_move(struct venedig_state *st, int seat, struct move move)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    struct log log = {.n = 0};
    struct rng rng;
    rng_init(&rng, key, 0);
    assert_int_equal(venedig_check(st, seat, &move, NULL), RULE_OK);
    venedig_apply(st, seat, &move, &rng, &log);
}

static void sound(struct venedig_state st)
{
    struct fault fault = {.sentence = ""};
    if (!venedig_sound(&st, &fault))
        fail_msg("%s %s", fault.sentence, fault.what);
}

static void unsound(struct venedig_state st, const char *member)
{
    struct fault fault = {.sentence = ""};
    assert_false(venedig_sound(&st, &fault));
    assert_string_equal(fault.what, member);
}

/* ---- The picture: islands and route are drawn by hand, the sites and gondolas in them by the view ---- */

static const char letters[] = "RCMDG";

static const char *picture(const char *name)
{
    static char text[1 << 16];
    const char *top = getenv("top_srcdir") ? getenv("top_srcdir") : "..";
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", top, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    assert_in_range(length, 1, sizeof(text) - 2);
    text[length] = '\0';
    return text;
}

/* What stands behind the only place of @start; that there is one. */
static const char *after(const char *text, const char *start)
{
    const char *found = strstr(text, start);
    if (!found || strstr(found + 1, start))
        fail_msg("%s is drawn %s", start, found ? "twice" : "nowhere");
    return found + strlen(start);
}

/* Corners of an outline "M284 320l26-15v-30...z". */
static int corners(const char *path, struct point corner[], int most)
{
    struct point at = {0, 0};
    int n = 0;
    while (*path && *path != 'z') {
        char way = *path++, *end;
        int first = (int)strtol(path, &end, 10), second = way == 'v' ? 0 : (int)strtol(end, &end, 10);
        assert_non_null(strchr("Mlv", way));
        at = way == 'v' ? (struct point){at.x, at.y + first} : (struct point){at.x + first, at.y + second};
        path = end;
        assert_true(n < most);
        corner[n++] = at;
    }
    return n;
}

static bool lies_inside(struct point p, const struct point corner[], int n)
{
    bool inside = false;
    for (int i = 0; i < n; i++) {
        struct point a = corner[i], b = corner[(i + 1) % n];
        if ((a.y > p.y) != (b.y > p.y))
            inside ^= p.x < a.x + (double)(b.x - a.x) * (p.y - a.y) / (b.y - a.y);
    }
    return inside;
}

/* It holds its own sites and no other, and is as large as their hexagons, 52 wide in rows of 45, together. */
static void each_district_is_drawn_around_its_sites(void **unused)
{
    (void)unused;
    struct point corner[128];
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        char start[] = "id=\"w-isle-?\" d=\"";
        *strchr(start, '?') = letters[district];
        int n = corners(after(picture("templates/venedig/islands.svg"), start), corner, 128), sites = 0, twice = 0;
        for (int site = 0; site < VENEDIG_SITES; site++) {
            bool own = venedig_sites[site].district == district;
            assert_int_equal(lies_inside(venedig_point_of(site), corner, n), own);
            sites += own;
        }
        for (int i = 0; i < n; i++)
            twice += corner[i].x * corner[(i + 1) % n].y - corner[(i + 1) % n].x * corner[i].y;
        assert_int_equal(abs(twice), 2 * sites * 52 * 45);
    }
}

/* A dash "M527.5 160.5l58.9 34" for each bridge but the printed one, and nothing else, between its sites and about its middle. */
static void each_bridge_is_drawn_over_its_canal(void **unused)
{
    (void)unused;
    const char *dash = after(picture("templates/venedig/islands.svg"), "class=\"w-dash\" d=\"");
    int drawn[VENEDIG_BRIDGES] = {0}, n = 0;
    for (; *dash == 'M'; n++) {
        char *end;
        double x = strtod(dash + 1, &end), y = strtod(end, &end), dx = strtod(end + 1, &end), dy = strtod(end, &end);
        for (int i = 0; i < VENEDIG_BRIDGES; i++) {
            const uint8_t *site = venedig_spots[VENEDIG_OVER + i].site;
            struct point a = venedig_point_of(site[0]), b = venedig_point_of(site[1]);
            bool here = abs((int)(2 * x + dx) - a.x - b.x) <= 2 && abs((int)(2 * y + dy) - a.y - b.y) <= 2;
            drawn[i] += here && abs((int)(dx * (b.y - a.y) - dy * (b.x - a.x))) < 100;
        }
        dash = end;
    }
    for (int i = 0; i < VENEDIG_PRINTED; i++)
        if (venedig_printed[i].kind == VENEDIG_PONTE)
            n += ++drawn[venedig_printed[i].spot - VENEDIG_OVER] == 1;
    assert_int_equal(n, VENEDIG_BRIDGES);
    for (int i = 0; i < VENEDIG_BRIDGES; i++)
        assert_int_equal(drawn[i], 1);
}

/* Each with its number and the colours of the districts that it touches; the crossing once, with both numbers. What the first and
 * the last say is in the page: it is translated. The word for the first stands above it. */
static void each_space_is_drawn_where_gondolas_lie(void **unused)
{
    (void)unused;
    const char *route = picture("www/venedig.svg");
    char start[64], number[32];
    for (int space = 0; space <= VENEDIG_GOAL; space++) {
        struct point at = venedig_point_on_route(space);
        snprintf(start, sizeof(start), "transform=\"translate(%d %d)\">", at.x, at.y);
        const char *from = after(route, start), *end = strchr(from, '\n');
        while (*from != '\n')
            from--;
        snprintf(number, sizeof(number), ">%d<", space);
        assert_int_equal(strstr(from, number) && strstr(from, number) < end, space > 0 && space < VENEDIG_GOAL);
        for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
            char colour[] = "var(--w-in-?)";
            *strchr(colour, '?') = letters[district];
            const char *found = strstr(from, colour);
            assert_int_equal(found && found < end, venedig_route[space].districts >> district & 1);
        }
    }
    for (int pole = 1; pole <= VENEDIG_POLES; pole++) { /* a little to the left of the gondola */
        struct point at = venedig_point_on_route(VENEDIG_GOAL + pole);
        snprintf(start, sizeof(start), "href=\"#w-pole\" x=\"%d.8\" y=\"%d\"", at.x - 1, at.y);
        after(route, start);
        snprintf(start, sizeof(start), "x=\"%d.8\" y=\"%d\">%d<", at.x - 1, at.y + 24, VENEDIG_GOAL + pole);
        after(route, start);
    }
    route = picture("templates/venedig/route.svg");
    for (int space = 0; space <= VENEDIG_GOAL; space += VENEDIG_GOAL) {
        struct point at = venedig_point_on_route(space);
        snprintf(start, sizeof(start), "x=\"%d\" y=\"%d\">%s<", at.x, space ? at.y : at.y - 33, space ? "60" : "{{#t}}Start{{/t}}");
        after(route, start);
    }
}

/* A campo whose architect is asked, and then its treasure. */
static void a_building_on_its_way_goes_with_the_rest(void **unused)
{
    (void)unused;
    struct venedig_state st = dealt(3), bad;
    lay_down(&st, 1, VENEDIG_CAMPO, 2);
    lay_down(&st, 0, VENEDIG_CAMPO, 1);
    st.gold[0][VENEDIG_GOLD_VALUES - 1]++, st.aside[VENEDIG_GOLD_VALUES - 1]--;
    sound(st);
    bad = st, bad.drained = 1, unsound(bad, "drained");
    do_move(&st, 0, (struct move){.verb = VENEDIG_CALL, .nargs = SLOTS_OF_CALL, .arg = {VENEDIG_CAMPO, -1, -1}});
    sound(st);
    bad = st, bad.drained = 1, unsound(bad, "drained");
    bad = st, bad.job.next = 2, unsound(bad, "job");
    bad = st, bad.job.points = 9, unsound(bad, "job");
    bad = st, bad.job.count_in = VENEDIG_RIALTO, unsound(bad, "job.count_in");
    bad = st, bad.active = 1, unsound(bad, "flipped"); /* nobody calls for himself */
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    assert_true(venedig_moves(&st, 1, list) > 0);
    struct move first;
    move_copy(&first, move_at(list, 0));
    do_move(&st, 1, first);
    assert_int_equal(st.phase, VENEDIG_PHASE_GOLD);
    sound(st);
    bad = st, bad.job.spot = st.buildings[3].spot, unsound(bad, "job.spot"); /* of a campo, but not the newest */
    bad = st, bad.job.count_in = VENEDIG_RIALTO, unsound(bad, "job.count_in");
    bad = st, bad.job.points++, unsound(bad, "job.points");
    bad = st, bad.job.next = 1, unsound(bad, "job.next");
    bad = st, bad.job.step = VENEDIG_STEP_MOVE, bad.job.next = 2, unsound(bad, "job.next"); /* the active seat's own */
}

/* A campo that the imaginary player's card completes after the turn. */
static void nothing_else_waits_after_a_turn(void **unused)
{
    (void)unused;
    struct venedig_state st = dealt(VENEDIG_FEWEST), bad;
    lay_down(&st, 0, VENEDIG_CAMPO, 2);
    lay_down(&st, VENEDIG_THIRD, VENEDIG_CAMPO, 1);
    st.phase = VENEDIG_PHASE_PLACE;
    st.flipped = 1;
    st.drained = VENEDIG_A_TURN;
    st.job = (struct venedig_job){.kind = VENEDIG_CAMPO, .step = VENEDIG_STEP_PLACE, .back = VENEDIG_BACK_TURN, .spot = -1, .count_in = -1};
    sound(st);
    bad = st, bad.flipped = 0, unsound(bad, "flipped");
    bad = st, lay_down(&bad, 1, VENEDIG_PALAZZO, 3), unsound(bad, "front");
    bad = st, lay_down(&bad, 0, VENEDIG_PALAZZO, 1), lay_down(&bad, 0, VENEDIG_PONTE, 1), unsound(bad, "front[0]");
}

static void who_can_take_no_card_is_not_asked_to(void **unused)
{
    (void)unused;
    struct venedig_state st = {.seats = 3, .phase = VENEDIG_PHASE_DRAW};
    const struct rules *rules = rules_find("venedig");
    st.n_deck = VENEDIG_HAND;
    st.hand[0].of[VENEDIG_CASA] = VENEDIG_HAND - 1;
    assert_string_equal(rules->words->asks(&st, 0).imperative, "take one card");
    st.hand[0].of[VENEDIG_CASA] = VENEDIG_HAND;
    assert_string_equal(rules->words->asks(&st, 0).imperative, "spend gold, or confirm your turn: you cannot take a card");
}

/* One window for gold follows the other: each says what comes next, so that nobody takes the second for the first once more. */
static void what_follows_is_said_before_gold_is_spent(void **unused)
{
    (void)unused;
    struct venedig_state st = {.seats = 3, .phase = VENEDIG_PHASE_GOLD, .job = {.step = VENEDIG_STEP_TREASURE}};
    const struct rules_words *words = rules_find("venedig")->words;
    assert_string_equal(words->asks(&st, 0).imperative, "spend gold before treasure is drawn, or go on");
    st.job.step = VENEDIG_STEP_MOVE;
    assert_string_equal(words->asks(&st, 0).imperative, "spend gold before the next gondola moves, or go on");
}

/* Two of three take part in a campo of three points; who is asked has a treasure of 3 and could, for all that others know, have 6. */
static void before_gold_is_spent_one_reads_whose_gondola_moves_next(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct venedig_state st = dealt(3);
    lay_down(&st, 0, VENEDIG_CAMPO, 1);
    lay_down(&st, 1, VENEDIG_CAMPO, 2);
    st.phase = VENEDIG_PHASE_GOLD;
    st.gold[0][VENEDIG_SWAMP_VALUES] = 1;
    st.job = venedig_job_of(VENEDIG_CAMPO, VENEDIG_SET_SHARED, 1);
    st.job.spot = 0;
    st.job.step = VENEDIG_STEP_MOVE;
    st.job.points = 3;
    for (int viewer = 0; viewer < 2; viewer++) {
        const struct seen seen = {.st = &st, .viewer = viewer, .awaited = viewer == 0};
        struct value *out = new_object(arena);
        venedig_put_job(out, &seen);
        const struct value *next = get(get(out, K_job), K_next);
        assert_int_equal(get_int(next, K_seat), 1);
        assert_int_equal(get_int(next, K_steps), 3);
        assert_false(get_bool(next, K_treasure));
        assert_int_equal(get_bool(next, K_poor), viewer == 0); /* nobody else can know */
    }
    arena_free(arena);
}

static void who_has_drained_nothing_does_not_stop_draining(void **unused)
{
    (void)unused;
    struct venedig_state st = {.seats = 3, .phase = VENEDIG_PHASE_DRAIN};
    const struct rules_words *words = rules_find("venedig")->words;
    const struct move stop = {.verb = VENEDIG_STOP};
    assert_string_equal(words->worded(&st, &stop), "Drain nothing");
    st.drained = 1;
    assert_null(words->worded(&st, &stop));
    assert_null(words->worded(NULL, &stop));
}

static void a_game_that_is_over_has_a_reason(void **unused)
{
    (void)unused;
    struct venedig_state st = dealt(3), bad;
    st.phase = VENEDIG_PHASE_OVER;
    st.ending = VENEDIG_ENDING_GOAL;
    st.last = (int8_t)st.active;
    st.gondola[2] = VENEDIG_GOAL;
    sound(st);
    bad = st, bad.gondola[2]--, unsound(bad, "ending");
    bad = st, bad.ending = VENEDIG_ENDING_SUPPLY, unsound(bad, "ending");
    bad = st, bad.last = 2, unsound(bad, "ending");
}

/* Plays a game in which one seat is advised; did it win alone? Adds how the game ended. */
static bool wins(struct headless *game, int seats, uint64_t seed, int advised, int ended[VENEDIG_ENDING_COUNT])
{
    struct setup setup = rules_presets(&venedig_rules, seats);
    struct standing standing;
    struct move move;
    int seat, first = 0;
    headless_deal(game, &setup, seed);
    while ((seat = headless_seat(game)) != NO_SEAT) {
        assert_true(headless_choose(game, seat == advised ? BOT_ADVISE : BOT_RANDOM, seat, &move));
        headless_apply(game, seat, &move);
    }
    venedig_standing(game->state, &standing);
    for (seat = 0; seat < standing.n; seat++)
        first += standing.seat[seat].rank == 1;
    ended[((const struct venedig_state *)game->state)->ending]++;
    return first == 1 && standing.seat[advised].rank == 1;
}

static void advice_beats_chance_and_games_end_both_ways(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&venedig_rules);
    int won = 0, ended[VENEDIG_ENDING_COUNT] = {0};
    for (uint64_t seed = 1; seed <= 100; seed++)
        won += wins(game, VENEDIG_FEWEST, seed, (int)(seed % VENEDIG_FEWEST), ended);
    headless_free(game);
    assert_in_range(won, 95, 100);
    assert_int_equal(ended[VENEDIG_ENDING_NONE], 0);
    assert_true(ended[VENEDIG_ENDING_GOAL] > 0 && ended[VENEDIG_ENDING_SUPPLY] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pieces_are_there),
        cmocka_unit_test(swamp_lies_where_nothing_else_is),
        cmocka_unit_test(neighbours_share_an_edge),
        cmocka_unit_test(each_spot_is_named_by_its_sites),
        cmocka_unit_test(spots_are_all_shapes_there_are),
        cmocka_unit_test(bridges_lead_over_canals),
        cmocka_unit_test(spaces_touch_the_districts_beside_them),
        cmocka_unit_test(the_route_is_one_way_over_the_water),
        cmocka_unit_test(points_count_what_touches),
        cmocka_unit_test(a_gondola_beyond_the_goal_touches_nothing),
        cmocka_unit_test(each_place_has_its_point),
        cmocka_unit_test(each_district_is_drawn_around_its_sites),
        cmocka_unit_test(each_bridge_is_drawn_over_its_canal),
        cmocka_unit_test(each_space_is_drawn_where_gondolas_lie),
        cmocka_unit_test(a_building_on_its_way_goes_with_the_rest),
        cmocka_unit_test(nothing_else_waits_after_a_turn),
        cmocka_unit_test(who_can_take_no_card_is_not_asked_to),
        cmocka_unit_test(what_follows_is_said_before_gold_is_spent),
        cmocka_unit_test(before_gold_is_spent_one_reads_whose_gondola_moves_next),
        cmocka_unit_test(who_has_drained_nothing_does_not_stop_draining),
        cmocka_unit_test(a_game_that_is_over_has_a_reason),
        cmocka_unit_test(advice_beats_chance_and_games_end_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

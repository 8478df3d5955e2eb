#include "config.h"

#include "cgi/base/edits.h"

#include <stdbool.h>
#include <string.h>

#include "cgi/base/banned.h"

/* Pieces that stand once in each text hold what lies between them in place, as in "patience diff"; there the shortest way from one to the
 * other is sought, as Myers has it (An O(ND) Difference Algorithm, 1986). Where more than so many pieces differ, the furthest way so far
 * is taken, and another one sought from there. */
enum { WAY_MOST = 192, NOT_KEPT = -1 };

struct pieces {
    const char *text;
    int n;
    uint32_t *at;   /* where each begins; at[n] is the end */
    uint64_t *hash;
    int room;       /* for so many, and one more */
};

static bool begins(char c)
{
    return c == '<' || c == ' ';
}

/* Room of an array that is written over each time, and seldom grows. */
static void *enough(struct arena *arena, void *array, int *room, int n, size_t size)
{
    if (n <= *room)
        return array;
    *room = n + n / 2;
    return arena_room(arena, (size_t)*room * size);
}

static void divide(struct arena *arena, struct pieces *pieces, const char *text, size_t length)
{
    int n = 1, room = pieces->room;
    uint64_t hash = 0;
    for (size_t i = 1; i < length; i++)
        n += begins(text[i]);
    pieces->at = enough(arena, pieces->at, &room, n + 1, sizeof(*pieces->at));
    pieces->hash = enough(arena, pieces->hash, &pieces->room, n + 1, sizeof(*pieces->hash));
    pieces->text = text;
    pieces->n = 0;
    for (size_t i = 0; i < length; i++) {
        if (i == 0 || begins(text[i])) {
            if (i > 0)
                pieces->hash[pieces->n - 1] = hash;
            pieces->at[pieces->n++] = (uint32_t)i;
            hash = 14695981039346656037u;
        }
        hash = (hash ^ (uint8_t)text[i]) * 1099511628211u;
    }
    if (pieces->n > 0)
        pieces->hash[pieces->n - 1] = hash;
    pieces->at[pieces->n] = (uint32_t)length;
}

static bool alike(const struct pieces *a, int i, const struct pieces *b, int j)
{
    uint32_t n = a->at[i + 1] - a->at[i];
    return a->hash[i] == b->hash[j] && n == b->at[j + 1] - b->at[j] && !memcmp(a->text + a->at[i], b->text + b->at[j], n);
}

/* What is sought: `kept` says for each piece of `a` which one of `b` it is, or NOT_KEPT. */
struct way {
    struct pieces a, b;
    int *kept;
    int i, j, end_i, end_j; /* from where to where is still open */
    int *reach;             /* for each number of steps, the furthest place in a on each diagonal */
};

/* Where a piece stands in each text; ABSENT: not, REPEATED: more than once. */
struct stand {
    uint64_t hash;
    int in_a, in_b;
};
enum { ABSENT = -1, REPEATED = -2 };

struct edits {
    struct arena *arena;
    struct way way;         /* b is the newest text */
    struct sb text[2];      /* the newest and the one before, in turn */
    int n_texts;
    struct stand *stand;    /* a table of mask + 1 */
    size_t mask;
    int *once, *ends, *before, room, room_kept;
};

static int *reach_of(const struct way *way, int steps)
{
    return way->reach + (size_t)steps * (2 * WAY_MOST + 3) + WAY_MOST + 1;
}

static bool comes_down(const int *last, int k, int steps)
{
    return k == -steps || (k != steps && last[k - 1] < last[k + 1]);
}

/* Marks what is kept on the way that ends after @steps on diagonal @k. */
static void walk_back(struct way *way, int steps, int k)
{
    int x = reach_of(way, steps)[k];
    for (; steps >= 0; steps--) {
        const int *last = steps > 0 ? reach_of(way, steps - 1) : NULL;
        bool down = last && comes_down(last, k, steps);
        int before = !last ? 0 : down ? last[k + 1] : last[k - 1] + 1;
        for (; x > before; x--)
            way->kept[way->i + x - 1] = way->j + x - k - 1;
        x = !last ? 0 : down ? last[k + 1] : last[k - 1];
        k = down ? k + 1 : k - 1;
    }
}

/* Goes as far as WAY_MOST steps lead; there the next way begins. */
static void go_on(struct way *way)
{
    const int n = way->end_i - way->i, m = way->end_j - way->j;
    int best = 0, best_k = 0;
    for (int steps = 0; steps <= WAY_MOST; steps++) {
        int *reach = reach_of(way, steps), *last = steps > 0 ? reach_of(way, steps - 1) : NULL;
        best = -1;
        for (int k = -steps; k <= steps; k += 2) {
            int x = !last ? 0 : comes_down(last, k, steps) ? last[k + 1] : last[k - 1] + 1;
            while (x < n && x - k < m && x - k >= 0 && alike(&way->a, way->i + x, &way->b, way->j + x - k))
                x++;
            reach[k] = x;
            if (x >= n && x - k >= m) {
                walk_back(way, steps, k);
                way->i = way->end_i;
                way->j = way->end_j;
                return;
            }
            if (x <= n && x - k <= m && 2 * x - k > best) {
                best = 2 * x - k;
                best_k = k;
            }
        }
    }
    int x = reach_of(way, WAY_MOST)[best_k];
    walk_back(way, WAY_MOST, best_k);
    way->i += x;
    way->j += x - best_k;
}

/* ---- pieces that hold the rest in place ---- */

static struct stand *stand_of(struct edits *edits, uint64_t hash)
{
    size_t at = (size_t)(hash ^ hash >> 32) & edits->mask;
    while (edits->stand[at].hash && edits->stand[at].hash != hash)
        at = (at + 1) & edits->mask;
    if (!edits->stand[at].hash)
        edits->stand[at] = (struct stand){hash, ABSENT, ABSENT};
    return &edits->stand[at];
}

static void clear_stands(struct edits *edits, int n)
{
    size_t mask = 1023;
    while (mask < 2 * (size_t)n)
        mask = 2 * mask + 1;
    if (mask > edits->mask)
        edits->stand = arena_room(edits->arena, (mask + 1) * sizeof(*edits->stand));
    edits->mask = mask > edits->mask ? mask : edits->mask;
    memset(edits->stand, 0, (edits->mask + 1) * sizeof(*edits->stand));
}

/* For each open piece of a, where it stands in b, if it stands once in each. */
static void find_once(struct edits *edits)
{
    const struct way *way = &edits->way;
    int n = way->end_i - way->i, m = way->end_j - way->j;
    clear_stands(edits, n + m);
    for (int i = 0; i < n; i++) {
        struct stand *stand = stand_of(edits, way->a.hash[way->i + i]);
        stand->in_a = stand->in_a == ABSENT ? way->i + i : REPEATED;
    }
    for (int j = 0; j < m; j++) {
        struct stand *stand = stand_of(edits, way->b.hash[way->j + j]);
        stand->in_b = stand->in_b == ABSENT ? way->j + j : REPEATED;
    }
    for (int i = 0; i < n; i++) {
        const struct stand *stand = stand_of(edits, way->a.hash[way->i + i]);
        bool is = stand->in_a == way->i + i && stand->in_b >= 0 && alike(&way->a, stand->in_a, &way->b, stand->in_b);
        edits->once[i] = is ? stand->in_b : NOT_KEPT;
    }
}

/* Leaves of what stands once, of @n pieces, the longest run that stands in the same order in both texts. */
static void keep_in_order(struct edits *edits, int n)
{
    int *once = edits->once, *ends = edits->ends, *before = edits->before, length = 0;
    for (int i = 0; i < n; i++) {
        if (once[i] == NOT_KEPT)
            continue;
        int lo = 0, hi = length;
        while (lo < hi) {
            int middle = (lo + hi) / 2;
            if (once[ends[middle]] < once[i])
                lo = middle + 1;
            else
                hi = middle;
        }
        before[i] = lo > 0 ? ends[lo - 1] : -1;
        ends[lo] = i;
        length = lo == length ? length + 1 : length;
    }
    int next = length > 0 ? ends[length - 1] : -1;
    for (int i = n - 1; i >= 0; i--) {
        if (i == next)
            next = before[i];
        else
            once[i] = NOT_KEPT;
    }
}

/* ---- the whole ---- */

static void go_between(struct way *way, int end_i, int end_j)
{
    way->end_i = end_i;
    way->end_j = end_j;
    while (way->i < end_i && way->j < end_j)
        go_on(way);
}

/* Both ends are mostly the same. */
static void trim(struct way *way)
{
    while (way->i < way->end_i && way->i < way->end_j && alike(&way->a, way->i, &way->b, way->i)) {
        way->kept[way->i] = way->i;
        way->i++;
    }
    way->j = way->i;
    while (way->end_i > way->i && way->end_j > way->j && alike(&way->a, way->end_i - 1, &way->b, way->end_j - 1))
        way->kept[--way->end_i] = --way->end_j;
}

static void find_way(struct edits *edits)
{
    struct way *way = &edits->way;
    trim(way);
    const int from = way->i, n = way->end_i - way->i, end_i = way->end_i, end_j = way->end_j;
    if (n == 0 || way->j == end_j)
        return;
    int room = edits->room, same = room;
    edits->once = enough(edits->arena, edits->once, &edits->room, n, sizeof(*edits->once));
    edits->ends = enough(edits->arena, edits->ends, &room, n, sizeof(*edits->ends));
    edits->before = enough(edits->arena, edits->before, &same, n, sizeof(*edits->before));
    find_once(edits);
    keep_in_order(edits, n);
    for (int i = 0; i < n; i++)
        if (edits->once[i] != NOT_KEPT) {
            go_between(way, from + i, edits->once[i]);
            way->kept[from + i] = edits->once[i];
            way->i = from + i + 1;
            way->j = edits->once[i] + 1;
        }
    go_between(way, end_i, end_j);
}

void edits_add_text(struct sb *out, const char *text, size_t n)
{
    size_t from = 0;
    sb_add_char(out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        sb_add_bytes(out, text + from, i - from);
        from = i + 1;
        if (c == '\n')
            sb_add(out, "\\n");
        else if (c == '"' || c == '\\')
            sb_addf(out, "\\%c", c);
        else
            sb_addf(out, "\\u%04x", c);
    }
    sb_add_bytes(out, text + from, n - from);
    sb_add_char(out, '"');
}

struct edits *edits_new(struct arena *arena)
{
    struct edits *edits = arena_alloc(arena, sizeof(*edits));
    edits->arena = arena;
    edits->way.reach = arena_room(arena, (size_t)(WAY_MOST + 1) * (2 * WAY_MOST + 3) * sizeof(*edits->way.reach));
    sb_init(&edits->text[0], arena);
    sb_init(&edits->text[1], arena);
    return edits;
}

/* The newest text becomes the one before, and @text the newest. */
static void take(struct edits *edits, const char *text, size_t n)
{
    struct way *way = &edits->way;
    struct sb *own = &edits->text[edits->n_texts++ % 2];
    const struct pieces before = way->a;
    sb_clear(own);
    sb_add_bytes(own, text, n);
    way->a = way->b;
    way->b = before;
    divide(edits->arena, &way->b, own->text, n);
    way->i = way->j = 0;
    way->end_i = way->a.n;
    way->end_j = way->b.n;
    way->kept = enough(edits->arena, way->kept, &edits->room_kept, way->a.n + 1, sizeof(*way->kept));
    for (int i = 0; i < way->a.n; i++)
        way->kept[i] = NOT_KEPT;
}

static void add_list(struct sb *out, const struct way *way)
{
    bool first = true;
    sb_add_char(out, '[');
    for (int i = 0, j = 0;; first = false) {
        int keep = 0, drop = 0, to_j;
        for (; i < way->a.n && way->kept[i] == j; i++, j++)
            keep++;
        if (i == way->a.n && j == way->b.n)
            break;
        for (; i < way->a.n && way->kept[i] == NOT_KEPT; i++)
            drop++;
        to_j = i < way->a.n ? way->kept[i] : way->b.n;
        sb_addf(out, "%s%d,%d,", first ? "" : ",", keep, drop);
        edits_add_text(out, way->b.text + way->b.at[j], way->b.at[to_j] - way->b.at[j]);
        j = to_j;
    }
    sb_add_char(out, ']');
}

void edits_add(struct edits *edits, struct sb *out, const char *text, size_t n)
{
    take(edits, text, n);
    if (edits->n_texts == 1) {
        edits_add_text(out, text, n);
        return;
    }
    find_way(edits);
    add_list(out, &edits->way);
}

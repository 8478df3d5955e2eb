#include "config.h"

#include "tests/leaks/look.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/transports/exchange.h"
#include "cgi/base/jsonx.h"
#include "cgi/http/bearer.h"
#include "cgi/http/live.h"
#include "cgi/play/studied.h"
#include "rules/engine/log.h"
#include "rules/engine/study.h"
#include "rules/engine/verbs.h"
#include "tests/leaks/stage.h"

enum { LINKS = 3, REFUSED = 3, DRAFTED = 2, SPOILED = 40, TUTORED = 3, SHOWN = 60, ONE_HINT_IN = 6, ONE_PRACTICE_IN = 2, ONE_STUDY_IN = 4 };

const char *const eye_kinds[8] = {"pages", "JSON", "feeds and calendars", "live", "forms", "history pages", "letters, pushes and hooks", NULL};

struct reading {
    const char *what;
    const char *text;
    size_t length;
};

struct readings {
    int n;
    struct reading reading[EYE_READINGS];
};

/* ---- chance ---- */

static struct {
    uint64_t seed, drawn;
} chance;

static const char *chance_name(void)
{
    return "the same for both tales";
}

static void chance_buf(void *buf, size_t size)
{
    unsigned char seed[randombytes_SEEDBYTES] = {0};
    memcpy(seed, &chance, sizeof(chance));
    chance.drawn++;
    randombytes_buf_deterministic(buf, size, seed);
}

static uint32_t chance_random(void)
{
    uint32_t number;
    chance_buf(&number, sizeof(number));
    return number;
}

void eye_open(struct eye *eye, struct service *service, struct db *db, int64_t now)
{
    static struct randombytes_implementation same = {
        .implementation_name = chance_name, .random = chance_random, .buf = chance_buf};
    *eye = (struct eye){.service = service, .db = db, .now = now};
    randombytes_set_implementation(&same);
}

void look_begin(const struct look *l)
{
    chance.seed = l->seed;
    chance.drawn = (uint64_t)l->mine->n << 32;
}

/* ---- comparing ---- */

static void differ(struct look *l, const char *what, const struct reading *a, const struct reading *b)
{
    /* Where the bodies do: their lengths, told above them, are told here anyway. */
    const char *body = strstr(a->text, "\n\n");
    size_t i = body && b->length > (size_t)(body - a->text) ? (size_t)(body - a->text) : 0;
    size_t least = a->length < b->length ? a->length : b->length;
    while (i < least && a->text[i] == b->text[i])
        i++;
    size_t from = i < SHOWN ? 0 : i - SHOWN;
    snprintf(l->eye->why, EYE_WHY, "%s, %zu and %zu bytes: ...%.160s, or ...%.160s", what, a->length, b->length,
             a->text + from, b->text + (from < b->length ? from : b->length));
    for (char *c = l->eye->why; *c; c++)
        *c = *c == '\n' || *c == '\r' ? ' ' : *c;
    l->same = false;
}

void look_keep(struct look *l, enum kind kind, const char *what, const char *text, size_t length)
{
    struct readings *mine = l->mine;
    if (!l->same)
        return;
    if (mine->n == EYE_READINGS)
        abort();
    const struct reading *now = &mine->reading[mine->n];
    mine->reading[mine->n++] = (struct reading){what, text, length};
    l->eye->read++;
    l->eye->bytes += (int64_t)length;
    l->eye->of_kind[kind]++;
    const struct reading *then = l->first ? &l->first->reading[mine->n - 1] : NULL;
    if (then && (l->first->n < mine->n || then->length != length || memcmp(then->text, text, length) != 0
                 || strcmp(then->what, what) != 0))
        differ(l, what, then, now);
}

/* ---- asking ---- */

/* Every byte of the answer but the transport's own: status, headers (an ETag among them), and the body. */
static void add_answer(struct sb *out, const struct res *rs)
{
    sb_addf(out, "%d\n", rs->status);
    for (int i = 0; i < rs->n_headers; i++)
        sb_addf(out, "%s: %s\n", rs->header[i].name, rs->header[i].value);
    sb_addf(out, "Content-Length: %zu\n\n", rs->body.length);
    sb_add_bytes(out, rs->body.text, rs->body.length);
}

/* What an answer that stays open says first. */
static void fall_asleep(void *silent)
{
    *(bool *)silent = true;
}

static void add_stream(struct sb *out, struct reader *reader)
{
    char said[READER_ROOM];
    bool silent = false;
    int ends[2];
    if (pipe(ends) != 0)
        abort();
    reader_attach(reader, (struct suspension){fall_asleep, fall_asleep, &silent}, ends[0]);
    int n = reader_read(reader, said);
    if (n <= 0 || silent)
        abort(); /* its page is older than the game: it has something to say */
    sb_add_bytes(out, said, (size_t)n);
    reader_leave(reader);
    close(ends[0]);
    close(ends[1]);
}

static struct exchange *exchange_for(struct look *l, const struct asking *a)
{
    struct exchange *x = exchange_new(l->eye->service, sizeof(*x));
    struct req *rq = x->rq;
    const char *session = a->signed_out ? NULL : l->who->session;
    rq->now = l->eye->now;
    rq->method = a->method;
    rq->peer = rq->remote = "127.0.0.1";
    req_target(rq, a->target);
    req_header(rq, "Host", "127.0.0.1");
    req_header(rq, "Accept", a->json ? "application/json" : "text/html");
    req_header(rq, "Accept-Language", l->lang);
    if (a->packed)
        req_header(rq, "Accept-Encoding", "gzip");
    if (a->known)
        req_header(rq, "If-None-Match", a->known);
    if (a->program)
        req_header(rq, "Authorization", arena_printf(x->arena, "Bearer " BEARER_BEGINS "%s", l->who->program));
    else
        req_header(rq, "Cookie", arena_printf(x->arena, "lang=%s; visitor=%043d%s%s", l->lang, 7, session ? "; ridotto=" : "",
                                          session ? session : ""));
    if (a->method == POST)
        req_header(rq, "Content-Type", a->program ? "application/json" : "application/x-www-form-urlencoded");
    if (a->body)
        exchange_body(x, a->body, strlen(a->body));
    return x;
}

/* Led to the page that comes after a turn? */
static bool leads_on(const struct res *rs)
{
    for (int i = 0; i < rs->n_headers; i++)
        if (!strcmp(rs->header[i].name, "Location"))
            return strstr(rs->header[i].value, "?done=") != NULL;
    return false;
}

/* The same page, where nothing is kept from other answers, is the same. */
static void ask_again_without_cache(struct look *l, const struct asking *a, const struct sb *was)
{
    struct cache *cache = l->eye->service->cache;
    const struct reading kept = {"", was->text, was->length};
    struct sb out;
    if (!l->same)
        return;
    chance.drawn = (uint64_t)(l->mine->n - 1) << 32;
    l->eye->service->cache = NULL;
    struct exchange *x = exchange_for(l, a);
    exchange_answer(x, l->eye->db);
    l->eye->service->cache = cache;
    sb_init(&out, l->twin->arena);
    add_answer(&out, &x->rs);
    if (!a->packed && (out.length != was->length || memcmp(out.text, was->text, out.length) != 0))
        differ(l, arena_printf(l->twin->arena, "kept and drawn anew, GET %s (%s)", a->target, l->lang), &kept, &(struct reading){"", out.text, out.length});
    x->answered = false;
    exchange_end(x);
}

struct sb eye_answer(struct eye *eye, struct arena *arena, const struct reader_person *who, const char *lang, const char *target,
                     const char *known, bool packed)
{
    struct look l = {.eye = eye, .who = who, .lang = lang};
    struct sb out;
    sb_init(&out, arena);
    chance.seed = chance.drawn = 0;
    struct exchange *x = exchange_for(&l, &(struct asking){.kind = PAGE, .method = GET, .target = target, .known = known, .packed = packed});
    exchange_answer(x, eye->db);
    add_answer(&out, &x->rs);
    x->answered = false;
    exchange_end(x);
    return out;
}

/* Others open the page before the reader does: what is kept of theirs is not the reader's. */
static void let_look(const struct look *l, const struct reader_person *who, const char *lang, const char *target)
{
    eye_answer(l->eye, l->twin->arena, who, lang, target, NULL, true);
}

/* The answer's body, on the twin's arena. */
const char *look_ask(struct look *l, struct asking a)
{
    if (!l->same)
        return "";
    struct arena *arena = l->twin->arena;
    look_begin(l);
    struct exchange *x = exchange_for(l, &a);
    exchange_answer(x, l->eye->db);
    l->csrf = x->rq->csrf && !l->csrf && !a.signed_out ? arena_strdup(arena, x->rq->csrf) : l->csrf;
    l->committed = leads_on(&x->rs);
    struct sb out;
    sb_init(&out, arena);
    add_answer(&out, &x->rs);
    if (x->rs.stream)
        add_stream(&out, x->rs.stream);
    const char *what = arena_printf(arena, "%s %s%s%s (%s): %d", a.method == POST ? "POST" : "GET", a.target, a.body ? " " : "",
                                    a.body ? a.body : "", a.json ? "JSON" : l->lang, x->rs.status);
    const char *body = a.packed ? "" : arena_strndup(arena, x->rs.body.text, x->rs.body.length);
    if (x->rs.status >= 500) {
        snprintf(l->eye->why, EYE_WHY, "%s: %s", what, x->rq->failed.logged);
        l->same = false;
    }
    x->answered = false; /* no line in the log */
    exchange_end(x);
    look_keep(l, a.kind, what, out.text, out.length);
    if (a.kind == PAGE && a.method == GET)
        ask_again_without_cache(l, &a, &out);
    return body;
}

static const char *fetch(struct look *l, enum kind kind, const char *target)
{
    return look_ask(l, (struct asking){.kind = kind, .method = GET, .target = target, .json = kind == JSON});
}

const char *look_at_table(const struct look *l, const char *rest)
{
    return arena_printf(l->twin->arena, "/games/%" PRId64 "%s", l->game, rest);
}

/* ---- the table, and the forms of its verbs ---- */

static int find_links(struct look *l, const char *html, const char *wanted, const char *link[], int most)
{
    int n = 0;
    size_t length = strlen(wanted);
    for (const char *at = strstr(html, wanted); at && n < most; at = strstr(at + length, wanted)) {
        struct sb out;
        const char *from = at + strlen("href=\"");
        sb_init(&out, l->twin->arena);
        for (const char *c = from; *c && *c != '"'; c++) {
            sb_add_char(&out, *c);
            c += !strncmp(c, "&amp;", 5) ? 4 : 0;
        }
        link[n++] = out.text;
    }
    return n;
}

/* Follows one of the links to the table, of those to @reasons why not or of the others; NULL: there is none. */
static const char *follow(struct look *l, const char *html, bool reasons)
{
    enum { MOST = 400 };
    const char *link[MOST];
    int n = find_links(l, html, arena_printf(l->twin->arena, "href=\"%s?", look_at_table(l, "")), link, MOST), kept = 0;
    for (int i = 0; i < n; i++)
        if ((strstr(link[i], "?why=") || strstr(link[i], "&why=")) == reasons)
            link[kept++] = link[i];
    return kept ? fetch(l, PAGE, link[rng_below(&l->dice, (uint32_t)kept)]) : NULL;
}

/* Where the choices of a page lead. */
static const char *follow_choice(struct look *l, const char *html)
{
    return follow(l, html, false);
}

static void others_look(const struct look *l)
{
    static const struct reader_person nobody = {.name = "nobody"};
    const char *const other_lang = !strcmp(l->lang, "ja") ? "en" : "ja";
    const char *target = look_at_table(l, "");
    let_look(l, l->other, l->lang, target);
    let_look(l, &nobody, l->lang, target);
    let_look(l, l->eye->watcher, l->lang, target);
    let_look(l, l->who, other_lang, target);
    for (int i = 0; i < l->twin->n_snapshots && i < 2; i++)
        let_look(l, l->other, l->lang, look_at_table(l, arena_printf(l->twin->arena, "?seen=%d", l->twin->snapshot_ply[i])));
}

/* Asks for a study, though the game runs; if that was heard, a worker does it. */
static void read_study(struct look *l)
{
    struct arena *arena = l->twin->arena;
    struct stored result;
    struct err err;
    const char *why;
    int64_t game;
    int tries;
    look_ask(l, (struct asking){.kind = FORM, .method = POST, .target = look_at_table(l, "/study"), .body = arena_printf(arena, "csrf=%s", l->csrf ? l->csrf : "")});
    if (store_study_take(l->eye->db, &game, &tries, &err) && game
        && (!studied_make(l->eye->db, arena, game, NULL, &result, &why, &err) || !store_study_end(l->eye->db, game, STUDY_REVISION, why, result, &err)))
        abort();
    fetch(l, JSON, look_at_table(l, "/study"));
}

static void read_table(struct look *l)
{
    struct arena *arena = l->twin->arena;
    others_look(l);
    const char *html = fetch(l, PAGE, look_at_table(l, ""));
    fetch(l, JSON, look_at_table(l, ""));
    look_ask(l, (struct asking){.kind = PAGE, .method = GET, .target = look_at_table(l, ""), .packed = true});
    for (int i = 0; i < LINKS; i++) {
        const char *chosen = follow_choice(l, html);
        if (chosen)
            follow_choice(l, chosen);
    }
    follow(l, html, true);
    for (int i = 0; i < l->twin->n_snapshots && i < 2; i++)
        fetch(l, PAGE, look_at_table(l, arena_printf(arena, "?seen=%d", l->twin->snapshot_ply[i])));
    if (l->twin->before >= 0)
        fetch(l, PAGE, look_at_table(l, "?done=1"));
    if (rng_below(&l->dice, ONE_HINT_IN) == 0) /* it takes a while */
        fetch(l, JSON, look_at_table(l, "?hint=1"));
    if (rng_below(&l->dice, ONE_STUDY_IN) == 0)
        read_study(l);
}

/* What the tutor says before a step, of which it is told on the way to it; that it says something, and what. */
static void read_tutor(struct look *l)
{
    const struct rules *rules = l->twin->course->rules;
    char text[MOVE_TEXT];
    struct move_list *list = fold_moves(l->twin->arena);
    if (!l->twin->alone || rules->moves(l->twin->course->ply[l->twin->ply].state, l->twin->viewer, list) == 0)
        return;
    for (int i = 0; i < TUTORED; i++) {
        struct sb target;
        sb_init(&target, l->twin->arena);
        move_to_text(rules->verbs, move_at(list, (int)rng_below(&l->dice, (uint32_t)list->n)), text);
        sb_addf(&target, "%s?tutor=1&arm=", look_at_table(l, ""));
        sb_add_url_part(&target, text);
        fetch(l, JSON, target.text);
    }
}

static void read_beside(struct look *l)
{
    fetch(l, LIVE, look_at_table(l, "/live"));
    fetch(l, LIVE, look_at_table(l, "/events?after=0&away=1"));
    fetch(l, FEED, look_at_table(l, arena_printf(l->twin->arena, "/feed?lang=%s", l->lang)));
    fetch(l, PAGE, look_at_table(l, "/chat"));
    fetch(l, PAGE, look_at_table(l, "/spectators"));
    fetch(l, JSON, look_at_table(l, "/spectators"));
    fetch(l, JSON, look_at_table(l, "/export"));
    fetch(l, PAGE, look_at_table(l, "/orders"));
    fetch(l, JSON, look_at_table(l, "/orders"));
    if (l->twin->course->rules->plans) {
        fetch(l, PAGE, look_at_table(l, "/plan"));
        fetch(l, JSON, look_at_table(l, "/plan"));
    }
}

/* Not the film's blocks: they replay moves, which a tale told otherwise may not allow. tests/web/test_film compares them with these pages. */
static void read_history(struct look *l)
{
    for (int i = 0; i < l->twin->n_looks; i++) {
        const char *target = look_at_table(l, arena_printf(l->twin->arena, "/history/%d", l->twin->look[i]));
        fetch(l, HISTORY, target);
        if (i == 0)
            fetch(l, JSON, target);
    }
    if (l->twin->n_looks > 0 && l->twin->look[0] == l->twin->ply)
        fetch(l, HISTORY, look_at_table(l, "/history"));
}

/* An own open table, before and after somebody was invited there who may have blocked the reader. */
static void read_open(struct look *l)
{
    struct arena *arena = l->twin->arena;
    const char *open = arena_printf(arena, "/games/%d", STAGE_OPEN);
    if (!l->who->session)
        return;
    fetch(l, PAGE, open);
    for (int again = 0; again < 2; again++) {
        look_ask(l, (struct asking){.kind = FORM, .method = POST, .target = arena_printf(arena, "%s/invite", open),
                               .body = arena_printf(arena, "who=%s&line=Come&csrf=%s", l->other->name, l->csrf ? l->csrf : "")});
        fetch(l, PAGE, open);
        fetch(l, JSON, open);
    }
}

/* What a program of theirs is told. */
static const char *program_asks(struct look *l, const char *rest)
{
    const char *target = arena_printf(l->twin->arena, "/api/v1%s", rest);
    return l->who->program ? look_ask(l, (struct asking){.kind = JSON, .method = GET, .target = target, .json = true, .program = true}) : "";
}

static void read_by_program(struct look *l)
{
    static const char *const parts[] = {"", "/orders", "/plan", "/chat", "/history", "/history?after=3"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        program_asks(l, look_at_table(l, parts[i]));
    program_asks(l, "/games");
    program_asks(l, "/waiting");
    program_asks(l, "/lobby?status=running");
    program_asks(l, "/exports?most=2");
}

static void read_house(struct look *l)
{
    struct arena *arena = l->twin->arena;
    fetch(l, PAGE, "/");
    fetch(l, JSON, "/");
    fetch(l, PAGE, "/games");
    fetch(l, JSON, "/games?status=running");
    fetch(l, PAGE, arena_printf(arena, "/people/%s", l->other->name));
    fetch(l, JSON, arena_printf(arena, "/people/%s", l->other->name));
    fetch(l, PAGE, "/people/Hidden");
    fetch(l, JSON, "/people/Hidden");
    if (!l->who->session)
        return;
    fetch(l, PAGE, "/settings");
    fetch(l, LIVE, "/live");
    fetch(l, PAGE, "/next");
    fetch(l, PAGE, "/settings/letters");
    fetch(l, PAGE, "/settings/hooks");
    fetch(l, PAGE, "/settings/push");
    fetch(l, JSON, "/settings/data/file");
    fetch(l, JSON, "/quick");
    fetch(l, FEED, arena_printf(arena, "/feed/%s/games.atom", l->who->feed));
    fetch(l, FEED, arena_printf(arena, "/feed/%s/deadlines.ics", l->who->feed));
}

/* ---- forms ---- */

static void post(struct look *l, const char *rest, bool json, const char *name, const char *value, int draft)
{
    struct sb body;
    sb_init(&body, l->twin->arena);
    sb_addf(&body, "ply=%d&draft=%d&%s=", l->twin->ply, draft, name);
    sb_add_url_part(&body, value);
    sb_add(&body, "&csrf=");
    sb_add_url_part(&body, l->csrf ? l->csrf : "");
    look_ask(l, (struct asking){.kind = FORM, .method = POST, .target = look_at_table(l, rest), .body = body.text, .json = json});
}

static void spoil(struct look *l, struct move *move)
{
    int16_t *slot = &move->arg[rng_below(&l->dice, move->nargs ? move->nargs : 1)];
    *slot = (int16_t)(rng_below(&l->dice, 2) ? *slot + 1 - 2 * (int)rng_below(&l->dice, 2) : (int)rng_below(&l->dice, 40));
}

/* A practice table from @ply: its form, what it begins with, and how it looks to who moves first. */
static void practise(struct look *l, int ply, bool draft)
{
    struct arena *arena = l->twin->arena;
    struct game_row made;
    struct err err;
    const char *with = draft ? "&draft=1" : "";
    if (!l->who->session || !l->same)
        return;
    fetch(l, PAGE, look_at_table(l, arena_printf(arena, "/practice?ply=%d%s", ply, with)));
    look_ask(l, (struct asking){.kind = FORM, .method = POST, .target = look_at_table(l, "/practice"), .body = arena_printf(arena,
        "ply=%d%s&by=%s&seat=%u&level=easy&csrf=%s", ply, with, rng_below(&l->dice, 2) ? "hand" : "bots",
        l->twin->viewer == NO_SEAT ? 0 : (unsigned)l->twin->viewer, l->csrf ? l->csrf : "")});
    const int64_t id = STAGE_PRACTICES + l->practices + 1;
    if (!l->same || !store_game(l->eye->db, arena, id, &made, &err) || !made.practice.is)
        return;
    l->practices++;
    const struct stored *opening = &made.practice.opening;
    char *hex = arena_alloc(arena, 2 * opening->n + 1);
    sodium_bin2hex(hex, 2 * opening->n + 1, opening->bytes, opening->n);
    look_keep(l, FORM, "what a practice table begins with", hex, 2 * opening->n);
    fetch(l, JSON, arena_printf(arena, "/games/%" PRId64, id));
}

static void try_positions(struct look *l)
{
    if (rng_below(&l->dice, ONE_PRACTICE_IN) > 0)
        return;
    practise(l, l->twin->ply, false);
    if (l->twin->n_looks > 0)
        practise(l, l->twin->look[rng_below(&l->dice, (uint32_t)l->twin->n_looks)], false);
}

/* Steps that are refused, each with its sentence. */
static void be_refused(struct look *l, struct move_list *list)
{
    const struct rules *rules = l->twin->course->rules;
    const void *state = l->twin->course->ply[l->twin->ply].state;
    char text[MOVE_TEXT];
    for (int i = 0, done = 0; i < SPOILED && done < REFUSED && list->n > 0; i++) {
        struct move move;
        move_copy(&move, move_at(list, (int)rng_below(&l->dice, (uint32_t)list->n)));
        memset(move.arg + move.nargs, 0, (MOVE_ARGS - move.nargs) * sizeof(move.arg[0]));
        spoil(l, &move);
        if (!move_in_domain(rules->verbs, &move) || rules->check(state, l->twin->viewer, &move, NULL) == RULE_OK)
            continue;
        move_to_text(rules->verbs, &move, text);
        post(l, "/moves", done > 0, "step", text, 0);
        if (l->who->program)
            look_ask(l, (struct asking){.kind = JSON, .method = POST, .target = arena_printf(l->twin->arena, "/api/v1%s", look_at_table(l, "/moves")), .json = true, .program = true,
                                   .body = arena_printf(l->twin->arena, "{\"ply\":%d,\"draft\":0,\"moves\":[\"%s\"]}", l->twin->ply, text)});
        done++;
    }
}

/* A step that stays a draft, unless an order of one's own goes on from it; the page with it, and once more; then all is taken back. */
static void make_draft(struct look *l, struct move_list *list)
{
    const struct rules *rules = l->twin->course->rules;
    const void *state = l->twin->course->ply[l->twin->ply].state;
    char text[MOVE_TEXT];
    for (int i = 0; i < SPOILED && list->n > 0; i++) {
        const struct move *move = move_at(list, (int)rng_below(&l->dice, (uint32_t)list->n));
        if (fold_is_final(rules, state, l->twin->viewer, move))
            continue;
        move_to_text(rules->verbs, move, text);
        post(l, "/moves", false, "step", text, 0);
        if (l->committed)
            return;
        const char *page = fetch(l, PAGE, look_at_table(l, ""));
        fetch(l, JSON, look_at_table(l, ""));
        program_asks(l, look_at_table(l, ""));
        if (l->twin->alone)
            fetch(l, JSON, look_at_table(l, "?tutor=1"));
        follow_choice(l, page);
        practise(l, l->twin->ply, true);
        look_ask(l, (struct asking){.kind = FORM, .method = POST, .target = look_at_table(l, "/draft"), .body = arena_printf(l->twin->arena,
            "ply=%d&do=over&csrf=%s", l->twin->ply, l->csrf)});
        return;
    }
}

/* A step that is asked about once more, with what it does. */
static void be_asked(struct look *l, struct move_list *list)
{
    char text[MOVE_TEXT];
    struct sb target;
    if (list->n == 0)
        return;
    sb_init(&target, l->twin->arena);
    move_to_text(l->twin->course->rules->verbs, move_at(list, (int)rng_below(&l->dice, (uint32_t)list->n)), text);
    sb_addf(&target, "%s?arm=", look_at_table(l, ""));
    sb_add_url_part(&target, text);
    fetch(l, PAGE, target.text);
}

static void fill_forms(struct look *l)
{
    if (l->twin->viewer == NO_SEAT)
        return;
    struct move_list *list = fold_moves(l->twin->arena);
    l->twin->course->rules->moves(l->twin->course->ply[l->twin->ply].state, l->twin->viewer, list);
    be_asked(l, list);
    be_refused(l, list);
    post(l, "/orders", true, "order", "never", 0);
    if (l->twin->course->rules->plans) {
        post(l, "/plan", true, "do", "keep", 0);
        post(l, "/plan/moves", true, "step", "never", 0);
    }
    make_draft(l, list); /* the last, since it may go to the log */
}

struct readings *eye_read(struct eye *eye, const struct twin *twin, int64_t game, const struct reader_person *who,
                          const struct reader_person *other, uint64_t seed, const struct readings *first)
{
    struct look l = {.eye = eye, .twin = twin, .game = game, .who = who, .other = other, .seed = seed, .same = true,
                     .first = first, .lang = seed % 3 ? "en" : "ja", .mine = arena_alloc(twin->arena, sizeof(*l.mine))};
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, seed);
    rng_init(&l.dice, key, 0);
    read_table(&l);
    read_tutor(&l);
    read_beside(&l);
    read_history(&l);
    read_house(&l);
    read_by_program(&l);
    look_at_sent(&l);
    read_open(&l); /* after one's own data, which tell when one has invited */
    try_positions(&l);
    fill_forms(&l);
    if (l.same && first && first->n != l.mine->n) {
        snprintf(eye->why, EYE_WHY, "%d answers and %d", first->n, l.mine->n);
        l.same = false;
    }
    return l.same ? l.mine : NULL;
}

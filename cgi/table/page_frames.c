/* The film of a game, block by block: the page at the block's first ply, and how it becomes that of each next one. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/edits.h"
#include "cgi/base/parse.h"
#include "cgi/play/play.h"
#include "cgi/table/history.h"
#include "cgi/words/joined.h"

#include "cgi/base/banned.h"

/* What film.html gives at the ply at which the game stands, on @arena. */
static bool frame(struct req *rq, struct arena *arena, const struct history *history, const struct people *people, int ply, struct sb *out)
{
    struct req one = *rq; /* what is drawn goes with its own memory, a ply at a time */
    struct value *model = NULL;
    one.arena = arena;
    one.wants_json = false; /* JSON with pages in it */
    const struct moment now = history_moment(&one, history, people, ply);
    model = new_object(arena);
    moment_add(&now, model);
    sb_init(out, arena);
    if (!joined_wanted(rq->words->cat))
        return tpl_render(rq->words->tpl, "film.html", model, out, NULL);
    struct sb plain;
    sb_init(&plain, arena);
    bool ok = tpl_render(rq->words->tpl, "film.html", model, &plain, NULL);
    joined_html(out, plain.text, plain.length, false);
    return ok;
}

static bool draw_block(struct req *rq, struct history *history, struct plies block, struct sb *json, struct err *err)
{
    struct table *t = &history->table;
    struct walk *walk;
    if (!play_walk(rq->db, rq->arena, history_plies(block.first, t->game.ply), block.first, t, &walk, err))
        return false;
    const struct people people = model_people(rq, &t->game, &t->incidents);
    struct edits *edits = edits_new(rq->arena);
    bool ok = true;
    sb_addf(json, "{\"from\":%d,\"to\":%d,\"html\":", block.first, block.last);
    for (int ply = block.first; ok && ply <= block.last; ply++) {
        struct arena *arena = arena_new();
        struct sb text;
        ok = (ply == block.first || play_walk_on(walk, t, err)) && frame(rq, arena, history, &people, ply, &text);
        if (ok && ply > block.first)
            sb_add(json, ply == block.first + 1 ? ",\"edits\":[" : ",");
        if (ok)
            edits_add(edits, json, text.text, text.length);
        arena_free(arena);
    }
    sb_add(json, block.last > block.first ? "]}\n" : ",\"edits\":[]}\n");
    return ok;
}

/* The block that the address asks for: its first ply has to be one at which blocks begin. */
static bool block_asked(const struct req *rq, int *from, struct err *err)
{
    const char *text = req_field(&rq->query, "from");
    int64_t number;
    if (!text || !parse_number(text, 0, INT32_MAX, &number) || number % HISTORY_BLOCK != 0)
        return err_fail(err, ERR_INPUT, N_("Moves are sent in blocks that begin at 0, 50, 100 and so on."), "from", "from '%s'", text ? text : "");
    *from = (int)number;
    return true;
}

/* A browser need not ask again for what it has got by an address that names it; else it asks each time. */
static void tell_age(const struct req *rq, struct res *rs, const struct history_mark *mark, struct depends on)
{
    const char *version = req_field(&rq->query, "v");
    bool named = mark->is_over && version && !strcmp(version, history_version(rq, on));
    res_header(rs, "Content-Type", "application/json");
    res_header(rs, "Cache-Control", named ? "private, max-age=86400, immutable" : "private, no-cache");
    res_header(rs, "Vary", "Accept-Language, Cookie");
}

/* @mark: of the game as it was asked for first, or of one that runs. */
static bool send(struct req *rq, struct res *rs, const char *json, const struct history_mark *mark, const struct depends *on)
{
    struct value *model = put_text(new_object(rq->arena), K_frames_html, json);
    if (!parts_render_as_is(rq, &rs->parts, "frames.html", model, &rs->body))
        return false;
    rs->status = 200;
    tell_age(rq, rs, mark, *on);
    res_tag_text(rs);
    return true;
}

static bool frames_drawn(struct req *rq, struct res *rs, int64_t id, int from, struct err *err)
{
    struct history *history = arena_alloc(rq->arena, sizeof(*history));
    struct table *t = &history->table;
    struct sb json;
    int64_t until = INT64_MAX;
    if (!history_open(rq, id, history, err))
        return false;
    if (t->game.status == GAME_OPEN || from > t->game.ply)
        return err_fail(err, ERR_GONE, N_("The game has not got that far yet."), "from", "from %d of %d", from, t->game.ply);
    int last = from + HISTORY_BLOCK - 1;
    const struct plies block = {from, last < t->game.ply ? last : t->game.ply};
    sb_init(&json, rq->arena);
    res_draw(rq, rs);
    rq->until = &until;
    bool ok = draw_block(rq, history, block, &json, err);
    rq->until = NULL;
    part_until(&rs->parts, "part_frames", until);
    const struct depends on = history_depends(rq, id, &history->mark);
    return ok && send(rq, rs, json.text, &history->mark, &on);
}

bool page_frames(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    int from = 0;
    struct history_mark mark = {.is_over = false};
    if (!model_game_id(rq, &id, err) || !block_asked(rq, &from, err) || !store_history_mark(rq->db, rq->arena, id, &mark, err))
        return false;
    if (!mark.is_over || !history_may_keep(rq))
        return frames_drawn(rq, rs, id, from, err);
    const struct depends on = history_depends(rq, id, &mark);
    struct depends at = on;
    depends_on_number(&at, from);
    const struct cache_key key = depends_key(&at);
    return part_kept(rq, &rs->parts, "part_frames", &key) ? send(rq, rs, "", &mark, &on) : frames_drawn(rq, rs, id, from, err);
}

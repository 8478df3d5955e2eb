#include "config.h"

#include "cgi/http/res.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/log.h"
#include "cgi/base/token.h"
#include "cgi/base/turns.h"
#include "cgi/base/url.h"
#include "cgi/http/announced.h"
#include "cgi/http/metrics.h"
#include "cgi/http/req.h"
#include "cgi/http/route.h"
#include "cgi/store/db.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

enum { FLASH_SECONDS = 60 };

void res_init(struct res *res, struct arena *arena)
{
    *res = (struct res){.arena = arena};
    sb_init(&res->body, arena);
}

void res_header(struct res *res, const char *name, const char *value)
{
    if (res->n_headers < RES_HEADERS_MAX) {
        res->header[res->n_headers].name = name;
        res->header[res->n_headers++].value = value;
    }
}

void res_clear(struct res *rs)
{
    int kept = 0;
    for (int i = 0; i < rs->n_headers; i++)
        if (!strcmp(rs->header[i].name, "Set-Cookie"))
            rs->header[kept++] = rs->header[i];
    rs->n_headers = kept;
    rs->status = 0;
    rs->parts.n = rs->parts.drawn.n = 0;
    rs->tagged = false;
    rs->go_on = NULL;
    sb_init(&rs->body, rs->arena);
}

void res_cookie(struct req *rq, struct res *rs, const char *name, const char *value, int64_t seconds)
{
    struct sb sb;
    sb_init(&sb, rs->arena);
    sb_addf(&sb, "%s=%s; Path=/; HttpOnly; SameSite=Lax", name, value);
    if (rq->secure)
        sb_add(&sb, "; Secure");
    if (seconds >= 0)
        sb_addf(&sb, "; Max-Age=%" PRId64, seconds);
    res_header(rs, "Set-Cookie", sb.text);
}

bool res_see_other(struct res *rs, const char *url)
{
    rs->status = 303;
    res_header(rs, "Location", url_ascii(rs->arena, url));
    return true;
}

bool res_go_on(const struct req *rq, struct res *rs, const char *url)
{
    rs->go_on = *rq->parts ? url : NULL;
    return res_see_other(rs, url);
}

bool res_to_table(const struct req *rq, struct res *rs, int64_t game)
{
    return res_see_other(rs, url_table(rq->arena, game));
}

void res_draw(const struct req *rq, struct res *rs)
{
    if (rs->drawing || !rq->service->drawing || !rq->db || in_transaction(rq->db))
        return;
    store_forget(rq->db);
    rs->drawing = turns_take(rq->service->drawing, req_reader(rq, rq->player ? rq->player : rq->who.id), false);
}

void res_drawn(const struct req *rq, struct res *rs)
{
    if (rs->drawing)
        turns_return(rq->service->drawing);
    rs->drawing = false;
}

void res_flash(struct req *rq, struct res *rs, const char *name)
{
    res_cookie(rq, rs, "flash", name, FLASH_SECONDS);
}

void res_flash_link(struct req *rq, struct res *rs, const char *name, const char *token)
{
    res_flash(rq, rs, name);
    if (token_shaped(token))
        res_cookie(rq, rs, "link", token, FLASH_SECONDS);
}

bool res_tagged(const struct req *rq, struct res *rs, const char *type)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char hex[2 * sizeof(hash) + 1];
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)rs->body.text, rs->body.length, NULL, 0);
    sodium_bin2hex(hex, sizeof(hex), hash, sizeof(hash));
    const char *etag = arena_printf(rq->arena, "W/\"%s\"", hex);
    res_header(rs, "ETag", etag);
    res_header(rs, "Cache-Control", "private, no-cache");
    res_header(rs, "Vary", rq->route && (rq->route->flags & BEARER) ? "Authorization, Accept-Language" : "Cookie");
    rs->status = req_holds(rq, etag) ? 304 : 200;
    if (rs->status == 304)
        sb_clear(&rs->body);
    else
        res_header(rs, "Content-Type", type);
    return true;
}

static const char *tag(const struct req *rq, const struct depends *on)
{
    const struct cache_key key = depends_key(on);
    char hex[33];
    sodium_bin2hex(hex, sizeof(hex), (const unsigned char *)&key.number[2], sizeof(hex) / 2);
    return arena_printf(rq->arena, "W/\"%s\"", hex);
}

/* Whom the tokens in a page belong to. */
static void on_tokens(struct depends *on, const struct req *rq)
{
    depends_on_text(on, rq->session);
    depends_on_text(on, rq->visitor);
}

const char *res_tag(const struct req *rq, const struct depends *on)
{
    struct depends all = *on;
    on_tokens(&all, rq);
    depends_on_number(&all, (int64_t)rq->service->edition);
    depends_on_text(&all, rq->target);
    depends_on_text(&all, rq->who.name);
    depends_on_text(&all, rq->who.zone);
    depends_on_number(&all, rq->who.waiting);
    depends_on_number(&all, rq->who.bounced);
    depends_on_number(&all, rq->who.guest);
    depends_on_announced(&all, rq);
    depends_on_text(&all, rq->who.role);
    depends_on_number(&all, rq->who.suspended_until);
    depends_on_number(&all, rq->who.banned);
    depends_on_number(&all, rq->who.asks_push);
    depends_on_number(&all, rq->who.email_confirmed);
    depends_on_number(&all, rq->wants_json);
    depends_on_text(&all, rq->words->lang);
    depends_on_text(&all, req_display(rq));
    return tag(rq, &all);
}

void res_tag_text(struct res *rs)
{
    rs->tagged = true;
}

void res_tag_parts(struct res *rs)
{
    res_tag_text(rs);
    rs->parts.listed = true;
}

/* Not where a message waits to be shown, or templates may have changed. */
static bool is_known(const struct req *rq, const char *tag)
{
    return req_holds(rq, tag) && !req_cookie(rq, "flash") && !rq->service->set.dev;
}

bool res_unchanged(const struct req *rq, struct res *rs, const char *tag)
{
    if (!is_known(rq, tag))
        return false;
    rs->status = 304;
    res_header(rs, "ETag", tag);
    res_header(rs, "Cache-Control", "private, no-cache");
    res_header(rs, "Vary", PAGE_VARIES ", Accept-Encoding");
    return true;
}

void res_keep(struct res *rs, const char *tag)
{
    for (int i = 0; i < rs->n_headers; i++)
        if (!strcmp(rs->header[i].name, "Cache-Control") && !strcmp(rs->header[i].value, "private, no-store"))
            rs->header[i].value = "private, no-cache";
    res_header(rs, "ETag", tag);
}

enum { PACK_LEAST = 1024 };

static bool is_text(const struct res *rs)
{
    static const char *const types[] = {"text/", "image/svg+xml", "application/json", "application/problem+json"};
    for (int i = 0; i < rs->n_headers; i++)
        for (size_t k = 0; !strcmp(rs->header[i].name, "Content-Type") && k < sizeof(types) / sizeof(types[0]); k++)
            if (!strncmp(rs->header[i].value, types[k], strlen(types[k])))
                return true;
    return false;
}

/* As sent, or nearly: what is kept counts as long. */
static bool is_long(const struct res *rs)
{
    bool kept = false;
    for (int i = 0; i < rs->parts.n; i++)
        kept = kept || rs->parts.part[i].kept;
    return kept || rs->body.length >= PACK_LEAST;
}

/* The page that is ready, or 304 for a reader who has it. */
static void send_unless_known(const struct req *rq, struct res *rs, const char *tag)
{
    res_keep(rs, tag);
    if (is_known(rq, tag)) {
        rs->status = 304;
        sb_clear(&rs->body);
    }
}

/* One line names all that the answer depends on: some who keep answers for others read only one. */
static void varies(struct res *rs, const char *name)
{
    for (int i = 0; i < rs->n_headers; i++)
        if (!strcmp(rs->header[i].name, "Vary")) {
            rs->header[i].value = arena_printf(rs->arena, "%s, %s", rs->header[i].value, name);
            return;
        }
    res_header(rs, "Vary", name);
}

void res_pack(const struct req *rq, struct res *rs)
{
    bool pack = is_long(rs) && is_text(rs);
    if (pack)
        varies(rs, "Accept-Encoding");
    pack = pack && accept_quality(rq->accept_encoding, "gzip") > 0;
    struct depends text;
    bool tagged = rs->tagged && rs->status == 200 && rs->parts.drawn.n > 0;
    if (tagged) {
        depends_start(&text);
        on_tokens(&text, rq);
    }
    if (pack || rs->parts.drawn.n > 0)
        parts_join(rq, &rs->parts, &rs->body, pack, tagged ? &text : NULL);
    if (tagged)
        send_unless_known(rq, rs, tag(rq, &text));
    if (pack && rs->status != 304)
        res_header(rs, "Content-Encoding", "gzip");
}

/* ---- the log ---- */

static void add_value(struct sb *line, const char *key, const char *text)
{
    sb_addf(line, " %s=\"", key);
    for (; *text; text++)
        sb_add_char(line, err_log_char(*text));
    sb_add_char(line, '"');
}

static const char *method_name(enum method method)
{
    return method == GET ? "GET" : method == POST ? "POST" : method == HEAD ? "HEAD" : "OTHER";
}

void res_log(const struct req *rq, const struct res *rs, int64_t ended)
{
    struct sb line;
    int64_t game, person = rq->player ? rq->player : rq->who.id;
    metrics_count(rq->service->metrics, rq->route, rs->status, ended - rq->now);
    sb_init(&line, rq->arena);
    sb_addf(&line, "level=%s id=%s method=%s", rs->status >= 500 ? "error" : "info", rq->id, method_name(rq->method));
    /* The pattern, not the path: a path may hold a token. */
    add_value(&line, "route", rq->route ? rq->route->pattern : "-");
    sb_addf(&line, " status=%d ms=%.1f", rs->status, (double)(ended - rq->now) / 1000.0);
    if (person)
        sb_addf(&line, " person=%" PRId64, person);
    if (rq->route && !strncmp(rq->route->pattern, "/games/{id}", 11) && parse_number(rq->part[0], 1, INT64_MAX, &game))
        sb_addf(&line, " game=%" PRId64, game);
    if (rq->failed.code != ERR_NONE)
        add_value(&line, "error", rq->failed.logged);
    log_write(line.text, line.length);
}

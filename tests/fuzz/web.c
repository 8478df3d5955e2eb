/* What comes over the wire: forms, JSON, cookies, addresses, whole requests; letters that come back; templates. */
#include "config.h"

#include "tests/fuzz/fuzz.h"

#include <gmime/gmime.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/cli/open.h"
#include "cgi/transports/exchange.h"
#include "cgi/http/req.h"
#include "cgi/mail/mail.h"
#include "cgi/site/router.h"
#include "cgi/site/routes.h"
#include "cgi/http/session.h"
#include "cgi/base/settings.h"
#include "cgi/base/values.h"
#include "cgi/model/steps.h"
#include "cgi/store/store.h"
#include "cgi/base/token.h"
#include "cgi/tpl/tpl.h"
#include "cgi/base/url.h"
#include "cgi/base/parse.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

static const char BETWEEN = '\x1e'; /* the parts of one input */

static struct service service;
static char *folder;    /* its data */
static struct db *db; /* there is no database behind it */

/* Templates lie in memory that the search for leaks does not look into: what they refer to is given back before it. */
static void end(void)
{
    db_close(db);
    service_close(&service);
    free(folder);
}

static void begin(void)
{
    struct settings set;
    char why[400];
    HOLDS(settings_default(&set, why, sizeof(why)));
    set.data_dir = folder = strdup(of_top("."));
    set.streams = false;
    if (!service_open(&service, &set, why, sizeof(why))) {
        fprintf(stderr, "fuzz: %s\n", why);
        exit(2);
    }
    db = db_open("host=/nonexistent");
    atexit(end);
}

static struct req *new_request(struct arena *arena)
{
    struct req *rq = arena_alloc(arena, sizeof(*rq));
    req_init(rq, arena, &service, INT64_C(1763800000000000));
    rq->peer = rq->remote = "192.0.2.7";
    rq->db = db;
    return rq;
}

/* The next part, and *text behind it. */
static char *cut(char **text, char at)
{
    char *part = *text, *end = strchr(part, at);
    *text = end ? end + 1 : part + strlen(part);
    if (end)
        *end = '\0';
    return part;
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == '\x7f')
            return true;
    return false;
}

/* ---- forms and JSON ---- */

static void fields_are_text(const struct fields *fields)
{
    HOLDS(fields->n >= 0 && fields->n <= FIELDS_MAX);
    for (int i = 0; i < fields->n; i++) {
        HOLDS(utf8_valid(fields->field[i].name, strlen(fields->field[i].name)));
        HOLDS(utf8_valid(fields->field[i].value, strlen(fields->field[i].value)));
    }
}

/* As pages do: for words, for numbers, for moves and orders of every game. */
static void read_fields(struct req *rq)
{
    struct err err = {0};
    struct steps steps = {0};
    const char *text;
    int64_t number;
    for (int i = 0; i < rq->form.n && i < 8; i++) {
        const char *name = rq->form.field[i].name;
        if (form_text(&rq->form, rq->arena, name, 1, 200, &text, &err))
            HOLDS(utf8_length(text) >= 1 && utf8_length(text) <= 200);
        if (form_number(&rq->form, name, -5, 1000, &number, &err))
            HOLDS(number >= -5 && number <= 1000);
    }
    if (!steps_read(rq, &steps, &err)) {
        HOLDS(err.code == ERR_INPUT);
        return;
    }
    HOLDS(steps.moves.n > 0 && steps.moves.n <= STEPS_MAX && steps.orders.n <= STEPS_MAX);
    struct move move;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        for (int i = 0; i < steps.moves.n; i++)
            if (move_from_text((*rules)->verbs, steps.moves.text[i], &move, NULL))
                HOLDS(move_in_domain((*rules)->verbs, &move));
        for (int i = 0; i < steps.orders.n; i++)
            if ((*rules)->orders && move_from_text((*rules)->orders->verbs, steps.orders.text[i], &move, NULL))
                HOLDS(move_in_domain((*rules)->orders->verbs, &move));
        if (rq->form.n > 0 &&
            move_from_fields((*rules)->verbs, rq->form.field[0].value, rq->form.field + 1, rq->form.n - 1, &move, NULL))
            HOLDS(move_in_domain((*rules)->verbs, &move));
    }
}

static void run_form(const char *bytes, size_t n)
{
    struct arena *arena = arena_new();
    struct req *rq = new_request(arena);
    struct err err = {0};
    if (form_decode(arena, bytes, n, &rq->form, &err)) {
        fields_are_text(&rq->form);
        read_fields(rq);
    } else {
        HOLDS(err.code == ERR_INPUT && utf8_valid(err.what, strlen(err.what)));
    }
    arena_free(arena);
}

static void run_json(const char *bytes, size_t n)
{
    struct arena *arena = arena_new();
    struct req *rq = new_request(arena);
    struct err err = {0};
    struct json_object *json = jparse(bytes, n);
    if (json) {
        arena_json(arena, json);
        rq->json = json;
        struct steps steps = {0};
        steps_orders(rq, &steps, &err);
        if (json_object_is_type(json, json_type_object) && form_from_json(arena, json, &rq->form, &err)) {
            fields_are_text(&rq->form);
            read_fields(rq);
        }
    }
    arena_free(arena);
}

static const char *const form_seeds[] = {
    "login=anna&password=correct+horse+battery&csrf=x&next=%2Fgames%2F42",
    "csrf=a&ply=17&draft=2&step=end&order=accept+coins%3D40",
    "ply=0&verb=buy&section=3&white=2&black=&red=1&verb=end",
    "ply=3&verb=offer&tiles=%2C&tiles=3&tiles=5&order_verb=&x=1&order_verb=object&at=3",
    "name=%E8%8A%B1%E5%AD%90&text=+%E3%80%80hello%E3%80%80+&empty=&novalue&&",
    "verb=build&tile=porta-3&city=lucca&stones.white=2&number=-5",
    NULL,
};
static const char *const form_words[] = {"ply=", "&draft=", "&step=", "&verb=", "&order=", "&order_verb=", "%2C", "%00", "%E3%80%80",
                                         "&seat=", "csrf=", "end", "pass", "%ED%A0%80", "%C0%80", "%F4%90%80%80", NULL};
static const char *const json_seeds[] = {
    "{\"csrf\":\"x\",\"ply\":17,\"draft\":0,\"moves\":[\"end\",{\"verb\":\"buy\",\"section\":3,\"stones\":{\"white\":2}}],\"orders\":[]}",
    "{\"ply\":1,\"moves\":[{\"verb\":\"build\",\"tile\":\"porta-3\",\"city\":null,\"list\":[3,5]}]}",
    "{\"login\":\"anna\",\"password\":\"\\u82b1\\ud83d\\ude00\\n\",\"remember\":true,\"n\":-9007199254740993,\"d\":1.5e300}",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    "{\"a\":{\"b\":[null,false,\"\\u0000\",\"\\ud800\"]},\"a\":1}",
    "{\"list\xe0\x80\x80\":[3,5]}",
    NULL,
};
static const char *const json_words[] = {"\"ply\":", "\"moves\":[", "\"orders\":[", "\"verb\":", "null", "true", "false", "\\u0000", "\\ud83d",
                                         "\\ude00", "NaN", "Infinity", "-0", "1e999", "9223372036854775808", "\"stones\":{", "\\\\", NULL};

/* ---- headers ---- */

/* "Name: value" a line, as they stand in a request. */
static void take_headers(struct req *rq, char **text)
{
    for (char *line = cut(text, '\n'); *line; line = cut(text, '\n')) {
        char *name = cut(&line, ':');
        line += strspn(line, " \t");
        req_header(rq, name, line);
    }
}

static void cookies_are_known(struct req *rq)
{
    session_cookies(rq);
    HOLDS(!*rq->session || token_shaped(rq->session));
    HOLDS(token_shaped(rq->visitor) || *rq->session);
    HOLDS(*rq->csrf && session_csrf_fits(rq, rq->csrf));
    HOLDS(languages_know(&service.languages, lang_choose(rq)));
}

/* One header a line. */
static void run_cookie(const char *bytes, size_t n)
{
    static const char *const names[] = {"ridotto", "visitor", "lang", "flash", "next", ""};
    struct arena *arena = arena_new();
    struct req *rq = new_request(arena);
    char *text = chars_of(bytes, n), *rest = text;
    for (char *line = cut(&rest, '\n'); *line; line = cut(&rest, '\n'))
        req_header(rq, "Cookie", line);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = req_cookie(rq, names[i]);
        HOLDS(!value || (!strchr(value, ';') && strlen(value) <= strlen(rq->cookie_header)));
    }
    const char *next = req_cookie(rq, "next");
    const char *path = next ? path_decode(arena, next, strlen(next)) : NULL;
    if (path && url_local(path))
        HOLDS(path[0] == '/' && path[1] != '/' && path[1] != '\\' && !has_control(path));
    cookies_are_known(rq);
    free(text);
    arena_free(arena);
}

static const char *const cookie_seeds[] = {
    "ridotto=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA; visitor=BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA; lang=ja",
    "visitor=short; flash=saved;next=%2Fgames%2F42%3Fx%3D1", "lang=en\nlang=ja", " ;;\t; lang ; =x; lang=", "next=//evil.example", NULL,
};
static const char *const cookie_words[] = {"ridotto=", "visitor=", "lang=", "flash=", "next=", "; ", "%2F", "ja", NULL};

static const char *const header_words[] = {"Accept: ", "\nAccept-Language: ", "\nCookie: ", "\nHost: ", "\nX-Forwarded-For: ", ";q=0.", ";q=1",
                                           "text/html", "application/json", "\nX-Forwarded-Proto: https", "\nIf-None-Match: ",
                                           "\nLast-Event-ID: ", "\nAccept-Encoding: gzip", "\nSec-Fetch-Site: ",
                                           "\nContent-Type: application/", "json", "x-www-form-urlencoded", "; charset=", "\nContent-Encoding: ", NULL};

/* ---- whole requests ---- */

static void answer_is_sound(const struct req *rq, const struct res *rs)
{
    HOLDS(rs->status >= 200 && rs->status < 600);
    HOLDS(rs->n_headers > 0 && rs->n_headers <= RES_HEADERS_MAX);
    for (int i = 0; i < rs->n_headers; i++) {
        HOLDS(*rs->header[i].name && !has_control(rs->header[i].name));
        HOLDS(!has_control(rs->header[i].value)); /* nobody adds a header of his own */
        if (!strcmp(rs->header[i].name, "Location"))
            HOLDS(rs->header[i].value[0] == '/' && rs->header[i].value[1] != '/');
    }
    HOLDS(rs->body.length > 0 || rs->status == 303 || rs->status == 304 || rq->method == HEAD);
}

/* "POST /games/42/chat", headers, an empty line, the body. */
static void run_request(const char *bytes, size_t n)
{
    struct arena *arena = arena_new();
    struct req *rq = new_request(arena);
    struct res rs;
    char *text = chars_of(bytes, n), *rest = text;
    char *target = cut(&rest, '\n'), *method = cut(&target, ' ');
    res_init(&rs, arena);
    rq->method = method_of(method);
    req_target(rq, target);
    take_headers(rq, &rest);
    cookies_are_known(rq);
    int weight = accept_quality(rq->accept, "text/html");
    HOLDS(weight >= 0 && weight <= 1000);
    req_sees_dev(rq);
    rq->body = rest;
    rq->body_length = n - (size_t)(rest - text);
    route_answer(rq, &rs);
    answer_is_sound(rq, &rs);
    res_drawn(rq, &rs);
    free(text);
    arena_free(arena);
}

/* The house has no file to take, so it reads none: "boundary" BETWEEN body. Whatever it is, it is refused, and asks nobody. */
static void run_multipart(const char *bytes, size_t n)
{
    struct arena *arena = arena_new();
    struct req *rq = new_request(arena);
    struct res rs;
    char *text = chars_of(bytes, n), *rest = text, *boundary = cut(&rest, BETWEEN);
    res_init(&rs, arena);
    rq->db = NULL;
    rq->method = POST;
    req_target(rq, "/sign-in");
    req_header(rq, "Content-Type", arena_printf(arena, "multipart/form-data; boundary=%s", boundary));
    rq->body = rest;
    rq->body_length = n - (size_t)(rest - text);
    route_answer(rq, &rs);
    HOLDS(rs.status == (rq->body_length ? 415 : 403) && rq->form.n == 0);
    answer_is_sound(rq, &rs);
    res_drawn(rq, &rs);
    free(text);
    arena_free(arena);
}

static const char *const request_seeds[] = {
    "GET /\nHost: localhost\nAccept: text/html\nAccept-Language: ja\n\n",
    "GET /sign-in?next=%2Fgames%2F42\nCookie: lang=ja; next=x\n\n",
    "GET /games/42/history/17\nCookie: ridotto=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nIf-None-Match: \"x\"\n\n",
    "GET /games/42/history/frames?from=50&result=1&v=0\nAccept: application/json\nAccept-Encoding: gzip\n\n",
    "POST /games/42/moves\nContent-Type: application/json\nAccept: application/json\n\n{\"ply\":1,\"moves\":[\"end\"]}",
    "POST /games/42/chat\nContent-Type: application/x-www-form-urlencoded\n\ncsrf=x&text=hello&back=%2Fgames%2F42",
    "POST /language\nContent-Type: application/x-www-form-urlencoded; charset=\"UTF-8\"\nContent-Encoding: identity\n\ncsrf=x&lang=ja&back=/help",
    "HEAD /help/carrara\nAccept-Encoding: gzip\n\n", "GET /help/genoa\nAccept: application/json\n\n", "PUT /games\n\n",
    "GET /www/ridotto.css\nAccept-Encoding: gzip\n\n", "GET /robots.txt\n\n", "GET /%E8%8A%B1/%zz\n\n", "GET /health\n\n",
    "GET /games\nHost: [::1]:80\nX-Forwarded-For: 203.0.113.9, 10.0.0.1\nX-Forwarded-Proto: https\nSec-Fetch-Site: same-origin\n\n",
    "GET /feed/x/deadlines.ics\nAccept: text/html,application/json;q=0.9,*/*;q=0.1\nLast-Event-ID: 12\nIf-None-Match: \"a\", W/\"d\"\n\n",
    "GET /metrics\n\n", "GET /feed/x/games.atom\n\n", "GET /people/anna?page=2\n\n", "GET /dev/mail\nHost: localhost\n\n",
    NULL,
};
static const char *const multipart_seeds[] = {
    "xyz\x1e--xyz\r\nContent-Disposition: form-data; name=\"login\"\r\n\r\nanna\r\n--xyz\r\nContent-Disposition: form-data; "
    "name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--xyz--\r\n",
    "\"a b\"; charset=utf-8\x1e--a b\r\n\r\n--a b--", "\x1e{\"login\":\"anna\"}", "x\x1elogin=anna&password=x", NULL,
};
static const char *const multipart_words[] = {"--xyz", "\r\n", "Content-Disposition: form-data; name=\"", "filename=\"", "--xyz--",
                                              "boundary=", "application/x-www-form-urlencoded", "application/json", "; charset=utf-8", NULL};

static void write_request_seeds(void)
{
    char line[400];
    for (const struct route *route = routes_all(); route->pattern; route++) {
        snprintf(line, sizeof(line), "%s %s\nContent-Type: application/x-www-form-urlencoded\n\n%s",
                 route->method == POST ? "POST" : "GET", route->pattern, route->method == POST ? "csrf=x&a=b" : "");
        seed_write(line, strlen(line));
    }
}

static void write_request_words(void)
{
    for (const struct route *route = routes_all(); route->pattern; route++)
        word_write(route->pattern);
    for (int i = 0; header_words[i]; i++)
        word_write(header_words[i]);
}

/* ---- letters that come back ---- */

static void begin_mail(void)
{
    g_mime_init();
}

static void run_bounce(const char *bytes, size_t n)
{
    struct arena *arena = arena_new();
    struct mail_bounce bounce = {0};
    if (mail_bounce_read(arena, bytes, n, &bounce)) {
        HOLDS(bounce.n >= 0 && bounce.n <= BOUNCE_ADDRESSES);
        for (int i = 0; i < bounce.n; i++) {
            HOLDS(bounce.address[i].final && bounce.address[i].said && !has_control(bounce.address[i].said));
            mail_plain(arena, bounce.address[i].final);
        }
        if (bounce.message_id)
            mail_plain(arena, bounce.message_id);
    }
    arena_free(arena);
}

static void write_bounce_seeds(void)
{
    static const char *const letters[] = {"away", "delayed", "delivered", "exchange", "exim", "full-for-now",
                                          "google", "headers-encoded", "no-letter", "postfix", "sendmail", NULL};
    char path[100];
    for (int i = 0; letters[i]; i++) {
        snprintf(path, sizeof(path), "tests/mail/returned/%s.eml", letters[i]);
        seed_file(path);
    }
}

/* What was found once: no word of what became of it. */
static const char *const bounce_seeds[] = {
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
    "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; anna@example.org\n\n--b--\n",
    NULL,
};

static const char *const bounce_words[] = {"\nContent-Type: ", "multipart/report; report-type=delivery-status; boundary=", "message/delivery-status",
                                           "message/rfc822", "text/rfc822-headers", "\nFinal-Recipient: rfc822;", "\nOriginal-Recipient: rfc822;",
                                           "\nAction: failed", "\nStatus: 5.1.1", "\nDiagnostic-Code: smtp; ", "\nMessage-ID: <", "=?utf-8?b?",
                                           "=?utf-8?q?", "?=", "\nContent-Transfer-Encoding: base64", "quoted-printable", "\nFrom ", NULL};

/* ---- templates ---- */

/* A byte (odd: the rules of the house, with messages), the template, a partial "p", a parent "q", and the model as JSON. */
static enum key key_for(void *set, const char *name)
{
    return tpl_key(set, name);
}

static void run_template(const char *bytes, size_t n)
{
    if (n == 0)
        return;
    char *text = chars_of(bytes + 1, n - 1), *rest = text, why[400] = "";
    const char *const names[] = {"page.html", "p", "q.txt"};
    const char *texts[3];
    for (int i = 0; i < 3; i++)
        texts[i] = cut(&rest, BETWEEN);
    struct arena *arena = arena_new();
    struct json_object *data = jparse(rest, strlen(rest));
    struct tpl_set *set = tpl_load_texts(names, texts, 3, *bytes & 1 ? service.languages.words[*bytes >> 1 & 1].cat : NULL, why, sizeof(why));
    HOLDS((set != NULL) == (*why == '\0'));
    for (int i = 0; set && i < 3; i++) {
        struct sb out, missing;
        sb_init(&out, arena);
        sb_init(&missing, arena);
        tpl_render(set, names[i], value_of_json(arena, data, key_for, set), &out, &missing);
        HOLDS(strlen(out.text) <= out.length && out.text[out.length] == '\0');
    }
    if (set)
        tpl_free(set);
    json_object_put(data);
    arena_free(arena);
    free(text);
}

static const char *const template_seeds[] = {
    "0Hello {{name}}, {{{raw}}} {{&raw}} {{! a comment }}\x1e{{x}}\x1e{{y}}\x1e{\"name\":\"<b>\",\"raw\":\"&\",\"x\":1,\"y\":null}",
    "0{{#list}}\n  {{.}}, {{a.b.c}}\n{{/list}}\n{{^none}}nothing{{/none}}\x1e\x1e\x1e{\"list\":[1,\"two\",{\"a\":{\"b\":{\"c\":3}}}],\"none\":[]}",
    "0 {{>p}}\n  {{> p }}\n\x1eline\n{{#more}}{{>p}}{{/more}}\n\x1e\x1e{\"more\":{\"more\":false}}",
    "0{{<p}}\n{{$title}}\n  mine {{x}}\n{{/title}}{{/p}}\x1e<h1>{{$title}}default{{/title}}</h1>\n{{$body}}{{/body}}\x1e\x1e{\"x\":2}",
    "0{{=<% %>=}}<% name %> {{name}} <%={{ }}=%>{{name}}\x1e{{>p}}\x1e{{>page.html}}\x1e{\"name\":true}",
    "1{{#t}}Hello {{name}}, {{n:one coin|# coins}}{{/t}}\x1e{{#t}}Sign in{{/t}}\x1e\x1e{\"name\":\"A\",\"n\":3}",
    "3{{#t}}Games{{/t}}\x1e\x1e\x1e[]",
    NULL,
};
static const char *const template_words[] = {"{{#", "{{/", "{{^", "{{>p}}", "{{<p}}", "{{$", "{{=", "=}}", "{{{", "}}}", "{{&", "{{!", "{{.}}", "{{#t}}",
                                             "{{/t}}", "|", ":", "\x1e", "p", "q.txt", "page.html", "title", "name", "\n", "  ", NULL};

static void write_template_seeds(void)
{
    seed_file("templates/layout.html");
    seed_file("templates/table.html");
    seed_file("templates/amounts.html");
}

const struct target service_targets[] = {
    {"form", begin, run_form, form_seeds, NULL, form_words, NULL},
    {"multipart", begin, run_multipart, multipart_seeds, NULL, multipart_words, NULL},
    {"json", begin, run_json, json_seeds, NULL, json_words, NULL},
    {"cookie", begin, run_cookie, cookie_seeds, NULL, cookie_words, NULL},
    {"request", begin, run_request, request_seeds, write_request_seeds, NULL, write_request_words},
    {"bounce", begin_mail, run_bounce, bounce_seeds, write_bounce_seeds, bounce_words, NULL},
    {"template", begin, run_template, template_seeds, write_template_seeds, template_words, NULL},
    {0},
};

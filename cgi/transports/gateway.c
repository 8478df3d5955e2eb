#include "config.h"

#include "cgi/transports/gateway.h"

#include <microhttpd.h>
#include <string.h>
#include <strings.h>

#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

/* The variables that are not headers. */
struct vars {
    const char *method, *uri, *script, *path, *query, *length, *https, *scheme, *id;
};

/* ---- in ---- */

/* HTTP_USER_AGENT is User-Agent. req_header() does not mind case. */
static void take_header(struct exchange *x, const char *name, size_t length, const char *value)
{
    char *header = arena_strndup(x->arena, name, length);
    for (char *c = header; *c; c++)
        if (*c == '_')
            *c = '-';
    req_header(x->rq, header, value);
}

static const char *find(char *const *vars, const char *name)
{
    size_t length = strlen(name);
    for (; *vars; vars++)
        if (!strncmp(*vars, name, length) && (*vars)[length] == '=')
            return *vars + length + 1;
    return "";
}

/* PATH_INFO comes decoded; what would be read as something else is encoded again. */
static void add_path(struct sb *sb, const char *path)
{
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c <= ' ' || c >= 0x7f || strchr("%?#", c))
            sb_addf(sb, "%%%02X", c);
        else
            sb_add_char(sb, *path);
    }
}

/* The service is at the root of its site. Where a web server runs the program by a path of its own, as in
 * /cgi-bin/ridotto/games, that path is left out. (nginx gives the whole path as SCRIPT_NAME, but no PATH_INFO then.) */
static const char *without_script(const struct vars *v)
{
    size_t length = strlen(v->script);
    bool below = *v->path == '/' && length > 1 && !strncmp(v->uri, v->script, length) && v->uri[length] == '/';
    return below ? v->uri + length : v->uri;
}

static void take_target(struct exchange *x, const struct vars *v)
{
    if (*v->uri) {
        req_target(x->rq, without_script(v));
        return;
    }
    struct sb sb;
    sb_init(&sb, x->arena);
    add_path(&sb, *v->path ? v->path : "/");
    if (*v->query)
        sb_addf(&sb, "?%s", v->query);
    req_target(x->rq, sb.text);
}

static bool is_secure(const struct vars *v)
{
    return !strcasecmp(v->https, "on") || !strcmp(v->https, "1") || !strcasecmp(v->scheme, "https");
}

size_t gateway_read(struct exchange *x, char *const *vars)
{
    const struct vars v = {.method = find(vars, "REQUEST_METHOD"), .uri = find(vars, "REQUEST_URI"),
                           .script = find(vars, "SCRIPT_NAME"), .path = find(vars, "PATH_INFO"),
                           .query = find(vars, "QUERY_STRING"), .length = find(vars, "CONTENT_LENGTH"),
                           .https = find(vars, "HTTPS"), .scheme = find(vars, "REQUEST_SCHEME"), .id = find(vars, "REQUEST_ID")};
    struct req *rq = x->rq;
    int64_t length;
    rq->method = method_of(v.method);
    take_target(x, &v);
    rq->peer = rq->remote = arena_strdup(x->arena, find(vars, "REMOTE_ADDR"));
    req_told_secure(rq, is_secure(&v));
    req_header(rq, "Content-Type", find(vars, "CONTENT_TYPE"));
    for (; *vars; vars++) {
        size_t n = strcspn(*vars, "=");
        if (!strncmp(*vars, "HTTP_", 5) && (*vars)[n])
            take_header(x, *vars + 5, n - 5, *vars + n + 1);
    }
    req_take_id(rq, v.id);
    rq->garbled = *v.length && !parse_number(v.length, 0, INT64_MAX, &length) ? "where the body ends cannot be told" : NULL;
    return *v.length && !rq->garbled ? (size_t)length : 0;
}

/* ---- out ---- */

/* Whatever ends a line would begin another header. */
static bool is_one_line(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

void gateway_head(const struct exchange *x, struct sb *head)
{
    const struct res *rs = &x->rs;
    sb_addf(head, "Status: %d %s\r\n", rs->status, MHD_get_reason_phrase_for((unsigned)rs->status));
    for (int i = 0; i < rs->n_headers; i++)
        if (is_one_line(rs->header[i].value))
            sb_addf(head, "%s: %s\r\n", rs->header[i].name, rs->header[i].value);
    if (rs->status != 304)
        sb_addf(head, "Content-Length: %zu\r\n", rs->body.length);
    sb_add(head, "\r\n");
}

bool gateway_has_body(const struct exchange *x)
{
    return x->rq->method != HEAD && x->rs.status != 304 && x->rs.body.length > 0;
}

/* Which row of the table an address is. */
#include "config.h"

#include "cgi/site/find.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/site/routes.h"

#include "cgi/base/banned.h"

bool route_fits(struct arena *arena, const char *pattern, const char *path, const char **part)
{
    int n = 0;
    while (*pattern) {
        if (*pattern == '{') {
            size_t length = strcspn(path, "/");
            if (length == 0 || n == PATH_PARTS_MAX)
                return false;
            if (part)
                part[n] = arena_strndup(arena, path, length);
            n++;
            path += length;
            pattern = strchr(pattern, '}') + 1;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == '\0';
}

const struct route *route_find(struct req *rq, const char *path, enum method method, unsigned *others)
{
    const char *pattern = NULL;
    *others = 0;
    for (const struct route *r = routes_all(); r->pattern; r++) {
        /* Rows of one pattern are neighbours; the first matching pattern is used: /games/new before /games/{id}. */
        if (pattern && strcmp(pattern, r->pattern) != 0)
            break;
        if (!route_fits(rq->arena, r->pattern, path, NULL))
            continue;
        pattern = r->pattern;
        *others |= r->method;
        if (r->method == method)
            return r;
    }
    return NULL;
}

enum method route_method(enum method method)
{
    return method == HEAD ? GET : method;
}

static char *encode_path(struct arena *arena, const char *path)
{
    struct sb sb;
    sb_init(&sb, arena);
    while (*path) {
        size_t n = strcspn(path, "/");
        sb_add_url_part(&sb, arena_strndup(arena, path, n));
        path += n;
        if (*path)
            sb_add_char(&sb, *path++);
    }
    return sb.text;
}

const char *route_back(struct req *rq)
{
    unsigned others;
    if (!rq->path || !url_local(rq->target))
        return "/";
    if (rq->route && route_method(rq->method) == GET)
        return rq->target;
    char *path = arena_strdup(rq->arena, rq->path);
    while (*path && !route_find(rq, path, GET, &others))
        *strrchr(path, '/') = '\0';
    path = encode_path(rq->arena, path);
    return url_local(path) ? path : "/";
}

bool route_is_light(struct req *rq)
{
    unsigned others;
    const struct route *route = rq->path ? route_find(rq, rq->path, route_method(rq->method), &others) : NULL;
    return route && (route->flags & LIGHT);
}

/* The files of www/. */
#include "config.h"

#include <string.h>

#include "cgi/http/assets.h"
#include "cgi/pages/handlers.h"

#include "cgi/base/banned.h"

/* /favicon.ico and /robots.txt are asked for at the top; browsers take a picture by its type, not by its name. */
static const char *file_name(const struct req *rq)
{
    if (rq->part[0])
        return rq->part[0];
    return !strcmp(rq->path, "/favicon.ico") ? "icon.svg" : rq->path + 1;
}

bool page_static(struct req *rq, struct res *rs, struct err *err)
{
    const struct assets *assets = rq->service->assets;
    bool dev = rq->service->set.dev;
    const char *name = file_name(rq), *version = req_field(&rq->query, "v");
    const struct asset *asset = dev ? assets_fresh(assets, rq->arena, name) : assets_find(assets, name);
    if (!asset)
        return err_fail(err, ERR_GONE, NULL, NULL, "no such file");
    bool fixed = !dev && version && !strcmp(version, assets_version(assets));
    res_header(rs, "Cache-Control", fixed ? "public, max-age=31536000, immutable" : "no-cache");
    res_header(rs, "ETag", asset->etag);
    if (req_holds(rq, asset->etag)) {
        rs->status = 304;
        return true;
    }
    rs->status = 200;
    res_header(rs, "Content-Type", asset->type);
    sb_add_bytes(&rs->body, asset->bytes, asset->length);
    return true;
}

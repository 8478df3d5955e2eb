/* The files of www/: read at start, served from memory. */
#ifndef CGI_HTTP_ASSETS_H
#define CGI_HTTP_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgi/base/arena.h"

struct assets;

struct asset {
    const char *name;    /* "ridotto.css" */
    const char *type;    /* "text/css; charset=utf-8" */
    const char *bytes;
    size_t length;
    char etag[21];       /* the hash of the bytes, W/"...": the same whether packed or not */
};

/** assets_load() - every file of known kind directly in @dir, and those that are fetched as one; NULL with the reason in @why */
struct assets *assets_load(const char *dir, char *why, size_t room);
void assets_free(struct assets *assets);
/** assets_find() - the file @name, or NULL; only names that were there at the start are found, so no path leads out */
const struct asset *assets_find(const struct assets *assets, const char *name);
/** assets_fresh() - the same as it is on disk now, read into @arena; for `serve --dev` */
const struct asset *assets_fresh(const struct assets *assets, struct arena *arena, const char *name);
/** assets_version() - changes whenever any file does: for the "?v=" of their URLs; NULL gives "" */
const char *assets_version(const struct assets *assets);

#endif

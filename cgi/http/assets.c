#include "config.h"

#include "cgi/http/assets.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

enum { ASSETS_MAX = 128, HASH_BYTES = 16, VERSION_HEX = 16 };

struct assets {
    struct arena *arena;
    const char *dir;
    int n;
    struct asset asset[ASSETS_MAX];
    char version[VERSION_HEX + 1];
};

static const struct {
    const char *ending, *type;
} types[] = {
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
    {".ico", "image/x-icon"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
};

/* Files that are joined, in this order, and fetched by one request, so that a page does not wait for each. */
static const struct joined {
    const char *name, *part[7];
} joined[] = {
    {"house.js", {"live.js", "ridotto.js", "parts.js", "replay.js", "basket.js", "help.js", "unsaved.js"}},
};

enum { N_JOINED = sizeof(joined) / sizeof(joined[0]) };

/* Style sheets of a reader who wants it light or dark, whatever the system has: made of the file without this name in front. */
static const struct variant {
    const char *prefix, *when_dark, *scheme;
} variants[] = {
    {"light-", "not all", "color-scheme: light"},
    {"dark-", "all", "color-scheme: dark"},
};
enum { N_VARIANTS = sizeof(variants) / sizeof(variants[0]) };
static const char WHEN_DARK[] = "(prefers-color-scheme: dark)", SCHEME[] = "color-scheme: light dark";

static const char *type_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && dot != name && i < sizeof(types) / sizeof(types[0]); i++)
        if (!strcmp(types[i].ending, dot))
            return types[i].type;
    return NULL;
}

static void hash_hex(const uint8_t hash[HASH_BYTES], char hex[VERSION_HEX + 1])
{
    sodium_bin2hex(hex, VERSION_HEX + 1, hash, VERSION_HEX / 2);
}

static bool read_file(struct arena *arena, const char *dir, const char *name, struct sb *out)
{
    char piece[8192];
    FILE *file = fopen(arena_printf(arena, "%s/%s", dir, name), "rb");
    if (!file)
        return false;
    for (size_t n = fread(piece, 1, sizeof(piece), file); n > 0; n = fread(piece, 1, sizeof(piece), file))
        sb_add_bytes(out, piece, n);
    bool ok = !ferror(file);
    fclose(file);
    return ok;
}

/* The whole text with @by in place of every @what. */
static void replace(struct arena *arena, struct sb *text, const char *what, const char *by)
{
    struct sb out;
    const char *at = text->text;
    sb_init(&out, arena);
    for (const char *found; (found = strstr(at, what)); at = found + strlen(what)) {
        sb_add_bytes(&out, at, (size_t)(found - at));
        sb_add(&out, by);
    }
    sb_add(&out, at);
    *text = out;
}

static bool is_style(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !strcmp(dot, ".css");
}

static const struct variant *variant_of(const char *name)
{
    for (int i = 0; i < N_VARIANTS && is_style(name); i++)
        if (!strncmp(name, variants[i].prefix, strlen(variants[i].prefix)))
            return &variants[i];
    return NULL;
}

static bool read_joined(struct arena *arena, const char *dir, const struct joined *joint, struct sb *out)
{
    for (size_t i = 0; i < sizeof(joint->part) / sizeof(joint->part[0]); i++)
        if (!read_file(arena, dir, joint->part[i], out))
            return false;
    return true;
}

static bool read_named(struct arena *arena, const char *dir, const char *name, struct sb *out)
{
    const struct variant *variant = variant_of(name);
    sb_init(out, arena);
    if (variant) {
        if (!read_file(arena, dir, name + strlen(variant->prefix), out))
            return false;
        replace(arena, out, WHEN_DARK, variant->when_dark);
        replace(arena, out, SCHEME, variant->scheme);
        return true;
    }
    for (int i = 0; i < N_JOINED; i++)
        if (!strcmp(joined[i].name, name))
            return read_joined(arena, dir, &joined[i], out);
    return read_file(arena, dir, name, out);
}

static bool load_one(struct arena *arena, const char *dir, const char *name, struct asset *asset)
{
    struct sb bytes;
    if (!read_named(arena, dir, name, &bytes))
        return false;
    *asset = (struct asset){arena_strdup(arena, name), type_of(name), bytes.text, bytes.length, ""};
    uint8_t hash[HASH_BYTES];
    char hex[VERSION_HEX + 1];
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)bytes.text, bytes.length, NULL, 0);
    hash_hex(hash, hex);
    snprintf(asset->etag, sizeof(asset->etag), "W/\"%s\"", hex);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct asset *)a)->name, ((const struct asset *)b)->name);
}

static void make_version(struct assets *assets)
{
    crypto_generichash_state state;
    uint8_t hash[HASH_BYTES];
    crypto_generichash_init(&state, NULL, 0, sizeof(hash));
    for (int i = 0; i < assets->n; i++) {
        const struct asset *a = &assets->asset[i];
        crypto_generichash_update(&state, (const unsigned char *)a->name, strlen(a->name) + 1);
        crypto_generichash_update(&state, (const unsigned char *)a->etag, strlen(a->etag));
    }
    crypto_generichash_final(&state, hash, sizeof(hash));
    hash_hex(hash, assets->version);
}

static bool add(struct assets *assets, const char *name, char *why, size_t room)
{
    if (assets->n < ASSETS_MAX && load_one(assets->arena, assets->dir, name, &assets->asset[assets->n++]))
        return true;
    snprintf(why, room, "%s/%s: cannot be read, or is one file too many", assets->dir, name);
    return false;
}

struct assets *assets_load(const char *dir, char *why, size_t room)
{
    DIR *folder = opendir(dir);
    if (!folder) {
        snprintf(why, room, "%s: %s", dir, strerror(errno));
        return NULL;
    }
    struct arena *arena = arena_new_kept();
    struct assets *assets = arena_alloc(arena, sizeof(*assets));
    assets->arena = arena;
    assets->dir = arena_strdup(arena, dir);
    bool ok = true;
    for (struct dirent *entry = readdir(folder); ok && entry; entry = readdir(folder))
        ok = !type_of(entry->d_name) || add(assets, entry->d_name, why, room);
    for (int i = 0; ok && i < N_JOINED; i++)
        ok = add(assets, joined[i].name, why, room);
    for (int i = 0, n = assets->n; ok && i < n; i++)
        for (int v = 0; ok && v < N_VARIANTS && is_style(assets->asset[i].name); v++)
            ok = add(assets, arena_join(arena, (const char *[]){variants[v].prefix, assets->asset[i].name, NULL}), why, room);
    closedir(folder);
    if (!ok) {
        arena_free(arena);
        return NULL;
    }
    qsort(assets->asset, (size_t)assets->n, sizeof(assets->asset[0]), by_name);
    make_version(assets);
    return assets;
}

void assets_free(struct assets *assets)
{
    if (assets)
        arena_free(assets->arena);
}

const struct asset *assets_find(const struct assets *assets, const char *name)
{
    for (int i = 0; i < assets->n; i++)
        if (!strcmp(assets->asset[i].name, name))
            return &assets->asset[i];
    return NULL;
}

const struct asset *assets_fresh(const struct assets *assets, struct arena *arena, const char *name)
{
    struct asset *asset = arena_alloc(arena, sizeof(*asset));
    if (strchr(name, '/') || !type_of(name) || !load_one(arena, assets->dir, name, asset))
        return NULL;
    return asset;
}

const char *assets_version(const struct assets *assets)
{
    return assets ? assets->version : "";
}

#include "config.h"

#include "cgi/base/url.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/base/choice_token.h"
#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

/* @before, and @part percent-encoded. */
static char *with_part(struct arena *arena, const char *before, const char *part)
{
    struct sb sb;
    sb_init(&sb, arena);
    sb_add(&sb, before);
    sb_add_url_part(&sb, part);
    return sb.text;
}

char *url_table(struct arena *arena, int64_t game)
{
    char id[DECIMAL_BYTES];
    return arena_join(arena, (const char *[]){"/games/", decimal(id, game), NULL});
}

/* @path, with @key when there is one. */
static char *with_key(struct arena *arena, const char *path, const char *key)
{
    return with_part(arena, key ? arena_printf(arena, "%s?key=", path) : path, key ? key : "");
}

char *url_section(struct arena *arena, int64_t game, const char *key, const char *section)
{
    return arena_printf(arena, "%s#%s", with_key(arena, url_table(arena, game), key), section);
}

char *url_live(struct arena *arena, int64_t game, const char *what, const char *key)
{
    return with_key(arena, arena_printf(arena, "/games/%" PRId64 "/%s", game, what), key);
}

char *url_remind(struct arena *arena, int64_t game)
{
    return arena_printf(arena, "/games/%lld/remind", (long long)game);
}

char *url_plan(struct arena *arena, int64_t game)
{
    return arena_printf(arena, "/games/%lld/plan", (long long)game);
}

char *url_orders(struct arena *arena, int64_t game)
{
    return arena_printf(arena, "/games/%lld/orders", (long long)game);
}

char *url_practice(struct arena *arena, int64_t game, int ply, bool draft)
{
    return ply < 0 ? arena_printf(arena, "/games/%lld/practice", (long long)game)
                   : arena_printf(arena, "/games/%lld/practice?ply=%d%s", (long long)game, ply, draft ? "&draft=1" : "");
}

char *url_history(struct arena *arena, int64_t game, int ply)
{
    char id[DECIMAL_BYTES], at[DECIMAL_BYTES];
    return arena_join(arena, (const char *[]){"/games/", decimal(id, game), "/history/", decimal(at, ply), NULL});
}

char *url_invite(struct arena *arena, int64_t game, const char *name)
{
    return arena_printf(arena, "%s#invite", with_part(arena, arena_printf(arena, "%s?invite=", url_table(arena, game)), name));
}

char *url_person(struct arena *arena, const char *name)
{
    return with_part(arena, "/people/", name);
}

char *url_help(struct arena *arena, const char *rules)
{
    return with_part(arena, "/help/", rules);
}

char *url_guide(struct arena *arena, const char *rules)
{
    return with_part(arena, "/guides/", rules);
}

char *url_help_from(struct arena *arena, const char *rules, int64_t game)
{
    return arena_printf(arena, "%s?table=%" PRId64, url_help(arena, rules), game);
}

char *url_magic(struct arena *arena, const char *token)
{
    return with_part(arena, "/mail/open/", token);
}

char *url_magic_game(struct arena *arena, const char *token, int64_t game)
{
    return arena_printf(arena, "%s?game=%" PRId64, url_magic(arena, token), game);
}

char *url_confirm(struct arena *arena, const char *token)
{
    return with_part(arena, "/mail/confirm/", token);
}

char *url_address(struct arena *arena, const char *token)
{
    return with_part(arena, "/mail/address/", token);
}

char *url_reset(struct arena *arena, const char *token)
{
    return with_part(arena, "/reset/", token);
}

char *url_unsubscribe(struct arena *arena, const char *token)
{
    return with_part(arena, "/mail/unsubscribe/", token);
}

char *url_choice(struct arena *arena, const char *token, const struct chosen *chosen)
{
    const char *before = arena_printf(arena, "%s?game=%" PRId64 "&ply=%d&%s=", with_part(arena, "/mail/choice/", token), chosen->game, chosen->ply,
                                      chosen->filled_in ? "verb" : "move");
    return with_part(arena, before, chosen->step);
}

char *url_never(struct arena *arena, const char *token)
{
    return with_part(arena, "/mail/never/", token);
}

char *url_sign_in(struct arena *arena, const char *next)
{
    if (!url_local(next) || !strcmp(next, "/"))
        return arena_strdup(arena, "/sign-in");
    return with_part(arena, "/sign-in?next=", next);
}

char *url_join(struct arena *arena, const char *next)
{
    return url_local(next) && strcmp(next, "/") ? with_part(arena, "/join?next=", next) : arena_strdup(arena, "/join");
}

char *url_ascii(struct arena *arena, const char *url)
{
    struct sb sb;
    sb_init(&sb, arena);
    for (const char *c = url; *c; c++) {
        if ((unsigned char)*c > ' ' && (unsigned char)*c < 0x7f)
            sb_add_char(&sb, *c);
        else
            sb_addf(&sb, "%%%02X", (unsigned char)*c);
    }
    return sb.text;
}

bool url_local(const char *path)
{
    /* "//host" and "/\\host" lead to another site; browsers drop tabs and line ends before they look. */
    if (!path || path[0] != '/' || path[1] == '/' || path[1] == '\\')
        return false;
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        if (*c <= ' ' || *c == 0x7f || *c == '\\')
            return false;
    return strlen(path) < 1024;
}

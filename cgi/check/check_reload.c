/* Whether the service that runs has read the file of settings as it is now: it tells that to this machine only. */
#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "cgi/base/jsonx.h"
#include "cgi/check/checks.h"
#include "cgi/check/web.h"

#include "cgi/base/banned.h"

#define PATH "/health/visitor"

/* What the service says of its settings; NULL: it does not answer in this way. */
static struct json_object *ask(const struct checking *c, const struct web_wish *wish)
{
    struct web_answer got;
    struct json_object *said = web_ask(c, wish, &got) && got.status == 200 ? arena_json(c->arena, jparse(got.body.text, got.body.length)) : NULL;
    return said ? jget(said, "settings") : NULL;
}

/* At its own door first, then by way of the web server of this machine, behind which FastCGI is. */
static struct json_object *ask_service(const struct checking *c)
{
    const struct settings *set = &c->set;
    const char *own = arena_printf(c->arena, "http://127.0.0.1:%d" PATH, set->port);
    struct json_object *said = ask(c, &(struct web_wish){.url = own, .socket = set->socket});
    return said ? said : ask(c, &(struct web_wish){.url = arena_printf(c->arena, "%s" PATH, set->url), .here = true});
}

void check_reload(struct checking *c)
{
    struct json_object *said = ask_service(c);
    const char *file = said ? jget_str(said, "file") : NULL;
    if (!file)
        say_skipped(c, "No service answers on this machine that would say whether it has read its settings.");
    else if (jget_bool(said, "changed"))
        say_wrong(c, "systemctl reload ridotto-serve, or ridotto-fcgi and ridotto-worker, and journalctl -u ridotto-serve where that comes to nothing",
                  "%s has changed since the service read it: what stands there now is not in force.", file);
    else if (access(file, F_OK) != 0 && errno == ENOENT)
        say_ok(c, "There is no file %s, and the service has read none.", file);
    else
        say_ok(c, "The service has read %s as it is now.", file);
}

#include "config.h"

#include "cgi/cli/open.h"

#include <stdio.h>

#include "cgi/account/password.h"
#include "cgi/base/throttle.h"
#include "cgi/http/assets.h"
#include "cgi/http/metrics.h"
#include "cgi/model/layouts.h"
#include "cgi/site/routes.h"

#include "cgi/base/banned.h"

bool house_open(struct house *house, const struct settings *set, char *why, size_t room)
{
    enum { PATH_ROOM = 1024 };
    char templates[PATH_ROOM], www[PATH_ROOM];
    *house = (struct house){.set = *set};
    snprintf(why, room, "%s: cannot be opened", set->data_dir);
    bool ok = snprintf(templates, sizeof(templates), "%s/templates", set->data_dir) < PATH_ROOM &&
              snprintf(www, sizeof(www), "%s/www", set->data_dir) < PATH_ROOM &&
              languages_open(&house->languages, &house->set, why, room) &&
              (house->layouts = layouts_load(templates, set->dev, why, room)) != NULL &&
              (house->assets = assets_load(www, why, room)) != NULL && (house->hashing = gate_new()) != NULL &&
              (house->metrics = metrics_new(routes_all())) != NULL &&
              (house->moves = throttle_new(set->moves_a_minute)) != NULL;
    if (!ok)
        house_close(house);
    return ok;
}

void house_close(struct house *house)
{
    gate_free(house->hashing);
    metrics_free(house->metrics);
    throttle_free(house->moves);
    assets_free(house->assets);
    layouts_free(house->layouts);
    languages_close(&house->languages);
    *house = (struct house){0};
}

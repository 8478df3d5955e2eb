/* What everybody sees: the canal lies open. */
#include "config.h"

#include "rules/canal/state.h"

#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/parts.h"

/* "mooring=3": the place that the page makes a button of */
static struct json_object *place_text(int mooring)
{
    char text[24];
    struct writer writer = writer_on(text, sizeof(text));
    write_text(&writer, "mooring=");
    write_number(&writer, mooring);
    return json_text(text);
}

static struct json_object *mooring_view(const struct canal_state *st, int i)
{
    struct json_object *mooring = json_new(), *boat = NULL;
    json_set_number(mooring, "number", i + 1);
    json_set(mooring, "place", place_text(i + 1));
    if (st->boats[i] >= 0) {
        boat = json_new();
        json_set_number(boat, "seat", st->boats[i]);
        json_set_truth(boat, "first", st->boats[i] == st->start);
    }
    json_set(mooring, "boat", boat);
    return mooring;
}

static void view(const void *state, int viewer, struct json_object *out)
{
    const struct canal_state *st = state;
    struct json_object *moorings = json_new_list();
    for (int i = 0; i < st->length; i++)
        json_add(moorings, mooring_view(st, i));
    json_set(out, "moorings", moorings);
    json_set_truth(out, "listed", viewer == st->current && st->ending == CANAL_GOES_ON);
}

const struct rules_view canal_view = {.view = view};

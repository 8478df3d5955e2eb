/* What everybody sees: the canal lies open. */
#include "config.h"

#include "rules/canal/state.h"

#include "rules/engine/fault.h"
#include "rules/engine/value.h"
#include "rules/parts.h"

/* Its "place" is "mooring=3", of which the page makes a button. */
static void set_mooring(struct value *out, const struct canal_state *st, int i)
{
    char text[24];
    struct writer place = writer_on(text, sizeof(text));
    write_text(&place, "mooring=");
    write_number(&place, i + 1);
    put_copy(put_int(out, K_number, i + 1), K_place, text);
    put_null(out, K_pawn);
    if (st->boats[i] >= 0)
        put_bool(put_int(put_object(out, K_pawn), K_seat, st->boats[i]), K_first, st->boats[i] == st->start);
}

static void view(const void *state, int viewer, struct value *out)
{
    const struct canal_state *st = state;
    struct value *moorings = put_list(out, K_sites);
    for (int i = 0; i < st->length; i++)
        set_mooring(add_object(moorings), st, i);
    put_bool(out, K_listed, viewer == st->current && st->ending == CANAL_GOES_ON);
}

const struct rules_view canal_view = {.view = view};

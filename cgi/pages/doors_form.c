/* The doors of a table in a form. */
#include "config.h"

#include <string.h>

#include "cgi/pages/tables.h"
#include "cgi/http/form.h"

#include "cgi/base/banned.h"

static const int percents[] = {70, 80, 90, 95, 98};
enum { PERCENTS = sizeof(percents) / sizeof(percents[0]) };

/* A number that may be left out. */
static bool number_read(struct req *rq, const char *name, int lo, int hi, int *number, struct err *err)
{
    const char *sent = req_field(&rq->form, name);
    int64_t value = 0;
    if (sent && *sent && strcmp(sent, "0") != 0 && !form_number(&rq->form, name, lo, hi, &value, err))
        return false;
    *number = (int)value;
    return true;
}

bool tables_doors_read(struct req *rq, struct doors *doors, struct err *err)
{
    const char *friends = req_field(&rq->form, "friends");
    *doors = (struct doors){.friends = friends && !strcmp(friends, "1")};
    if (!number_read(rq, "met", 1, 100, &doors->percent, err) ||
        !number_read(rq, "low", DOORS_RATING_LEAST, DOORS_RATING_MOST, &doors->low, err) ||
        !number_read(rq, "high", DOORS_RATING_LEAST, DOORS_RATING_MOST, &doors->high, err))
        return false;
    return doors_sound(doors) || err_fail(err, ERR_INPUT, N_("The lowest rating is higher than the highest."), "low", "low %d, high %d", doors->low, doors->high);
}

struct value *tables_doors_model(const struct req *rq, const struct doors *doors)
{
    struct value *model = new_object(rq->arena), *list = put_list(model, K_percents);
    bool listed = !doors->percent;
    for (int i = 0; i < PERCENTS; i++) {
        add(list, put_bool(put_int(new_object(rq->arena), K_n, percents[i]), K_checked, percents[i] == doors->percent));
        listed = listed || percents[i] == doors->percent;
    }
    if (!listed)
        add(list, put_bool(put_int(new_object(rq->arena), K_n, doors->percent), K_checked, true));
    put_text(model, K_low, doors->low ? arena_printf(rq->arena, "%d", doors->low) : "");
    put_text(model, K_high, doors->high ? arena_printf(rq->arena, "%d", doors->high) : "");
    return put_bool(model, K_friends, doors->friends);
}

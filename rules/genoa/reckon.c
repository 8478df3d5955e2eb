/* What the estimates of worth.c are made of, for who asks. */
#include "config.h"

#include <string.h>

#include "rules/genoa/worth.h"
#include "rules/parts.h"

/* In tenths of a ducat. */
struct sums {
    int part[GENOA_PARTS];
    int drawn, owner, helping;
};

/* What changes of an estate, part by part. */
static void add_change(struct sums *sums, const struct genoa_outlook *look, const struct genoa_goods *from, const struct genoa_goods *to)
{
    int before[GENOA_PARTS], after[GENOA_PARTS];
    genoa_estate_parts(look, from, before);
    genoa_estate_parts(look, to, after);
    for (int i = 0; i < GENOA_PARTS; i++)
        sums->part[i] += after[i] - before[i];
}

static void add_action(struct sums *sums, const struct genoa_outlook *look, int building)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    struct genoa_plan plan;
    int drawn;
    genoa_weigh_action(look, own, building, &plan);
    struct genoa_goods then = genoa_after_plan(look, own, building, &plan, &drawn);
    add_change(sums, look, own, &then);
    sums->drawn += drawn;
    sums->owner -= genoa_owners_share(look, building);
}

static void add_offer(struct sums *sums, const struct genoa_outlook *look, const struct genoa_offer *offer)
{
    struct genoa_deal deal = genoa_deal(look, offer);
    add_change(sums, look, &look->st->players[look->seat], &deal.then);
    sums->drawn += deal.drawn;
    sums->owner += deal.owner;
    sums->helping -= deal.helping;
    if (deal.acts)
        add_action(sums, look, offer->place);
}

static void add_line(struct reckoning *out, const char *label, int worth, int *sum)
{
    *sum += worth;
    if (!genoa_in_ducats(worth))
        return;
    out->line[out->n].label = label;
    out->line[out->n++].amount = genoa_in_ducats(worth);
}

static void write_lines(const struct sums *sums, struct reckoning *out)
{
    static const char *const labels[GENOA_PARTS] = {
        [GENOA_PART_MONEY] = N_("ducats"),          [GENOA_PART_PRIVILEGES] = N_("privileges"),
        [GENOA_PART_ORDERS] = N_("wares and orders"), [GENOA_PART_TILES] = N_("special tiles"),
        [GENOA_PART_MARKERS] = N_("markers"),       [GENOA_PART_MESSAGES] = N_("messages"),
    };
    int sum = 0;
    *out = (struct reckoning){.n = 0};
    for (int i = 0; i < GENOA_PARTS; i++)
        add_line(out, labels[i], sums->part[i], &sum);
    add_line(out, N_("cards drawn, on average"), sums->drawn, &sum);
    add_line(out, sums->owner > 0 ? N_("paid to you as the owner") : N_("what the owner receives"), sums->owner, &sum);
    add_line(out, N_("what it helps the other player"), sums->helping, &sum);
    out->sum = genoa_in_ducats(sum);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* An offer that is the seat's own, or that it may accept with the tower. */
static const struct genoa_offer *offer_for(const struct genoa_state *st, int seat, const char *name)
{
    if (!is_digit(name[0]) || name[1] != '.' || !is_digit(name[2]) || name[3])
        return NULL;
    int by = name[0] - '0', slot = name[2] - '0';
    const struct genoa_offer *offer = genoa_find_offer(st, by, slot);
    bool party = offer && (by == seat || (st->tower_seat == seat && genoa_offer_visible(st, seat, offer)));
    return party ? offer : NULL;
}

/* The seat's own offer, with the terms that it is answered with. */
static bool answered(const struct genoa_state *st, int seat, const char *name, struct genoa_offer *after)
{
    const struct genoa_offer *offer = is_digit(name[0]) && !name[1] ? genoa_find_offer(st, seat, name[0] - '0') : NULL;
    if (!offer || !offer->pending || st->phase != GENOA_PHASE_ANSWERS)
        return false;
    *after = *offer;
    after->give = offer->counter_give;
    after->ask = offer->counter_ask;
    return true;
}

static int building_named(const char *name)
{
    for (int i = 0; i < GENOA_BUILDINGS; i++)
        if (!strcmp(genoa_spaces[i].id, name))
            return i;
    return -1;
}

bool genoa_reckons(const void *state, int seat, const char *figure, struct reckoning *out)
{
    const struct genoa_state *st = state;
    static const char *const kinds[] = {"action", "offer", "answer"};
    enum { ACTION, OFFER, ANSWER, KINDS };
    struct sums sums = {.drawn = 0};
    struct genoa_outlook look = genoa_outlook(st, seat);
    struct genoa_offer after;
    const struct genoa_offer *offer = NULL;
    int building = -1, kind = 0;
    const size_t length = strcspn(figure, "=");
    while (kind < KINDS && (strlen(kinds[kind]) != length || memcmp(kinds[kind], figure, length) != 0))
        kind++;
    const char *name = figure + length + (figure[length] != '\0');
    if (kind == ACTION)
        building = building_named(name);
    else if (kind == OFFER)
        offer = offer_for(st, seat, name);
    else if (kind == ANSWER && answered(st, seat, name, &after))
        offer = &after;
    if (building < 0 && !offer)
        return false;
    if (offer)
        add_offer(&sums, &look, offer);
    else
        add_action(&sums, &look, building);
    write_lines(&sums, out);
    return true;
}

/* Standing orders in play, with a game that lives by them: who answers, when, in which transaction, and who hears of it. */
#include "tests/store/lib.h"

#include "cgi/play/play.h"
#include "rules/engine/log.h"
#include "rules/engine/orders.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"
#include "tests/lib/players.h"

const struct rules *__real_rules_find(const char *id);
const struct rules *__wrap_rules_find(const char *id);

static const int64_t second = 1000000, hour = INT64_C(3600) * 1000000;
static int64_t now = INT64_C(1780000000) * 1000000;
static int64_t dora;

static void prepare(void)
{
    meet();
    dora = join("Dora");
}

/* ---- a game that plays itself ---- */

static bool plays_itself;

/* Whoever has an order at all does the first thing that he may. */
static int play_on(const void *state, int seat, const struct move *orders, int n, struct move *move)
{
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    (void)orders;
    if (n == 0 || __real_rules_find("vernissage")->moves(state, seat, list) < 1)
        return -1;
    move_copy(move, move_at(list, 0));
    return 0;
}

const struct rules *__wrap_rules_find(const char *id)
{
    static struct rules itself, first;
    static struct rules_orders orders;
    const struct rules *rules = __real_rules_find(id);
    if (!plays_itself || !rules || strcmp(id, "vernissage") != 0)
        return rules;
    itself = *rules;
    first = *rules->before;
    orders = *first.orders;
    orders.answer = play_on;
    first.orders = &orders;
    itself.before = &first;
    return &itself;
}

/* ---- tables ---- */

static int64_t tick(void)
{
    return now += second;
}

/* A table of three people (0: a bot in the third seat), always dealt alike. */
static int64_t table_by(const struct rules *rules, int64_t third, const char *pace)
{
    struct new_game new = {.rules = rules, .owner = anna, .setup = rules_presets(rules, 3)};
    int64_t id;
    int seat;
    memset(new.secret, 7, sizeof(new.secret));
    new.bots[2] = third ? NULL : "advise";
    new.pace = pace ? pace_kind_find(pace)->pace : new.pace;
    works(store_game_new(db, &new, &id, &err));
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    if (third)
        works(store_sit(db, id, third, NULL, NULL, &seat, &err));
    works(play_start(db, arena, id, tick(), &err));
    return id;
}

/* Under the first revision, in which every seat begins with an order. */
static int64_t table_of(int64_t third, const char *pace)
{
    return table_by(rules_find("vernissage")->before, third, pace);
}

static void load(int64_t game, int64_t person, struct table *t)
{
    works(play_table(db, NULL, arena, game, person, (struct newest){.moves = 400}, t, &err));
}

static struct game_row game_of(int64_t id)
{
    struct game_row g;
    works(store_game(db, arena, id, &g, &err));
    return g;
}

static int first_of(seatmask seats)
{
    for (int s = 0; s < SEATS_MAX; s++)
        if (seats & SEAT_BIT(s))
            return s;
    return NO_SEAT;
}

/* Whose turn it is, and who sits to the left of him, and so on. */
static int64_t turn, next, last;

static int64_t begun_with(int64_t third, const char *pace)
{
    int64_t id = table_of(third, pace);
    struct game_row g = game_of(id);
    int seat = first_of(g.awaits);
    turn = g.seat[seat].person;
    next = g.seat[(seat + 1) % 3].person;
    last = g.seat[(seat + 2) % 3].person;
    return id;
}

static int64_t begun(void)
{
    return begun_with(carla, NULL);
}

/* The first move of this verb that the person may make, in words. */
static const char *some(int64_t id, int64_t person, const char *verb)
{
    struct table t;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    char *text = arena_alloc(arena, MOVE_TEXT);
    load(id, person, &t);
    t.game.rules->moves(t.state, t.seat, list);
    for (int i = 0; i < list->n; i++)
        if (!strcmp(t.game.rules->verbs[move_at(list, i)->verb].name, verb)) {
            move_to_text(t.game.rules->verbs, move_at(list, i), text);
            return text;
        }
    fail_msg("%s cannot %s", admin("SELECT name FROM person WHERE id = %lld", (long long)person), verb);
    return "";
}

static enum play_outcome take_with(int64_t id, int64_t person, const char *step, const struct with_orders *with)
{
    struct table t;
    enum play_outcome outcome;
    int bad;
    const struct play_form form = {drawn_at(game_of(id).ply), &step, 1, with, false, false};
    works(play_steps(db, arena, id, asker_of(person), &form, tick(), &t, &outcome, &bad, &err));
    return outcome;
}

static enum play_outcome take(int64_t id, int64_t person, const char *step)
{
    return take_with(id, person, step, NULL);
}

static enum play_outcome order(int64_t id, int64_t person, enum orders_change change, const char *text)
{
    struct table t;
    enum play_outcome outcome;
    int bad;
    works(play_orders(db, arena, id, person, change, &text, text ? 1 : 0, tick(), &t, &outcome, &bad, &err));
    return outcome;
}

static enum play_outcome give(int64_t id, int64_t person, const char *text)
{
    return order(id, person, ORDERS_GIVE, text);
}

/* What an order needs that an answer does not ask for. */
#define PLAIN " values= nodeal=yield cards=0 cap=0"

static const char *orders_of(int64_t id, int64_t person)
{
    return admin("SELECT coalesce(string_agg(o.text, '; ' ORDER BY o.position), '') FROM standing_order o"
                 " JOIN seat s USING (game, seat) WHERE o.game = %lld AND s.person = %lld", (long long)id, (long long)person);
}

/* "Bruno accept, Carla accept": the moves by order, and whose they were. */
static const char *ordered(int64_t id)
{
    return admin("SELECT coalesce(string_agg(p.name || ' ' || m.move || ' <' || m.by_order || '>', ', ' ORDER BY m.ply), '')"
                 " FROM move m JOIN person p ON p.id = m.person WHERE m.game = %lld AND m.cause = 'order'", (long long)id);
}

static int n_ordered(int64_t id)
{
    return (int)strtol(admin("SELECT count(*) FROM move WHERE game = %lld AND cause = 'order'", (long long)id), NULL, 10);
}

static const char *name_of(int64_t person)
{
    return admin("SELECT name FROM person WHERE id = %lld", (long long)person);
}

static const char *letters_of(int64_t id, int64_t person)
{
    return admin("SELECT coalesce(string_agg(kind || ' ' || ply, ', ' ORDER BY id), '') FROM outbox WHERE game = %lld"
                 " AND person = %lld AND kind IN ('turn', 'window')", (long long)id, (long long)person);
}

static int seat_of(int64_t id, int64_t person)
{
    struct game_row g = game_of(id);
    return game_seat_of(&g, person);
}

static bool awaits(int64_t id, int64_t person)
{
    return game_of(id).awaits & SEAT_BIT(seat_of(id, person));
}

/* ---- lists ---- */

static const char first_order[] = "order_reveal artist=any reveal=all";

static void a_game_begins_with_the_orders_of_its_rules(void **unused)
{
    (void)unused;
    int64_t id = begun_with(0, NULL);
    assert_string_equal(admin("SELECT string_agg(seat || ' ' || position || ' ' || text, ', ' ORDER BY seat) FROM standing_order"
                              " WHERE game = %lld", (long long)id),
                        "0 0 order_reveal artist=any reveal=all, 1 0 order_reveal artist=any reveal=all, "
                        "2 0 order_reveal artist=any reveal=all");
    must_replay(id);
    id = table_by(rules_find("vernissage"), 0, NULL);
    assert_string_equal(admin("SELECT count(*) FROM standing_order WHERE game = %lld", (long long)id), "0");
}

static void orders_are_given_replaced_and_dropped_at_any_time(void **unused)
{
    (void)unused;
    int64_t id = begun();
    struct game_row before = game_of(id);
    assert_int_equal(give(id, next, "order_default answer=accept"), PLAY_DRAFTED);
    int64_t at = now;
    give(id, next, "order slot=0 artist=blaise kind=any seat=any min=1 when=always answer=accept" PLAIN " until=game");
    give(id, next, "order slot=0 artist=moreau kind=any seat=any min=1 when=always answer=ask" PLAIN " until=game");
    const char *rest = "order_default answer=accept; order slot=0 artist=moreau kind=any seat=any min=1 when=always answer=ask" PLAIN
                       " until=game";
    assert_string_equal(orders_of(id, next), arena_printf(arena, "%s; %s", first_order, rest));
    /* who keeps an order keeps the time at which he gave it */
    assert_string_equal(admin("SELECT at = timestamptz 'epoch' + %lld * interval '1 microsecond' FROM standing_order WHERE game = %lld"
                              " AND text LIKE 'order_default%%'", (long long)at, (long long)id), "t");
    order(id, next, ORDERS_DROP, first_order);
    order(id, next, ORDERS_DROP, first_order); /* the form was sent twice */
    assert_string_equal(orders_of(id, next), rest);
    order(id, next, ORDERS_CLEAR, NULL);
    assert_string_equal(orders_of(id, next), "");
    struct game_row after = game_of(id);
    assert_int_equal(after.version, before.version); /* nobody's page knows of it */
    assert_int_equal(after.ply, before.ply);
    assert_memory_equal(after.hash, before.hash, sizeof(after.hash));
}

static void what_cannot_be_ordered_is_refused(void **unused)
{
    (void)unused;
    int64_t id = begun(), open, other;
    int seat, bad;
    struct table t;
    enum play_outcome outcome;
    const char *two[] = {"order_default answer=accept", "order_default answer=object"}, *word = "nonsense";
    fails(play_orders(db, arena, id, next, ORDERS_GIVE, two, 2, now, &t, &outcome, &bad, &err), ERR_INPUT);
    assert_int_equal(bad, 1);
    assert_string_equal(orders_of(id, next), first_order); /* not even the first of them */
    fails(play_orders(db, arena, id, next, ORDERS_DROP, &word, 1, now, &t, &outcome, &bad, &err), ERR_INPUT);
    fails(play_orders(db, arena, id, dora, ORDERS_GIVE, two, 1, now, &t, &outcome, &bad, &err), ERR_FORBIDDEN);
    fails(play_orders(db, arena, 999999, anna, ORDERS_GIVE, two, 1, now, &t, &outcome, &bad, &err), ERR_GONE);
    struct new_game new = {.rules = rules_find("vernissage"), .owner = anna, .setup = rules_presets(rules_find("vernissage"), 3)};
    works(store_game_new(db, &new, &open, &err));
    fails(play_orders(db, arena, open, anna, ORDERS_GIVE, two, 1, now, &t, &outcome, &bad, &err), ERR_STALE);
    new = (struct new_game){.rules = rules_find("carrara"), .owner = anna, .setup = rules_presets(rules_find("carrara"), 2)};
    works(store_game_new(db, &new, &other, &err));
    works(store_sit(db, other, bruno, NULL, NULL, &seat, &err));
    works(play_start(db, arena, other, now, &err));
    fails(play_orders(db, arena, other, anna, ORDERS_GIVE, two, 1, now, &t, &outcome, &bad, &err), ERR_INPUT);
    works(play_resign(db, arena, id, next, now, &err));
    fails(play_orders(db, arena, id, next, ORDERS_GIVE, two, 1, now, &t, &outcome, &bad, &err), ERR_STALE);
    works(play_resign(db, arena, id, turn, now, &err));
    fails(play_orders(db, arena, id, last, ORDERS_GIVE, two, 1, now, &t, &outcome, &bad, &err), ERR_STALE);
}

/* ---- answers ---- */

static void an_order_answers_in_the_transaction_of_the_step_that_asks(void **unused)
{
    (void)unused;
    int64_t id = begun();
    give(id, next, "order_default answer=accept");
    int ply = game_of(id).ply;
    int64_t version = game_of(id).version;
    take(id, turn, some(id, turn, "place"));
    struct game_row g = game_of(id);
    assert_int_equal(g.ply, ply + 2);
    assert_int_equal(g.version, version + 1);
    assert_string_equal(ordered(id), arena_printf(arena, "%s accept <order_default answer=accept>", name_of(next)));
    assert_string_equal(admin("SELECT count(DISTINCT (at, xmin::text)) FROM move WHERE game = %lld AND ply > %d", (long long)id, ply), "1");
    assert_int_equal(g.awaits, SEAT_BIT(seat_of(id, last)));
    assert_true(g.seat[seat_of(id, last)].clock.in_window);
    assert_string_equal(letters_of(id, next), ""); /* nobody is told of what his order has answered */
    assert_string_equal(letters_of(id, last), arena_printf(arena, "window %d", g.ply));
    must_replay(id);
}

static void an_order_given_while_asked_answers_at_once(void **unused)
{
    (void)unused;
    int64_t id = begun();
    take(id, turn, some(id, turn, "place"));
    assert_true(awaits(id, next) && awaits(id, last));
    give(id, last, "order_default answer=accept");
    assert_true(awaits(id, next) && !awaits(id, last));
    assert_int_equal(give(id, next, "order_default answer=accept"), PLAY_COMMITTED);
    struct game_row g = game_of(id);
    assert_int_equal(g.awaits, SEAT_BIT(seat_of(id, turn)));
    assert_int_equal(n_ordered(id), 2);
    assert_string_equal(letters_of(id, turn), arena_printf(arena, "turn 0, turn %d", g.ply));
    must_replay(id);
}

static void nobody_is_asked_when_all_have_ordered(void **unused)
{
    (void)unused;
    int64_t id = begun();
    give(id, next, "order_default answer=accept");
    give(id, last, "order_default answer=accept");
    take(id, turn, some(id, turn, "place"));
    assert_int_equal(game_of(id).awaits, SEAT_BIT(seat_of(id, turn)));
    assert_string_equal(letters_of(id, turn), "turn 0"); /* he is here */
    assert_string_equal(letters_of(id, next), "");
    assert_string_equal(letters_of(id, last), "");
    must_replay(id);
}

static void an_order_that_asks_me_lets_the_window_stand(void **unused)
{
    (void)unused;
    int64_t id = begun();
    give(id, next, "order_default answer=accept");
    give(id, next, "order slot=3 artist=any kind=any seat=any min=1 when=always answer=ask" PLAIN " until=game");
    take(id, turn, some(id, turn, "place"));
    assert_true(awaits(id, next));
    assert_int_equal(n_ordered(id), 0);
    /* the rule goes away, and now the default speaks */
    assert_int_equal(order(id, next, ORDERS_DROP,
                           "order slot=3 artist=any kind=any seat=any min=1 when=always answer=ask" PLAIN " until=game"),
                     PLAY_COMMITTED);
    assert_false(awaits(id, next));
}

static void orders_end_with_their_time(void **unused)
{
    (void)unused;
    int64_t id = begun();
    const char *once = "order slot=0 artist=any kind=any seat=any min=1 when=always answer=accept" PLAIN " until=once";
    const char *until_turn = "order slot=1 artist=any kind=any seat=any min=1 when=always answer=accept" PLAIN " until=turn";
    give(id, next, once);
    give(id, last, until_turn);
    take(id, turn, some(id, turn, "place"));
    assert_int_equal(n_ordered(id), 2);
    assert_string_equal(orders_of(id, next), first_order);
    assert_string_equal(orders_of(id, last), arena_printf(arena, "%s; %s", first_order, until_turn));
    take(id, turn, "buy_grey");
    if (awaits(id, turn))
        take(id, turn, "end");
    assert_true(awaits(id, next));
    assert_string_equal(orders_of(id, last), arena_printf(arena, "%s; %s", first_order, until_turn));
    take(id, next, some(id, next, "place"));
    assert_int_equal(n_ordered(id), 3);
    take(id, turn, "accept");
    take(id, next, "buy_grey");
    if (awaits(id, next))
        take(id, next, "end");
    assert_true(awaits(id, last)); /* his turn has come */
    assert_string_equal(orders_of(id, last), first_order);
    must_replay(id);
}

static void a_form_brings_orders_for_the_step_itself(void **unused)
{
    (void)unused;
    int64_t id = begun();
    const char *stand = "order_stand values= otherwise=stand cap=0", *bad = "order_stand values=9 otherwise=stand cap=0";
    give(id, next, "order slot=0 artist=any kind=any seat=any min=1 when=always answer=object values=2,3,4 nodeal=yield cards=0 cap=0 until=game");
    give(id, last, "order_default answer=accept");
    const char *place = some(id, turn, "place");
    struct table t;
    enum play_outcome outcome;
    int which, ply = game_of(id).ply;
    struct with_orders with = {&bad, 1};
    const struct play_form form = {drawn_at(ply), &place, 1, &with, false, false};
    fails(play_steps(db, arena, id, asker_of(turn), &form, now, &t, &outcome, &which, &err), ERR_INPUT);
    assert_int_equal(game_of(id).ply, ply);
    with.text = &stand;
    take_with(id, turn, place, &with);
    /* one objects, the other not; he insists by order; the objector lets it pass: one visit, and nobody else was asked */
    assert_int_equal(game_of(id).awaits, SEAT_BIT(seat_of(id, turn)));
    assert_string_equal(admin("SELECT string_agg(split_part(move, ' ', 1), ' ' ORDER BY ply) FROM move WHERE game = %lld AND cause = 'order'"
                              " AND person = %lld", (long long)id, (long long)turn), "stand");
    assert_string_equal(orders_of(id, turn), arena_printf(arena, "%s; %s", first_order, stand));
    take(id, turn, "buy_grey");
    if (awaits(id, turn))
        take(id, turn, "end");
    assert_string_equal(orders_of(id, turn), first_order); /* it was for this turn only */
    must_replay(id);
}

static void an_order_never_answers_from_within_a_draft(void **unused)
{
    (void)unused;
    int64_t id = begun();
    struct table t;
    give(id, next, "order_default answer=accept");
    give(id, last, "order_default answer=accept");
    take(id, turn, some(id, turn, "place"));
    take(id, turn, some(id, turn, "buy_brown"));
    assert_int_equal(take(id, turn, "take_none"), PLAY_DRAFTED);
    int ply = game_of(id).ply;
    assert_int_equal(give(id, turn, "order_default answer=accept"), PLAY_DRAFTED);
    load(id, turn, &t);
    assert_int_equal(t.game.ply, ply);
    assert_int_equal(t.draft.n, 1); /* and it is still there */
    assert_string_equal(orders_of(id, turn), "order_reveal artist=any reveal=all; order_default answer=accept");
}

static void nothing_is_looked_at_by_a_form_that_goes_back(void **unused)
{
    (void)unused;
    int64_t id = begun();
    give(id, next, "order_default answer=accept");
    const char *steps[] = {some(id, turn, "place"), "buy_grey"};
    struct table t;
    enum play_outcome outcome;
    int bad, ply = game_of(id).ply;
    fails(play_steps(db, arena, id, asker_of(turn), FORM(drawn_at(ply), steps, 2), now, &t, &outcome, &bad, &err), ERR_INPUT);
    assert_int_equal(game_of(id).ply, ply);
}

static void orders_without_end_are_bounded(void **unused)
{
    (void)unused;
    plays_itself = true;
    int64_t id = table_of(carla, NULL);
    struct game_row g = game_of(id);
    assert_int_equal(g.ply, ANSWERS_MAX);
    assert_int_equal(g.status, GAME_RUNNING);
    assert_true(g.awaits != 0);
    for (int i = 0; i < 40 && g.status == GAME_RUNNING; i++) {
        int ply = g.ply;
        give(id, g.seat[first_of(g.awaits)].person, first_order); /* nothing new, and what is left goes on */
        g = game_of(id);
        assert_true(g.ply == ply + ANSWERS_MAX || g.status == GAME_OVER);
    }
    assert_int_equal(g.status, GAME_OVER);
    must_replay(id);
    plays_itself = false;
}

/* ---- seats ---- */

static void orders_go_with_their_player(void **unused)
{
    (void)unused;
    int64_t id = begun();
    int seat = seat_of(id, next);
    give(id, next, "order_default answer=accept");
    give(id, last, "order_default answer=accept");
    works(play_resign(db, arena, id, next, tick(), &err));
    assert_string_equal(orders_of(id, next), first_order);
    struct table gone;
    load(id, next, &gone);
    assert_int_equal(gone.orders.n, 0); /* they are the bot's now */
    assert_string_equal(orders_of(id, last), "order_reveal artist=any reveal=all; order_default answer=accept");
    works(play_take_over(db, arena, id, dora, seat, tick(), &err));
    assert_string_equal(orders_of(id, dora), first_order);
    give(id, dora, "order_default answer=accept");
    take(id, turn, some(id, turn, "place"));
    assert_int_equal(n_ordered(id), 2);
}

static void an_open_seat_keeps_its_orders(void **unused)
{
    (void)unused;
    int64_t id = begun();
    give(id, next, "order_default answer=accept");
    admin("UPDATE seat SET opened = now() WHERE game = %lld AND person = %lld", (long long)id, (long long)next);
    take(id, turn, some(id, turn, "place"));
    assert_int_equal(n_ordered(id), 1);
    assert_string_equal(orders_of(id, next), "order_reveal artist=any reveal=all; order_default answer=accept");
    give(id, next, "order_default answer=ask"); /* who gives one is back */
    assert_int_equal(game_of(id).seat[seat_of(id, next)].opened, 0);
}

static void bots_and_the_clock_ask_by_the_same_door(void **unused)
{
    (void)unused;
    int64_t id = begun_with(0, "days-2");
    bool again = true;
    int64_t people[] = {turn, next, last};
    for (int i = 0; i < 3; i++)
        if (people[i])
            give(id, people[i], "order_default answer=accept");
    /* the bot's counter, and those that the house places for people who do not come */
    for (int i = 0; i < 20 && n_ordered(id) < 8; i++) {
        now += 10 * 24 * hour;
        works(play_clock(db, arena, id, now, &again, &err));
        works(play_bots(db, arena, id, now, NULL, &again, &err));
    }
    assert_true(n_ordered(id) >= 2);
    assert_string_equal(admin("SELECT count(DISTINCT m.cause) FROM move m JOIN move a ON a.game = m.game AND a.ply = m.ply + 1"
                              " WHERE m.game = %lld AND a.cause = 'order' AND m.cause IN ('bot', 'clock')", (long long)id), "2");
    must_replay(id);
}

/* ---- windows and their clocks ---- */

static void a_window_has_its_own_time_and_silence_answers(void **unused)
{
    (void)unused;
    int64_t id = begun_with(carla, "days-2");
    take(id, turn, some(id, turn, "place"));
    struct game_row g = game_of(id);
    int a = seat_of(id, next), b = seat_of(id, last);
    assert_true(g.pace.window > 0 && g.pace.window < g.pace.free);
    assert_int_equal(g.seat[a].clock.deadline - now, g.pace.window * second);
    assert_int_equal(g.seat[seat_of(id, turn)].clock.deadline, 0);
    give(id, last, "order_default answer=accept");
    assert_int_equal(game_of(id).seat[b].clock.deadline, 0); /* his clock stands */
    now = g.seat[a].clock.deadline;
    bool again = true;
    works(play_clock(db, arena, id, now, &again, &err));
    g = game_of(id);
    assert_int_equal(g.awaits, SEAT_BIT(seat_of(id, turn)));
    assert_string_equal(admin("SELECT move || ' ' || cause FROM move WHERE game = %lld AND ply = %d", (long long)id, g.ply), "accept clock");
    assert_int_equal(g.seat[a].missed, 0);
    assert_false(g.seat[a].excused);
    assert_string_equal(letters_of(id, turn), arena_printf(arena, "turn 0, turn %d", g.ply));
    must_replay(id);
}

/* dossier vernissage 12.7: where the rules name what silence means, the clock plays that in a turn, too, and no advice. */
static void in_a_turn_silence_is_what_the_rules_say(void **unused)
{
    (void)unused;
    int64_t id = begun_with(carla, "days-2");
    int mover = seat_of(id, turn);
    bool again = true;
    struct table t;
    struct move move;
    char text[MOVE_TEXT];
    load(id, turn, &t);
    assert_int_equal(t.game.rules->silence(t.head, mover, &move), 0);
    move_to_text(t.game.rules->verbs, &move, text);
    for (int i = 0; i < 2; i++) { /* the first time is excused */
        assert_int_equal(game_of(id).ply, 0);
        now = game_of(id).seat[mover].clock.deadline;
        works(play_clock(db, arena, id, now, &again, &err));
    }
    assert_string_equal(admin("SELECT move || ' ' || cause FROM move WHERE game = %lld AND ply = 1", (long long)id),
                        arena_printf(arena, "%s clock", text));
    must_replay(id);
}

static void an_answer_by_the_clock_may_lead_to_one_by_order(void **unused)
{
    (void)unused;
    int64_t id = begun_with(carla, "days-2");
    const char *stand = "order_stand values= otherwise=stand cap=0";
    const struct with_orders with = {&stand, 1};
    give(id, next, "order slot=0 artist=any kind=any seat=any min=1 when=always answer=object values=2,3,4 nodeal=yield cards=0 cap=0 until=game");
    take_with(id, turn, some(id, turn, "place"), &with);
    assert_int_equal(game_of(id).awaits, SEAT_BIT(seat_of(id, last)));
    now = game_of(id).seat[seat_of(id, last)].clock.deadline;
    bool again = true;
    works(play_clock(db, arena, id, now, &again, &err));
    assert_int_equal(game_of(id).awaits, SEAT_BIT(seat_of(id, turn)));
    assert_int_equal(strtol(admin("SELECT count(*) FROM move WHERE game = %lld AND cause = 'order' AND person = %lld", (long long)id,
                                  (long long)turn), NULL, 10), 1);
    must_replay(id);
}

/* ---- secrecy ---- */

static const char *exported(int64_t id, int64_t person)
{
    struct json_object *out;
    works(play_export(db, arena, id, person, &out, &err));
    return json_object_to_json_string_ext(out, JSON_C_TO_STRING_PLAIN);
}

static void only_the_owner_ever_gets_his_orders(void **unused)
{
    (void)unused;
    int64_t id = begun();
    struct table t;
    give(id, next, "order_default answer=accept");
    load(id, next, &t);
    assert_int_equal(t.orders.n, 2);
    assert_int_equal(t.game.sealed_orders.n, 0);
    load(id, turn, &t);
    assert_int_equal(t.orders.n, 1);
    assert_string_equal(t.orders.row[0].text, first_order);
    assert_int_equal(t.game.sealed_orders.n, 0);
    load(id, 0, &t);
    assert_int_equal(t.orders.n, 0);
    works(play_at(db, arena, id, turn, 0, &t, &err));
    assert_int_equal(t.orders.n + t.game.sealed_orders.n, 0);
    struct move_row *moves;
    int n;
    take(id, turn, some(id, turn, "place"));
    works(store_orders_answered(db, arena, id, turn, 10, &moves, &n, &err));
    assert_int_equal(n, 0);
    works(store_orders_answered(db, arena, id, next, 10, &moves, &n, &err));
    assert_int_equal(n, 1);
    assert_string_equal(moves[0].by_order, "order_default answer=accept");
    assert_string_equal(moves[0].move, "accept");
}

static void by_whose_orders_is_told_when_the_game_is_over(void **unused)
{
    (void)unused;
    int64_t id = begun();
    give(id, next, "order_default answer=accept");
    take(id, turn, some(id, turn, "place"));
    assert_non_null(strstr(exported(id, next), "\"cause\":\"order\""));
    assert_null(strstr(exported(id, turn), "order"));
    assert_null(strstr(exported(id, 0), "order"));
    works(play_resign(db, arena, id, turn, tick(), &err));
    assert_null(strstr(exported(id, last), "order"));
    works(play_resign(db, arena, id, last, tick(), &err));
    assert_int_equal(game_of(id).status, GAME_OVER);
    assert_non_null(strstr(exported(id, last), "\"cause\":\"order\""));
    assert_non_null(strstr(exported(id, 0), "\"cause\":\"order\""));
    struct verified v;
    struct json_object *out;
    works(play_export(db, arena, id, 0, &out, &err));
    if (!play_verify(out, &v))
        fail_msg("ply %d: %s", v.differs, v.note);
}

/* ---- whole games ---- */

/* A random order that means something: within the domains, as a form would bring it. */
static const char *any_order(struct rng *rng)
{
    static const char *const answers[] = {"answer=accept" PLAIN, "answer=ask" PLAIN,
        "answer=object values=1,2,3 nodeal=yield cards=0 cap=0", "answer=object values=1,2,3,4 nodeal=fight cards=1 cap=3",
        "answer=object values=2 nodeal=ask cards=0 cap=0"};
    static const char *const untils[] = {"once", "turn", "game"};
    if (rng_below(rng, 4) == 0)
        return rng_below(rng, 2) ? "order_default answer=accept" : "order_stand values=1,2,3,4,5,6,7 otherwise=stand cap=4";
    return arena_printf(arena, "order slot=%d artist=any kind=%s seat=any min=%d when=always %s until=%s", (int)rng_below(rng, 4),
                        rng_below(rng, 2) ? "any" : "negative", 1 + (int)rng_below(rng, 4), answers[rng_below(rng, 5)],
                        untils[rng_below(rng, 3)]);
}

static void games_full_of_orders_come_to_their_end(void **unused)
{
    (void)unused;
    int n = 0;
    for (int round = 0; round < 4; round++) {
        int64_t id = begun();
        struct rng rng;
        uint8_t key[RNG_KEY_BYTES];
        rng_key_from_seed(key, (uint64_t)round);
        rng_init(&rng, key, 0);
        for (int i = 0; i < 2000 && game_of(id).status == GAME_RUNNING; i++) {
            struct table t;
            struct move_room room;
            struct move_list *list = move_list_in(&room);
            struct game_row g = game_of(id);
            int64_t person = g.seat[rng_below(&rng, 3)].person;
            if (rng_below(&rng, 3) == 0)
                give(id, person, any_order(&rng));
            g = game_of(id);
            if (!g.awaits)
                break;
            load(id, g.seat[first_of(g.awaits)].person, &t);
            if (!(t.game.rules->awaits(t.state) & SEAT_BIT(t.seat))) {
                works(play_draft(db, arena, id, asker_of(t.game.seat[t.seat].person), drawn_at(t.game.ply), DRAFT_CONFIRM, tick(), &t, &err));
                continue;
            }
            t.game.rules->moves(t.state, t.seat, list);
            char text[MOVE_TEXT];
            move_to_text(t.game.rules->verbs, move_at(list, (int)rng_below(&rng, (uint32_t)list->n)), text);
            take(id, t.game.seat[t.seat].person, text);
        }
        assert_int_equal(game_of(id).status, GAME_OVER);
        n += n_ordered(id);
        must_replay(id);
        /* whoever was asked has answered himself: no wait is left */
        assert_string_equal(admin("SELECT count(*) FROM seat WHERE game = %lld AND awaited_since IS NOT NULL", (long long)id), "0");
    }
    assert_true(n > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_begins_with_the_orders_of_its_rules),
        cmocka_unit_test(orders_are_given_replaced_and_dropped_at_any_time),
        cmocka_unit_test(what_cannot_be_ordered_is_refused),
        cmocka_unit_test(an_order_answers_in_the_transaction_of_the_step_that_asks),
        cmocka_unit_test(an_order_given_while_asked_answers_at_once),
        cmocka_unit_test(nobody_is_asked_when_all_have_ordered),
        cmocka_unit_test(an_order_that_asks_me_lets_the_window_stand),
        cmocka_unit_test(orders_end_with_their_time),
        cmocka_unit_test(a_form_brings_orders_for_the_step_itself),
        cmocka_unit_test(an_order_never_answers_from_within_a_draft),
        cmocka_unit_test(nothing_is_looked_at_by_a_form_that_goes_back),
        cmocka_unit_test(orders_without_end_are_bounded),
        cmocka_unit_test(orders_go_with_their_player),
        cmocka_unit_test(an_open_seat_keeps_its_orders),
        cmocka_unit_test(bots_and_the_clock_ask_by_the_same_door),
        cmocka_unit_test(a_window_has_its_own_time_and_silence_answers),
        cmocka_unit_test(in_a_turn_silence_is_what_the_rules_say),
        cmocka_unit_test(an_answer_by_the_clock_may_lead_to_one_by_order),
        cmocka_unit_test(only_the_owner_ever_gets_his_orders),
        cmocka_unit_test(by_whose_orders_is_told_when_the_game_is_over),
        cmocka_unit_test(games_full_of_orders_come_to_their_end),
    };
    return run_store_tests("orders", tests, sizeof(tests) / sizeof(tests[0]), prepare);
}

#include "config.h"

#include "cgi/play/quick_seat.h"

#include <sodium.h>
#include <string.h>

#include "cgi/play/play.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { TRIES = 5, VISITS_TO_TELL = 10, SHARE_OF_BUSIEST = 4 };

/* ---- names and numbers ---- */

int quick_title(const char *rules_id)
{
    for (int i = 0; i < QUICK_TITLES && rules_all()[i]; i++)
        if (!strcmp(rules_all()[i]->id, rules_id))
            return i;
    return -1;
}

static const struct rules *title_at(int number)
{
    return rules_all()[number];
}

int quick_pace(const char *name)
{
    for (int i = 0; i < QUICK_PACES && pace_kinds()[i].pace.name; i++)
        if (!strcmp(pace_kinds()[i].pace.name, name))
            return pace_kinds()[i].pace.free || pace_kinds()[i].pace.bank ? i : -1;
    return -1;
}

const struct pace_kind *quick_pace_at(int number)
{
    return &pace_kinds()[number];
}

/* A bit for each name of @text that @number_of knows. */
static uint32_t bits_of(const char *text, int (*number_of)(const char *name))
{
    enum { NAME_MAX_BYTES = 64 };
    uint32_t bits = 0;
    for (const char *at = text ? text : ""; *at;) {
        char name[NAME_MAX_BYTES];
        size_t n = strcspn(at, " ");
        if (n < sizeof(name)) {
            memcpy(name, at, n);
            name[n] = '\0';
            int number = number_of(name);
            bits |= number >= 0 ? UINT32_C(1) << number : 0;
        }
        at += n + (at[n] == ' ');
    }
    return bits;
}

struct quick_wish quick_wish_of(const struct quick_row *row)
{
    return (struct quick_wish){.titles = (uint8_t)bits_of(row->titles, quick_title), .paces = bits_of(row->paces, quick_pace),
                               .seats = (uint8_t)row->seats};
}

/* A number of seats that @title and the wish have; 0: there is none. */
static int seats_for(const struct quick_wish *wish, int title)
{
    for (int n = title_at(title)->min_seats; n <= title_at(title)->max_seats; n++)
        if (wish->seats >> n & 1)
            return n;
    return 0;
}

static int first_bit(uint32_t bits)
{
    return __builtin_ctz(bits);
}

/* The game of the wish that fewest can play, which is filled soonest; of several the first; -1: there is none. */
static int first_title(const struct quick_wish *wish)
{
    int first = -1;
    for (int title = 0; title < QUICK_TITLES && title_at(title); title++) {
        int seats = wish->titles >> title & 1 ? seats_for(wish, title) : 0;
        if (seats && (first < 0 || seats < seats_for(wish, first)))
            first = title;
    }
    return first;
}

bool quick_wish_sound(const struct quick_wish *wish)
{
    return wish->paces && first_title(wish) >= 0;
}

uint32_t quick_hours(const int visits[QUICK_HOURS])
{
    int all = 0, most = 0;
    uint32_t hours = 0;
    for (int h = 0; h < QUICK_HOURS; h++) {
        all += visits[h];
        most = visits[h] > most ? visits[h] : most;
    }
    for (int h = 0; all >= VISITS_TO_TELL && h < QUICK_HOURS; h++)
        hours |= SHARE_OF_BUSIEST * visits[h] >= most && visits[h] ? UINT32_C(1) << h : 0;
    return hours;
}

/* ---- the pool ---- */

static int person_in(const struct quick_pool *pool, int64_t id)
{
    for (int i = 0; i < pool->n_people; i++)
        if (pool->person[i].id == id)
            return i;
    return -1;
}

static void add_person(struct quick_pool *pool, const struct quick_person_row *row)
{
    if (pool->n_people == QUICK_PEOPLE)
        return;
    struct quick_person *person = &pool->person[pool->n_people++];
    *person = (struct quick_person){.id = row->id, .percent = row->percent, .hours = quick_hours(row->hours), .lang = row->lang};
    for (int i = 0; i < row->n_ratings; i++) {
        int title = quick_title(row->rating[i].rules_id);
        if (title >= 0)
            person->rating[title] = row->rating[i].rating;
    }
}

/* Who sits down quickly knows what is played there: every option is at its preset. */
static bool has_presets(const struct quick_table_row *row, int title)
{
    struct setup presets = rules_presets(title_at(title), row->seats);
    struct json_object *options = rules_options_json(title_at(title), &presets), *stored = json_tokener_parse(row->options);
    bool same = json_object_equal(options, stored);
    json_object_put(options);
    json_object_put(stored);
    return same;
}

/* Its people; false: not all of them are known here. */
static bool add_people(const struct quick_pool *pool, const struct quick_table_row *row, struct quick_table *table)
{
    for (int i = 0; i < row->n; i++) {
        table->who[i] = person_in(pool, row->person[i]);
        if (table->who[i] < 0)
            return false;
    }
    return true;
}

static void add_tables(struct quick_pool *pool, const struct quick_rows *rows)
{
    for (int t = 0; t < rows->n_tables; t++) {
        const struct quick_table_row *row = &rows->table[t];
        struct quick_table table = {.game = row->game, .title = quick_title(row->rules_id), .pace = quick_pace(row->pace), .seats = row->seats,
                                    .taken = row->n, .since = row->created, .doors = row->doors, .is_seekers = row->is_seekers};
        if (pool->n_tables == QUICK_TABLES || table.title < 0 || table.pace < 0 || !has_presets(row, table.title) ||
            !add_people(pool, row, &table))
            continue;
        for (int i = 0; i < rows->n_follows; i++) {
            int whom = person_in(pool, rows->follows[i].whom);
            if (rows->follows[i].person == row->owner && whom >= 0)
                table.followed[whom / 64] |= UINT64_C(1) << (whom % 64);
        }
        pool->table[pool->n_tables++] = table;
    }
}

static int table_in(const struct quick_pool *pool, int64_t game)
{
    for (int i = 0; i < pool->n_tables; i++)
        if (pool->table[i].game == game)
            return i;
    return -1;
}

static void add_seeker(struct quick_pool *pool, int64_t person, const struct quick_wish *wish, int64_t since, int64_t game)
{
    int who = person_in(pool, person);
    if (who >= 0 && pool->n_seekers < QUICK_PEOPLE)
        pool->seeker[pool->n_seekers++] = (struct quick_seeker){.who = who, .wish = *wish, .since = since, .table = table_in(pool, game), .game = game};
}

/* Who waits already, when two presses come at once; else NULL. */
static const struct quick_row *own_row(const struct quick_rows *rows, int64_t person)
{
    for (int i = 0; i < rows->n_seekers; i++)
        if (rows->seeker[i].person == person)
            return &rows->seeker[i];
    return NULL;
}

/* The number of the one who looks among the seekers; -1: not there any more, or there is no room. */
static int fill_pool(struct quick_pool *pool, const struct quick_rows *rows, const struct quick_quest *quest)
{
    int me = -1;
    *pool = (struct quick_pool){.now = quest->now};
    for (int i = 0; i < QUICK_TITLES && title_at(i); i++)
        for (int n = title_at(i)->min_seats; n <= title_at(i)->max_seats; n++)
            pool->seats[i] |= (uint8_t)(1 << n);
    for (int i = 0; i < rows->n_people; i++)
        add_person(pool, &rows->person[i]);
    for (int i = 0; i < rows->n_blocks; i++) {
        int a = person_in(pool, rows->blocks[i].person), b = person_in(pool, rows->blocks[i].whom);
        if (a >= 0 && b >= 0)
            quick_pool_block(pool, a, b);
    }
    add_tables(pool, rows);
    for (int i = 0; i < rows->n_seekers; i++) {
        const struct quick_row *row = &rows->seeker[i];
        const struct quick_wish wish = quick_wish_of(row);
        int before = pool->n_seekers;
        if (row->person != quest->person || quest->kind == QUEST_WAITS)
            add_seeker(pool, row->person, &wish, row->since, row->game);
        me = row->person == quest->person && pool->n_seekers > before ? before : me;
    }
    if (quest->kind != QUEST_WAITS) {
        int before = pool->n_seekers;
        const struct quick_row *own = quest->kind == QUEST_NEW ? own_row(rows, quest->person) : NULL;
        add_seeker(pool, quest->person, &quest->wish, own ? own->since : quest->now, own ? own->game : 0);
        me = pool->n_seekers > before ? before : -1;
    }
    return me;
}

/* ---- what is done ---- */

struct deed {
    struct quick_seating seating;
    int64_t game;               /* that exists; 0: a new one */
    int64_t game_held[2 * SEATS_MAX];
    int n_held;
    struct quick_change change;
    struct new_game open;
};

static bool plays(const struct quick_table *table, const struct quick_seating *s)
{
    return table->title == s->title && table->pace == s->pace && table->seats == s->seats;
}

/* The table of one of those who come together, when it is as it should be: they need no new one. */
static int table_among(const struct quick_pool *pool, const struct quick_seating *s)
{
    for (int i = 0; i < s->n; i++) {
        int table = pool->seeker[s->seeker[i]].table;
        if (table >= 0 && plays(&pool->table[table], s))
            return table;
    }
    return -1;
}

static const struct quick_table_row *row_of(const struct quick_rows *rows, int64_t game)
{
    for (int t = 0; t < rows->n_tables; t++)
        if (rows->table[t].game == game)
            return &rows->table[t];
    return NULL;
}

static int seat_of(const struct quick_table_row *row, int64_t person)
{
    for (int i = 0; i < row->n; i++)
        if (row->person[i] == person)
            return row->seat[i];
    return NO_SEAT;
}

static int free_seat(const struct quick_table_row *row, const struct quick_change *change)
{
    for (int s = 0; s < row->seats; s++) {
        bool taken = false;
        for (int i = 0; i < row->n; i++)
            taken = taken || row->seat[i] == s;
        for (int i = 0; i < change->n; i++)
            taken = taken || change->seat[i] == s;
        if (!taken)
            return s;
    }
    return NO_SEAT;
}

static void open_table(struct deed *deed, int64_t owner, const struct doors *doors)
{
    const struct rules *rules = title_at(deed->seating.title);
    deed->open = (struct new_game){.rules = rules, .setup = rules_presets(rules, deed->seating.seats), .owner = owner, .doors = *doors,
                                   .pace = quick_pace_at(deed->seating.pace)->pace};
    randombytes_buf(deed->open.secret, sizeof(deed->open.secret));
    deed->change.open = &deed->open;
}

static void hold(struct deed *deed, int64_t game)
{
    for (int i = 0; i < deed->n_held; i++)
        if (deed->game_held[i] == game)
            return;
    deed->game_held[deed->n_held++] = game;
}

/* The one of them who has waited longest owns the new table. */
static int longest(const struct quick_pool *pool, const struct quick_seating *s)
{
    int first = 0;
    for (int i = 1; i < s->n; i++)
        if (pool->seeker[s->seeker[i]].since < pool->seeker[s->seeker[first]].since)
            first = i;
    return first;
}

/* Who comes to which seat, and which tables of theirs are left. */
static void seat_all(const struct quick_pool *pool, const struct quick_rows *rows, const struct quick_quest *quest, struct deed *deed)
{
    const struct quick_seating *s = &deed->seating;
    const struct quick_table_row *row = row_of(rows, deed->game);
    struct quick_change *change = &deed->change;
    int first = row ? 0 : longest(pool, s);
    for (int i = 0; i < s->n; i++) {
        const struct quick_seeker *seeker = &pool->seeker[s->seeker[(first + i) % s->n]];
        int64_t person = pool->person[seeker->who].id, own = seeker->game;
        bool there = row ? seat_of(row, person) != NO_SEAT : i == 0;
        change->seat[i] = there ? NO_SEAT : row ? free_seat(row, change) : i;
        change->person[i] = person;
        change->n++;
        if (person != quest->person || quest->kind != QUEST_CHALLENGE)
            change->waits[change->n_waits++] = person;
        if (own && own != deed->game) {
            change->gone[change->n_gone++] = own;
            hold(deed, own);
        }
    }
}

static struct deed plan(const struct quick_pool *pool, const struct quick_rows *rows, int me, const struct quick_quest *quest)
{
    struct deed deed = {.seating = {.kind = QUICK_NOTHING}, .change = {.now = quest->now}};
    struct quick_seating *s = &deed.seating;
    if (quest->kind != QUEST_CHALLENGE || !doors_any(&quest->doors)) /* whom the doors keep out is seen at the table alone */
        *s = quick_seating(pool, me);
    if (s->kind == QUICK_NOTHING && quest->kind != QUEST_WAITS) {
        int title = first_title(&quest->wish);
        *s = (struct quick_seating){.kind = QUICK_SITS, .table = -1, .title = title, .pace = first_bit(quest->wish.paces),
                                    .seats = seats_for(&quest->wish, title), .n = 1, .seeker = {me}};
    }
    if (s->kind == QUICK_NOTHING)
        return deed;
    int table = s->table >= 0 ? s->table : table_among(pool, s);
    if (table >= 0) {
        deed.game = deed.change.game = pool->table[table].game;
        hold(&deed, deed.game);
    }
    seat_all(pool, rows, quest, &deed);
    return deed;
}

/* Is all that @now changes held since @before? */
static bool holds(const struct deed *before, const struct deed *now)
{
    for (int i = 0; i < now->n_held; i++) {
        bool held = false;
        for (int k = 0; k < before->n_held; k++)
            held = held || before->game_held[k] == now->game_held[i];
        if (!held)
            return false;
    }
    return true;
}

/* ---- in the database ---- */

struct attempt {
    struct db *db;
    struct arena *arena;
    const struct quick_quest *quest;
    struct quick_pool *pool;
};

static bool look(struct attempt *a, bool begin, struct deed *deed, struct err *err)
{
    struct quick_rows rows;
    if (!store_quick_pool(a->db, a->arena, a->quest->person, begin, &rows, err))
        return false;
    int me = fill_pool(a->pool, &rows, a->quest);
    *deed = (struct deed){.seating = {.kind = QUICK_NOTHING}};
    if (me >= 0)
        *deed = plan(a->pool, &rows, me, a->quest);
    return me >= 0 || a->quest->kind != QUEST_NEW || err_fail(err, ERR_BUSY, NULL, NULL, "too many look for a game at once");
}

/* What is looked at before tables are locked may be out of date by then: it is looked at again, and has to come to no other tables. */
static bool try_once(struct attempt *a, struct deed *deed, bool *again, struct err *err)
{
    struct deed before;
    bool all = true;
    *again = false;
    if (!look(a, true, &before, err))
        return false;
    *deed = before;
    if (before.seating.kind == QUICK_NOTHING)
        return true;
    if (before.n_held > 0) {
        if (!store_quick_hold(a->db, a->arena, before.game_held, before.n_held, &all, err) || !look(a, false, deed, err))
            return false;
        *again = !all || !holds(&before, deed);
        if (*again || deed->seating.kind == QUICK_NOTHING)
            return true;
    }
    if (!deed->change.game)
        open_table(deed, deed->change.person[0], &a->quest->doors);
    return store_quick_commit(a->db, a->arena, &deed->change, err);
}

bool quick_seat(struct db *db, struct arena *arena, const struct quick_quest *quest, int64_t *game, struct err *err)
{
    struct attempt a = {db, arena, quest, arena_alloc(arena, sizeof(struct quick_pool))};
    struct deed deed = {.n_held = 0};
    bool again = true, ok = true;
    for (int i = 0; ok && again && i < TRIES; i++) {
        ok = try_once(&a, &deed, &again, err);
        store_rollback(db);
    }
    sodium_memzero(deed.open.secret, sizeof(deed.open.secret));
    *game = ok && !again ? deed.change.game : 0;
    if (!ok)
        return false;
    if (again)
        return quest->kind != QUEST_NEW || err_fail(err, ERR_BUSY, NULL, NULL, "tables changed at each of %d looks", TRIES);
    /* Gone: the others have left in this moment, and this one was moved on. */
    return deed.seating.kind != QUICK_FILLS ||
           ((play_start_when_full(db, arena, deed.change.game, quest->now, err) || err->code == ERR_GONE) && store_quick_done(db, err));
}

bool quick_apart(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err)
{
    struct game_row row;
    if (!store_game(db, arena, game, &row, err))
        return err->code == ERR_GONE;
    struct deed deed = {.seating = {.title = quick_title(row.rules_id), .pace = row.pace.name ? quick_pace(row.pace.name) : -1, .seats = row.n_seats}};
    if (deed.seating.title < 0 || deed.seating.pace < 0)
        return true;
    open_table(&deed, person, &(struct doors){0});
    bool ok = store_quick_apart(db, game, person, &deed.open, now, err);
    sodium_memzero(deed.open.secret, sizeof(deed.open.secret));
    return ok;
}

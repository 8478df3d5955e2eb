/* Opening a tournament. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/base/parse.h"
#include "cgi/base/sb.h"
#include "cgi/base/zone.h"
#include "cgi/tournament/inside.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { STARTS_WITHIN_DAYS = 366 };

/* A number of the form and its bounds. */
struct bounds {
    const char *field;
    int value, least, most;
};

static bool within(const struct bounds *b, const char **field, struct err *err)
{
    if (b->value >= b->least && b->value <= b->most)
        return true;
    *field = b->field;
    err_fail(err, ERR_INPUT, N_("Please choose a number from {own} to {n}."), b->field, "%s is %d", b->field, b->value);
    err->own = b->least;
    err->n = b->most;
    return false;
}

static bool numbers_fit(const struct new_tournament *new, const char **field, struct err *err)
{
    const bool swiss = new->format == FORMAT_SWISS, league = new->format == FORMAT_LEAGUE;
    const struct bounds all[] = {
        {"seats", new->setup.n_seats, least_people(new->rules), new->rules->max_seats},
        {"most", new->most, least_people(new->rules), TOURNAMENT_MOST},
        {"size", new->size, swiss ? 0 : DIVISION_LEAST, swiss ? 0 : DIVISION_MOST},
        {"moves", new->moves, swiss ? 0 : 1, swiss ? 0 : 2},
        {"stages", new->stages, league ? 1 : swiss ? 2 : 0, league || swiss ? 12 : 0},
        {"days", new->days, swiss ? 2 : 7, swiss ? 90 : 180},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (!within(&all[i], field, err))
            return false;
    return true;
}

/* ---- the title ---- */

/* Of any width, but the one that does not break a line, too. */
static bool is_blank(uint32_t letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r') || letter == 0xa0 || letter == 0x1680 || (letter >= 0x2000 && letter <= 0x200a)
        || letter == 0x202f || letter == 0x205f || letter == 0x3000;
}

/* Has no look of its own: control characters, what turns the direction of all that follows, what is no character. */
static bool is_unseen(uint32_t letter)
{
    return letter < ' ' || (letter >= 0x7f && letter <= 0x9f) || letter == 0xad || letter == 0x200b || (letter >= 0x2028 && letter <= 0x202e)
        || (letter >= 0x2060 && letter <= 0x206f) || letter == 0xfeff || (letter >= 0xfff9 && letter <= 0xfffb) || (letter & 0xfffe) == 0xfffe;
}

/* Joins others, or marks them: alone it shows nothing. */
static bool is_joiner(uint32_t letter)
{
    return (letter >= 0x200c && letter <= 0x200f) || (letter >= 0xfe00 && letter <= 0xfe0f) || letter == 0x3164 || letter == 0x115f || letter == 0x1160
        || letter == 0xffa0;
}

/* @text with one plain blank for each gap, and none at its ends, so that two titles that look alike are alike. */
static const char *trimmed(struct arena *arena, const char *text)
{
    struct sb out;
    bool gap = false;
    int n;
    sb_init(&out, arena);
    for (; *text; text += n) {
        bool blank = is_blank(utf8_letter(text, &n));
        if (!blank && gap && out.length)
            sb_add_char(&out, ' ');
        if (!blank)
            sb_add_bytes(&out, text, (size_t)n);
        gap = blank;
    }
    return out.text;
}

static bool title_shows(const char *title, struct err *err)
{
    bool any = false;
    int n;
    for (; *title; title += n) {
        uint32_t letter = utf8_letter(title, &n);
        if (is_unseen(letter))
            return err_fail(err, ERR_INPUT, N_("The title has characters that cannot be shown."), "title", "U+%04X", (unsigned)letter);
        any = any || !is_joiner(letter);
    }
    return any || err_fail(err, ERR_INPUT, N_("Please give the tournament a title."), "title", "no title");
}

static bool title_fits(const struct new_tournament *new, const char **field, struct err *err)
{
    *field = "title";
    if (!title_shows(new->title, err))
        return false;
    int n = (int)utf8_length(new->title);
    if (n <= TOURNAMENT_TITLE_MOST)
        return true;
    err_fail(err, ERR_INPUT, N_("The title has {own} characters. At most {n} are allowed."), "title", "%d letters", n);
    err->own = n;
    err->n = TOURNAMENT_TITLE_MOST;
    return false;
}

/* ---- the rest ---- */

static bool start_fits(const struct new_tournament *new, int64_t now, const char **field, struct err *err)
{
    *field = "starts";
    if (!new->starts)
        return new->when_full
            || err_fail(err, ERR_INPUT, N_("Please choose a day for the start, or let the tournament start when it is full."), "starts", "no start");
    if (new->starts <= now)
        return err_fail(err, ERR_INPUT, N_("This start is in the past. Please choose a later one."), "starts", "a start in the past");
    return new->starts <= now + STARTS_WITHIN_DAYS * DAY_SECONDS * SECOND
        || err_fail(err, ERR_INPUT, N_("Please choose a start within a year."), "starts", "a start that is too late");
}

static int days_of(int64_t seconds)
{
    return (int)((seconds + DAY_SECONDS - 1) / DAY_SECONDS);
}

static bool pace_fits(const struct new_tournament *new, const char **field, struct err *err)
{
    *field = "pace";
    if (!new->pace.name || (!new->pace.free && !new->pace.bank))
        return err_fail(err, ERR_INPUT, N_("A tournament needs a pace with a clock."), "pace", "no clock");
    struct fit fit = tournament_fit(new->rules, new->setup.n_seats, &new->pace, new->format, new->size, new->days);
    if (fit.at_once > 0 && fit.at_once <= TOURNAMENT_AT_ONCE_MOST)
        return true;
    err_fail(err, ERR_RULE, N_("At this pace a game is reckoned to take {own} days, but a season or round has {n}. Please choose a faster pace, or more days."),
             "pace", "%lld s a game, %lld s a stage", (long long)fit.game_seconds, (long long)fit.stage_seconds);
    err->own = days_of(fit.game_seconds);
    err->n = new->days;
    return false;
}

static bool sound(const struct new_tournament *new, int64_t now, const char **field, struct err *err)
{
    const char *excluded = new->rules ? rules_excludes(new->rules, &new->setup) : NULL;
    *field = "rules";
    if (!new->rules)
        return err_fail(err, ERR_INPUT, N_("Please choose a game."), "rules", "no game");
    if (excluded)
        return err_fail(err, ERR_INPUT, excluded, "rules", "options exclude each other");
    if (!title_fits(new, field, err) || !numbers_fit(new, field, err) || !start_fits(new, now, field, err))
        return false;
    *field = "zone";
    if (!new->zone || !zone_find(new->zone))
        return err_fail(err, ERR_INPUT, N_("This time zone is not known."), "zone", "unknown zone");
    return pace_fits(new, field, err);
}

static bool may_organise(const struct organiser_row *organiser, const char **field, struct err *err)
{
    *field = NULL;
    if (organiser->is_guest)
        return err_fail(err, ERR_FORBIDDEN, N_("Guests cannot open tournaments. Please create an account first."), NULL, "a guest");
    if (organiser->is_held)
        return err_fail(err, ERR_FORBIDDEN, N_("Your account is suspended."), NULL, "held");
    if (!organiser->is_confirmed)
        return err_fail(err, ERR_FORBIDDEN, N_("Please confirm your e-mail address first: then you can open tournaments."), NULL, "not confirmed");
    if (organiser->tournaments >= TOURNAMENTS_OF_ONE) {
        err_fail(err, ERR_RATE, N_("You have {n} tournaments that are open or running, the most you can have."), NULL, "too many tournaments");
        err->n = TOURNAMENTS_OF_ONE;
        return false;
    }
    *field = "title";
    return !organiser->is_title_taken
        || err_fail(err, ERR_STALE, N_("Another tournament that is open or running has this title."), "title", "title taken");
}

static struct tournament_row row_of(struct arena *arena, const struct new_tournament *new)
{
    struct tournament_row row = {
        .organiser = new->organiser, .title = new->title, .format = new->format, .rules_id = new->rules->id,
        .options = tournament_options_text(arena, new->rules, &new->setup), .pace = new->pace, .seats = new->setup.n_seats, .size = new->size,
        .moves = new->moves, .stages = new->stages, .days = new->days, .zone = new->zone, .starts = new->starts, .most = new->most,
        .when_full = new->when_full,
    };
    randombytes_buf(row.lot, sizeof(row.lot));
    return row;
}

bool tournament_new(struct db *db, struct arena *arena, const struct new_tournament *wish, int64_t now, int64_t *id, const char **field, struct err *err)
{
    struct organiser_row organiser;
    struct new_tournament trim = *wish;
    const struct new_tournament *new = &trim;
    trim.title = trimmed(arena, wish->title ? wish->title : "");
    if (!sound(new, now, field, err))
        return false;
    bool ok = store_tournament_organiser(db, new->organiser, new->title, now, &organiser, err) && may_organise(&organiser, field, err);
    if (ok) {
        const struct tournament_row row = row_of(arena, new);
        *field = "title";
        ok = store_tournament_new(db, &row, now, id, err);
    }
    store_rollback(db);
    *field = ok ? NULL : *field;
    return ok;
}

#include "config.h"

#include "cgi/mail/letter_news.h"

#include <string.h>

#include "cgi/base/values.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const struct {
    const char *kind;    /* as in the outbox */
    const char *subject;
    bool urgent;         /* also sent to people who want little mail */
} matters[MATTER_COUNT] = {
    [REMATCH] = {"rematch", N_("Invitation: {game}"), false},
    [ASKED] = {"asked", N_("You are invited to a table: {game}"), false},
    [SEATED] = {"seated", N_("A player sits down: {game}"), false},
    [STARTED] = {"started", N_("{game} has begun"), false},
    [VOTE] = {"vote", N_("End {game} without a result?"), false},
    [PAUSE] = {"pause", N_("About a pause in {game}"), false},
    [BACK] = {"back", N_("Undo a turn in {game}?"), false},
    [WINDOW] = {"window", N_("Your answer in {game}"), false},
    [TURN] = {"turn", N_("Your turn in {game}"), false},
    [REMINDER] = {"reminder", N_("Still your turn in {game}"), true},
    [CLOCK] = {"clock", N_("You ran out of time in {game}"), true},
    [TAKEN] = {"taken", N_("Your seat in {game} has been taken over"), true},
    [OVER] = {"over", N_("{game} is over"), false},
};

static enum matter matter_of(const char *kind)
{
    enum matter matter = 0;
    while (matter < MATTER_COUNT - 1 && strcmp(matters[matter].kind, kind))
        matter++;
    return matter;
}

bool news_urgent(const char *kind)
{
    return matters[matter_of(kind)].urgent;
}

const char *news_subject_of(const char *kind)
{
    return matters[matter_of(kind)].subject;
}

const char *news_kind(enum matter matter)
{
    return matters[matter].kind;
}

const char *news_inviter(const struct words *words, const struct news *news, const struct game_row *game, const struct invited *asked)
{
    if (!news->has[ASKED] && !news->has[REMATCH])
        return NULL;
    /* Not the table's owner, unless who asks has left. */
    return news->has[ASKED] && asked->by ? asked->by : game->owner_name ? name_shown(words->cat, game->owner_name) : NULL;
}

const char *news_subject(const struct letter_needs *needs, const struct words *words, const struct news *news, const char *title, const char *inviter)
{
    const struct text_value values[] = {{.name = "game", .text = title}, {.name = "name", .text = inviter}};
    const char *subject = matters[news->head].subject;
    if (news->head == REMINDER && news_reminder_is(needs, news, "own"))
        subject = N_("Your reminder: {game}");
    if (inviter && news->head == ASKED)
        subject = N_("{name} invites you to a table: {game}");
    if (inviter && news->head == REMATCH)
        subject = N_("{name} would like a rematch: {game}");
    return letter_filled(needs, words, subject, values, 2);
}

bool news_asks(const struct news *news)
{
    return !news->has[OVER] && !news->has[TAKEN] && (news->has[TURN] || news->has[WINDOW] || news->has[REMINDER]);
}

/* ---- from the rows ---- */

static void add_row(struct news *news, const struct mail_row *row)
{
    enum matter matter = matter_of(row->kind);
    bool leads = matter > news->head || !news->has[news->head] || (matter == news->head && row->ply >= news->of_ply);
    if (leads) {
        news->of_ply = row->ply;
        news->nth = row->nth;
    }
    news->ply = row->ply > news->ply ? row->ply : news->ply;
    news->head = matter > news->head ? matter : news->head;
    news->has[matter] = true;
    news->data[matter] = row->data;
}

int news_gather(const struct mail_row *rows, int n, struct news *news)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        int g = 0;
        while (g < found && news[g].game != rows[i].game)
            g++;
        if (g == found)
            news[found++] = (struct news){.game = rows[i].game};
        add_row(&news[g], &rows[i]);
    }
    return found;
}

/* ---- in sentences ---- */

/* "The game is over: Anna has won." */
static const char *over_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game,
                                 int seat)
{
    const char *names[SEATS_MAX], *left[SEATS_MAX];
    int n = 0, n_left = 0;
    for (int s = 0; s < game->n_seats; s++) {
        const char *name = game->seat[s].name ? name_shown(words->cat, game->seat[s].name) : "";
        if (game->seat[s].rank == 1 && s != seat)
            names[n++] = name;
        if (game->seat[s].resigned)
            left[n_left++] = name;
    }
    const struct text_value values[] = {{.name = "names", .text = text_names(needs->arena, words->cat, names, n)},
                                        {.name = "others", .text = text_names(needs->arena, words->cat, left, n_left)}};
    const bool mine = seat >= 0 && game->seat[seat].rank == 1;
    const char *no_result = game_no_result_words(game), *sentence = N_("The game is over.");
    if (no_result)
        sentence = no_result;
    else if (mine && n == 0)
        sentence = game_resigned(game) ? N_("The game is over: you have won, because {others} resigned.") : N_("The game is over: you have won.");
    else if (mine)
        sentence = N_("The game is over: you have won, together with {names}.");
    else if (n > 0)
        sentence = n == 1 ? N_("The game is over: {names} has won.") : N_("The game is over: {names} share the victory.");
    return letter_filled(needs, words, sentence, values, 2);
}

struct value *news_data(const struct letter_needs *needs, const char *data)
{
    return value_of_json(needs->arena, arena_json(needs->arena, jparse(data ? data : "", data ? strlen(data) : 0)), NULL, NULL);
}

bool news_reminder_is(const struct letter_needs *needs, const struct news *news, const char *what)
{
    const char *about = news->has[REMINDER] ? get_text(news_data(needs, news->data[REMINDER]), K_about) : NULL;
    return about && !strcmp(about, what);
}

/* The question stands above it. */
static const char *turn_sentence(const struct news *news, bool started)
{
    if (news->has[REMINDER])
        return N_("It is still your turn.");
    if (!news->has[TURN] && news->has[WINDOW])
        return N_("The others are waiting for your answer.");
    return started ? N_("The game has begun, and it is your turn.") : N_("It is your turn.");
}

/* What the service did when a player's time was used up. */
static const char *clock_sentence(const struct letter_needs *needs, const struct words *words, const char *data)
{
    static const struct { const char *about, *sentence; } say[] = {
        {"excused", N_("You ran out of time. This is excused once per game: you have been given extra time.")},
        {"missed", N_("You ran out of time, so Ridotto moved for you.")},
        {"lapsed", N_("You ran out of time to answer, so Ridotto answered for you.")},
        {"opened", N_("You have run out of time twice in a row. A bot now plays for you: open the game to come "
                      "back, as long as nobody else has taken your seat.")},
        {"outage", N_("Ridotto was down for a while. Your clock has been given extra time.")},
    };
    struct value *object = news_data(needs, data);
    const char *about = get_text(object, K_about), *sentence = N_("You ran out of time.");
    for (size_t i = 0; about && i < sizeof(say) / sizeof(say[0]); i++)
        if (!strcmp(say[i].about, about))
            sentence = say[i].sentence;
    const struct text_value said = {.name = "sentence", .text = text_get(words->cat, sentence)};
    return letter_filled(needs, words, get_bool(object, K_draft) ? N_("{sentence} The steps that you had not confirmed are lost.")
                                                          : "{sentence}", &said, 1);
}

bool news_own_move(const struct table *table, const struct move_row *move)
{
    return move->seat == table->seat && table->seat >= 0 && !strcmp(move->cause, "person");
}

/* The start of a game is no news to a player who has moved in it, or who has been told so long ago that the page does not know it any more. */
static bool has_moved(const struct table *table)
{
    for (int i = 0; i < table->n_moves; i++)
        if (news_own_move(table, &table->moves[i]))
            return true;
    return !table->n_moves || table->moves[0].ply > 0;
}

/* Nor is it to one whose turn came later, after the letter that told of the start: what that one waits to tell is among these news. */
static bool tells_start(const struct table *table, const struct news *news)
{
    return !has_moved(table) && (news->has[STARTED] || news->ply == 0);
}

static const char *inviting_sentence(const struct letter_needs *needs, const struct words *words, const struct news *news, const char *inviter)
{
    const struct text_value who = {.name = "name", .text = inviter};
    if (!inviter)
        return letter_filled(needs, words, N_("A seat is reserved for you."), NULL, 0);
    return letter_filled(needs, words, news->has[ASKED] ? N_("{name} invites you to a table. A seat is reserved for you.")
                                                        : N_("{name} would like a rematch. A seat is reserved for you."), &who, 1);
}

/* The name at that time: by now another person may have the seat. */
static const char *taken_sentence(const struct letter_needs *needs, const struct words *words, const char *data)
{
    const struct text_value who = {.name = "name", .text = name_shown(words->cat, get_text(news_data(needs, data), K_about))};
    return who.text ? letter_filled(needs, words, N_("You were away, and {name} has taken over your seat."), &who, 1)
                    : letter_filled(needs, words, N_("You were away, and someone else has taken over your seat."), NULL, 0);
}

static const char *seated_sentence(const struct letter_needs *needs, const struct words *words, const char *data)
{
    const struct text_value who = {.name = "name", .text = name_shown(words->cat, get_text(news_data(needs, data), K_about))};
    return who.text ? letter_filled(needs, words, N_("{name} sits at your table now. The game begins when all seats are taken."), &who, 1) : NULL;
}

static const char *vote_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game)
{
    const char *names[SEATS_MAX];
    int n = game_ask_end(game, names);
    const struct text_value who = {.name = "names", .text = text_names(needs->arena, words->cat, names, n)};
    return letter_filled(needs, words, N_("{names} would like to end this game without a result. It ends if everyone "
                                   "agrees; please answer at the table."), &who, 1);
}

/* The question about a pause, which is still open. */
static const char *pause_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table)
{
    enum accord_kind kind;
    const struct accord *accord = game_question(&table->game, &kind);
    const char *names[SEATS_MAX], *zone = table->seat >= 0 ? table->game.seat[table->seat].rest.zone : NULL;
    int n = 0;
    for (int s = 0; accord && s < table->game.n_seats; s++)
        if (accord->agreed & SEAT_BIT(s))
            names[n++] = name_shown(words->cat, table->game.seat[s].name ? table->game.seat[s].name : "");
    const struct text_value values[] = {{.name = "names", .text = text_names(needs->arena, words->cat, names, n)},
                                        {.name = "moment", .text = accord ? moment_words(needs->arena, words->cat, zone, accord->until) : ""}};
    return accord ? letter_filled(needs, words, kind == ACCORD_PAUSE
        ? N_("{names} would like to pause this game until {moment}: no clock runs until then. It begins if everyone agrees; please answer at the table.")
        : N_("{names} would like to end the pause, so that the clocks run again. It ends if everyone agrees; please answer at the table."), values, 2) : NULL;
}

static const char *back_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game)
{
    const struct accord *back = &game->accord[ACCORD_TAKE_BACK];
    const char *name = back->asked && game->seat[back->seat].name ? name_shown(words->cat, game->seat[back->seat].name) : NULL;
    const struct text_value who = {.name = "name", .text = name};
    return name ? letter_filled(needs, words, N_("{name} would like to undo the last turn. It has revealed nothing. It is undone if everyone agrees; please answer at the table."), &who, 1)
                : NULL;
}

static const char *joined(const struct letter_needs *needs, const struct words *words, const char *sentence, const char *more)
{
    const struct text_value both[] = {{.name = "sentence", .text = sentence}, {.name = "more", .text = more}};
    return sentence && more ? letter_filled(needs, words, N_("{sentence} {more}"), both, 2) : sentence ? sentence : more;
}

static const char *asking_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                   const struct news *news)
{
    const char *sentence = news_reminder_is(needs, news, "own") ? N_("You asked to be reminded: it is your turn.")
        : news_reminder_is(needs, news, "pause") ? N_("The pause is over, and it is your turn.")
        : turn_sentence(news, tells_start(table, news));
    return letter_filled(needs, words, sentence, NULL, 0);
}

/* What the clock did, and whether one is asked all the same. */
static const char *time_sentence(const struct letter_needs *needs, const struct words *words, const struct news *news, bool asks)
{
    const char *sentence = clock_sentence(needs, words, news->data[CLOCK]);
    return asks ? joined(needs, words, sentence, letter_filled(needs, words, N_("It is still your turn."), NULL, 0)) : sentence;
}

static const char *main_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                 const struct news *news, const struct invited *asked, bool asks)
{
    if (news->has[CLOCK])
        return time_sentence(needs, words, news, asks);
    if (asks || news_asks(news))
        return asking_sentence(needs, words, table, news);
    if (news->has[STARTED])
        return letter_filled(needs, words, N_("The game has begun."), NULL, 0);
    if (news->has[SEATED])
        return seated_sentence(needs, words, news->data[SEATED]);
    return news->has[ASKED] || news->has[REMATCH] ? inviting_sentence(needs, words, news, news_inviter(words, news, &table->game, asked)) : NULL;
}

/* A vote is always included: it needs an answer of its own. */
const char *news_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                          const struct news *news, const struct invited *asked, bool asks)
{
    if (news->has[OVER])
        return over_sentence(needs, words, &table->game, table->seat);
    if (news->has[TAKEN])
        return taken_sentence(needs, words, news->data[TAKEN]);
    const char *sentence = main_sentence(needs, words, table, news, asked, asks);
    if (news->has[VOTE])
        sentence = joined(needs, words, sentence, vote_sentence(needs, words, &table->game));
    if (news->has[PAUSE])
        sentence = joined(needs, words, sentence, pause_sentence(needs, words, table));
    return news->has[BACK] ? joined(needs, words, sentence, back_sentence(needs, words, &table->game)) : sentence;
}


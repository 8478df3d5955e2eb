#include "config.h"

#include "cgi/mail/letter.h"
#include "cgi/mail/letter_choices.h"
#include "cgi/mail/letter_end.h"
#include "cgi/mail/letter_plan.h"

#include "cgi/base/values.h"
#include "cgi/words/joined.h"
#include "cgi/words/phrases.h"
#include "cgi/play/play.h"
#include "cgi/words/text.h"
#include "cgi/base/token.h"
#include "cgi/tpl/tpl.h"
#include "cgi/base/url.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/banned.h"

enum { MOVES_LOOKED_AT = 80, BAR_COLUMNS = 24, BAR_PIXELS = 200, NUMBER_COLUMNS = 4,
       UNSUBSCRIBE_SECONDS = UNSUBSCRIBE_DAYS * 24 * 60 * 60 };

/* Kinds of news about a game, the least important first: the subject names the last kind that is present. */
enum matter { REMATCH, ASKED, SEATED, STARTED, VOTE, PAUSE, BACK, WINDOW, TURN, REMINDER, CLOCK, TAKEN, OVER, MATTER_COUNT };

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

/* The news of one game, collected from all its rows. */
struct news {
    int64_t game;
    int ply, nth;
    bool has[MATTER_COUNT];
    enum matter head;
    const char *data[MATTER_COUNT]; /* of the newest of each */
};

/* Letters about somebody's account. */
static const struct account_matter {
    const char *kind, *subject;
    char *(*url)(struct arena *, const char *token); /* NULL: the mail has no token, and links to the form for a new password */
    bool unproven;       /* the reader may be anybody, so there is no link to unsubscribe */
} account_matters[] = {
    {"confirm", N_("Please confirm your address"), url_confirm, true},
    {"recover", N_("Password reset"), url_reset, false},
    {"address", N_("Please confirm your new address"), url_address, true},
    {"moving", N_("Change of your e-mail address"), NULL, false},
};

static const struct account_matter *account_matter(const char *kind)
{
    for (size_t i = 0; i < sizeof(account_matters) / sizeof(account_matters[0]); i++)
        if (!strcmp(account_matters[i].kind, kind))
            return &account_matters[i];
    return NULL;
}

bool letter_alone(const char *kind)
{
    return account_matter(kind) || !strcmp(kind, "invitation") || !strcmp(kind, "link");
}

static enum matter matter_of(const char *kind)
{
    enum matter matter = 0;
    while (matter < MATTER_COUNT - 1 && strcmp(matters[matter].kind, kind))
        matter++;
    return matter;
}

bool letter_urgent(const char *kind)
{
    return matters[matter_of(kind)].urgent;
}

static bool asks(const struct news *news)
{
    return !news->has[OVER] && !news->has[TAKEN] && (news->has[TURN] || news->has[WINDOW] || news->has[REMINDER]);
}

static const char *filled(const struct letter_needs *needs, const struct words *words, const char *sentence,
                          const struct text_value *values, int n)
{
    return text_filled(needs->arena, words->cat, sentence, values, n);
}

static const char *absolute(const struct letter_needs *needs, const char *path)
{
    return arena_printf(needs->arena, "%s%s", needs->set->url, path);
}

static bool new_token(const struct letter_needs *needs, enum token_kind kind, int64_t person, int64_t game, int turn,
                      int64_t seconds, char text[TOKEN_TEXT], struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    token_make(text);
    token_hash(text, hash);
    return store_token_new(needs->db, kind, hash, person, game, turn, seconds, err);
}

/* ---- one game ---- */

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
    const struct text_value who = {.name = "names", .text = text_names(needs->arena, words->cat, names, n)},
                            others = {.name = "others", .text = text_names(needs->arena, words->cat, left, n_left)};
    bool mine = seat >= 0 && game->seat[seat].rank == 1, alone = n == 0;
    const char *no_result = game_no_result_words(game);
    if (no_result)
        return filled(needs, words, no_result, NULL, 0);
    if (mine && alone && game_resigned(game))
        return filled(needs, words, N_("The game is over: you have won, because {others} resigned."), &others, 1);
    if (mine && alone)
        return filled(needs, words, N_("The game is over: you have won."), NULL, 0);
    if (mine)
        return filled(needs, words, N_("The game is over: you have won, together with {names}."), &who, 1);
    return n ? filled(needs, words, N_("The game is over. Winners: {names}."), &who, 1)
             : filled(needs, words, N_("The game is over."), NULL, 0);
}

/* The question to the reader, in the imperative; NULL when there is none. */
static const char *asked_of(const struct words *words, const struct table *table)
{
    const struct rules *rules = table->game.rules;
    if (!rules || !table->head || table->seat < 0)
        return NULL;
    const char *asked = rules->words->asks(table->head, table->seat).imperative;
    return asked ? text_get(words->cat, asked) : NULL;
}

/* The JSON data of a row, on the arena of @needs. */
static struct value *data_of(const struct letter_needs *needs, const char *data)
{
    return value_of_json(needs->arena, arena_json(needs->arena, jparse(data ? data : "", data ? strlen(data) : 0)), NULL, NULL);
}

/* Is the newest reminder not the clock's, but one that its reader has set ("own"), or does it tell of the end of a pause ("pause")? */
static bool reminder_is(const struct letter_needs *needs, const struct news *news, const char *what)
{
    const char *about = news->has[REMINDER] ? get_text(data_of(needs, news->data[REMINDER]), K_about) : NULL;
    return about && !strcmp(about, what);
}

static const char *turn_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                 bool started, enum matter head)
{
    static const struct { const char *plain, *asked; } say[][2] = {
        [REMINDER] = {{N_("It is still your turn."), N_("It is still your turn: {what}.")}},
        [WINDOW] = {{N_("The others are waiting for your answer."), N_("The others are waiting for your answer: {what}.")}},
        [TURN] = {{N_("It is your turn."), N_("It is your turn: {what}.")},
                  {N_("The game has begun, and it is your turn."), N_("The game has begun, and it is your turn: {what}.")}},
    };
    const struct text_value what = {.name = "what", .text = asked_of(words, table)};
    bool begins = head == TURN && started;
    return filled(needs, words, what.text ? say[head][begins].asked : say[head][begins].plain, &what, 1);
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
    struct value *object = data_of(needs, data);
    const char *about = get_text(object, K_about), *sentence = N_("You ran out of time.");
    for (size_t i = 0; about && i < sizeof(say) / sizeof(say[0]); i++)
        if (!strcmp(say[i].about, about))
            sentence = say[i].sentence;
    const struct text_value said = {.name = "sentence", .text = text_get(words->cat, sentence)};
    return filled(needs, words, get_bool(object, K_draft) ? N_("{sentence} The steps that you had not confirmed are lost.")
                                                          : "{sentence}", &said, 1);
}

/* How long the reader has, where there is a clock, and until when in the reader's time zone. */
static const char *left_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table)
{
    int64_t deadline = table->seat >= 0 ? table->game.seat[table->seat].clock.deadline : 0;
    if (deadline - needs->now < 60 * INT64_C(1000000))
        return NULL;
    struct sb span;
    sb_init(&span, needs->arena);
    text_duration(&span, words->cat, (deadline - needs->now) / 1000000);
    const char *zone = table->game.seat[table->seat].rest.zone;
    const struct text_value time[] = {{.name = "time", .text = span.text},
                                      {.name = "moment", .text = moment_words(needs->arena, words->cat, zone, deadline)}};
    return filled(needs, words, N_("Your time runs out in {time}: {moment}."), time, 2);
}

/* Was the move made by the reader by hand? Moves by standing orders are news. */
static bool own_move(const struct table *table, const struct move_row *move)
{
    return move->seat == table->seat && table->seat >= 0 && !strcmp(move->cause, "person");
}

/* The start of a game is no news to a player who has moved in it. */
static bool has_moved(const struct table *table)
{
    for (int i = 0; i < table->n_moves; i++)
        if (own_move(table, &table->moves[i]))
            return true;
    return false;
}

static const char *rematch_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game)
{
    const struct text_value who = {.name = "name", .text = game->owner_name ? game->owner_name : ""};
    return filled(needs, words, N_("{name} would like a rematch. A seat is reserved for you."), &who, 1);
}

/* Who asks, and not the table's owner, unless that one has left. */
static const char *asked_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game,
                                  const struct invited *asked)
{
    const struct text_value who = {.name = "name", .text = asked->by ? asked->by : game->owner_name ? game->owner_name : ""};
    return filled(needs, words, N_("{name} invites you to a table. A seat is reserved for you."), &who, 1);
}

/* The name at that time: by now another person may have the seat. */
static const char *taken_sentence(const struct letter_needs *needs, const struct words *words, const char *data)
{
    const struct text_value who = {.name = "name", .text = name_shown(words->cat, get_text(data_of(needs, data), K_about))};
    return who.text ? filled(needs, words, N_("You were away, and {name} has taken over your seat."), &who, 1)
                    : filled(needs, words, N_("You were away, and someone else has taken over your seat."), NULL, 0);
}

static const char *seated_sentence(const struct letter_needs *needs, const struct words *words, const char *data)
{
    const struct text_value who = {.name = "name", .text = name_shown(words->cat, get_text(data_of(needs, data), K_about))};
    return who.text ? filled(needs, words, N_("{name} sits at your table now. The game begins when all seats are taken."), &who, 1) : NULL;
}

static const char *vote_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game)
{
    const char *names[SEATS_MAX];
    int n = game_ask_end(game, names);
    const struct text_value who = {.name = "names", .text = text_names(needs->arena, words->cat, names, n)};
    return filled(needs, words, N_("{names} would like to end this game without a result. It ends if everyone "
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
    return accord ? filled(needs, words, kind == ACCORD_PAUSE
        ? N_("{names} would like to pause this game until {moment}: no clock runs until then. It begins if everyone agrees; please answer at the table.")
        : N_("{names} would like to end the pause, so that the clocks run again. It ends if everyone agrees; please answer at the table."), values, 2) : NULL;
}

static const char *back_sentence(const struct letter_needs *needs, const struct words *words, const struct game_row *game)
{
    const struct accord *back = &game->accord[ACCORD_TAKE_BACK];
    const char *name = back->asked && game->seat[back->seat].name ? name_shown(words->cat, game->seat[back->seat].name) : NULL;
    const struct text_value who = {.name = "name", .text = name};
    return name ? filled(needs, words, N_("{name} would like to undo the last turn. It has revealed nothing. It is undone if everyone agrees; please answer at the table."), &who, 1)
                : NULL;
}

static const char *asking_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                   const struct news *news)
{
    enum matter head = news->has[REMINDER] ? REMINDER : news->has[TURN] ? TURN : WINDOW;
    const struct text_value what = {.name = "what", .text = asked_of(words, table)};
    if (reminder_is(needs, news, "own"))
        return filled(needs, words, what.text ? N_("You asked to be reminded: {what}.") : N_("You asked to be reminded: it is your turn."), &what, 1);
    if (reminder_is(needs, news, "pause"))
        return filled(needs, words, what.text ? N_("The pause is over, and it is your turn: {what}.") : N_("The pause is over, and it is your turn."), &what, 1);
    return turn_sentence(needs, words, table, news->has[STARTED] && !has_moved(table), head);
}

static const char *main_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                 const struct news *news, const struct invited *asked)
{
    if (news->has[CLOCK])
        return clock_sentence(needs, words, news->data[CLOCK]);
    if (asks(news))
        return asking_sentence(needs, words, table, news);
    if (news->has[STARTED])
        return filled(needs, words, N_("The game has begun."), NULL, 0);
    if (news->has[SEATED])
        return seated_sentence(needs, words, news->data[SEATED]);
    if (news->has[ASKED])
        return asked_sentence(needs, words, &table->game, asked);
    return news->has[REMATCH] ? rematch_sentence(needs, words, &table->game) : NULL;
}

static const char *joined(const struct letter_needs *needs, const struct words *words, const char *sentence, const char *more)
{
    const struct text_value both[] = {{.name = "sentence", .text = sentence}, {.name = "more", .text = more}};
    return sentence && more ? filled(needs, words, N_("{sentence} {more}"), both, 2) : sentence ? sentence : more;
}

/* A vote is always included: it needs an answer of its own. */
static const char *news_sentence(const struct letter_needs *needs, const struct words *words, const struct table *table,
                                 const struct news *news, const struct invited *asked)
{
    if (news->has[OVER])
        return over_sentence(needs, words, &table->game, table->seat);
    if (news->has[TAKEN])
        return taken_sentence(needs, words, news->data[TAKEN]);
    const char *sentence = main_sentence(needs, words, table, news, asked);
    if (news->has[VOTE])
        sentence = joined(needs, words, sentence, vote_sentence(needs, words, &table->game));
    if (news->has[PAUSE])
        sentence = joined(needs, words, sentence, pause_sentence(needs, words, table));
    return news->has[BACK] ? joined(needs, words, sentence, back_sentence(needs, words, &table->game)) : sentence;
}

/* Every event of a move in words, "" when it has none to tell. */
static const char *move_text(const struct letter_needs *needs, const struct words *words, const struct table *table,
                             const struct move_row *move, const char *const *people)
{
    struct sb out;
    sb_init(&out, needs->arena);
    for (int i = 0; i < move->n_events; i++) {
        const struct event *event = &move->events[i], *next = i + 1 < move->n_events ? event + 1 : NULL;
        if (out.length)
            sb_add_char(&out, ' ');
        text_event(&out, words->cat, table->game.rules, event, next, table->seat, people, table->game.n_seats);
    }
    return out.text;
}

/* The moves after the reader's own last one: the last LETTER_MOVES of them in words, and how many came before. */
static void add_moves(const struct letter_needs *needs, const struct words *words, const struct table *table,
                      const char *const *people, bool whole, struct value *model)
{
    struct value *list = new_list(needs->arena);
    int from = table->n_moves;
    while (table->seat != NO_SEAT && from > 0 && table->moves[from - 1].ply > 0 && !own_move(table, &table->moves[from - 1]))
        from--;
    int earlier = table->n_moves - from > LETTER_MOVES ? table->n_moves - from - LETTER_MOVES : 0;
    for (int i = from + earlier; whole && table->game.rules && i < table->n_moves; i++) {
        const char *text = move_text(needs, words, table, &table->moves[i], people);
        if (*text && !play_taken_back(table->moves, table->n_moves, &table->incidents, i))
            add(list, put_text(new_object(needs->arena), K_text, text));
    }
    put_bool(model, K_has_moves, value_n(list) > 0);
    put_bool(model, K_first, from == 0 || !own_move(table, &table->moves[from - 1]));
    put(model, K_moves, list);
    put_bool(model, K_has_earlier, whole && earlier > 0);
    const struct text_value count = {.name = "moves", .number = earlier};
    put_text(model, K_earlier, filled(needs, words, N_("({moves:one move|# moves} before these)"), &count, 1));
}

int letter_width(const char *text)
{
    int columns = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((*c & 0xc0) != 0x80) /* a lead byte; from U+1100 on, nearly all letters of names are wide */
            columns += *c >= 0xe3 || (*c == 0xe1 && c[1] == 0x84) ? 2 : 1;
    return columns;
}

/* "Bruno  14  ███████": the amount stands before the bar, so that only it and names need padding. */
static const char *score_line(const struct letter_needs *needs, const char *name, int widest, const char *number, int room, int bar)
{
    struct sb line;
    sb_init(&line, needs->arena);
    sb_add(&line, name);
    for (int i = letter_width(name); i < widest; i++)
        sb_add_char(&line, ' ');
    for (int i = letter_width(number); i <= room; i++)
        sb_add_char(&line, ' ');
    sb_addf(&line, bar ? "%s  " : "%s", number);
    for (int i = 0; i < bar; i++)
        sb_add(&line, "█");
    return line.text;
}

static void add_scores(const struct letter_needs *needs, const struct words *words, const struct table *table,
                       const char *const *people, bool whole, struct value *model)
{
    const struct game_row *game = &table->game;
    int most = 0, widest = 0, room = NUMBER_COLUMNS;
    const char *number[SEATS_MAX];
    for (int s = 0; s < game->n_seats; s++) {
        number[s] = score_number(needs->arena, game->rules, game->seat[s].points);
        most = game->seat[s].points > most ? game->seat[s].points : most;
        widest = letter_width(people[s]) > widest ? letter_width(people[s]) : widest;
        room = letter_width(number[s]) > room ? letter_width(number[s]) : room;
    }
    struct value *list = new_list(needs->arena);
    for (int s = 0; s < game->n_seats; s++) {
        int part = game->seat[s].points > 0 ? game->seat[s].points : 0, bar = most ? part * BAR_COLUMNS / most : 0;
        struct value *row = put_text(put_text(new_object(needs->arena), K_player, people[s]), K_number, number[s]);
        put_text(row, K_line, score_line(needs, people[s], widest, number[s], room, bar));
        put_bool(row, K_has_bar, most && part * BAR_PIXELS / most > 0);
        put_int(row, K_width, most ? part * BAR_PIXELS / most : 0);
        add(list, put_bool(row, K_me, s == table->seat));
    }
    put_bool(model, K_has_scores, whole && most > 0);
    put_text(model, K_counts, score_heading(words->cat, game->rules, game->status == GAME_RUNNING));
    put(model, K_scores, list);
}

/* The wait with which the link to a table ends; one in a letter about several games serves its time. */
static int turn_of(const struct table *table, bool several)
{
    const struct seat_row *seat = table->seat >= 0 ? &table->game.seat[table->seat] : NULL;
    return !several && seat && seat->awaited_since ? seat->awaited_ply : NO_TURN;
}

/* @nth: which of the letter's @n games it is; the later ones go without moves and points */
static bool game_model(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                       const struct news *news, int nth, int n, struct value *games, const char **title, struct err *err)
{
    const bool whole = nth < LETTER_GAMES;
    struct table table;
    struct invited asked = {.line = ""};
    char token[TOKEN_TEXT];
    const char *people[SEATS_MAX], *plan = NULL;
    if (!play_table(needs->db, NULL, needs->arena, news->game, row->person, (struct newest){.moves = MOVES_LOOKED_AT}, &table, err) ||
        !new_token(needs, TOKEN_OPEN, row->person, news->game, turn_of(&table, n > 1), LINK_SECONDS, token, err)
        || (asks(news) && !letter_plan_words(needs, words, &table, &plan, err))
        || (news->has[ASKED] && !store_asked(needs->db, needs->arena, news->game, row->person, &asked, err)))
        return false;
    for (int s = 0; s < SEATS_MAX; s++)
        people[s] = s < table.game.n_seats && table.game.seat[s].name ? name_shown(words->cat, table.game.seat[s].name) : "";
    *title = table_title(needs->arena, words->cat, table.game.rules_id, table.game.id);
    struct value *model = put_text(new_object(needs->arena), K_title, *title);
    /* People who left a private table cannot open it any more. */
    bool leads = !news->has[TAKEN] || !table.game.invitation;
    put_bool(model, K_has_link, leads);
    put(model, K_link, leads ? new_text(needs->arena, absolute(needs, url_magic_game(needs->arena, token, news->game))) : NULL);
    put_text(model, K_sentence, news_sentence(needs, words, &table, news, &asked));
    put_text(put_bool(model, K_has_line, *asked.line), K_asked_line, asked.line);
    put_bool(model, K_is_turn, asks(news));
    const char *left = asks(news) || news->has[CLOCK] ? left_sentence(needs, words, &table) : NULL;
    put_text(put_bool(model, K_has_left, left), K_left, left);
    put_text(put_bool(model, K_has_plan, plan), K_plan, plan);
    if (!letter_add_choices(needs, words, &table, !news->has[OVER] && !news->has[TAKEN] ? token : NULL, people, model, err))
        return false;
    bool ends = whole && table.game.status == GAME_OVER && news->has[OVER];
    add_moves(needs, words, &table, people, whole, model);
    add_scores(needs, words, &table, people, whole, model);
    put_bool(model, K_has_end, ends);
    put_bool(model, K_can_ask, ends && table.seat != NO_SEAT && table.game.rules);
    add(games, model);
    return !ends || letter_add_end(needs, words, &table, people, model, err);
}

/* ---- the whole mail ---- */

static void add_row(struct news *news, const struct mail_row *row)
{
    enum matter matter = matter_of(row->kind);
    if (!news->has[matter] || news->ply <= row->ply)
        news->nth = row->nth;
    news->ply = row->ply > news->ply ? row->ply : news->ply;
    news->head = matter > news->head ? matter : news->head;
    news->has[matter] = true;
    news->data[matter] = row->data;
}

static int gather(const struct mail_row *rows, int n, struct news *news)
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

static const char *games_subject(const struct letter_needs *needs, const struct words *words, const struct news *news, int n,
                                 const char *title)
{
    const struct text_value game = {.name = "game", .text = title};
    int turns = 0;
    for (int i = 0; i < n; i++)
        turns += asks(&news[i]);
    if (n == 1)
        return filled(needs, words, news->head == REMINDER && reminder_is(needs, news, "own") ? N_("Your reminder: {game}") : matters[news->head].subject,
                      &game, 1);
    const struct text_value count = {.name = "games", .number = turns ? turns : n};
    return filled(needs, words, turns ? N_("Your turn in {games:one game|# games}")
                                     : N_("News from {games:one game|# games}"), &count, 1);
}

static int64_t lowest_of(const struct mail_row *rows, int n)
{
    int64_t lowest = rows->id;
    for (int i = 1; i < n; i++)
        lowest = rows[i].id < lowest ? rows[i].id : lowest;
    return lowest;
}

/* The same rows always give the same id, so that a mail sent twice counts as one; other rows give another, since a bounced mail
 * is found by its id. */
static void name_games(const struct letter_needs *needs, const struct mail_row *rows, int n, const struct news *news, bool several,
                       struct mail *mail)
{
    const char *host = mail_host(needs->set, needs->arena);
    if (several) {
        mail->message_id = arena_printf(needs->arena, "mail-%" PRId64 "-several.%" PRId64 "@%s", lowest_of(rows, n),
                                        rows->person, host);
        return;
    }
    const char *nth = news->nth ? arena_printf(needs->arena, "-%d", news->nth) : "";
    mail->message_id = arena_printf(needs->arena, "game-%" PRId64 "-%d-%s%s.%" PRId64 "@%s", news->game, news->ply,
                                    matters[news->head].kind, nth, rows->person, host);
    mail->references = arena_printf(needs->arena, "game-%" PRId64 "@%s", news->game, host);
}

/* @url: NULL, or the address to unsubscribe with one click. */
static void set_unsubscribe(struct mail *mail, const char *url, struct value *model)
{
    mail->unsubscribe_url = url;
    put_text(put_bool(model, K_has_unsubscribe, url), K_unsubscribe_url, url);
}

static bool add_unsubscribe(const struct letter_needs *needs, const struct mail_row *row, int64_t game,
                            struct value *model, struct mail *mail, struct err *err)
{
    char token[TOKEN_TEXT];
    if (!new_token(needs, TOKEN_UNSUBSCRIBE, row->person, 0, NO_TURN, UNSUBSCRIBE_SECONDS, token, err))
        return false;
    set_unsubscribe(mail, absolute(needs, url_unsubscribe(needs->arena, token)), model);
    put_bool(model, K_has_mute, game != 0);
    if (!game)
        return true;
    if (!new_token(needs, TOKEN_UNSUBSCRIBE, row->person, game, NO_TURN, UNSUBSCRIBE_SECONDS, token, err))
        return false;
    put_text(model, K_mute_url, absolute(needs, url_unsubscribe(needs->arena, token)));
    return true;
}

static bool write_games(const struct letter_needs *needs, const struct words *words, const struct mail_row *rows, int n,
                        struct value *model, struct mail *mail, struct err *err)
{
    struct news *news = arena_array(needs->arena, (size_t)n, sizeof(*news));
    const char *title = "";
    int n_games = gather(rows, n, news);
    struct value *games = new_list(needs->arena);
    put(model, K_games, games);
    for (int i = 0; i < n_games; i++)
        if (!game_model(needs, words, rows, &news[i], i, n_games, games, &title, err))
            return false;
    put_bool(model, K_several, n_games > 1);
    mail->subject = games_subject(needs, words, news, n_games, title);
    put_text(model, K_subject, mail->subject);
    name_games(needs, rows, n, news, n_games > 1, mail);
    return add_unsubscribe(needs, rows, n_games == 1 ? news->game : 0, model, mail, err);
}

static bool write_account(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                          struct value *model, struct mail *mail, struct err *err)
{
    const struct account_matter *matter = account_matter(row->kind);
    const char *token = get_text(data_of(needs, row->data), K_token);
    if (!token && matter->url)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "mail %" PRId64 " (%s) has no token", row->id, row->kind);
    mail->subject = filled(needs, words, matter->subject, NULL, 0);
    mail->message_id = arena_printf(needs->arena, "%s-%" PRId64 ".%" PRId64 "@%s", row->kind, row->id, row->person,
                                    mail_host(needs->set, needs->arena));
    put_text(model, K_subject, mail->subject);
    const char *path = matter->url ? matter->url(needs->arena, token) : "/recover";
    put_text(model, K_link, absolute(needs, path));
    if (!matter->unproven)
        return add_unsubscribe(needs, row, 0, model, mail, err);
    set_unsubscribe(mail, NULL, put_bool(model, K_has_mute, false));
    return true;
}

/* The raw token that a letter with a link was queued with. */
static bool read_token(const struct letter_needs *needs, const struct mail_row *row, const char **token, struct err *err)
{
    *token = get_text(data_of(needs, row->data), K_token);
    return *token || err_fail(err, ERR_INTERNAL, NULL, NULL, "mail %" PRId64 " (%s) has no token", row->id, row->kind);
}

/* A letter that was asked for where the link of an older one was good no more. */
static bool write_link(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                       struct value *model, struct mail *mail, struct err *err)
{
    struct game_row game;
    const char *token;
    if (!read_token(needs, row, &token, err) || !store_game(needs->db, needs->arena, row->game, &game, err))
        return false;
    const char *title = table_title(needs->arena, words->cat, game.rules_id, game.id);
    const struct text_value about = {.name = "game", .text = title};
    mail->subject = filled(needs, words, N_("New link to {game}"), &about, 1);
    mail->message_id = arena_printf(needs->arena, "link-%" PRId64 ".%" PRId64 "@%s", row->id, row->person,
                                    mail_host(needs->set, needs->arena));
    put_text(put_text(model, K_subject, mail->subject), K_game_title, title);
    put_text(model, K_link, absolute(needs, url_magic_game(needs->arena, token, row->game)));
    return add_unsubscribe(needs, row, row->game, model, mail, err);
}

static bool write_invitation(const struct letter_needs *needs, const struct words *words, const struct mail_row *row,
                             struct value *model, struct mail *mail, struct err *err)
{
    struct game_row game;
    const char *token;
    if (!read_token(needs, row, &token, err) || !store_game(needs->db, needs->arena, row->game, &game, err))
        return false;
    const char *title = game.rules ? text_get(words->cat, game.rules->words->title) : game.rules_id;
    const struct text_value both[] = {{.name = "name", .text = row->inviter ? row->inviter : ""},
                                      {.name = "game", .text = title}};
    mail->subject = filled(needs, words, N_("{name} invites you to a game of {game}"), both, 2);
    mail->message_id = arena_printf(needs->arena, "invitation-%" PRId64 "@%s", row->id, mail_host(needs->set, needs->arena));
    const char *key = game.invitation ? arena_printf(needs->arena, "?key=%s", game.invitation) : "";
    put_text(model, K_subject, mail->subject);
    put_text(put_bool(model, K_has_line, row->line && *row->line), K_asked_line, row->line);
    put_text(model, K_link, arena_printf(needs->arena, "%s%s", absolute(needs, url_table(needs->arena, game.id)), key));
    set_unsubscribe(mail, absolute(needs, url_never(needs->arena, token)), put_bool(model, K_has_mute, false));
    return true;
}

static bool render(const struct letter_needs *needs, const struct words *words, const char *name, const char *ending,
                   struct value *model, const char **text, struct err *err)
{
    struct sb out;
    sb_init(&out, needs->arena);
    const char *template_name = arena_printf(needs->arena, "mail/%s.%s", name, ending);
    if (!tpl_render(words->tpl, template_name, model, &out, NULL))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "there is no template %s", template_name);
    if (joined_wanted(words->cat) && !strcmp(ending, "html")) {
        const struct sb plain = out;
        sb_init(&out, needs->arena);
        joined_html(&out, plain.text, plain.length, true);
    }
    *text = out.text;
    return true;
}

static bool write_model(const struct letter_needs *needs, const struct words *words, const struct mail_row *rows, int n,
                        struct value *model, struct mail *mail, struct err *err)
{
    if (!strcmp(rows->kind, "invitation"))
        return write_invitation(needs, words, rows, model, mail, err);
    if (!strcmp(rows->kind, "link"))
        return write_link(needs, words, rows, model, mail, err);
    return letter_alone(rows->kind) ? write_account(needs, words, rows, model, mail, err)
                                    : write_games(needs, words, rows, n, model, mail, err);
}

bool letter_write(const struct letter_needs *needs, const struct mail_row *rows, int n, struct mail *mail, struct err *err)
{
    const struct words *words = languages_words(needs->languages, rows->lang);
    const char *template_name = letter_alone(rows->kind) ? rows->kind : "games";
    struct value *model = new_object(needs->arena);
    *mail = (struct mail){.to_name = rows->person_name ? rows->person_name : "", .to_address = rows->email};
    put_text(model, K_lang, words->lang);
    put_text(model, K_name, rows->person_name);
    put_bool(model, K_stranger, !rows->person_name);
    put_text(model, K_house_url, absolute(needs, "/"));
    return write_model(needs, words, rows, n, model, mail, err) &&
           render(needs, words, template_name, "txt", model, &mail->text, err) &&
           render(needs, words, template_name, "html", model, &mail->html, err);
}

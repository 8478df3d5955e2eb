#include "config.h"

#include "cgi/mail/letter_game.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/mail/ending.h"
#include "cgi/mail/letter_choices.h"
#include "cgi/mail/letter_end.h"
#include "cgi/mail/letter_links.h"
#include "cgi/mail/letter_plan.h"
#include "cgi/mail/letter_table.h"
#include "cgi/mail/letter_text.h"
#include "cgi/play/play.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOVES_LOOKED_AT = 80, BAR_COLUMNS = 24, BAR_PIXELS = 200, NUMBER_COLUMNS = 4 };

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
    while (table->seat != NO_SEAT && from > 0 && table->moves[from - 1].ply > 0 && !news_own_move(table, &table->moves[from - 1]))
        from--;
    int earlier = table->n_moves - from > LETTER_MOVES ? table->n_moves - from - LETTER_MOVES : 0;
    for (int i = from + earlier; whole && table->game.rules && i < table->n_moves; i++) {
        const char *text = move_text(needs, words, table, &table->moves[i], people);
        if (*text && !play_taken_back(table->moves, table->n_moves, &table->incidents, i))
            add(list, put_text(new_object(needs->arena), K_text, text));
    }
    put_bool(model, K_has_moves, value_n(list) > 0);
    put_bool(model, K_first, from == 0 || !news_own_move(table, &table->moves[from - 1]));
    put(model, K_moves, list);
    put_bool(model, K_has_earlier, whole && earlier > 0);
    const struct text_value count = {.name = "moves", .number = earlier};
    put_text(model, K_earlier, letter_filled(needs, words, N_("{moves:1 earlier move is|# earlier moves are} not listed here."), &count, 1));
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

/* Of a game that is over by rank, else as they sit; how many. */
static int in_order(const struct game_row *game, int seats[SEATS_MAX])
{
    if (game->status == GAME_OVER && ending_ranked(game, seats) == game->n_seats)
        return game->n_seats;
    for (int s = 0; s < game->n_seats; s++)
        seats[s] = s;
    return game->n_seats;
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
    int seats[SEATS_MAX];
    const int n = in_order(game, seats);
    for (int i = 0; i < n; i++) {
        const int s = seats[i];
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

/* The words at which it is open, and how the reader was invited there. */
struct opened {
    struct table table;
    struct invited invited;
    const char *people[SEATS_MAX], *plan;
    char token[TOKEN_TEXT];
};

static bool open_game(const struct letter_needs *needs, const struct words *words, const struct mail_row *row, const struct news *news,
                      bool several, struct opened *o, struct err *err)
{
    struct table *table = &o->table;
    o->invited = (struct invited){.line = ""};
    o->plan = NULL;
    if (!play_table(needs->db, NULL, needs->arena, news->game, row->person, (struct newest){.moves = MOVES_LOOKED_AT}, table, err)
        || !letter_token(needs, TOKEN_OPEN, row->person, news->game, turn_of(table, several), LINK_SECONDS, o->token, err)
        || (news_asks(news) && !letter_plan_words(needs, words, table, &o->plan, err))
        || (news->has[ASKED] && !store_asked(needs->db, needs->arena, news->game, row->person, &o->invited, err)))
        return false;
    names_shown(words->cat, &table->game, o->people);
    return true;
}

/* The ply of the reader's own last move by hand, or of the oldest that is known. */
static int ply_left(const struct table *t)
{
    int i = t->n_moves;
    while (i > 0 && !news_own_move(t, &t->moves[i - 1]))
        i--;
    return i > 0 ? t->moves[i - 1].ply : t->n_moves ? t->moves[0].ply : 0;
}

/* What has changed since then is marked, when that position can still be had. */
static bool draw(const struct letter_needs *needs, const struct opened *o, struct letter_picture *picture, struct err *err)
{
    const struct table *t = &o->table;
    const void *before = NULL;
    const int left = ply_left(t);
    if (left < t->game.ply && !play_before(needs->db, NULL, needs->arena, t, left, &before, err)) {
        if (err->code == ERR_BUSY)
            return false;
        *err = (struct err){0};
        before = NULL;
    }
    *picture = letter_picture(needs->painter, needs->reader, t->game.rules, t->head, before, o->people, t->game.n_seats);
    return true;
}

/* The board, of a letter about it alone, and the hand: what its reader has asked for, of a game that one plays. */
static bool show_board(const struct letter_needs *needs, const struct mail_row *row, const struct news *news, const struct opened *o, bool alone,
                       struct letter_game *told, struct value *model, struct err *err)
{
    const struct table *t = &o->table;
    const bool shown = t->game.rules && t->head && t->seat != NO_SEAT && !news->has[TAKEN];
    if (shown && alone && row->picture && !draw(needs, o, &told->picture, err))
        return false;
    const char *hand = shown && row->hand && t->game.status == GAME_RUNNING
        ? letter_hand(needs->reader, t->game.rules, t->head, t->seat, o->people, t->game.n_seats) : NULL;
    put_text(put_bool(model, K_has_hand, hand), K_hand, hand);
    put_bool(model, K_has_picture, told->picture.png);
    put_text(model, K_picture_words, told->picture.alt ? told->picture.alt : told->title);
    return true;
}

/* What may be told of a turn: news of a game that is over, or of a seat that is the reader's no more, are about that. */
static bool is_about_turn(const struct news *news)
{
    return news_asks(news) || (!news->has[OVER] && !news->has[TAKEN] && (news->has[CLOCK] || news->has[STARTED]));
}

static bool is_invitation(const struct news *news)
{
    return news->has[ASKED] || news->has[REMATCH];
}

bool letter_game_model(const struct letter_needs *needs, const struct words *words, const struct mail_row *row, const struct news *news,
                       int nth, int n, struct value *games, struct letter_game *told, struct err *err)
{
    const bool whole = nth < LETTER_GAMES;
    struct opened o;
    *told = (struct letter_game){0};
    if (!open_game(needs, words, row, news, n > 1, &o, err))
        return false;
    const struct table *table = &o.table;
    if (is_about_turn(news))
        letter_ask(needs, words, table, o.people, &told->asked);
    told->title = table_title(needs->arena, words->cat, table->game.rules_id, table->game.id);
    struct value *model = put_text(new_object(needs->arena), K_title, told->title);
    /* People who left a private table cannot open it any more. */
    bool leads = !news->has[TAKEN] || !table->game.invitation;
    put_bool(model, K_has_link, leads);
    put(model, K_link, leads ? new_text(needs->arena, letter_absolute(needs, url_magic_game(needs->arena, o.token, news->game))) : NULL);
    const char *sentence = news_sentence(needs, words, table, news, &o.invited, told->asked.question), *question = told->asked.question;
    told->lead = question ? question : sentence;
    told->inviter = news_inviter(words, news, &table->game, &o.invited);
    put_text(put_bool(model, K_has_question, question), K_question, question);
    put_text(put_bool(model, K_has_line, *o.invited.line), K_asked_line, o.invited.line);
    letter_add_table(needs, is_invitation(news) && table->game.status == GAME_OPEN ? &table->game : NULL, model);
    put_bool(model, K_is_turn, question);
    put_text(put_bool(model, K_has_left, told->asked.until), K_left, told->asked.until);
    put_text(put_bool(model, K_has_plan, o.plan), K_plan, o.plan);
    if (!letter_add_choices(needs, words, table, !news->has[OVER] && !news->has[TAKEN] ? o.token : NULL, o.people, model, err))
        return false;
    bool ends = whole && table->game.status == GAME_OVER && news->has[OVER];
    put_text(model, K_sentence, sentence);
    add_moves(needs, words, table, o.people, whole, model);
    add_scores(needs, words, table, o.people, whole, model);
    put_bool(model, K_has_end, ends);
    put_bool(model, K_can_ask, ends && table->seat != NO_SEAT && table->game.rules);
    add(games, model);
    if (!show_board(needs, row, news, &o, n == 1, told, model, err))
        return false;
    return !ends || letter_add_end(needs, words, table, o.people, model, err);
}

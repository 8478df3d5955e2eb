/* One choice out of a letter (cgi/mail/letter_choices.h): a page with the board as that seat sees it, what the choice does, and one button.
 * When the decision is made, or not to be made any more, the page says so, and shows nothing of the table: a letter is kept for years.
 * Its token is the proof, whoever is signed in here or nobody: it plays that choice and no more, and signs nobody in. A GET plays nothing,
 * since programs follow the links of letters; the button is the second press that a final act needs.
 *
 * The decision is the same as long as the seat has been asked without a break since the position of the letter, is asked the same thing,
 * and has not moved. What others have done meanwhile is told.
 */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/choice_token.h"
#include "cgi/base/url.h"
#include "cgi/http/metrics.h"
#include "cgi/http/pace.h"
#include "cgi/mail/letter_plan.h"
#include "cgi/model/armed.h"
#include "cgi/model/steps.h"
#include "cgi/play/play.h"
#include "cgi/table/draw_board.h"
#include "cgi/table/drawing.h"
#include "cgi/words/phrases.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* What has become of the decision. */
enum fate { FATE_OPEN, FATE_DECIDED, FATE_MOVED_ON };

/* A link that was followed. */
struct pressed {
    struct req *rq;
    struct chosen chosen;
    struct addressee to;
    struct drawing s;
    struct move move;     /* of one that is filled in, only its verb */
    enum fate fate;
    int drafted;          /* how many steps the draft has, which the choice takes the place of */
    struct value *lines;  /* in words */
};

/* ---- whose it is ---- */

static bool no_link(struct err *err, const char *logged)
{
    return err_fail(err, ERR_GONE, N_("This link is not complete, or not one of ours. Please take the whole link from the e-mail, or open the table."), NULL, "%s",
                    logged);
}

static bool read_link(const struct req *rq, struct chosen *chosen, struct err *err)
{
    int64_t ply = 0;
    const char *verb = req_field(&rq->query, "verb"), *move = req_field(&rq->query, "move");
    if (!parse_number(req_field(&rq->query, "game"), 1, INT64_MAX, &chosen->game))
        chosen->game = 0;
    bool ok = chosen->game && parse_number(req_field(&rq->query, "ply"), 0, INT32_MAX, &ply) && !verb != !move;
    chosen->ply = (int)ply;
    chosen->step = verb ? verb : move;
    chosen->filled_in = verb != NULL;
    return ok || no_link(err, "no choice in the address");
}

static bool ended(struct err *err, const char *logged)
{
    return err_fail(err, ERR_GONE, N_("This link no longer works: links in older e-mail end with a new password, and when the account is deleted. Please open the table."),
                    NULL, "%s", logged);
}

/* May this person play? */
static bool may_play(const struct req *rq, const struct addressee *to, struct err *err)
{
    if (!to->banned && !to->suspended_until)
        return true;
    const char *until = to->banned ? "" : moment_words(rq->arena, rq->words->cat, to->zone, to->suspended_until);
    return err_fail(err, ERR_FORBIDDEN,
                    to->banned ? N_("Your account is banned, so nothing was changed. The page of your account says why.")
                               : N_("Your account is suspended until {what}, so nothing was changed. The page of your account says why."),
                    until, "suspended");
}

static bool find_addressee(struct pressed *f, struct err *err)
{
    struct req *rq = f->rq;
    uint8_t hash[TOKEN_DIGEST];
    const char *secret;
    if (!read_link(rq, &f->chosen, err) || !store_bounce_secret(rq->db, rq->arena, &secret, err))
        return false;
    if (!choice_token_read(secret, rq->part[0], &f->chosen, hash))
        return no_link(err, "not a token of this choice");
    if (!store_addressee(rq->db, rq->arena, hash, &f->to, err))
        return err->code == ERR_GONE ? ended(err, "no such letter") : false;
    if (f->to.ended || f->to.game != f->chosen.game)
        return ended(err, "its letter's link has ended");
    return may_play(rq, &f->to, err);
}

/* ---- what has become of the decision ---- */

static bool moved_since(const struct table *t, int ply)
{
    for (int i = t->n_moves; i > 0 && t->moves[i - 1].ply > ply; i--)
        if (t->moves[i - 1].seat == t->seat)
            return true;
    return false;
}

/* Is the seat asked what it was asked in the position of the letter? A wait begins anew with each move of one's own. */
static bool still_asked(struct pressed *f, bool *same, struct err *err)
{
    const struct table *t = &f->s.table;
    const struct rules *rules = t->game.rules;
    const struct seat_row *seat = &t->game.seat[t->seat];
    const void *then = t->head;
    *same = t->game.status == GAME_RUNNING && (t->game.awaits & SEAT_BIT(t->seat)) && seat->awaited_since && seat->awaited_ply <= f->chosen.ply
        && f->chosen.ply <= t->game.ply;
    if (!*same || f->chosen.ply == t->game.ply)
        return true;
    if (!play_before(f->rq->db, f->rq->service->cache, f->rq->arena, t, f->chosen.ply, &then, err))
        return false;
    *same = (rules->awaits(then) & SEAT_BIT(t->seat)) && rules->words->asks(then, t->seat).imperative == rules->words->asks(t->head, t->seat).imperative;
    return true;
}

/* Can it still be done, where the same is asked? */
static bool find_move(struct pressed *f, struct err *err)
{
    struct drawing *s = &f->s;
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    struct fault fault;
    int verb = f->chosen.filled_in ? verb_index(rules->verbs, f->chosen.step) : -1;
    bool listed = false;
    f->move.verb = (uint8_t)(verb < 0 ? 0 : verb);
    if (f->chosen.filled_in ? verb < 0 : !move_from_text(rules->verbs, f->chosen.step, &f->move, &fault))
        return no_link(err, "no such move");
    for (int i = 0; i < s->choose.list->n; i++)
        listed = listed || move_at(s->choose.list, i)->verb == f->move.verb;
    if (f->chosen.filled_in ? listed : rules->check(t->head, t->seat, &f->move, NULL) == RULE_OK)
        return true;
    f->fate = FATE_MOVED_ON;
    return true;
}

/* The choice is judged, and drawn, in the position that all see; the draft is told in words. */
static void lay_draft_aside(struct pressed *f)
{
    struct table *t = &f->s.table;
    f->drafted = t->draft.n;
    f->lines = f->drafted ? get(drawing_draft(&f->s), K_lines) : new_list(f->rq->arena);
    t->draft.n = 0;
    t->state = t->head;
}

static void prepare(struct pressed *f)
{
    struct drawing *s = &f->s;
    const struct table *t = &s->table;
    struct move_list *list = arena_alloc(f->rq->arena, sizeof(struct move_room));
    list = move_list_in((struct move_room *)list);
    t->game.rules->moves(t->head, t->seat, list);
    s->choose = (struct choose){.arena = f->rq->arena, .cat = f->rq->words->cat, .rules = t->game.rules, .state = t->head, .seat = t->seat, .list = list,
                                .people = s->people.name, .n_people = s->people.n, .url = url_table(f->rq->arena, t->game.id)};
    choose_start(&s->choose);
}

/* A pause of the site, an end, a seat that was given up: nothing can be played there. */
static bool can_play(const struct table *t, struct err *err)
{
    const long long game = (long long)t->game.id;
    if (t->seat == NO_SEAT)
        return err_fail(err, ERR_GONE, N_("You no longer play at this table: somebody else has your seat, or it was given up."), NULL, "game %lld: no seat", game);
    if (!t->game.rules || !t->head)
        return err_fail(err, ERR_STALE, NULL, NULL, "game %lld: not running", game);
    if (t->game.seat[t->seat].resigned)
        return err_fail(err, ERR_STALE, N_("You have resigned from this game."), NULL, "game %lld: resigned", game);
    if (t->game.status == GAME_RUNNING && t->game.paused)
        return err_fail(err, ERR_STALE, N_("This table was paused by the site. Nobody can move until it resumes; the link works again then."), NULL,
                        "game %lld: paused", game);
    return true;
}

/* Return: false with what the page says in its place. */
static bool follow(struct req *rq, struct pressed *f, struct err *err)
{
    static const struct newest newest = {.moves = 40};
    struct drawing *s = &f->s;
    struct table *t = &s->table;
    bool same = false;
    *f = (struct pressed){.rq = rq, .s.rq = rq};
    if (!find_addressee(f, err) || !play_table(rq->db, rq->service->cache, rq->arena, f->chosen.game, f->to.person, newest, t, err) || !can_play(t, err)
        || !still_asked(f, &same, err))
        return false;
    s->people = model_people(rq, &t->game, &t->incidents);
    f->fate = same ? FATE_OPEN : moved_since(t, f->chosen.ply) ? FATE_DECIDED : FATE_MOVED_ON;
    lay_draft_aside(f);
    prepare(f);
    return !same || find_move(f, err);
}

/* ---- the page ---- */

/* Where the table is opened: who is signed in as somebody else, or as nobody, is asked to sign in. */
static const char *way_to_table(const struct req *rq, int64_t game, int64_t person)
{
    const char *url = game ? url_table(rq->arena, game) : "/games";
    return rq->who.id && (!person || rq->who.id == person) ? url : url_sign_in(rq->arena, url);
}

static bool show_gone(struct req *rq, struct res *rs, const struct pressed *f, const struct err *why)
{
    struct value *model = put_bool(new_object(rq->arena), K_gone, true);
    rq->failed = *why;
    rs->status = err_status(why->code);
    put_bool(model, K_open, false);
    put_text(model, K_text, why->say ? res_error_text(rq, why) : req_words(rq, N_("The game has moved on since the e-mail was sent. Please open the table.")));
    bool looks_on = f->s.table.game.id && f->s.table.seat == NO_SEAT && !f->s.table.game.invitation; /* as anybody may */
    put_text(model, K_table_url, looks_on ? url_table(rq->arena, f->chosen.game) : way_to_table(rq, f->chosen.game, f->to.person));
    return res_page(rq, rs, "choice", model);
}

static bool stands(const struct table *t, int i)
{
    return !play_taken_back(t->moves, t->n_moves, &t->incidents, i);
}

static struct value *lines_of(const struct pressed *f, const struct value *texts)
{
    struct value *lines = new_list(f->rq->arena);
    for (size_t i = 0; i < value_n(texts); i++)
        put(add_object(lines), K_text, value_at(texts, i));
    return lines;
}

/* What others did after the position of the letter. */
static struct value *others_since(const struct pressed *f)
{
    const struct table *t = &f->s.table;
    struct value *texts = new_list(f->rq->arena);
    for (int i = 0; i < t->n_moves; i++)
        if (t->moves[i].ply > f->chosen.ply && t->moves[i].seat != t->seat && stands(t, i))
            model_events(f->rq, &t->game, &f->s.people, &t->moves[i], t->seat, texts, NULL);
    return lines_of(f, texts);
}

/* How the seat decided: what it did until somebody else moved, in the words of who looks on. None: that is too long ago. */
static struct value *decided(const struct pressed *f)
{
    const struct table *t = &f->s.table;
    struct value *texts = new_list(f->rq->arena);
    bool begun = false, over = t->n_moves == 0 || t->moves[0].ply > f->chosen.ply + 1;
    for (int i = 0; i < t->n_moves && !over; i++) {
        bool own = t->moves[i].ply > f->chosen.ply && t->moves[i].seat == t->seat && stands(t, i);
        over = begun && !own && t->moves[i].seat != t->seat;
        begun = begun || own;
        if (own)
            model_events(f->rq, &t->game, &f->s.people, &t->moves[i], NO_SEAT, texts, NULL);
    }
    return lines_of(f, texts);
}

/* NULL: there is nothing to tell. */
static struct value *told(const struct pressed *f, struct value *lines)
{
    return value_n(lines) ? put(new_object(f->rq->arena), K_lines, lines) : NULL;
}

/* At the table the game draws this form itself, and begins it as it likes. */
static bool is_drawn_by_game(const struct pressed *f)
{
    const struct table *t = &f->s.table;
    struct value *view = new_object(f->rq->arena);
    t->game.rules->view->view(t->head, t->seat, view);
    const struct value *own = get(view, K_own_forms);
    for (size_t i = 0; own && i < value_n(own); i++)
        if (!strcmp(text_of(value_at(own, i)), f->chosen.step))
            return true;
    return false;
}

/* The listed move of the verb that says nothing more than the verb; NULL: there is none. */
static const struct move *barest(const struct pressed *f)
{
    const struct move_list *list = f->s.choose.list;
    struct move *move = arena_alloc(f->rq->arena, sizeof(*move));
    for (int i = 0; i < list->n; i++) {
        bool bare = move_at(list, i)->verb == f->move.verb;
        move_copy(move, move_at(list, i));
        for (int slot = 0; slot < move->nargs && bare; slot++)
            bare = move->arg[slot] == 0;
        if (bare)
            return move;
    }
    return NULL;
}

/* The form of a choice that is filled in; after one that was refused as it was sent. */
static struct value *form_of(struct pressed *f, const struct move *tried)
{
    struct choose *choose = &f->s.choose;
    choose->tried = tried || !is_drawn_by_game(f) ? tried : barest(f);
    choose_narrow(choose, "verb", f->chosen.step);
    return choose_model(choose);
}

/* The plan that the choice takes the place of, in words. */
static bool find_plan(const struct pressed *f, const char **plan, struct err *err)
{
    struct req *rq = f->rq;
    const struct letter_needs needs = {.service = rq->service, .db = rq->db, .arena = rq->arena, .now = rq->now, .reader = rq};
    *plan = NULL;
    return letter_plan_words(&needs, rq->words, &f->s.table, plan, err);
}

static bool add_choice(struct pressed *f, const struct move *tried, struct value *model, struct err *err)
{
    const char *plan;
    if (!find_plan(f, &plan, err))
        return false;
    put_text(model, K_plan, plan);
    put(model, K_armed, f->chosen.filled_in ? NULL : armed_model(&f->s.choose, &f->move));
    put(model, K_choose, f->chosen.filled_in ? form_of(f, tried) : NULL);
    put(model, K_drafted, told(f, f->lines));
    put(model, K_draft, put_int(new_object(f->rq->arena), K_n, f->drafted));
    put(model, K_meanwhile, told(f, others_since(f)));
    return true;
}

/* The table as the seat sees it, and the choice. */
static bool add_open(struct pressed *f, struct res *rs, const struct move *tried, struct value *model, struct err *err)
{
    struct drawing *s = &f->s;
    put_bool(model, K_board, true);
    s->compared = drawing_compared_ply(s);
    if (!drawing_find_before(s, &rs->parts, err) || !add_choice(f, tried, model, err))
        return false;
    put(model, K_asked, drawing_asked(s));
    put_text(model, K_action, f->rq->target);
    put_null(model, K_problem);
    if (s->problem)
        put_text(put_text(put_object(model, K_problem), K_text, s->problem), K_url, s->problem_rule ? drawing_rule_url(s, s->problem_rule) : NULL);
    table_add_board(f->rq, &s->table, s->before, &s->people, NULL, NULL, model);
    const struct value *form = get(model, K_asked_html); /* not in JSON */
    if (form && strstr(text_of(form), "<form")) /* of the table, which only its player can send */
        put_text(model, K_asked_html, "");
    return true;
}

static bool show(struct pressed *f, struct res *rs, const struct move *tried, struct err *err)
{
    struct req *rq = f->rq;
    const struct table *t = &f->s.table;
    struct value *model = put_bool(new_object(rq->arena), K_gone, false);
    put_text(model, K_accent, t->game.rules_id);
    put(model, K_game, model_game(rq, &t->game));
    put_text(model, K_person_name, f->to.name);
    put_text(model, K_table_url, way_to_table(rq, t->game.id, f->to.person));
    put_bool(model, K_open, f->fate == FATE_OPEN);
    put_bool(model, K_done, f->fate == FATE_DECIDED);
    put(model, K_played, f->fate == FATE_DECIDED ? decided(f) : new_list(rq->arena));
    return (f->fate != FATE_OPEN || add_open(f, rs, tried, model, err)) && res_page(rq, rs, "choice", model);
}

/* Is there a page for it? What is wrong on our side has one of its own. */
static bool is_answer(const struct req *rq, const struct err *err)
{
    return !rq->wants_json && (err->code == ERR_GONE || err->code == ERR_FORBIDDEN || err->code == ERR_STALE);
}

static bool open_link(struct req *rq, struct res *rs, struct pressed *f, bool *answered, struct err *err)
{
    res_header(rs, "X-Robots-Tag", "noindex");
    *answered = false;
    if (follow(rq, f, err))
        return true;
    *answered = is_answer(rq, err) && show_gone(rq, rs, f, err);
    return false;
}

bool page_choice(struct req *rq, struct res *rs, struct err *err)
{
    struct pressed *f = arena_alloc(rq->arena, sizeof(*f));
    bool answered;
    return open_link(rq, rs, f, &answered, err) ? show(f, rs, NULL, err) : answered;
}

/* ---- playing it ---- */

static bool check_pace(const struct pressed *f, struct err *err)
{
    int again;
    if (pace_admits(f->rq, f->to.person, &again))
        return true;
    err_fail(err, ERR_RATE, N_("You made too many moves within a minute. Nothing was changed; please wait a moment and try again."), NULL,
             "choices out of letters");
    err->again = again;
    return false;
}

/* The step that is played: that of the link, or what was filled in. */
static bool read_step(struct pressed *f, struct drawn *drawn, const char **step, struct err *err)
{
    struct steps steps = {0};
    *step = f->chosen.step;
    if (!f->chosen.filled_in)
        return steps_drawn(f->rq, drawn, err);
    if (!steps_read(f->rq, &steps, err))
        return false;
    const char *text = steps.moves.text[0];
    size_t verb = strcspn(text, " ");
    *drawn = steps.drawn;
    *step = text;
    return (steps.moves.n == 1 && steps.orders.n == 0 && verb == strlen(f->chosen.step) && !strncmp(text, f->chosen.step, verb)) || steps_bad_field(err, "verb");
}

/* The page as it stands now, with the word about what was not taken. */
static bool show_again(struct req *rq, struct res *rs, const struct table *refused, const char *step, struct err *err)
{
    const struct err why = *err;
    struct pressed *f = arena_alloc(rq->arena, sizeof(*f));
    struct move move;
    struct fault fault;
    struct sb words;
    bool answered;
    if (rq->wants_json || (why.code != ERR_STALE && why.code != ERR_RULE && why.code != ERR_INPUT && why.code != ERR_FORBIDDEN))
        return false;
    if (!open_link(rq, rs, f, &answered, err))
        return answered;
    rq->failed = why;
    rs->status = err_status(why.code == ERR_FORBIDDEN ? ERR_STALE : why.code);
    const struct rules *rules = f->s.table.game.rules;
    bool known = step && move_from_text(rules->verbs, step, &move, &fault);
    sb_init(&words, rq->arena);
    if (why.code == ERR_RULE && known)
        f->s.problem_rule = text_rule_error(&words, rq->words->cat, rules, refused->state, refused->seat, &move, f->s.people.name, f->s.people.n);
    if (f->fate == FATE_OPEN)
        f->s.problem = words.length ? words.text : why.code == ERR_INPUT && step && !known ? steps_words(rq, rules->verbs, step, &why)
            : why.code == ERR_INPUT ? res_error_text(rq, &why) : req_words(rq, N_("The game has moved on since you opened this page. Here it is as it is now."));
    return show(f, rs, known && f->chosen.filled_in ? &move : NULL, err);
}

/* Who plays from a letter is there, as who opens a page. It does not matter when that is not noted. */
static void note_visit(const struct pressed *f)
{
    struct err ignored;
    store_visited(f->rq->db, f->to.person, &ignored);
    if (f->to.unreached)
        reach_found(f->rq->db, f->rq->arena, f->to.person, f->rq->now, &ignored);
}

/* After it the page of the link tells what was played. */
bool act_choice(struct req *rq, struct res *rs, struct err *err)
{
    struct pressed *f = arena_alloc(rq->arena, sizeof(*f));
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    struct drawn drawn;
    const char *step = NULL;
    enum play_outcome outcome;
    bool answered;
    int bad = 0;
    if (!open_link(rq, rs, f, &answered, err))
        return answered;
    if (f->fate != FATE_OPEN) {
        rs->status = err_status(ERR_STALE);
        return show(f, rs, NULL, err);
    }
    if (!check_pace(f, err))
        return false;
    if (!read_step(f, &drawn, &step, err))
        return show_again(rq, rs, NULL, step, err);
    if (drawn.ply != f->s.table.game.ply) {
        err_fail(err, ERR_STALE, NULL, NULL, "made for ply %d, now %d", drawn.ply, f->s.table.game.ply);
        return show_again(rq, rs, NULL, NULL, err);
    }
    const struct play_form form = {.drawn = drawn, .step = &step, .n = 1, .whole = true};
    if (!play_steps(rq->db, rq->arena, f->chosen.game, asker_of(f->to.person), &form, rq->now, t, &outcome, &bad, err))
        return show_again(rq, rs, t, step, err);
    play_made(rq->service->cache, rq->arena, t);
    if (t->handed_over)
        metrics_hand_over(rq->service->metrics, t->game.rules, t->no_choice);
    note_visit(f);
    return res_see_other(rs, rq->target);
}

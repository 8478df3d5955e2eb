/* Reports to the moderators: about a person or a name, a line of chat, a game. One form; nobody is told who has sent it. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/order.h"
#include "cgi/play/chat.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { REPORTS_A_DAY = 10, DAY_SECONDS = 24 * 3600 };

/* What one form is about. */
struct subject {
    const char *kind;          /* "person", "line" or "game" */
    const char *action, *back; /* where the form goes, and the page it is about */
    struct person person;      /* of "person" */
    struct game_row game;      /* of the others */
    int64_t line, writer;      /* of "line"; negative: a spectator's, as in store/order.h */
    const char *line_text;
};

static const char *field(const struct req *rq, const char *name)
{
    const char *value = req_field(rq->method == POST ? &rq->form : &rq->query, name);
    return value ? value : "";
}

static bool not_oneself(struct req *rq, int64_t person, struct err *err)
{
    return person != rq->who.id || err_fail(err, ERR_INPUT, N_("You cannot report yourself."), NULL, "reports oneself");
}

static bool subject_person(struct req *rq, struct subject *subject, struct err *err)
{
    struct profile profile; /* whose is hidden cannot be told from nobody's here either */
    if (!store_profile(rq->db, rq->arena, rq->part[0], rq->who.id, &profile, err))
        return false;
    subject->person = profile.person;
    subject->kind = "person";
    subject->back = url_person(rq->arena, subject->person.name);
    subject->action = arena_printf(rq->arena, "%s/report", subject->back);
    return not_oneself(rq, subject->person.id, err);
}

/* The line as the reader sees it; what is hidden has been seen to. */
static bool read_line(struct req *rq, struct subject *subject, struct err *err)
{
    struct reported_line line, *lines;
    int n;
    if (!store_report_line(rq->db, subject->line, rq->who.id, &line, err))
        return false;
    if (line.game != subject->game.id || line.hidden || line.closed)
        return err_fail(err, ERR_GONE, N_("That message is no longer there."), NULL, "line %lld", (long long)subject->line);
    if (!store_report_lines(rq->db, rq->arena, line.game, line.id, &lines, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        if (lines[i].id == line.id)
            subject->line_text = lines[i].text;
    subject->writer = line.person;
    return not_oneself(rq, line.person, err);
}

static const char *table_back(struct req *rq, int64_t game, int64_t line)
{
    const char *key = *field(rq, "key") ? field(rq, "key") : NULL;
    return line < 0 ? url_live(rq->arena, game, "spectators", key) : url_section(rq->arena, game, key, line ? "chat" : "about");
}

static bool subject_table(struct req *rq, struct subject *subject, struct err *err)
{
    int64_t id;
    if (!model_visible_game(rq, &id, &subject->game, err))
        return false;
    if (subject->game.apart)
        return err_fail(err, ERR_GONE, NULL, NULL, "a table apart");
    subject->kind = parse_number(field(rq, "line"), -INT64_MAX, INT64_MAX, &subject->line) && subject->line ? "line" : "game";
    subject->back = table_back(rq, id, subject->line);
    subject->action = arena_printf(rq->arena, "%s/report", url_table(rq->arena, id));
    return !subject->line || read_line(rq, subject, err);
}

static bool subject_read(struct req *rq, struct subject *subject, struct err *err)
{
    *subject = (struct subject){.kind = "person"};
    return !strncmp(rq->path, "/people/", 8) ? subject_person(rq, subject, err) : subject_table(rq, subject, err);
}

/* ---- the form ---- */

/* Whom at the table it concerns. */
static struct value *people_at(struct req *rq, const struct game_row *game)
{
    struct value *list = new_list(rq->arena);
    const char *chosen = field(rq, "whom");
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].person && game->seat[s].person != rq->who.id && !game->seat[s].left) {
            const char *value = arena_printf(rq->arena, "%d", s);
            struct value *row = put_text(add_object(list), K_value, value);
            put_bool(put_text(row, K_label, game->seat[s].name), K_checked, !strcmp(chosen, value));
        }
    return list;
}

static struct value *form_model(struct req *rq, const struct subject *subject)
{
    struct value *model = put_text(new_object(rq->arena), K_kind, subject->kind);
    bool at_table = strcmp(subject->kind, "person") != 0, whole = !strcmp(subject->kind, "game");
    put_text(put_text(model, K_action, subject->action), K_back_url, subject->back);
    put_text(model, K_name, at_table ? NULL : subject->person.name);
    put_text(model, K_title, at_table ? table_title(rq->arena, rq->words->cat, subject->game.rules_id, subject->game.id) : NULL);
    put_text(model, K_line, subject->line_text);
    put(model, K_line_id, subject->line ? new_int(rq->arena, subject->line) : NULL);
    put_text(model, K_key, *field(rq, "key") ? field(rq, "key") : NULL);
    struct value *people = whole ? people_at(rq, &subject->game) : new_list(rq->arena);
    put(put_bool(model, K_has_people, value_n(people) > 0), K_people, people);
    put_bool(model, K_whole, !*field(rq, "whom"));
    put(model, K_reasons, reasons_model(rq, subject->kind, field(rq, "reason")));
    put_text(model, K_text, form_typed(&rq->form, "text"));
    return put_int(model, K_most, REPORT_TEXT_MOST);
}

bool page_report(struct req *rq, struct res *rs, struct err *err)
{
    struct subject subject;
    return subject_read(rq, &subject, err) && res_page(rq, rs, "report", form_model(rq, &subject));
}

/* ---- what was sent ---- */

static bool read_whom(struct req *rq, const struct game_row *game, int64_t *whom, struct err *err)
{
    int64_t seat;
    *whom = 0;
    if (!*field(rq, "whom"))
        return true;
    if (!form_number(&rq->form, "whom", 0, game->n_seats - 1, &seat, err))
        return false;
    *whom = game->seat[seat].left ? 0 : game->seat[seat].person;
    return (*whom || err_fail(err, ERR_INPUT, N_("Nobody sits there."), "whom", "an empty seat")) && not_oneself(rq, *whom, err);
}

static bool report_read(struct req *rq, const struct subject *subject, struct report_new *report, struct err *err)
{
    const char *text = text_trim(rq->arena, chat_clean(rq->arena, field(rq, "text"))), *reason = field(rq, "reason");
    if (!reason_fits(subject->kind, reason))
        return err_fail(err, ERR_INPUT, N_("Please choose what it is about."), "reason", "reason");
    if (utf8_length(text) > REPORT_TEXT_MOST)
        return err_fail(err, ERR_INPUT, N_("That is too long: at most {what} characters."), arena_printf(rq->arena, "%d", REPORT_TEXT_MOST), "text");
    *report = (struct report_new){.kind = subject->kind, .reason = reason, .text = text, .game = subject->game.id, .line = subject->line};
    if (subject->person.id) {
        report->kind = reason_is_name(reason) ? "name" : "person";
        report->whom = subject->person.id;
        report->context = report_of_person(rq, &subject->person);
        return true;
    }
    report->whom = subject->writer;
    report->context = report_of_table(rq, &subject->game);
    return subject->line ? report_of_line(rq, &subject->game, subject->line, &report->context, err)
                         : read_whom(rq, &subject->game, &report->whom, err);
}

bool act_report(struct req *rq, struct res *rs, struct err *err)
{
    struct subject subject;
    struct report_new report;
    bool is_new;
    if (!subject_read(rq, &subject, err))
        return false;
    if (!report_read(rq, &subject, &report, err) ||
        !account_attempt(rq, "report", arena_printf(rq->arena, "%lld", (long long)rq->who.id), REPORTS_A_DAY, DAY_SECONDS, err) ||
        !store_report(rq->db, rq->who.id, &report, &is_new, err))
        return res_form_again(rq, rs, "report", form_model(rq, &subject), err);
    res_flash(rq, rs, is_new ? "reported" : "reported-again");
    return res_see_other(rs, subject.back);
}

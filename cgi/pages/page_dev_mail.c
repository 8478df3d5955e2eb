/* /dev/mail: the mail of a service without a mail server, for reading in the browser. The route table shows these pages
 * only while no SMTP server is configured or under --dev. */
#include "config.h"

#include "cgi/mail/mail.h"
#include "cgi/mail/maildir.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"

#include <string.h>

#include "cgi/base/banned.h"

enum { MOST_MAILS = 100, MOST_LINKS = 40, MOST_HEADERS = 40 };

static const char *mail_url(const struct req *rq, const char *name)
{
    struct sb url;
    sb_init(&url, rq->arena);
    sb_add(&url, "/dev/mail/");
    sb_add_url_part(&url, name);
    return url.text;
}

static const char *folder(const struct req *rq)
{
    return rq->service->set.maildir ? rq->service->set.maildir : "";
}

bool page_dev_mail(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    const char **names;
    int n;
    maildir_list(folder(rq), rq->arena, MOST_MAILS, &names, &n);
    struct value *model = new_object(rq->arena), *mails = new_list(rq->arena);
    for (int i = 0; i < n; i++) {
        size_t length;
        struct mail_view view;
        const char *message = maildir_read(folder(rq), rq->arena, names[i], &length);
        if (!message || !mail_read(rq->arena, message, length, &view))
            continue;
        struct value *mail = put_text(new_object(rq->arena), K_url, mail_url(rq, names[i]));
        put_text(put_text(mail, K_subject, view.subject), K_to, view.to);
        add(mails, put(mail, K_at, model_time(rq, view.date)));
    }
    put_text(model, K_folder, folder(rq));
    put_bool(model, K_has_mails, value_n(mails) > 0);
    put(model, K_mails, mails);
    return res_page(rq, rs, "dev_mail", model);
}

/* Links to this site only: a mail must not send anybody to another site. */
static struct value *links_model(const struct req *rq, const char *text)
{
    struct value *links = new_list(rq->arena);
    const char *ours = rq->service->set.url;
    int n = 0;
    for (const char *at = text; *ours && n < MOST_LINKS && (at = strstr(at, ours)); n++) {
        size_t length = strcspn(at, " \t\r\n<>\"'");
        add(links, put_text(new_object(rq->arena), K_href, arena_strndup(rq->arena, at, length)));
        at += length;
    }
    return links;
}

/* The mail's headers as written, one entry each, with folded lines joined. */
static struct value *headers_model(struct arena *arena, const char *message)
{
    struct value *headers = new_list(arena);
    for (int n = 0; n < MOST_HEADERS && *message && *message != '\n'; n++) {
        size_t length = strcspn(message, "\n");
        while (message[length] && (message[length + 1] == ' ' || message[length + 1] == '\t'))
            length += 1 + strcspn(message + length + 1, "\n");
        char *line = arena_strndup(arena, message, length);
        char *colon = strchr(line, ':');
        if (colon) {
            *colon = '\0';
            add(headers, put_text(put_text(new_object(arena), K_name, line), K_value, colon + 1 + (colon[1] == ' ')));
        }
        message += length + (message[length] == '\n');
    }
    return headers;
}

bool page_dev_mail_one(struct req *rq, struct res *rs, struct err *err)
{
    size_t length;
    struct mail_view view;
    const char *name = rq->part[0] ? rq->part[0] : "";
    const char *message = maildir_read(folder(rq), rq->arena, name, &length);
    if (!message || !mail_read(rq->arena, message, length, &view))
        return err_fail(err, ERR_GONE, NULL, NULL, "there is no such mail");
    struct value *model = new_object(rq->arena);
    put_text(put_text(model, K_subject, view.subject), K_from, view.from);
    put(put_text(model, K_to, view.to), K_at, model_time(rq, view.date));
    put_text(put_text(model, K_text, view.text), K_html, view.html);
    put_text(model, K_html_url, *view.html ? arena_join(rq->arena, (const char *[]){mail_url(rq, name), "/html", NULL}) : NULL);
    put(model, K_links, links_model(rq, view.text));
    put(model, K_headers, headers_model(rq->arena, message));
    return res_page(rq, rs, "dev_mail_one", model);
}

/* As a mail program shows it. Its style stands in it, so it is a document by itself. */
bool page_dev_mail_html(struct req *rq, struct res *rs, struct err *err)
{
    size_t length;
    const char *message = maildir_read(folder(rq), rq->arena, rq->part[0] ? rq->part[0] : "", &length);
    const char *html = message ? mail_shown(rq->arena, message, length) : NULL;
    if (!html)
        return err_fail(err, ERR_GONE, NULL, NULL, "there is no such mail, or nothing of it is HTML");
    rs->status = 200;
    sb_add(&rs->body, html);
    res_header(rs, "Content-Type", "text/html; charset=utf-8");
    res_header(rs, "Cache-Control", "no-store");
    rs->boxed = true;
    return true;
}

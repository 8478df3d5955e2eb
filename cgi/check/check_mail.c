/* The mail server: one e-mail is sent, as the worker would send it. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/check/checks.h"
#include "cgi/mail/mail.h"

#include "cgi/base/banned.h"

static const char subject[] = "Ridotto: an e-mail to try the mail server";
static const char text[] = "This is what `ridotto check --mail` sends. When you read it, e-mail of this site arrives.\n\n"
                           "Its headers tell whether SPF and DKIM hold at your mail server: look for Authentication-Results.\n";

static const char *mend(enum mail_answer answer)
{
    switch (answer) {
    case MAIL_LATER: return "try again in a few minutes; if it stays so, ask who runs the mail server";
    case MAIL_NEVER: return "look whether that address exists, and whether the mail server lets this site send: RIDOTTO_MAIL_FROM, RIDOTTO_BOUNCE_ADDRESS";
    default: return "look at RIDOTTO_SMTP_URL, RIDOTTO_SMTP_USER, RIDOTTO_SMTP_PASSWORD, RIDOTTO_SMTP_TLS and RIDOTTO_SMTP_CA";
    }
}

static void tell(struct checking *c, enum mail_answer answer, const char *said)
{
    const char *server = c->set.smtp_url ? c->set.smtp_url : c->set.maildir;
    said = mail_plain(c->arena, said);
    if (answer == MAIL_TAKEN)
        say_ok(c, "%s took an e-mail to %s: %s.", server, c->mail, said);
    else if (answer == MAIL_AWAY)
        say_wrong(c, mend(answer), "%s takes no e-mail from this site: %s.", server, said);
    else
        say_wrong(c, mend(answer), "%s does not take an e-mail to %s: %s.", server, c->mail, said);
}

/* The envelope sender has no sign behind its +, so `ridotto bounce` believes nothing that comes back. */
static void send_one(struct checking *c, const char *message, size_t length)
{
    char said[400] = "";
    const struct settings *set = &c->set;
    const struct posting posting = {.from_address = set->bounce_address ? set->bounce_address : mail_sender(set, c->arena),
                                    .to_address = c->mail, .message = message, .length = length};
    struct mail_line *line = mail_line_open(set);
    enum mail_answer answer = mail_line_send(line, &posting, said, sizeof(said));
    mail_line_close(line);
    tell(c, answer, said);
}

void check_mail(struct checking *c)
{
    char why[300];
    struct sb message;
    int64_t now = clock_now();
    if (!c->mail) {
        say_skipped(c, "No e-mail was sent: give --mail ADDRESS, such as your own, to try it.");
        return;
    }
    sb_init(&message, c->arena);
    const struct mail mail = {.to_address = c->mail, .subject = subject, .text = text,
                              .message_id = arena_printf(c->arena, "check-%lld@%s", (long long)now, mail_host(&c->set, c->arena))};
    if (mail_compose(&c->set, &mail, now, &message, why, sizeof(why)))
        send_one(c, message.text, message.length);
    else
        say_wrong(c, "give an address such as you@example.org, and see RIDOTTO_MAIL_FROM", "The e-mail cannot be written: %s.", why);
}

/* The file of settings and the environment. Reading has gone on past what is wrong there, and kept it. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "cgi/check/checks.h"

#include "cgi/base/banned.h"

static const char *mend(struct checking *c, enum settings_fault kind)
{
    switch (kind) {
    case FAULT_FILE: return arena_printf(c->arena, "name the right file with --config, or let this user read it: "
                                                   "chown root:ridotto %s && chmod 640 %s", c->set.config, c->set.config);
    case FAULT_OPEN: return arena_printf(c->arena, "chmod o-r %s", c->set.config);
    case FAULT_LINE: return arena_printf(c->arena, "change that line of %s; man ridotto tells what there is", c->set.config);
    case FAULT_ENVIRONMENT: break;
    }
    return "unset that variable, or give it another value; man ridotto tells which";
}

/* What cannot be said of one setting alone. */
static void look_together(struct checking *c)
{
    const struct settings *set = &c->set;
    bool named = strstr(set->url, "//127.") == NULL && strstr(set->url, "//localhost") == NULL;
    if (named && !set->smtp_url)
        say_wrong(c, "set RIDOTTO_SMTP_URL, such as smtp://mail.example.org:587",
                  "The site has a name, but no mail server: e-mail goes to the folder %s and to nobody else.", set->maildir);
    if (set->smtp_user && !set->smtp_password)
        say_wrong(c, "set RIDOTTO_SMTP_PASSWORD", "There is a user for the mail server, RIDOTTO_SMTP_USER, but no password.");
    if (named && strstr(set->mail_from, "@localhost"))
        say_wrong(c, "set RIDOTTO_MAIL_FROM, such as \"Ridotto <ridotto@play.example.org>\"", "E-mail comes from %s, which nobody takes.",
                  set->mail_from);
    if (set->site_dir && access(set->site_dir, R_OK | X_OK) != 0)
        say_wrong(c, "make that folder readable for the service, or unset RIDOTTO_SITE", "RIDOTTO_SITE is %s, which cannot be read.",
                  set->site_dir);
}

void check_settings(struct checking *c)
{
    const int before = c->n[CHECK_WRONG];
    for (const struct check_fault *fault = c->faults; fault; fault = fault->next)
        say_wrong(c, mend(c, fault->kind), "%s.", fault->sentence);
    look_together(c);
    if (c->n[CHECK_WRONG] > before)
        return;
    if (access(c->set.config, F_OK) == 0)
        say_ok(c, "Every line of %s is a setting.", c->set.config);
    else
        say_ok(c, "There is no file %s: what counts is the environment.", c->set.config);
}

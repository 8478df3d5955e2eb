/* The page of settings: one for all, of sections that lie in files of their own. Each form is sent to an address of its own, leads back to
 * its place on the page with a word that it is saved, or is shown again with what was wrong. */
#ifndef CGI_ACCOUNT_SETTINGS_H
#define CGI_ACCOUNT_SETTINGS_H

#include "cgi/http/res.h"

enum settings_form {
    FORM_ABOUT, FORM_EMAIL, FORM_PASSWORD, FORM_LANGUAGE, FORM_REST, FORM_VACATION, FORM_DISPLAY, FORM_NOTICES, FORM_FEEDS, FORM_SESSIONS, FORMS
};

/** settings_show() - the page; @feeds: token of private links, which are shown this once, or NULL */
bool settings_show(struct req *rq, struct res *rs, const char *feeds, struct err *err);
/** settings_saved() - 303 to the form's place, where the sentence called @flash is shown; returns true */
bool settings_saved(struct req *rq, struct res *rs, enum settings_form form, const char *flash);
/** settings_again() - the page with what is wrong, said at the form's field, filled in as it was sent, and with the status of @err. False with
 *  @err where that is the whole answer: JSON was asked for, or something broke */
bool settings_again(struct req *rq, struct res *rs, enum settings_form form, struct err *err);

/* ---- the sections: each model is as its template says ---- */

/** address_section() - settings_email.html */
bool address_section(struct req *rq, struct value **model, struct err *err);
/** time_section() - settings_time.html */
bool time_section(struct req *rq, struct value **model, struct err *err);
/** display_section() - settings_display.html; @back: where its form leads */
struct value *display_section(const struct req *rq, const char *back);
/** notices_section() - settings_notices.html */
bool notices_section(struct req *rq, struct value **model, struct err *err);
/** feeds_section() - settings_privacy.html; @token as for settings_show() */
bool feeds_section(struct req *rq, const char *token, struct value **model, struct err *err);
/** sessions_section() - settings_sessions.html */
bool sessions_section(struct req *rq, struct value **model, struct err *err);

#endif

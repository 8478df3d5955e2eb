/* The sections of the page of settings, each in a file of its own: what it shows, and what its forms change. page_settings.c makes one page of
 * them and answers the forms: back to the form's place, where it is said that it is saved, or the page again with what is wrong. */
#ifndef CGI_ACCOUNT_SETTINGS_H
#define CGI_ACCOUNT_SETTINGS_H

#include "cgi/http/res.h"

enum settings_form {
    FORM_ABOUT, FORM_EMAIL, FORM_PASSWORD, FORM_LANGUAGE, FORM_REST, FORM_VACATION, FORM_DISPLAY, FORM_NOTICES,
    FORM_PROFILE, FORM_FEEDS, FORM_PEOPLE, FORM_SESSIONS, FORMS
};

/* What a form has changed, or would have. */
struct settings_change {
    struct res *rs;           /* for cookies */
    enum settings_form form;  /* FORMS: it was not understood */
    const char *flash;        /* of the sentence that is shown at its place */
    const char *feeds;        /* the token of new private links, which are shown this once in place of that sentence, or NULL */
};

/** settings_changer - makes the change that the form of @rq asks for
 *  @change: FORMS before; filled as soon as the form is known, also where it then fails */
typedef bool settings_changer(struct req *rq, struct settings_change *change, struct err *err);
settings_changer address_change, time_change, notices_change, privacy_change, feeds_change, people_change, sessions_change;

/* ---- each model is as its template says ---- */

/** address_section() - settings_email.html */
bool address_section(struct req *rq, struct value **model, struct err *err);
/** time_section() - settings_time.html */
bool time_section(struct req *rq, struct value **model, struct err *err);
/** display_section() - settings_display.html; @back: where its form leads */
struct value *display_section(const struct req *rq, const char *back);
/** notices_section() - settings_notices.html */
bool notices_section(struct req *rq, struct value **model, struct err *err);
/** privacy_section() - settings_profile.html */
bool privacy_section(struct req *rq, struct value **model, struct err *err);
/** feeds_section() - settings_privacy.html; @token: of links that are shown this once, or NULL */
bool feeds_section(struct req *rq, const char *token, struct value **model, struct err *err);
/** people_section() - settings_people.html */
bool people_section(struct req *rq, struct value **model, struct err *err);
/** sessions_section() - settings_sessions.html */
bool sessions_section(struct req *rq, struct value **model, struct err *err);

#endif

/* What the account pages share. */
#ifndef CGI_ACCOUNT_ACCOUNT_H
#define CGI_ACCOUNT_ACCOUNT_H

#include "cgi/account/password.h"
#include "cgi/http/res.h"

/** account_attempt() - ERR_RATE when @what was tried for @who (any case) more than @most times in @seconds */
bool account_attempt(struct req *rq, const char *what, const char *who, int most, int seconds, struct err *err);
/** account_attempt_key() - what that is counted by, for store_attempts_undo(), on the arena */
const char *account_attempt_key(const struct req *rq, const char *what, const char *who);
/** account_attempt_from() - the same for the visitor's address; this machine itself is not counted */
bool account_attempt_from(struct req *rq, const char *what, int most, int seconds, struct err *err);

enum joining { JOINING_OPEN, JOINING_INVITATION, JOINING_CLOSED };
/** account_joining() - who may create an account here */
enum joining account_joining(const struct req *rq);

/** account_may_write() - may this person write to others, in chats and the like? ERR_FORBIDDEN: moderators have muted them for a time */
bool account_may_write(struct req *rq, struct err *err);
/** account_silenced() - in place of a form to write with: that who asks may not, a sentence, on the arena; NULL: may */
const char *account_silenced(const struct req *rq);

/** account_password() - the field `password` as a new one: PASSWORD_LEAST characters or more; ERR_INPUT names it */
bool account_password(struct req *rq, const char **password, struct err *err);
/** account_claim() - this visitor, who wants a password to be worked on; @known: see struct claim */
struct claim account_claim(const struct req *rq, bool known);
/**
 * account_sign_in() - is @password that of the person with the name or address @login?
 *
 * Wrong ones are counted: by person, and by network; in a browser where the person has signed in before, by that browser alone. Whether
 * there is such a person can be told neither from the answer nor from its time. ERR_SIGN_IN: no, or strangers have tried it for this
 * person too often; ERR_RATE: this network or browser has; ERR_CROWDED: too many want to sign in now, which is not counted.
 */
bool account_sign_in(struct req *rq, const char *login, const char *password, int64_t *person, struct err *err);
/** account_password_is() - is the field @field the present password of the signed-in person? If not, ERR_INPUT names the field;
 *  tries are limited, apart from those to sign in */
bool account_password_is(struct req *rq, const char *field, struct err *err);
/** account_new_password() - stores it, which ends every session of @person, and signs in anew */
bool account_new_password(struct req *rq, struct res *rs, int64_t person, const char *hash, struct err *err);

/** account_end_others() - ends every session of @person but the one that asks, as store_sessions_drop_others() does */
bool account_end_others(struct req *rq, int64_t person, struct err *err);

/** account_display_tutor() - from now on a tutor looks at the turns of who asks, or does not; to be called for who is somebody */
bool account_display_tutor(struct req *rq, struct res *rs, bool tutor, struct err *err);
/** account_display_known() - how pages are shown to this visitor, without the words of the cookie that mean nothing; on the arena */
const char *account_display_known(const struct req *rq);

/** account_remember_next() - keeps the path to open once the address is confirmed, perhaps in another window; "": none */
void account_remember_next(struct req *rq, struct res *rs, const char *next);
/** account_remembered_next() - returns that path and forgets it; "/" when there is none */
const char *account_remembered_next(struct req *rq, struct res *rs);

/** account_language() - takes the field `lang` as the visitor's language, and a person's; ERR_INPUT: there is no such */
bool account_language(struct req *rq, struct res *rs, struct err *err);
/** account_email() - the field `email`, on the arena; ERR_INPUT names it when no letter could reach that */
bool account_email(struct req *rq, const char **email, struct err *err);
/** account_email_fits() - one @, a domain, nothing that would need quoting */
bool account_email_fits(const char *email);

#endif

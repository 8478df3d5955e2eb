/* Sessions: the session cookie, the cookie of visitors who are not signed in, and the CSRF token bound to either. */
#ifndef CGI_HTTP_SESSION_H
#define CGI_HTTP_SESSION_H

#include "cgi/base/token.h"
#include "cgi/http/res.h"
#include "cgi/store/store.h"

/** session_cookies() - fills session, visitor and csrf of @rq as its cookies say, without asking the database */
void session_cookies(struct req *rq);

/**
 * session_load() - session_cookies(), and the signed-in person
 *
 * An unknown or expired session counts as none, and its cookie is deleted. At most one trip, none without the cookie. Return:
 * false with ERR_BUSY when the database is gone; the CSRF token is there even then.
 */
bool session_load(struct req *rq, struct res *rs, struct err *err);

/** session_remember() - session_cookies(), and sets player of @rq when this process knows whose its session was; false: load it */
bool session_remember(struct req *rq);
/** session_sent() - does the request bring a session, good or not? */
bool session_sent(const struct req *rq);
/** session_player() - whose session this was, as far as this process knows; 0: nobody's, or unknown. Asks for nothing and changes
 *  nothing: for a request that has not begun. */
int64_t session_player(const struct req *rq);
/** session_prove() - of a request with player: loads who is signed in, and words; false, with ERR_SIGN_IN when nobody is: the session has
 *  ended. @err stays as it was when it returns true. */
bool session_prove(struct req *rq, struct res *rs, struct err *err);

/** session_begin() - signs @person in with a new token; earlier cookies become invalid. From then on the browser is known as one of the
 *  person's. What somebody has played as a guest becomes the person's, too. */
bool session_begin(struct req *rq, struct res *rs, int64_t person, struct err *err);
/** session_begin_guest() - the same of a guest, whose browser nobody needs to know */
bool session_begin_guest(struct req *rq, struct res *rs, int64_t guest, struct err *err);
/** session_browser() - the hash of the token that this browser has kept since somebody signed in with it; when it has none, a hash that is
 *  no token's */
void session_browser(const struct req *rq, uint8_t hash[TOKEN_DIGEST]);
/** session_person() - fills `who` of @rq by its session, such as one that has just begun; ERR_SIGN_IN when it is none; one trip */
bool session_person(struct req *rq, struct err *err);
/** session_end() - signs out */
bool session_end(struct req *rq, struct res *rs, struct err *err);

/** session_csrf_fits() - is @given the token of this visitor's forms? In constant time; NULL does not fit. */
bool session_csrf_fits(const struct req *rq, const char *given);

/** device_of() - from a browser's User-Agent; NULL for unknown ones. Nothing else of the header is stored. */
struct device device_of(const char *user_agent);
struct req;
/** device_words() - "Firefox on Android", for the reader of @rq's language, on the arena */
const char *device_words(const struct req *rq, const struct device *device);

#endif

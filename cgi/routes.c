/* Every URL of the house. Rows of one pattern stand together; a fixed part comes before a {name} in its place. */
#include "config.h"

#include "cgi/pages.h"
#include "cgi/route.h"

#include "cgi/banned.h"

static const struct route routes[] = {
    {GET, "/health", ANYONE, PLAIN, page_health},
    {GET, "/www/{file}", ANYONE, PLAIN, page_static},
    {GET, "/robots.txt", ANYONE, PLAIN, page_static},
    {GET, "/favicon.ico", ANYONE, PLAIN, page_static},

    {GET, "/join", ANYONE, 0, page_join},
    {POST, "/join", ANYONE, CSRF, act_join},
    {GET, "/sign-in", ANYONE, 0, page_sign_in},
    {POST, "/sign-in", ANYONE, CSRF, act_sign_in},
    {POST, "/sign-out", ANYONE, CSRF, act_sign_out},
    {GET, "/recover", ANYONE, 0, page_recover},
    {POST, "/recover", ANYONE, CSRF, act_recover},
    {GET, "/reset/{token}", ANYONE, 0, page_reset},
    {POST, "/reset/{token}", ANYONE, CSRF, act_reset},
    {GET, "/settings", SIGNED_IN, 0, page_settings},
    {POST, "/settings", SIGNED_IN, CSRF, act_settings},
    {POST, "/language", ANYONE, CSRF, act_language},

    {GET, "/mail/confirm/{token}", ANYONE, 0, page_confirm},
    {POST, "/mail/confirm/{token}", ANYONE, CSRF, act_confirm},
    {GET, "/mail/open/{token}", ANYONE, 0, page_magic},
    {POST, "/mail/open/{token}", ANYONE, CSRF, act_magic},
    {GET, "/mail/unsubscribe/{token}", ANYONE, 0, page_unsubscribe},
    /* One click from a mail program, RFC 8058: the token in the path is the proof. */
    {POST, "/mail/unsubscribe/{token}", ANYONE, 0, act_unsubscribe},

    {GET, "/dev/mail", ANYONE, DEV_ONLY, page_dev_mail},
    {GET, "/dev/mail/{name}", ANYONE, DEV_ONLY, page_dev_mail_one},

    {0, NULL, ANYONE, 0, NULL},
};

const struct route *routes_all(void)
{
    return routes;
}

/* Every URL of the service. Rows of one pattern are neighbours; a fixed part comes before a {name} in its place. */
#include "config.h"

#include "cgi/site/routes.h"

#include "cgi/account/handlers.h"
#include "cgi/pages/handlers.h"
#include "cgi/table/handlers.h"

#include "cgi/base/banned.h"

static const struct route routes[] = {
    {GET, "/", ANYONE, 0, page_home},
    {POST, "/play/{game}", ANYONE, CSRF | AGAIN, act_play},
    {POST, "/guides/{game}", ANYONE, CSRF | AGAIN, act_guide},
    {GET, "/games", ANYONE, 0, page_games},
    {GET, "/games/new", PLAYER, 0, page_new_game},
    {POST, "/games/new", SIGNED_IN, CSRF, act_new_game},
    {GET, "/games/{id}", ANYONE, TABLE, page_table},
    {GET, "/games/{id}/live", ANYONE, UNATTENDED, page_live},
    {GET, "/games/{id}/events", ANYONE, UNATTENDED, page_events},
    {POST, "/games/{id}/sit", CONFIRMED, CSRF, act_sit},
    {POST, "/games/{id}/leave", SIGNED_IN, CSRF, act_leave},
    {POST, "/games/{id}/bot", SIGNED_IN, CSRF, act_bot},
    {POST, "/games/{id}/start", SIGNED_IN, CSRF, act_start},
    {POST, "/games/{id}/guide", PLAYER, CSRF, act_guide_here},
    {POST, "/games/{id}/tutor", PLAYER, CSRF, act_tutor},
    {POST, "/games/{id}/moves", PLAYER, CSRF | PLAYS | PROVES, act_moves},
    {POST, "/games/{id}/draft", PLAYER, CSRF | PLAYS | PROVES, act_draft},
    {GET, "/games/{id}/chat", ANYONE, 0, page_chat},
    {POST, "/games/{id}/chat", CONFIRMED, CSRF | KEEPS, act_chat},
    {POST, "/games/{id}/chat/mute", SIGNED_IN, CSRF, act_chat_mute},
    {POST, "/games/{id}/note", PLAYER, CSRF | KEEPS, act_note},
    {GET, "/games/{id}/share", ANYONE, 0, page_share},
    {POST, "/games/{id}/invite", CONFIRMED, CSRF | KEEPS, act_invite},
    {POST, "/games/{id}/decline", SIGNED_IN, CSRF, act_decline},
    {POST, "/games/{id}/rematch", CONFIRMED, CSRF, act_rematch},
    {POST, "/games/{id}/letters", SIGNED_IN, CSRF, act_mute},
    {POST, "/games/{id}/resign", PLAYER, CSRF, act_resign},
    {POST, "/games/{id}/end", PLAYER, CSRF, act_end},
    {POST, "/games/{id}/return", SIGNED_IN, CSRF, act_return},
    {POST, "/games/{id}/take", CONFIRMED, CSRF, act_take},
    {GET, "/games/{id}/orders", PLAYER, 0, page_orders},
    {POST, "/games/{id}/orders", PLAYER, CSRF | PLAYS, act_orders},
    {GET, "/games/{id}/practice", SIGNED_IN, 0, page_practice},
    {POST, "/games/{id}/practice", SIGNED_IN, CSRF | AGAIN, act_practice},
    {POST, "/games/{id}/practice/delete", SIGNED_IN, CSRF, act_practice_delete},
    {GET, "/games/{id}/plan", PLAYER, 0, page_plan},
    {POST, "/games/{id}/plan", PLAYER, CSRF | PLAYS, act_plan},
    {POST, "/games/{id}/plan/moves", PLAYER, CSRF | PLAYS, act_plan_moves},
    {GET, "/games/{id}/history", ANYONE, 0, page_history},
    {GET, "/games/{id}/history/frames", ANYONE, 0, page_frames},
    {GET, "/games/{id}/history/{ply}", ANYONE, 0, page_history_ply},
    {GET, "/games/{id}/study", ANYONE, 0, page_study},
    {POST, "/games/{id}/study", PLAYER, CSRF, act_study},
    {GET, "/games/{id}/export", ANYONE, 0, page_export},
    /* For readers and calendars: nobody is signed in, and the token in the path is the proof. */
    {GET, "/games/{id}/feed", ANYONE, PLAIN, page_feed_table},
    {GET, "/feed/{token}/games.atom", ANYONE, PLAIN, page_feed_games},
    {GET, "/feed/{token}/deadlines.ics", ANYONE, PLAIN, page_feed_deadlines},
    {GET, "/next", PLAYER, 0, page_next},
    {GET, "/people/{name}", ANYONE, 0, page_person},
    {POST, "/people/{name}", SIGNED_IN, CSRF, act_people},
    {GET, "/help", ANYONE, 0, page_help},
    {GET, "/help/{game}", ANYONE, 0, page_help},

    {GET, "/live", PLAYER, UNATTENDED, page_live_mine},
    {GET, "/health", ANYONE, PLAIN | LIGHT, page_health},
    {GET, "/metrics", ANYONE, PLAIN, page_metrics},
    {GET, "/www/{file}", ANYONE, PLAIN | LIGHT, page_static},
    {GET, "/robots.txt", ANYONE, PLAIN | LIGHT, page_static},
    {GET, "/favicon.ico", ANYONE, PLAIN | LIGHT, page_static},

    {GET, "/join", ANYONE, 0, page_join},
    {POST, "/join", ANYONE, CSRF | SHOWS, act_join},
    {GET, "/sign-in", ANYONE, 0, page_sign_in},
    {POST, "/sign-in", ANYONE, CSRF, act_sign_in},
    {POST, "/sign-out", ANYONE, CSRF, act_sign_out},
    {GET, "/recover", ANYONE, 0, page_recover},
    {POST, "/recover", ANYONE, CSRF, act_recover},
    {GET, "/reset/{token}", ANYONE, 0, page_reset},
    {POST, "/reset/{token}", ANYONE, CSRF, act_reset},
    {GET, "/settings", SIGNED_IN, 0, page_settings},
    {POST, "/settings", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/time", SIGNED_IN, 0, page_settings_section},
    {POST, "/settings/time", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/letters", SIGNED_IN, 0, page_letters},
    {POST, "/settings/letters", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/address", SIGNED_IN, 0, page_settings_section},
    {POST, "/settings/address", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/people", SIGNED_IN, 0, page_settings_section},
    {POST, "/settings/people", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/profile", SIGNED_IN, 0, page_settings_section},
    {POST, "/settings/profile", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/sessions", SIGNED_IN, 0, page_settings_section},
    {POST, "/settings/sessions", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/feeds", SIGNED_IN, 0, page_settings_section},
    {POST, "/settings/feeds", SIGNED_IN, CSRF, act_settings},
    {GET, "/settings/data", SIGNED_IN, 0, page_data},
    {POST, "/settings/data", SIGNED_IN, CSRF, act_data},
    {GET, "/settings/data/file", SIGNED_IN, 0, page_data_file},
    {GET, "/display", ANYONE, 0, page_display},
    {POST, "/display", ANYONE, CSRF, act_display},
    {POST, "/language", ANYONE, CSRF, act_language},

    {GET, "/mail/confirm/{token}", ANYONE, 0, page_confirm},
    {POST, "/mail/confirm/{token}", ANYONE, CSRF, act_confirm},
    {GET, "/mail/address/{token}", SIGNED_IN, 0, page_address_link},
    {POST, "/mail/address/{token}", SIGNED_IN, CSRF, act_address_link},
    {GET, "/mail/open/{token}", ANYONE, 0, page_magic},
    {POST, "/mail/open/{token}", ANYONE, CSRF, act_magic},
    {POST, "/mail/again", ANYONE, CSRF, act_again},
    {GET, "/mail/unsubscribe/{token}", ANYONE, 0, page_unsubscribe},
    /* One click from a mail program, RFC 8058: the token in the path is the proof. */
    {POST, "/mail/unsubscribe/{token}", ANYONE, 0, act_unsubscribe},
    {GET, "/mail/never/{token}", ANYONE, 0, page_never},
    {POST, "/mail/never/{token}", ANYONE, 0, act_never},

    {GET, "/dev/mail", ANYONE, DEV_ONLY, page_dev_mail},
    {GET, "/dev/mail/{name}", ANYONE, DEV_ONLY, page_dev_mail_one},

    {0, NULL, ANYONE, 0, NULL},
};

const struct route *routes_all(void)
{
    return routes;
}

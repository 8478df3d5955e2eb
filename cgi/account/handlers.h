/* The pages (GET) and actions (POST) of this folder, as the route table names them: account and settings. */
#ifndef CGI_ACCOUNT_HANDLERS_H
#define CGI_ACCOUNT_HANDLERS_H

#include "cgi/http/res.h"
#include "cgi/http/route.h"

/* page_account.c */
page_function page_join, act_join, page_sign_in, act_sign_in, act_sign_out, act_language;
/* page_settings.c */
page_function page_settings, page_settings_section, act_settings;
/* page_people.c */
page_function act_people;
/* page_display.c */
page_function page_display, act_display;
/* page_links.c */
page_function page_confirm, act_confirm, page_magic, act_magic, act_again, page_recover, act_recover, page_reset, act_reset,
    page_unsubscribe, act_unsubscribe, page_never, act_never;
/* page_address.c */
page_function page_address_link, act_address_link;
/* page_codes.c */
page_function page_codes, act_codes;
/* page_hooks.c */
page_function page_hooks, act_hooks;
/* page_push.c */
page_function page_push, act_push;
/* page_tokens.c */
page_function page_tokens, act_tokens;
/* page_data.c */
page_function page_data, page_data_file, act_data;
/* page_notices.c */
page_function page_letters, act_mute;

#endif

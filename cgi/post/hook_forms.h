/* How a hook is told something: one row a form. X(id, name, content type, how the text is written, before it, after it, header of the link)
 *
 * id           as stored and sent by the form of the settings
 * name         as shown; N_(...) where it is translated
 * content type of the request
 * writing      FORM_EVENT: no text, the whole event as JSON; FORM_JSON: as the inside of a JSON string; FORM_SLACK: likewise, & < > as entities;
 *              FORM_PLAIN: as it is
 * before, after: what stands around the text
 * link header  the header that names the table's address; NULL: the address stands at the end of the text
 *
 * All are signed alike. Discord: content has at most 2000 letters, and nobody is to be called by it. Slack, Mattermost, Rocket.Chat and Zulip take
 * {"text"}. ntfy takes the message as it is, at https://ntfy.sh/TOPIC. */
#ifndef CGI_POST_HOOK_FORMS_H
#define CGI_POST_HOOK_FORMS_H

#define HOOK_FORMS(X) \
    X(json, N_("JSON, for a program of your own"), "application/json", FORM_EVENT, "", "", NULL) \
    X(discord, "Discord", "application/json", FORM_JSON, "{\"allowed_mentions\":{\"parse\":[]},\"content\":\"", "\"}", NULL) \
    X(slack, "Slack, Mattermost, Rocket.Chat", "application/json", FORM_SLACK, "{\"text\":\"", "\"}", NULL) \
    X(ntfy, "ntfy", "text/plain; charset=utf-8", FORM_PLAIN, "", "", "Click: ")

#endif

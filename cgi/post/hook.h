/* What a hook is told: the event as JSON, or in words as another service wants them; nothing but what a stranger may see of the table. */
#ifndef CGI_POST_HOOK_H
#define CGI_POST_HOOK_H

#include "cgi/mail/letter_needs.h"
#include "cgi/post/post.h"
#include "cgi/store/hooks.h"

enum { HOOK_EVENTS = 4 };
/** hook_event() - the @i-th event: "turn", "started", "ended", "chat" */
const char *hook_event(int i);

enum hook_writing { FORM_EVENT, FORM_JSON, FORM_SLACK, FORM_PLAIN };
struct hook_form {
    const char *id, *name;     /* name: to be translated */
    const char *type;
    enum hook_writing writing;
    const char *before, *after, *link;
};
/** hook_forms() - all of them, *n */
const struct hook_form *hook_forms(int *n);
/** hook_form() - the one called @id; NULL: there is none */
const struct hook_form *hook_form(const char *id);

/** hook_write() - the request for @row, on @needs->arena; at most two trips. ERR_GONE: there is nothing to tell any more */
bool hook_write(const struct letter_needs *needs, const struct delivery_row *row, struct post *post, struct err *err);

#endif

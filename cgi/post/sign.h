/* How a hook's request is signed, by Standard Webhooks: so who gets it knows that it comes from here, and was not changed. */
#ifndef CGI_POST_SIGN_H
#define CGI_POST_SIGN_H

#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"

enum { HOOK_SECRET = 24 };
#define HOOK_SECRET_BEGINS "whsec_"

/** sign_secret_text() - as its owner is shown it: "whsec_" and base64, on the arena */
const char *sign_secret_text(struct arena *arena, const uint8_t secret[HOOK_SECRET]);
/** sign_base64() - @n bytes in plain base64 with padding, on the arena */
const char *sign_base64(struct arena *arena, const uint8_t *bytes, size_t n);
/** sign_hook() - the value of the header webhook-signature: "v1,..." and base64 of the HMAC-SHA256 of "id.timestamp.body" */
const char *sign_hook(struct arena *arena, const uint8_t secret[HOOK_SECRET], const char *id, int64_t seconds, const char *body, size_t length);

#endif

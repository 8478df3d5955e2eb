/* What Web Push needs of cryptography: messages that only one browser can read (RFC 8291, aes128gcm of RFC 8188), and the signature by which push
 * services know this site (RFC 8292). By OpenSSL. */
#ifndef CGI_POST_ENCRYPT_H
#define CGI_POST_ENCRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"

/* POINT: a public key, uncompressed; SCALAR: a private one. PLAIN_MOST: what fits into a message of 4,096 bytes. */
enum { PUSH_POINT = 65, PUSH_SCALAR = 32, PUSH_AUTH = 16, PUSH_SALT = 16, PUSH_PLAIN_MOST = 4096 - 86 - 17 };

/** encrypt_public() - the public key of @scalar; false: that is no private key */
bool encrypt_public(const uint8_t scalar[PUSH_SCALAR], uint8_t point[PUSH_POINT]);
/** encrypt_is_point() - could that be the key of a browser? */
bool encrypt_is_point(const uint8_t *bytes, size_t n);

/**
 * encrypt_push_with() - the body of a message, with a key and a salt that are given: for tests
 * @point, @auth: of the browser; *body: on @arena
 * Return: false when a key is none, or @n is more than PUSH_PLAIN_MOST.
 */
bool encrypt_push_with(struct arena *arena, const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH], const uint8_t scalar[PUSH_SCALAR],
                       const uint8_t salt[PUSH_SALT], const char *plain, size_t n, const uint8_t **body, size_t *length);
/** encrypt_push() - the same with new ones for each message */
bool encrypt_push(struct arena *arena, const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH], const char *plain, size_t n, const uint8_t **body,
                  size_t *length);

/** encrypt_vapid() - the value of Authorization for the service at @audience ("https://push.example.org"), good until @until (Unix seconds), which may
 *  ask @contact ("mailto:..." or "https:..."); NULL: @scalar is no private key */
const char *encrypt_vapid(struct arena *arena, const uint8_t scalar[PUSH_SCALAR], const char *audience, const char *contact, int64_t until);

/** encrypt_base64url() - without padding, on the arena */
const char *encrypt_base64url(struct arena *arena, const uint8_t *bytes, size_t n);
/** encrypt_from_base64url() - @text, padded or not, as exactly @n bytes; false: it is not that */
bool encrypt_from_base64url(const char *text, uint8_t *bytes, size_t n);

#endif

#include "config.h"

#include "cgi/post/encrypt.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

enum { SUM = crypto_auth_hmacsha256_BYTES, TAG = 16, HEADER = PUSH_SALT + 4 + 1 + PUSH_POINT, RECORD = 4096, TRIES = 16, SIGNATURE = 64 };

/* ---- base64url ---- */

const char *encrypt_base64url(struct arena *arena, const uint8_t *bytes, size_t n)
{
    size_t room = sodium_base64_ENCODED_LEN(n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return sodium_bin2base64(arena_alloc(arena, room), room, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool encrypt_from_base64url(const char *text, uint8_t *bytes, size_t n)
{
    size_t got = 0, length = strlen(text);
    while (length && text[length - 1] == '=')
        length--;
    return !sodium_base642bin(bytes, n, text, length, NULL, &got, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) && got == n;
}

/* ---- keys ---- */

/* @scalar NULL: of a public key alone. The caller frees it; NULL: it is none. */
static EVP_PKEY *key_of(const uint8_t *point, const uint8_t *scalar)
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = scalar ? BN_bin2bn(scalar, PUSH_SCALAR, NULL) : NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params = NULL;
    bool ok = build && ctx && (number || !scalar) && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
        && OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT)
        && (!scalar || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)) && (params = OSSL_PARAM_BLD_to_param(build));
    if (!ok || EVP_PKEY_fromdata_init(ctx) != 1 || EVP_PKEY_fromdata(ctx, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(ctx);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    return key;
}

bool encrypt_public(const uint8_t scalar[PUSH_SCALAR], uint8_t point[PUSH_POINT])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *public = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(scalar, PUSH_SCALAR, NULL);
    bool ok = public && number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        && EC_POINT_mul(group, public, number, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(group, public, POINT_CONVERSION_UNCOMPRESSED, point, PUSH_POINT, NULL) == PUSH_POINT;
    BN_clear_free(number);
    EC_POINT_free(public);
    EC_GROUP_free(group);
    return ok;
}

bool encrypt_is_point(const uint8_t *bytes, size_t n)
{
    EVP_PKEY *key = n == PUSH_POINT && bytes[0] == 4 ? key_of(bytes, NULL) : NULL;
    EVP_PKEY_CTX *ctx = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool ok = ctx && EVP_PKEY_public_check(ctx) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

static bool shared_secret(EVP_PKEY *own, EVP_PKEY *theirs, uint8_t secret[PUSH_SCALAR])
{
    size_t n = PUSH_SCALAR;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(own, NULL);
    bool ok = ctx && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, theirs) == 1 && EVP_PKEY_derive(ctx, secret, &n) == 1 && n == PUSH_SCALAR;
    EVP_PKEY_CTX_free(ctx);
    return ok;
}

/* ---- a message ---- */

static void hmac(const uint8_t *key, size_t n_key, const void *bytes, size_t n, uint8_t sum[SUM])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, n_key);
    crypto_auth_hmacsha256_update(&state, bytes, n);
    crypto_auth_hmacsha256_final(&state, sum);
}

/* RFC 8291, 3.4: from the secret that both keys share, and the browser's own, to the key and the nonce of the one record. */
static void derive(const uint8_t *shared, const uint8_t *auth, const uint8_t *salt, const uint8_t *point, const uint8_t *own_point, uint8_t cek[SUM], uint8_t nonce[SUM])
{
    static const char about_key[] = "Content-Encoding: aes128gcm\0\1", about_nonce[] = "Content-Encoding: nonce\0\1", begins[] = "WebPush: info";
    uint8_t info[sizeof(begins) + 2 * PUSH_POINT + 1], sum[SUM], key[SUM];
    memcpy(info, begins, sizeof(begins)); /* with its NUL */
    memcpy(info + sizeof(begins), point, PUSH_POINT);
    memcpy(info + sizeof(begins) + PUSH_POINT, own_point, PUSH_POINT);
    info[sizeof(info) - 1] = 1;
    hmac(auth, PUSH_AUTH, shared, PUSH_SCALAR, sum);
    hmac(sum, SUM, info, sizeof(info), key);
    hmac(salt, PUSH_SALT, key, SUM, sum);
    hmac(sum, SUM, about_key, sizeof(about_key) - 1, cek);
    hmac(sum, SUM, about_nonce, sizeof(about_nonce) - 1, nonce);
}

/* @to has room for @n + 1 + TAG. */
static bool seal_record(const uint8_t *cek, const uint8_t *nonce, const char *plain, size_t n, uint8_t *to)
{
    static const uint8_t last = 2;
    int a = 0, b = 0, c = 0;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool ok = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 && EVP_EncryptUpdate(ctx, to, &a, (const uint8_t *)plain, (int)n) == 1
        && EVP_EncryptUpdate(ctx, to + a, &b, &last, 1) == 1 && EVP_EncryptFinal_ex(ctx, to + a + b, &c) == 1 && (size_t)(a + b + c) == n + 1
        && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG, to + n + 1) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

static void write_header(uint8_t *body, const uint8_t *salt, const uint8_t *own_point)
{
    memcpy(body, salt, PUSH_SALT);
    body[PUSH_SALT] = body[PUSH_SALT + 1] = 0;
    body[PUSH_SALT + 2] = RECORD >> 8;
    body[PUSH_SALT + 3] = RECORD & 0xff;
    body[PUSH_SALT + 4] = PUSH_POINT;
    memcpy(body + PUSH_SALT + 5, own_point, PUSH_POINT);
}

bool encrypt_push_with(struct arena *arena, const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH], const uint8_t scalar[PUSH_SCALAR],
                       const uint8_t salt[PUSH_SALT], const char *plain, size_t n, const uint8_t **body, size_t *length)
{
    uint8_t own_point[PUSH_POINT], shared[PUSH_SCALAR], cek[SUM], nonce[SUM];
    if (n > PUSH_PLAIN_MOST || !encrypt_public(scalar, own_point))
        return false;
    EVP_PKEY *own = key_of(own_point, scalar), *theirs = key_of(point, NULL);
    bool ok = own && theirs && shared_secret(own, theirs, shared);
    EVP_PKEY_free(own);
    EVP_PKEY_free(theirs);
    if (!ok)
        return false;
    *length = HEADER + n + 1 + TAG;
    uint8_t *to = arena_alloc(arena, *length);
    *body = to;
    write_header(to, salt, own_point);
    derive(shared, auth, salt, point, own_point, cek, nonce);
    return seal_record(cek, nonce, plain, n, to + HEADER);
}

bool encrypt_push(struct arena *arena, const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH], const char *plain, size_t n, const uint8_t **body,
                  size_t *length)
{
    uint8_t scalar[PUSH_SCALAR], salt[PUSH_SALT], own_point[PUSH_POINT];
    int tries = 0;
    do
        randombytes_buf(scalar, sizeof(scalar));
    while (!encrypt_public(scalar, own_point) && ++tries < TRIES);
    randombytes_buf(salt, sizeof(salt));
    return encrypt_push_with(arena, point, auth, scalar, salt, plain, n, body, length);
}

/* ---- who we are ---- */

/* An ECDSA signature as two numbers of 32 bytes. */
static bool sign(EVP_PKEY *key, const char *text, uint8_t out[SIGNATURE])
{
    uint8_t der[128];
    const uint8_t *at = der;
    size_t n = sizeof(der);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool ok = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, key) == 1 && EVP_DigestSign(ctx, der, &n, (const uint8_t *)text, strlen(text)) == 1;
    ECDSA_SIG *pair = ok ? d2i_ECDSA_SIG(NULL, &at, (long)n) : NULL;
    ok = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SIGNATURE / 2) > 0 && BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SIGNATURE / 2, SIGNATURE / 2) > 0;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(ctx);
    return ok;
}

const char *encrypt_vapid(struct arena *arena, const uint8_t scalar[PUSH_SCALAR], const char *audience, const char *contact, int64_t until)
{
    static const char header[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    uint8_t point[PUSH_POINT], signature[SIGNATURE];
    struct json_object *claims = arena_json(arena, jset(jset(jset(jobj(), "aud", jstr(audience)), "exp", jint(until)), "sub", jstr(contact)));
    const char *json = json_object_to_json_string_ext(claims, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
    const char *text = arena_join(arena, (const char *[]){encrypt_base64url(arena, (const uint8_t *)header, sizeof(header) - 1), ".",
                                                          encrypt_base64url(arena, (const uint8_t *)json, strlen(json)), NULL});
    EVP_PKEY *key = encrypt_public(scalar, point) ? key_of(point, scalar) : NULL;
    bool ok = key && sign(key, text, signature);
    EVP_PKEY_free(key);
    return ok ? arena_join(arena, (const char *[]){"vapid t=", text, ".", encrypt_base64url(arena, signature, SIGNATURE), ", k=",
                                                   encrypt_base64url(arena, point, PUSH_POINT), NULL}) : NULL;
}

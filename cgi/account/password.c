#include "config.h"

#include "cgi/account/password.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/throttle.h"
#include "cgi/base/turns.h"
#include "rules/rules.h"

#include "cgi/base/banned.h"

/* 64 MiB each. Who waits holds a thread, so only so many may. */
enum { AT_ONCE = 2, WAITING_MOST = 8, WAITING_SECONDS = 5, AGAIN_SECONDS = 3, A_MINUTE = 60 };

struct gate {
    struct turns *turns;
    struct throttle *pace;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* nobody can choose networks that count as one */
    char nobody[crypto_pwhash_STRBYTES]; /* the hash of a password that nobody has */
};

static bool make_hash(const char *password, char hash[crypto_pwhash_STRBYTES])
{
    return crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void add_random(char *text, size_t room, size_t bytes)
{
    uint8_t random[32];
    size_t length = strlen(text);
    randombytes_buf(random, sizeof(random));
    sodium_bin2base64(text + length, room - length, random, bytes, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
}

/* In libsodium's format, but with random content: checking against it takes as long as for a real one, and making it takes no
 * time, since a CGI process makes a new one for each request. */
static void draw_nobody(char hash[crypto_pwhash_STRBYTES])
{
    enum { SALT = 16, HASH = 32 };
    snprintf(hash, crypto_pwhash_STRBYTES, "$argon2id$v=19$m=%u,t=%u,p=1$",
             (unsigned)(crypto_pwhash_MEMLIMIT_INTERACTIVE / 1024), (unsigned)crypto_pwhash_OPSLIMIT_INTERACTIVE);
    add_random(hash, crypto_pwhash_STRBYTES, SALT);
    size_t length = strlen(hash);
    hash[length] = '$';
    hash[length + 1] = '\0';
    add_random(hash, crypto_pwhash_STRBYTES, HASH);
}

/* Forms have three of four threads, see cgi/transports/queue.h. */
static int may_wait(int threads)
{
    int waiting = threads * 3 / 4 - AT_ONCE - 1;
    return waiting < 1 ? 1 : waiting > WAITING_MOST ? WAITING_MOST : waiting;
}

struct gate *gate_new(int threads)
{
    struct gate *gate = calloc(1, sizeof(*gate));
    if (!gate)
        return NULL;
    draw_nobody(gate->nobody);
    randombytes_buf(gate->key, sizeof(gate->key));
    gate->turns = turns_new(AT_ONCE, may_wait(threads), WAITING_SECONDS);
    gate->pace = throttle_new(A_MINUTE, 60);
    if (gate->turns && gate->pace)
        return gate;
    gate_free(gate);
    return NULL;
}

void gate_free(struct gate *gate)
{
    if (!gate)
        return;
    turns_free(gate->turns);
    throttle_free(gate->pace);
    free(gate);
}

/* A number for a name. */
static uint64_t number_of(const struct gate *gate, const char *name)
{
    uint64_t number;
    uint8_t hash[crypto_shorthash_BYTES];
    _Static_assert(sizeof(number) == sizeof(hash), "the hash is the number");
    crypto_shorthash(hash, (const uint8_t *)name, strlen(name), gate->key);
    memcpy(&number, hash, sizeof(number));
    return number;
}

bool gate_admits(struct gate *gate, const char *who, struct err *err)
{
    int again;
    if (throttle_admits(gate->pace, (int64_t)(number_of(gate, who) >> 1), clock_ticks(), &again))
        return true;
    err_fail(err, ERR_RATE, NULL, NULL, "more than %d sign-ins a minute of %.60s", A_MINUTE, who);
    err->again = again;
    return false;
}

static bool enter(struct gate *gate, struct claim claim, struct err *err)
{
    if (turns_take(gate->turns, number_of(gate, claim.network), claim.known))
        return true;
    err_fail(err, ERR_CROWDED, N_("Too many people are signing in right now. Please try again in a few seconds."), NULL,
             "too many passwords at once");
    err->again = AGAIN_SECONDS;
    return false;
}

bool password_hash(struct gate *gate, struct claim claim, struct arena *arena, const char *password, const char **hash, struct err *err)
{
    char *text = arena_alloc(arena, crypto_pwhash_STRBYTES);
    if (!enter(gate, claim, err))
        return false;
    bool ok = make_hash(password, text);
    turns_return(gate->turns);
    *hash = text;
    return ok || err_fail(err, ERR_BUSY, NULL, NULL, "no memory to hash a password");
}

/* libsodium's own check says that a password is wrong also when it had no memory to try. False: there was none. */
static bool try_password(const char *hash, const char *password, bool *same)
{
    unsigned long memory = 0, passes = 0;
    char salt64[40] = "", key64[60] = "";
    uint8_t salt[crypto_pwhash_SALTBYTES], key[32], made[sizeof(key)];
    size_t n_salt = 0, n_key = 0;
    const int variant = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
    bool known = sscanf(hash, "$argon2id$v=19$m=%lu,t=%lu,p=1$%39[^$]$%59[^$]", &memory, &passes, salt64, key64) == 4
        && sodium_base642bin(salt, sizeof(salt), salt64, strlen(salt64), NULL, &n_salt, NULL, variant) == 0 && n_salt == sizeof(salt)
        && sodium_base642bin(key, sizeof(key), key64, strlen(key64), NULL, &n_key, NULL, variant) == 0 && n_key == sizeof(key);
    if (!known) {
        *same = crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
        return true;
    }
    bool tried = crypto_pwhash(made, sizeof(made), password, strlen(password), salt, passes, memory * 1024, crypto_pwhash_ALG_ARGON2ID13) == 0;
    *same = tried && sodium_memcmp(made, key, sizeof(key)) == 0;
    return tried;
}

bool password_check(struct gate *gate, struct claim claim, const char *hash, const char *password, bool *fits, struct err *err)
{
    if (!enter(gate, claim, err))
        return false;
    const char *against = hash ? hash : gate->nobody;
    bool same, tried = try_password(against, password, &same);
    turns_return(gate->turns);
    *fits = same && hash;
    return tried || err_fail(err, ERR_BUSY, NULL, NULL, "no memory to check a password");
}

#include "config.h"

#include "cgi/base/token.h"

#include <sodium.h>
#include <string.h>

#include "cgi/base/banned.h"

enum { TOKEN_BYTES = 32 };

void token_make(char text[TOKEN_TEXT])
{
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof(bytes));
    sodium_bin2base64(text, TOKEN_TEXT, bytes, sizeof(bytes), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void token_hash(const char *text, uint8_t hash[TOKEN_DIGEST])
{
    crypto_generichash(hash, TOKEN_DIGEST, (const unsigned char *)text, strlen(text), NULL, 0);
}

bool token_shaped(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return text && strlen(text) == TOKEN_TEXT - 1 && strspn(text, letters) == TOKEN_TEXT - 1;
}

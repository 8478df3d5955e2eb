/* Common passwords: attackers try them first, however long they are. */
#include "config.h"

#include "cgi/account/password.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cgi/base/banned.h"

/* The words in the longer common passwords, without the digits and signs around them. */
static const char *const words[] = {
    "abc", "abcd", "access", "admin", "administrator", "alexander", "amanda", "america", "andrea", "angel", "anthony",
    "arsenal", "asdf", "asdfgh", "asdfghjkl", "ashley", "austin", "babygirl", "bailey", "barcelona", "baseball", "basketball",
    "batman", "beautiful", "blink", "boardgame", "boardgames", "brandon", "buster", "butterfly", "carlos", "changeme",
    "charlie", "chelsea", "chocolate", "christian", "computer", "cookie", "daniel", "default", "diamond", "dragon", "elizabeth",
    "family", "ferrari", "flower", "football", "forever", "freedom", "friends", "fuckyou", "ginger", "google", "guest",
    "hallo", "hannah", "harley", "heather", "hello", "hockey", "hunter", "iloveu", "iloveyou", "internet", "jasmine", "jennifer",
    "jessica", "jesus", "jordan", "joshua", "justin", "killer", "letmein", "liverpool", "login", "love", "lovely", "loveme",
    "lucky", "maggie", "manchester", "martin", "master", "matrix", "matthew", "melissa", "mercedes", "merlin", "michael",
    "michelle", "minecraft", "monkey", "mother", "mustang", "myspace", "naruto", "nicole", "ninja", "nothing", "orange",
    "passw", "password", "passwort", "patrick", "peanut", "pepper", "player", "pokemon", "princess", "purple", "qazwsx", "qwe",
    "qweasdzxc", "qwer", "qwert", "qwerty", "qwertyuiop", "qwertz", "ranger", "ridotto", "robert", "samantha", "samsung",
    "secret", "shadow", "silver", "slipknot", "snoopy", "soccer", "spiderman", "starwars", "steelers", "summer", "sunshine",
    "superman", "superstar", "taylor", "test", "testing", "thomas", "thunder", "tigger", "trustno", "user", "vanessa", "venezia",
    "venice", "welcome", "whatever", "william", "winter", "yankees", "zaq", "zxcvbn", "zxcvbnm",
};

/* Runs of neighbouring keys, of the alphabet and of digits; read forward or backward. */
static const char *const ways[] = {
    "abcdefghijklmnopqrstuvwxyz", "012345678901234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn", "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp",
    "zaq12wsxcde34rfvbgt56yhnmju78ik",
};

enum { DISTINCT_LEAST = 4, LONGEST_GUESSED = 40 };

static int distinct(const char *text)
{
    bool seen[256] = {false};
    int n = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        n += !seen[*c];
        seen[*c] = true;
    }
    return n;
}

static bool is_way(const char *text)
{
    char back[LONGEST_GUESSED + 1];
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        back[i] = text[n - 1 - i];
    back[n] = '\0';
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        if (strstr(ways[i], text) || strstr(ways[i], back))
            return true;
    return false;
}

/* "P@55w0rd!2024" becomes "password": signs that stand for letters within it, nothing around it. */
static void undress(const char *text, char *bare)
{
    static const char signs[] = "0134578@$!", letters[] = "oleastbasi";
    size_t from = 0, to = strlen(text), n = 0;
    while (from < to && !isalpha((unsigned char)text[from]) && text[from] != '@' && text[from] != '$')
        from++;
    while (to > from && !isalpha((unsigned char)text[to - 1]))
        to--;
    for (size_t i = from; i < to; i++) {
        const char *sign = text[i] ? strchr(signs, text[i]) : NULL;
        char c = sign ? letters[sign - signs] : text[i];
        if (isalpha((unsigned char)c))
            bare[n++] = c;
    }
    bare[n] = '\0';
}

static bool is_word(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strlen(words[i]) == n && !strncmp(words[i], text, n))
            return true;
    return false;
}

/* One of them, or two side by side. */
static bool is_words(const char *text)
{
    size_t n = strlen(text);
    bool found = is_word(text, n);
    for (size_t i = 3; !found && i + 3 <= n; i++)
        found = is_word(text, i) && is_word(text + i, n - i);
    return found;
}

bool password_is_common(const char *password, const char *const *own, int n_own)
{
    char text[LONGEST_GUESSED + 1], bare[LONGEST_GUESSED + 1];
    size_t n = strlen(password);
    if (distinct(password) < DISTINCT_LEAST)
        return true;
    if (n > LONGEST_GUESSED)
        return false;
    for (size_t i = 0; i <= n; i++)
        text[i] = (char)tolower((unsigned char)password[i]);
    undress(text, bare);
    for (int i = 0; i < n_own; i++)
        if (own[i] && (!strcasecmp(password, own[i]) || (*bare && !strcasecmp(bare, own[i]))))
            return true;
    return is_way(text) || is_words(bare);
}

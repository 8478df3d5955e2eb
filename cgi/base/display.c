#include "config.h"

#include "cgi/base/display.h"

#include <stddef.h>
#include <string.h>

#include "cgi/base/banned.h"

static const char *const themes[THEMES] = {[THEME_SYSTEM] = "", [THEME_LIGHT] = "light", [THEME_DARK] = "dark"};

/* Is there a word that is @head and @tail? */
static bool has(const char *text, const char *head, const char *tail)
{
    size_t n = strlen(head), rest = strlen(tail);
    for (const char *at = text ? text : ""; *at;) {
        size_t length = strcspn(at, ".");
        if (length == n + rest && !strncmp(at, head, n) && !strncmp(at + n, tail, rest))
            return true;
        at += length + (at[length] == '.');
    }
    return false;
}

bool display_has(const char *text, const char *word)
{
    return has(text, word, "");
}

enum theme display_theme(const char *text)
{
    for (int theme = THEME_SYSTEM + 1; theme < THEMES; theme++)
        if (display_has(text, themes[theme]))
            return (enum theme)theme;
    return THEME_SYSTEM;
}

const char *display_theme_word(enum theme theme)
{
    return themes[theme];
}

bool display_plain(const char *text)
{
    return display_has(text, "plain");
}

bool display_still(const char *text)
{
    return display_has(text, "still");
}

bool display_tutor(const char *text)
{
    return display_has(text, "tutor");
}

bool display_quick(const char *text, const char *rules_id)
{
    return has(text, DISPLAY_QUICK, rules_id);
}

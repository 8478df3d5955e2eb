/* How pages are shown to somebody: kept with the person, or in a cookie of who is signed out. As text it is words with "." between
 * them: "dark.plain.still.quick-carrara". Words that this program does not know are passed over. Needs nothing of the rest.
 */
#ifndef CGI_BASE_DISPLAY_H
#define CGI_BASE_DISPLAY_H

#include <stdbool.h>

enum theme { THEME_SYSTEM, THEME_LIGHT, THEME_DARK, THEMES };

/* What a word begins with that says which game is played without confirming; its id follows. */
#define DISPLAY_QUICK "quick-"

/** display_has() - is @word one of those of @text? NULL: nothing is */
bool display_has(const char *text, const char *word);
/** display_theme() - light or dark, or as the system has it, where @text (NULL: nothing) does not say */
enum theme display_theme(const char *text);
/** display_theme_word() - how a theme is called in the text: "", "light", "dark" */
const char *display_theme_word(enum theme theme);
/** display_plain() - are colours told without letters on them, where the letters only help? */
bool display_plain(const char *text);
/** display_still() - does nothing move? */
bool display_still(const char *text);
/** display_tutor() - does a tutor look at a turn before it is handed in, at tables with bots only? */
bool display_tutor(const char *text);
/** display_quick() - is a turn of the game @rules_id handed in with its last step, without a question? */
bool display_quick(const char *text, const char *rules_id);

#endif

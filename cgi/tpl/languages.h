/* Words and pages in every language, read at start; with `serve --dev` read again when their files change. */
#ifndef CGI_TPL_LANGUAGES_H
#define CGI_TPL_LANGUAGES_H

#include "cgi/base/settings.h"
#include "cgi/tpl/tpl.h"
#include "cgi/words/text.h"

/* Words and pages of one language. */
struct words {
    const char *lang;          /* "ja" */
    const char *label;         /* "日本語" */
    struct catalogue *cat;
    struct tpl_set *tpl;
};

struct languages {
    struct words words[LANGUAGES_MAX]; /* words[0] is English */
    int n;
    const struct settings *set;
    struct reload *reload;     /* with set->dev: what was read since, and when; else NULL */
};

/**
 * languages_open() - loads words and templates of every language; with set->once only names them, and each is read when
 *                    it is asked for
 * @set: borrowed until languages_close()
 * Return: false with file and line in @why; nothing is open then.
 */
bool languages_open(struct languages *languages, const struct settings *set, char *why, size_t room);
void languages_close(struct languages *languages);

/** languages_words() - the words of @lang, English when there are none; NULL only with set->once, when they cannot be read */
const struct words *languages_words(struct languages *languages, const char *lang);
/** languages_know() - is @lang one of them? NULL is none */
bool languages_know(const struct languages *languages, const char *lang);

#endif

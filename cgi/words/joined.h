/* How Japanese is set, on pages and in letters: its signs, and that no line ends within a name, or between a number and its word. */
#ifndef CGI_WORDS_JOINED_H
#define CGI_WORDS_JOINED_H

#include "cgi/base/sb.h"
#include "cgi/words/text.h"

/** joined_wanted() - is @cat of a language whose lines may end anywhere? */
bool joined_wanted(const struct catalogue *cat);

/**
 * joined_html() - adds @length bytes of HTML to @out, with a word joiner (U+2060) in the text wherever a line could end between
 * a number and the word before or after it: 石材3個, 批判−2, 運河<b>4</b>, 区画II, 残り2日; within a word in katakana behind a number:
 * 18ドゥカット; and within a name and before its さん
 *
 * What templates have between words in any language is set as in Japanese print: no space behind 。, ： and 、
 * nor before 、 and （, ： and 、 for ": " and ", ", − before a figure. So it is in the attributes that are read (aria-label, title, alt,
 * placeholder), without joiners. Other attributes, and what is no text that is read (<style>, <script>, <title>) or is written back as
 * it is (<textarea>), stay as they are. @html begins outside of a tag.
 * @strictly: also before a long vowel and a small kana (カウンター), for programs that keep no style sheet
 */
void joined_html(struct sb *out, const char *html, size_t length, bool strictly);

#endif

/* What the operator says of the site: its name, a line below it, a contact, and pages. Plain files of a folder (RIDOTTO_SITE), read at start:
 *
 *     name.txt, name.ja.txt              one line, at most 40 characters
 *     line.en.txt, line.ja.txt           one line at the foot of each page, at most 200
 *     contact.txt                        one line: an e-mail address, or an address that begins with https://
 *     pages/privacy.en.txt, privacy.ja.txt, terms..., contact...     plain text, at most 64 KB, see site_text()
 *
 * What is missing, or cannot be read, is said in the log, and its preset is shown.
 */
#ifndef CGI_HTTP_SITE_FILES_H
#define CGI_HTTP_SITE_FILES_H

#include "cgi/base/arena.h"
#include "rules/engine/value.h"

struct site_files;

enum site_page { SITE_PRIVACY, SITE_TERMS, SITE_CONTACT, SITE_PAGES };

/** site_files_load() - @folder NULL: presets alone; @quiet: what is missing is not said. NULL only when out of memory */
struct site_files *site_files_load(const char *folder, bool quiet);
void site_files_free(struct site_files *site);

/** site_name() - of the reader's language, else any; "Ridotto" without one. The rest: NULL without one */
const char *site_name(const struct site_files *site, const char *lang);
const char *site_line(const struct site_files *site, const char *lang);
const char *site_contact(const struct site_files *site);
const char *site_page_text(const struct site_files *site, enum site_page page, const char *lang);
/** site_contact_url() - "mailto:" before an address, on the arena; NULL without one */
const char *site_contact_url(const struct site_files *site, struct arena *arena);

/**
 * site_text() - a page's plain text: [{heading: text or null, is_list, items: [{parts: [{text, href or null}]}]}]
 *
 * An empty line ends a paragraph. A line that begins with "# " is a heading by itself; lines that begin with "- " are a list. What begins with
 * http://, https:// or mailto: is a link. Nothing else means anything.
 */
struct value *site_text(struct arena *arena, const char *text);

#endif

/* What sentences are made of: names, scores, moments, incidents, in the reader's language. */
#ifndef CGI_WORDS_PHRASES_H
#define CGI_WORDS_PHRASES_H

#include "cgi/base/values.h"
#include "cgi/base/sb.h"
#include "cgi/store/store.h"
#include "cgi/words/text.h"

/** name_shown() - a name as the store gives it, as the reader sees it: itself, but for PERSON_LEFT, PERSON_GUEST and player_names; NULL stays NULL */
const char *name_shown(const struct catalogue *cat, const char *name);
/** names_shown() - the same of all who sit in @game, by seat; "" where nobody does */
void names_shown(const struct catalogue *cat, const struct game_row *game, const char *people[SEATS_MAX]);
/** name_leads() - is there a profile to which a name leads that is shown? */
bool name_leads(const struct catalogue *cat, const char *shown);

/** table_title() - "Carrara 42", on @arena; @rules: the identifier of its game, which may be gone by now, or NULL */
char *table_title(struct arena *arena, const struct catalogue *cat, const char *rules, int64_t game);

/** score_amount() - what @points of a standing are worth: 350 thousands are 350000; @rules NULL: points */
int64_t score_amount(const struct rules *rules, int points);
/** score_number() - the same as told: "350,000", on @arena */
const char *score_number(struct arena *arena, const struct rules *rules, int points);
/** score_words() - with its word: "1 point", "350,000 Rubens" */
const char *score_words(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points);
/** score_gained() - "+4 points"; @points is more than 0 */
const char *score_gained(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points);
/** score_heading() - above several: "Points"; @running: they are those of a running game, "Public ducats" */
const char *score_heading(const struct catalogue *cat, const struct rules *rules, bool running);
/** score_model() - {amount, text, before, number, after}: the true amount, and its words whole and around the number; texts
 *  are copied from @arena, the caller owns it */
struct value *score_model(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points);

/** moment_exact() - "2026-03-29 14:00 CEST" */
const char *moment_exact(struct arena *arena, const char *zone, int64_t at);
/** moment_iso() - "2026-03-29T12:00:00Z" */
const char *moment_iso(struct arena *arena, int64_t at);
/** moment_utc() - "2026-03-29 12:00 UTC", for operators; NULL for 0: never */
const char *moment_utc(struct arena *arena, int64_t at);
/** moment_day() - "29 March" */
const char *moment_day(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at);
/** moment_date() - "29 March 2026" */
const char *moment_date(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at);
/** moment_hour() - "14:00", or "Sun 14:00" when that is a day or more after @now */
const char *moment_hour(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at, int64_t now);
/** moment_words() - "Sun 29 March, 14:00 CEST" */
const char *moment_words(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at);

/** incident_text() - adds the sentence, in the reader's language; nothing for a kind that is not known */
void incident_text(struct sb *out, const struct catalogue *cat, const struct game_row *game,
                   const struct incident_row *incident);

#endif

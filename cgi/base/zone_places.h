/* The places of the world by which people choose a time zone, as a language writes them. */
#ifndef CGI_BASE_ZONE_PLACES_H
#define CGI_BASE_ZONE_PLACES_H

struct zone_place {
    const char *name;  /* "Asia/Tokyo" */
    const char *label; /* "東京"; NULL: this language is English, or has no word for it */
};

/** zone_places() - those of zone_names() in @lang, in its order of words; *n of them; lives as long as the process. The first call for a
 *  language takes a twentieth of a second */
const struct zone_place *zone_places(const char *lang, int *n);

#endif

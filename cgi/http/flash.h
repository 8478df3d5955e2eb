/* Sentences that the next page shows once, after a redirect. Their names travel in a cookie, never the words. */
#ifndef CGI_HTTP_FLASH_H
#define CGI_HTTP_FLASH_H

#include <stdbool.h>

struct flash {
    const char *name;
    bool good;            /* said in a friendly colour */
    const char *sentence; /* translatable */
};

/** flash_find() - the row called @name, or NULL */
const struct flash *flash_find(const char *name);

#endif

/* News as an Atom feed (RFC 4287). */
#ifndef CGI_PAGES_FEED_H
#define CGI_PAGES_FEED_H

#include "cgi/http/res.h"

enum { FEED_ENTRIES = 80 };

/* One entry. Texts are in the reader's language; paths are on this site. */
struct feed_entry {
    int64_t at;
    const char *id;        /* permanent id: a path on this site, "/games/42#over" */
    const char *link;      /* the page that shows it */
    const char *title, *text; /* text: NULL when the title says it all */
    const char *author;    /* NULL: the service */
};
struct feed {
    const char *id, *page; /* paths, as above: of the feed, and of the page it tells of */
    const char *title;
    int64_t since;         /* of a feed without news */
    struct feed_entry entry[FEED_ENTRIES];
    int n;
};

/** feed_add() - one more entry, to be filled; NULL when there are enough */
struct feed_entry *feed_add(struct feed *feed);
/** feed_answer() - newest first; 304 for a client that has this version; equal news give equal bytes */
bool feed_answer(struct req *rq, struct res *rs, struct feed *feed, struct err *err);

#endif

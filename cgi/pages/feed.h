/* News as feed readers take them (Atom, RFC 4287). */
#ifndef CGI_PAGES_FEED_H
#define CGI_PAGES_FEED_H

#include "cgi/http/res.h"

enum { FEED_ENTRIES = 80 };

/* One piece of news. Texts are the reader's; paths are ours. */
struct feed_entry {
    int64_t at;
    const char *id;        /* a path of ours that means this piece for good, "/games/42#over" */
    const char *link;      /* where it is to be seen */
    const char *title, *text; /* text: NULL when the title says it all */
    const char *author;    /* NULL: the house */
};
struct feed {
    const char *id, *page; /* paths, as above: of the feed, and of the page it tells of */
    const char *title;
    int64_t since;         /* of a feed without news */
    struct feed_entry entry[FEED_ENTRIES];
    int n;
};

/** feed_add() - a further piece; NULL when there are enough */
struct feed_entry *feed_add(struct feed *feed);
/** feed_answer() - the newest first; 304 for who has it already; the same news make the same bytes */
bool feed_answer(struct req *rq, struct res *rs, struct feed *feed, struct err *err);

#endif

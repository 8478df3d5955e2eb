/* Tables at which somebody sits whom the reader has blocked: the reader is told so before sitting down, and nobody else. */
#ifndef CGI_MODEL_BLOCKS_H
#define CGI_MODEL_BLOCKS_H

#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** blocks_load() - rq->blocks and rq->follows, for who is signed in; one trip. To be called by pages that show tables which one may join. */
bool blocks_load(struct req *rq, struct err *err);
/** blocks_words() - "You have blocked someone at this table: Anna", a text for put(), or NULL: nobody of @game is, it is over, or
 *  nobody has asked for rq->blocks */
struct value *blocks_words(const struct req *rq, const struct game_row *game);

#endif

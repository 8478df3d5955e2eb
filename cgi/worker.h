/* The worker: sends what waits in the outbox, and lets bots play. Runs inside `serve` or alone; several may run. */
#ifndef CGI_WORKER_H
#define CGI_WORKER_H

#include "cgi/house.h"

struct worker;
/** worker_start() - two threads (mail, bots), each with its own database connections */
struct worker *worker_start(struct house *house);
/** worker_stop() - finishes the mail and the move under way, then joins the threads */
void worker_stop(struct worker *worker);

#endif

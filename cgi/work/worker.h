/* The worker: sends what waits in the outbox, lets bots play, studies finished games, and sees to deadlines. Runs inside `serve` or alone; several
 * may run. */
#ifndef CGI_WORK_WORKER_H
#define CGI_WORK_WORKER_H

#include "cgi/http/service.h"

struct worker;
/**
 * worker_start() - a thread for mail, one for the clock, one for studies, as many for bots as its settings say, each with its own database
 *  connections
 * @service: what is open, borrowed until worker_stop()
 * Return: NULL when threads cannot be had. A database that is away is no reason: the threads wait for it.
 */
struct worker *worker_start(struct service *service);
/** worker_once() - all that is due now, then returns, or at SIGTERM and SIGINT earlier (see stop_prepare()); false, and a
 *  word on stderr, when the database could not be reached */
bool worker_once(struct service *service);
/** worker_stop() - finishes the mail (5 s at most) and the moves under way, joins the threads; NULL is fine */
void worker_stop(struct worker *worker);

#endif

/* How a command that runs for long is told to end: by SIGTERM or SIGINT, or when its terminal is gone (SIGHUP, but not under
 * nohup). */
#ifndef CGI_WORK_STOP_H
#define CGI_WORK_STOP_H

#include <stdbool.h>

/** stop_not_by_writing() - from now on what nobody reads any more, or what a file may not grow by, ends a write and not the process */
void stop_not_by_writing(void);
/** stop_prepare() - that, and keeps these signals for stop_wait() and stop_within(); before any thread is made, so that all threads leave
 *  them alone */
void stop_prepare(void);
/** stop_wait() - returns when one of them comes, and says which on stderr */
void stop_wait(void);
/** stop_within() - the same, or after so many seconds: false */
bool stop_within(int seconds);

#endif

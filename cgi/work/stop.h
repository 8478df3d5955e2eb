/* How a command that runs for long is told to end: by SIGTERM or SIGINT, or when its terminal is gone (SIGHUP, but not under
 * nohup); and how it is told to read its files again: by SIGHUP from anybody else. */
#ifndef CGI_WORK_STOP_H
#define CGI_WORK_STOP_H

#include <stdbool.h>

/** stop_not_by_writing() - from now on what nobody reads any more, or what a file may not grow by, ends a write and not the process */
void stop_not_by_writing(void);
/** stop_prepare() - that, and keeps these signals for stop_wait() and stop_within(); before any thread is made, so that all threads leave
 *  them alone */
void stop_prepare(void);
/** stop_wait() - returns when one of them comes that ends the command, and says which on stderr */
void stop_wait(void);

enum told { TOLD_NOTHING, TOLD_RELOAD, TOLD_STOP };
/** stop_within() - the first that comes within so many seconds; of a stop the log says which */
enum told stop_within(int seconds);

#endif

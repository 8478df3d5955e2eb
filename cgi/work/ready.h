/* Tells whoever started the process that it is at work now, as systemd wants to hear it of a unit of Type=notify. */
#ifndef CGI_WORK_READY_H
#define CGI_WORK_READY_H

/** ready() - once it answers, or works; does nothing where NOTIFY_SOCKET names no socket. Not heard: the log says so */
void ready(void);

#endif

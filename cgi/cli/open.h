/* Opening the service: everything that its requests share, from the settings. */
#ifndef CGI_CLI_OPEN_H
#define CGI_CLI_OPEN_H

#include "cgi/http/service.h"

/** service_open() - loads words, templates and layouts; on false @why names file and line, and nothing is open */
bool service_open(struct service *service, const struct settings *set, char *why, size_t room);
void service_close(struct service *service);

#endif

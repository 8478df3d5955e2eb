/* Opening the service: everything that its requests share, from the settings. */
#ifndef CGI_CLI_OPEN_H
#define CGI_CLI_OPEN_H

#include "cgi/http/service.h"

/** service_open() - loads words, templates and layouts; on false @why names file and line, and nothing is open */
bool service_open(struct service *service, const struct settings *set, char *why, size_t room);
/** service_reload() - reads settings, words, templates, layouts, the files of www/ and the operator's pages again, and puts them in force together;
 *  requests under way end with what they began with. When something is wrong all stays as it was, and the log says what.
 *  @service: from service_open(); one thread at a time */
void service_reload(struct service *service);
void service_close(struct service *service);

#endif

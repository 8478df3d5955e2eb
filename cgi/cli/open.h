/* Opening the service: everything that its requests share, from the settings. */
#ifndef CGI_CLI_OPEN_H
#define CGI_CLI_OPEN_H

#include "cgi/http/house.h"

/** house_open() - loads words, templates and layouts; on false @why names file and line, and nothing is open */
bool house_open(struct house *house, const struct settings *set, char *why, size_t room);
void house_close(struct house *house);

#endif

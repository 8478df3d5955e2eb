/* The functions of this folder that answer, as the route table names them. */
#ifndef CGI_API_HANDLERS_H
#define CGI_API_HANDLERS_H

#include "cgi/http/res.h"
#include "cgi/http/route.h"

/* api_me.c */
page_function api_me, api_games, api_waiting;

#endif

/* What FastCGI and CGI share: a request that comes as variables, and an answer that begins with lines of header. */
#ifndef CGI_TRANSPORTS_GATEWAY_H
#define CGI_TRANSPORTS_GATEWAY_H

#include "cgi/transports/exchange.h"

/**
 * gateway_read() - fills the request from CGI's variables
 * @vars: "NAME=value", ended by NULL; borrowed for the call only
 * Return: how long the body is to be, 0 when there is none
 */
size_t gateway_read(struct exchange *x, char *const *vars);

/** gateway_head() - adds the header of the answer, "Status: 200 OK" and on, with the empty line after it */
void gateway_head(const struct exchange *x, struct sb *head);
/** gateway_has_body() - are rs.body's bytes to follow? Not after HEAD. */
bool gateway_has_body(const struct exchange *x);

#endif

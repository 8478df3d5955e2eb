/* The checks themselves: inside of cgi/check only. */
#ifndef CGI_CHECK_CHECKS_H
#define CGI_CHECK_CHECKS_H

#include "cgi/check/finding.h"

/* check_settings.c */
void check_settings(struct checking *c);
/* check_reload.c */
void check_reload(struct checking *c);
/* check_database.c */
void check_database(struct checking *c);
void check_migrations(struct checking *c);
void check_rights(struct checking *c);
void check_worker(struct checking *c);
void check_outbox(struct checking *c);
void check_zones(struct checking *c);
void check_clock(struct checking *c);
/* check_mail.c */
void check_mail(struct checking *c);
/* check_dns.c */
void check_dns(struct checking *c);
/* check_proxy.c */
void check_proxy(struct checking *c);
/* check_tls.c */
void check_certificate(struct checking *c);
void check_plain(struct checking *c);
/* check_fonts.c */
void check_fonts(struct checking *c);
/* check_machine.c */
void check_disk(struct checking *c);
void check_files(struct checking *c);
void check_backup(struct checking *c);
/** clock_is_set() - does the system say that its clock is kept right by another one? -1: it does not say */
int clock_is_set(void);
/** is_container() - does it share its kernel, and so its clock, with the machine around it? */
bool is_container(void);

#endif

/* Which build of the program runs, beside its version. */
#ifndef CGI_BASE_BUILD_H
#define CGI_BASE_BUILD_H

/** build_set() - main() says it once, before any thread is made. @id: stays as it is; "": only the version is known */
void build_set(const char *id);
/** build_id() - the sources as git names them, such as "7c0423a1f0" or "7c0423a1f0-dirty"; "": they were no clone */
const char *build_id(void);

#endif

/* C functions that this project does not use. Included last, after the system's headers. */
#ifndef CGI_BASE_BANNED_H
#define CGI_BASE_BANNED_H

#define BANNED(function) sorry_##function##_is_banned_here
#undef strcpy
#define strcpy(a, b) BANNED(strcpy)
#undef strcat
#define strcat(a, b) BANNED(strcat)
#undef strncpy
#define strncpy(a, b, n) BANNED(strncpy)
#undef strncat
#define strncat(a, b, n) BANNED(strncat)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef strtok
#define strtok(a, b) BANNED(strtok)
#undef atoi
#define atoi(a) BANNED(atoi)
#undef atol
#define atol(a) BANNED(atol)
#undef gmtime
#define gmtime(a) BANNED(gmtime)
#undef localtime
#define localtime(a) BANNED(localtime)
#undef ctime
#define ctime(a) BANNED(ctime)
#undef rand
#define rand() BANNED(rand)

#endif

/* The two clocks: the time of day, and ticks that never go back. */
#ifndef CGI_BASE_CLOCK_H
#define CGI_BASE_CLOCK_H

#include <stdint.h>

/** clock_now() - Unix time in microseconds */
int64_t clock_now(void);
/** clock_ticks() - milliseconds that never jump; only differences mean anything */
int64_t clock_ticks(void);

/** clock_begun() - when this was first called, which a service does at its start: Unix microseconds */
int64_t clock_begun(void);

#endif

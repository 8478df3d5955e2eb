/* Whether files have changed, told without reading them. */
#ifndef CGI_BASE_STAMP_H
#define CGI_BASE_STAMP_H

#include <stdint.h>

/** stamp_of() - a number that changes with the name, size or time of the file @path, or of any file in the folder @path and, @depth levels deep,
 *  below it; names that begin with a dot are left out. What is not there or cannot be read counts as empty. */
uint64_t stamp_of(const char *path, int depth);
/** stamp_mix() - one number of two, in this order */
uint64_t stamp_mix(uint64_t stamp, uint64_t value);

#endif

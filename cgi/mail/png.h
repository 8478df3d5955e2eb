/* A picture of a few hundred colours as a small PNG file. */
#ifndef CGI_MAIL_PNG_H
#define CGI_MAIL_PNG_H

#include <stddef.h>
#include <stdint.h>

#include "cgi/base/sb.h"

/**
 * png_write() - @width by @height points as a PNG with a palette of at most 256 colours, those that stand for most points, added to @out
 * @pixels: a row takes @stride bytes, a point 32 bits 0xXXRRGGBB in the machine's order, as cairo has them; opaque
 */
void png_write(struct sb *out, const uint8_t *pixels, int width, int height, int stride);

#endif

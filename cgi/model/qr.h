/* A link as a QR code, to be drawn on a page. */
#ifndef CGI_MODEL_QR_H
#define CGI_MODEL_QR_H

#include "cgi/base/arena.h"
#include "cgi/base/values.h"

/** qr_model() - {size (of the picture, in modules, with the quiet zone around), path (the dark modules, for the d of an SVG path)} of
 *  @text, on the arena; NULL: it is too long for a code that a telephone reads easily */
struct value *qr_model(struct arena *arena, const char *text);

#endif

/* The SVG of a page as a PNG, drawn by librsvg, which knows neither the site's style sheets nor what they reckon with. */
#ifndef CGI_MAIL_PICTURE_H
#define CGI_MAIL_PICTURE_H

#include <stdbool.h>

#include "cgi/base/sb.h"

enum { PICTURE_WIDTH = 540, PICTURE_HEIGHT_MOST = 900 };

/**
 * picture_resolved() - the SVG as librsvg can draw it, on @arena; NULL: it is none
 * @svg: one <svg> with a viewBox; what its <use> names stands in it or in @symbols, another SVG, and is copied there
 * @sheet: a style sheet as cgi/mail/sheets makes it: without custom properties; its first line says which texts stand on their middle
 */
const char *picture_resolved(struct arena *arena, const char *svg, const char *symbols, const char *sheet);

/** picture_draw() - adds @resolved as a PNG to @out; false when librsvg cannot draw it, which is told on stderr: nothing is added then
 *  As wide as it says itself in pixels, at most PICTURE_WIDTH: what is costly to draw may say less. */
bool picture_draw(struct sb *out, const char *resolved);

#endif

#include "config.h"

#include "cgi/model/qr.h"

#include <qrencode.h>
#include <string.h>

#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

/* The quiet zone that the standard asks for, and the longest text: more makes modules too small for a screen. */
enum { QUIET = 4, TEXT_MOST = 300 };

/* Runs of dark modules, a subpath each: "M4 4h7v1h-7z". */
static const char *path_of(struct arena *arena, const QRcode *code)
{
    struct sb path;
    sb_init(&path, arena);
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++) {
            const unsigned char *row = code->data + y * code->width;
            int from = x;
            while (x < code->width && (row[x] & 1))
                x++;
            if (x > from)
                sb_addf(&path, "M%d %dh%dv1h-%dz", from + QUIET, y + QUIET, x - from, x - from);
        }
    return path.text;
}

struct value *qr_model(struct arena *arena, const char *text)
{
    QRcode *code = strlen(text) <= TEXT_MOST ? QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) : NULL;
    if (!code)
        return NULL;
    struct value *model = put_int(new_object(arena), K_size, code->width + 2 * QUIET);
    put_text(model, K_path, path_of(arena, code));
    QRcode_free(code);
    return model;
}

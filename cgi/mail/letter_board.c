#include "config.h"

#include "cgi/mail/letter_board.h"

#include <stdio.h>
#include <string.h>

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/mail/letter_text.h"
#include "cgi/mail/painter.h"
#include "cgi/mail/picture.h"
#include "cgi/model/board.h"
#include "cgi/tpl/tpl.h"

#include "cgi/base/banned.h"

enum { FILE_MOST = 1024 * 1024 };

static const char *rendered(struct req *reader, const struct rules *rules, const struct value *view, const char *name)
{
    struct sb out;
    sb_init(&out, reader->arena);
    const struct value *around = put_text(new_object(reader->arena), K_www, "");
    const char *path = arena_printf(reader->arena, "%s/%s", rules->id, name);
    return tpl_render_within(reader->words->tpl, path, around, view, &out) ? out.text : NULL;
}

const char *letter_hand(struct req *reader, const struct rules *rules, const void *state, int seat, const char *const *people, int n_people)
{
    const struct board board = board_open(reader, rules, state, NULL, seat, people, n_people, NULL);
    const char *words = rendered(reader, rules, board.view, "hand.txt");
    return words ? letter_one_line(reader->arena, words) : NULL;
}

/* A file of the program's data, on the arena; NULL: there is none. */
static const char *file_text(const struct req *reader, const char *name, const char *id, const char *ending)
{
    FILE *file = fopen(arena_printf(reader->arena, "%s/%s%s%s", reader->service->set.data_dir, name, id, ending), "rb");
    if (!file)
        return NULL;
    char *text = arena_alloc(reader->arena, FILE_MOST);
    text[fread(text, 1, FILE_MOST - 1, file)] = '\0';
    fclose(file);
    return text;
}

const char *letter_picture_svg(struct req *reader, const struct rules *rules, const void *state, const void *before, const char *const *people,
                               int n_people, const char **alt)
{
    const struct board board = board_open(reader, rules, state, before, NO_SEAT, people, n_people, NULL);
    put_bool(put_bool(put_bool(board.view, K_chooses, false), K_guided, false), K_marked, false);
    const char *words = rendered(reader, rules, board.view, "picture.txt");
    *alt = words ? letter_one_line(reader->arena, words) : NULL;
    return rendered(reader, rules, board.view, "picture.svg");
}

/* What a picture of the game needs beside its SVG; false: it has none. */
static bool picture_parts(struct req *reader, const struct rules *rules, const char **symbols, const char **sheet)
{
    *symbols = file_text(reader, "www/", rules->id, ".svg");
    *sheet = file_text(reader, "templates/", rules->id, "/picture.css");
    return *symbols && *sheet;
}

const char *letter_picture_resolved(struct req *reader, const struct rules *rules, const char *svg)
{
    const char *symbols, *sheet;
    return picture_parts(reader, rules, &symbols, &sheet) ? picture_resolved(reader->arena, svg, symbols, sheet) : NULL;
}

struct letter_picture letter_picture(struct painter *painter, struct req *reader, const struct rules *rules, const void *state, const void *before,
                                     const char *const *people, int n_people)
{
    struct letter_picture picture = {0};
    const char *svg = letter_picture_svg(reader, rules, state, before, people, n_people, &picture.alt), *symbols, *sheet;
    struct sb png;
    sb_init(&png, reader->arena);
    if (painter && svg && picture_parts(reader, rules, &symbols, &sheet) && painter_draw(painter, &png, svg, symbols, sheet)) {
        picture.png = png.text;
        picture.length = png.length;
    }
    return picture;
}

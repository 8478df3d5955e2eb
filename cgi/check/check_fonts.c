/* Fonts: the pictures in e-mails are drawn by what fontconfig finds. */
#include "config.h"

#include <fontconfig/fontconfig.h>
#include <string.h>

#include "cgi/check/checks.h"

#include "cgi/base/banned.h"

/* What the style sheets of pictures name (FONTS of cgi/mail/sheets): the first that is there draws; without any of them it is whatever the
 * system has, and places are wrong. */
static const struct face {
    const char *kind;
    const char *families[3];
} faces[] = {
    {"text", {"Noto Sans", "DejaVu Sans", NULL}},
    {"headings", {"Noto Serif", "DejaVu Serif", NULL}},
};

/* The family that fontconfig would draw @character with where @family is asked for, on @arena; NULL: none holds it. */
static const char *drawn_by(struct arena *arena, const char *family, FcChar32 character)
{
    FcResult result;
    const char *found = NULL;
    FcPattern *asked = FcPatternCreate();
    FcPatternAddString(asked, FC_FAMILY, (const FcChar8 *)family);
    FcConfigSubstitute(NULL, asked, FcMatchPattern);
    FcDefaultSubstitute(asked);
    FcFontSet *fonts = FcFontSort(NULL, asked, FcTrue, NULL, &result);
    for (int i = 0; fonts && i < fonts->nfont && !found; i++) {
        FcCharSet *holds;
        FcChar8 *name;
        if (FcPatternGetCharSet(fonts->fonts[i], FC_CHARSET, 0, &holds) == FcResultMatch && FcCharSetHasChar(holds, character) &&
            FcPatternGetString(fonts->fonts[i], FC_FAMILY, 0, &name) == FcResultMatch)
            found = arena_strdup(arena, (const char *)name);
    }
    if (fonts)
        FcFontSetDestroy(fonts);
    FcPatternDestroy(asked);
    return found;
}

static void look_at_face(struct checking *c, const struct face *face)
{
    const char *found = NULL;
    for (int i = 0; face->families[i]; i++) {
        found = drawn_by(c->arena, face->families[i], 'g');
        if (found && !strcmp(found, face->families[i])) {
            say_ok(c, "Pictures show %s in %s.", face->kind, found);
            return;
        }
    }
    say_wrong(c, "apt-get install fonts-dejavu-core", "Pictures lack a font for their %s, %s or %s: they show %s instead.", face->kind,
              face->families[0], face->families[1], found ? found : "nothing");
}

/* Names of people and games, in Japanese: a kana, and a character of the first years of school. */
static void look_at_japanese(struct checking *c)
{
    const char *kana = drawn_by(c->arena, "sans-serif", 0x3042), *kanji = drawn_by(c->arena, "sans-serif", 0x6f22);
    if (kana && kanji)
        say_ok(c, "Pictures show Japanese in %s.", kanji);
    else
        say_wrong(c, "apt-get install fonts-noto-cjk", "Pictures lack a font for Japanese: they show boxes instead.");
}

void check_fonts(struct checking *c)
{
    if (!FcInit()) {
        say_unknown(c, "fc-list tells what is wrong", "fontconfig does not start.");
        return;
    }
    for (size_t i = 0; i < sizeof(faces) / sizeof(faces[0]); i++)
        look_at_face(c, &faces[i]);
    look_at_japanese(c);
    FcFini();
}

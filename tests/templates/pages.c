/* Every page with its fixture, in every language: TAP; names the model lacks are failures.
 *
 *     pages [FOLDER]
 *
 * A fixture tests/templates/<name>.json is the model of templates/<name>.html; what follows a "-" in its name only tells
 * fixtures of one template apart. A text "@board-watch" under a key that ends "_html" stands for that fixture of the
 * game's folder, rendered. What a reader of the English page must find, and must not, stands under "@says" and "@never": lists
 * of words as they are read, without tags and with single blanks. With FOLDER the pages are written there, as <lang>/<name>.html, for a validator or to look at.
 */
#include "config.h"

#include "cgi/base/arena.h"
#include "cgi/base/jsonx.h"
#include "cgi/words/text.h"
#include "cgi/tpl/tpl.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cgi/base/banned.h"

enum { NAMES_MAX = 100 };

struct run {
    struct arena *arena;
    const char *top;    /* of the source tree */
    const char *out;    /* NULL: nothing is written */
    const char *lang;
    struct tpl_set *set;
    int n, failed;
};

static const char *game = "carrara"; /* whose pictures stand for "@board" */
static const char *const games[] = {"carrara", "genoa", "gondoliere", "venedig", "vernissage"};

static void result(struct run *run, bool ok, const char *name, const char *why)
{
    run->n++;
    run->failed += !ok;
    printf("%s %d - %s: %s renders from its model\n", ok ? "ok" : "not ok", run->n, run->lang, name);
    if (!ok)
        printf("# %s\n", why);
}

static struct json_object *fixture(struct run *run, const char *name)
{
    const char *path = arena_printf(run->arena, "%s/tests/templates/%s.json", run->top, name);
    struct json_object *model = json_object_from_file(path);
    return model ? arena_json(run->arena, model) : NULL;
}

/* "carrara/board-watch" is a model of "carrara/board.html". */
static const char *template_of(struct run *run, const char *name)
{
    const char *slash = strrchr(name, '/'), *dash = strchr(slash ? slash : name, '-');
    size_t length = dash ? (size_t)(dash - name) : strlen(name);
    return arena_printf(run->arena, "%.*s.html", (int)length, name);
}

static const char *render(struct run *run, const char *name, struct json_object *model, struct sb *missing)
{
    struct sb out;
    sb_init(&out, run->arena);
    return tpl_render(run->set, template_of(run, name), model, &out, missing) ? out.text : NULL;
}

/* Puts pictures in the place of "@board". */
static void fill_pictures(struct run *run, struct json_object *object)
{
    json_object_object_foreach(object, key, value) {
        size_t length = strlen(key);
        const char *text = json_object_get_string(value);
        if (json_object_is_type(value, json_type_object))
            fill_pictures(run, value);
        if (length < 5 || strcmp(key + length - 5, "_html") != 0 || !text || text[0] != '@')
            continue;
        const char *name = arena_printf(run->arena, "%s/%s", game, text + 1);
        const char *picture = render(run, name, fixture(run, name), NULL);
        json_object_set_string(value, picture ? picture : "");
    }
}

static bool write_page(struct run *run, const char *name, const char *html)
{
    char *path = arena_printf(run->arena, "%s/%s/%s.html", run->out, run->lang, name);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(html, file) >= 0;
    if (file && fclose(file) != 0)
        ok = false;
    return ok;
}

/* The words of a page, as they are read one after the other. */
static const char *words_of(struct run *run, const char *html)
{
    struct sb words;
    bool tag = false;
    sb_init(&words, run->arena);
    for (const char *c = html; *c; c++) {
        bool blank = tag || *c == '<' || *c == ' ' || *c == '\n';
        tag = tag ? *c != '>' : *c == '<';
        if (!blank)
            sb_add_char(&words, *c);
        else if (words.length && words.text[words.length - 1] != ' ')
            sb_add_char(&words, ' ');
    }
    return words.text;
}

/* What the fixture demands of the words; NULL: nothing is wrong. */
static const char *wrong_words(struct run *run, struct json_object *model, const char *html)
{
    const char *words = strcmp(run->lang, "en") == 0 ? words_of(run, html) : NULL;
    static const char *const demands[] = {"@never", "@says"};
    for (size_t says = 0; words && says < 2; says++) {
        struct json_object *list = jget(model, demands[says]);
        for (size_t i = 0; list && i < json_object_array_length(list); i++) {
            const char *text = json_object_get_string(json_object_array_get_idx(list, i));
            if ((strstr(words, text) != NULL) != (says == 1))
                return arena_printf(run->arena, "%s \"%s\": %s", demands[says], text, words);
        }
    }
    return NULL;
}

static void try_fixture(struct run *run, const char *name)
{
    struct json_object *model = fixture(run, name), *house = jget(model, "house");
    struct sb missing;
    sb_init(&missing, run->arena);
    if (house)
        jset(house, "lang", jstr(run->lang));
    if (model)
        fill_pictures(run, model);
    const char *html = model ? render(run, name, model, &missing) : NULL;
    bool written = html && run->out ? write_page(run, name, html) : true;
    const char *wrong = html ? wrong_words(run, model, html) : NULL;
    result(run, html && written && missing.length == 0 && !wrong, name,
           !model ? "is not JSON" : !html ? "has no template" : !written ? "cannot be written" : wrong ? wrong : missing.text);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of the files of a folder that have this ending, without it, in order. */
static int list(struct run *run, const char *folder, const char *ending, const char *names[NAMES_MAX])
{
    DIR *dir = opendir(arena_printf(run->arena, "%s/%s", run->top, folder));
    int n = 0;
    for (struct dirent *entry; dir && n < NAMES_MAX && (entry = readdir(dir)) != NULL;) {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        if (length > tail && !strcmp(entry->d_name + length - tail, ending))
            names[n++] = arena_strndup(run->arena, entry->d_name, length - tail);
    }
    if (dir)
        closedir(dir);
    qsort(names, (size_t)n, sizeof(names[0]), by_name);
    return n;
}

static void try_folder(struct run *run, const char *folder)
{
    const char *names[NAMES_MAX];
    int n = list(run, arena_printf(run->arena, "tests/templates/%s", folder), ".json", names);
    for (int i = 0; i < n; i++)
        try_fixture(run, arena_printf(run->arena, "%s%s", folder, names[i]));
}

static bool try_language(struct run *run, const char *lang)
{
    char why[300] = "";
    run->lang = lang;
    struct catalogue *cat = text_load(arena_printf(run->arena, "%s/po", run->top), lang, why, sizeof(why));
    run->set = cat ? tpl_load(arena_printf(run->arena, "%s/templates", run->top), cat, why, sizeof(why)) : NULL;
    if (!run->set) {
        printf("Bail out! %s\n", why);
        text_free(cat);
        return false;
    }
    try_folder(run, "");
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
        try_folder(run, arena_printf(run->arena, "%s/", games[i]));
    tpl_free(run->set);
    text_free(cat);
    return true;
}

int main(int argc, char **argv)
{
    const char *top = getenv("top_srcdir");
    struct run run = {.arena = arena_new(), .top = top ? top : ".", .out = argc > 1 ? argv[1] : NULL};
    const char *langs[NAMES_MAX];
    int n = list(&run, "po", ".po", langs);
    bool ok = try_language(&run, "en");
    for (int i = 0; ok && i < n; i++)
        ok = try_language(&run, langs[i]);
    printf("1..%d\n", run.n);
    arena_free(run.arena);
    return ok && run.failed == 0 ? 0 : 1;
}

/* Parts of pages whose words depend on the model: TAP.
 *
 * A fixture tests/templates/<game>/<name>.json is a model of templates/<game>/<name>.html; what follows a "-" in its name only tells
 * fixtures of one template apart. What a reader of the English page must find, and must not, stands under "@says" and "@never": lists
 * of words as they are read, without tags and with single blanks. Names that the model lacks are failures. Whole pages are looked
 * at as the service makes them: tests/templates/test_positions, tests/web.
 */
#include "config.h"

#include "cgi/base/arena.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "cgi/words/text.h"
#include "cgi/tpl/tpl.h"
#include "rules/engine/registry.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

enum { NAMES_MAX = 100 };

struct run {
    struct arena *arena;
    const char *top;    /* of the source tree */
    const char *lang;
    struct tpl_set *set;
    int n, failed;
};

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
    const struct value *values = value_of_json(run->arena, model, NULL, NULL);
    struct sb out;
    sb_init(&out, run->arena);
    return tpl_render(run->set, template_of(run, name), values, &out, missing) ? out.text : NULL;
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
    struct json_object *model = fixture(run, name);
    struct sb missing;
    sb_init(&missing, run->arena);
    const char *html = model ? render(run, name, model, &missing) : NULL;
    const char *wrong = html ? wrong_words(run, model, html) : NULL;
    result(run, html && missing.length == 0 && !wrong, name,
           !model ? "is not JSON" : !html ? "has no template" : wrong ? wrong : missing.text);
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
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        try_folder(run, arena_printf(run->arena, "%s/", (*rules)->id));
    tpl_free(run->set);
    text_free(cat);
    return true;
}

int main(void)
{
    const char *top = getenv("top_srcdir");
    struct run run = {.arena = arena_new(), .top = top ? top : "."};
    const char *langs[NAMES_MAX];
    int n = list(&run, "po", ".po", langs);
    bool ok = try_language(&run, "en");
    for (int i = 0; ok && i < n; i++)
        ok = try_language(&run, langs[i]);
    printf("1..%d\n", run.n);
    arena_free(run.arena);
    return ok && run.failed == 0 ? 0 : 1;
}

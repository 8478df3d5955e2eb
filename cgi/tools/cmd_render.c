/* ridotto render: fills one template, for trying templates and for the specification's tests. */
#include "config.h"

#include "cgi/tools/commands.h"

#include <stdio.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"
#include "cgi/base/values.h"
#include "cgi/tpl/tpl.h"

#include "cgi/base/banned.h"

enum { INPUT_MAX = 16 * 1024 * 1024, MAIN = 0 };
enum { FAILED = 1, WRONG };      /* exit status; WRONG: what it was given */

static int print_help(FILE *out, int status)
{
    fputs("usage: ridotto render < INPUT\n\n"
          "Reads {\"template\": TEXT, \"data\": ANYTHING, \"partials\": {NAME: TEXT, ...}} as JSON and prints the\n"
          "template filled from the data. \"data\" and \"partials\" may be left out.\n\n"
          "  --help   print this\n\n"
          "Exit status: 0; 1 with a reason when the text cannot be written or does not end, 2 when the input or the\n"
          "template is wrong.\n", out);
    return status;
}

static int complain(int status, const char *what)
{
    fprintf(stderr, "ridotto render: %s\n", what);
    return status;
}

static struct json_object *read_input(struct arena *arena)
{
    struct sb text;
    char piece[8192];
    sb_init(&text, arena);
    for (size_t n; text.length < INPUT_MAX && (n = fread(piece, 1, sizeof(piece), stdin)) > 0;)
        sb_add_bytes(&text, piece, n);
    struct json_object *input = jparse(text.text, text.length);
    return input ? arena_json(arena, input) : NULL;
}

/* The template itself, under a name that no partial can have, then the partials; NULL when one is no text. */
static struct tpl_set *compile(struct arena *arena, struct json_object *input, char *why, size_t room)
{
    struct json_object *partials = jget(input, "partials");
    int n = 1;
    if (json_object_is_type(partials, json_type_object))
        n += json_object_object_length(partials);
    const char **names = arena_array(arena, (size_t)n, sizeof(*names));
    const char **texts = arena_array(arena, (size_t)n, sizeof(*texts));
    names[MAIN] = "the template";
    texts[MAIN] = jget_str(input, "template");
    int i = 1;
    if (n > 1) {
        json_object_object_foreach(partials, name, text) {
            names[i] = name;
            texts[i++] = json_object_is_type(text, json_type_string) ? json_object_get_string(text) : NULL;
        }
    }
    for (i = 0; i < n; i++)
        if (!texts[i]) {
            snprintf(why, room, "%s is missing or no text", i == MAIN ? names[MAIN] : "a partial");
            return NULL;
        }
    return tpl_load_texts(names, texts, n, NULL, why, room);
}

static enum key key_for(void *set, const char *name)
{
    return tpl_key(set, name);
}

static int render(struct arena *arena)
{
    char why[400];
    struct sb out;
    struct json_object *input = read_input(arena);
    if (!json_object_is_type(input, json_type_object))
        return complain(WRONG, "the input is not a JSON object");
    if (jget(input, "partials") && !json_object_is_type(jget(input, "partials"), json_type_object))
        return complain(WRONG, "partials: not a JSON object");
    struct tpl_set *set = compile(arena, input, why, sizeof(why));
    if (!set)
        return complain(WRONG, why);
    sb_init(&out, arena);
    const struct value *data = value_of_json(arena, jget(input, "data"), key_for, set);
    bool good = tpl_render(set, "the template", data, &out, NULL);
    fwrite(out.text, 1, out.length, stdout);
    tpl_free(set);
    if (fflush(stdout) != 0)
        return complain(FAILED, "the text cannot be written");
    return good ? 0 : complain(FAILED, "the template does not come to an end");
}

int cmd_render(int argc, char **argv)
{
    if (argc > 1)
        return !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ? print_help(stdout, 0) : print_help(stderr, WRONG);
    struct arena *arena = arena_new();
    int status = render(arena);
    arena_free(arena);
    return status;
}

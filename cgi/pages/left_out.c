/* What a link asks for that is not known here: left out, and named in one sentence. */
#include "config.h"

#include <string.h>

#include "cgi/pages/tables.h"

#include "cgi/base/banned.h"

enum { SHOWN_MOST = 40 };

/* As much of @text as a line has room for; cut between two characters. */
static const char *shortened(struct arena *arena, const char *text)
{
    const char *end = text;
    for (int n = 0; *end; end++)
        if (((unsigned char)*end & 0xC0) != 0x80 && n++ == SHOWN_MOST)
            return arena_printf(arena, "%.*s…", (int)(end - text), text);
    return text;
}

void left_out_add(struct left_out *out, const char *value)
{
    for (int i = 0; i < out->n; i++)
        if (!strcmp(out->value[i], value))
            return;
    if (out->n < LEFT_OUT_MOST)
        out->value[out->n++] = value;
}

const char *left_out_field(const struct req *rq, const char *name)
{
    const char *text = req_field(&rq->query, name);
    return text && *text ? text : NULL;
}

bool left_out_number(const struct req *rq, const char *name, int64_t lo, int64_t hi, int64_t *number, struct left_out *out)
{
    const char *text = left_out_field(rq, name);
    int64_t read;
    bool fits = text && parse_number(text, lo, hi, &read);
    if (fits)
        *number = read;
    else if (text)
        left_out_add(out, text);
    return fits;
}

struct value *left_out_model(const struct req *rq, const struct left_out *out)
{
    if (!out->n)
        return NULL;
    struct value *model = new_object(rq->arena), *list = new_list(rq->arena);
    const struct text_value place = {"what", "\1", 0};
    const char *sentence = req_fill(rq, N_("Not known here, so left out: {what}."), &place, 1), *at = strchr(sentence, '\1');
    put_text(model, K_before, at ? arena_strndup(rq->arena, sentence, (size_t)(at - sentence)) : sentence);
    put_text(model, K_after, at ? at + 1 : "");
    for (int i = 0; i < out->n; i++) {
        const struct text_value what = {"what", shortened(rq->arena, out->value[i]), 0};
        struct value *value = put_text(new_object(rq->arena), K_text, req_fill(rq, N_("“{what}”"), &what, 1));
        add(list, put_text(value, K_comma, i ? req_words(rq, N_(", ")) : ""));
    }
    return put(model, K_values, list);
}

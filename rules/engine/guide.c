#include "config.h"

#include "rules/guide.h"

#include <string.h>

#include "rules/engine/fault.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"

enum { WORD_MAX = 128 };

/* ---- lines ---- */

int guide_lines(const struct guide *guide)
{
    int n = 0;
    while (guide->lines[n].move)
        n++;
    return n;
}

const struct guide_line *guide_line(const struct guide *guide, int n)
{
    return n >= 0 && n < guide_lines(guide) ? &guide->lines[n] : NULL;
}

int guide_step(const struct guide *guide, int n)
{
    int steps = 0;
    for (int i = 0; i < n && guide->lines[i].move; i++)
        steps += guide->lines[i].says != NULL;
    return steps;
}

void guide_secret(const struct guide *guide, uint8_t secret[32])
{
    size_t n = strlen(guide->secret);
    memset(secret, 0, 32);
    memcpy(secret, guide->secret, n < 32 ? n : 32);
}

/* ---- words of a text, between spaces ---- */

/* The next word of *at into @word; false at the end, or when it is too long. */
static bool next_word(const char **at, char word[WORD_MAX])
{
    while (**at == ' ')
        (*at)++;
    size_t n = strcspn(*at, " ");
    if (n == 0 || n >= WORD_MAX)
        return false;
    memcpy(word, *at, n);
    word[n] = '\0';
    *at += n;
    return true;
}

static bool has_word(const char *text, const char *word)
{
    char each[WORD_MAX];
    while (next_word(&text, each))
        if (!strcmp(each, word))
            return true;
    return false;
}

static bool is_pattern(const struct guide_line *line)
{
    size_t n = strlen(line->move);
    return n > 0 && line->move[n - 1] == '*';
}

bool guide_move(const struct rules *rules, const struct guide_line *line, struct move *move)
{
    struct fault fault;
    return !is_pattern(line) && move_from_text(rules->verbs, line->move, move, &fault);
}

bool guide_fits(const struct rules *rules, const struct guide_line *line, const struct move *move)
{
    char text[MOVE_TEXT], word[WORD_MAX];
    struct move asked;
    if (!is_pattern(line))
        return guide_move(rules, line, &asked) && move_equal(&asked, move);
    move_to_text(rules->verbs, move, text);
    for (const char *at = line->move; next_word(&at, word);)
        if (strcmp(word, "*") != 0 && !has_word(text, word))
            return false;
    return true;
}

bool guide_stands(const struct rules *rules, const void *state, const struct guide_line *line, struct move_list *list)
{
    struct move move;
    if (!(rules->awaits(state) & SEAT_BIT(line->seat)) || !guide_holds(rules, state, line->holds))
        return false;
    if (!is_pattern(line))
        return guide_move(rules, line, &move) && rules->check(state, line->seat, &move, NULL) == RULE_OK;
    move_list_clear(list);
    rules->moves(state, line->seat, list);
    for (int i = 0; i < list->n; i++) {
        move_copy(&move, move_at(list, i));
        if (guide_fits(rules, line, &move))
            return true;
    }
    return false;
}

/* ---- what must hold ---- */

static bool to_number(const char *text, int *number)
{
    const bool minus = *text == '-';
    *number = 0;
    text += minus;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || *number > 99999)
            return false;
        *number = 10 * *number + *text - '0';
    }
    *number = minus ? -*number : *number;
    return true;
}

/* A number or a name as the number that is stored for it. */
static bool index_of(const struct name *names, int n, const char *text, int *number)
{
    for (int i = 0; names && i < n; i++)
        if (!strcmp(names[i].id, text)) {
            *number = i;
            return true;
        }
    return to_number(text, number);
}

static int load_number(const struct member *m, const void *at)
{
    uint8_t one = 0;
    uint16_t two = 0;
    uint32_t four = 0;
    switch (m->width) {
    case 1: memcpy(&one, at, 1); return m->is_signed ? (int8_t)one : one;
    case 2: memcpy(&two, at, 2); return m->is_signed ? (int16_t)two : two;
    default: memcpy(&four, at, 4); return (int)four;
    }
}

/* The index within brackets at *path, which is moved on; false: there is none, or no such row. */
static bool next_index(const char **path, const struct member *m, int rows, int *index)
{
    char word[WORD_MAX];
    size_t n = **path == '[' ? strcspn(*path, "]") : 0;
    if (n < 2 || n >= WORD_MAX || (*path)[n] != ']')
        return false;
    memcpy(word, *path + 1, n - 1);
    word[n - 1] = '\0';
    *path += n + 1;
    return index_of(m->keys, m->keys ? rows : 0, word, index) && *index >= 0 && *index < rows;
}

/* The member of @table whose name @path begins with, which is moved on. */
static const struct member *next_member(const struct member *table, const char **path)
{
    size_t n = strcspn(*path, ".[");
    for (const struct member *m = table; m && m->name; m++)
        if (strlen(m->name) == n && !memcmp(m->name, *path, n)) {
            *path += n;
            return m;
        }
    return NULL;
}

/* Where @path leads; NULL: nowhere. */
static const struct member *follow(const struct member *table, const char *path, const uint8_t **at)
{
    for (;;) {
        const struct member *m = next_member(table, &path);
        int row = 0, col = 0;
        if (!m || (m->rows && !next_index(&path, m, m->rows, &row)) || (m->cols && !next_index(&path, m, m->cols, &col)))
            return NULL;
        *at += m->offset + m->size * ((size_t)row * (m->cols ? m->cols : 1) + (size_t)col);
        if (m->kind != MEMBER_STRUCT)
            return *path ? NULL : m;
        if (*path++ != '.')
            return NULL;
        table = m->members;
    }
}

static bool one_holds(const struct rules *rules, const void *state, char *word)
{
    char *equals = strchr(word, '=');
    const uint8_t *at = state;
    int wanted;
    if (!equals)
        return false;
    *equals = '\0';
    const struct member *m = follow(rules->members, word, &at);
    return m && index_of(m->names, m->n_names, equals + 1, &wanted) && load_number(m, at) == wanted;
}

bool guide_holds(const struct rules *rules, const void *state, const char *holds)
{
    char word[WORD_MAX];
    for (const char *at = holds ? holds : ""; next_word(&at, word);)
        if (!one_holds(rules, state, word))
            return false;
    return true;
}

#include "config.h"

#include "tests/fuzz/fuzz.h"

#include <sodium.h>
#include <string.h>

#include "rules/engine/registry.h"

/* The library that reads catalogues loses the word that tells two senses of a sentence apart, once for each that it reads. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libgettextpo";
}

static const struct target *target;
const struct rules *of_game;

static const char *folder; /* of the seeds */
static FILE *dictionary;
static int n_seeds;

/* libFuzzer's two entries. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void say_why_not(const char *why, const char *what)
{
    fprintf(stderr, "fuzz: %s: %s\n", why, what);
    exit(2);
}

const char *of_top(const char *path)
{
    static char whole[1024];
    const char *top = getenv("RIDOTTO_TOP");
    snprintf(whole, sizeof(whole), "%s/%s", top ? top : ".", path);
    return whole;
}

char *chars_of(const char *bytes, size_t n)
{
    char *text = malloc(n + 1);
    if (!text)
        abort();
    if (n)
        memcpy(text, bytes, n);
    text[n] = '\0';
    return text;
}

static const struct target *find(const struct target *targets, const char *name)
{
    for (; targets->name; targets++)
        if (!strcmp(targets->name, name))
            return targets;
    return NULL;
}

/* "form", or "carrara-moves" */
static void choose(const char *name)
{
    char id[64];
    const char *dash = strchr(name, '-');
    target = find(service_targets, name);
    if (!target && dash) {
        snprintf(id, sizeof(id), "%.*s", (int)(dash - name), name);
        of_game = rules_find(id);
        target = of_game ? find(game_targets, dash + 1) : NULL;
    }
    if (!target)
        say_why_not("there is no such target", name);
    if (target->begin)
        target->begin();
}

static void list(void)
{
    for (const struct target *t = service_targets; t->name; t++)
        puts(t->name);
    for (const struct target *t = game_targets; t->name; t++)
        for (const struct rules *const *rules = rules_all(); *rules; rules++)
            printf("%s-%s\n", (*rules)->id, t->name);
}

void seed_write(const char *bytes, size_t n)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/seed-%05d", folder, n_seeds++);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, n, out) != n || fclose(out) != 0)
        say_why_not("cannot be written", path);
}

void seed_file(const char *path)
{
    static char bytes[256 * 1024];
    FILE *in = fopen(of_top(path), "rb");
    if (!in)
        say_why_not("cannot be read", path);
    seed_write(bytes, fread(bytes, 1, sizeof(bytes), in));
    fclose(in);
}

void word_write(const char *word)
{
    fputc('"', dictionary);
    for (; *word; word++)
        fprintf(dictionary, "\\x%02x", (uint8_t)*word);
    fputs("\"\n", dictionary);
}

/* Seeds go into @to, a dictionary beside it. */
static void write_seeds(const char *to)
{
    char path[1024];
    folder = to;
    snprintf(path, sizeof(path), "%s.dict", to);
    dictionary = fopen(path, "w");
    if (!dictionary)
        say_why_not("cannot be written", path);
    for (int i = 0; target->seeds && target->seeds[i]; i++)
        seed_write(target->seeds[i], strlen(target->seeds[i]));
    for (int i = 0; target->words && target->words[i]; i++)
        word_write(target->words[i]);
    if (target->write_seeds)
        target->write_seeds();
    if (target->write_words)
        target->write_words();
    fclose(dictionary);
}

/* FUZZ=form fuzz ...: libFuzzer. FUZZ=form fuzz seeds FOLDER: lays them down. fuzz list: all targets. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ");
    if (*argc == 2 && !strcmp((*argv)[1], "list")) {
        list();
        exit(0);
    }
    if (!name || sodium_init() < 0)
        say_why_not("which target?", "FUZZ is not set");
    choose(name);
    if (*argc == 3 && !strcmp((*argv)[1], "seeds")) {
        write_seeds((*argv)[2]);
        exit(0);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    target->run((const char *)data, size);
    return 0;
}

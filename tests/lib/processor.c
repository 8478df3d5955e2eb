#include "config.h"

#include "tests/lib/processor.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* proc(5), counted from the word after the name in brackets, which may hold anything. */
struct stat_words {
    long parent;
    double own, ended;
};

static int read_stat(const char *pid, struct stat_words *words)
{
    char path[300], line[1024];
    unsigned long user, system;
    long ended_user, ended_system;
    snprintf(path, sizeof(path), "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    size_t n = fread(line, 1, sizeof(line) - 1, file);
    fclose(file);
    line[n] = '\0';
    const char *at = strrchr(line, ')');
    if (!at || sscanf(at + 1, " %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &words->parent, &user, &system,
                      &ended_user, &ended_system) != 5)
        return 0;
    words->own = (double)user + (double)system;
    words->ended = (double)ended_user + (double)ended_system;
    return 1;
}

double processor_ms(long pid)
{
    double ticks = 0;
    DIR *dir = pid ? opendir("/proc") : NULL;
    struct stat_words words;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (!isdigit((unsigned char)entry->d_name[0]) || !read_stat(entry->d_name, &words))
            continue;
        if (strtol(entry->d_name, NULL, 10) == pid)
            ticks += words.own + words.ended;
        else if (words.parent == pid)
            ticks += words.own;
    }
    if (dir)
        closedir(dir);
    return ticks * 1e3 / (double)sysconf(_SC_CLK_TCK);
}

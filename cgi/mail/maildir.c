#include "config.h"

#include "cgi/mail/maildir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cgi/base/banned.h"

enum { NAME_BYTES = 80, PATH_BYTES = 1024 };

static bool reason(char *why, size_t room, const char *doing, const char *path)
{
    char text[96];
    snprintf(why, room, "cannot %s %s: %s", doing, path, strerror_r(errno, text, sizeof(text)));
    return false;
}

/* The folder and those above it that are missing. */
static bool make_folders(const char *path, char *why, size_t room)
{
    char part[PATH_BYTES];
    size_t length = strlen(path);
    if (!length || length >= sizeof(part)) {
        errno = ENAMETOOLONG;
        return reason(why, room, "make", path);
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) && errno != EEXIST)
            return reason(why, room, "make", part);
    }
    return true;
}

static int open_part(const char *dir, const char *part, char *why, size_t room)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "%s/%s", dir, part);
    if (why && !make_folders(path, why, room))
        return -1;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && why)
        reason(why, room, "open", path);
    return fd;
}

/* Seconds first, so that names sort by age; then what makes a name unique among threads, processes and restarts. */
static void fresh_name(char name[NAME_BYTES])
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, NAME_BYTES, "%010lld.M%06ldP%ldR%08x.ridotto", (long long)now.tv_sec, now.tv_nsec / 1000,
             (long)getpid(), randombytes_random());
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

static bool write_lines(int fd, const char *message, size_t length)
{
    char *lines = malloc(length + 1);
    size_t n = 0;
    if (!lines)
        return false;
    for (size_t i = 0; i < length; i++)
        if (message[i] != '\r' || i + 1 == length || message[i + 1] != '\n')
            lines[n++] = message[i];
    bool ok = write_all(fd, lines, n) && !fsync(fd);
    free(lines);
    return ok;
}

static bool put_file(int tmp, int new, const char *name, const char *message, size_t length)
{
    int fd = openat(tmp, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    bool ok = write_lines(fd, message, length);
    int error = errno;
    close(fd);
    errno = error;
    ok = ok && !renameat(tmp, name, new, name) && !fsync(new);
    if (!ok) {
        error = errno;
        unlinkat(tmp, name, 0);
        errno = error;
    }
    return ok;
}

bool maildir_put(const char *dir, const char *message, size_t length, char *why, size_t room)
{
    bool ok = false;
    char name[NAME_BYTES];
    fresh_name(name);
    int cur = open_part(dir, "cur", why, room);
    int tmp = cur < 0 ? -1 : open_part(dir, "tmp", why, room);
    int new = tmp < 0 ? -1 : open_part(dir, "new", why, room);
    if (new >= 0) {
        ok = put_file(tmp, new, name, message, length) || reason(why, room, "write to", dir);
        close(new);
    }
    if (tmp >= 0)
        close(tmp);
    if (cur >= 0)
        close(cur);
    return ok;
}

static bool name_ok(const char *name)
{
    return *name && *name != '.' && strlen(name) < 256 &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;=+_-")] == '\0';
}

/* Keeps the @most newest of all names offered: names begin with the time. */
static void offer(const char **names, int *n, int most, struct arena *arena, const char *name)
{
    int at = *n;
    while (at > 0 && strcmp(names[at - 1], name) < 0)
        at--;
    if (at == most)
        return;
    int last = *n < most ? (*n)++ : most - 1;
    memmove(names + at + 1, names + at, (size_t)(last - at) * sizeof(*names));
    names[at] = arena_strdup(arena, name);
}

static void list_part(const char *dir, const char *part, const char **names, int *n, int most, struct arena *arena)
{
    int fd = open_part(dir, part, NULL, 0);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));)
        if (name_ok(entry->d_name))
            offer(names, n, most, arena, entry->d_name);
    closedir(folder);
}

void maildir_list(const char *dir, struct arena *arena, int most, const char ***names, int *n)
{
    *names = arena_array(arena, (size_t)most, sizeof(**names));
    *n = 0;
    list_part(dir, "new", *names, n, most, arena);
    list_part(dir, "cur", *names, n, most, arena);
}

static const char *read_fd(int fd, struct arena *arena, size_t *length)
{
    struct stat about;
    if (fstat(fd, &about) || !S_ISREG(about.st_mode) || about.st_size > MAILDIR_MESSAGE_MAX)
        return NULL;
    char *text = arena_alloc(arena, (size_t)about.st_size + 1);
    *length = 0;
    for (ssize_t got; *length < (size_t)about.st_size; *length += (size_t)got) {
        got = read(fd, text + *length, (size_t)about.st_size - *length);
        if (got < 0 && errno == EINTR)
            got = 0;
        else if (got <= 0)
            return NULL;
    }
    return text;
}

const char *maildir_read(const char *dir, struct arena *arena, const char *name, size_t *length)
{
    static const char *const parts[] = {"new", "cur"};
    const char *text = NULL;
    for (size_t i = 0; i < 2 && !text && name_ok(name); i++) {
        int part = open_part(dir, parts[i], NULL, 0);
        int fd = part < 0 ? -1 : openat(part, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0) {
            text = read_fd(fd, arena, length);
            close(fd);
        }
        if (part >= 0)
            close(part);
    }
    return text;
}

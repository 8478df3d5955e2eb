/* A disk that is full while the file exists that NOSPACE names: what is there can be written anew, no file grows. To be loaded before
 * PostgreSQL (LD_PRELOAD). For glibc. */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* Would @n bytes at @offset (-1: where the file stands) make the file @fd longer, and is there no room? */
static bool is_full(int fd, off_t offset, size_t n)
{
    const char *flag = getenv("NOSPACE");
    struct stat file;
    if (!flag || access(flag, F_OK) != 0 || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode))
        return false;
    off_t at = offset >= 0 ? offset : lseek(fd, 0, SEEK_CUR);
    if (at + (off_t)n <= file.st_size)
        return false;
    errno = ENOSPC;
    return true;
}

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    static ssize_t (*real)(int, const void *, size_t);
    real = real ? real : (ssize_t (*)(int, const void *, size_t))next("write");
    return is_full(fd, -1, n) ? -1 : real(fd, bytes, n);
}

static ssize_t write_at(const char *name, int fd, const void *bytes, size_t n, off_t offset)
{
    ssize_t (*real)(int, const void *, size_t, off_t) = (ssize_t (*)(int, const void *, size_t, off_t))next(name);
    return is_full(fd, offset, n) ? -1 : real(fd, bytes, n, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
    return write_at("pwrite", fd, bytes, n, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t offset)
{
    return write_at("pwrite64", fd, bytes, n, offset);
}

static ssize_t writev_at(const char *name, int fd, const struct iovec *parts, int n, off_t offset)
{
    ssize_t (*real)(int, const struct iovec *, int, off_t) = (ssize_t (*)(int, const struct iovec *, int, off_t))next(name);
    size_t all = 0;
    for (int i = 0; i < n; i++)
        all += parts[i].iov_len;
    return is_full(fd, offset, all) ? -1 : real(fd, parts, n, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t offset)
{
    return writev_at("pwritev", fd, parts, n, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int n, off_t offset)
{
    return writev_at("pwritev64", fd, parts, n, offset);
}

int posix_fallocate(int fd, off_t offset, off_t n)
{
    static int (*real)(int, off_t, off_t);
    real = real ? real : (int (*)(int, off_t, off_t))next("posix_fallocate");
    return is_full(fd, offset, (size_t)n) ? ENOSPC : real(fd, offset, n);
}

/* Makes one call of a kind fail, the one that is asked for; to be loaded before the program (LD_PRELOAD). For glibc.
 *
 * TORTURE_CONTROL names a file of sizeof(struct control) bytes, which is mapped: whoever has it mapped, too, says what fails next. All
 * threads count together. With TORTURE_FROM_DATABASE set, a program's calls count from its first connection to the database on: what it
 * does to start is not of interest then. With TORTURE_TRACE set, standard error is told where the call came from.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind {
    ALLOCATION = 1, /* malloc and its kin, and mapping memory: there is none */
    CALL,           /* libpq's functions that send, wait and connect: they say that it did not work */
    QUERY,          /* the server does not know the statement, and the transaction is lost */
    SEND,           /* to sockets and files: the other end is gone, the disk is full */
    RECEIVE,        /* from sockets and files: the other end is gone, the disk is broken */
    OWN             /* the allocations that the program itself asks for, and no library */
};

struct control {
    uint64_t kind;  /* 0: nothing is counted */
    uint64_t at;    /* the call that fails, from 1; 0: none, they are counted only */
    uint64_t calls; /* of this kind since it was set to 0 */
    uint64_t failed;
};

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t boundary, size_t size);

static struct control none;
static struct control *control = &none;
static bool traced;
static bool waits; /* for the first connection */

static uintptr_t program, program_end; /* where its code lies */

static int find_program(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size, (void)user;
    program = program_end = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && info->dlpi_addr + part->p_vaddr + part->p_memsz > program_end)
            program_end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
    }
    return 1; /* it is the first */
}

__attribute__((constructor)) static void map_file(void)
{
    const char *path = getenv("TORTURE_CONTROL");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *frames[2];
    backtrace(frames, 2); /* what it loads, it loads now */
    dl_iterate_phdr(find_program, NULL);
    traced = getenv("TORTURE_TRACE") != NULL;
    waits = getenv("TORTURE_FROM_DATABASE") != NULL;
    if (file < 0)
        return;
    void *mapped = (void *)syscall(SYS_mmap, NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        control = mapped;
}

static void trace(void)
{
    void *frames[24];
    int n = backtrace(frames, 24);
    if (traced)
        backtrace_symbols_fd(frames + 2, n - 2, STDERR_FILENO);
    if (traced)
        syscall(SYS_write, STDERR_FILENO, "--\n", 3);
}

/* Is this the call that fails? */
static bool fails(enum kind kind)
{
    if (waits || __atomic_load_n(&control->kind, __ATOMIC_ACQUIRE) != kind)
        return false;
    uint64_t n = __atomic_add_fetch(&control->calls, 1, __ATOMIC_RELAXED);
    if (n != __atomic_load_n(&control->at, __ATOMIC_RELAXED))
        return false;
    __atomic_store_n(&control->failed, 1, __ATOMIC_RELEASE);
    trace();
    return true;
}

/* ---- memory ---- */

static bool no_memory(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    bool is = fails(ALLOCATION) || (at >= program && at < program_end && fails(OWN));
    if (is)
        errno = ENOMEM;
    return is;
}

void *malloc(size_t size)
{
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t boundary, size_t size)
{
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_memalign(boundary, size);
}

int posix_memalign(void **out, size_t boundary, size_t size)
{
    void *found = no_memory(__builtin_return_address(0)) ? NULL : __libc_memalign(boundary, size);
    if (!found)
        return ENOMEM;
    *out = found;
    return 0;
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset)
{
    if (flags & MAP_ANONYMOUS && no_memory(__builtin_return_address(0)))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, length, protection, flags, file, offset);
}

/* ---- the database ---- */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int PQsendQueryPrepared(PGconn *conn, const char *name, int n, const char *const *values, const int *lengths, const int *formats, int format)
{
    if (fails(CALL))
        return 0;
    return NEXT(PQsendQueryPrepared)(conn, fails(QUERY) ? "torture" : name, n, values, lengths, formats, format);
}

int PQsendQueryParams(PGconn *conn, const char *text, int n, const Oid *types, const char *const *values, const int *lengths,
                      const int *formats, int format)
{
    if (fails(CALL))
        return 0;
    return NEXT(PQsendQueryParams)(conn, fails(QUERY) ? "torture" : text, n, types, values, lengths, formats, format);
}

int PQsendPrepare(PGconn *conn, const char *name, const char *text, int n, const Oid *types)
{
    if (fails(CALL))
        return 0;
    return NEXT(PQsendPrepare)(conn, name, fails(QUERY) ? "torture" : text, n, types);
}

int PQpipelineSync(PGconn *conn)
{
    return fails(CALL) ? 0 : NEXT(PQpipelineSync)(conn);
}

int PQflush(PGconn *conn)
{
    return fails(CALL) ? -1 : NEXT(PQflush)(conn);
}

int PQconsumeInput(PGconn *conn)
{
    return fails(CALL) ? 0 : NEXT(PQconsumeInput)(conn);
}

PGresult *PQgetResult(PGconn *conn)
{
    return fails(CALL) ? NULL : NEXT(PQgetResult)(conn);
}

PGconn *PQconnectStartParams(const char *const *keywords, const char *const *values, int expand)
{
    waits = false;
    return fails(CALL) ? NULL : NEXT(PQconnectStartParams)(keywords, values, expand);
}

PostgresPollingStatusType PQconnectPoll(PGconn *conn)
{
    return fails(CALL) ? PGRES_POLLING_FAILED : NEXT(PQconnectPoll)(conn);
}

/* ---- sockets and files; what wakes threads is left alone ---- */

static bool is_carrier(int file)
{
    struct stat is;
    return fstat(file, &is) == 0 && (S_ISSOCK(is.st_mode) || S_ISREG(is.st_mode));
}

static bool cut(int file, enum kind kind)
{
    struct stat is;
    if (waits || __atomic_load_n(&control->kind, __ATOMIC_ACQUIRE) != kind || !is_carrier(file) || !fails(kind))
        return false;
    bool socket = fstat(file, &is) == 0 && S_ISSOCK(is.st_mode);
    if (socket)
        shutdown(file, SHUT_RDWR); /* libpq and others go on to read, to learn why: nothing comes any more */
    errno = socket ? (kind == SEND ? EPIPE : ECONNRESET) : kind == SEND ? ENOSPC : EIO;
    return true;
}

ssize_t write(int file, const void *bytes, size_t n)
{
    return cut(file, SEND) ? -1 : syscall(SYS_write, file, bytes, n);
}

ssize_t writev(int file, const struct iovec *parts, int n)
{
    return cut(file, SEND) ? -1 : syscall(SYS_writev, file, parts, n);
}

ssize_t send(int file, const void *bytes, size_t n, int flags)
{
    return cut(file, SEND) ? -1 : syscall(SYS_sendto, file, bytes, n, flags, NULL, 0);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
    return cut(file, SEND) ? -1 : syscall(SYS_sendmsg, file, message, flags);
}

int fsync(int file)
{
    return cut(file, SEND) ? -1 : (int)syscall(SYS_fsync, file);
}

ssize_t read(int file, void *bytes, size_t n)
{
    return cut(file, RECEIVE) ? -1 : syscall(SYS_read, file, bytes, n);
}

ssize_t recv(int file, void *bytes, size_t n, int flags)
{
    return cut(file, RECEIVE) ? -1 : syscall(SYS_recvfrom, file, bytes, n, flags, NULL, NULL);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
    return cut(file, RECEIVE) ? -1 : syscall(SYS_recvmsg, file, message, flags);
}

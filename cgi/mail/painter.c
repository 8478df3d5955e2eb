#include "config.h"

#include "cgi/mail/painter.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgi/base/log.h"
#include "cgi/mail/picture.h"

#include "cgi/base/banned.h"

/* An order is an SVG, its symbols and its sheet; an answer one PNG, of no bytes when it cannot be drawn. Each has its length before it. */
enum { PARTS = 3, PART_MOST = 4 * 1024 * 1024, WAIT_SECONDS = 5 };

extern char **environ;

/* ---- both ends ---- */

static bool put_bytes(int line, const void *bytes, size_t n)
{
    for (const char *at = bytes; n > 0; ) {
        ssize_t put = send(line, at, n, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        n -= (size_t)put;
    }
    return true;
}

static bool get_bytes(int line, void *bytes, size_t n)
{
    for (char *at = bytes; n > 0; ) {
        ssize_t got = recv(line, at, n, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

static bool put_part(int line, const char *bytes, size_t length)
{
    const uint32_t head = (uint32_t)length;
    return length <= PART_MOST && put_bytes(line, &head, sizeof(head)) && put_bytes(line, bytes, length);
}

static const char *get_part(int line, struct arena *arena, uint32_t *length)
{
    if (!get_bytes(line, length, sizeof(*length)) || *length > PART_MOST)
        return NULL;
    char *bytes = arena_room(arena, *length + 1);
    bytes[*length] = '\0';
    return get_bytes(line, bytes, *length) ? bytes : NULL;
}

/* ---- who asks ---- */

static bool start(struct painter *painter)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return false;
    const struct timeval wait = {.tv_sec = WAIT_SECONDS};
    posix_spawn_file_actions_t actions;
    bool ok = !setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait))
        && !setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait))
        && !posix_spawn_file_actions_init(&actions);
    if (ok) {
        char *const argv[] = {(char *)"ridotto", (char *)"picture", log_is_json() ? (char *)"--json" : NULL, NULL};
        ok = !posix_spawn_file_actions_adddup2(&actions, pair[1], STDIN_FILENO)
            && !posix_spawn_file_actions_adddup2(&actions, pair[1], STDOUT_FILENO)
            && !posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
            && !posix_spawn(&painter->pid, "/proc/self/exe", &actions, NULL, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(pair[1]);
    painter->line = pair[0];
    if (!ok) {
        close(pair[0]);
        painter->pid = 0;
    }
    return ok;
}

void painter_close(struct painter *painter)
{
    if (!painter->pid)
        return;
    close(painter->line);
    kill(painter->pid, SIGKILL);
    while (waitpid(painter->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    painter->pid = 0;
}

/* Did the process answer? What it drew, if anything, is added to @out. */
static bool ask(const struct painter *painter, struct sb *out, const char *const part[PARTS])
{
    uint32_t length = 0;
    for (int i = 0; i < PARTS; i++)
        if (!put_part(painter->line, part[i], strlen(part[i])))
            return false;
    const char *png = get_part(painter->line, out->arena, &length);
    if (png)
        sb_add_bytes(out, png, length);
    return png;
}

bool painter_draw(struct painter *painter, struct sb *out, const char *svg, const char *symbols, const char *sheet)
{
    const char *const part[PARTS] = {svg, symbols, sheet};
    const size_t before = out->length;
    for (int tries = 0; tries < 2; tries++) {
        if (!painter->pid && !start(painter)) {
            log_line("level=error worker=mail message=\"no picture: its process cannot be started: %s\"", strerror(errno));
            return false;
        }
        if (ask(painter, out, part))
            return out->length > before;
        log_line("level=warning worker=mail message=\"the process that draws pictures ended or hung\"");
        painter_close(painter);
    }
    return false;
}

/* ---- who draws ---- */

/* One picture, as asked for; false: nothing more is asked. */
static bool serve_one(struct arena *arena)
{
    const char *part[PARTS];
    uint32_t length;
    for (int i = 0; i < PARTS; i++)
        if (!(part[i] = get_part(STDIN_FILENO, arena, &length)))
            return false;
    struct sb png;
    sb_init(&png, arena);
    const char *resolved = picture_resolved(arena, part[0], part[1], part[2]);
    const bool drawn = resolved && picture_draw(&png, resolved);
    return put_part(STDOUT_FILENO, png.text, drawn ? png.length : 0);
}

int painter_serve(void)
{
    for (bool on = true; on; ) {
        struct arena *arena = arena_new();
        on = serve_one(arena);
        arena_free(arena);
    }
    return 0;
}

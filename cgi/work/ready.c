#include "config.h"

#include "cgi/work/ready.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cgi/base/log.h"

#include "cgi/base/banned.h"

/* One datagram to a socket in the file system, or with "@" to one that is in none: sd_notify(3). */
static bool tell(const char *where, const char *what)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = strlen(where);
    if ((*where != '/' && *where != '@') || length >= sizeof(to.sun_path))
        return false;
    memcpy(to.sun_path, where, length);
    if (*where == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    bool sent = sendto(fd, what, strlen(what), MSG_NOSIGNAL, (struct sockaddr *)&to, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) >= 0;
    close(fd);
    return sent;
}

void ready(void)
{
    const char *where = getenv("NOTIFY_SOCKET");
    if (where && *where && !tell(where, "READY=1"))
        log_line("level=warning message=\"%s: it does not hear that this process is ready\"", where);
}

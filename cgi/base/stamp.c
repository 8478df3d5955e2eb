#include "config.h"

#include "cgi/base/stamp.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cgi/base/banned.h"

enum { PATH_ROOM = 1024 };

uint64_t stamp_mix(uint64_t stamp, uint64_t value)
{
    return (stamp ^ value) * 0x100000001b3u;
}

static uint64_t of_folder(const char *path, int depth)
{
    uint64_t stamp = 0xcbf29ce484222325u;
    DIR *folder = depth > 0 ? opendir(path) : NULL;
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        char below[PATH_ROOM];
        if (entry->d_name[0] != '.' && snprintf(below, sizeof(below), "%s/%s", path, entry->d_name) < PATH_ROOM)
            stamp += stamp_mix(stamp_of(below, depth - 1), strlen(entry->d_name)); /* in any order */
    }
    if (folder)
        closedir(folder);
    return stamp;
}

uint64_t stamp_of(const char *path, int depth)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return 0;
    if (S_ISDIR(st.st_mode))
        return of_folder(path, depth);
    const uint64_t one = stamp_mix((uint64_t)st.st_size, st.st_ino);
    return stamp_mix(stamp_mix(one, (uint64_t)st.st_mtim.tv_sec), (uint64_t)st.st_mtim.tv_nsec);
}

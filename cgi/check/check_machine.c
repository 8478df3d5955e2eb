/* The machine: room on disks, open files, the clock, and when a backup was last proved. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <unistd.h>

#include "cgi/base/clock.h"
#include "cgi/check/checks.h"

#include "cgi/base/banned.h"

enum { INODES_LEAST = 1000, FILES_LEAST = 4096, HOURS_MOST = 48 };

/* ---- disk ---- */

static void look_at_folder(struct checking *c, const char *what, const char *path)
{
    struct statvfs disk;
    if (statvfs(path, &disk) != 0) {
        say_wrong(c, arena_printf(c->arena, "install -d -o ridotto -g ridotto -m 750 %s", path), "%s, %s, cannot be used: %s.", path, what,
                  strerror(errno));
        return;
    }
    int64_t megabytes = (int64_t)((double)disk.f_bavail * (double)disk.f_frsize / 1e6);
    if (megabytes < c->room)
        say_wrong(c, arena_printf(c->arena, "du -xh %s | sort -h | tail shows what takes the room", path),
                  "%s, %s, has %" PRId64 " MB left, less than the %d that are asked for.", path, what, megabytes, c->room);
    else if (disk.f_files && disk.f_favail < INODES_LEAST)
        say_wrong(c, arena_printf(c->arena, "du -x --inodes %s | sort -n | tail shows where the files are", path),
                  "%s, %s, has room for %" PRId64 " more files only.", path, what, (int64_t)disk.f_favail);
    else if (access(path, W_OK) != 0 && errno == EROFS)
        say_wrong(c, "dmesg tells why; then mount -o remount,rw", "%s, %s, can be read only.", path, what);
    else
        say_ok(c, "%s, %s, has %" PRId64 " MB left.", path, what, megabytes);
}

void check_disk(struct checking *c)
{
    const char *temporary = getenv("TMPDIR");
    look_at_folder(c, "the folder of the site's state", c->set.state_dir);
    if (!c->set.smtp_url)
        look_at_folder(c, "the folder for e-mail", c->set.maildir);
    look_at_folder(c, "the folder of the logs", "/var/log");
    look_at_folder(c, "the folder for temporary files", temporary && *temporary ? temporary : "/tmp");
}

/* ---- open files ---- */

/* Is the process @pid one of this program's that answer requests? */
static bool serves(const char *pid)
{
    char path[64], line[256];
    snprintf(path, sizeof(path), "/proc/%s/cmdline", pid);
    FILE *file = fopen(path, "re");
    size_t n = file ? fread(line, 1, sizeof(line) - 2, file) : 0;
    if (file)
        fclose(file);
    line[n] = line[n + 1] = '\0';
    const char *slash = strrchr(line, '/'), *name = slash ? slash + 1 : line, *command = line + strlen(line) + 1;
    return n && !strcmp(name, "ridotto") && (!strcmp(command, "serve") || !strcmp(command, "fcgi"));
}

/* The hard limit of the process: it raises its own up to that. -1: it is not told; INT64_MAX: there is none. */
static int64_t files_of(const char *pid)
{
    char path[64], line[256], hard[32];
    int64_t limit = -1;
    snprintf(path, sizeof(path), "/proc/%s/limits", pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file))
        if (sscanf(line, "Max open files %*s %31s", hard) == 1)
            limit = !strcmp(hard, "unlimited") ? INT64_MAX : strtoll(hard, NULL, 10);
    if (file)
        fclose(file);
    return limit;
}

/* The least of all that run; -1: none does. */
static int64_t least_files(void)
{
    int64_t least = -1;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        int64_t limit = entry->d_name[strspn(entry->d_name, "0123456789")] || !serves(entry->d_name) ? -1 : files_of(entry->d_name);
        if (limit >= 0 && (least < 0 || limit < least))
            least = limit;
    }
    if (all)
        closedir(all);
    return least;
}

void check_files(struct checking *c)
{
    struct rlimit own;
    int64_t most = least_files();
    const char *whose = "The service that runs";
    if (most < 0) {
        whose = "No service runs that could be looked at; what is started from here";
        most = getrlimit(RLIMIT_NOFILE, &own) != 0 ? 0 : own.rlim_max > INT64_MAX ? INT64_MAX : (int64_t)own.rlim_max;
    }
    if (most < FILES_LEAST)
        say_wrong(c, "LimitNOFILE=16384 in systemctl edit ridotto-serve, or ulimit -n 16384 before it is started",
                  "%s may have %" PRId64 " open files: each open page is one, and %d is the least for a site.", whose, most, FILES_LEAST);
    else
        say_ok(c, "%s may have %" PRId64 " open files.", whose, most);
}

/* ---- the clock ---- */

int clock_is_set(void)
{
    struct timex timex = {.modes = 0};
    int state = adjtimex(&timex);
    return state < 0 ? -1 : state != TIME_ERROR && !(timex.status & STA_UNSYNC);
}

bool is_container(void)
{
    return access("/run/systemd/container", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 || access("/.dockerenv", F_OK) == 0;
}

/* ---- backups ---- */

static const char prove[] = "systemctl enable --now ridotto-backup.timer && systemctl start ridotto-backup; what it says is in journalctl -u ridotto-backup";

void check_backup(struct checking *c)
{
    struct stat st;
    const char *path = arena_printf(c->arena, "%s/backup.proved", c->set.state_dir);
    if (stat(path, &st) != 0) {
        if (errno == ENOENT)
            say_wrong(c, prove, "No backup has been proved yet: %s is not there.", path);
        else
            say_unknown(c, "run it as the user of the service: runuser -u ridotto -- ridotto check", "%s: %s.", path, strerror(errno));
        return;
    }
    int64_t hours = (clock_now() / 1000000 - (int64_t)st.st_mtim.tv_sec) / 3600;
    if (hours >= HOURS_MOST)
        say_wrong(c, prove, "The last backup that was restored and replayed without a difference is %s old.", counted(c, hours, "hour"));
    else if (hours < 0)
        say_wrong(c, prove, "A backup was last proved in the future, by this clock: that says nothing.");
    else
        say_ok(c, "A backup was restored and replayed without a difference %s ago.", counted(c, hours, "hour"));
}

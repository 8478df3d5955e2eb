/* The file of settings: lines NAME=value, which systemd can read as an EnvironmentFile as well. */
#ifndef CGI_BASE_SETTINGS_FILE_H
#define CGI_BASE_SETTINGS_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* One line was read; false with the reason in @why when it cannot be so. @value: borrowed for the call only. */
typedef bool setting_line(void *data, const char *name, const char *value, char *why, size_t room);

/**
 * settings_file_read() - calls @take for each line that is neither empty nor a comment (# or ; at its beginning)
 *
 * A value is the rest of the line, without space at its ends; or it stands in single quotes, or in double quotes, in
 * which \" and \\ stand for " and \. That is the part of systemd's rules about which nobody needs to think.
 * @open_to_all: set when everybody on this machine can read the file
 * False: @why names file, line and reason ("/etc/ridotto/ridotto.conf:3: there is no setting RIDOTTO_PROT").
 */
bool settings_file_read(const char *path, setting_line *take, void *data, bool *open_to_all, char *why, size_t room);

#endif

/* The file of settings: lines NAME=value, as systemd's EnvironmentFile= and a shell read them, too. */
#ifndef CGI_BASE_SETTINGS_FILE_H
#define CGI_BASE_SETTINGS_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* What may be wrong with where settings come from. */
enum settings_fault {
    FAULT_FILE,         /* the file cannot be read */
    FAULT_LINE,         /* one of its lines says nothing that can be */
    FAULT_OPEN,         /* it holds a password and everybody can read it */
    FAULT_ENVIRONMENT   /* a variable says what cannot be */
};

/* One line was read; false with the reason in @why when it cannot be so. @value: borrowed for the call only. */
typedef bool setting_line(void *data, const char *name, const char *value, char *why, size_t room);

/* Who hears of all that is wrong. fault NULL: nobody does, so the first thing ends it. */
struct settings_hearer {
    void (*fault)(void *data, enum settings_fault fault, const char *sentence);
    void *data;
};

/** settings_faulty() - says it to who hears; false: nobody does */
bool settings_faulty(const struct settings_hearer *hearer, enum settings_fault fault, const char *sentence);

/**
 * settings_file_read() - calls @take for each line that is neither empty nor a comment (# or ; at its beginning)
 * @open_to_all: set to whether everybody on this machine can read the file
 *
 * A value is the rest of the line, without space at its ends; or it stands in single quotes, or in double quotes, in which \" and \\ stand
 * for " and \: the part of systemd's rules that needs no thought.
 * Return: false when something is wrong and nobody hears of it: @why names file, line and reason.
 */
bool settings_file_read(const char *path, setting_line *take, void *data, const struct settings_hearer *hearer, bool *open_to_all, char *why,
                        size_t room);

#endif

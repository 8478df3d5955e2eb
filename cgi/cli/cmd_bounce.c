/* ridotto bounce: reads a bounced mail from a mail server and records it. */
#include "config.h"

#include "cgi/cli/commands.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sysexits.h>
#include <time.h>

#include "cgi/base/clock.h"
#include "cgi/mail/mail.h"
#include "cgi/play/play.h"
#include "cgi/base/settings.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: ridotto bounce [OPTION...] <MESSAGE\n\n"
    "Reads one delivery status notification (RFC 3464) from standard input, as a mail alias pipes it: when an e-mail of the\n"
    "site could not be delivered for good, its notices are marked as bounced, with the server's words; no more mail goes to\n"
    "that address before it is confirmed again, and the clocks of its reader rest until their next visit. Says on stderr what\n"
    "it did. Again, or with any other mail, it changes nothing and ends with 0; when it cannot do its work now, with 75,\n"
    "which makes the mail server try again later.\n";

/* Longer than any server's notification about a mail of ours; the rest of a longer one is not read. */
enum { MESSAGE_MOST = 1024 * 1024 };

/* A notification may arrive before the database records that its mail was sent. */
enum { LOOKS = 3, BETWEEN_LOOKS = 1 };

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("ridotto bounce: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
}

/* All input is read, since mail servers report an error when the program stops early; the first MESSAGE_MOST bytes are kept. */
static bool read_message(FILE *file, struct arena *arena, char **message, size_t *length)
{
    char rest[16 * 1024];
    *message = arena_alloc(arena, MESSAGE_MOST);
    *length = fread(*message, 1, MESSAGE_MOST, file);
    while (fread(rest, 1, sizeof(rest), file) > 0)
        continue;
    return !ferror(file);
}

static bool look(struct db *db, const char *message_id, const char *address, const char *said, struct bounced *found,
                 struct err *err)
{
    bool ok = store_mail_bounced(db, message_id, address, said, found, err);
    for (int i = 1; ok && !found->letter && i < LOOKS; i++) {
        nanosleep(&(struct timespec){.tv_sec = BETWEEN_LOOKS}, NULL);
        ok = store_mail_bounced(db, message_id, address, said, found, err);
    }
    return ok;
}

/* When an address forwards its mail, another address bounces it. @ours: was the mail sent by this service? */
static bool note_address(struct db *db, struct arena *arena, const char *message_id, const struct bounce_address *address,
                         bool *ours, struct err *err)
{
    struct bounced found;
    const char *final = mail_plain(arena, address->final);
    const char *to = address->original && *address->original ? mail_plain(arena, address->original) : final;
    if (!look(db, message_id, to, address->said, &found, err))
        return false;
    if (found.letter && !found.address && strcasecmp(to, final) &&
        !store_mail_bounced(db, message_id, final, address->said, &found, err))
        return false;
    *ours = found.letter > 0;
    if (!*ours)
        say("%s: no e-mail of ours", message_id);
    else if (!found.address)
        say("%s: did not go to %s: nothing changes", message_id, to);
    else if (!found.marked)
        say("%s: has come back before", message_id);
    else
        say("%s: has come back from %s: %s", message_id, to, address->said);
    return !found.person || reach_lost(db, arena, found.person, clock_now(), err);
}

static bool note_bounce(struct db *db, struct arena *arena, const struct mail_bounce *bounce, struct err *err)
{
    const char *message_id = mail_plain(arena, bounce->message_id);
    bool ok = true, ours = true;
    for (int i = 0; ok && ours && i < bounce->n; i++) { /* for a foreign mail there is no second wait for each address */
        if (bounce->address[i].never)
            ok = note_address(db, arena, message_id, &bounce->address[i], &ours, err);
        else
            say("%s: not for good: nothing changes", message_id);
    }
    return ok;
}

/* Did it come to the address of its letter? Whoever only knows the letter's name cannot know that. */
static bool is_signed(const struct settings *set, struct db *db, struct arena *arena, const struct mail_bounce *bounce, bool *is, struct err *err)
{
    const char *secret;
    *is = true;
    if (!set->bounce_address)
        return true;
    if (!store_bounce_secret(db, arena, &secret, err))
        return false;
    *is = strcasestr(bounce->to, mail_return_address(set, arena, secret, bounce->message_id)) != NULL;
    if (!*is)
        say("%s: did not come to the address of that e-mail: nothing changes", mail_plain(arena, bounce->message_id));
    return true;
}

static int bounce(const struct settings *set, struct arena *arena)
{
    char *message;
    size_t length;
    struct mail_bounce bounce;
    struct err err = {0};
    if (!read_message(stdin, arena, &message, &length)) {
        say("the message cannot be read");
        return EX_TEMPFAIL;
    }
    if (!mail_bounce_read(arena, message, length, &bounce) || !bounce.message_id || !bounce.n) {
        say("tells of no e-mail that bounced: nothing changes");
        return 0;
    }
    struct db *db = db_open(set->database);
    bool is = false, ok = is_signed(set, db, arena, &bounce, &is, &err) && (!is || note_bounce(db, arena, &bounce, &err));
    db_close(db);
    if (!ok)
        say("%s", err_plain(&err));
    return ok ? 0 : EX_TEMPFAIL;
}

int cmd_bounce(int argc, char **argv)
{
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_BOUNCE, .help = help};
    struct settings set;
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0) /* A mistake in the operator's command line must not lose bounced mails. */
        return n == FLAGS_HELP ? 0 : EX_TEMPFAIL;
    struct arena *arena = arena_new();
    int status = bounce(&set, arena);
    arena_free(arena);
    return status;
}

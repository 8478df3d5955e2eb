/* Reading a message again: what was composed here, and what mail servers send back. Both with GMime. */
#include "config.h"

#include "cgi/mail/mail.h"

#include <gmime/gmime.h>
#include <sodium.h>
#include <string.h>

#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

/* NULL when it is none. */
static GMimeMessage *parse(const char *text, size_t length)
{
    mail_need_gmime();
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(text, length);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    g_object_unref(parser);
    g_object_unref(stream);
    return message;
}

/* A copy on the arena with plain line ends; frees @text. */
static char *keep(struct arena *arena, char *text)
{
    char *copy = arena_strdup(arena, text ? text : ""), *to = copy;
    for (const char *c = copy; *c; c++)
        if (c[0] != '\r' || c[1] != '\n')
            *to++ = *c;
    *to = '\0';
    g_free(text);
    return copy;
}

static void read_part(GMimeObject *parent, GMimeObject *part, void *user)
{
    (void)parent;
    GMimeTextPart **found = user;
    if (!GMIME_IS_TEXT_PART(part))
        return;
    GMimeContentType *type = g_mime_object_get_content_type(part);
    int which = g_mime_content_type_is_type(type, "text", "html");
    if (!found[which])
        found[which] = GMIME_TEXT_PART(part);
}

static void read_parts(GMimeMessage *message, struct arena *arena, struct mail_view *view)
{
    GMimeTextPart *found[2] = {NULL, NULL};
    g_mime_message_foreach(message, read_part, found);
    view->text = found[0] ? keep(arena, g_mime_text_part_get_text(found[0])) : "";
    view->html = found[1] ? keep(arena, g_mime_text_part_get_text(found[1])) : "";
}

bool mail_read(struct arena *arena, const char *message, size_t length, struct mail_view *view)
{
    *view = (struct mail_view){.subject = ""};
    GMimeMessage *mail = parse(message, length);
    if (!mail)
        return false;
    GDateTime *date = g_mime_message_get_date(mail);
    view->date = date ? g_date_time_to_unix(date) * 1000000 : 0;
    if (g_mime_message_get_subject(mail))
        view->subject = arena_strdup(arena, g_mime_message_get_subject(mail));
    view->from = keep(arena, internet_address_list_to_string(g_mime_message_get_from(mail), NULL, FALSE));
    view->to = keep(arena, internet_address_list_to_string(g_mime_message_get_to(mail), NULL, FALSE));
    read_parts(mail, arena, view);
    g_object_unref(mail);
    return true;
}

/* ---- as HTML ---- */

struct picture_part {
    const char *id;
    GMimePart *part;
};

static void find_picture(GMimeObject *parent, GMimeObject *part, void *user)
{
    (void)parent;
    struct picture_part *found = user;
    const char *id = g_mime_object_get_content_id(part);
    if (!found->part && GMIME_IS_PART(part) && id && *id && g_mime_content_type_is_type(g_mime_object_get_content_type(part), "image", "png"))
        *found = (struct picture_part){id, GMIME_PART(part)};
}

static const char *data_address(struct arena *arena, GMimePart *part)
{
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(part), stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    const size_t room = sodium_base64_encoded_len(bytes->len, sodium_base64_VARIANT_ORIGINAL);
    char *text = arena_alloc(arena, room);
    sodium_bin2base64(text, room, bytes->data, bytes->len, sodium_base64_VARIANT_ORIGINAL);
    g_object_unref(stream);
    return arena_join(arena, (const char *[]){"data:image/png;base64,", text, NULL});
}

const char *mail_shown(struct arena *arena, const char *message, size_t length)
{
    struct mail_view view;
    struct picture_part picture = {NULL, NULL};
    GMimeMessage *mail = mail_read(arena, message, length, &view) && *view.html ? parse(message, length) : NULL;
    if (!mail)
        return NULL;
    g_mime_message_foreach(mail, find_picture, &picture);
    const char *cid = picture.part ? arena_join(arena, (const char *[]){"\"cid:", picture.id, "\"", NULL}) : NULL;
    const char *at = cid ? strstr(view.html, cid) : NULL;
    if (at)
        view.html = arena_join(arena, (const char *[]){arena_strndup(arena, view.html, (size_t)(at - view.html)), "\"", data_address(arena, picture.part), "\"",
                                                       at + strlen(cid), NULL});
    g_object_unref(mail);
    return view.html;
}

/* ---- bounces ---- */

/* The two parts of a notification that a program reads. */
struct report {
    GMimeObject *status, *returned;
};

static bool is_one_of(GMimeObject *part, const char *const *subtypes)
{
    GMimeContentType *type = g_mime_object_get_content_type(part);
    for (; *subtypes; subtypes++)
        if (g_mime_content_type_is_type(type, "*", *subtypes))
            return true;
    return false;
}

/* The first of each; what RFC 6533 calls global is the same with addresses beyond ASCII. */
static void find_report(GMimeObject *parent, GMimeObject *part, void *user)
{
    static const char *const status[] = {"delivery-status", "global-delivery-status", NULL};
    static const char *const returned[] = {"rfc822", "rfc822-headers", "global", "global-headers", NULL};
    (void)parent;
    struct report *report = user;
    if (!report->status && is_one_of(part, status))
        report->status = part;
    else if (!report->returned && is_one_of(part, returned))
        report->returned = part;
}

/* The content of a part, decoded, with plain line ends. */
static const char *content_of(struct arena *arena, GMimeObject *part)
{
    GMimeDataWrapper *content = GMIME_IS_PART(part) ? g_mime_part_get_content(GMIME_PART(part)) : NULL;
    if (!content)
        return "";
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(content, stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    const char *text = keep(arena, g_strndup((const char *)bytes->data, bytes->len));
    g_object_unref(stream);
    return text;
}

static const char *message_id_of(struct arena *arena, GMimeMessage *message)
{
    const char *id = message ? g_mime_message_get_message_id(message) : NULL;
    return id && *id ? arena_strdup(arena, id) : NULL;
}

static const char *returned_id(struct arena *arena, GMimeObject *returned)
{
    if (!returned)
        return NULL;
    if (GMIME_IS_MESSAGE_PART(returned))
        return message_id_of(arena, g_mime_message_part_get_message(GMIME_MESSAGE_PART(returned)));
    const char *headers = content_of(arena, returned);
    GMimeMessage *message = parse(headers, strlen(headers));
    const char *id = message_id_of(arena, message);
    if (message)
        g_object_unref(message);
    return id;
}

/* "rfc822; <anna@example.org>" and "smtp; 550 nobody": what stands behind the type, on one line. NULL stays NULL. */
static const char *behind_type(struct arena *arena, const char *value)
{
    if (!value)
        return NULL;
    const char *semicolon = strchr(value, ';');
    char *text = arena_strdup(arena, semicolon ? semicolon + 1 : value), *to = text;
    for (const char *c = text; *c; c++)
        if (!g_ascii_isspace(*c) || (to > text && to[-1] != ' '))
            *to++ = g_ascii_isspace(*c) ? ' ' : *c;
    while (to > text && to[-1] == ' ')
        to--;
    bool bracketed = *text == '<' && to[-1] == '>';
    to[bracketed ? -1 : 0] = '\0';
    return text + bracketed;
}

static bool is_word(const char *value, const char *word)
{
    size_t n = strlen(word);
    if (!value)
        return false;
    value += strspn(value, " \t");
    return !g_ascii_strncasecmp(value, word, n) && !g_ascii_isalnum(value[n]);
}

static void read_address(struct arena *arena, GMimeObject *fields, struct mail_bounce *bounce)
{
    const char *final = g_mime_object_get_header(fields, "Final-Recipient");
    const char *status = g_mime_object_get_header(fields, "Status");
    const char *said = behind_type(arena, g_mime_object_get_header(fields, "Diagnostic-Code"));
    if (!final || bounce->n == BOUNCE_ADDRESSES)
        return;
    bounce->address[bounce->n++] = (struct bounce_address){
        .final = behind_type(arena, final),
        .original = behind_type(arena, g_mime_object_get_header(fields, "Original-Recipient")),
        .never = is_word(g_mime_object_get_header(fields, "Action"), "failed") && is_word(status, "5"),
        .said = mail_plain(arena, said && *said ? said : status ? status : "it gives no reason"),
    };
}

/* Groups of fields, empty lines between them: the first tells of the server, each of the others of one address. */
static void read_status(struct arena *arena, const char *text, struct mail_bounce *bounce)
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t n = end ? (size_t)(end - text) : strlen(text);
        GMimeMessage *fields = parse(text, n);
        if (fields) {
            read_address(arena, GMIME_OBJECT(fields), bounce);
            g_object_unref(fields);
        }
        text += n;
        text += strspn(text, "\n");
    }
}

static size_t envelope_line(const char *message, size_t length)
{
    const char *end = length > 5 && !memcmp(message, "From ", 5) ? memchr(message, '\n', length) : NULL;
    return end ? (size_t)(end - message) + 1 : 0;
}

/* Mail servers write the address of the envelope into one of these. */
static const char *addressees(struct arena *arena, GMimeMessage *mail)
{
    static const char *const headers[] = {"To", "Delivered-To", "X-Original-To", "Envelope-To"};
    struct sb to;
    sb_init(&to, arena);
    for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
        const char *value = g_mime_object_get_header(GMIME_OBJECT(mail), headers[i]);
        sb_addf(&to, "%s ", value ? value : "");
    }
    return to.text;
}

bool mail_bounce_read(struct arena *arena, const char *message, size_t length, struct mail_bounce *bounce)
{
    size_t skipped = envelope_line(message, length);
    struct report report = {NULL, NULL};
    *bounce = (struct mail_bounce){.n = 0};
    GMimeMessage *mail = parse(message + skipped, length - skipped);
    if (!mail)
        return false;
    g_mime_message_foreach(mail, find_report, &report);
    if (report.status) {
        read_status(arena, content_of(arena, report.status), bounce);
        bounce->message_id = returned_id(arena, report.returned);
        bounce->to = addressees(arena, mail);
    }
    bool is = report.status != NULL;
    g_object_unref(mail);
    return is;
}

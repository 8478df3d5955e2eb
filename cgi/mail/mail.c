/* Composing a message, with GMime. Reading one again is in mail_read.c, sending in mail_send.c. */
#include "config.h"

#include "cgi/mail/mail.h"

#include <gmime/gmime.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/banned.h"

static void start_gmime(void)
{
    g_mime_init();
}

void mail_need_gmime(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_gmime);
}

/* ---- composing ---- */

/* A header value is made one line, whatever the player's name contains. */
static char *one_line(struct arena *arena, const char *text)
{
    char *line = arena_strdup(arena, text);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    return line;
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void add_q(struct sb *out, unsigned char c)
{
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
        sb_add_char(out, (char)c);
    else if (c == ' ')
        sb_add_char(out, '_');
    else
        sb_addf(out, "=%02X", c);
}

/* RFC 2047 words of at most 75 characters, each of whole letters. GMime would make them as long as the words of the text. Q, not
 * B: programs that join words before they decode (as GMime does) stop at the first padding. */
static char *encoded_words(struct arena *arena, const char *text)
{
    enum { WORD_BYTES = 21 };
    struct sb out;
    sb_init(&out, arena);
    while (*text) {
        size_t n = strnlen(text, WORD_BYTES);
        while (n > 1 && ((unsigned char)text[n] & 0xc0) == 0x80)
            n--;
        sb_add(&out, out.length ? "\n =?UTF-8?Q?" : "=?UTF-8?Q?");
        for (const char *end = text + n; text < end; text++)
            add_q(&out, (unsigned char)*text);
        sb_add(&out, "?=");
    }
    return out.text;
}

static bool address_ok(const char *address)
{
    const char *at = address ? strrchr(address, '@') : NULL;
    if (!at || at == address || !at[1] || strlen(address) > 254)
        return false;
    for (const char *c = address; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("<>()[],;:\\\"", *c))
            return false;
    return true;
}

/* The sender as configured: "Ridotto <ridotto@example.org>" or the bare address; NULL when it is none. Free it. */
static InternetAddress *sender(const struct settings *set, const char **address)
{
    mail_need_gmime();
    const char *from = set->mail_from ? set->mail_from : "";
    InternetAddressList *list = internet_address_list_parse(NULL, from);
    InternetAddress *one = list ? internet_address_list_get_address(list, 0) : NULL;
    *address = one && INTERNET_ADDRESS_IS_MAILBOX(one)
                   ? internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one)) : NULL;
    one = address_ok(*address) ? g_object_ref(one) : NULL;
    if (list)
        g_object_unref(list);
    return one;
}

const char *mail_sender(const struct settings *set, struct arena *arena)
{
    const char *address;
    InternetAddress *from = sender(set, &address);
    if (!from)
        return "ridotto@localhost";
    address = arena_strdup(arena, address);
    g_object_unref(from);
    return address;
}

const char *mail_return_address(const struct settings *set, struct arena *arena, const char *secret, const char *message_id)
{
    enum { SIGN = 10 };
    uint8_t hash[crypto_generichash_BYTES];
    char sign[2 * SIGN + 1];
    const char *at = set->bounce_address ? strchr(set->bounce_address, '@') : NULL;
    if (!at)
        return mail_sender(set, arena);
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)message_id, strlen(message_id), (const unsigned char *)secret,
                       strlen(secret));
    sodium_bin2hex(sign, sizeof(sign), hash, SIGN);
    return arena_printf(arena, "%.*s+%s%s", (int)(at - set->bounce_address), set->bounce_address, sign, at);
}

const char *mail_host(const struct settings *set, struct arena *arena)
{
    return strrchr(mail_sender(set, arena), '@') + 1;
}

/* The value as it is: GMime would fold in the middle of a long URL. It may be 998 bytes with its name. */
static void add_header(GMimeMessage *message, struct arena *arena, const char *name, const char *value)
{
    g_mime_object_set_header(GMIME_OBJECT(message), name, value, "utf-8");
    GMimeHeaderList *list = g_mime_object_get_header_list(GMIME_OBJECT(message));
    g_mime_header_set_raw_value(g_mime_header_list_get_header(list, name), arena_printf(arena, " %s\n", value));
}

static void add_people(GMimeMessage *message, InternetAddress *from, const struct mail *mail, struct arena *arena)
{
    internet_address_set_charset(from, "utf-8");
    internet_address_list_add(g_mime_message_get_from(message), from);
    const char *name = one_line(arena, mail->to_name ? mail->to_name : "");
    g_mime_message_add_mailbox(message, GMIME_ADDRESS_TYPE_TO, name, mail->to_address);
    if (!is_ascii(name))
        add_header(message, arena, "To",
                   arena_printf(arena, "%s\n <%s>", encoded_words(arena, name), mail->to_address));
}

static void add_thread(GMimeMessage *message, const struct mail *mail, struct arena *arena)
{
    g_mime_message_set_message_id(message, mail->message_id);
    if (mail->references) {
        const char *root = arena_printf(arena, "<%s>", mail->references);
        add_header(message, arena, "In-Reply-To", root);
        add_header(message, arena, "References", root);
    }
}

static void add_headers(GMimeMessage *message, const struct mail *mail, int64_t now, struct arena *arena)
{
    const char *subject = one_line(arena, mail->subject);
    g_mime_message_set_subject(message, subject, "utf-8");
    if (!is_ascii(subject))
        add_header(message, arena, "Subject", encoded_words(arena, subject));
    GDateTime *date = g_date_time_new_from_unix_utc(now / 1000000);
    g_mime_message_set_date(message, date);
    g_date_time_unref(date);
    add_thread(message, mail, arena);
    add_header(message, arena, "Auto-Submitted", "auto-generated");
    if (mail->list_id) {
        const char *name = mail->list_name ? one_line(arena, mail->list_name) : "";
        add_header(message, arena, "List-Id", arena_printf(arena, "%s%s<%s>", is_ascii(name) ? name : "", *name && is_ascii(name) ? " " : "", mail->list_id));
    }
    if (mail->unsubscribe_url) {
        add_header(message, arena, "List-Unsubscribe", arena_printf(arena, "<%s>", mail->unsubscribe_url));
        add_header(message, arena, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
}

static void add_part(GMimeMultipart *parts, const char *subtype, const char *text)
{
    /* Not g_mime_text_part_set_text(), which turns the text into the smallest character set that holds it. */
    GMimePart *part = g_mime_part_new_with_type("text", subtype);
    g_mime_object_set_content_type_parameter(GMIME_OBJECT(part), "charset", "utf-8");
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(text, strlen(text));
    GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT);
    g_mime_part_set_content(part, content);
    g_mime_part_set_content_encoding(part, g_mime_part_get_best_content_encoding(part, GMIME_ENCODING_CONSTRAINT_7BIT));
    g_mime_multipart_add(parts, GMIME_OBJECT(part));
    g_object_unref(content);
    g_object_unref(stream);
    g_object_unref(part);
}

static void add_picture(GMimeMultipart *parts, const struct mail *mail)
{
    GMimePart *part = g_mime_part_new_with_type("image", "png");
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(mail->picture, mail->picture_length);
    GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT);
    g_mime_part_set_content(part, content);
    g_mime_part_set_content_encoding(part, GMIME_CONTENT_ENCODING_BASE64);
    g_mime_part_set_content_id(part, "board");
    g_mime_object_set_disposition(GMIME_OBJECT(part), "inline");
    g_mime_part_set_filename(part, "board.png");
    g_mime_multipart_add(parts, GMIME_OBJECT(part));
    g_object_unref(content);
    g_object_unref(stream);
    g_object_unref(part);
}

static void add_body(GMimeMessage *message, const struct mail *mail)
{
    GMimeMultipart *parts = g_mime_multipart_new_with_subtype("alternative");
    add_part(parts, "plain", mail->text);
    if (mail->html && mail->picture) {
        GMimeMultipart *related = g_mime_multipart_new_with_subtype("related");
        g_mime_object_set_content_type_parameter(GMIME_OBJECT(related), "type", "text/html");
        add_part(related, "html", mail->html);
        add_picture(related, mail);
        g_mime_multipart_add(parts, GMIME_OBJECT(related));
        g_object_unref(related);
    } else if (mail->html) {
        add_part(parts, "html", mail->html);
    }
    g_mime_message_set_mime_part(message, GMIME_OBJECT(parts));
    g_object_unref(parts);
}

static void print_message(GMimeMessage *message, struct sb *out)
{
    GMimeFormatOptions *format = g_mime_format_options_new();
    g_mime_format_options_set_newline_format(format, GMIME_NEWLINE_FORMAT_DOS);
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_object_write_to_stream(GMIME_OBJECT(message), format, stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    sb_add_bytes(out, (const char *)bytes->data, bytes->len);
    g_object_unref(stream);
    g_mime_format_options_free(format);
}

bool mail_compose(const struct settings *set, const struct mail *mail, int64_t now, struct sb *out, char *why,
                  size_t room)
{
    const char *address;
    InternetAddress *from = sender(set, &address);
    if (!from) {
        snprintf(why, room, "the sender '%s' is no address", set->mail_from ? set->mail_from : "");
        return false;
    }
    if (!address_ok(mail->to_address)) {
        g_object_unref(from);
        snprintf(why, room, "the recipient has no usable address");
        return false;
    }
    GMimeMessage *message = g_mime_message_new(TRUE);
    add_people(message, from, mail, out->arena);
    add_headers(message, mail, now, out->arena);
    add_body(message, mail);
    print_message(message, out);
    g_object_unref(message);
    g_object_unref(from);
    return true;
}

const char *mail_plain(struct arena *arena, const char *said)
{
    enum { NOTE = 300 };
    char *to = arena_alloc(arena, NOTE);
    size_t n = 0;
    for (; said[n] && n + 1 < NOTE; n++)
        to[n] = said[n] >= ' ' && said[n] <= '~' && said[n] != '"' ? said[n] : '?';
    to[n] = '\0';
    return to;
}

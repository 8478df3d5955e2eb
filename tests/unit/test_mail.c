/* Composing mail, reading it again, and the Maildir. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/mail/mail.h"
#include "cgi/mail/maildir.h"

static const struct settings set = {.mail_from = "Ridotto – Haus <ridotto@example.org>"};

static const struct mail plain = {
    .to_name = "Anna", .to_address = "anna@example.org", .subject = "Your turn in Carrara 42",
    .text = "Hello Anna,\n\nit is your turn.\n.\n.one line that begins with a point\n", .html = "<p>Hello Anna</p>\n",
    .message_id = "game-42-17-turn.3@example.org", .references = "game-42@example.org",
    .unsubscribe_url = "https://games.example.org/mail/unsubscribe/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE",
};

static const int64_t now = 1790000000000000;

static struct sb composed(struct arena *arena, const struct mail *mail)
{
    struct sb out;
    char why[200];
    sb_init(&out, arena);
    assert_true(mail_compose(&set, mail, now, &out, why, sizeof(why)));
    return out;
}

/* The value of a header, unfolded; NULL when the message's head has none of that name. */
static const char *header(struct arena *arena, const char *message, const char *name)
{
    const char *end = strstr(message, "\r\n\r\n");
    for (const char *line = message; line && line < end; line = strstr(line, "\r\n") + 2) {
        size_t n = strlen(name);
        if (strncmp(line, name, n) || line[n] != ':')
            continue;
        struct sb value;
        sb_init(&value, arena);
        for (const char *c = line + n + 2; !(c[0] == '\r' && c[2] != ' ' && c[2] != '\t'); c++)
            if (*c != '\r' && *c != '\n')
                sb_add_char(&value, *c);
        return value.text;
    }
    return NULL;
}

static void every_header_is_there(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    const char *m = composed(arena, &plain).text;
    assert_string_equal(header(arena, m, "Message-Id"), "<game-42-17-turn.3@example.org>");
    assert_string_equal(header(arena, m, "References"), "<game-42@example.org>");
    assert_string_equal(header(arena, m, "In-Reply-To"), "<game-42@example.org>");
    assert_string_equal(header(arena, m, "Auto-Submitted"), "auto-generated");
    assert_string_equal(header(arena, m, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    const char *url = header(arena, m, "List-Unsubscribe");
    assert_non_null(strstr(url, plain.unsubscribe_url));
    assert_non_null(header(arena, m, "Date"));
    assert_non_null(strstr(header(arena, m, "Content-Type"), "multipart/alternative"));
    assert_string_equal(header(arena, m, "To"), "Anna <anna@example.org>");
    assert_string_equal(mail_host(&set, arena), "example.org");
    arena_free(arena);
}

static void a_mail_reads_as_it_was_written(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct mail mail = plain;
    mail.to_name = "竹中 \"Ann\", <b> 半兵衛";
    mail.subject = "カッラーラ 42: あなたの番です。石を買うか、建物を建ててください。そのあと得点計算があります。";
    mail.text = "こんにちは、竹中さん。\n\nあなたの番です。\n";
    struct sb m = composed(arena, &mail);
    struct mail_view view;
    assert_true(mail_read(arena, m.text, m.length, &view));
    assert_string_equal(view.subject, mail.subject);
    assert_string_equal(view.text, mail.text);
    assert_string_equal(view.html, mail.html);
    assert_int_equal(view.date, now);
    assert_non_null(strstr(view.to, "竹中"));
    assert_non_null(strstr(view.to, "<anna@example.org>"));
    assert_non_null(strstr(view.from, "Ridotto – Haus"));
    arena_free(arena);
}

static void a_picture_stands_in_what_is_shown(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct mail mail = plain;
    struct sb m = composed(arena, &mail);
    assert_string_equal(mail_shown(arena, m.text, m.length), mail.html);
    mail.html = "<p>Look: <img src=\"cid:board\" alt=\"cid:board\"></p>\n";
    mail.picture = "\x89PNG\r\n\x1a\n\0 and more";
    mail.picture_length = 18;
    m = composed(arena, &mail);
    assert_string_equal(mail_shown(arena, m.text, m.length), "<p>Look: <img src=\"data:image/png;base64,iVBORw0KGgoAIGFuZCBtb3Jl\" alt=\"cid:board\"></p>\n");
    mail.html = NULL;
    m = composed(arena, &mail);
    assert_null(mail_shown(arena, m.text, m.length));
    arena_free(arena);
}

static void a_single_accent_stays_utf_8(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct mail mail = plain;
    mail.text = "Anna builds in Lérici.\n";
    mail.html = "<p>Anna builds in Lérici – now.</p>\n";
    struct sb m = composed(arena, &mail);
    assert_non_null(strstr(m.text, "L=C3=A9rici"));
    struct mail_view view;
    assert_true(mail_read(arena, m.text, m.length, &view));
    assert_string_equal(view.text, mail.text);
    assert_string_equal(view.html, mail.html);
    arena_free(arena);
}

static void encoded_words_are_short_and_whole(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct mail mail = plain;
    mail.subject = "aカッラーラ「カッラーラの宮殿」四十二番の卓であなたの番です。カッラーラの宮殿、四十二番";
    mail.to_name = "竹中半兵衛重治竹中半兵衛重治竹中半兵衛重治竹中半兵衛重治";
    struct sb m = composed(arena, &mail);
    const char *end = strstr(m.text, "\r\n\r\n");
    for (const char *line = m.text; line < end; line = strstr(line, "\r\n") + 2)
        assert_true(strcspn(line, "\r") <= 998);
    for (const char *word = strstr(m.text, "=?"); word && word < end; word = strstr(word + 2, "=?U"))
        assert_true(strcspn(word, " \r") <= 75);
    struct mail_view view;
    assert_true(mail_read(arena, m.text, m.length, &view));
    assert_string_equal(view.subject, mail.subject);
    assert_non_null(strstr(view.to, mail.to_name));
    arena_free(arena);
}

static void no_line_is_too_long_and_none_is_bare(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct mail mail = plain;
    char *wide = arena_alloc(arena, 5001);
    memset(wide, 'w', 5000);
    mail.text = wide;
    mail.html = arena_printf(arena, "<p>ü%s</p>", wide);
    mail.subject = arena_strndup(arena, wide, 600);
    struct sb m = composed(arena, &mail);
    size_t column = 0;
    for (const char *c = m.text; *c; c++) {
        assert_true((unsigned char)*c < 0x80);
        if (*c == '\n')
            assert_true(c > m.text && c[-1] == '\r');
        column = *c == '\n' ? 0 : column + 1;
        assert_true(column <= 998);
    }
    arena_free(arena);
}

static void no_value_adds_a_header(void **unused)
{
    (void)unused;
    static const char *const evil[] = {
        "Anna\r\nBcc: all@example.org", "Anna\nBcc: all@example.org", "Anna\r\n\r\nBcc: all@example.org",
        "竹中\r\nBcc: all@example.org", "Anna\rBcc: all@example.org",
    };
    for (size_t i = 0; i < sizeof(evil) / sizeof(evil[0]); i++) {
        struct arena *arena = arena_new();
        struct mail mail = plain;
        mail.to_name = mail.subject = evil[i];
        const char *m = composed(arena, &mail).text;
        assert_null(header(arena, m, "Bcc"));
        assert_non_null(header(arena, m, "Auto-Submitted"));
        assert_non_null(strstr(header(arena, m, "Content-Type"), "multipart/alternative"));
        arena_free(arena);
    }
}

static void an_address_is_one_address(void **unused)
{
    (void)unused;
    static const char *const evil[] = {
        "", "anna", "@example.org", "anna@", "anna@example.org\r\nBcc: x@example.org", "a@example.org,b@example.org",
        "<a@example.org> b@example.org", "a b@example.org", NULL,
    };
    struct arena *arena = arena_new();
    struct sb out;
    char why[200];
    sb_init(&out, arena);
    for (size_t i = 0; i < sizeof(evil) / sizeof(evil[0]); i++) {
        struct mail mail = plain;
        mail.to_address = evil[i];
        assert_false(mail_compose(&set, &mail, now, &out, why, sizeof(why)));
    }
    static const struct settings none = {.mail_from = "nobody"};
    assert_false(mail_compose(&none, &plain, now, &out, why, sizeof(why)));
    assert_string_equal(why, "the sender 'nobody' is no address");
    arena_free(arena);
}

static enum mail_answer sent(const struct settings *here, const char *message, size_t length, char *answer, size_t room)
{
    struct mail_line *line = mail_line_open(here);
    const struct posting posting = {.from_address = "ridotto@localhost", .to_address = "anna@example.org", .message = message, .length = length};
    enum mail_answer fate = mail_line_send(line, &posting, answer, room);
    mail_line_close(line);
    return fate;
}

static void the_maildir_keeps_what_it_is_given(void **unused)
{
    (void)unused;
    char dir[] = "/tmp/test_mail.XXXXXX", why[200];
    assert_non_null(mkdtemp(dir));
    struct arena *arena = arena_new();
    struct settings here = set;
    here.maildir = arena_printf(arena, "%s/deep/mail", dir);
    struct sb m = composed(arena, &plain);
    char answer[200];
    for (int i = 0; i < 5; i++)
        assert_int_equal(sent(&here, m.text, m.length, answer, sizeof(answer)), MAIL_TAKEN);
    const char **names;
    int n;
    maildir_list(here.maildir, arena, 3, &names, &n);
    assert_int_equal(n, 3);
    assert_true(strcmp(names[0], names[1]) > 0 && strcmp(names[1], names[2]) > 0);
    size_t length;
    const char *kept = maildir_read(here.maildir, arena, names[0], &length);
    assert_non_null(kept);
    assert_null(strchr(kept, '\r'));
    struct mail_view view;
    assert_true(mail_read(arena, kept, length, &view));
    assert_string_equal(view.text, plain.text);
    assert_null(maildir_read(here.maildir, arena, "../new/x", &length));
    assert_null(maildir_read(here.maildir, arena, "..", &length));
    assert_null(maildir_read(here.maildir, arena, "", &length));
    maildir_list("/nowhere/at/all", arena, 3, &names, &n);
    assert_int_equal(n, 0);
    assert_false(maildir_put("/proc/nowhere", m.text, m.length, why, sizeof(why)));
    here.maildir = "/dev/full";
    assert_int_equal(sent(&here, m.text, m.length, answer, sizeof(answer)), MAIL_AWAY);
    char *remove_all = arena_printf(arena, "rm -rf '%s'", dir);
    assert_int_equal(system(remove_all), 0);
    arena_free(arena);
}

static void a_server_that_is_not_there_is_tried_later(void **unused)
{
    (void)unused;
    struct settings here = set;
    here.smtp_url = "smtp://127.0.0.1:1";
    char answer[200];
    assert_int_equal(sent(&here, "x\r\n", 3, answer, sizeof(answer)), MAIL_AWAY);
    assert_true(*answer);
    here.smtp_url = "http://127.0.0.1:1";
    assert_int_equal(sent(&here, "x\r\n", 3, answer, sizeof(answer)), MAIL_AWAY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_header_is_there),
        cmocka_unit_test(a_mail_reads_as_it_was_written),
        cmocka_unit_test(a_picture_stands_in_what_is_shown),
        cmocka_unit_test(a_single_accent_stays_utf_8),
        cmocka_unit_test(encoded_words_are_short_and_whole),
        cmocka_unit_test(no_line_is_too_long_and_none_is_bare),
        cmocka_unit_test(no_value_adds_a_header),
        cmocka_unit_test(an_address_is_one_address),
        cmocka_unit_test(the_maildir_keeps_what_it_is_given),
        cmocka_unit_test(a_server_that_is_not_there_is_tried_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

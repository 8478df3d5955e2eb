#include "config.h"

#include "rules/engine/fault.h"

#include <string.h>

struct writer writer_on(char *text, size_t room)
{
    text[0] = '\0';
    return (struct writer){.text = text, .room = room};
}

void write_bytes(struct writer *writer, const char *bytes, size_t n)
{
    size_t left = writer->room - 1 - writer->length;
    if (n > left) {
        writer->full = true;
        for (n = left; n > 0 && ((unsigned char)bytes[n] & 0xc0) == 0x80; n--) /* never half a character */
            ;
    }
    memcpy(writer->text + writer->length, bytes, n);
    write_back(writer, writer->length + n);
}

void write_text(struct writer *writer, const char *text)
{
    write_bytes(writer, text, strlen(text));
}

void write_number(struct writer *writer, long number)
{
    char digits[24];
    size_t at = sizeof(digits);
    unsigned long left = number < 0 ? -(unsigned long)number : (unsigned long)number;
    do
        digits[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        digits[--at] = '-';
    write_bytes(writer, digits + at, sizeof(digits) - at);
}

void write_back(struct writer *writer, size_t length)
{
    writer->length = length;
    writer->text[length] = '\0';
}

bool fault_set(struct fault *fault, const char *sentence, const char *what)
{
    if (fault) {
        fault->sentence = sentence;
        struct writer out = writer_on(fault->what, sizeof(fault->what));
        write_text(&out, what);
    }
    return false;
}

bool fault_index(struct fault *fault, const char *sentence, const char *what, int index)
{
    if (fault) {
        fault->sentence = sentence;
        struct writer out = writer_on(fault->what, sizeof(fault->what));
        write_text(&out, what);
        write_text(&out, "[");
        write_number(&out, index);
        write_text(&out, "]");
    }
    return false;
}

static const char does_not_go[] = N_("{what} does not fit the rest of the position.");

bool fault_member(struct fault *fault, const char *member)
{
    return fault_set(fault, does_not_go, member);
}

bool fault_member_at(struct fault *fault, const char *member, int index)
{
    return fault_index(fault, does_not_go, member, index);
}

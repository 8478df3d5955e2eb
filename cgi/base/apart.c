#include "config.h"

#include "cgi/base/apart.h"

#include <limits.h>
#include <string.h>

#include "cgi/base/banned.h"

enum { LONGEST = 63 };

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Row by row: how far the first i bytes of @a are from the first k of @b. */
int letters_apart(const char *a, const char *b)
{
    int row[LONGEST + 1];
    size_t n = strlen(b);
    if (n > LONGEST || strlen(a) > LONGEST)
        return INT_MAX;
    for (size_t k = 0; k <= n; k++)
        row[k] = (int)k;
    for (size_t i = 0; a[i]; i++) {
        int before = row[0]; /* of the row above, one to the left */
        row[0] = (int)i + 1;
        for (size_t k = 0; k < n; k++) {
            int above = row[k + 1];
            row[k + 1] = least(above + 1, row[k] + 1, before + (a[i] != b[k]));
            before = above;
        }
    }
    return row[n];
}

#include "config.h"

#include "cgi/base/build.h"

#include "cgi/base/banned.h"

static const char *its_id = "";

void build_set(const char *id)
{
    its_id = id;
}

const char *build_id(void)
{
    return its_id;
}

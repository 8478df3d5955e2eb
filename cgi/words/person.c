#include "config.h"

#include "cgi/words/person.h"

#include <string.h>

#include "cgi/base/banned.h"

const char *name_shown(const struct catalogue *cat, const char *name)
{
    return name && !strcmp(name, PERSON_LEFT) ? text_get(cat, PERSON_LEFT) : name;
}

bool name_leads(const struct catalogue *cat, const char *shown)
{
    return strcmp(shown, text_get(cat, PERSON_LEFT)) != 0;
}

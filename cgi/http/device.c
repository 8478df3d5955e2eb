#include "config.h"

#include "cgi/http/device.h"

#include <string.h>

#include "cgi/http/req.h"

#include "cgi/base/banned.h"

/* The first that is found is meant: browsers name those they want to be taken for, too. */
static const struct sign {
    const char *sign, *name;
} browsers[] = {
    {"Edg", "Edge"},           {"OPR/", "Opera"},     {"Vivaldi/", "Vivaldi"}, {"SamsungBrowser/", "Samsung Internet"},
    {"FxiOS/", "Firefox"},     {"Firefox/", "Firefox"}, {"CriOS/", "Chrome"},  {"Chrome/", "Chrome"},
    {"Version/", "Safari"},    {"curl/", "curl"},     {NULL, NULL},
}, systems[] = {
    {"Android", "Android"},    {"iPhone", "iPhone"},  {"iPad", "iPad"},        {"Windows", "Windows"},
    {"CrOS", "ChromeOS"},      {"Mac OS X", "macOS"}, {"Linux", "Linux"},      {NULL, NULL},
};

static const char *found(const struct sign *signs, const char *text)
{
    while (signs->sign && !strstr(text, signs->sign))
        signs++;
    return signs->name;
}

struct device device_of(const char *user_agent)
{
    return (struct device){.browser = found(browsers, user_agent), .system = found(systems, user_agent)};
}

const char *device_words(const struct req *rq, const struct device *device)
{
    const struct text_value both[] = {{"browser", device->browser, 0}, {"system", device->system, 0}};
    if (device->browser && device->system)
        return req_fill(rq, N_("{browser} on {system}"), both, 2);
    return device->browser ? device->browser : device->system ? device->system : req_words(rq, N_("A device that does not say what it is"));
}

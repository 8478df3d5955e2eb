#include "config.h"

#include "cgi/http/flash.h"

#include <string.h>

#include "rules/rules.h"

#include "cgi/base/banned.h"

static const struct flash flashes[] = {
    {"address-asked", true, N_("A link is on its way to that address. Please open it there.")},
    {"address-called-off", true, N_("Called off: your address stays as it is.")},
    {"address-saved", true, N_("Saved: from now on our letters go to your new address.")},
    {"confirm-sent", true, N_("We have written to you again. Please open the link in that mail.")},
    {"confirmed", true, N_("Thank you: your e-mail address is confirmed. You can sit down at a table now.")},
    {"declined", true, N_("The seat is not kept for you any more.")},
    {"feeds-ended", true, N_("Your secret addresses hold no longer.")},
    {"invited-address", true, N_("If that address takes letters from us, an invitation is on its way.")},
    {"invited-person", true, N_("A seat is kept, and a letter is on its way.")},
    {"joined", true, N_("Welcome! We have written to you: please open the link in that mail, then you can sit down.")},
    {"left", true, N_("Your account is deleted. Good-bye, and thank you for playing.")},
    {"letters-off", true, N_("Done. We will not write to you about this any more.")},
    {"letters-on", true, N_("Done. We write to you about this game again.")},
    {"letters-saved", true, N_("Saved.")},
    {"link-old", false, N_("That link was used already or is too old. Here is the game.")},
    {"nothing-waits", true, N_("No other game waits for you.")},
    {"orders-answered", true, N_("Done, and your order has answered at once.")},
    {"orders-dropped", true, N_("Done: that order holds no longer.")},
    {"orders-given", true, N_("Done: your order holds from now on.")},
    {"password-saved", true, N_("Your new password is saved. Everywhere else you are signed out.")},
    {"rest-saved", true, N_("Saved: your clocks go by it from now on.")},
    {"session-ended", true, N_("Signed out there.")},
    {"sessions-ended", true, N_("Everywhere else you are signed out.")},
    {"signed-out", true, N_("You are signed out.")},
    {"vacation-ended", true, N_("What you have not used of that vacation is saved again.")},
    {"vacation-planned", true, N_("Your vacation is planned. Meanwhile your clocks stand.")},
};

const struct flash *flash_find(const char *name)
{
    for (size_t i = 0; name && i < sizeof(flashes) / sizeof(flashes[0]); i++)
        if (!strcmp(flashes[i].name, name))
            return &flashes[i];
    return NULL;
}

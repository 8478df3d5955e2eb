/* Every path of the service, made in one place. */
#ifndef CGI_BASE_URL_H
#define CGI_BASE_URL_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/arena.h"

char *url_table(struct arena *arena, int64_t game);
/** url_section() - "/games/42#asked": a section of the page of a table, with the key of an invitation when there is one */
char *url_section(struct arena *arena, int64_t game, const char *key, const char *section);
/** url_live() - "/games/42/live" or "/games/42/events", with the key of an invitation when there is one */
char *url_live(struct arena *arena, int64_t game, const char *what, const char *key);
/** url_orders() - "/games/42/orders": one's own standing orders */
char *url_orders(struct arena *arena, int64_t game);
/** url_plan() - "/games/42/plan": the own next turn, prepared while others think */
char *url_plan(struct arena *arena, int64_t game);
/** url_remind() - "/games/42/remind": one's own reminder */
char *url_remind(struct arena *arena, int64_t game);
char *url_history(struct arena *arena, int64_t game, int ply);
/** url_practice() - "/games/42/practice?ply=34": where a practice table opens from that position (@ply -1: the page asks which), with
 *  one's own draft when @draft */
char *url_practice(struct arena *arena, int64_t game, int ply, bool draft);
/** url_invite() - "/games/42?invite=Anna#invite": the form that invites to a table, with that name in it */
char *url_invite(struct arena *arena, int64_t game, const char *name);
char *url_person(struct arena *arena, const char *name);
char *url_help(struct arena *arena, const char *rules);
/** url_guide() - "/guides/carrara": what begins a guided first game */
char *url_guide(struct arena *arena, const char *rules);
/** url_help_from() - the same, for who comes from the table of @game and wants to go back there */
char *url_help_from(struct arena *arena, const char *rules, int64_t game);
/** url_magic() - "/mail/open/<token>": signs in and opens a game; url_confirm() - "/mail/confirm/<token>" */
char *url_magic(struct arena *arena, const char *token);
char *url_confirm(struct arena *arena, const char *token);
/** url_magic_game() - url_magic() that still leads to the game when the token is used up or too old */
char *url_magic_game(struct arena *arena, const char *token, int64_t game);
/** url_address() - "/mail/address/<token>": makes the address of that mail the account's address */
char *url_address(struct arena *arena, const char *token);
/** url_reset() - "/reset/<token>": a new password; url_unsubscribe() - "/mail/unsubscribe/<token>" */
char *url_reset(struct arena *arena, const char *token);
char *url_unsubscribe(struct arena *arena, const char *token);
/** url_choice() - "/mail/choice/<token>?game=9&ply=57&move=accept": one choice out of a letter */
struct chosen;
char *url_choice(struct arena *arena, const char *token, const struct chosen *chosen);
/** url_never() - "/mail/never/<token>": no more invitations to this address */
char *url_never(struct arena *arena, const char *token);
/** url_sign_in() - "/sign-in?next=<path>"; @next NULL or not a path of ours: without it */
char *url_sign_in(struct arena *arena, const char *next);

/** url_join() - likewise for joining */
char *url_join(struct arena *arena, const char *next);

/** url_ascii() - @url with all that is no visible ASCII as "%FF", so that it can stand in any header and any page */
char *url_ascii(struct arena *arena, const char *url);

/** url_local() - is @path a path of this site, safe to redirect to? */
bool url_local(const char *path);

#endif

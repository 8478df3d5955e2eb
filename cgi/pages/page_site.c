/* What the operator says of the site: privacy, terms, contact; and what programs ask for: security.txt, the sitemap, robots.txt. */
#include "config.h"

#include <string.h>
#include <time.h>

#include "cgi/base/url.h"
#include "cgi/http/assets.h"
#include "cgi/http/site_files.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

static enum site_page page_of(const struct req *rq)
{
    return !strcmp(rq->path, "/privacy") ? SITE_PRIVACY : !strcmp(rq->path, "/terms") ? SITE_TERMS : SITE_CONTACT;
}

bool page_site(struct req *rq, struct res *rs, struct err *err)
{
    static const char *const titles[SITE_PAGES] = {[SITE_PRIVACY] = N_("Privacy"), [SITE_TERMS] = N_("Terms of use"), [SITE_CONTACT] = N_("Contact")};
    const struct site_files *site = rq->service->site;
    enum site_page page = page_of(rq);
    const char *text = site_page_text(site, page, rq->words->lang), *contact = site_contact(site);
    if (page == SITE_CONTACT && !text && !contact)
        return err_fail(err, ERR_GONE, NULL, NULL, "no contact");
    struct value *model = put_text(new_object(rq->arena), K_title, req_words(rq, titles[page]));
    put(put_bool(model, K_own, text != NULL), K_blocks, text ? site_text(rq->arena, text) : new_list(rq->arena));
    put_bool(model, K_privacy, page == SITE_PRIVACY);
    put_bool(model, K_terms, page == SITE_TERMS);
    put_text(put_text(model, K_contact, contact), K_contact_url, site_contact_url(site, rq->arena));
    return res_page(rq, rs, "site_page", model);
}

/* ---- for programs: the same for everybody ---- */

static bool plain(struct res *rs, const char *type)
{
    rs->status = 200;
    res_header(rs, "Content-Type", type);
    res_header(rs, "Cache-Control", "public, max-age=3600");
    return true;
}

/* RFC 9116: without a contact there is no such file. It is good for half a year, from the beginning of a day on, so that it stays the same. */
bool page_security(struct req *rq, struct res *rs, struct err *err)
{
    enum { DAY = 24 * 3600, GOOD_DAYS = 180 };
    const char *contact = site_contact_url(rq->service->site, rq->arena);
    time_t expires = (time_t)(rq->now / 1000000 / DAY + GOOD_DAYS) * DAY;
    char when[32];
    struct tm tm;
    if (!contact)
        return err_fail(err, ERR_GONE, NULL, NULL, "no contact");
    strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&expires, &tm));
    sb_addf(&rs->body, "Contact: %s\nExpires: %s\nPreferred-Languages: en, ja\nCanonical: %s/.well-known/security.txt\n", contact, when,
            rq->service->set.url);
    return plain(rs, "text/plain; charset=utf-8");
}

static void add_place(struct req *rq, struct res *rs, const char *path)
{
    sb_addf(&rs->body, "<url><loc>");
    sb_add_html(&rs->body, rq->service->set.url);
    sb_add_html(&rs->body, path);
    sb_add(&rs->body, "</loc></url>\n");
}

/* Pages that are for everybody: not those of people, and of games only the newest that are over. */
bool page_sitemap(struct req *rq, struct res *rs, struct err *err)
{
    enum { GAMES_MOST = 500 };
    static const char *const fixed[] = {"/", "/games", "/help", "/privacy", "/terms"};
    struct game_filter filter = {.has_status = true, .status = GAME_OVER, .most = GAMES_MOST};
    struct game_row *games;
    int n;
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    sb_add(&rs->body, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
        add_place(rq, rs, fixed[i]);
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        add_place(rq, rs, url_help(rq->arena, (*rules)->id));
    for (int i = 0; i < n; i++)
        add_place(rq, rs, arena_printf(rq->arena, "%s/history", url_table(rq->arena, games[i].id)));
    sb_add(&rs->body, "</urlset>\n");
    return plain(rs, "application/xml; charset=utf-8");
}

/* The file of www/, and where the sitemap is, which has to be said with the site's address. */
bool page_robots(struct req *rq, struct res *rs, struct err *err)
{
    const struct asset *asset = assets_find(rq->service->assets, "robots.txt");
    (void)err;
    if (asset)
        sb_add_bytes(&rs->body, asset->bytes, asset->length);
    else
        sb_add(&rs->body, "User-agent: *\nDisallow:\n");
    sb_addf(&rs->body, "\nSitemap: %s/sitemap.xml\n", rq->service->set.url);
    return plain(rs, "text/plain; charset=utf-8");
}

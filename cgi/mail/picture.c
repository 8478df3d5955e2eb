#include "config.h"

#include "cgi/mail/picture.h"

#include <libxml/parser.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/log.h"
#include "cgi/mail/png.h"

#include "cgi/base/banned.h"

enum { DEEPEST = 12, ELEMENTS_MOST = 20000, CENTRED_MOST = 32 };

/* What is drawn where a <use> stands, instead of it: its style sheet knows nothing of what lies in another part of the document. */
struct drawing_of {
    xmlDocPtr doc, symbols;
    xmlHashTablePtr by_id[2]; /* of the document, and of the symbols */
    int n; /* elements */
    int n_centred;
    struct { const char *class; size_t length; bool inside; } centred[CENTRED_MOST]; /* texts on their middle: of that class, or @inside of one */
};

/* "plain: var(--gold)=#d3a63f;var(--rim)=#3d3a36; ": each as its value in the attributes of @text, which spares as many rules of a style sheet. */
static const char *plain(struct arena *arena, const char *text, const char *sheet)
{
    const char *known = strstr(sheet, "plain: "), *end = known ? strstr(known, "*/") : NULL;
    struct sb out;
    sb_init(&out, arena);
    for (const char *var; end && (var = strstr(text, "\"var(")); ) {
        const size_t length = strcspn(++var, "\"");
        const char *name = arena_printf(arena, "%.*s=", (int)length, var), *at = strstr(known, name);
        sb_add_bytes(&out, text, (size_t)(var - text));
        if (at && at < end)
            sb_add_bytes(&out, at + length + 1, strcspn(at + length + 1, ";"));
        else
            sb_add_bytes(&out, var, length);
        text = var + length;
    }
    sb_add(&out, text);
    return out.text;
}

static xmlDocPtr parse(struct arena *arena, const char *source, const char *sheet)
{
    const char *text = plain(arena, source, sheet);
    return xmlReadMemory(text, (int)strlen(text), NULL, "UTF-8",
                         XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOBLANKS);
}

static bool is_element(const xmlNode *node, const char *name)
{
    return node && node->type == XML_ELEMENT_NODE && (!name || !strcmp((const char *)node->name, name));
}

static const char *attribute(const xmlNode *node, const char *name)
{
    const xmlAttr *attr = xmlHasProp(node, (const xmlChar *)name);
    return attr && attr->children ? (const char *)attr->children->content : NULL;
}

static void note_ids(xmlHashTablePtr ids, xmlNodePtr node)
{
    for (; node; node = node->next) {
        const char *id = is_element(node, NULL) ? attribute(node, "id") : NULL;
        if (id)
            xmlHashAddEntry(ids, (const xmlChar *)id, node);
        note_ids(ids, node->children);
    }
}

/* "#gn-cube" in the symbols means one of them, also when it is copied: as the document names them, behind a path. */
static void name_symbols(struct arena *arena, xmlNodePtr node)
{
    for (; node; node = node->next) {
        const char *href = is_element(node, "use") ? attribute(node, "href") : NULL;
        if (href && *href == '#')
            xmlSetProp(node, (const xmlChar *)"href", (const xmlChar *)arena_printf(arena, "/%s", href));
        name_symbols(arena, node->children);
    }
}

/* ---- texts on their middle ---- */

/* "central: .v-letter | .v-agent text" */
static void read_centred(struct drawing_of *d, const char *sheet)
{
    const char *at = strstr(sheet, "central:"), *end = at ? strstr(at, "*/") : NULL;
    while (at && d->n_centred < CENTRED_MOST && (at = strchr(at, '.')) && at < end) {
        const size_t length = strcspn(++at, " |*");
        d->centred[d->n_centred].class = at;
        d->centred[d->n_centred].length = length;
        d->centred[d->n_centred++].inside = !strncmp(at + length, " text", 5);
    }
}

static bool has_class(const xmlNode *node, const char *class, size_t length)
{
    const char *at = is_element(node, NULL) ? attribute(node, "class") : NULL;
    while (at && *at) {
        at += strspn(at, " ");
        const size_t n = strcspn(at, " ");
        if (n == length && !strncmp(at, class, n))
            return true;
        at += n;
    }
    return false;
}

static bool is_centred(const struct drawing_of *d, const xmlNode *text)
{
    for (int i = 0; i < d->n_centred; i++) {
        const xmlNode *node = text;
        bool found = has_class(node, d->centred[i].class, d->centred[i].length);
        while (!found && d->centred[i].inside && (node = node->parent))
            found = has_class(node, d->centred[i].class, d->centred[i].length);
        if (found)
            return true;
    }
    return false;
}

/* ---- what a <use> stands for ---- */

static xmlNodePtr target_of(const struct drawing_of *d, const xmlNode *use)
{
    const char *href = attribute(use, "href"), *hash = href ? strchr(href, '#') : NULL;
    return hash ? xmlHashLookup(d->by_id[hash != href], (const xmlChar *)hash + 1) : NULL;
}

static void copy_attributes(xmlNodePtr to, const xmlNode *use)
{
    static const char *const own[] = {"href", "x", "y", "width", "height", "transform"};
    for (const xmlAttr *attr = use->properties; attr; attr = attr->next) {
        bool skip = false;
        for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
            skip = skip || !strcmp((const char *)attr->name, own[i]);
        if (!skip)
            xmlSetProp(to, attr->name, attr->children ? attr->children->content : (const xmlChar *)"");
    }
}

static void place(struct arena *arena, xmlNodePtr group, const xmlNode *use)
{
    const char *transform = attribute(use, "transform"), *x = attribute(use, "x"), *y = attribute(use, "y");
    const char *moved = x || y ? arena_printf(arena, " translate(%s %s)", x ? x : "0", y ? y : "0") : "";
    if (transform || *moved)
        xmlSetProp(group, (const xmlChar *)"transform", (const xmlChar *)arena_printf(arena, "%s%s", transform ? transform : "", moved));
}

static xmlNodePtr replace_use(struct drawing_of *d, struct arena *arena, xmlNodePtr use)
{
    xmlNodePtr target = target_of(d, use), group = xmlNewDocNode(d->doc, use->ns, (const xmlChar *)"g", NULL);
    copy_attributes(group, use);
    place(arena, group, use);
    xmlNodePtr copy = target ? xmlDocCopyNode(target, d->doc, 1) : NULL;
    if (copy) {
        xmlUnsetProp(copy, (const xmlChar *)"id");
        if (is_element(copy, "symbol")) {
            xmlNodeSetName(copy, (const xmlChar *)"svg");
            for (const char *const *name = (const char *const[]){"width", "height", NULL}; *name; name++)
                if (attribute(use, *name))
                    xmlSetProp(copy, (const xmlChar *)*name, (const xmlChar *)attribute(use, *name));
        }
        xmlAddChild(group, copy);
    }
    if (attribute(use, "id"))
        xmlHashUpdateEntry(d->by_id[0], (const xmlChar *)attribute(use, "id"), group, NULL);
    xmlReplaceNode(use, group);
    xmlFreeNode(use);
    return group;
}

/* A layer of its own costs as much as the whole picture: of one shape its paints are as good. */
static void thin(xmlNodePtr node)
{
    const char *opacity = attribute(node, "opacity");
    if (!opacity || xmlFirstElementChild(node) || is_element(node, "g") || is_element(node, "svg"))
        return;
    for (const char *const *name = (const char *const[]){"fill-opacity", "stroke-opacity", NULL}; *name; name++)
        if (!attribute(node, *name))
            xmlSetProp(node, (const xmlChar *)*name, (const xmlChar *)opacity);
    xmlUnsetProp(node, (const xmlChar *)"opacity");
}

/* A face with a fine pattern, waves or cobbles behind all else, costs librsvg more than the rest of the picture. */
static void smooth(const struct drawing_of *d, xmlNodePtr rect)
{
    const char *fill = attribute(rect, "fill");
    const size_t n = fill && !strncmp(fill, "url(#", 5) ? strcspn(fill + 5, ")") : 0;
    xmlChar *id = n ? xmlStrndup((const xmlChar *)fill + 5, (int)n) : NULL;
    if (id && is_element(xmlHashLookup(d->by_id[0], id), "pattern"))
        xmlSetProp(rect, (const xmlChar *)"fill", (const xmlChar *)"none");
    xmlFree(id);
}

/* As wide as the style sheet of a page lets it be is here as wide as its place. */
static void fit(xmlNodePtr svg)
{
    const char *width = attribute(svg, "width");
    if (width && strstr(width, "em"))
        xmlUnsetProp(svg, (const xmlChar *)"width");
}

/* What a <use> shows is not reached by rules about what is around it: its own colour stays. */
static void keep_fill(struct arena *arena, xmlNodePtr text)
{
    const char *fill = attribute(text, "fill");
    if (fill && !attribute(text, "style"))
        xmlSetProp(text, (const xmlChar *)"style", (const xmlChar *)arena_printf(arena, "fill:%s", fill));
}

static void walk(struct drawing_of *d, struct arena *arena, xmlNodePtr node, int depth)
{
    for (xmlNodePtr next; node; node = next) {
        next = node->next;
        if (!is_element(node, NULL) || ++d->n > ELEMENTS_MOST)
            continue;
        const bool use = is_element(node, "use");
        if (use && depth < DEEPEST)
            node = replace_use(d, arena, node);
        if (is_element(node, "text") && !attribute(node, "dy") && is_centred(d, node))
            xmlSetProp(node, (const xmlChar *)"dy", (const xmlChar *)".35em");
        if (depth && is_element(node, "text"))
            keep_fill(arena, node);
        thin(node);
        if (is_element(node, "rect"))
            smooth(d, node);
        if (is_element(node, "svg"))
            fit(node);
        walk(d, arena, node->children, depth + use);
    }
}

/* What was only there to be copied; patterns and gradients are asked for by name. */
static void drop_copied(xmlNodePtr node)
{
    for (xmlNodePtr next; node; node = next) {
        next = node->next;
        const bool copied = is_element(node, NULL) && is_element(node->parent, "defs") && !is_element(node, "pattern")
            && !is_element(node, "linearGradient") && !is_element(node, "radialGradient");
        if (!copied) {
            drop_copied(node->children);
            continue;
        }
        xmlUnlinkNode(node);
        xmlFreeNode(node);
    }
}

static void add_sheet(xmlDocPtr doc, const char *sheet)
{
    xmlNodePtr root = xmlDocGetRootElement(doc), style = xmlNewDocNode(doc, root->ns, (const xmlChar *)"style", NULL);
    xmlAddChild(style, xmlNewCDataBlock(doc, (const xmlChar *)sheet, (int)strlen(sheet)));
    if (root->children)
        xmlAddPrevSibling(root->children, style);
    else
        xmlAddChild(root, style);
}

const char *picture_resolved(struct arena *arena, const char *svg, const char *symbols, const char *sheet)
{
    struct drawing_of d = {.doc = parse(arena, svg, sheet), .symbols = parse(arena, symbols, sheet), .by_id = {xmlHashCreate(256), xmlHashCreate(256)}};
    xmlNodePtr root = d.doc ? xmlDocGetRootElement(d.doc) : NULL;
    const char *out = NULL;
    if (is_element(root, "svg") && d.symbols && d.by_id[0] && d.by_id[1]) {
        read_centred(&d, sheet);
        note_ids(d.by_id[0], root);
        note_ids(d.by_id[1], xmlDocGetRootElement(d.symbols));
        name_symbols(arena, xmlDocGetRootElement(d.symbols));
        walk(&d, arena, root->children, 0);
        drop_copied(root->children);
        add_sheet(d.doc, sheet);
        xmlChar *text = NULL;
        int n = 0;
        xmlDocDumpMemoryEnc(d.doc, &text, &n, "UTF-8");
        out = text ? arena_strndup(arena, (const char *)text, (size_t)n) : NULL;
        xmlFree(text);
    }
    xmlHashFree(d.by_id[0], NULL);
    xmlHashFree(d.by_id[1], NULL);
    xmlFreeDoc(d.symbols);
    xmlFreeDoc(d.doc);
    return out;
}

/* ---- drawing ---- */

static bool paint(struct sb *out, RsvgHandle *handle, GError **error)
{
    gboolean has_box, has_width;
    RsvgRectangle box;
    RsvgLength own;
    rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &own, NULL, NULL, &has_box, &box);
    if (!has_box || box.width <= 0 || box.height <= 0)
        return false;
    const bool narrow = has_width && own.unit == RSVG_UNIT_PX && own.length >= 1 && own.length < PICTURE_WIDTH;
    double width = narrow ? own.length : PICTURE_WIDTH, height = width * box.height / box.width;
    if (height > PICTURE_HEIGHT_MOST) {
        width *= PICTURE_HEIGHT_MOST / height;
        height = PICTURE_HEIGHT_MOST;
    }
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 0xff / 255.0, 0xfc / 255.0, 0xf5 / 255.0); /* --sheet, on which boards lie */
    cairo_paint(cairo);
    const RsvgRectangle viewport = {0, 0, (int)width, (int)height};
    bool ok = rsvg_handle_render_document(handle, cairo, &viewport, error) && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    if (ok)
        png_write(out, cairo_image_surface_get_data(surface), (int)width, (int)height, cairo_image_surface_get_stride(surface));
    cairo_surface_destroy(surface);
    return ok;
}

bool picture_draw(struct sb *out, const char *resolved)
{
    GError *error = NULL;
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)resolved, strlen(resolved), &error);
    bool ok = handle && paint(out, handle, &error);
    if (error)
        log_line("level=error worker=mail message=\"no picture: %s\"", error->message);
    g_clear_error(&error);
    if (!handle)
        return false;
    g_object_unref(handle);
    return ok;
}

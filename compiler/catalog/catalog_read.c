/* Reads a catalog from JSON or YAML: from `puppet catalog compile`, from the cache of an agent, from PuppetDB (the
 * header lists the forms). Only the fields for diffs and graphs are checked and converted; `whole` and `raw` contain
 * the rest. */
#include "compiler/catalog/catalog_read.h"

#include "compiler/catalog/internal.h"

#include <stdio.h>

struct reader {
  struct arena *arena;
  struct catalog_doc *doc;
  str error;
};

static bool fail(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct reader *r, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  r->error = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
  return false;
}

/* --- parts of a hash --- */

/* A list, which PuppetDB puts under "data". NULL for anything else. */
static const struct array *list_of(value v)
{
  if (v.kind == V_HASH) v = hash_member(v.hash, "data");
  return v.kind == V_ARRAY ? v.array : NULL;
}

static bool texts_only(const struct array *a)
{
  for (uint32_t i = 0; i < a->n; i++) {
    if (a->items[i].kind != V_STRING) return false;
  }
  return true;
}

/* Reads an optional list of texts. */
static bool read_texts(struct reader *r, const struct hash *h, const char *name, const char *where,
                       const struct array **out)
{
  const value v = hash_member(h, name);
  *out = &array_empty;
  if (v.kind == V_UNDEF) return true;
  if (v.kind != V_ARRAY || !texts_only(v.array)) return fail(r, "%s%s must be a list of strings", where, name);
  *out = v.array;
  return true;
}

/* --- resources --- */

static bool text_of(value v, str *out)
{
  if (v.kind == V_STRING) *out = value_text(v);
  return v.kind == V_STRING;
}

static bool read_item(struct reader *r, uint32_t i, value v, struct catalog_item *out)
{
  char where[40];
  snprintf(where, sizeof where, "resources[%u]: ", i);
  *out = (struct catalog_item){.file = STR_EMPTY, .kind = STR_EMPTY, .params = &hash_empty, .index = i};
  if (v.kind != V_HASH) return fail(r, "resources[%u] is not a hash", i);
  const struct hash *h = v.hash;
  if (!text_of(hash_member(h, "type"), &out->type)) return fail(r, "%sit has no type", where);
  if (!text_of(hash_member(h, "title"), &out->title)) return fail(r, "%sit has no title", where);
  out->ref = reference_shown(r->arena, out->type, out->title);
  text_of(hash_member(h, "file"), &out->file);
  text_of(hash_member(h, "kind"), &out->kind);
  const value line = hash_member(h, "line"), exported = hash_member(h, "exported"),
              params = hash_member(h, "parameters");
  if (line.kind == V_INT) out->line = line.integer;
  out->exported = value_is_true(exported);
  if (params.kind == V_HASH) out->params = params.hash;
  else if (params.kind != V_UNDEF) return fail(r, "%sits parameters are no hash", where);
  for (uint32_t k = 0; k < out->params->n; k++) {
    if (out->params->entries[k].key.kind != V_STRING)
      return fail(r, "%sthe name of a parameter must be a string", where);
  }
  return read_texts(r, h, "tags", where, &out->tags) &&
         read_texts(r, h, "sensitive_parameters", where, &out->sensitive);
}

static bool read_items(struct reader *r, const struct hash *h)
{
  struct catalog_doc *doc = r->doc;
  const struct array *list = list_of(hash_member(h, "resources"));
  if (list == NULL) return fail(r, "it is not a catalog: it has no list of resources");
  doc->items = arena_array(r->arena, list->n + 1, sizeof *doc->items);
  for (uint32_t i = 0; i < list->n; i++) {
    struct catalog_item *item = &doc->items[i];
    if (!read_item(r, i, list->items[i], item)) return false;
    bool made;
    void **slot = strmap_slot(&doc->by_ref, item->ref, &made);
    if (!made) return fail(r, "resources[%u]: %.*s is there twice", i, STR_FMT(item->ref));
    *slot = item;
  }
  doc->n = list->n;
  doc->raw = list;
  return true;
}

/* --- edges --- */

/* "File[/x]", {"type", "title"}, or two members of the edge itself. */
static bool read_end(struct reader *r, const struct hash *edge, const char *name, str *out)
{
  const value v = hash_member(edge, name);
  str rtype, title;
  if (text_of(v, out)) return true;
  const struct hash *h = v.kind == V_HASH ? v.hash : edge;
  const str prefix = v.kind == V_HASH ? STR_EMPTY : arena_printf(r->arena, "%s_", name);
  const str type_key = arena_printf(r->arena, "%.*stype", STR_FMT(prefix));
  const str title_key = arena_printf(r->arena, "%.*stitle", STR_FMT(prefix));
  if (!text_of(hash_member(h, type_key.p), &rtype) || !text_of(hash_member(h, title_key.p), &title)) return false;
  *out = reference_shown(r->arena, rtype, title);
  return true;
}

static bool read_links(struct reader *r, const struct hash *h)
{
  struct catalog_doc *doc = r->doc;
  const value edges = hash_member(h, "edges");
  const struct array *list = list_of(edges);
  if (edges.kind == V_UNDEF) return true;
  if (list == NULL) return fail(r, "edges is not a list");
  doc->links = arena_array(r->arena, list->n + 1, sizeof *doc->links);
  for (uint32_t i = 0; i < list->n; i++) {
    const value v = list->items[i];
    struct catalog_link *link = &doc->links[doc->nlinks];
    str kind;
    if (v.kind != V_HASH) return fail(r, "edges[%u] is not a hash", i);
    if (!read_end(r, v.hash, "source", &link->source)) return fail(r, "edges[%u]: it has no source", i);
    if (!read_end(r, v.hash, "target", &link->target)) return fail(r, "edges[%u]: it has no target", i);
    /* PuppetDB also lists relationships as edges, which are in the parameters already; only containment is read
     * here. */
    if (text_of(hash_member(v.hash, "relationship"), &kind) && !str_eqz(kind, "contains")) continue;
    doc->nlinks++;
  }
  return true;
}

/* --- all --- */

/* Removes envelopes: PSON's {"document_type", "data"}, PuppetDB's {"command", "payload"} and its array with one
 * catalog. At most three are nested. */
static value unwrap(value v)
{
  static const char *const envelopes[] = {"data", "payload", "catalog"};
  for (int depth = 0; depth < 3; depth++) {
    if (v.kind == V_ARRAY && v.array->n == 1) v = v.array->items[0];
    if (v.kind != V_HASH || hash_member(v.hash, "resources").kind != V_UNDEF) return v;
    for (size_t i = 0; i < sizeof envelopes / sizeof *envelopes; i++) {
      const value inside = hash_member(v.hash, envelopes[i]);
      if (inside.kind != V_HASH) continue;
      v = inside;
      break;
    }
  }
  return v;
}

bool catalog_from_value(struct arena *a, value v, struct catalog_doc *out, str *error)
{
  struct reader r = {.arena = a, .doc = out, .error = STR_EMPTY};
  v = unwrap(v);
  *out = (struct catalog_doc){.name = STR_EMPTY,
                              .environment = STR_EMPTY,
                              .classes = &array_empty,
                              .tags = &array_empty,
                              .raw = &array_empty,
                              .whole = v};
  strmap_init(&out->by_ref, a);
  bool ok = v.kind == V_HASH || fail(&r, "it is not a catalog: it has no hash");
  if (ok) {
    if (!text_of(hash_member(v.hash, "name"), &out->name)) text_of(hash_member(v.hash, "certname"), &out->name);
    text_of(hash_member(v.hash, "environment"), &out->environment);
    if (hash_member(v.hash, "catalog_format").kind == V_INT)
      out->format = hash_member(v.hash, "catalog_format").integer;
    ok = read_texts(&r, v.hash, "classes", "", &out->classes) && read_texts(&r, v.hash, "tags", "", &out->tags) &&
         read_items(&r, v.hash) && read_links(&r, v.hash);
  }
  *error = r.error;
  return ok;
}

static str after_color(str line)
{
  const size_t end = str_index(line, 'm', 0);
  return end == SIZE_MAX ? STR_EMPTY : str_from(line, end + 1);
}

/* `puppet catalog compile` writes its log to standard output, too. Log lines before the catalog become empty lines, so
 * that line numbers in messages about the syntax remain correct. */
static str without_log(struct arena *a, str text)
{
  static const char *const levels[] = {"Debug: ", "Info: ", "Notice: ", "Warning: "};
  size_t at = 0, lines = 0;
  for (;;) {
    str line = str_from(text, at);
    bool is_log = false;
    while (str_starts(line, STR("\033["))) line = after_color(line);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) is_log = is_log || str_starts(line, str_of(levels[i]));
    const size_t end = is_log ? str_index(text, '\n', at) : SIZE_MAX;
    if (end == SIZE_MAX) break;
    at = end + 1;
    lines++;
  }
  if (lines == 0) return text;
  struct buf out = BUF_IN(a);
  for (; lines > 0; lines--) buf_char(&out, '\n');
  buf_str(&out, str_from(text, at));
  return buf_view(&out);
}

bool catalog_read(struct arena *a, str text, struct catalog_doc *out, str *error)
{
  value v;
  text = without_log(a, text);
  /* The first character that is not a space decides between JSON and YAML. */
  const str begin = str_trim(str_sub(text, 0, 4096));
  const bool json = begin.n > 0 && (begin.p[0] == '{' || begin.p[0] == '[');
  if (!(json ? value_read_json(a, text, &v, error) : value_read_yaml(a, text, &v, error))) return false;
  return catalog_from_value(a, v, out, error);
}

bool catalog_item_is_sensitive(const struct catalog_item *item, str param)
{
  for (uint32_t i = 0; i < item->sensitive->n; i++) {
    if (str_eq(value_text(item->sensitive->items[i]), param)) return true;
  }
  return false;
}

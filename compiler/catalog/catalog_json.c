/* The catalog as JSON: fields, their order and what is left out are Puppet's. */
#include "compiler/catalog/internal.h"

#include <stdint.h>

/* What is the same in every catalog is written as it stands, without asking the writer: catalogs are compact. */
#define RAW(w, text) buf_append((w)->out, text, sizeof(text) - 1)

static bool left_out(const struct resource *r, bool drop_exported)
{
  return r->virtual && (drop_exported || !r->exported);
}

/* --- parameters: first what the title says about the namevars, then what was set --- */

struct pair { const symbol *name; value value; };
struct pairs { struct pair *items; uint32_t n; };

static void put(struct pairs *all, const symbol *name, value v)
{
  for (uint32_t i = 0; i < all->n; i++) {
    if (all->items[i].name != name) continue;
    all->items[i].value = v;
    return;
  }
  all->items[all->n++] = (struct pair){name, v};
}

/* One that the title says nothing of, unless it is the namevar: no attribute is set twice. */
static void put_set(struct pairs *all, uint32_t from_title, const symbol *name, value v)
{
  for (uint32_t i = 0; i < from_title; i++) {
    if (all->items[i].name != name) continue;
    all->items[i].value = v;
    return;
  }
  all->items[all->n++] = (struct pair){name, v};
}

static void put_title(struct compilation *c, const struct resource *r, struct pairs *all)
{
  if (r->kind != RESOURCE_BUILTIN) {
    put(all, N.name, value_str(r->title));
    return;
  }
  str parts[RESTYPE_MAX_KEYS];
  const symbol *const *keys = restype_keys(r->restype);
  for (int i = 0; i < RESTYPE_MAX_KEYS; i++) parts[i] = (str){NULL, SIZE_MAX};
  parts[0] = r->restype->split_title == NULL ? r->title : parts[0];
  if (r->restype->split_title != NULL) r->restype->split_title(c->arena, r->title, parts);
  for (int i = 0; i < RESTYPE_MAX_KEYS && keys[i] != NULL; i++) {
    if (parts[i].n != SIZE_MAX) put(all, keys[i], value_str(parts[i]));
  }
}

static bool repeats_title(const struct resource *r, const struct resource *main, const symbol *namevar,
                          const struct pair *p)
{
  if (p->name != namevar || p->value.kind != V_STRING || r == main || r->typed_title != NULL) return false;
  if (r->type == N.stage && str_eqz(r->title, "main")) return false;
  return str_eq(value_text(p->value), r->title);
}

/* Whose parameters are being written. */
struct writing { struct compilation *compilation; const struct resource *resource; };

static void warn_lossy(void *ctx, str message)
{
  struct compilation *c = ((struct writing *)ctx)->compilation;
  if (c->settings->strict != SEVERITY_IGNORE) compile_log(c, CLOG_WARNING, STR_EMPTY, message);
}

static void too_large(void *ctx)
{
  fail_memory_limit(&((struct writing *)ctx)->compilation->context);
}

static void endless(void *ctx, str ruby_class)
{
  struct writing *w = ctx;
  struct context *c = &w->compilation->context;
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out,
             "Evaluation Error: Endless recursion detected when attempting to serialize value of class %.*s",
             STR_FMT(ruby_class));
  resource_place(&out, w->resource);
  fail_message(c, FAILURE_EVALUATION, buf_view(&out));
}

static void write_parameters(struct compilation *c, struct json_writer *w, const struct resource *r)
{
  const size_t most = c->settings->memory_limit_bytes != 0 ? c->settings->memory_limit_bytes : SIZE_MAX;
  struct writing writing = {c, r};
  struct value_json json = {.writer = w, .rich = c->settings->rich_data, .place = BUF_IN(c->arena),
                            .max_bytes = most, .too_large = too_large,
                            .lossy = warn_lossy, .endless = endless, .ctx = &writing};
  struct pair items[64];
  struct pairs all = {items, 0};
  if (r->nparams + RESTYPE_MAX_KEYS > 64) {
    all.items = arena_alloc(c->arena, (r->nparams + RESTYPE_MAX_KEYS) * sizeof items[0]);
  }
  const symbol *namevar = r->kind == RESOURCE_BUILTIN ? restype_namevar(r->restype) : N.name;
  struct plain_state state = {.resource = r};
  put_title(c, r, &all);
  const uint32_t from_title = all.n;
  for (uint32_t i = 0; i < r->nparams; i++) {
    const struct parameter *p = &r->params[i];
    if (p->value.kind == V_UNDEF) continue;
    if (p->name == N.name || p->name == namevar) put(&all, namevar, p->value);
    else put_set(&all, from_title, p->name, p->value);
  }
  bool any = false;
  for (uint32_t i = 0; i < all.n; i++) {
    if (repeats_title(r, c->catalog->main, namevar, &all.items[i])) continue;
    if (!any) RAW(w, ",\"parameters\":{");
    w->first = !any;
    any = true;
    if (all.items[i].name->plain) json_key_plain(w, sym_str(all.items[i].name));
    else json_key(w, sym_str(all.items[i].name));
    if (all.items[i].value.kind == V_STRING && w->out->n <= json.max_bytes) {
      json_str(w, value_text(all.items[i].value));
      continue;
    }
    if (json.place.n == 0) buf_str(&json.place, r->ref);
    value_write_json_parameter(&json, sym_str(all.items[i].name),
                               catalog_plain_value(c, &state, all.items[i].name, all.items[i].value));
  }
  if (any) RAW(w, "}");
}

static str kind_text(const struct resource *r)
{
  switch (r->kind) {
  case RESOURCE_BUILTIN: return STR(",\"kind\":\"compilable_type\"");
  case RESOURCE_DEFINE: return STR(",\"kind\":\"defined_type\"");
  case RESOURCE_CLASS:
    if (r->declared) return STR(",\"kind\":\"class\"");
    break;
  default: break;
  }
  return STR(",\"kind\":\"unknown\"");
}

/* Most bytes of a catalog are tags, and most tags are short: these are copied as pieces of one size. */
static void write_tags(struct json_writer *w, const struct resource *r)
{
  RAW(w, ",\"tags\":[");
  if (r->ntags > 0) {
    size_t n = TAG_ROOM;
    for (uint32_t i = 0; i < r->ntags; i++) n += r->tags[i]->quoted.n + 1;
    buf_reserve(w->out, n);
    char *to = w->out->p + w->out->n;
    for (uint32_t i = 0; i < r->ntags; i++) {
      const str tag = r->tags[i]->quoted;
      if (tag.n <= TAG_ROOM) memcpy(to, tag.p, TAG_ROOM);
      else memcpy(to, tag.p, tag.n);
      to += tag.n;
      *to++ = ',';
    }
    w->out->n = (size_t)(to - w->out->p) - 1;
  }
  RAW(w, "]");
}

static void write_exported(struct json_writer *w, bool exported)
{
  if (exported) RAW(w, ",\"exported\":true");
  else RAW(w, ",\"exported\":false");
}

static void write_resource(struct compilation *c, struct json_writer *w, const struct resource *r)
{
  json_begin_object(w);
  RAW(w, "\"type\":"), json_quote(w->out, r->type_display);
  RAW(w, ",\"title\":"), json_quote(w->out, r->title);
  write_tags(w, r);
  if (r->source != NULL) {
    RAW(w, ",\"file\":"), json_quote(w->out, r->file);
    RAW(w, ",\"line\":"), buf_int(w->out, r->line);
  }
  if (!r->exported_unsaid) write_exported(w, r->exported);
  buf_str(w->out, kind_text(r));
  if (r->exported_unsaid) write_exported(w, r->exported);
  w->first = false;
  write_parameters(c, w, r);
  if (r->nsensitive > 0) {
    JSON_KEY(w, "sensitive_parameters");
    json_begin_array(w);
    for (uint32_t i = 0; i < r->nsensitive; i++) json_str(w, sym_str(r->sensitive[i]));
    json_end_array(w);
  }
  json_end_object(w);
}

/* An edge is told at its target, containers in the order they came; all edges of one container together. */
static void write_edges(struct json_writer *w, const struct resource *r, bool drop_exported)
{
  for (const struct edge *e = r->first_in; e != NULL; e = e->next_in) {
    if (left_out(e->source, drop_exported)) continue;
    json_begin_object(w);
    RAW(w, "\"source\":"), json_quote(w->out, e->source->ref);
    RAW(w, ",\"target\":"), json_quote(w->out, r->ref);
    json_end_object(w);
  }
}

static void write_head(struct compilation *c, struct json_writer *w)
{
  const struct catalog *cat = c->catalog;
  /* Puppet hands a copy of the catalog over, to which the classes are added first. */
  struct resource tags = {0};
  for (uint32_t i = 0; i < cat->nclasses; i++) resource_tag(c, &tags, sym_str(cat->classes[i]));
  resource_merge_tags(c, &tags, &cat->tag_holder);
  json_key(w, STR("tags"));
  json_begin_array(w);
  for (uint32_t i = 0; i < tags.ntags; i++) json_str(w, tags.tags[i]->text);
  json_end_array(w);
  json_kstr(w, STR("name"), cat->name);
  if (cat->version_text.n > 0) json_kstr(w, STR("version"), cat->version_text);
  else json_kint(w, STR("version"), cat->version_number);
  json_key(w, STR("code_id"));
  json_null(w);
  json_kstr(w, STR("catalog_uuid"), str_of(cat->uuid));
  json_kint(w, STR("catalog_format"), 2);
  json_kstr(w, STR("environment"), c->environment->options.name);
}

void catalog_write_json(struct compilation *c, struct json_writer *w, bool drop_exported)
{
  const struct catalog *cat = c->catalog;
  json_begin_object(w);
  write_head(c, w);
  json_key(w, STR("resources"));
  json_begin_array(w);
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    if (!left_out(cat->resources.items[i], drop_exported)) write_resource(c, w, cat->resources.items[i]);
  }
  json_end_array(w);
  json_key(w, STR("edges"));
  json_begin_array(w);
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    if (!left_out(cat->resources.items[i], drop_exported))
      write_edges(w, cat->resources.items[i], drop_exported);
  }
  json_end_array(w);
  json_key(w, STR("classes"));
  json_begin_array(w);
  for (uint32_t i = 0; i < cat->nclasses; i++) json_str(w, sym_str(cat->classes[i]));
  json_end_array(w);
  json_end_object(w);
}

uint32_t catalog_count(const struct catalog *cat, bool drop_exported, uint32_t *edges)
{
  uint32_t n = 0;
  *edges = 0;
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    const struct resource *r = cat->resources.items[i];
    if (left_out(r, drop_exported)) continue;
    n++;
    for (const struct edge *e = r->first_in; e != NULL; e = e->next_in) {
      if (!left_out(e->source, drop_exported)) ++*edges;
    }
  }
  return n;
}

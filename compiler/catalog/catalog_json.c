/* The catalog as JSON: the same fields in the same order as Puppet, byte for byte. Most bytes are tags, titles and
 * simple parameters, so these are copied into reserved space without calling the JSON writer for each;
 * value_write_json_parameter writes all others. */
#include "compiler/catalog/internal.h"

#include <stdint.h>

#include "base/json_plain.h"
#include "base/utf8.h"
#include "compiler/types/value_json.h"

/* Appends text that is the same in every catalog, which is correct because the writer never indents. */
#define RAW(w, text) buf_append((w)->out, text, sizeof(text) - 1)

/* Whether a resource is omitted: a virtual one, or for an agent (not for PuppetDB) an exported one. */
static bool left_out(const struct resource *r, bool drop_exported)
{
  return r->virtual && (drop_exported || !r->exported);
}

/* --- parameters: first the namevars from the title, then those that were set --- */

struct pair {
  const symbol *name;
  value value;
};
struct pairs {
  struct pair *items;
  uint32_t n;
};

/* Sets or replaces one of the first `among` entries. As in a Ruby hash, an existing name keeps its place. */
static void put(struct pairs *all, uint32_t among, const symbol *name, value v)
{
  for (uint32_t i = 0; i < among; i++) {
    if (all->items[i].name != name) continue;
    all->items[i].value = v;
    return;
  }
  all->items[all->n++] = (struct pair){name, v};
}

enum { TITLE_PARTS = 8 }; /* pairs_with_room always has room for these */

static void put_title(struct compilation *c, const struct resource *r, struct pairs *all)
{
  struct title_parts parts;
  environment_split_title(c, r->restype, r->title, &parts);
  if (parts.n > TITLE_PARTS) {
    struct pair *more = arena_alloc(c->arena, ((size_t)parts.n + r->params.n) * sizeof *more);
    all->items = more;
  }
  for (uint32_t i = 0; i < parts.n; i++) put(all, all->n, parts.items[i].name, parts.items[i].value);
}

/* Whether a namevar only repeats the title and is omitted. Puppet writes it for Class[main] and Stage[main], and if the
 * title was not given as a string. */
static bool repeats_title(const struct resource *r, const struct resource *main, const symbol *namevar,
                          const struct pair *p)
{
  if (p->name != namevar || p->value.kind != V_STRING || r == main || r->typed_title != NULL) return false;
  if (r->type == compilation_name.stage && str_eqz(r->title, "main")) return false;
  return str_eq(value_text(p->value), r->title);
}

/* The parameters that are being written. */
struct writing {
  struct compilation *compilation;
  const struct resource *resource;
};

static void warn_lossy(void *ctx, str message)
{
  struct compilation *c = ((struct writing *)ctx)->compilation;
  if (c->settings->strict != SEVERITY_IGNORE) compile_log(c, CLOG_WARNING, STR_EMPTY, message);
}

static void too_large(void *ctx) { fail_limit(&((struct writing *)ctx)->compilation->context, LIMIT_MEMORY); }

static void endless(void *ctx, str ruby_class)
{
  struct writing *w = ctx;
  struct context *c = &w->compilation->context;
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Evaluation Error: Endless recursion detected when attempting to serialize value of class %.*s",
             STR_FMT(ruby_class));
  resource_place(&out, w->resource);
  fail_message(c, FAILURE_EVALUATION, buf_view(&out));
}

/* Copies a text if nothing in it must be escaped; otherwise json_quote writes it. The caller has reserved space for the
 * text. json_quote may move the buffer, so space for the next `after` bytes is reserved again. */
static inline char *put_text(struct buf *out, char *to, str s, size_t after)
{
  char *end = json_put_plain(to, s);
  if (end != NULL) return end;
  out->n = (size_t)(to - out->p);
  json_quote(out, s);
  buf_reserve(out, after);
  return out->p + out->n;
}

#define PUT(to, text) (memcpy((to), text, sizeof(text) - 1), (to) += sizeof(text) - 1)

static char *put_int(char *to, int64_t i)
{
  char tmp[24], *const end = tmp + sizeof tmp, *at = end;
  uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  do *--at = (char)('0' + u % 10);
  while ((u /= 10) != 0);
  if (i < 0) *--at = '-';
  while (at < end) *to++ = *at++;
  return to;
}

/* The general writer, which detects endless recursion, writes deeper data. No integer has more than MOST_INT digits. */
enum { PLAIN_DEPTH = 50, MOST_INT = 24 };

/* Writes data that are the same in JSON. Returns false, with a part of it already written, for other values, for deep
 * nesting, and if the catalog becomes too large: the caller removes that part and calls the general writer. */
static bool write_data(struct buf *out, value v, size_t most, unsigned depth)
{
  if (out->n > most || depth > PLAIN_DEPTH) return false;
  nesting_step(depth);
  switch (v.kind) {
  case V_UNDEF: buf_append(out, "null", 4); return true;
  case V_BOOL: buf_str(out, v.boolean ? STR("true") : STR("false")); return true;
  case V_INT: buf_int(out, v.integer); return true;
  case V_STRING:
    if (v.bytes) return false;
    json_quote(out, value_text(v));
    return true;
  case V_ARRAY:
    buf_char(out, '[');
    for (uint32_t i = 0; i < v.array->n; i++) {
      if (i > 0) buf_char(out, ',');
      if (!write_data(out, v.array->items[i], most, depth + 1)) return false;
    }
    buf_char(out, ']');
    return true;
  case V_HASH:
    buf_char(out, '{');
    for (uint32_t i = 0; i < v.hash->n; i++) {
      const struct hash_entry *e = &v.hash->entries[i];
      /* With the key __ptype a reader would interpret the hash as rich data. */
      if (e->key.kind != V_STRING || str_eq(value_text(e->key), STR("__ptype"))) return false;
      if (i > 0) buf_char(out, ',');
      json_quote(out, value_text(e->key));
      buf_char(out, ':');
      if (!write_data(out, e->value, most, depth + 1)) return false;
    }
    buf_char(out, '}');
    return true;
  default: return false;
  }
}

/* Writes the list of a relationship in its usual form: references and texts, not nested. undef is omitted. */
static bool write_targets(struct compilation *c, struct buf *out, const struct array *a, size_t most)
{
  bool any = false;
  if (out->n > most) return false;
  buf_char(out, '[');
  for (uint32_t i = 0; i < a->n; i++) {
    const value v = a->items[i];
    if (v.kind == V_UNDEF) continue;
    if (v.kind != V_STRING && !value_is_reference(v)) return false;
    if (any) buf_char(out, ',');
    json_quote(out, v.kind == V_STRING ? value_text(v) : reference_text(c, v.type));
    any = true;
  }
  buf_char(out, ']');
  return true;
}

struct parameters_writer {
  struct compilation *c;
  struct json_writer *w;
  const struct resource *resource;
  size_t most;      /* maximum size of the catalog */
  struct buf place; /* the path for warnings, as in struct value_json */
  struct plain_state state;
  const symbol *name; /* the current parameter */
  bool any;
};

static struct failure_place place_of_writing(const void *writer)
{
  const struct parameters_writer *p = writer;
  const struct parameter *set = p->name != NULL ? resource_param(p->resource, p->name) : NULL;
  return set != NULL && set->source != NULL ? parameter_failure_place(set) : resource_failure_place(p->resource);
}

/* Writes values that JSON does not have, which may need a warning or fail. */
static void write_any(struct parameters_writer *p, const symbol *name, value v)
{
  struct writing writing = {p->c, p->resource};
  const enum json_policy policy = p->c->settings->rich_data ? JSON_RICH : JSON_PLAIN;
  struct value_json json = {.writer = p->w,
                            .policy = policy,
                            .place = p->place,
                            .max_bytes = p->most,
                            .too_large = too_large,
                            .lossy = warn_lossy,
                            .endless = endless,
                            .ctx = &writing};
  if (json.place.n == 0) buf_str(&json.place, p->resource->ref);
  p->w->first = false;
  p->w->after_key = true;
  value_write_json_parameter(&json, sym_str(name), catalog_plain_value(p->c, &p->state, name, v));
  p->place = json.place;
}

static void write_value(struct parameters_writer *p, const symbol *name, value v)
{
  p->name = name;
  struct buf *out = p->w->out;
  const size_t before = out->n;
  const bool leads = restype_is_relationship(name);
  bool done;
  if (value_is_reference(v) && (leads || v.type->as_resource) && out->n <= p->most) {
    json_quote(out, reference_text(p->c, v.type));
    return;
  }
  done = leads && v.kind == V_ARRAY ? write_targets(p->c, out, v.array, p->most) : write_data(out, v, p->most, 0);
  if (done) return;
  out->n = before;
  write_any(p, name, v);
}

static void write_pair(struct parameters_writer *p, const symbol *name, value v)
{
  struct buf *out = p->w->out;
  /* A text that is not UTF-8 would make the whole catalog fail: it is written as a Binary if the caller requests
   * that. */
  if (p->c->settings->keeps_bytes && v.kind == V_STRING && utf8_invalid_at(value_text(v)) != SIZE_MAX) v.bytes = true;
  const size_t after = 1 + MOST_INT + (v.kind == V_STRING ? v.length + 2 : 0);
  buf_reserve(out, sizeof ",\"parameters\":{" + name->length + 2 + after);
  char *to = out->p + out->n;
  if (p->any) *to++ = ',';
  else PUT(to, ",\"parameters\":{");
  p->any = true;
  if (name->plain) {
    *to++ = '"';
    to = json_put_bytes(to, name->text, name->length);
    *to++ = '"';
  } else {
    to = put_text(out, to, sym_str(name), after);
  }
  *to++ = ':';
  out->n = (size_t)(to - out->p);
  if (v.kind == V_STRING && !v.bytes && out->n <= p->most) to = put_text(out, to, value_text(v), 0);
  else if (v.kind == V_INT) to = put_int(to, v.integer);
  else if (value_is_true(v)) PUT(to, "true");
  else if (v.kind == V_BOOL) PUT(to, "false");
  else write_value(p, name, v), to = out->p + out->n;
  out->n = (size_t)(to - out->p);
}

/* `name` is another name of the namevar and has priority over it, whichever was set first. */
static bool has_other_name(const struct resource *r, const symbol *namevar)
{
  const struct parameter *name = namevar == compilation_name.name ? NULL : resource_param(r, compilation_name.name);
  return name != NULL && name->value.kind != V_UNDEF;
}

static bool title_tells(const struct pairs *title, const symbol *name)
{
  for (uint32_t i = 0; i < title->n; i++) {
    if (title->items[i].name == name) return true;
  }
  return false;
}

/* Returns space for all parameters and the parts of a title; `few`, on the caller's stack, if that is enough. */
static struct pairs pairs_with_room(struct compilation *c, const struct resource *r, struct pair *few, uint32_t nfew)
{
  const uint32_t most = r->params.n + TITLE_PARTS;
  return (struct pairs){most > nfew ? arena_alloc(c->arena, (size_t)most * sizeof *few) : few, 0};
}

static bool has_capitals(const struct resource *r)
{
  for (uint32_t i = 0; i < r->params.n; i++)
    if (r->params.items[i].name->capitals) return true;
  return false;
}

/* For defines and classes with parameters like `Foo`. Puppet copies each resource into another one for the catalog,
 * whose parameters have names in lower case. If two names differ only in case, the last value is kept, at the place of
 * the first. Only this copy ignores case. */
static void write_lowered(struct parameters_writer *p, const struct resource *r)
{
  struct pair few[64];
  struct pairs all = pairs_with_room(p->c, r, few, 64);
  for (uint32_t i = 0; i < r->params.n; i++) {
    const struct parameter *set = &r->params.items[i];
    if (set->value.kind == V_UNDEF || set->name == compilation_name.name) continue;
    put(&all, all.n, sym_intern(arena_lower(p->c->arena, sym_str(set->name))), set->value);
  }
  for (uint32_t i = 0; i < all.n; i++) write_pair(p, all.items[i].name, all.items[i].value);
}

/* For types whose title is split into several attributes. All pairs are collected before the first is written, because
 * a parameter replaces the value from the title. */
static void write_keyed(struct parameters_writer *p, const struct resource *r, const symbol *namevar)
{
  struct compilation *c = p->c;
  struct pair few[64];
  struct pairs all = pairs_with_room(c, r, few, 64);
  put_title(c, r, &all);
  const uint32_t from_title = all.n;
  const bool beaten = has_other_name(r, namevar) && title_tells(&all, namevar);
  for (uint32_t i = 0; i < r->params.n; i++) {
    const struct parameter *set = &r->params.items[i];
    if (set->value.kind == V_UNDEF || (beaten && set->name == namevar)) continue;
    /* No parameter occurs twice, except the namevar by its other name. */
    if (set->name == compilation_name.name || set->name == namevar) put(&all, all.n, namevar, set->value);
    else put(&all, from_title, set->name, set->value);
  }
  for (uint32_t i = 0; i < all.n; i++) {
    if (repeats_title(r, c->catalog->main, namevar, &all.items[i])) continue;
    write_pair(p, all.items[i].name, all.items[i].value);
  }
}

/* Invalid UTF-8 would be changed in transfer: Puppet's JSON writer fails here, too. */
static void fail_malformed(struct compilation *c, const struct resource *r)
{
  struct buf out = BUF_IN(c->arena);
  buf_z(&out, "source sequence is illegal/malformed utf-8");
  if (r != NULL) resource_place(&out, r);
  fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
}

static void write_parameters(struct compilation *c, struct json_writer *w, const struct resource *r)
{
  const size_t limit = c->settings->memory_limit_bytes;
  const bool builtin = r->kind == RESOURCE_BUILTIN;
  const symbol *namevar = builtin ? r->restype->namevar : compilation_name.name;
  struct parameters_writer p = {.c = c,
                                .w = w,
                                .resource = r,
                                .most = limit != 0 ? limit : SIZE_MAX,
                                .place = BUF_IN(c->arena),
                                .state = {.resource = r}};
  c->context.locate = place_of_writing;
  c->context.subject = &p;
  if (builtin && !r->restype->plain_title) {
    write_keyed(&p, r, namevar);
  } else {
    struct pair named = {namevar, value_str(r->title)};
    /* The namevar comes first. Its value is the title, unless the namevar or `name` was set. */
    const uint64_t names = symbol_mask(namevar) | symbol_mask(compilation_name.name);
    const bool beaten = (r->params.mask & names) == names && has_other_name(r, namevar);
    for (uint32_t i = 0; (r->params.mask & names) != 0 && i < r->params.n; i++) {
      const struct parameter *set = &r->params.items[i];
      if (set->value.kind == V_UNDEF || (beaten && set->name == namevar)) continue;
      if (set->name == compilation_name.name || set->name == namevar) named.value = set->value;
    }
    if (!repeats_title(r, c->catalog->main, namevar, &named)) write_pair(&p, namevar, named.value);
    if (!builtin && has_capitals(r)) {
      write_lowered(&p, r);
    } else {
      for (uint32_t i = 0; i < r->params.n; i++) {
        const struct parameter *set = &r->params.items[i];
        if (set->value.kind != V_UNDEF && set->name != compilation_name.name && set->name != namevar)
          write_pair(&p, set->name, set->value);
      }
    }
  }
  c->context.locate = NULL;
  if (p.any) RAW(w, "}");
}

/* Puppet stores the kind when a resource expression is evaluated: a class that was only included is "unknown". */
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

/* Most bytes of a catalog are tags, and most tags are short. So a constant number of bytes, TAG_ROOM, is copied for
 * each, without a loop, and the next tag overwrites the excess. Only longer tags need a second copy. */
static char *put_tags(char *to, const struct resource *r)
{
  PUT(to, ",\"tags\":[");
  for (uint32_t i = 0; i < r->tags.n; i++) {
    const str tag = r->tags.items[i]->quoted;
    memcpy(to, tag.p, TAG_ROOM);
    if (tag.n > TAG_ROOM) json_put_bytes(to + TAG_ROOM, tag.p + TAG_ROOM, tag.n - TAG_ROOM);
    to += tag.n;
    *to++ = ',';
  }
  if (r->tags.n > 0) to--;
  *to++ = ']';
  return to;
}

/* The space for the tags. If no tag of the catalog is long, the number of tags times the longest is a sufficient
 * bound. */
static size_t tags_size(const struct catalog *cat, const struct resource *r)
{
  enum { SHORT = 200 };
  if (cat->tags.longest <= SHORT) return TAG_ROOM + r->tags.n * (cat->tags.longest + 1);
  size_t n = TAG_ROOM;
  for (uint32_t i = 0; i < r->tags.n; i++) n += r->tags.items[i]->quoted.n + 1;
  return n;
}

static str quoted_file(struct compilation *c, const struct resource *r)
{
  struct source *s = r->origin.source;
  if (r->origin.file.p == s->file.p && r->origin.file.n == s->file.n) return source_quoted_file(s);
  struct buf out = BUF_IN(c->arena);
  json_quote(&out, r->origin.file);
  return buf_view(&out);
}

static char *put_exported(char *to, bool exported)
{
  if (exported) PUT(to, ",\"exported\":true");
  else PUT(to, ",\"exported\":false");
  return to;
}

/* Writes the fields of a resource before its parameters. */
static void write_place(struct compilation *c, struct buf *out, struct resource *r)
{
  enum { FIXED = 200 }; /* more than all names of fields, and the numbers */
  const str file = r->origin.source != NULL ? quoted_file(c, r) : STR_EMPTY, kind = kind_text(r);
  const size_t rest = tags_size(c->catalog, r) + file.n + kind.n + FIXED;
  buf_reserve(out, r->texts->head.n + r->title.n + 2 + rest);
  char *to = json_put_bytes(out->p + out->n, r->texts->head.p, r->texts->head.n);
  char *const plain = json_put_plain(to, r->title);
  r->writing.plain_ref = plain != NULL;
  to = plain != NULL ? plain : put_text(out, to, r->title, rest);
  to = put_tags(to, r);
  if (r->origin.source != NULL) {
    PUT(to, ",\"file\":");
    to = json_put_bytes(to, file.p, file.n);
    PUT(to, ",\"line\":");
    to = put_int(to, r->origin.line);
  }
  if (!r->writing.exported_last) to = put_exported(to, r->exported);
  to = json_put_bytes(to, kind.p, kind.n);
  if (r->writing.exported_last) to = put_exported(to, r->exported);
  out->n = (size_t)(to - out->p);
}

static void write_resource(struct compilation *c, struct json_writer *w, struct resource *r)
{
  if (!w->first) RAW(w, ",");
  write_place(c, w->out, r);
  write_parameters(c, w, r);
  if (r->nsensitive > 0) {
    RAW(w, ",\"sensitive_parameters\":[");
    for (uint32_t i = 0; i < r->nsensitive; i++) {
      if (i > 0) RAW(w, ",");
      json_quote(w->out, sym_str(r->sensitive[i]));
    }
    RAW(w, "]");
  }
  RAW(w, "}");
  w->first = false;
}

static char *put_ref(struct buf *out, char *to, const struct resource *r, size_t after)
{
  if (!r->writing.plain_ref) return put_text(out, to, r->ref, after);
  *to++ = '"';
  to = json_put_bytes(to, r->ref.p, r->ref.n);
  *to++ = '"';
  return to;
}

/* Edges are written target by target, in the order of the resources; the edges of one target in the order in which they
 * were made. */
static void write_edges(struct json_writer *w, const struct resource *r, bool drop_exported)
{
  struct buf *out = w->out;
  for (const struct edge *e = r->edges.first_in; e != NULL; e = e->next_in) {
    enum { FIXED = 40 };
    if (left_out(e->source, drop_exported)) continue;
    buf_reserve(out, e->source->ref.n + r->ref.n + 4 + FIXED);
    char *to = out->p + out->n;
    if (!w->first) *to++ = ',';
    PUT(to, "{\"source\":");
    to = put_ref(out, to, e->source, r->ref.n + 2 + FIXED);
    PUT(to, ",\"target\":");
    to = put_ref(out, to, r, FIXED);
    *to++ = '}';
    out->n = (size_t)(to - out->p);
    w->first = false;
  }
}

static void write_head(struct compilation *c, struct json_writer *w)
{
  const struct catalog *cat = c->catalog;
  /* Puppet returns a copy of the catalog, whose tags begin with the names of the classes, which are added to the copy
   * first. For an apply block it returns the catalog itself, so its tags keep their order. */
  struct resource tags = {0};
  for (uint32_t i = 0; c->settings->block == NULL && i < cat->classes.n; i++)
    resource_tag(c, &tags, sym_str(cat->classes.names[i]));
  resource_merge_tags(c, &tags, &cat->tag_holder);
  json_key(w, STR("tags"));
  json_begin_array(w);
  for (uint32_t i = 0; i < tags.tags.n; i++) json_str(w, tags.tags.items[i]->text);
  json_end_array(w);
  json_kstr(w, STR("name"), cat->identity.name);
  if (cat->identity.version_text.n > 0) json_kstr(w, STR("version"), cat->identity.version_text);
  else json_kint(w, STR("version"), cat->identity.version_number);
  json_key(w, STR("code_id"));
  if (c->settings->code_id.n > 0) json_str(w, c->settings->code_id);
  else json_null(w);
  json_kstr(w, STR("catalog_uuid"), str_of(cat->identity.uuid));
  json_kint(w, STR("catalog_format"), 2);
  json_kstr(w, STR("environment"), c->environment->options.name);
}

void catalog_write_json(struct compilation *c, struct json_writer *w, bool drop_exported)
{
  const struct catalog *cat = c->catalog;
  /* json_quote replaces and counts invalid UTF-8: if the count has changed, fails. */
  const unsigned long replaced = json_replaced();
  json_begin_object(w);
  write_head(c, w);
  json_key(w, STR("resources"));
  json_begin_array(w);
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    resources_prefetch(&cat->resources, i, true);
    if (left_out(cat->resources.items[i], drop_exported)) continue;
    write_resource(c, w, cat->resources.items[i]);
    if (json_replaced() != replaced) fail_malformed(c, cat->resources.items[i]);
  }
  json_end_array(w);
  json_key(w, STR("edges"));
  json_begin_array(w);
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    resources_prefetch(&cat->resources, i, false);
    if (!left_out(cat->resources.items[i], drop_exported)) write_edges(w, cat->resources.items[i], drop_exported);
  }
  json_end_array(w);
  json_key(w, STR("classes"));
  json_begin_array(w);
  for (uint32_t i = 0; i < cat->classes.n; i++) json_str(w, sym_str(cat->classes.names[i]));
  json_end_array(w);
  if (c->settings->more != NULL) buf_str(w->out, c->settings->more->json);
  json_end_object(w);
  if (json_replaced() != replaced) fail_malformed(c, NULL);
}

uint32_t catalog_count(const struct catalog *cat, bool drop_exported, uint32_t *edges)
{
  uint32_t n = 0;
  *edges = 0;
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    const struct resource *r = cat->resources.items[i];
    resources_prefetch(&cat->resources, i, false);
    if (left_out(r, drop_exported)) continue;
    n++;
    for (const struct edge *e = r->edges.first_in; e != NULL; e = e->next_in) {
      if (!left_out(e->source, drop_exported)) ++*edges;
    }
  }
  return n;
}

size_t catalog_count_types(struct compilation *c, struct observer_type_count **out)
{
  const struct catalog *cat = c->catalog;
  const struct ptrmap *all = &cat->type_texts;
  size_t n = 0;
  for (uint32_t i = 0; i < all->n; i++) ((struct type_texts *)all->entries[i].value)->counted = 0;
  *out = arena_array(c->arena, (size_t)all->n + 1, sizeof **out);
  for (uint32_t i = 0; i < cat->resources.n; i++) {
    const struct resource *r = cat->resources.items[i];
    resources_prefetch(&cat->resources, i, false);
    if (left_out(r, c->settings->drop_exported)) continue;
    if (r->texts->counted == 0) {
      (*out)[n] = (struct observer_type_count){.name = r->type->text, .length = r->type->length};
      r->texts->counted = ++n;
    }
    (*out)[r->texts->counted - 1].count++;
  }
  return n;
}

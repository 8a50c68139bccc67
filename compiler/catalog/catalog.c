/* The contents of a catalog: resources, their names, edges, classes. A resource is found by its title, by each value of
 * its metaparameter `alias`, and by the values of its namevars where these differ from the title (Puppet's uniqueness
 * key). All these names share one index, so that a clash between any two of them is an error. */
#include "compiler/catalog/internal.h"

#include <stdint.h>

#include "base/array.h"
#include "base/check.h"
#include "base/uuid.h"
#include "compiler/values/ruby_text.h"

static void make_uuid(struct compilation *c, char out[UUID_SIZE])
{
  unsigned char b[UUID_BYTES];
  c->host->random_bytes(c->host->ctx, b, sizeof b);
  uuid_text(b, 4, out);
}

struct catalog *catalog_new(struct compilation *c)
{
  struct catalog *cat = ARENA_NEW(c->arena, struct catalog);
  cat->arena = c->arena;
  cat->identity.name = c->node->name;
  make_uuid(c, cat->identity.uuid);
  if (c->settings->provenance) cat->provenance = provenance_new(c);
  catalog_index_init(&cat->index, c->arena, c->environment->last.names);
  strmap_init(&cat->tags.known, c->arena);
  strmap_reserve(&cat->tags.known, c->environment->last.tags);
  strmap_init(&cat->work.overrides, c->arena);
  ptrmap_init(&cat->type_texts, c->arena);
  ptrmap_init(&cat->work.overriding, c->arena);
  return cat;
}

/* --- names --- */

/* The value of a namevar in the title; undef if it has none. */
static value title_value(const struct title_parts *parts, const symbol *key)
{
  for (uint32_t i = 0; i < parts->n; i++) {
    if (parts->items[i].name == key) return parts->items[i].value;
  }
  return VALUE_UNDEF;
}

/* Returns the values of the namevars. An attribute has priority over the title. The only namevar of a type, or one with
 * the name `name`, defaults to the attribute `name`, and then to the whole title. */
static uint32_t key_values(struct compilation *c, const struct resource *r, value **values)
{
  uint32_t n = 1;
  const symbol *const *keys = &compilation_name.name;
  const value title = value_str(r->title);
  struct title_part whole = {compilation_name.name, title};
  struct title_parts parts = {&whole, 1};
  if (r->kind == RESOURCE_BUILTIN) {
    keys = r->restype->keys;
    n = r->restype->nkeys;
    environment_split_title(c, r->restype, r->title, &parts);
  }
  value *out = *values = arena_alloc(c->arena, ((size_t)n + 1) * sizeof *out);
  const value name = resource_value(r, compilation_name.name);
  for (uint32_t i = 0; i < n; i++) {
    out[i] = resource_value(r, keys[i]);
    if (out[i].kind == V_UNDEF) out[i] = title_value(&parts, keys[i]);
    if (out[i].kind == V_UNDEF && (n == 1 || keys[i] == compilation_name.name)) {
      out[i] = name.kind != V_UNDEF ? name : title;
    }
  }
  return n;
}

/* Whether the only namevar is the title itself. Most resources are like this, and their titles need no splitting. */
static bool title_is_key(const struct resource *r)
{
  if (r->kind != RESOURCE_BUILTIN) return resource_param(r, compilation_name.name) == NULL;
  return r->restype->plain_title && resource_param(r, r->restype->namevar) == NULL;
}

/* Returns the values of the namevars as a key of the index; false if it is the title itself or empty. `text` is how
 * messages print it (["a", nil]). */
static bool resource_unique_key(struct compilation *c, const struct resource *r, str *key, str *text)
{
  value *values;
  if (title_is_key(r)) return false;
  const uint32_t n = key_values(c, r, &values);
  uint32_t given = 0;
  for (uint32_t i = 0; i < n; i++) given += values[i].kind != V_UNDEF;
  if (given == 0) return false;
  if (n == 1 && values[0].kind == V_STRING && str_eq(value_text(values[0]), r->title)) return false;
  struct buf out = BUF_IN(c->arena);
  /* The byte 1 distinguishes a key of several values from titles that look like an array. */
  buf_z(&out, "\x01[");
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0) buf_z(&out, ", ");
    ruby_inspect(&out, values[i]);
  }
  buf_char(&out, ']');
  *key = buf_finish(&out);
  *text = str_from(*key, 1);
  if (n == 1 && values[0].kind == V_STRING) *key = catalog_indexed(c, r->type, value_text(values[0]));
  return true;
}

/* `text` and `listed` are the name in the two halves of the message: a key of namevars is an array in the first, and is
 * inside the array of the type in the second. */
static void add_alias(struct compilation *c, struct resource *r, str key, str text, str listed)
{
  const struct resource *there = catalog_index_add(&c->catalog->index, r->type, key, r);
  if (there == r) return;
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Cannot alias %.*s to %.*s", STR_FMT(r->ref), STR_FMT(text));
  struct buf place = BUF_IN(c->arena);
  resource_place(&place, r);
  if (place.n > 0) buf_printf(&out, " at%.*s", STR_FMT(buf_view(&place)));
  buf_printf(&out, "; resource [\"%.*s\", %.*s] already declared", STR_FMT(r->texts->display), STR_FMT(listed));
  resource_place(&out, there);
  fail_error(&c->context, FAILURE_DUPLICATE, "%.*s", STR_FMT(buf_view(&out)));
}

/* An alias that is not a string has the name that Ruby's inspect returns for it. */
void catalog_add_alias(struct compilation *c, struct resource *r)
{
  const struct parameter *alias = resource_param(r, compilation_name.alias);
  struct valuevec all = {0};
  if (alias != NULL) value_flatten(&c->context, &all, &alias->value, 1);
  for (uint32_t i = 0; i < all.n; i++) {
    const value v = all.items[i];
    if (v.kind == V_UNDEF) continue;
    const str text = ruby_inspected(c->arena, v);
    add_alias(c, r, catalog_indexed(c, r->type, v.kind == V_STRING ? value_text(v) : text), text, text);
  }
}

static void add_aliases(struct compilation *c, struct resource *r)
{
  str text, key;
  catalog_add_alias(c, r);
  /* Two resources of such a type, for example Exec, may have the same namevar. */
  if (r->kind == RESOURCE_BUILTIN && r->restype->not_isomorphic) return;
  if (resource_unique_key(c, r, &key, &text)) add_alias(c, r, key, text, str_sub(text, 1, text.n - 2));
}

/* --- adding --- */

static void fail_duplicate(struct compilation *c, const struct resource *r, const struct resource *there)
{
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Duplicate declaration: %.*s is already declared", STR_FMT(r->ref));
  struct buf place = BUF_IN(c->arena);
  resource_place(&place, there);
  if (place.n > 0) buf_printf(&out, " at%.*s", STR_FMT(buf_view(&place)));
  buf_z(&out, "; cannot redeclare");
  resource_place(&out, r);
  fail_error(&c->context, FAILURE_DUPLICATE, "%.*s", STR_FMT(buf_view(&out)));
}

struct listed_type *catalog_of_type(struct compilation *c, const symbol *rtype)
{
  return &catalog_type_texts(c, rtype)->listed;
}

/* The title in the index: Class[main] has the empty name, other classes are in lower case. */
static str own_title(struct compilation *c, const struct resource *r)
{
  if (r == c->catalog->main) return STR_EMPTY;
  return r->kind == RESOURCE_CLASS ? sym_str(r->definition->name) : r->title;
}

void catalog_add(struct compilation *c, struct scope *s, struct resource *r, bool contained)
{
  assert(s != NULL && r != NULL && r->type != NULL);
  struct catalog *cat = c->catalog;
  const struct resource *there = catalog_index_add(&cat->index, r->type, own_title(c, r), r);
  if (there != r) fail_duplicate(c, r, there);
  r->index = cat->resources.n;
  ptrvec_push(&cat->resources, c->arena, r);
  add_aliases(c, r);
  /* Stage[main] and Class[settings] have only a name: collectors do not see them, and no container contains them. */
  if (!contained) return;
  r->managed = true;
  r->listed = &r->texts->listed;
  ptrvec_push(&r->listed->resources, c->arena, r);
  if (r->kind != RESOURCE_BUILTIN) ptrvec_push(&cat->work.bodies, c->arena, r);
  /* A class is not contained in its declarer: it gets an edge from its stage when it is evaluated. */
  if (r->type == compilation_name.class) return;
  const struct parameter *stage = resource_param(r, compilation_name.stage);
  if (stage != NULL && value_truthy(stage->value)) {
    fail_error(&c->context, FAILURE_EVALUATION,
               "Only classes can set 'stage'; normal resources like %.*s cannot change run stage", STR_FMT(r->ref));
  }
  /* Stages are always outermost. */
  if (r->type != compilation_name.stage) catalog_add_edge(c, s->resource, r);
}

void catalog_add_edge(struct compilation *c, struct resource *source, struct resource *target)
{
  assert_hot(source != NULL && target != NULL);
  struct edge *e = ARENA_NEW(c->arena, struct edge);
  e->source = source;
  e->target = target;
  if (target->edges.last_in != NULL) target->edges.last_in->next_in = e;
  else target->edges.first_in = e;
  target->edges.last_in = e;
  if (source->edges.last_out != NULL) source->edges.last_out->next_out = e;
  else source->edges.first_out = e;
  source->edges.last_out = e;
}

/* Removes the edges from and to a resource from the lists of their other ends. */
static void unlink_edges(struct resource *r)
{
  for (struct edge *e = r->edges.first_in; e != NULL; e = e->next_in) {
    struct resource *other = e->source;
    struct edge **at = &other->edges.first_out, *before = NULL;
    for (; *at != NULL && *at != e; at = &(*at)->next_out) before = *at;
    if (*at == e) *at = e->next_out;
    if (other->edges.last_out == e) other->edges.last_out = before;
  }
  for (struct edge *e = r->edges.first_out; e != NULL; e = e->next_out) {
    struct resource *other = e->target;
    struct edge **at = &other->edges.first_in, *before = NULL;
    for (; *at != NULL && *at != e; at = &(*at)->next_in) before = *at;
    if (*at == e) *at = e->next_in;
    if (other->edges.last_in == e) other->edges.last_in = before;
  }
  r->edges.first_in = r->edges.last_in = r->edges.first_out = r->edges.last_out = NULL;
}

void catalog_remove(struct compilation *c, struct resource *r)
{
  struct ptrvec *all = &c->catalog->resources;
  if (r->index >= all->n || all->items[r->index] != r) return;
  /* The others keep their order: it is the order of the catalog. */
  for (uint32_t i = r->index; i + 1 < all->n; i++) {
    struct resource *next = all->items[i + 1];
    next->index = i;
    all->items[i] = next;
  }
  all->n--;
  catalog_index_remove(&c->catalog->index, r);
  unlink_edges(r);
}

bool catalog_has_edge(const struct resource *source, const struct resource *target)
{
  for (const struct edge *e = target->edges.first_in; e != NULL; e = e->next_in) {
    if (e->source == source) return true;
  }
  return false;
}

void catalog_add_class(struct compilation *c, const symbol *name)
{
  assert(name != NULL);
  struct catalog *cat = c->catalog;
  ARENA_ROOM(c->arena, cat->classes.names, cat->classes.n, cat->classes.cap, 32);
  cat->classes.names[cat->classes.n++] = name;
  resource_tag(c, &cat->tag_holder, sym_str(name));
}

/* --- finding --- */

struct resource *catalog_find(struct compilation *c, const symbol *rtype, str title)
{
  assert_hot(rtype != NULL);
  const struct catalog_index *index = &c->catalog->index;
  struct resource *r = catalog_index_get(index, rtype, catalog_indexed(c, rtype, title));
  if (r != NULL || rtype == compilation_name.class) return r;
  /* The title may be composite: splits it and searches by the values of the namevars in it. */
  const struct resource_type *found = catalog_type(c, rtype);
  if (found->kind != RESOURCE_BUILTIN || found->restype->plain_title) return NULL;
  struct resource probe = {.type = rtype, .title = title, .kind = found->kind, .restype = found->restype};
  str text, key;
  return resource_unique_key(c, &probe, &key, &text) ? catalog_index_get(index, rtype, key) : NULL;
}

struct resource *catalog_find_class(struct compilation *c, const symbol *name)
{
  assert(name != NULL);
  return catalog_index_get(&c->catalog->index, compilation_name.class, sym_str(name));
}

bool reference_split(str ref, str *rtype, str *title)
{
  const size_t open = str_index(ref, '[', 0);
  if (open == SIZE_MAX || open == 0 || ref.n < open + 3 || ref.p[ref.n - 1] != ']') return false;
  *rtype = str_sub(ref, 0, open);
  *title = str_sub(ref, open + 1, ref.n - open - 2);
  return str_index(*rtype, ']', 0) == SIZE_MAX;
}

struct resource *catalog_find_ref(struct compilation *c, str ref)
{
  str rtype, title;
  if (!reference_split(ref, &rtype, &title)) return NULL;
  /* A text from outside is not made a symbol, since symbols are never freed. A type without a symbol has no
   * resources. */
  const symbol *sym = sym_known(arena_lower(c->arena, rtype));
  return sym != NULL ? catalog_find(c, sym, title) : NULL;
}

struct resource *catalog_find_reference(struct compilation *c, const struct type *t)
{
  if (t->kind == T_CLASS) return t->class.name != NULL ? catalog_find_class(c, t->class.name) : NULL;
  if (t->kind != T_RESOURCE || !t->resource.has_title || t->resource.type_name == NULL) return NULL;
  return catalog_find(c, t->resource.type_name, t->resource.title);
}

value catalog_reference(struct compilation *c, const struct resource *r)
{
  assert_hot(r != NULL && r->type != NULL);
  if (r->type != compilation_name.class) return value_type(type_resource(c->arena, r->type, r->title));
  return value_type(type_class(c->arena, r->definition != NULL ? r->definition->name : compilation_name.empty));
}

value catalog_parameter(const struct resource *r, const symbol *name)
{
  assert(r != NULL && name != NULL);
  value v = resource_value(r, name);
  if (v.kind != V_UNDEF || r->scope == NULL) return v;
  /* The defaults of the declaration's scope are used, not those of the reader's. */
  const struct parameter *p = scope_default(r->scope, r->type, name);
  return p != NULL ? p->value : VALUE_UNDEF;
}

/* Ficelle::Core: resources that code in Ruby makes and changes. */
#include "compiler/catalog/catalog.h"
#include "compiler/catalog/internal.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/restypes/restype.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static struct resource *resource_arg(struct compilation *c, const value *args, uint32_t n)
{
  struct resource *r = runtime_pointer(ruby_arg(c, args, n, 0), RUNTIME_RESOURCE);
  if (r == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "argument 1 must be a resource");
  return r;
}

static bool flag(const value *args, uint32_t n, uint32_t i) { return i < n && value_truthy(args[i]); }

static struct parameter parameter_of(struct compilation *c, struct scope *s, str name, value v)
{
  return (struct parameter){.name = sym_intern(name), .value = eval_as_attribute(c, v), .setter = s};
}

/* What {name => value} gives, then tags and the defaults of the scope. */
static void fill(struct compilation *c, struct resource *r, struct scope *s, value given)
{
  const struct hash *h = given.kind == V_HASH ? given.hash : &hash_empty;
  struct parameter *params = arena_array(c->arena, h->n, sizeof *params);
  uint32_t n = 0;
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING) continue;
    params[n++] = parameter_of(c, s, value_text(h->entries[i].key), h->entries[i].value);
  }
  resource_fill(c, r, s, params, n);
}

/* Arguments: [scope,] type, title, virtual, exported, {attribute => value}. Makes a resource that is not in the
 * catalog yet. */
static value new_resource_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  const str name = ruby_arg_text(c, args, n, 0), title = ruby_arg_text(c, args, n, 1);
  struct resource_type t = environment_find_type(c, name);
  if (t.kind == RESOURCE_UNKNOWN || t.kind == RESOURCE_NODE) {
    ruby_fail(c, "Invalid resource type %.*s", STR_FMT(name));
  }
  if (t.kind == RESOURCE_CLASS) {
    t.definition = environment_find_class(c, title);
    if (t.definition == NULL) {
      fail_error(CTX(c), FAILURE_MISSING, "Could not find declared class %.*s", STR_FMT(title));
    }
  }
  struct resource *r = resource_new(c, s, &t, title);
  r->exported = flag(args, n, 3);
  r->virtual = r->exported || flag(args, n, 2);
  fill(c, r, s, n > 4 ? args[4] : VALUE_UNDEF);
  return ruby_thing(c, RUNTIME_RESOURCE, r);
}

/* Arguments: [scope,] resource, contained. Adds it to the catalog and, if contained, to what the scope belongs to. */
static value add_resource_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  catalog_add(c, s, resource_arg(c, args, n), flag(args, n, 1));
  return VALUE_UNDEF;
}

/* Arguments: [scope,] resource, name, value. Sets an attribute. */
static value resource_set_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  const struct parameter p = parameter_of(c, s, ruby_arg_text(c, args, n, 1), ruby_arg(c, args, n, 2));
  resource_set(c, resource_arg(c, args, n), &p);
  return VALUE_UNDEF;
}

/* Arguments: resource, name. Removes an attribute. */
static value resource_unset_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const symbol *name = sym_known(ruby_arg_text(c, args, n, 1));
  if (name != NULL) resource_unset(resource_arg(c, args, n), name);
  return VALUE_UNDEF;
}

/* Arguments: resource, "virtual" or "exported", value. */
static value resource_mark_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct resource *r = resource_arg(c, args, n);
  const bool on = flag(args, n, 2);
  if (str_eqz(ruby_arg_text(c, args, n, 1), "exported")) r->exported = on;
  else r->virtual = on;
  if (r->exported) r->virtual = true;
  return value_bool(on);
}

/* Arguments: type, title. Returns the attributes that the title stands for; for classes, defines and unknown types
 * that is the name. */
static value title_parts_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const struct restype *known = environment_find_type(c, ruby_arg_text(c, args, n, 0)).restype;
  const str title = ruby_arg_text(c, args, n, 1);
  struct hash *all = hash_new(c->arena, 2);
  struct title_parts parts = {0};
  if (known == NULL) hash_put_str(all, c->arena, STR("name"), value_str(title));
  else environment_split_title(c, known, title, &parts);
  for (uint32_t i = 0; i < parts.n; i++) {
    hash_put_str(all, c->arena, sym_str(parts.items[i].name), parts.items[i].value);
  }
  return value_hash(all);
}

/* Arguments: resource, tags …. Adds the tags. */
static value resource_tag_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct resource *r = resource_arg(c, args, n);
  for (uint32_t i = 1; i < n; i++) resource_tag_value(c, r, args[i]);
  return VALUE_UNDEF;
}

/* Argument: a resource. Returns the scope that it was declared in. */
static value resource_scope_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct scope *of = resource_arg(c, args, n)->scope;
  return of == NULL ? VALUE_UNDEF : ruby_thing(c, RUNTIME_SCOPE, of);
}

/* Argument: a resource. Returns whether its type is a resource type, not a class or define. */
static value resource_is_builtin_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_bool(resource_arg(c, args, n)->kind == RESOURCE_BUILTIN);
}

/* Arguments: [scope,] names …. Includes the classes, and returns their resources. */
static value include_classes_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  str *names = arena_array(c->arena, n, sizeof *names);
  struct resource **out = arena_array(c->arena, n, sizeof *out);
  for (uint32_t i = 0; i < n; i++) {
    const str name = ruby_arg_text(c, args, n, i);
    names[i] = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  }
  catalog_include_classes(c, s, names, n, out);
  struct array *all = array_new(c->arena, n);
  for (uint32_t i = 0; i < n; i++) {
    all->items[i] = ruby_thing(c, RUNTIME_RESOURCE, out[i]);
  }
  return value_array(all);
}

/* Returns the edges of the catalog's containment as [source, target]. */
static value edges_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  (void)args;
  (void)n;
  struct valuevec out = {0};
  for (uint32_t i = 0; i < c->catalog->resources.n; i++) {
    const struct resource *r = c->catalog->resources.items[i];
    for (const struct edge *e = r->edges.first_out; e != NULL; e = e->next_out) {
      const value ends[] = {ruby_thing(c, RUNTIME_RESOURCE, e->source), ruby_thing(c, RUNTIME_RESOURCE, e->target)};
      valuevec_push(&out, c->arena, array_of(c->arena, ends, 2));
    }
  }
  return valuevec_array(&out, c->arena);
}

const struct ruby_row core_resource_rows[] = {
  {"new_resource", new_resource_row},
  {"add_resource", add_resource_row},
  {"resource_set", resource_set_row},
  {"resource_unset", resource_unset_row},
  {"resource_mark", resource_mark_row},
  {"resource_tag", resource_tag_row},
  {"title_parts", title_parts_row},
  {"resource_scope", resource_scope_row},
  {"resource_is_builtin", resource_is_builtin_row},
  {"include_classes", include_classes_row},
  {"edges", edges_row},
  {0},
};

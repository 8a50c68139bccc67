/* Ficelle::Core: resources that Ruby code makes and changes. */
#include "compiler/catalog/catalog.h"
#include "compiler/catalog/internal.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/restypes/restype.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static bool flag(const struct ruby_args *a, uint32_t i) { return i < a->n && value_truthy(a->args[i]); }

static struct parameter parameter_of(struct compilation *c, struct scope *s, str name, value v)
{
  return (struct parameter){.name = sym_intern(name), .value = eval_as_attribute(c, v), .setter = s};
}

/* Sets the attributes {name => value}, then tags and the defaults of the scope. */
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
static value new_resource_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str name = ruby_arg_text(a, 0), title = ruby_arg_text(a, 1);
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
  struct resource *r = resource_new(c, a->s, &t, title);
  r->exported = flag(a, 3);
  r->virtual = r->exported || flag(a, 2);
  fill(c, r, a->s, a->n > 4 ? a->args[4] : VALUE_UNDEF);
  return ruby_thing(c, RUNTIME_RESOURCE, r);
}

/* Arguments: [scope,] resource, contained. Adds it to the catalog and, if `contained`, to the resource of the scope. */
static value add_resource_row(const struct ruby_args *a)
{
  catalog_add(a->c, a->s, ruby_arg_resource(a), flag(a, 1));
  return VALUE_UNDEF;
}

/* Arguments: [scope,] resource, name, value. Sets an attribute. */
static value resource_set_row(const struct ruby_args *a)
{
  const struct parameter p = parameter_of(a->c, a->s, ruby_arg_text(a, 1), ruby_arg(a, 2));
  resource_set(a->c, ruby_arg_resource(a), &p);
  return VALUE_UNDEF;
}

/* Arguments: resource, name. Removes an attribute. */
static value resource_unset_row(const struct ruby_args *a)
{
  const symbol *name = sym_known(ruby_arg_text(a, 1));
  if (name != NULL) resource_unset(ruby_arg_resource(a), name);
  return VALUE_UNDEF;
}

/* Arguments: resource, "virtual" or "exported", value. */
static value resource_mark_row(const struct ruby_args *a)
{
  struct resource *r = ruby_arg_resource(a);
  const bool on = flag(a, 2);
  if (str_eqz(ruby_arg_text(a, 1), "exported")) r->exported = on;
  else r->virtual = on;
  if (r->exported) r->virtual = true;
  return value_bool(on);
}

/* Arguments: type, title. Returns the attributes in a title; for classes, defines and unknown types that is the
 * name. */
static value title_parts_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const struct restype *known = environment_find_type(c, ruby_arg_text(a, 0)).restype;
  const str title = ruby_arg_text(a, 1);
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
static value resource_tag_row(const struct ruby_args *a)
{
  struct resource *r = ruby_arg_resource(a);
  for (uint32_t i = 1; i < a->n; i++) resource_tag_value(a->c, r, a->args[i]);
  return VALUE_UNDEF;
}

/* Argument: a resource. Returns the scope that it was declared in. */
static value resource_scope_row(const struct ruby_args *a)
{
  struct scope *of = ruby_arg_resource(a)->scope;
  return of == NULL ? VALUE_UNDEF : ruby_thing(a->c, RUNTIME_SCOPE, of);
}

/* Argument: a resource. Returns whether its type is a resource type, not a class or define. */
static value resource_is_builtin_row(const struct ruby_args *a)
{
  return value_bool(ruby_arg_resource(a)->kind == RESOURCE_BUILTIN);
}

/* Arguments: [scope,] names …. Includes the classes, and returns their resources. */
static value include_classes_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  str *names = arena_array(c->arena, a->n, sizeof *names);
  struct resource **out = arena_array(c->arena, a->n, sizeof *out);
  for (uint32_t i = 0; i < a->n; i++) {
    const str name = ruby_arg_text(a, i);
    names[i] = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  }
  catalog_include_classes(c, a->s, names, a->n, out);
  struct array *all = array_new(c->arena, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    all->items[i] = ruby_thing(c, RUNTIME_RESOURCE, out[i]);
  }
  return value_array(all);
}

/* Returns the edges of the catalog's containment as [source, target]. */
static value edges_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
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

/* Ficelle::Core: the catalog of the compilation. */
#include "compiler/catalog/catalog.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static value resource_value_of(struct compilation *c, struct resource *r)
{
  return r == NULL ? VALUE_UNDEF : ruby_thing(c, RUNTIME_RESOURCE, r);
}

/* Argument: a reference as text, "File[/x]". Returns the resource; undef: not found. */
static value find_resource_row(const struct ruby_args *a)
{
  return resource_value_of(a->c, catalog_find_ref(a->c, ruby_arg_text(a, 0)));
}

static value resources_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct array *all = array_new(c->arena, c->catalog->resources.n);
  for (uint32_t i = 0; i < all->n; i++) all->items[i] = resource_value_of(c, c->catalog->resources.items[i]);
  return value_array(all);
}

static value class_names_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct array *all = array_new(c->arena, c->catalog->classes.n);
  for (uint32_t i = 0; i < all->n; i++) all->items[i] = value_str(sym_str(c->catalog->classes.names[i]));
  return value_array(all);
}

static value tags_of(struct compilation *c, const struct resource *r)
{
  struct array *all = array_new(c->arena, r->tags.n);
  for (uint32_t i = 0; i < all->n; i++) all->items[i] = value_str(r->tags.items[i]->text);
  return value_array(all);
}

/* Arguments: resource, one of the names below. Returns that part of it. */
static value resource_part_row(const struct ruby_args *a)
{
  const struct resource *r = ruby_arg_resource(a);
  const str part = ruby_arg_text(a, 1);
  if (str_eqz(part, "type")) return value_str(str_sub(r->ref, 0, str_index(r->ref, '[', 0)));
  if (str_eqz(part, "title")) return value_str(r->title);
  if (str_eqz(part, "ref")) return value_str(r->ref);
  if (str_eqz(part, "tags")) return tags_of(a->c, r);
  if (str_eqz(part, "file")) return r->origin.file.n == 0 ? VALUE_UNDEF : value_str(r->origin.file);
  if (str_eqz(part, "line")) return r->origin.line == 0 ? VALUE_UNDEF : value_int(r->origin.line);
  if (str_eqz(part, "virtual")) return value_bool(r->virtual);
  if (str_eqz(part, "evaluated")) return value_bool(r->done.evaluated);
  if (str_eqz(part, "exported")) return value_bool(r->exported);
  fail_error(CTX(a->c), FAILURE_EVALUATION, "a resource has no %.*s", STR_FMT(part));
}

static value resource_parameter_row(const struct ruby_args *a)
{
  const struct resource *r = ruby_arg_resource(a);
  const symbol *name = sym_known(ruby_arg_text(a, 1));
  return name == NULL ? VALUE_UNDEF : resource_value(r, name);
}

static value resource_parameters_row(const struct ruby_args *a)
{
  const struct resource *r = ruby_arg_resource(a);
  struct hash *all = hash_new(a->c->arena, r->params.n);
  for (uint32_t i = 0; i < r->params.n; i++) {
    hash_put_str(all, a->c->arena, sym_str(r->params.items[i].name), r->params.items[i].value);
  }
  return value_hash(all);
}

static value resource_tagged_row(const struct ruby_args *a)
{
  return value_bool(resource_is_tagged(a->c, ruby_arg_resource(a), ruby_arg_text(a, 1)));
}

/* Returns the resource that the scope belongs to. */
static value scope_resource_row(const struct ruby_args *a)
{
  return a->s == NULL ? VALUE_UNDEF : resource_value_of(a->c, a->s->resource);
}

static value has_resource_type_row(const struct ruby_args *a)
{
  return value_bool(environment_find_type(a->c, ruby_arg_text(a, 0)).kind != RESOURCE_UNKNOWN);
}

static value has_class_row(const struct ruby_args *a)
{
  return value_bool(environment_find_class(a->c, ruby_arg_text(a, 0)) != NULL);
}

const struct ruby_row core_catalog_rows[] = {
  {"find_resource", find_resource_row},
  {"resources", resources_row},
  {"class_names", class_names_row},
  {"resource_part", resource_part_row},
  {"resource_parameter", resource_parameter_row},
  {"resource_parameters", resource_parameters_row},
  {"resource_tagged", resource_tagged_row},
  {"scope_resource", scope_resource_row},
  {"has_resource_type", has_resource_type_row},
  {"has_class", has_class_row},
  {0},
};

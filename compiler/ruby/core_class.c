/* Ficelle::Core: classes and defines as Puppet::Resource::Type, including those that Ruby code makes. */
#include "compiler/catalog/catalog.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static enum definition_kind kind_arg(const struct ruby_args *a)
{
  const str kind = ruby_arg_text(a, 0);
  if (str_eqz(kind, "hostclass")) return DEFINITION_CLASS;
  if (str_eqz(kind, "definition")) return DEFINITION_DEFINE;
  fail_error(CTX(a->c), FAILURE_EVALUATION, "not supported: a %.*s made by code in Ruby", STR_FMT(kind));
}

static str text_or_empty(const struct ruby_args *a, uint32_t i)
{
  return i < a->n ? value_text_or_empty(a->args[i]) : STR_EMPTY;
}

/* Arguments: kind, name (in lower case), parent, module, file, line; each may be undef. Makes a class or define without
 * code. */
static value make_class_row(const struct ruby_args *a)
{
  const str parent = text_or_empty(a, 2);
  struct definition *d = ARENA_NEW(a->c->arena, struct definition);
  d->kind = kind_arg(a);
  d->name = sym_intern(ruby_arg_text(a, 1));
  d->parent = parent.n > 0 ? sym_intern(parent) : NULL;
  d->module_name = text_or_empty(a, 3);
  d->file = text_or_empty(a, 4);
  d->line = a->n > 5 && a->args[5].kind == V_INT ? (uint32_t)a->args[5].integer : 0;
  environment_make(a->c, d);
  return VALUE_UNDEF;
}

/* Arguments: kind, name. Returns whether it has been loaded. */
static value class_loaded_row(const struct ruby_args *a)
{
  return value_bool(environment_loaded(a->c, kind_arg(a), ruby_arg_text(a, 1)) != NULL);
}

static value or_undef(str text) { return text.n > 0 ? value_str(text) : VALUE_UNDEF; }

/* Arguments: kind, name. Returns [module, file, line, inherited class, names of parameters]; unknown parts are
 * undef. */
static value class_parts_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str kind = ruby_arg_text(a, 0), name = ruby_arg_text(a, 1);
  const struct definition *d = NULL;
  if (name.n > 0) d = str_eqz(kind, "hostclass") ? environment_find_class(c, name) : environment_find_define(c, name);
  struct array *params = array_new(c->arena, d == NULL ? 0 : d->nparams);
  for (uint32_t i = 0; i < params->n; i++) params->items[i] = value_str(sym_str(d->params[i].name));
  const value parts[] = {value_str(d == NULL ? STR_EMPTY : d->module_name), or_undef(d == NULL ? STR_EMPTY : d->file),
                         d == NULL ? VALUE_UNDEF : value_int(d->line),
                         d == NULL || d->parent == NULL ? VALUE_UNDEF : value_str(sym_str(d->parent)),
                         value_array(params)};
  return array_of(c->arena, parts, 5);
}

static struct resource *resource_arg(const struct ruby_args *a)
{
  struct resource *r = runtime_pointer(ruby_arg(a, 0), RUNTIME_RESOURCE);
  if (r == NULL || r->definition == NULL)
    fail_error(CTX(a->c), FAILURE_EVALUATION, "argument 1 must be the resource of a class or define");
  return r;
}

/* Argument: a resource. Evaluates the code of its class or define. */
static value evaluate_code_row(const struct ruby_args *a)
{
  catalog_evaluate_code(a->c, resource_arg(a));
  return VALUE_UNDEF;
}

/* Arguments: [scope,] name, {parameter => value} or undef. Declares the class without evaluating it, and returns
 * its resource. */
static value ensure_class_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str name = ruby_arg_text(a, 0);
  const struct definition *d = environment_find_class(c, name);
  if (d == NULL) fail_error(CTX(c), FAILURE_MISSING, "Could not find declared class %.*s", STR_FMT(name));
  const struct hash *params = a->n > 1 && a->args[1].kind == V_HASH ? a->args[1].hash : NULL;
  struct resource *r = catalog_ensure_class(c, a->s, d, params);
  return value_runtime_of(c->arena, RUNTIME_RESOURCE, "Puppet::Parser::Resource", r);
}

/* Removes a resource from the catalog. */
static value remove_resource_row(const struct ruby_args *a)
{
  struct resource *r = runtime_pointer(ruby_arg(a, 0), RUNTIME_RESOURCE);
  if (r != NULL) catalog_remove(a->c, r);
  return VALUE_UNDEF;
}

const struct ruby_row core_class_rows[] = {
  {"make_class", make_class_row},
  {"class_loaded", class_loaded_row},
  {"class_parts", class_parts_row},
  {"evaluate_code", evaluate_code_row},
  {"ensure_class", ensure_class_row},
  {"remove_resource", remove_resource_row},
  {0},
};

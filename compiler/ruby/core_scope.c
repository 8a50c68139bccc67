/* Ficelle::Core: scopes. All but current_scope take a scope as their first argument; without it they use the current
 * one. */
#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static value scope_value(struct compilation *c, struct scope *s)
{
  return s == NULL ? VALUE_UNDEF : ruby_thing(c, RUNTIME_SCOPE, s);
}

static value current_scope_row(const struct ruby_args *a) { return scope_value(a->c, a->s); }

static value top_scope_row(const struct ruby_args *a) { return scope_value(a->c, a->c->top); }

/* Returns [value] of a variable, without or with "::", or of a group of a match ("1"); []: not found. */
static value find_variable_row(const struct ruby_args *a)
{
  const str name = ruby_arg_text(a, 0);
  const value *v = scope_lookup_all(ruby_arg_scope(a), name);
  return v == NULL ? value_array(&array_empty) : array_of(a->c->arena, v, 1);
}

/* Arguments: name, value. */
static value set_variable_row(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 1);
  scope_set(ruby_arg_scope(a), sym_intern(ruby_arg_text(a, 0)), v);
  return VALUE_UNDEF;
}

/* Returns whether the variable exists, even with the value undef, as defined('$x') does. */
static value variable_exists_row(const struct ruby_args *a)
{
  return value_bool(scope_exists(ruby_arg_scope(a), ruby_arg_text(a, 0)));
}

/* Returns whether the scope itself has the variable. */
static value variable_bound_row(const struct ruby_args *a)
{
  return value_bool(scope_bound(ruby_arg_scope(a), sym_intern(ruby_arg_text(a, 0))));
}

/* Returns the reason why "a::b" is not found: "class a could not be found". */
static value variable_reason_row(const struct ruby_args *a)
{
  str why = STR_EMPTY;
  scope_find_qualified(ruby_arg_scope(a), ruby_arg_text(a, 0), &why);
  return value_str(why);
}

/* Arguments: name, reason. Depending on the setting `strict`, fails or returns whether to warn. */
static value undefined_variable_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str name = ruby_arg_text(a, 0), why = ruby_arg_text(a, 1);
  const str text = arena_printf(c->arena, "Undefined variable '%.*s'; %.*s", STR_FMT(name), STR_FMT(why));
  if (c->settings->strict == SEVERITY_ERROR) ruby_fail(c, "%.*s", STR_FMT(text));
  return value_bool(c->settings->strict == SEVERITY_WARNING);
}

/* Arguments: whether to include outer scopes, whether to include own variables with undef. Returns all variables by
 * name. */
static value variables_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct strmap all;
  strmap_init(&all, c->arena);
  scope_all_shown(ruby_arg_scope(a), value_truthy(ruby_arg(a, 0)), value_truthy(ruby_arg(a, 1)), &all);
  struct hash *shown = hash_new(c->arena, all.live);
  for (uint32_t i = 0; i < all.n; i++) {
    const struct strmap_entry *one = &all.entries[i];
    if (!one->removed) hash_put_str(shown, c->arena, one->key, *(const value *)one->value);
  }
  return value_hash(shown);
}

/* Returns a text that changes if variables_row, with the same first argument, would return more. */
static value variables_version_row(const struct ruby_args *a)
{
  struct buf b = BUF_IN(a->c->arena);
  const bool recursive = a->n == 0 || value_truthy(a->args[0]);
  for (const struct scope *at = ruby_arg_scope(a); at != NULL; at = recursive ? at->outer : NULL) {
    buf_printf(&b, "%p %u", (const void *)at, at->variables.n);
    for (const struct frame *f = at->frame; f != NULL; f = f->outer) {
      buf_printf(&b, " %p %u", (const void *)f, f->kind == FRAME_LOCAL ? f->n : 0);
    }
  }
  return value_str(buf_finish(&b));
}

static value scope_is_top_row(const struct ruby_args *a) { return value_bool(ruby_arg_scope(a)->kind == SCOPE_TOP); }

/* Returns the name of the class or define that the scope belongs to; "" for the top scope. */
static value scope_class_name_row(const struct ruby_args *a)
{
  const struct definition *d = ruby_arg_scope(a)->definition;
  return value_str(d == NULL ? STR_EMPTY : sym_str(d->name));
}

/* Returns the kind of the scope's resource in Puppet's Ruby: "hostclass", "definition" or "node". */
static value scope_definition_kind_row(const struct ruby_args *a)
{
  const struct definition *d = ruby_arg_scope(a)->definition;
  const bool define = d != NULL && d->kind == DEFINITION_DEFINE, node = d != NULL && d->kind == DEFINITION_NODE;
  return value_str(str_of(define ? "definition" : node ? "node" : "hostclass"));
}

/* Returns the scope that declared a class or define; for a class that inherits, the scope of the inherited class. */
static value scope_parent_row(const struct ruby_args *a)
{
  const struct scope *of = ruby_arg_scope(a);
  const bool inherits = of->definition != NULL && of->definition->parent != NULL;
  return scope_value(a->c, of->declarer == NULL || inherits ? of->outer : of->declarer);
}

static value class_scope_row(const struct ruby_args *a)
{
  const symbol *name = sym_known(ruby_arg_text(a, 0));
  return name == NULL ? VALUE_UNDEF : scope_value(a->c, scope_of_class(a->c, name));
}

static value scope_text_row(const struct ruby_args *a) { return value_str(scope_label(ruby_arg_scope(a))); }

/* Argument: a type's name. Returns the resource defaults of the scope and those around it. */
static value scope_defaults_row(const struct ruby_args *a)
{
  return catalog_defaults(a->c, ruby_arg_scope(a), ruby_arg_text(a, 0));
}

/* Arguments: a type's name, attribute, value. Sets a resource default of the scope. */
static value set_default_row(const struct ruby_args *a)
{
  struct scope *s = ruby_arg_scope(a);
  const struct parameter p = {.name = sym_intern(ruby_arg_text(a, 1)), .value = ruby_arg(a, 2), .setter = s};
  catalog_set_default(a->c, s, ruby_arg_text(a, 0), &p);
  return VALUE_UNDEF;
}

/* Ruby code has replaced lookupdefaults of the scope. */
static value replace_defaults_row(const struct ruby_args *a)
{
  struct scope *s = ruby_arg_scope(a);
  scope_replace_defaults(a->c, s, scope_value(a->c, s));
  return VALUE_UNDEF;
}

/* Returns the facts of this host, for code that calls Facter. */
static value host_facts_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  value facts;
  str error;
  const str json = c->host->facts != NULL ? c->host->facts(c->host->ctx, c->arena) : STR("{}");
  return value_read_json(c->arena, json, &facts, &error) ? facts : value_hash(&hash_empty);
}

const struct ruby_row core_scope_rows[] = {
  {"host_facts", host_facts_row},
  {"current_scope", current_scope_row},
  {"top_scope", top_scope_row},
  {"find_variable", find_variable_row},
  {"set_variable", set_variable_row},
  {"variable_exists", variable_exists_row},
  {"variable_bound", variable_bound_row},
  {"variable_reason", variable_reason_row},
  {"undefined_variable", undefined_variable_row},
  {"variables", variables_row},
  {"variables_version", variables_version_row},
  {"scope_is_top", scope_is_top_row},
  {"scope_parent", scope_parent_row},
  {"scope_class_name", scope_class_name_row},
  {"scope_definition_kind", scope_definition_kind_row},
  {"class_scope", class_scope_row},
  {"scope_text", scope_text_row},
  {"scope_defaults", scope_defaults_row},
  {"set_default", set_default_row},
  {"replace_defaults", replace_defaults_row},
  {0},
};

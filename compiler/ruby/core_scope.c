/* Ficelle::Core: scopes. All but current_scope take a scope as their first argument, or mean the current one. */
#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static value scope_value(struct compilation *c, struct scope *s)
{
  return s == NULL ? VALUE_UNDEF : ruby_thing(c, RUNTIME_SCOPE, s);
}

static value current_scope_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  return scope_value(c, s);
}

static value top_scope_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  (void)s;
  return scope_value(c, c->top);
}

static struct scope *need(struct compilation *c, struct scope *s)
{
  if (s == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "this function can only be called in a scope");
  return s;
}

/* [value] of a variable, without or with "::", or of a group of a match ("1"); [] when there is none. */
static value find_variable_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  const str name = ruby_arg_text(c, args, n, 0);
  const value *v = scope_lookup_all(need(c, s), name);
  return v == NULL ? value_array(&array_empty) : array_of(c->arena, v, 1);
}

/* Arguments: name, value. */
static value set_variable_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  const value v = ruby_arg(c, args, n, 1);
  scope_set(need(c, s), sym_intern(ruby_arg_text(c, args, n, 0)), v);
  return VALUE_UNDEF;
}

/* Returns whether the variable exists, even with the value undef, as defined('$x') does. */
static value variable_exists_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  return value_bool(scope_exists(need(c, s), ruby_arg_text(c, args, n, 0)));
}

/* Returns whether the scope itself has the variable. */
static value variable_bound_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  return value_bool(scope_bound(need(c, s), sym_intern(ruby_arg_text(c, args, n, 0))));
}

/* Returns why "a::b" is not found: "class a could not be found". */
static value variable_reason_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  str why = STR_EMPTY;
  scope_find_qualified(need(c, s), ruby_arg_text(c, args, n, 0), &why);
  return value_str(why);
}

/* Arguments: name, reason. According to the setting strict it fails, or returns whether a warning is due. */
static value undefined_variable_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const str name = ruby_arg_text(c, args, n, 0), why = ruby_arg_text(c, args, n, 1);
  const str text = arena_printf(c->arena, "Undefined variable '%.*s'; %.*s", STR_FMT(name), STR_FMT(why));
  if (c->settings->strict == SEVERITY_ERROR) ruby_fail(c, "%.*s", STR_FMT(text));
  return value_bool(c->settings->strict == SEVERITY_WARNING);
}

/* Arguments: whether the scopes around count, whether own variables with undef do. Returns all variables by name. */
static value variables_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  struct strmap all;
  strmap_init(&all, c->arena);
  scope_all_shown(need(c, s), value_truthy(ruby_arg(c, args, n, 0)), value_truthy(ruby_arg(c, args, n, 1)), &all);
  struct hash *shown = hash_new(c->arena, all.live);
  for (uint32_t i = 0; i < all.n; i++) {
    const struct strmap_entry *one = &all.entries[i];
    if (!one->removed) hash_put_str(shown, c->arena, one->key, *(const value *)one->value);
  }
  return value_hash(shown);
}

/* Returns a text that changes when variables_row, with the same first argument, would return more. */
static value variables_version_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  struct buf b = BUF_IN(c->arena);
  const bool recursive = n == 0 || value_truthy(args[0]);
  for (const struct scope *at = need(c, s); at != NULL; at = recursive ? at->outer : NULL) {
    buf_printf(&b, "%p %u", (const void *)at, at->variables.n);
    for (const struct frame *f = at->frame; f != NULL; f = f->outer) {
      buf_printf(&b, " %p %u", (const void *)f, f->kind == FRAME_LOCAL ? f->n : 0);
    }
  }
  return value_str(buf_finish(&b));
}

static value scope_is_top_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  return value_bool(need(c, s)->kind == SCOPE_TOP);
}

/* Returns the name of the class or define that the scope belongs to; "" for the top scope. */
static value scope_class_name_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  const struct definition *d = need(c, s)->definition;
  return value_str(d == NULL ? STR_EMPTY : sym_str(d->name));
}

/* Returns what the scope belongs to, in the words of Puppet's Ruby: "hostclass", "definition" or "node". */
static value scope_definition_kind_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  const struct definition *d = need(c, s)->definition;
  const bool define = d != NULL && d->kind == DEFINITION_DEFINE, node = d != NULL && d->kind == DEFINITION_NODE;
  return value_str(str_of(define ? "definition" : node ? "node" : "hostclass"));
}

/* The scope that declared a class or define; of a class that inherits, the scope of that one. */
static value scope_parent_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  const struct scope *of = need(c, s);
  const bool inherits = of->definition != NULL && of->definition->parent != NULL;
  return scope_value(c, of->declarer == NULL || inherits ? of->outer : of->declarer);
}

static value class_scope_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const symbol *name = sym_known(ruby_arg_text(c, args, n, 0));
  return name == NULL ? VALUE_UNDEF : scope_value(c, scope_of_class(c, name));
}

static value scope_text_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  return value_str(scope_label(need(c, s)));
}

/* Returns the facts of this machine, for code that asks Facter. */
static value host_facts_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  (void)s;
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
  {0},
};

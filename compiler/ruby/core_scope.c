/* Ficelle::Core: scopes. All but current_scope take a scope as their first argument, or mean the current one. */
#include "compiler/evaluator/eval_internal.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

static value scope_value(struct compilation *c, struct scope *s)
{
  return s == NULL ? VALUE_UNDEF : value_runtime_of(c->arena, RUNTIME_SCOPE, "Puppet::Parser::Scope", s);
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
  if (s == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "there is no scope");
  return s;
}

/* [value] of a variable, without or with "::"; [] when there is none. */
static value find_variable_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  const str name = ruby_arg_text(c, args, n, 0);
  const value *v = scope_lookup(need(c, s), name);
  return v == NULL ? value_array(&array_empty) : array_of(c->arena, v, 1);
}

static value set_variable_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  scope_set(need(c, s), sym_intern(ruby_arg_text(c, args, n, 0)), ruby_arg(c, args, n, 1));
  return VALUE_UNDEF;
}

static value scope_text_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)args;
  (void)n;
  return value_str(scope_label(need(c, s)));
}

const struct ruby_row core_scope_rows[] = {
  {"current_scope", current_scope_row},
  {"top_scope", top_scope_row},
  {"find_variable", find_variable_row},
  {"set_variable", set_variable_row},
  {"scope_text", scope_text_row},
  {0},
};

/* Ficelle::Core: what a data function in Ruby needs of its Puppet::LookupContext beyond the attributes and functions of
 * the object. */
#include "compiler/evaluator/eval.h"
#include "compiler/lookup/lookup_function.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/object.h"

/* The current explanation; NULL: none was requested. */
static struct explain *explanation(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 0);
  const struct lookup_context *x = v.kind == V_OBJECT ? v.object->native : NULL;
  return x != NULL && x->call != NULL ? x->call->explain : NULL;
}

/* Returns a number that identifies the entry of the hierarchy in this compilation: each entry has its own cache. */
static value lookup_entry_row(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 0);
  const struct lookup_context *x = v.kind == V_OBJECT ? v.object->native : NULL;
  if (x == NULL) fail_error(CTX(a->c), FAILURE_EVALUATION, "argument 1 must be a Puppet::LookupContext");
  return value_int((int64_t)(intptr_t)x->x);
}

/* Arguments: context, text. */
static value explain_row(const struct ruby_args *a)
{
  struct explain *e = explanation(a);
  if (e != NULL) explain_text(e, ruby_arg_text(a, 1));
  return VALUE_UNDEF;
}

const struct ruby_row core_lookup_rows[] = {
  {"explain", explain_row},
  {"lookup_entry", lookup_entry_row},
  {0},
};

/* Deferred values. During compilation only the declared result type of the function is used, to check parameters. The
 * function call() and the agent resolve a Deferred by calling its function (eval_resolve). */
#include "compiler/evaluator/eval_internal.h"
#include "base/check.h"
#include "compiler/types/object.h"
#include "compiler/values/ruby_text.h"

static void warn_once(struct compilation *c, str name)
{
  if (!compile_first_time(c, name)) return;
  compile_log(c, CLOG_WARNING, STR_EMPTY,
              arena_printf(c->arena,
                           "Deferred function %.*s has no return_type, unable to guarantee value type during "
                           "compilation.\n   (file & line not available)",
                           STR_FMT(name)));
}

const struct type *eval_deferred_result(struct compilation *c, const struct object *deferred)
{
  assert(deferred != NULL);
  str name = value_text(*object_field(deferred, STR("name")));
  value arguments = *object_field(deferred, STR("arguments"));
  /* If a Deferred names a variable instead of a function, its type is unknown. */
  if (name.p[0] == '$') return NULL;
  const struct function *f = c->ops->find(c, name, STR_EMPTY);
  if (f == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "Unknown function: '%.*s'", STR_FMT(name));
  bool given = arguments.kind == V_ARRAY;
  const struct signature *s = c->ops->signature(c, f, given ? arguments.array->items : NULL,
                                                given ? arguments.array->n : 0);
  if (s == NULL) {
    const str text = ruby_inspected(c->arena, arguments);
    fail_error(CTX(c), FAILURE_EVALUATION, "No matching arity found for %.*s with arguments %.*s", STR_FMT(name),
               STR_FMT(text));
  }
  if (s->result == NULL) warn_once(c, name);
  return s->result;
}

/* --- resolving --- */

/* A variable of top scope, as Ruby code reads it: the setting `strict` decides what happens if it is unknown. */
static value top_variable(struct compilation *c, str name)
{
  const value *v = scope_lookup(c->top, name);
  if (v != NULL || c->settings->strict == SEVERITY_IGNORE) return value_or_undef(v);
  str reason = STR_EMPTY;
  const str plain = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  if (str_find(plain, STR("::"), 0) != SIZE_MAX) scope_find_qualified(c->top, plain, &reason);
  const str text = arena_printf(c->arena, "Undefined variable '%.*s'; %.*s", STR_FMT(name), STR_FMT(reason));
  if (c->settings->strict == SEVERITY_ERROR) fail_error(CTX(c), FAILURE_EVALUATION, "%.*s", STR_FMT(text));
  if (compile_first_time(c, text))
    compile_log(c, CLOG_WARNING, STR_EMPTY,
                arena_printf(c->arena, "%.*s\n   (file & line not available)", STR_FMT(text)));
  return VALUE_UNDEF;
}

static value resolve_call(struct compilation *c, const struct object *deferred)
{
  str name = value_text(*object_field(deferred, STR("name")));
  const value given = *object_field(deferred, STR("arguments"));
  struct valuevec args = {0};
  if (name.p[0] == '$') {
    valuevec_push(&args, c->arena, top_variable(c, str_from(name, 1)));
    /* Deferred('$x', [a, b]) is $x.dig(a, b), as in Puppet. */
    name = STR("dig");
  }
  for (uint32_t i = 0; given.kind == V_ARRAY && i < given.array->n; i++) {
    valuevec_push(&args, c->arena, eval_resolve(c, given.array->items[i]));
  }
  return call_by_name(c, c->top, name, args.items, args.n, NULL);
}

static value resolve_inner(void *ctx, value v) { return eval_resolve(ctx, v); }

value eval_resolve(struct compilation *c, value v)
{
  context_enter(&c->context);
  if (v.kind == V_OBJECT && v.object->type == object_type_builtin(STR("Deferred"))) v = resolve_call(c, v.object);
  else if (v.kind == V_SENSITIVE) v = value_sensitive(c->arena, eval_resolve(c, *v.sensitive));
  else if (v.kind == V_BINARY) v = value_str(value_text(v));
  else v = value_map(c->arena, v, NULL, resolve_inner, c);
  context_leave(&c->context);
  return v;
}

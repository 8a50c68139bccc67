/* break, next, return, with, then, lest, call. */
#include "compiler/evaluator/eval.h"
#include "compiler/functions/fn.h"
#include "compiler/values/object.h"

static value fn_break(struct fn_call *call) { eval_jump(call->compilation, JUMP_BREAK, VALUE_UNDEF); }

static value fn_next_iteration(struct fn_call *call)
{
  eval_jump(call->compilation, JUMP_NEXT, fn_arg(call, 0));
}

static value fn_return(struct fn_call *call) { eval_jump(call->compilation, JUMP_RETURN, fn_arg(call, 0)); }

static value fn_with(struct fn_call *call) { return fn_yield(call, call->args, call->n); }

static value fn_then(struct fn_call *call)
{
  return value_is_undef(call->args[0]) ? VALUE_UNDEF : fn_yield(call, call->args, 1);
}

static value fn_lest(struct fn_call *call)
{
  return value_is_undef(call->args[0]) ? fn_yield(call, NULL, 0) : call->args[0];
}

static value fn_call_by_name(struct fn_call *call)
{
  return eval_call_function(call->compilation, call->scope, fn_text(call, 0), call->args + 1, call->n - 1,
                            fn_has_block(call) ? call->block.closure : NULL);
}

/* --- Deferred --- */

static value resolved(struct fn_call *call, value v);

static value resolved_call(struct fn_call *call, const struct object *deferred)
{
  struct compilation *c = call->compilation;
  str name = value_text(*object_field(deferred, STR("name")));
  value given = *object_field(deferred, STR("arguments"));
  struct valuevec args = {0};
  if (name.p[0] == '$') {
    const value *v = scope_lookup(c->top, str_from(name, 1));
    valuevec_push(&args, call->arena, v == NULL ? VALUE_UNDEF : *v);
    name = STR("dig");
  }
  for (uint32_t i = 0; given.kind == V_ARRAY && i < given.array->n; i++) {
    valuevec_push(&args, call->arena, resolved(call, given.array->items[i]));
  }
  return eval_call_function(c, c->top, name, args.items, args.n, NULL);
}

static value resolved_hash(struct fn_call *call, const struct hash *h)
{
  struct hash *out = hash_new(call->arena, h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    hash_put(out, call->arena, h->entries[i].key, resolved(call, h->entries[i].value));
  }
  return value_hash(out);
}

/* What a Deferred gives, in containers and secrets too. */
static value resolved(struct fn_call *call, value v)
{
  context_enter(call->context);
  if (v.kind == V_OBJECT && v.object->type == object_type_builtin(STR("Deferred"))) {
    v = resolved_call(call, v.object);
  } else if (v.kind == V_ARRAY) {
    struct array *a = array_new(call->arena, v.array->n);
    for (uint32_t i = 0; i < a->n; i++) {
      a->items[i] = resolved(call, v.array->items[i]);
    }
    v = value_array(a);
  } else if (v.kind == V_HASH) {
    v = resolved_hash(call, v.hash);
  } else if (v.kind == V_SENSITIVE) {
    v = value_sensitive(call->arena, resolved(call, *v.sensitive));
  } else if (v.kind == V_BINARY) {
    v = value_str(value_text(v));
  }
  context_leave(call->context);
  return v;
}

static value fn_call_deferred(struct fn_call *call) { return resolved(call, call->args[0]); }

static value fn_import(struct fn_call *call) { fail_issue(call->context, NULL, ISSUE_DISCONTINUED_IMPORT); }

const struct fn_row fn_control_rows[] = {
    {"break", "", fn_break, "ends the innermost iteration"},
    {"call", "String $function_name, Any *$arguments, Callable ?&$block", fn_call_by_name,
     "calls a function by name"},
    {"call", "Deferred $deferred", fn_call_deferred, "what a Deferred gives"},
    {"import", "Any *$args", fn_import, "is no more"},
    {"lest", "Any $arg, Callable[0, 0] &$block", fn_lest,
     "the argument, or the block's value when it is undef"},
    {"next", "Any ?$value", fn_next_iteration, "ends the current call of a block with a value"},
    {"return", "Any ?$value", fn_return, "ends the function, class or define with a value"},
    {"then", "Any $arg, Callable[1, 1] &$block", fn_then, "the block's value unless the argument is undef"},
    {"with", "Any *$arg, Callable &$block", fn_with, "calls the block with the arguments"},
    {0},
};

/* Control flow: break, next, return, with, then, lest, call. The first three are jumps, which the enclosing iteration,
 * block or function catches (compiler/scope/jump.h). */
#include "compiler/scope/jump.h"
#include "compiler/functions/fn.h"

static value fn_jump(struct fn_call *call)
{
  eval_jump(call->compilation, (enum jump_kind)call->row->number, fn_arg(call, 0));
}

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
  return fn_other_block(call, fn_text(call, 0), call->args + 1, call->n - 1);
}

static value fn_call_deferred(struct fn_call *call)
{
  return call->compilation->ops->resolve(call->compilation, call->args[0]);
}

static value fn_import(struct fn_call *call) { fail_issue(call->context, NULL, ISSUE_DISCONTINUED_IMPORT); }

const struct fn_row fn_control_rows[] = {
  {"break", "", fn_jump, "ends the innermost iteration", .number = JUMP_BREAK},
  {"call", "String $function_name, Any *$arguments, Callable ?&$block", fn_call_by_name, "calls a function by name"},
  {"call", "Deferred $deferred", fn_call_deferred, "what a Deferred gives"},
  {"import", "Any *$args", fn_import, "is no more"},
  {"lest", "Any $arg, Callable[0, 0] &$block", fn_lest, "the argument, or the block's value when it is undef"},
  {"next", "Any ?$value", fn_jump, "ends the current call of a block with a value", .number = JUMP_NEXT},
  {"return", "Any ?$value", fn_jump, "ends the function, class or define with a value", .number = JUMP_RETURN},
  {"then", "Any $arg, Callable[1, 1] &$block", fn_then, "the block's value unless the argument is undef"},
  {"with", "Any *$arg, Callable &$block", fn_with, "calls the block with the arguments"},
  {0},
};

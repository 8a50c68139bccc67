/* sprintf. */
#include "compiler/evaluator/ruby_format.h"
#include "compiler/functions/fn.h"

static value fn_sprintf(struct fn_call *call)
{
  if (call->args[0].kind != V_STRING) {
    FN_FAIL(call, "no implicit conversion of %s into String", ruby_conversion_name(call->args[0]));
  }
  struct buf b = BUF_IN(call->arena);
  ruby_format(call->context, &b, fn_text(call, 0), call->args + 1, call->n - 1);
  return value_str(buf_view(&b));
}

const struct fn_row fn_format_rows[] = {
    {"sprintf", "@-2", fn_sprintf, "text by a format as C's printf"},
    {0},
};

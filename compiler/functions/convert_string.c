/* String.new. */
#include "compiler/functions/convert.h"

static value new_string(struct fn_call *call)
{
  value v = call->args[0];
  struct buf b = BUF_IN(call->arena);
  value format = fn_arg(call, 1);
  bool program = format.kind == V_STRING && str_eqz(value_text(format), "%p");
  bool simple = format.kind == V_STRING && str_eqz(value_text(format), "%s");
  if (call->n > 1 && format.kind != V_DEFAULT && !program && !simple) {
    if (format.kind == V_STRING && str_eqz(value_text(format), "%d") && v.kind == V_INT) {
      simple = true;
    } else {
      FN_FAIL(call, "not supported: String with a format");
    }
  }
  if (program || ((v.kind == V_ARRAY || v.kind == V_HASH) && !simple)) {
    value_inspect(&b, v);
  } else if (v.kind == V_FLOAT && !simple) {
    buf_printf(&b, "%f", v.number);
  } else if (v.kind == V_REGEX) {
    buf_str(&b, v.regex->source);
  } else {
    value_render(&b, v);
  }
  return value_str(buf_view(&b));
}

const struct fn_row convert_string_rows[] = {
    {"new_string", "Any $from, Any ?$string_formats", new_string, "any value as text"},
    {0},
};

/* Operations of Ruby on values. */
#include <math.h>

#include "base/check.h"
#include "compiler/functions/fn_ruby.h"

str fn_to_s(struct fn_call *call, value v) { return ruby_text_of(call->arena, v); }

str fn_inspect(struct fn_call *call, value v) { return ruby_inspected(call->arena, v); }

_Noreturn static void too_large(struct fn_call *call)
{
  fail_not_supported(call->context, "%s(): integers beyond 64 bits", call->name);
}

int64_t fn_text_to_i(struct fn_call *call, str s)
{
  int64_t n;
  if (!ruby_text_to_i(s, &n)) too_large(call);
  return n;
}

void fn_not_finite(struct fn_call *call, double d)
{
  assert(!isfinite(d));
  FN_FAIL(call, "%s", isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity");
}

int64_t fn_float_to_i(struct fn_call *call, double d)
{
  if (!isfinite(d)) fn_not_finite(call, d);
  if (!(fabs(d) < 9223372036854775808.0)) too_large(call);
  return (int64_t)d;
}

_Noreturn void fn_no_method(struct fn_call *call, const char *name, value v)
{
  assert(name != NULL);
  if (v.kind == V_UNDEF || v.kind == V_BOOL) {
    const char *text = v.kind == V_UNDEF ? "nil" : v.boolean ? "true" : "false";
    FN_FAIL(call, "undefined method `%s' for %s:%s", name, text, ruby_class(v));
  }
  FN_FAIL(call, "undefined method `%s' for %.*s:%s", name, STR_FMT(fn_inspect(call, v)), ruby_class(v));
}

_Noreturn void fn_no_conversion(struct fn_call *call, value v, const char *wanted)
{
  assert(wanted != NULL);
  FN_FAIL(call, "no implicit conversion of %s into %s", ruby_conversion_name(v), wanted);
}

str fn_string(struct fn_call *call, value v)
{
  if (v.kind != V_STRING) fn_no_conversion(call, v, "String");
  return value_text(v);
}

const struct regex *fn_regex(struct fn_call *call, value source)
{
  if (source.kind == V_REGEX) return source.regex;
  str error = STR_EMPTY;
  const struct regex *re = regex_compile(call->arena, fn_string(call, source), &error);
  if (re == NULL) FN_FAIL(call, "%.*s", STR_FMT(error));
  return re;
}

void fn_join(struct fn_call *call, struct buf *out, const value *items, uint32_t n, str between)
{
  assert(items != NULL || n == 0);
  context_enter(call->context);
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0) buf_str(out, between);
    if (items[i].kind == V_ARRAY) fn_join(call, out, items[i].array->items, items[i].array->n, between);
    else ruby_to_s(out, items[i]);
  }
  context_leave(call->context);
}

value fn_like(struct fn_call *call, value model, const struct array *items)
{
  if (model.kind != V_STRING) return value_array(items);
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < items->n; i++) buf_str(&b, value_text(items->items[i]));
  return value_str(buf_finish(&b));
}

bool fn_next_line(str text, size_t *at, str *line)
{
  assert(line != NULL);
  if (*at > text.n || (*at == text.n && *at > 0)) return false;
  size_t end = str_index(text, '\n', *at);
  end = end == SIZE_MAX ? text.n : end;
  *line = str_sub(text, *at, end - *at);
  *at = end + 1;
  return true;
}

void fn_warn_of_path(struct fn_call *call, value v)
{
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY,
              arena_printf(call->arena,
                           "Cannot check if %.*s is an absolute path because it is a '%s' and not a String'",
                           STR_FMT(fn_to_s(call, v)), ruby_class(v)));
}

int64_t fn_to_i(struct fn_call *call, value v)
{
  switch (v.kind) {
  case V_INT: return v.integer;
  case V_FLOAT: return fn_float_to_i(call, v.number);
  case V_STRING: return fn_text_to_i(call, value_text(v));
  case V_UNDEF: return 0;
  default: fn_no_method(call, "to_i", v);
  }
}

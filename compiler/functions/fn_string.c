/* Strings: case, blanks, line breaks. */
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_string.h"
#include "compiler/values/ruby_text.h"

/* --- functions of a string, also applied to the elements of an array (and of a hash) --- */

value fn_changed_text(void *ctx, value v)
{
  struct fn_call *call = ctx;
  return v.kind == V_STRING ? value_str(call->row->change(call->arena, value_text(v))) : v;
}

/* Applies to a string, or to each element of an iterable value. */
static value fn_each_text(struct fn_call *call)
{
  value v = call->args[0];
  if (v.kind == V_STRING || value_is_number(v)) return fn_changed_text(call, v);
  return value_map(call->arena, value_array(fn_elements(call, v)), NULL, fn_changed_text, call);
}

static value apply_deep(void *ctx, value v)
{
  struct fn_call *call = ctx;
  context_enter(call->context);
  v = value_map(call->arena, fn_changed_text(call, v), apply_deep, apply_deep, call);
  context_leave(call->context);
  return v;
}

/* A text, or all texts in a value. */
static value fn_deep(struct fn_call *call) { return apply_deep(call, call->args[0]); }

static str left_stripped(struct arena *a, str s)
{
  (void)a;
  return ruby_strip(s, true, false);
}

static str right_stripped(struct arena *a, str s)
{
  (void)a;
  return ruby_strip(s, false, true);
}

static str stripped(struct arena *a, str s) { return left_stripped(a, right_stripped(a, s)); }

static str chomped(struct arena *a, str s)
{
  (void)a;
  if (str_ends(s, STR("\r\n"))) return str_sub(s, 0, s.n - 2);
  return str_ends(s, STR("\n")) || str_ends(s, STR("\r")) ? str_sub(s, 0, s.n - 1) : s;
}

static str chopped(struct arena *a, str s)
{
  (void)a;
  if (s.n == 0 || str_ends(s, STR("\r\n"))) return s.n == 0 ? s : str_sub(s, 0, s.n - 2);
  size_t n = s.n - 1;
  while (n > 0 && ((unsigned char)s.p[n] & 0xC0) == 0x80) n--;
  return str_sub(s, 0, n);
}

static str camelcased(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  while (s.n > 0) buf_str(&b, text_capitalize(a, str_cut(&s, '_')));
  return buf_finish(&b);
}

#define EACH "Numeric $arg; String $arg; Iterable[Variant[String, Numeric]] $arg"
#define DEEP                                                                                     \
  "type StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]];" \
  "Numeric $arg; String $arg; Array[StringData] $arg; Hash[StringData, StringData] $arg"

const struct fn_row fn_string_rows[] = {
  {"camelcase", EACH, fn_each_text, "a_b as AB", .change = camelcased},
  {"capitalize", EACH, fn_each_text, "first letter upper case, others lower", .change = text_capitalize},
  {"chomp", EACH, fn_each_text, "without the line break at the end", .change = chomped},
  {"chop", EACH, fn_each_text, "without the last character", .change = chopped},
  {"downcase", DEEP, fn_deep, "in lower case", .change = text_downcase},
  {"lstrip", EACH, fn_each_text, "without white space at the beginning", .change = left_stripped},
  {"rstrip", EACH, fn_each_text, "without white space at the end", .change = right_stripped},
  {"strip", EACH, fn_each_text, "without white space at both ends", .change = stripped},
  {"upcase", DEEP, fn_deep, "in upper case", .change = text_upcase},
  {0},
};

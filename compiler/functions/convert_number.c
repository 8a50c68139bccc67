/* Integer.new, Float.new, Numeric.new and Boolean.new. The patterns in the signatures define which texts are numbers;
 * the texts are then read like Ruby's Integer(text, radix) and Float(text). Other texts reach the last rows, which only
 * report the error. */
#include <math.h>

#include "compiler/functions/convert.h"
#include "base/check.h"
#include "compiler/functions/fn_ruby.h"
#include "compiler/values/ruby_integer.h"
#include "compiler/values/time_value.h"

_Noreturn void convert_impossible(struct fn_call *call, const char *function, value v, const char *to, bool by_text)
{
  assert(to != NULL);
  str prefix = function == NULL ? STR_EMPTY : arena_printf(call->arena, "'%s' ", function);
  if (by_text && v.kind == V_STRING)
    FN_FAIL(call, "%.*sThe string '%.*s' cannot be converted to %s", STR_FMT(prefix), STR_FMT(value_text(v)), to);
  str text = value_to_str(call->arena, value_type(type_generalize(call->arena, type_infer(call->arena, v))));
  FN_FAIL(call, "%.*sValue of type %.*s cannot be converted to %s", STR_FMT(prefix), STR_FMT(text), to);
}

/* --- reading --- */

/* Puppet's patterns allow blanks between the sign and the digits, which Ruby's Integer() and Float() do not. */
static bool without_gap(struct arena *a, str s, str *out)
{
  size_t at = 1;
  if (s.n == 0 || (s.p[0] != '-' && s.p[0] != '+')) return false;
  while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t')) at++;
  if (at == 1) return false;
  *out = arena_printf(a, "%c%.*s", s.p[0], STR_FMT(str_from(s, at)));
  return true;
}

_Noreturn static void invalid(struct fn_call *call, const char *to, str text)
{
  FN_FAIL(call, "invalid value for %s(): %.*s", to, STR_FMT(fn_inspect(call, value_str(text))));
}

_Noreturn static void too_large(struct fn_call *call) { FN_FAIL(call, "not supported: integers beyond 64 bits"); }

static int64_t text_integer(struct fn_call *call, str text, unsigned radix)
{
  struct ruby_integer i;
  int64_t n;
  str tight;
  if (!ruby_integer_of_text(call->arena, text, radix, &i) &&
      (!without_gap(call->arena, text, &tight) || !ruby_integer_of_text(call->arena, tight, radix, &i)))
    invalid(call, "Integer", text);
  if (!ruby_integer_fits(&i, &n)) too_large(call);
  return n;
}

static double text_float(struct fn_call *call, str text)
{
  double f;
  str tight = text;
  if (text.n > 1 && text.p[0] == '0' && ascii_lower(text.p[1]) == 'b') return (double)text_integer(call, text, 0);
  if (ruby_float_of_text(call->arena, text, &f)) return f;
  if (without_gap(call->arena, text, &tight) && ruby_float_of_text(call->arena, tight, &f)) return f;
  invalid(call, "Float", text);
}

/* --- Integer --- */

static int64_t float_to_integer(struct fn_call *call, double f)
{
  if (!isfinite(f)) fn_not_finite(call, f);
  if (f >= 9223372036854775808.0 || f < -9223372036854775808.0) too_large(call);
  return (int64_t)f;
}

static value integer_from(struct fn_call *call, value v, value radix, bool absolute)
{
  int64_t i = 0;
  if (v.kind == V_INT) i = v.integer;
  else if (v.kind == V_BOOL) i = v.boolean;
  else if (v.kind == V_FLOAT) i = float_to_integer(call, v.number);
  else if (v.kind == V_STRING) i = text_integer(call, value_text(v), radix.kind == V_INT ? (unsigned)radix.integer : 0);
  else i = v.integer; /* times: whole seconds */
  if (absolute && i == INT64_MIN) too_large(call);
  return value_int(absolute && i < 0 ? -i : i);
}

static value new_integer(struct fn_call *call)
{
  const value first = call->args[0];
  if (first.kind != V_HASH) return integer_from(call, first, fn_arg(call, 1), value_truthy(fn_arg(call, 2)));
  const struct hash *h = first.hash;
  return integer_from(call, hash_member(h, "from"), hash_member(h, "radix"), value_truthy(hash_member(h, "abs")));
}

static void check_radix(struct fn_call *call, value v)
{
  if (v.kind == V_DEFAULT) return;
  if (v.kind == V_INT && (v.integer == 2 || v.integer == 8 || v.integer == 10 || v.integer == 16)) return;
  FN_FAIL(call, "Illegal radix: %.*s, expected 2, 8, 10, 16, or default", STR_FMT(value_to_str(call->arena, v)));
}

static value bad_integer(struct fn_call *call)
{
  if (call->n > 1) check_radix(call, call->args[1]);
  convert_impossible(call, "new", call->args[0], "Integer", true);
}

static value bad_integer_named(struct fn_call *call)
{
  const struct hash *h = call->args[0].hash;
  const value *from = hash_get_str(h, STR("from")), *radix = hash_get_str(h, STR("radix"));
  if (from != NULL && !type_instance(fn_local_type(convert_integer_rows, "Convertible"), *from))
    convert_impossible(call, "new", *from, "Integer", true);
  if (radix != NULL && !value_is_undef(*radix)) check_radix(call, *radix);
  type_assert(call->context, STR("Integer.new"), fn_local_type(convert_integer_rows, "NamedArgs"), call->args[0]);
  return VALUE_UNDEF;
}

/* --- Float and Numeric --- */

static value absolute_if(bool absolute, value v)
{
  if (!absolute) return v;
  if (v.kind == V_FLOAT) return value_float(fabs(v.number));
  return value_int(v.integer < 0 && v.integer != INT64_MIN ? -v.integer : v.integer);
}

static value float_from(struct fn_call *call, value v)
{
  if (v.kind == V_FLOAT) return v;
  if (v.kind == V_INT) return value_float((double)v.integer);
  if (v.kind == V_BOOL) return value_float(v.boolean);
  if (v.kind == V_STRING) return value_float(text_float(call, value_text(v)));
  return value_float(time_to_float(v));
}

static value numeric_from(struct fn_call *call, value v)
{
  if (value_is_number(v)) return v;
  if (v.kind == V_BOOL) return value_int(v.boolean);
  if (v.kind != V_STRING) return value_float(time_to_float(v));
  str text = value_text(v);
  char second = text.n > 1 && text.p[0] == '0' ? (char)ascii_lower(text.p[1]) : '\0';
  if (second == 'b' || second == 'x') return value_int(text_integer(call, text, 0));
  value n = VALUE_UNDEF;
  return text_number(text, &n) ? n : VALUE_UNDEF;
}

/* The arguments are a value and whether the result is absolute, or a hash of them. */
static value converted(struct fn_call *call, value (*convert)(struct fn_call *call, value v))
{
  const value first = call->args[0];
  if (first.kind != V_HASH) return absolute_if(value_truthy(fn_arg(call, 1)), convert(call, first));
  return absolute_if(value_truthy(hash_member(first.hash, "abs")), convert(call, hash_member(first.hash, "from")));
}

static value new_float(struct fn_call *call) { return converted(call, float_from); }

static value new_numeric(struct fn_call *call) { return converted(call, numeric_from); }

static value bad_number(struct fn_call *call)
{
  convert_impossible(call, call->name, call->args[0], call->row->word, true);
}

/* --- Boolean --- */

/* The signature accepts only words for true and false, so the first letter decides. */
static value new_boolean(struct fn_call *call)
{
  value v = call->args[0];
  if (v.kind == V_INT) return value_bool(v.integer != 0);
  if (v.kind == V_FLOAT) return value_bool(v.number != 0);
  if (v.kind == V_BOOL) return v;
  return value_bool(ascii_lower(v.text[0]) == 't' || ascii_lower(v.text[0]) == 'y');
}

#define SIGN "[+-]?\\s*"
#define HEX "(?:0[xX][0-9A-Fa-f]+)"
#define OCT "(?:0[0-7]+)"
#define BIN "(?:0[bB][01]+)"
#define DEC "(?:0|[1-9]\\d*)"
#define DECIMAL "(?:" DEC "(?:\\.\\d+)?(?:[eE]-?\\d+)?)"
#define INTEGERS "Pattern[/\\A" SIGN "(?:(?:\\d+)|" HEX "|" BIN ")\\z/]"
#define FLOATS "Pattern[/\\A" SIGN "(?:" DECIMAL "|" HEX "|" OCT "|" BIN ")\\z/]"

const struct fn_row convert_integer_rows[] = {
  {"new",
   "type Radix = Variant[Default, Integer[2, 2], Integer[8, 8], Integer[10, 10], Integer[16, 16]];"
   "type Convertible = Variant[Numeric, Boolean, " INTEGERS ", Timespan, Timestamp];"
   "type NamedArgs = Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}];"
   "Convertible $from, Radix ?$radix, Boolean ?$abs",
   new_integer, "a whole number"},
  {"new", "NamedArgs $hash_args", new_integer, "a whole number"},
  {"new", "Hash $hash_args", bad_integer_named, "explains what is wrong with the named arguments",
   .only_explains = true},
  {"new", "Any $from, Integer ?$radix, Boolean ?$abs", bad_integer, "explains why a value is not an integer",
   .only_explains = true},
  {0},
};
#define NAMED "type NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}];"
#define FROM NAMED "Convertible $from, Boolean ?$abs; NamedArgs $hash_args"
const struct fn_row convert_float_rows[] = {
  {"new_float", "type Convertible = Variant[Numeric, Boolean, " FLOATS ", Timespan, Timestamp];" FROM, new_float,
   "a floating point number"},
  {"new_float", "Any $from, Boolean ?$abs", bad_number, "explains why a value is not a number", .word = "Float",
   .only_explains = true},
  {0},
};
const struct fn_row convert_numeric_rows[] = {
  {"new_numeric", "type Convertible = Variant[Integer, Float, Boolean, " FLOATS ", Timespan, Timestamp];" FROM,
   new_numeric, "a number"},
  {"new_numeric", "Any $from, Boolean ?$abs", bad_number, "explains why a value is not a number", .word = "Numeric",
   .only_explains = true},
  {0},
};
const struct fn_row convert_boolean_rows[] = {
  {"new_boolean", "Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]] $from",
   new_boolean, "true or false"},
  {"new_boolean", "Any $from", bad_number, "explains what is neither", .word = "Boolean", .only_explains = true},
  {0},
};

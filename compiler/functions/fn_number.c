/* Rounding, min and max. Like Puppet, these functions convert strings to numbers, with a deprecation warning. */
#include <math.h>
#include <stdlib.h>

#include "base/double.h"
#include "compiler/functions/fn_ruby.h"
#include "compiler/values/rich.h"
#include "compiler/values/ruby_integer.h"

static value from_double(struct fn_call *call, double f)
{
  if (!isfinite(f)) fn_not_finite(call, f);
  if (f >= 9223372036854775808.0 || f < -9223372036854775808.0)
    FN_FAIL(call, "Use of a Ruby Integer outside of Puppet Integer %s range, got '%.0f'", f > 0 ? "max" : "min", f);
  return value_int((int64_t)f);
}

static void deprecated(struct fn_call *call, const char *conversion, const char *otherwise)
{
  str text = arena_printf(
    call->arena, "The %s() function's auto conversion of %s is deprecated - change to convert input before calling%s",
    call->name, conversion, otherwise);
  fn_warn_once(call, text, arena_printf(call->arena, "%.*s\n   (file & line not available)", STR_FMT(text)));
}

static value fn_abs(struct fn_call *call)
{
  value v = call->args[0];
  if (v.kind == V_STRING) {
    deprecated(call, "String to Numeric", "");
    str s = value_text(v);
    bool negative = str_starts(s, STR("-"));
    size_t i = negative, dots = 0;
    while (i < s.n && (ascii_is_digit(s.p[i]) || (s.p[i] == '.' && i > negative && dots == 0 && i + 1 < s.n))) {
      dots += s.p[i++] == '.';
    }
    if (i < s.n || s.n == (size_t)negative)
      FN_FAIL(call, "abs(): Requires float or integer to work with - was given non decimal string");
    char *z = arena_strz(call->arena, s);
    v = dots > 0 ? value_float(strtod(z, NULL)) : value_int(strtoll(z, NULL, 10));
  }
  if (v.kind == V_FLOAT) return value_float(fabs(v.number));
  if (v.integer == INT64_MIN)
    FN_FAIL(call, "Use of a Ruby Integer outside of Puppet Integer max range, got '0x8000000000000000'");
  return value_int(v.integer < 0 ? -v.integer : v.integer);
}

/* ceiling() and floor(). */
static value fn_rounded(struct fn_call *call)
{
  value v = call->args[0];
  if (v.kind == V_INT) return v;
  double number = v.number;
  if (v.kind == V_STRING) {
    deprecated(call, "String to Float", "");
    if (!ruby_float_of_text(call->arena, value_text(v), &number))
      FN_FAIL(call, "%s(): cannot convert given value to a floating point value.", call->name);
  }
  return from_double(call, call->row->flag ? double_ceil(number) : double_floor(number));
}

static value fn_round(struct fn_call *call)
{
  value v = call->args[0];
  return v.kind == V_INT ? v : from_double(call, v.number > 0 ? v.number + 0.5 : v.number - 0.5);
}

/* --- min and max --- */

static bool looks_numeric(str s)
{
  size_t i = str_starts(s, STR("-"));
  size_t from = i;
  i = str_digits(s, i);
  if (i == from || i == s.n) return i > from;
  if (strchr("._eE", s.p[i]) == NULL) return false;
  from = ++i;
  i = str_digits(s, i);
  return i > from && i == s.n;
}

/* Whether all values are times of the same kind, or all versions. */
static bool one_rich_kind(const value *items, uint32_t n)
{
  const uint8_t kind = items[0].kind;
  if (kind != V_TIMESTAMP && kind != V_TIMESPAN && kind != V_SEMVER) return false;
  for (uint32_t i = 1; i < n; i++) {
    if (items[i].kind != kind) return false;
  }
  return true;
}

static bool all_numbers(const value *items, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    if (!value_is_number(items[i])) return false;
  }
  return true;
}

/* Among other values, numbers are compared by their texts, too. */
static int compare(struct fn_call *call, value a, value b, bool numbers)
{
  if (fn_has_block(call)) {
    value pair[] = {a, b};
    value r = fn_yield(call, pair, 2);
    if (!value_is_number(r)) FN_FAIL(call, "comparison of %s with 0 failed", ruby_class(r));
    return value_compare_numbers(r, value_int(0));
  }
  if (numbers) return value_compare_numbers(a, b);
  str x = fn_to_s(call, a), y = fn_to_s(call, b);
  if (looks_numeric(x) && looks_numeric(y)) {
    deprecated(call, "String to Numeric", ", or use lambda");
    const double f = ruby_text_to_f(call->arena, x), g = ruby_text_to_f(call->arena, y);
    return f < g ? -1 : f > g;
  }
  if (a.kind != V_STRING || b.kind != V_STRING) deprecated(call, "Any to String", ", or use lambda");
  return str_cmp(x, y);
}

/* min() and max(). */
static value fn_extreme(struct fn_call *call)
{
  const struct value_list all = call->n == 1 ? value_list_of(call->args) : (struct value_list){call->args, call->n};
  const value *items = all.items;
  const uint32_t n = all.n;
  if (n == 0) {
    if (fn_has_block(call)) return VALUE_UNDEF;
    FN_FAIL(call, "%s(): Wrong number of arguments need at least one", call->name);
  }
  value best = items[0];
  const bool rich = !fn_has_block(call) && one_rich_kind(items, n), numbers = all_numbers(items, n);
  for (uint32_t i = 1; i < n; i++) {
    int r = rich ? rich_kind(best)->compare(items[i], best) : compare(call, items[i], best, numbers);
    if (call->row->number < 0 ? r < 0 : r > 0) best = items[i];
  }
  return best;
}

#define STRINGS "Array[String] $values, Callable[2, 2] ?&$block; "
/* The two functions have the signature for strings in different places, which messages show. */
#define EXTREME(early_strings, late_strings)                                                           \
  "Numeric *$values; String *$values; SemVer *$values; Timespan *$values; Timestamp *$values; "        \
  "Array[Numeric] $values, Callable[2, 2] ?&$block; " early_strings                                    \
  "Array[SemVer] $values, Callable[2, 2] ?&$block; Array[Timespan] $values, Callable[2, 2] ?&$block; " \
  "Array[Timestamp] $values, Callable[2, 2] ?&$block; " late_strings                                   \
  "Array $values, Callable[2, 2] ?&$block; Any *$values, Callable[2, 2] &$block; Any *$values"

const struct fn_row fn_number_rows[] = {
  {"abs", "Numeric $val; String $val", fn_abs, "without its sign"},
  {"ceiling", "Numeric $val; String $val", fn_rounded, "the least integer that is not less", .flag = true},
  {"floor", "Numeric $val; String $val", fn_rounded, "the largest integer that is not more", .flag = false},
  {"max", EXTREME(STRINGS, ""), fn_extreme, "the largest", .number = 1},
  {"min", EXTREME("", STRINGS), fn_extreme, "the smallest", .number = -1},
  {"round", "Numeric $val", fn_round, "the nearest integer"},
  {0},
};

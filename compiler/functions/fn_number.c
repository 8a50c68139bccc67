/* Rounding, min and max. These functions still convert texts to numbers, as Puppet does, with a warning about the
 * deprecation. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "compiler/functions/fn_ruby.h"
#include "compiler/values/rich.h"

static value from_double(struct fn_call *call, double f)
{
  if (!isfinite(f)) fn_not_finite(call, f);
  if (f >= 9223372036854775808.0 || f < -9223372036854775808.0) {
    FN_FAIL(call, "Use of a Ruby Integer outside of Puppet Integer %s range, got '%.0f'", f > 0 ? "max" : "min", f);
  }
  return value_int((int64_t)f);
}

static void deprecated(struct fn_call *call, const char *text)
{
  fn_warn_once(call, str_of(text), arena_printf(call->arena, "%s\n   (file & line not available)", text));
}

/* Reads a whole text as a float. strtod() also accepts "inf" and "nan", which Ruby does not. */
static bool text_float(struct fn_call *call, str s, double *out)
{
  char *end;
  char *z = arena_strz(call->arena, str_trim(s));
  *out = strtod(z, &end);
  return end != z && *end == '\0' && strchr(z, 'n') == NULL && strchr(z, 'N') == NULL;
}

static value fn_abs(struct fn_call *call)
{
  value v = call->args[0];
  if (v.kind == V_STRING) {
    deprecated(call,
               "The abs() function's auto conversion of String to Numeric is deprecated - change to convert input "
               "before calling");
    str s = value_text(v);
    bool negative = str_starts(s, STR("-"));
    size_t i = negative, dots = 0;
    while (i < s.n && (ascii_is_digit(s.p[i]) || (s.p[i] == '.' && i > negative && dots == 0 && i + 1 < s.n))) {
      dots += s.p[i++] == '.';
    }
    if (i < s.n || s.n == (size_t)negative) {
      FN_FAIL(call, "abs(): Requires float or integer to work with - was given non decimal string");
    }
    char *z = arena_strz(call->arena, s);
    v = dots > 0 ? value_float(strtod(z, NULL)) : value_int(strtoll(z, NULL, 10));
  }
  if (v.kind == V_FLOAT) return value_float(fabs(v.number));
  if (v.integer == INT64_MIN) {
    FN_FAIL(call, "Use of a Ruby Integer outside of Puppet Integer max range, got '0x8000000000000000'");
  }
  return value_int(v.integer < 0 ? -v.integer : v.integer);
}

static value rounded(struct fn_call *call, double (*f)(double), const char *warning)
{
  value v = call->args[0];
  if (v.kind == V_INT) return v;
  double number = v.number;
  if (v.kind == V_STRING) {
    deprecated(call, warning);
    if (!text_float(call, value_text(v), &number)) {
      FN_FAIL(call, "%s(): cannot convert given value to a floating point value.", call->name);
    }
  }
  return from_double(call, f(number));
}

static value fn_ceiling(struct fn_call *call)
{
  return rounded(call, ceil,
                 "The ceiling() function's auto conversion of String to Float is deprecated - change to "
                 "convert input before calling");
}

static value fn_floor(struct fn_call *call)
{
  return rounded(call, floor,
                 "The floor() function's auto conversion of String to Float is deprecated - change to "
                 "convert input before calling");
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
  while (i < s.n && ascii_is_digit(s.p[i])) i++;
  if (i == from || i == s.n) return i > from;
  if (strchr("._eE", s.p[i]) == NULL) return false;
  from = ++i;
  while (i < s.n && ascii_is_digit(s.p[i])) i++;
  return i > from && i == s.n;
}

/* Whether all values are times of the same kind, or all are versions. */
static bool one_rich_kind(const value *items, uint32_t n)
{
  const uint8_t kind = items[0].kind;
  if (kind != V_TIMESTAMP && kind != V_TIMESPAN && kind != V_SEMVER) return false;
  for (uint32_t i = 1; i < n; i++) {
    if (items[i].kind != kind) return false;
  }
  return true;
}

static int compare(struct fn_call *call, value a, value b)
{
  if (fn_has_block(call)) {
    value pair[] = {a, b};
    value r = fn_yield(call, pair, 2);
    if (!value_is_number(r)) FN_FAIL(call, "comparison of %s with 0 failed", ruby_class(r));
    return value_compare_numbers(r, value_int(0));
  }
  if (value_is_number(a) && value_is_number(b)) return value_compare_numbers(a, b);
  const bool max = strcmp(call->name, "max") == 0;
  str x = fn_to_s(call, a), y = fn_to_s(call, b);
  if (looks_numeric(x) && looks_numeric(y)) {
    deprecated(call, max
                       ? "The max() function's auto conversion of String to Numeric is deprecated - change to convert "
                         "input before calling, or use lambda"
                       : "The min() function's auto conversion of String to Numeric is deprecated - change to convert "
                         "input before calling, or use lambda");
    double f = strtod(arena_strz(call->arena, x), NULL), g = strtod(arena_strz(call->arena, y), NULL);
    return f < g ? -1 : f > g;
  }
  if (a.kind != V_STRING || b.kind != V_STRING) {
    deprecated(call,
               max ? "The max() function's auto conversion of Any to String is deprecated - change to convert input "
                     "before calling, or use lambda"
                   : "The min() function's auto conversion of Any to String is deprecated - change to convert input "
                     "before calling, or use lambda");
  }
  return str_cmp(x, y);
}

/* min() and max(). */
static value fn_extreme(struct fn_call *call)
{
  const struct fn_list all = call->n == 1 ? fn_list_of(call->args) : (struct fn_list){call->args, call->n};
  const value *items = all.items;
  const uint32_t n = all.n;
  if (n == 0) {
    if (fn_has_block(call)) return VALUE_UNDEF;
    FN_FAIL(call, "%s(): Wrong number of arguments need at least one", call->name);
  }
  value best = items[0];
  const bool rich = !fn_has_block(call) && one_rich_kind(items, n);
  for (uint32_t i = 1; i < n; i++) {
    int r = rich ? rich_kind(best)->compare(items[i], best) : compare(call, items[i], best);
    if (call->row->number < 0 ? r < 0 : r > 0) best = items[i];
  }
  return best;
}

#define EXTREME                                                                                       \
  "Numeric *$values; String *$values; SemVer *$values; Timespan *$values; Timestamp *$values;"        \
  "Array[Numeric] $values, Callable[2, 2] ?&$block; Array[String] $values, Callable[2, 2] ?&$block;"  \
  "Array[SemVer] $values, Callable[2, 2] ?&$block; Array[Timespan] $values, Callable[2, 2] ?&$block;" \
  "Array[Timestamp] $values, Callable[2, 2] ?&$block; Array $values, Callable[2, 2] ?&$block;"        \
  "Any *$values, Callable[2, 2] &$block; Any *$values"

const struct fn_row fn_number_rows[] = {
  {"abs", "Numeric $val; String $val", fn_abs, "without its sign"},
  {"ceiling", "Numeric $val; String $val", fn_ceiling, "the least integer that is not less"},
  {"floor", "Numeric $val; String $val", fn_floor, "the largest integer that is not more"},
  {"max", EXTREME, fn_extreme, "the largest", .number = 1},
  {"min", EXTREME, fn_extreme, "the smallest", .number = -1},
  {"round", "Numeric $val", fn_round, "the nearest integer"},
  {0},
};

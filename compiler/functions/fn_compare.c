/* versioncmp() and compare(). versioncmp() follows Puppet::Util::Package: versions are split into numbers, words and
 * separators, and the first difference decides. compare() compares values of the same type; strings ignore case by
 * default. */
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/semver.h"
#include "compiler/values/time_value.h"

/* --- versions --- */

/* Returns the next piece of a version: a separator, a run of digits, or a run of other characters. */
static str version_piece(str s, size_t *at)
{
  size_t from = *at, end = from;
  if (end < s.n && (s.p[end] == '-' || s.p[end] == '.')) {
    end++;
  } else {
    bool digits = end < s.n && ascii_is_digit(s.p[end]);
    while (end < s.n && s.p[end] != '-' && s.p[end] != '.' && ascii_is_digit(s.p[end]) == digits) end++;
  }
  *at = end;
  return str_sub(s, from, end - from);
}

static int sign(int i) { return i < 0 ? -1 : i > 0; }

static int compare_digits(str a, str b)
{
  while (a.n > 0 && a.p[0] == '0') a = str_from(a, 1);
  while (b.n > 0 && b.p[0] == '0') b = str_from(b, 1);
  return a.n != b.n ? (a.n < b.n ? -1 : 1) : sign(str_cmp(a, b));
}

static int compare_versions(struct arena *arena, str a, str b)
{
  size_t i = 0, k = 0;
  while (i < a.n && k < b.n) {
    str x = version_piece(a, &i), y = version_piece(b, &k);
    if (str_eq(x, y)) continue;
    if (str_eqz(x, "-")) return -1;
    if (str_eqz(y, "-")) return 1;
    if (str_eqz(x, ".")) return -1;
    if (str_eqz(y, ".")) return 1;
    if (str_digits(x, 0) == x.n && str_digits(y, 0) == y.n) {
      /* Numbers with a leading zero are compared as texts. */
      if (x.p[0] == '0' || y.p[0] == '0') return sign(str_cmp(text_upcase(arena, x), text_upcase(arena, y)));
      return compare_digits(x, y);
    }
    return sign(str_cmp(text_upcase(arena, x), text_upcase(arena, y)));
  }
  return sign(str_cmp(a, b));
}

/* For ignore_trailing_zeroes: removes the dots and zeroes at the end of the part before the first dash. */
static str without_zeroes(struct arena *arena, str version)
{
  size_t dash = str_index(version, '-', 0);
  dash = dash == SIZE_MAX ? version.n : dash;
  size_t end = dash;
  while (end > 0 && (version.p[end - 1] == '0' || version.p[end - 1] == '.')) end--;
  return arena_printf(arena, "%.*s%.*s", (int)end, version.p, STR_FMT(str_from(version, dash)));
}

static value fn_versioncmp(struct fn_call *call)
{
  str a = fn_text(call, 0), b = fn_text(call, 1);
  if (fn_arg(call, 2).kind == V_BOOL && call->args[2].boolean) {
    a = without_zeroes(call->arena, a);
    b = without_zeroes(call->arena, b);
  }
  return value_int(compare_versions(call->arena, a, b));
}

static value fn_compare(struct fn_call *call)
{
  value a = call->args[0], b = call->args[1];
  if (value_is_number(a) && value_is_number(b)) return value_int(value_compare_numbers(a, b));
  if (a.kind == V_SEMVER) return value_int(semver_compare(a.semver, b.semver));
  if (value_is_time(a)) return value_int(time_compare(a, b));
  /* Puppet compares in the other direction, with whole seconds, and negates the result. */
  if (value_is_time(b)) return value_int(-time_compare(b, a));
  bool exact = call->n > 2 && !call->args[2].boolean;
  return value_int(sign(exact ? str_cmp(value_text(a), value_text(b)) : str_casecmp(value_text(a), value_text(b))));
}

static bool is_comparable(value v)
{
  return v.kind == V_STRING || v.kind == V_SEMVER || value_is_number(v) || value_is_time(v);
}

/* Only reports why two values cannot be compared. */
static value fn_compare_bad(struct fn_call *call)
{
  value a = call->args[0], b = call->args[1];
  str x = label_of_value(call->arena, a), y = label_of_value(call->arena, b);
  if (!is_comparable(a) || !is_comparable(b)) {
    FN_FAIL(call,
            "'compare' compare(): Non comparable type. Only values of the types Numeric, String, Semver, "
            "Timestamp and Timestamp can be compared. Got %.*s and %.*s",
            STR_FMT(x), STR_FMT(y));
  }
  if (call->n > 2 && (a.kind != V_STRING || b.kind != V_STRING))
    FN_FAIL(call, "'compare' compare(): The third argument (ignore case) can only be used when comparing strings");
  if (call->n > 3) FN_FAIL(call, "'compare' compare(): Accepts at most 3 arguments, got %u", call->n);
  if (call->n == 3) {
    FN_FAIL(call, "'compare' compare(): The third argument (ignore case) must be a Boolean. Got %.*s",
            STR_FMT(label_of_value(call->arena, call->args[2])));
  }
  FN_FAIL(call,
          "'compare' compare(): Can only compare values of the same type (or for Timestamp/Timespan also against "
          "Numeric). Got %.*s and %.*s",
          STR_FMT(x), STR_FMT(y));
}

const struct fn_row fn_compare_rows[] = {
  {"compare",
   "Numeric $a, Numeric $b; String $a, String $b, Boolean ?$ignore_case; SemVer $a, SemVer $b;"
   "Numeric $a, Variant[Timespan, Timestamp] $b; Timestamp $a, Variant[Timestamp, Numeric] $b;"
   "Timespan $a, Variant[Timespan, Numeric] $b",
   fn_compare, "-1, 0 or 1"},
  {"compare", "Any $a, Any $b, Any *$ignore_case", fn_compare_bad, "explains what cannot be compared",
   .only_explains = true},
  {"versioncmp", "String $a, String $b, Boolean ?$ignore_trailing_zeroes", fn_versioncmp, "compares two versions"},
  {0},
};

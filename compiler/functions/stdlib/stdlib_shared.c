/* Ruby's ways with values that several of stdlib's functions have in common. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "base/check.h"
#include "compiler/catalog/resource.h"
#include "compiler/functions/stdlib/stdlib.h"
#include "compiler/scope/scope.h"

static bool equal_hashes(struct fn_call *call, const struct hash *a, const struct hash *b)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    const value *other = hash_get(b, a->entries[i].key);
    if (other == NULL || !ruby_equal(call, a->entries[i].value, *other)) return false;
  }
  return true;
}

static bool equal_arrays(struct fn_call *call, const struct array *a, const struct array *b)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (!ruby_equal(call, a->items[i], b->items[i])) return false;
  }
  return true;
}

bool ruby_equal(struct fn_call *call, value a, value b)
{
  if (value_is_number(a) && value_is_number(b)) return value_compare_numbers(a, b) == 0;
  if (a.kind != b.kind) return false;
  if (a.kind != V_ARRAY && a.kind != V_HASH) return value_same(a, b);
  context_enter(call->context);
  bool same = a.kind == V_ARRAY ? equal_arrays(call, a.array, b.array) : equal_hashes(call, a.hash, b.hash);
  context_leave(call->context);
  return same;
}

str stdlib_to_s(struct fn_call *call, value v)
{
  if (v.kind == V_STRING) return value_text(v);
  struct buf b = BUF_IN(call->arena);
  ruby_to_s(&b, v);
  return buf_finish(&b);
}

str stdlib_inspect(struct fn_call *call, value v)
{
  struct buf b = BUF_IN(call->arena);
  ruby_inspect(&b, v);
  return buf_finish(&b);
}

_Noreturn static void too_large(struct fn_call *call)
{
  fail_not_supported(call->context, "%s(): integers beyond 64 bits", call->name);
}

int64_t stdlib_text_to_i(struct fn_call *call, str s)
{
  size_t at = 0;
  while (at < s.n && ascii_is_space(s.p[at])) at++;
  bool negative = at < s.n && s.p[at] == '-', digit = false;
  at += at < s.n && (s.p[at] == '-' || s.p[at] == '+');
  int64_t n = 0;
  for (; at < s.n; at++) {
    if (s.p[at] == '_' && digit && at + 1 < s.n && ascii_is_digit(s.p[at + 1])) continue;
    digit = ascii_is_digit(s.p[at]);
    if (!digit) break;
    int64_t add = negative ? -(s.p[at] - '0') : s.p[at] - '0';
    if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, add, &n)) too_large(call);
  }
  return n;
}

int64_t stdlib_float_to_i(struct fn_call *call, double d)
{
  if (!isfinite(d)) FN_FAIL(call, "%s", isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity");
  if (!(fabs(d) < 9223372036854775808.0)) too_large(call);
  return (int64_t)d;
}

/* Digits with single underscores between them are copied. */
static size_t copy_digits(str s, size_t at, char *out, size_t *n, size_t room)
{
  size_t from = at;
  for (; at < s.n && *n < room; at++) {
    if (s.p[at] == '_' && at > from && s.p[at - 1] != '_' && at + 1 < s.n && ascii_is_digit(s.p[at + 1])) continue;
    if (!ascii_is_digit(s.p[at])) break;
    out[(*n)++] = s.p[at];
  }
  return at;
}

double stdlib_text_to_f(str s)
{
  char text[512];
  size_t n = 0, at = 0, room = sizeof text - 8;
  while (at < s.n && ascii_is_space(s.p[at])) at++;
  if (at < s.n && (s.p[at] == '-' || s.p[at] == '+')) text[n++] = s.p[at++];
  size_t before = n;
  at = copy_digits(s, at, text, &n, room);
  if (n == before) return 0;
  if (at + 1 < s.n && s.p[at] == '.' && ascii_is_digit(s.p[at + 1])) {
    text[n++] = '.';
    at = copy_digits(s, at + 1, text, &n, room);
  }
  if (at + 1 < s.n && ascii_lower(s.p[at]) == 'e') {
    size_t sign = at + 1 + (s.p[at + 1] == '-' || s.p[at + 1] == '+');
    if (sign < s.n && ascii_is_digit(s.p[sign])) {
      text[n++] = 'e';
      if (sign == at + 2) text[n++] = s.p[at + 1];
      copy_digits(s, sign, text, &n, sizeof text - 1);
    }
  }
  text[n] = '\0';
  return strtod(text, NULL);
}

_Noreturn void stdlib_no_method(struct fn_call *call, const char *name, value v)
{
  assert(name != NULL);
  if (v.kind == V_UNDEF || v.kind == V_BOOL) {
    const char *text = v.kind == V_UNDEF ? "nil" : v.boolean ? "true" : "false";
    FN_FAIL(call, "undefined method `%s' for %s:%s", name, text, ruby_class(v));
  }
  str text = stdlib_inspect(call, v);
  FN_FAIL(call, "undefined method `%s' for %.*s:%s", name, STR_FMT(text), ruby_class(v));
}

_Noreturn void stdlib_no_conversion(struct fn_call *call, value v, const char *wanted)
{
  assert(wanted != NULL);
  FN_FAIL(call, "no implicit conversion of %s into %s", ruby_conversion_name(v), wanted);
}

str stdlib_string(struct fn_call *call, value v)
{
  if (v.kind != V_STRING) stdlib_no_conversion(call, v, "String");
  return value_text(v);
}

const struct regex *stdlib_regex(struct fn_call *call, value source)
{
  if (source.kind == V_REGEX) return source.regex;
  str error = STR_EMPTY;
  const struct regex *re = regex_compile(call->arena, stdlib_string(call, source), &error);
  if (re == NULL) FN_FAIL(call, "%.*s", STR_FMT(error));
  return re;
}

bool stdlib_matches(const struct regex *re, str subject, struct regex_match *m)
{
  assert_hot(re != NULL);
  enum regex_result r = regex_search(re, subject, 0, m);
  if (r == REGEX_LIMIT) context_regex_limit(re);
  return r == REGEX_MATCH;
}

const struct array *stdlib_characters(struct fn_call *call, str text)
{
  struct valuevec out = {0};
  for (size_t at = 0; at < text.n;) {
    uint32_t cp;
    unsigned n = utf8_decode(text, at, &cp);
    valuevec_push(&out, call->arena, value_str(str_sub(text, at, n == 0 ? 1 : n)));
    at += n == 0 ? 1 : n;
  }
  return valuevec_array(&out, call->arena).array;
}

bool stdlib_has_digit_line(str s)
{
  for (size_t at = 0; at <= s.n;) {
    size_t end = str_index(s, '\n', at);
    end = end == SIZE_MAX ? s.n : end;
    size_t i = at;
    while (i < end && ascii_is_digit(s.p[i])) i++;
    if (i == end && end > at) return true;
    at = end + 1;
  }
  return false;
}

void stdlib_warning(struct fn_call *call, str message)
{
  compile_log(call->compilation, CLOG_WARNING, scope_label(call->scope), message);
}

int64_t stdlib_to_i(struct fn_call *call, value v)
{
  switch (v.kind) {
  case V_INT: return v.integer;
  case V_FLOAT: return stdlib_float_to_i(call, v.number);
  case V_STRING: return stdlib_text_to_i(call, value_text(v));
  case V_UNDEF: return 0;
  default: stdlib_no_method(call, "to_i", v);
  }
}

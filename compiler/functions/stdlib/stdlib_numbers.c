/* stdlib's functions for numbers, booleans and ranges. */
#include <math.h>

#include "compiler/compilation/host.h"
#include "compiler/functions/stdlib/stdlib.h"
#include "compiler/values/ruby_integer.h"

/* --- booleans --- */

static bool any_line_is(str s, const char *const *words)
{
  str line;
  for (size_t at = 0; fn_next_line(s, &at, &line);) {
    for (size_t i = 0; words[i] != NULL; i++) {
      if (str_casecmp(line, str_of(words[i])) == 0) return true;
    }
  }
  return false;
}

bool stdlib_str2bool(struct fn_call *call, value v)
{
  static const char *const empty[] = {"", NULL};
  static const char *const yes[] = {"1", "t", "y", "true", "yes", NULL};
  static const char *const no[] = {"0", "f", "n", "false", "no", NULL};
  if (v.kind == V_BOOL) return v.boolean;
  if (v.kind != V_STRING) FN_FAIL(call, "str2bool(): Requires string to work with");
  str s = value_text(v);
  if (any_line_is(s, empty)) return false;
  if (any_line_is(s, yes)) return true;
  if (any_line_is(s, no) || str_eqz(s, "undef") || str_eqz(s, "undefined")) return false;
  FN_FAIL(call, "str2bool(): Unknown type of boolean given");
}

/* The text with characters beyond ASCII as bytes, as in Ruby's message of Float(). */
static str bytes_of(struct fn_call *call, str text)
{
  struct buf b = BUF_IN(call->arena);
  for (size_t i = 0; i < text.n; i++) {
    if ((unsigned char)text.p[i] < 0x80) {
      buf_char(&b, text.p[i]);
    } else {
      buf_printf(&b, "\\x%02X", (unsigned char)text.p[i]);
    }
  }
  return buf_finish(&b);
}

static bool is_true_number(struct fn_call *call, value v)
{
  double d = 0;
  switch (v.kind) {
  case V_INT: return v.integer > 0;
  case V_FLOAT: d = v.number; break;
  case V_STRING:
    if (!ruby_float_of_text(call->arena, value_text(v), &d)) {
      str text = bytes_of(call, fn_inspect(call, v));
      FN_FAIL(call, "num2bool(): '%.*s' does not look like a number: invalid value for Float(): %.*s",
              STR_FMT(value_text(v)), STR_FMT(text));
    }
    break;
  default: return false;
  }
  if (!isfinite(d)) fn_not_finite(call, d);
  return d >= 1;
}

static value fn_str2bool(struct fn_call *call) { return value_bool(stdlib_str2bool(call, stdlib_first(call))); }

static value fn_num2bool(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "num2bool(): Wrong number of arguments given (%u for 1)", call->n);
  return value_bool(is_true_number(call, call->args[0]));
}

static value fn_bool2num(struct fn_call *call) { return value_int(stdlib_str2bool(call, stdlib_first(call))); }

static value fn_bool2str(struct fn_call *call)
{
  if (call->n != 1 && call->n != 3) FN_FAIL(call, "bool2str(): Wrong number of arguments given (%u for 3)", call->n);
  value yes = fn_arg(call, 1), no = fn_arg(call, 2);
  yes = value_truthy(yes) ? yes : value_str(STR("true"));
  no = value_truthy(no) ? no : value_str(STR("false"));
  if (call->args[0].kind != V_BOOL) FN_FAIL(call, "bool2str(): Requires a boolean to work with");
  if (yes.kind != V_STRING || no.kind != V_STRING) FN_FAIL(call, "bool2str(): Requires strings to convert to");
  return call->args[0].boolean ? yes : no;
}

static value fn_any2bool(struct fn_call *call)
{
  value v = stdlib_first(call);
  double ignored;
  if (v.kind == V_BOOL) return v;
  if (value_is_number(v)) return value_bool(is_true_number(call, v));
  if (v.kind != V_STRING) return value_bool(v.kind != V_UNDEF);
  return value_bool(ruby_float_of_text(call->arena, value_text(v), &ignored) ? is_true_number(call, v)
                                                                             : stdlib_str2bool(call, v));
}

/* --- numbers --- */

static value fn_to_bytes(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "to_bytes(): Wrong number of arguments given (%u for 1)", call->n);
  value v = call->args[0];
  if (value_is_number(v)) return v;
  str s = v.kind == V_DEFAULT ? STR("default") : fn_string(call, v);
  size_t at = 0;
  while (at < s.n && s.p[at] != '\0' && (ascii_is_digit(s.p[at]) || strchr(".e+-", s.p[at]) != NULL)) at++;
  double d = ruby_text_to_f(call->arena, str_sub(s, 0, at));
  at = str_spaces(s, at);
  str unit = at < s.n ? value_text(fn_elements(call, value_str(str_from(s, at)))->items[0]) : STR_EMPTY;
  if (unit.n == 0 || str_eqz(unit, "b") || str_eqz(unit, "B")) return value_int(fn_float_to_i(call, d));
  static const char units[] = "kMGTPE";
  for (int i = 0; units[i] != '\0'; i++) {
    if (unit.n == 1 && unit.p[0] == units[i]) return value_int(fn_float_to_i(call, ldexp(d, 10 * (i + 1))));
  }
  FN_FAIL(call, "to_bytes(): Unknown prefix %.*s", STR_FMT(unit));
}

static value fn_clamp(struct fn_call *call)
{
  struct valuevec flat = value_flat(call->context, call->args, call->n);
  if (flat.n != 3) FN_FAIL(call, "clamp(): Wrong number of arguments, need three to clamp");
  for (uint32_t i = 0; i < 3; i++) {
    value v = flat.items[i];
    if (v.kind == V_STRING && !stdlib_has_digit_line(value_text(v)))
      FN_FAIL(call, "clamp(): Required explicit numeric (%.*s:String)", STR_FMT(value_text(v)));
    if (v.kind == V_HASH) FN_FAIL(call, "clamp(): The Hash type is not allowed (%.*s)", STR_FMT(fn_to_s(call, v)));
  }
  int64_t a = fn_to_i(call, flat.items[0]), b = fn_to_i(call, flat.items[1]);
  int64_t c = fn_to_i(call, flat.items[2]);
  int64_t low = a < b ? a : b, high = a < b ? b : a;
  return value_int(c < low ? low : c > high ? high : c);
}

static value fn_convert_base(struct fn_call *call)
{
  static const char *const order[] = {"First", "Second"};
  for (uint32_t i = 0; i < 2; i++) {
    if (call->args[i].kind != V_INT && call->args[i].kind != V_STRING)
      FN_FAIL(call, "convert_base(): %s argument must be either a string or an integer", order[i]);
  }
  for (uint32_t i = 0; i < 2; i++) {
    if (call->args[i].kind == V_STRING && !stdlib_has_digit_line(fn_text(call, i))) {
      FN_FAIL(call, "convert_base(): First argument must be an integer or a string corresponding to an integer "
                    "in base 10");
    }
  }
  int64_t n = fn_to_i(call, call->args[0]), base = fn_to_i(call, call->args[1]);
  if (base < 2 || base > 36) FN_FAIL(call, "convert_base(): base must be at least 2 and must not be greater than 36");
  char digits[65];
  size_t at = sizeof digits;
  uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
  do {
    digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % (uint64_t)base];
    rest /= (uint64_t)base;
  } while (rest > 0);
  str text = str_n(digits + at, sizeof digits - at);
  return value_str(arena_printf(call->arena, "%s%.*s", n < 0 ? "-" : "", STR_FMT(text)));
}

/* --- ranges --- */

/* Limits the memory of a range with a wrong end. */
enum { RANGE_MOST = 1000000 };

static value numbers(struct fn_call *call, int64_t from, int64_t to, int64_t step, bool without_last)
{
  struct valuevec out = {0};
  for (int64_t i = from; (without_last ? i < to : i <= to) && out.n < RANGE_MOST;) {
    valuevec_push(&out, call->arena, value_int(i));
    if (__builtin_add_overflow(i, step, &i)) break;
  }
  return valuevec_array(&out, call->arena);
}

/* Increments a letter or digit. True: it has wrapped around, and the next one must be incremented. */
static bool next_character(char *ch)
{
  bool round = *ch == '9' || *ch == 'z' || *ch == 'Z';
  *ch = !round ? (char)(*ch + 1) : *ch == '9' ? '0' : (char)(*ch - 25);
  return round;
}

/* Ruby's String#succ for ASCII: letters and digits are incremented; other characters only if there are none. */
static str successor(struct fn_call *call, str s)
{
  if (s.n == 0) return s;
  char *p = arena_strz(call->arena, s);
  size_t carry = SIZE_MAX;
  for (size_t i = s.n; i-- > 0;) {
    char ch = p[i];
    if (!ascii_is_alpha(ch) && !ascii_is_digit(ch)) {
      /* Between letters and digits, other characters stop the carry. */
      if (carry == SIZE_MAX || i == 0 || carry != i + 1) continue;
      bool digit = ascii_is_digit(p[carry]);
      if (digit ? ascii_is_alpha(p[i - 1]) : ascii_is_digit(p[i - 1])) break;
      continue;
    }
    if (!next_character(&p[i])) return str_n(p, s.n);
    carry = i;
  }
  struct buf b = BUF_IN(call->arena);
  if (carry == SIZE_MAX) {
    size_t last = s.n;
    while (last-- > 0) {
      if ((unsigned char)p[last] < 0x7f) {
        p[last]++;
        return str_n(p, s.n);
      }
      p[last] = 0;
    }
    buf_char(&b, '\x01');
    buf_append(&b, p, s.n);
    return buf_finish(&b);
  }
  buf_append(&b, p, carry);
  buf_char(&b, p[carry] == '0' ? '1' : p[carry]);
  buf_append(&b, p + carry, s.n - carry);
  return buf_finish(&b);
}

struct text_range {
  struct fn_call *call;
  struct valuevec out;
  int64_t step, at;
};

static void range_put(struct text_range *r, str s)
{
  if (r->at++ % r->step == 0) valuevec_push(&r->out, r->call->arena, value_str(s));
}

static value texts(struct fn_call *call, str from, str to, int64_t step, bool without_last)
{
  struct text_range r = {.call = call, .step = step};
  value done;
  if (!str_is_ascii(from) && fn_in_ruby(call, &done)) return done;
  if (!str_is_ascii(from))
    fail_not_supported(call->context, "range() of texts beyond ASCII needs the package ficelle-ruby");
  if (from.n == 1 && to.n == 1) {
    for (int ch = from.p[0]; without_last ? ch < to.p[0] : ch <= to.p[0]; ch++) {
      char one = (char)ch;
      range_put(&r, arena_str(call->arena, str_n(&one, 1)));
    }
    return valuevec_array(&r.out, call->arena);
  }
  int order = str_cmp(from, to);
  if (order > 0 || (without_last && order == 0)) return valuevec_array(&r.out, call->arena);
  str behind = str_is_ascii(to) ? successor(call, to) : to, at = from;
  while (!str_eq(at, behind) && r.out.n < RANGE_MOST) {
    deadline_step();
    bool last = !without_last && str_eq(at, to);
    range_put(&r, at);
    if (last) break;
    at = successor(call, at);
    if ((without_last && str_eq(at, to)) || at.n > to.n || at.n == 0) break;
  }
  return valuevec_array(&r.out, call->arena);
}

/* Splits "1..5", "a-e"; false: not a range. */
static bool split_range(struct fn_call *call, str s, str *from, str *to, bool *without_last)
{
  str error;
  const struct regex *re = regex_compile(call->arena, STR("^(\\w+)(\\.\\.\\.?|\\-)(\\w+)$"), &error);
  struct regex_match m;
  if (re == NULL || !context_search(re, s, 0, &m)) return false;
  *from = ruby_group(s, &m, 1);
  *to = ruby_group(s, &m, 3);
  *without_last = ruby_group(s, &m, 2).n == 3;
  return true;
}

static bool has_filled_line(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] != '\n') return true;
  }
  return false;
}

static value fn_range(struct fn_call *call)
{
  value from = stdlib_first(call), to = fn_arg(call, 1);
  from = from.kind == V_DEFAULT ? value_str(STR("default")) : from;
  int64_t step = 1;
  bool without_last = false;
  if (call->n > 1) {
    step = call->n > 2 ? fn_to_i(call, call->args[2]) : 1;
    if (step == INT64_MIN) fail_not_supported(call->context, "range(): integers beyond 64 bits");
    step = step < 0 ? -step : step;
    if (step == 0) FN_FAIL(call, "range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)");
  } else {
    str first, last;
    if (from.kind != V_STRING) fn_no_method(call, "match", from);
    if (!split_range(call, value_text(from), &first, &last, &without_last)) {
      FN_FAIL(call,
              has_filled_line(value_text(from)) ? "range(): Unable to compute range from the value: %.*s"
                                                : "range(): Unknown range format: %.*s",
              STR_FMT(value_text(from)));
    }
    from = value_str(first);
    to = value_str(last);
  }
  str first = fn_to_s(call, from);
  if (stdlib_has_digit_line(first)) return numbers(call, fn_to_i(call, from), fn_to_i(call, to), step, without_last);
  return texts(call, first, fn_to_s(call, to), step, without_last);
}

static value fn_time(struct fn_call *call)
{
  value zone = fn_arg(call, 0);
  if (call->n > 1) FN_FAIL(call, "time(): Wrong number of arguments given %u for 0 or 1", call->n);
  bool empty = (zone.kind == V_ARRAY && zone.array->n == 0) || (zone.kind == V_HASH && zone.hash->n == 0);
  if (value_truthy(zone) && !empty && zone.kind != V_STRING) {
    if (zone.kind != V_ARRAY && zone.kind != V_HASH) fn_no_method(call, "empty?", zone);
    fn_no_conversion(call, zone, "String");
  }
  return value_int(call->compilation->host->now_seconds(call->compilation->host->ctx));
}

const struct fn_row fn_stdlib_number_rows[] = {
  {"any2bool", NULL, fn_any2bool, "true or false of anything", OLD_API(-1)},
  {"bool2num", NULL, fn_bool2num, "1 or 0 of a boolean", OLD_API(-1)},
  {"bool2str", NULL, fn_bool2str, "a text of a boolean", OLD_API(-1)},
  {"clamp", NULL, fn_clamp, "the middle one of three numbers", OLD_API(-2)},
  {"convert_base", NULL, fn_convert_base, "a whole number in another base", OLD_API(2)},
  {"num2bool", NULL, fn_num2bool, "whether a number is above zero", OLD_API(-1)},
  {"range", NULL, fn_range, "numbers or texts from one to another", OLD_API(-1)},
  {"str2bool", NULL, fn_str2bool, "true or false of a text such as yes or 0", OLD_API(-1)},
  {"time", NULL, fn_time, "seconds since 1970", OLD_API(-1)},
  {"to_bytes", NULL, fn_to_bytes, "the number that a text such as 4 kB stands for", OLD_API(-1)},
  {0},
};

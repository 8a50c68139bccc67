/* Types: type, assert_type, new, convert_to, unwrap. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "compiler/evaluator/text.h"
#include "compiler/functions/fn.h"

static value fn_type_detailed(struct fn_call *call)
{
  return value_type(type_infer_set(call->arena, call->args[0]));
}

static value fn_type_reduced(struct fn_call *call)
{
  return value_type(type_infer(call->arena, call->args[0]));
}

static value fn_type_generalized(struct fn_call *call)
{
  return value_type(type_generalize(call->arena, type_infer(call->arena, call->args[0])));
}

static value fn_assert_type(struct fn_call *call)
{
  const type *t = call->args[0].kind == V_TYPE
                      ? call->args[0].type
                      : type_parse(call->context, &call->compilation->resolver, fn_text(call, 0));
  if (type_instance(t, call->args[1])) {
    return call->args[1];
  }
  const type *actual = type_infer_set(call->arena, call->args[1]);
  if (fn_has_block(call)) {
    value pair[] = {value_type(t), value_type(actual)};
    return fn_yield(call, pair, 2);
  }
  struct buf b = BUF_IN(call->arena);
  type_describe_mismatch(call->arena, STR("assert_type():"), t, actual, &b);
  FN_FAIL(call, "%.*s", STR_FMT(buf_view(&b)));
}

static value fn_unwrap(struct fn_call *call)
{
  value v = call->args[0].kind == V_SENSITIVE ? *call->args[0].sensitive : call->args[0];
  return fn_has_block(call) ? fn_yield(call, &v, 1) : v;
}

/* --- new --- */

_Noreturn static void not_convertible(struct fn_call *call, value v, const char *to)
{
  /* The names of the functions that do the work in Puppet, with which its messages begin. */
  static const struct {
    const char *type, *function;
  } names[] = {
      {"Integer", "'new' "},         {"Float", "'new_float' "}, {"Numeric", "'new_numeric' "},
      {"Boolean", "'new_boolean' "}, {"Array", "'new_array' "},
  };
  const char *function = "";
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    function = strcmp(names[i].type, to) == 0 ? names[i].function : function;
  }
  if (v.kind == V_STRING && strcmp(to, "Array") != 0) {
    FN_FAIL(call, "%sThe string '%.*s' cannot be converted to %s", function, STR_FMT(value_text(v)), to);
  }
  struct buf b = BUF_IN(call->arena);
  type_format(&b, type_generalize(call->arena, type_infer(call->arena, v)));
  FN_FAIL(call, "%sValue of type %.*s cannot be converted to %s", function, STR_FMT(buf_view(&b)), to);
}

static int digit_of(char ch)
{
  return ascii_is_digit(ch) ? ch - '0' : ascii_is_alpha(ch) ? ascii_lower(ch) - 'a' + 10 : 99;
}

/* [+-] blanks, 0x 0b 0 prefixes as the radix allows. */
static bool read_integer(str s, int radix, int64_t *out)
{
  size_t at = 0;
  bool negative = s.n > 0 && s.p[0] == '-';
  at += s.n > 0 && (s.p[0] == '-' || s.p[0] == '+');
  while (at < s.n && ascii_is_space(s.p[at])) at++;
  bool prefixed = at + 1 < s.n && s.p[at] == '0';
  char mark = prefixed ? (char)ascii_lower(s.p[at + 1]) : '\0';
  if (mark == 'x' && (radix == 0 || radix == 16)) {
    radix = 16;
    at += 2;
  } else if (mark == 'b' && (radix == 0 || radix == 2)) {
    radix = 2;
    at += 2;
  } else if (prefixed && radix == 0) {
    radix = 8;
  }
  radix = radix == 0 ? 10 : radix;
  unsigned __int128 n = 0;
  size_t from = at;
  for (; at < s.n && digit_of(s.p[at]) < radix; at++) {
    n = n * (unsigned)radix + (unsigned)digit_of(s.p[at]);
    if (n > (unsigned __int128)INT64_MAX + negative) {
      return false;
    }
  }
  *out = negative ? (int64_t)-n : (int64_t)n;
  return at > from && at == s.n;
}

static int radix_of(struct fn_call *call, value v)
{
  if (v.kind == V_DEFAULT || v.kind == V_UNDEF) {
    return 0;
  }
  if (v.kind != V_INT || (v.integer != 2 && v.integer != 8 && v.integer != 10 && v.integer != 16)) {
    FN_FAIL(call, "Illegal radix: %.*s, expected 2, 8, 10, 16, or default",
            STR_FMT(value_to_str(call->arena, v)));
  }
  return (int)v.integer;
}

static value new_integer(struct fn_call *call, value v)
{
  int64_t i;
  switch (v.kind) {
  case V_INT:
    i = v.integer;
    break;
  case V_BOOL:
    i = v.boolean;
    break;
  case V_FLOAT:
    if (!(fabs(v.number) < 9.2e18)) {
      not_convertible(call, v, "Integer");
    }
    i = (int64_t)v.number;
    break;
  case V_STRING: {
    int radix = radix_of(call, fn_arg(call, 2));
    if (!read_integer(value_text(v), radix, &i)) {
      value number;
      if (radix != 0 && read_integer(value_text(v), 0, &i)) {
        struct buf b = BUF_IN(call->arena);
        ruby_inspect(&b, v);
        FN_FAIL(call, "invalid value for Integer(): %.*s", STR_FMT(buf_view(&b)));
      }
      if (radix != 0 || !text_number(value_text(v), &number) || number.kind != V_FLOAT) {
        not_convertible(call, v, "Integer");
      }
      i = (int64_t)number.number;
    }
    break;
  }
  default:
    not_convertible(call, v, "Integer");
  }
  bool absolute = call->n > 3 && value_truthy(call->args[3]);
  return value_int(absolute && i < 0 && i != INT64_MIN ? -i : i);
}

static value new_number(struct fn_call *call, value v, bool to_float)
{
  const char *name = to_float ? "Float" : "Numeric";
  value n = v;
  if (v.kind == V_BOOL) {
    n = value_int(v.boolean);
  } else if (v.kind == V_STRING) {
    int64_t i;
    if (read_integer(value_text(v), 0, &i)) {
      n = value_int(i);
    } else if (!text_number(value_text(v), &n)) {
      not_convertible(call, v, name);
    }
  } else if (!value_is_number(v)) {
    not_convertible(call, v, name);
  }
  if (to_float && n.kind == V_INT) {
    n = value_float((double)n.integer);
  }
  if (call->n > 2 && value_truthy(call->args[2])) {
    n = n.kind == V_INT ? value_int(n.integer < 0 ? -n.integer : n.integer) : value_float(fabs(n.number));
  }
  return n;
}

static value new_boolean(struct fn_call *call, value v)
{
  static const char *const yes[] = {"true", "yes", "y"}, *const no[] = {"false", "no", "n"};
  switch (v.kind) {
  case V_BOOL:
    return v;
  case V_INT:
    return value_bool(v.integer != 0);
  case V_FLOAT:
    return value_bool(v.number != 0);
  case V_STRING:
    for (size_t i = 0; i < 3; i++) {
      if (str_caseeq(value_text(v), str_of(yes[i]))) return value_bool(true);
      if (str_caseeq(value_text(v), str_of(no[i]))) return value_bool(false);
    }
    not_convertible(call, v, "Boolean");
  default:
    not_convertible(call, v, "Boolean");
  }
}

static value new_string(struct fn_call *call, value v)
{
  struct buf b = BUF_IN(call->arena);
  value format = fn_arg(call, 2);
  bool program = format.kind == V_STRING && str_eqz(value_text(format), "%p");
  bool simple = format.kind == V_STRING && str_eqz(value_text(format), "%s");
  if (call->n > 2 && format.kind != V_DEFAULT && !program && !simple) {
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

static value new_array(struct fn_call *call, value v)
{
  if (call->n > 2 && value_truthy(call->args[2])) {
    return v.kind == V_ARRAY ? v : array_of(call->arena, &v, 1);
  }
  if (v.kind == V_UNDEF || v.kind == V_BOOL || v.kind == V_FLOAT || v.kind == V_DEFAULT) {
    not_convertible(call, v, "Array");
  }
  return value_array(fn_elements(call, v));
}

static value new_hash(struct fn_call *call, value v)
{
  if (v.kind == V_UNDEF || v.kind == V_BOOL || v.kind == V_FLOAT || v.kind == V_DEFAULT) {
    not_convertible(call, v, "Hash");
  }
  if (call->n > 2) {
    FN_FAIL(call, "not supported: Hash from a tree");
  }
  if (v.kind == V_HASH) {
    return v;
  }
  const struct array *a = fn_elements(call, v);
  struct hash *h = hash_new(call->arena, a->n);
  bool pairs = a->n > 0;
  for (uint32_t i = 0; i < a->n && pairs; i++) {
    pairs = a->items[i].kind == V_ARRAY && a->items[i].array->n == 2;
  }
  if (!pairs && a->n % 2 != 0) {
    FN_FAIL(call, "odd number of arguments for Hash");
  }
  for (uint32_t i = 0; i < a->n; i += pairs ? 1 : 2) {
    const value *pair = pairs ? a->items[i].array->items : &a->items[i];
    hash_put(h, call->arena, pair[0], pair[1]);
  }
  return value_hash(h);
}

/* The text as an expression that matches nothing but the text itself. */
static str escape_regex(struct arena *a, str text)
{
  static const char letters[] = "\t\n\v\f\r", names[] = "tnvfr";
  struct buf b = BUF_IN(a);
  for (size_t i = 0; i < text.n; i++) {
    const char ch = text.p[i];
    const char *letter = ch == '\0' ? NULL : strchr(letters, ch);
    if (letter != NULL || (ch != '\0' && strchr(" #$()*+-.?[\\]^{|}", ch) != NULL)) {
      buf_char(&b, '\\');
    }
    buf_char(&b, letter != NULL ? names[letter - letters] : ch);
  }
  return buf_view(&b);
}

static value new_regexp(struct fn_call *call, value v)
{
  static const char *const names[] = {"pattern", "escape"}, *const types[] = {"a String", "a Boolean"};
  if (call->n > 3) {
    FN_FAIL(call, "'new_float' expects between 1 and 2 arguments, got %" PRIu32, call->n - 1);
  }
  const value escape = fn_arg(call, 2);
  const bool bad_escape = call->n > 2 && escape.kind != V_BOOL;
  if (v.kind != V_STRING || bad_escape) {
    const int i = v.kind != V_STRING ? 0 : 1;
    struct buf b = BUF_IN(call->arena);
    type_format(&b, type_generalize(call->arena, type_infer(call->arena, i == 0 ? v : escape)));
    FN_FAIL(call, "'new_float' parameter '%s' expects %s value, got %.*s", names[i], types[i],
            STR_FMT(buf_view(&b)));
  }
  str text = value_text(v), error;
  if (escape.kind == V_BOOL && escape.boolean) {
    text = escape_regex(call->arena, text);
  }
  const struct regex *re = regex_compile(call->arena, text, &error);
  if (re == NULL) {
    FN_FAIL(call, "%.*s", STR_FMT(error));
  }
  return value_regex(re);
}

static value convert(struct fn_call *call, const type *t, value v)
{
  const type *plain = type_resolved(t);
  switch (plain->kind) {
  case T_INTEGER:
    return new_integer(call, v);
  case T_FLOAT:
    return new_number(call, v, true);
  case T_NUMERIC:
    return new_number(call, v, false);
  case T_BOOLEAN:
    return new_boolean(call, v);
  case T_STRING:
    return new_string(call, v);
  case T_ARRAY:
  case T_TUPLE:
    return new_array(call, v);
  case T_HASH:
  case T_STRUCT:
    return new_hash(call, v);
  case T_SENSITIVE:
    return v.kind == V_SENSITIVE ? v : value_sensitive(call->arena, v);
  case T_OPTIONAL:
  case T_NOT_UNDEF:
    if (plain->inner != NULL) {
      return plain->kind == T_OPTIONAL && value_is_undef(v) ? v : convert(call, plain->inner, v);
    }
    break;
  case T_REGEXP:
    return new_regexp(call, v);
  default:
    break;
  }
  struct buf b = BUF_IN(call->arena);
  type_format(&b, t);
  FN_FAIL(call, "not supported: creating a value of type '%.*s'", STR_FMT(buf_view(&b)));
}

/* Numbers can be asked for with a hash of named arguments: the same call with those in their places. */
static void named_arguments(struct fn_call *call, const type *t)
{
  static const char *const integer[] = {"from", "radix", "abs"}, *const number[] = {"from", "abs"};
  enum type_kind kind = (enum type_kind)type_resolved(t)->kind;
  bool whole = kind == T_INTEGER;
  if (call->n != 2 || call->args[1].kind != V_HASH || (!whole && kind != T_FLOAT && kind != T_NUMERIC)) {
    return;
  }
  const struct hash *h = call->args[1].hash;
  const char *const *names = whole ? integer : number;
  uint32_t n = whole ? 3 : 2;
  value *args = arena_array(call->arena, n + 1, sizeof *args);
  args[0] = call->args[0];
  for (uint32_t i = 0; i < n; i++) {
    const value *v = hash_get_str(h, str_of(names[i]));
    if (v == NULL && i == 0) {
      return;
    }
    args[i + 1] = v != NULL ? *v : i == 1 && whole ? VALUE_DEFAULT : value_bool(false);
  }
  call->args = args;
  call->n = n + 1;
}

static value fn_new(struct fn_call *call)
{
  const type *t = call->args[0].type;
  if (call->n < 2) {
    struct buf b = BUF_IN(call->arena);
    type_format(&b, t);
    FN_FAIL(call, "not supported: creating a value of type '%.*s' from nothing", STR_FMT(buf_view(&b)));
  }
  if (call->n == 2 && type_instance(t, call->args[1])) {
    return call->args[1];
  }
  struct fn_call named = *call;
  named_arguments(&named, t);
  value v = convert(&named, t, named.args[1]);
  if (!type_instance(t, v)) {
    struct buf b = BUF_IN(call->arena), name = BUF_IN(call->arena);
    type_format(&name, t);
    str subject = arena_printf(call->arena, "Converted value from %.*s.new() has wrong type,",
                               STR_FMT(buf_view(&name)));
    type_describe_mismatch(call->arena, subject, t, type_infer_set(call->arena, v), &b);
    FN_FAIL(call, "%.*s", STR_FMT(buf_view(&b)));
  }
  return fn_has_block(call) ? fn_yield(call, &v, 1) : v;
}

static value fn_convert_to(struct fn_call *call)
{
  value *args = arena_array(call->arena, call->n, sizeof *args);
  memcpy(args, call->args, call->n * sizeof *args);
  args[0] = call->args[1];
  args[1] = call->args[0];
  value v = fn_other(call, "new", args, call->n);
  return fn_has_block(call) ? fn_yield(call, &v, 1) : v;
}

const struct fn_row fn_type_rows[] = {
    {"assert_type", "Type $type, Any $value, Callable[Type, Type] ?&$block", fn_assert_type,
     "the value, when it fits"},
    {"assert_type", "String $type_string, Any $value, Callable[Type, Type] ?&$block", fn_assert_type,
     "the value, when it fits"},
    {"convert_to", "Any $value, Type $type, Any *$args, Callable[1, 1] ?&$block", fn_convert_to,
     "a value of the type"},
    {"new", "Type $type, Any *$args, Callable ?&$block", fn_new, "a value of the type"},
    {"type", "Any $value, Enum[detailed] ?$inference_method", fn_type_detailed, "the value's type"},
    {"type", "Any $value, Enum[reduced] $inference_method", fn_type_reduced, "the value's type"},
    {"type", "Any $value, Enum[generalized] $inference_method", fn_type_generalized, "the value's type"},
    {"unwrap", "Sensitive $arg, Callable ?&$block", fn_unwrap, "what is in a Sensitive"},
    {"unwrap", "Any $arg, Callable ?&$block", fn_unwrap, "what is in a Sensitive"},
    {0},
};

/* Operators on times, versions, URIs and binaries. In Puppet times and versions are numbers, which decides which
 * operands are accepted, and which message is reported. */
#include <math.h>

#include "base/check.h"
#include "base/double.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/values/binary.h"
#include "compiler/values/rich.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/time_value.h"
#include "compiler/values/uri.h"

void eval_fail_inside(struct compilation *c, const ast *node, str text)
{
  FAIL(c, node, ISSUE_RUNTIME_ERROR, STR_FMT(ast_a_an(c->arena, node)), STR_FMT(text));
}

void eval_not_applicable(struct compilation *c, const struct ast_binary *n, value left)
{
  FAIL(c, n->left, ISSUE_OPERATOR_NOT_APPLICABLE, STR_FMT(eval_op_text(&n->h)), STR_FMT(eval_labelled(c, left)));
}

void eval_not_applicable_when(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  FAIL(c, n->left, ISSUE_OPERATOR_NOT_APPLICABLE_WHEN, STR_FMT(eval_op_text(&n->h)), STR_FMT(eval_labelled(c, left)),
       STR_FMT(eval_labelled(c, right)));
}

/* --- URIs and binaries --- */

static value add_uri(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  str error = STR_EMPTY;
  const struct uri *rel = right.kind == V_URI ? right.uri : NULL;
  if (right.kind == V_STRING) rel = uri_parse(c->arena, value_text(right), &error);
  else if (rel == NULL) error = STR("An URI can only be merged with an URI or String");
  const struct uri *merged = rel == NULL ? NULL : uri_merge(c->arena, left.uri, rel, &error);
  if (merged == NULL) eval_fail_inside(c, &n->h, error);
  return value_uri(merged);
}

static value add_binary(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  if (right.kind != V_BINARY) eval_fail_inside(c, &n->h, STR("Can only append Binary to a Binary"));
  size_t size = (size_t)left.length + right.length;
  if (size > EVAL_TEXT_MAX) fail_limit(CTX(c), LIMIT_MEMORY);
  char *bytes = arena_alloc(c->arena, size + 1);
  memcpy(bytes, left.text, left.length);
  memcpy(bytes + left.length, right.text, right.length);
  return value_binary((str){bytes, size});
}

/* --- times --- */

/* The last part of the name of the value's Ruby class, for messages. */
static str short_class(struct compilation *c, value v, bool capital)
{
  str name = str_of(ruby_class(v));
  for (size_t at = str_find(name, STR("::"), 0); at != SIZE_MAX; at = str_find(name, STR("::"), 0)) {
    name = str_from(name, at + 2);
  }
  return capital ? label_article_upper(c->arena, name) : label_article(c->arena, name);
}

static value make_time(struct compilation *c, const struct ast_binary *n, enum value_kind kind, nanoseconds ns)
{
  value v;
  if (!time_make(kind, ns, &v)) eval_fail_inside(c, &n->h, STR("The time is out of range"));
  return v;
}

/* The nanoseconds of a Timespan, or of a number of seconds. */
static bool span_of(value v, nanoseconds *out)
{
  /* A number is seconds. */
  if (value_is_number(v)) return time_from_number(v, out);
  *out = time_nanoseconds(v);
  return v.kind == V_TIMESPAN;
}

/* left + right, or left - right (`back`). */
static value move_time(struct compilation *c, const struct ast_binary *n, value left, value right, bool back)
{
  const bool span = left.kind == V_TIMESPAN;
  nanoseconds by = time_nanoseconds(right);
  /* A point in time and a duration give a point in time; the difference of two points is a duration. */
  if (right.kind == V_TIMESTAMP && span != back)
    return make_time(c, n, back ? V_TIMESPAN : V_TIMESTAMP, time_nanoseconds(left) + (back ? -by : by));
  if (span_of(right, &by))
    return make_time(c, n, (enum value_kind)left.kind, time_nanoseconds(left) + (back ? -by : by));
  str what = short_class(c, right, true);
  eval_fail_inside(c, &n->h,
                   arena_printf(c->arena, "%.*s cannot be %s a %s", STR_FMT(what),
                                back ? "subtracted from" : "added to", span ? "Timespan" : "Timestamp"));
}

/* Makes a Timespan of a number of nanoseconds. */
static value span_from_double(struct compilation *c, const struct ast_binary *n, double f)
{
  /* Below this the conversion fits 128 bits; a NaN fails, too. */
  if (!(fabs(f) < 1e37)) eval_fail_inside(c, &n->h, STR("The time is out of range"));
  return make_time(c, n, V_TIMESPAN, (nanoseconds)f);
}

static value multiply_span(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  nanoseconds product;
  if (right.kind == V_FLOAT) return span_from_double(c, n, (double)time_nanoseconds(left) * right.number);
  if (right.kind != V_INT) {
    str what = short_class(c, right, false);
    /* Puppet's message says Timestamp, although it is a Timespan. */
    eval_fail_inside(c, &n->h, arena_printf(c->arena, "A Timestamp cannot be multiplied by %.*s", STR_FMT(what)));
  }
  if (__builtin_mul_overflow(time_nanoseconds(left), (nanoseconds)right.integer, &product)) {
    eval_fail_inside(c, &n->h, STR("The time is out of range"));
  }
  return make_time(c, n, V_TIMESPAN, product);
}

static nanoseconds floor_div(nanoseconds a, nanoseconds b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static value divide_span(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  if (right.kind == V_TIMESPAN) {
    double ratio = time_ratio(time_nanoseconds(left), time_nanoseconds(right));
    if (isinf(ratio)) FAIL(c, n->left, ISSUE_RESULT_IS_INFINITY, STR_FMT(eval_op_text(&n->h)));
    return value_float(ratio);
  }
  if (!value_is_number(right)) {
    str what = short_class(c, right, false);
    eval_fail_inside(c, &n->h, arena_printf(c->arena, "A Timespan cannot be divided by %.*s", STR_FMT(what)));
  }
  if (right.kind == V_INT ? right.integer == 0 : right.number == 0) FAIL(c, n->right, ISSUE_DIV_BY_ZERO);
  if (right.kind == V_FLOAT) return span_from_double(c, n, double_floor((double)time_nanoseconds(left) / right.number));
  return make_time(c, n, V_TIMESPAN, floor_div(time_nanoseconds(left), right.integer));
}

static value modulo_span(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  if (right.kind != V_INT) {
    str what = short_class(c, right, false);
    eval_fail_inside(c, &n->h, arena_printf(c->arena, "Can not do modulus on a Timespan using a %.*s", STR_FMT(what)));
  }
  if (right.integer == 0) FAIL(c, n->right, ISSUE_DIV_BY_ZERO);
  /* Puppet's result is an Integer of nanoseconds, not a Timespan. */
  nanoseconds rest = left.integer - floor_div(left.integer, right.integer) * right.integer;
  return value_int((int64_t)rest);
}

static value time_arithmetic(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  switch (n->h.op) {
  case OP_ADD: return move_time(c, n, left, right, false);
  case OP_SUB: return move_time(c, n, left, right, true);
  default: break;
  }
  /* A point in time can be added to, but not multiplied. */
  if (left.kind != V_TIMESPAN) eval_not_applicable(c, n, left);
  switch (n->h.op) {
  case OP_MUL: return multiply_span(c, n, left, right);
  case OP_DIV: return divide_span(c, n, left, right);
  case OP_MOD: return modulo_span(c, n, left, right);
  default: eval_not_applicable(c, n, left);
  }
}

static value coerce(struct compilation *c, const ast *node, value v)
{
  return value_is_time(v) || v.kind == V_SEMVER ? v : eval_coerce_number(c, node, v);
}

value eval_rich_arithmetic(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  const enum ast_op op = (enum ast_op)n->h.op;
  if (op == OP_ADD && left.kind == V_URI) return add_uri(c, n, left, right);
  if (op == OP_ADD && left.kind == V_BINARY) return add_binary(c, n, left, right);
  left = coerce(c, n->left, left);
  right = coerce(c, n->right, right);
  if (op == OP_MOD && left.kind == V_FLOAT) eval_not_applicable(c, n, left);
  if (op == OP_MOD && right.kind == V_FLOAT) eval_not_applicable_when(c, n, left, right);
  /* With a number on the left, + and * are commutative, and a number minus a Timespan is a Timespan. */
  if (value_is_time(right) && !value_is_time(left)) {
    nanoseconds seconds;
    if (op == OP_ADD || (op == OP_MUL && right.kind == V_TIMESPAN)) return time_arithmetic(c, n, right, left);
    if (op != OP_SUB || right.kind != V_TIMESPAN || !span_of(left, &seconds))
      eval_not_applicable_when(c, n, left, right);
    left = make_time(c, n, V_TIMESPAN, seconds);
  }
  if (!value_is_time(left)) eval_not_applicable(c, n, left);
  return time_arithmetic(c, n, left, right);
}

value eval_rich_minus(struct compilation *c, const ast *node, value v)
{
  value negative;
  if (v.kind != V_TIMESPAN || !time_make(V_TIMESPAN, -time_nanoseconds(v), &negative)) {
    str op = STR("-");
    FAIL(c, node, ISSUE_OPERATOR_NOT_APPLICABLE, STR_FMT(op), STR_FMT(eval_labelled(c, v)));
  }
  return negative;
}

/* --- comparing --- */

int eval_rich_compare(value left, value right, const char **why)
{
  assert_hot(why != NULL);
  *why = "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable";
  if (value_is_number(left)) {
    /* With a number on the left Ruby compares as floats. With the time on the left it compares an integer with whole
     * seconds (time_compare). */
    *why = "A Numeric is not comparable to non Numeric";
    if (!value_is_time(right)) return 2;
    *why = NULL;
    return value_compare_numbers(value_float(left.kind == V_INT ? (double)left.integer : left.number),
                                 value_float(time_to_float(right)));
  }
  if (value_is_time(left)) {
    bool fits = right.kind == left.kind || value_is_number(right);
    *why = fits                      ? NULL
           : left.kind == V_TIMESPAN ? "Timespans are only comparable to Timespans, Integers, and Floats"
                                     : "Timestamps are only comparable to Timestamps, Integers, and Floats";
    return fits ? time_compare(left, right) : 2;
  }
  if (left.kind != V_SEMVER) return 2;
  *why = right.kind == V_SEMVER ? NULL : "Versions not comparable to non Versions";
  return right.kind == V_SEMVER ? semver_compare(left.semver, right.semver) : 2;
}

/* --- matching --- */

bool eval_rich_matches(struct compilation *c, value left, value pattern)
{
  if (pattern.kind == V_SEMVER_RANGE) return semver_range_includes_value(pattern.semver_range, left);
  if (pattern.kind != V_SEMVER || left.kind != V_STRING) return value_equal(left, pattern);
  str error = STR_EMPTY;
  const struct semver *version = semver_parse(c->arena, value_text(left), &error);
  return version != NULL && semver_same(version, pattern.semver);
}

bool eval_rich_includes(value collection, value item)
{
  if (collection.kind == V_SEMVER_RANGE) return semver_range_includes_value(collection.semver_range, item);
  if (collection.kind != V_BINARY) return false;
  str bytes = binary_bytes(collection);
  if (item.kind == V_BINARY) return str_find(bytes, binary_bytes(item), 0) != SIZE_MAX;
  if (item.kind == V_STRING) return str_find(bytes, value_text(item), 0) != SIZE_MAX;
  double byte = item.kind == V_INT ? (double)item.integer : item.kind == V_FLOAT ? item.number : -1;
  return byte >= 0 && byte <= 255 && byte == double_floor(byte) && str_index(bytes, (char)(int)byte, 0) != SIZE_MAX;
}

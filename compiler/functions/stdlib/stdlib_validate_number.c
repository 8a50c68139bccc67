/* stdlib's checks with limits: validate_integer, validate_numeric, validate_slength. */
#include <math.h>

#include "base/utf8.h"
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "compiler/values/ruby_integer.h"

/* --- integers of any size, and floats --- */

struct number {
  struct ruby_integer integer;
  double decimal;
};

struct number_kind {
  const char *function, *name, *article; /* "Integer", "an Integer" */
  bool (*read)(struct arena *a, str text, struct number *out);
  int (*compare)(const struct number *a, const struct number *b);
  str (*print)(struct arena *a, const struct number *n);
};

static bool read_integer(struct arena *a, str text, struct number *out)
{
  return ruby_integer_of_text(a, text, 0, &out->integer);
}

static int compare_integers(const struct number *x, const struct number *y)
{
  const struct ruby_integer *a = &x->integer, *b = &y->integer;
  const bool negative = a->negative && a->n > 0;
  if (negative != (b->negative && b->n > 0)) return negative ? -1 : 1;
  int order = a->n == b->n ? 0 : a->n < b->n ? -1 : 1;
  for (uint32_t i = a->n; order == 0 && i > 0; i--) {
    if (a->words[i - 1] != b->words[i - 1]) order = a->words[i - 1] < b->words[i - 1] ? -1 : 1;
  }
  return negative ? -order : order;
}

static str print_integer(struct arena *a, const struct number *n)
{
  str digits = ruby_integer_digits(a, &n->integer, 10);
  return arena_printf(a, "%s%.*s", n->integer.negative && n->integer.n > 0 ? "-" : "", STR_FMT(digits));
}

static bool read_decimal(struct arena *a, str text, struct number *out)
{
  return ruby_float_of_text(a, text, &out->decimal);
}

static int compare_decimals(const struct number *a, const struct number *b)
{
  return a->decimal < b->decimal ? -1 : a->decimal > b->decimal;
}

static str print_decimal(struct arena *a, const struct number *n)
{
  struct buf b = BUF_IN(a);
  value_render_float(&b, n->decimal);
  return buf_view(&b);
}

static const struct number_kind integers = {"validate_integer", "Integer",        "an Integer",
                                            read_integer,       compare_integers, print_integer};
static const struct number_kind decimals = {"validate_numeric", "Numeric",        "a Numeric",
                                            read_decimal,       compare_decimals, print_decimal};

/* --- limits --- */

struct limits {
  const struct number_kind *kind;
  bool has_max, has_min;
  struct number max, min;
};

static bool read_limits(struct fn_call *call, str *why, struct limits *l)
{
  const struct number_kind *k = l->kind;
  str max = call->n > 1 ? fn_to_s(call, call->args[1]) : STR_EMPTY;
  l->has_max = call->n == 2 || max.n > 0;
  if (l->has_max && !k->read(call->arena, max, &l->max)) {
    return stdlib_invalid(call, why, "%s(): Expected second argument to be unset or %s, got %.*s:String", k->function,
                          k->article, STR_FMT(max));
  }
  l->has_min = call->n > 2;
  if (l->has_min && !k->read(call->arena, fn_to_s(call, call->args[2]), &l->min)) {
    return stdlib_invalid(call, why, "%s(): Expected third argument to be unset or %s, got %.*s:%s", k->function,
                          k->article, STR_FMT(fn_to_s(call, call->args[2])), ruby_class(call->args[2]));
  }
  if (!l->has_min || !l->has_max || k->compare(&l->min, &l->max) <= 0) return true;
  return stdlib_invalid(call, why, "%s(): Expected second argument to be larger than third argument, got %.*s < %.*s",
                        k->function, STR_FMT(k->print(call->arena, &l->max)), STR_FMT(k->print(call->arena, &l->min)));
}

/* `shown` is the value in messages. */
static bool in_limits(struct fn_call *call, str *why, const struct limits *l, const struct number *n, str shown)
{
  const struct number_kind *k = l->kind;
  if (l->has_max && k->compare(n, &l->max) > 0) {
    return stdlib_invalid(call, why, "%s(): Expected %.*s to be smaller or equal to %.*s, got %.*s.", k->function,
                          STR_FMT(shown), STR_FMT(k->print(call->arena, &l->max)), STR_FMT(shown));
  }
  if (l->has_min && k->compare(n, &l->min) < 0) {
    return stdlib_invalid(call, why, "%s(): Expected %.*s to be greater or equal to %.*s, got %.*s.", k->function,
                          STR_FMT(shown), STR_FMT(k->print(call->arena, &l->min)), STR_FMT(shown));
  }
  return true;
}

static bool check_items(struct fn_call *call, str *why, const struct limits *l)
{
  const struct array *a = call->args[0].array;
  for (uint32_t i = 0; i < a->n; i++) {
    struct number n;
    if (a->items[i].kind == V_HASH || !l->kind->read(call->arena, fn_to_s(call, a->items[i]), &n)) {
      return stdlib_invalid(call, why, "%s(): Expected element at array position %u to be %s, got %s",
                            l->kind->function, i, l->kind->article, ruby_class(a->items[i]));
    }
    if (!in_limits(call, why, l, &n, fn_inspect(call, call->args[0]))) return false;
  }
  return true;
}

static bool check_number(struct fn_call *call, str *why, const struct number_kind *kind)
{
  struct limits l = {.kind = kind};
  if (call->n == 0 || call->n > 3) {
    return stdlib_invalid(call, why, "%s(): Wrong number of arguments; must be 1, 2 or 3, got %u", kind->function,
                          call->n);
  }
  if (!read_limits(call, why, &l)) return false;
  value input = call->args[0];
  if (input.kind == V_ARRAY) return check_items(call, why, &l);
  struct number n;
  if (input.kind != V_HASH && kind->read(call->arena, fn_to_s(call, input), &n))
    return in_limits(call, why, &l, &n, kind->print(call->arena, &n));
  /* For hashes stdlib's message always names validate_integer. */
  return stdlib_invalid(call, why, "%s(): Expected first argument to be %s or Array, got %s",
                        input.kind == V_HASH ? "validate_integer" : kind->function, kind->article, ruby_class(input));
}

bool stdlib_check_integer(struct fn_call *call, str *why) { return check_number(call, why, &integers); }
bool stdlib_check_numeric(struct fn_call *call, str *why) { return check_number(call, why, &decimals); }

/* --- lengths --- */

/* Ruby's Integer(v), for numbers that are not negative. Numbers beyond 64 bits are treated as the largest length. */
static bool read_length(struct fn_call *call, value v, int64_t least, int64_t *out, value *shown)
{
  struct number n;
  *shown = v;
  if (v.kind == V_STRING) {
    if (!ruby_integer_of_text(call->arena, value_text(v), 0, &n.integer)) return false;
    if (!ruby_integer_fits(&n.integer, out)) *out = n.integer.negative ? -INT64_MAX : INT64_MAX;
    *shown = value_int(*out);
  } else if (v.kind == V_FLOAT && isfinite(v.number) && fabs(v.number) < 9e18) {
    *out = (int64_t)v.number;
    *shown = value_int(*out);
  } else if (v.kind == V_INT) {
    *out = v.integer;
  } else {
    return false;
  }
  return *out >= least;
}

static bool check_length(struct fn_call *call, str *why, str text, int64_t min, int64_t max)
{
  const int64_t length = (int64_t)utf8_count(text);
  if (length >= min && length <= max) return true;
  value input = call->args[0];
  const long long told = input.kind == V_ARRAY ? (long long)input.array->n : (long long)length;
  return stdlib_invalid(call, why, "validate_slength(): Expected length of %.*s to be between %lld and %lld, was %lld",
                        STR_FMT(fn_inspect(call, input)), (long long)min, (long long)max, told);
}

static bool check_lengths(struct fn_call *call, str *why, int64_t min, int64_t max)
{
  value input = call->args[0];
  if (input.kind == V_STRING) return check_length(call, why, value_text(input), min, max);
  if (input.kind != V_ARRAY) {
    return stdlib_invalid(call, why, "validate_slength(): Expected first argument to be a String or Array, got %s",
                          ruby_class(input));
  }
  for (uint32_t i = 0; i < input.array->n; i++) {
    value v = input.array->items[i];
    if (v.kind != V_STRING) {
      return stdlib_invalid(call, why,
                            "validate_slength(): Expected element at array position %u to be a String, got %s", i,
                            ruby_class(v));
    }
    if (!check_length(call, why, value_text(v), min, max)) return false;
  }
  return true;
}

bool stdlib_check_slength(struct fn_call *call, str *why)
{
  if (call->n != 2 && call->n != 3)
    return stdlib_invalid(call, why, "validate_slength(): Wrong number of arguments (%u; must be 2 or 3)", call->n);
  int64_t max, min = 0;
  value shown;
  if (!read_length(call, call->args[1], 1, &max, &shown)) {
    return stdlib_invalid(call, why,
                          "validate_slength(): Expected second argument to be a positive Numeric, got %.*s:%s",
                          STR_FMT(fn_to_s(call, shown)), ruby_class(shown));
  }
  if (value_truthy(fn_arg(call, 2)) && !read_length(call, call->args[2], 0, &min, &shown)) {
    return stdlib_invalid(call, why,
                          "validate_slength(): Expected third argument to be unset or a positive Numeric, got %.*s:%s",
                          STR_FMT(fn_to_s(call, shown)), ruby_class(shown));
  }
  if (max < min) {
    return stdlib_invalid(call, why,
                          "validate_slength(): Expected second argument to be equal to or larger than third argument");
  }
  return check_lengths(call, why, min, max);
}

/* Equality of values: the exact one of hash keys (1 and 1.0 differ), and the one of Puppet's == operator (numbers by
 * value, strings ignore case). Equal values have the same hash code. */
#include <assert.h>
#include <math.h>

#include "base/deadline.h"
#include "base/double.h"
#include "compiler/values/rich.h"
#include "compiler/values/time_value.h"
#include "compiler/values/uri.h"
#include "compiler/values/value.h"

/* Spreads the bits, because tables use the lowest bits of a code as the slot. */
static uint64_t mix(uint64_t h, uint64_t x)
{
  h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ (h >> 29);
}

static uint64_t hash_bits(double f)
{
  uint64_t bits;
  if (f == 0) f = 0; /* -0.0 and 0.0 are the same key */
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

static uint64_t hash_code(value v, uint32_t depth)
{
  nesting_step(++depth);
  switch ((enum value_kind)v.kind) {
  case V_STRING: return str_hash(value_text(v));
  case V_INT: return mix(V_INT, (uint64_t)v.integer);
  case V_FLOAT: return mix(V_FLOAT, hash_bits(v.number));
  case V_BOOL: return mix(V_BOOL, v.boolean);
  case V_REGEX: return mix(V_REGEX, str_hash(v.regex->source));
  case V_SENSITIVE: return mix(V_SENSITIVE, hash_code(*v.sensitive, depth));
  case V_CLOSURE: return mix(V_CLOSURE, (uintptr_t)v.closure);
  case V_ARRAY: {
    uint64_t h = mix(V_ARRAY, v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) h = mix(h, hash_code(v.array->items[i], depth));
    return h;
  }
  case V_HASH: {
    uint64_t h = 0; /* order does not matter */
    for (uint32_t i = 0; i < v.hash->n; i++) h += hash_code(v.hash->entries[i].key, depth);
    return mix(mix(V_HASH, v.hash->n), h);
  }
  case V_UNDEF:
  case V_DEFAULT: break;
  default: return mix(v.kind, rich_kind(v)->hash(v));
  }
  return mix(0, v.kind);
}

uint64_t value_hash_code(value v) { return hash_code(v, 0); }

static bool same(value a, value b, uint32_t depth);
static bool equal(value a, value b, uint32_t depth);

/* How the parts of two values are compared. */
typedef bool comparison(value a, value b, uint32_t depth);

static inline bool arrays_agree(const struct array *a, const struct array *b, comparison *agree, uint32_t depth)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (!agree(a->items[i], b->items[i], depth)) return false;
  }
  return true;
}

/* `missing`: what a key that the other hash lacks counts as there; NULL: nothing agrees with it. */
static inline bool hashes_agree(const struct hash *a, const struct hash *b, const value *missing, comparison *agree,
                                uint32_t depth)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    const value *other = hash_get(b, a->entries[i].key);
    if (other == NULL) other = missing;
    if (other == NULL || !agree(*other, a->entries[i].value, depth)) return false;
  }
  return true;
}

static bool same(value a, value b, uint32_t depth)
{
  if (a.kind != b.kind) return false;
  nesting_step(++depth);
  switch ((enum value_kind)a.kind) {
  case V_UNDEF:
  case V_DEFAULT: return true;
  case V_BOOL: return a.boolean == b.boolean;
  case V_INT: return a.integer == b.integer;
  case V_FLOAT: return a.number == b.number;
  case V_STRING: return str_eq(value_text(a), value_text(b));
  case V_ARRAY: return arrays_agree(a.array, b.array, same, depth);
  case V_HASH: return hashes_agree(a.hash, b.hash, NULL, same, depth);
  case V_REGEX: return str_eq(a.regex->source, b.regex->source);
  case V_SENSITIVE: return same(*a.sensitive, *b.sensitive, depth);
  case V_CLOSURE: return a.closure == b.closure;
  default: break;
  }
  const struct rich_kind *row = rich_kind(a);
  return row->same_at != NULL ? row->same_at(a, b, depth) : row->same(a, b);
}

bool value_same(value a, value b) { return same(a, b, 0); }

bool value_same_at(value a, value b, uint32_t depth) { return same(a, b, depth); }

bool value_among(const value *items, uint32_t n, value v)
{
  for (uint32_t i = 0; i < n; i++) {
    if (value_same(items[i], v)) return true;
  }
  return false;
}

/* Compares exactly, without rounding the integer to a double. Doubles of 2^63 and more are larger than every integer;
 * the integral part of any other fits an int64_t. 2: not comparable. */
static int compare_int_float(int64_t i, double f)
{
  if (isnan(f)) return 2;
  if (f >= 9223372036854775808.0) return -1;
  if (f < -9223372036854775808.0) return 1;
  double whole = double_trunc(f);
  int64_t j = (int64_t)whole;
  if (i != j) return i < j ? -1 : 1;
  return f > whole ? -1 : f < whole;
}

int value_compare_numbers(value a, value b)
{
  assert(value_is_number(a) && value_is_number(b));
  if (a.kind == V_INT && b.kind == V_INT) return a.integer < b.integer ? -1 : a.integer > b.integer;
  if (a.kind == V_INT) return compare_int_float(a.integer, b.number);
  if (b.kind == V_INT) {
    int c = compare_int_float(b.integer, a.number);
    return c == 2 ? 2 : -c;
  }
  if (isnan(a.number) || isnan(b.number)) return 2;
  return a.number < b.number ? -1 : a.number > b.number;
}

/* As in Puppet, a key that the other hash lacks counts as undef there. */
static const value missing_value = {.kind = V_UNDEF};

static bool equal(value a, value b, uint32_t depth)
{
  nesting_step(++depth);
  if (value_is_number(a) && value_is_number(b)) return value_compare_numbers(a, b) == 0;
  if (a.kind != b.kind) {
    if (value_is_time(a) && value_is_number(b)) return time_compare(a, b) == 0;
    return value_is_time(b) && value_is_number(a) && time_compare(b, a) == 0;
  }
  switch ((enum value_kind)a.kind) {
  case V_STRING: return str_caseeq(value_text(a), value_text(b));
  case V_ARRAY: return arrays_agree(a.array, b.array, equal, depth);
  case V_HASH: return hashes_agree(a.hash, b.hash, &missing_value, equal, depth);
  case V_URI: return uri_equal(a.uri, b.uri);
  default: return same(a, b, depth);
  }
}

bool value_equal(value a, value b) { return equal(a, b, 0); }

static bool ruby_equal(value a, value b, uint32_t depth)
{
  nesting_step(++depth);
  if (value_is_number(a) && value_is_number(b)) return value_compare_numbers(a, b) == 0;
  if (a.kind == V_ARRAY && b.kind == V_ARRAY) return arrays_agree(a.array, b.array, ruby_equal, depth);
  if (a.kind == V_HASH && b.kind == V_HASH) return hashes_agree(a.hash, b.hash, NULL, ruby_equal, depth);
  return same(a, b, depth);
}

bool value_ruby_equal(value a, value b) { return ruby_equal(a, b, 0); }

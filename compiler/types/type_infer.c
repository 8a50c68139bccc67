/* The types of values, and the common type of two types. type_infer() describes a collection by the common type of
 * its elements (Array[Integer]); type_infer_set() keeps each element (Tuple, Struct), which costs more and is what
 * Puppet compares parameters with. Values nested too deeply fail (nesting_step). */
#include "base/deadline.h"
#include "compiler/types/type_rich.h"

static const type *infer(struct arena *a, value v, uint32_t depth);
static const type *infer_set(struct arena *a, value v, uint32_t depth);

static const type *infer_array(struct arena *a, const struct array *items, uint32_t depth)
{
  if (items->n == 0) return &type_empty_array;
  const type *element = NULL;
  for (uint32_t i = 0; i < items->n; i++) element = type_common(a, element, infer(a, items->items[i], depth));
  struct type_range size = range_of(items->n, items->n);
  return type_array(a, element, &size);
}

static const type *infer_hash(struct arena *a, const struct hash *h, uint32_t depth)
{
  if (h->n == 0) return &type_empty_hash;
  const type *key = NULL, *item = NULL;
  for (uint32_t i = 0; i < h->n; i++) {
    key = type_common(a, key, infer(a, h->entries[i].key, depth));
    item = type_common(a, item, infer(a, h->entries[i].value, depth));
  }
  struct type_range size = range_of(h->n, h->n);
  return type_hash(a, key, item, &size);
}

static const type *infer(struct arena *a, value v, uint32_t depth)
{
  nesting_step(++depth);
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: return type_simple(T_UNDEF);
  case V_DEFAULT: return type_simple(T_DEFAULT);
  case V_BOOL: return type_boolean(v.boolean);
  case V_INT: return type_integer(a, v.integer, v.integer);
  case V_FLOAT: return type_float(a, v.number, v.number);
  case V_STRING: return type_literal_string(a, value_text(v));
  case V_ARRAY: return infer_array(a, v.array, depth);
  case V_HASH: return infer_hash(a, v.hash, depth);
  case V_REGEX: return type_regexp(a, v.regex);
  case V_TYPE: return type_of_type(a, v.type);
  case V_SENSITIVE: return type_sensitive(a, infer(a, *v.sensitive, depth));
  case V_CLOSURE: return closure_ops(v.closure)->type(v.closure);
  default: return type_of_rich(a, v);
  }
  return type_simple(T_ANY);
}

const type *type_infer(struct arena *a, value v) { return infer(a, v, 0); }

/* A Struct can only describe hashes whose keys are strings that are not empty. */
static bool keys_are_names(const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING || h->entries[i].key.length == 0) return false;
  }
  return true;
}

static const type *infer_struct(struct arena *a, const struct hash *h, uint32_t depth)
{
  struct type_struct_entry *entries = arena_array(a, h->n, sizeof *entries);
  for (uint32_t i = 0; i < h->n; i++) {
    entries[i].key = value_text(h->entries[i].key);
    entries[i].value = infer_set(a, h->entries[i].value, depth);
  }
  return type_struct(a, entries, h->n);
}

static const type *infer_set_hash(struct arena *a, const struct hash *h, uint32_t depth)
{
  if (h->n == 0) return &type_empty_hash;
  if (keys_are_names(h)) return infer_struct(a, h, depth);
  const type **keys = arena_array(a, h->n, sizeof *keys), **items = arena_array(a, h->n, sizeof *items);
  for (uint32_t i = 0; i < h->n; i++) {
    keys[i] = infer_set(a, h->entries[i].key, depth);
    items[i] = infer_set(a, h->entries[i].value, depth);
  }
  struct type_range size = range_of(h->n, h->n);
  return type_hash(a, type_variant(a, keys, h->n), type_variant(a, items, h->n), &size);
}

static const type *infer_set(struct arena *a, value v, uint32_t depth)
{
  nesting_step(++depth);
  if (v.kind == V_HASH) return infer_set_hash(a, v.hash, depth);
  /* Puppet's infer gives SemVer for a version, infer_set the range of exactly this version. */
  if (v.kind == V_SEMVER) return type_of_semver_exactly(a, v);
  if (v.kind != V_ARRAY) return infer(a, v, depth);
  if (v.array->n == 0) return &type_empty_array;
  const type **types = arena_array(a, v.array->n, sizeof *types);
  for (uint32_t i = 0; i < v.array->n; i++) types[i] = infer_set(a, v.array->items[i], depth);
  return type_tuple(a, types, v.array->n, NULL);
}

const type *type_infer_set(struct arena *a, value v) { return infer_set(a, v, 0); }

/* --- the common type of two types --- */

/* An unknown string makes the Enum open: an Enum without values. */
static const type *common_enum(struct arena *a, const type *x, const type *y)
{
  const type *both[2] = {x, y};
  bool open = (x->kind == T_STRING && !x->string.literal) || (y->kind == T_STRING && !y->string.literal);
  return open ? type_simple(T_ENUM) : type_enum_of(a, both, 2, false);
}

/* Two literal strings become an Enum; sized ones the range that contains both sizes. */
static const type *common_strings(struct arena *a, const type *x, const type *y)
{
  if (!x->sized || !y->sized) {
    if (!x->string.literal || !y->string.literal) return type_simple(T_STRING);
    return common_enum(a, x, y);
  }
  return type_string_sized(a, range_common(x->string.size, y->string.size));
}

static const type *common_resource(struct arena *a, const type *x, const type *y)
{
  if (x->resource.type_name != y->resource.type_name) return type_simple(T_RESOURCE);
  return type_resource(a, x->resource.type_name, (str){NULL, 0});
}

const type *type_range_common(struct arena *a, const type *x, const type *y)
{
  if (x->kind == T_FLOAT) {
    return type_float(a, x->number.from < y->number.from ? x->number.from : y->number.from,
                      x->number.to > y->number.to ? x->number.to : y->number.to);
  }
  const struct type_range r = range_common(x->range, y->range);
  return type_integer(a, r.from, r.to);
}

/* Two types of one kind, neither assignable to the other. NULL: no rule for the kind. */
static const type *common_same_kind(struct arena *a, const type *x, const type *y)
{
  const type *both[2] = {x, y};
  switch ((enum type_kind)x->kind) {
  case T_ARRAY: return type_array(a, type_common(a, x->array.element, y->array.element), NULL);
  case T_HASH:
    return type_hash(a, type_common(a, x->hash.key, y->hash.key), type_common(a, x->hash.value, y->hash.value), NULL);
  case T_CLASS: return type_simple(T_CLASS);
  case T_RESOURCE: return common_resource(a, x, y);
  case T_INTEGER:
  case T_FLOAT: return type_range_common(a, x, y);
  case T_STRING: return common_strings(a, x, y);
  case T_PATTERN: return type_pattern_of(a, both, 2);
  case T_ENUM: return common_enum(a, x, y);
  case T_VARIANT: return type_variant(a, both, 2);
  case T_REGEXP:
  case T_CALLABLE: return type_simple(x->kind);
  default: return NULL;
  }
}

static bool both_are(const type *t, const type *x, const type *y)
{
  return type_assignable(t, x) && type_assignable(t, y);
}

/* The narrowest of Puppet's general types that accepts both. */
static const type *common_wide(struct arena *a, const type *x, const type *y)
{
  static const enum type_kind wide[] = {T_NUMERIC, T_SCALAR_DATA, T_SCALAR};
  for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
    if (both_are(type_simple(wide[i]), x, y)) return type_simple(wide[i]);
  }
  if (both_are(type_data(), x, y)) return type_data();
  if (x->kind == T_TYPE && y->kind == T_TYPE) return type_of_type(a, type_common(a, x->inner, y->inner));
  return both_are(type_rich_data(), x, y) ? type_rich_data() : type_simple(T_ANY);
}

/* NULL, Undef and Unit give way to the other type, as in Puppet: [1, undef] is an Array[Integer]. */
const type *type_common(struct arena *a, const type *x, const type *y)
{
  if (x == NULL || x->kind == T_UNDEF) return y;
  if (y == NULL || y->kind == T_UNDEF) return x;
  if (x->kind == T_UNIT) return y;
  if (y->kind == T_UNIT) return x;
  if (type_assignable(x, y)) return x;
  if (type_assignable(y, x)) return y;
  const type *result = NULL;
  if (x->kind == y->kind) result = common_same_kind(a, x, y);
  else if ((x->kind == T_STRING && y->kind == T_ENUM) || (x->kind == T_ENUM && y->kind == T_STRING)) {
    result = common_enum(a, x, y);
  }
  return result != NULL ? result : common_wide(a, x, y);
}

/* Whether every value of one type is a value of another: assignable(to, from). It follows Puppet's rules exactly, even
 * where they are odd, because they decide which calls and parameters are accepted. answer() first splits `from` (alias,
 * Variant, Optional, NotUndef); kind_assignable() then goes by the kind of `to`. Aliases may be recursive. If the same
 * question comes up again while it is being answered, the answer is yes: a difference, if any, is found elsewhere. */

#include <math.h>

#include "base/deadline.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_rich.h"
#include "compiler/types/type_internal.h"

/* The questions that are being answered, innermost first: a list on the stack. */
struct question {
  const type *to, *from;
  const struct question *outer;
  uint32_t depth;
};

static bool assignable(const type *to, const type *from, const struct question *guard);

static bool all_assignable(const type *to, struct type_list from, const struct question *guard)
{
  for (uint32_t i = 0; i < from.n; i++) {
    if (!assignable(to, from.items[i], guard)) return false;
  }
  return true;
}

static bool any_assignable(struct type_list to, const type *from, const struct question *guard)
{
  for (uint32_t i = 0; i < to.n; i++) {
    if (assignable(to.items[i], from, guard)) return true;
  }
  return false;
}

static const uint64_t scalar_data = KIND(SCALAR_DATA) | KIND(ENUM) | KIND(PATTERN) | KIND(STRING) | KIND(NUMERIC) |
                                    KIND(INTEGER) | KIND(FLOAT) | KIND(BOOLEAN);
static const uint64_t other_scalars = KIND(SCALAR) | KIND(REGEXP) | KIND(SEMVER) | KIND(SEMVER_RANGE) |
                                      KIND(TIMESTAMP) | KIND(TIMESPAN);

/* --- strings --- */

/* Enum without values accepts every string. */
static bool to_enum(const type *to, const type *from)
{
  if (type_equal(to, from)) return true;
  if (to->enumeration.n == 0 && (from->kind == T_STRING || from->kind == T_ENUM || from->kind == T_PATTERN))
    return true;
  if (from->kind == T_STRING) return from->string.literal && type_enum_has(to, from->string.text);
  if (from->kind != T_ENUM || from->enumeration.n == 0) return false;
  /* An Enum that ignores case has values in spellings that the other one does not list. */
  if (!to->enumeration.ignore_case && from->enumeration.ignore_case) return false;
  for (uint32_t i = 0; i < from->enumeration.n; i++) {
    if (!type_enum_has(to, from->enumeration.values[i])) return false;
  }
  return true;
}

/* Whether a pattern matches can only be decided for known texts; any other string fits only Pattern without
 * patterns. */
static bool to_pattern(const type *to, const type *from)
{
  if (type_equal(to, from)) return true;
  if (from->kind == T_STRING)
    return from->string.literal ? type_pattern_has(to, from->string.text) : to->pattern.n == 0;
  if (from->kind == T_PATTERN) return to->pattern.n == 0;
  if (from->kind != T_ENUM) return false;
  if (from->enumeration.n == 0) return to->pattern.n == 0;
  for (uint32_t i = 0; i < from->enumeration.n; i++) {
    if (!type_pattern_has(to, from->enumeration.values[i])) return false;
  }
  return true;
}

/* An Enum fits a sized String if each value has such a length. */
static bool sizes_within(struct type_range size, const type *enumeration)
{
  if (enumeration->enumeration.n == 0) return range_within(size, RANGE_ANY_SIZE);
  for (uint32_t i = 0; i < enumeration->enumeration.n; i++) {
    if (!range_has(size, type_text_size(enumeration->enumeration.values[i]))) return false;
  }
  return true;
}

static bool to_string(const type *to, const type *from)
{
  if (to->sized) {
    if (from->kind == T_STRING) return range_within(to->string.size, from->string.size);
    if (from->kind == T_ENUM) return sizes_within(to->string.size, from);
    /* The length of a string that matches a pattern is unknown. */
    return from->kind == T_PATTERN && range_within(to->string.size, RANGE_ANY_SIZE);
  }
  if (!to->string.literal) return from->kind == T_STRING || from->kind == T_ENUM || from->kind == T_PATTERN;
  if (from->kind == T_STRING) return from->string.literal && str_eq(to->string.text, from->string.text);
  /* As in Puppet, the text of an Enum with one value is not compared here. */
  return from->kind == T_ENUM && from->enumeration.n == 1 && !from->enumeration.ignore_case;
}

/* --- collections --- */

struct type_range type_collection_size(const type *t)
{
  switch ((enum type_kind)t->kind) {
  case T_COLLECTION: return t->range;
  case T_ARRAY: return t->array.size;
  case T_HASH: return t->hash.size;
  case T_TUPLE: return t->tuple.explicit_size ? t->tuple.size : range_of(t->tuple.types.n, t->tuple.types.n);
  case T_STRUCT: return range_of(t->fields.n, t->fields.n);
  default: return range_of(-1, -1);
  }
}

static bool to_collection(const type *to, const type *from)
{
  return range_within(to->range, type_collection_size(from));
}

static bool to_array(const type *to, const type *from, const struct question *guard)
{
  if (from->kind != T_TUPLE && from->kind != T_ARRAY) return false;
  if (!range_within(to->array.size, type_collection_size(from))) return false;
  if (from->kind == T_ARRAY) return assignable(to->array.element, from->array.element, guard);
  return all_assignable(to->array.element, from->tuple.types, guard);
}

static bool to_hash(const type *to, const type *from, const struct question *guard)
{
  if (from->kind == T_HASH) {
    /* The empty hash has keys and values of no type, so only the size matters. */
    bool empty = from->sized && from->hash.size.to == 0;
    if (empty && to->hash.size.from == 0) return true;
    return assignable(to->hash.key, from->hash.key, guard) && assignable(to->hash.value, from->hash.value, guard) &&
           range_within(to->hash.size, from->hash.size);
  }
  if (from->kind != T_STRUCT || !range_has(to->hash.size, from->fields.n)) return false;
  for (uint32_t i = 0; i < from->fields.n; i++) {
    const struct type_struct_entry *e = &from->fields.entries[i];
    if (!type_instance(to->hash.key, value_str(e->key)) || !assignable(to->hash.value, e->value, guard)) return false;
  }
  return true;
}

static const type *tuple_at(const type *t, uint32_t i)
{
  return t->tuple.types.items[i < t->tuple.types.n ? i : t->tuple.types.n - 1];
}

static bool to_tuple(const type *to, const type *from, const struct question *guard)
{
  if (type_equal(to, from)) return true;
  struct type_range size = type_tuple_size(to);
  uint32_t n = to->tuple.types.n;
  if (from->kind == T_TUPLE) {
    if (!range_within(size, type_tuple_size(from))) return false;
    /* Tuple without types accepts elements of any kind; of others the last type repeats. */
    if (n == 0) return true;
    if (from->tuple.types.n == 0) return size.from == 0;
    for (uint32_t i = 0; i < from->tuple.types.n; i++) {
      if (!assignable(tuple_at(to, i), from->tuple.types.items[i], guard)) return false;
    }
    return true;
  }
  if (from->kind != T_ARRAY || !range_within(size, from->array.size)) return false;
  /* Only the types of elements that the array can have. */
  for (uint32_t i = 0; i < n && (int64_t)i < from->array.size.to; i++) {
    if (!assignable(to->tuple.types.items[i], from->array.element, guard)) return false;
  }
  return true;
}

const struct type_struct_entry *type_struct_find(const type *t, str key)
{
  for (uint32_t i = 0; i < t->fields.n; i++) {
    if (str_eq(t->fields.entries[i].key, key)) return &t->fields.entries[i];
  }
  return NULL;
}

static bool struct_to_struct(const type *to, const type *from, const struct question *guard)
{
  uint32_t matched = 0;
  for (uint32_t i = 0; i < to->fields.n; i++) {
    const struct type_struct_entry *x = &to->fields.entries[i], *y = type_struct_find(from, x->key);
    if (y == NULL) {
      if (!x->optional_key) return false;
      continue;
    }
    matched++;
    if ((y->optional_key && !x->optional_key) || !assignable(x->value, y->value, guard)) return false;
  }
  return matched == from->fields.n;
}

/* A Hash fits a Struct if its values fit every required key and its size allows for these keys. */
static bool to_struct(const type *to, const type *from, const struct question *guard)
{
  if (from->kind == T_STRUCT) return struct_to_struct(to, from, guard);
  if (from->kind != T_HASH) return false;
  uint32_t required = 0;
  for (uint32_t i = 0; i < to->fields.n; i++) {
    const struct type_struct_entry *e = &to->fields.entries[i];
    if (e->optional_key) continue;
    required++;
    if (!assignable(e->value, from->hash.value, guard)) return false;
    if (!assignable(type_simple(T_STRING), from->hash.key, guard)) return false;
  }
  return range_within(range_of(required, to->fields.n), from->hash.size);
}

/* --- callables --- */

/* Parameters and blocks are contravariant (`from` must accept what `to` may be called with), the result is
 * covariant. */
static bool to_callable(const type *to, const type *from, const struct question *guard)
{
  if (from->kind != T_CALLABLE) return false;
  const type *any = type_simple(T_ANY), *undef = type_simple(T_UNDEF);
  const type *result = from->callable.result != NULL ? from->callable.result : any;
  if (to->callable.result != NULL && !assignable(to->callable.result, result, guard)) return false;
  if (to->callable.any) return true;
  if (from->callable.any) return false;
  type mine, theirs;
  if (!assignable(type_params_tuple(from, &theirs), type_params_tuple(to, &mine), guard)) return false;
  const type *this_block = to->callable.block != NULL ? to->callable.block : undef;
  const type *that_block = from->callable.block != NULL ? from->callable.block : undef;
  return assignable(that_block, this_block, guard);
}

/* Callable, an Optional of one, or a Variant of nothing else: this is what Puppet recognizes as the type of a
 * block. */
bool type_is_callable(const type *t)
{
  t = type_resolved(t);
  if (t->kind == T_CALLABLE) return true;
  if (t->kind == T_OPTIONAL) return t->inner != NULL && type_is_callable(t->inner);
  if (t->kind != T_VARIANT) return false;
  for (uint32_t i = 0; i < t->variants.n; i++) {
    if (!type_is_callable(t->variants.items[i])) return false;
  }
  return true;
}

/* --- iterables --- */

static bool is_finite(const type *t) { return t->range.from != TYPE_MIN && t->range.to != TYPE_MAX; }

/* Whether Iterable accepts its values. */
static bool is_iterable(const type *t)
{
  t = type_resolved(t);
  if (t->kind == T_TYPE)
    return t->inner != NULL && (t->inner->kind == T_ENUM || (t->inner->kind == T_INTEGER && is_finite(t->inner)));
  /* Classes of Puppet's iterators; those of tree_each() have no other type. */
  if (t->kind == T_RUNTIME)
    return str_starts(t->runtime.name, STR("Puppet::Pops::Types::")) && str_ends(t->runtime.name, STR("Iterator"));
  return type_is_among(t, KIND(STRING) | KIND(ENUM) | KIND(INTEGER) | KIND(COLLECTION) | KIND(ARRAY) | KIND(HASH) |
                            KIND(TUPLE) | KIND(STRUCT) | KIND(ITERABLE) | KIND(ITERATOR));
}

/* The tuple is on the stack, so that an answer allocates no memory. */
static bool pair_assignable(const type *to, const type *key, const type *item, const struct question *guard)
{
  const type *types[2] = {key, item};
  type pair = {.kind = T_TUPLE, .has_params = true};
  pair.tuple.types = (struct type_list){types, 2};
  pair.tuple.size = range_of(2, 2);
  pair.tuple.explicit_size = true;
  return assignable(to, &pair, guard);
}

/* Puppet makes one Variant of all values, so all of them must fit. */
static bool struct_step_assignable(const type *to, const type *from, const struct question *guard)
{
  if (from->fields.n == 0) return pair_assignable(to, type_simple(T_UNIT), type_simple(T_UNIT), guard);
  for (uint32_t i = 0; i < from->fields.n; i++) {
    if (!pair_assignable(to, type_simple(T_STRING), from->fields.entries[i].value, guard)) return false;
  }
  return true;
}

/* Whether the elements of iterating over `from` can be assigned to `to`. */
static bool step_assignable(const type *to, const type *from, const struct question *guard)
{
  static const type one_character = {
    .kind = T_STRING, .has_params = true, .sized = true, .string = {{"", 0}, {1, 1}, false}};
  from = type_resolved(from);
  switch ((enum type_kind)from->kind) {
  case T_STRING:
  case T_ENUM: return assignable(to, &one_character, guard);
  case T_INTEGER: return assignable(to, type_simple(T_INTEGER), guard);
  /* Puppet has no element type for Array[Any], so the answer is no. */
  case T_ARRAY: return from->array.element->kind != T_ANY && assignable(to, from->array.element, guard);
  case T_HASH:
    /* Hash without parameters, and the empty one, are taken as pairs of Unit, which fit everything. */
    if (type_equal(from, type_simple(T_HASH)) || from->hash.size.to == 0) {
      return pair_assignable(to, type_simple(T_UNIT), type_simple(T_UNIT), guard);
    }
    return pair_assignable(to, from->hash.key, from->hash.value, guard);
  case T_TUPLE: return from->tuple.types.n != 0 && all_assignable(to, from->tuple.types, guard);
  case T_STRUCT: return struct_step_assignable(to, from, guard);
  case T_TYPE: return is_iterable(from) && assignable(to, from->inner, guard);
  case T_ITERABLE:
  case T_ITERATOR: return from->inner != NULL && assignable(to, from->inner, guard);
  default: return false;
  }
}

static bool to_iterable(const type *to, const type *from, const struct question *guard)
{
  if (to->inner == NULL || assignable(to->inner, type_simple(T_ANY), guard)) return is_iterable(from);
  return step_assignable(to->inner, from, guard);
}

/* --- the rest --- */

static bool to_resource(const type *to, const type *from)
{
  if (from->kind != T_RESOURCE) return false;
  if (to->resource.type_name == NULL) return true;
  if (to->resource.type_name != from->resource.type_name) return false;
  return !to->resource.has_title || (from->resource.has_title && str_eq(to->resource.title, from->resource.title));
}

static bool to_inner(const type *to, const type *from, const struct question *guard)
{
  if (from->kind != to->kind) return false;
  if (to->inner == NULL) return true;
  const type *inner = from->inner;
  /* Sensitive without a parameter is Sensitive[Any] in Puppet; Type and Iterator without one have no inner type. */
  if (inner == NULL && to->kind == T_SENSITIVE) inner = type_simple(T_ANY);
  return inner != NULL && assignable(to->inner, inner, guard);
}

static bool to_optional(const type *to, const type *from, const struct question *guard)
{
  if (from->kind == T_UNDEF || to->inner == NULL) return true;
  if (from->kind == T_OPTIONAL) return from->inner != NULL && assignable(to->inner, from->inner, guard);
  return assignable(to->inner, from, guard);
}

static bool to_not_undef(const type *to, const type *from, const struct question *guard)
{
  /* NotUndef accepts no type that may be undef, even if its other values would fit. */
  if (assignable(from, type_simple(T_UNDEF), guard)) return false;
  return to->inner == NULL || assignable(to->inner, from, guard);
}

/* Init[T] accepts T and whatever T.new accepts: one argument (`single`) or an array of them (`several`). Init
 * without a parameter accepts RichData. */
static bool to_init(const type *to, const type *from, const struct question *guard)
{
  const struct init_state *state = type_init_ready(to);
  if (from->kind == T_INIT) return state == NULL || (from->inner != NULL && assignable(to->inner, from->inner, guard));
  if (state == NULL) return assignable(type_rich_data(), from, guard);
  if (assignable(state->single, from, guard)) return true;
  if (state->several == NULL) return false;
  if (assignable(state->several, from, guard)) return true;
  type one = {.kind = T_TUPLE, .has_params = true};
  one.tuple.types = (struct type_list){&from, 1};
  one.tuple.size = range_of(1, 1);
  return state->lone && assignable(state->several, &one, guard);
}

static bool to_runtime(const type *to, const type *from)
{
  if (from->kind != T_RUNTIME) return false;
  if (to->runtime.runtime.p != NULL && !str_eq(to->runtime.runtime, from->runtime.runtime)) return false;
  return (to->runtime.name.p == NULL && to->runtime.pattern == NULL) || type_equal(to, from);
}

static const value *given_parameter(const void *params, str name)
{
  return params == NULL ? NULL : hash_get_str(params, name);
}

/* The type itself or one that inherits from it; type parameters must match as well. */
static bool to_object(const type *to, const type *from, const struct question *guard)
{
  if (from->kind != T_OBJECT) return false;
  if (to->object.def == NULL) return true;
  if (from->object.def == NULL) return false;
  if (!object_type_params_fit(to, given_parameter, from->object.params)) return false;
  /* The definition is shared by all uses of a type; the longer comparison is for types from different
   * environments. */
  if (to->object.def == from->object.def) return true;
  /* Parameters matched above, so the types are compared without them. */
  type base = *to, other = *from;
  base.object.params = other.object.params = NULL;
  if (type_equal(&base, &other)) return true;
  const type *parent = from->object.def->parent;
  return parent != NULL && assignable(&base, parent, guard);
}

/* By the kind of `to`. `from` is no Unit, alias, Variant or Optional here; a NotUndef only if what it wraps
 * accepts undef. */
static bool kind_assignable(const type *to, const type *from, const struct question *guard)
{
  switch ((enum type_kind)to->kind) {
  case T_ANY:
  case T_UNIT: return true;
  case T_SCALAR: return type_is_among(from, scalar_data | other_scalars);
  case T_SCALAR_DATA: return type_is_among(from, scalar_data);
  case T_NUMERIC: /* the type of NaN is not assignable to any range, not even to itself */
    return from->kind == T_NUMERIC || from->kind == T_INTEGER || (from->kind == T_FLOAT && !isnan(from->number.from));
  case T_INTEGER: return from->kind == T_INTEGER && range_within(to->range, from->range);
  case T_FLOAT:
    return from->kind == T_FLOAT && to->number.from <= from->number.from && to->number.to >= from->number.to;
  case T_BOOLEAN: return from->kind == T_BOOLEAN && (to->boolean.value < 0 || to->boolean.value == from->boolean.value);
  case T_STRING: return to_string(to, from);
  case T_ENUM: return to_enum(to, from);
  case T_PATTERN: return to_pattern(to, from);
  case T_REGEXP: return from->kind == T_REGEXP && (to->pattern.n == 0 || type_equal(to, from));
  case T_COLLECTION: return to_collection(to, from);
  case T_ARRAY: return to_array(to, from, guard);
  case T_HASH: return to_hash(to, from, guard);
  case T_TUPLE: return to_tuple(to, from, guard);
  case T_STRUCT: return to_struct(to, from, guard);
  case T_VARIANT: return any_assignable(to->variants, from, guard);
  case T_OPTIONAL: return to_optional(to, from, guard);
  case T_NOT_UNDEF: return to_not_undef(to, from, guard);
  case T_CALLABLE: return to_callable(to, from, guard);
  case T_ITERABLE: return to_iterable(to, from, guard);
  case T_INIT: return to_init(to, from, guard);
  case T_RUNTIME: return to_runtime(to, from);
  case T_ITERATOR:
  case T_TYPE:
  case T_SENSITIVE: return to_inner(to, from, guard);
  case T_CATALOG_ENTRY: return from->kind == T_CATALOG_ENTRY || from->kind == T_CLASS || from->kind == T_RESOURCE;
  case T_CLASS: return from->kind == T_CLASS && (to->class.name == NULL || to->class.name == from->class.name);
  case T_RESOURCE: return to_resource(to, from);
  case T_OBJECT: return to_object(to, from, guard);
  case T_TYPE_SET: return from->kind == T_TYPE_SET && (to->set == NULL || type_equal(to, from));
  case T_REFERENCE: return type_equal(to, from);
  case T_SEMVER:
  case T_TIMESTAMP:
  case T_TIMESPAN:
  case T_URI: return type_rich_assignable(to, from);
  case T_ALIAS: return to->alias.target != NULL && assignable(to->alias.target, from, guard);
  case T_UNDEF:
  case T_DEFAULT:
  case T_BINARY:
  case T_SEMVER_RANGE:
  case T_KIND_COUNT: break;
  }
  return from->kind == to->kind;
}

static bool from_variant(const type *to, const type *from, const struct question *guard)
{
  if (to->kind == T_ANY) return true;
  /* Variant without types is the default of its kind and accepts every Variant. */
  if (to->kind == T_VARIANT && to->variants.n == 0) return true;
  if (to->kind == T_NOT_UNDEF && from->variants.n == 0) return kind_assignable(to, from, guard);
  return from->variants.n != 0 && all_assignable(to, from->variants, guard);
}

static bool from_not_undef(const type *to, const type *from, const struct question *guard)
{
  /* NotUndef does not change a type that cannot be undef. */
  if (from->inner != NULL && !assignable(from->inner, type_simple(T_UNDEF), guard)) {
    return assignable(to, from->inner, guard);
  }
  return kind_assignable(to, from, guard);
}

static bool answer(const type *to, const type *from, const struct question *guard)
{
  switch ((enum type_kind)from->kind) {
  case T_UNIT: return true;
  case T_ALIAS: return from->alias.target != NULL && assignable(to, from->alias.target, guard);
  case T_VARIANT: return from_variant(to, from, guard);
  case T_OPTIONAL:
    return assignable(to, type_simple(T_UNDEF), guard) && (from->inner == NULL || assignable(to, from->inner, guard));
  case T_NOT_UNDEF: return from_not_undef(to, from, guard);
  default: return kind_assignable(to, from, guard);
  }
}

static bool assignable(const type *to, const type *from, const struct question *guard)
{
  if (to->kind == T_UNIT) return true;
  uint32_t depth = guard == NULL ? 0 : guard->depth + 1;
  nesting_step(depth);
  /* Only these types can contain themselves; for the others a search of the list would be wasted. */
  if (to->kind == T_ALIAS || from->kind == T_ALIAS || to->kind == T_INIT) {
    for (const struct question *q = guard; q != NULL; q = q->outer) {
      if (q->to == to && q->from == from) return true;
    }
  }
  struct question here = {to, from, guard, depth};
  return answer(to, from, &here);
}

bool type_assignable(const type *to, const type *from) { return assignable(to, from, NULL); }

bool type_equivalent(const type *a, const type *b)
{
  return type_equal(a, b) || (type_assignable(b, a) && type_assignable(a, b));
}

bool type_accepts_undef(const type *t) { return assignable(t, type_simple(T_UNDEF), NULL); }

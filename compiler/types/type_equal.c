/* Three functions over the structure of types: equality, generalizing (without sizes, ranges and literal values),
 * and Puppet's normal form, in which messages show types and in which aliases are kept. The latter two return the
 * same pointer when nothing changes, so unchanged parts are shared and a caller sees a change by comparing
 * pointers. */
#include <assert.h>

#include "base/deadline.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_set.h"
#include "compiler/types/type_rich.h"
#include "compiler/types/type_internal.h"
#include "compiler/values/ruby_text.h"

static bool list_has(struct type_list list, const type *t)
{
  for (uint32_t i = 0; i < list.n; i++) {
    if (type_equal(list.items[i], t)) return true;
  }
  return false;
}

/* The order of types in a Variant does not matter. Neither list contains duplicates, so one direction is enough. */
static bool variants_equal(struct type_list a, struct type_list b)
{
  if (a.n != b.n) return false;
  for (uint32_t i = 0; i < a.n; i++) {
    if (!list_has(b, a.items[i])) return false;
  }
  return true;
}

/* The types directly inside, in order. */
static bool parts_equal(const type *a, const type *b)
{
  for (uint32_t i = 0;; i++) {
    const type *const *x = type_part(a, i), *const *y = type_part(b, i);
    if (x == NULL || y == NULL) return x == y;
    if (!type_equal(*x, *y)) return false;
  }
}

static bool range_equal(struct type_range a, struct type_range b) { return a.from == b.from && a.to == b.to; }

/* A size that was written differs from the same one by default: Array[Any, 0] is not Array in Puppet. */
static bool size_equal(const type *a, struct type_range x, const type *b, struct type_range y)
{
  return a->sized == b->sized && (!a->sized || range_equal(x, y));
}

static bool string_equal(const type *a, const type *b)
{
  if (a->string.literal || b->string.literal) {
    return a->string.literal == b->string.literal && str_eq(a->string.text, b->string.text);
  }
  return size_equal(a, a->string.size, b, b->string.size);
}

static bool enum_equal(const type *a, const type *b)
{
  if (a->enumeration.n != b->enumeration.n || a->enumeration.ignore_case != b->enumeration.ignore_case) return false;
  for (uint32_t i = 0; i < a->enumeration.n; i++) {
    if (!str_eq(a->enumeration.values[i], b->enumeration.values[i])) return false;
  }
  return true;
}

/* In any order; regular expressions are equal if their sources are. */
static bool patterns_equal(const type *a, const type *b)
{
  if (a->pattern.n != b->pattern.n) return false;
  for (uint32_t i = 0; i < a->pattern.n; i++) {
    uint32_t j = 0;
    while (j < b->pattern.n && !str_eq(a->pattern.items[i]->source, b->pattern.items[j]->source)) j++;
    if (j == b->pattern.n) return false;
  }
  return true;
}

/* The order of the keys matters, as Puppet compares the lists of elements. */
static bool struct_equal(const type *a, const type *b)
{
  if (a->fields.n != b->fields.n) return false;
  for (uint32_t i = 0; i < a->fields.n; i++) {
    const struct type_struct_entry *x = &a->fields.entries[i], *y = &b->fields.entries[i];
    if (!str_eq(x->key, y->key) || x->optional_key != y->optional_key) return false;
  }
  return parts_equal(a, b);
}

static bool callable_equal(const type *a, const type *b)
{
  return a->callable.any == b->callable.any && size_equal(a, a->callable.size, b, b->callable.size) &&
         a->callable.params.n == b->callable.params.n && (a->callable.block == NULL) == (b->callable.block == NULL) &&
         parts_equal(a, b);
}

static bool resource_equal(const type *a, const type *b)
{
  return a->resource.type_name == b->resource.type_name && a->resource.has_title == b->resource.has_title &&
         (!a->resource.has_title || str_eq(a->resource.title, b->resource.title));
}

static bool tuple_equal(const type *a, const type *b)
{
  return a->tuple.explicit_size == b->tuple.explicit_size &&
         (!a->tuple.explicit_size || range_equal(a->tuple.size, b->tuple.size)) && parts_equal(a, b);
}

static bool args_equal(const struct array *a, const struct array *b)
{
  return value_same(value_array(a != NULL ? a : &array_empty), value_array(b != NULL ? b : &array_empty));
}

static bool runtime_equal(const type *a, const type *b)
{
  return str_eq(a->runtime.runtime, b->runtime.runtime) && str_eq(a->runtime.name, b->runtime.name) &&
         str_eq(a->runtime.replacement, b->runtime.replacement) &&
         (a->runtime.pattern == b->runtime.pattern || (a->runtime.pattern != NULL && b->runtime.pattern != NULL &&
                                                       str_eq(a->runtime.pattern->source, b->runtime.pattern->source)));
}

static bool sets_equal(const struct type_set *a, const struct type_set *b)
{
  return str_eq(a->authority, b->authority) && str_eq(a->name, b->name) && str_eq(a->version, b->version);
}

bool type_equal(const type *a, const type *b)
{
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  deadline_step();
  stack_look();
  /* Init has arguments besides its inner type, which the next line compares. */
  if (a->kind == T_INIT && !args_equal(a->init.args, b->init.args)) return false;
  if (type_has_inner(a)) return parts_equal(a, b);
  switch ((enum type_kind)a->kind) {
  case T_INTEGER: return range_equal(a->range, b->range);
  case T_FLOAT: return a->number.from == b->number.from && a->number.to == b->number.to;
  case T_BOOLEAN: return a->boolean.value == b->boolean.value;
  case T_STRING: return string_equal(a, b);
  case T_ENUM: return enum_equal(a, b);
  case T_PATTERN:
  case T_REGEXP: return patterns_equal(a, b);
  case T_COLLECTION: return size_equal(a, a->range, b, b->range);
  case T_ARRAY: return size_equal(a, a->array.size, b, b->array.size) && parts_equal(a, b);
  case T_HASH: return size_equal(a, a->hash.size, b, b->hash.size) && parts_equal(a, b);
  case T_TUPLE: return tuple_equal(a, b);
  case T_STRUCT: return struct_equal(a, b);
  case T_VARIANT: return variants_equal(a->variants, b->variants);
  case T_CALLABLE: return callable_equal(a, b);
  case T_RESOURCE: return resource_equal(a, b);
  case T_CLASS: return a->class.name == b->class.name;
  case T_ALIAS: return str_eq(a->alias.name, b->alias.name);
  case T_SEMVER:
  case T_TIMESTAMP:
  case T_TIMESPAN:
  case T_URI: return type_rich_equal(a, b);
  case T_OBJECT: return object_type_equal(a, b);
  case T_TYPE_SET: return a->set != NULL && b->set != NULL && sets_equal(a->set, b->set);
  case T_RUNTIME: return runtime_equal(a, b);
  case T_REFERENCE: return str_eq(a->reference.name, b->reference.name);
  default: return true;
  }
}

/* --- the parts of a type --- */

const type *const *type_part(const type *t, uint32_t i)
{
  if (type_has_inner(t)) return i == 0 && t->inner != NULL ? &t->inner : NULL;
  switch ((enum type_kind)t->kind) {
  case T_ARRAY: return i == 0 ? &t->array.element : NULL;
  case T_HASH: return i == 0 ? &t->hash.key : i == 1 ? &t->hash.value : NULL;
  case T_TUPLE: return i < t->tuple.types.n ? &t->tuple.types.items[i] : NULL;
  case T_VARIANT: return i < t->variants.n ? &t->variants.items[i] : NULL;
  case T_STRUCT: return i < t->fields.n ? &t->fields.entries[i].value : NULL;
  case T_CALLABLE:
    if (i < t->callable.params.n) return &t->callable.params.items[i];
    i -= t->callable.params.n;
    if (i == 0 && t->callable.block != NULL) return &t->callable.block;
    return i == (t->callable.block != NULL) && t->callable.result != NULL ? &t->callable.result : NULL;
  default: return NULL;
  }
}

/* A copy whose parts can be replaced. */
static type *copy_parts(struct arena *a, const type *t)
{
  type *copy = type_copy(a, t);
  if (t->kind == T_STRUCT) {
    copy->fields.entries = arena_array(a, t->fields.n, sizeof *copy->fields.entries);
    memcpy(copy->fields.entries, t->fields.entries, t->fields.n * sizeof *copy->fields.entries);
  } else if (t->kind == T_TUPLE || t->kind == T_VARIANT || t->kind == T_CALLABLE) {
    struct type_list *list = t->kind == T_TUPLE     ? &copy->tuple.types
                             : t->kind == T_VARIANT ? &copy->variants
                                                    : &copy->callable.params;
    const type **items = arena_array(a, list->n, sizeof *items);
    if (list->n != 0) memcpy(items, list->items, list->n * sizeof *items);
    list->items = items;
  }
  return copy;
}

/* Returns the type itself if no part changes. */
static const type *map_parts(struct arena *a, const type *t, const type *map(struct arena *a, const type *t))
{
  type *copy = NULL;
  const type *const *part;
  for (uint32_t i = 0; (part = type_part(t, i)) != NULL; i++) {
    const type *mapped = map(a, *part);
    if (mapped == *part) continue;
    if (copy == NULL) copy = copy_parts(a, t);
    *(const type **)type_part(copy, i) = mapped;
  }
  return copy == NULL ? t : copy;
}

/* --- generalizing --- */

/* An Enum becomes the String of the lengths that its values have. */
static const type *generalize_enum(struct arena *a, const type *t)
{
  if (t->enumeration.n == 0) return type_simple(T_STRING);
  struct type_range size = {TYPE_MAX, 0};
  for (uint32_t i = 0; i < t->enumeration.n; i++) {
    int64_t n = type_text_size(t->enumeration.values[i]);
    if (n < size.from) size.from = n;
    if (n > size.to) size.to = n;
  }
  return type_string_sized(a, size);
}

static const type *generalize_hash(struct arena *a, const type *t)
{
  if (t->hash.key->kind == T_ANY && t->hash.value->kind == T_ANY && !t->sized) return t;
  /* The empty hash stays: its key and value types are Unit, which is not generalized. */
  if (t->sized && t->hash.size.to == 0) return t;
  const type *key = type_generalize(a, t->hash.key), *item = type_generalize(a, t->hash.value);
  return !t->sized && key == t->hash.key && item == t->hash.value ? t : type_hash(a, key, item, NULL);
}

static const type *generalize_array(struct arena *a, const type *t)
{
  if (t->array.element->kind == T_ANY) return type_simple(T_ARRAY);
  const type *element = type_generalize(a, t->array.element);
  return !t->sized && element == t->array.element ? t : type_array(a, element, NULL);
}

static const type *generalize_object(struct arena *a, const type *t)
{
  if (t->object.params == NULL) return t;
  type *base = type_copy(a, t);
  base->has_params = false;
  base->object.params = NULL;
  return base;
}

const type *type_generalize(struct arena *a, const type *t)
{
  assert(t != NULL);
  deadline_step();
  stack_look();
  if (type_has_inner(t)) {
    if (t->inner == NULL) return type_simple(t->kind);
    const type *inner = type_generalize(a, t->inner);
    return inner == t->inner || t->kind == T_INIT ? t : type_with_inner(a, t->kind, inner);
  }
  if (type_is_among(t, KIND(INTEGER) | KIND(FLOAT) | KIND(BOOLEAN) | KIND(STRING) | KIND(TIMESTAMP) | KIND(TIMESPAN) |
                         KIND(URI) | KIND(COLLECTION)))
    return type_simple(t->kind);
  switch ((enum type_kind)t->kind) {
  case T_ENUM: return generalize_enum(a, t);
  case T_ARRAY: return generalize_array(a, t);
  case T_HASH: return generalize_hash(a, t);
  case T_OBJECT: return generalize_object(a, t);
  case T_TUPLE:
  case T_STRUCT:
  case T_CALLABLE: return map_parts(a, t, type_generalize);
  case T_VARIANT: {
    const type *mapped = map_parts(a, t, type_generalize);
    return mapped == t ? t : type_variant(a, mapped->variants.items, mapped->variants.n);
  }
  default: return t;
  }
}

/* --- normal form --- */

static const type *normalize_optional(struct arena *a, const type *t)
{
  if (t->inner == NULL) return t;
  /* Optional[NotUndef[T]] is Optional[T]; below, Optional[T] is T if T may be undef. */
  if (t->inner->kind == T_NOT_UNDEF) return type_normalize(a, type_optional(a, t->inner->inner));
  return type_accepts_undef(t->inner) ? t->inner : t;
}

static const type *normalize_not_undef(struct arena *a, const type *t)
{
  if (t->inner == NULL) return t;
  if (t->inner->kind == T_OPTIONAL) return type_normalize(a, type_not_undef(a, t->inner->inner));
  return type_accepts_undef(t->inner) ? t : t->inner;
}

/* Which types in a Variant are merged with each other. The order is Puppet's and visible in messages: each merge
 * appends its result (ranges are inserted at the front). */
enum merge {
  MERGE_NOT_UNDEFS,
  MERGE_ENUMS,
  MERGE_FOLDING_ENUMS,
  MERGE_PATTERNS,
  MERGE_VERSIONS,
  MERGE_INTEGERS,
  MERGE_FLOATS,
  MERGE_TIMESPANS,
  MERGE_TIMESTAMPS,
  MERGE_NONE
};

static enum merge merge_of(const type *t)
{
  switch ((enum type_kind)t->kind) {
  case T_NOT_UNDEF: return MERGE_NOT_UNDEFS;
  /* A literal string is an Enum of one value here. */
  case T_STRING: return t->string.literal ? MERGE_ENUMS : MERGE_NONE;
  case T_ENUM:
    if (t->enumeration.n == 0) return MERGE_NONE;
    return t->enumeration.ignore_case ? MERGE_FOLDING_ENUMS : MERGE_ENUMS;
  case T_PATTERN: return MERGE_PATTERNS;
  case T_SEMVER: return MERGE_VERSIONS;
  case T_INTEGER: return MERGE_INTEGERS;
  case T_FLOAT: return MERGE_FLOATS;
  case T_TIMESPAN: return MERGE_TIMESPANS;
  case T_TIMESTAMP: return MERGE_TIMESTAMPS;
  default: return MERGE_NONE;
  }
}

/* Moves the types of this merge to `chosen`, if there are at least two. */
static uint32_t take(struct type_list *list, enum merge merge, const type **chosen)
{
  uint32_t n = 0, rest = 0;
  for (uint32_t i = 0; i < list->n; i++) n += merge_of(list->items[i]) == merge;
  if (n < 2) return 0;
  n = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    const type *t = list->items[i];
    if (merge_of(t) == merge) chosen[n++] = t;
    else list->items[rest++] = t;
  }
  list->n = rest;
  return n;
}

const type *type_enum_of(struct arena *a, const type *const *types, uint32_t n, bool folding)
{
  uint32_t total = 0, at = 0;
  for (uint32_t i = 0; i < n; i++) total += types[i]->kind == T_STRING ? 1 : types[i]->enumeration.n;
  str *values = arena_array(a, total, sizeof *values);
  for (uint32_t i = 0; i < n; i++) {
    const bool literal = types[i]->kind == T_STRING;
    const str *from = literal ? &types[i]->string.text : types[i]->enumeration.values;
    const uint32_t count = literal ? 1 : types[i]->enumeration.n;
    /* Values that ignore case are compared, and therefore stored, in lower case. */
    for (uint32_t j = 0; j < count; j++) values[at++] = folding ? text_lower(a, from[j]) : from[j];
  }
  return type_enum(a, values, at, folding);
}

const type *type_pattern_of(struct arena *a, const type *const *types, uint32_t n)
{
  uint32_t total = 0, at = 0;
  for (uint32_t i = 0; i < n; i++) total += types[i]->pattern.n;
  const struct regex **items = arena_array(a, total, sizeof *items);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < types[i]->pattern.n; j++) items[at++] = types[i]->pattern.items[j];
  }
  return type_pattern(a, items, at);
}

static const type *merge_not_undefs(struct arena *a, const type **chosen, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) chosen[i] = chosen[i]->inner == NULL ? type_simple(T_ANY) : chosen[i]->inner;
  return type_not_undef(a, type_normalize(a, type_variant(a, chosen, n)));
}

/* The union of the versions, as one type. */
static const type *merge_versions(struct arena *a, const type *const *chosen, uint32_t n)
{
  uint32_t total = 0, at = 0;
  for (uint32_t i = 0; i < n; i++) total += chosen[i]->versions.n;
  const struct semver_range **ranges = arena_array(a, total, sizeof *ranges);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; k < chosen[i]->versions.n; k++) ranges[at++] = chosen[i]->versions.items[k];
  }
  return type_semver(a, ranges, at);
}

/* Merges ranges that overlap; integer ranges also when they touch (1-3 and 4-6). NULL: they are not merged. */
static const type *merge_two(struct arena *a, const type *x, const type *y)
{
  if (x->kind == T_TIMESPAN || x->kind == T_TIMESTAMP) return type_time_merge(a, x, y);
  if (x->kind == T_FLOAT) {
    return x->number.to < y->number.from || y->number.to < x->number.from ? NULL : type_range_common(a, x, y);
  }
  struct type_range r = x->range, s = y->range;
  bool apart = r.to < s.from || s.to < r.from;
  bool touch = (r.to != TYPE_MAX && r.to + 1 == s.from) || (s.to != TYPE_MAX && s.to + 1 == r.from);
  return apart && !touch ? NULL : type_range_common(a, x, y);
}

/* In Puppet's order, which messages show: the last range is merged with all others, then the last that is left,
 * and so on. The merged ranges come before the other types. */
static void merge_ranges(struct arena *a, struct type_list *list, const type **chosen, uint32_t n)
{
  const type **merged = arena_array(a, n, sizeof *merged);
  uint32_t m = 0;
  while (n > 0) {
    const type *x = chosen[--n];
    uint32_t left = 0;
    for (uint32_t i = 0; i < n; i++) {
      const type *both = merge_two(a, x, chosen[i]);
      if (both != NULL) x = both;
      else chosen[left++] = chosen[i];
    }
    n = left;
    merged[m++] = x;
  }
  memmove(list->items + m, list->items, list->n * sizeof *list->items);
  memcpy(list->items, merged, m * sizeof *merged);
  list->n += m;
}

static void merge_members(struct arena *a, struct type_list *list, enum merge merge, const type **chosen)
{
  uint32_t n = take(list, merge, chosen);
  if (n == 0) return;
  switch (merge) {
  case MERGE_NOT_UNDEFS: list->items[list->n++] = merge_not_undefs(a, chosen, n); break;
  case MERGE_ENUMS:
  case MERGE_FOLDING_ENUMS: list->items[list->n++] = type_enum_of(a, chosen, n, merge == MERGE_FOLDING_ENUMS); break;
  case MERGE_PATTERNS: list->items[list->n++] = type_pattern_of(a, chosen, n); break;
  case MERGE_VERSIONS: list->items[list->n++] = merge_versions(a, chosen, n); break;
  default: merge_ranges(a, list, chosen, n);
  }
}

/* A Variant with Undef or Optional becomes an Optional around the Variant of the rest. */
static const type *normalize_with_undef(struct arena *a, struct type_list list)
{
  const type **rest = arena_array(a, list.n, sizeof *rest);
  uint32_t n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    const type *t = list.items[i];
    if (t->kind == T_UNDEF) continue;
    rest[n++] = t->kind != T_OPTIONAL ? t : t->inner != NULL ? t->inner : type_simple(T_ANY);
  }
  return type_normalize(a, type_optional(a, type_variant(a, rest, n)));
}

static const type *normalize_variant(struct arena *a, const type *t)
{
  if (t->variants.n == 0) return t;
  const type *mapped = map_parts(a, t, type_normalize);
  struct type_list list = mapped->variants;
  if (list.n == 1) return list.items[0];
  for (uint32_t i = 0; i < list.n; i++) {
    if (list.items[i]->kind == T_UNDEF || list.items[i]->kind == T_OPTIONAL) return normalize_with_undef(a, list);
  }
  const type *flat = type_variant(a, list.items, list.n);
  if (flat->kind != T_VARIANT) return flat;
  uint32_t before = flat->variants.n;
  struct type_list merged = {arena_array(a, before + 1, sizeof *merged.items), before};
  memcpy(merged.items, flat->variants.items, before * sizeof *merged.items);
  const type **chosen = arena_array(a, before, sizeof *chosen);
  for (int merge = 0; merge < MERGE_NONE; merge++) merge_members(a, &merged, (enum merge)merge, chosen);
  if (merged.n == 1) return merged.items[0];
  return mapped != t || merged.n != before ? type_variant(a, merged.items, merged.n) : t;
}

static const type *normalize_hash(struct arena *a, const type *t)
{
  if (type_equal(t, type_simple(T_HASH)) || (t->sized && t->hash.size.to == 0)) return t;
  const type *key = type_normalize(a, t->hash.key), *item = type_normalize(a, t->hash.value);
  if (key == t->hash.key && item == t->hash.value) return t;
  return type_hash(a, key, item, t->sized ? &t->hash.size : NULL);
}

/* Like Puppet, drops the size of an Array[Any] and of a Collection, since messages show it so. */
const type *type_normalize(struct arena *a, const type *t)
{
  assert(t != NULL);
  deadline_step();
  stack_look();
  if (type_has_inner(t) && t->inner != NULL && t->kind != T_INIT) {
    const type *inner = type_normalize(a, t->inner);
    if (inner != t->inner) t = type_with_inner(a, t->kind, inner);
  }
  switch ((enum type_kind)t->kind) {
  case T_OPTIONAL: return normalize_optional(a, t);
  case T_NOT_UNDEF: return normalize_not_undef(a, t);
  case T_COLLECTION: return type_simple(T_COLLECTION);
  case T_ARRAY: {
    if (t->array.element->kind == T_ANY) return type_simple(T_ARRAY);
    const type *element = type_normalize(a, t->array.element);
    return element == t->array.element ? t : type_array(a, element, t->sized ? &t->array.size : NULL);
  }
  case T_HASH: return normalize_hash(a, t);
  case T_TUPLE:
  case T_STRUCT: return map_parts(a, t, type_normalize);
  case T_CALLABLE: return t->callable.any ? t : map_parts(a, t, type_normalize);
  case T_VARIANT: return normalize_variant(a, t);
  default: return t;
  }
}

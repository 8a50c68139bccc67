/* Whether a value is an instance of a type. This is on the path of every class, define and function call, so the most
 * frequent types are checked first (instance_through), and only Iterable[T] allocates memory. */
#include <math.h>
#include <stdio.h>

#include "base/deadline.h"
#include "compiler/types/iterator.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/runtime.h"

/* Aliases (and Init) that are being followed for the same value, innermost first. If one comes up again, it only leads
 * to itself, so the answer is no. Elements of the value start with an empty list. */
struct hop {
  const type *alias;
  const struct hop *outer;
};

static bool instance_at(const type *t, value v, uint32_t depth, const struct hop *hops);

static bool string_instance(const type *t, value v)
{
  if (v.kind != V_STRING) return false;
  if (t->string.literal) return str_eq(t->string.text, value_text(v));
  if (!t->sized) return true;
  /* A character takes one to four bytes in UTF-8. Where these limits already decide, the characters are not
   * counted. */
  if (t->string.size.from <= (int64_t)v.length / 4 && t->string.size.to >= (int64_t)v.length) return true;
  return range_has(t->string.size, type_text_size(value_text(v)));
}

/* Hash without restrictions on keys, values and size. */
static inline bool is_any_hash(const type *t)
{
  return t->hash.key->kind == T_ANY && t->hash.value->kind == T_ANY && t->hash.size.from == 0 &&
         t->hash.size.to == TYPE_MAX;
}

/* An integer from Ruby beyond 64 bits cannot be compared with a range. It fails, because any answer could be
 * wrong. */
static bool not_big(value v)
{
  if (value_is_big(v)) fail_not_supported(context_running(), "integers beyond 64 bits");
  return false;
}

/* Checks the most frequent types without the call and the switch over all kinds. */
static inline bool instance_through(const type *t, value v, uint32_t depth, const struct hop *hops)
{
  switch ((enum type_kind)t->kind) {
  case T_ANY: return true;
  case T_STRING: return v.kind == V_STRING && (!(t->sized || t->string.literal) || string_instance(t, v));
  case T_INTEGER: return v.kind == V_INT ? v.integer >= t->range.from && v.integer <= t->range.to : not_big(v);
  case T_UNDEF: return v.kind == V_UNDEF;
  case T_BOOLEAN: return v.kind == V_BOOL && (t->boolean.value < 0 || t->boolean.value == v.boolean);
  case T_HASH: return v.kind == V_HASH && (is_any_hash(t) || instance_at(t, v, depth, hops));
  case T_ARRAY: return v.kind == V_ARRAY && instance_at(t, v, depth, hops);
  case T_ITERABLE:
    if ((v.kind == V_ARRAY || v.kind == V_HASH) && (t->inner == NULL || t->inner->kind == T_ANY)) return true;
    return instance_at(t, v, depth, hops);
  default: return instance_at(t, v, depth, hops);
  }
}

/* For an element of a value: the list of aliases starts empty. */
static inline bool instance(const type *t, value v, uint32_t depth) { return instance_through(t, v, depth, NULL); }

bool type_enum_has(const type *t, str s)
{
  for (uint32_t i = 0; i < t->enumeration.n; i++) {
    str v = t->enumeration.values[i];
    if (t->enumeration.ignore_case ? str_caseeq(v, s) : str_eq(v, s)) return true;
  }
  return false;
}

bool type_pattern_has(const type *t, str s)
{
  for (uint32_t i = 0; i < t->pattern.n; i++) {
    if (context_search(t->pattern.items[i], s, 0, NULL)) return true;
  }
  return t->pattern.n == 0;
}

/* All values of this kind are instances; V_KIND_COUNT: no kind is enough. Checking the kind is most of the work for
 * large arrays and hashes. */
static enum value_kind sufficient_kind(const type *t)
{
  if (t->kind == T_STRING && !t->sized && !t->string.literal) return V_STRING;
  return t->kind == T_HASH && is_any_hash(t) ? V_HASH : V_KIND_COUNT;
}

static bool array_instance(const type *t, value v, uint32_t depth)
{
  if (v.kind != V_ARRAY || !range_has(t->array.size, v.array->n)) return false;
  if (t->array.element->kind == T_ANY) return true;
  const enum value_kind enough = sufficient_kind(t->array.element);
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (v.array->items[i].kind != enough && !instance(t->array.element, v.array->items[i], depth)) return false;
  }
  return true;
}

static bool hash_instance(const type *t, value v, uint32_t depth)
{
  if (v.kind != V_HASH || !range_has(t->hash.size, v.hash->n)) return false;
  bool any_key = t->hash.key->kind == T_ANY, any_value = t->hash.value->kind == T_ANY;
  if (any_key && any_value) return true;
  const enum value_kind key_enough = sufficient_kind(t->hash.key), enough = sufficient_kind(t->hash.value);
  for (uint32_t i = 0; i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    if (!any_key && e->key.kind != key_enough && !instance(t->hash.key, e->key, depth)) return false;
    if (!any_value && e->value.kind != enough && !instance(t->hash.value, e->value, depth)) return false;
  }
  return true;
}

static bool tuple_instance(const type *t, value v, uint32_t depth)
{
  if (v.kind != V_ARRAY) return false;
  uint32_t n = t->tuple.types.n;
  /* Tuple without types and size accepts any array; otherwise the last type is repeated for further elements. */
  if ((t->tuple.explicit_size || n != 0) && !range_has(t->tuple.size, v.array->n)) return false;
  for (uint32_t i = 0; n != 0 && i < v.array->n; i++) {
    if (!instance(t->tuple.types.items[i < n ? i : n - 1], v.array->items[i], depth)) return false;
  }
  return true;
}

static bool struct_instance(const type *t, value v, uint32_t depth)
{
  if (v.kind != V_HASH) return false;
  uint32_t matched = 0;
  for (uint32_t i = 0; i < t->fields.n; i++) {
    const struct type_struct_entry *e = &t->fields.entries[i];
    const value *found = hash_get_str(v.hash, e->key);
    if (found == NULL) {
      if (!e->optional_key) return false;
      continue;
    }
    matched++;
    if (!instance(e->value, *found, depth)) return false;
  }
  /* Every key of the hash must be declared. */
  return matched == v.hash->n;
}

static bool type_value_instance(const type *t, value v)
{
  return v.kind == V_TYPE && (t->inner == NULL || type_assignable(t->inner, v.type));
}

static bool iterable_type_value(const type *t)
{
  t = type_resolved(t);
  if (t->kind == T_ENUM) return true;
  return t->kind == T_INTEGER && t->range.from != TYPE_MIN && t->range.to != TYPE_MAX;
}

/* Iterable[T] compares the type of all elements taken together, as Puppet infers it. This is the only check that
 * allocates. */
struct steps_question {
  const type *t;
  value v;
  bool yes;
};

static void infer_steps(struct arena *scratch, void *arg)
{
  struct steps_question *q = arg;
  q->yes = type_assignable(q->t, type_infer(scratch, q->v));
}

static bool steps_instance(const type *t, value v)
{
  struct steps_question q = {.t = t, .v = v};
  context_with_scratch(infer_steps, &q);
  return q.yes;
}

static bool iterable_instance(const type *t, value v)
{
  bool any = t->inner == NULL || t->inner->kind == T_ANY || type_assignable(t->inner, type_simple(T_ANY));
  switch ((enum value_kind)v.kind) {
  case V_STRING:
  case V_HASH:
  case V_ARRAY: return any || steps_instance(t, v);
  /* An integer n is iterated as 0 to n - 1, so a negative one cannot be. */
  case V_INT: return any ? v.integer >= 0 : type_assignable(t->inner, type_simple(T_INTEGER));
  case V_ITERATOR: return any || type_assignable(t->inner, iterator_element(v.iterator));
  case V_TYPE: return iterable_type_value(v.type) && (any || type_assignable(t->inner, type_resolved(v.type)));
  default: return false;
  }
}

/* Whether the type is like Callable[n, m], for which only the number of parameters matters. */
static bool callable_counts_only(const type *t)
{
  const struct type_list *params = &t->callable.params;
  if (t->callable.result != NULL || t->callable.block != NULL) return false;
  for (uint32_t i = 0; i < params->n; i++) {
    if (params->items[i]->kind != T_ANY && params->items[i]->kind != T_UNIT) return false;
  }
  return params->n != 0;
}

static bool callable_instance(const type *t, value v)
{
  if (v.kind != V_CLOSURE) return false;
  const bool any = t->callable.any && t->callable.result == NULL;
  if (any || callable_counts_only(t)) {
    /* The most frequent case; it does not need the type of the lambda. */
    const uint32_t n = closure_ops(v.closure)->plain_parameters(v.closure);
    if (n != 0) return any || (t->callable.size.from == n && t->callable.size.to == n);
  }
  /* Makes the type of the lambda, which also reports errors in the types of its parameters. */
  return type_assignable(t, closure_ops(v.closure)->type(v.closure));
}

static bool variant_instance(const type *t, value v, uint32_t depth, const struct hop *hops)
{
  for (uint32_t i = 0; i < t->variants.n; i++) {
    if (instance_through(t->variants.items[i], v, depth, hops)) return true;
  }
  return false;
}

static bool alias_instance(const type *t, value v, uint32_t depth, const struct hop *hops)
{
  for (const struct hop *h = hops; h != NULL; h = h->outer) {
    if (h->alias == t) return false;
  }
  struct hop here = {t, hops};
  return t->alias.target != NULL && instance_at(t->alias.target, v, depth, &here);
}

static bool regexp_instance(const type *t, value v)
{
  return v.kind == V_REGEX && (t->pattern.n == 0 || str_eq(t->pattern.items[0]->source, v.regex->source));
}

static bool float_instance(const type *t, value v)
{
  return v.kind == V_FLOAT && v.number >= t->number.from && v.number <= t->number.to;
}

/* One argument of T.new, or an array of all of them. Init[T] may occur in what T.new accepts, so it counts as a
 * hop. */
static bool init_instance(const type *t, value v, uint32_t depth, const struct hop *hops)
{
  const struct init_state *state = type_init_ready(t);
  if (state == NULL) return instance_at(type_rich_data(), v, depth, hops);
  for (const struct hop *h = hops; h != NULL; h = h->outer) {
    if (h->alias == t) return false;
  }
  struct hop here = {t, hops};
  if (instance_at(state->single, v, depth, &here)) return true;
  if (state->several == NULL) return false;
  if (instance_at(state->several, v, depth, &here)) return true;
  const struct array one = {.n = 1, .items = &v};
  return state->lone && instance_at(state->several, value_array(&one), depth, &here);
}

/* Types are objects themselves: Integer is an instance of Pcore::IntegerType. */
static bool type_as_object_instance(const type *t, const type *v)
{
  char name[64];
  int n = snprintf(name, sizeof name, "Pcore::%sType", type_kind_name((enum type_kind)v->kind));
  const type *meta = n > 0 && (size_t)n < sizeof name ? object_type_builtin(str_n(name, (size_t)n)) : NULL;
  return meta != NULL && type_assignable(t, meta);
}

static bool instance_at(const type *t, value v, uint32_t depth, const struct hop *hops)
{
  nesting_step(++depth);
  const bool rich = value_is_rich(v);
  switch ((enum type_kind)t->kind) {
  case T_ANY:
  case T_UNIT: return true;
  case T_UNDEF: return v.kind == V_UNDEF;
  case T_DEFAULT: return v.kind == V_DEFAULT;
  case T_SCALAR_DATA:
    return v.kind == V_STRING || v.kind == V_INT || v.kind == V_FLOAT || v.kind == V_BOOL || not_big(v);
  case T_SCALAR:
    return v.kind == V_STRING || v.kind == V_INT || v.kind == V_FLOAT || v.kind == V_BOOL || v.kind == V_REGEX ||
           (rich && type_instance_rich(t, v));
  case T_NUMERIC: return v.kind == V_INT || (v.kind == V_FLOAT && !isnan(v.number)) || not_big(v);
  case T_INTEGER: return v.kind == V_INT ? range_has(t->range, v.integer) : not_big(v);
  case T_FLOAT: return float_instance(t, v);
  case T_BOOLEAN: return v.kind == V_BOOL && (t->boolean.value < 0 || t->boolean.value == v.boolean);
  case T_STRING: return string_instance(t, v);
  case T_ENUM: return v.kind == V_STRING && type_enum_has(t, value_text(v));
  case T_PATTERN: return v.kind == V_STRING && type_pattern_has(t, value_text(v));
  case T_REGEXP: return regexp_instance(t, v);
  case T_COLLECTION:
    return (v.kind == V_ARRAY && range_has(t->range, v.array->n)) ||
           (v.kind == V_HASH && range_has(t->range, v.hash->n));
  case T_ARRAY: return array_instance(t, v, depth);
  case T_HASH: return hash_instance(t, v, depth);
  case T_TUPLE: return tuple_instance(t, v, depth);
  case T_STRUCT: return struct_instance(t, v, depth);
  case T_VARIANT: return variant_instance(t, v, depth, hops);
  case T_OPTIONAL: return v.kind == V_UNDEF || (t->inner != NULL && instance_at(t->inner, v, depth, hops));
  case T_NOT_UNDEF: return v.kind != V_UNDEF && (t->inner == NULL || instance_at(t->inner, v, depth, hops));
  case T_TYPE: return rich ? type_instance_rich(t, v) : type_value_instance(t, v);
  case T_SENSITIVE: return v.kind == V_SENSITIVE && (t->inner == NULL || instance(t->inner, *v.sensitive, depth));
  case T_CALLABLE: return callable_instance(t, v);
  case T_ITERABLE: return iterable_instance(t, v);
  case T_ALIAS: return alias_instance(t, v, depth, hops);
  case T_INIT: return init_instance(t, v, depth, hops);
  case T_TYPE_SET: return v.kind == V_TYPE && v.type->kind == T_TYPE_SET;
  case T_OBJECT: return rich ? type_instance_rich(t, v) : v.kind == V_TYPE && type_as_object_instance(t, v.type);
  default: return rich && type_instance_rich(t, v);
  }
}

bool type_instance(const type *t, value v)
{
  /* The most frequent parameters of functions, without the switch over all kinds. */
  if (t->kind == T_OPTIONAL && v.kind == V_UNDEF) return true;
  if (t->kind == T_CALLABLE) return callable_instance(t, v);
  return instance(t, v, 0);
}

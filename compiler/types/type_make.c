/* Making types. Types without parameters are constants in a table; all others are built in an arena, and a builder
 * returns the constant if the arguments do not restrict it (Integer[default, default]). nest() limits types to
 * NESTING_LEVELS; all functions that recurse over types rely on it. */
#include <math.h>

#include "base/check.h"
#include "base/utf8.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_internal.h"
#include "compiler/types/type_set.h"
#include "compiler/values/ruby_text.h"

static const type simple[T_KIND_COUNT];
#define ANY (&simple[T_ANY])
#define OPEN_SIZE \
  {               \
    0, TYPE_MAX   \
  }
#define ROW(kind_) .row = &type_rich_kind, .kind = kind_

static const type simple[T_KIND_COUNT] = {
#define X(kind_, name, access, takes, ...) [T_##kind_] = {ROW(T_##kind_), __VA_ARGS__},
#include "compiler/types/type.def"
#undef X
};

const type type_empty_array = {ROW(T_ARRAY), .has_params = true, .sized = true, .array = {&simple[T_UNIT], {0, 0}}};
const type type_empty_hash = {ROW(T_HASH), .has_params = true, .sized = true,
                              .hash = {&simple[T_UNIT], &simple[T_UNIT], {0, 0}}};

const type *type_simple(enum type_kind kind)
{
  assert_hot(kind < T_KIND_COUNT);
  return &simple[kind];
}

/* --- built-in aliases --- */

/* Data and RichData refer to themselves, so they are declared before their targets. */
static const type data_alias, rich_data_alias, rich_key_alias;
#define LIST(array)                         \
  {                                         \
    array, sizeof(array) / sizeof(array)[0] \
  }

static const type data_array = {ROW(T_ARRAY), .has_params = true, .array = {&data_alias, OPEN_SIZE}};
static const type data_hash = {ROW(T_HASH), .has_params = true, .hash = {&simple[T_STRING], &data_alias, OPEN_SIZE}};
static const type *data_members[] = {&simple[T_SCALAR_DATA], &simple[T_UNDEF], &data_hash, &data_array};
static const type data_variant = {ROW(T_VARIANT), .has_params = true, .variants = LIST(data_members)};

static const type *rich_key_members[] = {&simple[T_STRING], &simple[T_NUMERIC]};
static const type rich_key_variant = {ROW(T_VARIANT), .has_params = true, .variants = LIST(rich_key_members)};
static const type rich_array = {ROW(T_ARRAY), .has_params = true, .array = {&rich_data_alias, OPEN_SIZE}};
static const type rich_hash = {ROW(T_HASH), .has_params = true, .hash = {&rich_key_alias, &rich_data_alias, OPEN_SIZE}};
static const type *rich_members[] = {
  &simple[T_SCALAR], &simple[T_SEMVER_RANGE], &simple[T_BINARY], &simple[T_SENSITIVE],
  &simple[T_TYPE],   &simple[T_TYPE_SET],     &simple[T_URI],    &simple[T_OBJECT],
  &simple[T_UNDEF],  &simple[T_DEFAULT],      &rich_hash,        &rich_array,
};
static const type rich_variant = {ROW(T_VARIANT), .has_params = true, .variants = LIST(rich_members)};

static const type data_alias = {ROW(T_ALIAS), .alias = {{"Data", 4}, &data_variant, true}};
static const type rich_data_alias = {ROW(T_ALIAS), .alias = {{"RichData", 8}, &rich_variant, true}};
static const type rich_key_alias = {ROW(T_ALIAS), .alias = {{"RichDataKey", 11}, &rich_key_variant, true}};
static const type lookup_key_alias = {ROW(T_ALIAS), .alias = {{"Puppet::LookupKey", 17}, &rich_key_alias, true}};
static const type lookup_value_alias = {ROW(T_ALIAS), .alias = {{"Puppet::LookupValue", 19}, &rich_data_alias, true}};

const type *type_data(void) { return &data_alias; }

const type *type_rich_data(void) { return &rich_data_alias; }

/* Finds a built-in alias or object type that is not a kind: Data, RichData, Deferred …; NULL: not found. */
static const type *type_builtin_alias(str cased)
{
#define ALIAS(name, type)         \
  {                               \
    {name, sizeof name - 1}, type \
  }
  static const struct {
    str name;
    const type *type;
  } table[] = {
    ALIAS("Data", &data_alias),
    ALIAS("RichData", &rich_data_alias),
    ALIAS("RichDataKey", &rich_key_alias),
    ALIAS("Puppet::LookupKey", &lookup_key_alias),
    ALIAS("Puppet::LookupValue", &lookup_value_alias),
  };
#undef ALIAS
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (cased.n == table[i].name.n && str_caseeq(cased, table[i].name)) return table[i].type;
  }
  return object_type_builtin(cased);
}

/* --- names --- */

const char *type_kind_name(enum type_kind kind)
{
  assert_hot(kind < T_KIND_COUNT);
  static const char *const names[T_KIND_COUNT] = {
#define X(kind_, name, ...) [T_##kind_] = name,
#include "compiler/types/type.def"
#undef X
  };
  return names[kind];
}

const char *type_kind_label(const type *t) { return type_kind_name(t->kind); }

enum type_kind type_kind_of_name(str lower)
{
  static const unsigned char lengths[T_KIND_COUNT] = {
#define X(kind_, name, ...) [T_##kind_] = sizeof(name) - 1,
#include "compiler/types/type.def"
#undef X
  };
  /* Most names differ in length, which is compared first. Unit has no name in the language. */
  for (int kind = 0; kind < T_KIND_COUNT; kind++) {
    if (lower.n != lengths[kind] || kind == T_UNIT) continue;
    if (str_caseeq(lower, str_n(type_kind_name((enum type_kind)kind), lower.n))) return (enum type_kind)kind;
  }
  return T_KIND_COUNT;
}

str type_name(const type *t)
{
  if (t->kind == T_ALIAS) return t->alias.name;
  if (t->kind == T_OBJECT) return object_type_label(t);
  if (t->kind == T_TYPE_SET) return t->set == NULL ? STR("DefaultTypeSet") : t->set->name;
  return str_of(type_kind_name(t->kind));
}

void type_capitalize_to(char *to, str lower)
{
  bool start = true;
  for (size_t i = 0; i < lower.n; i++) {
    const char c = lower.p[i];
    to[i] = (char)(start ? ascii_upper((unsigned char)c) : c);
    start = c == ':';
  }
}

void type_capitalize(struct buf *out, str lower)
{
  buf_reserve(out, lower.n);
  type_capitalize_to(out->p + out->n, lower);
  out->n += lower.n;
  out->p[out->n] = '\0';
}

const type *type_builtin(str cased_name)
{
  if (str_starts(cased_name, STR("::"))) cased_name = str_from(cased_name, 2);
  enum type_kind kind = type_kind_of_name(cased_name);
  return kind != T_KIND_COUNT ? type_simple(kind) : type_builtin_alias(cased_name);
}

/* In Puppet's order: built-in types, aliases and object types of modules, then resource types. An unknown name becomes
 * a TypeReference, which fails when it is used. */
const type *type_named(struct context *c, const struct type_resolver *r, str cased_name)
{
  if (str_starts(cased_name, STR("::"))) cased_name = str_from(cased_name, 2);
  const type *t = type_builtin(cased_name);
  if (t != NULL) return t;
  if (r != NULL && r->alias != NULL) t = r->alias(r->ctx, cased_name);
  if (t != NULL) return t;
  const symbol *name = sym_intern(text_lower(c->arena, cased_name));
  if (r != NULL && r->resource_type != NULL && r->resource_type(r->ctx, name)) {
    return type_resource(c->arena, name, (str){NULL, 0});
  }
  return type_reference(c->arena, cased_name);
}

/* --- builders --- */

type *type_copy(struct arena *a, const type *t)
{
  type *copy = arena_alloc(a, sizeof *copy);
  *copy = *t;
  return copy;
}

type *type_new(struct arena *a, enum type_kind kind)
{
  type *t = type_copy(a, type_simple(kind));
  t->has_params = true;
  return t;
}

/* Adds `part` to `whole`. Fails if the type would be nested too deeply. */
static const type *nest(type *whole, const type *part)
{
  if (part == NULL) return NULL;
  if (part->levels >= NESTING_LEVELS) nesting_exceeded();
  if (whole->levels <= part->levels) whole->levels = part->levels + 1;
  return part;
}

static struct type_list nest_list(type *whole, struct arena *a, const type *const *types, uint32_t n)
{
  const type **copy = arena_array(a, n, sizeof *copy);
  for (uint32_t i = 0; i < n; i++) copy[i] = nest(whole, types[i]);
  return (struct type_list){copy, n};
}

const type *type_with_inner(struct arena *a, enum type_kind kind, const type *inner)
{
  if (inner == NULL) return type_simple(kind);
  type *t = type_new(a, kind);
  t->inner = nest(t, inner);
  return t;
}

const type *type_optional(struct arena *a, const type *inner) { return type_with_inner(a, T_OPTIONAL, inner); }

const type *type_not_undef(struct arena *a, const type *inner)
{
  /* NotUndef[Any] and Sensitive[Any] are the same as these types without a parameter. */
  return type_with_inner(a, T_NOT_UNDEF, inner == NULL || inner->kind == T_ANY ? NULL : inner);
}

const type *type_of_type(struct arena *a, const type *inner) { return type_with_inner(a, T_TYPE, inner); }

const type *type_sensitive(struct arena *a, const type *inner)
{
  return type_with_inner(a, T_SENSITIVE, inner == NULL || inner->kind == T_ANY ? NULL : type_generalize(a, inner));
}

const type *type_integer(struct arena *a, int64_t from, int64_t to)
{
  if (from == TYPE_MIN && to == TYPE_MAX) return type_simple(T_INTEGER);
  type *t = type_new(a, T_INTEGER);
  t->range = range_of(from, to);
  return t;
}

const type *type_float(struct arena *a, double from, double to)
{
  if (isinf(from) && from < 0 && isinf(to) && to > 0) return type_simple(T_FLOAT);
  type *t = type_new(a, T_FLOAT);
  t->number.from = from;
  t->number.to = to;
  return t;
}

const type *type_boolean(bool b)
{
  static const type truth[2] = {
    {ROW(T_BOOLEAN), .has_params = true, .boolean = {0}},
    {ROW(T_BOOLEAN), .has_params = true, .boolean = {1}},
  };
  return &truth[b];
}

const type *type_literal_string(struct arena *a, str text)
{
  assert_hot(text.p != NULL || text.n == 0);
  type *t = type_new(a, T_STRING);
  int64_t n = type_text_size(text);
  /* A literal string prints as String; its text is only shown inside Optional and NotUndef. */
  t->has_params = false;
  t->string.text = text;
  t->string.size = range_of(n, n);
  t->string.literal = true;
  return t;
}

const type *type_string_sized(struct arena *a, struct type_range size)
{
  type *t = type_new(a, T_STRING);
  t->sized = true;
  t->string.size = range_to_size(size);
  return t;
}

const type *type_collection(struct arena *a, struct type_range size)
{
  type *t = type_new(a, T_COLLECTION);
  t->sized = true;
  t->range = range_to_size(size);
  return t;
}

const type *type_array(struct arena *a, const type *element, const struct type_range *size)
{
  if (element == NULL) element = type_simple(T_ANY);
  if (element->kind == T_ANY && size == NULL) return type_simple(T_ARRAY);
  type *t = type_new(a, T_ARRAY);
  t->array.element = nest(t, element);
  if (size != NULL) {
    t->sized = true;
    t->array.size = range_to_size(*size);
    /* An empty array has no elements; Unit lets it fit every element type. */
    if (size->from == 0 && size->to == 0) t->array.element = type_simple(T_UNIT);
  }
  return t;
}

const type *type_hash(struct arena *a, const type *key, const type *item, const struct type_range *size)
{
  if (key == NULL) key = type_simple(T_ANY);
  if (item == NULL) item = type_simple(T_ANY);
  if (key->kind == T_ANY && item->kind == T_ANY && size == NULL) return type_simple(T_HASH);
  type *t = type_new(a, T_HASH);
  t->hash.key = nest(t, key);
  t->hash.value = nest(t, item);
  if (size != NULL) {
    t->sized = true;
    t->hash.size = range_to_size(*size);
    if (size->from == 0 && size->to == 0) t->hash.key = t->hash.value = type_simple(T_UNIT);
  }
  return t;
}

const type *type_tuple(struct arena *a, const type **types, uint32_t n, const struct type_range *size)
{
  assert(types != NULL || n == 0);
  type *t = type_new(a, T_TUPLE);
  t->has_params = n != 0;
  t->tuple.types = nest_list(t, a, types, n);
  t->tuple.explicit_size = size != NULL;
  if (size != NULL) t->tuple.size = range_to_size(*size);
  else t->tuple.size = n == 0 ? RANGE_ANY_SIZE : range_of(n, n);
  return t;
}

struct type_range type_tuple_size(const type *t)
{
  assert(t->kind == T_TUPLE);
  return t->tuple.explicit_size || t->tuple.types.n != 0 ? t->tuple.size : RANGE_ANY_SIZE;
}

/* Flattens Variants in a Variant and drops duplicates, as Puppet does. */
static void variant_add(struct type_list *list, const type *t)
{
  if (t->kind == T_VARIANT) {
    for (uint32_t i = 0; i < t->variants.n; i++) variant_add(list, t->variants.items[i]);
    return;
  }
  for (uint32_t i = 0; i < list->n; i++) {
    if (type_equal(list->items[i], t)) return;
  }
  list->items[list->n++] = t;
}

static uint32_t variant_count(const type *t)
{
  if (t->kind != T_VARIANT) return 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->variants.n; i++) n += variant_count(t->variants.items[i]);
  return n;
}

const type *type_variant(struct arena *a, const type *const *types, uint32_t n)
{
  assert(types != NULL || n == 0);
  uint32_t room = 0;
  for (uint32_t i = 0; i < n; i++) room += variant_count(types[i]);
  struct type_list list = {arena_array(a, room, sizeof(const type *)), 0};
  for (uint32_t i = 0; i < n; i++) variant_add(&list, types[i]);
  if (list.n == 1) return list.items[0];
  type *t = type_new(a, T_VARIANT);
  t->has_params = list.n != 0;
  for (uint32_t i = 0; i < list.n; i++) list.items[i] = nest(t, list.items[i]);
  t->variants = list;
  return t;
}

const type *type_callable(struct arena *a, const type **params, uint32_t n, const struct type_range *size,
                          const type *block, const type *result)
{
  type *t = type_new(a, T_CALLABLE);
  t->callable.any = false;
  t->callable.params = nest_list(t, a, params, n);
  t->sized = size != NULL;
  if (size != NULL) t->callable.size = range_to_size(*size);
  else t->callable.size = n == 0 ? RANGE_ANY_SIZE : range_of(n, n);
  t->callable.block = nest(t, block);
  /* Any as result is the same as none, and is not shown. */
  t->callable.result = result != NULL && result->kind == T_ANY ? NULL : nest(t, result);
  return t;
}

/* Fills `room`, which the caller provides, usually on the stack: assignability must not allocate. */
const type *type_params_tuple(const type *callable, type *room)
{
  *room = (type){.kind = T_TUPLE, .has_params = callable->callable.params.n != 0};
  room->tuple.types = callable->callable.params;
  room->tuple.size = callable->callable.size;
  room->tuple.explicit_size = callable->sized;
  return room;
}

/* The values are sorted and unique, so that equal Enums have equal lists. */
const type *type_enum(struct arena *a, const str *values, uint32_t n, bool ignore_case)
{
  assert(values != NULL || n == 0);
  type *t = type_new(a, T_ENUM);
  str *sorted = arena_array(a, n, sizeof *sorted);
  uint32_t m = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = m;
    while (at > 0 && str_cmp(sorted[at - 1], values[i]) > 0) at--;
    if (at > 0 && str_eq(sorted[at - 1], values[i])) continue;
    memmove(sorted + at + 1, sorted + at, (m - at) * sizeof *sorted);
    sorted[at] = values[i];
    m++;
  }
  t->has_params = m != 0;
  t->enumeration.values = sorted;
  t->enumeration.n = m;
  t->enumeration.ignore_case = ignore_case;
  return t;
}

const type *type_pattern(struct arena *a, const struct regex *const *items, uint32_t n)
{
  assert(items != NULL || n == 0);
  type *t = type_new(a, T_PATTERN);
  const struct regex **unique = arena_array(a, n, sizeof *unique);
  uint32_t m = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = 0;
    while (at < m && !str_eq(unique[at]->source, items[i]->source)) at++;
    if (at == m) unique[m++] = items[i];
  }
  t->has_params = m != 0;
  t->pattern.items = unique;
  t->pattern.n = m;
  return t;
}

const type *type_regexp(struct arena *a, const struct regex *re)
{
  assert(re != NULL);
  type *t = type_new(a, T_REGEXP);
  t->pattern.items = arena_array(a, 1, sizeof *t->pattern.items);
  t->pattern.items[0] = re;
  t->pattern.n = 1;
  return t;
}

const type *type_struct(struct arena *a, const struct type_struct_entry *entries, uint32_t n)
{
  assert(entries != NULL || n == 0);
  type *t = type_new(a, T_STRUCT);
  t->has_params = n != 0;
  t->fields.entries = arena_array(a, n, sizeof *entries);
  for (uint32_t i = 0; i < n; i++) {
    t->fields.entries[i] = entries[i];
    t->fields.entries[i].value = nest(t, entries[i].value);
  }
  t->fields.n = n;
  return t;
}

const type *type_runtime(struct arena *a, str runtime, str name)
{
  type *t = type_new(a, T_RUNTIME);
  t->runtime.runtime = runtime;
  t->runtime.name = name;
  return t;
}

const type *type_runtime_of(struct arena *a, str runtime, value name)
{
  if (name.kind != V_ARRAY) return type_runtime(a, runtime, name.kind == V_STRING ? value_text(name) : (str){NULL, 0});
  type *t = (type *)type_runtime(a, runtime, (str){NULL, 0});
  t->runtime.pattern = name.array->items[0].regex;
  t->runtime.replacement = value_text(name.array->items[1]);
  return t;
}

const type *type_reference(struct arena *a, str text)
{
  type *t = type_new(a, T_REFERENCE);
  t->reference.name = arena_str(a, text);
  return t;
}

const type *type_resource(struct arena *a, const symbol *type_name, str title)
{
  type *t = type_new(a, T_RESOURCE);
  t->has_params = title.p != NULL;
  t->resource.type_name = type_name;
  t->resource.title = title;
  t->resource.has_title = title.p != NULL;
  return t;
}

const type *type_class(struct arena *a, const symbol *name)
{
  if (name == NULL) return type_simple(T_CLASS);
  type *t = type_new(a, T_CLASS);
  t->class.name = name;
  return t;
}

int64_t type_text_size(str s) { return (int64_t)utf8_count(s); }

const type *type_resolved(const type *t)
{
  /* The limit ends a cycle of aliases, whose error was reported elsewhere. */
  for (int hops = 0; t->kind == T_ALIAS && t->alias.target != NULL && hops < 1000; hops++) t = t->alias.target;
  return t;
}

/* Makes a type from the attributes of its Pcore::…Type (the way back from type_data.c). type_from_data() first
 * checks the attributes against the Struct of the declaration, so the functions below may rely on the kinds of
 * values. */
#include "compiler/types/type_data.h"

#include <assert.h>
#include <math.h>

#include "compiler/types/object.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/uri.h"

struct reader {
  struct context *c;
  const struct hash *h;
};

static value get(const struct reader *r, const char *key)
{
  const value *v = hash_get_str(r->h, str_of(key));
  return v == NULL ? VALUE_UNDEF : *v;
}

static const type *get_type(const struct reader *r, const char *key)
{
  value v = get(r, key);
  return v.kind == V_TYPE ? v.type : NULL;
}

/* The numbers of a size; false when none is given. */
static bool get_size(const struct reader *r, const char *key, struct type_range *size)
{
  const type *t = get_type(r, key);
  if (t == NULL || t->kind != T_INTEGER) return false;
  *size = t->range;
  return true;
}

static const type **get_types(const struct reader *r, const char *key, uint32_t *n)
{
  value v = get(r, key);
  *n = v.kind == V_ARRAY ? v.array->n : 0;
  const type **types = arena_array(r->c->arena, *n, sizeof *types);
  for (uint32_t i = 0; i < *n; i++) types[i] = v.array->items[i].type;
  return types;
}

/* A pattern is declared as a Regexp but written as a type Regexp[…]; texts come from JSON without rich data. */
static const struct regex *get_regex(const struct reader *r, value v)
{
  str error;
  if (v.kind == V_REGEX) return v.regex;
  if (v.kind == V_TYPE && v.type->kind == T_REGEXP && v.type->pattern.n == 1) return v.type->pattern.items[0];
  if (v.kind != V_STRING) fail_error(r->c, FAILURE_EVALUATION, "a Regexp is expected");
  const struct regex *re = regex_compile(r->c->arena, value_text(v), &error);
  if (re == NULL) fail_error(r->c, FAILURE_EVALUATION, "%.*s", STR_FMT(error));
  return re;
}

static const type *make_integer(const struct reader *r)
{
  value from = get(r, "from"), to = get(r, "to");
  int64_t low = from.kind == V_INT ? from.integer : TYPE_MIN, high = to.kind == V_INT ? to.integer : TYPE_MAX;
  if (low > high) {
    /* The missing parenthesis is Puppet's. */
    fail_error(r->c, FAILURE_EVALUATION, "'from' must be less or equal to 'to'. Got (%lld, %lld", (long long)low,
               (long long)high);
  }
  return type_integer(r->c->arena, low, high);
}

static double bound(value v, double open)
{
  return v.kind == V_FLOAT ? v.number : v.kind == V_INT ? (double)v.integer : open;
}

static const type *make_float(const struct reader *r)
{
  return type_float(r->c->arena, bound(get(r, "from"), -HUGE_VAL), bound(get(r, "to"), HUGE_VAL));
}

static value open_bound(value v) { return v.kind == V_UNDEF ? VALUE_DEFAULT : v; }

static const type *make_time(const struct reader *r, enum type_kind kind)
{
  value from = get(r, "from"), to = get(r, "to");
  if (from.kind == V_UNDEF && to.kind == V_UNDEF) return type_simple(kind);
  if (from.kind != V_UNDEF && to.kind != V_UNDEF && type_time_reversed(from, to)) {
    fail_error(r->c, FAILURE_EVALUATION, "'from' must be less or equal to 'to'");
  }
  return type_time(r->c->arena, kind, open_bound(from), open_bound(to));
}

static const type *make_timestamp(const struct reader *r) { return make_time(r, T_TIMESTAMP); }
static const type *make_timespan(const struct reader *r) { return make_time(r, T_TIMESPAN); }

static const type *make_semver(const struct reader *r)
{
  value v = get(r, "ranges");
  uint32_t n = v.kind == V_ARRAY ? v.array->n : 0;
  const struct semver_range **items = arena_array(r->c->arena, n, sizeof *items);
  for (uint32_t i = 0; i < n; i++) {
    value range = v.array->items[i];
    str error = STR_EMPTY;
    items[i] = range.kind == V_STRING ? semver_range_parse(r->c->arena, value_text(range), &error) : range.semver_range;
    if (items[i] == NULL) fail_error(r->c, FAILURE_EVALUATION, "%.*s", STR_FMT(error));
  }
  return type_semver(r->c->arena, items, n);
}

static const type *make_uri(const struct reader *r)
{
  value v = get(r, "parameters");
  str error;
  if (v.kind == V_HASH) return type_uri(r->c->arena, v.hash);
  if (v.kind != V_STRING) return type_simple(T_URI);
  const struct uri *u = uri_parse(r->c->arena, value_text(v), &error);
  if (u == NULL) fail_error(r->c, FAILURE_EVALUATION, "%.*s", STR_FMT(error));
  return type_uri(r->c->arena, uri_parameters(r->c->arena, u));
}

static const type *make_string(const struct reader *r)
{
  struct type_range size;
  value v = get(r, "size_type_or_value");
  if (v.kind == V_STRING) return type_literal_string(r->c->arena, value_text(v));
  return get_size(r, "size_type_or_value", &size) ? type_string_sized(r->c->arena, size) : type_simple(T_STRING);
}

static const type *make_enum(const struct reader *r)
{
  value v = get(r, "values"), fold = get(r, "case_insensitive");
  uint32_t n = v.kind == V_ARRAY ? v.array->n : 0;
  str *values = arena_array(r->c->arena, n, sizeof *values);
  for (uint32_t i = 0; i < n; i++) values[i] = value_text(v.array->items[i]);
  return type_enum(r->c->arena, values, n, fold.kind == V_BOOL && fold.boolean);
}

static const type *make_pattern(const struct reader *r)
{
  value v = get(r, "patterns");
  uint32_t n = v.kind == V_ARRAY ? v.array->n : 0;
  const struct regex **items = arena_array(r->c->arena, n, sizeof *items);
  for (uint32_t i = 0; i < n; i++) items[i] = get_regex(r, v.array->items[i]);
  return type_pattern(r->c->arena, items, n);
}

static const type *make_regexp(const struct reader *r)
{
  value v = get(r, "pattern");
  return v.kind == V_UNDEF ? type_simple(T_REGEXP) : type_regexp(r->c->arena, get_regex(r, v));
}

static const type *make_collection(const struct reader *r)
{
  struct type_range size;
  return get_size(r, "size_type", &size) ? type_collection(r->c->arena, size) : type_simple(T_COLLECTION);
}

static const type *make_array(const struct reader *r)
{
  struct type_range size;
  bool sized = get_size(r, "size_type", &size);
  return type_array(r->c->arena, get_type(r, "element_type"), sized ? &size : NULL);
}

static const type *make_hash(const struct reader *r)
{
  struct type_range size;
  bool sized = get_size(r, "size_type", &size);
  return type_hash(r->c->arena, get_type(r, "key_type"), get_type(r, "value_type"), sized ? &size : NULL);
}

static const type *make_tuple(const struct reader *r)
{
  struct type_range size;
  uint32_t n;
  const type **types = get_types(r, "types", &n);
  return type_tuple(r->c->arena, types, n, get_size(r, "size_type", &size) ? &size : NULL);
}

static const type *make_struct(const struct reader *r)
{
  value v = get(r, "elements");
  uint32_t n = v.kind == V_ARRAY ? v.array->n : 0;
  struct type_struct_entry *entries = arena_array(r->c->arena, n, sizeof *entries);
  for (uint32_t i = 0; i < n; i++) {
    const struct object *o = v.array->items[i].object;
    const type *key = object_field(o, STR("key_type"))->type;
    entries[i].value = object_field(o, STR("value_type"))->type;
    entries[i].optional_key = key->kind == T_OPTIONAL;
    entries[i].not_undef_key = key->kind == T_NOT_UNDEF;
    if (key->kind == T_OPTIONAL || key->kind == T_NOT_UNDEF) key = key->inner;
    if (key == NULL || !type_is_literal_string(key)) {
      fail_error(r->c, FAILURE_EVALUATION, "Struct element key cannot be an empty String");
    }
    entries[i].key = key->string.text;
  }
  return type_struct(r->c->arena, entries, n);
}

static const type *make_variant(const struct reader *r)
{
  uint32_t n;
  const type **types = get_types(r, "types", &n);
  return type_variant(r->c->arena, types, n);
}

static const type *make_callable(const struct reader *r)
{
  const type *params = get_type(r, "param_types"), *result = get_type(r, "return_type");
  const type *block = get_type(r, "block_type");
  /* No param_types: a Callable whose parameters are not restricted. */
  if (params == NULL || params->kind != T_TUPLE) {
    if (result == NULL) return type_simple(T_CALLABLE);
    type *t = type_copy(r->c->arena, type_simple(T_CALLABLE));
    t->has_params = true;
    t->callable.result = result;
    return t;
  }
  return type_callable(r->c->arena, params->tuple.types.items, params->tuple.types.n,
                       params->tuple.explicit_size ? &params->tuple.size : NULL, block, result);
}

/* Names of classes and resource types are lower case inside the compiler and capitalized in data. */
static const symbol *lower_symbol(const struct reader *r, value v)
{
  str copy = arena_str(r->c->arena, value_text(v));
  for (size_t i = 0; i < copy.n; i++) ((char *)copy.p)[i] = (char)ascii_lower((unsigned char)copy.p[i]);
  return sym_intern(copy);
}

static const type *make_class(const struct reader *r)
{
  value v = get(r, "class_name");
  return type_class(r->c->arena, v.kind == V_STRING ? lower_symbol(r, v) : NULL);
}

static const type *make_resource(const struct reader *r)
{
  value name = get(r, "type_name"), title = get(r, "title");
  if (name.kind != V_STRING) return type_simple(T_RESOURCE);
  return type_resource(r->c->arena, lower_symbol(r, name), title.kind == V_STRING ? value_text(title) : (str){NULL, 0});
}

static const type *make_reference(const struct reader *r)
{
  value v = get(r, "type_string");
  return type_reference(r->c->arena, value_text(v));
}

/* A new alias with this name and target. The declared alias of that name is not looked up here: the data may come
 * from another environment. */
static const type *make_alias(const struct reader *r)
{
  const type *target = get_type(r, "resolved_type");
  type *t = type_alias_new(r->c->arena, value_text(get(r, "name")));
  t->alias.target = target != NULL ? target : type_simple(T_ANY);
  return t;
}

static const type *make_object(const struct reader *r) { return object_type_make(r->c, get(r, "_pcore_init_hash")); }

static const type *make_init(const struct reader *r)
{
  const type *inner = get_type(r, "type");
  value args = get(r, "init_args");
  if (inner == NULL) return type_simple(T_INIT);
  return type_init(r->c, inner, args.kind == V_ARRAY ? args.array->items : NULL,
                   args.kind == V_ARRAY ? args.array->n : 0);
}

static const type *make_runtime(const struct reader *r)
{
  value runtime = get(r, "runtime"), name = get(r, "name_or_pattern");
  if (runtime.kind != V_STRING) return type_simple(T_RUNTIME);
  type *t = type_copy(r->c->arena, type_runtime(r->c->arena, value_text(runtime), (str){NULL, 0}));
  if (name.kind == V_STRING) t->runtime.name = value_text(name);
  if (name.kind == V_ARRAY) {
    t->runtime.pattern = name.array->items[0].regex;
    t->runtime.replacement = value_text(name.array->items[1]);
  }
  return t;
}

static const type *make_inner(const struct reader *r, enum type_kind kind)
{
  return type_with_inner(r->c->arena, kind, get_type(r, "type"));
}

static const type *make_optional(const struct reader *r) { return make_inner(r, T_OPTIONAL); }
static const type *make_not_undef(const struct reader *r) { return make_inner(r, T_NOT_UNDEF); }
static const type *make_type(const struct reader *r) { return make_inner(r, T_TYPE); }
static const type *make_iterable(const struct reader *r) { return make_inner(r, T_ITERABLE); }
static const type *make_iterator(const struct reader *r) { return make_inner(r, T_ITERATOR); }

typedef const type *maker(const struct reader *r);
static maker *const makers[T_KIND_COUNT] = {
  [T_INTEGER] = make_integer,
  [T_FLOAT] = make_float,
  [T_STRING] = make_string,
  [T_ENUM] = make_enum,
  [T_PATTERN] = make_pattern,
  [T_REGEXP] = make_regexp,
  [T_COLLECTION] = make_collection,
  [T_ARRAY] = make_array,
  [T_HASH] = make_hash,
  [T_TUPLE] = make_tuple,
  [T_STRUCT] = make_struct,
  [T_VARIANT] = make_variant,
  [T_OPTIONAL] = make_optional,
  [T_NOT_UNDEF] = make_not_undef,
  [T_TYPE] = make_type,
  [T_ITERABLE] = make_iterable,
  [T_ITERATOR] = make_iterator,
  [T_CALLABLE] = make_callable,
  [T_CLASS] = make_class,
  [T_RESOURCE] = make_resource,
  [T_REFERENCE] = make_reference,
  [T_ALIAS] = make_alias,
  [T_TIMESTAMP] = make_timestamp,
  [T_TIMESPAN] = make_timespan,
  [T_SEMVER] = make_semver,
  [T_URI] = make_uri,
  [T_INIT] = make_init,
  [T_RUNTIME] = make_runtime,
  [T_OBJECT] = make_object,
};

static const type *make_extension(const struct reader *r)
{
  const type *base = get_type(r, "base_type");
  value v = get(r, "init_parameters");
  if (base == NULL || base->kind != T_OBJECT || base->object.def == NULL) {
    fail_error(r->c, FAILURE_EVALUATION, "an Object type is expected");
  }
  if (v.kind == V_ARRAY) return object_type_extend(r->c, base, v.array->items, v.array->n);
  return object_type_extend(r->c, base, &v, 1);
}

const type *type_from_data(struct context *c, const type *meta, const struct hash *attributes)
{
  assert(type_is_meta(meta) && attributes != NULL);
  str name = meta->object.def->name, label = object_type_label(meta);
  struct reader r = {c, attributes};
  enum type_kind kind = type_kind_of_name(str_sub(name, 7, name.n - 11));
  /* Patterns are not checked: they are declared as Array[Regexp], but written as an array of types. */
  if (kind != T_PATTERN) {
    type_assert(c, arena_printf(c->arena, "%.*s initializer", STR_FMT(label)), object_type_struct(meta),
                value_hash(attributes));
  }
  if (str_eqz(name, "Pcore::ObjectTypeExtenType")) return make_extension(&r);
  /* Meta types without a kind, such as Pcore::AbstractTimeDataType. */
  if (kind == T_KIND_COUNT) kind = T_ANY;
  return makers[kind] != NULL ? makers[kind](&r) : type_simple(kind);
}

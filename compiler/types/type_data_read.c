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
#include "compiler/values/ruby_text.h"

struct reader {
  struct context *c;
  const struct hash *h;
  enum type_kind kind;
};

static value get(const struct reader *r, const char *key) { return hash_member(r->h, key); }

static const type *get_type(const struct reader *r, const char *key)
{
  value v = get(r, key);
  return v.kind == V_TYPE ? v.type : NULL;
}

/* NULL: none is given. */
static const struct type_range *get_size(const struct reader *r, const char *key)
{
  const type *t = get_type(r, key);
  return t != NULL && t->kind == T_INTEGER ? &t->range : NULL;
}

static const struct array *get_array(const struct reader *r, const char *key)
{
  value v = get(r, key);
  return v.kind == V_ARRAY ? v.array : &array_empty;
}

static const type **get_types(const struct reader *r, const char *key, uint32_t *n)
{
  const struct array *items = get_array(r, key);
  const type **types = arena_array(r->c->arena, items->n, sizeof *types);
  for (uint32_t i = 0; i < items->n; i++) types[i] = items->items[i].type;
  *n = items->n;
  return types;
}

/* A pattern is declared as a Regexp but written as a type Regexp[…]; texts come from JSON without rich data. */
static const struct regex *get_regex(const struct reader *r, value v)
{
  if (v.kind == V_TYPE && v.type->kind == T_REGEXP && v.type->pattern.n == 1) return v.type->pattern.items[0];
  if (v.kind != V_STRING && v.kind != V_REGEX) fail_error(r->c, FAILURE_EVALUATION, "a Regexp is expected");
  return type_rich_value(r->c, V_REGEX, v).regex;
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

static const type *make_time(const struct reader *r)
{
  value from = get(r, "from"), to = get(r, "to");
  if (type_time_reversed(from, to)) fail_error(r->c, FAILURE_EVALUATION, "'from' must be less or equal to 'to'");
  return type_time(r->c->arena, r->kind, from, to);
}

static const type *make_semver(const struct reader *r)
{
  const struct array *given = get_array(r, "ranges");
  const struct semver_range **items = arena_array(r->c->arena, given->n, sizeof *items);
  for (uint32_t i = 0; i < given->n; i++) {
    items[i] = type_rich_value(r->c, V_SEMVER_RANGE, given->items[i]).semver_range;
  }
  return type_semver(r->c->arena, items, given->n);
}

static const type *make_uri(const struct reader *r)
{
  value v = get(r, "parameters");
  if (v.kind == V_HASH) return type_uri(r->c->arena, v.hash);
  if (v.kind != V_STRING) return type_simple(T_URI);
  return type_uri(r->c->arena, uri_parameters(r->c->arena, type_rich_value(r->c, V_URI, v).uri));
}

static const type *make_string(const struct reader *r)
{
  const struct type_range *size = get_size(r, "size_type_or_value");
  value v = get(r, "size_type_or_value");
  if (v.kind == V_STRING) return type_literal_string(r->c->arena, value_text(v));
  return size != NULL ? type_string_sized(r->c->arena, *size) : type_simple(T_STRING);
}

static const type *make_enum(const struct reader *r)
{
  const struct array *given = get_array(r, "values");
  value fold = get(r, "case_insensitive");
  str *values = arena_array(r->c->arena, given->n, sizeof *values);
  for (uint32_t i = 0; i < given->n; i++) values[i] = value_text(given->items[i]);
  return type_enum(r->c->arena, values, given->n, fold.kind == V_BOOL && fold.boolean);
}

static const type *make_pattern(const struct reader *r)
{
  const struct array *given = get_array(r, "patterns");
  const struct regex **items = arena_array(r->c->arena, given->n, sizeof *items);
  for (uint32_t i = 0; i < given->n; i++) items[i] = get_regex(r, given->items[i]);
  return type_pattern(r->c->arena, items, given->n);
}

static const type *make_regexp(const struct reader *r)
{
  value v = get(r, "pattern");
  return v.kind == V_UNDEF ? type_simple(T_REGEXP) : type_regexp(r->c->arena, get_regex(r, v));
}

static const type *make_collection(const struct reader *r)
{
  const struct type_range *size = get_size(r, "size_type");
  return size != NULL ? type_collection(r->c->arena, *size) : type_simple(T_COLLECTION);
}

static const type *make_array(const struct reader *r)
{
  return type_array(r->c->arena, get_type(r, "element_type"), get_size(r, "size_type"));
}

static const type *make_hash(const struct reader *r)
{
  return type_hash(r->c->arena, get_type(r, "key_type"), get_type(r, "value_type"), get_size(r, "size_type"));
}

static const type *make_tuple(const struct reader *r)
{
  uint32_t n;
  const type **types = get_types(r, "types", &n);
  return type_tuple(r->c->arena, types, n, get_size(r, "size_type"));
}

static const type *make_struct(const struct reader *r)
{
  const struct array *given = get_array(r, "elements");
  struct type_struct_entry *entries = arena_array(r->c->arena, given->n, sizeof *entries);
  for (uint32_t i = 0; i < given->n; i++) {
    const struct object *o = given->items[i].object;
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
  return type_struct(r->c->arena, entries, given->n);
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
  return sym_intern(text_lower(r->c->arena, value_text(v)));
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
  const struct array *args = get_array(r, "init_args");
  return inner == NULL ? type_simple(T_INIT) : type_init(r->c, inner, args->items, args->n);
}

static const type *make_runtime(const struct reader *r)
{
  value runtime = get(r, "runtime"), name = get(r, "name_or_pattern");
  if (runtime.kind != V_STRING) return type_simple(T_RUNTIME);
  return type_runtime_of(r->c->arena, value_text(runtime), name);
}

static const type *make_inner(const struct reader *r)
{
  return type_with_inner(r->c->arena, r->kind, get_type(r, "type"));
}

static const type *(*const makers[T_KIND_COUNT])(const struct reader *r) = {
#define X(kind, name, access, takes, read, ...) [T_##kind] = read,
#include "compiler/types/type.def"
#undef X
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
  enum type_kind kind = type_kind_of_name(str_sub(name, 7, name.n - 11));
  /* Patterns are not checked: they are declared as Array[Regexp], but written as an array of types. */
  if (kind != T_PATTERN) {
    type_assert(c, arena_printf(c->arena, "%.*s initializer", STR_FMT(label)), object_type_struct(meta),
                value_hash(attributes));
  }
  struct reader r = {c, attributes, kind};
  if (str_eqz(name, "Pcore::ObjectTypeExtenType")) return make_extension(&r);
  /* Meta types without a kind, such as Pcore::AbstractTimeDataType. */
  if (kind == T_KIND_COUNT) kind = T_ANY;
  return makers[kind] != NULL ? makers[kind](&r) : type_simple(kind);
}

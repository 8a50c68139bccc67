/* Types as data, and back. */
#include "compiler/types/type_data.h"

#include <math.h>

#include "compiler/types/type_rich.h"
#include "compiler/values/object.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/uri.h"

bool type_is_meta(const type *t)
{
  if (t->kind != T_OBJECT || t->object.def == NULL) return false;
  str name = t->object.def->name;
  return str_starts(name, STR("Pcore::")) && str_ends(name, STR("Type")) && object_type_builtin(name) == t;
}

str type_data_name(struct arena *a, const type *t)
{
  if (t->kind == T_OBJECT && t->object.params != NULL) return STR("Pcore::ObjectTypeExtenType");
  return arena_printf(a, "Pcore::%sType", type_kind_name((enum type_kind)t->kind));
}

/* --- to data --- */

struct writer { struct arena *a; struct hash *h; };

static void put(struct writer *w, const char *key, value v)
{
  hash_put_str(w->h, w->a, str_of(key), v);
}

static value type_or_undef(const type *t)
{
  return t == NULL ? VALUE_UNDEF : value_type(t);
}

/* Both ends, the second left out when it is open, the first when both are. */
static void put_bounds(struct writer *w, bool has_from, value from, bool has_to, value to)
{
  if (has_from || has_to) put(w, "from", has_from ? from : VALUE_UNDEF);
  if (has_to) put(w, "to", to);
}

static void put_size(struct writer *w, const char *key, struct type_range r)
{
  type *size = type_copy(w->a, type_simple(T_INTEGER));
  size->range = r;
  size->has_params = true;
  put(w, key, value_type(size));
}

static value type_values(struct arena *a, struct type_list list)
{
  struct array *out = array_new(a, list.n);
  for (uint32_t i = 0; i < list.n; i++) out->items[i] = value_type(list.items[i]);
  return value_array(out);
}

static value regexp_values(struct arena *a, const type *t)
{
  struct array *out = array_new(a, t->pattern.n);
  for (uint32_t i = 0; i < t->pattern.n; i++) out->items[i] = value_type(type_regexp(a, t->pattern.items[i]));
  return value_array(out);
}

static value range_values(struct arena *a, const type *t)
{
  struct array *out = array_new(a, t->versions.n);
  for (uint32_t i = 0; i < t->versions.n; i++) out->items[i] = value_semver_range(t->versions.items[i]);
  return value_array(out);
}

static value text_values(struct arena *a, const str *items, uint32_t n)
{
  struct array *out = array_new(a, n);
  for (uint32_t i = 0; i < n; i++) out->items[i] = value_str(items[i]);
  return value_array(out);
}

static value element_values(struct arena *a, const type *t)
{
  const type *element = object_type_builtin(STR("Pcore::StructElement"));
  struct array *out = array_new(a, t->fields.n);
  for (uint32_t i = 0; i < t->fields.n; i++) {
    const struct type_struct_entry *e = &t->fields.entries[i];
    const type *key = type_literal_string(a, e->key);
    value fields[2] = {value_type(e->optional_key ? type_optional(a, key) : key), value_type(e->value)};
    out->items[i] = object_new(a, element, fields, 2);
  }
  return value_array(out);
}

static void put_callable(struct writer *w, const type *t)
{
  const type *params = NULL;
  if (!t->callable.any) {
    type *room = arena_zalloc(w->a, sizeof *room);
    params = type_params_tuple(t, room);
  }
  put(w, "param_types", type_or_undef(params));
  put(w, "block_type", type_or_undef(t->callable.block));
  put(w, "return_type", type_or_undef(t->callable.result));
}

static void put_resource(struct writer *w, const type *t)
{
  if (t->resource.type_name == NULL) return;
  struct buf name = BUF_IN(w->a);
  type_capitalize(&name, sym_str(t->resource.type_name));
  put(w, "type_name", value_str(buf_view(&name)));
  if (t->resource.has_title) put(w, "title", value_str(t->resource.title));
}

static void put_collection(struct writer *w, const type *t)
{
  if (t->kind == T_ARRAY && t->has_params) put(w, "element_type", value_type(t->array.element));
  if (t->kind == T_HASH && t->has_params) {
    put(w, "key_type", value_type(t->hash.key));
    put(w, "value_type", value_type(t->hash.value));
  }
  if (t->kind == T_TUPLE) put(w, "types", type_values(w->a, t->tuple.types));
  if (t->kind == T_TUPLE ? t->tuple.explicit_size : t->sized) {
    put_size(w, "size_type", t->kind == T_ARRAY ? t->array.size
                             : t->kind == T_HASH ? t->hash.size
                             : t->kind == T_TUPLE ? t->tuple.size : t->range);
  }
}

static void put_text(struct writer *w, const type *t)
{
  if (t->kind == T_STRING) {
    if (t->string.literal) put(w, "size_type_or_value", value_str(t->string.text));
    else if (t->sized) put_size(w, "size_type_or_value", t->string.size);
  } else if (t->kind == T_ENUM) {
    put(w, "values", text_values(w->a, t->enumeration.values, t->enumeration.n));
    if (t->enumeration.ignore_case) put(w, "case_insensitive", value_bool(true));
  } else if (t->kind == T_PATTERN) {
    put(w, "patterns", regexp_values(w->a, t));
  } else if (t->pattern.n != 0) {
    put(w, "pattern", value_str(t->pattern.items[0]->source));
  }
}

static void put_object(struct writer *w, const type *t)
{
  if (t->object.params == NULL) {
    put(w, "_pcore_init_hash", value_hash(object_type_hash(w->a, t)));
    return;
  }
  type *base = type_copy(w->a, t);
  base->has_params = false;
  base->object.params = NULL;
  put(w, "base_type", value_type(base));
  const struct object_type *o = t->object.def;
  struct array *list = array_new(w->a, o->nall_parameters);
  uint32_t n = 0;
  for (uint32_t i = 0; i < o->nall_parameters; i++) {
    const value *v = hash_get_str(t->object.params, o->all_parameters[i]->name);
    list->items[i] = v == NULL ? VALUE_DEFAULT : *v;
    if (v != NULL) n = i + 1;
  }
  list->n = n;
  put(w, "init_parameters", o->nall_parameters > 2 ? value_hash(t->object.params) : value_array(list));
}

static void put_runtime(struct writer *w, const type *t)
{
  if (t->runtime.runtime.p == NULL) return;
  put(w, "runtime", value_str(t->runtime.runtime));
  value pair[2] = {value_regex(t->runtime.pattern), value_str(t->runtime.replacement)};
  if (t->runtime.pattern != NULL) put(w, "name_or_pattern", array_of(w->a, pair, 2));
  else if (t->runtime.name.p != NULL) put(w, "name_or_pattern", value_str(t->runtime.name));
}

static void put_alias(struct writer *w, const type *t)
{
  put(w, "name", value_str(t->alias.name));
  put(w, "type_expr", VALUE_UNDEF);
  put(w, "resolved_type", type_or_undef(t->alias.target));
}

const struct hash *type_data_attributes(struct arena *a, const type *t)
{
  struct writer w = {a, hash_new(a, 4)};
  switch ((enum type_kind)t->kind) {
  case T_INTEGER:
    put_bounds(&w, t->range.from != TYPE_MIN, value_int(t->range.from), t->range.to != TYPE_MAX, value_int(t->range.to));
    break;
  case T_FLOAT:
    put_bounds(&w, t->number.from > -HUGE_VAL, value_float(t->number.from), t->number.to < HUGE_VAL,
               value_float(t->number.to));
    break;
  case T_TIMESTAMP:
  case T_TIMESPAN:
    put_bounds(&w, t->has_params && t->time.from.kind != V_UNDEF, t->time.from,
               t->has_params && t->time.to.kind != V_UNDEF, t->time.to);
    break;
  case T_SEMVER:
    if (t->versions.n != 0) put(&w, "ranges", range_values(a, t));
    break;
  case T_URI:
    if (t->uri.parameters != NULL) put(&w, "parameters", value_hash(t->uri.parameters));
    break;
  case T_STRING:
  case T_ENUM:
  case T_PATTERN:
  case T_REGEXP: put_text(&w, t); break;
  case T_COLLECTION:
  case T_ARRAY:
  case T_HASH:
  case T_TUPLE: put_collection(&w, t); break;
  case T_STRUCT: put(&w, "elements", element_values(a, t)); break;
  case T_VARIANT: put(&w, "types", type_values(a, t->variants)); break;
  case T_OPTIONAL:
  case T_NOT_UNDEF:
  case T_TYPE:
  case T_ITERABLE:
  case T_ITERATOR:
    if (t->inner != NULL) put(&w, "type", value_type(t->inner));
    break;
  case T_INIT:
    if (t->inner != NULL) put(&w, "type", value_type(t->inner));
    if (t->init.args != NULL && t->init.args->n != 0) put(&w, "init_args", value_array(t->init.args));
    break;
  case T_RUNTIME: put_runtime(&w, t); break;
  case T_CALLABLE: put_callable(&w, t); break;
  case T_CLASS:
    if (t->class.name != NULL) put(&w, "class_name", value_str(sym_str(t->class.name)));
    break;
  case T_RESOURCE: put_resource(&w, t); break;
  case T_OBJECT: put_object(&w, t); break;
  case T_ALIAS: put_alias(&w, t); break;
  case T_REFERENCE: put(&w, "type_string", value_str(t->reference.name)); break;
  default: break;
  }
  return w.h;
}

/* --- from data --- */

struct reader { struct context *c; const struct hash *h; };

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

static value open_bound(value v)
{
  return v.kind == V_UNDEF ? VALUE_DEFAULT : v;
}

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

/* What an alias stands for: the alias itself is known by its name where it is declared. */
static const type *make_alias(const struct reader *r)
{
  const type *target = get_type(r, "resolved_type");
  type *t = type_alias_new(r->c->arena, value_text(get(r, "name")));
  t->alias.target = target != NULL ? target : type_simple(T_ANY);
  return t;
}

static const type *make_object(const struct reader *r)
{
  return object_type_make(r->c, get(r, "_pcore_init_hash"));
}

static const type *make_init(const struct reader *r)
{
  const type *inner = get_type(r, "type");
  value args = get(r, "init_args");
  if (inner == NULL) return type_simple(T_INIT);
  return type_init(r->c, inner, args.kind == V_ARRAY ? args.array->items : NULL, args.kind == V_ARRAY ? args.array->n : 0);
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
  [T_INTEGER] = make_integer, [T_FLOAT] = make_float, [T_STRING] = make_string, [T_ENUM] = make_enum,
  [T_PATTERN] = make_pattern, [T_REGEXP] = make_regexp, [T_COLLECTION] = make_collection, [T_ARRAY] = make_array,
  [T_HASH] = make_hash, [T_TUPLE] = make_tuple, [T_STRUCT] = make_struct, [T_VARIANT] = make_variant,
  [T_OPTIONAL] = make_optional, [T_NOT_UNDEF] = make_not_undef, [T_TYPE] = make_type, [T_ITERABLE] = make_iterable,
  [T_ITERATOR] = make_iterator, [T_CALLABLE] = make_callable, [T_CLASS] = make_class, [T_RESOURCE] = make_resource,
  [T_REFERENCE] = make_reference, [T_ALIAS] = make_alias,
  [T_TIMESTAMP] = make_timestamp, [T_TIMESPAN] = make_timespan, [T_SEMVER] = make_semver, [T_URI] = make_uri,
  [T_INIT] = make_init, [T_RUNTIME] = make_runtime, [T_OBJECT] = make_object,
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
  str name = meta->object.def->name, label = object_type_label(meta);
  struct reader r = {c, attributes};
  enum type_kind kind = type_kind_of_name(str_sub(name, 7, name.n - 11));
  /* The items of a Pattern are declared as Regexps, and written as types of them. */
  if (kind != T_PATTERN) {
    type_assert(c, arena_printf(c->arena, "%.*s initializer", STR_FMT(label)), object_type_struct(meta),
                value_hash(attributes));
  }
  if (str_eqz(name, "Pcore::ObjectTypeExtenType")) return make_extension(&r);
  if (kind == T_KIND_COUNT) kind = T_ANY;
  return makers[kind] != NULL ? makers[kind](&r) : type_simple(kind);
}

/* Types as data: the attributes of Pcore::…Type that describe a type, as rich data in a catalog has them.
 * type_data_read.c reads them. Both must agree with the declarations in object_builtin.c. Attributes that have their
 * default are left out. */
#include "compiler/types/type_data.h"
#include "base/check.h"

#include <math.h>

#include "compiler/types/object.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/semver_range.h"

/* The last condition excludes a user's type that happens to have such a name. */
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

struct writer {
  struct arena *a;
  struct hash *h;
};

static void put(struct writer *w, const char *key, value v) { hash_put_str(w->h, w->a, str_of(key), v); }

static value type_or_undef(const type *t) { return t == NULL ? VALUE_UNDEF : value_type(t); }

/* An open end at the right is left out; at the left only if both are open, as the attributes are positional. */
static void put_bounds(struct writer *w, value from, value to)
{
  if (from.kind != V_UNDEF || to.kind != V_UNDEF) put(w, "from", from);
  if (to.kind != V_UNDEF) put(w, "to", to);
}

static void put_size(struct writer *w, const char *key, struct type_range r)
{
  type *size = type_new(w->a, T_INTEGER);
  size->range = r;
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

/* Keys and values of a Struct as objects of type Pcore::StructElement. */
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
  /* Callable without parameters differs from Callable[0, 0]: only the latter has param_types. */
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
    /* Attributes are positional: a default at the end is left out. */
    if (t->sized || t->hash.value->kind != T_ANY) put(w, "value_type", value_type(t->hash.value));
  }
  if (t->kind == T_TUPLE) put(w, "types", type_values(w->a, t->tuple.types));
  if (t->kind == T_TUPLE ? t->tuple.explicit_size : t->sized) put_size(w, "size_type", type_collection_size(t));
}

static void put_text(struct writer *w, const type *t)
{
  if (t->kind == T_STRING) {
    if (t->string.literal) put(w, "size_type_or_value", value_str(t->string.text));
    else if (t->sized) put_size(w, "size_type_or_value", t->string.size);
  } else if (t->kind == T_ENUM) {
    put(w, "values", array_of_texts(w->a, t->enumeration.values, t->enumeration.n));
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
    put(w, "_pcore_init_hash", value_hash(object_type_hash(w->a, t, true)));
    return;
  }
  put(w, "base_type", value_type(type_generalize(w->a, t)));
  const struct object_type *o = t->object.def;
  /* Up to two parameters are written by position (default for those that are open), more by name, as in Puppet. */
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
  assert(t != NULL);
  struct writer w = {a, hash_new(a, 4)};
  switch ((enum type_kind)t->kind) {
  case T_INTEGER:
    put_bounds(&w, t->range.from == TYPE_MIN ? VALUE_UNDEF : value_int(t->range.from),
               t->range.to == TYPE_MAX ? VALUE_UNDEF : value_int(t->range.to));
    break;
  case T_FLOAT:
    put_bounds(&w, t->number.from > -HUGE_VAL ? value_float(t->number.from) : VALUE_UNDEF,
               t->number.to < HUGE_VAL ? value_float(t->number.to) : VALUE_UNDEF);
    break;
  case T_TIMESTAMP:
  case T_TIMESPAN: put_bounds(&w, t->time.from, t->time.to); break;
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

/* Makes a type from the attributes of its Pcore::…Type (type_data.c writes them). type_from_data() first checks the
 * attributes against the Struct of the declaration, so the functions below may rely on the kinds of values. Most
 * attributes are what an access takes as parameters; there is a function for each kind where they are not. */
#include "compiler/types/type_data.h"

#include <assert.h>

#include "compiler/types/object.h"
#include "compiler/types/type_internal.h"

struct reader {
  struct context *c;
  const struct object_type *meta;
  const struct hash *h;
  enum type_kind kind;
};

static value get(const struct reader *r, const char *key) { return hash_member(r->h, key); }

static const type *get_type(const struct reader *r, const char *key)
{
  value v = get(r, key);
  return v.kind == V_TYPE ? v.type : NULL;
}

/* NULL: no size is given. */
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

/* Type[attributes], without those at the end that are not given. Only the kind of a TypeSet is read. */
static const type *make_by_access(const struct reader *r)
{
  value *args = arena_array(r->c->arena, r->meta->nfields, sizeof *args);
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->meta->nfields; i++) {
    const value *v = hash_get_str(r->h, r->meta->fields[i]->name);
    args[i] = v == NULL || v->kind == V_UNDEF ? VALUE_DEFAULT : *v;
    if (args[i].kind != V_DEFAULT && (args[i].kind != V_ARRAY || args[i].array->n > 0)) n = i + 1;
  }
  if (n == 0 || r->kind == T_TYPE_SET) return type_simple(r->kind);
  return type_access(r->c, NULL, NULL, type_simple(r->kind), args, n).type;
}

static const type *make_string(const struct reader *r)
{
  value v = get(r, "size_type_or_value");
  return v.kind == V_STRING ? type_literal_string(r->c->arena, value_text(v)) : make_by_access(r);
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
  const struct array *given = get_array(r, "types");
  const type **types = arena_array(r->c->arena, given->n, sizeof *types);
  for (uint32_t i = 0; i < given->n; i++) types[i] = given->items[i].type;
  return type_tuple(r->c->arena, types, given->n, get_size(r, "size_type"));
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

static const type *make_callable(const struct reader *r)
{
  const type *params = get_type(r, "param_types"), *result = get_type(r, "return_type");
  const type *block = get_type(r, "block_type");
  /* Without param_types: a Callable with any parameters. */
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

static const type *(*const makers[T_KIND_COUNT])(const struct reader *r) = {
  [T_STRING] = make_string, [T_ARRAY] = make_array,         [T_HASH] = make_hash, [T_TUPLE] = make_tuple,
  [T_STRUCT] = make_struct, [T_CALLABLE] = make_callable,   [T_INIT] = make_init, [T_RUNTIME] = make_runtime,
  [T_ALIAS] = make_alias,   [T_REFERENCE] = make_reference,
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
  /* Meta types without a kind, such as Pcore::AbstractTimeDataType, stand for Any. */
  struct reader r = {c, meta->object.def, attributes, kind == T_KIND_COUNT ? T_ANY : kind};
  if (str_eqz(name, "Pcore::ObjectTypeExtenType")) return make_extension(&r);
  return makers[r.kind] != NULL ? makers[r.kind](&r) : make_by_access(&r);
}

/* Ficelle::Core: the type system. Types go to Ruby as handles. */
#include <math.h>

#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/iterator.h"
#include "compiler/types/object_type.h"

static const type *type_arg(const struct ruby_args *a, uint32_t i)
{
  struct compilation *c = a->c;
  const value v = ruby_arg(a, i);
  if (v.kind == V_TYPE) return v.type;
  if (v.kind == V_STRING) return type_from_text(CTX(c), &c->resolver, value_text(v));
  fail_error(CTX(c), FAILURE_EVALUATION, "argument %u is not a type", i + 1);
}

/* --- parts of types --- */

static value type_or_undef(const type *t) { return t == NULL ? VALUE_UNDEF : value_type(t); }

static value bound(int64_t n) { return n == TYPE_MIN || n == TYPE_MAX ? VALUE_UNDEF : value_int(n); }

static value size_of(struct compilation *c, struct type_range r)
{
  return value_type(type_integer(c->arena, r.from, r.to));
}

static value list_of(struct compilation *c, struct type_list l)
{
  struct array *a = array_new(c->arena, l.n);
  for (uint32_t i = 0; i < l.n; i++) a->items[i] = value_type(l.items[i]);
  return value_array(a);
}

static value enum_values(struct compilation *c, const type *t)
{
  return array_of_texts(c->arena, t->enumeration.values, t->enumeration.n);
}

static value patterns(struct compilation *c, const type *t)
{
  struct array *a = array_new(c->arena, t->pattern.n);
  for (uint32_t i = 0; i < a->n; i++) a->items[i] = value_regex(t->pattern.items[i]);
  return value_array(a);
}

/* [name, whether it is optional, type] of each */
static value struct_elements(struct compilation *c, const type *t)
{
  struct array *a = array_new(c->arena, t->fields.n);
  for (uint32_t i = 0; i < a->n; i++) {
    const struct type_struct_entry *e = &t->fields.entries[i];
    const value parts[] = {value_str(e->key), value_bool(e->optional_key), value_type(e->value)};
    a->items[i] = array_of(c->arena, parts, 3);
  }
  return value_array(a);
}

static value number_bound(const type *t, bool low)
{
  if (t->kind == T_INTEGER) return bound(low ? t->range.from : t->range.to);
  const double d = low ? t->number.from : t->number.to;
  return isinf(d) ? VALUE_UNDEF : value_float(d);
}

static value text_or_undef(str s) { return s.p == NULL ? VALUE_UNDEF : value_str(s); }

static value size_type(struct compilation *c, const type *t)
{
  switch ((enum type_kind)t->kind) {
  case T_STRING: return t->string.literal || !t->sized ? VALUE_UNDEF : size_of(c, t->string.size);
  case T_ARRAY: return t->sized ? size_of(c, t->array.size) : VALUE_UNDEF;
  case T_HASH: return t->sized ? size_of(c, t->hash.size) : VALUE_UNDEF;
  case T_TUPLE: return t->tuple.explicit_size ? size_of(c, t->tuple.size) : VALUE_UNDEF;
  case T_COLLECTION: return t->sized ? size_of(c, t->range) : VALUE_UNDEF;
  default: return VALUE_UNDEF;
  }
}

/* "File", "Mod::X" */
static value resource_type_name(struct compilation *c, const struct type *t)
{
  struct buf out = BUF_IN(c->arena);
  if (t->resource.type_name == NULL) return VALUE_UNDEF;
  type_capitalize(&out, sym_str(t->resource.type_name));
  return value_str(buf_view(&out));
}

static value type_part(struct compilation *c, const type *t, str part)
{
  if (str_eqz(part, "from") || str_eqz(part, "to")) return number_bound(t, str_eqz(part, "from"));
  if (str_eqz(part, "size_type")) return size_type(c, t);
  switch ((enum type_kind)t->kind) {
  case T_STRING: return t->string.literal ? value_str(t->string.text) : VALUE_UNDEF;
  case T_BOOLEAN: return t->boolean.value < 0 ? VALUE_UNDEF : value_bool(t->boolean.value);
  case T_ENUM: return str_eqz(part, "case_insensitive") ? value_bool(t->enumeration.ignore_case) : enum_values(c, t);
  case T_PATTERN: return patterns(c, t);
  case T_REGEXP: return t->pattern.n == 0 ? VALUE_UNDEF : value_regex(t->pattern.items[0]);
  case T_ARRAY: return type_or_undef(t->array.element);
  case T_HASH: return type_or_undef(str_eqz(part, "key_type") ? t->hash.key : t->hash.value);
  case T_TUPLE: return list_of(c, t->tuple.types);
  case T_STRUCT: return struct_elements(c, t);
  case T_VARIANT: return list_of(c, t->variants);
  case T_OPTIONAL:
  case T_NOT_UNDEF:
  case T_TYPE:
  case T_ITERABLE:
  case T_ITERATOR:
  case T_SENSITIVE: return type_or_undef(t->inner);
  case T_CLASS: return t->class.name == NULL ? VALUE_UNDEF : value_str(sym_str(t->class.name));
  case T_RESOURCE:
    if (str_eqz(part, "title")) return t->resource.has_title ? value_str(t->resource.title) : VALUE_UNDEF;
    return resource_type_name(c, t);
  case T_RUNTIME: return text_or_undef(str_eqz(part, "runtime") ? t->runtime.runtime : t->runtime.name);
  case T_ALIAS: return value_str(t->alias.name);
  case T_OBJECT:
    if (t->object.def == NULL || t->object.def->name.n == 0) return VALUE_UNDEF;
    return value_str(t->object.params != NULL ? object_type_simple_name(t) : t->object.def->name);
  case T_CALLABLE:
    if (str_eqz(part, "param_types")) return list_of(c, t->callable.params);
    return type_or_undef(str_eqz(part, "block_type") ? t->callable.block : t->callable.result);
  default: return VALUE_UNDEF;
  }
}

/* Arguments: type, name of the part in Puppet's classes. */
static value type_part_row(const struct ruby_args *a) { return type_part(a->c, type_arg(a, 0), ruby_arg_text(a, 1)); }

/* --- rows --- */

/* Parses a type, with the names of the environment. */
static value type_parse_row(const struct ruby_args *a)
{
  return value_type(type_from_text(CTX(a->c), &a->c->resolver, ruby_arg_text(a, 0)));
}

static value type_text_row(const struct ruby_args *a)
{
  struct buf out = BUF_IN(a->c->arena);
  type_format(&out, type_arg(a, 0));
  return value_str(buf_view(&out));
}

/* Arguments: type, value. */
static value type_instance_row(const struct ruby_args *a)
{
  return value_bool(type_instance(type_arg(a, 0), ruby_arg(a, 1)));
}

/* Arguments: to, from. */
static value type_assignable_row(const struct ruby_args *a)
{
  return value_bool(type_assignable(type_arg(a, 0), type_arg(a, 1)));
}

static value type_equal_row(const struct ruby_args *a)
{
  return value_bool(type_equivalent(type_arg(a, 0), type_arg(a, 1)));
}

static value type_infer_row(const struct ruby_args *a) { return value_type(type_infer(a->c->arena, ruby_arg(a, 0))); }

static value type_infer_set_row(const struct ruby_args *a)
{
  return value_type(type_infer_set(a->c->arena, ruby_arg(a, 0)));
}

static value type_generalize_row(const struct ruby_args *a)
{
  return value_type(type_generalize(a->c->arena, type_arg(a, 0)));
}

/* Arguments: subject, expected type, actual type. Returns the description of the mismatch. */
static value type_describe_row(const struct ruby_args *a)
{
  return value_str(type_describe_mismatch(a->c->arena, ruby_arg_text(a, 0), type_arg(a, 1), type_arg(a, 2)));
}

/* Returns the type of a kind without parameters: "String". */
static value type_simple_row(const struct ruby_args *a)
{
  const str name = ruby_arg_text(a, 0);
  const type *t = type_builtin(name);
  if (t == NULL) fail_error(CTX(a->c), FAILURE_EVALUATION, "unknown type %.*s", STR_FMT(name));
  return value_type(t);
}

/* Arguments: name, [parameters]. Returns Name[parameters]. */
static value type_apply_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const value list = ruby_arg(a, 1);
  const type *base = type_named(CTX(c), &c->resolver, ruby_arg_text(a, 0));
  if (list.kind != V_ARRAY) fail_error(CTX(c), FAILURE_EVALUATION, "the parameters must be an Array");
  return type_access(CTX(c), &c->resolver, NULL, base, list.array->items, list.array->n);
}

static value type_text_expanded_row(const struct ruby_args *a)
{
  struct buf out = BUF_IN(a->c->arena);
  type_format_expanded(&out, type_arg(a, 0));
  return value_str(buf_view(&out));
}

static value type_normalize_row(const struct ruby_args *a)
{
  return value_type(type_normalize(a->c->arena, type_arg(a, 0)));
}

static value type_resolved_row(const struct ruby_args *a) { return value_type(type_resolved(type_arg(a, 0))); }

/* Arguments: Callable, [arguments], lambda or undef. */
static value type_callable_with_row(const struct ruby_args *a)
{
  const type *t = type_arg(a, 0);
  const value list = ruby_arg(a, 1), block = a->n > 2 ? a->args[2] : VALUE_UNDEF;
  if (t->kind != T_CALLABLE || list.kind != V_ARRAY) return value_bool(false);
  if (t->callable.any) return value_bool(true);
  struct signature g = {.types = t->callable.params,
                        .required = (uint32_t)t->callable.size.from,
                        .rest = t->callable.size.to == TYPE_MAX,
                        .block = t->callable.block,
                        .block_required = t->callable.block != NULL && t->callable.block->kind != T_OPTIONAL};
  g.names = arena_array(a->c->arena, g.types.n + 1, sizeof *g.names);
  return value_bool(signature_accepts(&g, list.array->items, list.array->n, block));
}

/* Returns the elements of an iterable type, an Integer or an Enum; undef for others. */
static value iterable_elements_row(const struct ruby_args *a)
{
  struct iterator *it = iterator_over(a->c->arena, ruby_arg(a, 0));
  return it == NULL ? VALUE_UNDEF : iterator_array(a->c->arena, it);
}

const struct ruby_row core_type_rows[] = {
  {"type_simple", type_simple_row},
  {"type_apply", type_apply_row},
  {"type_part", type_part_row},
  {"type_text_expanded", type_text_expanded_row},
  {"type_resolved", type_resolved_row},
  {"type_normalize", type_normalize_row},
  {"type_callable_with", type_callable_with_row},
  {"iterable_elements", iterable_elements_row},
  {"type_parse", type_parse_row},
  {"type_text", type_text_row},
  {"type_instance", type_instance_row},
  {"type_assignable", type_assignable_row},
  {"type_equal", type_equal_row},
  {"type_infer", type_infer_row},
  {"type_infer_set", type_infer_set_row},
  {"type_generalize", type_generalize_row},
  {"type_describe", type_describe_row},
  {0},
};

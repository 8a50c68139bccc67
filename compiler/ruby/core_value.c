/* Ficelle::Core: operations on values that Ruby refers to by a handle, and texts of values. */
#include "base/json_write.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/iterator.h"
#include "compiler/types/object.h"
#include "compiler/types/rich_data.h"
#include "compiler/types/value_json.h"

/* Returns the text of a value for interpolation. */
static value value_text_row(const struct ruby_args *a) { return value_str(value_to_str(a->c->arena, ruby_arg(a, 0))); }

static value value_inspect_row(const struct ruby_args *a)
{
  struct buf out = BUF_IN(a->c->arena);
  value_inspect(&out, ruby_arg(a, 0));
  return value_str(buf_view(&out));
}

static value value_same_row(const struct ruby_args *a)
{
  return value_bool(value_same(ruby_arg(a, 0), ruby_arg(a, 1)));
}

/* Arguments: value, whether rich. Returns the value as it would be read back from the JSON of a catalog. */
static value value_as_data_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct buf text = BUF_IN(c->arena);
  struct json_writer w;
  value v;
  str why;
  json_init(&w, &text, false);
  value_write_json(&w, ruby_arg(a, 0), a->n > 1 && value_truthy(a->args[1]) ? JSON_RICH : JSON_PLAIN);
  if (!value_read_json(c->arena, buf_view(&text), &v, &why))
    fail_error(CTX(c), FAILURE_EVALUATION, "%.*s", STR_FMT(why));
  return v;
}

/* Arguments: rich data, whether objects of unknown types remain hashes. Returns the value that it describes. */
static value value_from_data_row(const struct ruby_args *a)
{
  return value_from_rich_data(&a->c->context, &a->c->resolver, ruby_arg(a, 0), a->n > 1 && value_truthy(a->args[1]));
}

static const struct iterator *iterator_arg(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 0);
  if (v.kind != V_ITERATOR) fail_error(&a->c->context, FAILURE_EVALUATION, "argument 1 must be an iterator");
  return v.iterator;
}

static const struct object *object_arg(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 0);
  if (v.kind != V_OBJECT) fail_error(&a->c->context, FAILURE_EVALUATION, "argument 1 must be an object");
  return v.object;
}

/* Returns all elements of an iterator, from its beginning. */
static value iterator_elements_row(const struct ruby_args *a) { return iterator_array(a->c->arena, iterator_arg(a)); }

/* Advances an iterator and returns [element]; [] at its end. */
static value iterator_next_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  value element;
  if (!iterator_next((struct iterator *)iterator_arg(a), &element)) return value_array(&array_empty);
  return array_of(c->arena, &element, 1);
}

/* Returns whether the elements of an iterator are pairs of a hash. */
static value iterator_pairs_row(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 0);
  return value_bool(v.kind == V_ITERATOR && v.iterator->pairs);
}

/* Returns the attributes of an object by name. */
static value object_attributes_row(const struct ruby_args *a)
{
  return value_hash(object_hash(a->c->arena, object_arg(a)));
}

/* Returns whether an object has an attribute or function of that name. */
static value object_has_row(const struct ruby_args *a)
{
  const value v = ruby_arg(a, 0);
  return value_bool(v.kind == V_OBJECT && object_type_member(v.object->type, ruby_arg_text(a, 1)) != NULL);
}

/* Arguments: object, name, arguments …. Returns [result] of the attribute or function; []: not found. */
static value object_call_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const struct object *o = object_arg(a);
  const struct object_member *m = object_type_member(o->type, ruby_arg_text(a, 1));
  if (m == NULL) return value_array(&array_empty);
  const value result = c->ops->member(c, a->s, m, o, a->args + 2, a->n - 2, VALUE_UNDEF);
  return array_of(c->arena, &result, 1);
}

const struct ruby_row core_value_rows[] = {
  {"value_text", value_text_row},
  {"value_inspect", value_inspect_row},
  {"value_same", value_same_row},
  {"value_as_data", value_as_data_row},
  {"value_from_data", value_from_data_row},
  {"iterator_elements", iterator_elements_row},
  {"iterator_next", iterator_next_row},
  {"iterator_pairs", iterator_pairs_row},
  {"object_attributes", object_attributes_row},
  {"object_has", object_has_row},
  {"object_call", object_call_row},
  {0},
};

/* Ficelle::Core: what Ruby asks of values that it holds by a handle, and texts of values. */
#include "base/json_write.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/iterator.h"
#include "compiler/types/object.h"
#include "compiler/types/value_json.h"

/* Returns the text of a value as interpolation has it. */
static value value_text_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_str(value_to_str(c->arena, ruby_arg(c, args, n, 0)));
}

static value value_inspect_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct buf out = BUF_IN(c->arena);
  value_inspect(&out, ruby_arg(c, args, n, 0));
  return value_str(buf_view(&out));
}

static value value_same_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_bool(value_same(ruby_arg(c, args, n, 0), ruby_arg(c, args, n, 1)));
}

/* Arguments: value, whether rich. Returns the value as reading it back from the JSON of a catalog would give it. */
static value value_as_data_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct buf text = BUF_IN(c->arena);
  struct json_writer w;
  value v;
  str why;
  json_init(&w, &text, false);
  value_write_json(&w, ruby_arg(c, args, n, 0), n > 1 && value_truthy(args[1]) ? JSON_RICH : JSON_PLAIN);
  if (!value_read_json(c->arena, buf_view(&text), &v, &why))
    fail_error(CTX(c), FAILURE_EVALUATION, "%.*s", STR_FMT(why));
  return v;
}

/* Returns all elements of an iterator, from its beginning. */
static value iterator_elements_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const value v = ruby_arg(c, args, n, 0);
  if (v.kind != V_ITERATOR) fail_error(&c->context, FAILURE_EVALUATION, "argument 1 must be an iterator");
  return iterator_array(c->arena, v.iterator);
}

/* Moves an iterator on and returns [element], or [] at its end. */
static value iterator_next_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const value v = ruby_arg(c, args, n, 0);
  value element;
  if (v.kind != V_ITERATOR) fail_error(&c->context, FAILURE_EVALUATION, "argument 1 must be an iterator");
  if (!iterator_next(c->arena, (struct iterator *)v.iterator, &element)) return value_array(&array_empty);
  return array_of(c->arena, &element, 1);
}

/* Returns whether the elements of an iterator are pairs of a hash. */
static value iterator_pairs_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const value v = ruby_arg(c, args, n, 0);
  return value_bool(v.kind == V_ITERATOR && v.iterator->pairs);
}

/* Returns the attributes of an object by name. */
static value object_attributes_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const value v = ruby_arg(c, args, n, 0);
  if (v.kind != V_OBJECT) fail_error(&c->context, FAILURE_EVALUATION, "argument 1 must be an object");
  return value_hash(object_hash(c->arena, v.object));
}

/* Returns whether an object has an attribute or function of that name. */
static value object_has_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const value v = ruby_arg(c, args, n, 0);
  return value_bool(v.kind == V_OBJECT && object_type_member(v.object->type, ruby_arg_text(c, args, n, 1)) != NULL);
}

/* Arguments: object, name, arguments …. Returns [result] of the attribute or function, or [] if the object has
 * none of that name. */
static value object_call_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  const value v = ruby_arg(c, args, n, 0);
  const str name = ruby_arg_text(c, args, n, 1);
  if (v.kind != V_OBJECT) fail_error(&c->context, FAILURE_EVALUATION, "argument 1 must be an object");
  const struct object_member *m = object_type_member(v.object->type, name);
  if (m == NULL) return value_array(&array_empty);
  const value result = c->ops->member(c, s, m, v.object, args + 2, n - 2, VALUE_UNDEF);
  return array_of(c->arena, &result, 1);
}

const struct ruby_row core_value_rows[] = {
  {"value_text", value_text_row},
  {"value_inspect", value_inspect_row},
  {"value_same", value_same_row},
  {"value_as_data", value_as_data_row},
  {"iterator_elements", iterator_elements_row},
  {"iterator_next", iterator_next_row},
  {"iterator_pairs", iterator_pairs_row},
  {"object_attributes", object_attributes_row},
  {"object_has", object_has_row},
  {"object_call", object_call_row},
  {0},
};

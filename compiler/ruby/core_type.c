/* Ficelle::Core: the type system. Types go to Ruby as handles. */
#include "compiler/evaluator/eval_internal.h"
#include "compiler/ruby/ruby.h"

static const type *type_arg(struct compilation *c, const value *args, uint32_t n, uint32_t i)
{
  const value v = ruby_arg(c, args, n, i);
  if (v.kind == V_TYPE) return v.type;
  if (v.kind == V_STRING) return type_from_text(CTX(c), &c->resolver, value_text(v));
  fail_error(CTX(c), FAILURE_EVALUATION, "argument %u is no type", i + 1);
}

/* A type from its text, with the names of the environment. */
static value type_parse_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_type(type_from_text(CTX(c), &c->resolver, ruby_arg_text(c, args, n, 0)));
}

static value type_text_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct buf out = BUF_IN(c->arena);
  type_format(&out, type_arg(c, args, n, 0));
  return value_str(buf_view(&out));
}

/* (type, value) */
static value type_instance_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_bool(type_instance(type_arg(c, args, n, 0), ruby_arg(c, args, n, 1)));
}

/* (to, from) */
static value type_assignable_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_bool(type_assignable(type_arg(c, args, n, 0), type_arg(c, args, n, 1)));
}

static value type_equal_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_bool(type_equivalent(type_arg(c, args, n, 0), type_arg(c, args, n, 1)));
}

static value type_infer_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_type(type_infer(c->arena, ruby_arg(c, args, n, 0)));
}

static value type_infer_set_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_type(type_infer_set(c->arena, ruby_arg(c, args, n, 0)));
}

static value type_generalize_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  return value_type(type_generalize(c->arena, type_arg(c, args, n, 0)));
}

/* (subject, expected type, actual type): why it does not fit. */
static value type_describe_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  struct buf out = BUF_IN(c->arena);
  type_describe_mismatch(c->arena, ruby_arg_text(c, args, n, 0), type_arg(c, args, n, 1), type_arg(c, args, n, 2),
                         &out);
  return value_str(buf_view(&out));
}

const struct ruby_row core_type_rows[] = {
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

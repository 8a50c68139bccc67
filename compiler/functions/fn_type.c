/* Functions about types: type, assert_type, new, convert_to, unwrap. `new` chooses the constructor by the kind of
 * type (convert_*.c), and the result must be an instance of the type, including its parameters. */
#include "compiler/functions/convert.h"
#include "base/check.h"
#include "compiler/functions/object_call.h"

enum { DETAILED, REDUCED, GENERALIZED };

static value fn_type(struct fn_call *call)
{
  if (call->row->number == DETAILED) return value_type(type_infer_set(call->arena, call->args[0]));
  const type *t = type_infer(call->arena, call->args[0]);
  return value_type(call->row->number == REDUCED ? t : type_generalize(call->arena, t));
}

static value fn_assert_type(struct fn_call *call)
{
  const type *t = call->args[0].kind == V_TYPE
                    ? call->args[0].type
                    : type_from_text(call->context, &call->compilation->resolver, fn_text(call, 0));
  if (type_instance(t, call->args[1])) return call->args[1];
  const type *actual = type_infer_set(call->arena, call->args[1]);
  if (fn_has_block(call)) {
    value pair[] = {value_type(t), value_type(actual)};
    return fn_yield(call, pair, 2);
  }
  fail_text(call->context, type_describe_mismatch(call->arena, STR("assert_type():"), t, actual));
}

static value fn_unwrap(struct fn_call *call)
{
  value v = call->args[0].kind == V_SENSITIVE ? *call->args[0].sensitive : call->args[0];
  return fn_has_block(call) ? fn_yield(call, &v, 1) : v;
}

/* --- new --- */

static const struct fn_row *const constructors[T_KIND_COUNT] = {
  [T_INTEGER] = convert_integer_rows,
  [T_FLOAT] = convert_float_rows,
  [T_NUMERIC] = convert_numeric_rows,
  [T_BOOLEAN] = convert_boolean_rows,
  [T_STRING] = convert_string_rows,
  [T_ARRAY] = convert_array_rows,
  [T_TUPLE] = convert_array_rows,
  [T_HASH] = convert_hash_rows,
  [T_STRUCT] = convert_hash_rows,
  [T_REGEXP] = convert_regexp_rows,
  [T_SENSITIVE] = convert_sensitive_rows,
  [T_TYPE] = convert_type_rows,
  [T_UNIT] = convert_unit_rows,
  [T_TIMESTAMP] = convert_timestamp_rows,
  [T_TIMESPAN] = convert_timespan_rows,
  [T_SEMVER] = convert_semver_rows,
  [T_BINARY] = convert_binary_rows,
  [T_SEMVER_RANGE] = convert_semver_range_rows,
  [T_URI] = convert_uri_rows,
};

/* Returns the type that `new` makes: the type inside Optional, NotUndef and aliases. */
static const type *made_type(const type *t)
{
  t = type_resolved(t);
  return (t->kind == T_OPTIONAL || t->kind == T_NOT_UNDEF) && t->inner != NULL ? made_type(t->inner) : t;
}

/* Returns the constructors of a type, past aliases and Optional; NULL: it has none. */
static const struct fn_row *convert_rows(const type *t)
{
  assert(t != NULL);
  t = made_type(t);
  return t->kind == T_NOT_UNDEF ? convert_unit_rows : constructors[t->kind];
}

/* Init[T].new takes one value, or an array with the arguments of T.new. Init[T, args].new takes one value, which is
 * followed by args. */
static value new_init(struct fn_call *call, const type *t, const value *args, uint32_t n)
{
  if (n != 1) {
    str name = STR("value");
    const type *any = type_simple(T_ANY);
    const struct signature s = {.names = &name, .types = {&any, 1}, .required = 1};
    fail_argument(call->context,
                  signature_describe_mismatch(call->arena, STR("new_Init"), &s, 1, args, n, VALUE_UNDEF));
  }
  const bool whole = args[0].kind != V_ARRAY || t->init.args != NULL || type_init_takes_array(t, args[0]);
  const struct array *more = whole && t->init.args != NULL ? t->init.args : &array_empty;
  if (!whole) return convert_new(call, t->inner, args[0].array->items, args[0].array->n);
  value *all = arena_array(call->arena, (size_t)more->n + 1, sizeof *all);
  all[0] = args[0];
  if (more->n != 0) memcpy(all + 1, more->items, more->n * sizeof *all);
  return convert_new(call, t->inner, all, more->n + 1);
}

static value make_value(struct fn_call *call, const type *t, const value *args, uint32_t n)
{
  const type *made = made_type(t);
  const struct fn_row *rows = convert_rows(t);
  if (rows != NULL) return fn_call_rows(call, rows, args, n);
  if (made->kind == T_OBJECT) return object_construct(call, made, args, n);
  if (made->kind == T_INIT && made->inner != NULL) {
    type_init_check(made);
    return new_init(call, made, args, n);
  }
  str text = value_to_str(call->arena, value_type(made));
  FN_FAIL(call, "Creation of new instance of type '%.*s' is not supported", STR_FMT(text));
}

static const struct signature *type_constructors(struct context *c, const type *t, uint32_t *n)
{
  const type *made = made_type(t);
  const struct fn_row *rows = convert_rows(t);
  *n = 0;
  if (rows != NULL) return fn_signatures(rows, n);
  return made->kind == T_OBJECT && made->object.def != NULL ? object_signatures(c, made, n) : NULL;
}

const struct context_ops fn_context_ops = {type_constructors};

value convert_new(struct fn_call *call, const type *t, const value *args, uint32_t n)
{
  assert(t != NULL && (args != NULL || n == 0));
  if (n == 1 && t->kind != T_INIT && type_instance(t, args[0])) return args[0];
  value v = make_value(call, t, args, n);
  if (type_instance(t, v)) return v;
  str text = value_to_str(call->arena, value_type(t));
  type_assert(call->context, arena_printf(call->arena, "Converted value from %.*s.new()", STR_FMT(text)), t, v);
  return v;
}

static value fn_new(struct fn_call *call)
{
  const type *t = call->args[0].type;
  const bool itself = call->n == 2 && t->kind != T_INIT && type_instance(t, call->args[1]);
  value v = convert_new(call, t, call->args + 1, call->n - 1);
  return fn_has_block(call) && !itself ? fn_yield(call, &v, 1) : v;
}

static value fn_convert_to(struct fn_call *call)
{
  value *args = arena_array(call->arena, call->n, sizeof *args);
  memcpy(args, call->args, call->n * sizeof *args);
  args[0] = call->args[1];
  args[1] = call->args[0];
  value v = fn_other(call, "new", args, call->n);
  return fn_has_block(call) ? fn_yield(call, &v, 1) : v;
}

const struct fn_row fn_type_rows[] = {
  {"assert_type",
   "Type $type, Any $value, Callable[Type, Type] ?&$block; String $type_string, Any $value, Callable[Type, Type] "
   "?&$block",
   fn_assert_type, "the value, when it fits"},
  {"convert_to", "Any $value, Type $type, Any *$args, Callable[1, 1] ?&$block", fn_convert_to, "a value of the type"},
  {"new", "Type $type, Any *$args, Callable ?&$block", fn_new, "a value of the type"},
  {"type", "Any $value, Enum[detailed] ?$inference_method", fn_type, "the value's type", .number = DETAILED},
  {"type", "Any $value, Enum[reduced] $inference_method", fn_type, "the value's type", .number = REDUCED},
  {"type", "Any $value, Enum[generalized] $inference_method", fn_type, "the value's type", .number = GENERALIZED},
  {"unwrap", "Sensitive $arg, Callable ?&$block; Any $arg, Callable ?&$block", fn_unwrap, "what is in a Sensitive"},
  {0},
};

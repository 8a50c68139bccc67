/* Instances of Object types: `new` with arguments by position or in a hash, and calls of their attributes and
 * functions. A member is implemented by a row below (built-in types) or in Ruby, or is an attribute with a value. */

#include "compiler/functions/object_call.h"
#include "base/check.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/type_data.h"

/* --- new --- */

static struct signature by_position(struct arena *a, const struct type *t)
{
  const struct object_type *def = t->object.def;
  const uint32_t *order = object_type_positions(t);
  const struct type *fields = object_type_struct(t), **types = arena_array(a, def->nfields, sizeof *types);
  struct signature s = {.names = arena_array(a, def->nfields, sizeof *s.names), .types = {types, def->nfields}};
  for (uint32_t i = 0; i < def->nfields; i++) {
    s.names[i] = def->fields[order[i]]->name;
    types[i] = def->fields[order[i]]->type;
    s.required += !fields->fields.entries[order[i]].optional_key;
  }
  return s;
}

/* Returns positional arguments by their names. */
static const struct hash *by_name(struct fn_call *call, const struct type *t, const value *args, uint32_t n)
{
  const uint32_t *order = object_type_positions(t);
  struct hash *h = hash_new(call->arena, n);
  for (uint32_t i = 0; i < n; i++) hash_put_str(h, call->arena, t->object.def->fields[order[i]]->name, args[i]);
  return h;
}

/* Makes a type from its attributes, as Pcore::IntegerType(1, 2) does. A hash of attributes is not accepted. */
static value construct_type(struct fn_call *call, const struct type *meta, const value *args, uint32_t n)
{
  struct signature s = by_position(call->arena, meta);
  if (!signature_accepts(&s, args, n, VALUE_UNDEF)) {
    str name = arena_printf(call->arena, "new_%.*s", STR_FMT(meta->object.def->name));
    fail_argument(call->context, signature_describe_mismatch(call->arena, name, &s, 1, args, n, VALUE_UNDEF));
  }
  return value_type(type_from_data(call->context, meta, by_name(call, meta, args, n)));
}

const struct signature *object_signatures(struct context *c, const struct type *t, uint32_t *n)
{
  assert(t->kind == T_OBJECT && n != NULL);
  if (t->object.def->in_ruby) return ruby_object_constructors((struct compilation *)c, t, n);
  struct signature *s = arena_array(c->arena, 2, sizeof *s);
  const struct type **hash_type = arena_array(c->arena, 1, sizeof *hash_type);
  str *hash_name = arena_array(c->arena, 1, sizeof *hash_name);
  *n = 2;
  *hash_type = object_type_struct(t);
  *hash_name = STR("hash");
  s[0] = (struct signature){.names = hash_name, .types = {hash_type, 1}, .required = 1};
  s[1] = by_position(c->arena, t);
  return s;
}

value object_construct(struct fn_call *call, const struct type *t, const value *args, uint32_t n)
{
  assert(t->kind == T_OBJECT && (args != NULL || n == 0));
  if (t->object.def == NULL || t->object.def->name.n == 0)
    FN_FAIL(call, "not supported: an instance of an Object type without a name");
  if (type_is_meta(t)) return construct_type(call, t, args, n);
  const struct type *plain = type_generalize(call->arena, t);
  uint32_t count;
  const struct signature *s = object_signatures(call->context, plain, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!signature_accepts(&s[i], args, n, VALUE_UNDEF)) continue;
    if (t->object.def->in_ruby) return ruby_object_new(call->compilation, plain, i, args, n);
    return object_from_hash(call->arena, plain, i == 0 ? args[0].hash : by_name(call, plain, args, n));
  }
  str name = arena_printf(call->arena, "new_%.*s", STR_FMT(object_type_label(t)));
  fail_argument(call->context, signature_describe_mismatch(call->arena, name, s, count, args, n, VALUE_UNDEF));
}

/* --- members --- */

static struct signature of_callable(struct fn_call *call, const struct type *t)
{
  struct signature s = {.types = t->callable.params, .required = (uint32_t)t->callable.size.from};
  if (t->callable.any) {
    const struct type **any = arena_array(call->arena, 1, sizeof *any);
    any[0] = type_simple(T_ANY);
    s.types = (struct type_list){any, 1};
  }
  s.rest = t->callable.any || t->callable.size.to > (int64_t)s.types.n;
  if (s.rest && t->callable.size.to != TYPE_MAX) {
    s.rest_limited = true;
    s.rest_most = (uint32_t)(t->callable.size.to - (int64_t)s.types.n + 1);
  }
  s.block = t->callable.block;
  s.block_required = s.block != NULL && !type_accepts_undef(s.block);
  return s;
}

static struct signature *signatures_of(struct fn_call *call, const struct object_member *m, uint32_t *count)
{
  const struct type *t = type_resolved(m->type);
  if (m->what == MEMBER_ATTRIBUTE) {
    *count = 1;
    return arena_array(call->arena, 1, sizeof(struct signature));
  }
  const struct type *const *items = t->kind == T_VARIANT ? t->variants.items : &t;
  *count = t->kind == T_VARIANT ? t->variants.n : 1;
  struct signature *s = arena_array(call->arena, *count, sizeof *s);
  for (uint32_t i = 0; i < *count; i++) s[i] = of_callable(call, type_resolved(items[i]));
  return s;
}

static const struct object_method_row *const families[] = {object_error_methods, object_lookup_methods};

static object_method *method_of(const struct object_member *m)
{
  str container = object_type_label(m->container);
  for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
    for (const struct object_method_row *row = families[i]; row->type != NULL; row++) {
      if (str_eqz(container, row->type) && str_eqz(m->name, row->name)) return row->body;
    }
  }
  return NULL;
}

/* Checks the result of a Ruby function against the Callable in the Variant that accepted the arguments. */
static value invoke_ruby(struct fn_call *call, const struct object_member *m, const struct object *receiver,
                         uint32_t chosen)
{
  value v = ruby_object_send(call->compilation, call->scope, receiver, m->name, call->args, call->n, call->block);
  const struct type *t = type_resolved(m->type);
  if (m->what == MEMBER_ATTRIBUTE) return v;
  if (t->kind == T_VARIANT) t = type_resolved(t->variants.items[chosen]);
  if (t->callable.result != NULL) {
    type_assert(call->context, arena_printf(call->arena, "value returned from function '%.*s'", STR_FMT(m->name)),
                t->callable.result, v);
  }
  return v;
}

static value invoke(struct fn_call *call, const struct object_member *m, const struct object *receiver)
{
  uint32_t count;
  const struct signature *s = signatures_of(call, m, &count);
  uint32_t chosen = 0;
  while (chosen < count && !signature_accepts(&s[chosen], call->args, call->n, call->block)) chosen++;
  str label = object_member_label(call->arena, m);
  if (chosen == count)
    fail_argument(call->context,
                  signature_describe_mismatch(call->arena, label, s, count, call->args, call->n, call->block));
  if (receiver->foreign != NULL) return invoke_ruby(call, m, receiver, chosen);
  object_method *method = method_of(m);
  if (method != NULL) return method(call, receiver);
  if (m->what == MEMBER_ATTRIBUTE && m->kind == ATTRIBUTE_CONSTANT) return m->value;
  const value *field = m->what == MEMBER_ATTRIBUTE ? object_field(receiver, m->name) : NULL;
  if (field != NULL) return *field;
  FN_FAIL(call, "no method is implemented for %s%.*s", m->what == MEMBER_ATTRIBUTE ? "derived " : "", STR_FMT(label));
}

value object_call_member(struct compilation *c, struct scope *s, const struct object_member *m,
                         const struct object *receiver, const value *args, uint32_t n, value block)
{
  assert(m != NULL && receiver != NULL);
  struct fn_call call = {.compilation = c,
                         .context = CTX(c),
                         .arena = c->arena,
                         .scope = s,
                         .name = m->name.p,
                         .args = args,
                         .n = n,
                         .block = block};
  return invoke(&call, m, receiver);
}

/* --- built-in types --- */

static value error_message(struct fn_call *call, const struct object *self)
{
  (void)call;
  return *object_field(self, STR("msg"));
}

const struct object_method_row object_error_methods[] = {
  {"Error", "message", error_message},
  {0},
};

/* Init[T, args…]: values from which T.new(value, args…) makes something. The signatures of T.new are read when the type
 * is first compared, not when it is made, because T may refer to this Init. */

#include "base/map.h"
#include "base/check.h"
#include "compiler/types/type_internal.h"

const type *type_init(struct context *c, const type *inner, const value *args, uint32_t n)
{
  type *t = (type *)type_with_inner(c->arena, T_INIT, inner);
  t->init.args = n == 0 ? NULL : array_of(c->arena, args, n).array;
  t->init.state = ARENA_NEW(c->arena, struct init_state);
  t->init.state->c = c;
  return t;
}

_Noreturn static void not_creatable(struct context *c, const type *t)
{
  str name = value_to_str(c->arena, value_type(t));
  fail_error(c, FAILURE_EVALUATION, "Creation of new instance of type '%.*s' is not supported", STR_FMT(name));
}

/* The arguments that a signature accepts, as a Tuple. */
static const type *tuple_of(struct arena *a, const struct signature *s)
{
  const struct type_range size = signature_size(s);
  return type_tuple(a, s->types.items, s->types.n, &size);
}

/* Whether the tuple accepts one value of its first type followed by the arguments of the Init. */
static bool takes(struct arena *a, const type *tuple, const struct array *args)
{
  struct type_range size = type_tuple_size(tuple);
  if (!range_has(size, (int64_t)args->n + 1) || tuple->tuple.types.n == 0) return false;
  const type **types = arena_array(a, (size_t)args->n + 1, sizeof *types);
  types[0] = tuple->tuple.types.items[0];
  for (uint32_t i = 0; i < args->n; i++) types[i + 1] = type_infer_set(a, args->items[i]);
  return type_assignable(tuple, type_tuple(a, types, args->n + 1, NULL));
}

static void with_args(struct context *c, const type *t, const struct signature *s, uint32_t n, struct ptrvec *single)
{
  for (uint32_t i = 0; i < n; i++) {
    const type *tuple = tuple_of(c->arena, &s[i]);
    if (takes(c->arena, tuple, t->init.args)) ptrvec_push(single, c->arena, (void *)tuple->tuple.types.items[0]);
  }
  /* The first is T itself; without a second one no signature of T.new accepts these arguments. */
  if (single->n > 1) return;
  str name = value_to_str(c->arena, value_type(t)),
      subject = type_name(type_generalize(c->arena, type_resolved(t->inner)));
  fail_error(c, FAILURE_EVALUATION, "The type '%.*s' does not represent a valid set of parameters for %.*s.new()",
             STR_FMT(name), STR_FMT(subject));
}

const struct init_state *type_init_ready(const type *t)
{
  struct init_state *state = t->init.state;
  if (t->inner == NULL || state == NULL || state->ready) return state;
  struct context *c = state->c;
  struct ptrvec single = {0}, several = {0};
  uint32_t n = 0;
  enum type_kind kind = (enum type_kind)t->inner->kind;
  /* Set first, as the signatures of T.new may refer to this type: until they are known, only T is accepted. */
  state->ready = true;
  state->single = t->inner;
  /* Puppet rejects these: Init[Init[T]], Init[Optional[T]] and Init[NotUndef[T]] have no constructor of their own. */
  bool unsuitable = kind == T_INIT || kind == T_OPTIONAL || kind == T_NOT_UNDEF || c->ops == NULL;
  const struct signature *s = unsuitable ? NULL : c->ops->constructors(c, t->inner, &n);
  if (s == NULL) not_creatable(c, t->inner);
  ptrvec_push(&single, c->arena, (void *)t->inner);
  if (t->init.args != NULL) with_args(c, t, s, n, &single);
  for (uint32_t i = 0; t->init.args == NULL && i < n; i++) {
    const type *tuple = tuple_of(c->arena, &s[i]);
    struct type_range size = type_tuple_size(tuple);
    /* A signature with exactly one argument accepts the value itself; any other an array of arguments. `lone`: it
     * may also be called with one. */
    if (size.from == 1 && size.to == 1) {
      ptrvec_push(&single, c->arena, (void *)tuple->tuple.types.items[0]);
    } else {
      ptrvec_push(&several, c->arena, (void *)tuple);
      state->lone = state->lone || size.from == 1 || size.to == 1;
    }
  }
  state->single = type_variant(c->arena, (const type *const *)single.items, single.n);
  if (several.n != 0) state->several = type_variant(c->arena, (const type *const *)several.items, several.n);
  return state;
}

void type_init_check(const type *init)
{
  assert(init->kind == T_INIT);
  type_init_ready(init);
}

bool type_init_takes_array(const type *init, value array)
{
  assert(init->kind == T_INIT && array.kind == V_ARRAY);
  const struct init_state *state = type_init_ready(init);
  struct arena *a = state->c->arena;
  if (type_instance(state->single, array)) return true;
  /* An array that does not fit as the list of arguments may still be the one argument of a longer signature. */
  if (state->several == NULL || !state->lone || type_instance(state->several, array)) return false;
  return type_instance(state->several, array_of(a, &array, 1));
}

/* Deferred values. While compiling only the declared result type of the function counts, against which parameters are
 * checked. The function call() and the agent ask for what a Deferred gives: then its function
 * is called (eval_resolve). */
#include "compiler/evaluator/eval_internal.h"
#include "base/check.h"
#include "compiler/types/object.h"
#include "compiler/values/ruby_text.h"

static void warn_once(struct compilation *c, str name)
{
  if (!compile_first_time(c, name)) return;
  compile_log(c, CLOG_WARNING, STR_EMPTY,
              arena_printf(c->arena,
                           "Deferred function %.*s has no return_type, unable to guarantee value type during "
                           "compilation.\n   (file & line not available)",
                           STR_FMT(name)));
}

const struct type *eval_deferred_result(struct compilation *c, const struct object *deferred)
{
  assert(deferred != NULL);
  str name = value_text(*object_field(deferred, STR("name")));
  value arguments = *object_field(deferred, STR("arguments"));
  /* A Deferred may name a variable instead of a function: nothing is known about its type. */
  if (name.p[0] == '$') return NULL;
  const struct function *f = c->ops->find(c, name, STR_EMPTY);
  if (f == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "Unknown function: '%.*s'", STR_FMT(name));
  bool given = arguments.kind == V_ARRAY;
  const struct signature *s = c->ops->signature(c, f, given ? arguments.array->items : NULL,
                                                given ? arguments.array->n : 0);
  if (s == NULL) {
    struct buf text = BUF_IN(c->arena);
    ruby_inspect(&text, arguments);
    fail_error(CTX(c), FAILURE_EVALUATION, "No matching arity found for %.*s with arguments %.*s", STR_FMT(name),
               STR_FMT(buf_view(&text)));
  }
  if (s->result == NULL) warn_once(c, name);
  return s->result;
}

/* --- what it gives --- */

static value resolve_call(struct compilation *c, const struct object *deferred)
{
  str name = value_text(*object_field(deferred, STR("name")));
  const value given = *object_field(deferred, STR("arguments"));
  struct valuevec args = {0};
  if (name.p[0] == '$') {
    const value *v = scope_lookup(c->top, str_from(name, 1));
    valuevec_push(&args, c->arena, v == NULL ? VALUE_UNDEF : *v);
    /* Deferred('$x', [a, b]) is $x.dig(a, b), as in Puppet. */
    name = STR("dig");
  }
  for (uint32_t i = 0; given.kind == V_ARRAY && i < given.array->n; i++) {
    valuevec_push(&args, c->arena, eval_resolve(c, given.array->items[i]));
  }
  return call_by_name(c, c->top, name, args.items, args.n, NULL);
}

static value resolve_array(struct compilation *c, const struct array *from)
{
  struct array *to = array_new(c->arena, from->n);
  for (uint32_t i = 0; i < to->n; i++) to->items[i] = eval_resolve(c, from->items[i]);
  return value_array(to);
}

static value resolve_hash(struct compilation *c, const struct hash *from)
{
  struct hash *to = hash_new(c->arena, from->n);
  for (uint32_t i = 0; i < from->n; i++) {
    hash_put(to, c->arena, from->entries[i].key, eval_resolve(c, from->entries[i].value));
  }
  return value_hash(to);
}

value eval_resolve(struct compilation *c, value v)
{
  context_enter(&c->context);
  if (v.kind == V_OBJECT && v.object->type == object_type_builtin(STR("Deferred"))) v = resolve_call(c, v.object);
  else if (v.kind == V_ARRAY) v = resolve_array(c, v.array);
  else if (v.kind == V_HASH) v = resolve_hash(c, v.hash);
  else if (v.kind == V_SENSITIVE) v = value_sensitive(c->arena, eval_resolve(c, *v.sensitive));
  else if (v.kind == V_BINARY) v = value_str(value_text(v));
  context_leave(&c->context);
  return v;
}

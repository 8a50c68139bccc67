/* What is known of a Deferred while compiling: the type its function says it returns. */
#include "compiler/evaluator/eval_internal.h"
#include "compiler/values/object.h"
#include "compiler/values/ruby_text.h"

static void warn_once(struct compilation *c, str name)
{
  bool made;
  strmap_slot(&eval_state(c)->warned, name, &made);
  if (!made) return;
  compile_log(c, CLOG_WARNING, STR_EMPTY,
              arena_printf(c->arena,
                           "Deferred function %.*s has no return_type, unable to guarantee value type during "
                           "compilation.\n   (file & line not available)",
                           STR_FMT(name)));
}

const struct type *eval_deferred_result(struct compilation *c, const struct object *deferred)
{
  str name = value_text(*object_field(deferred, STR("name")));
  value arguments = *object_field(deferred, STR("arguments"));
  if (name.p[0] == '$') return NULL;
  const struct function *f = function_find(c, name);
  if (f == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "Unknown function: '%.*s'", STR_FMT(name));
  bool given = arguments.kind == V_ARRAY;
  const struct signature *s =
      function_signature(c, f, given ? arguments.array->items : NULL, given ? arguments.array->n : 0);
  if (s == NULL) {
    struct buf text = BUF_IN(c->arena);
    ruby_inspect(&text, arguments);
    fail_error(CTX(c), FAILURE_EVALUATION, "No matching arity found for %.*s with arguments %.*s",
               STR_FMT(name), STR_FMT(buf_view(&text)));
  }
  if (s->result == NULL) warn_once(c, name);
  return s->result;
}

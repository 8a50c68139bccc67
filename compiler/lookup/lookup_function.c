/* Calls the data function of an entry of the hierarchy, and checks its result. A function without a value calls
 * Context.not_found, which ends it by a special failure (FAILED_NOT_FOUND). */
#include "compiler/lookup/lookup_function.h"
#include "base/check.h"

#include "compiler/compilation/call.h"
#include "compiler/scope/jump.h"
#include "compiler/types/object.h"

/* --- finding the function --- */

/* The declared result type of a function must be a type of data. If it is, its results need no check. */
static void check_result(struct lookup_call *call, struct entry *e, const struct type *result)
{
  if (result == NULL) return;
  const struct type *wanted = lookup_type(call->c, entry_has_hash(e) ? TYPE_LOOKUP_DATA : TYPE_LOOKUP_RICH);
  if (!type_assignable(wanted, result)) {
    str subject = arena_printf(call->c->arena, "Return type of '%s' function named '%.*s'", entry_tag(e),
                               STR_FMT(e->function_name));
    lookup_fail_type(call, subject, "is incorrect", wanted, result);
  }
  e->checked = true;
}

static void find_function(struct lookup_call *call, struct entry *e)
{
  if (e->found) return;
  const struct type *result;
  if (!call->c->ops->result(call->c, e->function_name, &result)) {
    const str tag = str_of(entry_tag(e));
    lookup_fail_issue(call, e->provider->config, 0, ISSUE_HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND, STR_FMT(tag),
                      STR_FMT(e->function_name));
  }
  check_result(call, e, result);
  e->found = true;
}

/* --- calling it --- */

/* Returns one context for all calls of an entry and location: for each context Ruby makes an object, which costs more
 * than the call. */
static struct object *context_object(struct lookup_call *call, struct entry_context *x)
{
  if (x->object != NULL) return x->object;
  struct arena *a = call->c->arena;
  const str module = x->entry->provider->module_name;
  const value field = module.p != NULL ? value_str(module) : VALUE_UNDEF;
  const value v = object_new(a, object_type_builtin(STR("Puppet::LookupContext")), &field, 1);
  struct lookup_context *native = ARENA_NEW(a, struct lookup_context);
  *native = (struct lookup_context){.x = x};
  x->object = (struct object *)v.object;
  x->object->native = native;
  return x->object;
}

struct function_step {
  struct lookup_call *call;
  struct entry *entry;
  struct valuevec args;
  value out;
};

static void call_it(struct compilation *c, void *arg)
{
  struct function_step *s = arg;
  (void)c;
  s->out = call_by_name(s->call->c, s->call->scope, s->entry->function_name, s->args.items, s->args.n, NULL);
}

/* break(), next() and return() are errors outside the function. */
static void run(struct context *context, void *arg)
{
  struct function_step *s = arg;
  const unsigned all = 1u << JUMP_BREAK | 1u << JUMP_NEXT | 1u << JUMP_RETURN;
  value ignored;
  (void)context;
  if (!eval_catch(s->call->c, all, call_it, s, &ignored)) {
    lookup_fail(s->call, FAILED_IN_PUPPET, "break(), next() or return() out of the data function '%.*s'",
                STR_FMT(s->entry->function_name));
  }
}

/* Makes a LookupError, whose message remains as it is, of any other of Puppet's errors. The evaluator adds label and
 * place to errors of expressions in the function, but not to an error of the function itself: here it has those of the
 * lookup. */
static void convert_failure(struct context *c)
{
  struct failure *f = &c->failure;
  if (f->origin != FAILED_IN_PUPPET || !failure_is_catchable(f, RESCUE_PUPPET_ERROR)) return;
  const bool own = f->wrap == WRAP_LABEL && f->node == c->node;
  failure_enclose(f, own ? f->text : failure_message(c->arena, f), (struct failure_place){0});
  f->origin = FAILED_IN_LOOKUP;
  f->issue = ISSUE_NONE;
}

bool lookup_call_function(struct lookup_call *call, struct entry_context *x, const value *args, uint32_t n, value *out)
{
  assert(x != NULL && out != NULL && (args != NULL || n == 0));
  struct compilation *c = call->c;
  struct function_step s = {.call = call, .entry = x->entry};
  struct object *const object = n > 0 ? context_object(call, x) : NULL;
  struct lookup_context *const native = object != NULL ? object->native : NULL;
  struct lookup_call *const outer = native != NULL ? native->call : NULL;
  find_function(call, x->entry);
  for (uint32_t i = 0; i < n; i++) valuevec_push(&s.args, c->arena, args[i]);
  if (object != NULL) valuevec_push(&s.args, c->arena, (value){.kind = V_OBJECT, .object = object});
  /* The context uses the current lookup; a nested one may use the same context. */
  if (native != NULL) native->call = call;
  const struct lookup_mark mark = lookup_mark(call);
  const bool explained = c->ops->ruby_explaining(c, call->explain != NULL);
  const bool ok = eval_protect(c, run, &s);
  c->ops->ruby_explaining(c, explained);
  if (native != NULL) native->call = outer;
  if (!ok) {
    lookup_restore(&mark);
    convert_failure(&c->context);
    if (c->context.failure.origin != FAILED_NOT_FOUND) fail_again(&c->context);
    return false;
  }
  *out = s.out;
  return true;
}

void lookup_not_found(struct context *context)
{
  fail_with(context, (struct failure){.class = FAILURE_LOOKUP,
                                      .origin = FAILED_NOT_FOUND,
                                      .wrap = WRAP_LABEL,
                                      .text = STR("uncaught throw :no_such_key")});
}

/* Blocks of Ruby as lambdas. Such a lambda has no Puppet code: it has parameters, so that functions can check its
 * signature, and calling it calls the block. */
#include <assert.h>

#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

/* Default of an optional parameter. It marks the parameter as optional and is never evaluated: only Ruby knows the real
 * default. */
static struct ast_leaf absent = {.h = {.kind = AST_LITERAL_UNDEF}};

static struct ast_parameter *parameter_of(struct compilation *c, const struct array *names, uint32_t i)
{
  struct ast_parameter *p = ARENA_NEW(c->arena, struct ast_parameter);
  const bool named = i < names->n && names->items[i].kind == V_STRING;
  p->h.kind = AST_PARAMETER;
  p->name = sym_intern(named ? value_text(names->items[i]) : STR("_"));
  return p;
}

static const struct ast_list_of *parameters_of(struct compilation *c, const value *parts)
{
  const bool rest = parts[2].kind == V_UNDEF;
  const uint32_t least = (uint32_t)parts[1].integer;
  const uint32_t n = rest ? least + 1 : (uint32_t)parts[2].integer;
  struct ast_list_of *list = ARENA_NEW(c->arena, struct ast_list_of);
  list->items = arena_array(c->arena, n, sizeof *list->items);
  list->n = n;
  for (uint32_t i = 0; i < n; i++) {
    struct ast_parameter *p = parameter_of(c, parts[3].array, i);
    if (rest && i + 1 == n) p->h.flags |= AST_FLAG_CAPTURES_REST;
    else if (i >= least) p->value = &absent.h;
    list->items[i] = &p->h;
  }
  return list;
}

/* A sanity limit: no real block has as many parameters, and an array of them is still small. */
enum { MOST_PARAMETERS = 1000 };

static bool is_count(value v) { return v.kind == V_INT && v.integer >= 0 && v.integer <= MOST_PARAMETERS; }

value ruby_block_make(struct compilation *c, value from)
{
  const value *parts = from.kind == V_ARRAY && from.array->n == 5 ? from.array->items : NULL;
  if (parts == NULL || parts[0].kind != V_RUNTIME || !is_count(parts[1]) || parts[3].kind != V_ARRAY ||
      parts[4].kind != V_INT ||
      (parts[2].kind != V_UNDEF && (!is_count(parts[2]) || parts[2].integer < parts[1].integer))) {
    fail_error(CTX(c), FAILURE_EVALUATION, "The Ruby plug-in returned something that is not a block");
  }
  struct closure *f = ARENA_NEW(c->arena, struct closure);
  f->ops = &eval_closure_ops;
  f->name = STR("lambda");
  f->ruby = parts[0].runtime;
  f->scope = ruby_state(c)->scope != NULL ? ruby_state(c)->scope : c->top;
  f->parameters = parameters_of(c, parts);
  f->arity = (int32_t)parts[4].integer;
  return (value){.kind = V_CLOSURE, .closure = f};
}

value ruby_block_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n)
{
  assert(f->ruby != NULL);
  const value held = value_runtime(f->ruby);
  return ruby_call_with(c, f->scope, "call_block", &held, 1, args, n, VALUE_UNDEF);
}

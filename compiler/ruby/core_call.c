/* Ficelle::Core: calls of functions in the Puppet language and of built-in functions. */
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"

static const struct closure *closure_arg(const struct ruby_args *a, uint32_t i)
{
  const value v = ruby_arg(a, i);
  if (v.kind != V_CLOSURE) fail_error(CTX(a->c), FAILURE_EVALUATION, "argument %u is not a lambda", i + 1);
  return v.closure;
}

/* Arguments: lambda, its arguments … */
static value call_closure_row(const struct ruby_args *a)
{
  return eval_closure_call(a->c, closure_arg(a, 0), a->args + 1, a->n - 1);
}

/* Returns [minimum number of arguments, maximum (undef: unlimited), names of the parameters]. */
static value closure_parameters_row(const struct ruby_args *a)
{
  const struct closure *f = closure_arg(a, 0);
  uint32_t min, max;
  eval_closure_arity(f, &min, &max);
  struct array *names = array_new(a->c->arena, f->parameters->n);
  for (uint32_t i = 0; i < names->n; i++) {
    names->items[i] = value_str(sym_str(AST_AS(ast_parameter, f->parameters->items[i])->name));
  }
  const value parts[] = {value_int(min), max == UINT32_MAX ? VALUE_UNDEF : value_int(max), value_array(names)};
  return array_of(a->c->arena, parts, 3);
}

/* Implements break() for a block of Ruby. */
static value end_loop_row(const struct ruby_args *a) { eval_jump(a->c, JUMP_BREAK, VALUE_UNDEF); }

struct function_step {
  struct scope *scope;
  str file, name;
  const struct array *args;
  const struct closure *block;
  value v;
};

static void run_function(struct compilation *c, void *arg)
{
  struct function_step *f = arg;
  f->v = call_from(c, f->scope, f->file, f->name, f->args->items, f->args->n, f->block);
}

/* A file that an argument names; empty: undef, or there is no such argument. */
static str file_arg(const struct ruby_args *a, uint32_t i)
{
  return i < a->n ? value_text_or_empty(a->args[i]) : STR_EMPTY;
}

/* Arguments: [scope,] name, [arguments], lambda or undef, the calling function's file or undef. next() in a block of
 * Ruby ends the function that has the block. */
static value call_function_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str name = ruby_arg_text(a, 0);
  const value list = ruby_arg(a, 1), block = a->n > 2 ? a->args[2] : VALUE_UNDEF;
  if (list.kind != V_ARRAY) fail_error(CTX(c), FAILURE_EVALUATION, "the arguments are not an Array");
  value done;
  struct function_step f = {a->s != NULL ? a->s : c->top, file_arg(a, 3), name, list.array, NULL, VALUE_UNDEF};
  if (block.kind == V_CLOSURE) f.block = block.closure;
  if (f.block == NULL || f.block->ruby == NULL) {
    run_function(c, &f);
    return f.v;
  }
  return eval_catch(c, 1u << JUMP_NEXT, run_function, &f, &done) ? f.v : done;
}

/* Returns whether a function of that name exists. */
static value has_function_row(const struct ruby_args *a)
{
  return value_bool(a->c->ops->find(a->c, ruby_arg_text(a, 0), STR_EMPTY) != NULL);
}

/* Returns the file of a function of the 3.x API; undef: not found. */
static value older_function_row(const struct ruby_args *a)
{
  const struct ruby_file *f = environment_older_function(a->c, ruby_arg_text(a, 0));
  return f == NULL ? VALUE_UNDEF : value_str(f->path);
}

/* Arguments: function, [arguments], lambda or undef, its file. Returns the number of the dispatch that accepts them;
 * fails if none does. */
static value select_dispatch_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const struct function *f = c->ops->find(c, ruby_arg_text(a, 0), file_arg(a, 3));
  const value list = ruby_arg(a, 1), block = a->n > 2 ? a->args[2] : VALUE_UNDEF;
  if (f == NULL || f->ruby == NULL || list.kind != V_ARRAY)
    fail_error(CTX(c), FAILURE_EVALUATION, "the function is not in Ruby, or its arguments are not an Array");
  return value_int(ruby_function_select(c, f->ruby, list.array->items, list.array->n, block));
}

/* Returns [file, line] of each current call in manifests, innermost first. */
static value stack_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct valuevec out = {0};
  for (const struct call_frame *f = c->dynamic.calls; f != NULL; f = f->outer) {
    if (f->source == NULL) continue;
    const str file = f->source->file.n > 0 ? f->source->file : STR("unknown");
    const value place[] = {value_str(file), value_int(f->node == NULL ? 0 : source_line(f->source, f->node->offset))};
    valuevec_push(&out, c->arena, array_of(c->arena, place, 2));
  }
  return valuevec_array(&out, c->arena);
}

const struct ruby_row core_call_rows[] = {
  {"older_function", older_function_row},
  {"select_dispatch", select_dispatch_row},
  {"stack", stack_row},
  {"call_closure", call_closure_row},
  {"end_loop", end_loop_row},
  {"closure_parameters", closure_parameters_row},
  {"call_function", call_function_row},
  {"has_function", has_function_row},
  {0},
};

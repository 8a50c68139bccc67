/* Calls of functions: by name, as a method, and of a type, which is a call of new(). As in Puppet, arguments are
 * evaluated from left to right before the function is looked up, so their errors come first. */
#include "compiler/evaluator/eval_internal.h"
#include "base/check.h"
#include "compiler/types/object.h"
#include "compiler/types/iterator.h"
#include "compiler/values/runtime.h"
#include "compiler/values/uri.h"

/* Up to this number the arguments of a call are on the stack, which is safe because functions copy what they store. */
enum { FEW_ARGUMENTS = 8 };

const ast *eval_unwrap(const ast *node)
{
  while (node != NULL && node->kind == AST_PARENTHESIZED) {
    node = AST_AS(ast_unary, node)->expr;
  }
  return node;
}

/* Converts v to an array, for *v. */
static value eval_splat(struct compilation *c, value v)
{
  switch (v.kind) {
  case V_UNDEF: return value_array(&array_empty);
  case V_ARRAY: return v;
  case V_ITERATOR: return iterator_array(c->arena, v.iterator);
  case V_HASH: return hash_pairs(c->arena, v.hash);
  default: return array_of(c->arena, &v, 1);
  }
}

/* *x: always an array; the caller inserts its elements into the list. */
value eval_node_unfold(struct compilation *c, struct scope *s, const ast *node)
{
  return eval_splat(c, eval(c, s, AST_AS(ast_unary, node)->expr));
}

void eval_unfold(struct compilation *c, struct scope *s, const struct ast_list_of *list, struct valuevec *out)
{
  assert_hot(out != NULL);
  for (uint32_t i = 0; i < list->n; i++) {
    const ast *item = eval_unwrap(list->items[i]);
    value v = eval_operand(c, s, item);
    if (item->kind != AST_UNFOLD) {
      valuevec_push(out, c->arena, v);
      continue;
    }
    for (uint32_t k = 0; k < v.array->n; k++) valuevec_push(out, c->arena, v.array->items[k]);
  }
}

static value call_block(struct compilation *c, struct scope *s, const struct ast_call *n)
{
  return n->lambda == NULL ? VALUE_UNDEF : (value){.kind = V_CLOSURE, .closure = eval_make_closure(c, s, n->lambda)};
}

/* Finds the function of a call. Only a built-in one is cached in the node: others may be different in the next
 * compilation. */
static const struct function *resolve(struct compilation *c, const struct ast_call *n, str name)
{
  if (n->resolved != NULL) return n->resolved;
  const struct function *f = c->ops->find(c, name, c->context.source != NULL ? c->context.source->file : STR_EMPTY);
  if (f == NULL) FAIL(c, &n->h, ISSUE_UNKNOWN_FUNCTION, STR_FMT(name));
  if (f->rows != NULL) ((struct ast_call *)n)->resolved = (void *)f;
  return f;
}

bool eval_names_type(const ast *functor)
{
  return functor->kind == AST_QUALIFIED_REFERENCE ||
         (functor->kind == AST_ACCESS && AST_AS(ast_access, functor)->left->kind == AST_QUALIFIED_REFERENCE);
}

/* Runs the call at `node`, and records it for functions that need the place of their call. */
static value call_at(struct compilation *c, struct scope *s, const ast *node, const struct function *f,
                     const struct valuevec *args, value block)
{
  struct call_frame frame;
  call_frame_enter(c, &frame, node);
  value v = c->ops->function(c, s, f, args->items, args->n, block);
  call_frame_leave(c, &frame);
  return v;
}

value eval_node_call_named_function(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_call *n = AST_AS(ast_call, node);
  value room[FEW_ARGUMENTS];
  struct valuevec args = {.items = room, .cap = FEW_ARGUMENTS};
  if (eval_names_type(n->functor)) {
    valuevec_push(&args, c->arena, eval(c, s, n->functor));
    eval_unfold(c, s, &n->arguments, &args);
    return call_at(c, s, node, resolve(c, n, STR("new")), &args, call_block(c, s, n));
  }
  if (n->functor->kind == AST_RENDER_STRING) FAIL(c, node, ISSUE_ILLEGAL_EPP_PARAMETERS);
  if (n->functor->kind != AST_QUALIFIED_NAME) {
    FAIL(c, n->functor, ISSUE_ILLEGAL_EXPRESSION, STR_FMT(ast_A_An(c->arena, n->functor)),
         STR_FMT(STR("function name")), STR_FMT(ast_a_an(c->arena, node)));
  }
  eval_unfold(c, s, &n->arguments, &args);
  value block = call_block(c, s, n);
  return call_at(c, s, node, resolve(c, n, ast_name_text(n->functor)), &args, block);
}

value eval_node_call_function(struct compilation *c, struct scope *s, const ast *node)
{
  return eval_node_call_named_function(c, s, node);
}

/* Calls an attribute or a function of an object. */
static value call_of_object(struct compilation *c, struct scope *s, const struct ast_call *n,
                            const struct object_member *m, const struct object *receiver)
{
  value room[FEW_ARGUMENTS];
  struct valuevec args = {.items = room, .cap = FEW_ARGUMENTS};
  eval_unfold(c, s, &n->arguments, &args);
  return c->ops->member(c, s, m, receiver, args.items, args.n, call_block(c, s, n));
}

value eval_node_call_method(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_call *n = AST_AS(ast_call, node);
  const struct ast_binary *access = AST_AS(ast_binary, n->functor);
  if (n->functor->kind != AST_NAMED_ACCESS || access->right->kind != AST_QUALIFIED_NAME) {
    str what = n->functor->kind != AST_NAMED_ACCESS ? STR("function accessor") : STR("function name");
    FAIL(c, n->functor, ISSUE_ILLEGAL_EXPRESSION, STR_FMT(ast_A_An(c->arena, n->functor)), STR_FMT(what),
         STR_FMT(ast_a_an(c->arena, node)));
  }
  value room[FEW_ARGUMENTS];
  struct valuevec args = {.items = room, .cap = FEW_ARGUMENTS};
  ast *receiver[] = {access->left};
  eval_unfold(c, s, &(struct ast_list_of){.items = receiver, .n = 1}, &args);
  /* A member of the object, or a part of a URI, has priority over a function of that name. */
  const value self = args.n > 0 ? runtime_as_object(args.items[0]) : VALUE_UNDEF;
  if (self.kind == V_OBJECT) {
    const struct object *o = self.object;
    const struct object_member *m = object_type_member(o->type, ast_name_text(access->right));
    if (m != NULL) return call_of_object(c, s, n, m, o);
  }
  value part;
  if (args.n > 0 && args.items[0].kind == V_URI && uri_member(args.items[0].uri, ast_name_text(access->right), &part)) {
    return part;
  }
  eval_unfold(c, s, &n->arguments, &args);
  value block = call_block(c, s, n);
  return call_at(c, s, node, resolve(c, n, ast_name_text(access->right)), &args, block);
}

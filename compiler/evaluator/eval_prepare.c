/* Fills what the evaluator keeps in the nodes of a tree. A server does this before it forks its workers: nodes that no
 * compilation changes stay in memory that all workers share. */
#include "compiler/evaluator/eval_internal.h"

#include "compiler/syntax/ast_children.h"

struct preparation {
  struct compilation *c;
  const struct ast_program *program;
  eval_core_function *find;
};

/* The function's name if it is known before the call; a type is called to make a value. */
static str name_of_call(const struct ast_call *n)
{
  const ast *functor = n->functor;
  if (functor != NULL && eval_names_type(functor)) return STR("new");
  if (functor != NULL && functor->kind == AST_NAMED_ACCESS) functor = AST_AS(ast_binary, functor)->right;
  return functor != NULL && functor->kind == AST_QUALIFIED_NAME ? ast_name_text(functor) : STR_EMPTY;
}

static void prepare_call(const struct preparation *p, struct ast_call *n)
{
  const str name = name_of_call(n);
  if (n->resolved == NULL && name.n > 0) n->resolved = (void *)p->find(p->c, name);
}

/* Only a type that names Puppet's own types: others may load files. */
static void prepare_parameter(const struct preparation *p, const struct ast_parameter *n)
{
  if (n->type_expr == NULL || !environment_is_constant_type(n->type_expr, false)) return;
  eval_parameter_type(p->c, p->c->top, n);
}

static void prepare_access(const struct preparation *p, const ast *node)
{
  const ast *left = AST_AS(ast_access, node)->left;
  if (left->kind == AST_QUALIFIED_REFERENCE && AST_AS(ast_reference, left)->resolved != NULL &&
      eval_access_is_fixed(p->c, AST_AS(ast_access, node)))
    eval_node_access(p->c, p->c->top, node);
}

/* The depth of the tree is bounded. */
static void prepare(void *ctx, ast *node)
{
  const struct preparation *p = ctx;
  ast_visit_children(node, prepare, ctx);
  switch (node->kind) {
  case AST_QUALIFIED_REFERENCE:
    ((struct ast_reference *)node)->resolved = (void *)type_builtin(ast_cased_text(node));
    break;
  case AST_VARIABLE: eval_split_variable(p->c, (struct ast_variable *)node); break;
  case AST_LAMBDA: eval_lambda_shape((struct ast_lambda *)node); break;
  case AST_CALL_FUNCTION:
  case AST_CALL_NAMED_FUNCTION:
  case AST_CALL_METHOD: prepare_call(p, (struct ast_call *)node); break;
  case AST_PARAMETER: prepare_parameter(p, AST_AS(ast_parameter, node)); break;
  case AST_ACCESS: prepare_access(p, node); break;
  default: break;
  }
}

static void prepare_step(struct context *context, void *arg)
{
  const struct preparation *p = arg;
  (void)context;
  source_prepare(p->program->source);
  prepare(arg, p->program->body);
}

void eval_prepare(struct compilation *c, const struct ast_program *program, eval_core_function *find)
{
  struct preparation p = {c, program, find};
  struct source *const outer = c->context.source;
  c->context.source = program->source;
  /* What fails here also fails when it is evaluated. */
  context_protect(CTX(c), prepare_step, &p);
  c->context.source = outer;
}

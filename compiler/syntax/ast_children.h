/* ast_each_child as an inline function, for passes over all nodes: with a constant `fn` its calls are direct. */
#ifndef FICELLE_SYNTAX_AST_CHILDREN_H
#define FICELLE_SYNTAX_AST_CHILDREN_H

#include "compiler/syntax/ast.h"

__attribute__((always_inline)) static inline void each_of(const struct ast_list_of *list, ast_child_fn *fn, void *ctx)
{
  for (uint32_t i = 0; i < list->n; i++) fn(ctx, list->items[i]);
}

/* Defines a function for each payload struct, which calls `fn` with the node of each ONE field and the nodes of each
 * ALL field. */
#define CHILDREN(payload, ...)                                                            \
  static inline void each_##payload(const struct payload *n, ast_child_fn *fn, void *ctx) \
  {                                                                                       \
    (void)n, (void)fn, (void)ctx, __VA_ARGS__;                                            \
  }
#define ONE(field) (n->field != NULL ? fn(ctx, n->field) : (void)0)
#define ALL(field) each_of(&n->field, fn, ctx)

CHILDREN(ast_leaf, (void)0)
CHILDREN(ast_regex, (void)0)
CHILDREN(ast_string, (void)0)
CHILDREN(ast_integer, (void)0)
CHILDREN(ast_float, (void)0)
CHILDREN(ast_boolean, (void)0)
CHILDREN(ast_name, (void)0)
CHILDREN(ast_reference, (void)0)
CHILDREN(ast_unary, ONE(expr))
CHILDREN(ast_binary, ONE(left), ONE(right))
CHILDREN(ast_pair, ONE(key), ONE(value))
CHILDREN(ast_list, ALL(list))
CHILDREN(ast_access, ONE(left), ALL(keys))
CHILDREN(ast_case_option, ALL(values), ONE(then_expr))
CHILDREN(ast_case, ONE(test), ALL(options))
CHILDREN(ast_attribute, ONE(value))
CHILDREN(ast_collect, ONE(type_expr), ONE(query), ALL(operations))
CHILDREN(ast_parameter, ONE(value), ONE(type_expr))
CHILDREN(ast_definition, ALL(parameters), ONE(body), ONE(return_type))
CHILDREN(ast_node, ONE(parent), ALL(host_matches), ONE(body))
CHILDREN(ast_type_alias, ONE(type_expr))
CHILDREN(ast_heredoc, ONE(text_expr))
CHILDREN(ast_lambda, ALL(parameters), ONE(body), ONE(return_type))
CHILDREN(ast_apply, ALL(arguments), ONE(body))
CHILDREN(ast_if, ONE(test), ONE(then_expr), ONE(else_expr))
CHILDREN(ast_call, ONE(functor), ALL(arguments), ONE(lambda))
CHILDREN(ast_variable, ONE(expr))
CHILDREN(ast_epp, ONE(body))
CHILDREN(ast_resource_body, ONE(title), ALL(operations))
CHILDREN(ast_resource, ONE(type_name), ALL(bodies))
CHILDREN(ast_resource_operations, ONE(target), ALL(operations))
CHILDREN(ast_selector, ONE(left), ALL(selectors))

__attribute__((always_inline)) static inline void ast_visit_children(const ast *node, ast_child_fn *fn, void *ctx)
{
  switch ((enum ast_kind)node->kind) {
#define X(kind, suffix, payload, evaluation, name, label) \
  case AST_##kind:                                        \
    each_##payload(AST_AS(payload, node), fn, ctx);       \
    break;
#include "compiler/syntax/ast.def"
#undef X
  case AST_KIND_COUNT: break;
  }
}
#undef CHILDREN
#undef ONE
#undef ALL

#endif

/* ast_each_child as an inline function, for passes over every node: with a constant `fn` its calls are direct
 * ones. */
#ifndef FICELLE_SYNTAX_AST_CHILDREN_H
#define FICELLE_SYNTAX_AST_CHILDREN_H

#include "compiler/syntax/ast.h"

/* One function a payload struct, all with this signature. */
#define EACH(payload) static inline void each_##payload(const struct payload *n, ast_child_fn *fn, void *ctx)
#define ONE(field) \
  if (n->field != NULL) fn(ctx, n->field)
#define ALL(field) \
  for (uint32_t i_ = 0; i_ < n->field.n; i_++) fn(ctx, n->field.items[i_])
#define LEAF(payload) \
  EACH(payload)       \
  {                   \
    (void)n;          \
    (void)fn;         \
    (void)ctx;        \
  }

LEAF(ast_leaf)
LEAF(ast_regex)
LEAF(ast_string)
LEAF(ast_integer)
LEAF(ast_float)
LEAF(ast_boolean)
LEAF(ast_name)
LEAF(ast_reference)
EACH(ast_unary) { ONE(expr); }
EACH(ast_binary)
{
  ONE(left);
  ONE(right);
}
EACH(ast_pair)
{
  ONE(key);
  ONE(value);
}
EACH(ast_list) { ALL(list); }
EACH(ast_access)
{
  ONE(left);
  ALL(keys);
}
EACH(ast_case_option)
{
  ALL(values);
  ONE(then_expr);
}
EACH(ast_case)
{
  ONE(test);
  ALL(options);
}
EACH(ast_attribute) { ONE(value); }
EACH(ast_collect)
{
  ONE(type_expr);
  ONE(query);
  ALL(operations);
}
EACH(ast_parameter)
{
  ONE(value);
  ONE(type_expr);
}
EACH(ast_definition)
{
  ALL(parameters);
  ONE(body);
  ONE(return_type);
}
EACH(ast_node)
{
  ONE(parent);
  ALL(host_matches);
  ONE(body);
}
EACH(ast_type_alias) { ONE(type_expr); }
EACH(ast_heredoc) { ONE(text_expr); }
EACH(ast_lambda)
{
  ALL(parameters);
  ONE(body);
  ONE(return_type);
}
EACH(ast_apply)
{
  ALL(arguments);
  ONE(body);
}
EACH(ast_if)
{
  ONE(test);
  ONE(then_expr);
  ONE(else_expr);
}
EACH(ast_call)
{
  ONE(functor);
  ALL(arguments);
  ONE(lambda);
}
EACH(ast_variable) { ONE(expr); }
EACH(ast_epp) { ONE(body); }
EACH(ast_resource_body)
{
  ONE(title);
  ALL(operations);
}
EACH(ast_resource)
{
  ONE(type_name);
  ALL(bodies);
}
EACH(ast_resource_operations)
{
  ONE(target);
  ALL(operations);
}
EACH(ast_selector)
{
  ONE(left);
  ALL(selectors);
}

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
#undef EACH
#undef ONE
#undef ALL
#undef LEAF

#endif

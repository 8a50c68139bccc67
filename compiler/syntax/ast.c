#include "compiler/syntax/ast.h"

static const char *const op_texts[OP_COUNT] = {
  [OP_NONE] = "", [OP_ASSIGN] = "=", [OP_APPEND_ASSIGN] = "+=", [OP_DELETE_ASSIGN] = "-=",
  [OP_ADD] = "+", [OP_SUB] = "-", [OP_MUL] = "*", [OP_DIV] = "/", [OP_MOD] = "%",
  [OP_SHIFT_LEFT] = "<<", [OP_SHIFT_RIGHT] = ">>",
  [OP_BEFORE] = "->", [OP_NOTIFY] = "~>", [OP_REQUIRE] = "<-", [OP_SUBSCRIBE] = "<~",
  [OP_EQ] = "==", [OP_NE] = "!=", [OP_LT] = "<", [OP_LE] = "<=", [OP_GT] = ">", [OP_GE] = ">=",
  [OP_MATCH] = "=~", [OP_NOT_MATCH] = "!~", [OP_SET] = "=>", [OP_ADD_TO] = "+>",
};

const char *ast_op_text(enum ast_op op) { return op_texts[op]; }

static const char *const kind_names[AST_KIND_COUNT] = {
#define X(kind, suffix, payload, name) [AST_##kind] = name,
#include "compiler/syntax/ast.def"
#undef X
};

const char *ast_kind_name(enum ast_kind kind) { return kind_names[kind]; }

/* -- children: one function a payload struct, all with this signature -- */
#define EACH(payload) \
  static void each_##payload(const struct payload *n, ast_child_fn *fn, void *ctx)
#define ONE(field) \
  if (n->field != NULL) fn(ctx, n->field)
#define ALL(field) \
  for (uint32_t i_ = 0; i_ < n->field.n; i_++) fn(ctx, n->field.items[i_])
#define LEAF(payload) \
  EACH(payload) { (void)n; (void)fn; (void)ctx; }

LEAF(ast_leaf)
LEAF(ast_regex)
LEAF(ast_string)
LEAF(ast_integer)
LEAF(ast_float)
LEAF(ast_boolean)
LEAF(ast_name)
LEAF(ast_reference)
EACH(ast_unary) { ONE(expr); }
EACH(ast_binary) { ONE(left); ONE(right); }
EACH(ast_pair) { ONE(key); ONE(value); }
EACH(ast_list) { ALL(list); }
EACH(ast_access) { ONE(left); ALL(keys); }
EACH(ast_case_option) { ALL(values); ONE(then_expr); }
EACH(ast_case) { ONE(test); ALL(options); }
EACH(ast_attribute) { ONE(value); }
EACH(ast_collect) { ONE(type_expr); ONE(query); ALL(operations); }
EACH(ast_parameter) { ONE(value); ONE(type_expr); }
EACH(ast_definition) { ALL(parameters); ONE(body); ONE(return_type); }
EACH(ast_node) { ONE(parent); ALL(host_matches); ONE(body); }
EACH(ast_type_alias) { ONE(type_expr); }
EACH(ast_heredoc) { ONE(text_expr); }
EACH(ast_lambda) { ALL(parameters); ONE(body); ONE(return_type); }
EACH(ast_apply) { ALL(arguments); ONE(body); }
EACH(ast_if) { ONE(test); ONE(then_expr); ONE(else_expr); }
EACH(ast_call) { ONE(functor); ALL(arguments); ONE(lambda); }
EACH(ast_variable) { ONE(expr); }
EACH(ast_epp) { ONE(body); }
EACH(ast_resource_body) { ONE(title); ALL(operations); }
EACH(ast_resource) { ONE(type_name); ALL(bodies); }
EACH(ast_resource_operations) { ONE(target); ALL(operations); }
EACH(ast_selector) { ONE(left); ALL(selectors); }

void ast_each_child(const ast *node, ast_child_fn *fn, void *ctx)
{
  switch ((enum ast_kind)node->kind) {
#define X(kind, suffix, payload, name) \
  case AST_##kind: each_##payload(AST_AS(payload, node), fn, ctx); break;
#include "compiler/syntax/ast.def"
#undef X
  case AST_KIND_COUNT: break;
  }
}

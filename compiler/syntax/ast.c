/* Tables of node kinds from ast.def: names, operators, children. */
#include "compiler/syntax/ast_children.h"

static const char *const op_texts[OP_COUNT] = {
#define X(op, text) [OP_##op] = text,
#include "compiler/syntax/op.def"
#undef X
};

const char *ast_op_text(enum ast_op op) { return op_texts[op]; }

static const char *const kind_names[AST_KIND_COUNT] = {
#define X(kind, suffix, payload, evaluation, name, label) [AST_##kind] = name,
#include "compiler/syntax/ast.def"
#undef X
};

const char *ast_kind_name(enum ast_kind kind) { return kind_names[kind]; }

bool ast_is_definition(const ast *node)
{
  switch (node->kind) {
  case AST_FUNCTION_DEFINITION:
  case AST_PLAN_DEFINITION:
  case AST_RESOURCE_TYPE_DEFINITION:
  case AST_HOST_CLASS_DEFINITION:
  case AST_NODE_DEFINITION:
  case AST_TYPE_ALIAS:
  case AST_TYPE_MAPPING:
  case AST_TYPE_DEFINITION: return true;
  default: return false;
  }
}

void ast_each_child(const ast *node, ast_child_fn *fn, void *ctx) { ast_visit_children(node, fn, ctx); }

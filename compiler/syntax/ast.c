/* Tables over the kinds of nodes that are made from ast.def: names, operators, children. */
#include "compiler/syntax/ast_children.h"

static const char *const op_texts[OP_COUNT] = {
  [OP_NONE] = "",
  [OP_ASSIGN] = "=",
  [OP_APPEND_ASSIGN] = "+=",
  [OP_DELETE_ASSIGN] = "-=",
  [OP_ADD] = "+",
  [OP_SUB] = "-",
  [OP_MUL] = "*",
  [OP_DIV] = "/",
  [OP_MOD] = "%",
  [OP_SHIFT_LEFT] = "<<",
  [OP_SHIFT_RIGHT] = ">>",
  [OP_BEFORE] = "->",
  [OP_NOTIFY] = "~>",
  [OP_REQUIRE] = "<-",
  [OP_SUBSCRIBE] = "<~",
  [OP_EQ] = "==",
  [OP_NE] = "!=",
  [OP_LT] = "<",
  [OP_LE] = "<=",
  [OP_GT] = ">",
  [OP_GE] = ">=",
  [OP_MATCH] = "=~",
  [OP_NOT_MATCH] = "!~",
  [OP_SET] = "=>",
  [OP_ADD_TO] = "+>",
};

const char *ast_op_text(enum ast_op op) { return op_texts[op]; }

static const char *const kind_names[AST_KIND_COUNT] = {
#define X(kind, suffix, payload, name) [AST_##kind] = name,
#include "compiler/syntax/ast.def"
#undef X
};

const char *ast_kind_name(enum ast_kind kind) { return kind_names[kind]; }

void ast_each_child(const ast *node, ast_child_fn *fn, void *ctx) { ast_visit_children(node, fn, ctx); }

/* Tables over the kinds of nodes that are made from ast.def: names, operators, children. */
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

void ast_each_child(const ast *node, ast_child_fn *fn, void *ctx) { ast_visit_children(node, fn, ctx); }

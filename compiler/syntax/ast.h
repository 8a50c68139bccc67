/* The syntax tree. Every node begins with a struct ast; the payload struct of each kind is in ast.def, so
 * `const struct ast_binary *b = (const struct ast_binary *)node` is the way in (AST_AS does the cast).
 * A tree lives in one arena with its program (one program per file or text), and does not change after
 * validation, but for the `resolved` slots: caches that belong to the evaluator.
 * Empty optional children are NULL where Puppet's model has nil, and NOP nodes where Puppet's has Nop. */
#ifndef FICELLE_SYNTAX_AST_H
#define FICELLE_SYNTAX_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/regex.h"
#include "base/symbol.h"
#include "compiler/syntax/source.h"

enum ast_kind {
#define X(kind, suffix, payload, evaluation, name, label) AST_##kind,
#include "compiler/syntax/ast.def"
#undef X
  AST_KIND_COUNT
};

enum ast_op {
#define X(op, text) OP_##op,
#include "compiler/syntax/op.def"
#undef X
  OP_COUNT
};
/* The operator as written: "+", "->" … */
const char *ast_op_text(enum ast_op op);

enum ast_form { FORM_REGULAR, FORM_VIRTUAL, FORM_EXPORTED };

typedef struct ast {
  uint8_t kind;            /* enum ast_kind */
  uint8_t op;              /* enum ast_op of binary nodes and attribute operations */
  uint8_t form;            /* enum ast_form of the three resource kinds */
  uint8_t flags;           /* AST_FLAG_… */
  uint32_t offset, length; /* bytes of the program's source */
  uint32_t height;         /* levels below and including this one: bounded, so that passes may recurse */
} ast;

enum {
  AST_FLAG_RVALUE = 1,              /* calls: the value is wanted (Puppet's rval_required) */
  AST_FLAG_CAPTURES_REST = 2,       /* parameters: *$name */
  AST_FLAG_FUTURE = 4,              /* reserved words of a future version */
  AST_FLAG_PARAMETERS_SPECIFIED = 8 /* EPP with a parameter list */
};

#define AST_AS(type, node) ((const struct type *)(node))

struct ast_list_of {
  ast **items;
  uint32_t n;
};

struct ast_leaf {
  ast h;
};
struct ast_unary {
  ast h;
  ast *expr;
}; /* queries: expr NULL for <| |> */
struct ast_binary {
  ast h;
  ast *left, *right;
};
struct ast_pair {
  ast h;
  ast *key, *value;
}; /* TYPE_MAPPING: type expression, mapping */
struct ast_list {
  ast h;
  struct ast_list_of list;
};
/* resolved: the reference, when it is the same in every compilation */
struct ast_access {
  ast h;
  ast *left;
  struct ast_list_of keys;
  const void *resolved;
};
struct ast_case_option {
  ast h;
  struct ast_list_of values;
  ast *then_expr;
};
struct ast_case {
  ast h;
  ast *test;
  struct ast_list_of options;
};
struct ast_attribute {
  ast h;
  const symbol *name;
  ast *value;
};
struct ast_collect {
  ast h;
  ast *type_expr;
  ast *query;
  struct ast_list_of operations;
};
/* resolved: the type, when it is the same in every compilation */
struct ast_parameter {
  ast h;
  const symbol *name;
  ast *type_expr, *value;
  const void *resolved;
};
/* Names of definitions are qualified by the enclosing class, without a leading "::". */
struct ast_definition {
  ast h;
  str name;
  struct ast_list_of parameters;
  ast *body;                   /* NULL when empty */
  ast *return_type;            /* functions, plans */
  str parent_class;            /* classes; p == NULL when none */
  struct ast_program *program; /* the text that contains it */
};
struct ast_node {
  ast h;
  ast *parent;
  struct ast_list_of host_matches;
  ast *body;
  struct ast_program *program;
};
/* name as written: "Mod::Name". TYPE_DEFINITION: type_expr is the body, parent what it inherits (p == NULL:
 * nothing). */
struct ast_type_alias {
  ast h;
  str name;
  ast *type_expr;
  struct ast_program *program;
  str parent;
};
struct ast_heredoc {
  ast h;
  str syntax;
  ast *text_expr;
}; /* syntax.p == NULL when none */
/* shape: what the evaluator found out; 0: nothing yet */
struct ast_lambda {
  ast h;
  struct ast_list_of parameters;
  ast *body;
  ast *return_type;
  uint8_t shape;
};
struct ast_apply {
  ast h;
  struct ast_list_of arguments;
  ast *body;
};
struct ast_if {
  ast h;
  ast *test, *then_expr, *else_expr;
}; /* branches: NOP when empty or absent */
struct ast_call {
  ast h;
  ast *functor; /* named: QUALIFIED_NAME or a reference; method: NAMED_ACCESS */
  struct ast_list_of arguments;
  ast *lambda;    /* NULL when none */
  void *resolved; /* evaluator's cache */
};
struct ast_regex {
  ast h;
  str pattern;
  const struct regex *regex;
};
struct ast_string {
  ast h;
  str value;
};
/* radix: 8, 10 or 16. A literal beyond 64 bits keeps its digits in `overflow` (else p == NULL): the validator
 * refuses it. */
struct ast_integer {
  ast h;
  int64_t value;
  int radix;
  str overflow;
};
struct ast_float {
  ast h;
  double value;
};
struct ast_boolean {
  ast h;
  bool value;
};
struct ast_name {
  ast h;
  str value;
  const symbol *symbol;
}; /* value keeps a leading "::" */
/* value: lower case */
struct ast_reference {
  ast h;
  str cased;
  str value;
  const symbol *symbol;
  void *resolved;
};
/* `expr` is what followed the $: QUALIFIED_NAME, LITERAL_INTEGER, or another expression for ${…} oddities.
 * For the usual case `name` is the symbol without a leading "::", `numeric` >= 0 for $0, $1 … */
struct ast_variable {
  ast h;
  ast *expr;
  const symbol *name;
  bool absolute, qualified;
  int numeric;
  void *resolved;
};
/* body: LAMBDA is made by the parser as Puppet does */
struct ast_epp {
  ast h;
  ast *body;
};
struct ast_resource_body {
  ast h;
  ast *title;
  struct ast_list_of operations;
};
struct ast_resource {
  ast h;
  ast *type_name;
  struct ast_list_of bodies;
};
/* target: type reference, or resources */
struct ast_resource_operations {
  ast h;
  ast *target;
  struct ast_list_of operations;
};
struct ast_selector {
  ast h;
  ast *left;
  struct ast_list_of selectors;
};

struct ast_program {
  struct source *source;
  ast *body; /* NOP for an empty text */
  /* classes, defines, nodes, functions, aliases, plans: in Puppet's order */
  ast **definitions;
  uint32_t ndefinitions;
};

const char *ast_kind_name(enum ast_kind kind);
/* Calls fn for each child that is not NULL, in the order in which Puppet's validator visits them. */
typedef void ast_child_fn(void *ctx, ast *child);
void ast_each_child(const ast *node, ast_child_fn *fn, void *ctx);

#endif

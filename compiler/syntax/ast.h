/* The syntax tree. Every node begins with a struct ast; the payload struct of each kind is in ast.def, so a node can be
 * cast to that struct (AST_AS). A tree lives in one arena with its program (one program per file or text), and does not
 * change after validation, except for the `resolved` slots: caches of the evaluator. Empty optional children are NULL
 * where Puppet's model has nil, and NOP nodes where it has Nop. */
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

/* Nodes are most of the memory of an environment, so they are small: a kind has an operator, a form or flags, and a
 * list or text after the header needs no padding. */
typedef struct ast {
  uint8_t kind; /* enum ast_kind */
  union {
    uint8_t op;    /* enum ast_op of binary nodes and attribute operations */
    uint8_t form;  /* enum ast_form of the three resource kinds */
    uint8_t flags; /* AST_FLAG_… of the other kinds */
  };
  uint16_t height;         /* levels, including this one; limited, so that passes may recurse */
  uint32_t offset, length; /* bytes of the program's source */
} ast;

enum {
  AST_FLAG_RVALUE = 1,               /* calls: the value is used (Puppet's rval_required) */
  AST_FLAG_CAPTURES_REST = 2,        /* parameters: *$name */
  AST_FLAG_FUTURE = 4,               /* reserved words of a future version */
  AST_FLAG_PARAMETERS_SPECIFIED = 8, /* EPP with a parameter list */
  AST_FLAG_ABSOLUTE = 16,            /* variables: begins with "::" */
  AST_FLAG_QUALIFIED = 32            /* variables: contains "::" */
};

#define AST_AS(type, node) ((const struct type *)(node))

/* Both are packed, so that they follow a header directly. */
struct ast_list_of {
  uint32_t n;
  ast **items;
} __attribute__((packed, aligned(4)));
struct ast_text {
  uint32_t n;
  const char *p;
} __attribute__((packed, aligned(4)));

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
/* resolved: the reference, if it is the same in every compilation */
struct ast_access {
  ast h;
  struct ast_list_of keys;
  ast *left;
  const void *resolved;
};
struct ast_case_option {
  ast h;
  struct ast_list_of values;
  ast *then_expr;
};
struct ast_case {
  ast h;
  struct ast_list_of options;
  ast *test;
};
struct ast_attribute {
  ast h;
  const symbol *name;
  ast *value;
};
struct ast_collect {
  ast h;
  struct ast_list_of operations;
  ast *type_expr;
  ast *query;
};
/* resolved: the type, if it is the same in every compilation */
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
/* name as written: "Mod::Name". TYPE_DEFINITION: type_expr is the body, parent the inherited type (p == NULL: none). */
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
/* shape: cache of the evaluator; 0: not set yet */
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
  struct ast_list_of arguments;
  ast *functor;   /* named: QUALIFIED_NAME or a reference; method: NAMED_ACCESS */
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
  struct ast_text value;
};
/* radix: 8, 10 or 16. A literal beyond 64 bits keeps its digits in `overflow` (otherwise NULL): the validator rejects
 * it. */
struct ast_integer {
  ast h;
  int radix;
  int64_t value;
  const str *overflow;
};
struct ast_float {
  ast h;
  double value;
};
struct ast_boolean {
  ast h;
  bool value;
};
/* The symbol includes a leading "::". */
struct ast_name {
  ast h;
  const symbol *symbol;
};
/* cased: as long as the symbol, which is in lower case */
struct ast_reference {
  ast h;
  const char *cased;
  const symbol *symbol;
  void *resolved;
};
/* `expr` is what follows the $: QUALIFIED_NAME, LITERAL_INTEGER, or another expression in ${…}. Normally `name` is the
 * symbol without a leading "::", and `numeric` >= 0 for $0, $1 … */
struct ast_variable {
  ast h;
  int numeric;
  ast *expr;
  const symbol *name;
  void *resolved;
};
/* body: a LAMBDA made by the parser, as in Puppet */
struct ast_epp {
  ast h;
  ast *body;
};
struct ast_resource_body {
  ast h;
  struct ast_list_of operations;
  ast *title;
};
struct ast_resource {
  ast h;
  struct ast_list_of bodies;
  ast *type_name;
};
/* target: type reference, or resources */
struct ast_resource_operations {
  ast h;
  struct ast_list_of operations;
  ast *target;
};
struct ast_selector {
  ast h;
  struct ast_list_of selectors;
  ast *left;
};

struct ast_program {
  struct source *source;
  ast *body; /* NOP for an empty text */
  /* classes, defines, nodes, functions, aliases, plans: in Puppet's order */
  ast **definitions;
  uint32_t ndefinitions;
};

/* Returns the text of a string, a name or a reference. */
static inline str ast_string_text(const ast *node)
{
  const struct ast_text t = AST_AS(ast_string, node)->value;
  return (str){t.p, t.n};
}
static inline str ast_name_text(const ast *node) { return sym_str(AST_AS(ast_name, node)->symbol); }
static inline str ast_cased_text(const ast *node)
{
  const struct ast_reference *r = AST_AS(ast_reference, node);
  return (str){r->cased, r->symbol->length};
}
static inline str ast_reference_text(const ast *node) { return sym_str(AST_AS(ast_reference, node)->symbol); }

const char *ast_kind_name(enum ast_kind kind);
bool ast_is_definition(const ast *node);
/* Calls fn for each child that is not NULL, in the order in which Puppet's validator visits them. */
typedef void ast_child_fn(void *ctx, ast *child);
void ast_each_child(const ast *node, ast_child_fn *fn, void *ctx);

#endif

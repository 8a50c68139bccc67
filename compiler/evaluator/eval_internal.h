/* Shared by the files of the evaluator: its state in a compilation, and the function of each node kind. */
#ifndef FICELLE_EVALUATOR_EVAL_INTERNAL_H
#define FICELLE_EVALUATOR_EVAL_INTERNAL_H

#include "compiler/catalog/resource.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/compilation/host.h"
#include "compiler/syntax/label.h"

struct eval_state {
  struct ptrmap types; /* types by name: lower-case name -> struct type * */
  const ast *unused;   /* a resource expression whose value is not used */
};
struct eval_state *eval_state_new(struct compilation *c);
static inline struct eval_state *eval_state(struct compilation *c)
{
  return c->eval != NULL ? c->eval : eval_state_new(c);
}

/* Returns the value of a variable if it is already known in a scope; NULL: call eval_node_variable. */
static inline const value *eval_known_variable(struct scope *s, const struct ast_variable *v)
{
  if (v->numeric >= 0 || v->name == NULL) return NULL;
  if ((v->h.flags & (AST_FLAG_QUALIFIED | AST_FLAG_ABSOLUTE)) == 0) return scope_find(s, v->name);
  return v->resolved != NULL ? scope_find_split(s, v->resolved) : NULL;
}

/* --- caches in nodes; eval_prepare fills them in advance --- */
/* Finds the two parts of a qualified name, once. */
void eval_split_variable(struct compilation *c, struct ast_variable *v);
/* Whether a call's functor is a type. */
bool eval_names_type(const ast *functor);
uint8_t eval_lambda_shape(struct ast_lambda *l);
/* Whether an access is constant and its text lives as long as the environment. */
bool eval_access_is_fixed(const struct compilation *c, const struct ast_access *n);

/* eval() of a node that is not NULL and most often a string. */
static inline value eval_operand(struct compilation *c, struct scope *s, const ast *node)
{
  if (node->kind == AST_LITERAL_STRING) return value_str(ast_string_text(node));
  return eval(c, s, node);
}

typedef value eval_fn(struct compilation *c, struct scope *s, const ast *node);
/* The functions of the kinds that ast.def marks OWN. */
#define X(kind, suffix, payload, evaluation, name, label) eval_fn eval_node_##suffix;
#include "compiler/syntax/ast.def"
#undef X

/* Maximum size in bytes of a string made by interpolation or a template. */
enum { EVAL_TEXT_MAX = 512 * 1024 * 1024 };

/* Evaluates a body of the given source. Returns its value, or that of a jump of these kinds (1 << JUMP_…) out of it. */
value eval_body(struct compilation *c, struct scope *s, struct source *source, const ast *body, unsigned kinds);

/* Raises an issue at a node. */
#define FAIL(c, node, issue, ...) fail_issue(CTX(c), node, issue, ##__VA_ARGS__)

/* Returns the operator of a node; describes a value for messages ("an Integer"). */
static inline str eval_op_text(const ast *node) { return str_of(ast_op_text((enum ast_op)node->op)); }
static inline str eval_labelled(struct compilation *c, value v)
{
  return label_article(c->arena, label_of_value(c->arena, v));
}
/* Fails with an error that Ruby raises inside an operation: Puppet reports it at the expression. */
_Noreturn void eval_fail_inside(struct compilation *c, const ast *node, str text);
/* Fail because the operator does not accept its left operand, or not together with the right one. */
_Noreturn void eval_not_applicable(struct compilation *c, const struct ast_binary *n, value left);
_Noreturn void eval_not_applicable_when(struct compilation *c, const struct ast_binary *n, value left, value right);
/* Returns the generalised inferred type of a value for messages ("Array[Integer]"). */
str eval_type_name(struct compilation *c, value v);
/* Returns v as a number: converts strings (NUMERIC_COERCION); fails with NOT_NUMERIC at `node` for other values. */
value eval_coerce_number(struct compilation *c, const ast *node, value v);
/* Operators with a time, version, URI or binary as operand (eval_rich.c). Comparing returns -1, 0, 1, or 2 if there is
 * no order, with the reason in *why (NULL for NaN). */
value eval_rich_arithmetic(struct compilation *c, const struct ast_binary *n, value left, value right);
value eval_rich_minus(struct compilation *c, const ast *node, value v);
int eval_rich_compare(value left, value right, const char **why);
bool eval_rich_matches(struct compilation *c, value left, value pattern);
bool eval_rich_includes(value collection, value item);
/* Evaluates a list, unfolds *splat entries, and appends the values to *out. */
void eval_unfold(struct compilation *c, struct scope *s, const struct ast_list_of *list, struct valuevec *out);
const ast *eval_unwrap(const ast *node); /* removes parentheses around it */
/* Makes a closure of a lambda. */
const struct closure *eval_make_closure(struct compilation *c, struct scope *s, const ast *lambda);
/* Evaluates attribute operations and `* =>` into parameters; fails with DUPLICATE_ATTRIBUTE at `whole` if a name occurs
 * twice, unless `whole` is NULL. */
struct parameter_list {
  struct parameter *items;
  uint32_t n, cap;
};
void eval_attributes(struct compilation *c, struct scope *s, const struct ast_list_of *operations, const ast *whole,
                     struct parameter_list *out);

#endif

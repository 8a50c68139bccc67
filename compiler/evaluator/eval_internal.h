/* What the files of the evaluator share: its state in a compilation, and the function of each node kind. */
#ifndef FICELLE_EVALUATOR_EVAL_INTERNAL_H
#define FICELLE_EVALUATOR_EVAL_INTERNAL_H

#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/compilation/host.h"
#include "compiler/syntax/label.h"

struct eval_state {
  struct ptrmap types; /* what the names of types stand for: lower-case name -> struct type * */
  const ast *unused;   /* a resource expression whose value nobody asks for */
};
struct eval_state *eval_state_new(struct compilation *c);
static inline struct eval_state *eval_state(struct compilation *c)
{
  return c->eval != NULL ? c->eval : eval_state_new(c);
}

/* The value of a variable that is found without a question to anybody; NULL: eval_node_variable tells. */
static inline const value *eval_known_variable(struct scope *s, const struct ast_variable *v)
{
  if (v->numeric >= 0 || v->name == NULL) return NULL;
  if (!v->qualified && !v->absolute) return scope_find(s, v->name);
  return v->resolved != NULL ? scope_find_split(s, v->resolved) : NULL;
}

/* eval() of a node that is there, most often a text. */
static inline value eval_operand(struct compilation *c, struct scope *s, const ast *node)
{
  if (node->kind == AST_LITERAL_STRING) return value_str(AST_AS(ast_string, node)->value);
  return eval(c, s, node);
}

typedef value eval_fn(struct compilation *c, struct scope *s, const ast *node);
/* The functions of the kinds that ast.def marks OWN. */
#define X(kind, suffix, payload, evaluation, name, label) eval_fn eval_node_##suffix;
#include "compiler/syntax/ast.def"
#undef X

/* Most bytes of a string that interpolation or a template makes. */
enum { EVAL_TEXT_MAX = 512 * 1024 * 1024 };

/* Short names for what is used everywhere. */
#define FAIL(c, node, issue, ...) fail_issue(CTX(c), node, issue, ##__VA_ARGS__)

/* The operator of a node; "an Integer", as messages call a value. */
static inline str eval_op_text(const ast *node) { return str_of(ast_op_text((enum ast_op)node->op)); }
static inline str eval_labelled(struct compilation *c, value v)
{
  return label_article(c->arena, label_of_value(c->arena, v));
}
/* An error of Ruby inside an operation: Puppet reports it at the expression. */
_Noreturn void eval_fail_inside(struct compilation *c, const ast *node, str text);
/* The operator is not for its left operand; not with this right one. */
_Noreturn void eval_not_applicable(struct compilation *c, const struct ast_binary *n, value left);
_Noreturn void eval_not_applicable_when(struct compilation *c, const struct ast_binary *n, value left, value right);
/* The name or type a value is called in messages: generalised, inferred ("Array[Integer]"). */
str eval_type_name(struct compilation *c, value v);
/* v as a number; strings are converted (NUMERIC_COERCION), other things fail with NOT_NUMERIC at `node`. */
value eval_coerce_number(struct compilation *c, const ast *node, value v);
/* Operators where a time, version, URI or binary is involved (eval_rich.c). Comparing: -1, 0, 1, or 2 when there is no
 * order, with the reason in *why unless it is a NaN (NULL). */
value eval_rich_arithmetic(struct compilation *c, const struct ast_binary *n, value left, value right);
value eval_rich_minus(struct compilation *c, const ast *node, value v);
int eval_rich_compare(value left, value right, const char **why);
bool eval_rich_matches(struct compilation *c, value left, value pattern);
bool eval_rich_includes(value collection, value item);
/* Evaluates a list with *splat entries unfolded, after what is in *out already. */
void eval_unfold(struct compilation *c, struct scope *s, const struct ast_list_of *list, struct valuevec *out);
const ast *eval_unwrap(const ast *node); /* without the parentheses around it */
/* As closure_ops (type.h). */
const struct closure *eval_make_closure(struct compilation *c, struct scope *s, const ast *lambda);
/* Attribute operations into parameters, `* =>` included; doubles fail with DUPLICATE_ATTRIBUTE at `whole`
 * unless it is NULL. */
struct parameter_list;
void eval_attributes(struct compilation *c, struct scope *s, const struct ast_list_of *operations, const ast *whole,
                     struct parameter_list *out);

#endif

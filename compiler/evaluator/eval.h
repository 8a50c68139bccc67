/* Evaluating the tree. eval() dispatches by node kind through a table made from ast.def; each kind's function is in
 * the eval_*.c file of its family. */
#ifndef FICELLE_EVALUATOR_EVAL_H
#define FICELLE_EVALUATOR_EVAL_H

#include "compiler/compilation.h"
#include "compiler/evaluator/scope.h"

/* A lambda (or a function definition) with the scope it was made in. */
struct closure {
  const struct ast_list_of *parameters;
  const ast *body, *return_type;
  struct scope *scope;
  struct frame *frame;              /* local frames it closes over */
  struct source *source;
  str name;                         /* "lambda" or the function's */
};

value eval(struct compilation *c, struct scope *s, const ast *node);
/* The value of a block's last statement, undef when empty; NULL body is undef. */
value eval_body(struct compilation *c, struct scope *s, const ast *body);
value eval_closure_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
/* Puppet's case/selector option match (sets match variables in s). */
bool eval_matches(struct compilation *c, struct scope *s, value left, value pattern);
/* Calls a function by name: built-in, or written in Puppet (autoloaded). Unknown: fails with UNKNOWN_FUNCTION. */
value eval_call_function(struct compilation *c, struct scope *s, str name, const value *args, uint32_t n,
                         const struct closure *block);
/* EPP: a template's program, rendered. `args` is a hash or NULL. */
str eval_epp(struct compilation *c, struct scope *s, struct ast_program *p, const struct hash *args, bool inline_text);
/* Parameters of classes and defines: the type a parameter declares (Any when none). */
const struct type *eval_parameter_type(struct compilation *c, struct scope *s, const struct ast_parameter *p);

#endif

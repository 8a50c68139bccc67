/* What lambdas and functions of the Puppet language are. The evaluator makes and calls them (compilation/call.h). */
#ifndef FICELLE_SCOPE_CLOSURE_H
#define FICELLE_SCOPE_CLOSURE_H

#include "compiler/scope/scope.h"

/* A lambda (or a function definition) with the scope it was made in. */
struct closure {
  const struct closure_ops *ops; /* &eval_closure_ops */
  const struct ast_list_of *parameters;
  const ast *body, *return_type;
  struct scope *scope;
  struct frame *frame; /* local frames it closes over */
  struct source *source;
  str name;                          /* "lambda" or the function's */
  const struct signature *signature; /* these two are made when first asked for */
  const struct type *type;
  bool plain, cannot_jump;    /* of lambdas: parameters without types and defaults; no jump can come out */
  const struct runtime *ruby; /* a block of Ruby, which has parameters and a scope only; NULL for all else */
  int32_t arity;              /* of such a block, as Ruby counts it: -n-1 when n are needed and more may come */
};

#endif

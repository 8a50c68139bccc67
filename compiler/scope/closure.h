/* Lambdas and functions of the Puppet language. The evaluator makes and calls them (compilation/call.h). */
#ifndef FICELLE_SCOPE_CLOSURE_H
#define FICELLE_SCOPE_CLOSURE_H

#include "compiler/scope/scope.h"

/* A lambda or function, with the scope in which it was created. */
struct closure {
  const struct closure_ops *ops; /* &eval_closure_ops */
  const struct ast_list_of *parameters;
  const ast *body, *return_type;
  struct scope *scope;
  struct frame *frame; /* local frames it closes over */
  struct source *source;
  str name;                          /* "lambda" or the function's */
  const struct signature *signature; /* these two are created when first needed */
  const struct type *type;
  bool plain, cannot_jump;    /* of lambdas: parameters without types and defaults; no jump can come out */
  const struct runtime *ruby; /* a block of Ruby, which has only parameters and a scope; otherwise NULL */
  int32_t arity;              /* of such a block, as in Ruby: -n-1 if n are required and more are accepted */
};

#endif

/* Evaluating the tree. eval() dispatches by node kind through a table made from ast.def; each kind's function
 * is in the eval_*.c file of its family. */
#ifndef FICELLE_EVALUATOR_EVAL_H
#define FICELLE_EVALUATOR_EVAL_H

#include "compiler/compilation/call.h"
#include "compiler/scope/closure.h"
#include "compiler/scope/jump.h"
#include "compiler/scope/scope.h"

struct object;

extern const struct closure_ops eval_closure_ops;

value eval(struct compilation *c, struct scope *s, const ast *node);
/* The code of a whole text (a manifest) in a scope: break() out of it is an error at its place. */
value eval_program(struct compilation *c, struct scope *s, const struct ast_program *p);
/* The body of a class, define or node; `source` is the text that contains it. With `ends`, return() and next() end it.
 */
value eval_definition_body(struct compilation *c, struct scope *s, struct source *source, const ast *body, bool ends);
/* The closure of a function that is defined in the Puppet language. */
const struct closure *eval_closure_of(struct compilation *c, const struct ast_definition *node, struct source *source);
value eval_closure_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
/* The same when the closure's signature has accepted the arguments already. */
value eval_closure_call_accepted(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
/* Least and most arguments a closure takes; UINT32_MAX: any number. */
void eval_closure_arity(const struct closure *f, uint32_t *min, uint32_t *max);
/* What its parameters accept, for matching the block parameters of functions. */
const struct signature *eval_closure_signature(struct compilation *c, const struct closure *f);
/* Puppet's case/selector option match (sets match variables in s). */
bool eval_matches(struct compilation *c, struct scope *s, value left, value pattern);
/* EPP: a template's program, rendered. `args` is a hash or NULL. The result is a string, or a Sensitive of
 * one. `inline_text`: the template sees the local variables of s, else only those of the node or top scope. */
value eval_epp(struct compilation *c, struct scope *s, struct ast_program *p, const struct hash *args,
               bool inline_text);
/* The type of what a Deferred will give, as its function says; NULL when it does not say, of which is warned once.
 * Fails when there is no such function or it does not take those arguments. */
const struct type *eval_deferred_result(struct compilation *c, const struct object *deferred);
/* What a Deferred gives: its function is called in top scope. Those in arrays, hashes and secrets too; of a Binary its
 * bytes as a text; all else is what it is. */
value eval_resolve(struct compilation *c, value v);
/* Parameters of classes and defines: the type a parameter declares (Any when none). */
const struct type *eval_parameter_type(struct compilation *c, struct scope *s, const struct ast_parameter *p);
/* The default of a parameter, inside the frame that scope_push_parameters made: parameters before it can be
 * used, later ones fail with "<callee>: default expression for $a tries to illegally access not yet evaluated
 * $b". */
value eval_parameter_default(struct compilation *c, struct scope *s, struct frame *parameters, const symbol *name,
                             const ast *expr);
/* References become resources on their way into attributes and functions of the older kind, as deep as they are: their
 * text is File[x] from then on. Fails when there is an iterator. */
value eval_as_attribute(struct compilation *c, value v);
/* An argument as functions of the older kind get it. */
value eval_old_argument(struct compilation *c, value v);
/* Reports an issue that a setting may demote: fails, logs a warning, or does nothing. Arguments as for the
 * issue. */
void eval_report(struct compilation *c, enum severity severity, const ast *node, enum issue issue, ...);

#endif

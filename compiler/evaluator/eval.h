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
/* Evaluates a whole text (a manifest) in a scope; break() out of it is an error at its place. */
value eval_program(struct compilation *c, struct scope *s, const struct ast_program *p);
/* Evaluates the body of a class, define or node; `source` is the text that contains it. With `ends`, return() and
 * next() end it.
 */
value eval_definition_body(struct compilation *c, struct scope *s, struct source *source, const ast *body, bool ends);
/* Sets the variables of an apply block of Bolt and evaluates it in top scope; fails as evaluation does. Puppet does
 * this when the catalog without it is finished, and then finishes what it added: the same as after the manifests, since
 * nothing else is evaluated. */
void eval_apply_block(struct compilation *c, const struct compile_block *b);
/* Finds a function of Puppet itself that has the same meaning in every compilation; NULL: none. */
typedef const struct function *eval_core_function(struct compilation *c, str name);
/* Fills the caches of a program in advance, so that compilations need not write into its tree. Evaluates nothing but
 * constant types. */
void eval_prepare(struct compilation *c, const struct ast_program *program, eval_core_function *find);
/* Returns the closure of a function in the Puppet language. */
const struct closure *eval_closure_of(struct compilation *c, const struct ast_definition *node, struct source *source);
value eval_closure_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
/* The same without a check of the arguments, which the closure's signature accepts. */
value eval_closure_call_accepted(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
/* Returns the minimum and maximum number of arguments; UINT32_MAX: unlimited. */
void eval_closure_arity(const struct closure *f, uint32_t *min, uint32_t *max);
/* Returns its signature, to match block parameters of functions. */
const struct signature *eval_closure_signature(struct compilation *c, const struct closure *f);
/* Matches an option of a case or selector (sets match variables in s). */
bool eval_matches(struct compilation *c, struct scope *s, value left, value pattern);
/* Renders an EPP template. `args` is a hash or NULL. Returns a string, or a Sensitive of one. `inline_text`: the
 * template has the local variables of s, else only those of the node or top scope. */
value eval_epp(struct compilation *c, struct scope *s, struct ast_program *p, const struct hash *args,
               bool inline_text);
/* Returns the declared result type of a Deferred's function; NULL, with one warning, if it declares none. Fails if the
 * function is unknown or does not accept the arguments. */
const struct type *eval_deferred_result(struct compilation *c, const struct object *deferred);
/* Resolves Deferred values, also in arrays, hashes and Sensitive values, by calling their functions in top scope. A
 * Binary becomes its bytes as a string; other values are unchanged. */
value eval_resolve(struct compilation *c, value v);
/* Returns the declared type of a parameter; Any if it declares none. */
const struct type *eval_parameter_type(struct compilation *c, struct scope *s, const struct ast_parameter *p);
/* Evaluates the default of a parameter, in its source, inside the frame of scope_push_parameters. It may use earlier
 * parameters; later ones fail where this is called: "<callee>: default expression for $a tries to illegally access not
 * yet evaluated $b". */
value eval_parameter_default(struct compilation *c, struct scope *s, struct source *source, struct frame *parameters,
                             const symbol *name, const ast *expr);
/* Converts references in a value to resources, for attributes and functions with the API of Puppet 3: their text is
 * File[x] then. Fails for an iterator. */
value eval_as_attribute(struct compilation *c, value v);
/* Converts an argument for functions with the API of Puppet 3. */
value eval_old_argument(struct compilation *c, value v);
/* Reports an issue with the severity of a setting: fails, logs a warning, or does nothing. Arguments are those of the
 * issue. */
void eval_report(struct compilation *c, enum severity severity, const ast *node, enum issue issue, ...);

#endif

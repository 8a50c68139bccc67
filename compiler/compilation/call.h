/* Calls from lower to higher folders: the evaluator, the functions and Ruby are above the environment, lookups and the
 * catalog, which need to call them. They do so through one constant table in the compilation, which compile.c fills;
 * users of this header do not depend on the implementations. */
#ifndef FICELLE_COMPILATION_CALL_H
#define FICELLE_COMPILATION_CALL_H

#include "compiler/compilation/compilation.h"

struct ast_definition;
struct ast_parameter;
struct ast_program;
struct frame;
struct fn_parsed;
struct fn_row;
struct object;
struct object_member;
struct ruby_function;
struct scope;

/* A function that can be called: built in, written in Puppet, or written in Ruby. */
struct function {
  str name;
  const struct fn_row *rows; /* built in, nrows of them; else NULL */
  uint32_t nrows;
  const char *module;               /* whose function in Ruby it replaces; NULL: a function of Puppet */
  struct fn_parsed *parsed;         /* what the rows say; made at the first call */
  const struct closure *closure;    /* written in Puppet */
  const struct ruby_function *ruby; /* written in Ruby */
  struct function *next;            /* the same for other versions of its module; NULL: none */
};

struct compilation_ops {
  /* The evaluator; evaluator/eval.h describes each. */
  const struct type *(*parameter_type)(struct compilation *c, struct scope *s, const struct ast_parameter *p);
  value (*parameter_default)(struct compilation *c, struct scope *s, struct frame *parameters, const symbol *name,
                             const ast *expr);
  value (*program)(struct compilation *c, struct scope *s, const struct ast_program *p);
  value (*definition_body)(struct compilation *c, struct scope *s, struct source *source, const ast *body, bool ends);
  value (*as_attribute)(struct compilation *c, value v);
  value (*old_argument)(struct compilation *c, value v);
  value (*resolve)(struct compilation *c, value v);
  const struct closure *(*closure_of)(struct compilation *c, const struct ast_definition *node, struct source *source);
  value (*block)(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
  value (*block_accepted)(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
  void (*block_arity)(const struct closure *f, uint32_t *min, uint32_t *max);
  const struct signature *(*block_signature)(struct compilation *c, const struct closure *f);
  const struct type *(*deferred_result)(struct compilation *c, const struct object *deferred);
  /* Of the functions. */
  const struct function *(*find)(struct compilation *c, str name);
  const struct signature *(*signature)(struct compilation *c, const struct function *f, const value *args, uint32_t n);
  bool (*result)(struct compilation *c, str name, const struct type **result);
  bool (*is_native)(struct compilation *c, str name);
  value (*function)(struct compilation *c, struct scope *s, const struct function *f, const value *args, uint32_t n,
                    value block);
  value (*member)(struct compilation *c, struct scope *s, const struct object_member *m, const struct object *receiver,
                  const value *args, uint32_t n, value block);
  /* Ruby; ruby/ruby.h describes each. */
  void (*ruby_need)(struct compilation *c, str what, str file);
  value (*ruby)(struct compilation *c, struct scope *s, const char *entry, const value *args, uint32_t n, value block);
  value (*ruby_block)(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
  void (*ruby_map_class)(struct compilation *c, str class_name, str type_name);
  bool (*ruby_explaining)(struct compilation *c, bool on);
};

/* --- functions --- */
/* NULL: no such function. Built-in ones are the same in every compilation. */
static inline const struct function *call_find(struct compilation *c, str name) { return c->ops->find(c, name); }
/* The signature that takes those arguments; NULL: none does. */
static inline const struct signature *call_signature(struct compilation *c, const struct function *f, const value *args,
                                                     uint32_t n)
{
  return c->ops->signature(c, f, args, n);
}
/* The declared result type of a function; NULL if it declares none, or is built in. False if the function does not
 * exist. */
static inline bool call_result(struct compilation *c, str name, const struct type **result)
{
  return c->ops->result(c, name, result);
}
/* Whether the function with this name is in C: a built-in one, or one that replaces a module's. */
static inline bool call_is_native(struct compilation *c, str name) { return c->ops->is_native(c, name); }
static inline value call_function(struct compilation *c, struct scope *s, const struct function *f, const value *args,
                                  uint32_t n, value block)
{
  return c->ops->function(c, s, f, args, n, block);
}
/* By name. Unknown: fails with "Unknown function 'x'". `block` may be NULL. */
value call_by_name(struct compilation *c, struct scope *s, str name, const value *args, uint32_t n,
                   const struct closure *block);
/* --- blocks: lambdas, and functions of the Puppet language --- */
/* The closure of a function that `node` defines, in the text `source`. */
static inline const struct closure *call_closure_of(struct compilation *c, const struct ast_definition *node,
                                                    struct source *source)
{
  return c->ops->closure_of(c, node, source);
}
static inline value call_lambda(struct compilation *c, const struct closure *f, const value *args, uint32_t n)
{
  return c->ops->block(c, f, args, n);
}
/* The same when its signature has accepted the arguments already. */
static inline value call_lambda_accepted(struct compilation *c, const struct closure *f, const value *args, uint32_t n)
{
  return c->ops->block_accepted(c, f, args, n);
}
/* Least and most arguments that it takes; UINT32_MAX: any number. */
static inline void call_lambda_arity(struct compilation *c, const struct closure *f, uint32_t *min, uint32_t *max)
{
  c->ops->block_arity(f, min, max);
}
/* What its parameters accept. */
static inline const struct signature *call_lambda_signature(struct compilation *c, const struct closure *f)
{
  return c->ops->block_signature(c, f);
}

/* --- values on their way into calls; evaluator/eval.h says what each does --- */
static inline value call_as_attribute(struct compilation *c, value v) { return c->ops->as_attribute(c, v); }
static inline value call_old_argument(struct compilation *c, value v) { return c->ops->old_argument(c, v); }
static inline value call_resolve(struct compilation *c, value v) { return c->ops->resolve(c, v); }

/* --- members of objects --- */
/* receiver.member(args). */
static inline value call_member(struct compilation *c, struct scope *s, const struct object_member *m,
                                const struct object *receiver, const value *args, uint32_t n, value block)
{
  return c->ops->member(c, s, m, receiver, args, n, block);
}

#endif

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
  const char *module;               /* the module whose function in Ruby it replaces; NULL: a function of Puppet */
  struct fn_parsed *parsed;         /* the parsed rows; made at the first call */
  const struct closure *closure;    /* written in Puppet */
  const struct ruby_function *ruby; /* written in Ruby */
  struct function *next;            /* the same for other versions of its module; NULL: none */
};

struct compilation_ops {
  /* The evaluator; evaluator/eval.h describes each. */
  const struct type *(*parameter_type)(struct compilation *c, struct scope *s, const struct ast_parameter *p);
  value (*parameter_default)(struct compilation *c, struct scope *s, struct source *source, struct frame *parameters,
                             const symbol *name, const ast *expr);
  value (*program)(struct compilation *c, struct scope *s, const struct ast_program *p);
  value (*definition_body)(struct compilation *c, struct scope *s, struct source *source, const ast *body, bool ends);
  value (*as_attribute)(struct compilation *c, value v);
  value (*old_argument)(struct compilation *c, value v);
  value (*resolve)(struct compilation *c, value v);
  /* The closure of a function that `node` defines, in the text `source`. */
  const struct closure *(*closure_of)(struct compilation *c, const struct ast_definition *node, struct source *source);
  /* Call a block: a lambda, or a function in the Puppet language. The second assumes that its signature accepts the
   * arguments. */
  value (*block)(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
  value (*block_accepted)(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
  /* Return the minimum and maximum number of arguments (UINT32_MAX: unlimited), and the signature. */
  void (*block_arity)(const struct closure *f, uint32_t *min, uint32_t *max);
  const struct signature *(*block_signature)(struct compilation *c, const struct closure *f);
  const struct type *(*deferred_result)(struct compilation *c, const struct object *deferred);
  /* The functions. Finds the one that a file sees (empty: none in particular), which matters where several modules have
   * a function of that name; NULL: unknown. Built-in ones are the same in every compilation. */
  const struct function *(*find)(struct compilation *c, str name, str file);
  /* Returns the signature that accepts the arguments; NULL: none does. */
  const struct signature *(*signature)(struct compilation *c, const struct function *f, const value *args, uint32_t n);
  /* Returns the declared result type of a function; NULL if it declares none or is built in. False: unknown function.
   */
  bool (*result)(struct compilation *c, str name, const struct type **result);
  /* Whether the function is in C: built in, or replacing a module's. */
  bool (*is_native)(struct compilation *c, str name);
  value (*function)(struct compilation *c, struct scope *s, const struct function *f, const value *args, uint32_t n,
                    value block);
  /* receiver.member(args). */
  value (*member)(struct compilation *c, struct scope *s, const struct object_member *m, const struct object *receiver,
                  const value *args, uint32_t n, value block);
  /* Ruby; ruby/ruby.h describes each. */
  void (*ruby_need)(struct compilation *c, str what, str file);
  value (*ruby)(struct compilation *c, struct scope *s, const char *entry, const value *args, uint32_t n, value block);
  value (*ruby_block)(struct compilation *c, const struct closure *f, const value *args, uint32_t n);
  void (*ruby_map_class)(struct compilation *c, str class_name, str type_name);
  bool (*ruby_explaining)(struct compilation *c, bool on);
};

/* Calls a function by name; fails with "Unknown function 'x'". `block` may be NULL. call_from finds the one that a file
 * sees. */
value call_by_name(struct compilation *c, struct scope *s, str name, const value *args, uint32_t n,
                   const struct closure *block);
value call_from(struct compilation *c, struct scope *s, str file, str name, const value *args, uint32_t n,
                const struct closure *block);

#endif

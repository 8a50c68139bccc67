/* The interface between built-in functions and the evaluator: a file in compiler/functions/ includes this, value.h and
 * type.h, and for functions that work on the catalog compiler/catalog/…h, but never internal headers of the evaluator.
 * There is one file per family with one static table, and one array of tables (fn_families.c). A function with several
 * signatures has several consecutive rows with the same name. */
#ifndef FICELLE_FUNCTIONS_FN_H
#define FICELLE_FUNCTIONS_FN_H

#include "compiler/compilation/call.h"
#include "compiler/types/type.h"
#include "compiler/values/value.h"

struct fn_row;
struct scope;

struct fn_call {
  struct compilation *compilation;
  struct context *context;
  struct arena *arena;
  struct scope *scope; /* the caller's */
  const char *name;
  const struct fn_row *row; /* the row that was chosen; NULL in methods of objects */
  const value *args;
  uint32_t n;
  value block; /* V_CLOSURE; V_UNDEF: none */
};

typedef value fn_body(struct fn_call *call);

/* A row has the signatures of its body, separated by ';'. Parameters are separated by commas:
 *
 *   Type $name                            one argument; without a Type it is Any
 *   Type ?$name                           optional
 *   Type *$name                           any number of them, the last one
 *   Type +$name                           one or more, the last one
 *   Callable &$block, Callable ?&$block   the block, the last one
 *   >> Type                               at the end: the type of the result
 *
 * "type NAME = DEFINITION" in place of a signature defines a type for the signatures of the same function, whose
 * messages show its name. */
struct fn_row {
  const char *name;
  const char *signature; /* NULL: a function of the old API */
  fn_body *body;
  const char *doc; /* one line */
  /* The versions of the module in which the function behaves the same: from FROM.FROM_MINOR on, below
   * BELOW.BELOW_MINOR; 0: any. A table may contain a function several times, for different versions. */
  uint8_t from, from_minor, below, below_minor;
  /* A row after all others that is called if no other signature accepts the arguments; its body fails with the
   * reason. */
  bool only_explains;
  /* Functions of Puppet's older API check only the number of arguments: this exactly, or at least -arity-1 if it is
   * negative. They get undef as an empty string. */
  bool old_api;
  int8_t arity;
  /* Distinguishes functions with the same body, which reads call->row. */
  union {
    const char *word;
    int number;
    bool flag;
    fn_body *inner;
    str (*change)(struct arena *a, str text);
    bool (*read)(struct arena *a, str text, str file, value *out, str *error);
  };
};

#define OLD_API(n) .old_api = true, .arity = (n)

/* The implementations of call_find, call_signature, call_result, call_is_native
 * and call_function (compilation/call.h). */
const struct function *function_find(struct compilation *c, str name, str file);
const struct signature *function_signature(struct compilation *c, const struct function *f, const value *args,
                                           uint32_t n);
bool function_result(struct compilation *c, str name, const struct type **result);
bool function_is_native(struct compilation *c, str name);
value function_call(struct compilation *c, struct scope *s, const struct function *f, const value *args, uint32_t n,
                    value block);
/* NULL if no built-in function has this name. */
const struct function *function_builtin(str name);

/* The tables of the families; each ends with an empty row. */
#define FAMILY(name, rows, module) extern const struct fn_row rows[];
#include "compiler/functions/families.def"
#undef FAMILY

struct fn_family {
  const char *name;
  const struct fn_row *rows;
  const char *module;
};
/* All families in the order of their names; the last row has no name. */
extern const struct fn_family fn_families[];

/* A built-in function, for listings. */
struct fn_listing {
  const char *family, *name, *doc, *module;
  const struct signature *signatures; /* n of them */
  uint32_t n;
  bool old; /* of the older API: no signatures, `arity` as in fn_row */
  int arity;
};
/* Calls visit once for each function, family by family. */
void fn_list(void (*visit)(void *ctx, const struct fn_listing *one), void *ctx);

/* Calls tell() for each row of all families. */
void fn_each_row(void (*tell)(void *ctx, const struct fn_row *row), void *ctx);

/* Calls the block with n arguments. */
value fn_yield(struct fn_call *call, const value *args, uint32_t n);
/* Runs step(call, arg). Returns true if break() ended it. */
bool fn_stopped(struct fn_call *call, void (*step)(struct fn_call *call, void *arg), void *arg);
/* The minimum and maximum number of arguments of the block (UINT32_MAX: any). */
uint32_t fn_block_min(const struct fn_call *call);
uint32_t fn_block_max(const struct fn_call *call);
/* Returns the number of arguments of the block if it is fixed, otherwise a negative number. */
int32_t fn_block_arity(const struct fn_call *call);
/* Names of the block's parameters, "a, b". */
str fn_block_names(const struct fn_call *call);
static inline bool fn_has_block(const struct fn_call *call) { return call->block.kind == V_CLOSURE; }

/* Logs a warning once per key and compilation (Puppet: once per process). */
void fn_warn_once(struct fn_call *call, str key, str message);
#define FN_FAIL(call, ...) fail_error((call)->context, FAILURE_EVALUATION, __VA_ARGS__)
static inline value fn_arg(const struct fn_call *call, uint32_t i) { return i < call->n ? call->args[i] : VALUE_UNDEF; }
static inline str fn_text(const struct fn_call *call, uint32_t i) { return value_text(call->args[i]); }

/* Appends to the array that a hash has under a key; begins one when there is none. */
void fn_append(struct fn_call *call, struct hash *groups, value key, value item);

/* --- iteration over arrays, hashes (pairs), strings (characters), 0…n-1, ranges, enumerations, iterators --- */
/* For iterator_next(). Fails if the value cannot be iterated. An iterator value is consumed. */
struct iterator *fn_iterate(struct fn_call *call, value over);
/* The same, but restarts an iterator from its beginning if it can: all functions except each, map and
 * filter do this. */
struct iterator *fn_iterate_anew(struct fn_call *call, value over);
/* All elements as an array; returns arrays unchanged. */
const struct array *fn_elements(struct fn_call *call, value over);
/* Ruby's <=> of two values: -1, 0, 1; fails if they cannot be compared. */
int fn_order(struct fn_call *call, value a, value b);
/* Calls a function that has no name in the language: the constructors of Type.new. Their rows are in separate tables,
 * with the name for messages. Calls the first row that accepts the arguments, or fails with Puppet's message. */
value fn_call_rows(struct fn_call *call, const struct fn_row *rows, const value *args, uint32_t n);
/* Returns the signatures of the rows, without those that only explain errors. */
const struct signature *fn_signatures(const struct fn_row *rows, uint32_t *n);
/* Finds a local type of the signatures. */
const type *fn_local_type(const struct fn_row *rows, const char *name);
/* The operations of functions for contexts: the signatures of a type's `new`. */
extern const struct context_ops fn_context_ops;
/* Returns the annotations of values: address of the value -> annotations. */
struct ptrmap *fn_annotations(struct fn_call *call);
/* For value_map(): a text as the row's `change` makes it; other values are themselves. `call` is the struct fn_call. */
value fn_changed_text(void *call, value v);
/* The present time of the host. */
value fn_now(struct fn_call *call);
/* Calls another function. */
value fn_other(struct fn_call *call, const char *name, const value *args, uint32_t n);
/* Calls the Ruby function that this native one replaces, for cases that the native one does not support. False if the
 * plug-in is missing. */
bool fn_in_ruby(struct fn_call *call, value *out);
/* The same as fn_other, with the block of this call. */
value fn_other_block(struct fn_call *call, str name, const value *args, uint32_t n);

#endif

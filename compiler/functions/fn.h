/* The door between built-in functions and the evaluator: a file in compiler/functions/ includes this, value.h and
 * type.h, and for functions that work on the catalog compiler/catalog/…h; never the evaluator's inside.
 * One file a family, one static table a file, one array of tables (fn_table.c). A function with several signatures
 * has several rows, one after the other, with the same name. */
#ifndef FICELLE_FUNCTIONS_FN_H
#define FICELLE_FUNCTIONS_FN_H

#include "compiler/types/type.h"
#include "compiler/values/value.h"

struct compilation;
struct scope;

struct fn_call {
  struct compilation *compilation;
  struct context *context;
  struct arena *arena;
  struct scope *scope;              /* the caller's */
  const char *name;
  const value *args;
  uint32_t n;
  value block;                      /* V_CLOSURE, or V_UNDEF */
};

typedef value fn_body(struct fn_call *call);

struct fn_row {
  const char *name;
  const char *signature;            /* parameters as Puppet writes them: "Array $list, Callable[1, 2] &$block" … see fn_table.c */
  fn_body *body;
  const char *doc;                  /* one line */
};

/* Calls the block with n arguments. */
value fn_yield(struct fn_call *call, const value *args, uint32_t n);
/* How many arguments the block takes at least / at most (UINT32_MAX: any). */
uint32_t fn_block_min(const struct fn_call *call);
uint32_t fn_block_max(const struct fn_call *call);

#endif

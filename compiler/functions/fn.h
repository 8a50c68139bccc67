/* The door between built-in functions and the evaluator: a file in compiler/functions/ includes this, value.h
 * and type.h, and for functions that work on the catalog compiler/catalog/…h; never the evaluator's inside.
 * One file a family, one static table a file, one array of tables (fn_table.c). A function with several
 * signatures has several rows, one after the other, with the same name. */
#ifndef FICELLE_FUNCTIONS_FN_H
#define FICELLE_FUNCTIONS_FN_H

#include "compiler/compilation/call.h"
#include "compiler/types/type.h"
#include "compiler/values/value.h"

struct scope;

struct fn_call {
  struct compilation *compilation;
  struct context *context;
  struct arena *arena;
  struct scope *scope; /* the caller's */
  const char *name;
  const value *args;
  uint32_t n;
  value block; /* V_CLOSURE, or V_UNDEF */
};

typedef value fn_body(struct fn_call *call);

/* Parameters are written "Type $name", separated by commas:
 *   Type ?$name    may be left out                Type *$name    any number of them, the last one
 *   Type +$name    one or more, the last one      Callable &$block, Callable ?&$block    the block, the last one
 * A Type left out is Any. ">> Type" behind them all is what is returned. A signature that begins with "!" comes
 * after all others and explains arguments that none of these accepts: its body fails with the reason. "@N" stands for
 * functions of Puppet's older kind, which check nothing but the number of arguments: N exactly, or at least -N-1 when N
 * is negative; undef is an empty string to them.
 * "type NAME = DEFINITION", before the signatures of a function and without a body, names a type they use, as their
 * messages show it. */
struct fn_row {
  const char *name;
  const char *signature;
  fn_body *body;
  const char *doc;    /* one line */
  const char *module; /* whose function it is, in place of its Ruby code; NULL: Puppet's own */
  /* Versions of that module whose code means the same: from FROM.FROM_MINOR on, below BELOW.BELOW_MINOR; 0: any. A
   * function may stand several times in a table, each time for other versions. */
  uint8_t from, from_minor, below, below_minor;
};

/* What call_find, call_signature, call_result, call_is_native and call_function (compilation/call.h) do. */
const struct function *function_find(struct compilation *c, str name);
const struct signature *function_signature(struct compilation *c, const struct function *f, const value *args,
                                           uint32_t n);
bool function_result(struct compilation *c, str name, const struct type **result);
bool function_is_native(struct compilation *c, str name);
value function_call(struct compilation *c, struct scope *s, const struct function *f, const value *args, uint32_t n,
                    value block);
/* NULL: no built-in function has the name. */
const struct function *function_builtin(str name);

/* The families; each ends with an empty row. */
extern const struct fn_row fn_log_rows[], fn_catalog_rows[], fn_iterate_rows[], fn_control_rows[], fn_collection_rows[],
  fn_string_rows[], fn_format_rows[], fn_number_rows[], fn_type_rows[], fn_template_rows[], fn_annotate_rows[],
  fn_lookup_rows[], fn_data_rows[], fn_time_rows[], fn_digest_rows[], fn_file_rows[], fn_scanf_rows[], fn_tree_rows[],
  fn_binary_rows[], fn_regexp_rows[], fn_compare_rows[], fn_stdlib_array_rows[], fn_stdlib_escape_rows[],
  fn_stdlib_hash_rows[], fn_stdlib_number_rows[], fn_stdlib_string_rows[];
extern const struct fn_row fn_stdlib_catalog_rows[], fn_stdlib_deprecation_rows[], fn_stdlib_is_rows[],
  fn_stdlib_address_rows[], fn_stdlib_node_rows[], fn_stdlib_parse_rows[], fn_stdlib_random_rows[],
  fn_stdlib_password_rows[], fn_stdlib_renamed_rows[], fn_stdlib_sort_by_rows[], fn_stdlib_toml_rows[],
  fn_stdlib_validate_rows[], fn_stdlib_write_rows[];
/* Of PuppetDB's terminus. */
extern const struct fn_row fn_puppetdb_rows[];

struct fn_family {
  const char *name;
  const struct fn_row *rows;
};
/* All of them, in the order of their names, ended by one without a name. */
extern const struct fn_family fn_families[];

/* A built-in function as it is listed. */
struct fn_listing {
  const char *family, *name, *doc, *module;
  const struct signature *signatures; /* n of them */
  uint32_t n;
  bool old; /* of the older kind: no signatures, `arity` as in fn_row */
  int arity;
};
/* Shows each once, family by family. */
void fn_list(void (*visit)(void *ctx, const struct fn_listing *one), void *ctx);

/* Tells each row of all families. */
void fn_each_row(void (*tell)(void *ctx, const struct fn_row *row), void *ctx);

/* Calls the block with n arguments. */
value fn_yield(struct fn_call *call, const value *args, uint32_t n);
/* Runs step(call, arg); true when break() ended it. */
bool fn_stopped(struct fn_call *call, void (*step)(struct fn_call *call, void *arg), void *arg);
/* How many arguments the block takes at least / at most (UINT32_MAX: any). */
uint32_t fn_block_min(const struct fn_call *call);
uint32_t fn_block_max(const struct fn_call *call);
/* So many arguments as it takes when that is one number, else -1 or less. */
int32_t fn_block_arity(const struct fn_call *call);
/* Names of the block's parameters, "a, b". */
str fn_block_names(const struct fn_call *call);
static inline bool fn_has_block(const struct fn_call *call) { return call->block.kind == V_CLOSURE; }

/* An error of the function: "Error while evaluating a Function Call, <text>". */
/* A warning that is given once for its key in a compilation (Puppet: once in a process). */
void fn_warn_once(struct fn_call *call, str key, str message);
#define FN_FAIL(call, ...) fail_error((call)->context, FAILURE_EVALUATION, __VA_ARGS__)
static inline value fn_arg(const struct fn_call *call, uint32_t i) { return i < call->n ? call->args[i] : VALUE_UNDEF; }
static inline str fn_text(const struct fn_call *call, uint32_t i) { return value_text(call->args[i]); }

/* --- going through things: arrays, hashes (pairs), strings (characters), 0…n-1, ranges, enumerations,
 * iterators --- */
struct fn_iterator {
  struct arena *arena;
  value over;
  uint64_t at, n; /* steps done, steps in all (UINT64_MAX for an iterator: nobody knows) */
  size_t byte;    /* strings */
  struct iterator *iterator;
};
/* Fails when it cannot be iterated. An iterator value is used up. */
struct fn_iterator fn_iterate(struct fn_call *call, value over);
/* The same from the beginning, where the iterator has one to go back to: what all functions do but each, map and
 * filter. */
struct fn_iterator fn_iterate_anew(struct fn_call *call, value over);
bool fn_next(struct fn_iterator *it, value *out);
/* All elements as an array; arrays are themselves. */
const struct array *fn_elements(struct fn_call *call, value over);
/* Ruby's <=> of two values: -1, 0, 1; fails when there is none. */
int fn_order(struct fn_call *call, value a, value b);
/* Functions that have no name in the language: what Type.new does. Their rows are a table of their own; all have the
 * name that messages give them. Calls the first that takes the arguments, or fails with Puppet's explanation. */
value fn_call_rows(struct fn_call *call, const struct fn_row *rows, const value *args, uint32_t n);
/* What they take, without those that explain. */
const struct signature *fn_signatures(const struct fn_row *rows, uint32_t *n);
/* A type that their signatures name. */
const type *fn_local_type(const struct fn_row *rows, const char *name);
/* What contexts know of the functions: the signatures of a type's `new`, one a way to make a value. */
extern const struct context_ops fn_context_ops;
/* The annotations of values: address of the value -> functions' own. */
struct ptrmap *fn_annotations(struct fn_call *call);
/* Calls another function. */
value fn_other(struct fn_call *call, const char *name, const value *args, uint32_t n);
/* This call by the Ruby code that the native function stands in for, when there is more to it than the native one does.
 * False: there is no plug-in. */
bool fn_in_ruby(struct fn_call *call, value *out);
/* The same as fn_other, and hands over the block of this call. */
value fn_other_block(struct fn_call *call, const char *name, const value *args, uint32_t n);

#endif

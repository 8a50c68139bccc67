/* Ruby, in an optional plug-in (ficelle-ruby.so) that is loaded and started at first need.
 *
 * Core to Ruby there is one way, ruby_call(), which calls a method of the Ruby module `Ficelle` (ruby/lib/ficelle/).
 * Ruby to core there is one, the rows below, which are methods of the Ruby module `Ficelle::Core`. Values cross
 * without loss; failures and jumps cross as exceptions and keep all they carry. */
#ifndef FICELLE_RUBY_RUBY_H
#define FICELLE_RUBY_RUBY_H

#include "compiler/compilation.h"
#include "compiler/ruby/wire.h"
#include "compiler/values/runtime.h"

struct closure;
struct object;
struct ruby_file;
struct scope;

/* Makes sure that Ruby is there. Without the plug-in it fails with "not supported: WHAT is written in Ruby (FILE), …"
 * which names the package to install; a plug-in that cannot be used fails with the reason. */
void ruby_need(struct compilation *c, str what, str file);
/* Whether it can be used; starts nothing. */
bool ruby_installed(void);
struct ruby_identity;
/* Which Ruby it is (compiler/ruby/wire.h), without starting it; NULL: there is none, or with `why` it cannot be used. */
const struct ruby_identity *ruby_identity(str *why);

/* Ficelle.ENTRY(*args, &block) with the place `s` (may be NULL: top scope) as the current scope; the value it gives,
 * in the compilation's arena. An exception becomes a failure: one of Puppet's own keeps its text and place, others
 * are errors of what is being evaluated. The compilation needs an arena and a host; all else may be missing. How the
 * name of an entry begins tells the statistics what it is for (kind_of in call.c). */
value ruby_call(struct compilation *c, struct scope *s, const char *entry, const value *args, uint32_t n,
                value block);
/* Fails as Ruby's own code does: with a StandardError that is not Puppet's. */
_Noreturn void ruby_fail(struct compilation *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same with two rows of arguments, one behind the other. */
value ruby_call_with(struct compilation *c, struct scope *s, const char *entry, const value *head, uint32_t nhead,
                     const value *args, uint32_t n, value block);

/* One function for Ruby: Ficelle::Core.NAME(*args). `s` is the scope that the call gives as its first argument (it is
 * no argument then), else that of the innermost ruby_call. May fail and jump like any function of the core. */
struct ruby_row {
  const char *name;
  value (*function)(struct compilation *c, struct scope *s, const value *args, uint32_t n);
};
/* The families; each ends with an empty row. A new one is also named in core_rows.c. */
extern const struct ruby_row core_value_rows[], core_type_rows[], core_scope_rows[], core_log_rows[],
    core_call_rows[], core_environment_rows[], core_catalog_rows[], core_resource_rows[], core_restype_rows[],
    core_object_rows[], core_class_rows[],
    core_lookup_rows[], core_template_rows[];
extern const struct ruby_row *ruby_families[];    /* all of them, NULL at the end */
/* A family of whoever uses the compiler, before Ruby is first needed. */
void ruby_add_family(const struct ruby_row *family);

/* What rows use. Fails with ArgumentError's text when an argument is missing or none of that kind. */
value ruby_arg(struct compilation *c, const value *args, uint32_t n, uint32_t i);
str ruby_arg_text(struct compilation *c, const value *args, uint32_t n, uint32_t i);

/* Memory of Ruby's objects now; 0: Ruby does not run. */
uint64_t ruby_memory_bytes(void);

/* --- functions of modules --- */
/* A function in Ruby: where it is, and what it takes. */
struct ruby_function {
  str name, path;
  bool old;                          /* of the older kind: no signatures, nothing but an arity */
  bool calls_itself;                 /* it chooses the dispatch in Ruby */
  int64_t arity, number;             /* number: Ruby's of this function */
  struct signature *signatures;      /* n of them */
  bool *mismatch;                    /* those that tell why arguments are wrong */
  str *methods;                      /* what each calls */
  uint32_t n;
};
/* Loads the file; fails as Puppet does when it is no function. */
const struct ruby_function *ruby_function_load(struct compilation *c, const struct ruby_file *file, str name);
value ruby_function_call(struct compilation *c, struct scope *s, const struct ruby_function *f, const value *args,
                         uint32_t n, value block);
/* The number of the dispatch that takes those arguments; fails with the reason when none does. */
uint32_t ruby_function_select(struct compilation *c, const struct ruby_function *f, const value *args, uint32_t n,
                              value block);
/* The signature that takes those arguments; NULL: none does. Those of the older kind take all. */
const struct signature *ruby_function_signature(struct compilation *c, const struct ruby_function *f,
                                                const value *args, uint32_t n);

/* --- blocks --- */
/* A block of Ruby is a lambda to the core (struct closure), so that it goes wherever one can be given. `from`: what the
 * library says of it, [object, least, most (undef: any number) arguments, names of parameters,
 * arity]. */
value ruby_block_make(struct compilation *c, value from);
/* Arguments are as Ruby takes them: nothing is checked. A block that is left for a place farther out goes on its way
 * there (JUMP_RUBY). */
value ruby_block_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n);

/* --- object types in Ruby (object_type.in_ruby) --- */
/* What makes an instance: by a hash (unless the type takes none), by arguments. Fails when its class does not fit. */
const struct signature *ruby_object_constructors(struct compilation *c, const struct type *t, uint32_t *n);
/* An instance; the arguments fit the constructor of that number. */
value ruby_object_new(struct compilation *c, const struct type *t, uint32_t constructor, const value *args, uint32_t n);
/* An attribute or function of an instance; the arguments fit it. */
value ruby_object_send(struct compilation *c, struct scope *s, const struct object *o, str name, const value *args,
                       uint32_t n, value block);
/* Objects of that class are instances of the type from now on. */
void ruby_map_class(struct compilation *c, str class_name, str type_name);
/* An object that knows which type it is of, by its number among Ruby's objects. */
value ruby_object(struct compilation *c, const struct type *t, uint32_t number, str class_name);
/* One that does not, by its number in the plug-in. */
value ruby_runtime(struct compilation *c, uint32_t number, str class_name);

/* Between calls: arrays and hashes that have crossed are forgotten on both sides. For work that takes long and keeps none. */
void ruby_forget(struct compilation *c);
/* The compilation is over: objects of Ruby that were values are forgotten. Nothing when it used no Ruby. */
void ruby_end(struct compilation *c);
/* Whether look-ups are being explained from now on; whether they were. Code in Ruby makes no explanation otherwise. */
bool ruby_explaining(struct compilation *c, bool on);

/* --- of compiler/ruby/ itself --- */
struct ruby_state {
  uint64_t serial;                   /* of the compilation, in handles */
  struct scope *scope;               /* the current one */
  struct ruby_crossing *crossings;   /* failures and jumps on their way through Ruby */
  uint32_t ncrossings, cap_crossings;
  uint32_t depth;
  bool explaining, explaining_told;  /* look-ups are being explained; Ruby knows it */
  str calling, called;               /* what runs in Ruby; what the next call is for, when its entry does not say */
  struct ptrvec objects;             /* by the number that Ruby knows them by: struct object * */
  struct strmap classes;             /* class -> str *: name of the type that its objects are instances of */
  struct valuevec twins[2];          /* by number, the core's and Ruby's (twin.c) */
  uint32_t twins_sent;               /* of the core's, those that Ruby knows by now */
  uint64_t changes;
  struct type_known known;           /* of arguments that have not changed since known_changes */
  uint64_t known_changes;
  struct before *before;             /* what was changed in place and outlives the compilation */
  struct ptrmap things;              /* scopes and resources -> struct runtime * */
};
struct ruby_state *ruby_state(struct compilation *c);
/* A message begins: `out` becomes empty. With `apart` all arrays and hashes in it are copies, one in each place. */
void wire_begin(struct compilation *c, struct buf *out, bool apart);
/* Appends a value to the message. */
void wire_write(struct compilation *c, struct buf *out, value v);
/* Reads values from a message; fails when the bytes are none. */
struct wire_reader {
  const char *at, *end, *begin;
  bool own;                          /* the bytes are the compilation's */
  struct ptrmap *again;              /* place -> value * */
};
/* Reads what code in Ruby has changed, which stands at the begin of a message. */
struct wire_reader wire_reader_of(struct compilation *c, struct ruby_bytes message);
value wire_read(struct compilation *c, struct wire_reader *r);
/* A scope or resource as a value, the same one each time. */
value ruby_thing(struct compilation *c, enum runtime_kind kind, void *pointer);

#endif

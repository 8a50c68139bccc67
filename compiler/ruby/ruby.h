/* Ruby, in an optional plug-in (ficelle-ruby.so) that is loaded and started at the first use.
 *
 * The core calls Ruby only with ruby_call(), which calls a method of the Ruby module `Ficelle` (ruby/lib/ficelle/).
 * Ruby calls the core only with the rows below, which are methods of the Ruby module `Ficelle::Core`. Values are
 * transferred without loss; failures and jumps are transferred as exceptions, also without loss. */
#ifndef FICELLE_RUBY_RUBY_H
#define FICELLE_RUBY_RUBY_H

#include "compiler/compilation/compilation.h"
#include "compiler/ruby/wire.h"
#include "compiler/values/runtime.h"

struct closure;
struct object;
struct resource;
struct ruby_file;
struct scope;

/* Fails if the plug-in is not installed: "not supported: WHAT is written in Ruby (FILE), …", which names the package to
 * install. */
void ruby_need(struct compilation *c, str what, str file);
/* Stores compiled Ruby code below that directory for later processes (base/derived.h). Must be called before the first
 * use of Ruby; otherwise nothing is stored. */
void ruby_keep_compiled(const char *directory);
/* Whether the plug-in is installed; does not start it. */
bool ruby_installed(void);
struct ruby_identity;
/* Returns the version of Ruby (compiler/ruby/wire.h) without starting it. NULL if it is not installed or cannot be
 * used, with the reason in `why`. */
const struct ruby_identity *ruby_identity(str *why);

/* Calls Ficelle.ENTRY(*args, &block); the result is in the compilation's arena. During the call `s` is the current
 * scope; NULL: the top scope. An exception becomes a failure: Puppet's own exceptions keep their text and place, others
 * become errors of the expression that is being evaluated. The compilation needs only an arena and a host. The
 * beginning of the entry's name determines the kind of call in the statistics (kind_of in call.c). */
value ruby_call(struct compilation *c, struct scope *s, const char *entry, const value *args, uint32_t n, value block);
/* Fails like Ruby code: with a StandardError that is not Puppet's. */
_Noreturn void ruby_fail(struct compilation *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same with the arguments in two parts. */
value ruby_call_with(struct compilation *c, struct scope *s, const char *entry, const value *head, uint32_t nhead,
                     const value *args, uint32_t n, value block);

/* The arguments of a row. If the first argument of the call is a scope, it is `s` and not in `args`; otherwise `s` is
 * the scope of the innermost ruby_call. */
struct ruby_args {
  struct compilation *c;
  struct scope *s;
  const value *args;
  uint32_t n;
};
/* A function for Ruby: Ficelle::Core.NAME(*args). A row may fail and jump like any function of the core. */
struct ruby_row {
  const char *name;
  value (*function)(const struct ruby_args *a);
};
/* The families; an empty row ends each. core_rows.c lists them. */
extern const struct ruby_row core_value_rows[], core_type_rows[], core_scope_rows[], core_log_rows[], core_call_rows[],
  core_environment_rows[], core_catalog_rows[], core_resource_rows[], core_object_rows[], core_class_rows[],
  core_lookup_rows[], core_template_rows[];
extern const struct ruby_row *ruby_families[]; /* all of them, NULL at the end */
/* Adds a family of the program that uses the compiler; at most one. Must be called before the first use of Ruby. */
void ruby_add_family(const struct ruby_row *family);

/* Returns argument `i` of a row, or the same as a string. They fail if it is missing or of another kind. */
value ruby_arg(const struct ruby_args *a, uint32_t i);
str ruby_arg_text(const struct ruby_args *a, uint32_t i);
/* Returns the scope of the call, or the resource that is the first argument. */
struct scope *ruby_arg_scope(const struct ruby_args *a);
struct resource *ruby_arg_resource(const struct ruby_args *a);

/* Returns the memory of Ruby's objects in bytes; 0: Ruby is not running. */
uint64_t ruby_memory_bytes(void);

/* --- functions of modules --- */
/* A function in Ruby: its file and its signatures. */
struct ruby_function {
  str name, path;
  bool old;                     /* of the 3.x API: no signatures, only an arity */
  bool calls_itself;            /* its own method `call` selects the dispatch */
  int64_t arity, number;        /* number: that of the function in Ruby */
  struct signature *signatures; /* of its dispatches, n of them */
  bool *mismatch;               /* whether it only reports wrong arguments (argument_mismatch) */
  str *methods;                 /* the method of each dispatch */
  uint32_t n;
};
/* Loads the file; fails as Puppet does if it defines no function. */
const struct ruby_function *ruby_function_load(struct compilation *c, const struct ruby_file *file, str name);
value ruby_function_call(struct compilation *c, struct scope *s, const struct ruby_function *f, const value *args,
                         uint32_t n, value block);
/* Returns the number of the dispatch that accepts the arguments; fails with the reason if none does. */
uint32_t ruby_function_select(struct compilation *c, const struct ruby_function *f, const value *args, uint32_t n,
                              value block);
/* Returns the signature that accepts the arguments; NULL: none. Functions of the 3.x API accept all. */
const struct signature *ruby_function_signature(const struct ruby_function *f, const value *args, uint32_t n);

/* --- blocks --- */
/* Makes a lambda of the core (struct closure) from a block of Ruby. `from` is its description: [object, minimum
 * arguments, maximum arguments (undef: unlimited), names of parameters, arity]. */
value ruby_block_make(struct compilation *c, value from);
/* The arguments are not checked here but by Ruby. A block that jumps out (break, return, throw) becomes a jump of the
 * core (JUMP_RUBY). */
value ruby_block_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n);

/* --- object types in Ruby (object_type.in_ruby) --- */
/* Returns the signatures of its constructors: with a hash (unless the class has none), with arguments. Fails if the
 * class does not match the type. */
const struct signature *ruby_object_constructors(struct compilation *c, const struct type *t, uint32_t *n);
/* Makes an instance; the arguments must match the constructor of that number. */
value ruby_object_new(struct compilation *c, const struct type *t, uint32_t constructor, const value *args, uint32_t n);
/* Calls an attribute or function of an instance; the arguments must match it. */
value ruby_object_send(struct compilation *c, struct scope *s, const struct object *o, str name, const value *args,
                       uint32_t n, value block);
/* Registers a class: its objects are instances of the type from now on. */
void ruby_map_class(struct compilation *c, str class_name, str type_name);
/* Returns an object with a type, by its number among such objects. */
value ruby_object(struct compilation *c, const struct type *t, uint32_t number, str class_name);
/* Returns an object of any class, by its number in the plug-in. */
value ruby_runtime(struct compilation *c, uint32_t number, str class_name);

/* Drops all twins on both sides, between calls. For long work that needs none of them. */
void ruby_forget(struct compilation *c);
/* Called at the end of the compilation: Ruby drops its objects. Does nothing if it used no Ruby. */
void ruby_end(struct compilation *c);
/* Sets whether lookups are explained; returns the previous value. Ruby code makes explanations only then. */
bool ruby_explaining(struct compilation *c, bool on);

/* --- internal to compiler/ruby/ --- */
struct ruby_state {
  uint64_t serial;                 /* of the compilation, in handles */
  struct scope *scope;             /* of the innermost call */
  struct ruby_crossing *crossings; /* failures and jumps that pass through Ruby as exceptions */
  uint32_t ncrossings, cap_crossings;
  uint32_t depth;                   /* of nested calls */
  bool explaining, explaining_sent; /* lookups are explained; the value last sent to Ruby */
  str calling, next_call;    /* the running Ruby code, for messages; for the next call, if its entry is not that name */
  struct ptrvec objects;     /* struct object *, by Ruby's number */
  struct strmap classes;     /* class -> str *: name of the type of its objects */
  struct valuevec twins[2];  /* by number, the core's and Ruby's (twin.c) */
  uint32_t twins_sent;       /* number of the core's twins that Ruby knows */
  uint64_t changes;          /* number of arrays and hashes that Ruby code has changed in place */
  struct type_known checked; /* large arguments that match a type, valid while `changes` is checked_changes */
  uint64_t checked_changes;
  struct saved_value *saved; /* contents of values that outlive the compilation, before Ruby changed them */
  struct ptrmap things;      /* scopes and resources -> struct runtime * */
};
struct ruby_state *ruby_state(struct compilation *c);
/* Begins a message: empties `out`. `copies`: arrays and hashes in it are not twins; Ruby gets copies. */
void wire_begin(struct compilation *c, struct buf *out, bool copies);
/* Appends a value to the message. */
void wire_write(struct compilation *c, struct buf *out, value v);
/* Reads values from a message; fails if it is damaged. */
struct wire_reader {
  const char *at, *end, *begin;
  bool own;             /* the bytes are a copy in the compilation's arena */
  struct ptrmap *again; /* values that occur several times: offset -> value * */
};
/* Begins to read a message; applies the changed twins at its beginning. */
struct wire_reader wire_reader_of(struct compilation *c, struct ruby_bytes message);
value wire_read(struct compilation *c, struct wire_reader *r);
/* Returns a scope or resource as a value, always the same one. */
value ruby_thing(struct compilation *c, enum runtime_kind kind, void *pointer);

#endif

/* Objects of another language that have no counterpart among Puppet's values, and objects of the compiler that are
 * visible in Ruby. In Puppet they are instances of Runtime[ruby, 'Class']. */
#ifndef FICELLE_VALUES_RUNTIME_H
#define FICELLE_VALUES_RUNTIME_H

#include "compiler/values/rich.h"

enum runtime_kind {
  RUNTIME_RUBY,     /* a Ruby object: `number` */
  RUNTIME_SCOPE,    /* struct scope * */
  RUNTIME_RESOURCE, /* struct resource * */
  RUNTIME_INTEGER,  /* an integer beyond 64 bits: `text` (decimal) and `hex` */
  RUNTIME_SYMBOL    /* a symbol in YAML data: `text`, without the colon */
};

struct runtime;
struct type;
/* Operations on objects of another language. */
struct runtime_ops {
  str (*text)(const struct runtime *r); /* the text for interpolation */
  bool (*same)(const struct runtime *a, const struct runtime *b);
  uint64_t (*hash)(const struct runtime *r);
  /* Returns the type that its class implements, which may become known later; NULL: none. */
  const struct type *(*type)(const struct runtime *r);
  /* Returns the object as an instance of that type; NULL if it has no type, or its type is not an Object type. */
  const struct object *(*object)(const struct runtime *r);
};

struct runtime {
  enum runtime_kind kind;
  str class_name;                /* "Set", "Puppet::Parser::Scope" */
  uint32_t number;               /* in the plug-in's list of objects */
  uint32_t twin;                 /* as in struct array (values/value.h) */
  void *pointer;                 /* for kinds that are objects of the compiler */
  const struct runtime_ops *ops; /* NULL: only the name of its class is known */
  void *owner;                   /* argument of `ops`: struct compilation * */
  const struct object *object;   /* NULL until first used */
  str text, hex;                 /* "-9223372036854775809", "0x..f7fffffffffffffff"; "name" */
};

extern const struct rich_kind runtime_rich_kind;

static inline value value_runtime(const struct runtime *r) { return (value){.kind = V_RUNTIME, .runtime = r}; }
value value_runtime_of(struct arena *a, enum runtime_kind kind, const char *class_name, void *pointer);
/* Such numbers come from Ruby code and are passed back to it. They can only be printed and compared: testing whether
 * one is an Integer fails. */
value value_runtime_integer(struct arena *a, str decimal, str hex);
/* Borrows the text. */
value value_runtime_symbol(struct arena *a, str text);
static inline bool value_is_symbol(value v) { return v.kind == V_RUNTIME && v.runtime->kind == RUNTIME_SYMBOL; }
static inline bool value_is_big(value v) { return v.kind == V_RUNTIME && v.runtime->kind == RUNTIME_INTEGER; }
/* Returns the pointer of a value of that kind; NULL for other values. */
void *runtime_pointer(value v, enum runtime_kind kind);

/* Returns the object of a value whose class implements an Object type; other values as they are. */
value runtime_as_object(value v);

#endif

/* Objects of a running language that have no counterpart among Puppet's values, and things of the core that Ruby sees
 * as objects. To Puppet they are instances of Runtime[ruby, 'Class']. */
#ifndef FICELLE_VALUES_RUNTIME_H
#define FICELLE_VALUES_RUNTIME_H

#include "compiler/values/rich.h"

enum runtime_kind {
  RUNTIME_RUBY,     /* an object of Ruby: `number` */
  RUNTIME_SCOPE,    /* struct scope * */
  RUNTIME_RESOURCE, /* struct resource * */
  RUNTIME_INTEGER,  /* a whole number beyond 64 bits: `text` (decimal) and `hex` */
  RUNTIME_SYMBOL    /* a symbol in YAML data: `text`, without the colon */
};

struct runtime;
struct type;
/* How objects of another language are asked. */
struct runtime_ops {
  str (*text)(const struct runtime *r); /* what interpolation shows */
  bool (*same)(const struct runtime *a, const struct runtime *b);
  uint64_t (*hash)(const struct runtime *r);
  /* The type that its class implements, which may become known later; NULL: none. */
  const struct type *(*type)(const struct runtime *r);
  /* The object as an instance of that type; NULL if it has no type, or not an Object type. */
  const struct object *(*object)(const struct runtime *r);
};

struct runtime {
  enum runtime_kind kind;
  str class_name;                /* "Set", "Puppet::Parser::Scope" */
  uint32_t number;               /* in the plug-in's list of objects */
  uint32_t twin;                 /* as an array's (values/value.h) */
  void *pointer;                 /* of the kinds that are the core's */
  const struct runtime_ops *ops; /* NULL: it is known by the name of its class only */
  void *owner;                   /* for `ops`: struct compilation * */
  const struct object *object;   /* once asked for */
  str text, hex;                 /* "-9223372036854775809", "0x..f7fffffffffffffff"; "name" */
};

extern const struct rich_kind runtime_rich_kind;

static inline value value_runtime(const struct runtime *r) { return (value){.kind = V_RUNTIME, .runtime = r}; }
value value_runtime_of(struct arena *a, enum runtime_kind kind, const char *class_name, void *pointer);
/* Such numbers come from Ruby code and are passed back to it. They can only be printed and compared: testing whether
 * one is an Integer fails. */
value value_runtime_integer(struct arena *a, str decimal, str hex);
/* The text is borrowed. */
value value_runtime_symbol(struct arena *a, str text);
static inline bool value_is_symbol(value v) { return v.kind == V_RUNTIME && v.runtime->kind == RUNTIME_SYMBOL; }
static inline bool value_is_big(value v) { return v.kind == V_RUNTIME && v.runtime->kind == RUNTIME_INTEGER; }
/* The pointer of a value that is of that kind; NULL: it is not. */
void *runtime_pointer(value v, enum runtime_kind kind);

/* The object for a value whose class implements an Object type; other values are returned unchanged. */
value runtime_as_object(value v);

#endif

/* Instances of Object types (types/object_type.h). */
#ifndef FICELLE_TYPES_OBJECT_H
#define FICELLE_TYPES_OBJECT_H

#include "compiler/types/object_type.h"
#include "compiler/values/rich.h"

/* An object whose state and methods are another language's. What is asked may fail, in the compilation
 * it belongs to. */
struct object_foreign {
  const struct object_foreign_ops *ops;
  void *owner;     /* struct compilation * */
  uint32_t number; /* how the other side knows it */
  bool by_class;   /* it is an instance of a class that implements the type, but has no reference to the type */
  str class_name;  /* empty: the class has no name */
};
struct object_foreign_ops {
  const value *(*attribute)(const struct object *o, str name);
  const struct hash *(*init_hash)(const struct object *o); /* see object_hash */
  const struct hash *(*arguments)(const struct object *o); /* see object_arguments */
  bool (*same)(const struct object *a, const struct object *b);
  uint64_t (*hash)(const struct object *o);
  str (*text)(const struct object *o); /* what interpolation shows */
};

struct object {
  const struct rich_kind *row;          /* &object_kind */
  const struct type *type;              /* without type parameters */
  void *native;                         /* of built-in types that hold more than attributes; NULL */
  uint32_t twin;                        /* as an array's (values/value.h) */
  const struct object_foreign *foreign; /* NULL: `fields` are all there is to it; else there are none */
  value fields[];                       /* as many as the type has, in its order */
};

extern const struct rich_kind object_kind;

/* An instance with those fields, copied; n of them, the others have their defaults. */
value object_new(struct arena *a, const struct type *t, const value *fields, uint32_t n);
/* The same with the fields that a hash has. */
value object_from_hash(struct arena *a, const struct type *t, const struct hash *h);
/* One that another language holds. */
value object_new_foreign(struct arena *a, const struct type *t, const struct object_foreign *f);
/* The attribute of that name; NULL: the object holds none such. */
const value *object_field(const struct object *o, str name);
/* The attributes that differ from their defaults, as a hash makes the object again. */
const struct hash *object_hash(struct arena *a, const struct object *o);
/* The arguments by position that make the object again, by name: without those at the end that are defaults. */
const struct hash *object_arguments(struct arena *a, const struct object *o);

/* For type_of_rich.c. */
const struct type *object_infer(struct arena *a, value v);
bool object_instance(const struct type *t, value v);

/* How an object calls its type: "Mod::Name", of types that take parameters "Name". */
str object_shown_name(const struct type *t);
/* The expression that makes it: Name({'attribute' => …}), even if the object defines its own text. `depth`: how deep in
 * other values it is. */
void object_format_at(struct buf *out, const struct object *o, uint32_t depth);

#endif

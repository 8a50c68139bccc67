/* Instances of Object types (types/object_type.h). */
#ifndef FICELLE_TYPES_OBJECT_H
#define FICELLE_TYPES_OBJECT_H

#include "compiler/types/object_type.h"
#include "compiler/values/rich.h"

/* An object whose state and methods are in another language. Any operation may fail, in the compilation that the object
 * belongs to. */
struct object_foreign {
  const struct object_foreign_ops *ops;
  void *owner;     /* struct compilation * */
  uint32_t number; /* the number by which the other language knows it */
  bool by_class;   /* the instance of a class that implements the type but has no reference to it */
  str class_name;  /* may be empty */
};
struct object_foreign_ops {
  const value *(*attribute)(const struct object *o, str name);
  const struct hash *(*init_hash)(const struct object *o); /* see object_hash */
  const struct hash *(*arguments)(const struct object *o); /* see object_arguments */
  bool (*same)(const struct object *a, const struct object *b);
  uint64_t (*hash)(const struct object *o);
  str (*text)(const struct object *o); /* the text for interpolation */
};

struct object {
  const struct rich_kind *row;          /* &object_kind */
  const struct type *type;              /* without type parameters */
  void *native;                         /* for built-in types with more state than attributes; NULL */
  uint32_t twin;                        /* as in struct array (values/value.h) */
  const struct object_foreign *foreign; /* NULL: all its state is in `fields`; otherwise it has no fields */
  value fields[];                       /* as many as the type has, in the order of the type */
};

extern const struct rich_kind object_kind;

/* Makes an instance with a copy of n fields; the others get their defaults. */
value object_new(struct arena *a, const struct type *t, const value *fields, uint32_t n);
/* The same with the fields in a hash. */
value object_from_hash(struct arena *a, const struct type *t, const struct hash *h);
/* Makes an object whose state is in another language. */
value object_new_foreign(struct arena *a, const struct type *t, const struct object_foreign *f);
/* Finds an attribute by name; NULL: the object does not store such an attribute. */
const value *object_field(const struct object *o, str name);
/* Returns the attributes that differ from their defaults: the hash from which the object can be made again. */
const struct hash *object_hash(struct arena *a, const struct object *o);
/* Returns the positional arguments from which the object can be made again, by name, without the defaults at the
 * end. */
const struct hash *object_arguments(struct arena *a, const struct object *o);

/* For type_of_rich.c. */
const struct type *object_infer(struct arena *a, value v);
bool object_instance(const struct type *t, value v);

/* The name of the type as the object shows it: "Mod::Name", of types with parameters "Name". */
str object_shown_name(const struct type *t);
/* Appends the expression that makes the object, Name({'attribute' => …}), even if the object defines its own text.
 * `depth` counts the values around it. */
void object_format_at(struct buf *out, const struct object *o, uint32_t depth);

#endif

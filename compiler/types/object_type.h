/* Object types: `type X = Object[{…}]` and the built-in ones. A type with a name is created before it is defined, so
 * that its definition may refer to it; types without a name are created with their definition. A type lives in the
 * arena of the context that made it; a built-in type as long as the process. */
#ifndef FICELLE_TYPES_OBJECT_TYPE_H
#define FICELLE_TYPES_OBJECT_TYPE_H

#include "compiler/types/type.h"

enum attribute_kind {
  ATTRIBUTE_PLAIN,
  ATTRIBUTE_CONSTANT,
  ATTRIBUTE_DERIVED,
  ATTRIBUTE_GIVEN_OR_DERIVED,
  ATTRIBUTE_REFERENCE
};
enum member_kind { MEMBER_ATTRIBUTE, MEMBER_FUNCTION, MEMBER_TYPE_PARAMETER };

struct object_member {
  str name;
  const type *type;               /* functions: a Callable, or a Variant of them */
  const type *container;          /* the object type it was declared in */
  value value;                    /* of a constant, or the default; only if has_value */
  const struct hash *annotations; /* NULL: none */
  uint8_t what;                   /* enum member_kind */
  uint8_t kind;                   /* enum attribute_kind */
  bool final, override, has_value;
};
struct object_members {
  struct object_member *items;
  uint32_t n;
};

struct object_type {
  str name;           /* may be empty */
  const type *parent; /* NULL: none. May be any type; only object types have members to inherit */
  struct object_members parameters, attributes, functions; /* its own */
  const str *equality;                                     /* names; only if has_equality */
  uint32_t nequality;
  bool has_equality, equality_include_type, defined;
  bool in_ruby; /* instances are Ruby objects: the type, or one that it inherits from, has Ruby code */
  const struct signature *constructors; /* NULL until first used: [by a hash], by arguments */
  bool no_hash_constructor;
  value checks;                   /* undef: none */
  const struct hash *annotations; /* NULL: none */
  /* The fields of an instance, in order: attributes that are neither constant nor derived, inherited ones first. */
  const struct object_member **fields;
  uint32_t nfields;
  const struct object_member **all_parameters; /* inherited ones first */
  uint32_t nall_parameters;
  struct arena *arena;       /* the arena of the type */
  const type *fields_struct; /* both NULL until first used: object_type_struct, object_type_positions */
  const uint32_t *positions;
};

/* Creates a type by its name, without a definition. */
type *object_type_new(struct arena *a, str name);
/* Defines the type by a hash as in Object[{…}]. Errors are reported with Puppet's messages, at c->node. */
void object_type_define(struct context *c, type *t, value definition);
/* Object[{…}] in an expression. `definition` may be anything. */
const type *object_type_make(struct context *c, value definition);
/* Type[args] of an object type: args are its type parameters, by position or as one hash. */
const type *object_type_extend(struct context *c, const type *base, const value *args, uint32_t n);

/* Finds a built-in object type by its name in any case ("Deferred", "Pcore::IntegerType"). NULL: not found. */
const type *object_type_builtin(str name);
/* Parses a type that is kept as long as the process; `text` is a literal. */
const type *type_static(const char *text);

/* The names of attribute kinds in definitions; NULL for a normal attribute. */
extern const char *const object_attribute_kinds[];
/* NULL: not found. */
const struct object_member *object_members_find(const struct object_members *list, str name);
/* Finds an attribute or function, the type's own or inherited. NULL: not found. */
const struct object_member *object_type_member(const type *t, str name);
/* Returns the index in `fields`; UINT32_MAX: not found. */
uint32_t object_type_field(const struct object_type *o, str name);
/* "attribute X[a]", "function X[f]" */
str object_member_label(struct arena *a, const struct object_member *m);
/* Returns the Struct type of the hashes that make an instance. */
const type *object_type_struct(const type *t);
/* Returns the indexes of the fields in the order of positional arguments: those without a default first. */
const uint32_t *object_type_positions(const type *t);
/* Whether the type parameters of `t` (if any) match the values that actual() returns for their names. actual() returns
 * NULL if it has no value. */
bool object_type_params_fit(const type *t, const value *(*actual)(const void *from, str name), const void *from);
/* Fails if the name of an object type is invalid; the error names it "object name". */
void object_type_check_name(struct context *c, value name);
/* "X"; "Object" without a name. */
str object_type_label(const type *t);
/* The last part of the name. */
str object_type_simple_name(const type *t);
/* Returns the next object type up the inheritance, past aliases; NULL: none. */
const type *object_type_parent(const type *t);
/* Whether both have the same type parameters, and are the same type or have the same definition. */
bool object_type_equal(const type *a, const type *b);
/* Returns the hash that defines the type, for serialization. `named`: with its name. */
const struct hash *object_type_hash(struct arena *a, const type *t, bool named);

#endif

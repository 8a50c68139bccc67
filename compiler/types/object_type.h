/* Object types: `type X = Object[{…}]`, and those that are built in. A type is made by its name first, so that it may
 * occur in its own definition, and defined once; types without a name are made defined. All live in the arena of the
 * context they were made with; the built-in ones live as long as the process. */
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
  str name;           /* empty: none */
  const type *parent; /* NULL: none. Any type may be one; only object types have something to give */
  struct object_members parameters, attributes, functions; /* its own */
  const str *equality;                                     /* names; only if has_equality */
  uint32_t nequality;
  bool has_equality, equality_include_type, defined;
  bool in_ruby; /* instances are objects of Ruby: it, or a type it inherits from, has code in Ruby */
  const struct signature *constructors; /* of those types, once asked for: [by a hash], by arguments */
  bool no_hash_constructor;
  value checks;                   /* undef: none */
  const struct hash *annotations; /* NULL: none */
  /* What an instance holds, in order: attributes that are neither constant nor derived, inherited ones first. */
  const struct object_member **fields;
  uint32_t nfields;
  const struct object_member **all_parameters; /* inherited ones first */
  uint32_t nall_parameters;
  struct arena *arena;       /* where it lives */
  const type *fields_struct; /* these two once asked for: object_type_struct, object_type_positions */
  const uint32_t *positions;
};

/* A type of that name without a definition. */
type *object_type_new(struct arena *a, str name);
/* Gives it its definition, a hash as in Object[{…}]; what is wrong with it fails with Puppet's words, at c->node. */
void object_type_define(struct context *c, type *t, value definition);
/* Object[{…}] in an expression. `definition` may be anything. */
const type *object_type_make(struct context *c, value definition);
/* Type[args] of an object type: its type parameters, by position or as one hash. */
const type *object_type_extend(struct context *c, const type *base, const value *args, uint32_t n);

/* A built-in object type by its name in any case ("Deferred", "Pcore::IntegerType"); NULL: there is none. */
const type *object_type_builtin(str name);
/* A type given as text, made once in a process and kept; `text` is a literal. */
const type *type_static(const char *text);

/* As definitions name them; a plain one has no name. */
extern const char *const object_attribute_kinds[];
/* NULL: no type of that name. */
const struct object_member *object_members_find(const struct object_members *list, str name);
/* The attribute or function of that name, its own or inherited; NULL: none. */
const struct object_member *object_type_member(const type *t, str name);
/* Position in `fields`; UINT32_MAX: none. */
uint32_t object_type_field(const struct object_type *o, str name);
/* "attribute X[a]", "function X[f]" */
str object_member_label(struct arena *a, const struct object_member *m);
/* The Struct that a hash must fit to make an instance. */
const type *object_type_struct(const type *t);
/* The fields by their position as arguments: those without a default first. */
const uint32_t *object_type_positions(const type *t);
/* Whether the type parameters of `t` (if any) match the values that `actual` returns for each, NULL if it has none. */
bool object_type_params_fit(const type *t, const value *(*actual)(const void *from, str name), const void *from);
/* What names of object types look like; others fail, as "object name". */
void object_type_check_name(struct context *c, value name);
/* "X"; "Object" without a name. */
str object_type_label(const type *t);
/* The last part of it. */
str object_type_simple_name(const type *t);
/* The next object type upwards behind aliases; NULL: none. */
const type *object_type_parent(const type *t);
/* Same definition, or the same type, and the same type parameters. */
bool object_type_equal(const type *a, const type *b);
/* The features as the hash that makes the type: what serialization needs. `named`: its name too. */
const struct hash *object_type_hash(struct arena *a, const type *t, bool named);

#endif

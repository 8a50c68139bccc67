/* Shared by type_access.c, type_reference.c and type_parse.c. */
#ifndef FICELLE_TYPES_TYPE_ACCESS_H
#define FICELLE_TYPES_TYPE_ACCESS_H

#include "base/map.h"
#include "compiler/types/type_internal.h"

/* One access: base[args] at node (an ACCESS expression, or NULL). */
struct access {
  struct context *c;
  const struct type_resolver *r;
  const ast *node;
  const type *base;
  const value *args;
  uint32_t n;
};

/* The expression of the i-th argument, at which errors are reported. */
const ast *access_key(const struct access *x, uint32_t i);
/* The kind of an argument's value, for messages: "Integer", "Undef". */
str access_type_of(struct arena *a, value v);
void access_flatten(struct access *x);
/* `max` -1: unlimited; 0: exactly `min`. */
_Noreturn void access_arity(const struct access *x, const ast *blamed, str base, int min, int64_t max);
_Noreturn void access_bad_specialization(const struct access *x, uint32_t i, str message);
/* Reports errors of Puppet's type constructors, which have no place, at the access. */
void access_blame(const struct access *x);
_Noreturn void access_error(const struct access *x, str text);
/* "X-Type[] arguments must be types. Got Integer" */
_Noreturn void access_not_a_type(const struct access *x, uint32_t i);
/* "An Enum-Type": the subject of messages for types without a message of their own. */
str access_base_label(const struct access *x);

value access_resource(const struct access *x);
value access_class(const struct access *x);

#endif

/* TypeSet: named types with a version, and names for the other sets that they use. The full name of a type is
 * "Set::Name"; inside the set it is Name. */
#ifndef FICELLE_TYPES_TYPE_SET_H
#define FICELLE_TYPES_TYPE_SET_H

#include "compiler/types/type.h"

struct semver_range;

struct type_set_member {
  str name;
  const type *t;
};
struct type_set_reference {
  str alias, name, authority;
  const struct semver_range *range;
  const type *set; /* NULL until it is resolved */
};
struct type_set {
  str name, authority;
  str uri, pcore_version, version; /* may be empty */
  struct type_set_member *members;
  struct type_set_reference *references;
  uint32_t nmembers, nreferences;
  const struct hash *annotations; /* NULL: none */
};

/* Creates a set by its name, without a definition. */
type *type_set_new(struct arena *a, str name);
/* Defines it by a hash as in TypeSet[{…}], in which `types` contains types. Fails with Puppet's messages. */
void type_set_define(struct context *c, type *t, value definition);
/* Stores the result of a reference; fails if it is not a type set with a version that the reference accepts. */
void type_set_refer(struct context *c, const type *t, struct type_set_reference *ref, const type *found);
/* Finds a type by its name in the set, or "Alias::Name" in a set that it refers to. NULL: not found. */
const type *type_set_find(const type *t, str name);
/* Appends the name of t inside the set, "Name" or "Alias::Name"; false if it has none. */
bool type_set_format_name(struct buf *out, const struct type_set *set, const type *t);

#endif

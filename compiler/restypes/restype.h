/* Schemas of resource types: the names of their attributes and what makes two resources the same thing. What
 * the attributes do to a host is the agent's business. One table a type, in schema_*.c. */
#ifndef FICELLE_RESTYPES_RESTYPE_H
#define FICELLE_RESTYPES_RESTYPE_H

#include "base/arena.h"
#include "base/symbol.h"

enum { RESTYPE_MAX_KEYS = 4 };

struct restype {
  const char *name;                  /* "file" */
  const char *module;                /* module that brings the type, NULL for Puppet's own */
  const char *const *attributes;     /* properties and parameters without metaparameters, ended by NULL */
  const char *keys[RESTYPE_MAX_KEYS];  /* names of the namevars, sorted; one in almost every type */
  bool not_isomorphic;               /* titles are all that tells two resources apart (exec, notify …) */
  /* Splits a title into the values of the keys (same order); NULL: the title is the value of the only key.
   * False when the title fits no pattern. Keys it says nothing about are left untouched (n == SIZE_MAX). */
  bool (*split_title)(struct arena *a, str title, str values[RESTYPE_MAX_KEYS]);
};

/* NULL when there is no such type. The other functions take what this one gives. */
const struct restype *restype_find(const symbol *name);
bool restype_has_attribute(const struct restype *t, const symbol *name);    /* metaparameters included */
/* The only namevar, "name" when there are several. */
const symbol *restype_namevar(const struct restype *t);
bool restype_is_metaparameter(const symbol *name);
/* before, notify, require, subscribe. */
bool restype_is_relationship(const symbol *name);
/* Symbols of the keys, NULL behind the last unless there are RESTYPE_MAX_KEYS. */
const symbol *const *restype_keys(const struct restype *t);
/* All metaparameters in Puppet's order, ended by NULL. */
const symbol *const *restype_metaparameters(void);
/* All types, ended by NULL. */
const struct restype *const *restype_all(void);

#endif

/* The tables of schemas_*.c together, for restype.c. */
#ifndef FICELLE_RESTYPES_SCHEMAS_H
#define FICELLE_RESTYPES_SCHEMAS_H

#include "compiler/restypes/restype.h"

enum { SCHEMA_MAX_KEYS = 4 };

/* A type as a table; what restype.h gives out is made from it at the first question. */
struct restype_schema {
  const char *name;                  /* "file" */
  const char *module;                /* module that brings the type, NULL for Puppet's own */
  const char *const *attributes;     /* in Puppet's order, ended by NULL */
  const char *keys[SCHEMA_MAX_KEYS]; /* names of the namevars, sorted */
  bool not_isomorphic;
  /* As in struct restype; NULL: the title is the value of the only key. */
  bool (*split_title)(const struct restype *t, str title, struct title_parts *parts);
};

/* All types, ended by NULL. */
extern const struct restype_schema *const restype_schemas[];

/* Types of Puppet itself, and of the modules that come with its packages. */
#define X(name) extern const struct restype_schema restype_##name;
#include "compiler/restypes/types.def"
#undef X

#endif

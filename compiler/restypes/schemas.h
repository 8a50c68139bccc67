/* The tables of schemas_*.c together, for restype.c. */
#ifndef FICELLE_RESTYPES_SCHEMAS_H
#define FICELLE_RESTYPES_SCHEMAS_H

#include "compiler/restypes/restype.h"

/* All types, ended by NULL. */
extern const struct restype *const restype_schemas[];

/* Types of Puppet itself, and of the modules that come with its packages. */
#define X(name) extern const struct restype restype_##name;
#include "compiler/restypes/types.def"
#undef X

#endif

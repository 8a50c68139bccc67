/* The table of schemas.def, for restype.c. */
#ifndef FICELLE_RESTYPES_SCHEMAS_H
#define FICELLE_RESTYPES_SCHEMAS_H

#include "compiler/restypes/restype.h"

/* A type as a table; what restype.h gives out is made from it at the first question. Lists are words with blanks
 * between them. */
struct restype_schema {
  const char *name;       /* "file" */
  const char *module;     /* module that brings the type, NULL for Puppet's own */
  const char *attributes; /* in Puppet's order */
  const char *keys;       /* names of the namevars, sorted */
  bool not_isomorphic;
  /* As in struct restype; NULL: the title is the value of the only key. */
  bool (*split_title)(const struct restype *t, str title, struct title_parts *parts);
};

extern const struct restype_schema restype_schemas[];
extern const size_t restype_nschemas;

#endif

/* The table of schemas.def, for restype.c. */
#ifndef FICELLE_RESTYPES_SCHEMAS_H
#define FICELLE_RESTYPES_SCHEMAS_H

#include "compiler/restypes/restype.h"

/* A row of the table, from which struct restype is made at the first use. Lists are words separated by blanks. */
struct restype_schema {
  const char *name;       /* "file" */
  const char *module;     /* module that contains the type; NULL: Puppet's own */
  const char *attributes; /* in Puppet's order */
  const char *keys;       /* names of the namevars, sorted */
  bool not_isomorphic;
  /* As in struct restype; NULL: the title is the value of the only key. */
  bool (*split_title)(const struct restype *t, str title, struct title_parts *parts);
};

extern const struct restype_schema restype_schemas[];
extern const size_t restype_nschemas;

#endif

/* What the type of a resource can be: one of Puppet's or a module's, a define, a class. */
#ifndef FICELLE_ENVIRONMENT_RESOURCE_TYPE_H
#define FICELLE_ENVIRONMENT_RESOURCE_TYPE_H

#include "base/symbol.h"

struct compilation;
struct definition;
struct restype;
struct type_texts;

enum resource_kind { RESOURCE_UNKNOWN, RESOURCE_BUILTIN, RESOURCE_DEFINE, RESOURCE_CLASS, RESOURCE_NODE };

struct resource_type {
  enum resource_kind kind;             /* RESOURCE_UNKNOWN: no such type */
  const symbol *name;                  /* lower case */
  const struct restype *restype;       /* BUILTIN */
  const struct definition *definition; /* DEFINE; CLASS is only given for the name "class" and has none */
  struct type_texts *texts;            /* the catalog's own; NULL: not looked for */
};
/* "::File" -> "file": the name of a type in any case, in lower case without the "::" in front. */
const symbol *environment_type_symbol(str name);
/* Finds "file", "apache::vhost" (any case, leading "::" allowed) and loads what is needed. */
struct resource_type environment_find_type(struct compilation *c, str name);

#endif

/* Resources while a catalog is being made, and their parameters. */
#ifndef FICELLE_CATALOG_RESOURCE_H
#define FICELLE_CATALOG_RESOURCE_H

#include "base/map.h"
#include "compiler/syntax/source.h"
#include "compiler/values/value.h"

struct scope;
struct definition;
struct restype;

struct parameter {
  const symbol *name;
  value value;
  bool append;                       /* +> until merged */
  bool from_default;                 /* came from resource defaults */
  struct source *source;             /* where it was set; NULL unknown */
  uint32_t offset;
  struct scope *setter;              /* scope that set it: overrides ask for it */
};

enum resource_kind { RESOURCE_UNKNOWN, RESOURCE_BUILTIN, RESOURCE_DEFINE, RESOURCE_CLASS };

struct resource {
  const symbol *type;                /* lower case: "file", "class", "apache::vhost" */
  str title;                         /* munged: class titles without "::", lower case for classes */
  str type_display, title_display;   /* "Apache::Vhost"; "Base::Sub" for classes */
  str ref;                           /* "File[/tmp/x]" */
  enum resource_kind kind;
  const struct definition *definition;   /* classes and defines */
  const struct restype *restype;         /* built-in types */
  struct parameter *params;          /* in the order they were set */
  uint32_t nparams, cap_params;
  const symbol **tags;               /* in the order they were added, without doubles */
  uint32_t ntags, cap_tags;
  bool virtual, exported, evaluated, finished, collected, explicit_class;
  struct scope *scope;               /* declared in */
  struct scope *body_scope;          /* scope of the evaluated class or define; NULL before */
  struct resource *container;        /* edge container -> this; NULL for stages and classes (their stage is) */
  struct source *source;             /* NULL: not from a text (include): no file and line in the catalog */
  uint32_t line;
  str file;
  const symbol **sensitive;          /* names of parameters whose value was Sensitive */
  uint32_t nsensitive;
};

struct parameter *resource_param(const struct resource *r, const symbol *name);     /* NULL when not set */

#endif

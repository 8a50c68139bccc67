/* Objects of a running language that have no counterpart among Puppet's values, and things of the core that Ruby sees
 * as objects. To Puppet they are instances of Runtime[ruby, 'Class']. */
#ifndef FICELLE_VALUES_RUNTIME_H
#define FICELLE_VALUES_RUNTIME_H

#include "compiler/values/rich.h"

enum runtime_kind {
  RUNTIME_RUBY,             /* an object of Ruby: `number` */
  RUNTIME_SCOPE,            /* struct scope * */
  RUNTIME_RESOURCE          /* struct resource * */
};

struct runtime {
  enum runtime_kind kind;
  str class_name;           /* "Set", "Puppet::Parser::Scope" */
  uint32_t number;          /* in the plug-in's list of objects */
  void *pointer;            /* of the kinds that are the core's */
  str (*text)(const struct runtime *r);   /* what interpolation shows; NULL: the name of the class */
  void *owner;              /* for `text` */
};

extern const struct rich_kind runtime_rich_kind;

static inline value value_runtime(const struct runtime *r)
{
  return (value){.kind = V_RUNTIME, .runtime = r};
}
value value_runtime_of(struct arena *a, enum runtime_kind kind, const char *class_name, void *pointer);
/* The pointer of a value that is of that kind; NULL: it is not. */
void *runtime_pointer(value v, enum runtime_kind kind);

#endif

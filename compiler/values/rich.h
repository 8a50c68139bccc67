/* Values beyond those of the language's literals: times, versions, binaries, URIs, iterators, objects. Each kind is one
 * row of functions in its own file; comparing, printing and inferring ask the row. */
#ifndef FICELLE_VALUES_RICH_H
#define FICELLE_VALUES_RICH_H

#include "compiler/types/type.h"
#include "compiler/values/value.h"

struct rich_kind {
  const char *ruby_class;                           /* as messages name it: "Puppet::Pops::Time::Timestamp" */
  const char *label;                                /* what "… is not applicable to a(n) X" says: "Timestamp" */
  bool (*same)(value a, value b, uint32_t depth);   /* exact equality of two; == is the same but for URIs */
  uint64_t (*hash)(value v, uint32_t depth);        /* same values have the same */
  void (*render)(struct buf *out, value v);         /* as interpolation shows it */
  void (*inspect)(struct buf *out, value v);        /* String(v, '%p'); NULL: render */
  const struct type *(*infer)(struct arena *a, value v);
  bool (*instance)(const struct type *t, value v);  /* of a type that is neither Any, alias, Variant nor Optional */
  /* Order of two of this kind: -1, 0, 1. NULL: there is none. */
  int (*compare)(value a, value b);
};

/* What messages call the class of a value of a rich kind: an object's is its type. */
str rich_class(value v);
/* The row of a rich kind; NULL for the others. */
const struct rich_kind *rich_kind(value v);

#endif

/* Values beyond those of the language's literals: types, times, versions, binaries, URIs, iterators, objects. Each kind
 * is one row of functions in its own file; comparing and printing call the functions of the row. Their types are in
 * types/type_of_rich.c. */
#ifndef FICELLE_VALUES_RICH_H
#define FICELLE_VALUES_RICH_H

#include "compiler/values/value.h"

struct rich_kind {
  const char *ruby_class;                    /* as messages name it: "Puppet::Pops::Time::Timestamp" */
  const char *label;                         /* X in "… is not applicable to a(n) X": "Timestamp" */
  bool (*same)(value a, value b);            /* exact equality of two; == is the same but for URIs */
  uint64_t (*hash)(value v);                 /* same values have the same */
  void (*render)(struct buf *out, value v);  /* as interpolation shows it */
  void (*inspect)(struct buf *out, value v); /* String(v, '%p'); NULL: render */
  const char *constructor;                   /* the same as "Timestamp('…')", around what render shows; NULL: no */
  /* Order of two of this kind: -1, 0, 1. NULL: there is none. */
  int (*compare)(value a, value b);
  /* What messages call the class of a value, when not all of the kind have the same; NULL: ruby_class. */
  str (*class_name)(value v);
  /* The same of kinds that contain other values; `depth`: how deep in others this one is. NULL: those above. */
  bool (*same_at)(value a, value b, uint32_t depth);
  void (*render_at)(struct buf *out, value v, uint32_t depth);
  void (*inspect_at)(struct buf *out, value v, uint32_t depth);
};

/* Types, iterators and objects begin with their row, since the folder above this one makes them. */
struct rich_head {
  const struct rich_kind *row;
};

/* What messages call the class of a value of a rich kind, or of a type: an object's is its type. */
str rich_class(value v);
/* A value of a kind that a text can stand for in data: a rich one or a regular expression. False with the message of
 * its reader in *error. */
bool rich_parse(struct arena *a, enum value_kind kind, str text, value *out, str *error);
/* The row of a rich kind, or of a type; NULL for the others. */
const struct rich_kind *rich_kind(value v);

#endif

/* Values beyond those of the language's literals: types, times, versions, binaries, URIs, iterators, objects. Each kind
 * has a row of functions in its own file, which comparing and printing call. Their types are in
 * types/type_of_rich.c. */
#ifndef FICELLE_VALUES_RICH_H
#define FICELLE_VALUES_RICH_H

#include "compiler/values/value.h"

struct rich_kind {
  const char *ruby_class;                    /* as messages show it: "Puppet::Pops::Time::Timestamp" */
  const char *label;                         /* X in "… is not applicable to a(n) X": "Timestamp" */
  bool (*same)(value a, value b);            /* whether two are exactly equal; == is the same except for URIs */
  uint64_t (*hash)(value v);                 /* equal values have equal codes */
  void (*render)(struct buf *out, value v);  /* as in interpolation */
  void (*inspect)(struct buf *out, value v); /* String(v, '%p'); NULL: render */
  const char *constructor; /* the name around it in String(v, '%p'): "Timestamp" for "Timestamp('…')"; NULL: none */
  /* Compares two values of this kind: -1, 0, 1. NULL: they have no order. */
  int (*compare)(value a, value b);
  /* The class of a value in messages, if it is not the same for all values of the kind; NULL: ruby_class. */
  str (*class_name)(value v);
  /* The same for kinds that contain other values; `depth` counts the values around this one. NULL: use the functions
   * above. */
  bool (*same_at)(value a, value b, uint32_t depth);
  void (*render_at)(struct buf *out, value v, uint32_t depth);
  void (*inspect_at)(struct buf *out, value v, uint32_t depth);
};

/* Types, iterators and objects, which are defined in a folder above this one, begin with their row. */
struct rich_head {
  const struct rich_kind *row;
};

/* The class of a rich value or a type in messages: that of an object is its type. */
str rich_class(value v);
/* Reads a value of a kind that data represents as text: a rich value or a regular expression. On failure returns false
 * with the parser's message in *error. */
bool rich_parse(struct arena *a, enum value_kind kind, str text, value *out, str *error);
/* Returns the row of a rich value or a type; NULL for others. */
const struct rich_kind *rich_kind(value v);

#endif

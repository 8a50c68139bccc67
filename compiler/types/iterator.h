/* Iterator values: the result of reverse_each, step and tree_each without a block. Elements are made on demand.
 * Iterating with each, map or filter consumes the iterator, as in Puppet: the next iteration gets only the rest. */
#ifndef FICELLE_TYPES_ITERATOR_H
#define FICELLE_TYPES_ITERATOR_H

#include "compiler/values/rich.h"

enum iterator_kind {
  ITERATOR_ITEMS,       /* elements of an array, pairs of a hash, characters, values of an Enum */
  ITERATOR_RANGE,       /* whole numbers */
  ITERATOR_STEP,        /* each n-th of another iterator */
  ITERATOR_DEPTH_FIRST, /* [path, value] of everything in a tree */
  ITERATOR_BREADTH_FIRST
};

struct tree_level {
  value container;
  uint32_t at; /* the next element */
  value path;  /* array: the path of the container */
};

struct tree_options {
  const struct type *containers; /* the type of the values that are entered */
  bool root, include_containers, include_values;
  bool references; /* objects: also attributes that are references */
};

struct iterator {
  const struct rich_kind *row; /* &iterator_rich_kind */
  enum iterator_kind kind;
  struct arena *arena;        /* for what the iterator makes */
  const struct type *element; /* NULL: not inferred yet (iterator_element) */
  bool pairs; /* each step gives a key and a value of a hash, separately to blocks with two parameters */
  union {
    struct {
      const struct array *from;
      uint32_t at;
      bool reversed;
    } items;
    struct {
      int64_t from, to, step, at;
      bool begun;
    } range;
    struct {
      struct iterator *of;
      uint64_t step;
    } steps;
    struct {
      struct tree_level *levels;
      uint32_t first, n, cap;
      bool begun;
      struct tree_options options;
    } tree;
  };
};

static inline value value_iterator(const struct iterator *it) { return (value){.kind = V_ITERATOR, .iterator = it}; }

/* Returns an iterator over an array, hash, string, whole number, range or Enum; an iterator itself. NULL: the value
 * cannot be iterated. */
struct iterator *iterator_over(struct arena *a, value over);
struct iterator *iterator_tree(struct arena *a, value root, bool breadth_first, const struct tree_options *options);
/* Iterates from the end. Consumes iterators of steps and trees. */
struct iterator *iterator_reverse(struct arena *a, struct iterator *it);
/* Iterates over every n-th element, n >= 1. The elements are taken from `it`, which is consumed too. */
struct iterator *iterator_step(struct arena *a, struct iterator *it, uint64_t n);
bool iterator_next(struct iterator *it, value *out);
/* For callers that read all elements without consuming them: a copy that starts at the beginning, if Puppet's class can
 * restart (items); otherwise the iterator itself. */
struct iterator *iterator_begin(struct arena *a, const struct iterator *it);
/* The type of the elements. */
const struct type *iterator_element(const struct iterator *it);
/* Returns the elements of iterator_begin() as an array. */
value iterator_array(struct arena *a, const struct iterator *it);

extern const struct rich_kind iterator_rich_kind;
/* For type_of_rich.c. */
const struct type *iterator_infer(struct arena *a, value v);
bool iterator_instance(const struct type *t, value v);

#endif

/* Writes YAML as libyaml's emitter does, in block style, indented by 2, 80 columns wide. It takes a fifth of libyaml's
 * instructions. It knows printable ASCII and line feeds only, and no anchors: at anything else it sets `undecided`, and
 * the caller writes the whole document again with libyaml. Internal to value_yaml.c. */
#ifndef FICELLE_VALUES_YAML_QUICK_H
#define FICELLE_VALUES_YAML_QUICK_H

#include <yaml.h>

#include "base/buf.h"

struct yaml_quick {
  struct buf *out;
  int indent;      /* columns; -1: of the document itself */
  unsigned column; /* of the next character */
  /* Of what stands before the next character: a blank, or nothing that needs one; only indentation and indicators that
   * may be followed by a collection on the same line. */
  bool whitespace, indention;
  bool in_mapping; /* the next node is a key or a value */
  bool is_key;
  bool undecided;
};

/* The beginning and the end of a document, which is one collection. `tag`: that of the collection, as it is written;
 * NULL: none. */
void yaml_quick_begin(struct yaml_quick *q, struct buf *out, const char *tag);
void yaml_quick_end(struct yaml_quick *q);

/* A scalar; the arguments are those of yaml_scalar_event_initialize, without anchor and tag. */
void yaml_quick_scalar(struct yaml_quick *q, str text, bool plain, bool quoted, yaml_scalar_style_t style);

/* An empty collection: "{}" or "[]". */
void yaml_quick_empty(struct yaml_quick *q, const char *brackets);
/* A collection with members. What is returned is for yaml_quick_collection_end. */
int yaml_quick_collection(struct yaml_quick *q, bool mapping);
void yaml_quick_collection_end(struct yaml_quick *q, int before);
/* Before each node of a collection. */
void yaml_quick_key(struct yaml_quick *q);
void yaml_quick_value(struct yaml_quick *q);
void yaml_quick_item(struct yaml_quick *q);

#endif

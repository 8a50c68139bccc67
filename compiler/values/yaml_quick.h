/* Writes YAML like libyaml's emitter, in block style, indented by 2, 80 columns wide, with a fifth of its instructions.
 * It supports only printable ASCII and line feeds, and no anchors: at anything else it sets `undecided`, and the caller
 * writes the whole document again with libyaml. Internal to value_yaml.c. */
#ifndef FICELLE_VALUES_YAML_QUICK_H
#define FICELLE_VALUES_YAML_QUICK_H

#include <yaml.h>

#include "base/buf.h"

struct yaml_quick {
  struct buf *out;
  int indent;      /* columns; -1: outside the outermost collection */
  unsigned column; /* of the next character */
  /* State of the emitter: a blank is before the next character, or none is needed; only indentation and indicators that
   * may be followed by a collection are before it on this line. */
  bool whitespace, indention;
  bool in_mapping; /* the next node is a key or a value */
  bool is_key;
  bool undecided;
};

/* Begin and end a document, which is one collection. `tag`: of the collection, as written; NULL: none. */
void yaml_quick_begin(struct yaml_quick *q, struct buf *out, const char *tag);
void yaml_quick_end(struct yaml_quick *q);

/* Writes a scalar; the arguments are those of yaml_scalar_event_initialize, without anchor and tag. */
void yaml_quick_scalar(struct yaml_quick *q, str text, bool plain, bool quoted, yaml_scalar_style_t style);

/* Writes an empty collection: "{}" or "[]". */
void yaml_quick_empty(struct yaml_quick *q, const char *brackets);
/* Begins a collection with members; yaml_quick_collection_end takes the result. */
int yaml_quick_collection(struct yaml_quick *q, bool mapping);
void yaml_quick_collection_end(struct yaml_quick *q, int before);
/* Called before each node of a collection. */
void yaml_quick_key(struct yaml_quick *q);
void yaml_quick_value(struct yaml_quick *q);
void yaml_quick_item(struct yaml_quick *q);

#endif

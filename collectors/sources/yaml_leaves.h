/* Reads the scalars of a YAML text one after the other, each with the keys of the mappings around it. It is used for
 * files that may be damaged, and of which only a few values are needed. Its memory use has a fixed limit. */
#ifndef COLLECTORS_SOURCES_YAML_LEAVES_H
#define COLLECTORS_SOURCES_YAML_LEAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum { YAML_LEAVES_KEYS = 6, YAML_LEAVES_KEY_BYTES = 48, YAML_LEAVES_DEPTH = 64 };

struct yaml_leaf {
  /* From the outermost mapping on; an item of a sequence has the key "-". Deeper than YAML_LEAVES_KEYS: the first ones.
   * Longer keys are cut to YAML_LEAVES_KEY_BYTES - 1. */
  const char *keys[YAML_LEAVES_KEYS];
  size_t depth;  /* keys that lead to it, also those that are not in `keys` */
  uint64_t item; /* number of the item of the outermost sequence, from 0 */
  size_t line;   /* of its beginning, from 1 */
  str text;
};

struct yaml_leaves {
  /* Puts up to `size` bytes; 0 in *n is the end. False: it cannot be read. */
  bool (*read)(void *ctx, unsigned char *to, size_t size, size_t *n);
  void *ctx;
  bool aliases; /* anchors and aliases are allowed; an alias is not a leaf */
  size_t lump;  /* maximum size of a scalar in bytes */
  /* Receives a scalar; false stops reading, as a success. */
  bool (*leaf)(void *to, const struct yaml_leaf *leaf);
  void *to;
};

/* False with a line about the error and its place. The text must be one document, which is a mapping. */
bool yaml_leaves_read(const struct yaml_leaves *from, struct buf *why);

/* The same for a text in memory. */
bool yaml_leaves_text(str text, struct yaml_leaves *from, struct buf *why);

#endif

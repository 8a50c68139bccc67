/* Finds resources of a catalog by type and title or alias. The titles' bytes are borrowed. Titles of classes are in
 * lower case here. */
#ifndef FICELLE_CATALOG_NAMES_H
#define FICELLE_CATALOG_NAMES_H

#include "base/arena.h"
#include "base/symbol.h"

struct resource;

struct catalog_name {
  const symbol *type;
  const char *title;
  uint32_t length, hash;
  struct resource *resource;
};

struct catalog_index {
  struct arena *arena;
  struct catalog_name *names; /* in the order they were added */
  uint32_t *slots;            /* twice as many: number of the name + 1, 0: free */
  uint32_t n, cap;
};

/* `expected`: about how many names will be added; 0: unknown. */
void catalog_index_init(struct catalog_index *index, struct arena *a, uint32_t expected);
/* NULL: none. */
struct resource *catalog_index_get(const struct catalog_index *index, const symbol *type, str title);
/* Returns the resource that has the name now: `r`, or another that had it before. */
struct resource *catalog_index_add(struct catalog_index *index, const symbol *type, str title, struct resource *r);
/* Removes its names. */
void catalog_index_remove(struct catalog_index *index, const struct resource *r);

#endif

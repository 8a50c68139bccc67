/* The index of resources by type and title: an array of names in the order of insertion, and a hash table with open
 * addressing of indexes into the array. Its size is a power of two. A removed name remains without a resource, because
 * a free slot would end the search for names after it; the same name can be added again. */
#include "compiler/catalog/names.h"

#include "base/str_hash.h"

enum { FEW_NAMES = 64 };

static uint32_t hash_of(const symbol *type, str title) { return (uint32_t)str_hash_inline(title) ^ type->hash; }

static uint32_t *slot_of(const struct catalog_index *index, const symbol *type, str title, uint32_t hash)
{
  const uint32_t mask = index->cap * 2 - 1;
  uint32_t i = hash & mask;
  for (; index->slots[i] != 0; i = (i + 1) & mask) {
    const struct catalog_name *at = &index->names[index->slots[i] - 1];
    if (at->hash == hash && at->type == type && str_eq_inline(str_n(at->title, at->length), title)) break;
  }
  return &index->slots[i];
}

static void grow_to(struct catalog_index *index, uint32_t cap)
{
  struct catalog_name *names = arena_alloc(index->arena, (size_t)cap * sizeof *names);
  uint32_t *slots = arena_array(index->arena, (size_t)cap * 2, sizeof *slots);
  if (index->n > 0) memcpy(names, index->names, index->n * sizeof *names);
  for (uint32_t i = 0; i < index->n; i++) {
    uint32_t at = names[i].hash & (cap * 2 - 1);
    while (slots[at] != 0) at = (at + 1) & (cap * 2 - 1);
    slots[at] = i + 1;
  }
  index->names = names;
  index->slots = slots;
  index->cap = cap;
}

void catalog_index_init(struct catalog_index *index, struct arena *a, uint32_t expected)
{
  uint32_t cap = FEW_NAMES;
  *index = (struct catalog_index){.arena = a};
  /* The table has twice as many slots: the bound keeps its size from overflowing. */
  while (cap < expected && cap < UINT32_MAX / 8) cap *= 2;
  grow_to(index, cap);
}

struct resource *catalog_index_get(const struct catalog_index *index, const symbol *type, str title)
{
  const uint32_t at = *slot_of(index, type, title, hash_of(type, title));
  return at != 0 ? index->names[at - 1].resource : NULL;
}

struct resource *catalog_index_add(struct catalog_index *index, const symbol *type, str title, struct resource *r)
{
  if (index->n == index->cap) grow_to(index, index->cap * 2);
  const uint32_t hash = hash_of(type, title);
  uint32_t *slot = slot_of(index, type, title, hash);
  if (*slot != 0) {
    struct catalog_name *there = &index->names[*slot - 1];
    if (there->resource == NULL) there->resource = r;
    return there->resource;
  }
  index->names[index->n] = (struct catalog_name){type, title.p, (uint32_t)title.n, hash, r};
  *slot = ++index->n;
  return r;
}

void catalog_index_remove(struct catalog_index *index, const struct resource *r)
{
  for (uint32_t i = 0; i < index->n; i++) {
    if (index->names[i].resource == r) index->names[i].resource = NULL;
  }
}

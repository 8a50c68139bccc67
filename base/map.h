/* Two hash tables in an arena that keep the insertion order: `strmap`, keyed by bytes (the key's bytes are borrowed:
 * they must live as long as the map), and `ptrmap`, keyed by address (symbols). Values are pointers and may be NULL.
 * strmap_remove leaves a tombstone in the order. */
#ifndef FICELLE_BASE_MAP_H
#define FICELLE_BASE_MAP_H

#include <stdint.h>

#include "base/arena.h"

struct strmap_entry {
  str key;
  void *value;
  uint32_t hash;
  uint32_t removed;
};

struct strmap {
  struct arena *arena;
  struct strmap_entry *entries; /* [0, n) in insertion order, tombstones included */
  uint32_t *index;              /* entry number + 1, 0 = free */
  uint32_t n, cap, index_cap, live;
};

void strmap_init(struct strmap *m, struct arena *a);
/* Returns the value slot of an entry; NULL: not found. */
void **strmap_find(const struct strmap *m, str key);
void *strmap_get(const struct strmap *m, str key); /* NULL when missing */
/* Returns the slot of a key, which is added with NULL if it is missing; *made tells this (made may be NULL). */
void **strmap_slot(struct strmap *m, str key, bool *made);
void strmap_put(struct strmap *m, str key, void *value);
/* Replaces the key of the entry that was added last by the same key at another address. */
static inline void strmap_keep_key(struct strmap *m, str key) { m->entries[m->n - 1].key = key; }
/* Reserves space for n entries. */
void strmap_reserve(struct strmap *m, uint32_t n);
bool strmap_remove(struct strmap *m, str key);

struct ptrmap_entry {
  const void *key;
  void *value;
};

struct ptrmap {
  struct arena *arena;
  struct ptrmap_entry *entries;
  uint32_t *index; /* NULL for few entries, which are searched linearly */
  uint32_t n, cap, index_cap;
};

void ptrmap_init(struct ptrmap *m, struct arena *a);
/* Reserves space for n entries. */
void ptrmap_reserve(struct ptrmap *m, uint32_t n);
void **ptrmap_find(const struct ptrmap *m, const void *key);
void *ptrmap_get(const struct ptrmap *m, const void *key);
void **ptrmap_slot(struct ptrmap *m, const void *key, bool *made);
void ptrmap_put(struct ptrmap *m, const void *key, void *value);

/* A growing array of pointers in an arena. */
struct ptrvec {
  void **items;
  uint32_t n, cap;
};
void ptrvec_push(struct ptrvec *v, struct arena *a, void *item);

#endif

/* Hash tables that keep insertion order, keyed by bytes (strmap) or by address (ptrmap). */
#include "base/map.h"

#include "base/check.h"
#include "base/str_hash.h"

void strmap_init(struct strmap *m, struct arena *a) { *m = (struct strmap){.arena = a}; }

static inline uint32_t *strmap_index_of(const struct strmap *m, str key, uint32_t hash)
{
  uint32_t i = hash & (m->index_cap - 1);
  while (m->index[i] != 0) {
    const struct strmap_entry *e = &m->entries[m->index[i] - 1];
    if (e->hash == hash && !e->removed && str_eq_inline(e->key, key)) break;
    i = (i + 1) & (m->index_cap - 1);
  }
  return &m->index[i];
}

static void strmap_grow_to(struct strmap *m, uint32_t cap)
{
  m->entries = arena_regrow(m->arena, m->entries, m->cap * sizeof *m->entries, cap * sizeof *m->entries);
  m->cap = cap;
  m->index_cap = cap * 2;
  m->index = arena_array(m->arena, m->index_cap, sizeof *m->index);
  for (uint32_t i = 0; i < m->n; i++) {
    uint32_t at = m->entries[i].hash & (m->index_cap - 1);
    while (m->index[at] != 0) at = (at + 1) & (m->index_cap - 1);
    m->index[at] = i + 1;
  }
}

void strmap_reserve(struct strmap *m, uint32_t n)
{
  assert(m->n <= m->cap);
  uint32_t cap = 8;
  while (cap < n && cap < UINT32_MAX / 8) cap *= 2;
  if (cap > m->cap) strmap_grow_to(m, cap);
}

void **strmap_find(const struct strmap *m, str key)
{
  if (m->n == 0) return NULL;
  uint32_t at = *strmap_index_of(m, key, (uint32_t)str_hash_inline(key));
  return at == 0 ? NULL : &m->entries[at - 1].value;
}

void *strmap_get(const struct strmap *m, str key)
{
  void **slot = strmap_find(m, key);
  return slot == NULL ? NULL : *slot;
}

void **strmap_slot(struct strmap *m, str key, bool *made)
{
  if (m->n == m->cap) strmap_grow_to(m, m->cap == 0 ? 8 : m->cap * 2);
  uint32_t hash = (uint32_t)str_hash_inline(key);
  uint32_t *at = strmap_index_of(m, key, hash);
  if (made != NULL) *made = *at == 0;
  if (*at == 0) {
    m->entries[m->n] = (struct strmap_entry){.key = key, .hash = hash};
    *at = ++m->n;
    m->live++;
  }
  return &m->entries[*at - 1].value;
}

void strmap_put(struct strmap *m, str key, void *value) { *strmap_slot(m, key, NULL) = value; }

bool strmap_remove(struct strmap *m, str key)
{
  if (m->n == 0) return false;
  uint32_t at = *strmap_index_of(m, key, (uint32_t)str_hash_inline(key));
  if (at == 0) return false;
  m->entries[at - 1].removed = 1;
  m->live--;
  return true;
}

/* Below this many entries a scan is faster than an index and needs no memory. */
enum { PTRMAP_SMALL = 8 };

void ptrmap_init(struct ptrmap *m, struct arena *a) { *m = (struct ptrmap){.arena = a}; }

static inline uint32_t ptr_hash(const void *p)
{
  uint64_t x = (uintptr_t)p >> 3;
  x *= 0x9e3779b97f4a7c15u;
  return (uint32_t)(x >> 32);
}

static inline uint32_t *ptrmap_index_of(const struct ptrmap *m, const void *key)
{
  uint32_t i = ptr_hash(key) & (m->index_cap - 1);
  while (m->index[i] != 0 && m->entries[m->index[i] - 1].key != key) i = (i + 1) & (m->index_cap - 1);
  return &m->index[i];
}

static void ptrmap_grow_to(struct ptrmap *m, uint32_t cap)
{
  m->entries = arena_regrow(m->arena, m->entries, m->cap * sizeof *m->entries, cap * sizeof *m->entries);
  m->cap = cap;
  if (cap <= PTRMAP_SMALL) return;
  m->index_cap = cap * 2;
  m->index = arena_array(m->arena, m->index_cap, sizeof *m->index);
  for (uint32_t i = 0; i < m->n; i++) *ptrmap_index_of(m, m->entries[i].key) = i + 1;
}

static void ptrmap_grow(struct ptrmap *m) { ptrmap_grow_to(m, m->cap == 0 ? PTRMAP_SMALL : m->cap * 2); }

void ptrmap_reserve(struct ptrmap *m, uint32_t n)
{
  assert(m->n <= m->cap);
  uint32_t cap = PTRMAP_SMALL;
  while (cap < n) cap *= 2;
  if (cap > m->cap) ptrmap_grow_to(m, cap);
}

void **ptrmap_find(const struct ptrmap *m, const void *key)
{
  if (m->index != NULL) {
    uint32_t at = *ptrmap_index_of(m, key);
    return at == 0 ? NULL : &m->entries[at - 1].value;
  }
  for (uint32_t i = 0; i < m->n; i++)
    if (m->entries[i].key == key) return &m->entries[i].value;
  return NULL;
}

void *ptrmap_get(const struct ptrmap *m, const void *key)
{
  void **slot = ptrmap_find(m, key);
  return slot == NULL ? NULL : *slot;
}

void **ptrmap_slot(struct ptrmap *m, const void *key, bool *made)
{
  uint32_t *at = NULL;
  if (m->index != NULL) {
    at = ptrmap_index_of(m, key);
    if (made != NULL) *made = *at == 0;
    if (*at != 0) return &m->entries[*at - 1].value;
  } else {
    void **slot = ptrmap_find(m, key);
    if (made != NULL) *made = slot == NULL;
    if (slot != NULL) return slot;
  }
  if (m->n == m->cap) {
    ptrmap_grow(m);
    at = m->index != NULL ? ptrmap_index_of(m, key) : NULL;
  }
  m->entries[m->n] = (struct ptrmap_entry){key, NULL};
  m->n++;
  if (at != NULL) *at = m->n;
  return &m->entries[m->n - 1].value;
}

void ptrmap_put(struct ptrmap *m, const void *key, void *value) { *ptrmap_slot(m, key, NULL) = value; }

void ptrvec_push(struct ptrvec *v, struct arena *a, void *item)
{
  assert_hot(v->n <= v->cap);
  if (v->n == v->cap) {
    uint32_t cap = v->cap == 0 ? 2 : v->cap * 2;
    v->items = arena_regrow(a, v->items, v->cap * sizeof *v->items, cap * sizeof *v->items);
    v->cap = cap;
  }
  v->items[v->n++] = item;
}

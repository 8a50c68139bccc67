/* Arrays and hashes. A hash keeps the order of its entries. Small ones are searched linearly; larger ones through an
 * index of open addressing (slots hold entry + 1, 0 is free), which copies build only at the first look-up. */
#include "compiler/values/value.h"

#include "base/check.h"

static value no_item;
const struct array array_empty = {.items = &no_item}; /* not NULL, which memcpy must not get */
const struct hash hash_empty = {0};

/* Hashes with up to this many entries are searched linearly, which is faster than hashing the key and needs no
 * index. */
enum { HASH_LINEAR = 8 };

value value_str_bytes(str s)
{
  value v = value_str(s);
  for (size_t i = 0; i < s.n && !v.bytes; i++) v.bytes = (unsigned char)s.p[i] >= 0x80;
  return v;
}

value value_sensitive(struct arena *a, value wrapped)
{
  value *inside = arena_alloc(a, sizeof *inside);
  *inside = wrapped;
  return (value){.kind = V_SENSITIVE, .sensitive = inside};
}

struct array *array_new(struct arena *a, uint32_t n)
{
  struct array *result = arena_zalloc(a, sizeof *result + (size_t)n * sizeof(value));
  *result = (struct array){.n = n, .items = (value *)(result + 1)};
  return result;
}

value array_of(struct arena *a, const value *items, uint32_t n)
{
  assert_hot(items != NULL || n == 0);
  struct array *result = arena_alloc(a, sizeof *result + (size_t)n * sizeof(value));
  *result = (struct array){.n = n, .items = (value *)(result + 1)};
  if (n > 0) memcpy(result->items, items, (size_t)n * sizeof(value));
  return value_array(result);
}

value array_of_texts(struct arena *a, const str *texts, uint32_t n)
{
  struct array *result = array_new(a, n);
  for (uint32_t i = 0; i < n; i++) result->items[i] = value_str(texts[i]);
  return value_array(result);
}

void valuevec__grow(struct valuevec *v, struct arena *a)
{
  assert(v->n == v->cap && v->cap <= UINT32_MAX / 2);
  const uint32_t cap = v->cap == 0 ? 2 : v->cap * 2;
  const size_t old_size = (size_t)v->cap * sizeof(value), size = (size_t)cap * sizeof(value);
  v->items = v->cap == 0 ? arena_alloc(a, size) : arena_regrow(a, v->items, old_size, size);
  v->cap = cap;
}

value valuevec_array(const struct valuevec *v, struct arena *a) { return array_of(a, v->items, v->n); }

/* Replaces the contents of a value that Ruby code changes in place; keeps its number in Ruby. */
void value_become(value v, value contents)
{
  assert(v.kind == contents.kind && (v.kind == V_ARRAY || v.kind == V_HASH));
  if (v.kind == V_ARRAY) {
    struct array *a = (struct array *)(uintptr_t)v.array;
    *a = (struct array){.n = contents.array->n, .twin = a->twin, .items = contents.array->items};
  } else {
    struct hash *h = (struct hash *)(uintptr_t)v.hash;
    const uint32_t twin = h->twin;
    *h = *contents.hash;
    h->twin = twin;
  }
}

/* --- hashes --- */

static uint32_t index_size(uint32_t entries)
{
  uint32_t size = 32;
  while (size < entries * 2) size *= 2;
  return size;
}

/* A slot of an index has the number of its entry, from 1, in as many low bits as the size of the index needs, and bits
 * of the hash code above them. These tell most other keys apart without reading their entries, which are elsewhere in
 * memory. */
static uint32_t slot_mark(const struct hash *h, uint64_t code) { return (uint32_t)(code >> 32) & ~(h->index_cap - 1); }

static void index_add(struct hash *h, uint32_t entry, uint64_t code)
{
  const uint32_t mask = h->index_cap - 1;
  assert_hot(entry < mask);
  uint32_t at = (uint32_t)code & mask;
  while (h->index[at] != 0) at = (at + 1) & mask;
  h->index[at] = slot_mark(h, code) | (entry + 1);
}

static void index_build(struct hash *h, struct arena *a)
{
  const uint32_t cap = index_size(h->cap);
  h->index = arena_array(a, cap, sizeof *h->index);
  h->index_cap = cap;
  for (uint32_t i = 0; i < h->n; i++) index_add(h, i, value_hash_code(h->entries[i].key));
}

/* Many hashes are copies or come from Ruby, and are never searched. */
static void index_later(struct hash *h, struct arena *a)
{
  h->index_cap = HASH_INDEX_LATER;
  h->arena = a;
}

static void index_now(const struct hash *h)
{
  if (h->index_cap == HASH_INDEX_LATER) index_build((struct hash *)(uintptr_t)h, h->arena);
}

struct hash *hash_new(struct arena *a, uint32_t capacity)
{
  struct hash *h = ARENA_NEW(a, struct hash);
  h->cap = capacity;
  if (capacity != 0) h->entries = arena_alloc(a, (size_t)capacity * sizeof *h->entries);
  return h;
}

static bool key_same(value a, value b)
{
  if (a.kind == V_STRING && b.kind == V_STRING) {
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
  }
  return value_same(a, b);
}

/* For a hash without an index. Comparing the length and the first character rejects most other keys. */
static struct hash_entry *find_text(const struct hash *h, value key)
{
  for (uint32_t i = 0; i < h->n; i++) {
    struct hash_entry *e = &h->entries[i];
    if (e->key.kind != V_STRING || e->key.length != key.length) continue;
    if (key.length == 0 || (*e->key.text == *key.text && memcmp(e->key.text, key.text, key.length) == 0)) return e;
  }
  return NULL;
}

static struct hash_entry *find_linear(const struct hash *h, value key)
{
  if (key.kind == V_STRING) return find_text(h, key);
  for (uint32_t i = 0; i < h->n; i++) {
    if (key_same(h->entries[i].key, key)) return &h->entries[i];
  }
  return NULL;
}

static struct hash_entry *find_indexed(const struct hash *h, value key, uint64_t code)
{
  const uint32_t mask = h->index_cap - 1, mark = slot_mark(h, code);
  for (uint32_t at = (uint32_t)code & mask; h->index[at] != 0; at = (at + 1) & mask) {
    if ((h->index[at] & ~mask) != mark) continue;
    struct hash_entry *e = &h->entries[(h->index[at] & mask) - 1];
    if (key_same(e->key, key)) return e;
  }
  return NULL;
}

static struct hash_entry *find(const struct hash *h, value key)
{
  index_now(h);
  return h->index_cap == 0 ? find_linear(h, key) : find_indexed(h, key, value_hash_code(key));
}

void hash_put(struct hash *h, struct arena *a, value key, value v)
{
  assert(h != &hash_empty);
  index_now(h);
  const uint64_t code = h->index_cap == 0 ? 0 : value_hash_code(key);
  struct hash_entry *e = h->index_cap == 0 ? find_linear(h, key) : find_indexed(h, key, code);
  if (e != NULL) {
    e->value = v;
    return;
  }
  bool grown = h->n == h->cap;
  if (grown) {
    uint32_t cap = h->cap == 0 ? 4 : h->cap * 2;
    h->entries = arena_regrow(a, h->entries, (size_t)h->cap * sizeof *h->entries, (size_t)cap * sizeof *h->entries);
    h->cap = cap;
  }
  h->entries[h->n++] = (struct hash_entry){key, v};
  /* The index is sized by the capacity, so it is rebuilt when that grows. */
  if (h->index_cap != 0 && !grown) index_add(h, h->n - 1, code);
  else if (h->n > HASH_LINEAR) index_build(h, a);
}

void hash_put_str(struct hash *h, struct arena *a, str key, value v) { hash_put(h, a, value_str(key), v); }

void hash_put_all(struct hash *h, struct arena *a, const struct hash *from)
{
  for (uint32_t i = 0; i < from->n; i++) hash_put(h, a, from->entries[i].key, from->entries[i].value);
}

const value *hash_get(const struct hash *h, value key)
{
  const struct hash_entry *e = find(h, key);
  return e == NULL ? NULL : &e->value;
}

const value *hash_get_str(const struct hash *h, str key) { return hash_get(h, value_str(key)); }

const value *hash_get_coded(const struct hash *h, value key, uint64_t code)
{
  index_now(h);
  const struct hash_entry *e = h->index_cap == 0 ? find_linear(h, key) : find_indexed(h, key, code);
  return e == NULL ? NULL : &e->value;
}

struct hash *hash_copy(struct arena *a, const struct hash *h, uint32_t room)
{
  struct hash *copy = hash_new(a, h->n + room);
  if (h->n != 0) memcpy(copy->entries, h->entries, (size_t)h->n * sizeof *h->entries);
  hash_fill(copy, a, h->n);
  return copy;
}

value hash_merged(struct arena *a, const struct hash *x, const struct hash *y)
{
  struct hash *out = hash_copy(a, x, y->n);
  hash_put_all(out, a, y);
  return value_hash(out);
}

value array_unique(struct arena *a, const value *items, uint32_t n)
{
  struct hash *set = hash_new(a, n);
  for (uint32_t i = 0; i < n; i++) hash_put(set, a, items[i], VALUE_UNDEF);
  struct array *out = array_new(a, set->n);
  for (uint32_t i = 0; i < out->n; i++) out->items[i] = set->entries[i].key;
  return value_array(out);
}

value hash_pairs(struct arena *a, const struct hash *h)
{
  struct array *pairs = array_new(a, h->n);
  struct pair {
    struct array array;
    value items[2];
  } *made = arena_array(a, h->n, sizeof *made);
  for (uint32_t i = 0; i < h->n; i++) {
    made[i].items[0] = h->entries[i].key;
    made[i].items[1] = h->entries[i].value;
    made[i].array = (struct array){.n = 2, .items = made[i].items};
    pairs->items[i] = value_array(&made[i].array);
  }
  return value_array(pairs);
}

value value_map(struct arena *a, value v, value_change *key, value_change *item, void *ctx)
{
  if (v.kind == V_ARRAY) {
    struct array *mapped = array_new(a, v.array->n);
    for (uint32_t i = 0; i < mapped->n; i++) mapped->items[i] = item(ctx, v.array->items[i]);
    return value_array(mapped);
  }
  if (v.kind != V_HASH) return v;
  struct hash *mapped = hash_new(a, v.hash->n);
  bool same = true; /* no key has changed so far, so none can occur twice */
  for (uint32_t i = 0; i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    const value k = key == NULL ? e->key : key(ctx, e->key);
    same = same && k.kind == e->key.kind && k.length == e->key.length && k.integer == e->key.integer;
    const value changed = item(ctx, e->value);
    if (!same) hash_put(mapped, a, k, changed);
    else mapped->entries[mapped->n] = (struct hash_entry){k, changed}, hash_fill(mapped, a, mapped->n + 1);
  }
  return value_hash(mapped);
}

void hash_fill(struct hash *h, struct arena *a, uint32_t n)
{
  assert_hot(n <= h->cap);
  h->n = n;
  if (n > HASH_LINEAR) index_later(h, a);
}

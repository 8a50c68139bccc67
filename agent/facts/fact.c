/* Nodes are linked lists of their entries; a large hash gets an index. Texts are converted to valid UTF-8 when they are
 * added, so all readers get valid UTF-8. */
#include "agent/facts/fact.h"

#include "base/arena.h"
#include "base/utf8.h"

struct fact *fact_new(struct arena *a, enum fact_kind kind)
{
  struct fact *f = ARENA_NEW(a, struct fact);
  f->kind = kind;
  return f;
}

/* Facts come from files and the kernel, so they may not be valid UTF-8. */
static str clean(struct arena *a, str s)
{
  struct buf out = BUF_IN(a);
  if (utf8_invalid_at(s) == SIZE_MAX) return arena_str(a, s);
  for (size_t at = 0; at < s.n;) {
    uint32_t cp;
    unsigned n = utf8_decode(s, at, &cp);
    if (n == 0) buf_utf8(&out, 0xfffd);
    else buf_append(&out, s.p + at, n);
    at += n == 0 ? 1 : n;
  }
  return buf_view(&out);
}

/* A hash with more entries gets an index: facts may come from large files. */
enum { INDEX_FROM = 32 };

static void index_entry(struct arena *a, struct fact *hash, struct fact *entry)
{
  if (hash->index) {
    strmap_put(hash->index, entry->key, entry);
  } else if (++hash->count > INDEX_FROM) {
    hash->index = ARENA_NEW(a, struct strmap);
    strmap_init(hash->index, a);
    for (struct fact *f = hash->first; f; f = f->next) strmap_put(hash->index, f->key, f);
  }
}

struct fact *fact_entry(const struct fact *hash, str key)
{
  if (hash->kind == FACT_HASH && hash->index) return strmap_get(hash->index, key);
  for (struct fact *f = hash->kind == FACT_HASH ? hash->first : NULL; f; f = f->next)
    if (str_eq(f->key, key)) return f;
  return NULL;
}

struct fact *fact_put(struct arena *a, struct fact *parent, const char *key, enum fact_kind kind)
{
  struct fact *f = parent->kind == FACT_HASH ? fact_entry(parent, str_of(key)) : NULL;
  if (f) {
    f->kind = kind;
    f->first = f->last = NULL;
    f->index = NULL;
    f->count = 0;
    return f;
  }
  f = fact_new(a, kind);
  if (parent->kind == FACT_HASH) f->key = clean(a, str_of(key));
  if (parent->last) parent->last->next = f;
  else parent->first = f;
  parent->last = f;
  if (parent->kind == FACT_HASH) index_entry(a, parent, f);
  return f;
}

void fact_copy(struct arena *a, struct fact *parent, str key, const struct fact *value)
{
  struct fact *slot = fact_put(a, parent, arena_strz(a, key), value->kind), *next = slot->next;
  str kept = slot->key;
  *slot = *value;
  slot->key = kept;
  slot->next = next;
}

void fact_remove(struct fact *hash, str key)
{
  struct fact *before = NULL, *f = hash->first;
  for (; f && !str_eq(f->key, key); before = f, f = f->next) continue;
  if (!f) return;
  *(before ? &before->next : &hash->first) = f->next;
  if (hash->last == f) hash->last = before;
  if (hash->index) strmap_remove(hash->index, key);
  else hash->count--;
}

void fact_put_str(struct arena *a, struct fact *parent, const char *key, str value)
{
  fact_put(a, parent, key, FACT_STRING)->string = clean(a, value);
}

void fact_put_strz(struct arena *a, struct fact *parent, const char *key, const char *value)
{
  fact_put_str(a, parent, key, str_of(value));
}

void fact_put_int(struct arena *a, struct fact *parent, const char *key, int64_t value)
{
  fact_put(a, parent, key, FACT_INTEGER)->integer = value;
}

void fact_put_bool(struct arena *a, struct fact *parent, const char *key, bool value)
{
  fact_put(a, parent, key, FACT_BOOLEAN)->boolean = value;
}

void fact_put_float(struct arena *a, struct fact *parent, const char *key, double value)
{
  fact_put(a, parent, key, FACT_FLOAT)->real = value;
}

static struct fact *array_item(const struct fact *array, str index)
{
  size_t n = 0;
  for (size_t i = 0; i < index.n; i++) {
    if (!ascii_is_digit((unsigned char)index.p[i]) || n > 1000000) return NULL;
    n = n * 10 + (size_t)(index.p[i] - '0');
  }
  struct fact *f = index.n > 0 ? array->first : NULL;
  while (f && n-- > 0) f = f->next;
  return f;
}

struct fact *fact_dig(const struct fact *root, str path)
{
  /* Tries the longest key first, so that names with dots ("eth0.100") are found. */
  for (size_t end = path.n;; end--) {
    if (end == path.n || path.p[end] == '.') {
      str key = str_sub(path, 0, end);
      struct fact *f = root->kind == FACT_ARRAY ? array_item(root, key) : fact_entry(root, key);
      if (f && end == path.n) return f;
      if (f && (f = fact_dig(f, str_from(path, end + 1)))) return f;
    }
    if (end == 0) return NULL;
  }
}

/* Merge sort of a list. */
static struct fact *sort_list(struct fact *list, size_t n)
{
  if (n < 2) return list;
  struct fact *half = list;
  for (size_t i = 1; i < n / 2; i++) half = half->next;
  struct fact *b = half->next;
  half->next = NULL;
  struct fact *a = sort_list(list, n / 2);
  b = sort_list(b, n - n / 2);
  struct fact *head = NULL, **tail = &head;
  while (a && b) {
    struct fact **least = str_cmp(a->key, b->key) <= 0 ? &a : &b;
    *tail = *least;
    *least = (*least)->next;
    tail = &(*tail)->next;
  }
  *tail = a ? a : b;
  return head;
}

void fact_sort(struct fact *fact)
{
  size_t n = 0;
  for (struct fact *f = fact->first; f; f = f->next, n++) fact_sort(f);
  if (fact->kind != FACT_HASH || n == 0) return;
  fact->first = sort_list(fact->first, n);
  for (fact->last = fact->first; fact->last->next;) fact->last = fact->last->next;
}

void fact_emit(const struct fact *fact, const struct fact_sink *sink, void *ctx)
{
  switch (fact->kind) {
  case FACT_NULL: sink->null(ctx); return;
  case FACT_BOOLEAN: sink->boolean(ctx, fact->boolean); return;
  case FACT_INTEGER: sink->integer(ctx, fact->integer); return;
  case FACT_FLOAT: sink->real(ctx, fact->real); return;
  case FACT_STRING: sink->string(ctx, fact->string); return;
  case FACT_ARRAY:
  case FACT_HASH: break;
  }
  bool hash = fact->kind == FACT_HASH;
  (hash ? sink->begin_hash : sink->begin_array)(ctx);
  for (const struct fact *f = fact->first; f; f = f->next) {
    if (hash) sink->key(ctx, f->key);
    fact_emit(f, sink, ctx);
  }
  (hash ? sink->end_hash : sink->end_array)(ctx);
}

/* Values as canonical JSON, and hashes of it. */
#include <stdlib.h>

#include "base/digest.h"
#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/store/internal.h"

static int by_key(const void *x, const void *y)
{
  const struct hash_entry *const *a = x, *const *b = y;
  return str_cmp(value_text((*a)->key), value_text((*b)->key));
}

static void write_hash(struct arena *a, struct buf *out, const struct hash *h)
{
  const struct hash_entry **sorted = arena_array(a, h->n + 1, sizeof *sorted);
  for (uint32_t i = 0; i < h->n; i++) sorted[i] = &h->entries[i];
  if (h->n > 1) qsort(sorted, h->n, sizeof *sorted, by_key);
  buf_char(out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    if (i > 0) buf_char(out, ',');
    json_quote(out, value_text(sorted[i]->key));
    buf_char(out, ':');
    store_canonical(a, out, sorted[i]->value);
  }
  buf_char(out, '}');
}

/* The JSON reader limits the depth, so recursion is safe. */
void store_canonical(struct arena *a, struct buf *out, value v)
{
  if (v.kind == V_HASH) {
    write_hash(a, out, v.hash);
  } else if (v.kind == V_ARRAY) {
    buf_char(out, '[');
    for (uint32_t i = 0; i < v.array->n; i++) {
      if (i > 0) buf_char(out, ',');
      store_canonical(a, out, v.array->items[i]);
    }
    buf_char(out, ']');
  } else if (v.kind == V_STRING) {
    json_quote(out, value_text(v));
  } else {
    value_print_json(out, v);
  }
}

void store_sha1(str text, unsigned char out[20])
{
  unsigned char all[DIGEST_MAX_BYTES];
  unsigned n;
  digest_bytes("sha1", text, all, &n);
  memcpy(out, all, 20);
}

int64_t store_hash64(str text)
{
  unsigned char sum[20];
  int64_t out;
  store_sha1(text, sum);
  memcpy(&out, sum, sizeof out);
  return out;
}

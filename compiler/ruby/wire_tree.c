/* Writes large values without rich parts as one piece of bytes (WIRE_TREE), which Ruby can compare with what it has
 * received in an earlier compilation. */
#include <assert.h>

#include "compiler/ruby/internal.h"
#include "compiler/ruby/wire.h"

/* Smaller values are faster to transfer than to compare; deeper ones are rare. */
enum { TREE_LEAST = 64, TREE_LEVELS = 16 };

static void put_fixed(struct buf *out, enum wire_tag tag, const void *p, size_t n)
{
  buf_reserve(out, 1 + n);
  out->p[out->n] = (char)tag;
  memcpy(out->p + out->n + 1, p, n);
  out->n += 1 + n;
}

static void put_string(struct buf *out, value v)
{
  const uint32_t n = v.length;
  buf_reserve(out, 1 + sizeof n + n);
  char *const to = out->p + out->n;
  to[0] = WIRE_STRING;
  memcpy(to + 1, &n, sizeof n);
  if (n > 0) memcpy(to + 1 + sizeof n, v.text, n);
  out->n += 1 + sizeof n + n;
}

static bool put_node(struct compilation *c, struct buf *out, value v, unsigned level);

static bool put_hash(struct compilation *c, struct buf *out, const struct hash *h, unsigned level)
{
  put_fixed(out, WIRE_HASH, &h->n, sizeof h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash_entry *e = &h->entries[i];
    if (!value_is_simple(e->key) || !put_node(c, out, e->key, level) || !put_node(c, out, e->value, level))
      return false;
  }
  return true;
}

static bool put_array(struct compilation *c, struct buf *out, const struct array *a, unsigned level)
{
  put_fixed(out, WIRE_ARRAY, &a->n, sizeof a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    if (!put_node(c, out, a->items[i], level)) return false;
  }
  return true;
}

/* Makes the container a twin, with the next number; false: it is one already, or cannot be one. */
static bool number_next(struct compilation *c, value v)
{
  uint32_t number;
  return !twin_number(c, v, &number) && twin_add(c, v, &number);
}

/* False: the value has a part that cannot be in a tree. */
static bool put_node(struct compilation *c, struct buf *out, value v, unsigned level)
{
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: buf_char(out, WIRE_UNDEF); return true;
  case V_BOOL: buf_char(out, v.boolean ? WIRE_TRUE : WIRE_FALSE); return true;
  case V_INT: put_fixed(out, WIRE_INT, &v.integer, sizeof v.integer); return true;
  case V_FLOAT: put_fixed(out, WIRE_FLOAT, &v.number, sizeof v.number); return true;
  case V_STRING:
    if (v.bytes) return false;
    put_string(out, v);
    return true;
  case V_ARRAY: return level < TREE_LEVELS && number_next(c, v) && put_array(c, out, v.array, level + 1);
  case V_HASH: return level < TREE_LEVELS && number_next(c, v) && put_hash(c, out, v.hash, level + 1);
  default: return false;
  }
}

bool wire_put_tree(struct compilation *c, struct buf *out, value v)
{
  const uint32_t n = v.kind == V_HASH ? v.hash->n : v.kind == V_ARRAY ? v.array->n : 0;
  if (n < TREE_LEAST) return false;
  const size_t start = out->n;
  const uint32_t first = twins_of_core(c);
  uint32_t head[3] = {first << 1 | TWIN_OF_CORE};
  put_fixed(out, WIRE_TREE, head, sizeof head);
  const size_t body = out->n;
  if (!put_node(c, out, v, 0) || out->n - body > UINT32_MAX) {
    out->n = start;
    twins_drop_from(c, first);
    return false;
  }
  assert(twins_of_core(c) > first);
  head[1] = twins_of_core(c) - first;
  head[2] = (uint32_t)(out->n - body);
  memcpy(out->p + start + 1, head, sizeof head);
  return true;
}

/* Deep copies of arrays and hashes that share nothing with the original, and flattening of nested arrays. */
#include "compiler/values/context.h"

static value unshared_array(struct context *c, const struct array *from)
{
  const value copy = array_of(c->arena, from->items, from->n);
  struct array *to = (struct array *)copy.array;
  for (uint32_t i = 0; i < to->n; i++) to->items[i] = value_unshared(c, to->items[i]);
  return copy;
}

static value unshared_hash(struct context *c, const struct hash *from)
{
  struct hash *to = hash_copy(c->arena, from, 0);
  for (uint32_t i = 0; i < to->n; i++) {
    to->entries[i].key = value_unshared(c, to->entries[i].key);
    to->entries[i].value = value_unshared(c, to->entries[i].value);
  }
  return value_hash(to);
}

value value_unshared_copy(struct context *c, value v)
{
  context_enter(c);
  const value copy = v.kind == V_ARRAY ? unshared_array(c, v.array) : unshared_hash(c, v.hash);
  context_leave(c);
  return copy;
}

void value_flatten(struct context *c, struct valuevec *out, const value *items, uint32_t n)
{
  context_enter(c);
  for (uint32_t i = 0; i < n; i++) {
    if (items[i].kind == V_ARRAY) value_flatten(c, out, items[i].array->items, items[i].array->n);
    else valuevec_push(out, c->arena, items[i]);
  }
  context_leave(c);
}

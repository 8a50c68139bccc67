/* Copies of arrays and hashes. */
#include "compiler/values/context.h"

static value apart_array(struct context *c, const struct array *from)
{
  const value copy = array_of(c->arena, from->items, from->n);
  struct array *to = (struct array *)copy.array;
  for (uint32_t i = 0; i < to->n; i++) to->items[i] = value_apart(c, to->items[i]);
  return copy;
}

static value apart_hash(struct context *c, const struct hash *from)
{
  struct hash *to = hash_copy(c->arena, from, 0);
  for (uint32_t i = 0; i < to->n; i++) {
    to->entries[i].key = value_apart(c, to->entries[i].key);
    to->entries[i].value = value_apart(c, to->entries[i].value);
  }
  return value_hash(to);
}

value value_copied_apart(struct context *c, value v)
{
  context_enter(c);
  const value copy = v.kind == V_ARRAY ? apart_array(c, v.array) : apart_hash(c, v.hash);
  context_leave(c);
  return copy;
}

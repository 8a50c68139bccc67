/* stdlib::sort_by */
#include "base/merge_sort.h"
#include "compiler/functions/stdlib/stdlib.h"

struct sorted {
  value key, item;
};

static int by_key(void *call, const void *a, const void *b)
{
  return fn_order(call, ((const struct sorted *)a)->key, ((const struct sorted *)b)->key);
}

/* Sorts the elements by the result of the block, which is called once for each. A pair of a hash is one argument. */
static struct array *sorted_elements(struct fn_call *call)
{
  const struct array *from = fn_elements(call, call->args[0]);
  struct sorted *items = arena_array(call->arena, from->n, sizeof *items);
  for (uint32_t i = 0; i < from->n; i++) items[i] = (struct sorted){fn_yield(call, &from->items[i], 1), from->items[i]};
  merge_sort(items, from->n, sizeof *items, arena_array(call->arena, from->n, sizeof *items), by_key, call);
  struct array *out = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < from->n; i++) out->items[i] = items[i].item;
  return out;
}

static value fn_sort_by(struct fn_call *call) { return fn_like(call, call->args[0], sorted_elements(call)); }

static value fn_sort_by_hash(struct fn_call *call)
{
  const struct array *a = sorted_elements(call);
  struct hash *h = hash_new(call->arena, a->n);
  for (uint32_t i = 0; i < a->n; i++)
    hash_put(h, call->arena, a->items[i].array->items[0], a->items[i].array->items[1]);
  return value_hash(h);
}

const struct fn_row fn_stdlib_sort_by_rows[] = {
  {"stdlib::sort_by", "Array $ary, Callable[1, 1] &$block; String $str, Callable[1, 1] &$block", fn_sort_by,
   "sorted by what a block returns"},
  {"stdlib::sort_by", "Hash $hsh, Variant[Callable[1, 1], Callable[2, 2]] &$block", fn_sort_by_hash,
   "sorted by what a block returns"},
  {0},
};

/* stdlib::sort_by */
#include "compiler/functions/stdlib/stdlib.h"

struct sorted {
  value key, item;
};

static void merge_sort(struct fn_call *call, struct sorted *items, struct sorted *spare, uint32_t n)
{
  if (n < 2) return;
  uint32_t half = n / 2, i = 0, k = half, out = 0;
  merge_sort(call, items, spare, half);
  merge_sort(call, items + half, spare, n - half);
  while (i < half && k < n) spare[out++] = fn_order(call, items[i].key, items[k].key) <= 0 ? items[i++] : items[k++];
  while (i < half) spare[out++] = items[i++];
  while (k < n) spare[out++] = items[k++];
  memcpy(items, spare, n * sizeof *items);
}

/* Sorts the elements by the result of the block for each, which is found once. A pair of a hash is one argument. */
static struct array *sorted_elements(struct fn_call *call)
{
  const struct array *from = fn_elements(call, call->args[0]);
  struct sorted *items = arena_array(call->arena, from->n, sizeof *items);
  for (uint32_t i = 0; i < from->n; i++) items[i] = (struct sorted){fn_yield(call, &from->items[i], 1), from->items[i]};
  merge_sort(call, items, arena_array(call->arena, from->n, sizeof *items), from->n);
  struct array *out = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < from->n; i++) out->items[i] = items[i].item;
  return out;
}

static value fn_sort_by_array(struct fn_call *call) { return value_array(sorted_elements(call)); }

static value fn_sort_by_string(struct fn_call *call)
{
  const struct array *a = sorted_elements(call);
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < a->n; i++) buf_str(&b, value_text(a->items[i]));
  return value_str(buf_finish(&b));
}

static value fn_sort_by_hash(struct fn_call *call)
{
  const struct array *a = sorted_elements(call);
  struct hash *h = hash_new(call->arena, a->n);
  for (uint32_t i = 0; i < a->n; i++)
    hash_put(h, call->arena, a->items[i].array->items[0], a->items[i].array->items[1]);
  return value_hash(h);
}

const struct fn_row fn_stdlib_sort_by_rows[] = {
  {"stdlib::sort_by", "Array $ary, Callable[1, 1] &$block", fn_sort_by_array, "sorted by what a block returns"},
  {"stdlib::sort_by", "String $str, Callable[1, 1] &$block", fn_sort_by_string, "sorted by what a block returns"},
  {"stdlib::sort_by", "Hash $hsh, Variant[Callable[1, 1], Callable[2, 2]] &$block", fn_sort_by_hash,
   "sorted by what a block returns"},
  {0},
};

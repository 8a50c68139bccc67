/* Iterates over arrays, hashes, texts, integers, ranges, enumerations and iterators. */
#include "base/check.h"
#include "compiler/functions/fn.h"
#include "compiler/types/iterator.h"

struct iterator *fn_iterate(struct fn_call *call, value over)
{
  struct iterator *it = iterator_over(call->arena, over);
  if (it != NULL) return it;
  FN_FAIL(call, "Invalid argument of type '%.*s' to '%s'",
          STR_FMT(type_to_text(call->arena, type_infer(call->arena, over))), call->name);
}

struct iterator *fn_iterate_anew(struct fn_call *call, value over)
{
  return iterator_begin(call->arena, fn_iterate(call, over));
}

const struct array *fn_elements(struct fn_call *call, value over)
{
  if (over.kind == V_ARRAY) return over.array;
  const struct iterator *it = fn_iterate(call, over);
  /* A range of numbers has its size before the array takes memory. */
  if (over.kind != V_ITERATOR && it->kind == ITERATOR_RANGE && it->range.from <= it->range.to &&
      (uint64_t)it->range.to - (uint64_t)it->range.from >= UINT32_MAX) {
    fail_error(call->context, FAILURE_LIMIT, "An array may not have more than %u elements", UINT32_MAX);
  }
  const bool made_here = over.kind != V_ITERATOR && it->kind == ITERATOR_ITEMS;
  return made_here ? it->items.from : iterator_array(call->arena, it).array;
}

void fn_append(struct fn_call *call, struct hash *groups, value key, value item)
{
  assert(groups != NULL);
  const value *there = hash_get(groups, key);
  const uint32_t n = there == NULL ? 0 : there->array->n;
  struct array *longer = array_new(call->arena, n + 1);
  for (uint32_t i = 0; i < n; i++) longer->items[i] = there->array->items[i];
  longer->items[n] = item;
  hash_put(groups, call->arena, key, value_array(longer));
}

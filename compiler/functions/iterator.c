/* One loop for everything that can be iterated: arrays, hashes, texts, integers, ranges, enumerations and
 * iterators. The number of steps is known at the beginning, except of iterators. */
#include "base/utf8.h"
#include "base/check.h"
#include "compiler/functions/fn.h"
#include "compiler/types/iterator.h"
#include "compiler/values/ruby_string.h"

static uint64_t steps(struct fn_call *call, value over)
{
  switch (over.kind) {
  case V_ARRAY: return over.array->n;
  case V_HASH: return over.hash->n;
  case V_STRING: return utf8_count(value_text(over));
  case V_INT: return over.integer < 0 ? 0 : (uint64_t)over.integer;
  case V_TYPE: {
    const type *t = type_resolved(over.type);
    if (t->kind == T_INTEGER && t->range.from != TYPE_MIN && t->range.to != TYPE_MAX)
      return t->range.to < t->range.from ? 0 : (uint64_t)t->range.to - (uint64_t)t->range.from + 1;
    if (t->kind == T_ENUM) return t->enumeration.n;
    break;
  }
  case V_ITERATOR: return UINT64_MAX;
  default: break;
  }
  FN_FAIL(call, "Invalid argument of type '%.*s' to '%s'",
          STR_FMT(type_to_text(call->arena, type_infer(call->arena, over))), call->name);
}

struct fn_iterator fn_iterate(struct fn_call *call, value over)
{
  return (struct fn_iterator){.arena = call->arena,
                              .over = over,
                              .n = steps(call, over),
                              .iterator = over.kind == V_ITERATOR ? (struct iterator *)over.iterator : NULL};
}

struct fn_iterator fn_iterate_anew(struct fn_call *call, value over)
{
  struct fn_iterator it = fn_iterate(call, over);
  if (it.iterator != NULL) it.iterator = iterator_begin(call->arena, it.iterator);
  return it;
}

bool fn_next(struct fn_iterator *it, value *out)
{
  assert_hot(it->at <= it->n);
  if (it->at >= it->n) return false;
  uint64_t i = it->at++;
  switch (it->over.kind) {
  case V_ITERATOR: return iterator_next(it->arena, it->iterator, out);
  case V_ARRAY: *out = it->over.array->items[i]; return true;
  case V_HASH: *out = array_of(it->arena, &it->over.hash->entries[i].key, 2); return true;
  case V_INT: *out = value_int((int64_t)i); return true;
  case V_STRING: {
    str text = value_text(it->over);
    const size_t n = ruby_character(text, it->byte);
    *out = value_str(str_sub(text, it->byte, n));
    it->byte += n;
    return true;
  }
  default: {
    const type *t = type_resolved(it->over.type);
    *out = t->kind == T_ENUM ? value_str(t->enumeration.values[i]) : value_int((int64_t)((uint64_t)t->range.from + i));
    return true;
  }
  }
}

const struct array *fn_elements(struct fn_call *call, value over)
{
  if (over.kind == V_ARRAY) return over.array;
  if (over.kind == V_ITERATOR) return iterator_array(call->arena, over.iterator).array;
  struct fn_iterator it = fn_iterate(call, over);
  if (it.n > UINT32_MAX)
    fail_error(call->context, FAILURE_LIMIT, "An array may not have more than 4294967295 elements");
  struct array *a = array_new(call->arena, (uint32_t)it.n);
  for (uint32_t i = 0; fn_next(&it, &a->items[i < a->n ? i : 0]); i++) {
    if (i + 1 == a->n) break;
  }
  return a;
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

/* Methods of everything that can be iterated: arrays, hashes as lists of pairs, and ranges. begin() and end()
 * enclose an iteration and mark the list, so that an attempt to change it meanwhile is noticed and left to Ruby. */
#include "compiler/erb/erb_internal.h"

#include "base/check.h"

/* --- going through --- */

/* Returns the elements and marks the list as being iterated. */
static struct erb_array *begin(struct erb_call *c)
{
  struct erb_array *a = erb_list(c->e, c->self);
  if (c->self.kind == E_ARRAY) c->self.array->walks++;
  if (c->self.kind == E_HASH) c->self.hash->walks++;
  return a;
}

static void end(struct erb_call *c)
{
  if (c->self.kind == E_ARRAY) c->self.array->walks--;
  if (c->self.kind == E_HASH) c->self.hash->walks--;
}

/* Whether the block is true for element i. False also if the block was left with `break`. */
static bool says(struct erb_call *c, const struct erb_array *a, uint32_t i)
{
  return erv_true(erb_yield1(c->e, c->block, a->items[i])) && !erb_stop(c->e);
}

static erv m_each(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) erb_yield1(c->e, c->block, a->items[i]);
  end(c);
  return c->self;
}

static erv m_each_with_index(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erb_yield(c->e, c->block, (erv[]){a->items[i], erv_int(i)}, 2);
  }
  end(c);
  return c->self;
}

/* --- new arrays --- */

static erv m_map(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  erv v = erv_array(c->e, a->n);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erb_push(c->e, v.array, erb_yield1(c->e, c->block, a->items[i]));
  }
  end(c);
  return v;
}

static erv map_with_index(struct erb_call *c, int64_t offset)
{
  const struct erb_array *a = begin(c);
  erv v = erv_array(c->e, a->n);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erb_push(c->e, v.array, erb_yield(c->e, c->block, (erv[]){a->items[i], erv_int(offset + i)}, 2));
  }
  end(c);
  return v;
}

static int64_t offset(struct erb_call *c)
{
  int64_t n = c->n > 0 ? erb_int_arg(c, 0) : 0;
  if (n > INT32_MAX || n < INT32_MIN) erb_leave(c->e, "with_index(%lld)", (long long)n);
  return n;
}

static erv m_index_map(struct erb_call *c) { return map_with_index(c, 0); }

static erv m_each_with_offset(struct erb_call *c)
{
  map_with_index(c, offset(c));
  return c->self;
}

static erv filter(struct erb_call *c, bool kept)
{
  const struct erb_array *a = begin(c);
  erv v = erv_array(c->e, 0);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    if (says(c, a, i) == kept) erb_push(c->e, v.array, a->items[i]);
  }
  end(c);
  return v;
}

static erv m_select(struct erb_call *c) { return filter(c, true); }
static erv m_reject(struct erb_call *c) { return filter(c, false); }

static erv m_group_by(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  erv v = erv_hash(c->e);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erv key = erb_yield1(c->e, c->block, a->items[i]);
    if (erb_stop(c->e)) break;
    erv *group = erb_hash_find(c->e, v.hash, key);
    erv members = group != NULL ? *group : erv_array(c->e, 0);
    erb_push(c->e, members.array, a->items[i]);
    if (group == NULL) erb_hash_set(c->e, v.hash, key, members);
  }
  end(c);
  return v;
}

static erv m_uniq(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  struct erb_hash *seen = erv_hash(c->e).hash;
  erv v = erv_array(c->e, 0);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erv key = c->block == NULL ? a->items[i] : erb_yield1(c->e, c->block, a->items[i]);
    if (erb_hash_find(c->e, seen, key) != NULL) continue;
    erb_hash_set(c->e, seen, key, ERV_NIL);
    erb_push(c->e, v.array, a->items[i]);
  }
  end(c);
  return v;
}

static erv m_zip(struct erb_call *c)
{
  const struct erb_array *a = erb_list(c->e, c->self);
  erv v = erv_array(c->e, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    erv row = erv_array(c->e, c->n + 1);
    erb_push(c->e, row.array, a->items[i]);
    for (uint32_t k = 0; k < c->n; k++) {
      if (c->args[k].kind != E_ARRAY) erb_leave(c->e, "zip with a %s", erb_class_name(c->args[k]));
      const struct erb_array *other = erb_items(c->e, c->args[k]);
      erb_push(c->e, row.array, i < other->n ? other->items[i] : ERV_NIL);
    }
    erb_push(c->e, v.array, row);
  }
  return v;
}

static erv some(struct erb_call *c, int64_t from, int64_t to)
{
  const struct erb_array *a = erb_list(c->e, c->self);
  erv v = erv_array(c->e, 0);
  for (int64_t i = from; i < to && i < a->n; i++) erb_push(c->e, v.array, a->items[i]);
  return v;
}

static int64_t count_arg(struct erb_call *c)
{
  int64_t n = erb_int_arg(c, 0);
  if (n < 0) erb_leave(c->e, "%s(%lld)", c->method->name, (long long)n);
  return n;
}

static erv m_first(struct erb_call *c)
{
  if (c->n > 0) return some(c, 0, count_arg(c));
  const struct erb_array *a = erb_list(c->e, c->self);
  return a->n == 0 ? ERV_NIL : a->items[0];
}

static erv m_drop(struct erb_call *c) { return some(c, count_arg(c), INT64_MAX); }

static erv m_to_a(struct erb_call *c) { return some(c, 0, INT64_MAX); }

static erv m_to_h(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  erv v = erv_hash(c->e);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erv pair = c->block == NULL ? a->items[i] : erb_yield1(c->e, c->block, a->items[i]);
    if (erb_stop(c->e)) break;
    if (pair.kind != E_ARRAY || erb_items(c->e, pair)->n != 2) erb_leave(c->e, "to_h of something other than pairs");
    erb_hash_set(c->e, v.hash, pair.array->items[0], pair.array->items[1]);
  }
  end(c);
  return v;
}

/* --- one answer --- */

static erv m_length(struct erb_call *c)
{
  if (c->self.kind == E_HASH) return erv_int(erb_entries(c->e, c->self)->live);
  return erv_int(erb_items(c->e, c->self)->n);
}

static erv m_count(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  int64_t n = 0;
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    n += c->n > 0 ? erb_equal(c->e, a->items[i], c->args[0]) : c->block != NULL ? says(c, a, i) : 1;
  }
  end(c);
  return erv_int(n);
}

static erv m_empty(struct erb_call *c) { return erv_bool(m_length(c).integer == 0); }

static erv m_include(struct erb_call *c)
{
  const struct erb_array *a = erb_list(c->e, c->self);
  for (uint32_t i = 0; i < a->n; i++) {
    if (erb_equal(c->e, a->items[i], c->args[0])) return erv_bool(true);
  }
  return erv_bool(false);
}

static erv m_index(struct erb_call *c)
{
  if ((c->n == 1) == (c->block != NULL)) erb_leave(c->e, "'%s' without what to look for", c->method->name);
  const struct erb_array *a = begin(c);
  erv found = ERV_NIL;
  for (uint32_t i = 0; i < a->n && found.kind == E_NIL && !erb_stop(c->e); i++) {
    if (c->n > 0 ? erb_equal(c->e, a->items[i], c->args[0]) : says(c, a, i)) found = erv_int(i);
  }
  end(c);
  return found;
}

static erv m_find(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  erv found = ERV_NIL;
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    if (!says(c, a, i)) continue;
    found = a->items[i];
    break;
  }
  end(c);
  return found;
}

/* Counts the elements that match the pattern, or for which the block is true, or which are true themselves
 * (`wanted` false: the others). Stops as soon as there are more than `most`. */
static uint32_t satisfying(struct erb_call *c, uint32_t most, bool wanted)
{
  const struct erb_match *before = c->e->match;
  const struct erb_array *a = begin(c);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->n && n <= most && !erb_stop(c->e); i++) {
    bool is = c->n > 0           ? erb_case_equal(c->e, c->args[0], a->items[i])
              : c->block != NULL ? says(c, a, i)
                                 : erv_true(a->items[i]);
    n += is == wanted;
  }
  end(c);
  if (c->n > 0) c->e->match = before;
  return n;
}

static erv m_any(struct erb_call *c) { return erv_bool(satisfying(c, 0, true) > 0); }

static erv m_inject(struct erb_call *c)
{
  const struct erb_method **methods = NULL;
  uint32_t n = c->n, i = 0;
  str name = STR_EMPTY;
  if (c->block == NULL) {
    if (n == 0 || c->args[n - 1].kind != E_SYMBOL) erb_leave(c->e, "inject without a block");
    name = sym_str(c->args[--n].symbol);
    methods = erb_methods_named(c->e->arena, name, false);
    if (methods == NULL) erb_leave(c->e, "the method '%.*s'", STR_FMT(name));
  } else if (n > 1) {
    erb_leave(c->e, "inject with two arguments and a block");
  }
  const struct erb_array *a = begin(c);
  if (n == 0 && a->n > 0) i = 1;
  erv v = n > 0 ? c->args[0] : a->n > 0 ? a->items[0] : ERV_NIL;
  for (; i < a->n && !erb_stop(c->e); i++) {
    v = methods != NULL ? erb_send(c->e, methods, name, v, &a->items[i], 1, NULL)
                        : erb_yield(c->e, c->block, (erv[]){v, a->items[i]}, 2);
  }
  end(c);
  return v;
}

/* --- order --- */

struct sorting {
  struct erb *e;
  const struct erb_block *block;
  bool by_key; /* elements are pairs of key and element */
};

static int order_of(struct sorting *s, erv a, erv b)
{
  deadline_step();
  if (s->by_key) return erb_order(s->e, a.array->items[0], b.array->items[0]);
  if (s->block == NULL) return erb_order(s->e, a, b);
  erv v = erb_yield(s->e, s->block, (erv[]){a, b}, 2);
  if (erb_stop(s->e)) erb_leave(s->e, "break out of a sort");
  if (v.kind != E_INT) erb_leave(s->e, "a sort by something other than integers");
  return v.integer < 0 ? -1 : v.integer > 0;
}

/* A merge sort, like qsort_r() of the C library, which Ruby uses on Linux: equal elements keep their order. */
static void merge_sort(struct sorting *s, erv *items, erv *room, uint32_t n)
{
  if (n < 2) return;
  uint32_t half = n / 2, i = 0, k = half, out = 0;
  merge_sort(s, items, room, half);
  merge_sort(s, items + half, room, n - half);
  while (i < half && k < n) room[out++] = order_of(s, items[i], items[k]) <= 0 ? items[i++] : items[k++];
  while (i < half) room[out++] = items[i++];
  memcpy(items, room, out * sizeof *items);
}

static void sort(struct sorting *s, struct erb_array *a)
{
  merge_sort(s, a->items, arena_array(s->e->arena, a->n, sizeof *a->items), a->n);
}

void erb_sort(struct erb_call *c, struct erb_array *a, const struct erb_block *block)
{
  assert(a->items != NULL || a->n == 0);
  struct sorting s = {.e = c->e, .block = block};
  sort(&s, a);
}

static erv m_sort(struct erb_call *c)
{
  erv v = m_to_a(c);
  begin(c);
  erb_sort(c, v.array, c->block);
  end(c);
  return v;
}

/* A list of pairs: the result of the block for an element, and the element. */
static erv keyed(struct erb_call *c)
{
  const struct erb_array *a = begin(c);
  erv v = erv_array(c->e, a->n);
  for (uint32_t i = 0; i < a->n && !erb_stop(c->e); i++) {
    erv key = erb_yield1(c->e, c->block, a->items[i]);
    erb_push(c->e, v.array, erv_pair(c->e, key, a->items[i]));
  }
  end(c);
  return v;
}

static erv m_sort_by(struct erb_call *c)
{
  struct sorting s = {.e = c->e, .by_key = true};
  erv v = keyed(c);
  if (erb_stop(c->e)) return ERV_NIL;
  sort(&s, v.array);
  for (uint32_t i = 0; i < v.array->n; i++) v.array->items[i] = v.array->items[i].array->items[1];
  return v;
}

/* The first of the least elements (which: -1) or of the greatest (1). */
static erv extreme(struct erb_call *c, int which, bool by_key)
{
  erv v = by_key ? keyed(c) : m_to_a(c);
  if (v.array->n == 0 || erb_stop(c->e)) return ERV_NIL;
  struct sorting s = {.e = c->e, .by_key = by_key};
  erv best = v.array->items[0];
  for (uint32_t i = 1; i < v.array->n; i++) {
    if (order_of(&s, v.array->items[i], best) == which) best = v.array->items[i];
  }
  return by_key ? best.array->items[1] : best;
}

static erv m_max(struct erb_call *c) { return extreme(c, 1, false); }

static erv m_range_last(struct erb_call *c) { return c->self.range->last; }

enum { K_EACH = K_ARRAY | K_HASH | K_RANGE, K_ITEMS = K_ARRAY | K_RANGE };

const struct erb_method erb_list_methods[] = {
  {"each", K_EACH, 0, 0, WITH_BLOCK, m_each},
  {"each_pair", K_HASH, 0, 0, WITH_BLOCK, m_each},
  {"each_entry", K_ITEMS, 0, 0, WITH_BLOCK, m_each},
  {"each_with_index", K_EACH, 0, 0, WITH_BLOCK, m_each_with_index},
  {"map", K_EACH, 0, 0, WITH_BLOCK, m_map},
  {"collect", K_EACH, 0, 0, WITH_BLOCK, m_map},
  {"each_with_index.map", K_EACH, 0, 0, WITH_BLOCK, m_index_map},
  {"each_with_index.collect", K_EACH, 0, 0, WITH_BLOCK, m_index_map},
  {"map.each_with_index", K_EACH, 0, 0, WITH_BLOCK, m_index_map},
  {"each.with_index", K_EACH, 0, 1, WITH_BLOCK, m_each_with_offset},
  {"select", K_ITEMS, 0, 0, WITH_BLOCK, m_select},
  {"filter", K_ITEMS, 0, 0, WITH_BLOCK, m_select},
  {"find_all", K_EACH, 0, 0, WITH_BLOCK, m_select},
  {"reject", K_ITEMS, 0, 0, WITH_BLOCK, m_reject},
  {"group_by", K_EACH, 0, 0, WITH_BLOCK, m_group_by},
  {"uniq", K_ITEMS, 0, 0, MAY_BLOCK, m_uniq},
  {"zip", K_ITEMS, 1, 8, NO_BLOCK, m_zip},
  {"first", K_EACH, 0, 1, NO_BLOCK, m_first},
  {"drop", K_EACH, 1, 1, NO_BLOCK, m_drop},
  {"to_a", K_HASH | K_RANGE, 0, 0, NO_BLOCK, m_to_a},
  {"entries", K_HASH | K_RANGE, 0, 0, NO_BLOCK, m_to_a},
  {"to_h", K_ARRAY, 0, 0, MAY_BLOCK, m_to_h},
  {"length", K_LIST, 0, 0, NO_BLOCK, m_length},
  {"size", K_LIST, 0, 0, NO_BLOCK, m_length},
  {"count", K_EACH, 0, 0, MAY_BLOCK, m_count},
  {"count", K_ITEMS, 1, 1, NO_BLOCK, m_count},
  {"empty?", K_LIST, 0, 0, NO_BLOCK, m_empty},
  {"include?", K_ITEMS, 1, 1, NO_BLOCK, m_include},
  {"member?", K_ITEMS, 1, 1, NO_BLOCK, m_include},
  {"index", K_ARRAY, 0, 1, MAY_BLOCK, m_index},
  {"find_index", K_ARRAY, 0, 1, MAY_BLOCK, m_index},
  {"find", K_EACH, 0, 0, WITH_BLOCK, m_find},
  {"detect", K_EACH, 0, 0, WITH_BLOCK, m_find},
  {"any?", K_EACH, 0, 0, MAY_BLOCK, m_any},
  {"any?", K_ITEMS, 1, 1, NO_BLOCK, m_any},
  {"inject", K_EACH, 0, 2, MAY_BLOCK, m_inject},
  {"reduce", K_EACH, 0, 2, MAY_BLOCK, m_inject},
  {"sort", K_EACH, 0, 0, MAY_BLOCK, m_sort},
  {"sort_by", K_EACH, 0, 0, WITH_BLOCK, m_sort_by},
  {"max", K_EACH, 0, 0, NO_BLOCK, m_max},
  {"last", K_RANGE, 0, 0, NO_BLOCK, m_range_last},
  {0},
};

/* Methods of everything that can be iterated: arrays, hashes as lists of pairs, and ranges. A walk marks the list, so
 * that a change during it is detected and requires Ruby. */
#include "compiler/erb/erb_internal.h"

#include "base/merge_sort.h"

/* --- iterating --- */

struct walk {
  struct erb_call *call;
  const struct erb_array *all;
  uint32_t next;
  erv v; /* the current element */
};

/* Counts the walks over a list. */
static void mark(erv list, int more)
{
  if (list.kind == E_ARRAY) list.array->walks += (uint32_t)more;
  if (list.kind == E_HASH) list.hash->walks += (uint32_t)more;
}

static struct walk begin(struct erb_call *c)
{
  struct walk w = {.call = c, .all = erb_list(c->e, c->self)};
  mark(c->self, 1);
  return w;
}

/* Ends a walk before next() has returned false. */
static void end(struct walk *w) { mark(w->call->self, -1); }

/* Moves to the next element, w->v. False at the end, and after a `break` in the block. */
static bool next(struct walk *w)
{
  if (w->next < w->all->n && !erb_stop(w->call->e)) {
    w->v = w->all->items[w->next++];
    return true;
  }
  end(w);
  return false;
}

static erv yield(struct erb_call *c, erv v) { return erb_yield1(c->e, c->block, v); }

/* Whether the block is true for the element. False also after a `break` in the block. */
static bool says(struct erb_call *c, erv v) { return erv_true(yield(c, v)) && !erb_stop(c->e); }

static erv m_each(struct erb_call *c)
{
  for (struct walk w = begin(c); next(&w);) yield(c, w.v);
  return c->self;
}

/* --- new arrays --- */

static erv m_map(struct erb_call *c)
{
  erv v = erv_array(c->e, 0);
  for (struct walk w = begin(c); next(&w);) erb_push(c->e, v.array, yield(c, w.v));
  return v;
}

/* map with the elements and their numbers. The first number is the argument, or 0. */
static erv m_index_map(struct erb_call *c)
{
  const int64_t first = c->n > 0 ? erb_int_arg(c, 0) : 0;
  if (first > INT32_MAX || first < INT32_MIN) erb_leave(c->e, "with_index(%lld)", (long long)first);
  erv v = erv_array(c->e, 0);
  for (struct walk w = begin(c); next(&w);) {
    const erv args[] = {w.v, erv_int(first + w.next - 1)};
    erb_push(c->e, v.array, erb_yield(c->e, c->block, args, 2));
  }
  return v;
}

static erv m_each_with_index(struct erb_call *c)
{
  m_index_map(c);
  return c->self;
}

/* select and reject. */
static erv m_filter(struct erb_call *c)
{
  erv v = erv_array(c->e, 0);
  for (struct walk w = begin(c); next(&w);) {
    if (says(c, w.v) == (c->method->variant != 0)) erb_push(c->e, v.array, w.v);
  }
  return v;
}

static erv m_group_by(struct erb_call *c)
{
  erv v = erv_hash(c->e);
  for (struct walk w = begin(c); next(&w);) {
    erv key = yield(c, w.v);
    if (erb_stop(c->e)) continue;
    erv *group = erb_hash_find(c->e, v.hash, key);
    erv members = group != NULL ? *group : erv_array(c->e, 0);
    erb_push(c->e, members.array, w.v);
    if (group == NULL) erb_hash_set(c->e, v.hash, key, members);
  }
  return v;
}

static erv m_uniq(struct erb_call *c)
{
  struct erb_hash *seen = erv_hash(c->e).hash;
  erv v = erv_array(c->e, 0);
  for (struct walk w = begin(c); next(&w);) {
    erv key = c->block == NULL ? w.v : yield(c, w.v);
    if (erb_hash_find(c->e, seen, key) != NULL) continue;
    erb_hash_set(c->e, seen, key, ERV_NIL);
    erb_push(c->e, v.array, w.v);
  }
  return v;
}

static erv m_zip(struct erb_call *c)
{
  erv v = erv_array(c->e, 0);
  for (struct walk w = begin(c); next(&w);) {
    erv row = erv_array(c->e, c->n + 1);
    erb_push(c->e, row.array, w.v);
    for (uint32_t k = 0; k < c->n; k++) {
      if (c->args[k].kind != E_ARRAY) erb_leave(c->e, "zip with a %s", erb_class_name(c->args[k]));
      const struct erb_array *other = erb_items(c->e, c->args[k]);
      erb_push(c->e, row.array, w.next <= other->n ? other->items[w.next - 1] : ERV_NIL);
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
  if (n < 0) erb_leave(c->e, "%.*s(%lld)", STR_FMT(c->name), (long long)n);
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
  erv v = erv_hash(c->e);
  for (struct walk w = begin(c); next(&w);) {
    erv pair = c->block == NULL ? w.v : yield(c, w.v);
    if (erb_stop(c->e)) continue;
    if (pair.kind != E_ARRAY || erb_items(c->e, pair)->n != 2) erb_leave(c->e, "to_h of something other than pairs");
    erb_hash_set(c->e, v.hash, pair.array->items[0], pair.array->items[1]);
  }
  return v;
}

/* --- queries --- */

static erv m_length(struct erb_call *c)
{
  if (c->self.kind == E_HASH) return erv_int(erb_entries(c->e, c->self)->live);
  return erv_int(erb_items(c->e, c->self)->n);
}

static erv m_empty(struct erb_call *c) { return erv_bool(m_length(c).integer == 0); }

/* Whether the element is equal to the argument, or the block is true for it. */
static bool is_wanted(struct erb_call *c, erv v)
{
  return c->n > 0 ? erb_equal(c->e, v, c->args[0]) : c->block == NULL || says(c, v);
}

static erv m_count(struct erb_call *c)
{
  int64_t n = 0;
  for (struct walk w = begin(c); next(&w);) n += is_wanted(c, w.v);
  return erv_int(n);
}

/* Moves to the first wanted element and ends the walk. */
static bool go_to_wanted(struct walk *w)
{
  while (next(w)) {
    if (!is_wanted(w->call, w->v)) continue;
    end(w);
    return true;
  }
  return false;
}

static erv m_include(struct erb_call *c)
{
  struct walk w = begin(c);
  return erv_bool(go_to_wanted(&w));
}

static erv m_index(struct erb_call *c)
{
  if ((c->n == 1) == (c->block != NULL)) erb_leave(c->e, "'%.*s' without what to look for", STR_FMT(c->name));
  struct walk w = begin(c);
  return go_to_wanted(&w) ? erv_int(w.next - 1) : ERV_NIL;
}

static erv m_find(struct erb_call *c)
{
  struct walk w = begin(c);
  return go_to_wanted(&w) ? w.v : ERV_NIL;
}

/* Whether an element matches the pattern, the block is true for one, or one is true itself. */
static erv m_any(struct erb_call *c)
{
  const struct erb_match *before = c->e->match;
  bool any = false;
  struct walk w = begin(c);
  while (!any && next(&w)) {
    any = c->n > 0 ? erb_case_equal(c->e, c->args[0], w.v) : c->block != NULL ? says(c, w.v) : erv_true(w.v);
  }
  if (any) end(&w);
  if (c->n > 0) c->e->match = before;
  return erv_bool(any);
}

static erv m_inject(struct erb_call *c)
{
  const struct erb_method **methods = NULL;
  uint32_t n = c->n;
  str name = STR_EMPTY;
  if (c->block == NULL) {
    if (n == 0 || c->args[n - 1].kind != E_SYMBOL) erb_leave(c->e, "inject without a block");
    name = sym_str(c->args[--n].symbol);
    methods = erb_methods_named(name, false);
    if (methods == NULL) erb_leave(c->e, "the method '%.*s'", STR_FMT(name));
  } else if (n > 1) {
    erb_leave(c->e, "inject with two arguments and a block");
  }
  struct walk w = begin(c);
  if (n == 0 && !next(&w)) return ERV_NIL;
  erv v = n > 0 ? c->args[0] : w.v;
  while (next(&w)) {
    v = methods != NULL ? erb_send(c->e, methods, name, v, &w.v, 1, NULL)
                        : erb_yield(c->e, c->block, (erv[]){v, w.v}, 2);
  }
  return v;
}

/* --- order --- */

struct sorting {
  struct erb *e;
  const struct erb_block *block;
  bool by_key; /* elements are pairs of key and element */
};

static int order_of(void *ctx, const void *x, const void *y)
{
  const struct sorting *s = ctx;
  const erv a = *(const erv *)x, b = *(const erv *)y;
  deadline_step();
  if (s->by_key) return erb_order(s->e, a.array->items[0], b.array->items[0]);
  if (s->block == NULL) return erb_order(s->e, a, b);
  erv v = erb_yield(s->e, s->block, (erv[]){a, b}, 2);
  if (erb_stop(s->e)) erb_leave(s->e, "break out of a sort");
  if (v.kind != E_INT) erb_leave(s->e, "a sort by something other than integers");
  return v.integer < 0 ? -1 : v.integer > 0;
}

static void sort(struct sorting *s, struct erb_array *a)
{
  merge_sort(a->items, a->n, sizeof *a->items, arena_array(s->e->arena, a->n, sizeof *a->items), order_of, s);
}

static erv m_sort(struct erb_call *c)
{
  erv v = m_to_a(c);
  struct walk w = begin(c);
  sort(&(struct sorting){.e = c->e, .block = c->block}, v.array);
  end(&w);
  return v;
}

/* Returns a list of pairs: the result of the block for an element, and the element. */
static erv keyed(struct erb_call *c)
{
  erv v = erv_array(c->e, 0);
  for (struct walk w = begin(c); next(&w);) erb_push(c->e, v.array, erv_pair(c->e, yield(c, w.v), w.v));
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

/* Returns the first of the greatest elements. */
static erv m_max(struct erb_call *c)
{
  struct sorting s = {.e = c->e};
  struct walk w = begin(c);
  if (!next(&w)) return ERV_NIL;
  erv best = w.v;
  while (next(&w)) {
    if (order_of(&s, &w.v, &best) > 0) best = w.v;
  }
  return best;
}

static erv m_range_last(struct erb_call *c) { return c->self.range->last; }

enum { K_EACH = K_ARRAY | K_HASH | K_RANGE, K_ITEMS = K_ARRAY | K_RANGE };

const struct erb_method erb_list_methods[] = {
  {"each", K_EACH, 0, 0, WITH_BLOCK, m_each},
  {"each_pair", K_HASH, 0, 0, WITH_BLOCK, m_each},
  {"each_entry", K_ITEMS, 0, 0, WITH_BLOCK, m_each},
  {"each_with_index", K_EACH, 0, 0, WITH_BLOCK, m_each_with_index},
  {"map collect", K_EACH, 0, 0, WITH_BLOCK, m_map},
  {"each_with_index.map each_with_index.collect map.each_with_index", K_EACH, 0, 0, WITH_BLOCK, m_index_map},
  {"each.with_index", K_EACH, 0, 1, WITH_BLOCK, m_each_with_index},
  {"select filter", K_ITEMS, 0, 0, WITH_BLOCK, m_filter, true},
  {"find_all", K_EACH, 0, 0, WITH_BLOCK, m_filter, true},
  {"reject", K_ITEMS, 0, 0, WITH_BLOCK, m_filter, false},
  {"group_by", K_EACH, 0, 0, WITH_BLOCK, m_group_by},
  {"uniq", K_ITEMS, 0, 0, MAY_BLOCK, m_uniq},
  {"zip", K_ITEMS, 1, 8, NO_BLOCK, m_zip},
  {"first", K_EACH, 0, 1, NO_BLOCK, m_first},
  {"drop", K_EACH, 1, 1, NO_BLOCK, m_drop},
  {"to_a entries", K_HASH | K_RANGE, 0, 0, NO_BLOCK, m_to_a},
  {"to_h", K_ARRAY, 0, 0, MAY_BLOCK, m_to_h},
  {"length size", K_LIST, 0, 0, NO_BLOCK, m_length},
  {"count", K_EACH, 0, 0, MAY_BLOCK, m_count},
  {"count", K_ITEMS, 1, 1, NO_BLOCK, m_count},
  {"empty?", K_LIST, 0, 0, NO_BLOCK, m_empty},
  {"include? member?", K_ITEMS, 1, 1, NO_BLOCK, m_include},
  {"index find_index", K_ARRAY, 0, 1, MAY_BLOCK, m_index},
  {"find detect", K_EACH, 0, 0, WITH_BLOCK, m_find},
  {"any?", K_EACH, 0, 0, MAY_BLOCK, m_any},
  {"any?", K_ITEMS, 1, 1, NO_BLOCK, m_any},
  {"inject reduce", K_EACH, 0, 2, MAY_BLOCK, m_inject},
  {"sort", K_EACH, 0, 0, MAY_BLOCK, m_sort},
  {"sort_by", K_EACH, 0, 0, WITH_BLOCK, m_sort_by},
  {"max", K_EACH, 0, 0, NO_BLOCK, m_max},
  {"last", K_RANGE, 0, 0, NO_BLOCK, m_range_last},
  {0},
};

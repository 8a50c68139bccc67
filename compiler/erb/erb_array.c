/* Methods that only arrays have: access by index, joining, changing in place. As in every file of methods here, each
 * row of the table at the end has the kinds of receiver, the number of arguments and whether it takes a block. A call
 * that the row does not support ends with erb_leave(): Ruby then renders the whole template. */
#include "compiler/erb/erb_internal.h"

static struct erb_array *self(const struct erb_call *c) { return erb_items(c->e, c->self); }
static struct erb_array *mutable(const struct erb_call *c) { return erb_items_mutable(c->e, c->self); }

static struct erb_array *array_arg(struct erb_call *c, uint32_t i)
{
  if (c->args[i].kind != E_ARRAY)
    erb_leave(c->e, "'%.*s' of an array with a %s", STR_FMT(c->name), erb_class_name(c->args[i]));
  return erb_items(c->e, c->args[i]);
}

static erv part(struct erb_call *c, int64_t from, int64_t count)
{
  const struct erb_array *a = self(c);
  if (from < 0) from += a->n;
  if (from < 0 || from > a->n || count < 0) return ERV_NIL;
  if (count > a->n - from) count = a->n - from;
  erv v = erv_array(c->e, (uint32_t)count);
  for (int64_t i = 0; i < count; i++) erb_push(c->e, v.array, a->items[from + i]);
  return v;
}

static erv at(const struct erb_array *a, int64_t i)
{
  if (i < 0) i += a->n;
  return i < 0 || i >= a->n ? ERV_NIL : a->items[i];
}

static erv m_slice(struct erb_call *c)
{
  int64_t from, count;
  if (c->n == 2) return part(c, erb_int_arg(c, 0), erb_int_arg(c, 1));
  if (c->args[0].kind != E_RANGE) return at(self(c), erb_int_arg(c, 0));
  if (!erb_range_bounds(c->args[0].range, self(c)->n, &from, &count)) return ERV_NIL;
  return part(c, from, count);
}

/* Ruby's IndexError is not supported: Ruby renders the template and raises it. */
static erv m_fetch(struct erb_call *c)
{
  int64_t i = erb_int_arg(c, 0);
  const struct erb_array *a = self(c);
  bool there = i < 0 ? i + a->n >= 0 : i < a->n;
  if (!there && c->n == 1) erb_leave(c->e, "fetch of an element that is not there");
  return there ? at(a, i) : c->args[1];
}

static erv m_values_at(struct erb_call *c)
{
  erv v = erv_array(c->e, c->n);
  for (uint32_t i = 0; i < c->n; i++) erb_push(c->e, v.array, at(self(c), erb_int_arg(c, i)));
  return v;
}

static erv m_last(struct erb_call *c)
{
  const struct erb_array *a = self(c);
  if (c->n == 0) return at(a, -1);
  int64_t n = erb_int_arg(c, 0);
  if (n < 0) erb_leave(c->e, "last(%lld)", (long long)n);
  if (n > a->n) n = a->n;
  return part(c, a->n - n, n);
}

/* --- joining --- */

/* Nested arrays are joined with the same separator, as in Ruby. */
static void join(struct erb *e, struct buf *out, const struct erb_array *a, str by)
{
  context_enter(e->context);
  for (uint32_t i = 0; i < a->n; i++) {
    if (i > 0) buf_str(out, by);
    if (a->items[i].kind == E_ARRAY) join(e, out, erb_items(e, a->items[i]), by);
    else erb_to_s(e, out, a->items[i]);
    if (out->n > ERB_MAX_TEXT) erb_leave(e, "a string of more than %d bytes", ERB_MAX_TEXT);
  }
  context_leave(e->context);
}

static erv m_join(struct erb_call *c)
{
  struct buf out = BUF_IN(c->e->arena);
  join(c->e, &out, self(c), c->n == 0 || c->args[0].kind == E_NIL ? STR_EMPTY : erb_string_arg(c, 0));
  return erv_str(c->e, buf_finish(&out));
}

/* --- new arrays from two --- */

static void push_all(struct erb *e, struct erb_array *to, const struct erb_array *from)
{
  for (uint32_t i = 0, n = from->n; i < n; i++) erb_push(e, to, from->items[i]);
}

static erv m_plus(struct erb_call *c)
{
  const struct erb_array *more = array_arg(c, 0);
  erv v = erv_array(c->e, self(c)->n + more->n);
  push_all(c->e, v.array, self(c));
  push_all(c->e, v.array, more);
  return v;
}

static erv m_times(struct erb_call *c)
{
  if (c->args[0].kind == E_STRING) return m_join(c);
  int64_t n = erb_int_arg(c, 0);
  erv v = erv_array(c->e, 0);
  if (n < 0) erb_leave(c->e, "'*' with %lld", (long long)n);
  for (int64_t i = 0; i < n && self(c)->n > 0; i++) {
    deadline_step();
    push_all(c->e, v.array, self(c));
  }
  return v;
}

static struct erb_hash *set_of(struct erb *e, const struct erb_array *a)
{
  struct erb_hash *set = erv_hash(e).hash;
  for (uint32_t i = 0; i < a->n; i++) erb_hash_set(e, set, a->items[i], ERV_NIL);
  return set;
}

/* Returns the elements of the array that are in the set (`has`) or not in it; `once`: without duplicates. */
static erv filtered(struct erb_call *c, struct erb_hash *set, bool has, bool once)
{
  const struct erb_array *a = self(c);
  struct erb_hash *seen = erv_hash(c->e).hash;
  erv v = erv_array(c->e, 0);
  for (uint32_t i = 0; i < a->n; i++) {
    if ((erb_hash_find(c->e, set, a->items[i]) != NULL) != has) continue;
    if (once && erb_hash_find(c->e, seen, a->items[i]) != NULL) continue;
    if (once) erb_hash_set(c->e, seen, a->items[i], ERV_NIL);
    erb_push(c->e, v.array, a->items[i]);
  }
  return v;
}

static erv m_minus(struct erb_call *c) { return filtered(c, set_of(c->e, array_arg(c, 0)), false, false); }
static erv m_both(struct erb_call *c) { return filtered(c, set_of(c->e, array_arg(c, 0)), true, true); }

static erv m_either(struct erb_call *c)
{
  struct erb_call all = *c;
  all.self = m_plus(c);
  return filtered(&all, erv_hash(c->e).hash, false, true);
}

/* --- changing --- */

static erv m_push(struct erb_call *c)
{
  struct erb_array *a = mutable(c);
  for (uint32_t i = 0; i < c->n; i++) erb_push(c->e, a, c->args[i]);
  return c->self;
}

static erv m_concat(struct erb_call *c)
{
  struct erb_array *a = mutable(c);
  for (uint32_t i = 0; i < c->n; i++) push_all(c->e, a, array_arg(c, i));
  return c->self;
}

static erv m_set(struct erb_call *c)
{
  struct erb_array *a = mutable(c);
  int64_t i = erb_int_arg(c, 0);
  if (i < 0) i += a->n;
  if (i < 0 || i > ERB_MAX_ELEMENTS) erb_leave(c->e, "an index outside of an array");
  while (a->n <= i) erb_push(c->e, a, ERV_NIL);
  a->items[i] = c->args[1];
  return c->args[1];
}

static erv take_out(struct erb_array *a, int64_t i)
{
  if (i < 0) i += a->n;
  if (i < 0 || i >= a->n) return ERV_NIL;
  erv v = a->items[i];
  memmove(a->items + i, a->items + i + 1, (a->n - (size_t)i - 1) * sizeof *a->items);
  a->n--;
  return v;
}

static erv m_pop(struct erb_call *c) { return take_out(mutable(c), -1); }
static erv m_shift(struct erb_call *c) { return take_out(mutable(c), 0); }

static void put_in(struct erb *e, struct erb_array *a, int64_t i, erv v)
{
  erb_push(e, a, v);
  memmove(a->items + i + 1, a->items + i, (a->n - (size_t)i - 1) * sizeof *a->items);
  a->items[i] = v;
}

static erv m_unshift(struct erb_call *c)
{
  struct erb_array *a = mutable(c);
  for (uint32_t i = c->n; i-- > 0;) put_in(c->e, a, 0, c->args[i]);
  return c->self;
}

static erv m_delete(struct erb_call *c)
{
  struct erb_array *a = mutable(c);
  erv found = ERV_NIL;
  uint32_t kept = 0, n = a->n;
  for (uint32_t i = 0; i < n; i++) {
    if (erb_equal(c->e, a->items[i], c->args[0])) found = a->items[i];
    else a->items[kept++] = a->items[i];
  }
  a->n = kept;
  return found;
}

/* --- flatten, compact, reverse, transpose --- */

static void flatten(struct erb *e, struct erb_array *out, const struct erb_array *a, int64_t levels)
{
  context_enter(e->context);
  for (uint32_t i = 0; i < a->n; i++) {
    if (a->items[i].kind == E_ARRAY && levels != 0) flatten(e, out, erb_items(e, a->items[i]), levels - 1);
    else erb_push(e, out, a->items[i]);
  }
  context_leave(e->context);
}

static erv m_flatten(struct erb_call *c)
{
  erv v = erv_array(c->e, self(c)->n);
  flatten(c->e, v.array, self(c), c->n > 0 && c->args[0].kind != E_NIL ? erb_int_arg(c, 0) : -1);
  return v;
}

static erv m_compact(struct erb_call *c)
{
  const struct erb_array *a = self(c);
  erv v = erv_array(c->e, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    if (a->items[i].kind != E_NIL) erb_push(c->e, v.array, a->items[i]);
  }
  return v;
}

static erv m_compact_self(struct erb_call *c)
{
  struct erb_array *a = mutable(c);
  const struct erb_array *kept = m_compact(c).array;
  const bool same = a->n == kept->n;
  a->n = 0;
  push_all(c->e, a, kept);
  return same ? ERV_NIL : c->self;
}

static erv m_reverse(struct erb_call *c)
{
  const struct erb_array *a = self(c);
  erv v = erv_array(c->e, a->n);
  for (uint32_t i = a->n; i-- > 0;) erb_push(c->e, v.array, a->items[i]);
  return v;
}

static erv m_transpose(struct erb_call *c)
{
  const struct erb_array *a = self(c);
  erv v = erv_array(c->e, 0);
  for (uint32_t i = 0; i < a->n; i++) {
    if (a->items[i].kind != E_ARRAY || erb_items(c->e, a->items[i])->n != a->items[0].array->n)
      erb_leave(c->e, "transpose of unequal rows");
  }
  for (uint32_t k = 0; a->n > 0 && k < a->items[0].array->n; k++) {
    erv row = erv_array(c->e, a->n);
    for (uint32_t i = 0; i < a->n; i++) erb_push(c->e, row.array, a->items[i].array->items[k]);
    erb_push(c->e, v.array, row);
  }
  return v;
}

static erv m_self(struct erb_call *c) { return c->self; }

/* --- each_index --- */

static erv m_each_index(struct erb_call *c)
{
  struct erb_array *a = self(c);
  a->walks++;
  for (uint32_t i = 0; i < a->n; i++) {
    erb_yield1(c->e, c->block, erv_int(i));
    if (erb_stop(c->e)) break;
  }
  a->walks--;
  return c->self;
}

const struct erb_method erb_array_methods[] = {
  {"[] slice", K_ARRAY, 1, 2, NO_BLOCK, m_slice},
  {"at", K_ARRAY, 1, 1, NO_BLOCK, m_slice},
  {"fetch", K_ARRAY, 1, 2, NO_BLOCK, m_fetch},
  {"values_at", K_ARRAY, 0, 255, NO_BLOCK, m_values_at},
  {"last", K_ARRAY, 0, 1, NO_BLOCK, m_last},
  {"join", K_ARRAY, 0, 1, NO_BLOCK, m_join},
  {"+", K_ARRAY, 1, 1, NO_BLOCK, m_plus},
  {"*", K_ARRAY, 1, 1, NO_BLOCK, m_times},
  {"-", K_ARRAY, 1, 1, NO_BLOCK, m_minus},
  {"&", K_ARRAY, 1, 1, NO_BLOCK, m_both},
  {"|", K_ARRAY, 1, 1, NO_BLOCK, m_either},
  {"<<", K_ARRAY, 1, 1, NO_BLOCK, m_push},
  {"push append", K_ARRAY, 0, 255, NO_BLOCK, m_push},
  {"concat", K_ARRAY, 1, 255, NO_BLOCK, m_concat},
  {"[]=", K_ARRAY, 2, 2, NO_BLOCK, m_set},
  {"pop", K_ARRAY, 0, 0, NO_BLOCK, m_pop},
  {"shift", K_ARRAY, 0, 0, NO_BLOCK, m_shift},
  {"unshift prepend", K_ARRAY, 0, 255, NO_BLOCK, m_unshift},
  {"delete", K_ARRAY, 1, 1, NO_BLOCK, m_delete},
  {"flatten", K_ARRAY, 0, 1, NO_BLOCK, m_flatten},
  {"compact", K_ARRAY, 0, 0, NO_BLOCK, m_compact},
  {"compact!", K_ARRAY, 0, 0, NO_BLOCK, m_compact_self},
  {"reverse", K_ARRAY, 0, 0, NO_BLOCK, m_reverse},
  {"transpose", K_ARRAY, 0, 0, NO_BLOCK, m_transpose},
  {"to_a to_ary", K_ARRAY, 0, 0, NO_BLOCK, m_self},
  {"each_index", K_ARRAY, 0, 0, WITH_BLOCK, m_each_index},
  {0},
};

/* Deep merging like Ruby's gem deep_merge. The gem changes arrays and hashes in place while they are in two places, so
 * removing elements of one changes the other; the results depend on that. So values are copied into cells that can be
 * changed and shared in the same way, and copied back at the end. */
#include "base/merge_sort.h"
#include "compiler/lookup/internal.h"

enum cell_kind { CELL_LEAF, CELL_ARRAY, CELL_HASH };

struct cell {
  enum cell_kind kind;
  value leaf;
  struct cell **items; /* of an array; the values of a hash */
  value *keys;         /* of a hash */
  struct hash *index;  /* of a hash: key -> index in items */
  uint32_t n, cap;
};

struct deep {
  struct lookup_call *call;
  struct context *context;
  struct arena *arena;
  const struct regex *knockout; /* NULL: none */
  str prefix, split;            /* split.n 0: none */
  bool keep_unmergeable, overwrite_arrays, extend_arrays, sort, merge_hash_arrays;
};

/* --- cells --- */

static struct cell *cell_new(struct deep *d, enum cell_kind kind)
{
  struct cell *c = ARENA_NEW(d->arena, struct cell);
  c->kind = kind;
  c->leaf = VALUE_UNDEF;
  if (kind == CELL_HASH) c->index = hash_new(d->arena, 4);
  return c;
}

static struct cell *leaf_new(struct deep *d, value v)
{
  struct cell *c = cell_new(d, CELL_LEAF);
  c->leaf = v;
  return c;
}

static void cell_push(struct deep *d, struct cell *c, struct cell *item)
{
  if (c->n == c->cap) {
    const uint32_t cap = c->cap == 0 ? 4 : c->cap * 2;
    c->items = arena_regrow(d->arena, c->items, c->cap * sizeof *c->items, cap * sizeof *c->items);
    if (c->kind == CELL_HASH)
      c->keys = arena_regrow(d->arena, c->keys, c->cap * sizeof *c->keys, cap * sizeof *c->keys);
    c->cap = cap;
  }
  c->items[c->n++] = item;
}

static struct cell *cell_get(const struct cell *c, value key)
{
  const value *at = hash_get(c->index, key);
  return at != NULL ? c->items[at->integer] : NULL;
}

static void cell_put(struct deep *d, struct cell *c, value key, struct cell *item)
{
  const value *at = hash_get(c->index, key);
  if (at != NULL) {
    c->items[at->integer] = item;
    return;
  }
  cell_push(d, c, item);
  c->keys[c->n - 1] = key;
  hash_put(c->index, d->arena, key, value_int(c->n - 1));
}

static struct cell *cell_of(struct deep *d, value v)
{
  context_enter(d->context);
  struct cell *c = v.kind == V_ARRAY  ? cell_new(d, CELL_ARRAY)
                   : v.kind == V_HASH ? cell_new(d, CELL_HASH)
                                      : leaf_new(d, v);
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) cell_push(d, c, cell_of(d, v.array->items[i]));
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++)
    cell_put(d, c, v.hash->entries[i].key, cell_of(d, v.hash->entries[i].value));
  context_leave(d->context);
  return c;
}

static value value_of(struct deep *d, const struct cell *c)
{
  if (c->kind == CELL_LEAF) return c->leaf;
  context_enter(d->context);
  value out;
  if (c->kind == CELL_ARRAY) {
    struct array *all = array_new(d->arena, c->n);
    for (uint32_t i = 0; i < c->n; i++) all->items[i] = value_of(d, c->items[i]);
    out = value_array(all);
  } else {
    struct hash *h = hash_new(d->arena, c->n);
    for (uint32_t i = 0; i < c->n; i++) hash_put(h, d->arena, c->keys[i], value_of(d, c->items[i]));
    out = value_hash(h);
  }
  context_leave(d->context);
  return out;
}

/* Ruby's dup: a new array or hash with the same elements. */
static struct cell *cell_dup(struct deep *d, const struct cell *c)
{
  struct cell *copy = cell_new(d, c->kind);
  copy->leaf = c->leaf;
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->kind == CELL_HASH) cell_put(d, copy, c->keys[i], c->items[i]);
    else cell_push(d, copy, c->items[i]);
  }
  return copy;
}

static bool cell_truthy(const struct cell *c) { return c != NULL && (c->kind != CELL_LEAF || value_truthy(c->leaf)); }

static bool cell_is_text(const struct cell *c, str text)
{
  return c->kind == CELL_LEAF && c->leaf.kind == V_STRING && str_eq(value_text(c->leaf), text);
}

/* --- knocking out --- */

/* Removes the prefix at the beginning of each line; returns s itself if no line begins with it. Ruby's ^ matches at
 * each line. */
static str without_prefix(struct deep *d, str s)
{
  struct buf out = BUF_IN(d->arena);
  struct regex_match m;
  size_t at = 0;
  bool any = false;
  while (at <= s.n && regex_search(d->knockout, s, at, &m) == REGEX_MATCH) {
    const size_t begin = (size_t)m.at[0].begin, end = (size_t)m.at[0].end;
    buf_str(&out, str_sub(s, at, begin - at));
    any = any || end > begin;
    at = end;
    if (end > begin) continue;
    if (at < s.n) buf_char(&out, s.p[at]);
    at++;
  }
  if (!any) return s;
  buf_str(&out, str_from(s, at));
  return buf_view(&out);
}

static void array_delete(struct cell *c, str text)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    if (!cell_is_text(c->items[i], text)) c->items[kept++] = c->items[i];
  }
  c->n = kept;
}

/* Removes from `dest` the elements that elements of `source` with the prefix name, and removes these from `source`. If
 * both are the same array, it shrinks during the loop: like Ruby's delete_if, this one iterates by index. */
static void knock_out(struct deep *d, struct cell *source, struct cell *dest)
{
  uint32_t at = 0, kept = 0;
  for (; at < source->n; at++) {
    struct cell *item = source->items[at];
    if (item->kind == CELL_LEAF && item->leaf.kind == V_STRING) {
      const str text = value_text(item->leaf), rest = without_prefix(d, text);
      if (!str_eq(text, rest)) {
        array_delete(dest, rest);
        array_delete(dest, text);
        continue;
      }
    }
    if (kept != at && kept < source->n) source->items[kept] = item;
    kept++;
  }
  if (kept >= source->n || kept >= at) return;
  const uint32_t tail = at < source->n ? source->n - at : 0;
  memmove(source->items + kept, source->items + at, tail * sizeof *source->items);
  source->n = kept + tail;
}

static bool has_prefix(struct deep *d, const struct cell *c)
{
  return c->kind == CELL_LEAF && c->leaf.kind == V_STRING &&
         regex_search(d->knockout, value_text(c->leaf), 0, NULL) == REGEX_MATCH;
}

/* Two values that cannot be merged: the source has priority, after knock-out, unless unmergeable values are
 * preserved. */
static struct cell *overwrite(struct deep *d, struct cell *source, struct cell *dest)
{
  if (d->keep_unmergeable) return dest;
  if (d->knockout == NULL) return source;
  if (source->kind == CELL_ARRAY) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < source->n; i++) {
      if (!has_prefix(d, source->items[i])) source->items[kept++] = source->items[i];
    }
    source->n = kept;
  } else if (source->kind == CELL_LEAF && source->leaf.kind == V_STRING) {
    const str text = value_text(source->leaf);
    if (!str_eq(text, without_prefix(d, text))) return leaf_new(d, value_str(STR_EMPTY));
  }
  return source;
}

/* --- sorting --- */

/* Ruby's <=>; 2: not comparable. */
static int compare(value a, value b)
{
  if (value_is_number(a) && value_is_number(b)) return value_compare_numbers(a, b);
  if (a.kind == V_STRING && b.kind == V_STRING) {
    const int order = str_cmp(value_text(a), value_text(b));
    return order < 0 ? -1 : order > 0;
  }
  if (a.kind == V_ARRAY && b.kind == V_ARRAY) {
    for (uint32_t i = 0; i < a.array->n && i < b.array->n; i++) {
      const int order = compare(a.array->items[i], b.array->items[i]);
      if (order != 0) return order;
    }
    return a.array->n < b.array->n ? -1 : a.array->n > b.array->n;
  }
  return value_same(a, b) ? 0 : 2;
}

static int by_order(void *ctx, const void *x, const void *y)
{
  struct deep *d = ctx;
  const value a = *(const value *)x, b = *(const value *)y;
  const int order = compare(a, b);
  if (order != 2) return order;
  struct buf with = BUF_IN(d->arena);
  if (b.kind == V_UNDEF || b.kind == V_BOOL || value_is_number(b)) ruby_inspect(&with, b);
  else buf_z(&with, ruby_class(b));
  lookup_fail(d->call, FAILED_IN_RUBY, "comparison of %s with %.*s failed", ruby_class(a), STR_FMT(buf_view(&with)));
}

static void sort_array(struct deep *d, struct cell *c)
{
  value *items = arena_array(d->arena, c->n + 1, sizeof *items);
  value *room = arena_array(d->arena, c->n + 1, sizeof *room);
  for (uint32_t i = 0; i < c->n; i++) items[i] = value_of(d, c->items[i]);
  merge_sort(items, c->n, sizeof *items, room, by_order, d);
  for (uint32_t i = 0; i < c->n; i++) c->items[i] = cell_of(d, items[i]);
}

/* --- arrays --- */

static bool all_hashes(const struct cell *c)
{
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->items[i]->kind != CELL_HASH) return false;
  }
  return true;
}

static void add_new(struct deep *d, struct cell *out, struct hash *seen, const struct cell *from)
{
  for (uint32_t i = 0; i < from->n; i++) {
    const value v = value_of(d, from->items[i]);
    if (hash_get(seen, v) != NULL) continue;
    hash_put(seen, d->arena, v, VALUE_UNDEF);
    cell_push(d, out, from->items[i]);
  }
}

static struct cell *array_union(struct deep *d, const struct cell *dest, const struct cell *source)
{
  struct cell *out = cell_new(d, CELL_ARRAY);
  struct hash *seen = hash_new(d->arena, dest->n + source->n);
  add_new(d, out, seen, dest);
  add_new(d, out, seen, source);
  return out;
}

static struct cell *merge_cells(struct deep *d, struct cell *source, struct cell *dest);

static struct cell *merge_pairs(struct deep *d, const struct cell *source, const struct cell *dest)
{
  struct cell *out = cell_new(d, CELL_ARRAY);
  for (uint32_t i = 0; i < dest->n; i++) {
    struct cell *other = i < source->n ? source->items[i] : cell_new(d, CELL_HASH);
    cell_push(d, out, merge_cells(d, other, dest->items[i]));
  }
  for (uint32_t i = dest->n; i < source->n; i++) cell_push(d, out, source->items[i]);
  return out;
}

static void join(struct deep *d, struct buf *out, const struct cell *c, bool *first)
{
  context_enter(d->context);
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->items[i]->kind == CELL_ARRAY) {
      join(d, out, c->items[i], first);
      continue;
    }
    if (!*first) buf_str(out, d->split);
    *first = false;
    ruby_to_s(out, value_of(d, c->items[i]));
  }
  context_leave(d->context);
}

/* The option unpack_arrays: joins elements and splits them at the separator. As in Ruby's split, empty strings at the
 * end are dropped. */
static struct cell *join_and_split(struct deep *d, const struct cell *c)
{
  struct buf text = BUF_IN(d->arena);
  bool first = true;
  join(d, &text, c, &first);
  struct cell *out = cell_new(d, CELL_ARRAY);
  const str all = buf_view(&text);
  uint32_t full = 0;
  for (size_t at = 0; at <= all.n;) {
    const size_t end = str_find(all, d->split, at);
    const str part = str_sub(all, at, end == SIZE_MAX ? all.n : end - at);
    cell_push(d, out, leaf_new(d, value_str(part)));
    if (part.n > 0) full = out->n;
    if (end == SIZE_MAX) break;
    at = end + d->split.n;
  }
  out->n = full;
  return out;
}

static struct cell *merge_arrays(struct deep *d, struct cell *source, struct cell *dest)
{
  if (d->overwrite_arrays) return source;
  if (d->split.n > 0) {
    source = join_and_split(d, source);
    if (dest->kind == CELL_ARRAY) dest = join_and_split(d, dest);
  }
  /* An element that is only the prefix empties the destination. */
  bool naked = false;
  for (uint32_t i = 0; d->knockout != NULL && i < source->n; i++)
    naked = naked || cell_is_text(source->items[i], d->prefix);
  if (naked) {
    if (dest->kind != CELL_LEAF) dest->n = 0;
    if (dest->kind == CELL_HASH) dest->index = hash_new(d->arena, 4);
    if (dest->kind == CELL_LEAF) dest->leaf = dest->leaf.kind == V_STRING ? value_str(STR_EMPTY) : VALUE_UNDEF;
    array_delete(source, d->prefix);
  }
  if (dest->kind != CELL_ARRAY) return overwrite(d, source, dest);
  if (d->knockout != NULL) knock_out(d, source, dest);
  if (d->merge_hash_arrays && all_hashes(source) && all_hashes(dest)) dest = merge_pairs(d, source, dest);
  else dest = array_union(d, dest, source);
  if (d->sort) sort_array(d, dest);
  return dest;
}

static struct cell *merge_hashes(struct deep *d, struct cell *source, struct cell *dest)
{
  for (uint32_t i = 0; i < source->n; i++) {
    if (dest->kind == CELL_HASH) {
      struct cell *there = cell_get(dest, source->keys[i]), *item = source->items[i];
      /* As in the gem, a missing or false value is first replaced by a shallow copy of the source's, which is then
       * merged with the source. */
      if (!cell_truthy(there)) there = cell_dup(d, item);
      cell_put(d, dest, source->keys[i], merge_cells(d, item, there));
    } else if (dest->kind == CELL_ARRAY && d->extend_arrays) {
      cell_push(d, dest, source);
    } else {
      dest = overwrite(d, source, dest);
    }
  }
  return dest;
}

static struct cell *merge_cells(struct deep *d, struct cell *source, struct cell *dest)
{
  if (source->kind == CELL_LEAF && source->leaf.kind == V_UNDEF) return dest;
  /* Any source replaces a destination that is undef or false. */
  if (!cell_truthy(dest) && !d->keep_unmergeable) return source;
  context_enter(d->context);
  struct cell *out = dest;
  if (source->kind == CELL_HASH) out = merge_hashes(d, source, dest);
  else if (source->kind == CELL_ARRAY) out = merge_arrays(d, source, dest);
  else if (dest->kind == CELL_ARRAY && d->extend_arrays) cell_push(d, dest, source);
  else out = overwrite(d, source, dest);
  context_leave(d->context);
  return out;
}

/* --- options --- */

static bool flag(const struct hash *options, const char *name) { return value_truthy(hash_member(options, name)); }

static str text_option(struct deep *d, const struct hash *options, const char *name)
{
  return flag(options, name) ? value_to_str(d->arena, hash_member(options, name)) : (str){NULL, 0};
}

static void read_options(struct deep *d, const struct hash *options)
{
  d->keep_unmergeable = flag(options, "preserve_unmergeables");
  d->overwrite_arrays = flag(options, "overwrite_arrays");
  d->extend_arrays = flag(options, "extend_existing_arrays");
  d->sort = flag(options, "sort_merged_arrays");
  d->merge_hash_arrays = flag(options, "merge_hash_arrays");
  d->split = text_option(d, options, "unpack_arrays");
  d->prefix = text_option(d, options, "knockout_prefix");
  if (str_eqz(d->split, " ")) fail_not_supported(d->context, "the option unpack_arrays with a blank");
  if (d->prefix.p == NULL) return;
  if (d->prefix.n == 0)
    lookup_fail(d->call, FAILED_IN_RUBY, "knockout_prefix cannot be an empty string in deep_merge!");
  if (d->keep_unmergeable) {
    lookup_fail(d->call, FAILED_IN_RUBY,
                "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!");
  }
  str error;
  d->knockout = regex_compile(d->arena, arena_printf(d->arena, "^%.*s", STR_FMT(d->prefix)), &error);
  if (d->knockout == NULL) lookup_fail(d->call, FAILED_IN_RUBY, "%.*s", STR_FMT(error));
}

value merge_deep(struct lookup_call *call, value source, value destination, const struct hash *options)
{
  struct deep d = {.call = call, .context = &call->c->context, .arena = call->c->arena};
  read_options(&d, options);
  return value_of(&d, merge_cells(&d, cell_of(&d, source), cell_of(&d, destination)));
}

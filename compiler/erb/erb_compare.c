/* Ruby's ==, eql?, hash codes and <=>, and the hash table that uses them. 1 == 1.0 is true, but 1.eql?(1.0) is
 * not, and keys of hashes are compared with eql?. A hash keeps its entries in the order of insertion; a removed
 * entry stays in the array with `live` false, so that the index and a running iteration keep their positions. */
#include <math.h>

#include "compiler/erb/erb_internal.h"

#include "base/check.h"

/* --- equality --- */

static bool same_items(struct erb *e, erv a, erv b, bool exact)
{
  const struct erb_array *x = erb_items(e, a), *y = erb_items(e, b);
  if (x->n != y->n) return false;
  for (uint32_t i = 0; i < x->n; i++) {
    if (!(exact ? erb_eql : erb_equal)(e, x->items[i], y->items[i])) return false;
  }
  return true;
}

/* The order of the entries does not matter. */
static bool same_entries(struct erb *e, erv a, erv b, bool exact)
{
  const struct erb_hash *x = erb_entries(e, a);
  struct erb_hash *y = erb_entries(e, b);
  if (x->live != y->live) return false;
  const struct erb_entry *one;
  for (uint32_t i = 0; (one = erb_next_entry(x, &i)) != NULL;) {
    const erv *other = erb_hash_find(e, y, one->key);
    if (other == NULL || !(exact ? erb_eql : erb_equal)(e, one->value, *other)) return false;
  }
  return true;
}

static bool same_kind(struct erb *e, erv a, erv b, bool exact)
{
  switch ((enum erv_kind)a.kind) {
  case E_NIL:
  case E_SCOPE: return true;
  case E_BOOL: return a.boolean == b.boolean;
  case E_INT: return a.integer == b.integer;
  case E_FLOAT: return a.number == b.number;
  case E_SYMBOL: return a.symbol == b.symbol;
  case E_STRING: return str_eq(erv_text(a), erv_text(b));
  case E_ARRAY: return a.array == b.array || same_items(e, a, b, exact);
  case E_HASH: return a.hash == b.hash || same_entries(e, a, b, exact);
  case E_REGEX: return str_eq(a.regex->source, b.regex->source) && a.regex->flags == b.regex->flags;
  case E_CLASS: return a.class == b.class;
  case E_RANGE:
  case E_MATCH:
  case E_PUPPET: break;
  }
  erb_leave(e, "the comparison of two %s", erb_class_name(a));
}

static bool same_inside(struct erb *e, erv a, erv b, bool exact)
{
  context_enter(e->context);
  bool same = same_kind(e, a, b, exact);
  context_leave(e->context);
  return same;
}

bool erb_eql(struct erb *e, erv a, erv b) { return a.kind == b.kind && same_inside(e, a, b, true); }

bool erb_equal(struct erb *e, erv a, erv b)
{
  if (a.kind != b.kind) {
    if (a.kind == E_PUPPET || b.kind == E_PUPPET) {
      /* Only Puppet's objects can be equal to an object of another class; nil and booleans never are. */
      erv other = a.kind == E_PUPPET ? b : a;
      if (other.kind != E_NIL && other.kind != E_BOOL && other.kind != E_STRING && other.kind != E_SYMBOL)
        erb_leave(e, "the comparison of a %s", erb_class_name(a));
    }
    if (a.kind == E_INT && b.kind == E_FLOAT)
      return value_compare_numbers(value_int(a.integer), value_float(b.number)) == 0;
    if (a.kind == E_FLOAT && b.kind == E_INT)
      return value_compare_numbers(value_float(a.number), value_int(b.integer)) == 0;
    return false;
  }
  return same_inside(e, a, b, false);
}

/* --- order --- */

static bool compare_arrays(struct erb *e, erv a, erv b, int *order)
{
  const struct erb_array *x = erb_items(e, a), *y = erb_items(e, b);
  for (uint32_t i = 0; i < x->n && i < y->n; i++) {
    if (!erb_compare(e, x->items[i], y->items[i], order)) return false;
    if (*order != 0) return true;
  }
  *order = x->n < y->n ? -1 : x->n > y->n;
  return true;
}

static value number_of(erv v) { return v.kind == E_INT ? value_int(v.integer) : value_float(v.number); }

static bool is_number(erv v) { return v.kind == E_INT || v.kind == E_FLOAT; }

static int sign(int i) { return i < 0 ? -1 : i > 0; }

/* False if Ruby's <=> returns nil, for example for a string and a number. */
bool erb_compare(struct erb *e, erv a, erv b, int *order)
{
  if (is_number(a) && is_number(b)) {
    *order = value_compare_numbers(number_of(a), number_of(b));
    return *order != 2;
  }
  if (a.kind == E_PUPPET || b.kind == E_PUPPET) erb_leave(e, "the comparison of a %s", erb_class_name(a));
  if (a.kind != b.kind) return false;
  bool there = true;
  context_enter(e->context);
  switch ((enum erv_kind)a.kind) {
  case E_STRING: *order = sign(str_cmp(erv_text(a), erv_text(b))); break;
  case E_SYMBOL: *order = sign(str_cmp(sym_str(a.symbol), sym_str(b.symbol))); break;
  case E_ARRAY: there = compare_arrays(e, a, b, order); break;
  case E_NIL:
  case E_BOOL:
  case E_HASH:
    *order = 0;
    there = erb_equal(e, a, b);
    break;
  default: erb_leave(e, "the comparison of two %s", erb_class_name(a));
  }
  context_leave(e->context);
  return there;
}

int erb_order(struct erb *e, erv a, erv b)
{
  int order;
  if (!erb_compare(e, a, b, &order)) erb_leave(e, "the comparison of %s with %s", erb_class_name(a), erb_class_name(b));
  return order;
}

/* --- hashes --- */

static uint32_t mix(uint32_t a, uint32_t b) { return (a ^ b) * 0x9E3779B1u + (a >> 15); }

/* Values that are eql? must have the same hash code. Floats beyond 1e15 share one code, since the conversion to an
 * integer would overflow; for a hash only the size is used, since the order of its entries does not matter. */
static uint32_t code_of(struct erb *e, erv v)
{
  uint32_t code = v.kind;
  context_enter(e->context);
  switch ((enum erv_kind)v.kind) {
  case E_BOOL: code = mix(code, v.boolean); break;
  case E_INT: code = mix(mix(code, (uint32_t)v.integer), (uint32_t)((uint64_t)v.integer >> 32)); break;
  case E_FLOAT: code = mix(code, (uint32_t)(int64_t)(fabs(v.number) < 1e15 ? v.number * 16 : 1)); break;
  case E_SYMBOL: code = mix(code, v.symbol->hash); break;
  case E_STRING: code = mix(code, (uint32_t)str_hash(erv_text(v))); break;
  case E_ARRAY: {
    const struct erb_array *a = erb_items(e, v);
    for (uint32_t i = 0; i < a->n; i++) code = mix(code, code_of(e, a->items[i]));
    break;
  }
  case E_NIL: break;
  case E_HASH: code = mix(code, erb_entries(e, v)->live); break;
  default: erb_leave(e, "a %s as the key of a hash", erb_class_name(v));
  }
  context_leave(e->context);
  return code;
}

static struct erb_entry *entry_find(struct erb *e, struct erb_hash *h, erv key, uint32_t code)
{
  if (h->index == NULL) {
    for (uint32_t i = 0; i < h->n; i++) {
      struct erb_entry *one = &h->entries[i];
      if (one->live && one->code == code && erb_eql(e, one->key, key)) return one;
    }
    return NULL;
  }
  for (uint32_t at = code & (h->index_cap - 1);; at = (at + 1) & (h->index_cap - 1)) {
    if (h->index[at] == 0) return NULL;
    struct erb_entry *one = &h->entries[h->index[at] - 1];
    if (one->live && one->code == code && erb_eql(e, one->key, key)) return one;
  }
}

erv *erb_hash_find(struct erb *e, struct erb_hash *h, erv key)
{
  assert_hot(h->live <= h->n && h->n <= h->cap);
  if (h->live == 0) return NULL;
  struct erb_entry *one = entry_find(e, h, key, code_of(e, key));
  return one == NULL ? NULL : &one->value;
}

const erv *erb_hash_ask(struct erb *e, erv v, erv key)
{
  if (v.hash->variables != NULL) return erb_scope_find(e, v.hash->variables, key);
  return erb_hash_find(e, erb_entries(e, v), key);
}

/* Up to this number of entries a linear search is cheaper than an index. */
enum { FEW_ENTRIES = 8 };

static void index_entry(struct erb_hash *h, uint32_t entry)
{
  uint32_t at = h->entries[entry].code & (h->index_cap - 1);
  while (h->index[at] != 0) at = (at + 1) & (h->index_cap - 1);
  h->index[at] = entry + 1;
}

/* The index has twice as many slots as the array of entries, so that a search always ends at an empty one. */
static void grow(struct erb *e, struct erb_hash *h)
{
  if (h->n >= ERB_MAX_ELEMENTS) erb_leave(e, "a hash of more than %d entries", ERB_MAX_ELEMENTS);
  uint32_t cap = h->cap == 0 ? 8 : h->cap * 2;
  h->entries = arena_regrow(e->arena, h->entries, h->cap * sizeof *h->entries, cap * sizeof *h->entries);
  h->cap = cap;
  if (cap <= FEW_ENTRIES) return;
  h->index_cap = cap * 2;
  h->index = arena_array(e->arena, h->index_cap, sizeof *h->index);
  for (uint32_t i = 0; i < h->n; i++) index_entry(h, i);
}

/* As in Ruby, a string that becomes a key is copied and frozen. */
static erv as_key(struct erb *e, erv key)
{
  if (key.kind == E_STRING && !key.string->fixed) {
    erv copy = erv_str(e, key.string->cap > 0 ? arena_str(e->arena, erv_text(key)) : erv_text(key));
    copy.string->fixed = true;
    return copy;
  }
  if (key.kind == E_ARRAY || key.kind == E_HASH) {
    /* A key that is changed afterwards would be lost; this prevents changes. */
    if (key.kind == E_ARRAY) erb_items(e, key)->walks++;
    else erb_entries(e, key)->walks++;
  }
  return key;
}

void erb_hash_set(struct erb *e, struct erb_hash *h, erv key, erv v)
{
  assert_hot(h->live <= h->n && h->n <= h->cap);
  uint32_t code = code_of(e, key);
  struct erb_entry *one = entry_find(e, h, key, code);
  if (one != NULL) {
    one->value = v;
    return;
  }
  if (h->n == h->cap) grow(e, h);
  h->entries[h->n] = (struct erb_entry){.key = as_key(e, key), .value = v, .code = code, .live = true};
  if (h->index != NULL) index_entry(h, h->n);
  h->n++;
  h->live++;
}

bool erb_hash_remove(struct erb *e, struct erb_hash *h, erv key, erv *old)
{
  assert_hot(h->live <= h->n && h->n <= h->cap && old != NULL);
  struct erb_entry *one = h->live == 0 ? NULL : entry_find(e, h, key, code_of(e, key));
  if (one == NULL) return false;
  *old = one->value;
  one->live = false;
  h->live--;
  return true;
}

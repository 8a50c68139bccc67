/* stdlib's functions for hashes, and those that remove elements of arrays, hashes and strings. */
#include "base/check.h"
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "compiler/types/iterator.h"
#include "compiler/values/ruby_integer.h"

/* --- removing --- */

/* Ruby's Array(): arrays, pairs of a hash, nothing for undef, or an array of the value. */
static const struct array *as_array(struct fn_call *call, value v)
{
  if (v.kind == V_UNDEF) return &array_empty;
  return v.kind == V_ARRAY || v.kind == V_HASH ? fn_elements(call, v) : array_of(call->arena, &v, 1).array;
}

/* What is removed from an array or hash, by its elements, or by the keys or values of its entries. */
struct leave_out {
  struct fn_call *call;
  bool (*goes)(const struct leave_out *l, value subject, bool key);
  bool by_value, only; /* only: keep these and remove the others */
  value item;
  const struct regex *re;
};

static value without(const struct leave_out *l, value from)
{
  struct arena *a = l->call->arena;
  if (from.kind == V_ARRAY) {
    struct valuevec out = {0};
    for (uint32_t i = 0; i < from.array->n; i++) {
      if (l->goes(l, from.array->items[i], false) == l->only) valuevec_push(&out, a, from.array->items[i]);
    }
    return valuevec_array(&out, a);
  }
  struct hash *h = hash_new(a, from.hash->n);
  for (uint32_t i = 0; i < from.hash->n; i++) {
    const struct hash_entry *e = &from.hash->entries[i];
    if (l->goes(l, l->by_value ? e->value : e->key, !l->by_value) == l->only) hash_put(h, a, e->key, e->value);
  }
  return value_hash(h);
}

static bool goes_equal(const struct leave_out *l, value subject, bool key)
{
  return key ? value_same(subject, l->item) : value_ruby_equal(l->item, subject);
}

static bool goes_undef(const struct leave_out *l, value subject, bool key)
{
  (void)l;
  (void)key;
  return subject.kind == V_UNDEF;
}

/* Like Ruby's =~ and ===, which match only strings and the symbol :default. */
static bool goes_matching(const struct leave_out *l, value subject, bool key)
{
  (void)key;
  if (subject.kind == V_DEFAULT) return context_search(l->re, STR("default"), 0, NULL);
  return subject.kind == V_STRING && context_search(l->re, value_text(subject), 0, NULL);
}

static value text_without(struct fn_call *call, str text, value item)
{
  if (item.kind != V_STRING) FN_FAIL(call, "wrong argument type %s (expected Regexp)", ruby_conversion_name(item));
  str gone = value_text(item);
  if (gone.n == 0) return value_str(text);
  struct buf b = BUF_IN(call->arena);
  for (size_t at = 0;;) {
    size_t next = str_find(text, gone, at);
    buf_str(&b, next == SIZE_MAX ? str_from(text, at) : str_sub(text, at, next - at));
    if (next == SIZE_MAX) return value_str(buf_finish(&b));
    at = next + gone.n;
  }
}

static value fn_delete(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "delete(): Wrong number of arguments given %u for 2", call->n);
  value from = call->args[0];
  const struct array *items = as_array(call, call->args[1]);
  for (uint32_t i = 0; i < items->n; i++) {
    if (from.kind == V_STRING) {
      from = text_without(call, value_text(from), items->items[i]);
      continue;
    }
    if (from.kind != V_ARRAY && from.kind != V_HASH) {
      FN_FAIL(call, "delete(): First argument must be an Array, String, or Hash. Given an argument of class %s.",
              ruby_class(from));
    }
    from = without(&(struct leave_out){.call = call, .goes = goes_equal, .item = items->items[i]}, from);
  }
  return from;
}

static value fn_delete_regex(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "delete_regex(): Wrong number of arguments given %u for 2", call->n);
  value from = call->args[0];
  const struct array *items = as_array(call, call->args[1]);
  for (uint32_t i = 0; i < items->n; i++) {
    if (from.kind == V_STRING) fn_no_method(call, "reject!", from);
    if (from.kind != V_ARRAY && from.kind != V_HASH) {
      FN_FAIL(call, "delete_regex(): First argument must be an Array, Hash, or String. Given an argument of class %s.",
              ruby_class(from));
    }
    str item = fn_to_s(call, items->items[i]);
    const struct regex *re = NULL;
    if ((from.kind == V_ARRAY ? from.array->n : from.hash->n) > 0)
      re = fn_regex(call, value_str(arena_printf(call->arena, "\\b%.*s\\b", STR_FMT(item))));
    from = without(&(struct leave_out){.call = call, .goes = goes_matching, .re = re}, from);
  }
  return from;
}

static value fn_delete_values(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "delete_values(): Wrong number of arguments given (%u of 2)", call->n);
  value from = call->args[0];
  if (from.kind != V_HASH)
    FN_FAIL(call, "delete_values(): First argument must be a Hash. Given an argument of class %s.", ruby_class(from));
  return without(&(struct leave_out){.call = call, .goes = goes_equal, .by_value = true, .item = call->args[1]}, from);
}

value stdlib_without_undef(struct fn_call *call, value from)
{
  assert(from.kind == V_ARRAY || from.kind == V_HASH);
  return without(&(struct leave_out){.call = call, .goes = goes_undef, .by_value = true}, from);
}

static value fn_delete_undef_values(struct fn_call *call)
{
  if (call->n == 0) FN_FAIL(call, "delete_undef_values(): Wrong number of arguments given (0)");
  value from = call->args[0];
  if (from.kind != V_ARRAY && from.kind != V_HASH) {
    FN_FAIL(call, "delete_undef_values(): expected an array or hash, got %.*s type  %s ", STR_FMT(fn_to_s(call, from)),
            ruby_class(from));
  }
  return stdlib_without_undef(call, from);
}

/* grep and grep_v of a hash see pairs, which never match; reject's block sees the keys. */
value stdlib_matching(struct fn_call *call)
{
  const char *method = call->row->word;
  const bool wanted = strcmp(method, "grep") == 0;
  if (call->n != 2) FN_FAIL(call, "%s(): Wrong number of arguments given %u for 2", call->name, call->n);
  const struct regex *re = fn_regex(call, call->args[1]);
  value v = call->args[0];
  if (v.kind == V_HASH && strcmp(method, "reject") != 0)
    return value_array(wanted ? array_new(call->arena, 0) : fn_elements(call, v));
  if (v.kind != V_ARRAY && v.kind != V_HASH) fn_no_method(call, method, v);
  return without(&(struct leave_out){.call = call, .goes = goes_matching, .only = wanted, .re = re}, v);
}

/* --- merging --- */

static value deep_merged(struct fn_call *call, const struct hash *a, const struct hash *b)
{
  context_enter(call->context);
  struct hash *out = hash_copy(call->arena, a, b->n);
  for (uint32_t i = 0; i < b->n; i++) {
    const struct hash_entry *e = &b->entries[i];
    const value *old = hash_get(a, e->key);
    bool both = old != NULL && old->kind == V_HASH && e->value.kind == V_HASH;
    hash_put(out, call->arena, e->key, both ? deep_merged(call, old->hash, e->value.hash) : e->value);
  }
  context_leave(call->context);
  return value_hash(out);
}

static value fn_deep_merge(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "deep_merge(): wrong number of arguments (%u; must be at least 2)", call->n);
  value out = value_hash(hash_new(call->arena, 0));
  for (uint32_t i = 0; i < call->n; i++) {
    value v = call->args[i];
    if (v.kind == V_STRING && v.length == 0) continue;
    if (v.kind != V_HASH)
      FN_FAIL(call, "deep_merge: unexpected argument type %s, only expects hash arguments", ruby_class(v));
    out = deep_merged(call, out.hash, v.hash);
  }
  return out;
}

static value fn_merge(struct fn_call *call)
{
  struct hash *out = hash_new(call->arena, 8);
  for (uint32_t i = 0; i < call->n; i++) {
    if (call->args[i].kind == V_HASH) hash_put_all(out, call->arena, call->args[i].hash);
  }
  return value_hash(out);
}

/* The block gets a new copy of the result so far each time, since it may store it. */
static value fn_merge_yielded(struct fn_call *call)
{
  const bool with_index = call->row->flag;
  if (call->n != 1) FN_FAIL(call, "wrong number of arguments (given %u, expected 1)", call->n);
  struct iterator *it = fn_iterate_anew(call, call->args[0]);
  const struct hash *sofar = &hash_empty;
  value v;
  for (int64_t i = 0; iterator_next(it, &v); i++) {
    value args[] = {value_hash(sofar), v, VALUE_UNDEF};
    if (with_index) {
      bool pair = call->args[0].kind == V_HASH;
      args[1] = pair ? v.array->items[0] : value_int(i);
      args[2] = pair ? v.array->items[1] : v;
    }
    value more = fn_yield(call, args, with_index ? 3 : 2);
    if (more.kind == V_HASH && more.hash->n > 0) sofar = hash_merged(call->arena, sofar, more.hash).hash;
  }
  return value_hash(sofar);
}

static value fn_hash(struct fn_call *call)
{
  if (stdlib_first(call).kind != V_ARRAY) FN_FAIL(call, "hash(): Requires array to work with");
  struct valuevec flat = value_flat(call->context, call->args, 1);
  if (flat.n == 1 && flat.items[0].kind == V_HASH) return flat.items[0];
  if (flat.n % 2 != 0) FN_FAIL(call, "hash(): Unable to compute hash from array given");
  struct hash *h = hash_new(call->arena, flat.n / 2);
  for (uint32_t i = 0; i < flat.n; i += 2) hash_put(h, call->arena, flat.items[i], flat.items[i + 1]);
  return value_hash(h);
}

/* --- nested keys --- */

static value fn_has_key(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "has_key(): wrong number of arguments (%u; must be 2)", call->n);
  value v = call->args[0];
  if (v.kind != V_HASH) {
    FN_FAIL(call, "has_key(): expects the first argument to be a hash, got %.*s which is of type %s",
            STR_FMT(fn_inspect(call, v)), ruby_class(v));
  }
  return value_bool(hash_get(v.hash, call->args[1]) != NULL);
}

/* Ruby's Integer(); false if it fails. */
static bool whole(struct fn_call *call, value v, int64_t *out)
{
  if (v.kind == V_INT) *out = v.integer;
  if (v.kind == V_INT) return true;
  if (v.kind == V_FLOAT && v.number > -9e18 && v.number < 9e18) {
    *out = (int64_t)v.number;
    return true;
  }
  struct ruby_integer i;
  return v.kind == V_STRING && ruby_integer_of_text(call->arena, value_text(v), 0, &i) && ruby_integer_fits(&i, out);
}

static value dig_step(struct fn_call *call, value in, value key)
{
  if (in.kind == V_HASH) return value_or_undef(hash_get(in.hash, key));
  int64_t i;
  if (in.kind != V_ARRAY || !whole(call, key, &i)) return VALUE_UNDEF;
  i = i < 0 ? i + in.array->n : i;
  return i < 0 || i >= in.array->n ? VALUE_UNDEF : in.array->items[i];
}

static value fn_dig44(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "dig44(): Wrong number of arguments given (%u for at least 2)", call->n);
  value in = call->args[0], path = call->args[1];
  if (in.kind != V_HASH && in.kind != V_ARRAY)
    FN_FAIL(call, "dig44(): first argument must be a hash or an array, given %s", ruby_class(in));
  if (path.kind != V_ARRAY) FN_FAIL(call, "dig44(): second argument must be an array, given %s", ruby_class(path));
  for (uint32_t i = 0; i < path.array->n && in.kind != V_UNDEF; i++) in = dig_step(call, in, path.array->items[i]);
  return in.kind == V_UNDEF ? fn_arg(call, 2) : in;
}

/* --- keys and values as strings --- */

static str joined(struct fn_call *call, value key, str separator, value v)
{
  struct buf b = BUF_IN(call->arena);
  ruby_to_s(&b, key);
  buf_str(&b, separator);
  ruby_to_s(&b, v);
  return buf_finish(&b);
}

static value fn_join_keys_to_values(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "join_keys_to_values(): Takes exactly two arguments, but %u given.", call->n);
  value h = call->args[0];
  if (h.kind != V_HASH)
    FN_FAIL(call, "join_keys_to_values(): The first argument must be a hash, but a %s was given.", ruby_class(h));
  if (call->args[1].kind != V_STRING) {
    FN_FAIL(call, "join_keys_to_values(): The second argument must be a string, but a %s was given.",
            ruby_class(call->args[1]));
  }
  struct valuevec out = {0};
  str separator = fn_text(call, 1);
  for (uint32_t i = 0; i < h.hash->n; i++) {
    value key = h.hash->entries[i].key, v = h.hash->entries[i].value;
    for (uint32_t k = 0; v.kind == V_ARRAY && k < v.array->n; k++)
      valuevec_push(&out, call->arena, value_str(joined(call, key, separator, v.array->items[k])));
    if (v.kind == V_ARRAY) continue;
    bool alone = v.kind == V_STRING && str_eqz(value_text(v), "undef");
    valuevec_push(&out, call->arena, value_str(alone ? fn_to_s(call, key) : joined(call, key, separator, v)));
  }
  return valuevec_array(&out, call->arena);
}

static value affixed(struct fn_call *call, value v, str before, str after)
{
  return value_str(joined(call, value_str(before), fn_to_s(call, v), value_str(after)));
}

/* prefix() and suffix(): change elements, or keys. */
static value fn_affix(struct fn_call *call)
{
  const bool in_front = call->row->flag;
  value v = stdlib_first(call), affix = fn_arg(call, 1);
  if (v.kind != V_ARRAY && v.kind != V_HASH)
    FN_FAIL(call, "%s(): expected first argument to be an Array or a Hash, got %.*s", call->name,
            STR_FMT(fn_inspect(call, v)));
  if (value_truthy(affix) && affix.kind != V_STRING)
    FN_FAIL(call, "%s(): expected second argument to be a String, got %.*s", call->name,
            STR_FMT(fn_inspect(call, affix)));
  str text = value_text_or_empty(affix);
  str before = in_front ? text : STR_EMPTY, after = in_front ? STR_EMPTY : text;
  if (v.kind == V_ARRAY) {
    struct array *out = array_new(call->arena, v.array->n);
    for (uint32_t i = 0; i < out->n; i++) out->items[i] = affixed(call, v.array->items[i], before, after);
    return value_array(out);
  }
  struct hash *h = hash_new(call->arena, v.hash->n);
  for (uint32_t i = 0; i < v.hash->n; i++)
    hash_put(h, call->arena, affixed(call, v.hash->entries[i].key, before, after), v.hash->entries[i].value);
  return value_hash(h);
}

#define HASHES "Variant[Hash[Scalar, Any], Undef, String[0, 0]] *$args >> Hash[Scalar, Any]"
#define MERGED "one hash of several, the last wins"
#define YIELDED "hashes that a block makes"

/* --- nested values --- */

static void put_values(struct fn_call *call, struct valuevec *out, const struct hash *h)
{
  context_enter(call->context);
  for (uint32_t i = 0; i < h->n; i++) {
    value v = h->entries[i].value;
    if (v.kind == V_HASH) put_values(call, out, v.hash);
    else valuevec_push(out, call->arena, v);
  }
  context_leave(call->context);
}

static value fn_nested_values(struct fn_call *call)
{
  struct valuevec out = {0};
  put_values(call, &out, call->args[0].hash);
  return valuevec_array(&out, call->arena);
}

const struct fn_row fn_stdlib_hash_rows[] = {
  {"deep_merge", NULL, fn_deep_merge, "one hash of several, hashes in them too", OLD_API(-1)},
  {"delete", NULL, fn_delete, "an array, hash or text without some elements, keys or texts", OLD_API(-1)},
  {"delete_regex", NULL, fn_delete_regex, "an array or hash without what an expression matches", OLD_API(-1)},
  {"delete_undef_values", NULL, fn_delete_undef_values, "an array or hash without undef", OLD_API(-1)},
  {"delete_values", NULL, fn_delete_values, "a hash without entries of a value", OLD_API(-1)},
  {"dig44", NULL, fn_dig44, "the value at a path into arrays and hashes", OLD_API(-2)},
  {"has_key", NULL, fn_has_key, "whether a hash has a key", OLD_API(-1)},
  {"hash", NULL, fn_hash, "a hash of keys and values in turn", OLD_API(-1)},
  {"join_keys_to_values", NULL, fn_join_keys_to_values, "keys with their values behind them, as texts", OLD_API(-1)},
  {"merge", HASHES, fn_merge, MERGED, .below = 9},
  {"merge", "Iterable *$args, Callable[3, 3] &$block >> Hash", fn_merge_yielded, YIELDED, .below = 9, .flag = true},
  {"merge", "Iterable *$args, Callable[2, 2] &$block >> Hash", fn_merge_yielded, YIELDED, .below = 9, .flag = false},
  {"prefix", NULL, fn_affix, "elements or keys with a text in front", .flag = true, OLD_API(-1)},
  {"stdlib::merge", HASHES, fn_merge, MERGED},
  {"stdlib::merge", "Iterable *$args, Callable[3, 3] &$block >> Hash", fn_merge_yielded, YIELDED, .flag = true},
  {"stdlib::merge", "Iterable *$args, Callable[2, 2] &$block >> Hash", fn_merge_yielded, YIELDED, .flag = false},
  {"stdlib::nested_values", "Hash $hash >> Array", fn_nested_values, "values of a hash and of hashes in it"},
  {"suffix", NULL, fn_affix, "elements or keys with a text behind", .flag = false, OLD_API(-1)},
  {0},
};

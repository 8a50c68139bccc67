/* Array.new and Hash.new, which also make values of Tuple and Struct. Hash.new has three forms: a list of pairs,
 * alternating keys and values as in Ruby's Hash[], and a tree that is built from pairs of a path and a value. */
#include "compiler/functions/convert.h"
#include "compiler/functions/fn_ruby.h"

static value array_of_bytes(struct fn_call *call, value v)
{
  struct array *a = array_new(call->arena, v.length);
  for (uint32_t i = 0; i < v.length; i++) a->items[i] = value_int((unsigned char)v.text[i]);
  return value_array(a);
}

static value to_array(struct fn_call *call)
{
  value v = call->args[0];
  return v.kind == V_BINARY ? array_of_bytes(call, v) : value_array(fn_elements(call, v));
}

static value wrapped(struct fn_call *call)
{
  value v = call->args[0];
  return v.kind == V_ARRAY ? v : array_of(call->arena, &v, 1);
}

static value bad_array(struct fn_call *call) { convert_impossible(call, "new_array", call->args[0], "Array", false); }

/* --- hashes --- */

static value from_tuples(struct fn_call *call)
{
  const struct array *a = call->args[0].array;
  struct hash *h = hash_new(call->arena, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    const value *pair = a->items[i].array->items;
    hash_put(h, call->arena, pair[0], pair[1]);
  }
  return value_hash(h);
}

static value from_list(struct fn_call *call, const struct array *a)
{
  if (a->n % 2 != 0) FN_FAIL(call, "odd number of arguments for Hash");
  struct hash *h = hash_new(call->arena, a->n / 2);
  for (uint32_t i = 0; i < a->n; i += 2) hash_put(h, call->arena, a->items[i], a->items[i + 1]);
  return value_hash(h);
}

/* Like Ruby's Hash[list]: each element is an array of a key and a value, or of a key alone. */
static value from_pairs(struct fn_call *call, const struct array *a)
{
  struct hash *h = hash_new(call->arena, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    value e = a->items[i];
    if (e.kind != V_ARRAY) FN_FAIL(call, "wrong element type %s at %u (expected array)", ruby_class(e), i);
    const struct array *pair = e.array;
    if (pair->n < 1 || pair->n > 2) FN_FAIL(call, "invalid number of elements (%u for 1..2)", pair->n);
    hash_put(h, call->arena, pair->items[0], pair->n == 2 ? pair->items[1] : VALUE_UNDEF);
  }
  return value_hash(h);
}

/* Like Ruby's Hash[*steps]. With a single step that is a hash or an array, Ruby takes it as Hash[step]. */
static value from_steps(struct fn_call *call, const struct array *a)
{
  if (a->n == 1 && a->items[0].kind == V_HASH) return a->items[0];
  if (a->n == 1 && a->items[0].kind == V_ARRAY) return from_pairs(call, a->items[0].array);
  return from_list(call, a);
}

static value from_any(struct fn_call *call)
{
  value v = call->args[0];
  if (v.kind == V_HASH) return v;
  if (v.kind == V_ARRAY) return from_list(call, v.array);
  if (!type_instance(type_simple(T_ITERABLE), v)) convert_impossible(call, NULL, v, "Hash", false);
  return from_steps(call, fn_elements(call, v));
}

/* A tree that is being built. It copies every collection that is added, so that branches can be added in place without
 * changing values of the caller. */
struct tree {
  struct fn_call *call;
  bool all_hashes;
};

/* Copies the collections in v. For "hash_tree" Puppet turns arrays into hashes by index, but not the arrays inside
 * of hashes. */
static value own(struct tree *t, value v, bool as_hashes);

static value own_inner(void *tree, value v) { return own(tree, v, false); }

static value own(struct tree *t, value v, bool as_hashes)
{
  struct arena *a = t->call->arena;
  context_enter(t->call->context);
  if (v.kind == V_ARRAY && as_hashes) {
    struct hash *h = hash_new(a, v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) hash_put(h, a, value_int(i), own(t, v.array->items[i], true));
    v = value_hash(h);
  } else {
    v = value_map(a, v, NULL, own_inner, t);
  }
  context_leave(t->call->context);
  return v;
}

/* An index far beyond the end of an array fills the gap with undef; this limits the memory that one index needs. */
enum { MAX_GAP = 1000000 };

static value *array_slot(struct tree *t, value *node, value key)
{
  if (key.kind != V_INT) FN_FAIL(t->call, "no implicit conversion of String into Integer");
  const int64_t n = node->array->n, i = key.integer < 0 ? key.integer + n : key.integer;
  if (i < 0) FN_FAIL(t->call, "index %lld too small for array; minimum: -%lld", (long long)key.integer, (long long)n);
  if (i >= n + MAX_GAP) fail_error(t->call->context, FAILURE_LIMIT, "The index %lld is too large", (long long)i);
  if (i >= n) {
    struct array *longer = array_new(t->call->arena, (uint32_t)(i + 1));
    memcpy(longer->items, node->array->items, (size_t)n * sizeof(value));
    *node = value_array(longer);
  }
  return (value *)&node->array->items[i];
}

/* Returns the slot of a key in a node of the tree. A missing key of a hash gets the value `missing`. */
static value *tree_slot(struct tree *t, value *node, value key, value missing)
{
  if (node->kind == V_ARRAY) return array_slot(t, node, key);
  if (node->kind != V_HASH)
    FN_FAIL(t->call, "not supported: a path of a tree through a value that is not a collection");
  struct hash *h = (struct hash *)node->hash;
  if (hash_get(h, key) == NULL) hash_put(h, t->call->arena, key, missing);
  return (value *)hash_get(h, key);
}

static void merge_root(struct tree *t, value *root, value v)
{
  if (v.kind == V_ARRAY) {
    for (uint32_t i = 0; i < v.array->n; i++) {
      *tree_slot(t, root, value_int(i), VALUE_UNDEF) = own(t, v.array->items[i], false);
    }
    return;
  }
  if (v.kind != V_HASH) fn_no_conversion(t->call, v, "Hash");
  for (uint32_t i = 0; i < v.hash->n; i++) {
    *tree_slot(t, root, v.hash->entries[i].key, VALUE_UNDEF) = own(t, v.hash->entries[i].value, false);
  }
}

static value from_tree(struct fn_call *call)
{
  if (call->n == 1) return from_tuples(call);
  struct tree t = {call, str_eq(fn_text(call, 1), STR("hash_tree"))};
  value root = value_hash(hash_new(call->arena, 8));
  const struct array *entries = call->args[0].array;
  for (uint32_t i = 0; i < entries->n; i++) {
    const value *pair = entries->items[i].array->items;
    const struct array *path = pair[0].array;
    if (path->n == 0) {
      merge_root(&t, &root, pair[1]);
      continue;
    }
    value *node = &root;
    for (uint32_t k = 0; k + 1 < path->n; k++) {
      node = tree_slot(&t, node, path->items[k], value_hash(hash_new(call->arena, 4)));
    }
    *tree_slot(&t, node, path->items[path->n - 1], VALUE_UNDEF) = own(&t, pair[1], t.all_hashes);
  }
  return root;
}

const struct fn_row convert_array_rows[] = {
  {"new_array", "Variant[Array, Hash, Binary, Iterable] $from, Boolean[false] ?$wrap", to_array, "the elements"},
  {"new_array", "Any $from, Boolean[true] $wrap", wrapped, "the value in an array, unless it is one"},
  {"new_array", "Any $from, Boolean ?$wrap", bad_array, "explains what has no elements", .only_explains = true},
  {0},
};
const struct fn_row convert_hash_rows[] = {
  {"new_hash",
   "type KeyValueArray = Array[Tuple[Any, Any], 1];"
   "type TreeArray = Array[Tuple[Array, Any], 1];"
   "type NewHashOption = Enum[tree, hash_tree];"
   "TreeArray $from, NewHashOption ?$build_option",
   from_tree, "a hash of hashes, by paths"},
  {"new_hash", "KeyValueArray $from", from_tuples, "a hash of pairs"},
  {"new_hash", "Any $from", from_any, "a hash of keys and values in turn"},
  {0},
};

/* stdlib's functions of arrays. */
#include "compiler/compilation/host.h"
#include "compiler/functions/stdlib/stdlib.h"

value stdlib_first(struct fn_call *call)
{
  if (call->n == 0) FN_FAIL(call, "%s(): Wrong number of arguments given (0 for 1)", call->name);
  return call->args[0];
}

value stdlib_first_sequence(struct fn_call *call)
{
  value v = stdlib_first(call);
  if (v.kind != V_ARRAY && v.kind != V_STRING)
    FN_FAIL(call, "%s(): Requires either array or string to work with", call->name);
  return v;
}

/* --- sets: elements are compared like keys of a hash --- */

/* Elements of `from` that are in the set, or those that are not. */
static value selected(struct fn_call *call, const struct array *from, const struct array *other, bool wanted)
{
  struct hash *set = hash_new(call->arena, other->n);
  for (uint32_t i = 0; i < other->n; i++) hash_put(set, call->arena, other->items[i], VALUE_UNDEF);
  struct valuevec out = {0};
  for (uint32_t i = 0; i < from->n; i++) {
    if ((hash_get(set, from->items[i]) != NULL) == wanted) valuevec_push(&out, call->arena, from->items[i]);
  }
  return valuevec_array(&out, call->arena);
}

static value fn_difference(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "difference(): Wrong number of arguments given (%u for 2)", call->n);
  if (call->args[0].kind != V_ARRAY || call->args[1].kind != V_ARRAY) FN_FAIL(call, "difference(): Requires 2 arrays");
  return selected(call, call->args[0].array, call->args[1].array, false);
}

static value fn_intersection(struct fn_call *call)
{
  if (call->n != 2) FN_FAIL(call, "intersection(): Wrong number of arguments given (%u for 2)", call->n);
  value a = call->args[0], b = call->args[1];
  if (a.kind != V_ARRAY || b.kind != V_ARRAY)
    FN_FAIL(call, "intersection(): Requires 2 arrays, got %s and %s", ruby_class(a), ruby_class(b));
  const struct array *both = selected(call, a.array, b.array, true).array;
  return array_unique(call->arena, both->items, both->n);
}

static value fn_union(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "union(): Wrong number of arguments given (%u for < 2)", call->n);
  struct valuevec all = {0};
  for (uint32_t i = 0; i < call->n; i++) {
    if (call->args[i].kind != V_ARRAY) FN_FAIL(call, "union(): Every parameter must be an array");
    for (uint32_t j = 0; j < call->args[i].array->n; j++)
      valuevec_push(&all, call->arena, call->args[i].array->items[j]);
  }
  return array_unique(call->arena, all.items, all.n);
}

static value fn_member(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "member(): Wrong number of arguments given (%u for 2)", call->n);
  value in = call->args[0], item = call->args[1];
  if (in.kind != V_ARRAY) FN_FAIL(call, "member(): Requires array to work with");
  if (item.kind != V_STRING && item.kind != V_INT && item.kind != V_ARRAY)
    FN_FAIL(call, "member(): Item to search for must be a string, fixnum, or array");
  value wanted = item.kind == V_ARRAY ? item : array_of(call->arena, &item, 1);
  if (wanted.array->n == 0) FN_FAIL(call, "member(): You must provide item to search for within array given");
  return value_bool(selected(call, wanted.array, in.array, false).array->n == 0);
}

/* --- joining, transposing --- */

static value fn_concat(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "concat(): Wrong number of arguments given (%u for < 2)", call->n);
  if (call->args[0].kind != V_ARRAY) FN_FAIL(call, "concat(): Requires array to work with");
  struct valuevec out = {0};
  for (uint32_t i = 0; i < call->n; i++) {
    value v = call->args[i];
    if (v.kind != V_ARRAY) valuevec_push(&out, call->arena, v);
    for (uint32_t j = 0; v.kind == V_ARRAY && j < v.array->n; j++) valuevec_push(&out, call->arena, v.array->items[j]);
  }
  return valuevec_array(&out, call->arena);
}

static value fn_zip(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "zip(): Wrong number of arguments given (%u for 2)", call->n);
  value a = call->args[0], b = call->args[1];
  if (a.kind != V_ARRAY || b.kind != V_ARRAY) FN_FAIL(call, "zip(): Requires array to work with");
  bool flat = value_truthy(fn_arg(call, 2)) && stdlib_str2bool(call, call->args[2]);
  struct array *out = array_new(call->arena, a.array->n);
  for (uint32_t i = 0; i < out->n; i++) {
    value pair[] = {a.array->items[i], i < b.array->n ? b.array->items[i] : VALUE_UNDEF};
    out->items[i] = array_of(call->arena, pair, 2);
  }
  if (!flat) return value_array(out);
  struct valuevec items = value_flat(call->context, out->items, out->n);
  return valuevec_array(&items, call->arena);
}

static value fn_reverse(struct fn_call *call)
{
  value v = stdlib_first_sequence(call);
  const struct array *from = fn_elements(call, v);
  struct array *out = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < out->n; i++) out->items[i] = from->items[from->n - 1 - i];
  return fn_like(call, v, out);
}

static uint32_t random_index(struct fn_call *call, uint32_t below)
{
  uint64_t bits;
  call->compilation->host->random_bytes(call->compilation->host->ctx, &bits, sizeof bits);
  return (uint32_t)(bits % below);
}

static value fn_shuffle(struct fn_call *call)
{
  value v = stdlib_first_sequence(call);
  const struct array *from = fn_elements(call, v);
  struct array *out = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < out->n; i++) out->items[i] = from->items[i];
  for (uint32_t i = 0; i < out->n; i++) {
    uint32_t j = i + random_index(call, out->n - i);
    value moved = out->items[j];
    out->items[j] = out->items[i];
    out->items[i] = moved;
  }
  return fn_like(call, v, out);
}

/* --- choosing by index --- */

static value fn_delete_at(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "delete_at(): Wrong number of arguments given (%u for 2)", call->n);
  if (call->args[0].kind != V_ARRAY) FN_FAIL(call, "delete_at(): Requires array to work with");
  if (call->args[1].kind == V_STRING && !stdlib_has_digit_line(fn_text(call, 1)))
    FN_FAIL(call, "delete_at(): You must provide non-negative numeric index");
  const struct array *from = call->args[0].array;
  int64_t index = fn_to_i(call, call->args[1]);
  if (index > (int64_t)from->n - 1) FN_FAIL(call, "delete_at(): Given index exceeds size of array given");
  index = index < 0 ? index + from->n : index;
  struct valuevec out = {0};
  for (uint32_t i = 0; i < from->n; i++) {
    if (i != index) valuevec_push(&out, call->arena, from->items[i]);
  }
  return valuevec_array(&out, call->arena);
}

/* Splits a line "1-3", "1..3" or "1...3" into its numbers, each with the text after it; *without_last for "...". */
static bool find_range(str s, str *first, str *last, bool *without_last)
{
  str line;
  for (size_t at = 0; fn_next_line(s, &at, &line);) {
    const size_t sign = str_digits(line, 0);
    str rest = str_from(line, sign);
    *without_last = str_starts(rest, STR("..."));
    size_t skip = *without_last ? 3 : str_starts(rest, STR("..")) ? 2 : str_starts(rest, STR("-"));
    *first = line;
    *last = str_from(rest, skip);
    if (sign > 0 && skip > 0 && last->n > 0 && str_digits(*last, 0) == last->n) return true;
  }
  return false;
}

/* Appends the elements of an index: "3", "1-3", "1..3", "1...3". */
static void add_places(struct fn_call *call, const struct array *a, str index, struct valuevec *out)
{
  str first, last;
  bool without_last;
  if (!find_range(index, &first, &last, &without_last)) {
    if (!stdlib_has_digit_line(index)) FN_FAIL(call, "values_at(): Unknown format of given index");
    int64_t i = fn_text_to_i(call, index);
    if (i > (int64_t)a->n - 1) FN_FAIL(call, "values_at(): Given index exceeds array size");
    if (i + a->n >= 0) valuevec_push(out, call->arena, a->items[i < 0 ? i + a->n : i]);
    return;
  }
  int64_t start = fn_text_to_i(call, first);
  int64_t stop = fn_text_to_i(call, last);
  if (start > stop) FN_FAIL(call, "values_at(): Stop index in given indices range is smaller than the start index");
  if (stop > (int64_t)a->n - 1) FN_FAIL(call, "values_at(): Stop index in given indices range exceeds array size");
  for (int64_t i = start; i <= stop - without_last; i++) valuevec_push(out, call->arena, a->items[i]);
}

static value fn_values_at(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "values_at(): Wrong number of arguments given (%u for 2)", call->n);
  if (call->args[0].kind != V_ARRAY) FN_FAIL(call, "values_at(): Requires array to work with");
  struct valuevec indices = {0}, found = {0}, out = {0};
  value_flatten(call->context, &indices, call->args + 1, 1);
  if (indices.n == 0) FN_FAIL(call, "values_at(): You must provide at least one positive index to collect");
  for (uint32_t i = 0; i < indices.n; i++)
    add_places(call, call->args[0].array, fn_to_s(call, indices.items[i]), &found);
  for (uint32_t i = 0; i < found.n; i++) {
    if (found.items[i].kind != V_UNDEF) valuevec_push(&out, call->arena, found.items[i]);
  }
  return valuevec_array(&out, call->arena);
}

/* --- the first defined value --- */

static bool is_nothing(value v)
{
  if (v.kind == V_STRING) return v.length == 0;
  return v.kind == V_UNDEF;
}

static value fn_pick(struct fn_call *call)
{
  for (uint32_t i = 0; i < call->n; i++) {
    if (!is_nothing(call->args[i])) return call->args[i];
  }
  FN_FAIL(call, "pick(): must receive at least one non empty value");
}

static value fn_pick_default(struct fn_call *call)
{
  if (call->n == 0) FN_FAIL(call, "Must receive at least one argument.");
  for (uint32_t i = 0; i + 1 < call->n; i++) {
    if (!is_nothing(call->args[i])) return call->args[i];
  }
  return call->args[call->n - 1];
}

static value fn_count(struct fn_call *call)
{
  if (call->n > 2) FN_FAIL(call, "count(): Wrong number of arguments given %u for 1 or 2.", call->n);
  value in = call->args[0], item = fn_arg(call, 1);
  bool all = !value_truthy(item);
  if (in.kind == V_HASH) {
    if (all) return value_int(in.hash->n);
    const value *v = item.kind == V_ARRAY && item.array->n == 2 ? hash_get(in.hash, item.array->items[0]) : NULL;
    return value_int(v != NULL && value_ruby_equal(*v, item.array->items[1]));
  }
  if (in.kind == V_STRING && all) FN_FAIL(call, "wrong number of arguments (given 0, expected 1+)");
  if (in.kind == V_STRING) return value_int(stdlib_count_characters(call, value_text(in), fn_string(call, item)));
  if (in.kind != V_ARRAY) fn_no_method(call, "count", in);
  int64_t n = 0;
  for (uint32_t i = 0; i < in.array->n; i++)
    n += all ? !is_nothing(in.array->items[i]) : value_ruby_equal(in.array->items[i], item);
  return value_int(n);
}

static value fn_any2array(struct fn_call *call)
{
  value v = fn_arg(call, 0);
  if (call->n != 1) return array_of(call->arena, call->args, call->n);
  if (v.kind == V_ARRAY) return v;
  if (v.kind == V_STRING && v.length == 0) return value_array(array_new(call->arena, 0));
  if (v.kind != V_HASH) return array_of(call->arena, &v, 1);
  struct array *out = array_new(call->arena, v.hash->n * 2);
  for (uint32_t i = 0; i < v.hash->n; i++) {
    out->items[2 * i] = v.hash->entries[i].key;
    out->items[2 * i + 1] = v.hash->entries[i].value;
  }
  return value_array(out);
}

const struct fn_row fn_stdlib_array_rows[] = {
  {"any2array", NULL, fn_any2array, "an array of anything", OLD_API(-1)},
  {"concat", NULL, fn_concat, "one array of several", OLD_API(-1)},
  {"count", NULL, fn_count, "how many elements there are, or are equal to a value", OLD_API(-2)},
  {"delete_at", NULL, fn_delete_at, "an array without the element at an index", OLD_API(-1)},
  {"difference", NULL, fn_difference, "elements of the first array that the second has not", OLD_API(-1)},
  {"grep", NULL, stdlib_matching, "elements that an expression matches", .word = "grep", OLD_API(-1)},
  {"intersection", NULL, fn_intersection, "elements that two arrays have both", OLD_API(-1)},
  {"member", NULL, fn_member, "whether an array has an element, or several", OLD_API(-1)},
  {"pick", NULL, fn_pick, "the first argument that is neither undef nor empty", OLD_API(-1)},
  {"pick_default", NULL, fn_pick_default, "the same, or the last argument", OLD_API(-1)},
  {"reject", NULL, stdlib_matching, "elements that an expression does not match", .below = 9, .word = "reject",
   OLD_API(-1)},
  {"reject", NULL, stdlib_matching, "elements that an expression does not match", .from = 9, .word = "grep_v",
   OLD_API(-1)},
  {"reverse", NULL, fn_reverse, "an array or text from its end to its beginning", OLD_API(-1)},
  {"shuffle", NULL, fn_shuffle, "an array or text in random order", OLD_API(-1)},
  {"union", NULL, fn_union, "elements of several arrays, each once", OLD_API(-1)},
  {"values_at", NULL, fn_values_at, "elements at indices and ranges of them", OLD_API(-1)},
  {"zip", NULL, fn_zip, "pairs of the elements of two arrays", OLD_API(-1)},
  {0},
};

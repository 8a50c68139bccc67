/* Functions that stdlib has since version 9, and some odd ones. */
#include "compiler/catalog/catalog.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/functions/fn_stdlib_checks.h"

/* --- data --- */

static void put_values(struct fn_call *call, struct valuevec *out, const struct hash *h)
{
  context_enter(call->context);
  for (uint32_t i = 0; i < h->n; i++) {
    value v = h->entries[i].value;
    if (v.kind == V_HASH)
      put_values(call, out, v.hash);
    else
      valuevec_push(out, call->arena, v);
  }
  context_leave(call->context);
}

static value fn_nested_values(struct fn_call *call)
{
  struct valuevec out = {0};
  put_values(call, &out, call->args[0].hash);
  return valuevec_array(&out, call->arena);
}

/* --- sorting by what a block says --- */

struct sorted {
  value key, item;
};

static void merge_sort(struct fn_call *call, struct sorted *items, struct sorted *spare, uint32_t n)
{
  if (n < 2) return;
  uint32_t half = n / 2, i = 0, k = half, out = 0;
  merge_sort(call, items, spare, half);
  merge_sort(call, items + half, spare, n - half);
  while (i < half && k < n)
    spare[out++] = fn_order(call, items[i].key, items[k].key) <= 0 ? items[i++] : items[k++];
  while (i < half) spare[out++] = items[i++];
  while (k < n) spare[out++] = items[k++];
  memcpy(items, spare, n * sizeof *items);
}

/* The elements, in the order of what the block makes of each; pairs of a hash are one argument to it. */
static struct array *sorted_elements(struct fn_call *call)
{
  const struct array *from = fn_elements(call, call->args[0]);
  struct sorted *items = arena_array(call->arena, from->n, sizeof *items);
  for (uint32_t i = 0; i < from->n; i++)
    items[i] = (struct sorted){fn_yield(call, &from->items[i], 1), from->items[i]};
  merge_sort(call, items, arena_array(call->arena, from->n, sizeof *items), from->n);
  struct array *out = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < from->n; i++) out->items[i] = items[i].item;
  return out;
}

static value fn_sort_by_array(struct fn_call *call) { return value_array(sorted_elements(call)); }

static value fn_sort_by_string(struct fn_call *call)
{
  const struct array *a = sorted_elements(call);
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < a->n; i++) buf_str(&b, value_text(a->items[i]));
  return value_str(buf_finish(&b));
}

static value fn_sort_by_hash(struct fn_call *call)
{
  const struct array *a = sorted_elements(call);
  struct hash *h = hash_new(call->arena, a->n);
  for (uint32_t i = 0; i < a->n; i++)
    hash_put(h, call->arena, a->items[i].array->items[0], a->items[i].array->items[1]);
  return value_hash(h);
}

/* --- the compiler --- */

static value fn_has_function(struct fn_call *call)
{
  str name = fn_text(call, 0);
  return value_bool(function_find(call->compilation, name) != NULL ||
                    environment_has_older_function(call->compilation, name));
}

/* "Type[title]" over all of a line; false: it is no reference. */
static bool split_reference(struct fn_call *call, str ref, str *type_name, str *title)
{
  str error;
  struct regex_match m;
  const struct regex *re = regex_compile(call->arena, STR("(?m:^([^\\[\\]]+)\\[(.+)\\]$)"), &error);
  if (re == NULL || !stdlib_matches(re, ref, &m)) return false;
  *type_name = str_sub(ref, (size_t)m.at[1].begin, (size_t)(m.at[1].end - m.at[1].begin));
  *title = str_sub(ref, (size_t)m.at[2].begin, (size_t)(m.at[2].end - m.at[2].begin));
  return true;
}

static value fn_str2resource(struct fn_call *call)
{
  str type_name, title;
  if (!split_reference(call, fn_text(call, 0), &type_name, &title)) {
    str text = stdlib_inspect(call, call->args[0]);
    FN_FAIL(call, "No title provided and %.*s is not a valid resource reference", STR_FMT(text));
  }
  struct buf shown = BUF_IN(call->arena), shown_title = BUF_IN(call->arena);
  type_capitalize(&shown, type_name);
  if (str_eqz(buf_view(&shown), "Component")) {
    buf_clear(&shown);
    buf_z(&shown, "Class");
  }
  if (str_eqz(buf_view(&shown), "Class")) type_capitalize(&shown_title, title);
  title = shown_title.n > 0 ? buf_view(&shown_title) : title;
  const struct resource *r =
      catalog_find(call->compilation, sym_intern(text_downcase(call->arena, buf_view(&shown))), title);
  if (r == NULL) {
    FN_FAIL(call,
            "stdlib::str2resource(): could not find %.*s[%.*s], this is parse order dependent and values "
            "should not "
            "be quoted",
            STR_FMT(buf_view(&shown)), STR_FMT(title));
  }
  return eval_as_attribute(call->compilation, catalog_reference(call->compilation, r));
}

/* --- deprecated --- */

static value fn_sprintf_hash(struct fn_call *call)
{
  stdlib_deprecated(
      call, STR("sprintf_hash"),
      STR("This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead"),
      false);
  const struct hash *h = call->args[1].hash;
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING) stdlib_no_method(call, "to_sym", h->entries[i].key);
  }
  struct buf b = BUF_IN(call->arena);
  ruby_format(call->context, &b, fn_text(call, 0), call->args + 1, 1);
  return value_str(buf_finish(&b));
}

const struct fn_row fn_stdlib_nine_rows[] = {
    {"sprintf_hash", "String $format, Hash $arguments", fn_sprintf_hash, "a format with named arguments",
     STDLIB},
    {"stdlib::has_function", "String[1] $function_name >> Boolean", fn_has_function,
     "whether there is a function", STDLIB},
    {"stdlib::nested_values", "Hash $hash >> Array", fn_nested_values, "values of a hash and of hashes in it",
     STDLIB},
    {"stdlib::sort_by", "Array $ary, Callable[1, 1] &$block", fn_sort_by_array, "sorted by what a block says",
     STDLIB},
    {"stdlib::sort_by", "String $str, Callable[1, 1] &$block", fn_sort_by_string,
     "sorted by what a block says", STDLIB},
    {"stdlib::sort_by", "Hash $hsh, Variant[Callable[1, 1], Callable[2, 2]] &$block", fn_sort_by_hash,
     "sorted by what a block says", STDLIB},
    {"stdlib::str2resource", "String $res_string >> Any", fn_str2resource, "the resource that a text names",
     STDLIB},
    {0},
};

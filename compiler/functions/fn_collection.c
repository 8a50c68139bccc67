/* Functions for arrays and hashes: join, flatten, unique, sort, dig, get, getvar and others. Elements are compared
 * as Ruby does: unique by eql?, sort by <=>, which fails for values of different kinds. */

#include "base/merge_sort.h"
#include "base/utf8.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/fn_ruby.h"
#include "compiler/types/object.h"
#include "compiler/values/semver.h"
#include "compiler/values/time_value.h"

/* keys() and values(). */
static value fn_halves(struct fn_call *call)
{
  const struct hash *h = call->args[0].hash;
  struct array *a = array_new(call->arena, h->n);
  for (uint32_t i = 0; i < h->n; i++) a->items[i] = call->row->flag ? h->entries[i].key : h->entries[i].value;
  return value_array(a);
}

static value fn_length(struct fn_call *call)
{
  value v = call->args[0];
  return value_int(v.kind == V_BINARY  ? v.length
                   : v.kind == V_ARRAY ? v.array->n
                   : v.kind == V_HASH  ? v.hash->n
                                       : (int64_t)utf8_count(value_text(v)));
}

static void warn_of_number(struct fn_call *call)
{
  struct context *c = call->context;
  struct buf b = BUF_IN(call->arena);
  buf_z(&b, "Calling function empty() with Numeric value is deprecated.\n  ");
  if (c->node != NULL && c->source != NULL) {
    diag_place(&b, c->source->file.n > 0 ? c->source->file : STR("unknown"), source_line(c->source, c->node->offset),
               0);
  }
  fn_warn_once(call, buf_view(&b), buf_view(&b));
}

static value fn_empty_number(struct fn_call *call)
{
  warn_of_number(call);
  return value_bool(false);
}

static value fn_empty(struct fn_call *call)
{
  value v = call->args[0];
  v = v.kind == V_SENSITIVE ? *v.sensitive : v;
  switch (v.kind) {
  case V_ARRAY: return value_bool(v.array->n == 0);
  case V_HASH: return value_bool(v.hash->n == 0);
  case V_STRING:
  case V_BINARY: return value_bool(v.length == 0);
  default: return value_bool(v.kind == V_UNDEF);
  }
}

static value fn_flatten_arguments(struct fn_call *call)
{
  struct valuevec out = value_flat(call->context, call->args, call->n);
  return valuevec_array(&out, call->arena);
}

static value fn_join_array(struct fn_call *call)
{
  struct buf b = BUF_IN(call->arena);
  fn_join(call, &b, call->args[0].array->items, call->args[0].array->n, call->n > 1 ? fn_text(call, 1) : STR_EMPTY);
  return value_str(buf_view(&b));
}

/* --- unique --- */

/* Returns the elements with a new key: the result of the block, or the element itself. */
static const struct array *unique(struct fn_call *call, const struct array *a)
{
  struct hash *seen = hash_new(call->arena, a->n);
  struct valuevec out = {0};
  for (uint32_t i = 0; i < a->n; i++) {
    value key = fn_has_block(call) ? fn_yield(call, &a->items[i], 1) : a->items[i];
    if (hash_get(seen, key) == NULL) {
      hash_put(seen, call->arena, key, VALUE_UNDEF);
      valuevec_push(&out, call->arena, a->items[i]);
    }
  }
  return valuevec_array(&out, call->arena).array;
}

static value fn_unique(struct fn_call *call)
{
  return fn_like(call, call->args[0], unique(call, fn_elements(call, call->args[0])));
}

/* For a hash: {[keys with the same value] => [the values]}. */
static value fn_unique_hash(struct fn_call *call)
{
  const struct hash *h = call->args[0].hash;
  struct hash *keys = hash_new(call->arena, h->n), *values = hash_new(call->arena, h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    value group = fn_has_block(call) ? fn_yield(call, &h->entries[i].value, 1) : h->entries[i].value;
    fn_append(call, keys, group, h->entries[i].key);
    fn_append(call, values, group, h->entries[i].value);
  }
  struct fn_call plain = *call;
  plain.block = VALUE_UNDEF;
  struct hash *out = hash_new(call->arena, keys->n);
  for (uint32_t i = 0; i < keys->n; i++) {
    hash_put(out, call->arena, keys->entries[i].value, value_array(unique(&plain, values->entries[i].value.array)));
  }
  return value_hash(out);
}

/* --- sort --- */

/* Ruby's message names the classes, but shows a number, nil or a boolean on the right side as it is. */
_Noreturn static void not_comparable(struct fn_call *call, value a, value b)
{
  bool special = value_is_number(b) || b.kind == V_UNDEF || b.kind == V_BOOL || b.kind == V_DEFAULT;
  str other = special ? fn_inspect(call, b) : str_of(ruby_class(b));
  FN_FAIL(call, "comparison of %s with %.*s failed", ruby_class(a), STR_FMT(other));
}

static int compare_by_block(struct fn_call *call, value a, value b)
{
  value pair[] = {a, b};
  value r = fn_yield(call, pair, 2);
  if (r.kind == V_UNDEF) not_comparable(call, a, b);
  if (!value_is_number(r)) not_comparable(call, r, value_int(0));
  return value_compare_numbers(r, value_int(0));
}

/* Times can be compared with times of the same kind and with numbers of seconds, versions with versions. */
static bool compare_rich(value a, value b, int *order)
{
  if (value_is_time(a) && (a.kind == b.kind || value_is_number(b))) *order = time_compare(a, b);
  else if (value_is_time(b) && value_is_number(a)) *order = -value_compare_numbers(value_float(time_to_float(b)), a);
  else if (a.kind == V_SEMVER && b.kind == V_SEMVER) *order = semver_compare(a.semver, b.semver);
  else return false;
  return true;
}

int fn_order(struct fn_call *call, value a, value b)
{
  int order;
  if (value_is_number(a) && value_is_number(b)) return value_compare_numbers(a, b);
  if (a.kind == V_STRING && b.kind == V_STRING) return str_cmp(value_text(a), value_text(b));
  if (a.kind == V_ARRAY && b.kind == V_ARRAY) {
    for (uint32_t i = 0; i < a.array->n && i < b.array->n; i++) {
      int r = fn_order(call, a.array->items[i], b.array->items[i]);
      if (r != 0) return r;
    }
    return a.array->n < b.array->n ? -1 : a.array->n > b.array->n;
  }
  if (value_same(a, b)) return 0;
  if (compare_rich(a, b, &order)) return order;
  not_comparable(call, a, b);
}

static int compare_values(void *ctx, const void *x, const void *y)
{
  struct fn_call *call = ctx;
  const value a = *(const value *)x, b = *(const value *)y;
  return fn_has_block(call) ? compare_by_block(call, a, b) : fn_order(call, a, b);
}

static value fn_sort(struct fn_call *call)
{
  const struct array *from = fn_elements(call, call->args[0]);
  struct array *a = array_new(call->arena, from->n);
  memcpy(a->items, from->items, from->n * sizeof a->items[0]);
  value *room = arena_array(call->arena, a->n, sizeof *room);
  merge_sort(a->items, a->n, sizeof *room, room, compare_values, call);
  return fn_like(call, call->args[0], a);
}

/* --- dig, get, getvar --- */

static str path_text(struct fn_call *call, const value *keys, uint32_t n)
{
  return fn_inspect(call, array_of(call->arena, keys, n));
}

/* The error that a block of get() or getvar() receives. */
struct dig_error {
  bool raised;
  const char *code, *detail;
  str message;
  value path, found; /* keys so far; the type that does not match */
};

static void wrong_type(struct fn_call *call, struct dig_error *e, const char *code, const char *detail,
                       const value *keys, uint32_t n, value found, const char *what)
{
  const struct type *t = type_infer(call->arena, found);
  *e = (struct dig_error){.raised = true,
                          .code = code,
                          .detail = detail,
                          .path = array_of(call->arena, keys, n),
                          .found = value_type(t),
                          .message = arena_printf(call->arena, "The given data %s at %.*s, got '%.*s'", what,
                                                  STR_FMT(path_text(call, keys, n)),
                                                  STR_FMT(type_to_text(call->arena, t)))};
}

static value dig(struct fn_call *call, value v, const value *keys, uint32_t n, struct dig_error *e)
{
  for (uint32_t i = 0; i < n; i++) {
    if (value_is_undef(v) || value_is_undef(keys[i])) return VALUE_UNDEF;
    if (v.kind != V_ARRAY && v.kind != V_HASH) {
      wrong_type(call, e, "EXPECTED_COLLECTION", "value_type", keys, i, v, "does not contain a Collection");
      return VALUE_UNDEF;
    }
    if (v.kind == V_HASH) {
      v = value_or_undef(hash_get(v.hash, keys[i]));
      continue;
    }
    if (keys[i].kind != V_INT) {
      wrong_type(call, e, "EXPECTED_INTEGER_INDEX", "index_type", keys, i + 1, keys[i], "requires an Integer index");
      return VALUE_UNDEF;
    }
    int64_t at = keys[i].integer + (keys[i].integer < 0 ? (int64_t)v.array->n : 0);
    v = at >= 0 && at < v.array->n ? v.array->items[at] : VALUE_UNDEF;
  }
  return v;
}

static value fn_dig(struct fn_call *call)
{
  struct dig_error e = {0};
  value v = dig(call, call->args[0], call->args + 1, call->n - 1, &e);
  if (e.raised) FN_FAIL(call, "%.*s", STR_FMT(e.message));
  return v;
}

/* Passes the error as an Error to the block; without a block raises it. */
static value dig_failed(struct fn_call *call, const struct dig_error *e)
{
  if (!fn_has_block(call)) FN_FAIL(call, "%.*s", STR_FMT(e->message));
  struct hash *details = hash_new(call->arena, 2);
  hash_put_str(details, call->arena, STR("walked_path"), e->path);
  hash_put_str(details, call->arena, str_of(e->detail), e->found);
  value fields[] = {value_str(e->message), value_str(STR("SLICE_ERROR")), value_hash(details),
                    value_str(str_of(e->code))};
  const struct type *t = object_type_builtin(STR("Error"));
  value error = object_new(call->arena, t, fields, 4);
  return fn_yield(call, &error, 1);
}

static value segment_value(str s, bool quoted)
{
  if (quoted || str_digits(s, 0) < s.n || s.n == 0 || s.n > 18) return value_str(s);
  int64_t number = 0;
  for (size_t i = 0; i < s.n; i++) number = number * 10 + (s.p[i] - '0');
  return value_int(number);
}

/* Splits "a.'b c'.0" into keys. */
static void split_path(struct fn_call *call, str path, struct valuevec *keys)
{
  size_t at = 0;
  for (;;) {
    size_t end;
    bool quoted = at < path.n && (path.p[at] == '\'' || path.p[at] == '"');
    if (quoted) {
      end = str_index(path, path.p[at], at + 1);
      if (end == SIZE_MAX) FN_FAIL(call, "Syntax error in dotted-navigation string");
      valuevec_push(keys, call->arena, segment_value(str_sub(path, at + 1, end - at - 1), true));
      end++;
    } else {
      end = str_index(path, '.', at);
      end = end == SIZE_MAX ? path.n : end;
      valuevec_push(keys, call->arena, segment_value(str_sub(path, at, end - at), false));
      if (end == at) FN_FAIL(call, "Syntax error in dotted-navigation string");
    }
    if (end >= path.n) return;
    if (path.p[end] != '.') FN_FAIL(call, "Syntax error in dotted-navigation string");
    at = end + 1;
  }
}

static value get(struct fn_call *call, value v, str path, value otherwise)
{
  if (value_is_undef(v)) return otherwise;
  if (path.n == 0) return v;
  struct valuevec keys = {0};
  struct dig_error e = {0};
  split_path(call, path, &keys);
  if (v.kind != V_ARRAY && v.kind != V_HASH) /* the signature of dig refuses it */
    return function_call(call->compilation, call->scope, function_builtin(STR("dig")), &v, 1, VALUE_UNDEF);
  v = dig(call, v, keys.items, keys.n, &e);
  if (e.raised) return dig_failed(call, &e);
  return value_is_undef(v) ? otherwise : v;
}

static value fn_get(struct fn_call *call) { return get(call, call->args[0], fn_text(call, 1), fn_arg(call, 2)); }

static value fn_getvar(struct fn_call *call)
{
  str text = fn_text(call, 0);
  size_t end = str_starts(text, STR("::")) ? 2 : 0;
  while (end < text.n && (ascii_is_word(text.p[end]) ||
                          (text.p[end] == ':' && str_sub(text, end, 2).n == 2 && text.p[end + 1] == ':'))) {
    end += text.p[end] == ':' ? 2 : 1;
  }
  const value *v = scope_lookup(call->scope, str_sub(text, 0, end));
  str path = str_from(text, end);
  if (path.n > 0 && path.p[0] != '.')
    FN_FAIL(call, "First character after var name in get string must be a '.' - got %c", path.p[0]);
  return v == NULL ? fn_arg(call, 1) : get(call, *v, str_from(path, 1), fn_arg(call, 1));
}

static value fn_getvar_bad(struct fn_call *call)
{
  FN_FAIL(call, "'getvar' The given string does not start with a valid variable name");
}

const struct fn_row fn_collection_rows[] = {
  {"dig", "Optional[Collection] $data, Any *$arg", fn_dig, "the value at a path of keys"},
  {"empty", "Collection $coll; Sensitive[String] $str; String $str", fn_empty, "whether it is empty"},
  {"empty", "Numeric $num", fn_empty_number, "false"},
  {"empty", "Binary $bin; Undef $x", fn_empty, "whether it is empty"},
  {"flatten", "Any *$args", fn_flatten_arguments, "one array of all arrays' elements"},
  {"get", "Any $value, String $dotted_string, Any ?$default_value, Callable[1, 1] ?&$block", fn_get,
   "the value at a dotted path"},
  {"getvar",
   "Pattern[/\\A(?:::)?(?:[a-z]\\w*::)*[a-z_]\\w*(?:\\.|\\Z)/] $get_string, Any ?$default_value, "
   "Callable[1, 1] ?&$block",
   fn_getvar, "a variable's value, or what is at a path in it"},
  {"getvar", "String $get_string, Any ?$default_value, Callable ?&$block", fn_getvar_bad, "explains a bad name",
   .only_explains = true},
  {"join", "Array $arg, String ?$delimiter", fn_join_array, "the elements as one text"},
  {"keys", "Hash $hsh", fn_halves, "the keys of a hash", .flag = true},
  {"length", "Collection $arg; String $arg; Binary $arg", fn_length, "how many elements, characters or bytes"},
  {"size", "Variant[Collection, String, Binary] $arg", fn_length, "how many elements, characters or bytes"},
  {"sort", "String $string_value, Callable[2, 2] ?&$block; Array $array_value, Callable[2, 2] ?&$block", fn_sort,
   "sorted"},
  {"unique", "String $string, Callable[String] ?&$block", fn_unique, "without doubles"},
  {"unique", "Hash $hash, Callable[Any] ?&$block", fn_unique_hash, "values without doubles, with their keys"},
  {"unique", "Array $array, Callable[Any] ?&$block; Iterable $iterable, Callable[Any] ?&$block", fn_unique,
   "without doubles"},
  {"values", "Hash $hsh", fn_halves, "the values of a hash", .flag = false},
  {0},
};

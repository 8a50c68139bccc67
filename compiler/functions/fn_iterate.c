/* each, map, filter, reduce and the other functions that call a block for each element. A block with two parameters
 * gets key and value of a hash, or index and element of anything else. break() in the block ends most of them with the
 * result so far (fn_stopped), except where Puppet does not catch it. */
#include "base/utf8.h"
#include "compiler/functions/fn.h"
#include "compiler/types/iterator.h"
#include "compiler/values/ruby_text.h"

/* Whether the row for two parameters was chosen. Puppet tries Callable[2, 2] first, so a block that accepts both
 * gets two. */
static bool takes_two(const struct fn_call *call) { return fn_block_min(call) <= 2 && fn_block_max(call) >= 2; }

struct loop {
  bool two, is_hash;
  struct iterator *it;
  int64_t at; /* of the present element */
  struct valuevec out;
  struct hash *hash;
  value memo;
};

static struct loop loop_over(struct fn_call *call)
{
  struct loop l = {.two = takes_two(call), .it = fn_iterate(call, call->args[0]), .at = -1, .memo = VALUE_UNDEF};
  l.is_hash = call->args[0].kind == V_HASH || (l.two && l.it->pairs);
  return l;
}

static struct loop loop_anew(struct fn_call *call)
{
  struct loop l = loop_over(call);
  l.it = iterator_begin(call->arena, l.it);
  return l;
}

static bool loop_next(struct loop *l, value *v)
{
  l->at++;
  return iterator_next(l->it, v);
}

/* Calls the block for the present element, with one or two arguments. */
static value yield_step(struct fn_call *call, const struct loop *l, value element)
{
  if (!l->two) return fn_yield(call, &element, 1);
  if (l->is_hash) return fn_yield(call, element.array->items, 2);
  value pair[] = {value_int(l->at), element};
  return fn_yield(call, pair, 2);
}

/* What each, map and filter do with the results of the block. */
enum { EACH, MAP, FILTER };

static void loop_step(struct fn_call *call, void *arg)
{
  struct loop *l = arg;
  value v;
  while (loop_next(l, &v)) {
    const value got = yield_step(call, l, v);
    if (call->row->number == EACH || (call->row->number == FILTER && !value_truthy(got))) continue;
    if (l->hash != NULL) hash_put(l->hash, call->arena, v.array->items[0], v.array->items[1]);
    else valuevec_push(&l->out, call->arena, call->row->number == MAP ? got : v);
  }
}

static value fn_loop(struct fn_call *call)
{
  struct loop l = loop_over(call);
  if (l.is_hash && call->row->number == FILTER) {
    /* break() out of a filter over a hash is not caught, as in Puppet. */
    l.hash = hash_new(call->arena, 4);
    loop_step(call, &l);
    return value_hash(l.hash);
  }
  fn_stopped(call, loop_step, &l);
  return call->row->number == EACH ? call->args[0] : valuevec_array(&l.out, call->arena);
}

static void reduce_step(struct fn_call *call, void *arg)
{
  struct loop *l = arg;
  value v;
  while (loop_next(l, &v)) {
    value pair[] = {l->memo, v};
    l->memo = fn_yield(call, pair, 2);
  }
}

static value fn_reduce(struct fn_call *call)
{
  struct loop l = loop_anew(call);
  if (call->n > 1) {
    l.memo = call->args[1];
  } else if (!loop_next(&l, &l.memo)) {
    return VALUE_UNDEF;
  }
  fn_stopped(call, reduce_step, &l);
  return l.memo;
}

/* any() and all(): stops at the first element that decides. As in Puppet, break() is not caught. */
static value fn_decide(struct fn_call *call)
{
  const bool wanted = call->row->flag;
  struct loop l = loop_anew(call);
  value v;
  while (loop_next(&l, &v)) {
    if (value_truthy(yield_step(call, &l, v)) == wanted) return value_bool(wanted);
  }
  return value_bool(!wanted);
}

static struct iterator *iterator_of(struct fn_call *call)
{
  struct iterator *it = iterator_over(call->arena, call->args[0]);
  if (it != NULL) return it;
  FN_FAIL(call, "Puppet::Functions::%s(): wrong argument type (%s; is not Iterable.", call->name,
          ruby_class(call->args[0]));
}

static void iterator_each(struct fn_call *call, void *arg)
{
  value v;
  while (iterator_next(arg, &v)) fn_yield(call, &v, 1);
}

/* Calls the block for the elements; without a block returns the iterator. */
static value each_or_iterator(struct fn_call *call, struct iterator *it)
{
  if (!fn_has_block(call)) return value_iterator(it);
  fn_stopped(call, iterator_each, it);
  return VALUE_UNDEF;
}

static value fn_reverse_each(struct fn_call *call)
{
  return each_or_iterator(call, iterator_reverse(call->arena, iterator_of(call)));
}

static value fn_step(struct fn_call *call)
{
  return each_or_iterator(call, iterator_step(call->arena, iterator_of(call), (uint64_t)call->args[1].integer));
}

struct slice {
  const struct array *from;
  uint32_t size, serving;
  value filler;
  struct valuevec *out;
};

static void slice_step(struct fn_call *call, void *arg)
{
  struct slice *s = arg;
  for (uint32_t at = 0; at < s->from->n; at += s->size) {
    uint32_t n = s->from->n - at < s->size ? s->from->n - at : s->size;
    if (s->serving == 1) {
      value part = array_of(call->arena, s->from->items + at, n);
      if (fn_has_block(call)) {
        fn_yield(call, &part, 1);
      } else {
        valuevec_push(s->out, call->arena, part);
      }
    } else {
      value *parts = arena_array(call->arena, s->serving, sizeof *parts);
      for (uint32_t i = 0; i < s->serving; i++) {
        parts[i] = i < n ? s->from->items[at + i] : s->filler;
      }
      fn_yield(call, parts, s->serving);
    }
    if (s->from->n - at <= s->size) break;
  }
}

/* A block with as many parameters as the slice has elements gets them one by one. As in Puppet, the last slice is
 * filled up with undef, that of a hash with empty arrays. */
static value fn_slice(struct fn_call *call)
{
  int64_t size = call->args[1].integer;
  struct valuevec out = {0};
  struct slice s = {.from = fn_elements(call, call->args[0]), .serving = 1, .out = &out};
  s.size = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
  s.filler = call->args[0].kind == V_HASH ? value_array(&array_empty) : VALUE_UNDEF;
  if (fn_has_block(call)) {
    const int32_t arity = fn_block_arity(call);
    s.serving = arity >= 0 ? (uint32_t)arity : s.size;
    if (s.serving == 0) FN_FAIL(call, "slice(): block must define at least one parameter. Block has 0.");
    if (s.serving != 1 && s.serving != s.size) {
      FN_FAIL(call,
              "slice(): block must define one parameter, or the same number of parameters as the given size of "
              "the slice (%u). Block has %u; %.*s",
              s.size, s.serving, STR_FMT(fn_block_names(call)));
    }
  }
  fn_stopped(call, slice_step, &s);
  return fn_has_block(call) ? call->args[0] : valuevec_array(&out, call->arena);
}

/* index() with a block: the key or index of the first element for which the block is true. */
static value fn_index_block(struct fn_call *call)
{
  struct loop l = loop_anew(call);
  l.is_hash = l.it->pairs;
  value v;
  while (loop_next(&l, &v)) {
    value given = l.is_hash && !l.two ? v.array->items[1] : v;
    if (value_truthy(yield_step(call, &l, given))) return l.is_hash ? v.array->items[0] : value_int(l.at);
  }
  return VALUE_UNDEF;
}

#define BLOCK                                                                                   \
  "Hash[Any, Any] $hash, Callable[2, 2] &$block; Hash[Any, Any] $hash, Callable[1, 1] &$block;" \
  "Iterable $enumerable, Callable[2, 2] &$block; Iterable $enumerable, Callable[1, 1] &$block"

static value fn_index_string(struct fn_call *call)
{
  str text = fn_text(call, 0);
  size_t at = SIZE_MAX;
  if (call->args[1].kind == V_STRING) {
    at = str_find(text, fn_text(call, 1), 0);
  } else {
    struct regex_match m;
    if (regex_search(call->args[1].regex, text, 0, &m) == REGEX_MATCH) at = (size_t)m.at[0].begin;
  }
  return at == SIZE_MAX ? VALUE_UNDEF : value_int((int64_t)utf8_count(str_sub(text, 0, at)));
}

static value fn_index_value(struct fn_call *call)
{
  struct iterator *it = fn_iterate_anew(call, call->args[0]);
  value v;
  for (int64_t i = 0; iterator_next(it, &v); i++) {
    deadline_step();
    if (value_same(it->pairs ? v.array->items[1] : v, call->args[1]))
      return it->pairs ? v.array->items[0] : value_int(i);
  }
  return VALUE_UNDEF;
}

/* A block with two parameters gets index and element of an array, or key and value of a hash. The groups contain
 * elements, or pairs. */
static value fn_group_by(struct fn_call *call)
{
  struct loop l = loop_over(call);
  l.two = fn_block_min(call) > 1 || fn_block_max(call) < 1;
  struct hash *groups = hash_new(call->arena, 8);
  value v;
  while (loop_next(&l, &v)) {
    value key = yield_step(call, &l, v);
    fn_append(call, groups, key, v);
  }
  return value_hash(groups);
}

static value fn_partition(struct fn_call *call)
{
  struct loop l = loop_over(call);
  l.two = fn_block_min(call) > 1 || fn_block_max(call) < 1;
  struct valuevec parts[2] = {{0}, {0}};
  value v;
  while (loop_next(&l, &v)) {
    bool liked = value_truthy(yield_step(call, &l, v));
    valuevec_push(&parts[liked ? 0 : 1], call->arena, v);
  }
  value pair[] = {valuevec_array(&parts[0], call->arena), valuevec_array(&parts[1], call->arena)};
  return array_of(call->arena, pair, 2);
}

const struct fn_row fn_iterate_rows[] = {
  {"all", BLOCK, fn_decide, "whether the block likes all elements", .flag = false},
  {"any", BLOCK, fn_decide, "whether the block likes an element", .flag = true},
  {"each", BLOCK, fn_loop, "calls the block for each element", .number = EACH},
  {"filter", BLOCK, fn_loop, "the elements the block likes", .number = FILTER},
  {"group_by",
   "Collection $collection, Callable[1, 1] &$block >> Hash; Array $array, Callable[2, 2] &$block >> Hash;"
   "Collection $collection, Callable[2, 2] &$block >> Hash",
   fn_group_by, "elements grouped by the block's result"},
  {"index", BLOCK, fn_index_block, "where the first element is that the block likes"},
  {"index", "String $str, Variant[String, Regexp] $match", fn_index_string, "where a text or expression matches"},
  {"index", "Iterable $enumerable, Any $match", fn_index_value, "where a value is"},
  {"map", BLOCK, fn_loop, "what the block makes of each element", .number = MAP},
  {"partition",
   "Collection $collection, Callable[1, 1] &$block >> Tuple[Array, Array];"
   "Array $array, Callable[2, 2] &$block >> Tuple[Array, Array];"
   "Collection $collection, Callable[2, 2] &$block >> Tuple[Array, Array]",
   fn_partition, "elements the block likes, and others"},
  {"reduce", "Iterable $enumerable, Callable[2, 2] &$block; Iterable $enumerable, Any $memo, Callable[2, 2] &$block",
   fn_reduce, "one value made of all elements"},
  {"reverse_each", "Iterable $iterable; Iterable $iterable, Callable[1, 1] &$block", fn_reverse_each,
   "goes through the elements from the end"},
  {"slice",
   "Hash[Any, Any] $hash, Integer[1, default] $slice_size, Callable ?&$block;"
   "Iterable $enumerable, Integer[1, default] $slice_size, Callable ?&$block",
   fn_slice, "pieces of a size"},
  {"step", "Iterable $iterable, Integer[1] $step; Iterable $iterable, Integer[1] $step, Callable[1, 1] &$block",
   fn_step, "each n-th element"},
  {0},
};

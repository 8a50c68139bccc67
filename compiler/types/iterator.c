/* Iterators over arrays, hashes, strings, integer ranges and types, and the iterators that reverse_each, step and
 * tree_each return. iterator_next() produces one element at a time, so step over a huge range costs no memory. As in
 * Puppet, iterators of ranges, steps and trees cannot restart: only ITERATOR_ITEMS can be read twice. In a range `from`
 * is at most `to`; the sign of `step` says at which end it begins. */
#include "compiler/types/iterator.h"
#include "base/check.h"

#include "base/array.h"
#include "base/utf8.h"
#include "compiler/types/object.h"
#include "compiler/values/ruby_string.h"

/* --- over values --- */

static struct iterator *iterator_new(struct arena *a, enum iterator_kind kind, const struct type *element)
{
  struct iterator *it = ARENA_NEW(a, struct iterator);
  it->row = &iterator_rich_kind;
  it->kind = kind;
  it->arena = a;
  it->element = element;
  return it;
}

static struct iterator *over_items(struct arena *a, const struct array *items, const struct type *element)
{
  struct iterator *it = iterator_new(a, ITERATOR_ITEMS, element);
  it->items.from = items;
  return it;
}

static struct iterator *over_hash(struct arena *a, const struct hash *h)
{
  struct iterator *it = over_items(a, hash_pairs(a, h).array, NULL);
  it->pairs = true;
  return it;
}

/* The Variant of the types of all items; `half`: of that element of each, 0 the keys or 1 the values of a hash. */
static const struct type *item_types(const struct iterator *it, int half)
{
  const struct array *items = it->items.from;
  const struct type **types = arena_array(it->arena, items->n, sizeof(const struct type *));
  if (items->n == 0) return type_simple(T_UNIT);
  for (uint32_t i = 0; i < items->n; i++)
    types[i] = type_infer_set(it->arena, half < 0 ? items->items[i] : items->items[i].array->items[half]);
  return type_variant(it->arena, types, items->n);
}

/* A hash is iterated as pairs [key, value], so the elements are known to be Tuple[K, V]. */
const struct type *iterator_element(const struct iterator *it)
{
  if (it->element != NULL) return it->element;
  const struct type *both[] = {item_types(it, it->pairs ? 0 : -1), it->pairs ? item_types(it, 1) : NULL};
  const struct type_range size = {2, 2};
  return ((struct iterator *)it)->element = it->pairs ? type_tuple(it->arena, both, 2, &size) : both[0];
}

static struct iterator *over_text(struct arena *a, str text)
{
  struct array *characters = array_new(a, (uint32_t)utf8_count(text));
  size_t at = 0;
  for (uint32_t i = 0; i < characters->n; i++) {
    const size_t n = ruby_character(text, at);
    characters->items[i] = value_str(str_sub(text, at, n));
    at += n;
  }
  return over_items(a, characters, type_string_sized(a, (struct type_range){1, 1}));
}

static struct iterator *over_range(struct arena *a, int64_t from, int64_t to, int64_t step)
{
  struct iterator *it = iterator_new(a, ITERATOR_RANGE, type_integer(a, from, to));
  it->range.from = from;
  it->range.to = to;
  it->range.step = step;
  return it;
}

/* Only Enum and an Integer type with both ends can be iterated. */
static struct iterator *over_type(struct arena *a, const struct type *t)
{
  t = type_resolved(t);
  if (t->kind == T_ENUM) return over_items(a, array_of_texts(a, t->enumeration.values, t->enumeration.n).array, t);
  if (t->kind != T_INTEGER || t->range.from == TYPE_MIN || t->range.to == TYPE_MAX) return NULL;
  return over_range(a, t->range.from, t->range.to, 1);
}

struct iterator *iterator_over(struct arena *a, value over)
{
  switch ((enum value_kind)over.kind) {
  case V_ARRAY: return over_items(a, over.array, NULL);
  case V_HASH: return over_hash(a, over.hash);
  case V_STRING: return over_text(a, value_text(over));
  case V_TYPE: return over_type(a, over.type);
  case V_ITERATOR: return (struct iterator *)over.iterator;
  case V_INT:
    if (over.integer == 0) return over_items(a, &array_empty, type_simple(T_UNIT));
    return over.integer < 0 ? NULL : over_range(a, 0, over.integer - 1, 1);
  default: return NULL;
  }
}

/* --- over other iterators --- */

struct iterator *iterator_reverse(struct arena *a, struct iterator *it)
{
  assert(it != NULL);
  struct iterator *out;
  switch (it->kind) {
  case ITERATOR_ITEMS:
    out = over_items(a, it->items.from, iterator_element(it));
    out->items.reversed = !it->items.reversed;
    return out;
  case ITERATOR_RANGE: return over_range(a, it->range.from, it->range.to, -it->range.step);
  case ITERATOR_STEP:
  case ITERATOR_DEPTH_FIRST:
  case ITERATOR_BREADTH_FIRST: break;
  }
  out = over_items(a, iterator_array(a, it).array, iterator_element(it));
  out->items.reversed = true;
  return out;
}

/* Every n-th number of a range is a range again. `from` and `to` are adjusted to numbers that the steps reach, because
 * reverse_each of the result begins at the other end: Integer[1, 6].step(2) reversed is 5, 3, 1. If a step does not fit
 * an int64_t, only the first number remains. */
static struct iterator *range_step(struct arena *a, const struct iterator *it, uint64_t n)
{
  int64_t from = it->range.from, to = it->range.to, size = 0, step = 0;
  bool wide = __builtin_sub_overflow(to, from, &size) || __builtin_mul_overflow(it->range.step, (int64_t)n, &step) ||
              step == INT64_MIN;
  if (wide) {
    step = it->range.step < 0 ? -INT64_MAX : INT64_MAX;
    return it->range.step < 0 ? over_range(a, to, to, step) : over_range(a, from, from, step);
  }
  int64_t rest = to < from ? 0 : size % (step < 0 ? -step : step);
  return step < 0 ? over_range(a, from + rest, to, step) : over_range(a, from, to - rest, step);
}

static bool is_tree(const struct iterator *it)
{
  return it->kind == ITERATOR_DEPTH_FIRST || it->kind == ITERATOR_BREADTH_FIRST;
}

struct iterator *iterator_step(struct arena *a, struct iterator *it, uint64_t n)
{
  assert(it != NULL && n > 0);
  /* step(1) of a tree is a new iterator: it prints as an Iterator, and the tree as the name of its Ruby class. */
  if (n == 1 && !is_tree(it)) return it;
  if (it->kind == ITERATOR_RANGE) return range_step(a, it, n);
  struct iterator *out = iterator_new(a, ITERATOR_STEP, iterator_element(it));
  out->steps.of = it;
  out->steps.step = n;
  return out;
}

/* --- trees --- */

/* Adds a container to visit. `first` advances when a queue (breadth first) drops its oldest level; for a stack it does
 * not change. */
static void tree_push(struct iterator *it, value container, value path)
{
  ARENA_ROOM(it->arena, it->tree.levels, it->tree.first + it->tree.n, it->tree.cap, 8);
  it->tree.levels[it->tree.first + it->tree.n++] = (struct tree_level){.container = container, .path = path};
}

struct iterator *iterator_tree(struct arena *a, value root, bool breadth_first, const struct tree_options *options)
{
  assert(options != NULL);
  struct iterator *it = iterator_new(a, breadth_first ? ITERATOR_BREADTH_FIRST : ITERATOR_DEPTH_FIRST,
                                     type_simple(T_ANY));
  it->tree.options = *options;
  tree_push(it, root, value_array(&array_empty));
  return it;
}

/* Whether the tree enters the value. If `containers` excludes its kind, it is a plain value. */
static bool tree_gone_into(const struct iterator *it, value v)
{
  return (v.kind == V_ARRAY || v.kind == V_HASH || v.kind == V_OBJECT) && type_instance(it->tree.options.containers, v);
}

/* The attributes that the object's own type declares, without inherited ones, as Puppet does. References are left
 * out unless the option asks for them. */
static bool attribute_next(struct tree_level *level, bool references, value *key, value *v)
{
  const struct object *o = level->container.object;
  const struct object_members *members = &o->type->object.def->attributes;
  while (level->at < members->n) {
    const struct object_member *m = &members->items[level->at++];
    if (m->kind == ATTRIBUTE_REFERENCE && !references) continue;
    const value *found = o->foreign != NULL ? o->foreign->ops->attribute(o, m->name) : object_field(o, m->name);
    *key = value_str(m->name);
    *v = found != NULL ? *found : m->has_value ? m->value : VALUE_UNDEF;
    return true;
  }
  return false;
}

static bool level_next(struct tree_level *level, bool references, value *key, value *v)
{
  if (level->container.kind == V_OBJECT) return attribute_next(level, references, key, v);
  const uint32_t i = level->at++;
  if (level->container.kind == V_ARRAY) {
    if (i >= level->container.array->n) return false;
    *key = value_int(i);
    *v = level->container.array->items[i];
    return true;
  }
  if (i >= level->container.hash->n) return false;
  *key = level->container.hash->entries[i].key;
  *v = level->container.hash->entries[i].value;
  return true;
}

static value longer_path(struct arena *a, value path, value key)
{
  struct array *out = array_new(a, path.array->n + 1);
  memcpy(out->items, path.array->items, path.array->n * sizeof out->items[0]);
  out->items[path.array->n] = key;
  return value_array(out);
}

static value tree_pair(struct arena *a, value path, value v)
{
  value pair[] = {path, v};
  return array_of(a, pair, 2);
}

/* Depth first takes the newest level (a stack), breadth first the oldest (a queue). A level stays until its last
 * element is taken. */
static bool tree_next(struct iterator *it, value *out)
{
  struct arena *a = it->arena;
  const bool breadth_first = it->kind == ITERATOR_BREADTH_FIRST;
  if (!it->tree.begun) {
    it->tree.begun = true;
    if (it->tree.options.root) {
      *out = tree_pair(a, it->tree.levels[0].path, it->tree.levels[0].container);
      return true;
    }
  }
  while (it->tree.n > 0) {
    struct tree_level *level = &it->tree.levels[it->tree.first + (breadth_first ? 0 : it->tree.n - 1)];
    value key, v;
    if (!tree_gone_into(it, level->container) || !level_next(level, it->tree.options.references, &key, &v)) {
      it->tree.first += breadth_first;
      it->tree.n--;
      continue;
    }
    /* The path must be made before tree_push(), which may move the levels. */
    value path = longer_path(a, level->path, key);
    bool container = tree_gone_into(it, v);
    if (container) tree_push(it, v, path);
    if (container ? it->tree.options.include_containers : it->tree.options.include_values) {
      *out = tree_pair(a, path, v);
      return true;
    }
  }
  return false;
}

/* --- the next element --- */

static bool items_next(struct iterator *it, value *out)
{
  const uint32_t n = it->items.from->n;
  if (it->items.at >= n) return false;
  uint32_t i = it->items.at++;
  *out = it->items.from->items[it->items.reversed ? n - 1 - i : i];
  return true;
}

static bool range_next(struct iterator *it, value *out)
{
  const bool down = it->range.step < 0;
  int64_t next = down ? it->range.to : it->range.from;
  if (it->range.begun && __builtin_add_overflow(it->range.at, it->range.step, &next)) return false;
  if (next < it->range.from || next > it->range.to) return false;
  it->range.begun = true;
  it->range.at = next;
  *out = value_int(next);
  return true;
}

/* Takes one element and skips n - 1, so that the next call starts at the right one. Reaching the end on the way is not
 * an error. */
static bool step_next(struct iterator *it, value *out)
{
  if (!iterator_next(it->steps.of, out)) return false;
  value skipped;
  for (uint64_t i = 1; i < it->steps.step && iterator_next(it->steps.of, &skipped); i++) {
  }
  return true;
}

/* Apart from iterator_next(), whose most frequent case then needs no registers saved. */
static __attribute__((noinline)) bool other_next(struct iterator *it, value *out)
{
  switch (it->kind) {
  case ITERATOR_ITEMS: break;
  case ITERATOR_RANGE: return range_next(it, out);
  case ITERATOR_STEP: return step_next(it, out);
  case ITERATOR_DEPTH_FIRST:
  case ITERATOR_BREADTH_FIRST: return tree_next(it, out);
  }
  return false;
}

bool iterator_next(struct iterator *it, value *out)
{
  assert_hot(it != NULL && out != NULL);
  return it->kind == ITERATOR_ITEMS ? items_next(it, out) : other_next(it, out);
}

struct iterator *iterator_begin(struct arena *a, const struct iterator *it)
{
  if (it->kind != ITERATOR_ITEMS) return (struct iterator *)it;
  struct iterator *copy = ARENA_NEW(a, struct iterator);
  *copy = *it;
  copy->items.at = 0;
  return copy;
}

value iterator_array(struct arena *a, const struct iterator *it)
{
  struct iterator *fresh = iterator_begin(a, it);
  struct valuevec out = {0};
  value v;
  while (iterator_next(fresh, &v)) valuevec_push(&out, a, v);
  return valuevec_array(&out, a);
}

/* --- iterators as values --- */

/* An iterator is equal only to itself: comparing the elements would use them up. */
static bool iterator_same(value a, value b) { return a.iterator == b.iterator; }

static uint64_t iterator_hash(value v) { return (uint64_t)(uintptr_t)v.iterator; }

static str tree_class(const struct iterator *it)
{
  return it->kind == ITERATOR_DEPTH_FIRST ? STR("Puppet::Pops::Types::Iterable::DepthFirstTreeIterator")
                                          : STR("Puppet::Pops::Types::Iterable::BreadthFirstTreeIterator");
}

struct element_text {
  struct buf *out;
  const struct type *element;
};

static void format_element(struct arena *scratch, void *arg)
{
  const struct element_text *e = arg;
  type_format(e->out, type_generalize(scratch, e->element));
}

/* Prints the text of Puppet's classes: trees inherit Ruby's to_s, all others print their element type. */
static void iterator_render(struct buf *out, value v)
{
  if (is_tree(v.iterator)) {
    buf_printf(out, "#<%.*s>", STR_FMT(tree_class(v.iterator)));
    return;
  }
  struct element_text element = {out, iterator_element(v.iterator)};
  buf_z(out, "Iterator[");
  context_with_scratch(format_element, &element);
  buf_z(out, "]-Value");
}

/* String(v, '%p'), also of a container, shows the elements. */
static void iterator_inspect(struct buf *out, value v)
{
  struct arena *scratch = out->arena != NULL ? out->arena : arena_new();
  value_inspect(out, iterator_array(scratch, v.iterator));
  if (out->arena == NULL) arena_free(scratch);
}

const struct type *iterator_infer(struct arena *a, value v)
{
  assert(v.kind == V_ITERATOR);
  if (is_tree(v.iterator)) return type_runtime(a, STR("ruby"), tree_class(v.iterator));
  return type_with_inner(a, T_ITERATOR, iterator_element(v.iterator));
}

bool iterator_instance(const struct type *t, value v)
{
  if (t->kind == T_ITERATOR) return t->inner == NULL || type_assignable(t->inner, iterator_element(v.iterator));
  return t->kind == T_RUNTIME && is_tree(v.iterator) &&
         (t->runtime.runtime.p == NULL || str_eq(t->runtime.name, tree_class(v.iterator)));
}

const struct rich_kind iterator_rich_kind = {
  .ruby_class = "Puppet::Pops::Types::Iterator",
  .label = "Object",
  .same = iterator_same,
  .hash = iterator_hash,
  .render = iterator_render,
  .inspect = iterator_inspect,
};

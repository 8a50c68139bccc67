/* Finds why a type is not assignable to another: walks down both types, by the kind of the expected one, and adds a
 * mismatch with its path where they differ. The order of the checks is Puppet's, since it decides which of several
 * reasons a message names. `original` is the expected type as the user wrote it (an alias, an Optional), which messages
 * show instead of what it stands for. */
#include "base/deadline.h"
#include "base/map.h"
#include "compiler/types/mismatch.h"

/* At this depth the search ends and the whole part is a mismatch: recursive aliases never end. */
enum { MAX_PATH = 200 };
/* More mismatches than fit in a message (MESSAGE_BYTES): the search ends. */
enum { MOST_FOUND = 1000 };

/* The same part of a type can be reached in exponentially many ways (through aliases), so the result for a pair of
 * types is stored and reused. */
struct memory {
  struct ptrmap resolved; /* aliases with nothing unresolved in them */
  struct strmap found;    /* struct remembered, by the addresses of both types */
};
/* Mismatches found for one pair of types; `depth` is the length of the path where they were found. */
struct remembered {
  uint32_t depth;
  struct mismatches list;
};

struct finder {
  struct arena *a;
  struct mismatches *out;
  struct memory *memory;
};

static void describe(struct finder *f, const type *expected, const type *original, const type *actual,
                     struct path path);

static struct path step(struct finder *f, struct path p, enum path_kind kind, str key, uint32_t index)
{
  return path_with(f->a, p, (struct path_element){kind, key, index});
}

static void add_type(struct finder *f, struct path path, const type *expected, const type *actual)
{
  mismatch_add(f->out, f->a, mismatch_type(f->a, MISMATCH_TYPE, path, expected, actual));
}

/* Whether the actual size is allowed; if not, adds a mismatch. */
static bool size_fits(struct finder *f, enum mismatch_kind kind, struct path path, struct type_range expected,
                      struct type_range actual)
{
  if (range_within(expected, actual)) return true;
  mismatch_add(f->out, f->a, mismatch_size(kind, path, expected, actual));
  return false;
}

static void add_key(struct finder *f, enum mismatch_kind kind, struct path path, str key)
{
  mismatch_add(f->out, f->a, (struct mismatch){.kind = kind, .path = path, .key = key});
}

/* --- types that could not be resolved --- */

static const type *unresolved(const type *t, struct ptrmap *resolved);

/* An alias inside itself counts as resolved while it is visited, which ends the recursion. Its first visit finds what
 * is unresolved. */
static const type *unresolved_alias(const type *t, struct ptrmap *resolved)
{
  bool made;
  ptrmap_slot(resolved, t, &made);
  return !made || t->alias.target == NULL ? NULL : unresolved(t->alias.target, resolved);
}

/* Returns the first reference to an unknown type in `t`, or NULL. It is reported before any mismatch, because nothing
 * is assignable to an unknown type. */
static const type *unresolved(const type *t, struct ptrmap *resolved)
{
  deadline_step();
  stack_look();
  if (t->kind == T_REFERENCE) return t;
  if (t->kind == T_ALIAS) return unresolved_alias(t, resolved);
  const type *found = NULL;
  const type *const *part;
  for (uint32_t i = 0; found == NULL && (part = type_part(t, i)) != NULL; i++) found = unresolved(*part, resolved);
  return found;
}

/* --- parts --- */

static void describe_new(struct finder *f, const type *expected, const type *actual, struct path path)
{
  const type *missing = unresolved(expected, &f->memory->resolved);
  if (missing != NULL) add_key(f, MISMATCH_UNRESOLVED, path, missing->reference.name);
  else describe(f, type_normalize(f->a, expected), expected, actual, path);
}

/* The entry of a pair of types. The key is the two pointers: types do not change and live as long as the arena. */
static void **place_of(struct finder *f, const type *expected, const type *actual)
{
  const type *both[2] = {expected, actual};
  bool made;
  void **slot = strmap_slot(&f->memory->found, (str){(const char *)both, sizeof both}, &made);
  if (made) strmap_keep_key(&f->memory->found, arena_str(f->a, (str){(const char *)both, sizeof both}));
  return slot;
}

/* Adds stored results at this path: replaces their old prefix (r->depth elements). */
static void repeat(struct finder *f, const struct remembered *r, struct path path)
{
  for (uint32_t i = 0; i < r->list.n && f->out->n < MOST_FOUND; i++) {
    struct mismatch m = r->list.items[i];
    const uint32_t inner = m.path.n - r->depth;
    struct path_element *items = arena_array(f->a, path.n + inner, sizeof *items);
    memcpy(items, path.items, path.n * sizeof *items);
    memcpy(items + path.n, m.path.items + r->depth, inner * sizeof *items);
    m.path = (struct path){items, path.n + inner};
    mismatch_add(f->out, f->a, m);
  }
}

static void describe_part(struct finder *f, const type *expected, const type *actual, struct path path)
{
  deadline_step();
  if (f->out->n >= MOST_FOUND) return;
  /* For a type without parts, a comparison is faster than a look-up. */
  if (expected->kind != T_ALIAS && expected->levels == 0) {
    describe_new(f, expected, actual, path);
    return;
  }
  const struct remembered *known = *place_of(f, expected, actual);
  if (known != NULL) {
    repeat(f, known, path);
    return;
  }
  const uint32_t before = f->out->n;
  describe_new(f, expected, actual, path);
  struct remembered *r = ARENA_NEW(f->a, struct remembered);
  r->depth = path.n;
  for (uint32_t i = before; i < f->out->n; i++) mismatch_add(&r->list, f->a, f->out->items[i]);
  /* Looks up the slot again, since the table may have grown. */
  *place_of(f, expected, actual) = r;
}

void mismatch_describe(struct arena *a, struct mismatches *out, const type *expected, const type *actual,
                       struct path path)
{
  struct memory memory;
  ptrmap_init(&memory.resolved, a);
  strmap_init(&memory.found, a);
  describe_part(&(struct finder){a, out, &memory}, expected, actual, path);
}

/* --- by kind of the expected type --- */

/* Alternatives are described separately and merged. An Optional[Variant[…]] counts Undef as its first alternative, as
 * in Puppet. */
static void describe_variant(struct finder *f, const type *expected, const type *original, const type *actual,
                             struct path path)
{
  bool optional = original->kind == T_OPTIONAL;
  uint32_t n = expected->variants.n + optional;
  struct mismatches *lists = arena_array(f->a, n, sizeof *lists), merged = {0};
  for (uint32_t i = 0; i < n; i++) {
    const type *t = !optional ? expected->variants.items[i]
                    : i == 0  ? type_simple(T_UNDEF)
                              : expected->variants.items[i - 1];
    struct finder one = {f->a, &lists[i], f->memory};
    describe_part(&one, t, actual, step(f, path, PATH_VARIANT, STR_EMPTY, i));
    /* One alternative that fits is enough. */
    if (lists[i].n == 0) return;
  }
  mismatch_merge(f->a, &merged, path.n, MISMATCH_SIZE, lists, n);
  /* A single reason is shown with the name of the alias, which the user knows. */
  if (original->kind == T_ALIAS && merged.n == 1) add_type(f, path, original, actual);
  else mismatch_add_all(f->out, f->a, &merged);
}

/* The elements do not fit but the size does: it is not shown, as it would distract. */
static void add_unsized(struct finder *f, struct path path, const type *expected, const type *actual)
{
  add_type(f, path, expected,
           actual->kind == T_ARRAY ? type_array(f->a, actual->array.element, NULL)
                                   : type_hash(f->a, actual->hash.key, actual->hash.value, NULL));
}

static void describe_array(struct finder *f, const type *expected, const type *original, const type *actual,
                           struct path path)
{
  const type *element = expected->array.element;
  if (!size_fits(f, MISMATCH_SIZE, path, expected->array.size, type_collection_size(actual))) return;
  if (actual->kind == T_ARRAY) {
    add_unsized(f, path, original, actual);
    return;
  }
  for (uint32_t i = 0; i < actual->tuple.types.n; i++) {
    const type *t = actual->tuple.types.items[i];
    if (!type_assignable(element, t)) describe_part(f, element, t, step(f, path, PATH_INDEX, STR_EMPTY, i));
  }
}

static void describe_hash_entries(struct finder *f, const type *expected, const type *actual, struct path path)
{
  for (uint32_t i = 0; i < actual->fields.n; i++) {
    const struct type_struct_entry *e = &actual->fields.entries[i];
    const type *key = type_literal_string(f->a, e->key);
    if (e->optional_key) key = type_optional(f->a, key);
    if (!type_assignable(expected->hash.key, key)) {
      describe_part(f, expected->hash.key, key, step(f, path, PATH_KEY, e->key, 0));
    }
    if (!type_assignable(expected->hash.value, e->value)) {
      describe_part(f, expected->hash.value, e->value, step(f, path, PATH_ENTRY, e->key, 0));
    }
  }
}

static struct type_range struct_size(const type *t)
{
  uint32_t required = 0;
  for (uint32_t i = 0; i < t->fields.n; i++) required += !t->fields.entries[i].optional_key;
  return range_of(required, t->fields.n);
}

static void describe_hash(struct finder *f, const type *expected, const type *original, const type *actual,
                          struct path path)
{
  const bool fields = actual->kind == T_STRUCT;
  const struct type_range size = fields ? struct_size(actual) : actual->hash.size;
  if (!size_fits(f, MISMATCH_SIZE, path, expected->hash.size, size)) return;
  if (fields) describe_hash_entries(f, expected, actual, path);
  else add_unsized(f, path, original, actual);
}

/* In the order of the expected keys: missing or wrong ones, then unexpected keys. */
static void describe_fields(struct finder *f, const type *expected, const type *actual, struct path path)
{
  for (uint32_t i = 0; i < expected->fields.n; i++) {
    const struct type_struct_entry *x = &expected->fields.entries[i], *y = type_struct_find(actual, x->key);
    if (y == NULL) {
      if (!x->optional_key) add_key(f, MISMATCH_MISSING_KEY, path, x->key);
      continue;
    }
    if (y->optional_key && !x->optional_key) {
      const type *key = type_literal_string(f->a, x->key);
      describe_part(f, key, type_optional(f->a, key), step(f, path, PATH_KEY, x->key, 0));
    }
    if (!type_assignable(x->value, y->value)) {
      describe_part(f, x->value, y->value, step(f, path, PATH_ENTRY, x->key, 0));
    }
  }
  for (uint32_t i = 0; i < actual->fields.n; i++) {
    str key = actual->fields.entries[i].key;
    if (type_struct_find(expected, key) == NULL) add_key(f, MISMATCH_EXTRA_KEY, path, key);
  }
}

static void describe_struct(struct finder *f, const type *expected, const type *original, const type *actual,
                            struct path path)
{
  if (actual->kind == T_STRUCT) describe_fields(f, expected, actual, path);
  else if (size_fits(f, MISMATCH_SIZE, path, struct_size(expected), actual->hash.size)) {
    add_unsized(f, path, original, actual);
  }
}

static void describe_tuple(struct finder *f, const type *expected, const type *actual, struct path path,
                           enum mismatch_kind size_kind)
{
  const bool tuple = actual->kind == T_TUPLE;
  const uint32_t n = expected->tuple.types.n, most = tuple ? actual->tuple.types.n : n;
  /* Tuple without types accepts any array, so there is nothing to report. */
  if (type_equal(expected, actual) || (n == 0 && !tuple)) return;
  const struct type_range size = tuple ? type_tuple_size(actual) : actual->array.size;
  if (!size_fits(f, size_kind, path, type_tuple_size(expected), size)) return;
  for (uint32_t i = 0; n != 0 && i < most; i++) {
    const uint32_t at = i < n ? i : n - 1;
    describe_part(f, expected->tuple.types.items[at], tuple ? actual->tuple.types.items[i] : actual->array.element,
                  step(f, path, PATH_INDEX, STR_EMPTY, at));
  }
}

static void describe_callable(struct finder *f, const type *expected, const type *actual, struct path path)
{
  /* Callable without parameters accepts every callable. */
  if (expected->callable.any && expected->callable.result == NULL) return;
  type mine, theirs;
  uint32_t before = f->out->n;
  if (!expected->callable.any) {
    type_params_tuple(expected, &mine);
    if (actual->callable.any) theirs = *type_simple(T_TUPLE);
    else type_params_tuple(actual, &theirs);
    describe_tuple(f, &mine, &theirs, path, MISMATCH_COUNT);
  }
  /* Puppet reports the parameters first; only when these fit, the result and the block. */
  if (f->out->n != before) return;
  const type *any = type_simple(T_ANY), *undef = type_simple(T_UNDEF);
  const type *result = expected->callable.result != NULL ? expected->callable.result : any;
  const type *that_result = actual->callable.result != NULL ? actual->callable.result : any;
  if (!type_assignable(result, that_result)) {
    add_type(f, step(f, path, PATH_RETURN, STR_EMPTY, 0), result, that_result);
    return;
  }
  const type *block = expected->callable.block != NULL ? expected->callable.block : undef;
  const type *that_block = actual->callable.block != NULL ? actual->callable.block : undef;
  /* Blocks are contravariant: the callable must accept every block that the expected one allows. */
  if (!type_assignable(that_block, block)) add_type(f, step(f, path, PATH_BLOCK, STR_EMPTY, 0), block, that_block);
}

/* Whether an actual type of another kind is not one mismatch as a whole. */
static bool is_compared_by_parts(const type *expected, const type *actual)
{
  switch ((enum type_kind)expected->kind) {
  case T_ARRAY:
  case T_TUPLE: return actual->kind == T_ARRAY || actual->kind == T_TUPLE;
  case T_HASH:
  case T_STRUCT: return actual->kind == T_HASH || actual->kind == T_STRUCT;
  case T_CALLABLE: return actual->kind == T_CALLABLE;
  default: return true;
  }
}

static void describe(struct finder *f, const type *expected, const type *original, const type *actual, struct path path)
{
  if (path.n > MAX_PATH || !is_compared_by_parts(expected, actual)) {
    add_type(f, path, original, actual);
    return;
  }
  switch ((enum type_kind)expected->kind) {
  case T_VARIANT: describe_variant(f, expected, original, actual, path); break;
  case T_STRUCT: describe_struct(f, expected, original, actual, path); break;
  case T_HASH: describe_hash(f, expected, original, actual, path); break;
  case T_TUPLE: describe_tuple(f, expected, actual, path, MISMATCH_SIZE); break;
  case T_ARRAY: describe_array(f, expected, original, actual, path); break;
  case T_CALLABLE: describe_callable(f, expected, actual, path); break;
  case T_OPTIONAL:
    if (actual->kind == T_UNDEF || expected->inner == NULL) return;
    describe(f, expected->inner, original->kind == T_ALIAS ? original : expected, actual, path);
    break;
  case T_PATTERN:
  case T_ENUM: mismatch_add(f->out, f->a, mismatch_type(f->a, MISMATCH_PATTERN, path, original, actual)); break;
  case T_ALIAS:
    if (expected->alias.target != NULL)
      describe(f, type_normalize(f->a, expected->alias.target), expected, actual, path);
    break;
  default:
    if (!type_assignable(expected, actual)) add_type(f, path, original, actual);
  }
}
